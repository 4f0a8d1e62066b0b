//! What the extractors found on a page.

use crate::article::Article;
use crate::item::Searched;
use crate::item::verdict::Verdict;
use crate::posts::{Chosen, Pivots};
use crate::records::{PageFacts, Ranked};

/// What the extractors found on a page, whatever kind of page it is.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// The facts of the page.
    pub facts: &'a PageFacts<'a>,
    /// Its dates.
    pub pivots: &'a Pivots,
    /// Its lists, best first.
    pub lists: &'a [Ranked],
    /// The list most likely to be posts.
    pub posts: Option<&'a Chosen>,
    /// Its text.
    pub article: &'a Article,
    /// What it declares and shows of an object.
    pub(crate) item: &'a Searched,
    /// Whether it is about that object.
    pub(crate) verdict: Verdict,
}
