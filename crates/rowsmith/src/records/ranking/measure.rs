//! Measurements of a candidate from which its features are computed: sums, shares and similarities.

use rustc_hash::FxHashMap;

use crate::dom::Tag;
use crate::records::candidates::copies::copied_after;
use crate::records::facts::PageFacts;
use crate::records::facts::sums::Sums;
use crate::records::ranking::slots::{SlotCounter, SlotFigures, most_common};
use crate::records::record::Candidate;
use crate::tree::{Run, Similarities, TreeId};

/// The measurements of one candidate. Shares are from 0 to 1; means "per record" are over the records.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Number of records.
    pub n: f64,
    /// Texts and images, summed over all records, as are the fields below.
    pub terminals: f64,
    /// Characters of text.
    pub chars: f64,
    /// Characters of text in links.
    pub link_chars: f64,
    /// Words.
    pub words: f64,
    /// Links.
    pub links: f64,
    /// Images.
    pub images: f64,
    /// Sums over the page of the same quantities, in the same order: terminals, chars, words, links, images.
    pub page: [f64; 5],
    /// Share of records with at least one: link, image, price, date, number, heading, long text, control, text that
    /// mentions what was searched for.
    pub with: [f64; 9],
    /// Share of records with exactly one, in the same order.
    pub with_one: [f64; 9],
    /// The share of the page's texts that mention what was searched for which are in the list.
    pub searched_share: f64,
    /// The spread of the records' terminals: standard deviation over mean.
    pub spread: f64,
    /// The smallest over the median number of terminals, and the median over the largest.
    pub smallest: f64,
    /// See `smallest`.
    pub largest: f64,
    /// Share of the list's characters in its longest record.
    pub longest_share: f64,
    /// The share of neighbouring records with nothing in between.
    pub adjacent: f64,
    /// Terminals between the first and the last record that are in no record, over those that are (at most 3).
    pub gaps: f64,
    /// The largest number of terminals between neighbouring records, over the page's terminals.
    pub widest_gap: f64,
    /// The share of records on the side of that gap that has fewer; 0 without a gap.
    pub beyond_gap: f64,
    /// The number of different parents, over the number of records.
    pub parents: f64,
    /// Siblings per record.
    pub roots: f64,
    /// Levels between the smallest element around the list and its records.
    pub levels: f64,
    /// Depth of the smallest element around the list.
    pub container_depth: f64,
    /// The share of that element's terminals that are in records.
    pub container_fill: f64,
    /// The share of that element's characters that are in records.
    pub container_text_fill: f64,
    /// The tag that most records begin with.
    pub tag: Option<Tag>,
    /// Share of records that begin with that tag.
    pub same_tag: f64,
    /// The share of records with the most common class (which may be none).
    pub same_class: f64,
    /// Whether the most common class is one, rather than none.
    pub has_class: f64,
    /// Other elements on the page with the most common path and class, over records (at most 3).
    pub others_alike: f64,
    /// Other elements with the most common path, over records (at most 3).
    pub others_on_path: f64,
    /// Siblings of records that are in no record and hold data, over records (at most 3).
    pub siblings_left: f64,
    /// Those of these siblings that have the most common tag and class.
    pub siblings_alike_left: f64,
    /// The mean similarity of neighbouring records by STM.
    pub similarity: f64,
    /// The smallest of the records' similarities to the more similar of their neighbours.
    pub worst_similarity: f64,
    /// The share of neighbouring records with equal structure.
    pub same_structure: f64,
    /// MiBAT's sum of matched nodes.
    pub matched: f64,
    /// Slots by class.
    pub class_slots: SlotFigures,
    /// Slots by path.
    pub path_slots: SlotFigures,
    /// The number of different first terminals, over records.
    pub distinct_first: f64,
    /// The number of different second terminals, over the records that have one.
    pub distinct_second: f64,
    /// Whether a second half repeats the first, as for another screen width.
    pub copies: f64,
    /// The number of different first links, over records.
    pub distinct_links: f64,
    /// The number of records that differ in their whole content, over records.
    pub distinct: f64,
    /// The terminals of the first and of the last record, over the mean.
    pub first_size: f64,
    /// See `first_size`.
    pub last_size: f64,
    /// The share of records whose first terminal also occurs elsewhere on the page.
    pub copied_elsewhere: f64,
    /// The share of the page's terminals before the first record, and after the last.
    pub before: f64,
    /// See `before`.
    pub behind: f64,
    /// Where the list is relative to the first `h1`: 1 after it, -1 before it, 0 around it or without one.
    pub behind_h1: f64,
    /// The share of the page's terminals between the first `h1` and the list, if the list comes after it.
    pub from_h1: f64,
    /// Whether a record contains the `h1`.
    pub holds_h1: f64,
    /// The sections around the list, as bits.
    pub sections: u16,
    /// Share of hidden records.
    pub hidden: f64,
    /// The share of records whose parent contains more, and no other record.
    pub liftable: f64,
    /// What these parents contain in addition, over what the records contain (at most 3).
    pub lift_gain: f64,
    /// Block elements per record.
    pub blocks_per_record: f64,
    /// Whether the sibling before the first record is of a kind that records have after their first sibling. If so,
    /// they are cut at the wrong place.
    pub phase: f64,
    /// Whether there is a heading, or text formatted like `strong`, directly before the list.
    pub heading_before: f64,
    /// Characters of text outside boilerplate, in the list and on the page.
    pub body_chars: [f64; 2],
    /// Links to other hosts, within the page, and to other languages, over the list's links.
    pub link_kinds: [f64; 3],
    /// The share of records whose first link has the most common folder.
    pub same_folder: f64,
    /// How far the first texts are sorted: 1 if all neighbours are in the same direction, 0 if as many are in either.
    pub sorted: f64,
    /// Words in long texts before the list, in it, and on the whole page.
    pub prose: [f64; 3],
}

