//! How a list continues beyond its page: [`Pagination`].

use serde::{Deserialize, Serialize};

use crate::types::rounding::some_thousandths;

/// Where the list of a page continues, and how long it is, as far as the page tells. Its fields become fields of the
/// line. Addresses are absolute if the page's own address is known; otherwise they are as the page has them.
///
/// ```
/// use rowsmith::{Page, PageOptions};
///
/// let html = b"<p>Results 11-20 of 271<ul class=pagination><li><a href='?page=1'>1</a><li class=active>2<li><a href='?page=3'>3</a>
///     <li><a href='?page=4'>4</a><li><a rel=next href='?page=3'>Next</a></ul>";
/// let page = Page::parse(html, &PageOptions::new().url("https://example.com/list?page=2"))?;
/// let pagination = page.pagination();
/// assert_eq!(pagination.next.as_deref(), Some("https://example.com/list?page=3"));
/// assert_eq!((pagination.page, pagination.total), (Some(2), Some(271)));
/// # Ok::<(), rowsmith::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Pagination {
    /// The address of the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The probability that `next` is right.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "some_thousandths")]
    pub next_confidence: Option<f64>,
    /// The addresses of the other pages of the list that this page links to, in document order and without duplicates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// The number of this page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The number of pages, if the page states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_count: Option<u32>,
    /// The number of records on all pages together, if the page states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}
