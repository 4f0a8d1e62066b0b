//! What archives contain in addition to pages, counted for the summary.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most kinds that are distinguished.
const KINDS: usize = 64;

/// Counts by kind, shared between those who count and those who display them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Skipped(Arc<Mutex<BTreeMap<String, u64>>>);

impl Skipped {
    /// One more of a kind.
    pub(crate) fn add(&self, kind: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = if counts.len() < KINDS || counts.contains_key(kind) { kind } else { "other" };
        *counts.entry(kind.to_owned()).or_default() += 1;
    }

    /// Kinds and counts.
    pub(crate) fn counts(&self) -> BTreeMap<String, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