/// Measures the candidates of one page, one after the other.
pub struct Measurer<'a, 'b> {
    facts: &'a PageFacts<'a>,
    sims: &'b mut Similarities<'a>,
    slots: SlotCounter,
    ancestors: Vec<TreeId>,
    table: Vec<Row>,
    contents: Numbered,
    targets: Numbered,
    folders: Numbered,
    sizes: Vec<u32>,
    values: Vec<u32>,
    covered: Vec<Run>,
}

/// The prefix sums of one node, side by side since they are needed together for every record; one cache line.
type Row = [u32; 16];
/// Where the kinds of [`Measures::with`] begin in a row. Before them come terminals, characters, characters in links,
/// words and blocks.
const KINDS: usize = 5;

/// The values of something on the page, as small numbers.
#[derive(Default)]
struct Numbered {
    /// In order of occurrence.
    numbers: Vec<u32>,
    /// For each number, how often it occurs on the page.
    totals: Vec<u32>,
    /// For each number, the mark of the list that it was last seen in, and how often since.
    seen: Vec<(u32, u32)>,
    mark: u32,
}

impl Numbered {
    fn new(hashes: impl Iterator<Item = u64>) -> Numbered {
        let mut out = Numbered::default();
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        for hash in hashes {
            let next = out.totals.len() as u32;
            let number = *known.entry(hash).or_insert(next);
            if number == next {
                out.totals.push(0);
            }
            out.totals[number as usize] += 1;
            out.numbers.push(number);
        }
        out.seen = vec![(0, 0); out.totals.len()];
        out
    }

    /// For some occurrences: how many there are, and how many of them are different.
    fn distinct(&mut self, occurrences: impl Iterator<Item = usize>) -> (usize, usize) {
        self.mark += 1;
        let (mut all, mut distinct) = (0, 0);
        for at in occurrences {
            let seen = &mut self.seen[self.numbers[at] as usize];
            if seen.0 != self.mark {
                *seen = (self.mark, 0);
                distinct += 1;
            }
            seen.1 += 1;
            all += 1;
        }
        (all, distinct)
    }

    /// Whether what was just [seen](Self::distinct) also occurs elsewhere on the page.
    fn is_elsewhere(&self, occurrence: usize) -> bool {
        let number = self.numbers[occurrence] as usize;
        self.totals[number] > self.seen[number].1
    }
}

