//! Partial tree alignment: puts the data items of a list's records into columns (DEPTA 5).

use crate::records::align::alignment::Alignment;
pub(crate) mod alignment;
pub(crate) mod alternatives;
pub(crate) mod composite;
pub(crate) mod evidence;
pub(crate) mod gather;
pub(crate) mod grid;
pub(crate) mod growing_column;
pub(crate) mod options;
pub(crate) mod record_tree;
pub(crate) mod seed;

use crate::Budget;
use crate::dom::Document;
use crate::records::align::evidence::Evidence;
use crate::records::align::seed::Seed;
use crate::records::record::Record;
use crate::tree::{Matcher, PageTree, Tree, TreeId};
use crate::types::ColumnKind;
pub(crate) use grid::grid_columns;
pub(crate) use record_tree::ROOT_LABEL;
pub use record_tree::RecordTree;

pub(crate) use composite::runs_on;
pub(crate) use gather::described;
pub use options::AlignOptions;

/// The largest product of seed nodes and record nodes in one matching, which bounds its memory: two trees of 8,000
/// nodes. Larger records stay unaligned.
const MAX_PAIRS: u64 = 1 << 26;
/// How many cells of ESTM may be spent on records, in addition to a number for each of their nodes, before matrices
/// become narrow. Of the best lists of 824 real pages one exceeds this; the papers' own choice often takes huge parts
/// of a page as a list.
pub(crate) const FAIR_CELLS: (u64, u64) = (1 << 17, 100);
/// How many nodes a seed may grow by, in addition to four times its size.
const MAX_GROWTH: usize = 5000;

/// An aligned column of data items that has no name yet.
#[derive(Clone, PartialEq, Debug)]
pub struct AlignedColumn {
    /// The kind of its items.
    pub kind: ColumnKind,
    /// For each record, the node of the page tree that holds the item: a fragment, an `a`, an `img`, or the element of
    /// a composite text.
    pub items: Vec<Option<TreeId>>,
}

/// A record is no usual one if it holds so many times what half of them hold.
const OVERSIZED: usize = 5;
/// In lists of fewer records none is usual.
const LEAST_USUAL: usize = 6;

/// The order in which records are aligned: by how much they hold, the most first, but records far larger than most at the end.
fn order_of(trees: &[RecordTree], options: &AlignOptions) -> Vec<usize> {
    let sizes: Vec<usize> = trees.iter().map(|t| t.tree.terminals(TreeId::ROOT)).collect();
    let mut sorted = sizes.clone();
    sorted.sort_unstable();
    let most = match sorted.get(sorted.len() / 2) {
        Some(median) if options.usual_seed && sizes.len() >= LEAST_USUAL => OVERSIZED * median.max(&2),
        _ => usize::MAX,
    };
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&i| (sizes[i] > most, std::cmp::Reverse(sizes[i]), i));
    order
}

/// Whether two trees are equal node by node. If so, no other mapping has as many pairs.
fn same_shape(a: &Tree, b: &Tree) -> bool {
    a.labels == b.labels && a.ends == b.ends
}

/// Aligns the records of a list. Columns are in the order of the final seed tree, followed by those that stayed
/// unaligned.
///
/// Makes O(k) tree matchings for k records, none of them for records that equal the seed except in their texts.
pub fn align(document: &Document, page: &PageTree, records: &[Record], options: &AlignOptions) -> Vec<AlignedColumn> {
    align_within(document, page, records, options, &Budget::new(u64::MAX))
}

/// Like [`align`], with a bound on the cells of the dynamic programs. Once it is reached, items of further records stay
/// unaligned.
pub(crate) fn align_within(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    options: &AlignOptions,
    work: &Budget,
) -> Vec<AlignedColumn> {
    let trees = records.iter().map(|r| RecordTree::new(page, r)).collect();
    align_with_seed(document, page, records, trees, options, work).columns
}

