//! The pages of `next`, with what is measured of their links.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use rowsmith::dom::{Document, ParseOptions, parse};
use rowsmith::pagination::{Judged, Known, measured};
use serde::Deserialize;
use url::Url;

use crate::eval::data::{GoldPage, eval_root, parse_json, record_pages};

/// What is known of a page's pages.
#[derive(Deserialize)]
struct Gold {
    url: String,
    #[serde(default)]
    base: Option<String>,
    next: Option<String>,
    pages: Vec<String>,
    debatable: bool,
}

/// An annotated page.
pub struct NextPage {
    pub page: GoldPage,
    pub document: Document,
    pub address: Url,
    pub base: Url,
    /// The address of the next page, made absolute and without fragment.
    pub next: Option<String>,
    /// The addresses of the linked pages.
    pub pages: HashSet<String>,
    pub debatable: bool,
}

/// All annotated pages, in order of name.
///
/// # Errors
/// Where the evaluation data is missing.
pub fn next_pages() -> Result<Vec<NextPage>, String> {
    let gold: HashMap<String, Gold> = parse_json(&eval_root()?.join("next/gold.json.gz"))?;
    let pages = record_pages()?.into_par_iter().filter(|page| gold.contains_key(&page.key));
    pages
        .map(|page| {
            let known = &gold[&page.key];
            let address = Url::parse(&known.url).map_err(|e| format!("{}: {e}", page.key))?;
            let base = known.base.as_ref().map_or_else(|| Ok(address.clone()), |base| address.join(base));
            let base = base.map_err(|e| format!("{}: {e}", page.key))?;
            let document = parse(&page.html, &ParseOptions::default()).map_err(|e| format!("{}: {e}", page.key))?;
            Ok(NextPage {
                next: known.next.as_deref().and_then(|link| plain(&base, link)),
                pages: known.pages.iter().filter_map(|link| plain(&base, link)).collect(),
                debatable: known.debatable,
                page,
                document,
                address,
                base,
            })
        })
        .collect()
}

/// A link made absolute, without its fragment: as score.py compares them.
fn plain(base: &Url, link: &str) -> Option<String> {
    let mut url = base.join(link.trim()).ok()?;
    url.set_fragment(None);
    Some(same(url.as_str()).to_owned())
}

/// An address as score.py compares it.
pub fn same(url: &str) -> &str {
    url.trim_end_matches(['?', '&'])
}

impl NextPage {
    /// What is measured of its links, with its own address or with what the page says of it alone.
    pub fn measured(&self, with_address: bool) -> Judged<'_> {
        measured(&self.document, self.known(with_address))
    }

    /// What is known of the page beside its document.
    pub fn known(&self, with_address: bool) -> Known<'_> {
        Known { base: Some(&self.base), address: with_address.then_some(&self.address) }
    }

    /// For each link, whether it leads to a page of the list, and whether to the next. An address that stands in a pager counts
    /// there, not in a heading or a menu that leads to the same.
    pub fn labels(&self, links: &Judged<'_>) -> Vec<(bool, bool)> {
        let is_page: Vec<bool> = links.links.iter().map(|link| self.pages.contains(same(&link.url))).collect();
        let beside = links.others_beside(&is_page);
        let several = self.pages.len() > 1;
        let label = |(at, link): (usize, &rowsmith::pagination::Link<'_>)| {
            let is_next = self.next.as_deref() == Some(same(&link.url));
            (is_page[at] && (is_next || !several || beside[at] > 0), is_next)
        };
        links.links.iter().enumerate().map(label).collect()
    }
}
