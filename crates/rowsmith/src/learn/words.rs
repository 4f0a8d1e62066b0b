//! Weights of words.

use rustc_hash::FxHashMap;

/// Weights of words, by the hash of the word.
pub type WordWeights = FxHashMap<u32, f32>;
