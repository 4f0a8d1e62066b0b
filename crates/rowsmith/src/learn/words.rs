//! Word weights.

use rustc_hash::FxHashMap;

/// Word weights, by the hash of the word.
pub type WordWeights = FxHashMap<u32, f32>;
