//! Relations between the likeliest candidates of a page: what decides between two lists that are nearly the same.

use crate::records::facts::PageFacts;
use crate::records::ranking::measure::Measures;
use crate::records::ranking::relation_features::{DIFFERENCES, ENDS, Figure, RELATIONS, Relation, SHIFTED};
use crate::records::record::Candidate;

/// For each candidate, the features that relate it to the others. O(c²·n) for c candidates of n records.
///
/// If several candidates are related in the same way, the nearest counts: the one with the fewest additional records,
/// or the least additional content.
pub fn relations(facts: &PageFacts<'_>, candidates: &[&Candidate], measures: &[&Measures]) -> Vec<Vec<f32>> {
    let ranges: Vec<Vec<(u32, u32)>> = candidates.iter().map(|c| terminal_ranges(facts, c)).collect();
    let best_text = measures.iter().map(|m| m.chars).fold(1.0, f64::max);
    let best_matched = measures.iter().map(|m| m.matched).fold(1.0, f64::max);
    let mut marks = SlotMarks { counts: vec![(0, u32::MAX); facts.slot_count], touched: Vec::new() };
    (0..candidates.len())
        .map(|i| {
            let mut nearest: [Option<(f64, usize)>; 6] = [None; 6];
            let mut overlapped = false;
            let (mut ends, mut shifted) = (None, None);
            for j in (0..candidates.len()).filter(|&j| j != i) {
                let (relation, overlap) = relation(&ranges[i], &ranges[j]);
                overlapped |= overlap;
                if ends.is_none() && same_but_ends(&ranges[i], &ranges[j]) {
                    ends = Some(j);
                }
                if shifted.is_none() && is_shifted(&ranges[i], &ranges[j]) {
                    shifted = Some(j);
                }
                let Some(relation) = relation else { continue };
                let (a, b) = (measures[i], measures[j]);
                let far = (a.n.ln() - b.n.ln()).abs() * 10.0 + (log(a.terminals) - log(b.terminals)).abs();
                let slot = &mut nearest[relation as usize];
                if slot.is_none_or(|(best, _)| far < best) {
                    *slot = Some((far, j));
                }
            }
            let mut row = Vec::new();
            for (r, (relation, ..)) in RELATIONS.iter().enumerate() {
                row.push(f32::from(u8::from(nearest[r].is_some())));
                for (.., figure) in DIFFERENCES {
                    row.push(nearest[r].map_or(0.0, |(_, j)| (figure(measures[j]) - figure(measures[i])) as f32));
                }
                let extras =
                    match relation {
                        Relation::Superset => nearest[r]
                            .map(|(_, j)| extra_figures(facts, &mut marks, &ranges[j], &ranges[i], measures[i])),
                        Relation::Subset => nearest[r]
                            .map(|(_, j)| extra_figures(facts, &mut marks, &ranges[i], &ranges[j], measures[j])),
                        _ => continue,
                    };
                row.extend(extras.unwrap_or_default());
            }
            row.push(f32::from(u8::from(ends.is_some())));
            row.extend(
                ENDS.map(|(.., figure)| ends.map_or(0.0, |j| (figure(measures[j]) - figure(measures[i])) as f32)),
            );
            row.push(f32::from(u8::from(shifted.is_some())));
            row.extend(
                SHIFTED.map(|(.., figure)| shifted.map_or(0.0, |j| (figure(measures[j]) - figure(measures[i])) as f32)),
            );
            let rank = |figure: Figure| {
                let mine = figure(measures[i]);
                (measures.iter().filter(|m| figure(m) > mine).count() as f64 / measures.len() as f64) as f32
            };
            row.push(rank(|m| m.chars));
            row.push((measures[i].chars / best_text) as f32);
            row.push(rank(|m| m.n));
            row.push((log(measures[i].matched) / log(best_matched)) as f32);
            row.push(f32::from(u8::from(!overlapped)));
            row
        })
        .collect()
}

fn log(x: f64) -> f64 {
    (1.0 + x).ln()
}

/// For each record, the range of its terminals.
fn terminal_ranges(facts: &PageFacts<'_>, candidate: &Candidate) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = candidate
        .records()
        .map(|runs| {
            let (first, last) = (facts.terminal_range(runs[0]), facts.terminal_range(runs[runs.len() - 1]));
            (first.start as u32, last.end as u32)
        })
        .collect();
    ranges.sort_unstable();
    ranges
}

