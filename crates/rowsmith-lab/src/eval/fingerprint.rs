//! A hash of what a model was trained on.

use std::fmt;

/// The number and a hash (FNV-1a) of pages with their annotations, in the order in which they were added.
#[derive(Clone, Copy)]
pub struct Fingerprint {
    pages: usize,
    hash: u64,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint { pages: 0, hash: START }
    }
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of some bytes, which represents them in a fingerprint.
pub fn hash_of(bytes: &[u8]) -> [u8; 8] {
    bytes.iter().fold(START, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3)).to_le_bytes()
}

impl Fingerprint {
    /// Adds a page: its key and its annotation.
    pub fn page<'b>(&mut self, key: &str, gold: impl IntoIterator<Item = &'b [u8]>) {
        self.pages += 1;
        self.add(key.as_bytes());
        gold.into_iter().for_each(|part| self.add(part));
    }

    fn add(&mut self, bytes: &[u8]) {
        // the length comes first, so that different lists of parts are never the same
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages {:016x}", self.pages, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_keys_annotations_and_orders_are_other_data() {
        let of = |pages: &[(&str, &[&[u8]])]| {
            let mut print = Fingerprint::default();
            pages.iter().for_each(|(key, gold)| print.page(key, gold.iter().copied()));
            print.to_string()
        };
        let all = of(&[("a", &[b"1"]), ("b", &[])]);
        assert!(all.starts_with("2 pages "));
        for other in
            [of(&[("a", &[b"2"]), ("b", &[])]), of(&[("b", &[]), ("a", &[b"1"])]), of(&[("a1", &[]), ("b", &[])])]
        {
            assert_ne!(all, other);
        }
    }
}