/// The seed tree as it has grown.
#[derive(Default)]
pub(crate) struct GrownSeed {
    /// Its nodes.
    pub(crate) tree: Tree,
    /// For each node, the node of the page tree that it was first seen as.
    pub(crate) sources: Vec<Option<TreeId>>,
}

/// The records of a list, aligned, and what they were aligned with.
#[derive(Default)]
pub(crate) struct Aligned {
    pub(crate) columns: Vec<AlignedColumn>,
    pub(crate) seed: GrownSeed,
}

/// Like [`align_within`], for records given as trees, and returns the seed tree, too.
pub(crate) fn align_with_seed(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    trees: Vec<RecordTree>,
    options: &AlignOptions,
    work: &Budget,
) -> Aligned {
    let evidence = Evidence::new(document, page, records, options);
    let mut order = order_of(&trees, options);
    let Some(&first) = order.first() else { return Aligned::default() };
    let mut seed = Seed::new(&trees[first]);
    // for each record and node, the seed node that it is aligned with
    let mut aligned: Vec<Vec<Option<u32>>> = trees.iter().map(|t| vec![None; t.tree.len()]).collect();
    aligned[first] = (0..trees[first].tree.len() as u32).map(Some).collect();
    let mut waiting: Vec<(usize, usize)> = order.split_off(1).into_iter().map(|i| (i, 0)).collect();
    let most_nodes = (4 * trees[first].tree.len() + 64).min(trees[first].tree.len() + MAX_GROWTH);
    let nodes: usize = trees.iter().map(|t| t.tree.len()).sum();
    let mut matcher = Matcher::new(FAIR_CELLS.0 + FAIR_CELLS.1 * nodes as u64);
    // the paper goes through the rest again as long as something new was aligned, which can only happen if the seed has
    // grown
    for _ in 0..options.max_passes {
        let mut again = Vec::new();
        for &(i, last) in &waiting {
            if last == seed.tree.len() {
                again.push((i, last));
                continue;
            }
            let record = &trees[i];
            if same_shape(&seed.tree, &record.tree) {
                aligned[i] = seed.ids.iter().map(|&id| Some(id)).collect();
                continue;
            }
            let pairs = seed.tree.len() as u64 * record.tree.len() as u64;
            if pairs > MAX_PAIRS || work.is_exhausted() {
                continue;
            }
            let content = |s: TreeId, r: TreeId| evidence.of(seed.sources[s], record.sources[r]);
            let mapping = matcher.mapping(&seed.tree, &record.tree, &content, work);
            aligned[i].fill(None);
            for (s, r) in mapping.pairs {
                aligned[i][r] = Some(seed.ids[s]);
            }
            let matched_with = seed.tree.len();
            if aligned[i].iter().any(Option::is_none) && seed.tree.len() < most_nodes {
                seed.insert_unaligned(record, &mut aligned[i]);
            }
            if aligned[i].iter().any(Option::is_none) {
                again.push((i, matched_with));
            }
        }
        if again.iter().all(|&(_, last)| last == seed.tree.len()) {
            break;
        }
        waiting = again;
    }
    let alignment = Alignment { trees, aligned, seed };
    let columns = gather::gather(document, page, &alignment, options);
    let Seed { tree, sources, .. } = alignment.seed;
    Aligned { columns, seed: GrownSeed { tree, sources } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, line, parse};

    /// The text columns of a list whose records are the children of the first `div`.
    fn table(html: &str) -> Vec<Vec<String>> {
        table_with(html, &AlignOptions::default())
    }

    fn table_with(html: &str, options: &AlignOptions) -> Vec<Vec<String>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::DIV).unwrap();
        let records: Vec<Record> = page.tree.children(list).map(|c| Record::subtree(&page.tree, c)).collect();
        align(&document, &page, &records, options)
            .into_iter()
            .filter(|c| c.kind == ColumnKind::Text)
            .map(|c| {
                let text = |id: TreeId| line(&document, page.spans[id].from, page.spans[id].to);
                c.items.iter().map(|item| item.map_or("-".into(), text)).collect()
            })
            .collect()
    }

    /// Figure 18: T1 = x b d, T2 = b n c k g, T3 = b c d h k; T2 is aligned only once T3 has grown the seed. Table 1.
    #[test]
    fn figure_18_and_table_1() {
        // the seed is the largest tree: the many nodes omitted on the left of T1 are written as "o"
        let html = "<div><p><o>o</o><o>o</o><o>o</o><x>x1</x><b>b1</b><d>d1</d></p>\
                    <p><b>b2</b><n>n2</n><c>c2</c><k>k2</k><g>g2</g></p>\
                    <p><b>b3</b><c>c3</c><d>d3</d><h>h3</h><k>k3</k></p></div>";
        let columns = table_with(html, &AlignOptions::paper());
        let expected = [
            ["x1", "-", "-"],
            ["b1", "b2", "b3"],
            ["-", "n2", "-"],
            ["-", "c2", "c3"],
            ["d1", "-", "d3"],
            ["-", "-", "h3"],
            ["-", "k2", "k3"],
            ["-", "g2", "-"],
        ];
        assert_eq!(columns[3..], expected, "{columns:?}");
    }

    #[test]
    fn figure_16c_an_ambiguous_place_is_not_taken() {
        // x could come between a and b or between b and e of the seed, so it gets a column after the others
        let columns = table("<div><p><a>a1</a><b>b1</b><e>e1</e></p><p><a>a2</a><x>x2</x><e>e2</e></p></div>");
        assert_eq!(columns, [["a1", "a2"], ["b1", "-"], ["e1", "e2"], ["-", "x2"]]);
    }

    #[test]
    fn common_words_resolve_a_conflict() {
        let html =
            "<div><p><i>by Ann Lee</i><i>May 5</i></p><p><i>by Bob Ray</i><i>May 7</i></p><p><i>May 9</i></p></div>";
        assert_eq!(table(html), [["by Ann Lee", "by Bob Ray", "-"], ["May 5", "May 7", "May 9"]]);
    }

    #[test]
    fn classes_resolve_a_conflict() {
        let html = "<div><p><i class=a>1</i><i class=b>2</i></p><p><i class=b>3</i></p><p><i class=a>4</i></p></div>";
        assert_eq!(table(html), [["1", "-", "4"], ["2", "3", "-"]]);
    }

    #[test]
    fn unaligned_items_of_one_path_share_a_column() {
        let html = "<div><p><a>1</a><b>2</b><e>3</e></p><p><a>4</a><x>5</x></p><p><a>6</a><x>7</x><e>8</e></p></div>";
        assert_eq!(table(html)[3], ["-", "5", "7"]);
    }

    #[test]
    fn a_line_that_flows_is_one_item() {
        let html = "<div><p><h3>A</h3><b class=v>see <a href=1>one</a> now</b></p></div>";
        let html = html.replace("<p>", "<ul>").replace("</p>", "</ul>");
        let two = html.replace("</div>", "<ul><h3>B</h3><b class=v>look</b></ul></div>");
        assert_eq!(table(&two), [["A", "B"], ["see one now", "look"], ["see", "look"]]);
        assert_eq!(table_with(&two, &AlignOptions::paper()), [["A", "B"], ["see", "look"], ["one", "-"], ["now", "-"]]);
    }

    #[test]
    fn pieces_of_a_heading_are_one_item_beside_their_parts() {
        let html = "<div><ul><h3><u>Acme</u> <s>Saw</s></h3><i>1</i></ul><ul><h3><u>Bolt</u> <s>Axe</s></h3><i>2</i></ul></div>";
        assert_eq!(table(html), [["Acme Saw", "Bolt Axe"], ["Acme", "Bolt"], ["Saw", "Axe"], ["1", "2"]]);
    }

    #[test]
    fn a_body_of_paragraphs_is_one_item() {
        let html = "<div><ul><h3>Ann</h3><div><p>a</p><p>b</p><p>c</p><p>d</p></div></ul>\
                    <ul><h3>Bob</h3><div><p>e</p></div></ul><ul><h3>Cem</h3><div><p>f</p><p>g</p></div></ul></div>";
        assert_eq!(table(html), [["Ann", "Bob", "Cem"], ["a b c d", "e", "f g"], ["a", "e", "f"]]);
    }

    #[test]
    fn columns_of_two_templates_are_one() {
        let html =
            "<div><ul><section><i>x</i><h3 class=t>One</h3></section></ul><ul><h3 class=t>Two</h3><b>y</b></ul></div>";
        assert_eq!(table(html), [["x", "-"], ["One", "Two"], ["-", "y"]]);
    }

    #[test]
    fn places_that_meet_in_a_record_stay_apart() {
        let html = "<div><ul><s class=c>1</s><s class=c></s><b>x</b></ul><ul><s class=c></s><s class=c>2</s><b>x</b></ul></div>";
        assert_eq!(table(html), [["1", "-"], ["-", "2"], ["x", "x"]]);
    }

    #[test]
    fn what_a_drawing_says_is_an_item() {
        let html = "<div><ul><b>A</b><i aria-label='4 stars'><svg></svg></i></ul><ul><b>B</b><i aria-label='5 stars'></i></ul></div>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let stars = page.tree.nodes().find(|&id| page.tag(id) == Tag::I).unwrap();
        assert_eq!(described(&document, page.node(stars)), Some("4 stars"));
        assert_eq!(table(html).len(), 2);
        assert_eq!(table_with(html, &AlignOptions::paper()).len(), 1);
    }

    #[test]
    fn cells_of_one_table_column_match() {
        let html = "<table><tr><td>1<td>a b<td>c<td>d</tr><tr><td rowspan=2>2<td>x<td>y<td>z</tr><tr><td>a b<td>e<td>f</table>";
        let html = html.replace("<table>", "<div><table>");
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let body = page.tree.nodes().find(|&id| page.tag(id) == Tag::TBODY).unwrap();
        let records: Vec<Record> = page.tree.children(body).map(|c| Record::subtree(&page.tree, c)).collect();
        let columns = align(&document, &page, &records, &AlignOptions::default());
        let filled: Vec<Vec<bool>> = columns.iter().map(|c| c.items.iter().map(Option::is_some).collect()).collect();
        assert_eq!(filled, [[true, true, false], [true; 3], [true; 3], [true; 3]]);
    }

    #[test]
    fn an_amount_that_runs_on_is_one_item() {
        let html = "<div><ul><h3>A</h3><div><b>x</b> <i class=p><u class=w>$12</u><sup class=f>99</sup></i></div></ul>\
                    <ul><h3>B</h3><div><b>y</b> <i class=p><u class=w>$7</u><sup class=f>50</sup></i></div></ul></div>";
        let columns = table(html);
        assert_eq!(columns[2], ["$1299", "$750"]);
        assert_eq!(columns[3..], [["$12", "$7"], ["99", "50"]]);
    }

    #[test]
    fn a_record_far_larger_than_most_is_not_the_seed() {
        let record = |n: u32| format!("<ul><li><h3>Name {n}</h3><i>{n}</i></li></ul>");
        let box_of = |n: u32| format!("<section><h4>Other {n}</h4><b>{n}</b><u>x</u></section>");
        let intruder = format!("<ul>{}</ul>", (0..6).map(box_of).collect::<String>());
        let html = format!("<div>{}{intruder}</div>", (1..=7).map(record).collect::<String>());
        let columns = table(&html);
        assert_eq!(columns[0][..7], ["Name 1", "Name 2", "Name 3", "Name 4", "Name 5", "Name 6", "Name 7"]);
        assert_eq!(columns[1][..7], ["1", "2", "3", "4", "5", "6", "7"]);
    }
}
