//! Top-down edit distance by Chawathe (VLDB 1999), in main memory: the method that RTDM is compared with in Reis et al.
//! 2004, 5.1.

use rowsmith::tree::Tree;

/// The top-down edit distance with unit costs: insertions and removals touch leaves, labels are replaced anywhere.
///
/// A shortest path through the edit graph of the two preorder sequences of (label, depth), which takes quadratic time
/// for any trees. Two rows of the graph are kept, as in a main-memory version.
pub fn top_down_distance(a: &Tree, b: &Tree) -> u64 {
    let (depths_a, depths_b) = (depths(a), depths(b));
    let (m, n) = (a.len(), b.len());
    let mut above: Vec<u32> = (0..=n as u32).collect();
    let mut row = vec![0u32; n + 1];
    for i in 0..m {
        row[0] = i as u32 + 1;
        let depth = depths_a[i];
        let next_a = depths_a.get(i + 1).copied().unwrap_or(0);
        for j in 0..n {
            let mut best = u32::MAX;
            // nodes of equal depth may be paired
            if depth == depths_b[j] {
                best = above[j].saturating_add(u32::from(a.labels[i] != b.labels[j]));
            }
            // a node may be removed if what follows in the other tree is no deeper, and so is not a child of what it is
            // paired with
            if depths_b.get(j + 1).is_none_or(|&d| d <= depth) {
                best = best.min(above[j + 1].saturating_add(1));
            }
            if i + 1 == m || next_a <= depths_b[j] {
                best = best.min(row[j].saturating_add(1));
            }
            row[j + 1] = best;
        }
        std::mem::swap(&mut above, &mut row);
    }
    u64::from(above[n])
}

fn depths(tree: &Tree) -> Vec<u32> {
    let mut depths = vec![0u32; tree.len()];
    for id in tree.nodes().skip(1) {
        depths[id] = tree.parent(id).map_or(0, |p| depths[p] + 1);
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::selkow::selkow_distance;
    use crate::baselines::test_trees::random_trees;

    #[test]
    fn the_same_as_selkow_on_random_trees() {
        for (t, u) in random_trees(300) {
            assert_eq!(top_down_distance(&t, &u), selkow_distance(&t, &u), "{t:?} {u:?}");
        }
    }
}
