//! The command as a user runs it: the real binary, in folders of the tests' own.
//!
//! Nothing here depends on what is found on a page; that is the library's business, and the writers' own tests show
//! what becomes of it.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

mod inputs;
mod outputs;
mod posts;
mod support;
mod usage;
