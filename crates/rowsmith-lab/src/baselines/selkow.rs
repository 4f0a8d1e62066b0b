//! Selkow's top-down edit distance (1977): removals and insertions of whole subtrees, replacement of labels anywhere.

use rowsmith::tree::{Tree, TreeId};

/// The distance of two trees with unit costs, by dynamic programming over the children of every pair that is reached.
/// At most O(n·m) cells; no recursion.
pub fn selkow_distance(a: &Tree, b: &Tree) -> u64 {
    if a.is_empty() || b.is_empty() {
        return (a.len() + b.len()) as u64;
    }
    let below = |tree: &Tree| -> Vec<Vec<TreeId>> { tree.nodes().map(|id| tree.children(id).collect()).collect() };
    let (children_a, children_b) = (below(a), below(b));
    let depths = |tree: &Tree| {
        let mut depths = vec![0u32; tree.len()];
        for id in tree.nodes().skip(1) {
            depths[id] = tree.parent(id).map_or(0, |p| depths[p] + 1);
        }
        depths
    };
    let (depths_a, depths_b) = (depths(a), depths(b));
    // nodes of equal depth may be paired: the deepest pairs first
    let deepest = depths_a.iter().max().copied().unwrap_or(0).min(depths_b.iter().max().copied().unwrap_or(0));
    let at_depth = |tree: &Tree, depths: &[u32], depth: u32| -> Vec<TreeId> {
        tree.nodes().filter(|&id| depths[id] == depth).collect()
    };
    // indices of the nodes of one depth in the table for that depth
    let mut lower: (Vec<u32>, Vec<u32>, Vec<u64>) = Default::default();
    for depth in (0..=deepest).rev() {
        let (row_nodes, column_nodes) = (at_depth(a, &depths_a, depth), at_depth(b, &depths_b, depth));
        let mut table = vec![0u64; row_nodes.len() * column_nodes.len()];
        let width = lower.1.iter().max().map_or(0, |&m| m as usize + 1);
        for (i, &x) in row_nodes.iter().enumerate() {
            for (j, &y) in column_nodes.iter().enumerate() {
                let (left, right) = (&children_a[x], &children_b[y]);
                let mut row: Vec<u64> = std::iter::once(0)
                    .chain(right.iter().scan(0, |sum, &r| {
                        *sum += b.size(r) as u64;
                        Some(*sum)
                    }))
                    .collect();
                for &l in left {
                    let mut diagonal = row[0];
                    row[0] += a.size(l) as u64;
                    for (k, &r) in right.iter().enumerate() {
                        let pair = lower.2[lower.0[l] as usize * width + lower.1[r] as usize];
                        let best = (row[k + 1] + a.size(l) as u64).min(row[k] + b.size(r) as u64).min(diagonal + pair);
                        diagonal = row[k + 1];
                        row[k + 1] = best;
                    }
                }
                table[i * column_nodes.len() + j] = row[right.len()] + u64::from(a.labels[x] != b.labels[y]);
            }
        }
        let places = |nodes: &[TreeId], n: usize| {
            let mut places = vec![0u32; n];
            nodes.iter().enumerate().for_each(|(at, &id)| places[id] = at as u32);
            places
        };
        lower = (places(&row_nodes, a.len()), places(&column_nodes, b.len()), table);
    }
    lower.2.first().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::test_trees::{random_trees, tree};

    /// The recurrence, by plain recursion.
    pub fn textbook(t: &Tree, u: &Tree, x: TreeId, y: TreeId) -> u64 {
        let (c, d): (Vec<_>, Vec<_>) = (t.children(x).collect(), u.children(y).collect());
        let mut m = vec![vec![0u64; d.len() + 1]; c.len() + 1];
        for i in 0..=c.len() {
            for j in 0..=d.len() {
                let removed = (i > 0).then(|| m[i - 1][j] + t.size(c[i - 1]) as u64);
                let inserted = (j > 0).then(|| m[i][j - 1] + u.size(d[j - 1]) as u64);
                let paired = (i > 0 && j > 0).then(|| m[i - 1][j - 1] + textbook(t, u, c[i - 1], d[j - 1]));
                m[i][j] = [removed, inserted, paired].into_iter().flatten().min().unwrap_or(0);
            }
        }
        m[c.len()][d.len()] + u64::from(t.labels[x] != u.labels[y])
    }

    #[test]
    fn whole_subtrees_are_removed() {
        // a(b(c d)) to a(e): replace b by e and remove its two leaves
        let (t, u) = (tree(&[(0, 0), (1, 1), (2, 2), (3, 2)]), tree(&[(0, 0), (4, 1)]));
        assert_eq!(selkow_distance(&t, &u), 3);
        assert_eq!(selkow_distance(&t, &t), 0);
    }

    #[test]
    fn the_same_as_the_recurrence_on_random_trees() {
        for (t, u) in random_trees(300) {
            assert_eq!(selkow_distance(&t, &u), textbook(&t, &u, TreeId::ROOT, TreeId::ROOT), "{t:?} {u:?}");
        }
    }
}