/// How `b` is related to `a`, and whether they share anything. Takes linear time.
fn relation(a: &[(u32, u32)], b: &[(u32, u32)]) -> (Option<Relation>, bool) {
    let (Some(&(from, _)), Some(&(_, to))) = (a.first(), a.last()) else { return (None, false) };
    if b.last().is_none_or(|l| l.1 <= from) || b.first().is_none_or(|f| f.0 >= to) {
        return (None, false);
    }
    // records of a that equal one of b, are within one, contain one; records of b that are within one of a
    let (mut equal, mut inside, mut holds, mut b_inside) = (0, 0, 0, 0);
    let mut j = 0;
    for &(start, end) in a {
        while j < b.len() && b[j].1 <= start {
            j += 1;
        }
        let mut held = 0;
        let mut k = j;
        while k < b.len() && b[k].0 < end {
            let other = b[k];
            if other == (start, end) {
                equal += 1;
            } else if other.0 <= start && end <= other.1 {
                inside += 1;
            } else if start <= other.0 && other.1 <= end {
                held += 1;
            }
            k += 1;
        }
        holds += usize::from(held > 0);
        b_inside += held;
    }
    let overlap = equal + inside + holds > 0;
    let (n, m) = (a.len(), b.len());
    let most = |count: usize, of: usize| count * 10 >= of * 8;
    let relation = if equal == n && m > n {
        Some(Relation::Superset)
    } else if equal == m && m < n {
        Some(Relation::Subset)
    } else if m * 10 >= n * 15 && most(holds, n) && most(b_inside, m) {
        Some(Relation::Finer)
    } else if n * 10 >= m * 15 && most(inside, n) {
        Some(Relation::Coarser)
    } else if most(inside + equal, n) && most(n.min(m), n.max(m)) && inside > equal {
        Some(Relation::Larger)
    } else if most(holds + equal, n) && most(n.min(m), n.max(m)) && holds > equal {
        Some(Relation::Smaller)
    } else {
        None
    };
    (relation, overlap)
}

/// Whether both have the same number of records, and the same records except for the first or the last.
fn same_but_ends(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let n = a.len();
    n == b.len() && n >= 3 && a[1..n - 1] == b[1..n - 1] && a != b
}

/// Whether they have about as many records over the same range, cut at other places.
fn is_shifted(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let (n, m) = (a.len(), b.len());
    if n.abs_diff(m) > 1 || n < 3 {
        return false;
    }
    let mut crossing = 0;
    let mut j = 0;
    for &(start, end) in a {
        while j < m && b[j].1 <= start {
            j += 1;
        }
        crossing += usize::from(j < m && b[j].0 < start && start < b[j].1 && b[j].1 < end);
    }
    crossing * 10 >= n * 8
}

/// Describes the records that only the larger list has: whether one of them is its first, and one its last; their mean
/// size and amount of text compared with those of the smaller list's records, as logarithms; which share they have of
/// the slots that most of the smaller list's records have, by class and by path; how far they are from it, as a share
/// of the page; how similar they are to its records in having a link, an image, a price, a date, a heading and long
/// text; whether one contains the `h1`.
fn extra_figures(
    facts: &PageFacts<'_>,
    marks: &mut SlotMarks,
    larger: &[(u32, u32)],
    smaller: &[(u32, u32)],
    m: &Measures,
) -> [f32; 9] {
    let mut extras: Vec<(u32, u32)> = Vec::new();
    let mut j = 0;
    let mut gap = 0;
    for &(start, end) in larger {
        while j < smaller.len() && smaller[j].0 < start {
            j += 1;
        }
        if smaller.get(j) == Some(&(start, end)) {
            continue;
        }
        extras.push((start, end));
        let before = smaller.get(j).map_or(u32::MAX, |s| s.0.saturating_sub(end));
        let behind = j.checked_sub(1).map_or(u32::MAX, |j| start.saturating_sub(smaller[j].1));
        gap += u64::from(before.min(behind).min(100_000));
    }
    if extras.is_empty() {
        return [0.0; 9];
    }
    let count = extras.len() as f64;
    let sum =
        |of: &crate::records::Sums| extras.iter().map(|&(a, b)| f64::from(of.of(facts.node_range(a, b)))).sum::<f64>();
    let terminals: f64 = extras.iter().map(|&(a, b)| f64::from(b - a)).sum();
    let against = |extra: f64, own: f64| (log(extra / count) - log(own / m.n)) as f32;
    let kinds = [
        (&facts.links, 0),
        (&facts.images, 1),
        (&facts.prices, 2),
        (&facts.dates, 3),
        (&facts.headings, 5),
        (&facts.long_texts, 6),
    ];
    let alike: f64 = kinds
        .iter()
        .map(|&(of, k)| {
            let with = extras.iter().filter(|&&(a, b)| of.of(facts.node_range(a, b)) > 0).count() as f64 / count;
            (with - m.with[k]).abs()
        })
        .sum();
    let h1 = facts.first_h1.is_some_and(|h1| {
        let at = facts.page.tree.terminals_before[h1];
        extras.iter().any(|&(a, b)| a <= at && at < b)
    });
    [
        f32::from(u8::from(larger.first() != smaller.first())),
        f32::from(u8::from(larger.last() != smaller.last())),
        against(terminals, m.terminals),
        against(sum(&facts.chars), m.chars),
        fit(marks, &facts.class_slots, smaller, &extras),
        fit(marks, &facts.path_slots, smaller, &extras),
        (gap as f64 / count / facts.terminals.len().max(1) as f64) as f32,
        alike as f32,
        f32::from(u8::from(h1)),
    ]
}

