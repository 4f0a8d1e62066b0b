//! What the extractors found on a page.

use crate::article::Article;
use crate::posts::pivots::Pivots;
use crate::posts::ranking::choose::Chosen;
use crate::records::facts::PageFacts;
use crate::records::options::Ranked;
/// What the extractors found on a page, whatever it is.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The facts of the page.
    pub facts: &'a PageFacts<'a>,
    /// Its dates.
    pub pivots: Pivots,
    /// Its lists, best first.
    pub lists: Vec<Ranked>,
    /// What is most like posts.
    pub posts: Option<Chosen>,
    /// Its text.
    pub article: Article,
    /// Whether `max_work` was passed.
    pub exhausted: bool,
}
