//! How a record that was seen before is recognised.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::details::FETCHED;
use crate::harvest::identity::Identity;
use crate::recognize::date::{DateTime, Precision};
use crate::recognize::{ValueType, find_price, parse_number};
use crate::types::{Cell, CellValue, Column, RecordRow, RegionTable, compared_readings, compared_value};

/// The records so far, as 64-bit hashes. Among a million records, two are confused with a probability of 3 in 100
/// million.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Keys {
    /// The records of this run.
    seen: BTreeSet<u64>,
    /// Those of them that the list which is read now has shown.
    #[serde(default)]
    here: BTreeSet<u64>,
    /// The records of an earlier table, each by its key and by its cells with the names of their columns.
    earlier: BTreeSet<u64>,
    /// The columns of that table.
    #[serde(default)]
    names: BTreeSet<String>,
    /// Those of them that have plain numbers ("45"), where a page may have more ("$45.00").
    #[serde(default)]
    numbers: BTreeSet<String>,
    /// Those of them that are of numbers, all of them plain, where a page may say more: "45 reviews".
    #[serde(default)]
    typed_numbers: BTreeSet<String>,
    /// Those of them that are of dates, all of them as in ISO 8601, where a page may write them otherwise.
    #[serde(default)]
    dates: BTreeSet<String>,
    /// The columns of keys whose addresses differ by nothing but what elsewhere is a place on a list (`?ref=4711`). Once a page had such, it
    /// counts on all that follow, whatever a page with few records would say.
    #[serde(default)]
    by_place: BTreeSet<String>,
}

/// Whether a record was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It was not.
    New,
    /// This run has it already, from this list.
    Seen,
    /// This run has it already, from the list of another start.
    Elsewhere,
    /// The earlier table has it, and this run meets it for the first time.
    Earlier,
}

impl Keys {
    /// Begins another list.
    pub(super) fn begin_list(&mut self) {
        self.here.clear();
    }

    /// For each record of a page, whether it was there before; all of them are known from now on. A record is
    /// identified by its cells in the columns `by`, if these differ within the page, or else by all of its cells,
    /// counting how often the page has the same ones: identical rows may be intended. All cells are compared with those
    /// of the earlier table by the names of their columns, as far as that table has them.
    pub(super) fn standings(&mut self, columns: &[Column], records: &[RecordRow], by: &[usize]) -> Vec<Standing> {
        let identities = self.identities(columns, records, by);
        let own = own_keys(records, by, &identities);
        let earlier: Vec<bool> = match self.earlier.is_empty() {
            true => vec![false; records.len()],
            false => {
                let plain = self.with_plain_values(columns, records);
                let named = self.keys_by_names(columns, &plain);
                let has = |(key, named): (Option<u64>, Option<u64>)| {
                    key.or(named).is_some_and(|key| self.earlier.contains(&key))
                };
                identified(&plain, by, &identities).into_iter().zip(named).map(has).collect()
            }
        };
        let standing = |(own, is_earlier): (u64, bool)| match (self.seen.insert(own), self.here.insert(own), is_earlier)
        {
            (false, false, _) => Standing::Seen,
            (false, true, _) => Standing::Elsewhere,
            (true, _, true) => Standing::Earlier,
            (true, _, false) => Standing::New,
        };
        let standings = own.into_iter().zip(earlier).map(standing).collect();
        // a later page may need places to tell its records apart
        let plain = vec![Identity::Plain; by.len()];
        if identities != plain {
            let plain: Vec<u64> = keys(records, by, &plain).into_iter().flatten().collect();
            self.seen.extend(&plain);
            self.here.extend(plain);
        }
        standings
    }

