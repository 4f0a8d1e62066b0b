//! The headings that a page is parted by, one below the other.

/// The headings of the sections that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    open: Vec<(u8, Vec<u32>)>,
}

impl Outline {
    /// A heading of this level, 1 to 6, with its words: it ends the sections of its level and below.
    pub(crate) fn enter(&mut self, level: u8, words: Vec<u32>) {
        while self.open.last().is_some_and(|(of, _)| *of >= level) {
            self.open.pop();
        }
        self.open.push((level, words));
    }

    /// The different words of the open sections' headings but for the innermost one's, in the order of their hashes.
    pub(crate) fn above(&self) -> Vec<u32> {
        let Some((_, above)) = self.open.split_last() else { return Vec::new() };
        let mut words: Vec<u32> = above.iter().flat_map(|(_, words)| words).copied().collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}
