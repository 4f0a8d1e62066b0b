//! Record segmentation: from leading nodes to records of equal length (AMBER 3.4, algorithm 3).

use crate::objects::amber::areas::DataArea;
use crate::records::Record;
use crate::tree::{EditDistances, Tree, TreeId};

/// The irregularity of a segmentation is summed over at most this many pairs of records; if there are more, each record
/// is compared with the next one.
const MAX_PAIRS: usize = 2000;
/// The most shifts that are tried: a reader does not see that many siblings as one record.
const MAX_LENGTH: usize = 64;

/// The records of a data area.
///
/// Children without content are skipped as separators. If most leading nodes contain the same number of pivots, two or
/// more, the area is a grid and its rows are segmented individually, with one length. In the paper records are always
/// children of the area.
pub fn segment(tree: &Tree, area: &DataArea, distances: &mut EditDistances<'_>) -> Vec<Record> {
    if let Some(rows) = grid_rows(tree, area) {
        let mut cells = |row: &DataArea| match row.pivots[..] {
            // a last row with a single object
            [only] => vec![Record::subtree(tree, child_above(tree, row.root, only))],
            _ => segment_row(tree, row, distances),
        };
        let cells: Vec<Record> = rows.iter().flat_map(&mut cells).collect();
        if cells.len() > rows.len() {
            return cells;
        }
    }
    segment_row(tree, area, distances)
}

/// The rows of a grid, as areas of their own.
fn grid_rows(tree: &Tree, area: &DataArea) -> Option<Vec<DataArea>> {
    let mut rows: Vec<DataArea> = Vec::new();
    for &pivot in &area.pivots {
        match rows.last_mut() {
            Some(row) if tree.contains(row.root, pivot) => row.pivots.push(pivot),
            _ => rows.push(DataArea { root: child_above(tree, area.root, pivot), pivots: vec![pivot] }),
        }
    }
    let most = rows.iter().map(|r| r.pivots.len()).max().unwrap_or(0);
    let full = rows.iter().filter(|r| r.pivots.len() == most).count();
    // the last row may be short
    if most < 2 || rows.len() < 2 || full + 1 < rows.len() {
        return None;
    }
    let mut levels = 0;
    for row in rows.iter_mut().filter(|r| r.pivots.len() > 1) {
        row.root = tree.common_ancestor(row.pivots[0], row.pivots[row.pivots.len() - 1]);
        levels = above(tree, area.root, row.root).len();
    }
    // two prices of one object are in one cell: the cells of a grid are similar to each other, while an object's two
    // prices mostly are not
    let alike = rows.iter().filter(|r| r.pivots.len() >= 2).all(|row| {
        let cells: Vec<TreeId> = row.pivots.iter().map(|&p| child_above(tree, row.root, p)).collect();
        cells.windows(2).all(|w| tree.labels[w[0]] == tree.labels[w[1]] && w[0] != w[1] && tree.terminals(w[1]) >= 2)
    });
    if !alike {
        return None;
    }
    // a row with one cell has no ancestor with two pivots: its root is at the same level as that of the others
    for row in rows.iter_mut().filter(|r| r.pivots.len() == 1) {
        let chain = above(tree, area.root, row.pivots[0]);
        row.root = *chain.get(chain.len().checked_sub(levels)?)?;
    }
    Some(rows)
}

/// A node and its ancestors below `root`, from the inside out.
fn above(tree: &Tree, root: TreeId, node: TreeId) -> Vec<TreeId> {
    std::iter::successors(Some(node), |&at| tree.parent(at)).take_while(|&at| at > root).collect()
}

/// The child of `root` that contains a node below it; the node itself if there is none.
fn child_above(tree: &Tree, root: TreeId, node: TreeId) -> TreeId {
    let mut at = node;
    while let Some(parent) = tree.parent(at) {
        if parent == root {
            return at;
        }
        at = parent;
    }
    node
}

/// Algorithm 3 on one area.
fn segment_row(tree: &Tree, area: &DataArea, distances: &mut EditDistances<'_>) -> Vec<Record> {
    let children: Vec<TreeId> = tree.children(area.root).filter(|&c| tree.terminals(c) > 0).collect();
    let mut leading: Vec<usize> = Vec::new();
    for &pivot in &area.pivots {
        let at = children.partition_point(|&c| c <= pivot).saturating_sub(1);
        if children.get(at).is_some_and(|&c| tree.contains(c, pivot)) && leading.last() != Some(&at) {
            leading.push(at);
        }
    }
    let Some((leading, length)) = frame(leading) else { return Vec::new() };
    let mut best: Option<(f64, Vec<usize>)> = None;
    for shift in 0..length.min(MAX_LENGTH) {
        let Some(starts) = shifted(&leading, shift, length, children.len()) else { continue };
        let irregularity = irregularity(&children, &starts, length, distances);
        if best.as_ref().is_none_or(|(least, _)| irregularity < *least) {
            best = Some((irregularity, starts));
        }
    }
    let starts = best.map(|(_, starts)| starts).unwrap_or_default();
    starts.iter().map(|&s| Record::run(children[s], tree.end(children[s + length - 1]))).collect()
}

/// Lines 2 to 7: the leading nodes that frame the records, and the length of a record.
fn frame(mut leading: Vec<usize>) -> Option<(Vec<usize>, usize)> {
    let length = record_length(&leading)?;
    // noise before the first record
    let prefix = leading.windows(2).take_while(|w| w[1] - w[0] < length).count();
    leading.drain(..prefix);
    // noise within and after the records
    let mut kept: Vec<usize> = Vec::with_capacity(leading.len());
    for at in leading {
        if kept.last().is_none_or(|&last| at - last >= length) {
            kept.push(at);
        }
    }
    Some((kept, length))
}

