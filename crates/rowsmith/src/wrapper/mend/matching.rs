//! Which column of redesigned pages is which of those before.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::records::ColumnDraft;
use crate::tree::TreeId;
use crate::types::{ColumnKind, Drift, PartKind};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, Part, is_same_name};
use crate::wrapper::learn::samples::item_hash;
use crate::wrapper::mend::FoundBack;
use crate::wrapper::mend::likeness::{Common, FEATURES, Others, features, odds_alone, odds_beside, probability};
use crate::wrapper::parts::post_fields::is_field;

/// The items of a column on a page.
pub(crate) type Items = BTreeSet<(TreeId, String)>;

/// A column that one of those before may be.
pub(crate) struct Candidate {
    /// What it is like.
    pub(crate) column: ColumnLocator,
    /// Its items on each page.
    pub(crate) items: Vec<Items>,
    /// Whether a table leaves it out by default.
    pub(crate) left_out: bool,
    /// Whether it is nothing but what the wrapper as it was finds in the records as they are now.
    pub(crate) only_moved: bool,
}

/// The columns of a part that was learnt from the pages, with what it extracts from each.
pub(crate) fn columns_of(part: &Part, now: &[Applied]) -> Vec<Candidate> {
    let candidate = |(c, column): (usize, &ColumnLocator)| Candidate {
        column: column.clone(),
        items: now.iter().map(|applied| items_of(&applied.columns, c)).collect(),
        left_out: false,
        only_moved: false,
    };
    part.columns.iter().enumerate().map(candidate).collect()
}

/// What the wrapper as it was extracts from the pages.
pub(crate) struct Before<'b> {
    /// From each page as it is now.
    pub(crate) applied: &'b [Option<&'b Applied>],
    /// From the records of each page as they are found now; nothing if that is not known.
    pub(crate) moved: &'b [Vec<ColumnDraft>],
    /// How the pages deviate.
    pub(crate) drift: &'b [Drift],
}

/// A column of before, and what it is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FoundAgain {
    /// The index of the candidate.
    pub(crate) at: usize,
    /// How it was found.
    pub(crate) by: FoundBack,
}

/// What the columns of before are now.
pub(crate) struct Matched {
    /// For each, the candidate that it is.
    pub(crate) pairs: Vec<Option<FoundAgain>>,
    /// For each, the greatest probability of any candidate, though it may be unknown which of several it is.
    pub(crate) probability: Vec<f32>,
    /// All pairs that were judged.
    pub(crate) judged: Vec<Pair>,
}

/// With this share of items in common, columns are said to be found by their items.
const SAME_ITEMS: f32 = 0.7;
/// With this share of stored values, by their values.
const SAME_VALUES: f32 = 0.3;
/// Pairs that are as probable, and more probable than any other pair of either column, are those that others are
/// judged by.
const SURE: f32 = 0.7;
/// The least probability of a pair.
pub(crate) const LEAST: f32 = 0.4;
/// How much greater, as a logarithm, its odds must be than those of another candidate that is not taken.
const CLEARLY: f32 = 1.5;
/// Candidates with this share of items in common are the same to a person.
const SAME_CANDIDATES: f32 = 0.9;
/// How far apart, from their nearest neighbours, columns are held to be of which no neighbour is known.
const UNKNOWN_SHIFT: f32 = 0.3;

/// A column and a candidate.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The index of the column.
    pub(crate) column: usize,
    /// The index of the candidate.
    pub(crate) candidate: usize,
    common: Common,
    /// The evidence that they are the same.
    pub(crate) features: [f32; FEATURES],
    /// The logarithm of the odds that they are.
    odds: f32,
}

impl Pair {
    /// Whether the candidate stands where the wrapper as it was looks for the column.
    pub(crate) fn is_at_its_place(&self) -> bool {
        self.common.moved >= SAME_ITEMS
    }

    /// Whether the candidate has values that the column had before.
    pub(crate) fn is_by_values(&self) -> bool {
        self.common.values >= SAME_VALUES
    }
}

