//! Classes of equal subtrees: two subtrees are the same if and only if their classes are.

use rustc_hash::FxHashMap;

use crate::tree::id::TreeId;
use crate::tree::types::Tree;

/// The structural class of every subtree: equal for subtrees with equal labels and shape. Classes are small numbers, so
/// that a pair of them makes a key. Takes linear time.
pub fn structural_classes(tree: &Tree) -> Vec<u32> {
    classes(tree, |_| 0)
}

/// The content class of every subtree: equal if labels, shape and `content` (for example a hash of a node's own text)
/// are equal. Takes linear time.
pub fn content_classes(tree: &Tree, content: impl Fn(TreeId) -> u64) -> Vec<u32> {
    classes(tree, content)
}

fn classes(tree: &Tree, content: impl Fn(TreeId) -> u64) -> Vec<u32> {
    let numbers = FxHashMap::with_capacity_and_hasher(tree.len() / 2, Default::default());
    ClassTable { numbers }.classes(tree, content)
}

/// Classes over several trees: subtrees are equal if and only if their classes are, in whichever trees they are.
#[derive(Clone, Debug, Default)]
pub struct ClassTable {
    numbers: FxHashMap<u64, u32>,
}

impl ClassTable {
    /// The class of every subtree, as in [`content_classes`]. Takes linear time.
    pub fn classes(&mut self, tree: &Tree, content: impl Fn(TreeId) -> u64) -> Vec<u32> {
        let mut classes = vec![0u32; tree.len()];
        for id in tree.nodes().rev() {
            let mut hash = mix(u64::from(tree.labels[id]) << 32 | tree.size(id) as u64, content(id));
            for child in tree.children(id) {
                hash = mix(hash, u64::from(classes[child]));
            }
            let next = self.numbers.len() as u32;
            classes[id] = *self.numbers.entry(hash).or_insert(next);
        }
        classes
    }
}

/// Folds a value into a 64-bit hash (the multiply-and-fold step of wyhash). Collisions are practically impossible.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(value ^ 0xe703_7ed1_a0b4_28db);
    (product as u64) ^ (product >> 64) as u64 ^ hash.rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;

    #[test]
    fn equal_shapes_have_equal_classes() {
        let t = tree("r(a(b c) a(b c) a(c b) a(b) b)");
        let c = structural_classes(&t);
        assert_eq!(c[1], c[4]);
        assert_ne!(c[1], c[7]);
        assert_eq!(c[2], c[5]);
        let texts = content_classes(&t, |i| u64::from(i == TreeId::new(2)));
        assert_ne!(texts[1], texts[4]);
    }

    proptest! {
        #[test]
        fn classes_are_equality(t in any_tree(40)) {
            let classes = structural_classes(&t);
            for a in t.nodes() {
                for b in t.nodes() {
                    let shape = |i: TreeId| -> Vec<(u32, usize)> {
                        t.subtree(i).map(|j| (t.labels[j], t.size(j))).collect()
                    };
                    prop_assert_eq!(classes[a] == classes[b], shape(a) == shape(b));
                }
            }
        }
    }
}
