//! Data area identification: clusters of pivot nodes of similar depth and distance (AMBER 3.3, algorithm 2).

use rustc_hash::FxHashMap;

use crate::objects::schema::Spread;
use crate::tree::{Tree, TreeId};

/// How far the depths and path lengths of a data area's pivot nodes may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaOptions {
    /// Θ^depth.
    pub depth: u32,
    /// Θ^dist.
    pub distance: u32,
    /// Which values are consistent with Θ.
    pub spread: Spread,
}

impl AreaOptions {
    fn allows(&self, depths: Interval, distances: Interval) -> bool {
        let within = |width: u32, theta: u32| match self.spread {
            Spread::Definition => width <= 2 * theta,
            Spread::RunningExample => width <= theta,
            Spread::Printed => width < theta,
        };
        within(depths.width(), self.depth) && within(distances.width(), self.distance)
    }
}

/// A data area: the subtree that contains a cluster of pivot nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataArea {
    /// The least common ancestor of the pivot nodes.
    pub root: TreeId,
    /// Its support, in document order.
    pub pivots: Vec<TreeId>,
}

#[derive(Clone, Copy, Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const EMPTY: Interval = Interval { low: u32::MAX, high: 0 };

    fn with(self, value: u32) -> Interval {
        Interval { low: self.low.min(value), high: self.high.max(value) }
    }

    fn width(self) -> u32 {
        self.high.saturating_sub(self.low)
    }
}

/// The growing cluster. The path lengths to a next node depend on its least common ancestors with all nodes so far,
/// whose depths can only decrease from the last node back to the first. They are stored as runs of equal depth.
struct Cluster {
    nodes: Vec<TreeId>,
    depths: Interval,
    distances: Interval,
    /// The depth of the common ancestor with the next node if it were the last node's own, and the depths of the nodes;
    /// the shallowest ancestors first.
    runs: Vec<(u32, Interval)>,
}

impl Cluster {
    fn of(node: TreeId, depth: u32) -> Cluster {
        let depths = Interval::EMPTY.with(depth);
        Cluster { nodes: vec![node], depths, distances: Interval::EMPTY, runs: vec![(depth, depths)] }
    }

    /// The runs if the next node's common ancestor with the last one has the depth `common`.
    fn bent(&self, common: u32) -> Vec<(u32, Interval)> {
        let keep = self.runs.partition_point(|run| run.0 < common);
        let mut merged = Interval::EMPTY;
        for run in &self.runs[keep..] {
            merged = merged.with(run.1.low).with(run.1.high);
        }
        let mut runs = self.runs[..keep].to_vec();
        runs.push((common, merged));
        runs
    }
}

/// Algorithm 2: the data areas of the pivot nodes, in document order.
///
/// `pivots` are in document order, without duplicates. If two clusters have one root, the larger is its support, or the
/// earlier if they are equal. Areas within others that have at least as many pivots are left out, since data areas may
/// not be nested (definition 2). O(pivots × depth), where the paper compares all pairs.
pub fn identify(tree: &Tree, depths: &[u32], pivots: &[TreeId], options: AreaOptions) -> Vec<DataArea> {
    let mut areas: Vec<DataArea> = Vec::new();
    let mut last: Option<Cluster> = None;
    for &node in pivots {
        let depth = depths[node];
        if let Some(cluster) = &mut last {
            let before = cluster.nodes[cluster.nodes.len() - 1];
            let common = depths[tree.common_ancestor(before, node)];
            let mut runs = cluster.bent(common);
            let mut distances = cluster.distances;
            for (ancestor, held) in &runs {
                for other in [held.low, held.high] {
                    distances = distances.with(depth + other - 2 * ancestor);
                }
            }
            let all_depths = cluster.depths.with(depth);
            if options.allows(all_depths, distances) {
                runs.push((depth, Interval::EMPTY.with(depth)));
                cluster.nodes.push(node);
                (cluster.depths, cluster.distances, cluster.runs) = (all_depths, distances, runs);
                continue;
            }
        }
        if let Some(cluster) = last.replace(Cluster::of(node, depth)) {
            settle(tree, cluster, &mut areas);
        }
    }
    if let Some(cluster) = last {
        settle(tree, cluster, &mut areas);
    }
    outermost(tree, areas)
}

/// Lines 11 to 14: a cluster of two or more becomes the support of its root, if that has no larger one.
fn settle(tree: &Tree, cluster: Cluster, areas: &mut Vec<DataArea>) {
    if let [first, .., last] = cluster.nodes[..] {
        areas.push(DataArea { root: tree.common_ancestor(first, last), pivots: cluster.nodes });
    }
}

