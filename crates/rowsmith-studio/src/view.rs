//! Tables as the window shows them: texts, their values, and their places on the page.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Column, ColumnKind, RegionPlaces, RegionTable, Role, Value};
use serde::Serialize;

use crate::project::{ColumnEdit, edited, is_joined, placed, reference};

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct TableView {
    pub(crate) columns: Vec<ColumnView>,
    pub(crate) rows: Vec<RowView>,
    /// The columns that a person left out.
    pub(crate) dropped: Vec<ColumnView>,
}

/// A column.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct ColumnView {
    /// Its name.
    pub(crate) name: String,
    /// The name under which it was found.
    pub(crate) from: String,
    pub(crate) kind: ColumnKind,
    #[serde(rename = "type")]
    pub(crate) value_type: ValueType,
    /// The type that was found.
    pub(crate) found_type: ValueType,
    /// What it means to a person, if that is known.
    pub(crate) role: Option<Role>,
    /// The names of the columns that are joined to it, as found.
    pub(crate) joined: Vec<String>,
    /// Which part of a split column it is, from 0.
    pub(crate) part: Option<usize>,
}

/// A record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RowView {
    pub(crate) cells: Vec<Option<String>>,
    /// The value of each text, in columns with a type.
    pub(crate) values: Vec<Option<Read>>,
    /// The elements of the record, by number.
    pub(crate) elements: Vec<u32>,
    /// The elements of each cell.
    pub(crate) places: Vec<Vec<u32>>,
}

/// The value of a text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Read {
    /// A number, or the amount of a price.
    Number(f64),
    /// A date in ISO 8601.
    Date(String),
    /// It cannot be parsed as the type of its column.
    Odd(bool),
}

/// A table with the edited columns.
pub(crate) fn table_view(table: &RegionTable, places: Option<&RegionPlaces>, edits: &[ColumnEdit]) -> TableView {
    let all = placed(&table.columns, edits);
    let shown = edited(table.clone(), edits);
    let view = |column: &Column, found: &Column| ColumnView {
        name: column.name.clone(),
        from: found.name.clone(),
        kind: column.kind,
        value_type: column.value_type,
        found_type: found.value_type,
        role: column.role,
        joined: Vec::new(),
        part: None,
    };
    let columns = all.iter().map(|placed| ColumnView {
        joined: placed.sources.iter().skip(1).map(|&at| table.columns[at].name.clone()).collect(),
        part: placed.part.as_ref().map(|part| part.number),
        ..view(&placed.column, &table.columns[placed.at()])
    });
    let is_dropped = |edit: &&ColumnEdit| edit.dropped && !is_joined(&table.columns, edits, &edit.of);
    let dropped = edits.iter().filter(is_dropped).filter_map(|edit| {
        let found = table.columns.iter().find(|column| reference(column) == edit.of)?;
        let part = edit.part.as_ref().map(|part| part.number);
        let name = if part.is_some() { edit.name.clone() } else { found.name.clone() };
        Some(ColumnView { part, name, ..view(found, found) })
    });
    let rows = shown.records.iter().zip(read_all(&shown)).enumerate().map(|(number, (record, values))| {
        let own = places.and_then(|places| places.records.get(number));
        let place = |at: &usize| own.and_then(|own| own.cells.get(*at)).cloned().unwrap_or_default();
        RowView {
            cells: record.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.address().to_owned())).collect(),
            values,
            elements: own.map(|own| own.elements.clone()).unwrap_or_default(),
            places: all.iter().map(|placed| placed.sources.iter().flat_map(place).collect()).collect(),
        }
    });
    TableView { columns: columns.collect(), rows: rows.collect(), dropped: dropped.collect() }
}

/// The values of a table's texts, according to the types of their columns.
pub(crate) fn read_all(table: &RegionTable) -> Vec<Vec<Option<Read>>> {
    let read = |record: rowsmith::types::Record<'_>| {
        let read = |column: &Column| {
            let has_type = matches!(column.value_type, ValueType::Number | ValueType::Price | ValueType::Date);
            if column.kind != ColumnKind::Text || !has_type {
                return None;
            }
            let value = record.value(&column.name)?;
            let wants_date = column.value_type == ValueType::Date;
            Some(match (&value, value.number(), value.date()) {
                (_, Some(number), _) if !wants_date => Read::Number(number),
                (_, _, Some(date)) if wants_date => Read::Date(date.to_iso()),
                (Value::Text(text), ..) if text.trim().is_empty() => return None,
                _ => Read::Odd(true),
            })
        };
        table.columns.iter().map(read).collect()
    };
    table.records().map(read).collect()
}

#[cfg(test)]
mod tests {
    use rowsmith::types::{Cell, RecordPlaces, RecordRow};

    use super::*;
    use crate::project::ColumnRef;

    #[test]
    fn texts_are_read_by_the_type_that_was_told() {
        let columns = ["title", "cost"].map(|name| Column::new(name, ColumnKind::Text, ValueType::Text));
        let row =
            |title: &str, cost: &str| RecordRow::new(Vec::new(), vec![Some(Cell::text(title)), Some(Cell::text(cost))]);
        let table = RegionTable::new(columns.into(), vec![row("Oak", "$45.50"), row("Elm", "sold")]);
        let record = RecordPlaces { elements: vec![3], cells: vec![vec![4], vec![5]] };
        let places = RegionPlaces { records: vec![record.clone(), record] };
        let price = ColumnEdit {
            of: ColumnRef { from: "cost".into(), kind: ColumnKind::Text },
            name: "price".into(),
            value_type: Some(ValueType::Price),
            role: None,
            dropped: false,
            joined: Vec::new(),
            part: None,
            was: None,
        };
        let view = table_view(&table, Some(&places), std::slice::from_ref(&price));
        assert_eq!(
            view.columns.iter().map(|c| (&*c.name, &*c.from)).collect::<Vec<_>>(),
            [("price", "cost"), ("title", "title")]
        );
        assert_eq!(view.rows[0].values, [Some(Read::Number(45.5)), None]);
        assert_eq!(view.rows[1].values, [Some(Read::Odd(true)), None]);
        assert_eq!(view.rows[1].places, [[5], [4]]);
        // a joined column stands where its parts stand
        let whole = ColumnEdit {
            of: ColumnRef { from: "title".into(), kind: ColumnKind::Text },
            joined: vec![price.of.clone()],
            name: "title".into(),
            value_type: None,
            ..price
        };
        let view = table_view(&table, Some(&places), &[whole]);
        assert_eq!((view.columns.len(), view.columns[0].joined.as_slice()), (1, ["cost".to_owned()].as_slice()));
        assert_eq!((view.rows[1].cells[0].as_deref(), &view.rows[1].places[0][..]), (Some("Elm sold"), &[4, 5][..]));
    }
}
