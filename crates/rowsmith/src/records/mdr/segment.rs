//! From data regions to data records (DEPTA 4.4), including non-contiguous ones (4.4.1).

use crate::records::mdr::regions::{DataRegion, RegionSearch, uncovered};
use crate::records::record::{Candidate, Generator, Record};
use crate::tree::{Tree, TreeId};

/// All record lists that the regions of a page give by section 4.4: FindDRs is called again on each generalized node,
/// with its components below an artificial root. `regions` are the regions that the search found, in preorder of their
/// parents.
///
/// O(K²) comparisons for each generalized node of several components. Since regions of one parent do not overlap, this
/// is O(K) per node of the page.
pub fn record_lists(search: &mut RegionSearch<'_>, regions: &[DataRegion]) -> Vec<Candidate> {
    lists_of(search.tree, regions, Some(search))
}

/// Like [`record_lists`], except that generalized nodes of several components are only split if these are rows of one
/// region each (4.4.1). The ranking model was trained on these lists; its other generators provide what is missing from
/// them.
pub fn joined_record_lists(tree: &Tree, regions: &[DataRegion]) -> Vec<Candidate> {
    lists_of(tree, regions, None)
}

fn lists_of(tree: &Tree, regions: &[DataRegion], mut search: Option<&mut RegionSearch<'_>>) -> Vec<Candidate> {
    let segmenter = Segmenter { tree, regions, first_region: first_regions(tree, regions) };
    let mut lists = Vec::new();
    for (region, uncovered) in regions.iter().zip(uncovered(tree, regions)) {
        let nodes = segmenter.generalized_nodes(region);
        let whole: Vec<Record> = nodes.iter().map(|g| run_of(tree, g)).collect();
        let found = if uncovered { Generator::Region } else { Generator::CoveredRegion };
        let smaller = match &mut search {
            Some(search) => segmenter.records_within(region, &nodes, search),
            None => segmenter.smaller_records(&nodes),
        };
        match smaller {
            Some(records) => {
                lists.push(list(records, found));
                lists.push(list(whole, Generator::GeneralizedNodes));
            }
            None => lists.push(list(whole, found)),
        }
    }
    segmenter.join_adjacent_regions(&mut lists);
    lists
}

/// Records have equal numbers of runs, since rows are joined as a whole.
fn list(records: Vec<Record>, generator: Generator) -> Candidate {
    let runs_per_record = records.first().map_or(1, |r| r.runs.len());
    Candidate { runs: records.into_iter().flat_map(|r| r.runs).collect(), runs_per_record, generator }
}

struct Segmenter<'a> {
    tree: &'a Tree,
    regions: &'a [DataRegion],
    /// For each node, the index of its first region, or `u32::MAX`.
    first_region: Vec<u32>,
}

fn first_regions(tree: &Tree, regions: &[DataRegion]) -> Vec<u32> {
    let mut first = vec![u32::MAX; tree.len()];
    for (i, region) in regions.iter().enumerate().rev() {
        first[region.parent] = i as u32;
    }
    first
}

fn run_of(tree: &Tree, siblings: &[TreeId]) -> Record {
    let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
    Record::run(first, tree.end(last))
}