fn outermost(tree: &Tree, areas: Vec<DataArea>) -> Vec<DataArea> {
    let mut of_root: FxHashMap<TreeId, usize> = FxHashMap::default();
    let mut single: Vec<DataArea> = Vec::new();
    for area in areas {
        match of_root.get(&area.root) {
            Some(&at) if single[at].pivots.len() >= area.pivots.len() => {}
            Some(&at) => single[at] = area,
            None => {
                of_root.insert(area.root, single.len());
                single.push(area);
            }
        }
    }
    // by root, outer areas before inner ones; an area is dropped if one around it, or one within it, has more pivots
    single.sort_by_key(|a| (a.root, std::cmp::Reverse(tree.end(a.root))));
    let mut kept: Vec<DataArea> = Vec::new();
    for area in single {
        let mut nested = false;
        while let Some(around) = kept.last() {
            if !tree.contains(around.root, area.root) {
                break;
            }
            if around.pivots.len() >= area.pivots.len() {
                nested = true;
                break;
            }
            kept.pop();
        }
        if !nested {
            kept.push(area);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::test_trees::{any_tree, tree};
    use proptest::prelude::*;

    fn depths(t: &Tree) -> Vec<u32> {
        let mut depths = vec![0u32; t.len()];
        for id in 1..t.len() {
            depths[id] = depths[t.parents[id]] + 1;
        }
        depths
    }

    /// Areas as (letter of the root, number of pivots); pivots are the nodes `P`.
    fn areas(text: &str, depth: u32, distance: u32, spread: Spread) -> Vec<(char, usize)> {
        let t = tree(text);
        let pivots: Vec<TreeId> = t.nodes().filter(|&id| t.labels[id] == u32::from('P')).collect();
        let options = AreaOptions { depth, distance, spread };
        let letter = |id: TreeId| char::from_u32(t.labels[id]).unwrap();
        identify(&t, &depths(&t), &pivots, options).iter().map(|a| (letter(a.root), a.pivots.len())).collect()
    }

    /// Figure 6, reconstructed from the prose: D has a pivot in each of three branches and four in a subtree E of its
    /// own; the pivots of F and of G are at other distances.
    const FIGURE_6: &str = "r( D( a(b(P)) a(b(P)) a(b(P)) E(P P P P) ) \
        x(x(x( F(a(P) b(a(P)) a(P)) ))) G(a(a(a(P))) a(a(a(P)))) )";

    #[test]
    fn figure_6_with_large_thresholds() {
        // "one cluster at D with M1,1 to M1,4 as support, despite the homogeneity of the subtree rooted at E and the
        // loss of the three rightmost pivot nodes in E"; variations as in F do not matter, F and G are not one cluster
        assert_eq!(areas(FIGURE_6, 3, 3, Spread::Printed), [('D', 4), ('F', 3), ('G', 2)]);
    }

    #[test]
    fn figure_6_with_the_best_thresholds() {
        // "(1, 2) would split D in this case"
        let found = areas(FIGURE_6, 1, 2, Spread::Printed);
        assert!(found.contains(&('E', 4)) && found.iter().all(|(root, _)| *root != 'D'), "{found:?}");
    }

    #[test]
    fn the_running_example() {
        // section 3.6: the average rent is at distance 6 from all others, prices of one area at 4, of two areas at 6
        let page = "r( m(P) c( A(a(P) a(P) a(P)) ) e( B(a(P) b a(P) b a(P) b a(P) b) ) )";
        for spread in [Spread::RunningExample, Spread::Printed] {
            assert_eq!(areas(page, 1, 1, spread), [('A', 3), ('B', 4)], "{spread:?}");
        }
    }

    #[test]
    fn one_pivot_or_none_is_no_area() {
        assert!(areas("r(a(P) b)", 1, 2, Spread::Definition).is_empty());
        assert!(areas("r(a b)", 1, 2, Spread::Definition).is_empty());
    }

    /// Algorithm 2 over all pairs, as printed except for the width.
    fn plain(t: &Tree, pivots: &[TreeId], options: AreaOptions) -> Vec<DataArea> {
        let depth = depths(t);
        let mut areas = Vec::new();
        let mut last: Vec<TreeId> = Vec::new();
        for &node in pivots.iter().chain([&TreeId::MAX]) {
            let mut both = last.clone();
            both.push(node);
            let fits = node != TreeId::MAX && {
                let path = |a: TreeId, b: TreeId| depth[a] + depth[b] - 2 * depth[t.common_ancestor(a, b)];
                let all = both.iter().fold(Interval::EMPTY, |i, &n| i.with(depth[n]));
                let pairs = both.iter().enumerate().flat_map(|(i, &a)| both[i + 1..].iter().map(move |&b| (a, b)));
                options.allows(all, pairs.fold(Interval::EMPTY, |i, (a, b)| i.with(path(a, b))))
            };
            if fits {
                last = both;
                continue;
            }
            if last.len() >= 2 {
                areas.push(DataArea { root: t.common_ancestor(last[0], last[last.len() - 1]), pivots: last });
            }
            last = vec![node];
        }
        outermost(t, areas)
    }

    proptest! {
        #[test]
        fn runs_of_ancestors_are_all_pairs(t in any_tree(60), depth in 0u32..3, distance in 0u32..4) {
            let pivots: Vec<TreeId> = t.nodes().filter(|&id| t.labels[id] == 1).collect();
            let options = AreaOptions { depth, distance, spread: Spread::Definition };
            prop_assert_eq!(identify(&t, &depths(&t), &pivots, options), plain(&t, &pivots, options));
        }
    }
}
