//! Top-down edit distance by Chawathe (VLDB 1999), in main memory: what RTDM is compared with in Reis et al. 2004, 5.1.

use rowsmith::tree::Tree;

/// The top-down edit distance with unit costs: insertions and removals touch leaves, labels are replaced anywhere.
///
/// A shortest path through the edit graph of the two preorder sequences of (label, depth): quadratic whatever the trees.
/// Two rows of the graph are kept, as in a main-memory version.
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
            // nodes of one depth may be paired
            if depth == depths_b[j] {
                best = above[j].saturating_add(u32::from(a.labels[i] != b.labels[j]));
            }
            // a node may be removed if what follows in the other tree is no deeper: no child of what it is paired with
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
    for id in 1..tree.len() {
        depths[id] = tree.parent(id).map_or(0, |p| depths[p] + 1);
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree from labels with depths.
    fn tree(nodes: &[(u32, usize)]) -> Tree {
        let mut t = Tree::default();
        let mut open: Vec<usize> = Vec::new();
        for (id, &(label, depth)) in nodes.iter().enumerate() {
            open.truncate(depth);
            t.labels.push(label);
            t.ends.push(id as u32 + 1);
            t.parents.push(open.last().map_or(0, |&p| p as u32));
            open.push(id);
        }
        for id in (1..t.len()).rev() {
            let parent = t.parents[id] as usize;
            t.ends[parent] = t.ends[parent].max(t.ends[id]);
        }
        t.terminals_before = vec![0; t.len() + 1];
        t
    }

    /// Selkow's recurrence, by plain recursion.
    fn selkow(t: &Tree, u: &Tree, x: usize, y: usize) -> u64 {
        let (c, d): (Vec<_>, Vec<_>) = (t.children(x).collect(), u.children(y).collect());
        let mut m = vec![vec![0u64; d.len() + 1]; c.len() + 1];
        for i in 0..=c.len() {
            for j in 0..=d.len() {
                let removed = (i > 0).then(|| m[i - 1][j] + t.size(c[i - 1]) as u64);
                let inserted = (j > 0).then(|| m[i][j - 1] + u.size(d[j - 1]) as u64);
                let paired = (i > 0 && j > 0).then(|| m[i - 1][j - 1] + selkow(t, u, c[i - 1], d[j - 1]));
                m[i][j] = [removed, inserted, paired].into_iter().flatten().min().unwrap_or(0);
            }
        }
        m[c.len()][d.len()] + u64::from(t.labels[x] != u.labels[y])
    }

    #[test]
    fn the_same_as_selkow_on_random_trees() {
        let mut state = 7u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let mut any = || {
                let mut nodes = vec![(random(3) as u32, 0)];
                for _ in 0..random(14) {
                    let last = nodes[nodes.len() - 1].1;
                    nodes.push((random(3) as u32, 1 + random(last as u64 + 1) as usize));
                }
                tree(&nodes)
            };
            let (t, u) = (any(), any());
            assert_eq!(top_down_distance(&t, &u), selkow(&t, &u, 0, 0), "{t:?} {u:?}");
        }
    }
}
