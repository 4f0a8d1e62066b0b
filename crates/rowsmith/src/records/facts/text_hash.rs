//! Hashes of texts, for counting equal ones.

use crate::tree::classes::mix;
pub(crate) fn hash_text(text: &str, seed: u64) -> u64 {
    let mut chunks = text.as_bytes().chunks_exact(8);
    let hash = chunks.by_ref().fold(mix(seed, text.len() as u64), |h, c| {
        mix(h, u64::from_le_bytes([c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]]))
    });
    chunks.remainder().iter().fold(hash, |h, &b| mix(h, u64::from(b)))
}
