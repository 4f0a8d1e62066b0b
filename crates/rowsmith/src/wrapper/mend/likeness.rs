//! How likely it is that a column of redesigned pages is a certain one of those before, judged by its contents.

use std::collections::BTreeMap;

use crate::wrapper::format::ColumnLocator;
use crate::wrapper::mend::weights::{BIAS, WEIGHTS};

/// What is known about two columns in addition to what each is like.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Common {
    /// The share of items that both have in common on the same pages, by the wrapper as it was.
    pub(crate) items: f32,
    /// The same where the wrapper as it was is applied to the records as they are now.
    pub(crate) moved: f32,
    /// The share of stored values of the previous column that the new one has.
    pub(crate) values: f32,
    /// How far apart their places in the records are, from 0 to 1.
    pub(crate) distance: f32,
    /// The same for their ranks among the columns of their kind.
    pub(crate) order: f32,
    /// Whether a table leaves the new one out by default.
    pub(crate) left_out: bool,
    /// Whether the new one is nothing but what the wrapper as it was finds in the records.
    pub(crate) only_moved: bool,
}

/// How many features each pair of columns has by itself.
pub(crate) const FEATURES: usize = 36;
/// How many more it has beside the other pairs.
pub(crate) const BESIDE: usize = WEIGHTS.len() - FEATURES;

/// The evidence that two columns are the same, in the order of [`WEIGHTS`].
pub(crate) fn features(before: &ColumnLocator, now: &ColumnLocator, common: &Common) -> [f32; FEATURES] {
    let (a, b) = (&before.statistics, &now.statistics);
    let share = |types: &BTreeMap<String, f32>, name: &str| types.get(name).copied().unwrap_or(0.0);
    let both = |name: &str| share(&a.types, name).min(share(&b.types, name));
    let flag = |is: bool| f32::from(u8::from(is));
    // how many times longer one is than the other, as a logarithm
    let apart = |a: u32, b: u32| ((a as f32 + 2.0) / (b as f32 + 2.0)).ln().abs().min(3.0);
    let lengths: [f32; 3] = std::array::from_fn(|i| apart(a.length[i], b.length[i]));
    let (role, other_role) = (before.role.map(|role| role.role), now.role.map(|role| role.role));
    let (mine, theirs) = (&a.words, &b.words);
    let same_words = mine.iter().filter(|word| theirs.contains(word)).count();
    let common_words = same_words as f32 / (mine.len() + theirs.len() - same_words).max(1) as f32;
    let fill = (a.fill - b.fill).abs();
    let shape = a.shape.iter().zip(&b.shape).take(3).map(|(a, b)| (a - b).abs()).sum::<f32>() / 2.0;
    [
        a.types.keys().map(|name| both(name)).sum(),
        both("text"),
        flag(role.is_some() && role == other_role),
        flag(role.is_some() && other_role.is_some() && role != other_role),
        flag(role.is_some() != other_role.is_some()),
        flag(before.label.is_some() && before.label == now.label),
        flag(before.label != now.label),
        lengths[0],
        lengths[1],
        lengths[2],
        fill,
        (a.distinct - b.distinct).abs(),
        shape,
        (a.shape[3] - b.shape[3]).abs(),
        common_words,
        flag(!mine.is_empty() && !theirs.is_empty() && same_words == 0),
        flag(mine.is_empty() != theirs.is_empty()),
        common.items,
        common.moved,
        common.values,
        common.distance,
        common.order,
        flag(common.left_out),
        flag(common.only_moved),
        flag(common.values > 0.2),
        flag(common.values > 0.5),
        flag(common.moved > 0.5),
        flag(common.moved > 0.9),
        flag(common.items > 0.7),
        flag(lengths[1] < 0.1),
        flag(lengths[2] < 0.1),
        flag(fill < 0.05),
        flag(shape < 0.05),
        flag(common_words > 0.6),
        flag(common.order < 0.06),
        flag(common.distance < 0.06),
    ]
}

/// The logarithm of the odds that two columns are the same, judged alone.
pub(crate) fn odds_alone(features: &[f32; FEATURES]) -> f32 {
    BIAS[0] + features.iter().zip(&WEIGHTS).map(|(feature, weight)| feature * weight.alone).sum::<f32>()
}

/// The evidence of [`features`] that two columns stand at the same place, which says nothing of what they contain.
const OF_PLACE: [&str; 10] = [
    "items",
    "moved",
    "distance",
    "order",
    "only_moved",
    "half_moved",
    "all_moved",
    "same_items",
    "same_order",
    "same_place",
];

/// The logarithm of the odds that two columns are the same by their contents alone, wherever they stand.
pub(crate) fn odds_by_content(features: &[f32; FEATURES]) -> f32 {
    let of_content = features.iter().zip(&WEIGHTS).filter(|(_, weight)| !OF_PLACE.contains(&weight.of));
    BIAS[0] + of_content.map(|(feature, weight)| feature * weight.alone).sum::<f32>()
}

/// Less probable pairs count like this one among the others.
const LEAST_RIVAL: f32 = 0.02;

/// What the other pairs of columns say of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Others {
    /// How differently far both are from the nearest columns that are surely the same, from 0 to 1.
    pub(crate) shift: f32,
    /// The probability of the pair, judged alone.
    pub(crate) alone: f32,
    /// That of the best other candidate for the column.
    pub(crate) candidate: f32,
    /// That of the best other column for the candidate.
    pub(crate) column: f32,
}

/// The evidence from the other pairs, in the order of the last of [`WEIGHTS`].
pub(crate) fn beside(others: &Others) -> [f32; BESIDE] {
    let odds = |p: f32| ((p + 1e-3) / (1.0 - p + 1e-3)).ln();
    // that there is no other pair does not make one likely
    let own = odds(others.alone.max(LEAST_RIVAL));
    [others.shift, own, own - odds(others.candidate.max(LEAST_RIVAL)), own - odds(others.column.max(LEAST_RIVAL))]
}

/// The logarithm of the odds that two columns are the same, judged beside the other pairs.
pub(crate) fn odds_beside(features: &[f32; FEATURES], others: &Others) -> f32 {
    let all = features.iter().copied().chain(beside(others));
    BIAS[1] + all.zip(&WEIGHTS).map(|(feature, weight)| feature * weight.beside).sum::<f32>()
}

/// The probability of a logarithm of odds.
pub(crate) fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
