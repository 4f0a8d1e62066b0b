//! Relations between the likeliest candidates of a page: what speaks for one of two lists that are nearly the same.

use super::candidate::Candidate;
use super::facts::PageFacts;
use super::measure::Measures;

/// How another candidate relates to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It has all records of this one and more.
    Superset,
    /// All its records are this one's.
    Subset,
    /// Its records lie within this one's, several in each.
    Finer,
    /// Its records hold several of this one's.
    Coarser,
    /// As many records, each this one's with more around it.
    Larger,
    /// As many records, each a part of this one's.
    Smaller,
}

const RELATIONS: [(Relation, &str); 6] = [
    (Relation::Superset, "superset"),
    (Relation::Subset, "subset"),
    (Relation::Finer, "finer"),
    (Relation::Coarser, "coarser"),
    (Relation::Larger, "larger"),
    (Relation::Smaller, "smaller"),
];

/// What is told of the related candidate, as the difference of a figure of it to the same of this one.
const DIFFERENCES: [(&str, fn(&Measures) -> f64); 12] = [
    ("count", |m| m.n.ln()),
    ("text", |m| (1.0 + m.chars).ln()),
    ("terminals", |m| (1.0 + m.terminals).ln()),
    ("worst_fit", |m| m.class_slots.worst_fit),
    ("mean_fit", |m| m.class_slots.mean_fit),
    ("once", |m| (1.0 + m.class_slots.once).ln()),
    ("path_once", |m| (1.0 + m.path_slots.once).ln()),
    ("once_share", |m| m.class_slots.once_share),
    ("repeated", |m| m.class_slots.repeated_share),
    ("similarity", |m| m.similarity),
    ("spread", |m| m.spread.min(3.0)),
    ("same_class", |m| m.same_class),
];

/// The names of the features of [`relations`], in order.
pub fn relation_names() -> Vec<String> {
    let mut names = Vec::new();
    for (_, relation) in RELATIONS {
        names.push(format!("{relation}_exists"));
        names.extend(DIFFERENCES.iter().map(|(name, _)| format!("{relation}_{name}")));
        if relation == "superset" || relation == "subset" {
            names.extend(["first", "last", "extra_size", "extra_chars"].map(|name| format!("{relation}_{name}")));
        }
    }
    names.extend(["text_rank", "text_of_best", "count_rank", "matched_of_best", "alone"].map(str::to_owned));
    names
}

/// Per candidate, the features that relate it to the others. O(c²·n) for c candidates of n records.
///
/// Where several candidates are related in one way, the nearest counts: with the fewest further records, or the
/// least further content.
pub fn relations(facts: &PageFacts<'_>, candidates: &[&Candidate], measures: &[&Measures]) -> Vec<Vec<f32>> {
    let ranges: Vec<Vec<(u32, u32)>> = candidates.iter().map(|c| terminal_ranges(facts, c)).collect();
    let best_text = measures.iter().map(|m| m.chars).fold(1.0, f64::max);
    let best_matched = measures.iter().map(|m| m.matched).fold(1.0, f64::max);
    (0..candidates.len())
        .map(|i| {
            let mut nearest: [Option<(f64, usize)>; 6] = [None; 6];
            let mut overlapped = false;
            for j in (0..candidates.len()).filter(|&j| j != i) {
                let (relation, overlap) = relation(&ranges[i], &ranges[j]);
                overlapped |= overlap;
                let Some(relation) = relation else { continue };
                let (a, b) = (measures[i], measures[j]);
                let far = (a.n.ln() - b.n.ln()).abs() * 10.0 + (log(a.terminals) - log(b.terminals)).abs();
                let slot = &mut nearest[relation as usize];
                if slot.is_none_or(|(best, _)| far < best) {
                    *slot = Some((far, j));
                }
            }
            let mut row = Vec::new();
            for (r, (relation, _)) in RELATIONS.iter().enumerate() {
                row.push(f32::from(u8::from(nearest[r].is_some())));
                for (_, figure) in DIFFERENCES {
                    row.push(nearest[r].map_or(0.0, |(_, j)| (figure(measures[j]) - figure(measures[i])) as f32));
                }
                let extras = match relation {
                    Relation::Superset => {
                        nearest[r].map(|(_, j)| extra_figures(facts, &ranges[j], &ranges[i], measures[i]))
                    }
                    Relation::Subset => {
                        nearest[r].map(|(_, j)| extra_figures(facts, &ranges[i], &ranges[j], measures[j]))
                    }
                    _ => continue,
                };
                row.extend(extras.unwrap_or_default());
            }
            let rank = |figure: fn(&Measures) -> f64| {
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

/// The terminals from the beginning to the end of every record.
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

/// How `b` relates to `a`, and whether they share anything. Linear.
fn relation(a: &[(u32, u32)], b: &[(u32, u32)]) -> (Option<Relation>, bool) {
    let (Some(&(from, _)), Some(&(_, to))) = (a.first(), a.last()) else { return (None, false) };
    if b.last().is_none_or(|l| l.1 <= from) || b.first().is_none_or(|f| f.0 >= to) {
        return (None, false);
    }
    // records of a that equal one of b, lie within one, hold one; records of b that lie within one of a
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

/// Of the records that only the larger list has: whether one is its first, one its last; their mean size and text
/// against those of the smaller list's records, as logarithms.
fn extra_figures(
    facts: &PageFacts<'_>,
    larger: &[(u32, u32)],
    smaller: &[(u32, u32)],
    measures: &Measures,
) -> [f32; 4] {
    let mut chars = 0u64;
    let (mut terminals, mut count) = (0u64, 0u64);
    let mut j = 0;
    for &(start, end) in larger {
        while j < smaller.len() && smaller[j].0 < start {
            j += 1;
        }
        if smaller.get(j) == Some(&(start, end)) {
            continue;
        }
        count += 1;
        terminals += u64::from(end - start);
        let texts = start as usize..(end as usize).min(facts.terminals.len());
        chars += texts.map(|t| u64::from(facts.chars.of((facts.terminals[t], facts.terminals[t] + 1)))).sum::<u64>();
    }
    let count = count.max(1) as f64;
    let against = |extra: u64, own: f64| (log(extra as f64 / count) - log(own / measures.n)) as f32;
    let first = f32::from(u8::from(larger.first() != smaller.first()));
    let last = f32::from(u8::from(larger.last() != smaller.last()));
    [first, last, against(terminals, measures.terminals), against(chars, measures.chars)]
}

#[cfg(test)]
mod tests {
    use super::*;

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
