//! Where the list of a page continues: the link to its next page, the links to its other pages, the number of this page
//! and the total number of records.
//!
//! Every link is judged by itself and by the links around it: by its text (numbers, arrows, words in many languages),
//! by the names of its elements, and by how its address differs from that of the page and from those of its neighbours.
//! Two models consisting of trees make the judgement ([`PaginationModel`]): which links lead to pages of the list, and
//! which of them to the next page.

mod address;
mod choose;
mod features;
mod forms;
mod groups;
mod links;
mod model;
mod numbers;
mod totals;
mod words;

pub use address::{Change, Parts, change};
pub use choose::{Chosen, NextLink, choose};
pub use features::{Direction, Measured, PAGE_FEATURES, Traits, measured, next_features};
pub use links::{Link, links};
pub use model::{PaginationModel, probabilities};
pub(crate) use words::says;

use url::Url;

use self::choose::LEAST_NEXT;
use crate::dom::Document;
use crate::types::Pagination;

/// What is known about a page besides its document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'p> {
    /// The base address of its links.
    pub base: Option<&'p Url>,
    /// Its own address.
    pub address: Option<&'p Url>,
}

/// The pagination of a page, with what distinguishes the parts of one text from its neighbours.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Found {
    pub(crate) pagination: Pagination,
    /// Whether the next page has the address of this page except for a number. The next part of an article has; the
    /// next article has not.
    pub(crate) is_part: bool,
}

/// The pagination of a page according to a model: what is linked, and what the page states about the number of pages
/// and records.
pub(crate) fn pagination(document: &Document, known: Known<'_>, model: &PaginationModel) -> Found {
    let measured = measured(document, known);
    let chosen = choose(&measured, model);
    let stated = totals::stated(document);
    let shown = |url: String, href: &str| if known.base.is_some() { url } else { href.to_owned() };
    let is_part = chosen.next.as_ref().is_some_and(|next| measured.traits[next.link].is_near);
    let by_form = if chosen.next.is_none() { forms::next_by_form(document, known).map(String::from) } else { None };
    let mut pagination = Pagination {
        next_confidence: chosen.next.as_ref().map(|next| next.confidence),
        next: chosen.next.map(|next| shown(next.url, &measured.links[next.link].href)),
        pages: chosen.pages.into_iter().map(|page| shown(page.url, &measured.links[page.link].href)).collect(),
        page: stated.page.or(chosen.current),
        page_count: stated.pages,
        total: stated.total,
    };
    let is_part = is_part || by_form.is_some();
    if let Some(next) = by_form {
        pagination.next_confidence = Some(LEAST_NEXT);
        pagination.pages.push(next.clone());
        pagination.next = Some(next);
    }
    Found { pagination, is_part }
}
