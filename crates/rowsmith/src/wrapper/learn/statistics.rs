//! Statistics of what was extracted from the pages of a template, for detecting when that changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::recognize::value_type;
use crate::records::ColumnDraft;
use crate::wrapper::format::{ColumnStatistics, Part, Statistics};
use crate::wrapper::parts::element_pattern::share;

/// What a part extracted on one page.
pub(crate) struct PageYield<'a> {
    /// The similarity of each record.
    pub(crate) fits: &'a [f32],
    /// The columns with their items.
    pub(crate) columns: &'a [ColumnDraft],
    /// The average certainty of the columns' items.
    pub(crate) certainty: &'a [f32],
}

/// Fills in the statistics of a part from what it extracts on the pages that it was learnt from.
pub(crate) fn add_statistics(part: &mut Part, pages: &[PageYield<'_>]) {
    let counts = || pages.iter().map(|p| p.fits.len() as u32).filter(|n| *n > 0);
    let fits: Vec<f32> = pages.iter().flat_map(|p| p.fits).copied().collect();
    let mean = fits.iter().sum::<f32>() / fits.len().max(1) as f32;
    let least = fits.iter().copied().fold(1.0, f32::min);
    let digits = |x: f32| (x * 1000.0).round() / 1000.0;
    part.statistics = Statistics {
        pages: counts().count() as u32,
        records: counts().sum(),
        records_a_page: [counts().min().unwrap_or(0), counts().max().unwrap_or(0)],
        fit: [digits(mean), digits(least)],
    };
    for (c, column) in part.columns.iter_mut().enumerate() {
        let items = || pages.iter().filter_map(|p| p.columns.get(c)).flat_map(|draft| &draft.items);
        let texts: Vec<&str> = items().flatten().map(|(_, text)| text.as_str()).collect();
        let of_page = |p: &PageYield<'_>| {
            let filled = p.columns.get(c).map_or(0, |draft| draft.items.iter().flatten().count()) as f32;
            (p.certainty.get(c).copied().unwrap_or(0.0) * filled, filled)
        };
        let (sum, filled) = pages.iter().map(of_page).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let certainty = digits(sum / filled.max(1.0));
        column.statistics = ColumnStatistics { certainty, ..of_texts(&texts, items().count()) };
    }
}

/// How many texts are checked for their type when learning.
const MAX_TYPED: usize = 500;
/// The same for a further page.
const MAX_LOOKED_AT: usize = 50;

/// The statistics of a column's texts in some records.
pub(crate) fn of_texts(texts: &[&str], records: usize) -> ColumnStatistics {
    let mut lengths: Vec<u32> = texts.iter().map(|t| t.chars().count() as u32).collect();
    lengths.sort_unstable();
    let mut types: BTreeMap<String, u32> = BTreeMap::new();
    let typed = texts.len().min(MAX_TYPED);
    for text in &texts[..typed] {
        *types.entry(value_type(text).name().to_owned()).or_default() += 1;
    }
    let distinct: BTreeSet<&str> = texts.iter().copied().collect();
    let looked_at: Vec<&str> = texts.iter().copied().step_by(texts.len().div_ceil(MAX_TYPED).max(1)).collect();
    ColumnStatistics {
        fill: share(texts.len() as u32, records),
        types: types.into_iter().map(|(name, n)| (name, share(n, typed))).collect(),
        length: [0, lengths.len() / 2, lengths.len().saturating_sub(1)].map(|i| lengths.get(i).copied().unwrap_or(0)),
        distinct: share(distinct.len() as u32, texts.len()),
        certainty: 0.0,
        words: common_words(&looked_at),
        shape: shape_of(&looked_at),
    }
}

/// How many common words of a column are kept.
const MAX_WORDS: usize = 5;
/// The longest word that is kept, in bytes.
const MAX_WORD: usize = 24;

/// Words that at least half of the texts have, and at least two of them. Runs of digits are none.
fn common_words(texts: &[&str]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic));
        let distinct: BTreeSet<String> = words.filter(|word| word.len() <= MAX_WORD).map(str::to_lowercase).collect();
        for word in distinct {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut common: Vec<(usize, String)> =
        counts.into_iter().filter(|(_, n)| *n >= 2 && n * 2 >= texts.len()).map(|(word, n)| (n, word)).collect();
    common.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    common.into_iter().take(MAX_WORDS).map(|(_, word)| word).collect()
}

/// See [`ColumnStatistics::shape`].
fn shape_of(texts: &[&str]) -> [f32; 4] {
    let (mut letters, mut capitals, mut digits, mut all) = (0u32, 0u32, 0u32, 0usize);
    for c in texts.iter().flat_map(|text| text.chars()).filter(|c| !c.is_whitespace()) {
        all += 1;
        letters += u32::from(c.is_alphabetic());
        capitals += u32::from(c.is_uppercase());
        digits += u32::from(c.is_numeric() && !c.is_alphabetic());
    }
    let others = all as u32 - letters - digits;
    [share(letters, all), share(digits, all), share(others, all), share(capitals, letters as usize)]
}

/// The share of texts of a type, estimated from some of them.
pub(crate) fn share_of_type(texts: &[&str], name: &str) -> f32 {
    let looked_at = || texts.iter().step_by(texts.len().div_ceil(MAX_LOOKED_AT).max(1));
    share(looked_at().filter(|text| value_type(text).name() == name).count() as u32, looked_at().count())
}

/// The median length of texts, in characters.
pub(crate) fn middle_length(texts: &[&str]) -> u32 {
    let mut lengths: Vec<u32> = texts.iter().map(|text| text.chars().count() as u32).collect();
    let middle = lengths.len() / 2;
    if lengths.is_empty() { 0 } else { *lengths.select_nth_unstable(middle).1 }
}