/// Counts for a slot: the records with it, and the last record or extra record that was seen to have it.
#[derive(Default)]
struct SlotMarks {
    counts: Vec<(u32, u32)>,
    touched: Vec<u32>,
}

/// The mean share, over the extra records, of the slots that at least half of the records have.
fn fit(marks: &mut SlotMarks, slots: &[u32], records: &[(u32, u32)], extras: &[(u32, u32)]) -> f32 {
    let counts = &mut marks.counts;
    for (i, &(a, b)) in records.iter().take(200).enumerate() {
        for &slot in &slots[a as usize..b as usize] {
            let (count, last) = &mut counts[slot as usize];
            if *last != i as u32 {
                if *count == 0 {
                    marks.touched.push(slot);
                }
                (*count, *last) = (*count + 1, i as u32);
            }
        }
    }
    let half = records.len().min(200) as u32;
    let common = marks.touched.iter().filter(|&&s| counts[s as usize].0 * 2 >= half).count();
    let mut sum = 0.0;
    if common > 0 {
        for (i, &(a, b)) in extras.iter().enumerate() {
            let mark = (records.len() + i) as u32;
            let mut has = 0;
            for &slot in &slots[a as usize..b as usize] {
                let (count, last) = &mut counts[slot as usize];
                if *count * 2 >= half && *last != mark {
                    *last = mark;
                    has += 1;
                }
            }
            sum += has as f32 / common as f32;
        }
    }
    for slot in marks.touched.drain(..) {
        counts[slot as usize] = (0, u32::MAX);
    }
    sum / extras.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_may_differ_in_their_ends_or_their_cuts() {
        let a = [(0, 2), (2, 4), (4, 6), (6, 8)];
        assert!(same_but_ends(&a, &[(0, 2), (2, 4), (4, 6), (6, 9)]));
        assert!(!same_but_ends(&a, &a));
        assert!(is_shifted(&[(1, 3), (3, 5), (5, 7), (7, 9)], &[(0, 2), (2, 4), (4, 6), (6, 8)]));
        assert!(!is_shifted(&a, &[(0, 1), (2, 3), (4, 5), (6, 7)]));
    }

    #[test]
    fn lists_are_related_by_their_records() {
        let a = [(0, 2), (2, 4), (4, 6)];
        for (b, expected) in [
            (vec![(0, 2), (2, 4), (4, 6), (6, 8)], Some(Relation::Superset)),
            (vec![(0, 2), (4, 6)], Some(Relation::Subset)),
            (vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)], Some(Relation::Finer)),
            (vec![(0, 6), (8, 9)], Some(Relation::Coarser)),
            (vec![(0, 2), (2, 4), (4, 7)], None),
            (vec![(0, 2), (2, 5), (5, 6)], None),
            (vec![(10, 12), (12, 14)], None),
        ] {
            assert_eq!(relation(&a, &b).0, expected, "{b:?}");
        }
        let spaced = [(1, 2), (4, 5), (7, 8)];
        assert_eq!(relation(&spaced, &[(0, 3), (3, 6), (6, 9)]).0, Some(Relation::Larger));
        assert_eq!(relation(&[(0, 3), (3, 6), (6, 9)], &spaced).0, Some(Relation::Smaller));
    }
}
