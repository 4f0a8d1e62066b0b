//! Slots: what a list's records have in common. A slot is a kind of terminal, by class or by path.

use crate::records::facts::PageFacts;
use crate::records::record::Candidate;
use crate::tree::Run;

/// How a list's records fill the slots of one kind (by class or by path).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SlotFigures {
    /// The number of slots that occur exactly once in at least nine of ten records: MiBAT's pivots, discovered rather
    /// than given.
    pub once: f64,
    /// The share of terminals in such slots.
    pub once_share: f64,
    /// The share of terminals in slots that occur twice or more in most records that have them.
    pub repeated_share: f64,
    /// The share of terminals in slots that fewer than a fifth of the records have.
    pub rare_share: f64,
    /// The smallest share, over the records, of the slots that at least half of the records have.
    pub worst_fit: f64,
    /// The mean of that share.
    pub mean_fit: f64,
    /// The share of records that have all of those slots.
    pub full_fit: f64,
    /// That share for the first record, and for the last.
    pub first_fit: f64,
    /// See `first_fit`.
    pub last_fit: f64,
    /// The share of the first record's terminals that are in slots of no other record, and the same for the last.
    pub first_own: f64,
    /// See `first_own`.
    pub last_own: f64,
    /// For slots that occur once: how many terminals outside the list are in them, per record and slot (at most 3).
    pub left_out: f64,
    /// The share of records that begin with the most common first slot.
    pub same_first: f64,
    /// The share of records that end with the most common last slot.
    pub same_last: f64,
}

/// Counters by slot, reused between candidates.
#[derive(Debug, Default)]
pub struct SlotCounter {
    next_mark: u32,
    counts: Vec<SlotCounts>,
    touched: Vec<u32>,
    /// The different slots of every record, one record after the other, and where each record's slots end.
    distinct: Vec<u32>,
    ends: Vec<u32>,
    /// First or last slots.
    seen: Vec<u32>,
}

/// Counts for a slot.
#[derive(Clone, Copy, Debug, Default)]
struct SlotCounts {
    /// The mark of the last record that has it.
    mark: u32,
    /// Its terminals in that record.
    in_record: u32,
    /// In the current list: records with the slot, records with it more than once, terminals in it.
    with: u32,
    more: u32,
    terminals: u32,
}

impl SlotCounter {
    /// The figures of one list. Takes time linear in its terminals.
    pub fn figures(&mut self, facts: &PageFacts<'_>, candidate: &Candidate, slots: &[u32]) -> SlotFigures {
        self.counts.resize(facts.slot_count, SlotCounts::default());
        self.distinct.clear();
        self.ends.clear();
        let n = candidate.len() as f64;
        let mut all = 0u32;
        for runs in candidate.records() {
            self.next_mark += 1;
            for &run in runs {
                let slots = &slots[facts.terminal_range(run)];
                all += slots.len() as u32;
                for &slot in slots {
                    let counts = &mut self.counts[slot as usize];
                    if counts.mark != self.next_mark {
                        counts.mark = self.next_mark;
                        counts.in_record = 0;
                        if counts.with == 0 {
                            self.touched.push(slot);
                        }
                        counts.with += 1;
                        self.distinct.push(slot);
                    }
                    counts.in_record += 1;
                    counts.more += u32::from(counts.in_record == 2);
                    counts.terminals += 1;
                }
            }
            self.ends.push(self.distinct.len() as u32);
        }
        let mut figures = SlotFigures::default();
        let (mut common, mut left_out) = (0u32, 0.0);
        for &slot in &self.touched {
            let SlotCounts { with, more, terminals, .. } = self.counts[slot as usize];
            let [with, more, terminals] = [with, more, terminals].map(f64::from);
            let share = terminals / f64::from(all.max(1));
            if with >= 0.9 * n && more <= 0.1 * n {
                figures.once += 1.0;
                figures.once_share += share;
                left_out += ((f64::from(facts.slot_totals[slot as usize]) - terminals) / n).min(3.0);
            }
            if more * 2.0 > with {
                figures.repeated_share += share;
            }
            if with < 0.2 * n {
                figures.rare_share += share;
            }
            common += u32::from(with * 2.0 >= n);
        }
        figures.left_out = if figures.once > 0.0 { left_out / figures.once } else { 0.0 };
        self.fit(candidate.len() as u32, common, &mut figures);
        let held = |runs: &[Run]| runs.iter().map(|&run| facts.terminal_range(run).len()).sum::<usize>();
        let own = |from: usize, to: usize, runs: &[Run]| {
            // a slot that only one record has contains all its terminals there
            let alone = self.distinct[from..to].iter().map(|&slot| self.counts[slot as usize]).filter(|c| c.with == 1);
            f64::from(alone.map(|c| c.terminals).sum::<u32>()) / held(runs).max(1) as f64
        };
        let last = candidate.len() - 1;
        let end = |record: usize| self.ends[record] as usize;
        figures.first_own = candidate.records().next().map_or(0.0, |runs| own(0, end(0), runs));
        let before_last = if last > 0 { end(last - 1) } else { 0 };
        figures.last_own = candidate.records().next_back().map_or(0.0, |runs| own(before_last, end(last), runs));
        self.ends(facts, candidate, slots, &mut figures);
        for slot in self.touched.drain(..) {
            let counts = &mut self.counts[slot as usize];
            *counts = SlotCounts { mark: counts.mark, ..SlotCounts::default() };
        }
        figures
    }

