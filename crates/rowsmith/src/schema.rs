//! Domain schemas, included or your own: what attributes the objects of a domain have and how to recognise them. Also
//! learning the terms of a domain.

pub use crate::objects::{
    Change, DOMAINS, Evidence, Knowledge, LearnRules, NoiseTest, Observed, Schema, Spread, Terms, Thresholds, domain,
    observe_page, shipped_file,
};
