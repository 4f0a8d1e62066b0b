//! `--columns`: which columns, in which order, under which names.

use std::collections::BTreeSet;

use rowsmith::recognize::ValueType;
use rowsmith::types::{Column, ColumnCategory, ColumnKind, RegionTable};

/// One entry of `--columns`: `name`, or `new=old`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    /// The name in the output.
    name: String,
    /// The name that the column was found under.
    from: String,
}

/// Reads an entry.
///
/// # Errors
/// A name is missing.
pub(crate) fn parse_pick(entry: &str) -> Result<Pick, String> {
    let (name, from) = entry.split_once('=').unwrap_or((entry, entry));
    let (name, from) = (name.trim(), from.trim());
    if name.is_empty() || from.is_empty() {
        return Err("a column is 'name' or 'new=old'".to_owned());
    }
    Ok(Pick { name: name.to_owned(), from: from.to_owned() })
}

/// # Errors
/// Two columns would have the same name.
pub(crate) fn check(picks: &[Pick]) -> Result<(), String> {
    let mut names = BTreeSet::new();
    match picks.iter().find(|pick| !names.insert(&pick.name)) {
        Some(twice) => Err(format!("--columns names {:?} twice; rename one of them with new=old", twice.name)),
        None => Ok(()),
    }
}

/// Keeps the picked columns, in their order; without any pick, all. A column is found by its name, or else by its
/// name in another case. One that a table lacks is there but empty, so that the tables of many pages have the same
/// columns.
///
/// Returns the names that no table of the page has.
pub(crate) fn pick(tables: &mut [RegionTable], picks: &[Pick]) -> Vec<String> {
    if picks.is_empty() {
        return Vec::new();
    }
    let mut missing: Vec<String> = picks.iter().map(|pick| pick.from.clone()).collect();
    for table in &mut *tables {
        let found: Vec<Option<usize>> = picks.iter().map(|pick| find(table, &pick.from)).collect();
        missing.retain(|name| find(table, name).is_none());
        let columns = picks.iter().zip(&found).map(|(pick, &at)| match at {
            Some(at) => Column { name: pick.name.clone(), ..table.columns[at].clone() },
            None => Column {
                name: pick.name.clone(),
                kind: ColumnKind::Text,
                category: ColumnCategory::Distinctive,
                value_type: ValueType::Text,
            },
        });
        table.columns = columns.collect();
        for record in &mut table.records {
            let cells = found.iter().map(|at| at.and_then(|at| record.cells.get(at).cloned().flatten()));
            record.cells = cells.collect();
        }
    }
    if tables.is_empty() { Vec::new() } else { missing }
}

fn find(table: &RegionTable, name: &str) -> Option<usize> {
    let lower = name.to_lowercase();
    table.column(name).or_else(|| table.columns.iter().position(|column| column.name.to_lowercase() == lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writers::samples;

    fn texts(table: &RegionTable) -> Vec<Vec<Option<&str>>> {
        let cells = |record: &'_ rowsmith::types::RecordRow| record.cells.len();
        assert!(table.records.iter().all(|record| cells(record) == table.columns.len()));
        table.records.iter().map(|r| r.cells.iter().map(|c| c.as_ref().map(|c| c.text.as_str())).collect()).collect()
    }

    #[test]
    fn picked_renamed_and_missing() {
        let picks: Vec<Pick> = ["cost=PRICE", "title", "colour"].iter().map(|p| parse_pick(p).unwrap()).collect();
        let mut tables = vec![samples::region(&["title", "price"], &[&["Chair", "$20"], &["Desk"]])];
        assert_eq!(pick(&mut tables, &picks), ["colour"]);
        let names: Vec<&str> = tables[0].columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["cost", "title", "colour"]);
        assert_eq!(texts(&tables[0]), [[Some("$20"), Some("Chair"), None], [None, Some("Desk"), None]]);
    }

    #[test]
    fn entries_are_checked() {
        assert!(parse_pick("=a").is_err() && parse_pick("a=").is_err() && parse_pick(" ").is_err());
        assert_eq!(parse_pick("a b = c").unwrap(), Pick { name: "a b".into(), from: "c".into() });
        assert!(check(&[parse_pick("a").unwrap(), parse_pick("a=b").unwrap()]).unwrap_err().contains("twice"));
    }
}
