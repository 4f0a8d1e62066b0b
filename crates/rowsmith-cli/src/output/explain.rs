//! `--explain`: the candidates of a page as a table, for every format that people read.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, Column, ColumnKind, RecordRow, RegionTable};

use super::typed::{holds_addresses, shown};

/// One row per candidate region, best first: rank, whether it is (part of) the page's main list, score, number of
/// records, what found it, where it is, the text of its first record, and what the score consists of.
pub(crate) fn candidates(tables: &[RegionTable]) -> Vec<RegionTable> {
    if tables.is_empty() {
        return Vec::new();
    }
    let number = ValueType::Number;
    let columns = [
        ("rank", number),
        ("main", ValueType::Text),
        ("score", number),
        ("records", number),
        ("found_by", ValueType::Text),
        ("path", ValueType::Text),
        ("first_record", ValueType::Text),
        ("evidence", ValueType::Text),
    ];
    let has_evidence = tables.iter().any(|table| !table.evidence.is_empty());
    let columns = columns.into_iter().filter(|(name, _)| *name != "evidence" || has_evidence);
    let columns: Vec<Column> =
        columns.map(|(name, value_type)| Column::new(name, ColumnKind::Text, value_type)).collect();
    let records = tables.iter().enumerate().map(|(at, table)| {
        let texts = [
            (at + 1).to_string(),
            if table.main { "yes".to_owned() } else { String::new() },
            format!("{:.4}", table.score),
            table.records.len().to_string(),
            table.found_by.clone().into_owned(),
            table.path.clone(),
            first_record(table),
            evidence(table),
        ];
        let cells = texts.into_iter().take(columns.len());
        let cells = cells.map(|text| (!text.is_empty()).then_some(Cell { text, url: None })).collect();
        RecordRow { nodes: vec![table.path.clone()], cells }
    });
    let records = records.collect();
    vec![RegionTable {
        score: tables[0].score,
        path: "/".to_owned(),
        found_by: "explain".into(),
        ..RegionTable::new(columns, records)
    }]
}

fn first_record(table: &RegionTable) -> String {
    let Some(record) = table.records.first() else { return String::new() };
    let cells = table.columns.iter().zip(&record.cells);
    let texts = |wanted: fn(ColumnKind) -> bool| {
        let cells = cells.clone().filter(|(column, _)| wanted(column.kind)).filter_map(|(_, cell)| cell.as_ref());
        cells.map(shown).collect::<Vec<_>>().join(" | ")
    };
    // addresses only if there is nothing else to recognise the record by
    Some(texts(|kind| !holds_addresses(kind))).filter(|text| !text.is_empty()).unwrap_or_else(|| texts(holds_addresses))
}

fn evidence(table: &RegionTable) -> String {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let pairs = table.evidence.iter().map(|part| format!("{}={}", part.name, round(part.value)));
    pairs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::types::Evidence;

    use crate::output::writers::samples;

    #[test]
    fn a_row_a_candidate() {
        let mut best = samples::region(&["title", "price"], &[&["Chair", "$20"], &["Desk"]]);
        let evidence = |name: &'static str, value| Evidence { name: name.into(), value };
        best.evidence = vec![evidence("size", 2.0), evidence("means", 0.123_456)];
        let mut other = samples::region(&["name"], &[&["Home"]]);
        (other.main, other.score) = (false, 0.25);
        let table = &candidates(&[best, other])[0];
        let row = |at: usize| -> Vec<&str> {
            table.records[at].cells.iter().map(|cell| cell.as_ref().map_or("", |cell| cell.text.as_str())).collect()
        };
        let path = samples::PATH;
        assert_eq!(row(0), ["1", "yes", "0.9000", "2", "test", path, "Chair | $20", "size=2 means=0.1235"]);
        assert_eq!(row(1), ["2", "", "0.2500", "1", "test", path, "Home", ""]);
        assert!(candidates(&[]).is_empty());
    }
}
