//! The command as users run it: the real binary, in temporary folders.
//!
//! Nothing here depends on what is found on a page; the library's tests cover that, and the writers' own tests cover
//! the formats.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

#[cfg(feature = "mcp-tests")]
mod agents;
mod archives;
mod articles;
mod documents;
mod extract;
#[cfg(feature = "fetch")]
mod fetch;
mod forms;
#[cfg(feature = "fetch")]
mod harvest;
#[cfg(feature = "fetch")]
mod harvest_again;
#[cfg(feature = "render")]
mod harvest_live;
mod inputs;
mod item;
mod nothing;
mod objects;
mod outputs;
mod posts;
#[cfg(feature = "fetch")]
mod recording;
#[cfg(feature = "render")]
mod render;
mod resume;
#[cfg(feature = "fetch")]
mod server;
mod support;
mod tables;
mod usage;
mod vectors;
mod wrappers;
