//! CSS selectors, as people write them in a wrapper's file: parsing, matching, and conversion to XPath.
//!
//! Supported are tags, `*`, ids, classes, attributes (`[name]`, `=`, `~=`, `^=`, `$=`, `*=`), the combinators ` `, `>`,
//! `+` and `~`, commas, `:scope`, `:first-child`, `:last-child`, `:nth-child(N)`, `:first-of-type`, `:last-of-type`,
//! `:nth-of-type(N)` and `:not(…)` with one simple selector. Anything else is reported as an error, not ignored.

pub(crate) mod matching;
pub(crate) mod model;
pub(crate) mod parse;
#[cfg(test)]
mod tests;
pub(crate) mod xpath;

pub(crate) use model::Selector;
