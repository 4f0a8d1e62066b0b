//! The block model as data: packed trees in a versioned file.

use std::sync::OnceLock;

use crate::article::features::feature_names;
use crate::article::features::wording::Vocabulary;

/// A node of a tree. A leaf has `feature == LEAF` and its value in `threshold`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// Index of the feature looked at, or [`TreeNode::LEAF`].
    pub feature: u16,
    /// The child for values that are not greater than the threshold, counted from the tree's root; the other child
    /// follows it.
    pub left: u16,
    /// What the feature is compared with, or a leaf's value.
    pub threshold: f32,
}

impl TreeNode {
    /// Marks a leaf.
    pub const LEAF: u16 = u16::MAX;
}

/// A sum of trees: the logit of the probability that a block is part of the text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// The weights of words that some of the features are made of.
    pub vocabulary: Vocabulary,
    nodes: Vec<TreeNode>,
    roots: Vec<u32>,
}

/// First line of the file; the number changes with its meaning. Comments, an empty line, the vocabularies and the trees
/// follow: of each tree the number of nodes (two bytes, the lower one first), then eight bytes a node.
const HEADER: &str = "rowsmith article model 3";

impl Model {
    /// The model that comes with the library.
    pub fn built_in() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Model::parse(include_bytes!("../models/article.bin")).unwrap_or_default())
    }

    /// A model of these words and trees.
    ///
    /// # Errors
    /// If a tree has no node, a child before its parent or behind the end, or a feature that does not exist.
    pub fn new(vocabulary: Vocabulary, trees: &[Vec<TreeNode>]) -> Result<Model, String> {
        let width = feature_count();
        let mut model = Model { vocabulary, ..Model::default() };
        for tree in trees {
            let sound = |(at, node): (usize, &TreeNode)| {
                node.feature == TreeNode::LEAF
                    || (node.feature as usize) < width
                        && node.left as usize > at
                        && (node.left as usize) + 1 < tree.len()
            };
            if tree.is_empty() || !tree.iter().enumerate().all(sound) {
                return Err("a tree of the model is damaged".to_owned());
            }
            model.roots.push(model.nodes.len() as u32);
            model.nodes.extend(tree);
        }
        Ok(model)
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// What is wrong with it; also if it was made for other features.
    pub fn parse(bytes: &[u8]) -> Result<Model, String> {
        let split = bytes.windows(2).position(|w| w == b"\n\n").ok_or("the model has no trees")?;
        let head = std::str::from_utf8(&bytes[..split]).map_err(|_| "the model's head is no text")?;
        let mut lines = head.lines().filter(|l| !l.starts_with('#'));
        if lines.next() != Some(HEADER) {
            return Err(format!("the first line is not {HEADER:?}"));
        }
        if lines.next() != Some(features_line().as_str()) {
            return Err("the model was made for other features; train again".to_owned());
        }
        let (vocabulary, mut rest) = Vocabulary::read(&bytes[split + 2..]).ok_or("the words of the model are cut")?;
        let mut trees = Vec::new();
        while let [a, b, behind @ ..] = rest {
            let size = 8 * usize::from(u16::from_le_bytes([*a, *b]));
            let (tree, behind) = behind.split_at_checked(size).ok_or("a tree of the model is cut")?;
            let node = |n: &[u8]| TreeNode {
                feature: u16::from_le_bytes([n[0], n[1]]),
                left: u16::from_le_bytes([n[2], n[3]]),
                threshold: f32::from_le_bytes([n[4], n[5], n[6], n[7]]),
            };
            trees.push(tree.chunks_exact(8).map(node).collect::<Vec<_>>());
            rest = behind;
        }
        Model::new(vocabulary, &trees)
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_bytes(&self, notes: &str) -> Vec<u8> {
        let mut out = format!("{HEADER}\n");
        for note in notes.lines() {
            out.push_str(&format!("# {note}\n"));
        }
        out.push_str(&features_line());
        let mut out = out.into_bytes();
        out.extend(b"\n\n");
        self.vocabulary.write(&mut out);
        for (i, &root) in self.roots.iter().enumerate() {
            let end = self.roots.get(i + 1).map_or(self.nodes.len(), |&r| r as usize);
            let tree = &self.nodes[root as usize..end];
            out.extend((tree.len() as u16).to_le_bytes());
            for node in tree {
                out.extend(node.feature.to_le_bytes());
                out.extend(node.left.to_le_bytes());
                out.extend(node.threshold.to_le_bytes());
            }
        }
        out
    }

    /// The number of trees.
    pub fn trees(&self) -> usize {
        self.roots.len()
    }

    /// The probabilities that blocks are part of the text, by their features: `rows` has those of one block after the
    /// other. They go to `out`.
    ///
    /// Several blocks go down a tree at a time, so that the processor need not wait for one node after the other, and
    /// a tree serves all rows while it is in the cache.
    pub fn probabilities(&self, rows: &[f32], out: &mut Vec<f32>) {
        let width = feature_count();
        let mut logits = vec![0f64; rows.len() / width];
        let mut open: Vec<usize> = (0..logits.len()).collect();
        let quarter = self.roots.len().div_ceil(4).max(1);
        for (at, &root) in self.roots.iter().enumerate() {
            if at > quarter && at % quarter == 0 {
                open.retain(|&row| logits[row].abs() < SETTLED);
            }
            let tree = &self.nodes[root as usize..];
            for open in open.chunks(LANES) {
                walk(tree, rows, width, open, &mut logits);
            }
        }
        out.extend(logits.iter().map(|logit| (1.0 / (1.0 + (-logit).exp())) as f32));
    }
}

/// A logit that further trees need not make surer: a probability of 0.011 or 0.989. Looked at after half of the trees and after
/// three quarters.
const SETTLED: f64 = 4.5;
/// Blocks that go down a tree together.
const LANES: usize = 8;

/// Adds the leaves that the rows of these numbers, `LANES` or fewer, come to.
fn walk(tree: &[TreeNode], rows: &[f32], width: usize, numbers: &[usize], logits: &mut [f64]) {
    let mut at = [0usize; LANES];
    let mut moved = true;
    while moved {
        moved = false;
        for (at, &number) in at.iter_mut().zip(numbers) {
            let node = tree[*at];
            if node.feature != TreeNode::LEAF {
                *at = node.left as usize + usize::from(rows[number * width + node.feature as usize] > node.threshold);
                moved = true;
            }
        }
    }
    for (&number, at) in numbers.iter().zip(at) {
        logits[number] += f64::from(tree[at].threshold);
    }
}

/// How many features a row has.
pub fn feature_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| feature_names().len())
}

