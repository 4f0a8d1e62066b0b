//! Matches records that the page shows with objects of its state that say more about them.

use rustc_hash::FxHashMap;

use crate::dom::Base;
use crate::state::about::About;
use crate::state::complete::Completion;
use crate::state::flatten::{Flat, flatten};
use crate::state::keys;
use crate::state::lists::{List, Lists};
use crate::types::{RegionTable, Warning};

/// How many objects of a list are looked at first.
const GLANCE: usize = 4;

/// How many objects of a list are looked at if one of the first was on the page.
const SAMPLE: usize = 24;

/// How many lists are joined as a whole, the most promising first.
const MOST_JOINED: usize = 3;

/// The share of a table's records that must be among the objects.
const LEAST_SHARE: f64 = 0.5;

/// A key that occurs in more rows than this identifies nothing.
const MOST_ROWS: usize = 4;

/// The input of joining.
pub(crate) struct Joining<'j, 'd> {
    pub(crate) lists: &'j Lists<'d>,
    pub(crate) about: &'j About,
    pub(crate) base: Option<&'j Base>,
    /// Whether every field of the state becomes a column.
    pub(crate) everything: bool,
}

/// A list whose objects are records of a table.
pub(crate) struct Joined<'d> {
    /// The index of the list.
    pub(crate) list: usize,
    pub(crate) flat: Flat<'d>,
    /// The object of each row.
    pub(crate) object_of: Vec<Option<usize>>,
    count: usize,
}

/// What a look at some objects of a list showed.
struct Found<'d> {
    /// The share of them that are on the page.
    share: f64,
    /// The fields by which they were recognised.
    telling: Vec<Vec<&'d str>>,
}

/// A list that may be that of a table.
struct Promising<'d> {
    /// How many of its objects are probably on the page.
    found: f64,
    number: usize,
    telling: Vec<Vec<&'d str>>,
}

/// Keys by which the rows of a table can be recognised.
struct Index {
    rows: FxHashMap<String, Vec<u32>>,
}

impl<'d> Joining<'_, 'd> {
    /// Completes a table. Contradictions between the state and the page are reported.
    pub(crate) fn complete(&self, table: &mut RegionTable) -> Vec<Warning> {
        let Some(joined) = self.best(table) else { return Vec::new() };
        let path = &self.lists.list[joined.list].path;
        Completion { joining: self, joined: &joined, path }.complete(table)
    }

    /// The list that contains objects for most rows of a table.
    fn best(&self, table: &RegionTable) -> Option<Joined<'d>> {
        let index = Index::of(table);
        let mut promising: Vec<Promising<'d>> = Vec::new();
        for number in 0..self.lists.list.len() {
            let list = &self.lists.list[number];
            // too few for half of the table
            if list.objects.len() < least_of(table) || self.found(list, GLANCE, &index).share == 0.0 {
                continue;
            }
            let Found { share, telling } = self.found(list, SAMPLE, &index);
            let found = share * list.objects.len() as f64;
            if found >= 2.0 {
                promising.push(Promising { found: found.min(table.records.len() as f64), number, telling });
            }
        }
        promising.sort_by(|a, b| b.found.total_cmp(&a.found).then(a.number.cmp(&b.number)));
        let mut best: Option<(f64, Joined<'d>)> = None;
        for Promising { number, telling, .. } in promising.iter().take(MOST_JOINED) {
            let joined = self.join(*number, telling, table.records.len(), &index);
            let fields = joined.flat.fields.len().min(60) as f64;
            // the same rows with fewer objects, and objects with more content, are better
            let surplus = (joined.flat.count as f64 - joined.count as f64).max(0.0);
            let worth = joined.count as f64 - 0.02 * surplus.min(100.0) + 0.03 * fields;
            if best.as_ref().is_none_or(|best| worth > best.0) {
                best = Some((worth, joined));
            }
        }
        let (_, joined) = best?;
        (joined.count >= least_of(table)).then_some(joined)
    }

    /// How many of a list's objects are on the page, judging by this many of them.
    fn found(&self, list: &List<'d>, most: usize, index: &Index) -> Found<'d> {
        let count = list.objects.len();
        let step = count.div_ceil(most).max(1);
        let objects: Vec<_> = list.objects.iter().copied().step_by(step).collect();
        let sample = List { objects, path: String::new(), ..*list };
        let flat = flatten(&sample, &self.lists.named, &self.about.language, usize::MAX);
        let mut telling = vec![false; flat.fields.len()];
        let every: Vec<usize> = (0..flat.fields.len()).collect();
        let known = (0..flat.count).filter(|&object| !index.votes(&flat, object, &every, &mut telling).is_empty());
        let share = known.count() as f64 / flat.count.max(1) as f64;
        let telling = flat.fields.into_iter().zip(telling).filter(|(_, telling)| *telling);
        Found { share, telling: telling.map(|(field, _)| field.names).collect() }
    }

    /// Joins objects and rows one to one: the most certain pairs first, equal ones in order.
    fn join(&self, number: usize, telling: &[Vec<&'d str>], rows: usize, index: &Index) -> Joined<'d> {
        let flat = flatten(&self.lists.list[number], &self.lists.named, &self.about.language, usize::MAX);
        let fields = 0..flat.fields.len();
        let fields: Vec<usize> = fields.filter(|&field| telling.contains(&flat.fields[field].names)).collect();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        let mut used = vec![false; flat.fields.len()];
        for object in 0..flat.count {
            let votes = index.votes(&flat, object, &fields, &mut used);
            pairs.extend(votes.into_iter().map(|(row, votes)| (votes, object, row as usize)));
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

/// The least number of a table's records that must be among the objects.
fn least_of(table: &RegionTable) -> usize {
    ((table.records.len() as f64 * LEAST_SHARE).ceil() as usize).max(2)
}

/// The votes for a pair: a key that only one row has is one vote.
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

    /// The rows that may belong to an object, with the votes for each from some fields; fields that contribute are
    /// marked.
    fn votes(&self, flat: &Flat<'_>, object: usize, fields: &[usize], telling: &mut [bool]) -> Vec<(u32, f64)> {
        let mut votes: Vec<(u32, f64)> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for &field in fields {
            let Some(value) = &flat.fields[field].values[object] else { continue };
            keys::of_value(value, &mut |key| {
                let Some(rows) = self.rows.get(&key) else { return };
                telling[field] = true;
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
