//! Makes the search results on the pages of a template consistent: on single pages the search may choose another list,
//! but rarely on most.

use crate::records::Record;
use crate::tree::{PageTree, Run, Span, TreeId};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::parts::locate::{CompiledLocator, PageExample, learn_locator, locate};

/// Records that the search found on a page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) records: Vec<Record>,
    /// The confidence that they are what was looked for.
    pub(crate) confidence: f64,
}

/// Records that the pages of a template agree on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Agreed {
    /// The mean confidence over the pages, where pages that disagree count less.
    pub(crate) support: f64,
    /// The pages, by index, with their records.
    pub(crate) examples: Vec<(usize, Vec<Record>)>,
}

impl Agreed {
    /// The records of a page.
    pub(crate) fn on(&self, page: usize) -> &[Record] {
        self.examples.iter().find(|e| e.0 == page).map_or(&[], |e| &e.1)
    }
}

/// The locators of this many pages are tried on the others; the one with best agreement is used.
const TRIED: usize = 3;
/// A page whose search agrees at least this well with the others' locator is used as an example as it was found.
const AGREED: f64 = 0.9;

/// The records that the pages of a template agree on; at most `max_pages` of those with highest confidence are used.
pub(crate) fn agreed(pages: &[&PageLabels<'_>], found: &[Option<&Found>], max_pages: usize) -> Option<Agreed> {
    let looked_at = pages.len().min(max_pages).max(1) as f64;
    let mut with: Vec<(usize, &Found)> = found.iter().enumerate().filter_map(|(i, f)| Some((i, (*f)?))).collect();
    with.sort_by(|a, b| b.1.confidence.total_cmp(&a.1.confidence).then(a.0.cmp(&b.0)));
    with.truncate(max_pages);
    if let [(only, found)] = with[..] {
        let examples = vec![(only, found.records.clone())];
        return Some(Agreed { support: found.confidence / looked_at, examples });
    }
    let mut best: Option<Agreed> = None;
    for &(seed, own) in with.iter().take(TRIED) {
        let trimmed = trimmed(pages[seed].page, &own.records);
        let locator = learn_locator(&[PageExample { labels: pages[seed], records: &trimmed }]);
        let locator = CompiledLocator::new(&locator);
        let mut support = 0.0;
        let mut examples = Vec::new();
        for &(i, found) in &with {
            if i == seed {
                support += found.confidence;
                examples.push((i, found.records.clone()));
                continue;
            }
            let located: Vec<Record> = locate(pages[i], &locator, true).into_iter().map(|l| l.record).collect();
            let agreement = agreement(&located, &found.records);
            support += agreement * found.confidence;
            if agreement >= AGREED {
                examples.push((i, found.records.clone()));
            } else if !located.is_empty() {
                examples.push((i, located));
            }
        }
        let support = support / looked_at;
        if best.as_ref().is_none_or(|b| support > b.support) {
            best = Some(Agreed { support, examples });
        }
    }
    best
}

/// The F1 of the records of two lists on one page.
fn agreement(a: &[Record], b: &[Record]) -> f64 {
    let common = a.iter().filter(|record| b.contains(record)).count();
    2.0 * common as f64 / (a.len() + b.len()).max(1) as f64
}

/// The records without siblings at either end that contain no text and no image, such as rules and spacers.
pub(crate) fn trimmed(page: &PageTree, records: &[Record]) -> Vec<Record> {
    let trim = |run: &Run| {
        let roots: Vec<TreeId> = run.roots(&page.tree).filter(|&r| page.tree.terminals(r) > 0).collect();
        Some(Run::new(*roots.first()?, page.tree.end(*roots.last()?)))
    };
    let all = records.iter().map(|record| Record { runs: record.runs.iter().filter_map(trim).collect() });
    all.filter(|r| !r.runs.is_empty()).collect()
}

/// The share of the text below a node, in bytes, that is in records.
pub(crate) fn covered(page: &PageLabels<'_>, node: TreeId, records: &[Record]) -> f64 {
    let bytes = |id: TreeId| {
        let Span { from, to } = page.page.spans[id];
        page.document.raw_text_between(from, to).trim().len()
    };
    let mut inside = vec![false; page.page.tree.len()];
    for &Run { first, end } in records.iter().flat_map(|r| &r.runs) {
        inside[TreeId::indices(first..end)].fill(true);
    }
    let texts = page.page.tree.subtree(node).filter(|&id| page.page.is_text(id));
    let (mut all, mut own) = (0, 0);
    for id in texts {
        all += bytes(id);
        own += if inside[id] { bytes(id) } else { 0 };
    }
    own as f64 / f64::max(all as f64, 1.0)
}
