//! Records of several siblings: `dt`+`dd`, rows in twos and threes, a heading with what follows it.

use rustc_hash::FxHashMap;

use crate::records::candidates::share::holds_enough;
use crate::records::facts::PageFacts;
use crate::records::record::{Candidate, Generator};
use crate::tree::{Run, TreeId, mix};

/// The most siblings of one record.
const MAX_LEN: usize = 30;
/// The most anchors (signatures that may begin a record) that are tried below one parent.
const MAX_ANCHORS: usize = 6;

/// For every parent with children of several kinds, the runs of siblings that begin with one signature (tag and class):
/// cut before the next anchor, and also cut after what follows in most runs.
pub fn sibling_runs(facts: &PageFacts<'_>, out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    let mut children: Vec<TreeId> = Vec::new();
    for parent in tree.nodes() {
        // nothing below covers more
        let whole = Run::subtree(tree, parent);
        if tree.terminals(parent) < 4 || facts.page.is_text(parent) || !holds_enough(facts, [whole].into_iter()) {
            continue;
        }
        children.clear();
        children.extend(tree.children(parent));
        if children.len() < 4 {
            continue;
        }
        let classes = children.iter().any(|&id| facts.class_sets[id] != 0);
        for with_class in [false, true].into_iter().take(1 + usize::from(classes)) {
            let signature = |&id: &TreeId| {
                let class = if with_class { facts.class_sets[id] } else { 0 };
                mix(u64::from(tree.labels[id]), u64::from(class))
            };
            let signatures: Vec<u64> = children.iter().map(signature).collect();
            runs_below(facts, &children, &signatures, out);
        }
    }
}

fn runs_below(facts: &PageFacts<'_>, children: &[TreeId], signatures: &[u64], out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    // signatures by first appearance, with their positions
    let mut places: Vec<(u64, Vec<usize>)> = Vec::new();
    let mut index: FxHashMap<u64, usize> = FxHashMap::default();
    for (i, &signature) in signatures.iter().enumerate() {
        let next = places.len();
        let at = *index.entry(signature).or_insert(next);
        if at == next {
            places.push((signature, Vec::new()));
        }
        places[at].1.push(i);
    }
    if places.len() < 2 {
        return;
    }
    places.retain(|(_, at)| at.len() >= 2 && at.iter().any(|&i| tree.terminals(children[i]) > 0));
    places.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
    for (_, anchors) in places.iter().take(MAX_ANCHORS) {
        if is_wrong_phase(facts, children, signatures, anchors, &places) {
            continue;
        }
        // whole runs: up to the next anchor
        let ends: Vec<usize> = anchors.iter().skip(1).copied().chain([children.len()]).collect();
        let lengths: Vec<usize> = anchors.iter().zip(&ends).map(|(a, e)| e - a).collect();
        let inner = &lengths[..lengths.len() - 1];
        if inner.iter().all(|&l| l == 1) || inner.iter().any(|&l| l > MAX_LEN) {
            continue;
        }
        let mut ordered = inner.to_vec();
        ordered.sort_unstable();
        let longest = ordered.last().copied().unwrap_or(1);
        let modal = most_common(&ordered);
        for cap in [longest, modal] {
            if cap < 2 {
                continue;
            }
            let runs = anchors.iter().zip(&ends).map(|(&from, &to)| {
                let to = to.min(from + cap);
                Run::new(children[from], tree.end(children[to - 1]))
            });
            out.push(Candidate { runs: runs.collect(), runs_per_record: 1, generator: Generator::Segments });
        }
        // the same, only up to the last follower that most runs have
        let followers = common_followers(signatures, anchors, &ends);
        let runs = anchors.iter().zip(&ends).map(|(&from, &to)| {
            let last = (from + 1..to).rev().find(|&i| followers.contains(&signatures[i])).unwrap_or(from);
            Run::new(children[from], tree.end(children[last]))
        });
        out.push(Candidate { runs: runs.collect(), runs_per_record: 1, generator: Generator::Segments });
    }
}

/// Whether records cut at these anchors begin too late: what comes before the first anchor is of a kind that occurs
/// exactly as often as the anchor (`dt` before `dd`).
fn is_wrong_phase(
    facts: &PageFacts<'_>,
    children: &[TreeId],
    signatures: &[u64],
    anchors: &[usize],
    places: &[(u64, Vec<usize>)],
) -> bool {
    let tree = &facts.page.tree;
    let before = (0..anchors[0]).rev().find(|&i| tree.terminals(children[i]) > 0);
    before.is_some_and(|i| places.iter().any(|(s, at)| *s == signatures[i] && at[0] == i && at.len() == anchors.len()))
}

/// Signatures that occur in at least half of the runs.
fn common_followers(signatures: &[u64], anchors: &[usize], ends: &[usize]) -> Vec<u64> {
    let mut counts: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
    for (segment, (&from, &to)) in anchors.iter().zip(ends).enumerate() {
        for &signature in &signatures[from + 1..to.min(from + MAX_LEN)] {
            let (count, last) = counts.entry(signature).or_insert((0, usize::MAX));
            if *last != segment {
                (*count, *last) = (*count + 1, segment);
            }
        }
    }
    let mut common: Vec<u64> =
        counts.into_iter().filter(|(_, (count, _))| count * 2 >= anchors.len()).map(|(s, _)| s).collect();
    common.sort_unstable();
    common
}

fn most_common(ordered: &[usize]) -> usize {
    ordered.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).and_then(|run| run.first()).copied().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};
    use crate::tree::PageTree;

    fn found(html: &str) -> Vec<Vec<String>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let mut out = Vec::new();
        sibling_runs(&facts, &mut out);
        let text = |&Run { first, end }: &Run| line(&document, page.spans[first].from, page.spans[end - 1].to);
        out.iter().map(|c| c.runs.iter().map(text).collect()).collect()
    }

    #[test]
    fn terms_with_their_definitions() {
        let found = found("<dl><dt>a<dd>1<dt>b<dd>2<dd>3<dt>c<dd>4</dl>");
        assert!(found.contains(&vec!["a 1".into(), "b 2 3".into(), "c 4".into()]), "{found:?}");
    }

    #[test]
    fn records_do_not_begin_with_what_belongs_to_the_one_before() {
        let found = found("<dl><dt>a<dd>1<dt>b<dd>2<dt>c<dd>3</dl>");
        assert!(found.iter().all(|records| records[0].starts_with('a')), "{found:?}");
        assert!(!found.is_empty());
    }

    #[test]
    fn a_footer_behind_the_last_record_is_cut() {
        let found = found("<div><h3>a</h3><p>1</p><h3>b</h3><p>2</p><h3>c</h3><p>3</p><i>x</i><u>next</u></div>");
        assert!(found.contains(&vec!["a 1".into(), "b 2".into(), "c 3".into()]), "{found:?}");
    }
}
