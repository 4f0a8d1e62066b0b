//! Words with weights, as a part of the file of the block model.

use rustc_hash::FxHashMap;

/// Words, as hashes, with their weights.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vocabulary {
    /// Of names of elements around a block.
    pub names: FxHashMap<u32, f32>,
    /// Of short blocks.
    pub own: FxHashMap<u32, f32>,
    /// Of the heading before a block.
    pub heading: FxHashMap<u32, f32>,
    /// Of the headings above that one.
    pub outline: FxHashMap<u32, f32>,
}

/// How many there are.
pub const VOCABULARIES: usize = 4;

impl Vocabulary {
    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.all().iter().all(|words| words.is_empty())
    }

    fn all(&self) -> [&FxHashMap<u32, f32>; VOCABULARIES] {
        [&self.names, &self.own, &self.heading, &self.outline]
    }

    /// All of them, in the order in which they are summed.
    pub fn all_mut(&mut self) -> [&mut FxHashMap<u32, f32>; VOCABULARIES] {
        [&mut self.names, &mut self.own, &mut self.heading, &mut self.outline]
    }

    /// Appends the vocabularies: of each the number of words, then hash and weight of each, by hash; four bytes
    /// each, the lowest first.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for words in self.all() {
            let mut words: Vec<(u32, f32)> = words.iter().map(|(&w, &x)| (w, x)).collect();
            words.sort_unstable_by_key(|&(word, _)| word);
            out.extend((words.len() as u32).to_le_bytes());
            for (word, weight) in words {
                out.extend(word.to_le_bytes());
                out.extend(weight.to_le_bytes());
            }
        }
    }

    /// Reads what [`Vocabulary::write`] wrote, and what stands behind it; `None` if it is cut.
    pub(crate) fn read(mut bytes: &[u8]) -> Option<(Vocabulary, &[u8])> {
        let mut vocabulary = Vocabulary::default();
        for words in vocabulary.all_mut() {
            let (count, rest) = bytes.split_first_chunk::<4>()?;
            let (entries, rest) = rest.split_at_checked((u32::from_le_bytes(*count) as usize).checked_mul(8)?)?;
            let four = |b: &[u8]| [b[0], b[1], b[2], b[3]];
            let entry = |b: &[u8]| (u32::from_le_bytes(four(b)), f32::from_le_bytes(four(&b[4..])));
            words.extend(entries.chunks_exact(8).map(entry));
            bytes = rest;
        }
        Some((vocabulary, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.names.extend([(7, 0.5), (3, -1.0)]);
        vocabulary.heading.insert(9, 2.0);
        let mut bytes = Vec::new();
        vocabulary.write(&mut bytes);
        bytes.push(1);
        assert_eq!(Vocabulary::read(&bytes), Some((vocabulary, &[1][..])));
        assert_eq!(Vocabulary::read(&bytes[..20]), None);
    }
}
