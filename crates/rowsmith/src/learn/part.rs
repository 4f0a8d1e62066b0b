//! The parts of a model, and how each is stored as bytes.

use crate::learn::error::ModelError;
use crate::learn::linear::Linear;
use crate::learn::ranker::Ranker;
use crate::learn::trees::{TreeNode, Trees};
use crate::learn::words::WordWeights;

/// A part of a model.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A linear function: bias and weights, with eight bytes each.
    Linear(Linear),
    /// Trees: for each, the number of nodes in two bytes, and eight bytes per node.
    Trees(Trees),
    /// Word weights: the hash of a word and its weight, with four bytes each, ordered by hash.
    Words(WordWeights),
}

impl Part {
    /// The byte that identifies the kind of a part in a file.
    pub(crate) fn kind(&self) -> u8 {
        match self {
            Part::Linear(_) => b'L',
            Part::Trees(_) => b'T',
            Part::Words(_) => b'W',
        }
    }

    /// Appends the part, with numbers in little-endian order.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Part::Linear(linear) => {
                out.extend(linear.bias.to_le_bytes());
                out.extend(linear.weights.iter().flat_map(|w| w.to_le_bytes()));
            }
            Part::Trees(trees) => {
                for tree in trees.iter() {
                    out.extend((tree.len() as u16).to_le_bytes());
                    for node in tree {
                        out.extend(node.feature.to_le_bytes());
                        out.extend(node.left.to_le_bytes());
                        out.extend(node.threshold.to_le_bytes());
                    }
                }
            }
            Part::Words(words) => {
                let mut words: Vec<(u32, f32)> = words.iter().map(|(&word, &weight)| (word, weight)).collect();
                words.sort_unstable_by_key(|&(word, _)| word);
                for (word, weight) in words {
                    out.extend(word.to_le_bytes());
                    out.extend(weight.to_le_bytes());
                }
            }
        }
    }

    /// Parses what [`Part::write`] wrote. `None` if it is damaged: it has a wrong length, contains a NaN, or has a tree
    /// in which a walk might not end.
    pub(crate) fn read(kind: u8, bytes: &[u8]) -> Option<Part> {
        match kind {
            b'L' => read_linear(bytes).map(Part::Linear),
            b'T' => read_trees(bytes).map(Part::Trees),
            b'W' => read_words(bytes).map(Part::Words),
            _ => None,
        }
    }
}

fn read_linear(bytes: &[u8]) -> Option<Linear> {
    let (numbers, []) = bytes.as_chunks::<8>() else { return None };
    let mut numbers = numbers.iter().map(|n| f64::from_le_bytes(*n));
    let linear = Linear { bias: numbers.next()?, weights: numbers.collect() };
    (linear.bias.is_finite() && linear.weights.iter().all(|w| w.is_finite())).then_some(linear)
}

fn read_trees(mut bytes: &[u8]) -> Option<Trees> {
    let mut trees = Trees::default();
    let mut nodes = Vec::new();
    while let Some((size, rest)) = bytes.split_first_chunk::<2>() {
        let (tree, rest) = rest.split_at_checked(8 * usize::from(u16::from_le_bytes(*size)))?;
        nodes.clear();
        nodes.extend(tree.as_chunks::<8>().0.iter().map(|n| TreeNode {
            feature: u16::from_le_bytes([n[0], n[1]]),
            left: u16::from_le_bytes([n[2], n[3]]),
            threshold: f32::from_le_bytes([n[4], n[5], n[6], n[7]]),
        }));
        if nodes.iter().any(|n| !n.threshold.is_finite()) {
            return None;
        }
        trees.push(&nodes)?;
        bytes = rest;
    }
    bytes.is_empty().then_some(trees)
}

fn read_words(bytes: &[u8]) -> Option<WordWeights> {
    let (entries, []) = bytes.as_chunks::<8>() else { return None };
    let entry =
        |b: &[u8; 8]| (u32::from_le_bytes([b[0], b[1], b[2], b[3]]), f32::from_le_bytes([b[4], b[5], b[6], b[7]]));
    let words: WordWeights = entries.iter().map(entry).collect();
    (words.len() == entries.len() && words.values().all(|w| w.is_finite())).then_some(words)
}

/// The parts of a model with their names.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parts {
    pub(crate) all: Vec<NamedPart>,
}

