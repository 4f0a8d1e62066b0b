//! Names of columns: what the table calls them, made unique, or a name according to what they hold.

use rustc_hash::FxHashMap;

use crate::recognize::{ValueType, value_type};
use crate::types::{ColumnRole, TableColumn};

/// The type of a column's texts: that of at least nine in ten.
pub(crate) fn type_of<'t>(texts: impl Iterator<Item = &'t str>) -> ValueType {
    const TYPES: [ValueType; 4] = [ValueType::Number, ValueType::Price, ValueType::Date, ValueType::Url];
    let mut counts = [0_usize; TYPES.len()];
    let mut filled = 0;
    for text in texts.filter(|text| text.chars().any(char::is_alphanumeric)) {
        filled += 1;
        let of = value_type(text);
        if let Some(at) = TYPES.iter().position(|&t| t == of) {
            counts[at] += 1;
        }
    }
    let best = (0..TYPES.len()).max_by_key(|&at| (counts[at], std::cmp::Reverse(at))).unwrap_or(0);
    if filled > 0 && 10 * counts[best] >= 9 * filled { TYPES[best] } else { ValueType::Text }
}

/// Names the columns. Takes linear time.
pub(crate) fn name_all(columns: &mut [TableColumn]) {
    let mut used: FxHashMap<String, usize> = FxHashMap::default();
    // names given by the table come first, so that no generated name takes one of them
    for column in columns.iter_mut() {
        if let Some(label) = &column.label {
            column.name = unique(label.clone(), &mut used);
        }
    }
    // the first column of texts is called a name if it comes first or no other column has a name
    let first = columns.iter().position(|column| column.role != ColumnRole::Group);
    let mut header_named = columns.iter().any(|column| column.label.is_some());
    for (at, column) in columns.iter_mut().enumerate().filter(|(_, column)| column.label.is_none()) {
        let name = match (column.role, column.value_type) {
            (ColumnRole::Header, _) => "name",
            (ColumnRole::Group, _) => "group",
            (ColumnRole::Place, _) => "table",
            (_, ValueType::Number) => "number",
            (_, ValueType::Price) => "price",
            (_, ValueType::Date) => "date",
            (_, ValueType::Url) => "url",
            (_, ValueType::Text) if !header_named || Some(at) == first => "name",
            (_, ValueType::Text) => "text",
        };
        header_named |= name == "name";
        column.name = unique(name.to_owned(), &mut used);
    }
}

/// A name, followed by a number if it is taken.
fn unique(name: String, used: &mut FxHashMap<String, usize>) -> String {
    let mut number = used.get(&name).copied().unwrap_or(0) + 1;
    if number == 1 {
        used.insert(name.clone(), 1);
        return name;
    }
    loop {
        let numbered = format!("{name}_{number}");
        if !used.contains_key(&numbered) {
            used.insert(name, number);
            used.insert(numbered.clone(), 1);
            return numbered;
        }
        number += 1;
    }
}