fn share_distinct((all, distinct): (usize, usize)) -> f64 {
    distinct as f64 / all.max(1) as f64
}

impl<'a, 'b> Measurer<'a, 'b> {
    /// Starts with nothing measured.
    pub fn new(facts: &'a PageFacts<'a>, sims: &'b mut Similarities<'a>) -> Self {
        Measurer {
            facts,
            sims,
            slots: SlotCounter::default(),
            ancestors: Vec::new(),
            table: rows(facts),
            contents: Numbered::new(facts.contents.iter().copied()),
            targets: Numbered::new(facts.targets.iter().map(|t| t.1)),
            folders: Numbered::new(facts.folders.iter().copied()),
            sizes: Vec::new(),
            values: Vec::new(),
            covered: Vec::new(),
        }
    }

    /// Measures a candidate. Takes time linear in its terminals and records, times depth; similarities are cached.
    pub fn measure(&mut self, candidate: &Candidate) -> Measures {
        let mut m = Measures { n: candidate.len() as f64, ..Default::default() };
        self.sums(candidate, &mut m);
        self.place(candidate, &mut m);
        self.signatures(candidate, &mut m);
        self.phase(candidate, &mut m);
        self.likeness(candidate, &mut m);
        self.contents(candidate, &mut m);
        self.lift(candidate, &mut m);
        m.class_slots = self.slots.figures(self.facts, candidate, &self.facts.class_slots);
        m.path_slots = self.slots.figures(self.facts, candidate, &self.facts.path_slots);
        m
    }

    fn sums(&mut self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let mut totals = [0u64; 16];
        let (mut with, mut with_one) = ([0.0; 16], [0.0; 16]);
        let mut longest = 0;
        self.sizes.clear();
        for runs in candidate.records() {
            let mut record: Row = [0; 16];
            for &Run { first, end } in runs {
                let (before, after) = (&self.table[first], &self.table[end]);
                for k in 0..16 {
                    record[k] += after[k] - before[k];
                }
            }
            for k in 0..16 {
                totals[k] += u64::from(record[k]);
                with[k] += if record[k] > 0 { 1.0 / m.n } else { 0.0 };
                with_one[k] += if record[k] == 1 { 1.0 / m.n } else { 0.0 };
            }
            self.sizes.push(record[0]);
            longest = longest.max(record[1]);
        }
        let totals = totals.map(|t| t as f64);
        [m.terminals, m.chars, m.link_chars, m.words, m.blocks_per_record] = [0, 1, 2, 3, 4].map(|k| totals[k]);
        m.blocks_per_record /= m.n;
        (m.links, m.images) = (totals[KINDS], totals[KINDS + 1]);
        m.with.copy_from_slice(&with[KINDS..KINDS + 9]);
        m.with_one.copy_from_slice(&with_one[KINDS..KINDS + 9]);
        m.searched_share = totals[KINDS + 8] / f64::from(f.searched.total()).max(1.0);
        let total = |sums: &Sums| candidate.runs.iter().map(|&r| f64::from(sums.of(r))).sum::<f64>();
        m.body_chars = [total(&f.body_chars), f64::from(f.body_chars.total())];
        if m.links > 0.0 {
            let kinds = [&f.foreign_links, &f.inner_links, &f.language_links];
            m.link_kinds = kinds.map(|of| if of.total() > 0 { total(of) / m.links } else { 0.0 });
        }
        let before = f64::from(f.long_words.of(Run::new(TreeId::ROOT, candidate.runs[0].first)));
        m.prose = [before, total(&f.long_words), f64::from(f.long_words.total())];
        let whole = [f.chars.total(), f.words.total(), f.links.total(), f.images.total()].map(f64::from);
        m.page = [f.terminals.len() as f64, whole[0], whole[1], whole[2], whole[3]];
        m.longest_share = f64::from(longest) / m.chars.max(1.0);
        let sizes = &mut self.sizes;
        let mean = m.terminals / m.n;
        let variance = sizes.iter().map(|&s| (f64::from(s) - mean).powi(2)).sum::<f64>() / m.n;
        m.spread = variance.sqrt() / mean.max(1e-9);
        m.first_size = f64::from(sizes[0]) / mean.max(1e-9);
        m.last_size = f64::from(sizes[sizes.len() - 1]) / mean.max(1e-9);
        let (least, most) = sizes.iter().fold((u32::MAX, 0), |(a, b), &s| (a.min(s), b.max(s)));
        let middle = sizes.len() / 2;
        let median = f64::from(if least == most { least } else { *sizes.select_nth_unstable(middle).1 });
        m.smallest = f64::from(least) / median.max(1.0);
        m.largest = median / f64::from(most).max(1.0);
        let tree = &f.page.tree;
        let roots =
            candidate.runs.iter().map(|&r| if tree.end(r.first) == r.end { 1 } else { r.roots(tree).take(50).count() });
        m.roots = roots.sum::<usize>() as f64 / m.n;
    }

