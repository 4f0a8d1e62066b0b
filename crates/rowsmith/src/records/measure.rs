//! What is measured of a candidate before it becomes features: sums, shares and similarities.

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, run_roots};
use super::copies::copied_after;
use super::facts::{PageFacts, Sums};
use super::slots::{SlotCounter, SlotFigures};
use crate::dom::Tag;
use crate::tree::{Similarities, TreeId};

/// The measures of one candidate. Shares are of 1; "per record" means are over the records.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Number of records.
    pub n: f64,
    /// Sums over all records.
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
    /// Sums over the page, in the same order: terminals, chars, words, links, images.
    pub page: [f64; 5],
    /// Share of records with at least one: link, image, price, date, number, heading, long text, control.
    pub with: [f64; 8],
    /// Share of records with exactly one, in the same order.
    pub with_one: [f64; 8],
    /// Spread of the records' terminals: standard deviation over mean.
    pub spread: f64,
    /// Smallest over median, and median over largest number of terminals.
    pub smallest: f64,
    /// See `smallest`.
    pub largest: f64,
    /// Share of the list's characters in its longest record.
    pub longest_share: f64,
    /// Share of neighbours with nothing in between.
    pub adjacent: f64,
    /// Terminals between the first and the last record that are in no record, over those that are (at most 3).
    pub gaps: f64,
    /// The largest number of terminals between neighbours, over the page's.
    pub widest_gap: f64,
    /// The share of records on the side of it that has fewer; 0 without a gap.
    pub beyond_gap: f64,
    /// Different parents over records.
    pub parents: f64,
    /// Siblings per record.
    pub roots: f64,
    /// Levels between the smallest element around the list and its records.
    pub levels: f64,
    /// Depth of the smallest element around the list.
    pub container_depth: f64,
    /// Share of the terminals of that element in records.
    pub container_fill: f64,
    /// Share of that element's characters in records.
    pub container_text_fill: f64,
    /// The tag that most records begin with.
    pub tag: Option<Tag>,
    /// Share of records that begin with that tag.
    pub same_tag: f64,
    /// Share of records of the commonest class (or none).
    pub same_class: f64,
    /// Whether that class is one.
    pub has_class: f64,
    /// Other elements on the page of the commonest path and class, over records (at most 3).
    pub others_alike: f64,
    /// Other elements of the commonest path, over records (at most 3).
    pub others_on_path: f64,
    /// Siblings of records that are in no record and hold data, over records (at most 3).
    pub siblings_left: f64,
    /// Of those, siblings of the commonest tag and class.
    pub siblings_alike_left: f64,
    /// Similarity of neighbours by STM: mean.
    pub similarity: f64,
    /// The smallest of each record's similarity to the nearer of its neighbours.
    pub worst_similarity: f64,
    /// Share of neighbours of equal structure.
    pub same_structure: f64,
    /// MiBAT's sum of matched nodes.
    pub matched: f64,
    /// Slots by class.
    pub class_slots: SlotFigures,
    /// Slots by path.
    pub path_slots: SlotFigures,
    /// Different first terminals over records.
    pub distinct_first: f64,
    /// Different second terminals over records that have one.
    pub distinct_second: f64,
    /// Whether a second half repeats the first, as for another width of screen.
    pub copies: f64,
    /// Different first links over records.
    pub distinct_links: f64,
    /// Different records by all their contents, over records.
    pub distinct: f64,
    /// Terminals of the first and of the last record over the mean, and their shares of the common slots by class.
    pub first_size: f64,
    /// See `first_size`.
    pub last_size: f64,
    /// Share of records whose first terminal occurs elsewhere on the page too.
    pub copied_elsewhere: f64,
    /// Share of the page's terminals before the first record, and behind the last.
    pub before: f64,
    /// See `before`.
    pub behind: f64,
    /// Where the list stands to the first `h1`: 1 behind, -1 before it, 0 around it or without one.
    pub behind_h1: f64,
    /// Share of the page's terminals between the first `h1` and the list, where it is behind.
    pub from_h1: f64,
    /// Whether a record holds the `h1`.
    pub holds_h1: f64,
    /// Bits of the sections around the list.
    pub sections: u16,
    /// Share of hidden records.
    pub hidden: f64,
    /// Share of records whose parent holds more and no other record.
    pub liftable: f64,
    /// What these parents hold more, over what the records hold (at most 3).
    pub lift_gain: f64,
    /// Block elements a record.
    pub blocks_per_record: f64,
    /// Whether the sibling before the first record is of a kind that records have behind their first sibling: then
    /// they are cut at the wrong place.
    pub phase: f64,
    /// Heading, or `strong`-like text, directly before the list.
    pub heading_before: f64,
    /// Characters of text outside furniture, of the list and of the page.
    pub body_chars: [f64; 2],
    /// Links to other hosts, within the page, and to other languages, over the list's links.
    pub link_kinds: [f64; 3],
    /// Share of records whose first link is kept where most are.
    pub same_folder: f64,
    /// How far the first texts are sorted: 1 for all neighbours one way, 0 for as many either way.
    pub sorted: f64,
    /// Words in long texts before the list, in it, and on the page.
    pub prose: [f64; 3],
}

