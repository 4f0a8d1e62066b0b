//! Which pairs of the first pages are fields, and what they are on further pages.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::fields::pairs::Pair;
use crate::tables::names::type_of;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

/// From this many pages on fields are learnt: two values that differ may be chance.
const LEAST_PAGES: usize = 3;
/// The most pages that fields are learnt from.
pub(in crate::harvest) const MOST_PAGES: usize = 12;
/// The share of pages that must have a label which nothing marks as one. A label that is marked only has to be on two,
/// since not every record has every field.
const LEAST_SHARE: f64 = 0.6;
/// The share of a label's pages on which it may occur several times.
const MOST_REPEATED: f64 = 0.2;
/// A field whose value is in the row already on this share of its pages adds nothing.
const MOST_KNOWN: f64 = 0.6;

/// The pairs of a page.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::harvest) struct Sample(pub(in crate::harvest) Vec<Pair>);

/// The fields of the pages of records.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::harvest) struct Fields(Vec<Field>);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Field {
    key: Key,
    column: Column,
}

/// By what a field is found again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
struct Key {
    label: String,
    /// The place of a label that nothing marks as one.
    place: Option<u64>,
}

impl Key {
    fn of(pair: &Pair) -> Key {
        Key { label: pair.label.to_lowercase(), place: (!pair.marked).then_some(pair.place) }
    }
}

/// The occurrences of what may be a field.
#[derive(Default)]
struct Candidate<'s> {
    label: &'s str,
    /// The first position on any page, for the order of columns.
    position: usize,
    values: Vec<&'s str>,
    repeated: usize,
    known: usize,
}