    fn place(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        let (first, last) = (candidate.runs[0].first, candidate.runs[candidate.runs.len() - 1].end - 1);
        let mut adjacent = 0;
        let mut reached = f.terminal_range(candidate.runs[0]).end;
        let (mut widest, mut gap_at) = (0, 0);
        for (i, runs) in candidate.records().enumerate().skip(1) {
            let range = f.terminal_range(runs[0]);
            adjacent += usize::from(range.start == reached);
            if range.start.saturating_sub(reached) > widest {
                (widest, gap_at) = (range.start - reached, i);
            }
            reached = f.terminal_range(runs[runs.len() - 1]).end;
        }
        m.adjacent = adjacent as f64 / (m.n - 1.0);
        m.widest_gap = widest as f64 / m.page[0].max(1.0);
        m.beyond_gap = gap_at.min(candidate.len() - gap_at) as f64 / m.n;
        let start = f.terminal_range(candidate.runs[0]).start;
        let span = reached.saturating_sub(start) as f64;
        m.gaps = ((span - m.terminals) / m.terminals.max(1.0)).clamp(0.0, 3.0);
        let mut container = tree.common_ancestor(first, last);
        if container == first {
            container = tree.parent(container).unwrap_or(TreeId::ROOT);
        }
        m.levels = f64::from(f.depths[first] - f.depths[container]);
        m.container_depth = f64::from(f.depths[container]);
        m.container_fill = m.terminals / tree.terminals(container).max(1) as f64;
        m.container_text_fill = m.chars / f64::from(f.chars.of(Run::subtree(tree, container))).max(1.0);
        m.sections = f.sections[container];
        let all = m.page[0].max(1.0);
        m.before = start as f64 / all;
        m.behind = (all - reached as f64).max(0.0) / all;
        if let Some(h1) = f.first_h1 {
            let at = f.terminal_range(Run::subtree(tree, h1));
            m.holds_h1 = f64::from(u8::from(candidate.runs.iter().any(|&Run { first: a, end: b }| a <= h1 && h1 < b)));
            if start >= at.end {
                m.behind_h1 = 1.0;
                m.from_h1 = (start - at.end) as f64 / all;
            } else if reached <= at.start {
                m.behind_h1 = -1.0;
            }
        }
        m.hidden = candidate.runs.iter().filter(|r| f.hidden[r.first]).count() as f64 / candidate.runs.len() as f64;
        // the last terminal before the list is in a heading
        if start > 0 {
            let before = f.terminals[start - 1];
            let mut above = std::iter::successors(Some(before), |&id| tree.parent(id)).take(4);
            let heading =
                above.any(|id| matches!(f.page.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6));
            m.heading_before = f64::from(u8::from(heading));
        }
    }

