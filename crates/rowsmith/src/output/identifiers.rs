//! Identifiers that the markup of records has and the page does not show: `data-id` and the like, where addresses confirm them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{Document, NodeId};
use crate::recognize::ValueType;
use crate::records::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::{Cell, Column, ColumnKind, RegionTable, Role};

/// How many elements around a record, and within it, are looked at, as long as they hold all of it.
const LEVELS: usize = 4;
/// The most attributes of an element that are looked at.
const MOST_ATTRIBUTES: usize = 24;
/// The bytes of an identifier.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=64;
/// The least length of the part of an identifier that an address repeats.
const LEAST_KEY: usize = 4;
/// The least number of digits in an identifier that no address repeats.
const LEAST_DIGITS: usize = 5;
/// The share of records that must have the attribute.
const MOST: f64 = 0.9;
/// The share of these whose own address must have its value.
const CONFIRMED: f64 = 0.8;
/// Fewer records say nothing.
const LEAST_RECORDS: usize = 3;

/// Adds a column `id` to the table of some records, if an attribute of their elements has a value that is different for each and
/// that a link of the record has in its address, or that is long and called an identifier, and if no column has these values.
/// Linear in the records.
pub(crate) fn add_identifiers(document: &Document, page: &PageTree, records: &[Record], table: &mut RegionTable) {
    let count = table.records.len();
    // nobody asks for the numbers of posts
    let tells_posts = |column: &Column| matches!(column.role, Some(Role::Author | Role::Replies | Role::Views));
    if count < LEAST_RECORDS || table.columns.iter().any(|column| column.name == "id" || tells_posts(column)) {
        return;
    }
    let mut by_name: FxHashMap<&str, Vec<Option<&str>>> = FxHashMap::default();
    for (row, record) in records.iter().enumerate().take(count) {
        for (name, value) in attributes_of(document, page, record) {
            let values = by_name.entry(name).or_insert_with(|| vec![None; count]);
            values[row] = values[row].or(Some(value));
        }
    }
    let found = by_name.into_iter().filter(|(name, values)| identifies(name, values, table));
    // what is called an identifier, else what says so by itself
    let Some((_, values)) = found.min_by_key(|&(name, _)| (!name.ends_with("id"), name == "id", name)) else { return };
    let filled = values.iter().flatten().count();
    for (row, value) in table.records.iter_mut().zip(&values) {
        row.cells.push(value.map(|value| Cell { url: None, text: value.to_owned() }));
    }
    let fill = Some(crate::types::rounding::to_thousandths(filled as f64 / count as f64));
    table.columns.push(Column { fill, ..Column::new("id", ColumnKind::Text, ValueType::Text) });
}

/// The attributes that may identify a record: those of its element, and of elements around and within it that hold the same.
fn attributes_of<'d>(document: &'d Document, page: &PageTree, record: &Record) -> Vec<(&'d str, &'d str)> {
    let tree = &page.tree;
    let Some(root) = record.roots(tree).find(|&root| !page.is_text(root)) else { return Vec::new() };
    let held = record.terminals(tree);
    let holds_all = |id: &TreeId| !page.is_text(*id) && tree.terminals(*id) == held;
    let around = std::iter::successors(tree.parent(root), |&id| tree.parent(id)).take(LEVELS).take_while(holds_all);
    let first_within = |id: &TreeId| tree.children(*id).find(|child| tree.terminals(*child) > 0);
    let within =
        std::iter::successors(Some(root), first_within).take(LEVELS).take_while(|id| *id == root || holds_all(id));
    let elements: Vec<NodeId> = within.chain(around).map(|id| page.node(id)).collect();
    let named = elements.into_iter().flat_map(|node| document.attrs(node).take(MOST_ATTRIBUTES));
    named
        .map(|(name, value)| (document.attr_name(name), value.trim()))
        .filter(|(name, value)| {
            (*name == "id" || name.starts_with("data-") || name.ends_with("id")) && is_identifier(value)
        })
        .collect()
}

fn is_identifier(value: &str) -> bool {
    LENGTH.contains(&value.len())
        && value.contains(|c: char| c.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c))
}

/// Whether the values of an attribute differ, stand in the addresses of their records unless the name and their digits say enough,
/// and in no column.
fn identifies(name: &str, values: &[Option<&str>], table: &RegionTable) -> bool {
    let filled = values.iter().flatten().count();
    let distinct: FxHashSet<&str> = values.iter().flatten().copied().collect();
    if (filled as f64) < MOST * values.len() as f64 || distinct.len() < filled {
        return false;
    }
    let digits = |value: &str| value.bytes().filter(u8::is_ascii_digit).count();
    let called_so = name.starts_with("data-") && name.ends_with("id");
    let speaks = called_so && values.iter().flatten().all(|value| digits(value) >= LEAST_DIGITS);
    let (mut confirmed, mut shown) = (0, 0);
    for (row, value) in table.records.iter().zip(values) {
        let Some(value) = value else { continue };
        let key = value.rsplit([':', '-', '_']).next().filter(|key| key.len() >= LEAST_KEY).unwrap_or(value);
        let key = key.to_ascii_lowercase();
        let cells =
            || row.cells.iter().zip(&table.columns).filter_map(|(cell, column)| Some((cell.as_ref()?, column.kind)));
        confirmed += usize::from(cells().any(|(cell, kind)| {
            kind == ColumnKind::Link && key.len() >= LEAST_KEY && cell.text.to_ascii_lowercase().contains(&key)
        }));
        shown += usize::from(cells().any(|(cell, _)| cell.text == *value));
    }
    (speaks || confirmed as f64 >= CONFIRMED * filled as f64) && shown * 2 < filled
}

#[cfg(test)]
mod tests {
    use crate::{Page, PageOptions, RecordsOptions};

    /// The identifiers of the main list of a page, if it has any.
    fn identifiers(item: impl Fn(u32) -> String) -> Option<Vec<String>> {
        let html = format!("<h1>Jobs</h1><ul>{}</ul>", (4711..4717).map(item).collect::<String>());
        let page = Page::parse(html.as_bytes(), &PageOptions::new()).unwrap();
        let result = page.records(&RecordsOptions::new());
        let table = &result.regions[0];
        let at = table.columns.iter().position(|column| column.name == "id")?;
        Some(table.records.iter().filter_map(|row| Some(row.cells[at].as_ref()?.text.clone())).collect())
    }

    #[test]
    fn an_attribute_that_addresses_repeat_identifies_records() {
        let found = |attribute: &str, address: &str| {
            identifiers(|n| {
                let (attribute, address) =
                    (attribute.replace('N', &n.to_string()), address.replace('N', &n.to_string()));
                format!(
                    "<li {attribute}><h3><a href='{address}'>Job number {n}</a></h3><p>It is described by {n} words</p></li>"
                )
            })
        };
        let expected = |form: &str| Some((4711..4717).map(|n| form.replace('N', &n.to_string())).collect::<Vec<_>>());
        assert_eq!(found("data-jobid=N", "/jobs/N/cook"), expected("N"));
        assert_eq!(found("data-urn=urn:li:job:N", "/jobs/cook-N"), expected("urn:li:job:N"));
        assert_eq!(found("data-ref=JOB_aN", "/jobs/cook-AN"), expected("JOB_aN"));
        assert_eq!(found("data-jobid=10N", "/jobs/cook"), expected("10N"));
        assert_eq!(found("data-height=10N", "/jobs/cook"), None);
        assert_eq!(found("data-id=4711", "/jobs/4711/N"), None);
    }
}
