//! Domain schemas, included or your own: what attributes the objects of a domain have and how to recognise them. Also
//! learning the terms of a domain.

pub use crate::objects::{
    Change, DOMAINS, Decision, Evidence, Knowledge, LearnRules, Learning, LearningState, NoiseTest, Observed, Progress,
    Schema, Seen, Spread, TermScore, TermState, TermStatus, Terms, Thresholds, Verdict, Was, domain, observe_page,
    shipped_file,
};