    /// How the addresses of each of the columns `by` are compared.
    fn identities(&mut self, columns: &[Column], records: &[RecordRow], by: &[usize]) -> Vec<Identity> {
        let mut identity = |&at: &usize| {
            let addresses = || records.iter().filter_map(move |record| Some(record.cells.get(at)?.as_ref()?.address()));
            if columns.get(at).is_some_and(|column| self.by_place.contains(&column.name)) {
                return Identity::Plain;
            }
            if !addresses().any(has_parameters) {
                return Identity::Plain;
            }
            let different = Identity::different(addresses());
            if let Some(column) = columns.get(at).filter(|_| different.is_by_place()) {
                self.by_place.insert(column.name.clone());
            }
            different.identity()
        };
        by.iter().map(&mut identity).collect()
    }

    /// Takes note of the records of an earlier table. Whether a record will be identified by its cells in the columns
    /// called `by` or by all of its cells depends on the page that shows it again.
    pub(super) fn know(&mut self, table: &RegionTable, by: &[String]) {
        let is_plain = |at: usize| {
            let mut cells = table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
            cells.any(|cell| cell.text.parse::<f64>().is_ok())
        };
        let named = |is: &dyn Fn(usize) -> bool| -> BTreeSet<String> {
            table.columns.iter().enumerate().filter(|(at, _)| is(*at)).map(|(_, column)| column.name.clone()).collect()
        };
        let typed = |value_type| named(&|at| table.columns[at].value_type == value_type && is_typed(table, at));
        self.numbers = named(&is_plain);
        (self.typed_numbers, self.dates) = (typed(ValueType::Number), typed(ValueType::Date));
        let names = table.columns.iter().map(|column| column.name.clone());
        // when a page was fetched says nothing of its records
        self.names = names.filter(|name| name != FETCHED).collect();
        let plain = self.with_plain_values(&table.columns, &table.records);
        self.earlier.extend(self.keys_by_names(&table.columns, &plain).into_iter().flatten());
        if let Some(by) = by.iter().map(|name| table.column(name)).collect::<Option<Vec<usize>>>() {
            let identities = self.identities(&table.columns, &table.records, &by);
            for identities in [&vec![Identity::Plain; by.len()], &identities] {
                self.earlier.extend(keys(&plain, &by, identities).into_iter().flatten());
            }
        }
    }

    /// A key for each record by its cells in the columns that the earlier table has, and by how many records with the
    /// same cells stand before it; `None` if it has none.
    fn keys_by_names(&self, columns: &[Column], records: &[RecordRow]) -> Vec<Option<u64>> {
        let mut alike: BTreeMap<u64, u64> = BTreeMap::new();
        let key = |record: &RecordRow| {
            let cells = columns.iter().zip(&record.cells).filter(|(column, _)| self.names.contains(&column.name));
            let named =
                cells.filter_map(|(column, cell)| Some(hash([column.name.as_str(), told(cell.as_ref()?).as_ref()])));
            // whatever the order of the columns
            let key = named.reduce(u64::wrapping_add)?;
            Some(numbered(key, alike.entry(key).or_default()))
        };
        records.iter().map(key).collect()
    }

    /// The same records with plain numbers and dates in the columns in which the earlier table has such.
    fn with_plain_values(&self, columns: &[Column], records: &[RecordRow]) -> Vec<RecordRow> {
        let of_numbers = |(at, column): (usize, &Column)| {
            let is_strict = self.numbers.contains(&column.name) && !self.typed_numbers.contains(&column.name);
            is_strict.then_some(at)
        };
        let places: Vec<usize> = columns.iter().enumerate().filter_map(of_numbers).collect();
        let mut records = records.to_vec();
        for row in &mut records {
            for &at in &places {
                let Some(Some(cell)) = row.cells.get_mut(at) else { continue };
                if let Some(number) = number(&cell.text) {
                    *cell = Cell::text(number.to_string());
                }
            }
        }
        let typed = [(&self.typed_numbers, ValueType::Number), (&self.dates, ValueType::Date)];
        for (names, value_type) in typed {
            for (at, column) in columns.iter().enumerate().filter(|(_, column)| names.contains(&column.name)) {
                let texts: Vec<Option<String>> =
                    records.iter().map(|row| Some(row.cells.get(at)?.as_ref()?.text.clone())).collect();
                let readings = compared_readings(column, texts.iter().flatten().map(String::as_str), value_type);
                for (row, text) in records.iter_mut().zip(&texts) {
                    let value = text.as_ref().and_then(|text| compared_value(&readings, text));
                    if let (Some(Some(cell)), Some(value)) = (row.cells.get_mut(at), value) {
                        *cell = Cell::text(match value {
                            CellValue::Date(date) => date.unix_seconds().to_string(),
                            CellValue::Number(number) => number.value.to_string(),
                            CellValue::Price(amount) => amount.number.value.to_string(),
                        });
                    }
                }
            }
        }
        records
    }
}

