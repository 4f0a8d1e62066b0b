//! The headings that structure a page, nested by level.

/// The headings of the sections that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    open: Vec<(u8, Vec<u32>)>,
}

impl Outline {
    /// Adds a heading of this level, 1 to 6, with its words. It ends the sections of its level and below.
    pub(crate) fn enter(&mut self, level: u8, words: Vec<u32>) {
        while self.open.last().is_some_and(|(of, _)| *of >= level) {
            self.open.pop();
        }
        self.open.push((level, words));
    }

    /// The different words of the headings of all open sections except the innermost, ordered by hash.
    pub(crate) fn above(&self) -> Vec<u32> {
        let Some((_, above)) = self.open.split_last() else { return Vec::new() };
        let mut words: Vec<u32> = above.iter().flat_map(|(_, words)| words).copied().collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}