    fn signatures(&mut self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        let roots = || candidate.records().map(|runs| runs[0].first);
        let mut commonest = |of: &[u32]| -> (u32, f64) {
            self.values.clear();
            self.values.extend(roots().map(|r| of[r]));
            let (value, count) = most_common(&mut self.values);
            (value, f64::from(count) / m.n)
        };
        let (tag, same_tag) = commonest(&tree.labels);
        (m.tag, m.same_tag) = (Some(Tag(tag)), same_tag);
        let (class, same_class) = commonest(&f.class_sets);
        (m.same_class, m.has_class) = (same_class, f64::from(u8::from(class != 0)));
        let (signature, share) = commonest(&f.signatures);
        let others = f64::from(f.signature_counts[signature as usize]) - share * m.n;
        m.others_alike = (others / m.n).clamp(0.0, 3.0);
        let (path, share) = commonest(&f.paths);
        m.others_on_path = ((f64::from(f.path_counts[path as usize]) - share * m.n) / m.n).clamp(0.0, 3.0);
        // siblings: over all parents, the children that hold data and are in no record
        self.ancestors.clear();
        self.ancestors.extend(roots().map(|r| tree.parents[r]));
        self.ancestors.dedup();
        self.ancestors.sort_unstable();
        self.ancestors.dedup();
        m.parents = self.ancestors.len() as f64 / m.n;
        let (mut left, mut alike) = (0u32, 0u32);
        let covered = &mut self.covered;
        covered.clear();
        covered.extend_from_slice(&candidate.runs);
        covered.sort_unstable();
        for &parent in self.ancestors.iter().take(200) {
            let mut next = covered.partition_point(|r| r.end <= parent);
            for child in tree.children(parent).take(2000) {
                while next < covered.len() && covered[next].end <= child {
                    next += 1;
                }
                let inside = covered.get(next).is_some_and(|r| r.first <= child && child < r.end);
                if !inside && tree.terminals(child) > 0 {
                    left += 1;
                    alike += u32::from(tree.labels[child] == tag && f.class_sets[child] == class);
                }
            }
        }
        m.siblings_left = (f64::from(left) / m.n).min(3.0);
        m.siblings_alike_left = (f64::from(alike) / m.n).min(3.0);
    }

    /// Detects records of several siblings that are cut one or more siblings too late.
    fn phase(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        if m.roots < 1.5 {
            return;
        }
        let first = candidate.runs[0].first;
        let mut siblings = std::iter::successors(tree.previous_sibling(first), |&s| tree.previous_sibling(s)).take(50);
        let Some(before) = siblings.find(|&c| tree.terminals(c) > 0) else { return };
        let kind = |id: TreeId| (tree.labels[id], f.class_sets[id]);
        let with =
            candidate.runs.iter().take(200).filter(|&&run| run.roots(tree).skip(1).any(|r| kind(r) == kind(before)));
        m.phase = with.count() as f64 / candidate.runs.len().min(200) as f64;
    }

    fn likeness(&mut self, candidate: &Candidate, m: &mut Measures) {
        let tree = &self.facts.page.tree;
        let classes = &self.facts.classes;
        let single = candidate.runs_per_record == 1 && m.roots == 1.0;
        let mut previous: Vec<TreeId> = Vec::new();
        let mut current: Vec<TreeId> = Vec::new();
        let mut similarities = Vec::with_capacity(candidate.len());
        let mut equal = 0;
        let pairs = if single { &candidate.runs[..] } else { &[] };
        for pair in pairs.windows(2) {
            let (a, b) = (pair[0].first, pair[1].first);
            let matched = f64::from(self.sims.of_subtrees(a, b).nodes);
            m.matched += matched;
            similarities.push(2.0 * matched / (tree.size(a) as f64 + tree.size(b) as f64));
            equal += usize::from(classes[a] == classes[b]);
        }
        for (i, runs) in candidate.records().enumerate().take_while(|_| !single) {
            current.clear();
            current.extend(runs.iter().flat_map(|&run| run.roots(tree)));
            if i > 0 {
                let size = |nodes: &[TreeId]| nodes.iter().map(|&id| tree.size(id)).sum::<usize>() as f64;
                let matched = f64::from(self.sims.of_forests(&previous, &current).nodes);
                m.matched += matched;
                similarities.push(2.0 * matched / (size(&previous) + size(&current)));
                let same = |(&a, &b): (&TreeId, &TreeId)| classes[a] == classes[b];
                equal += usize::from(previous.len() == current.len() && previous.iter().zip(&current).all(same));
            }
            std::mem::swap(&mut previous, &mut current);
        }
        let pairs = similarities.len().max(1) as f64;
        m.similarity = similarities.iter().sum::<f64>() / pairs;
        m.same_structure = equal as f64 / pairs;
        m.worst_similarity = 1.0;
        for i in 0..=similarities.len() {
            let left = if i > 0 { similarities[i - 1] } else { 0.0 };
            let right = similarities.get(i).copied().unwrap_or(0.0);
            m.worst_similarity = m.worst_similarity.min(left.max(right));
        }
    }