/// Measures candidates of one page, one after the other.
pub struct Measurer<'a, 'b> {
    facts: &'a PageFacts<'a>,
    sims: &'b mut Similarities<'a>,
    slots: SlotCounter,
    ancestors: Vec<TreeId>,
}

impl<'a, 'b> Measurer<'a, 'b> {
    /// A measurer with nothing measured yet.
    pub fn new(facts: &'a PageFacts<'a>, sims: &'b mut Similarities<'a>) -> Self {
        Measurer { facts, sims, slots: SlotCounter::default(), ancestors: Vec::new() }
    }

    /// All measures of a candidate. Linear in its terminals and records, times depth; similarities are remembered.
    pub fn measure(&mut self, candidate: &Candidate) -> Measures {
        let mut m = Measures { n: candidate.len() as f64, ..Default::default() };
        self.sums(candidate, &mut m);
        self.sizes(candidate, &mut m);
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

    fn sums(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let total = |sums: &Sums| candidate.runs.iter().map(|&r| f64::from(sums.of(r))).sum::<f64>();
        m.terminals = candidate.runs.iter().map(|&r| f.terminal_range(r).len() as f64).sum();
        m.chars = total(&f.chars);
        m.link_chars = total(&f.link_chars);
        m.words = total(&f.words);
        m.links = total(&f.links);
        m.images = total(&f.images);
        m.blocks_per_record = total(&f.blocks) / m.n;
        m.body_chars = [total(&f.body_chars), f64::from(f.body_chars.total())];
        m.link_kinds = [&f.foreign_links, &f.inner_links, &f.language_links].map(|of| total(of) / m.links.max(1.0));
        let before = f64::from(f.long_words.of((0, candidate.runs[0].0)));
        m.prose = [before, total(&f.long_words), f64::from(f.long_words.total())];
        let whole = [f.chars.total(), f.words.total(), f.links.total(), f.images.total()].map(f64::from);
        m.page = [f.terminals.len() as f64, whole[0], whole[1], whole[2], whole[3]];
        let kinds = [&f.links, &f.images, &f.prices, &f.dates, &f.numbers, &f.headings, &f.long_texts, &f.controls];
        for (k, sums) in kinds.into_iter().enumerate() {
            if sums.total() == 0 {
                continue;
            }
            for runs in candidate.records() {
                let count: u32 = runs.iter().map(|&r| sums.of(r)).sum();
                m.with[k] += f64::from(u32::from(count > 0)) / m.n;
                m.with_one[k] += f64::from(u32::from(count == 1)) / m.n;
            }
        }
    }

    fn sizes(&self, candidate: &Candidate, m: &mut Measures) {
        let size = |runs: &[(TreeId, TreeId)]| runs.iter().map(|&r| self.facts.terminal_range(r).len()).sum::<usize>();
        let mut sizes: Vec<usize> = candidate.records().map(size).collect();
        let mean = m.terminals / m.n;
        let variance = sizes.iter().map(|&s| (s as f64 - mean).powi(2)).sum::<f64>() / m.n;
        m.spread = variance.sqrt() / mean.max(1e-9);
        m.first_size = sizes[0] as f64 / mean.max(1e-9);
        m.last_size = sizes[sizes.len() - 1] as f64 / mean.max(1e-9);
        sizes.sort_unstable();
        let median = sizes[sizes.len() / 2] as f64;
        m.smallest = sizes[0] as f64 / median.max(1.0);
        m.largest = median / (sizes[sizes.len() - 1] as f64).max(1.0);
        let longest = candidate.records().map(|runs| runs.iter().map(|&r| self.facts.chars.of(r)).sum::<u32>()).max();
        m.longest_share = f64::from(longest.unwrap_or(0)) / m.chars.max(1.0);
        m.roots =
            candidate.runs.iter().map(|&r| run_roots(&self.facts.page.tree, r).take(50).count() as f64).sum::<f64>()
                / m.n;
    }

    fn place(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        let (first, last) = (candidate.runs[0].0, candidate.runs[candidate.runs.len() - 1].1 - 1);
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
            container = tree.parent(container).unwrap_or(0);
        }
        m.levels = f64::from(f.depths[first] - f.depths[container]);
        m.container_depth = f64::from(f.depths[container]);
        m.container_fill = m.terminals / tree.terminals(container).max(1) as f64;
        m.container_text_fill = m.chars / f64::from(f.chars.of((container, tree.end(container)))).max(1.0);
        m.sections = f.sections[container];
        let all = m.page[0].max(1.0);
        m.before = start as f64 / all;
        m.behind = (all - reached as f64).max(0.0) / all;
        if let Some(h1) = f.first_h1 {
            let at = f.terminal_range((h1, tree.end(h1)));
            m.holds_h1 = f64::from(u8::from(candidate.runs.iter().any(|&(a, b)| a <= h1 && h1 < b)));
            if start >= at.end {
                m.behind_h1 = 1.0;
                m.from_h1 = (start - at.end) as f64 / all;
            } else if reached <= at.start {
                m.behind_h1 = -1.0;
            }
        }
        m.hidden = candidate.runs.iter().filter(|r| f.hidden[r.0]).count() as f64 / candidate.runs.len() as f64;
        // the last terminal before the list stands in a heading
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
        let roots: Vec<TreeId> = candidate.records().map(|runs| runs[0].0).collect();
        let commonest = |of: &dyn Fn(TreeId) -> u32| -> (u32, f64) {
            let mut values: Vec<u32> = roots.iter().map(|&r| of(r)).collect();
            values.sort_unstable();
            let best = values.chunk_by(|a, b| a == b).max_by_key(|c| c.len());
            best.map_or((0, 0.0), |c| (c[0], c.len() as f64 / roots.len() as f64))
        };
        let (tag, same_tag) = commonest(&|r| tree.labels[r]);
        (m.tag, m.same_tag) = (Some(Tag(tag)), same_tag);
        let (class, same_class) = commonest(&|r| f.class_sets[r]);
        (m.same_class, m.has_class) = (same_class, f64::from(u8::from(class != 0)));
        let (signature, share) = commonest(&|r| f.signatures[r]);
        let others = f64::from(f.signature_counts[signature as usize]) - share * m.n;
        m.others_alike = (others / m.n).clamp(0.0, 3.0);
        let (path, share) = commonest(&|r| f.paths[r]);
        m.others_on_path = ((f64::from(f.path_counts[path as usize]) - share * m.n) / m.n).clamp(0.0, 3.0);
        // siblings: of all parents, the children that hold data and are in no record
        self.ancestors.clear();
        self.ancestors.extend(roots.iter().map(|&r| tree.parents[r] as usize));
        self.ancestors.sort_unstable();
        self.ancestors.dedup();
        m.parents = self.ancestors.len() as f64 / m.n;
        let (mut left, mut alike) = (0u32, 0u32);
        let mut covered: Vec<(TreeId, TreeId)> = candidate.runs.clone();
        covered.sort_unstable();
        for &parent in self.ancestors.iter().take(200) {
            let mut next = covered.partition_point(|r| r.1 <= parent);
            for child in tree.children(parent).take(2000) {
                while next < covered.len() && covered[next].1 <= child {
                    next += 1;
                }
                let inside = covered.get(next).is_some_and(|r| r.0 <= child && child < r.1);
                if !inside && tree.terminals(child) > 0 {
                    left += 1;
                    alike += u32::from(tree.labels[child] == tag && f.class_sets[child] == class);
                }
            }
        }
        m.siblings_left = (f64::from(left) / m.n).min(3.0);
        m.siblings_alike_left = (f64::from(alike) / m.n).min(3.0);
    }

