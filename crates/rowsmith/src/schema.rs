//! Domains: what their objects have and how to recognise it, shipped or your own, and learning their terms.

pub use crate::objects::{
    Change, DOMAINS, Evidence, Knowledge, LearnRules, NoiseTest, Observed, Schema, Spread, Terms, Thresholds, domain,
    observe_page, shipped_file,
};
