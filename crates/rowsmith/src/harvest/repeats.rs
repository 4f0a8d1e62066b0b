//! What the page of a record says that its row says already.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::details::{FETCHED, PREFIX};
use crate::harvest::identity::Identity;
use crate::harvest::keys::number;
use crate::harvest::table::Columns;
use crate::types::{Cell, Column, RecordsPage, RegionTable};

/// With fewer records that have both values, columns of different names are alike by chance.
const LEAST: usize = 2;

/// The columns of records' own pages that are left out, each with the column of the list that has the same values. What a column
/// was once left out for holds for all further pages, as long as these do not differ.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Repeats(BTreeMap<String, String>);

impl Repeats {
    /// Leaves out columns that say in every record what a column of the list says, but for those that the rows so far have and
    /// those that are `wanted`.
    pub(super) fn leave_out(&mut self, page: &mut RecordsPage, given: &Columns, wanted: &[String]) {
        for table in &mut page.regions {
            let is_free = |name: &str| given.of(name).is_none() && !wanted.iter().any(|wanted| wanted == name);
            let repeating: Vec<usize> = (0..table.columns.len())
                .filter(|&at| is_detail(&table.columns[at].name) && is_free(&table.columns[at].name))
                .filter(|&at| self.is_repeated(table, at))
                .collect();
            for &at in repeating.iter().rev() {
                table.columns.remove(at);
                table.records.iter_mut().filter(|row| at < row.cells.len()).for_each(|row| drop(row.cells.remove(at)));
            }
        }
    }

    /// Whether a column says nothing that one of the list does not say.
    fn is_repeated(&mut self, table: &RegionTable, at: usize) -> bool {
        let name = &table.columns[at].name;
        let before = self.0.get(name).cloned();
        let of_list = |column: &Column| !column.name.starts_with(PREFIX) && column.name != FETCHED;
        let listed = (0..table.columns.len()).filter(|&other| of_list(&table.columns[other]));
        let mut candidates =
            listed.filter(|&other| before.as_ref().is_none_or(|known| table.columns[other].name == *known));
        let found = candidates.find(|&other| says_the_same(table, at, other, before.is_some()));
        match found {
            Some(other) => self.0.insert(name.clone(), table.columns[other].name.clone()),
            None => self.0.remove(name),
        };
        found.is_some()
    }
}

/// Whether a column is of what the pages of records are about, and not of the pages themselves.
fn is_detail(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|own| !matches!(own, "address" | FETCHED | "error"))
}

/// Whether a column has nothing but what another has in the same record.
fn says_the_same(table: &RegionTable, at: usize, other: usize, is_known: bool) -> bool {
    let mut values: BTreeSet<&str> = BTreeSet::new();
    let mut both = 0;
    for row in &table.records {
        let cell = |at: usize| row.cells.get(at).and_then(Option::as_ref);
        match (cell(at), cell(other)) {
            (None, _) => {}
            (Some(_), None) => return false,
            (Some(own), Some(listed)) => {
                if !is_same(own, listed) {
                    return false;
                }
                values.insert(own.address());
                both += 1;
            }
        }
    }
    let [own, listed] = [at, other].map(|at| table.columns[at].name.as_str());
    // what is the same in all records, such as a brand, tells nothing unless it is called so, too
    is_known || both >= LEAST && (values.len() > 1 || own.strip_prefix(PREFIX) == Some(listed))
}

/// Whether two cells say the same: the same words, the same page or the same amount. An amount without a currency is not the same
/// as one with, since a number is more than a currency that nobody stated.
fn is_same(own: &Cell, listed: &Cell) -> bool {
    let words =
        |text: &str| text.split_whitespace().flat_map(str::chars).flat_map(char::to_lowercase).collect::<String>();
    let identity = |cell: &Cell| Identity::Placeless.of(cell.address());
    let amount = |cell: &Cell| Some((number(&cell.text)?, crate::recognize::find_price(&cell.text)?.price.currency));
    words(&own.text) == words(&listed.text)
        || identity(own) == identity(listed)
        || amount(own).is_some_and(|own| amount(listed) == Some(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::ValueType;
    use crate::types::{ColumnKind, RecordRow};

    fn left(repeats: &mut Repeats, names: &[&str], rows: &[&[&str]], wanted: &[&str]) -> Vec<String> {
        let columns = names.iter().map(|name| Column::new(*name, ColumnKind::Text, ValueType::Text)).collect();
        let cell = |text: &&str| (!text.is_empty()).then(|| Cell::text(*text));
        let rows = rows.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(cell).collect())).collect();
        let mut page = RecordsPage::new("x", vec![RegionTable::new(columns, rows)], Vec::new());
        let wanted: Vec<String> = wanted.iter().map(|&name| name.to_owned()).collect();
        repeats.leave_out(&mut page, &Columns::default(), &wanted);
        assert!(page.regions[0].records.iter().all(|row| row.cells.len() == page.regions[0].columns.len()));
        page.regions.remove(0).columns.into_iter().map(|column| column.name).collect()
    }

    const NAMES: [&str; 6] = ["title", "price", "detail_address", "detail_name", "detail_price", "detail_sku"];

    #[test]
    fn what_the_list_says_already_is_left_out() {
        let rows: [&[&str]; 2] = [
            &["Oak  desk", "€12.50", "https://x.example/1", "oak desk", "12.5 EUR", "A1"],
            &["Lamp", "€9.80", "https://x.example/2", "Lamp", "9.8 EUR", "A2"],
        ];
        let repeats = &mut Repeats::default();
        assert_eq!(left(repeats, &NAMES, &rows, &[]), ["title", "price", "detail_address", "detail_sku"]);
        // a single record, on a later page
        let last: [&[&str]; 1] = [&["Bed", "€20.00", "https://x.example/3", "Bed", "20 EUR", "A3"]];
        assert_eq!(left(repeats, &NAMES, &last, &[]), ["title", "price", "detail_address", "detail_sku"]);
        assert_eq!(left(&mut Repeats::default(), &NAMES, &last, &[]), NAMES);
        assert_eq!(
            left(repeats, &NAMES, &rows, &["detail_name"]),
            ["title", "price", "detail_address", "detail_name", "detail_sku"]
        );
    }

    #[test]
    fn what_says_more_in_one_record_stays() {
        let rows: [&[&str]; 3] = [
            &["Oak desk", "€12.50", "https://x.example/1", "Oak desk", "12.5 EUR", "A1"],
            &["Lamp …", "", "https://x.example/2", "Lamp of the north", "9.8 EUR", "A2"],
            &["Bed", "€20.00", "https://x.example/3", "", "20 EUR", ""],
        ];
        assert_eq!(left(&mut Repeats::default(), &NAMES, &rows, &[]), NAMES);
        // a number that is the same everywhere may mean something else
        let rows: [&[&str]; 3] = [&["a", "5", "5"], &["b", "5", "5"], &["c", "5", "5"]];
        let names = ["title", "rating", "detail_reviews"];
        assert_eq!(left(&mut Repeats::default(), &names, &rows, &[]), names);
        assert_eq!(left(&mut Repeats::default(), &["title", "brand", "detail_brand"], &rows, &[]), ["title", "brand"]);
    }
}