/// A part and its name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NamedPart {
    pub(crate) name: String,
    pub(crate) part: Part,
}

impl Parts {
    /// The parts, for modification.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Part> {
        self.all.iter_mut().map(|named| &mut named.part)
    }

    /// Appends a part.
    pub fn push(&mut self, name: &str, part: Part) {
        self.all.push(NamedPart { name: name.to_owned(), part });
    }

    /// Appends a ranker as two parts with one name.
    pub fn push_ranker(&mut self, name: &str, ranker: &Ranker) {
        self.push(name, Part::Linear(ranker.linear.clone()));
        self.push(name, Part::Trees(ranker.trees.clone()));
    }

    /// Removes and returns the ranker with this name.
    ///
    /// # Errors
    /// If one of its parts is missing.
    pub fn take_ranker(&mut self, name: &str) -> Result<Ranker, ModelError> {
        Ok(Ranker { linear: self.take_linear(name)?, trees: self.take_trees(name)? })
    }

    /// Removes and returns the linear function with this name.
    ///
    /// # Errors
    /// If it is missing.
    pub fn take_linear(&mut self, name: &str) -> Result<Linear, ModelError> {
        self.take(name, |part| if let Part::Linear(linear) = part { Ok(linear) } else { Err(part) })
    }

    /// Removes and returns the trees with this name.
    ///
    /// # Errors
    /// If they are missing.
    pub fn take_trees(&mut self, name: &str) -> Result<Trees, ModelError> {
        self.take(name, |part| if let Part::Trees(trees) = part { Ok(trees) } else { Err(part) })
    }

    /// Removes and returns the word weights with this name.
    ///
    /// # Errors
    /// If they are missing.
    pub fn take_words(&mut self, name: &str) -> Result<WordWeights, ModelError> {
        self.take(name, |part| if let Part::Words(words) = part { Ok(words) } else { Err(part) })
    }

    fn take<T>(&mut self, name: &str, wanted: impl Fn(Part) -> Result<T, Part>) -> Result<T, ModelError> {
        for at in 0..self.all.len() {
            if self.all[at].name != name {
                continue;
            }
            let NamedPart { name, part } = self.all.remove(at);
            match wanted(part) {
                Ok(found) => return Ok(found),
                Err(part) => self.all.insert(at, NamedPart { name, part }),
            }
        }
        Err(ModelError::Missing(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(part: &Part) -> Vec<u8> {
        let mut bytes = Vec::new();
        part.write(&mut bytes);
        bytes
    }

    #[test]
    fn parts_are_read_as_they_were_written() {
        let tree = vec![TreeNode { feature: 1, left: 1, threshold: 0.5 }, TreeNode::leaf(3.0), TreeNode::leaf(-3.0)];
        for part in [
            Part::Linear(Linear { bias: 0.1, weights: vec![1.0, 2.7747762] }),
            Part::Trees(Trees::new([tree, vec![TreeNode::leaf(0.1)]]).unwrap()),
            Part::Words(WordWeights::from_iter([(7, 0.5), (3, -1.0)])),
        ] {
            let bytes = written(&part);
            assert_eq!(Part::read(part.kind(), &bytes), Some(part.clone()));
            assert_eq!(Part::read(part.kind(), &bytes[..bytes.len() - 1]), None, "cut");
            assert_eq!(Part::read(b'?', &bytes), None);
        }
    }

    #[test]
    fn damaged_parts_are_refused() {
        let looping = [3, 0, 1, 0, 0, 0, 0, 0, 0, 0].into_iter().chain([0; 16]).collect::<Vec<u8>>();
        assert_eq!(Part::read(b'T', &looping), None);
        assert_eq!(Part::read(b'L', &f64::NAN.to_le_bytes()), None);
        assert_eq!(Part::read(b'W', &[1, 0, 0, 0, 0, 0, 0, 0].repeat(2)), None, "a word twice");
    }

    #[test]
    fn a_part_is_taken_once_and_by_its_kind() {
        let mut parts = Parts::default();
        parts.push_ranker("first", &Ranker::default());
        assert_eq!(parts.take_trees("first"), Ok(Trees::default()));
        assert_eq!(parts.take_ranker("first"), Err(ModelError::Missing("first".to_owned())));
        assert_eq!(parts.take_linear("second"), Err(ModelError::Missing("second".to_owned())));
    }
}
