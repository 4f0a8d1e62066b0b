//! Subtrees as strings of tags, and their normalised edit distance (MDR: Liu, Grossman and Zhai, KDD 2003, 3.2).

use rowsmith::dom::Tag;
use rowsmith::tree::{Tree, TreeId};

/// The tag strings of all subtrees of a page: every subtree, and every run of siblings, is a slice of one string.
pub struct TagStrings {
    /// The elements' tags in document order.
    tags: Vec<u32>,
    /// For each node, the number of elements before it; has one entry more than there are nodes.
    before: Vec<u32>,
}

impl TagStrings {
    /// Takes linear time.
    pub fn new(tree: &Tree) -> TagStrings {
        let is_element = |&&label: &&u32| label != Tag::TEXT.0;
        let mut before = vec![0];
        for label in &tree.labels {
            before.push(before[before.len() - 1] + u32::from(is_element(&label)));
        }
        TagStrings { tags: tree.labels.iter().filter(is_element).copied().collect(), before }
    }

    /// The tag string of a run of nodes `first..end`.
    pub fn of(&self, first: TreeId, end: TreeId) -> &[u32] {
        &self.tags[self.before[first] as usize..self.before[end] as usize]
    }

    /// Whether the edit distance of the tag strings of two runs of siblings, divided by their mean length, is at most
    /// `threshold`. Costs O(threshold · length²).
    pub fn similar(&self, tree: &Tree, a: &[TreeId], b: &[TreeId], threshold: f64) -> bool {
        let (Some(&last_a), Some(&last_b)) = (a.last(), b.last()) else { return false };
        let (x, y) = (self.of(a[0], tree.end(last_a)), self.of(b[0], tree.end(last_b)));
        let mean = (x.len() + y.len()) as f64 / 2.0;
        mean > 0.0 && edit_distance_within(x, y, (threshold * mean) as usize).is_some()
    }
}

/// The edit distance of two strings (insertion, deletion and replacement cost 1) if it is at most `bound`; only the
/// diagonals that can be reached are computed (Ukkonen 1985).
pub fn edit_distance_within(a: &[u32], b: &[u32], bound: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    let far = bound + 1;
    let mut row: Vec<usize> = (0..=b.len()).map(|j| j.min(far)).collect();
    for (i, x) in a.iter().enumerate() {
        let from = (i + 1).saturating_sub(bound);
        let to = (i + 1 + bound).min(b.len());
        let mut diagonal = if from == 0 { row[0] } else { row[from - 1] };
        if from == 0 {
            row[0] = (i + 1).min(far);
        } else {
            row[from - 1] = far;
        }
        let mut least = row[from.saturating_sub(1)];
        for j in from.max(1)..=to {
            let above = if j < i + 1 + bound { row[j] } else { far };
            let value = (diagonal + usize::from(*x != b[j - 1])).min(above + 1).min(row[j - 1] + 1).min(far);
            diagonal = row[j];
            row[j] = value;
            least = least.min(value);
        }
        if least >= far {
            return None;
        }
    }
    Some(row[b.len()]).filter(|&d| d <= bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::refill::Numbers;

    fn textbook(a: &[u32], b: &[u32]) -> usize {
        let mut m = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                m[i][j] = match (i, j) {
                    (0, n) | (n, 0) => n,
                    _ => {
                        (m[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1])).min(m[i - 1][j] + 1).min(m[i][j - 1] + 1)
                    }
                };
            }
        }
        m[a.len()][b.len()]
    }

    #[test]
    fn the_same_as_the_textbook_within_any_bound() {
        let mut numbers = Numbers::new(3);
        for _ in 0..2000 {
            let any = |numbers: &mut Numbers| -> Vec<u32> {
                (0..numbers.below(9)).map(|_| numbers.below(3) as u32).collect()
            };
            let (a, b) = (any(&mut numbers), any(&mut numbers));
            let distance = textbook(&a, &b);
            for bound in 0..10 {
                assert_eq!(edit_distance_within(&a, &b, bound), (distance <= bound).then_some(distance), "{a:?} {b:?}");
            }
        }
    }
}
