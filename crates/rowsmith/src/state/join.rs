//! Records that the page shows, and the objects of its state that say more about them.

use rustc_hash::FxHashMap;
use url::Url;

use crate::state::about::About;
use crate::state::complete::Completion;
use crate::state::flatten::{Flat, flatten};
use crate::state::keys;
use crate::state::lists::{List, Lists};
use crate::types::{RegionTable, Warning};

/// Objects of a list that are looked at first.
const GLANCE: usize = 4;

/// Objects of a list that are looked at when one of the first was on the page.
const SAMPLE: usize = 24;

/// Lists that are joined as a whole, the most promising first.
const MOST_JOINED: usize = 4;

/// The share of a table's records that must be among the objects.
const LEAST_SHARE: f64 = 0.5;

/// Rows that a key may stand in to tell anything.
const MOST_ROWS: usize = 4;

/// What joining needs.
pub(crate) struct Joining<'j, 'd> {
    pub(crate) lists: &'j Lists<'d>,
    pub(crate) about: &'j About,
    pub(crate) base: Option<&'j Url>,
    /// Whether every field of the state becomes a column.
    pub(crate) everything: bool,
}

/// A list whose objects are records of a table.
pub(crate) struct Joined<'d> {
    /// Its number.
    pub(crate) list: usize,
    pub(crate) flat: Flat<'d>,
    /// The object of each row.
    pub(crate) object_of: Vec<Option<usize>>,
    count: usize,
}

/// What the rows of a table can be recognised by.
struct Index {
    rows: FxHashMap<String, Vec<u32>>,
}

impl<'d> Joining<'_, 'd> {
    /// Completes a table; what the state says otherwise than the page is told.
    pub(crate) fn complete(&self, table: &mut RegionTable) -> Vec<Warning> {
        let Some(joined) = self.best(table) else { return Vec::new() };
        let path = &self.lists.list[joined.list].path;
        Completion { joining: self, joined: &joined, path }.complete(table)
    }

    /// The list that most rows of a table are objects of.
    fn best(&self, table: &RegionTable) -> Option<Joined<'d>> {
        let index = Index::of(table);
        let mut promising: Vec<(f64, usize)> = Vec::new();
        for number in 0..self.lists.list.len() {
            let list = &self.lists.list[number];
            if self.found(list, GLANCE, &index) == 0.0 {
                continue;
            }
            let found = self.found(list, SAMPLE, &index) * list.objects.len() as f64;
            if found >= 2.0 {
                promising.push((found.min(table.records.len() as f64), number));
            }
        }
        promising.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut best: Option<(f64, Joined<'d>)> = None;
        for &(_, number) in promising.iter().take(MOST_JOINED) {
            let joined = self.join(number, table.records.len(), &index);
            let fields = joined.flat.fields.len().min(60) as f64;
            // as many rows by fewer objects, and objects that say more, are better
            let surplus = (joined.flat.count as f64 - joined.count as f64).max(0.0);
            let worth = joined.count as f64 - 0.02 * surplus.min(100.0) + 0.03 * fields;
            if best.as_ref().is_none_or(|best| worth > best.0) {
                best = Some((worth, joined));
            }
        }
        let (_, joined) = best?;
        let least = (table.records.len() as f64 * LEAST_SHARE).max(2.0);
        (joined.count as f64 >= least).then_some(joined)
    }

    /// The share of a list's objects, by so many of them, that are on the page.
    fn found(&self, list: &List<'d>, most: usize, index: &Index) -> f64 {
        let count = list.objects.len();
        let step = count.div_ceil(most).max(1);
        let objects: Vec<_> = list.objects.iter().copied().step_by(step).collect();
        let sample = List { objects, path: String::new(), ..*list };
        let flat = flatten(&sample, &self.lists.named, &self.about.language, usize::MAX);
        let known = (0..flat.count).filter(|&object| !index.votes(&flat, object).is_empty()).count();
        known as f64 / flat.count.max(1) as f64
    }

    /// Joins objects and rows one to one: the surest first, of equals in their order.
    fn join(&self, number: usize, rows: usize, index: &Index) -> Joined<'d> {
        let flat = flatten(&self.lists.list[number], &self.lists.named, &self.about.language, usize::MAX);
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for object in 0..flat.count {
            pairs.extend(index.votes(&flat, object).into_iter().map(|(row, votes)| (votes, object, row as usize)));
        }
        let off = |pair: &(f64, usize, usize)| pair.1.abs_diff(pair.2);
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(off(a).cmp(&off(b))).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut object_of = vec![None; rows];
        let mut taken = vec![false; flat.count];
        let mut count = 0;
        for (votes, object, row) in pairs {
            if votes >= LEAST_VOTES && object_of[row].is_none() && !taken[object] {
                object_of[row] = Some(object);
                taken[object] = true;
                count += 1;
            }
        }
        Joined { list: number, flat, object_of, count }
    }
}

/// Votes of a pair: a key that one row alone has is one.
const LEAST_VOTES: f64 = 0.5;

impl Index {
    fn of(table: &RegionTable) -> Index {
        let mut rows: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (number, row) in table.records.iter().enumerate() {
            let number = number as u32;
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let Some(cell) = cell else { continue };
                keys::of_cell(column.kind, cell, &mut |key| {
                    let known = rows.entry(key).or_default();
                    if known.last() != Some(&number) && known.len() <= MOST_ROWS {
                        known.push(number);
                    }
                });
            }
        }
        rows.retain(|_, rows| rows.len() <= MOST_ROWS);
        Index { rows }
    }

    /// The rows that an object may be, with what speaks for each.
    fn votes(&self, flat: &Flat<'_>, object: usize) -> Vec<(u32, f64)> {
        let mut votes: Vec<(u32, f64)> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for field in &flat.fields {
            let Some(value) = &field.values[object] else { continue };
            keys::of_value(value, &mut |key| {
                let Some(rows) = self.rows.get(&key) else { return };
                if seen.contains(&key) {
                    return;
                }
                for &row in rows {
                    let vote = 1.0 / rows.len() as f64;
                    match votes.iter_mut().find(|known| known.0 == row) {
                        Some(known) => known.1 += vote,
                        None => votes.push((row, vote)),
                    }
                }
                seen.push(key);
            });
        }
        votes
    }
}