/// The number that a text is, or the amount, if there is nothing else in it.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let priced = find_price(text).filter(|found| found.price.upper.is_none() && found.span == (0..text.len()));
    let number = || parse_number(text).filter(|found| found.unit.is_none()).map(|found| found.value);
    priced.map(|found| found.price.amount).or_else(number)
}

/// Whether a column has plain values of its type, as in tables that have types.
fn is_typed(table: &RegionTable, at: usize) -> bool {
    let is_plain = |text: &str| match table.columns[at].value_type {
        ValueType::Number => text.parse::<f64>().is_ok(),
        ValueType::Date => DateTime::from_iso(text).is_some_and(|date| date.precision >= Precision::Day),
        ValueType::Price | ValueType::Text | ValueType::Url => false,
    };
    table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref()).any(|cell| is_plain(&cell.text))
}

/// A key for each record: by its cells in some columns, if these tell the records apart, or else by all of its cells.
fn own_keys(records: &[RecordRow], by: &[usize], identities: &[Identity]) -> Vec<u64> {
    let keys = identified(records, by, identities);
    let cells = if keys.contains(&None) { keys_by_cells(records) } else { Vec::new() };
    keys.into_iter().enumerate().map(|(at, key)| key.unwrap_or_else(|| cells[at])).collect()
}

/// A key for each record by its cells in some columns; none at all if these are mostly alike.
fn identified(records: &[RecordRow], by: &[usize], identities: &[Identity]) -> Vec<Option<u64>> {
    let own = keys(records, by, identities);
    let different: BTreeSet<&u64> = own.iter().flatten().collect();
    // nine of ten, so that a record that is shown twice is recognised
    let telling = different.len() * 10 >= records.len() * 9;
    if telling { own } else { vec![None; records.len()] }
}

/// A key for each record by all of its cells, and by how many records with the same cells stand before it.
fn keys_by_cells(records: &[RecordRow]) -> Vec<u64> {
    let mut alike: BTreeMap<u64, u64> = BTreeMap::new();
    let key = |record: &RecordRow| {
        let texts: Vec<Cow<'_, str>> =
            record.cells.iter().map(|cell| cell.as_ref().map(told).unwrap_or_default()).collect();
        // columns added later are empty in earlier records
        let filled = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        let key = hash(texts[..filled].iter().map(AsRef::as_ref));
        numbered(key, alike.entry(key).or_default())
    };
    records.iter().map(key).collect()
}

