//! CommonMark with pipe tables, in a small set of forms that every renderer reads alike.
//!
//! A page is first made into blocks of pieces ([`build`]), and only then written ([`blocks`], [`inline`], [`escape`]). What is
//! written shows no other elements than the page has: text is escaped, code stands on one line or in a fence that it cannot
//! close, marks of emphasis stand only where they must be read as such, and addresses are what they were when they are decoded.

mod blocks;
mod build;
mod escape;
mod inline;
#[cfg(test)]
mod tests;
mod tree;

use crate::article::render::address::Addresses;
use crate::article::render::walk::Kept;
use crate::dom::Document;

/// How deep lists, quotes and the like are nested in the output; deeper ones are flattened.
const MAX_NESTED: usize = 24;

/// The kept blocks as Markdown. Linear, but for the nesting of lists and quotes, which is bounded.
pub fn markdown(document: &Document, kept: &Kept, addresses: Addresses<'_>) -> String {
    let article = build::article(document, kept, addresses);
    let mut out = blocks::blocks(&article.blocks, &article.spans, false);
    out.truncate(out.trim_end().len());
    out
}