impl Fields {
    /// Learns the fields of some pages; `None` if there are too few pages. Takes O(n log n) time in the number of
    /// pairs, and quadratic time in the number of fields.
    pub(in crate::harvest) fn learn(samples: &[Sample]) -> Option<Fields> {
        if samples.len() < LEAST_PAGES {
            return None;
        }
        let mut candidates: BTreeMap<Key, Candidate<'_>> = BTreeMap::new();
        for Sample(pairs) in samples {
            let mut here: BTreeMap<Key, (usize, &Pair, usize)> = BTreeMap::new();
            for (at, pair) in pairs.iter().enumerate() {
                here.entry(Key::of(pair)).or_insert((at, pair, 0)).2 += 1;
            }
            for (key, (at, pair, times)) in here {
                let new = Candidate { label: &pair.label, position: at, ..Candidate::default() };
                let candidate = candidates.entry(key).or_insert(new);
                candidate.position = candidate.position.max(at);
                candidate.values.push(&pair.value);
                candidate.repeated += usize::from(times > 1);
                candidate.known += usize::from(pair.known);
            }
        }
        let all = samples.len() as f64;
        let is_field = |(key, candidate): &(Key, Candidate<'_>)| {
            let pages = candidate.values.len();
            let different: BTreeSet<&&str> = candidate.values.iter().collect();
            let often = if key.place.is_none() { pages >= 2 } else { pages as f64 >= all * LEAST_SHARE };
            often
                && different.len() >= 2
                && candidate.repeated as f64 <= pages as f64 * MOST_REPEATED
                && (candidate.known as f64) < pages as f64 * MOST_KNOWN
        };
        let mut fields: Vec<(Key, Candidate<'_>)> = candidates.into_iter().filter(is_field).collect();
        fields.sort_by_key(|(_, candidate)| candidate.position);
        // a value that contains another field's label is several fields
        let labels: Vec<String> = fields.iter().map(|(key, _)| key.label.clone()).collect();
        fields.retain(|(key, candidate)| {
            let holds = |value: &&&str| {
                let words = format!(" {} ", value.to_lowercase().replace(':', " "));
                labels.iter().any(|label| *label != key.label && words.contains(&format!(" {label} ")))
            };
            candidate.values.iter().filter(holds).count() * 2 < candidate.values.len()
        });
        let mut names = BTreeSet::new();
        let mut learnt = Vec::new();
        for (key, candidate) in fields {
            let name = name_of(candidate.label);
            // the same label at several places is one field, whose first place counts
            if !name.is_empty() && names.insert(name.clone()) {
                let column = Column {
                    label: Some(candidate.label.to_owned()),
                    ..Column::new(name, ColumnKind::Text, type_of(candidate.values.iter().copied()))
                };
                learnt.push(Field { key, column });
            }
        }
        Some(Fields(learnt))
    }

    /// The values of a page, as a table of one row.
    pub(in crate::harvest) fn of(&self, sample: &Sample) -> RegionTable {
        let value = |field: &Field| {
            let pair = sample.0.iter().find(|pair| Key::of(pair) == field.key)?;
            Some(Cell::text(&*pair.value))
        };
        let (mut columns, mut cells) = (Vec::new(), Vec::new());
        for field in &self.0 {
            if let Some(cell) = value(field) {
                columns.push(field.column.clone());
                cells.push(Some(cell));
            }
        }
        RegionTable::new(columns, vec![RecordRow::new(Vec::new(), cells)])
    }
}

/// The name of a column with this label: its letters and digits in lower case, joined by underscores.
fn name_of(label: &str) -> String {
    let plain: String = label.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::harvest::fields::pairs;

    fn sample(html: &str) -> Sample {
        Sample(pairs(&parse(html.as_bytes(), &ParseOptions::default()).unwrap()))
    }

    fn told(fields: &Fields, sample: &Sample) -> Vec<String> {
        let table = fields.of(sample);
        let cells = table.columns.iter().zip(&table.records[0].cells);
        cells.map(|(column, cell)| format!("{}={}", column.name, cell.as_ref().unwrap().text)).collect()
    }

    #[test]
    fn what_stays_is_a_label_and_what_varies_a_value() {
        let page = |title: &str, brand: &str, size: u32| {
            sample(&format!(
                "<h1>{title}</h1><p>Free shipping</p><table><tr><td>Brand<td>{brand}<tr><td>Size (cm)<td>x<tr><td>Item size<td>{size}</table>\
                 <dl><dt>Country<dd>France</dl><aside><p>Call us: 5</p></aside>"
            ))
        };
        let pages = [page("Lamp", "Acme", 5), page("Desk", "Lumen", 8), page("Bed", "Acme", 9)];
        let fields = Fields::learn(&pages).unwrap();
        assert_eq!(told(&fields, &pages[1]), ["brand=Lumen", "item_size=8"]);
        assert_eq!(told(&fields, &page("Chair", "Oak & Co", 3)), ["brand=Oak & Co", "item_size=3"]);
        assert!(Fields::learn(&pages[..2]).is_none(), "two pages are too few");
    }

    #[test]
    fn a_field_that_some_records_lack() {
        let page = |year: Option<u32>, isbn: u32| {
            let year = year.map(|year| format!("<dt>Year</dt><dd>{year}</dd>")).unwrap_or_default();
            sample(&format!("<dl>{year}<dt>ISBN</dt><dd>{isbn}</dd></dl>"))
        };
        let pages = [page(Some(1998), 1), page(None, 2), page(Some(2005), 3), page(None, 4)];
        let fields = Fields::learn(&pages).unwrap();
        assert_eq!(told(&fields, &pages[0]), ["year=1998", "isbn=1"]);
        assert_eq!(told(&fields, &pages[1]), ["isbn=2"]);
    }

    #[test]
    fn what_the_row_has_already_is_no_field() {
        let page = |price: &str| {
            let mut sample = sample(&format!("<p>Price: {price}</p><p>Stock: {price} pieces</p>"));
            sample.0.iter_mut().filter(|pair| pair.value == price).for_each(|pair| pair.known = true);
            sample
        };
        let pages = [page("5"), page("6"), page("7")];
        assert_eq!(told(&Fields::learn(&pages).unwrap(), &pages[0]), ["stock=5 pieces"]);
    }
}
