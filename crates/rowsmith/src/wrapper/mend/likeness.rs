//! How similar a newly learnt column is to a previous one, judged by its contents.

use std::collections::BTreeSet;

use crate::wrapper::format::ColumnLocator;

/// Evidence that two columns are the same, each from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Likeness {
    /// The share of items that both have in common on the same pages.
    pub(crate) items: f32,
    /// The share of stored values of the previous column that the new one has.
    pub(crate) values: f32,
    /// Similarity of type, role, length, label, name and fill.
    pub(crate) manner: f32,
}

/// With this share of items in common the columns are the same.
pub(crate) const SAME_ITEMS: f32 = 0.7;
/// With this share of values in common, likewise.
pub(crate) const SAME_VALUES: f32 = 0.3;
/// The least manner if there is no other evidence.
pub(crate) const LIKE: f32 = 0.62;
/// The same for columns that mean the same to a person.
pub(crate) const LIKE_BY_ROLE: f32 = 0.5;
/// By how much a column must be more similar than the next.
pub(crate) const CLEARLY: f32 = 0.06;

impl Likeness {
    /// All combined; more certain evidence counts more.
    pub(crate) fn total(self) -> f32 {
        if self.items >= SAME_ITEMS {
            3.0 + self.items
        } else if self.values >= SAME_VALUES {
            2.0 + self.values + 0.5 * self.manner
        } else {
            self.manner
        }
    }
}

/// Similarity in everything except items and values. It is zero for columns that are taken from something else, or
/// whose values have another type.
pub(crate) fn manner(before: &ColumnLocator, now: &ColumnLocator, distance: f32) -> f32 {
    if before.kind != now.kind {
        return 0.0;
    }
    let (a, b) = (&before.statistics, &now.statistics);
    let of_types =
        |other: &str| a.types.get(other).copied().unwrap_or(0.0).min(b.types.get(other).copied().unwrap_or(0.0));
    let types: f32 = a.types.keys().map(|name| of_types(name)).sum();
    if types < 0.5 {
        return 0.0;
    }
    let is_text = a.types.get("text").copied().unwrap_or(0.0) >= 0.5;
    let [_, middle_a, longest_a] = a.length;
    let [_, middle_b, _] = b.length;
    let ratio = (middle_a.min(middle_b) + 4) as f32 / (middle_a.max(middle_b) + 4) as f32;
    if !is_text && ratio < 0.5 {
        // a date followed by a price is not a date
        return 0.0;
    }
    // short values may have any length up to the longest before
    let length = if middle_b <= longest_a && ratio >= 0.5 { 1.0 } else { ratio };
    let role = match (before.role, now.role) {
        (Some(a), Some(b)) if a.role == b.role => 1.0,
        (Some(_), Some(_)) => 0.0,
        (None, None) => 0.5,
        _ => 0.3,
    };
    let label = match (&before.label, &now.label) {
        (Some(a), Some(b)) if a == b => 1.0,
        (None, None) => 0.5,
        _ => 0.0,
    };
    let name = f32::from(u8::from(stem(&before.learnt_name) == stem(&now.learnt_name)));
    let words = overlap(&words_of(before), &words_of(now));
    let fill = 1.0 - (a.fill - b.fill).abs();
    let distinct = 1.0 - (a.distinct - b.distinct).abs();
    let of_type = if is_text { 0.5 } else { 1.0 };
    (0.2 * types * of_type
        + 0.22 * role
        + 0.14 * length
        + 0.08 * label
        + 0.12 * name.max(words)
        + 0.1 * fill
        + 0.06 * distinct
        + 0.08 * (1.0 - distance))
        / if is_text { 0.9 } else { 1.0 }
}

/// A name without the number that distinguishes it from others in its part.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')
}

/// The words of the classes around a column's items.
fn words_of(column: &ColumnLocator) -> BTreeSet<String> {
    let best = column.paths.iter().max_by(|a, b| a.1.total_cmp(b.1).then_with(|| b.0.cmp(a.0)));
    let steps = best.into_iter().flat_map(|(path, _)| path.rsplit('/').take(2));
    let names = steps.flat_map(|step| step.split('.').skip(1));
    names.flat_map(|name| name.split(['-', '_'])).filter(|word| word.len() > 2).map(str::to_lowercase).collect()
}

fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f32 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f32 / all as f32 }
}
