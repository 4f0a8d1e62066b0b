//! The data that features of blocks are computed from, and transformations of their values.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::facts::Facts;
use crate::article::blocks::main_list::MainList;
use crate::article::blocks::main_posts::MainPosts;
use crate::article::declared::evidence::Evidence;
use crate::article::features::wording::vocabulary::VOCABULARIES;
use crate::dom::document::Document;
/// Everything about a page that features are computed from.
pub struct Page<'a> {
    /// The page.
    pub document: &'a Document,
    /// What surrounds its nodes.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// Facts about the blocks.
    pub facts: &'a Facts,
    /// What it declares about itself.
    pub evidence: &'a Evidence,
    /// Its main list.
    pub list: &'a MainList,
    /// Its posts.
    pub posts: &'a MainPosts,
    /// The sums of word weights for each block ([`wording`](crate::article::features::wording::wording)).
    pub wording: &'a [[f32; VOCABULARIES]],
}

pub(crate) fn log(x: f32) -> f32 {
    (1.0 + x.max(0.0)).ln()
}

/// A logarithm that keeps the sign, for distances.
pub(crate) fn signed(x: f32) -> f32 {
    if x < 0.0 { -(1.0 - x).ln() } else { (1.0 + x).ln() }
}

pub(crate) fn yes(so: bool) -> f32 {
    f32::from(u8::from(so))
}
