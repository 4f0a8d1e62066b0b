//! The site and the fold of every page of the evaluation data.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::data::parse_json;

/// Folds that the sites are put in.
pub const FOLDS: usize = 5;

/// The fold of a site, or whatever else has a name, in another division than that of `folds.json`: one for each seed.
pub fn fold_by(name: &str, seed: u64) -> usize {
    let hash = name.bytes().fold(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3).rotate_left(17)
    });
    (hash >> 20) as usize % FOLDS
}

/// Where a page is from, and the fold that all pages of its site are in.
#[derive(Deserialize, Clone)]
pub struct SiteFold {
    pub host: String,
    pub fold: usize,
}

/// The site and the fold of every page, of all sets.
pub struct Folds(HashMap<String, SiteFold>);

impl Folds {
    /// Reads `folds.json` below the root of the evaluation data.
    ///
    /// # Errors
    /// Where the file is missing.
    pub fn read(root: &Path) -> Result<Folds, String> {
        parse_json(&root.join("folds.json")).map(Folds)
    }

    /// # Errors
    /// A page that the file says nothing about.
    pub fn of(&self, key: &str) -> Result<SiteFold, String> {
        self.0.get(key).cloned().ok_or_else(|| format!("{key} has no fold"))
    }
}