/// Number and hash of all feature names, so that a file is not used with features it was not made for.
fn features_line() -> String {
    let names = feature_names();
    let hash = names.iter().fold(0, |h, name| name.bytes().fold(h, |h, b| crate::tree::mix(h, u64::from(b))));
    format!("features {} {hash:016x}", names.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: f32) -> TreeNode {
        TreeNode { feature: TreeNode::LEAF, left: 0, threshold: value }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let trees = [vec![TreeNode { feature: 1, left: 1, threshold: 0.5 }, leaf(3.0), leaf(-3.0)], vec![leaf(0.0)]];
        let mut vocabulary = Vocabulary::default();
        vocabulary.own.insert(5, -0.5);
        let model = Model::new(vocabulary, &trees).unwrap();
        assert_eq!(Model::parse(&model.to_bytes("made by\na test")).unwrap(), model);
        // more rows than go down a tree together
        let mut rows = vec![0.5; feature_count() * 9];
        rows[feature_count() * 8 + 1] = 0.6;
        let mut out = Vec::new();
        model.probabilities(&rows, &mut out);
        assert!(out.len() == 9 && out[..8].iter().all(|&p| p > 0.9) && out[8] < 0.1);
    }

    #[test]
    fn wrong_files_are_refused() {
        let words = Vocabulary::default;
        let good = Model::new(words(), &[vec![leaf(1.0)]]).unwrap().to_bytes("");
        for bytes in [
            &b""[..],
            b"rowsmith article model 9\n\n",
            &good[..good.len() - 1],
            b"rowsmith article model 3\nfeatures 1 0\n\n",
        ] {
            assert!(Model::parse(bytes).is_err());
        }
        let looping = vec![TreeNode { feature: 1, left: 0, threshold: 0.5 }, leaf(3.0), leaf(-3.0)];
        assert!(Model::new(words(), &[looping]).is_err());
    }

    #[test]
    fn the_built_in_model_is_readable() {
        assert_eq!(Model::parse(include_bytes!("../models/article.bin")).map(|_| ()), Ok(()));
    }
}
