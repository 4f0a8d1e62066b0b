//! MDR: data regions and records by the edit distance of tag strings (Liu, Grossman and Zhai, KDD 2003), the system
//! that DEPTA is compared with in its table 2.

use rowsmith::dom::Tag;
use rowsmith::records::{Candidate, DataRegion, Generator, RegionOptions, find_regions_by, uncovered};
use rowsmith::tree::{PageTree, Run, Tree, TreeId};

use super::tag_strings::TagStrings;

/// Parameters of MDR.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MdrOptions {
    /// K, the most tag nodes of a generalized node. Default 10.
    pub max_generalized_len: usize,
    /// The largest normalised edit distance of adjacent generalized nodes. Default 0.3, as in MDR.
    pub threshold: f64,
    /// Also return regions that are covered by a region higher up; MDR does not.
    pub covered: bool,
}

impl Default for MdrOptions {
    fn default() -> Self {
        MdrOptions { max_generalized_len: 10, threshold: 0.3, covered: false }
    }
}

/// The data regions of a page that no region higher up covers (unless asked otherwise), as lists of records. `heights`
/// are the numbers of levels of elements of every subtree: regions are looked for below nodes with at least three
/// levels.
pub fn mdr(page: &PageTree, heights: &[u32], options: &MdrOptions) -> Vec<Candidate> {
    let tree = &page.tree;
    let strings = TagStrings::new(tree);
    let region_options = RegionOptions::new().max_generalized_len(options.max_generalized_len).min_levels(3);
    let similar = |a: &[TreeId], b: &[TreeId]| strings.similar(tree, a, b, options.threshold);
    let regions = find_regions_by(tree, heights, &region_options, &mut |a, b| similar(a, b));
    let kept = uncovered(tree, &regions);
    let own = regions.iter().zip(kept).filter(|(_, kept)| *kept || options.covered);
    own.map(|(region, _)| records(page, region, &similar)).filter(|list| list.len() >= 2).collect()
}

/// The records of a region (MDR 3.3): the children of generalized nodes of one node if they are similar
/// (FindRecords-1), the j-th children of the nodes of longer ones if they are similar (FindRecords-n), else the
/// generalized nodes.
fn records(page: &PageTree, region: &DataRegion, similar: &dyn Fn(&[TreeId], &[TreeId]) -> bool) -> Candidate {
    let tree = &page.tree;
    let covered: Vec<TreeId> = region.children(tree).collect();
    let alike = |node: TreeId| -> Option<Vec<TreeId>> {
        let children: Vec<TreeId> = tree.children(node).filter(|&c| !page.is_text(c)).collect();
        (children.len() >= 2 && children.windows(2).all(|pair| similar(&pair[..1], &pair[1..]))).then_some(children)
    };
    let list = |runs: Vec<Run>, runs_per_record: usize| Candidate {
        runs,
        runs_per_record,
        generator: if runs_per_record == 1 { Generator::Region } else { Generator::NonContiguous },
    };
    let run = |node: TreeId| Run::subtree(tree, node);
    if region.length == 1 {
        let inner: Option<Vec<Vec<TreeId>>> =
            covered.iter().map(|&node| alike(node).filter(|c| !is_table_row(page, node, c))).collect();
        let records = inner.map_or(covered, |rows| rows.into_iter().flatten().collect());
        return list(records.into_iter().map(run).collect(), 1);
    }
    let mut runs = Vec::new();
    for node in covered.chunks_exact(region.length) {
        // every node of the generalized node has equally many children, all similar
        let rows: Option<Vec<Vec<TreeId>>> = node.iter().map(|&n| alike(n)).collect();
        match rows.filter(|rows| rows.iter().all(|r| r.len() == rows[0].len())) {
            Some(rows) => (0..rows[0].len()).for_each(|j| runs.extend(rows.iter().map(|row| run(row[j])))),
            None => return list(whole(tree, &covered, region.length), 1),
        }
    }
    list(runs, region.length)
}

/// The generalized nodes as they are.
fn whole(tree: &Tree, covered: &[TreeId], length: usize) -> Vec<Run> {
    covered.chunks_exact(length).map(|node| Run::new(node[0], tree.end(node[length - 1]))).collect()
}

/// A row of a data table is a record itself: its cells contain only a text or an image each.
fn is_table_row(page: &PageTree, node: TreeId, cells: &[TreeId]) -> bool {
    page.tag(node) == Tag::TR && cells.iter().all(|&c| page.tree.terminals(c) <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, line, parse};
    use rowsmith::records::PageFacts;

    /// The records of every region, as texts.
    fn found(html: &str) -> Vec<Vec<String>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let text = |runs: &[Run]| -> String {
            let parts =
                runs.iter().map(|&Run { first, end }| line(&document, page.spans[first].from, page.spans[end - 1].to));
            parts.collect::<Vec<_>>().join("+")
        };
        let lists = mdr(&page, &facts.heights, &MdrOptions::default());
        lists.iter().map(|c| c.records().map(text).collect()).collect()
    }

    #[test]
    fn rows_of_a_data_table_are_records() {
        let row = |n: u32| format!("<tr><td>a{n}</td><td>b{n}</td></tr>");
        assert_eq!(found(&format!("<table>{}{}{}</table>", row(1), row(2), row(3))), [["a1 b1", "a2 b2", "a3 b3"]]);
    }

    #[test]
    fn cells_that_are_alike_and_hold_more_are_records() {
        let cell = |n: u32| format!("<td><b class=x>n{n}</b><i class=x>p{n}</i></td>");
        let row = |n: u32| format!("<tr>{}{}</tr>", cell(n), cell(n + 1));
        let expected = ["n1p1", "n2p2", "n3p3", "n4p4"];
        assert_eq!(found(&format!("<table>{}{}</table>", row(1), row(3))), [expected]);
    }

    #[test]
    fn generalized_nodes_of_two_rows() {
        let record = |n: u32| {
            format!(
                "<tr><td><img src={n}></td><td><a>t{n}</a></td></tr><tr><td><p>x</p><p>y</p><ul><li>d{n}</li></ul></td></tr>"
            )
        };
        let lists = found(&format!("<table>{}{}{}</table>", record(1), record(2), record(3)));
        assert_eq!(lists, [["t1 x y d1", "t2 x y d2", "t3 x y d3"]]);
    }

    #[test]
    fn non_contiguous_records() {
        let names = "<tr><td><a>n1</a></td><td><a>n2</a></td></tr>";
        let prices = "<tr><td><p><b class=x>p1</b></p><p>q</p></td><td><p><b class=x>p2</b></p><p>q</p></td></tr>";
        let twice = format!("<table>{names}{prices}{names}{prices}</table>");
        assert_eq!(found(&twice), [["n1+p1 q", "n2+p2 q", "n1+p1 q", "n2+p2 q"]]);
    }

    #[test]
    fn records_that_differ_too_much_are_no_region() {
        let html = "<div><div><p>a</p></div><div><h2>b</h2><p>c</p><ul><li>d</li><li>e</li></ul></div></div>";
        assert!(found(html).is_empty(), "{:?}", found(html));
    }
}