    fn fit(&self, n: u32, common: u32, figures: &mut SlotFigures) {
        if common == 0 {
            return;
        }
        (figures.worst_fit, figures.mean_fit) = (1.0, 0.0);
        let mut start = 0;
        for (i, &end) in self.ends.iter().enumerate() {
            let distinct = &self.distinct[start..end as usize];
            start = end as usize;
            let has = distinct.iter().filter(|&&slot| self.counts[slot as usize].with * 2 >= n).count() as u32;
            let fit = f64::from(has) / f64::from(common);
            if i == 0 {
                figures.first_fit = fit;
            }
            figures.last_fit = fit;
            figures.worst_fit = figures.worst_fit.min(fit);
            figures.mean_fit += fit / f64::from(n);
            figures.full_fit += f64::from(u32::from(has == common)) / f64::from(n);
        }
    }

    /// How many records begin and end with the most common first and last slot.
    fn ends(&mut self, facts: &PageFacts<'_>, candidate: &Candidate, slots: &[u32], figures: &mut SlotFigures) {
        let n = candidate.len() as f64;
        self.seen.clear();
        self.seen.extend(candidate.records().filter_map(|runs| facts.terminal_range(runs[0]).next()).map(|t| slots[t]));
        figures.same_first = f64::from(most_common(&mut self.seen).1) / n;
        let lasts = candidate.records().filter_map(|runs| facts.terminal_range(runs[runs.len() - 1]).next_back());
        self.seen.clear();
        self.seen.extend(lasts.map(|t| slots[t]));
        figures.same_last = f64::from(most_common(&mut self.seen).1) / n;
    }
}

/// The most common value (the greatest of several) and how often it occurs. Sorts the values.
pub(crate) fn most_common(values: &mut [u32]) -> (u32, u32) {
    let Some(&first) = values.first() else { return (0, 0) };
    if values.iter().all(|&v| v == first) {
        return (first, values.len() as u32);
    }
    values.sort_unstable();
    let most = values.chunk_by(|a, b| a == b).max_by_key(|c| c.len());
    most.map_or((0, 0), |c| (c[0], c.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::records::record::Generator;
    use crate::tree::PageTree;
    use crate::tree::TreeId;

    /// The figures by class of the `li` of a page.
    fn figures(html: &str) -> SlotFigures {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let items: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = Candidate::of_subtrees(&page.tree, &items, Generator::PathGroup);
        SlotCounter::default().figures(&facts, &list, &facts.class_slots)
    }

    #[test]
    fn regular_records_have_slots_once() {
        let f = figures("<ul><li><b>a</b><i>1</i><li><b>b</b><i>2</i></ul>");
        assert_eq!((f.once, f.once_share, f.repeated_share, f.worst_fit, f.left_out), (2.0, 1.0, 0.0, 1.0, 0.0));
        assert_eq!((f.same_first, f.same_last), (1.0, 1.0));
    }

    #[test]
    fn records_that_are_too_large_repeat_slots() {
        let f = figures("<ul><li><b>a</b><b>b</b><b>c</b><li><b>d</b><b>e</b></ul>");
        assert_eq!((f.once, f.repeated_share), (0.0, 1.0));
    }

    #[test]
    fn an_intruder_fits_badly_and_what_is_left_out_counts() {
        let f = figures("<ul><li><b>a</b><i>1</i><li><b>b</b><i>2</i><li>ad</ul><p><b>c</b></p>");
        assert_eq!((f.worst_fit, f.full_fit), (0.0, 2.0 / 3.0));
        assert_eq!(figures("<ul><li><b>a</b><li><b>b</b></ul><p><b>c</b></p>").left_out, 0.5);
    }
}
