//! What features of blocks are made of, and the forms their figures take.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::facts::Facts;
use crate::article::blocks::main_list::MainList;
use crate::article::blocks::main_posts::MainPosts;
use crate::article::declared::evidence::Evidence;
use crate::article::features::wording::vocabulary::VOCABULARIES;
use crate::dom::document::Document;
/// Everything about a page that features are made of.
pub struct Page<'a> {
    /// The page.
    pub document: &'a Document,
    /// What its nodes lie in.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// What is known of them.
    pub facts: &'a Facts,
    /// What the page says of itself.
    pub evidence: &'a Evidence,
    /// Its main list.
    pub list: &'a MainList,
    /// Its posts.
    pub posts: &'a MainPosts,
    /// Weights of the words by block ([`wording`](crate::article::features::wording::wording)).
    pub wording: &'a [[f32; VOCABULARIES]],
}

pub(crate) fn log(x: f32) -> f32 {
    (1.0 + x.max(0.0)).ln()
}

/// A logarithm that keeps the sign: for distances.
pub(crate) fn signed(x: f32) -> f32 {
    if x < 0.0 { -(1.0 - x).ln() } else { (1.0 + x).ln() }
}

pub(crate) fn yes(so: bool) -> f32 {
    f32::from(u8::from(so))
}
