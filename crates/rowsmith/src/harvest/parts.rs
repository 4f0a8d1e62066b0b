//! Articles in several parts: the pages after the first, whose texts are joined to its text.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::dom::{Tag, text};
use crate::harvest::address::{compared, followed};
use crate::harvest::choice::{share, words};
use crate::harvest::table::append;
use crate::page::{ArticleOptions, Page};
use crate::recognize::ValueType;
use crate::types::{ArticlePage, Kind, RegionTable};

/// The most parts of an article.
const MOST: usize = 50;

/// The parts of an article that are still to come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Parts {
    title: String,
    /// The parts so far, by what their addresses are compared by.
    taken: BTreeSet<String>,
    /// The next one.
    pub(super) next: Option<String>,
}

impl Parts {
    /// Of the first part, which was asked for by this address; `None` if the article is in one piece.
    pub(super) fn begin(page: &Page, asked: &str, article: &ArticlePage) -> Option<Parts> {
        let title = article.title()?.to_owned();
        let address = page.url().unwrap_or(asked);
        let mut parts = Parts { title, taken: BTreeSet::from([compared(asked), compared(address)]), next: None };
        parts.next = parts.after(page, address);
        parts.next.is_some().then_some(parts)
    }

    /// The part after this page, on the same host.
    fn after(&self, page: &Page, address: &str) -> Option<String> {
        let next = page.pagination_of(Kind::Article).next?;
        let next = followed(&next, address, &[]).ok()?;
        (self.taken.len() < MOST && !self.taken.contains(&compared(&next))).then_some(next)
    }

    /// Whether a page is called like the article: its title has all words of the article's, apart from the number of the
    /// first part. It may have more ("page 2"), or be the title of the part alone while the title of the document is that
    /// of the article. The next article may have an address like that of a next part, and is called otherwise.
    fn is_called_so(&self, page: &Page, article: &ArticlePage) -> bool {
        let mut title = words(&self.title);
        title.remove("1");
        let document = page.document();
        let of_document = document.nodes().find(|&id| document.tag(id) == Tag::TITLE);
        let of_document = of_document.map(|id| text(document, id)).unwrap_or_default();
        let mut of_page = words(&of_document);
        of_page.extend(words(article.title().unwrap_or_default()));
        !title.is_empty() && share(&title, &of_page) >= 1.0
    }

    /// Takes the next part; returns its text, if the page belongs to the article.
    pub(super) fn take(&mut self, page: &Page) -> Option<String> {
        let asked = self.next.take()?;
        let address = page.url().unwrap_or(&asked).to_owned();
        let is_new = self.taken.insert(compared(&address));
        self.taken.insert(compared(&asked));
        let article = page.article(&ArticleOptions::new());
        if !is_new || !self.is_called_so(page, &article) || article.text.is_empty() {
            return None;
        }
        self.next = self.after(page, &address);
        Some(article.text)
    }
}

/// Joins a text to that of an article's table.
pub(super) fn join(table: &mut RegionTable, more: &str) {
    let Some(at) = table.column("text") else { return };
    for cell in table.records.iter_mut().filter_map(|row| row.cells.get_mut(at)?.as_mut()) {
        cell.text = format!("{}\n\n{more}", cell.text);
    }
}

/// Says in an article's table why it is not whole.
pub(super) fn cut(table: &mut RegionTable, why: &str) {
    append(table, "error", ValueType::Text, &format!("its further parts are missing: {why}"));
}
