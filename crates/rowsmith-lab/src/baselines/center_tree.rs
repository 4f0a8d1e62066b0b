//! The center tree alignment that DEPTA argues against (DEPTA 5.1): all records are aligned with the one record that is
//! most similar to all others; anything that this record does not have stays unaligned.

use rowsmith::records::{Record, RecordTree};
use rowsmith::tree::{PageTree, TreeId, estm_mapping};

/// At most this many records, evenly spaced, are tried as the center, since the search compares all pairs.
const MAX_CENTERS: usize = 24;

/// The columns of terminal nodes: for each column and record, the node of the page tree. Columns of the center come
/// first, in its order, followed by one for every terminal that is not aligned with any of them. `content` is the
/// similarity of two terminals of the page, from 0 to 1 (DEPTA 4.2.3). O(k²) tree matchings for k records.
pub fn center_tree_columns(
    page: &PageTree,
    records: &[Record],
    content: &dyn Fn(TreeId, TreeId) -> f32,
) -> Vec<Vec<Option<TreeId>>> {
    let trees: Vec<RecordTree> = records.iter().map(|r| RecordTree::new(page, r)).collect();
    let mapping = |a: &RecordTree, b: &RecordTree| {
        let of_sources = |x: TreeId, y: TreeId| match (a.sources[x], b.sources[y]) {
            (Some(x), Some(y)) if page.is_terminal(x) && page.is_terminal(y) => content(x, y),
            _ => 0.0,
        };
        estm_mapping(&a.tree, &b.tree, &of_sources)
    };
    let step = trees.len().div_ceil(MAX_CENTERS).max(1);
    let distance = |a: &RecordTree, b: &RecordTree| {
        // the distance of the top-down mapping: the nodes of either tree that are not mapped
        (a.tree.len() + b.tree.len()) as f64 - 2.0 * mapping(a, b).pairs.len() as f64
    };
    let centers = (0..trees.len()).step_by(step);
    let sums = centers.map(|i| (i, trees.iter().step_by(step).map(|t| distance(&trees[i], t)).sum::<f64>()));
    let Some((center, _)) = sums.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) else { return Vec::new() };
    let terminal = |tree: &RecordTree, id: TreeId| tree.sources[id].filter(|&s| page.is_terminal(s));
    let items: Vec<TreeId> = trees[center].tree.nodes().filter(|&id| terminal(&trees[center], id).is_some()).collect();
    let mut columns: Vec<Vec<Option<TreeId>>> = vec![vec![None; trees.len()]; items.len()];
    let mut own: Vec<Vec<Option<TreeId>>> = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        let mut aligned = vec![false; tree.tree.len()];
        let pairs =
            if at == center { items.iter().map(|&i| (i, i)).collect() } else { mapping(&trees[center], tree).pairs };
        for (c, r) in pairs {
            if let (Ok(column), Some(node)) = (items.binary_search(&c), terminal(tree, r)) {
                columns[column][at] = Some(node);
                aligned[r] = true;
            }
        }
        for id in tree.tree.nodes().filter(|&id| !aligned[id]) {
            if let Some(node) = terminal(tree, id) {
                let mut column = vec![None; trees.len()];
                column[at] = Some(node);
                own.push(column);
            }
        }
    }
    columns.extend(own);
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, line, parse};

    #[test]
    fn an_item_that_the_center_lacks_stays_unaligned() {
        // two of four records have a note, the center does not
        let html = "<ul><li><b>a1</b><u>b1</u></li><li><b>a2</b><u>b2</u></li><li><b>a3</b><u>b3</u><i>n3</i></li>\
                    <li><b>a4</b><u>b4</u><i>n4</i></li><li><b>a5</b><u>b5</u></li></ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = page.tree.nodes().find(|&id| page.tree.children(id).count() == 5).unwrap();
        let records: Vec<Record> = page.tree.children(list).map(|c| Record::subtree(&page.tree, c)).collect();
        let columns = center_tree_columns(&page, &records, &|_, _| 0.0);
        let text = |id: &TreeId| line(&document, page.spans[*id].from, page.spans[*id].to);
        let shown: Vec<String> =
            columns.iter().map(|c| c.iter().flatten().map(text).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(shown, ["a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5", "n3", "n4"]);
    }
}
