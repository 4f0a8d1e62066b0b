//! Columns of one kind whose contents do not tell them apart, such as a width and a height: where only their order and place say which is
//! which, a redesign that swaps them is not seen, and a wrong value is worse than one that is reported to be missing.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::recognize::find_price;
use crate::tree::TreeId;
use crate::types::Role;
use crate::wrapper::format::{ColumnLocator, Part, PrototypeNode};
use crate::wrapper::labels::{PageLabels, name_hash};
use crate::wrapper::mend::FoundBack;
use crate::wrapper::mend::likeness::odds_by_content;
use crate::wrapper::mend::matching::{Candidate, FoundAgain, Items, Pair};

/// How much greater the odds of two pairs must be, as a logarithm and by contents alone, than those of the same columns the other way
/// round.
const CLEARLY: f32 = 1.5;
/// With fewer records that have both prices, their order says nothing.
const LEAST_PRICES: usize = 2;
/// How many elements, from the inside out, are asked for their names.
const AROUND: usize = 4;
/// Names that at least this share of the elements have are those of the column.
const MOSTLY: f32 = 0.5;

/// What is known of two columns that were found again, and might be the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    AsFound,
    Swapped,
    Unknown,
}

/// The redesigned pages, and what the columns may be on them.
pub(crate) struct Again<'a, 'p> {
    pub(crate) candidates: &'a [Candidate],
    /// The evidence.
    pub(crate) judged: &'a [Pair],
    /// The names on each page.
    pub(crate) labels: &'a [&'a PageLabels<'p>],
}

/// Swaps columns that were found again the wrong way round, and gives up those of which nobody can tell. Columns that were found by their
/// values are certain, and so is what a person pointed at.
pub(crate) fn settle(old: &Part, again: &Again<'_, '_>, found: &mut [Option<FoundAgain>]) {
    let of: BTreeMap<(usize, usize), &Pair> =
        again.judged.iter().map(|pair| ((pair.column, pair.candidate), pair)).collect();
    let mut given_up = vec![false; found.len()];
    for a in 0..found.len() {
        for b in a + 1..found.len() {
            let (Some(one), Some(other)) = (found[a], found[b]) else { continue };
            let both = |one: usize, other: usize| Some([*of.get(&(a, one))?, *of.get(&(b, other))?]);
            let (Some(straight), Some(crossed)) = (both(one.at, other.at), both(other.at, one.at)) else { continue };
            let is_said = [one.by, other.by].contains(&FoundBack::Selector);
            if is_said || straight.iter().any(|pair| pair.is_by_values()) {
                continue;
            }
            let odds = |pairs: [&Pair; 2]| pairs.iter().map(|pair| odds_by_content(&pair.features)).sum::<f32>();
            let candidates = [one, other].map(|found| &again.candidates[found.at]);
            match by_prices([&old.columns[a], &old.columns[b]], candidates) {
                Verdict::AsFound => {}
                Verdict::Swapped => (found[a], found[b]) = (Some(other), Some(one)),
                Verdict::Unknown if odds(straight) - odds(crossed) > CLEARLY => {}
                Verdict::Unknown if are_called_so(old, [a, b], candidates, straight, again.labels) => {}
                Verdict::Unknown => (given_up[a], given_up[b]) = (true, true),
            }
        }
    }
    for (found, _) in found.iter_mut().zip(given_up).filter(|(_, given_up)| *given_up) {
        *found = None;
    }
}

/// Whether what told the columns apart still does: the names of the elements that only one of them stands in or, if they had none, their
/// places.
fn are_called_so(
    old: &Part,
    columns: [usize; 2],
    candidates: [&Candidate; 2],
    straight: [&Pair; 2],
    labels: &[&PageLabels<'_>],
) -> bool {
    let [first, second] = columns.map(|column| names_of(old, column));
    let own: FxHashSet<u64> = first.difference(&second).copied().collect();
    let other: FxHashSet<u64> = second.difference(&first).copied().collect();
    if own.is_empty() && other.is_empty() {
        return straight.iter().all(|pair| pair.is_at_its_place());
    }
    let is_called = |candidate: &Candidate, names: &FxHashSet<u64>| {
        let items = candidate
            .items
            .iter()
            .zip(labels)
            .flat_map(|(items, labels)| items.iter().map(move |(id, _)| (labels, *id)));
        let called = items.clone().filter(|(labels, id)| around(labels, *id).any(|name| names.contains(&name)));
        !names.is_empty() && called.count() * 2 > items.count()
    };
    is_called(candidates[0], &own) || is_called(candidates[1], &other)
}

/// The names of the elements that a column of a part stands in.
fn names_of(part: &Part, column: usize) -> FxHashSet<u64> {
    let nodes = part.prototype.iter().filter(|node| node.columns.contains_key(&(column as u32)));
    let up = nodes.flat_map(|node| {
        let parent = |node: &&PrototypeNode| part.prototype.get(node.parent as usize);
        std::iter::successors(Some(node), parent).take(AROUND)
    });
    let names = up.flat_map(|node| &node.names).filter(|(_, share)| **share >= MOSTLY);
    names.map(|(name, _)| name_hash(name)).collect()
}

/// The names of a node and of those that it stands in.
fn around<'l>(labels: &'l PageLabels<'_>, id: TreeId) -> impl Iterator<Item = u64> + 'l {
    let up = std::iter::successors(Some(id), |&id| labels.page.tree.parent(id));
    up.take(AROUND).flat_map(|id| labels.names(id).iter().copied())
}

/// Which of two columns is which if one is the price that is paid, and the other that from before: nobody pays more than before.
fn by_prices(columns: [&ColumnLocator; 2], candidates: [&Candidate; 2]) -> Verdict {
    let role = |column: &ColumnLocator| column.role.map(|role| role.role);
    let is_first_paid = match columns.map(role) {
        [Some(Role::Price), Some(Role::OldPrice)] => true,
        [Some(Role::OldPrice), Some(Role::Price)] => false,
        _ => return Verdict::Unknown,
    };
    let [first, second] = candidates;
    let amounts: Vec<[f64; 2]> =
        first.items.iter().zip(&second.items).flat_map(|(first, second)| beside_each_other(first, second)).collect();
    let paid_first = amounts.iter().all(|[first, second]| first <= second);
    let paid_second = amounts.iter().all(|[first, second]| second <= first);
    match amounts.len() >= LEAST_PRICES && paid_first != paid_second {
        true if paid_first == is_first_paid => Verdict::AsFound,
        true => Verdict::Swapped,
        false => Verdict::Unknown,
    }
}

/// The amounts of two columns of a page that belong together: to each item of the column that has fewer, the nearest of the other. A
/// record stands together, so that is one of the same record.
fn beside_each_other(first: &Items, second: &Items) -> Vec<[f64; 2]> {
    let is_first_fewer = first.len() <= second.len();
    let (fewer, more) = if is_first_fewer { (first, second) } else { (second, first) };
    let mut more: Vec<&(TreeId, String)> = more.iter().collect();
    more.sort_by_key(|(id, _)| *id);
    let amount = |text: &str| find_price(text).map(|found| found.price.amount);
    let together = |(id, text): &(TreeId, String)| {
        let after = more.partition_point(|(other, _)| other < id);
        let beside = more[after.saturating_sub(1)..].iter().take(2);
        let nearest = beside.min_by_key(|(other, _)| other.index().abs_diff(id.index()))?;
        let [own, other] = [amount(text)?, amount(&nearest.1)?];
        Some(if is_first_fewer { [own, other] } else { [other, own] })
    };
    fewer.iter().filter_map(together).collect()
}