/// For each previous column, the candidate that it is.
///
/// Each pair is judged alone, then beside the others: by how far both are from columns that are surely the same, and by what else
/// either might be. The likeliest pairs are taken, unless another candidate is almost as likely: then it cannot be decided, and neither
/// goes to a column that is less like it. Takes time linear in the number of pairs, of which there are at most [`MAX_PAIRS`], times that
/// of the candidates.
pub(crate) fn matched(old: &Part, candidates: &[Candidate], before: &Before<'_>) -> Matched {
    let most = (MAX_PAIRS / old.columns.len().max(1)).max(1);
    let candidates = &candidates[..candidates.len().min(most)];
    let mut pairs = judged_alone(old, candidates, before);
    judge_beside(old, candidates, &mut pairs);
    let is_known = are_known(old, &pairs);
    pairs.sort_by(|a, b| b.odds.total_cmp(&a.odds).then((a.column, a.candidate).cmp(&(b.column, b.candidate))));
    let mut of_column: Vec<Vec<usize>> = vec![Vec::new(); old.columns.len()];
    for (p, pair) in pairs.iter().enumerate() {
        of_column[pair.column].push(p);
    }
    let mut found: Vec<Option<FoundAgain>> = vec![None; old.columns.len()];
    let mut is_taken = vec![false; candidates.len()];
    for (column, at, by) in said(old, candidates) {
        if found[column].is_none() && !is_taken[at] {
            is_taken[at] = true;
            found[column] = Some(FoundAgain { at, by });
        }
    }
    if before.moved.is_empty() {
        // where records are not redesigned, what stands at the same nodes is the same
        let mut same: Vec<&Pair> = pairs.iter().filter(|pair| pair.common.items >= SAME_ITEMS).collect();
        same.sort_by(|a, b| b.common.items.total_cmp(&a.common.items));
        for pair in same {
            if found[pair.column].is_none() && !is_taken[pair.candidate] {
                is_taken[pair.candidate] = true;
                found[pair.column] = Some(FoundAgain { at: pair.candidate, by: FoundBack::Items });
            }
        }
    }
    for pair in pairs.iter().filter(|pair| has_values_of_it_alone(pair, old, candidates, &pairs)) {
        if found[pair.column].is_none() && !is_taken[pair.candidate] {
            take(pair.candidate, candidates, &mut is_taken);
            found[pair.column] = Some(FoundAgain { at: pair.candidate, by: FoundBack::Values });
        }
    }
    let mut is_undecided = vec![false; old.columns.len()];
    for pair in pairs.iter().take_while(|pair| probability(pair.odds) >= LEAST) {
        let Pair { column, candidate, common, .. } = pair;
        if found[*column].is_some() || is_undecided[*column] || is_taken[*candidate] {
            continue;
        }
        let by = match common {
            Common { items, .. } if *items >= SAME_ITEMS => FoundBack::Items,
            Common { values, .. } if *values >= SAME_VALUES => FoundBack::Values,
            _ => FoundBack::Likeness,
        };
        if by == FoundBack::Likeness && is_known && old.columns[*column].seen.len() >= FEW_VALUES {
            continue;
        }
        let rivals = || {
            let others =
                of_column[*column].iter().map(|&p| &pairs[p]).take_while(|other| other.odds > pair.odds - CLEARLY);
            others.filter(|other| {
                other.candidate != *candidate
                    && !is_taken[other.candidate]
                    && !are_same(&candidates[*candidate], &candidates[other.candidate])
            })
        };
        if rivals().next().is_some() {
            let undecided: Vec<usize> = rivals().map(|other| other.candidate).collect();
            is_taken[*candidate] = true;
            undecided.into_iter().for_each(|other| is_taken[other] = true);
            is_undecided[*column] = true;
            continue;
        }
        take(*candidate, candidates, &mut is_taken);
        found[*column] = Some(FoundAgain { at: *candidate, by });
    }
    let likeliest = |(column, of): (usize, &Vec<usize>)| match found[column] {
        Some(_) => 1.0,
        None => of.first().map_or(0.0, |&p| probability(pairs[p].odds)),
    };
    let probability = of_column.iter().enumerate().map(likeliest).collect();
    Matched { probability, pairs: found, judged: pairs }
}

