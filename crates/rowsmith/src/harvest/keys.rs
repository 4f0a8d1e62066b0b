//! How a record that was seen before is recognised.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::address::compared;
use crate::recognize::{find_price, parse_number};
use crate::types::{Cell, RecordRow};

/// The records so far, as 64-bit hashes. Among a million records, two are confused with a probability of 3 in 100
/// million.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Keys {
    /// The records of this run.
    seen: BTreeSet<u64>,
    /// The records of an earlier table, each by its key and by all of its cells.
    earlier: BTreeSet<u64>,
    /// The columns of which that table has plain numbers ("45"), where a page may have more ("$45.00").
    #[serde(default)]
    numbers: Vec<usize>,
}

/// Whether a record was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It was not.
    New,
    /// This run has it already.
    Seen,
    /// The earlier table has it, and this run meets it for the first time.
    Earlier,
}

impl Keys {
    /// For each record of a page, whether it was there before; all of them are known from now on. A record is
    /// identified by its cells in the columns `by`, if these differ within the page, or else by all of its cells,
    /// counting how often the page has the same ones: identical rows may be intended.
    pub(super) fn standings(&mut self, records: &[RecordRow], by: &[usize]) -> Vec<Standing> {
        let own = keys(records, by);
        let comparable = match self.numbers.is_empty() {
            true => own.clone(),
            false => keys(&with_plain_numbers(records, &self.numbers), by),
        };
        let standing = |(own, comparable): (u64, u64)| match (self.seen.insert(own), self.earlier.contains(&comparable))
        {
            (false, _) => Standing::Seen,
            (true, true) => Standing::Earlier,
            (true, false) => Standing::New,
        };
        own.into_iter().zip(comparable).map(standing).collect()
    }

    /// Takes note of the records of an earlier table, which has plain numbers in some columns. Whether a record will be
    /// identified by its key or by all of its cells depends on the page that shows it again.
    pub(super) fn know(&mut self, records: &[RecordRow], by: &[usize], numbers: Vec<usize>) {
        let records = with_plain_numbers(records, &numbers);
        self.earlier.extend(records.iter().filter_map(|record| key(record, by)));
        self.earlier.extend(keys_by_cells(&records));
        self.numbers = numbers;
    }
}

/// The same records with plain numbers in some columns, as a table in Parquet has them.
fn with_plain_numbers(records: &[RecordRow], columns: &[usize]) -> Vec<RecordRow> {
    let mut records = records.to_vec();
    for row in &mut records {
        for &at in columns {
            let Some(Some(cell)) = row.cells.get_mut(at) else { continue };
            let amount = find_price(&cell.text).map(|found| found.price.amount);
            if let Some(number) = amount.or_else(|| parse_number(&cell.text).map(|number| number.value)) {
                *cell = Cell::text(number.to_string());
            }
        }
    }
    records
}

/// A key for each record.
fn keys(records: &[RecordRow], by: &[usize]) -> Vec<u64> {
    let own: Vec<Option<u64>> = records.iter().map(|record| key(record, by)).collect();
    let different: BTreeSet<&u64> = own.iter().flatten().collect();
    // nine of ten, so that a record that is shown twice is recognised
    let telling = different.len() * 10 >= records.len() * 9;
    if telling && own.iter().all(Option::is_some) {
        return own.into_iter().flatten().collect();
    }
    let by_cells = keys_by_cells(records);
    own.into_iter().zip(by_cells).map(|(own, by_cells)| own.filter(|_| telling).unwrap_or(by_cells)).collect()
}

