//! Finding the records of a page by what the records of its template look like.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::records::Record;
use crate::tree::{Run, TreeId};
use crate::wrapper::format::{ElementPattern, RecordLocator, Tail};
use crate::wrapper::labels::{PageLabels, step_hashes};
use crate::wrapper::parts::element_pattern::{CompiledPattern, Likeness, Subject, learn_pattern, share};

/// Two records that have this share of their names in common belong to one variant.
const SAME_VARIANT: f32 = 0.4;
/// How many variants of records are distinguished for each tag.
const MAX_LOOKS: usize = 8;
/// How many lookalikes (elements that look similar but are not records) are kept; the most similar ones.
const MAX_LOOKALIKES: usize = 32;
/// Elements with a lower similarity are not worth keeping as lookalikes.
const LEAST_ALIKE: f32 = 0.4;
/// How much less similar the records of a page may be than those learnt from.
const SLACK: f32 = 0.15;
/// The range of thresholds.
const THRESHOLDS: (f32, f32) = (0.55, 0.6);
/// The least similarity of an element that has the surroundings and the names of records.
const IN_PLACE: f32 = 0.5;

/// The records of one page that a locator is learnt from.
pub(crate) struct PageExample<'a, 'b> {
    pub(crate) labels: &'b PageLabels<'a>,
    pub(crate) records: &'b [Record],
}

/// A record found on a page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Located {
    pub(crate) record: Record,
    /// Its similarity to what was learnt, from 0 to 1.
    pub(crate) fit: f32,
}

/// A [`RecordLocator`] prepared for use.
pub(crate) struct CompiledLocator {
    patterns: Vec<CompiledPattern>,
    lookalikes: Vec<CompiledPattern>,
    threshold: f32,
    tail: Tail,
    tail_steps: FxHashSet<u64>,
    tail_tags: FxHashSet<u64>,
}

impl CompiledLocator {
    pub(crate) fn new(locator: &RecordLocator) -> CompiledLocator {
        let tail = locator.tail.steps.keys().map(|step| step_hashes(step));
        let (tail_steps, tail_tags) = tail.map(|step| (step.full, step.tags)).unzip();
        CompiledLocator {
            patterns: locator.patterns.iter().map(CompiledPattern::new).collect(),
            lookalikes: locator.lookalikes.iter().map(CompiledPattern::new).collect(),
            threshold: locator.threshold,
            tail: locator.tail.clone(),
            tail_steps,
            tail_tags,
        }
    }
}

