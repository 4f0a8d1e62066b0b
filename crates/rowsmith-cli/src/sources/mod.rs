//! Where pages come from: one lazy sequence of [`Task`]s over all inputs of any kind.
//!
//! Each kind of archive is one file with an iterator that holds one page at a time. Work that takes long and can be
//! done in any order - reading files, fetching, undoing the codings of HTTP - is left to the workers:
//! [`task::Content::load`].

mod arc;
mod archive;
mod cdx;
#[cfg(feature = "fetch")]
mod cookies;
#[cfg(feature = "fetch")]
pub(crate) mod fetch;
mod flows;
pub(crate) mod form;
mod har;
#[cfg(feature = "fetch")]
mod headers;
#[cfg(feature = "fetch")]
mod host;
mod http;
pub(crate) mod inputs;
#[cfg(feature = "fetch")]
mod lists;
pub(crate) mod load;
mod mail;
mod mbox;
mod members;
pub(crate) mod mirror;
mod open;
#[cfg(feature = "fetch")]
pub(crate) mod open_recording;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod plist;
pub(crate) mod queue;
pub(crate) mod reading;
#[cfg(feature = "fetch")]
pub(crate) mod record;
#[cfg(feature = "render")]
pub(crate) mod render;
mod response;
#[cfg(feature = "fetch")]
mod robots;
mod saved;
mod scrapy;
pub(crate) mod settings;
mod settle;
mod shape;
mod skipped;
pub(crate) mod store;
mod stream;
mod task;
mod tell;
mod unpack;
mod warc;

pub(crate) use task::{Content, Task};

/// Says in words what an input is, judging by its content.
pub(crate) fn form_of(bytes: &[u8]) -> &'static str {
    tell::tell(bytes).name()
}
