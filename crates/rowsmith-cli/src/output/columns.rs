//! Selecting the columns given by `--columns`.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Column, ColumnKind, RegionTable};

use crate::args::Pick;

/// Keeps the picked columns, in their order; without any pick, all columns. A column is found by its name, or else by
/// its name in different case. If a table lacks it, it is empty, so that the tables of many pages have the same
/// columns.
///
/// Returns a notice for each name that no table of the page has, with the existing names; `noun` is the word for a
/// column.
pub(crate) fn pick(tables: &mut [RegionTable], picks: &[Pick], noun: &str) -> Vec<String> {
    if picks.is_empty() || tables.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    for column in tables.iter().flat_map(|table| &table.columns) {
        if !names.contains(&column.name) {
            names.push(column.name.clone());
        }
    }
    let mut missing: Vec<String> = picks.iter().map(|pick| pick.from.clone()).collect();
    for table in &mut *tables {
        let found: Vec<Option<usize>> = picks.iter().map(|pick| find(table, &pick.from)).collect();
        missing.retain(|name| find(table, name).is_none());
        let columns = picks.iter().zip(&found).map(|(pick, &at)| match at {
            Some(at) => Column { name: pick.name.clone(), ..table.columns[at].clone() },
            None => Column::new(pick.name.clone(), ColumnKind::Text, ValueType::Text),
        });
        table.columns = columns.collect();
        for record in &mut table.records {
            let cells = found.iter().map(|at| at.and_then(|at| record.cells.get(at).cloned().flatten()));
            record.cells = cells.collect();
        }
    }
    let there = match names.is_empty() {
        true => "there are none".to_owned(),
        false => format!("there are: {}", names.join(", ")),
    };
    missing.iter().map(|name| format!("no {noun} {name:?}; {there}")).collect()
}

fn find(table: &RegionTable, name: &str) -> Option<usize> {
    let lower = name.to_lowercase();
    table.column(name).or_else(|| table.columns.iter().position(|column| column.name.to_lowercase() == lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::writers::samples;

    fn texts(table: &RegionTable) -> Vec<Vec<Option<&str>>> {
        let cells = |record: &'_ rowsmith::types::RecordRow| record.cells.len();
        assert!(table.records.iter().all(|record| cells(record) == table.columns.len()));
        table.records.iter().map(|r| r.cells.iter().map(|c| c.as_ref().map(|c| c.text.as_str())).collect()).collect()
    }

    #[test]
    fn picked_renamed_and_missing() {
        let of = |name: &str, from: &str| Pick { name: name.to_owned(), from: from.to_owned() };
        let picks = [of("cost", "PRICE"), of("title", "title"), of("colour", "colour")];
        let mut tables = vec![samples::region(&["title", "price"], &[&["Chair", "$20"], &["Desk"]])];
        assert_eq!(pick(&mut tables, &picks, "column"), ["no column \"colour\"; there are: title, price"]);
        assert!(pick(&mut [], &picks, "column").is_empty());
        let names: Vec<&str> = tables[0].columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["cost", "title", "colour"]);
        assert_eq!(texts(&tables[0]), [[Some("$20"), Some("Chair"), None], [None, Some("Desk"), None]]);
    }
}