/// Learns how to find records, from pages with their records.
pub(crate) fn learn_locator(pages: &[PageExample<'_, '_>]) -> RecordLocator {
    let heads: Vec<(&PageLabels<'_>, TreeId)> =
        pages.iter().flat_map(|p| p.records.iter().filter_map(|r| Some((p.labels, r.runs.first()?.first)))).collect();
    let groups = variants(&heads);
    let patterns: Vec<ElementPattern> = groups.iter().map(|g| learn_pattern(g)).collect();
    let mut locator = RecordLocator { patterns, lookalikes: Vec::new(), threshold: 0.0, tail: learn_tail(pages) };
    let compiled = CompiledLocator::new(&locator);
    let mut least = f32::MAX;
    let mut alike: Vec<Alike<'_, '_>> = Vec::new();
    for page in pages {
        let labels = page.labels;
        let mut inside = vec![false; labels.page.tree.len()];
        for &Run { first, end } in page.records.iter().flat_map(|r| &r.runs) {
            inside[TreeId::indices(first..end)].fill(true);
        }
        let mut around = Around::default();
        for record in page.records {
            let Some(&Run { first: head, .. }) = record.runs.first() else { continue };
            let (fit, _) = best(labels, &compiled.patterns, &Subject::new(labels, head), true, 0.0, &mut around);
            least = least.min(fit);
        }
        // the further siblings of a record do not begin one
        let tails = page.records.iter().flat_map(|record| record.roots(&labels.page.tree).skip(1));
        let outside = labels.page.tree.nodes().filter(|&id| !inside[id]).map(|id| (id, false));
        let tails = tails.filter(|&id| !labels.page.is_text(id)).map(|id| (id, true));
        for (id, in_record) in outside.chain(tails) {
            if compiled.may_be(labels, id) && !compiled.is_large(labels, id) {
                let subject = Subject::new(labels, id);
                let (fit, _) = best(labels, &compiled.patterns, &subject, true, LEAST_ALIKE, &mut around);
                if fit >= LEAST_ALIKE {
                    alike.push(Alike { fit, labels, id, in_record });
                }
            }
        }
    }
    locator.threshold = (least - SLACK).clamp(THRESHOLDS.0, THRESHOLDS.1);
    locator.lookalikes = learn_lookalikes(alike);
    locator
}

/// Groups elements with equal tags that share most names into variants, largest first. Names of single records
/// (`post-17`, `tag-health`) do not separate them.
fn variants<'a, 'b>(heads: &[(&'b PageLabels<'a>, TreeId)]) -> Vec<Vec<(&'b PageLabels<'a>, TreeId)>> {
    let mut groups: Vec<Vec<(&'b PageLabels<'a>, TreeId)>> = Vec::new();
    for &(labels, head) in heads {
        let names = labels.names(head);
        let shared = |group: &[(&PageLabels<'_>, TreeId)]| {
            let (other, first) = group[0];
            let theirs = other.names(first);
            let common = names.iter().filter(|name| theirs.binary_search(name).is_ok()).count();
            let all = names.len() + theirs.len() - common;
            match (other.tags[first] == labels.tags[head], all) {
                (false, _) => -1.0,
                (true, 0) => 1.0,
                (true, _) => common as f32 / all as f32,
            }
        };
        let best = groups.iter().enumerate().map(|(i, g)| (shared(g), i)).max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((share, i)) if share >= SAME_VARIANT || share >= 0.0 && groups.len() >= MAX_LOOKS => {
                groups[i].push((labels, head));
            }
            _ => groups.push(vec![(labels, head)]),
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
    groups
}

/// An element that looks like a record but does not begin one.
struct Alike<'a, 'b> {
    fit: f32,
    labels: &'b PageLabels<'a>,
    id: TreeId,
    /// Whether it is a further sibling of a record.
    in_record: bool,
}

/// The patterns of elements that are not records, with those of equal names and surroundings combined.
fn learn_lookalikes(alike: Vec<Alike<'_, '_>>) -> Vec<ElementPattern> {
    type Group<'a, 'b> = (f32, Vec<(&'b PageLabels<'a>, TreeId)>);
    let mut groups: BTreeMap<(bool, Vec<String>), Group<'_, '_>> = BTreeMap::new();
    for Alike { fit, labels, id, in_record } in alike {
        let above = std::iter::successors(Some(id), |&id| labels.page.tree.parent(id));
        let key = (in_record, above.take(4).map(|id| labels.step(id)).collect());
        let group = groups.entry(key).or_default();
        group.0 = group.0.max(fit);
        group.1.push((labels, id));
    }
    let mut groups: Vec<Group<'_, '_>> = groups.into_values().collect();
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    groups.truncate(MAX_LOOKALIKES);
    groups.iter().map(|(_, members)| learn_pattern(members)).collect()
}

fn learn_tail(pages: &[PageExample<'_, '_>]) -> Tail {
    let mut tail = Tail { least: u32::MAX, ..Tail::default() };
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut order: Option<Vec<String>> = None;
    let mut same = true;
    let mut all = 0;
    for page in pages {
        for record in page.records {
            let tree = &page.labels.page.tree;
            let steps: Vec<String> = record.roots(tree).skip(1).map(|root| page.labels.step(root)).collect();
            tail.least = tail.least.min(steps.len() as u32);
            tail.most = tail.most.max(steps.len() as u32);
            let distinct: FxHashSet<&String> = steps.iter().collect();
            for step in distinct {
                *counts.entry(step.clone()).or_default() += 1;
            }
            same &= order.get_or_insert_with(|| steps.clone()) == &steps;
            all += 1;
        }
    }
    tail.least = tail.least.min(tail.most);
    tail.steps = counts.into_iter().map(|(step, n)| (step, share(n, all))).collect();
    tail.order = order.filter(|_| same).unwrap_or_default();
    tail
}

/// The similarity of an element's surroundings, cached by pattern and parent.
type Around = FxHashMap<(usize, Option<TreeId>), f32>;

/// The pattern that an element is most similar to, and how similar it is. Patterns that cannot reach `least` are not
/// evaluated fully.
fn best(
    labels: &PageLabels<'_>,
    patterns: &[CompiledPattern],
    subject: &Subject,
    names: bool,
    least: f32,
    around: &mut Around,
) -> (f32, Likeness) {
    let mut found = (0.0f32, Likeness::default());
    let parent = labels.page.tree.parent(subject.id);
    for (i, pattern) in patterns.iter().enumerate().filter(|(_, l)| l.tag == labels.tags[subject.id]) {
        let likeness = Likeness { around: 1.0, ..pattern.likeness(labels, subject, names) };
        if likeness.total(names) <= found.0.max(least) {
            continue;
        }
        let of = *around.entry((i, parent)).or_insert_with(|| pattern.around(labels, parent, names));
        let likeness = Likeness { around: of, ..likeness };
        let total = likeness.total(names);
        if total > found.0 {
            found = (total, likeness);
        }
    }
    found
}

impl CompiledLocator {
    /// Whether an element may be a record, judging by its tag and size.
    fn may_be(&self, labels: &PageLabels<'_>, id: TreeId) -> bool {
        let terminals = labels.page.tree.terminals(id) as u32;
        self.patterns.iter().any(|pattern| pattern.tag == labels.tags[id] && terminals >= pattern.texts[0].min(1))
    }

    /// Whether an element has far more texts and images than any record learnt from.
    fn is_large(&self, labels: &PageLabels<'_>, id: TreeId) -> bool {
        let terminals = labels.page.tree.terminals(id) as u32;
        self.patterns.iter().all(|pattern| pattern.tag != labels.tags[id] || terminals > 4 * pattern.texts[1] + 8)
    }
}

/// The records of a page, in document order. `names` says whether classes and the like count.
pub(crate) fn locate(labels: &PageLabels<'_>, locator: &CompiledLocator, names: bool) -> Vec<Located> {
    let tree = &labels.page.tree;
    let (mut near, mut alike) = (Around::default(), Around::default());
    let mut heads: Vec<Head> = Vec::new();
    for id in tree.nodes().skip(1).filter(|&id| locator.may_be(labels, id)) {
        let subject = Subject::new(labels, id);
        let (fit, likeness) = best(labels, &locator.patterns, &subject, names, IN_PLACE, &mut near);
        let in_place = names && likeness.is_in_place();
        // a post may have any length, but something far larger in other surroundings is a box with several records
        if fit < IN_PLACE || (fit < locator.threshold || locator.is_large(labels, id)) && !in_place {
            continue;
        }
        let (other, _) = best(labels, &locator.lookalikes, &subject, names, fit, &mut alike);
        if other <= fit {
            heads.push(Head { id, fit, in_place });
        }
    }
    drop_nested(labels, &mut heads);
    with_tails(labels, locator, heads)
}

/// The least similarity in names and surroundings for an element to be where the element of an article is.
const LEAST_PLACE: f32 = 0.7;
/// The weight of content in addition to that: articles are recognised by where they are.
const CONTENT_OF_ONE: f32 = 0.1;

/// An element that may be that of an article.
#[derive(Clone, Copy)]
struct Article {
    id: TreeId,
    /// The similarity in names and surroundings.
    place: f32,
    /// The same, including content.
    total: f32,
    terminals: u32,
}

/// The one element of a page that is most similar in surroundings and names: an article. Among equal ones, the one with
/// most texts.
pub(crate) fn locate_one(labels: &PageLabels<'_>, locator: &CompiledLocator, names: bool) -> Option<Located> {
    let tree = &labels.page.tree;
    let mut near = Around::default();
    let mut found: Option<Article> = None;
    for id in tree.nodes().skip(1).filter(|&id| tree.terminals(id) > 0) {
        let parent = tree.parent(id);
        for (i, pattern) in locator.patterns.iter().enumerate().filter(|(_, pattern)| pattern.tag == labels.tags[id]) {
            let is_behind = |place: f32| place < LEAST_PLACE || found.is_some_and(|f| place + CONTENT_OF_ONE < f.total);
            // elements ruled out by their own names need no look at their surroundings
            if is_behind(pattern.place(labels, id, 1.0, names)) {
                continue;
            }
            let around = *near.entry((i, parent)).or_insert_with(|| pattern.around(labels, parent, names));
            let place = pattern.place(labels, id, around, names);
            if is_behind(place) {
                continue;
            }
            let shape = pattern.likeness(labels, &Subject::new(labels, id), false).shape;
            let total = place + CONTENT_OF_ONE * shape;
            let terminals = tree.terminals(id) as u32;
            if found.is_none_or(|f| (total, terminals) > (f.total, f.terminals)) {
                found = Some(Article { id, place, total, terminals });
            }
        }
    }
    found.map(|article| Located { record: Record::subtree(tree, article.id), fit: article.place })
}

/// The first element of a record.
#[derive(Clone, Copy)]
struct Head {
    id: TreeId,
    fit: f32,
    /// Whether it has the surroundings and the names of records.
    in_place: bool,
}

/// Of nested records the outer one is kept, unless it has other surroundings and those inside it are clearly more
/// similar.
fn drop_nested(labels: &PageLabels<'_>, heads: &mut Vec<Head>) {
    let tree = &labels.page.tree;
    let mut kept: Vec<Head> = Vec::new();
    for &head in heads.iter() {
        // outer ones come first
        match kept.last() {
            Some(outer) if tree.contains(outer.id, head.id) => {
                if !outer.in_place && outer.fit + 0.05 < head.fit {
                    kept.pop();
                    kept.push(head);
                }
            }
            _ => kept.push(head),
        }
    }
    *heads = kept;
}

/// Records that begin with the elements selected by a person, including the siblings that belong to them.
pub(crate) fn located_at(labels: &PageLabels<'_>, locator: &CompiledLocator, heads: Vec<TreeId>) -> Vec<Located> {
    let heads = heads.into_iter().map(|id| Head { id, fit: 1.0, in_place: true }).collect();
    with_tails(labels, locator, heads)
}

/// Records from their first elements and the siblings after them.
fn with_tails(labels: &PageLabels<'_>, locator: &CompiledLocator, heads: Vec<Head>) -> Vec<Located> {
    let tree = &labels.page.tree;
    let tail = &locator.tail;
    if tail.most == 0 {
        return heads
            .into_iter()
            .map(|head| Located { record: Record::subtree(tree, head.id), fit: head.fit })
            .collect();
    }
    let is_head: FxHashSet<TreeId> = heads.iter().map(|h| h.id).collect();
    let mut found = Vec::new();
    for Head { id: head, fit, .. } in heads {
        let mut end = tree.end(head);
        for (count, sibling) in (0..).zip(tree.siblings_from(head).skip(1)) {
            let (step, tag) = (labels.steps[sibling], labels.tags[sibling]);
            let fits = locator.tail_steps.contains(&step) || locator.tail_tags.contains(&tag);
            if count == tail.most || is_head.contains(&sibling) || !fits {
                break;
            }
            end = tree.end(sibling);
        }
        found.push(Located { record: Record::run(head, end), fit });
    }
    found
}

/// Why an element is or is not taken for a record of a template.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The similarity of its names, if it or the records have any.
    pub own: Option<f32>,
    /// The similarity of its surroundings.
    pub around: f32,
    /// The similarity of its content, by names.
    pub content: f32,
    /// The similarity of its content, by tags.
    pub shape: f32,
    /// All combined.
    pub fit: f32,
    /// The same for the most similar element that is not a record.
    pub lookalike: f32,
    /// The value that `fit` must reach.
    pub threshold: f32,
}

/// Evaluates one element.
pub(crate) fn judge(labels: &PageLabels<'_>, locator: &CompiledLocator, id: TreeId) -> Verdict {
    let subject = Subject::new(labels, id);
    let (fit, likeness) = best(labels, &locator.patterns, &subject, true, 0.0, &mut Around::default());
    let (lookalike, _) = best(labels, &locator.lookalikes, &subject, true, 0.0, &mut Around::default());
    let Likeness { own, around, content, shape, .. } = likeness;
    Verdict { own, around, content, shape, fit, lookalike, threshold: locator.threshold }
}
