//! Lists without their intruders: an ad, a heading or a "next" link between records.

use super::candidate::{Candidate, Generator};
use super::facts::PageFacts;

/// The least share of the common slots that a record must have.
const LEAST_FIT: f64 = 0.34;
/// A record this many times larger or smaller than the median is of outlying size.
const OUTLYING: usize = 8;

/// The candidate without the records that share few of the slots most records have, or are of outlying size. `None`
/// if nothing is to be dropped, too much is, or too few are left.
pub fn cleaned(facts: &PageFacts<'_>, candidate: &Candidate, scratch: &mut Vec<u32>) -> Option<Candidate> {
    let n = candidate.len();
    if n < 3 || candidate.runs_per_record != 1 {
        return None;
    }
    // in how many records each slot occurs
    scratch.clear();
    scratch.resize(facts.slot_count * 2, 0);
    let (seen, present) = scratch.split_at_mut(facts.slot_count);
    let mut touched: Vec<u32> = Vec::new();
    let mut sizes: Vec<usize> = Vec::with_capacity(n);
    for (i, &run) in candidate.runs.iter().enumerate() {
        let range = facts.terminal_range(run);
        sizes.push(range.len());
        for &slot in &facts.class_slots[range] {
            if seen[slot as usize] != i as u32 + 1 {
                seen[slot as usize] = i as u32 + 1;
                if present[slot as usize] == 0 {
                    touched.push(slot);
                }
                present[slot as usize] += 1;
            }
        }
    }
    let is_common = |slot: u32| present[slot as usize] as usize * 2 >= n;
    let common = touched.iter().filter(|&&s| is_common(s)).count();
    let mut ordered = sizes.clone();
    let (_, &mut median, _) = ordered.select_nth_unstable(n / 2);
    let keep = |i: usize, seen: &mut [u32]| {
        if sizes[i] == 0 || sizes[i] * OUTLYING < median || sizes[i] > median * OUTLYING {
            return false;
        }
        let mut fits = 0;
        for &slot in &facts.class_slots[facts.terminal_range(candidate.runs[i])] {
            let mark = (n + i + 1) as u32;
            if seen[slot as usize] != mark {
                seen[slot as usize] = mark;
                fits += usize::from(is_common(slot));
            }
        }
        common == 0 || fits as f64 >= LEAST_FIT * common as f64
    };
    let runs: Vec<_> = (0..n).filter(|&i| keep(i, seen)).map(|i| candidate.runs[i]).collect();
    (runs.len() < n && runs.len() >= 2 && runs.len() * 2 >= n).then_some(Candidate {
        runs,
        runs_per_record: 1,
        generator: Generator::Cleaned,
    })
}
