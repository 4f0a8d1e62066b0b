//! CSS selectors, as people write them in a wrapper's file: read, matched, and written again as XPath.
//!
//! What is known: tags, `*`, ids, classes, attributes (`[name]`, `=`, `~=`, `^=`, `$=`, `*=`), the combinators ` `, `>`, `+`
//! and `~`, commas, `:scope`, `:first-child`, `:last-child`, `:nth-child(N)`, `:first-of-type`, `:last-of-type`,
//! `:nth-of-type(N)` and `:not(…)` of one simple selector. Anything else is told, not ignored.

pub(crate) mod matching;
pub(crate) mod model;
pub(crate) mod parse;
#[cfg(test)]
mod tests;
pub(crate) mod xpath;

pub(crate) use model::Selector;