/// The key of the next of several records that are alike.
fn numbered(key: u64, times: &mut u64) -> u64 {
    *times += 1;
    key.wrapping_add((*times - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// What a cell tells of its record: its text or address, the same whoever looks at it and wherever on the list it stands.
fn told(cell: &Cell) -> Cow<'_, str> {
    match has_parameters(cell.address()) {
        true => Identity::Placeless.of(cell.address()).into(),
        false => cell.address().into(),
    }
}

/// Whether an address may say more than what it leads to.
fn has_parameters(address: &str) -> bool {
    address.contains(['?', ';'])
}

/// The key of each record by its cells in some columns; `None` if all of these are empty.
fn keys(records: &[RecordRow], by: &[usize], identities: &[Identity]) -> Vec<Option<u64>> {
    let key = |record: &RecordRow| {
        let address =
            |(&at, identity): (&usize, &Identity)| Some(identity.of(record.cells.get(at)?.as_ref()?.address()));
        let texts: Vec<Option<String>> = by.iter().zip(identities).map(address).collect();
        let some = texts.iter().any(Option::is_some);
        some.then(|| hash(std::iter::once("key").chain(texts.iter().map(|text| text.as_deref().unwrap_or_default()))))
    };
    records.iter().map(key).collect()
}

/// FNV-1a over the texts, which gives the same result everywhere and always.
fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::Standing::{Earlier, Elsewhere, New, Seen};
    use super::*;
    use crate::recognize::ValueType;
    use crate::types::ColumnKind;

    fn table(names: &[&str], texts: &[&[&str]]) -> RegionTable {
        let column = |name: &&str| Column::new(*name, ColumnKind::Text, ValueType::Text);
        let cell = |text: &&str| (!text.is_empty()).then(|| Cell::text(*text));
        let row = |row: &&[&str]| RecordRow::new(Vec::new(), row.iter().map(cell).collect());
        RegionTable::new(names.iter().map(column).collect(), texts.iter().map(row).collect())
    }

    fn standings(keys: &mut Keys, texts: &[[&str; 2]], by: &[usize]) -> Vec<Standing> {
        let texts: Vec<&[&str]> = texts.iter().map(<[&str; 2]>::as_slice).collect();
        let RegionTable { columns, records, .. } = table(&["a", "b"], &texts);
        keys.standings(&columns, &records, by)
    }

    /// Where columns have types, a table has numbers and dates for texts that say more.
    #[test]
    fn a_record_is_known_by_plain_numbers_and_dates() {
        let known = |values: [&str; 2], types: [ValueType; 2], page: &[[&str; 2]]| {
            let mut earlier = table(&["a", "b"], &[&values]);
            earlier.columns.iter_mut().zip(types).for_each(|(column, value_type)| column.value_type = value_type);
            let keys = &mut Keys::default();
            keys.know(&earlier, &[]);
            standings(keys, page, &[])
        };
        let types = [ValueType::Number, ValueType::Date];
        let page = [["491 Bewertungen", "Posted on Jan 5, 2024"], ["1 Bewertung", "Posted on Jan 6, 2024"]];
        assert_eq!(known(["491", "2024-01-05"], types, &page), [Earlier, New]);
        assert_eq!(
            known(["4.1", "2024-03-04"], types, &[["4,1 von 5", "04/03/2024"], ["3 von 5", "25/03/2024"]]),
            [Earlier, New]
        );
        assert_eq!(known(["1200", "2024-03-04"], types, &[["1.2k", "4 March 2024"]]), [Earlier]);
        assert_eq!(
            known(["7", "2024-03-04"], types, &[["7 incl. VAT", "4 March 2024"], ["from 9 incl. VAT", "soon"]]),
            [Earlier, New]
        );
        assert_eq!(known(["1.2340", "2024-03-04"], types, &[["1.2340 kg", "4 March 2024"]]), [Earlier]);
        // texts are texts, whatever numbers are among them
        let texts = [ValueType::Text, ValueType::Text];
        assert_eq!(known(["1001", "Toy Story 2"], texts, &[["B-1001", "Toy Story 2"], ["1001", "Cars 2"]]), [New, New]);
    }

    #[test]
    fn a_record_is_known_by_its_link_and_else_by_all_of_it() {
        let keys = &mut Keys::default();
        let first = [["Lamp", "https://x.example/1"], ["Desk", "https://x.example/2"]];
        assert_eq!(standings(keys, &first, &[1]), [New, New]);
        let second = [["Lamp (new)", "https://x.example/1#top"], ["Lamp", "https://x.example/3"]];
        assert_eq!(standings(keys, &second, &[1]), [Seen, New]);
        // links that all lead to one page identify nothing
        let login = [["One", "https://x.example/login"], ["Two", "https://x.example/login"]];
        assert_eq!(standings(keys, &login, &[1]), [New, New]);
        assert_eq!(standings(keys, &login, &[1]), [Seen, Seen]);
        assert_eq!(standings(keys, &[["5", "5"], ["5", "5"], ["5", "6"]], &[]), [New, New, New]);
        assert_eq!(standings(keys, &[["5", "5"], ["5", "5"], ["5", "5"]], &[]), [Seen, Seen, New]);
    }

    /// A list was taken for new on each run because its links say by which campaign, in which visit and from which place they are
    /// followed.
    #[test]
    fn a_record_is_known_whoever_follows_its_link_and_wherever_it_stands() {
        let address = |at: usize, rest: &str| format!("https://x.example/p/{at}?{rest}");
        let keys = &mut Keys::default();
        let earlier: Vec<[String; 2]> =
            (1..=3).map(|at| ["Lamp".into(), address(at, &format!("position={at}&utm_campaign=may"))]).collect();
        let rows: Vec<Vec<&str>> = earlier.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        keys.know(&table(&["a", "b"], &rows.iter().map(Vec::as_slice).collect::<Vec<_>>()), &["b".to_owned()]);
        let links = [address(3, "position=1&utm_campaign=june&sid=9"), address(4, "position=2")];
        assert_eq!(standings(keys, &[["Lamp", &links[0]], ["Lamp", &links[1]]], &[1]), [Earlier, New]);
        // by all cells, too
        let links = [address(2, "position=7"), address(5, "position=2")];
        assert_eq!(standings(keys, &[["Lamp", &links[0]], ["Lamp", &links[1]]], &[]), [Earlier, New]);
        // unless the place is the name of the record
        let jobs = ["https://x.example/job?position=1", "https://x.example/job?position=2"];
        assert_eq!(standings(keys, &[["Job", jobs[0]], ["Job", jobs[1]]], &[1]), [New, New]);
        assert_eq!(
            standings(keys, &[["Job", jobs[1]], ["Job", "https://x.example/job?position=3"]], &[1]),
            [Seen, New]
        );
    }

    /// Records whose links differ in `ref` alone were lost on later pages, and told one by one by the page that had few of them.
    #[test]
    fn what_tells_records_apart_once_does_so_on_every_page() {
        let address = |at: usize| format!("https://x.example/job?ref={at}");
        let page = |keys: &mut Keys, of: std::ops::Range<usize>, by: &[usize]| {
            let links: Vec<String> = of.map(address).collect();
            let rows: Vec<[&str; 2]> = links.iter().map(|link| ["Job", link.as_str()]).collect();
            standings(keys, &rows, by)
        };
        let keys = &mut Keys::default();
        assert_eq!(page(keys, 1..2, &[1]), [New]);
        assert_eq!(page(keys, 1..4, &[1]), [Seen, New, New]);
        assert_eq!(page(keys, 4..5, &[1]), [New]);
        assert_eq!(page(keys, 4..5, &[1]), [Seen]);
        let keys = &mut Keys::default();
        let links = [address(1), address(2)];
        keys.know(&table(&["a", "b"], &[&["Job", &links[0]], &["Job", &links[1]]]), &["b".to_owned()]);
        assert_eq!(page(keys, 2..3, &[1]), [Earlier]);
        assert_eq!(page(keys, 3..4, &[1]), [New]);
        // a record that a page shows twice tells nothing of the others
        let keys = &mut Keys::default();
        let at = |lamp: usize, place: usize| format!("https://x.example/p/{lamp}?position={place}");
        let links = [at(1, 1), at(2, 2), at(3, 3), at(3, 4)];
        standings(keys, &links.each_ref().map(|link| ["Lamp", link.as_str()]), &[1]);
        assert_eq!(standings(keys, &[["Lamp", &at(9, 5)]], &[1]), [New]);
        assert_eq!(standings(keys, &[["Lamp", &at(9, 1)]], &[1]), [Seen]);
    }

    #[test]
    fn records_of_an_earlier_table_are_told_from_those_of_this_run() {
        let keys = &mut Keys::default();
        keys.know(&table(&["a", "b"], &[&["Lamp", "1"], &["Desk", "2"]]), &["b".to_owned()]);
        assert_eq!(standings(keys, &[["Lamp, red", "1"], ["Bed", "3"]], &[1]), [Earlier, New]);
        assert_eq!(standings(keys, &[["Lamp, red", "1"], ["Desk", "2"]], &[1]), [Seen, Earlier]);
    }

    /// Rows of a page most of whose links are alike were added again to the table that had them.
    #[test]
    fn an_earlier_record_is_known_whatever_its_page_is_identified_by() {
        let keys = &mut Keys::default();
        let lamps = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(|number| vec!["Lamp", number]);
        let rows = [&lamps[..], &[vec!["Desk", "login"], vec!["Bed", "login"]]].concat();
        keys.know(&table(&["a", "b"], &rows.iter().map(Vec::as_slice).collect::<Vec<_>>()), &["b".to_owned()]);
        assert_eq!(standings(keys, &[["Desk", "login"], ["Sofa", "login"]], &[1]), [Earlier, New]);
        assert_eq!(standings(keys, &[["Lamp", "9"], ["Lamp", "10"]], &[1]), [Earlier, New]);
    }

    /// Rows were added again if the earlier table had fewer columns than the page, or more than the first page.
    #[test]
    fn all_cells_are_compared_by_the_names_of_their_columns() {
        let keys = &mut Keys::default();
        let fetched = "2026-01-01T00:00:00Z";
        keys.know(&table(&["b", "c", "fetched"], &[&["x", "", fetched], &["y", "z", fetched]]), &[]);
        assert_eq!(standings(keys, &[["other", "x"], ["other", "y"]], &[]), [Earlier, New]);
        let RegionTable { columns, records, .. } = table(&["a", "b", "c"], &[&["1", "y", "z"], &["2", "", ""]]);
        assert_eq!(keys.standings(&columns, &records, &[]), [Earlier, New]);
    }

    #[test]
    fn plain_numbers_of_an_earlier_table_are_those_of_the_page() {
        let keys = &mut Keys::default();
        keys.know(&table(&["a", "b"], &[&["Desk", "45"], &["Bed", "0.50"], &["Sofa", "sold out"]]), &[]);
        let page = [["Desk", "$45.00"], ["Bed", ".50 €"], ["Sofa", "sold out"]];
        assert_eq!(standings(keys, &page, &[]), [Earlier, New, Earlier]);
        // what is more than a number is another text
        let page = [["Desk", "from $45.00"], ["Desk", "$45 - $60"], ["Bed", "$0.50"], ["Desk", "45 cm"]];
        assert_eq!(standings(keys, &page, &[]), [New, New, Earlier, New]);
        // as a key, too
        let keys = &mut Keys::default();
        keys.know(&table(&["a", "b"], &[&["Desk", "45"], &["Bed", "1234"]]), &["b".to_owned()]);
        assert_eq!(standings(keys, &[["Desk, oak", "$45.00"], ["Sofa", "$1,234"]], &[1]), [Earlier, Earlier]);
    }

    #[test]
    fn what_another_list_has_shown_is_told_from_what_this_one_repeats() {
        let keys = &mut Keys::default();
        assert_eq!(standings(keys, &[["a", "1"], ["b", "2"]], &[1]), [New, New]);
        keys.begin_list();
        assert_eq!(standings(keys, &[["a", "1"], ["c", "3"]], &[1]), [Elsewhere, New]);
        assert_eq!(standings(keys, &[["a", "1"], ["b", "2"]], &[1]), [Seen, Elsewhere]);
    }

    #[test]
    fn several_columns_together_identify_a_record() {
        let keys = &mut Keys::default();
        assert_eq!(standings(keys, &[["a", "1"], ["a", "2"], ["b", "1"]], &[0, 1]), [New, New, New]);
        assert_eq!(standings(keys, &[["a", "2"], ["b", "2"]], &[0, 1]), [Seen, New]);
    }
}