    fn contents(&mut self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let nth = |n: usize| candidate.records().filter_map(move |runs| f.terminal_range(runs[0]).nth(n));
        let first = self.contents.distinct(nth(0));
        m.distinct_first = share_distinct(first);
        m.copied_elsewhere = nth(0).filter(|&t| self.contents.is_elsewhere(t)).count() as f64 / m.n;
        m.distinct_second = share_distinct(self.contents.distinct(nth(1)));
        m.distinct = if first == (candidate.len(), candidate.len()) {
            1.0 // they differ in their first contents
        } else {
            let mut whole: Vec<u64> = candidate
                .records()
                .map(|runs| {
                    let contents = runs.iter().flat_map(|&run| &f.contents[f.terminal_range(run)]);
                    contents.fold(0, |h, &c| crate::tree::mix(h, c))
                })
                .collect();
            whole.sort_unstable();
            whole.dedup();
            whole.len() as f64 / m.n
        };
        m.copies = f64::from(u8::from(copied_after(f, candidate).is_some()));
        let link = |runs| f.first_link_index(runs);
        self.values.clear();
        self.values.extend(candidate.records().filter_map(link).map(|at| self.folders.numbers[at]));
        m.same_folder = f64::from(most_common(&mut self.values).1) / m.n;
        let keys = nth(0).map(|t| f.order_keys[t]).filter(|&key| key != 0);
        let (mut rising, mut falling, mut before) = (0u32, 0u32, None);
        for key in keys {
            rising += u32::from(before.is_some_and(|before| before < key));
            falling += u32::from(before.is_some_and(|before| before > key));
            before = Some(key);
        }
        m.sorted = f64::from(rising.abs_diff(falling)) / f64::from((rising + falling).max(1));
        let links = candidate.records().filter_map(link);
        m.distinct_links = share_distinct(self.targets.distinct(links));
    }

    /// Measures what surrounds single records, which may be too small.
    fn lift(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        let (mut liftable, mut gain, mut own) = (0, 0, 0);
        for (i, runs) in candidate.records().enumerate() {
            let here = f.terminal_range(Run::new(runs[0].first, runs[runs.len() - 1].end)).len();
            own += here;
            let record =
                |j: Option<usize>| j.and_then(|j| candidate.runs.get(j * candidate.runs_per_record)).map(|r| r.first);
            let mut at = runs[0].first;
            for _ in 0..6 {
                let Some(parent) = tree.parent(at) else { break };
                let shared = [record(Some(i + 1)), record(i.checked_sub(1))]
                    .into_iter()
                    .flatten()
                    .any(|other| tree.contains(parent, other));
                if shared {
                    break;
                }
                if tree.terminals(parent) > here {
                    liftable += 1;
                    gain += tree.terminals(parent) - here;
                    break;
                }
                at = parent;
            }
        }
        m.liftable = f64::from(liftable) / m.n;
        m.lift_gain = (gain as f64 / own.max(1) as f64).min(3.0);
    }
}

/// The rows of all nodes, and the totals.
fn rows(f: &PageFacts<'_>) -> Vec<Row> {
    let terminals = &f.page.tree.terminals_before;
    let sums: [&Sums; 13] = [
        &f.chars,
        &f.link_chars,
        &f.words,
        &f.blocks,
        &f.links,
        &f.images,
        &f.prices,
        &f.dates,
        &f.numbers,
        &f.headings,
        &f.long_texts,
        &f.controls,
        &f.searched,
    ];
    let sums = sums.map(|s| &s.prefix()[..terminals.len()]);
    let mut rows = vec![[0; 16]; terminals.len()];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = terminals[i];
        for (k, sums) in sums.iter().enumerate() {
            row[k + 1] = sums[i];
        }
    }
    rows
}