/// A key for each record by all of its cells, and by how many records with the same cells stand before it.
fn keys_by_cells(records: &[RecordRow]) -> Vec<u64> {
    let mut alike: BTreeMap<u64, u64> = BTreeMap::new();
    let key = |record: &RecordRow| {
        let address = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.address().to_owned()).unwrap_or_default();
        let texts: Vec<String> = record.cells.iter().map(address).collect();
        // columns added later are empty in earlier records
        let filled = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        let key = hash(texts[..filled].iter().map(String::as_str));
        let times = alike.entry(key).or_default();
        *times += 1;
        key.wrapping_add((*times - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    records.iter().map(key).collect()
}

/// The key of a record by its cells in some columns; `None` if all of these are empty.
fn key(record: &RecordRow, by: &[usize]) -> Option<u64> {
    let cell = |at: &usize| record.cells.get(*at)?.as_ref().map(|cell| compared(cell.address()));
    let texts: Vec<Option<String>> = by.iter().map(cell).collect();
    let some = texts.iter().any(Option::is_some);
    some.then(|| hash(std::iter::once("key").chain(texts.iter().map(|text| text.as_deref().unwrap_or_default()))))
}

/// FNV-1a over the texts, which gives the same result everywhere and always.
fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::Standing::{Earlier, New, Seen};
    use super::*;

    fn rows(texts: &[[&str; 2]]) -> Vec<RecordRow> {
        texts.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(|t| Some(Cell::text(*t))).collect())).collect()
    }

    #[test]
    fn a_record_is_known_by_its_link_and_else_by_all_of_it() {
        let mut keys = Keys::default();
        let first = rows(&[["Lamp", "https://x.example/1"], ["Desk", "https://x.example/2"]]);
        assert_eq!(keys.standings(&first, &[1]), [New, New]);
        let second = rows(&[["Lamp (new)", "https://x.example/1#top"], ["Lamp", "https://x.example/3"]]);
        assert_eq!(keys.standings(&second, &[1]), [Seen, New]);
        // links that all lead to one page identify nothing
        let login = rows(&[["One", "https://x.example/login"], ["Two", "https://x.example/login"]]);
        assert_eq!(keys.standings(&login, &[1]), [New, New]);
        assert_eq!(keys.standings(&login, &[1]), [Seen, Seen]);
        assert_eq!(keys.standings(&rows(&[["5", "5"], ["5", "5"], ["5", "6"]]), &[]), [New, New, New]);
        assert_eq!(keys.standings(&rows(&[["5", "5"], ["5", "5"], ["5", "5"]]), &[]), [Seen, Seen, New]);
    }

    #[test]
    fn records_of_an_earlier_table_are_told_from_those_of_this_run() {
        let mut keys = Keys::default();
        keys.know(&rows(&[["Lamp", "1"], ["Desk", "2"]]), &[1], Vec::new());
        assert_eq!(keys.standings(&rows(&[["Lamp, red", "1"], ["Bed", "3"]]), &[1]), [Earlier, New]);
        assert_eq!(keys.standings(&rows(&[["Lamp, red", "1"], ["Desk", "2"]]), &[1]), [Seen, Earlier]);
    }

    /// Rows of a page most of whose links are alike were added again to the table that had them.
    #[test]
    fn an_earlier_record_is_known_whatever_its_page_is_identified_by() {
        let mut keys = Keys::default();
        let lamps = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(|number| ["Lamp", number]);
        keys.know(&rows(&[&lamps[..], &[["Desk", "login"], ["Bed", "login"]]].concat()), &[1], Vec::new());
        assert_eq!(keys.standings(&rows(&[["Desk", "login"], ["Sofa", "login"]]), &[1]), [Earlier, New]);
        assert_eq!(keys.standings(&rows(&[["Lamp", "9"], ["Lamp", "10"]]), &[1]), [Earlier, New]);
    }

    #[test]
    fn plain_numbers_of_an_earlier_table_are_those_of_the_page() {
        let mut keys = Keys::default();
        keys.know(&rows(&[["Desk", "45"], ["Bed", "0.50"]]), &[], vec![1]);
        assert_eq!(keys.standings(&rows(&[["Desk", "$45.00"], ["Bed", ".50 €"]]), &[]), [Earlier, New]);
        assert_eq!(keys.standings(&rows(&[["Desk", "$46.00"], ["Bed", "$0.50"]]), &[]), [New, Earlier]);
        // as a key, too
        let mut keys = Keys::default();
        keys.know(&rows(&[["Desk", "45"], ["Bed", "1234"]]), &[1], vec![1]);
        assert_eq!(keys.standings(&rows(&[["Desk, oak", "$45.00"], ["Sofa", "$1,234"]]), &[1]), [Earlier, Earlier]);
    }

    #[test]
    fn several_columns_together_identify_a_record() {
        let mut keys = Keys::default();
        assert_eq!(keys.standings(&rows(&[["a", "1"], ["a", "2"], ["b", "1"]]), &[0, 1]), [New, New, New]);
        assert_eq!(keys.standings(&rows(&[["a", "2"], ["b", "2"]]), &[0, 1]), [Seen, New]);
    }
}