/// The most pairs of columns and candidates that are judged: those of the first candidates.
const MAX_PAIRS: usize = 100_000;
/// With fewer different values, a common value says little.
const FEW_VALUES: usize = 3;
/// With this share of its stored values, a column shows that the records are those from before.
const KNOWN: f32 = 0.6;

/// Whether the records are those from before, as most columns show whose values are stored: then a column of which no candidate has the
/// values is gone. Prices and brands are the same on many pages.
fn are_known(old: &Part, pairs: &[Pair]) -> bool {
    let mut most = vec![0.0f32; old.columns.len()];
    for pair in pairs {
        most[pair.column] = most[pair.column].max(pair.common.values);
    }
    let stored = || old.columns.iter().zip(&most).filter(|(column, _)| column.seen.len() >= FEW_VALUES);
    stored().filter(|(_, values)| **values >= KNOWN).count() * 2 > stored().count()
}

/// With so many stored values, of which most are there, a column is known by them wherever it stands.
const TELLING: usize = 6;
/// What has no more of the stored values has them by chance.
const BY_CHANCE: f32 = 0.2;

/// Whether a candidate has most of the stored values of a column, and neither has them in common with any other: two columns of one kind
/// of records that were seen before, in another order than then.
fn has_values_of_it_alone(pair: &Pair, old: &Part, candidates: &[Candidate], pairs: &[Pair]) -> bool {
    let is_other = |other: &&Pair| {
        let same_column = other.column == pair.column && other.candidate != pair.candidate;
        same_column && !are_same(&candidates[other.candidate], &candidates[pair.candidate])
            || other.candidate == pair.candidate && other.column != pair.column
    };
    pair.common.values >= KNOWN
        && old.columns[pair.column].seen.len() >= TELLING
        && pairs.iter().filter(is_other).all(|other| other.common.values <= BY_CHANCE)
}

/// A candidate is taken, and with it all that are made of the same nodes: a node is the item of one column.
fn take(candidate: usize, candidates: &[Candidate], is_taken: &mut [bool]) {
    is_taken[candidate] = true;
    for (c, other) in candidates.iter().enumerate() {
        is_taken[c] |= other.column.kind == candidates[candidate].column.kind && {
            let Shared { nodes, smaller, .. } = shared(&candidates[candidate], other);
            nodes * 2 >= smaller
        };
    }
}

/// Pairs that are not judged: what a person has pointed at since, and the fields of posts, which are found by search.
fn said(old: &Part, candidates: &[Candidate]) -> Vec<(usize, usize, FoundBack)> {
    let position = |is: &dyn Fn(&ColumnLocator) -> bool| old.columns.iter().position(is);
    let pointed = candidates.iter().enumerate().filter(|(_, candidate)| candidate.column.selector.edited.is_some());
    let pointed = pointed.filter_map(|(at, Candidate { column, .. })| {
        let by_name = position(&|known| is_same_name(&known.name, &column.name));
        let known = by_name.or_else(|| position(&|known| is_same_name(&known.learnt_name, &column.learnt_name)));
        Some((known?, at, FoundBack::Selector))
    });
    let fields = candidates.iter().enumerate().filter_map(|(at, Candidate { column, .. })| {
        let is_that = |known: &ColumnLocator| {
            is_field_of(old, known) && known.learnt_name == column.learnt_name && known.kind == column.kind
        };
        Some((position(&is_that)?, at, FoundBack::Items))
    });
    pointed.chain(fields).collect()
}

fn is_field_of(part: &Part, column: &ColumnLocator) -> bool {
    part.kind == PartKind::Posts && is_field(&column.learnt_name)
}