    /// Records of several siblings, cut one or more siblings too late.
    fn phase(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        if m.roots < 1.5 {
            return;
        }
        let first = candidate.runs[0].0;
        let mut siblings = std::iter::successors(tree.previous_sibling(first), |&s| tree.previous_sibling(s)).take(50);
        let Some(before) = siblings.find(|&c| tree.terminals(c) > 0) else { return };
        let kind = |id: TreeId| (tree.labels[id], f.class_sets[id]);
        let with = candidate
            .runs
            .iter()
            .take(200)
            .filter(|&&run| run_roots(tree, run).skip(1).any(|r| kind(r) == kind(before)));
        m.phase = with.count() as f64 / candidate.runs.len().min(200) as f64;
    }

    fn likeness(&mut self, candidate: &Candidate, m: &mut Measures) {
        let tree = &self.facts.page.tree;
        let mut previous: Vec<TreeId> = Vec::new();
        let mut current: Vec<TreeId> = Vec::new();
        let mut similarities = Vec::with_capacity(candidate.len());
        let mut equal = 0;
        for (i, runs) in candidate.records().enumerate() {
            current.clear();
            current.extend(runs.iter().flat_map(|&run| run_roots(tree, run)));
            if i > 0 {
                let size = |nodes: &[TreeId]| nodes.iter().map(|&id| tree.size(id)).sum::<usize>() as f64;
                let matched = f64::from(self.sims.of_forests(&previous, &current).nodes);
                m.matched += matched;
                similarities.push(2.0 * matched / (size(&previous) + size(&current)));
                let classes = |nodes: &[TreeId]| nodes.iter().map(|&id| self.facts.classes[id]).collect::<Vec<_>>();
                equal += usize::from(previous.len() == current.len() && classes(&previous) == classes(&current));
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

    fn contents(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let nth = |n: usize| -> Vec<u64> {
            candidate.records().filter_map(|runs| f.terminal_range(runs[0]).nth(n)).map(|t| f.contents[t]).collect()
        };
        let distinct = |mut contents: Vec<u64>| {
            let all = contents.len().max(1) as f64;
            contents.sort_unstable();
            contents.dedup();
            contents.len() as f64 / all
        };
        let first = nth(0);
        let mut inside: FxHashMap<u64, u32> = FxHashMap::default();
        for &content in &first {
            *inside.entry(content).or_default() += 1;
        }
        let copied = first.iter().filter(|c| f.content_counts.get(c).copied().unwrap_or(0) > inside[c]).count();
        m.copied_elsewhere = copied as f64 / m.n;
        let whole = candidate.records().map(|runs| {
            let contents = runs.iter().flat_map(|&run| &f.contents[f.terminal_range(run)]);
            contents.fold(0, |h, &c| crate::tree::mix(h, c))
        });
        m.distinct = distinct(whole.collect());
        m.copies = f64::from(u8::from(copied_after(f, candidate).is_some()));
        let links: Vec<usize> = candidate.records().filter_map(|runs| f.first_link_at(runs)).collect();
        let mut folders: Vec<u64> = links.iter().map(|&at| f.folders[at]).collect();
        folders.sort_unstable();
        let most = folders.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0);
        m.same_folder = most as f64 / m.n;
        m.distinct_links = distinct(links.iter().map(|&at| f.targets[at].1).collect());
        let keys: Vec<u64> = candidate
            .records()
            .filter_map(|runs| f.terminal_range(runs[0]).next())
            .map(|t| f.order_keys[t])
            .filter(|&key| key != 0)
            .collect();
        let pairs = keys.windows(2).filter(|w| w[0] != w[1]).count().max(1) as f64;
        let rising = keys.windows(2).filter(|w| w[0] < w[1]).count() as f64;
        let falling = keys.windows(2).filter(|w| w[0] > w[1]).count() as f64;
        m.sorted = (rising - falling).abs() / pairs;
        m.distinct_first = distinct(first);
        m.distinct_second = distinct(nth(1));
    }

    /// What lies around each record alone: the records may be too small.
    fn lift(&self, candidate: &Candidate, m: &mut Measures) {
        let f = self.facts;
        let tree = &f.page.tree;
        let (mut liftable, mut gain, mut own) = (0, 0, 0);
        for (i, runs) in candidate.records().enumerate() {
            let here = f.terminal_range((runs[0].0, runs[runs.len() - 1].1)).len();
            own += here;
            let record =
                |j: Option<usize>| j.and_then(|j| candidate.runs.get(j * candidate.runs_per_record)).map(|r| r.0);
            let mut at = runs[0].0;
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
