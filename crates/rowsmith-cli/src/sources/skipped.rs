//! What archives contain in addition to pages: counted for the summary, and redirects for those who follow links.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The most kinds that are distinguished.
const KINDS: usize = 64;

/// Counts by kind, shared between those who count and those who display them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Skipped {
    counts: Arc<Mutex<BTreeMap<String, u64>>>,
    /// Where redirects lead, by their addresses, if somebody wants to know.
    redirects: Arc<Mutex<Option<HashMap<String, String>>>>,
}

impl Skipped {
    /// From now on, redirects are noted, too.
    pub(super) fn note_redirects(&self) {
        self.redirects.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default();
    }

    /// A redirect, with the address as it was sent.
    pub(super) fn redirect(&self, from: &str, to: &str) {
        if let Some(redirects) = &mut *self.redirects.lock().unwrap_or_else(PoisonError::into_inner) {
            redirects.insert(from.to_owned(), to.to_owned());
        }
    }

    /// The redirects that were noted.
    pub(super) fn redirects(&self) -> HashMap<String, String> {
        self.redirects.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }

    /// One more of a kind.
    pub(crate) fn add(&self, kind: &str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = if counts.len() < KINDS || counts.contains_key(kind) { kind } else { "other" };
        *counts.entry(kind.to_owned()).or_default() += 1;
    }

    /// Kinds and counts.
    pub(crate) fn counts(&self) -> BTreeMap<String, u64> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