/// Whether a candidate can be a column at all. Attributes of objects are known by the names under which they were learnt: a person may
/// have given them others.
fn may_be(old: &Part, known: &ColumnLocator, candidate: &ColumnLocator) -> bool {
    let is_attribute = known.attribute.is_some();
    let name = |column: &ColumnLocator| {
        column.learnt_name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_lowercase()
    };
    !known.selector.own
        && known.kind == candidate.kind
        && !is_field_of(old, known)
        && !is_field_of(old, candidate)
        && is_attribute == candidate.attribute.is_some()
        && (!is_attribute || name(known) == name(candidate))
}

/// All pairs of columns that can be the same, each judged alone.
pub(crate) fn judged_alone(old: &Part, candidates: &[Candidate], before: &Before<'_>) -> Vec<Pair> {
    let departs = |name: &str| {
        before.drift.iter().any(|drift| match drift {
            Drift::ColumnVanished { column, .. }
            | Drift::ColumnElsewhere { column, .. }
            | Drift::TypeChanged { column, .. }
            | Drift::LengthChanged { column, .. } => column == name,
            _ => false,
        })
    };
    let hashes: Vec<BTreeSet<u32>> = candidates
        .iter()
        .map(|candidate| candidate.items.iter().flatten().map(|(_, text)| item_hash(text)).collect())
        .collect();
    let was = ranks(old.columns.iter());
    let is = ranks(candidates.iter().map(|candidate| &candidate.column));
    let mut pairs = Vec::new();
    for (c, known) in old.columns.iter().enumerate() {
        let moved: Vec<Option<Items>> = before.moved.iter().map(|drafts| Some(items_of(drafts, c))).collect();
        let applied: Vec<Option<Items>> = match departs(&known.name) {
            true => Vec::new(),
            false => {
                before.applied.iter().map(|applied| applied.map(|applied| items_of(&applied.columns, c))).collect()
            }
        };
        for (n, candidate) in candidates.iter().enumerate().filter(|(_, other)| may_be(old, known, &other.column)) {
            let seen = known.seen.iter().filter(|hash| hashes[n].contains(hash)).count();
            let common = Common {
                items: in_common(&applied, &candidate.items),
                moved: in_common(&moved, &candidate.items),
                // with few different values, a common value says little
                values: if known.seen.len() >= 3 { seen as f32 / known.seen.len() as f32 } else { 0.0 },
                distance: (known.place - candidate.column.place).abs(),
                order: (was[c] - is[n]).abs(),
                left_out: candidate.left_out,
                only_moved: candidate.only_moved,
            };
            let features = features(known, &candidate.column, &common);
            pairs.push(Pair { column: c, candidate: n, common, features, odds: odds_alone(&features) });
        }
    }
    pairs
}

/// The best pair of something, and the next best.
#[derive(Clone, Copy, Default)]
struct Best {
    pair: Option<usize>,
    probability: f32,
    next: f32,
}

impl Best {
    fn see(&mut self, pair: usize, probability: f32) {
        if self.pair.is_none() || probability > self.probability {
            *self = Best { pair: Some(pair), probability, next: self.probability };
        } else {
            self.next = self.next.max(probability);
        }
    }

    /// The probability of the best other pair.
    fn beside(&self, pair: usize) -> f32 {
        if self.pair == Some(pair) { self.next } else { self.probability }
    }
}

