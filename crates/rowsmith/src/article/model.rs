//! The block model as data: packed trees in a versioned file.

use std::sync::OnceLock;

use super::features::feature_names;

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
    nodes: Vec<TreeNode>,
    roots: Vec<u32>,
}

/// First line of the file; the number changes with its meaning. Comments, an empty line and the trees follow: of each
/// the number of nodes (two bytes, the lower one first), then eight bytes a node.
const HEADER: &str = "rowsmith article model 1";

impl Model {
    /// The model that comes with the library.
    pub fn built_in() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Model::parse(include_bytes!("model.bin")).unwrap_or_default())
    }

    /// A model of these trees.
    ///
    /// # Errors
    /// If a tree has no node, a child before its parent or behind the end, or a feature that does not exist.
    pub fn new(trees: &[Vec<TreeNode>]) -> Result<Model, String> {
        let width = feature_names().len();
        let mut model = Model::default();
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
        let mut rest = &bytes[split + 2..];
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
        Model::new(&trees)
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

    /// The probability that a block is part of the text, by its features.
    pub fn probability(&self, row: &[f32]) -> f32 {
        let logit: f64 = self.roots.iter().map(|&root| f64::from(self.walk(root as usize, row))).sum();
        (1.0 / (1.0 + (-logit).exp())) as f32
    }

    fn walk(&self, root: usize, row: &[f32]) -> f32 {
        let mut at = root;
        loop {
            let node = self.nodes[at];
            if node.feature == TreeNode::LEAF {
                return node.threshold;
            }
            let right = row.get(node.feature as usize).copied().unwrap_or(0.0) > node.threshold;
            at = root + node.left as usize + usize::from(right);
        }
    }
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
        let model = Model::new(&trees).unwrap();
        assert_eq!(Model::parse(&model.to_bytes("made by\na test")).unwrap(), model);
        assert!(model.probability(&[0.0, 0.5]) > 0.9 && model.probability(&[0.0, 0.6]) < 0.1);
    }

    #[test]
    fn wrong_files_are_refused() {
        let good = Model::new(&[vec![leaf(1.0)]]).unwrap().to_bytes("");
        for bytes in [
            &b""[..],
            b"rowsmith article model 9\n\n",
            &good[..good.len() - 1],
            b"rowsmith article model 1\nfeatures 1 0\n\n",
        ] {
            assert!(Model::parse(bytes).is_err());
        }
        let looping = vec![TreeNode { feature: 1, left: 0, threshold: 0.5 }, leaf(3.0), leaf(-3.0)];
        assert!(Model::new(&[looping]).is_err());
    }

    #[test]
    fn the_built_in_model_is_readable() {
        assert_eq!(Model::parse(include_bytes!("model.bin")).map(|_| ()), Ok(()));
    }
}
