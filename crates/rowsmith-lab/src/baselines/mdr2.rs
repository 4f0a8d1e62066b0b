//! MDR-2, DEPTA's first step, with and without content similarity in its tree matching (DEPTA 4.2.3 and 4.3).

use rowsmith::records::{Candidate, Generator, Record, RecordTree, RegionOptions, RegionSearch, record_lists};
use rowsmith::tree::{PageTree, Similarities, TreeId, estm_mapping};

use crate::baselines::content::Contents;

/// Generalized nodes with more pairs of nodes than this are compared without their content.
const MAX_PAIRS: usize = 1 << 16;

/// The record lists of a page as the paper returns them: those of regions that no other covers, and non-contiguous
/// ones; with `covered`, also those of covered regions and generalized nodes. `classes` are the tree's structural
/// classes, `heights` the numbers of levels of elements.
pub fn mdr2(
    page: &PageTree,
    (heights, classes): (&[u32], &[u32]),
    options: &RegionOptions,
    contents: Option<&Contents>,
    covered: bool,
    max_work: u64,
) -> Vec<Candidate> {
    let tree = &page.tree;
    let mut sims = Similarities::new(tree, classes, max_work);
    let mut similar = |a: &[TreeId], b: &[TreeId]| {
        let near = sims.within(a, b, options.max_distance);
        match contents {
            // content decides between mappings, so it can only reduce the number of matched terminals from its maximum
            Some(contents) if near && !alike(classes, a, b) => {
                distance(page, a, b, contents).is_none_or(|d| d <= options.max_distance)
            }
            _ => near,
        }
    };
    let mut search = RegionSearch { tree, heights, options, similar: &mut similar, is_valid: &|_| true };
    let regions = search.of_page();
    let mut lists = record_lists(&mut search, &regions);
    let is_own = |c: &Candidate| matches!(c.generator, Generator::Region | Generator::NonContiguous);
    lists.retain(|c| c.len() >= 2 && (covered || is_own(c)));
    lists
}

fn alike(classes: &[u32], a: &[TreeId], b: &[TreeId]) -> bool {
    a.iter().zip(b).all(|(&x, &y)| classes[x] == classes[y])
}

/// The normalised distance by ESTM; `None` if the nodes are too large.
fn distance(page: &PageTree, a: &[TreeId], b: &[TreeId], contents: &Contents) -> Option<f64> {
    let run = |nodes: &[TreeId]| Record::run(nodes[0], page.tree.end(nodes[nodes.len() - 1]));
    let (x, y) = (run(a), run(b));
    if x.size() * y.size() > MAX_PAIRS {
        return None;
    }
    let (x, y) = (RecordTree::new(page, &x), RecordTree::new(page, &y));
    let content = |s: TreeId, t: TreeId| match (x.sources[s], y.sources[t]) {
        (Some(s), Some(t)) => contents.similarity(s, t),
        _ => 0.0,
    };
    let terminal = |source: Option<TreeId>| source.is_some_and(|s| page.is_terminal(s));
    let pairs = estm_mapping(&x.tree, &y.tree, &content).pairs;
    let matched = pairs.iter().filter(|p| terminal(x.sources[p.0]) && terminal(y.sources[p.1])).count();
    let most = x.tree.terminals(TreeId::ROOT).max(y.tree.terminals(TreeId::ROOT));
    Some(1.0 - matched as f64 / most.max(1) as f64)
}

/// The list that MiBAT's sum of matched nodes selects as the main one (MiBAT 5.4); DEPTA has no rule of its own except
/// what a reader would call valuable.
pub fn main_list<'c>(page: &PageTree, lists: &'c [Candidate], sims: &mut Similarities<'_>) -> Option<&'c Candidate> {
    let mut best: Option<(f64, &Candidate)> = None;
    for list in lists {
        let score = rowsmith::records::matched_nodes(&page.tree, list, sims);
        if best.is_none_or(|b| score > b.0) {
            best = Some((score, list));
        }
    }
    best.map(|b| b.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, parse};
    use rowsmith::records::PageFacts;
    use rowsmith::tree::Run;

    fn lists(html: &str, with_contents: bool) -> Vec<usize> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let contents = Contents::new(&document, &page, std::iter::once(Run::new(TreeId::ROOT, page.tree.end_of_all())));
        let contents = with_contents.then_some(&contents);
        let options = RegionOptions::new().min_levels(3);
        let found = mdr2(&page, (&facts.heights, &facts.classes), &options, contents, false, u64::MAX);
        found.iter().map(Candidate::len).collect()
    }

    #[test]
    fn records_of_one_region() {
        let record = |n: u32| format!("<li><p><b class=x>a{n}</b></p><p>b</p></li>");
        let html = format!("<ul>{}{}{}</ul>", record(1), record(2), record(3));
        assert_eq!(lists(&html, false), [3]);
        assert_eq!(lists(&html, true), [3]);
    }
}