fn judge_beside(old: &Part, candidates: &[Candidate], pairs: &mut [Pair]) {
    let alone: Vec<f32> = pairs.iter().map(|pair| probability(pair.odds)).collect();
    let mut of_column = vec![Best::default(); old.columns.len()];
    let mut of_candidate = vec![Best::default(); candidates.len()];
    for (p, pair) in pairs.iter().enumerate() {
        of_column[pair.column].see(p, alone[p]);
        of_candidate[pair.candidate].see(p, alone[p]);
    }
    /// Where a column that is surely the same was, and where it is.
    struct Anchor {
        column: usize,
        candidate: usize,
        was: f32,
        is: f32,
    }
    let anchors: Vec<Anchor> = pairs
        .iter()
        .enumerate()
        .filter(|(p, pair)| {
            alone[*p] > SURE && of_column[pair.column].pair == Some(*p) && of_candidate[pair.candidate].pair == Some(*p)
        })
        .map(|(_, pair)| Anchor {
            column: pair.column,
            candidate: pair.candidate,
            was: old.columns[pair.column].place,
            is: candidates[pair.candidate].column.place,
        })
        .collect();
    for (p, pair) in pairs.iter_mut().enumerate() {
        let (was, is) = (old.columns[pair.column].place, candidates[pair.candidate].column.place);
        let others = anchors.iter().filter(|a| a.column != pair.column && a.candidate != pair.candidate);
        let nearest = others.min_by(|a, b| (was - a.was).abs().total_cmp(&(was - b.was).abs()));
        let others = Others {
            shift: nearest.map_or(UNKNOWN_SHIFT, |near| ((was - near.was) - (is - near.is)).abs()),
            alone: alone[p],
            candidate: of_column[pair.column].beside(p),
            column: of_candidate[pair.candidate].beside(p),
        };
        pair.odds = odds_beside(&pair.features, &others);
    }
}

fn items_of(columns: &[ColumnDraft], c: usize) -> Items {
    columns.get(c).map_or_else(Items::new, |draft| draft.items.iter().flatten().cloned().collect())
}

/// The share of items that two columns have in common on the pages on which the first is known.
fn in_common(mine: &[Option<Items>], theirs: &[Items]) -> f32 {
    let (mut same, mut all) = (0usize, 0usize);
    for (mine, theirs) in mine.iter().zip(theirs) {
        let Some(mine) = mine else { continue };
        same += mine.intersection(theirs).count();
        all += mine.len().max(theirs.len());
    }
    same as f32 / all.max(1) as f32
}

/// What two candidates have in common.
struct Shared {
    /// How many nodes are items of both.
    nodes: usize,
    /// How many items the one with fewer has.
    smaller: usize,
    /// How many the other has, page by page.
    larger: usize,
}

fn shared(a: &Candidate, b: &Candidate) -> Shared {
    let (mut nodes, mut larger) = (0usize, 0usize);
    for (a, b) in a.items.iter().zip(&b.items) {
        let of_b: FxHashSet<TreeId> = b.iter().map(|(id, _)| *id).collect();
        nodes += a.iter().filter(|(id, _)| of_b.contains(id)).count();
        larger += a.len().max(b.len());
    }
    let items = |of: &Candidate| of.items.iter().map(Items::len).sum::<usize>();
    Shared { nodes, smaller: items(a).min(items(b)), larger }
}

/// Whether two candidates have the same items.
fn are_same(a: &Candidate, b: &Candidate) -> bool {
    let Shared { nodes, larger, .. } = shared(a, b);
    nodes as f32 >= SAME_CANDIDATES * larger as f32
}

/// The rank of each column among those of its kind, from 0 to 1, by their places in records.
fn ranks<'c>(columns: impl Iterator<Item = &'c ColumnLocator>) -> Vec<f32> {
    let columns: Vec<&ColumnLocator> = columns.collect();
    let places = |kind: ColumnKind| {
        let mut places: Vec<f32> = columns.iter().filter(|of| of.kind == kind).map(|of| of.place).collect();
        places.sort_by(f32::total_cmp);
        places
    };
    let sorted: Vec<(ColumnKind, Vec<f32>)> = ColumnKind::all().map(|kind| (kind, places(kind))).collect();
    let rank = |column: &&ColumnLocator| {
        let of_kind = sorted.iter().find(|(kind, _)| *kind == column.kind).map_or(&[][..], |(_, places)| places);
        of_kind.partition_point(|&place| place < column.place) as f32 / of_kind.len().max(1) as f32
    };
    columns.iter().map(rank).collect()
}
