//! The pages of `next`, with the features of their links.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use rowsmith::dom::{Document, ParseOptions, find_path, parse};
use rowsmith::pagination::{Known, Link, Measured, measured};
use rowsmith::tree::Span;
use serde::Deserialize;
use url::Url;

use crate::eval::data::{GoldPage, article_pages, domain_pages, eval_root, parse_json, record_pages};

/// The annotation of a page.
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

/// All annotated pages, ordered by name.
///
/// # Errors
/// If the evaluation data is missing.
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

/// A link made absolute, without its fragment, in the form that score.py compares.
fn plain(base: &Url, link: &str) -> Option<String> {
    let mut url = base.join(link.trim()).ok()?;
    url.set_fragment(None);
    Some(same(url.as_str()).to_owned())
}

/// An address in the form that score.py compares.
pub fn same(url: &str) -> &str {
    url.trim_end_matches(['?', '&'])
}

impl NextPage {
    /// The features of its links, using its address, or only what the page itself says about it.
    pub fn measured(&self, with_address: bool) -> Measured {
        measured(&self.document, self.known(with_address))
    }

    /// What is known about the page besides its document.
    pub fn known(&self, with_address: bool) -> Known<'_> {
        Known { base: Some(&self.base), address: with_address.then_some(&self.address) }
    }

    /// For each link, whether it leads to a page of the list, and whether to the next one. An address that is in a
    /// pager counts there, not in a heading or a menu with the same target.
    pub fn labels(&self, links: &Measured) -> Vec<(bool, bool)> {
        let is_page: Vec<bool> = links.links.iter().map(|link| self.pages.contains(same(&link.url))).collect();
        let beside = links.others_beside(&is_page);
        let several = self.pages.len() > 1;
        let label = |(at, link): (usize, &Link)| {
            let is_next = self.next.as_deref() == Some(same(&link.url));
            (is_page[at] && (is_next || !several || beside[at] > 0), is_next)
        };
        links.links.iter().enumerate().map(label).collect()
    }
}

/// A page with links that certainly do not lead to a page of a list.
pub struct Others {
    pub fold: usize,
    pub links: Measured,
    /// The indices of these links.
    pub sure: Vec<usize>,
}

/// How many links of a page are used.
const MOST_OF_PAGE: usize = 40;

/// Links within the records of annotated lists, and links of articles whose address is not like the page's own: neither
/// lead to pages of the page's list. Those with any property of a pager link come first, since they teach most.
///
/// # Errors
/// If the evaluation data is missing.
pub fn others(known: &[NextPage]) -> Result<Vec<Others>, String> {
    let keys: HashSet<&str> = known.iter().map(|page| page.page.key.as_str()).collect();
    let mut pages = record_pages()?;
    pages.extend(domain_pages()?);
    pages.retain(|page| !keys.contains(page.key.as_str()) && !page.gold.debatable);
    pages.extend(article_pages()?);
    let of = |page: GoldPage| -> Option<Others> {
        let document = parse(&page.html, &ParseOptions::default()).ok()?;
        let records = page.gold.regions.iter().filter(|region| region.main).flat_map(|region| &region.records);
        let mut spans: Vec<Span> = records
            .flat_map(|record| &record.nodes)
            .filter_map(|path| find_path(&document, path))
            .map(|node| Span { from: node, to: document.end(node) })
            .collect();
        spans.sort_unstable();
        let is_article = page.gold.kind == "article";
        let links = measured(&document, Known::default());
        let is_sure = |at: usize| {
            let node = links.links[at].node;
            let behind = spans.partition_point(|span| span.from <= node);
            let is_in_record = spans[..behind].iter().rev().take(2).any(|span| node < span.to);
            // an article may have several parts, and link to older ones
            is_in_record || is_article && !links.traits[at].is_near && !links.traits[at].leads_on
        };
        let mut sure: Vec<usize> = (0..links.links.len()).filter(|&at| is_sure(at)).collect();
        sure.sort_by_key(|&at| !links.traits[at].is_like_pager);
        sure.truncate(MOST_OF_PAGE);
        Some(Others { fold: page.fold, links, sure })
    };
    Ok(pages.into_par_iter().filter_map(of).collect())
}