impl Segmenter<'_> {
    fn generalized_nodes(&self, region: &DataRegion) -> Vec<Vec<TreeId>> {
        let covered: Vec<TreeId> = region.children(self.tree).collect();
        covered.chunks_exact(region.length).map(<[TreeId]>::to_vec).collect()
    }

    /// The records inside the generalized nodes, if most contain more than one each: regions at a lower level that
    /// cover all data items and whose records are not too small. Nodes without a region are taken to be last rows that
    /// are not full.
    fn smaller_records(&self, nodes: &[Vec<TreeId>]) -> Option<Vec<Record>> {
        let split: Vec<Option<Vec<Record>>> = nodes.iter().map(|g| self.split(g)).collect();
        let count = split.iter().flatten().count();
        // a node that does not split is a last row that is not full
        if count * 2 <= nodes.len() || count < nodes.len() && nodes[0].len() > 1 {
            return None;
        }
        let label = split.iter().flatten().next()?.first().map(|r| self.tree.labels[r.runs[0].first])?;
        let mut records = Vec::new();
        for (node, found) in nodes.iter().zip(split) {
            match found {
                Some(found) => records.extend(found),
                None => {
                    let inner = self.only_way_down(node[0], |id| {
                        self.tree.children(id).filter(|&c| self.tree.labels[c] == label).count() > 0
                    })?;
                    let children = self.tree.children(inner).filter(|&c| self.tree.terminals(c) > 0);
                    records.extend(children.map(|c| Record::subtree(self.tree, c)));
                }
            }
        }
        self.are_large_enough(&records).then_some(records)
    }

    /// The records of generalized nodes by section 4.4: the lower-level records of each node that has any, otherwise
    /// the node itself. `None` if no node has smaller records, or if they are too small.
    fn records_within(
        &self,
        region: &DataRegion,
        nodes: &[Vec<TreeId>],
        search: &mut RegionSearch<'_>,
    ) -> Option<Vec<Record>> {
        let offsets = (region.start..).step_by(region.length);
        let split: Vec<Option<Vec<Record>>> =
            nodes.iter().zip(offsets).map(|(node, offset)| self.search_within(node, offset, search)).collect();
        let runs_per_record = split.iter().flatten().next()?.first()?.runs.len();
        let mut records: Vec<Record> = Vec::new();
        for (node, found) in nodes.iter().zip(split) {
            match found {
                Some(found) => records.extend(found),
                None => records.push(run_of(self.tree, node)),
            }
        }
        // records joined from several rows and other records do not form a list
        let alike = records.iter().all(|record| record.runs.len() == runs_per_record);
        (alike && self.are_large_enough(&records)).then_some(records)
    }

    /// FindDRs, called again on one generalized node (4.4, step 2): returns the generalized nodes of the region that
    /// covers all its data items, among the components or below the only component that holds data; or the joined rows
    /// (4.4.1).
    fn search_within(&self, node: &[TreeId], offset: usize, search: &mut RegionSearch<'_>) -> Option<Vec<Record>> {
        let all: usize = node.iter().map(|&id| self.tree.terminals(id)).sum();
        let covers = |region: &DataRegion| {
            region.children(self.tree).map(|id| self.tree.terminals(id)).sum::<usize>() == all && all > 0
        };
        if let Some(region) = search.among(node, offset).into_iter().find(covers) {
            return Some(self.generalized_nodes(&region).iter().map(|g| run_of(self.tree, g)).collect());
        }
        match node.iter().find(|&&id| self.tree.terminals(id) == all) {
            Some(&only) => self.split(&[only]),
            None => self.join(node),
        }
    }

    /// "Not too small, e.g. a single number or a piece of text, which is more likely an entry of a table" (4.4): two
    /// data items per record, on average.
    fn are_large_enough(&self, records: &[Record]) -> bool {
        records.iter().map(|r| r.terminals(self.tree)).sum::<usize>() >= 2 * records.len()
    }

    /// The records that one generalized node consists of.
    fn split(&self, node: &[TreeId]) -> Option<Vec<Record>> {
        if let [root] = node {
            let region = self.region_of_all(*root)?;
            return Some(self.generalized_nodes(region).iter().map(|g| run_of(self.tree, g)).collect());
        }
        self.join(node)
    }

    /// The region that covers all data items, below `root`, or below its only child with data, and so on.
    fn region_of_all(&self, root: TreeId) -> Option<&DataRegion> {
        let covering = |id: TreeId| {
            let region = self.regions.get(self.first_region[id] as usize)?;
            let covered: usize = region.children(self.tree).map(|c| self.tree.terminals(c)).sum();
            (covered == self.tree.terminals(id)).then_some(region)
        };
        covering(self.only_way_down(root, |id| covering(id).is_some())?)
    }

    /// Descends from `root` through only children with data, down to the first node that satisfies the condition.
    fn only_way_down(&self, root: TreeId, fits: impl Fn(TreeId) -> bool) -> Option<TreeId> {
        let mut at = root;
        loop {
            if fits(at) {
                return Some(at);
            }
            let all = self.tree.terminals(at);
            at = self.tree.children(at).find(|&c| self.tree.terminals(c) == all && all > 0)?;
        }
    }

    /// Joins adjacent siblings that each consist of one region with the same number of generalized nodes: the j-th
    /// nodes of all make up the j-th record.
    fn join(&self, rows: &[TreeId]) -> Option<Vec<Record>> {
        let mut records: Vec<Record> = Vec::new();
        for (i, &row) in rows.iter().enumerate() {
            let nodes = self.generalized_nodes(self.region_of_all(row)?);
            if i == 0 {
                records = nodes.iter().map(|_| Record { runs: Vec::new() }).collect();
            }
            if nodes.len() != records.len() {
                return None;
            }
            for (record, node) in records.iter_mut().zip(&nodes) {
                record.runs.extend(run_of(self.tree, node).runs);
            }
        }
        (records.len() >= 2).then_some(records)
    }

    /// Applies section 4.4.1 to siblings that do not form a region themselves.
    fn join_adjacent_regions(&self, lists: &mut Vec<Candidate>) {
        let mut parents: Vec<TreeId> =
            self.regions.iter().filter(|r| r.length == 1).filter_map(|r| self.tree.parent(r.parent)).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            let first = self.first_region[parent].min(self.regions.len() as u32) as usize;
            let mut own = self.regions[first..].iter().take_while(|r| r.parent == parent).peekable();
            let mut in_region = |index: usize| {
                while own.next_if(|r| r.start + r.covered <= index).is_some() {}
                own.peek().is_some_and(|r| r.start <= index)
            };
            let mut rows: Vec<TreeId> = Vec::new();
            let mut count = 0;
            let mut flush = |rows: &mut Vec<TreeId>| {
                if rows.len() >= 2
                    && let Some(records) = self.join(rows)
                {
                    lists.push(list(records, Generator::NonContiguous));
                }
                rows.clear();
            };
            for (index, child) in self.tree.children(parent).enumerate() {
                let region = self.region_of_all(child).filter(|_| !in_region(index));
                let Some(region) = region else {
                    flush(&mut rows);
                    continue;
                };
                let here = region.covered / region.length;
                if here != count {
                    flush(&mut rows);
                }
                count = here;
                rows.push(child);
            }
            flush(&mut rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::mdr::regions::RegionOptions;
    use crate::tree::test_trees::tree;
    use crate::tree::{Similarities, structural_classes};

    /// The best list by generator, as texts; labels in capitals are texts.
    fn lists(text: &str, generator: Generator) -> Vec<Vec<String>> {
        let t = tree(text);
        let classes = structural_classes(&t);
        let mut sims = Similarities::new(&t, &classes, u64::MAX);
        let heights = t.heights(|id| t.size(id) == 1);
        let options = RegionOptions::default();
        let mut similar = |a: &[TreeId], b: &[TreeId]| sims.within(a, b, options.max_distance);
        let mut search =
            RegionSearch { tree: &t, heights: &heights, options: &options, similar: &mut similar, is_valid: &|_| true };
        let regions = search.of_page();
        let shown = |record: &Record| -> String {
            let nodes = record.runs.iter().flat_map(|run| run.nodes());
            nodes.filter_map(|id| char::from_u32(t.labels[id])).filter(|c| c.is_uppercase()).collect()
        };
        record_lists(&mut search, &regions)
            .iter()
            .filter(|c| c.generator == generator)
            .map(|c| c.to_records().iter().map(shown).collect())
            .collect()
    }

    #[test]
    fn generalized_nodes_are_records() {
        assert_eq!(lists("r(a(x(X) y(Y)) a(x(X) y(Y)))", Generator::Region), [["XY", "XY"]]);
    }

    #[test]
    fn records_in_rows_are_found_with_a_last_row_that_is_not_full() {
        let cell = "d(x(X) y(Y))";
        let page = format!("r(t({cell} {cell} {cell}) t({cell} {cell} {cell}) t({cell} {cell}))");
        assert_eq!(lists(&page, Generator::Region), [vec!["XY"; 8]]);
        assert_eq!(lists(&page, Generator::GeneralizedNodes), [["XYXYXY", "XYXYXY", "XYXY"]]);
    }

    #[test]
    fn records_in_pairs_are_found_one_by_one_but_where_a_pair_is_not_alike() {
        // 4.4, step 2: one long record breaks the pattern, so that pairs cover more than single records do
        let (short, long) = ("d(p(X) p(Y) p(Z))", "d(p(X) p(Y) p(Z) p(U V) p(W) p(Q))");
        let page = format!("r({} {long} {})", [short; 4].join(" "), [short; 5].join(" "));
        let singles = |n| vec!["XYZ".to_owned(); n];
        let expected = [singles(4), vec!["XYZUVWQXYZ".to_owned()], singles(4)].concat();
        assert_eq!(lists(&page, Generator::Region), [expected]);
        assert_eq!(lists(&page, Generator::GeneralizedNodes)[0].len(), 5);
    }

    #[test]
    fn a_generalized_node_of_unlike_components_is_one_record() {
        // 4.4: "otherwise, the original generalized node is a data record"
        assert_eq!(lists("r(a(X Y) b(Z) a(X Y) b(Z) a(X Y) b(Z))", Generator::Region), [["XYZ"; 3]]);
    }

    #[test]
    fn smaller_records_cover_all_data_items_of_their_node() {
        // two similar ones below a heading of their own: without the heading's text they are not records
        let page = "r(h(X) a(P Q) a(P Q) h(X) a(P Q) a(P Q) h(X) a(P Q) a(P Q))";
        assert_eq!(lists(page, Generator::Region), [["XPQPQ"; 3]]);
        assert!(lists(page, Generator::GeneralizedNodes).is_empty());
    }

    #[test]
    fn rows_of_names_and_of_prices_are_joined_within_each_generalized_node() {
        // 4.4.1 inside the nodes of one region: two shelves of two rows each
        let shelf = "t(d(x(N)) d(x(N))) u(d(P) d(P))";
        let page = format!("r({shelf} {shelf})");
        assert_eq!(lists(&page, Generator::Region), [["NP"; 4]]);
    }

    #[test]
    fn cells_of_a_data_table_are_no_records() {
        assert_eq!(lists("r(t(d(X) d(X)) t(d(X) d(X)))", Generator::Region), [["XX", "XX"]]);
    }

    #[test]
    fn figure_15_non_contiguous_records() {
        // names, prices and descriptions of three objects, each in a row of its own
        let page = "r(t(d(x(N)) d(x(N)) d(x(N))) t(d(P) d(P) d(P)) t(d(p(D E F)) d(p(D E F)) d(p(D E F))))";
        assert_eq!(lists(page, Generator::NonContiguous), [["NPDEF", "NPDEF", "NPDEF"]]);
    }
}