/// Line 3: the most frequent leading space; if there are several, the shortest.
fn record_length(leading: &[usize]) -> Option<usize> {
    let mut spaces: Vec<usize> = leading.windows(2).map(|w| w[1] - w[0]).collect();
    spaces.sort_unstable();
    let mut best = (0, 0);
    for run in spaces.chunk_by(|a, b| a == b) {
        if run.len() > best.1 {
            best = (run[0], run.len());
        }
    }
    (best.1 > 0).then_some(best.0)
}

/// Lines 8 and 12: the starts of all records, `shift` before their leading nodes. `None` if a record would be
/// incomplete.
fn shifted(leading: &[usize], shift: usize, length: usize, children: usize) -> Option<Vec<usize>> {
    let starts = leading.iter().map(|&l| l.checked_sub(shift).filter(|s| s + length <= children));
    starts.collect()
}

/// The irregularity of a segmentation: the sum of the normalised edit distances between nodes at the same position of
/// two records.
///
/// The paper sums over all pairs of nodes in different records, which hardly depends on the shift, since nearly the
/// same nodes are in the sum. What its figures 7 and 11 compare is records with records.
fn irregularity(children: &[TreeId], starts: &[usize], length: usize, distances: &mut EditDistances<'_>) -> f64 {
    let n = starts.len();
    let mut sum = 0.0;
    let mut compare = |a: usize, b: usize| {
        for i in 0..length {
            sum += distances.normalised(children[starts[a] + i], children[starts[b] + i]);
        }
    };
    let reach = if n * n / 2 <= MAX_PAIRS { n } else { (MAX_PAIRS / n).max(1) };
    for a in 0..n {
        for b in a + 1..n.min(a + 1 + reach) {
            compare(a, b);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::structural_classes;
    use crate::tree::test_trees::tree;

    /// The records as (index of the first child, number of children) of the node `D`; pivots are the nodes `P`.
    fn records(text: &str) -> Vec<(usize, usize)> {
        let t = tree(text);
        let root = t.nodes().find(|&id| t.labels[id] == u32::from('D')).unwrap();
        let pivots: Vec<TreeId> = t.subtree(root).filter(|&id| t.labels[id] == u32::from('P')).collect();
        let classes = structural_classes(&t);
        let mut distances = EditDistances::new(&t, &classes, u64::MAX);
        let area = DataArea { root, pivots };
        let children: Vec<TreeId> = t.children(root).collect();
        let index = |id: TreeId| children.iter().position(|&c| c == id).unwrap();
        segment(&t, &area, &mut distances)
            .iter()
            .map(|r| {
                (
                    index(r.runs[0].first),
                    children.iter().filter(|&&c| r.runs[0].first <= c && c < r.runs[0].end).count(),
                )
            })
            .collect()
    }

    #[test]
    fn figure_7() {
        // three div at distance 4, a p too close before and one too close after them; among the segmentations whose
        // records are complete, the one with similar records is chosen: here they begin one before the div
        let text = "D(p(P) h(i) d(P) b c(j k) h(i) d(P) b c(j k) h(i) d(P) p(P) c(j k))";
        assert_eq!(records(text), [(1, 4), (5, 4), (9, 4)]);
        // also without the p between the last div and its c
        let text = "D(p(P) h(i) d(P) b c(j k) h(i) d(P) b c(j k) h(i) d(P) b c(j k) q)";
        assert_eq!(records(text), [(1, 4), (5, 4), (9, 4)]);
    }

    #[test]
    fn the_running_example() {
        // figure 11, area 2: records of two, the second of which holds the price; a crossed-out price in the next node
        let text = "D(i(a) d(P b) i(a) d(P b) i(a) d(P b c) i(a) d(P b))";
        assert_eq!(records(text), [(0, 2), (2, 2), (4, 2), (6, 2)]);
        let text = "D(d(P b) i(a) d(P b) i(P a) d(P b) i(a) d(P b) i(a) d(P b) i(a))";
        assert_eq!(records(text), [(0, 2), (2, 2), (4, 2), (6, 2), (8, 2)]);
        // area 1: every child is a record
        assert_eq!(records("D(a(P) a(P) a(P))"), [(0, 1), (1, 1), (2, 1)]);
    }

    #[test]
    fn noise_between_records_is_left_out() {
        assert_eq!(records("D(i d(P) i d(P) x i d(P) i d(P))"), [(0, 2), (2, 2), (5, 2), (7, 2)]);
    }

    #[test]
    fn a_grid_is_cut_into_its_cells() {
        let t = tree("D(r(c(P x) c(P x) c(P x)) r(c(P x) c(P x) c(P x)) r(c(P x)))");
        let classes = structural_classes(&t);
        let mut distances = EditDistances::new(&t, &classes, u64::MAX);
        let pivots: Vec<TreeId> = t.nodes().filter(|&id| t.labels[id] == u32::from('P')).collect();
        let found = segment(&t, &DataArea { root: TreeId::ROOT, pivots }, &mut distances);
        assert_eq!(found.len(), 7);
    }

    #[test]
    fn the_length_is_the_commonest_space() {
        assert_eq!(record_length(&[0, 3, 4, 7, 10]), Some(3));
        assert_eq!(record_length(&[0, 1, 3]), Some(1));
        assert_eq!(record_length(&[5]), None);
    }
}
