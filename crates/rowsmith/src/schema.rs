//! Domains: what their objects have and how to recognise it, shipped or your own, and learning their terms.

pub use crate::objects::{
    Change, DOMAINS, Evidence, Knowledge, Observed, Schema, Terms, domain, observe_page, shipped_file,
};
