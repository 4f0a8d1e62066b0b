//! MDR and MDR2Pass with any of MiBAT's similarity measures, as MiBAT's tables 1 to 3 compare them (MiBAT 3.1, 4, 6.1.2).

use std::collections::HashMap;

use rowsmith::posts::{Measure, PivotedTree, Pivots, matched_siblings};
use rowsmith::records::{Candidate, Generator, RegionOptions, find_regions_by, matched_nodes};
use rowsmith::tree::{Run, Similarities, Tree, TreeId};

/// At most this many candidate pivots of a generalized node are compared, as in our MiBAT.
const MAX_PIVOTS: usize = 32;

/// Compares generalized nodes of one page, each pair once per measure.
pub struct PostComparer<'a> {
    tree: &'a Tree,
    pivots: &'a Pivots,
    sims: Similarities<'a>,
    /// For each node, the number of nodes of depth at most three in its subtree.
    top_levels: Vec<u32>,
    known: HashMap<(Measure, TreeId, TreeId, usize), f64>,
}

impl<'a> PostComparer<'a> {
    /// Starts with nothing compared.
    pub fn new(tree: &'a Tree, pivots: &'a Pivots, sims: Similarities<'a>) -> PostComparer<'a> {
        let children = |id: TreeId| tree.children(id).count() as u32;
        let top_levels = tree.nodes().map(|id| 1 + tree.children(id).map(|c| 1 + children(c)).sum::<u32>()).collect();
        PostComparer { tree, pivots, sims, top_levels, known: HashMap::new() }
    }

    /// The regions of MDR: adjacent generalized nodes with a similarity of at least `threshold`, below any parent, with
    /// K = 10. With `two_passes`, the siblings that are as similar to a region's nearest record are added to it,
    /// adjacent or not.
    pub fn regions(&mut self, heights: &[u32], measure: Measure, threshold: f64, two_passes: bool) -> Vec<Candidate> {
        let options = RegionOptions::default();
        let tree = self.tree;
        let regions = find_regions_by(tree, heights, &options, &mut |a, b| self.similarity(a, b, measure) >= threshold);
        let list = |region| {
            let places = self.places(region, measure, threshold, two_passes);
            let children: Vec<TreeId> = tree.children(region.parent).collect();
            let run = |&at: &usize| Run::new(children[at], tree.end(children[at + region.length - 1]));
            Candidate { runs: places.iter().map(run).collect(), runs_per_record: 1, generator: Generator::Region }
        };
        regions.iter().map(list).collect()
    }

    /// Where the records of a region begin among the children of its parent.
    fn places(
        &mut self,
        region: &rowsmith::records::DataRegion,
        measure: Measure,
        threshold: f64,
        two_passes: bool,
    ) -> Vec<usize> {
        let (start, length, end) = (region.start, region.length, region.start + region.covered);
        let mut places: Vec<usize> = (start..end).step_by(length).collect();
        if !two_passes {
            return places;
        }
        let children: Vec<TreeId> = self.tree.children(region.parent).collect();
        let mut at = 0;
        while at + length <= children.len() {
            if at + length > start && at < end {
                at = end;
                continue;
            }
            let nearest = if at < start { start } else { end - length };
            let (a, b) = (&children[at..at + length], &children[nearest..nearest + length]);
            let alike = if at < start { self.similarity(a, b, measure) } else { self.similarity(b, a, measure) };
            if alike >= threshold {
                places.push(at);
                at += length;
            } else {
                at += 1;
            }
        }
        places.sort_unstable();
        places
    }

    /// The main region (MiBAT 5.4): of those in which a date matches a date of the next record, the one with the most
    /// matched nodes between consecutive records.
    pub fn main_region(&mut self, regions: Vec<Candidate>) -> Option<Candidate> {
        struct Best {
            score: f64,
            region: Candidate,
        }
        let mut best: Option<Best> = None;
        for region in regions {
            let records: Vec<Vec<TreeId>> = region.runs.iter().map(|&run| run.roots(self.tree).collect()).collect();
            let dated = records.windows(2).any(|pair| self.similarity(&pair[0], &pair[1], Measure::PivotMatch) > 0.0);
            if !dated {
                continue;
            }
            let score = matched_nodes(self.tree, &region, &mut self.sims);
            if best.as_ref().is_none_or(|other| score > other.score) {
                best = Some(Best { score, region });
            }
        }
        best.map(|best| best.region)
    }

    /// Equation 2 for two generalized nodes, each below an artificial root that is not counted. Nodes whose siblings do
    /// not have the same tags one by one are not similar (the paper's similarity assumption, 5.1), and for PM and PS
    /// exactly one pair of siblings must match at a pivot (a record has one anchor tree, 5). Without either condition
    /// the longest generalized nodes would win, which extend across everything that separates the posts.
    pub fn similarity(&mut self, a: &[TreeId], b: &[TreeId], measure: Measure) -> f64 {
        let (Some(&first), Some(&second)) = (a.first(), b.first()) else { return 0.0 };
        let label = |&id: &TreeId| self.tree.labels[id];
        if !a.iter().map(label).eq(b.iter().map(label)) {
            return 0.0;
        }
        let key = (measure, first, second, a.len());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let value = match measure {
            Measure::TopLevel => 1.0,
            Measure::TopLevels(levels) => self.top_levels(a, b, levels),
            Measure::WholeTree => {
                let size = |nodes: &[TreeId]| nodes.iter().map(|&n| self.tree.size(n)).sum::<usize>();
                f64::from(self.sims.of_forests(a, b).nodes) / mean(size(a), size(b))
            }
            Measure::PivotMatch | Measure::PivotAndSiblings if a.len() > 1 => {
                let pairs = a.iter().zip(b).map(|(&x, &y)| self.similarity(&[x], &[y], measure));
                let anchors: Vec<f64> = pairs.filter(|&s| s > 0.0).collect();
                if let [anchor] = anchors[..] { anchor } else { 0.0 }
            }
            Measure::PivotMatch | Measure::PivotAndSiblings => self.at_pivots(first, second, measure),
        };
        self.known.insert(key, value);
        value
    }

    fn top_levels(&mut self, a: &[TreeId], b: &[TreeId], levels: u32) -> f64 {
        let mut matched = 0;
        let mut pairs = matched_siblings(&mut self.sims, a, b);
        for level in 1..=levels {
            matched += pairs.len();
            if level == levels {
                break;
            }
            let mut below = Vec::new();
            for (x, y) in pairs {
                let (left, right): (Vec<TreeId>, Vec<TreeId>) =
                    (self.tree.children(x).collect(), self.tree.children(y).collect());
                below.extend(matched_siblings(&mut self.sims, &left, &right));
            }
            pairs = below;
        }
        let size = |nodes: &[TreeId]| nodes.iter().map(|&n| self.top_levels[n] as usize).sum::<usize>();
        matched as f64 / mean(size(a), size(b))
    }

    /// The largest similarity of two subtrees at a candidate pivot of either.
    fn at_pivots(&mut self, a: TreeId, b: TreeId, measure: Measure) -> f64 {
        let candidates = |id: TreeId| -> Vec<TreeId> {
            self.pivots.within(Run::subtree(self.tree, id)).iter().take(MAX_PIVOTS).map(|p| p.node).collect()
        };
        let (first, second) = (candidates(a), candidates(b));
        let mut best: f64 = 0.0;
        for &u in &first {
            for &v in &second {
                let left = PivotedTree { root: a, pivot: u };
                let right = PivotedTree { root: b, pivot: v };
                best = best.max(self.at_pivot(left, right, measure));
            }
        }
        best
    }

    /// PM or PS at one pair of pivots: 0 unless the nodes on the way to them match.
    fn at_pivot(&mut self, left: PivotedTree, right: PivotedTree, measure: Measure) -> f64 {
        let way = |of: PivotedTree| -> Vec<TreeId> {
            let mut way: Vec<TreeId> =
                std::iter::successors(Some(of.pivot), |&n| self.tree.parent(n)).take_while(|&n| n != of.root).collect();
            way.reverse();
            way
        };
        let (way_left, way_right) = (way(left), way(right));
        let label = |id: TreeId| self.tree.labels[id];
        let same = label(left.root) == label(right.root) && way_left.len() == way_right.len();
        if !same || way_left.iter().zip(&way_right).any(|(&x, &y)| label(x) != label(y)) {
            return 0.0;
        }
        let (mut above_left, mut above_right) = (left.root, right.root);
        for (&x, &y) in way_left.iter().zip(&way_right) {
            let lefts: Vec<TreeId> = self.tree.children(above_left).collect();
            let rights: Vec<TreeId> = self.tree.children(above_right).collect();
            let pairs = matched_siblings(&mut self.sims, &lefts, &rights);
            if !pairs.contains(&(x, y)) {
                return 0.0;
            }
            if (x, y) == (left.pivot, right.pivot) && measure == Measure::PivotAndSiblings {
                return pairs.len() as f64 / mean(lefts.len(), rights.len());
            }
            (above_left, above_right) = (x, y);
        }
        1.0
    }
}

fn mean(a: usize, b: usize) -> f64 {
    ((a + b) as f64 / 2.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{Document, ParseOptions, line, parse};
    use rowsmith::records::PageFacts;
    use rowsmith::tree::PageTree;

    fn with_page<T>(html: &str, run: impl FnOnce(&Document, &PageTree, &[u32], &mut PostComparer<'_>) -> T) -> T {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let pivots = Pivots::new(&document, &page);
        let sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
        run(&document, &page, &facts.heights, &mut PostComparer::new(&page.tree, &pivots, sims))
    }

    fn posts(html: &str, measure: Measure, threshold: f64, two_passes: bool) -> Vec<String> {
        with_page(html, |document, page, heights, comparer| {
            let regions = comparer.regions(heights, measure, threshold, two_passes);
            let main = comparer.main_region(regions);
            let text = |&Run { first, end }: &Run| line(document, page.spans[first].from, page.spans[end - 1].to);
            main.map_or(Vec::new(), |m| m.runs.iter().map(text).collect())
        })
    }

    fn post(n: u32, body: &str) -> String {
        format!("<div><p><b class=x>Ann {n}</b> <i class=x>Jan {n}, 2024</i></p><div>{body}</div></div>")
    }

    const LONG: &str = "<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p><ol><li>e</li></ol><h3>f</h3><p>g</p>";

    #[test]
    fn figure_3_of_the_paper() {
        // the pivot F has the siblings E and G, of which G is only in the first tree
        let html = "<div><div><b class=x>e</b>Jan 1, 2024<u class=x>g</u></div></div>\
                    <div><div><b class=x>e</b>Jan 2, 2024</div></div>";
        with_page(html, |_, page, _, comparer| {
            let roots: Vec<TreeId> = page.tree.children(TreeId::new(1)).collect();
            let of = |comparer: &mut PostComparer<'_>, m| comparer.similarity(&roots[..1], &roots[1..], m);
            assert_eq!(of(comparer, Measure::TopLevel), 1.0);
            assert_eq!(of(comparer, Measure::PivotMatch), 1.0);
            assert_eq!(of(comparer, Measure::PivotAndSiblings), 4.0 / 5.0);
            // roots, boxes, E and F, and the text of E; G and its text are left over
            assert_eq!(of(comparer, Measure::TopLevels(3)), 2.0 * 4.0 / 9.0);
            assert_eq!(of(comparer, Measure::WholeTree), 2.0 * 5.0 / 12.0);
        });
    }

    #[test]
    fn posts_of_unlike_bodies_are_similar_at_their_dates_alone() {
        let page = format!("{}{}{}", post(1, "x"), post(2, LONG), post(3, "y"));
        assert!(posts(&page, Measure::WholeTree, 0.9, false).is_empty());
        assert_eq!(posts(&page, Measure::PivotAndSiblings, 0.9, false).len(), 3);
    }

    #[test]
    fn the_second_pass_takes_what_is_not_adjacent() {
        let page = format!("{}{}<section><a>advert</a></section>{}", post(1, "x"), post(2, "y"), post(3, "z"));
        assert_eq!(posts(&page, Measure::PivotMatch, 1.0, false).len(), 2);
        assert_eq!(posts(&page, Measure::PivotMatch, 1.0, true).len(), 3);
    }

    #[test]
    fn a_list_without_dates_is_not_the_posts() {
        let link = |n: u32| format!("<li><a href={n}>a{n}</a><b class=x>c</b><i class=x>d</i><u class=x>e</u></li>");
        let menu: String = (0..9).map(link).collect();
        let page = format!("<ul>{menu}</ul><div>{}{}</div>", post(1, "x"), post(2, "y"));
        assert_eq!(posts(&page, Measure::WholeTree, 0.8, false).len(), 2);
    }
}
