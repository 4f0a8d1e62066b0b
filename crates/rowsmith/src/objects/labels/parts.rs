//! What all steps of assigning attributes share.

use crate::dom::Document;
use crate::objects::annotate::{Found, Surroundings, is_after, is_before};
use crate::objects::schema::attribute::Attribute;
use crate::objects::schema::domain_schema::Schema;
use crate::recognize::number::amount_at;
use crate::records::ColumnDraft;
use crate::tree::{PageTree, TreeId};
use crate::types::Value;

/// The weight of a column name that the schema lists for the attribute, compared with the weight of the column's texts.
pub(super) const SAME_NAME: f64 = 0.3;
/// A position whose values have a lower mean weight does not come before others: they are used only if there is no
/// other.
pub(super) const LEAST_WEIGHT: f64 = 0.3;
/// A column is not assigned by role if the role is less probable than this.
pub(super) const LEAST_ROLE: f64 = 0.06;
/// The same threshold if there is no other column.
pub(super) const LEAST_RESORT: f64 = 0.003;
/// The weight of annotations compared with the probability of a role.
pub(super) const BESIDE_ROLE: f64 = 0.4;
/// Columns with a longer average text, in characters, do not have such values.
pub(super) const SHORT: usize = 80;
/// The most characters of an address in pieces.
pub(super) const MAX_ADDRESS: usize = 140;

/// A further position of an attribute should occur in other records: together with the first in at most this share of
/// its own.
const BESIDE: f64 = 0.2;
/// The most characters on either side of a number that is an amount by itself.
const BESIDE_AMOUNT: usize = 16;

/// What all steps need.
pub(crate) struct Labeller<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    pub(crate) schema: &'a Schema,
    pub(crate) surroundings: &'a Surroundings,
    pub(crate) language: Option<&'a str>,
}

/// The content of a cell.
pub(super) struct Item {
    pub(super) node: TreeId,
    /// The text; for an element, its texts with a space between each.
    pub(super) text: String,
    /// The same as a reader sees it, if different: "$12.99" for "$", "12", ".99".
    pub(super) tight: Option<String>,
    pub(super) found: Vec<Found>,
    /// For each attribute, whether the schema's exclusions rule it out.
    pub(super) excluded: Vec<bool>,
}

/// A column and what it may be.
pub(super) struct Position<'a> {
    pub(super) draft: &'a ColumnDraft,
    pub(super) items: Vec<Option<Item>>,
    /// For each attribute, the evidence for it from 0 to 1: the mean weight of its annotations over all records.
    pub(super) scores: Vec<f64>,
    /// For each attribute, the evidence from the column's name.
    pub(super) named: Vec<f64>,
    /// For each attribute, the probability of its role.
    pub(super) role: Vec<f64>,
    /// For each attribute, the number of records with an annotation.
    pub(super) annotated: Vec<usize>,
    /// The number of records that have something here.
    pub(super) present: usize,
    /// The number of different texts among these, as a share.
    pub(super) distinct: f64,
}

impl Position<'_> {
    /// The mean weight of the annotations of an attribute.
    pub(super) fn weight(&self, attribute: usize) -> f64 {
        self.scores[attribute] * self.items.len() as f64 / self.annotated[attribute].max(1) as f64
    }

    /// Whether it hardly ever occurs together with another position in one record.
    pub(super) fn is_elsewhere(&self, other: &Position<'_>) -> bool {
        let both = self.items.iter().zip(&other.items).filter(|(a, b)| a.is_some() && b.is_some()).count();
        both as f64 <= BESIDE * self.present as f64
    }
}

/// The positions of an attribute; in each record the first one that has a value counts.
#[derive(Clone, Default)]
pub(super) struct Order {
    pub(super) kept: Vec<usize>,
    /// Positions to use if these have nothing and values are recognised there. They may belong to another attribute,
    /// too.
    pub(super) rest: Vec<usize>,
    /// Whether values are inferred at the first position, however few are recognised, because hardly any are elsewhere.
    pub(super) dominant: bool,
}

/// Where in an item the best evidence for an attribute is.
pub(super) fn likeliest(item: &Item, attribute: usize) -> Option<&Found> {
    let found = item.found.iter().filter(|f| f.attribute == attribute);
    found.max_by(|x, y| x.weight.total_cmp(&y.weight).then(y.span.start.cmp(&x.span.start)))
}

/// The only number of a text that consists of an amount and little else: "22,106", "from 31.9 M".
pub(super) fn bare_amount(attribute: &Attribute, text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let before = &text[..start];
    let amount = amount_at(text, start)?;
    let rest = &text[amount.end..];
    let short = before.chars().count() <= BESIDE_AMOUNT && rest.chars().count() <= BESIDE_AMOUNT;
    let behind = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let ruled_out = is_after(before, &attribute.not_after) || is_before(behind, &attribute.not_before);
    (short && !ruled_out && !rest.contains(|c: char| c.is_ascii_digit())).then_some(start..amount.end)
}

/// Whether one number is the other without its cents.
pub(super) fn starts_alike(a: &Value, b: &Value) -> bool {
    matches!((a.number(), b.number()), (Some(a), Some(b)) if a.trunc() == b.trunc())
}

/// Whether two texts are the same except for spaces.
pub(super) fn same_letters(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    letters(a) == letters(b)
}

pub(super) fn length(position: &Position<'_>) -> usize {
    let chars: usize = position.items.iter().flatten().map(|i| i.text.chars().count()).sum();
    chars / position.present.max(1)
}

/// The average length of a position's texts, with characters of writing systems without letters counted twice: these say as
/// much as two letters.
pub(super) fn width(position: &Position<'_>) -> usize {
    let of = |c: char| -> usize {
        if matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF) { 2 } else { 1 }
    };
    let all: usize = position.items.iter().flatten().flat_map(|item| item.text.chars()).map(of).sum();
    all / position.present.max(1)
}
