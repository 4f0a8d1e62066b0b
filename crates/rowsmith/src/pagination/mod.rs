//! Where the list of a page goes on: the link to its next page, the links to its other pages, the number of this page and how
//! many records there are in all.
//!
//! Every link is judged for itself and by the links around it: what it says (numbers, arrows, words of many languages), what its
//! elements are called, and how its address differs from the page's own and from those beside it. Two models of trees do the
//! judging ([`PaginationModel`]): which links lead to pages of the list, and which of them to the next.

mod address;
mod choose;
mod features;
mod groups;
mod links;
mod model;
mod numbers;
mod totals;
mod words;

pub use address::{Change, Parts, change};
pub use choose::{Chosen, NextLink, choose};
pub use features::{Measured, PAGE_FEATURES, Traits, measured, next_features};
pub use links::{Link, links};
pub use model::{PaginationModel, probabilities};

use url::Url;

use crate::dom::Document;
use crate::types::Pagination;

/// What is known of a page beside its document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'p> {
    /// The base of its links.
    pub base: Option<&'p Url>,
    /// Its own address.
    pub address: Option<&'p Url>,
}

/// The pagination of a page, with what tells pages of one text from neighbours of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Found {
    pub(crate) pagination: Pagination,
    /// Whether the next page has the address of this page but for a number: the next part of an article is, the next
    /// article is not.
    pub(crate) is_part: bool,
}

/// The pagination of a page by a model: what is linked, and what is said of the number of pages and records.
pub(crate) fn pagination(document: &Document, known: Known<'_>, model: &PaginationModel) -> Found {
    let measured = measured(document, known);
    let chosen = choose(&measured, model);
    let stated = totals::stated(document);
    let shown = |url: String, href: &str| if known.base.is_some() { url } else { href.to_owned() };
    let is_part = chosen.next.as_ref().is_some_and(|next| measured.traits[next.link].is_near);
    let pagination = Pagination {
        next_confidence: chosen.next.as_ref().map(|next| next.confidence),
        next: chosen.next.map(|next| shown(next.url, &measured.links[next.link].href)),
        pages: chosen.pages.into_iter().map(|page| shown(page.url, &measured.links[page.link].href)).collect(),
        page: stated.page.or(chosen.current),
        page_count: stated.pages,
        total: stated.total,
    };
    Found { pagination, is_part }
}
