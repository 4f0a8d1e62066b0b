//! Where pages come from: one lazy sequence of [`Task`]s over all inputs, whatever they are.
//!
//! Each kind of archive is one file with one iterator that holds one page at a time. What takes long and needs no
//! order - reading files, fetching, undoing the codings of HTTP - is left to the workers: [`task::Content::load`].

#[cfg(feature = "fetch")]
pub(crate) mod fetch;
#[cfg(feature = "fetch")]
mod host;
mod http;
pub(crate) mod inputs;
#[cfg(feature = "fetch")]
mod lists;
pub(crate) mod load;
mod members;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod queue;
#[cfg(feature = "render")]
pub(crate) mod render;
pub(crate) mod settings;
mod skipped;
pub(crate) mod store;
mod stream;
mod task;
mod unpack;
mod warc;

pub(crate) use task::{Content, Task};
