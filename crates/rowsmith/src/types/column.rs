//! Columns of tables: what they are taken from, and DEPTA's classes of them.

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::types::Role;

/// DEPTA's class of a column by its texts.
pub(crate) fn category<'a>(texts: impl Iterator<Item = &'a str>) -> ColumnCategory {
    let texts: Vec<&str> = texts.collect();
    let mut distinct = texts.clone();
    distinct.sort_unstable();
    distinct.dedup();
    match distinct.len() {
        1 if texts.len() > 1 => ColumnCategory::Identical,
        0 | 1 => ColumnCategory::Distinctive,
        _ if distinct.len() >= 3 && common_affixes(&distinct) != Affixes::default() => ColumnCategory::Comparable,
        n if n * 2 <= texts.len() => ColumnCategory::Enumerative,
        _ => ColumnCategory::Distinctive,
    }
}

/// The number of words that all texts share at each end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Affixes {
    pub(crate) leading: usize,
    pub(crate) trailing: usize,
}

/// How many leading and trailing words all texts have in common. The two counts together are less than the number of
/// words of any text, so that a value is left between them. Words that could count as either ("New New New" beside "New
/// New 1 New New") count as leading.
pub(crate) fn common_affixes(texts: &[&str]) -> Affixes {
    let Some((first, rest)) = texts.split_first() else { return Affixes::default() };
    let first: Vec<&str> = first.split_whitespace().collect();
    let mut shortest = first.len();
    let (mut prefix, mut suffix) = (first.len().saturating_sub(1), first.len().saturating_sub(1));
    for text in rest {
        let words: Vec<&str> = text.split_whitespace().collect();
        shortest = shortest.min(words.len());
        let most = words.len().saturating_sub(1);
        prefix = first.iter().zip(&words).take(prefix.min(most)).take_while(|(a, b)| a == b).count();
        suffix = first.iter().rev().zip(words.iter().rev()).take(suffix.min(most)).take_while(|(a, b)| a == b).count();
    }
    // a sign or a lone letter is no label
    let telling = |words: &[&str]| words.iter().any(|w| w.chars().filter(|c| c.is_alphabetic()).count() >= 2);
    let leading = if telling(&first[..prefix]) { prefix } else { 0 };
    let suffix = suffix.min(shortest.saturating_sub(leading + 1));
    let trailing = if telling(&first[first.len() - suffix..]) { suffix } else { 0 };
    Affixes { leading, trailing }
}

/// A column of a [`RegionTable`](crate::types::RegionTable).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Column {
    /// The name that a person would choose, unique within the region: `title`, `price`, `url`, `price_2`.
    pub name: String,
    /// Whether its items are texts, link targets or image sources.
    pub kind: ColumnKind,
    /// DEPTA's class of the column (section 5.2.3).
    pub category: ColumnCategory,
    /// What most of its texts are.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// What the column means to a person, if that could be determined. The column is then named after its role, with a
    /// number appended if another column has the same role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// How probable the role is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role_confidence: Option<f64>,
    /// What the page itself calls it: the text of a header cell, or a label before its items ("Price:").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The share of records that have an item in this column, if it was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<f64>,
    /// The place of the values within a record of the page's state, if they come from there or are confirmed by it:
    /// `offer.price`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

impl Column {
    /// A column of items that differ, with no role, no label and no fill.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnCategory, ColumnKind};
    ///
    /// let price = Column::new("price", ColumnKind::Text, ValueType::Price);
    /// assert_eq!((price.name.as_str(), price.category), ("price", ColumnCategory::Distinctive));
    /// assert_eq!((price.role, price.label), (None, None));
    /// ```
    pub fn new(name: impl Into<String>, kind: ColumnKind, value_type: ValueType) -> Column {
        Column {
            name: name.into(),
            kind,
            category: ColumnCategory::Distinctive,
            value_type,
            role: None,
            role_confidence: None,
            label: None,
            fill: None,
            state: None,
        }
    }
}

/// What the items of a column are taken from.
///
/// Exhaustive on purpose: what is made of a further kind must be decided wherever columns are written, and the compiler names
/// the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "What the items of a column are taken from.")
)]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    /// Text that the page shows.
    Text,
    /// The target of a link.
    Link,
    /// The source of an image.
    Image,
}

impl ColumnKind {
    /// All kinds. Add a new one here: code that goes through all kinds, such as the one that decides which nodes are
    /// items, then covers it.
    pub(crate) fn all() -> impl Iterator<Item = ColumnKind> {
        let next = |kind: &ColumnKind| match kind {
            ColumnKind::Text => Some(ColumnKind::Link),
            ColumnKind::Link => Some(ColumnKind::Image),
            ColumnKind::Image => None,
        };
        std::iter::successors(Some(ColumnKind::Text), next)
    }
}

/// DEPTA's four classes of aligned columns (section 5.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColumnCategory {
    /// All items are the same. Such a column is usually a label.
    Identical,
    /// The items share a prefix or suffix: a label and a value in one text.
    Comparable,
    /// The items take only a few different values.
    Enumerative,
    /// The items differ from each other.
    Distinctive,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn affixes_leave_a_word_of_every_text() {
        let of = |texts: &[&str]| {
            let Affixes { leading, trailing } = common_affixes(texts);
            (leading, trailing)
        };
        assert_eq!(of(&["New New New", "New New 1 New New", "New New 2 New New"]), (2, 0));
        assert_eq!(of(&["New 1 New New", "New New New"]), (1, 1));
        assert_eq!(of(&["from $1 each", "from $2 each"]), (1, 1));
        // a single word may be a prefix or a suffix of others, but not its own label
        assert_eq!(of(&["each", "each 2 each"]), (0, 0));
        assert_eq!(of(&["from each", "from $2 each"]), (1, 0));
        assert_eq!(of(&["", "from 1"]), (0, 0));
        assert_eq!(of(&[]), (0, 0));
        // a word that is not a label by itself takes no words from the other side
        assert_eq!(of(&["a a tail", "a b tail"]), (0, 1));
    }

    /// All texts of up to five words out of two: whatever they share, every text keeps a word.
    #[test]
    fn affixes_never_overlap() {
        let texts: Vec<String> = (1..=5_u32)
            .flat_map(|words| (0..1 << words).map(move |bits: u32| (words, bits)))
            .map(|(words, bits)| {
                let word = |at| if bits >> at & 1 == 0 { "new" } else { "old" };
                (0..words).map(word).collect::<Vec<_>>().join(" ")
            })
            .collect();
        for one in &texts {
            for other in &texts {
                let Affixes { leading, trailing } = common_affixes(&[one, other]);
                for text in [one, other] {
                    assert!(leading + trailing < text.split(' ').count(), "{one:?}, {other:?}: {leading}, {trailing}");
                }
            }
        }
    }
}
