//! How a record that was seen before is recognised.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::address::compared;
use crate::types::{Cell, RecordRow};

/// The records so far, as 64-bit hashes. Among a million records, two are confused with a probability of 3 in 100
/// million.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Keys(BTreeSet<u64>);

impl Keys {
    /// For each record of a page, whether it is new; all of them are known from now on. A record is identified by its
    /// link in the column at `link`, if the links of the page differ, or else by all of its cells, counting how often
    /// the page has the same ones: identical rows may be intended.
    pub(super) fn new_ones(&mut self, records: &[RecordRow], link: Option<usize>) -> Vec<bool> {
        let link_of = |record: &RecordRow| record.cells.get(link?)?.as_ref().map(|cell| compared(cell.address()));
        let links: Vec<Option<String>> = records.iter().map(link_of).collect();
        let different: BTreeSet<&String> = links.iter().flatten().collect();
        // nine of ten, so that a record that is shown twice is recognised
        let telling = different.len() * 10 >= records.len() * 9;
        let mut alike: BTreeMap<u64, u64> = BTreeMap::new();
        let keys = records.iter().zip(&links).map(|(record, link)| match link {
            Some(link) if telling => hash(["link", link]),
            _ => {
                let own = |cell: &Cell| [cell.text.clone(), cell.url.clone().unwrap_or_default()];
                let texts = record.cells.iter().flat_map(|cell| cell.as_ref().map(own).unwrap_or_default());
                let texts: Vec<String> = texts.collect();
                // columns added later are empty in earlier records
                let filled = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
                let key = hash(texts[..filled].iter().map(String::as_str));
                let times = alike.entry(key).or_default();
                *times += 1;
                key.wrapping_add((*times - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            }
        });
        keys.map(|key| self.0.insert(key)).collect()
    }
}

/// FNV-1a over the texts, which gives the same result everywhere and always.
fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[[&str; 2]]) -> Vec<RecordRow> {
        texts.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(|t| Some(Cell::text(*t))).collect())).collect()
    }

    #[test]
    fn a_record_is_known_by_its_link_and_else_by_all_of_it() {
        let mut keys = Keys::default();
        let first = rows(&[["Lamp", "https://x.example/1"], ["Desk", "https://x.example/2"]]);
        assert_eq!(keys.new_ones(&first, Some(1)), [true, true]);
        let second = rows(&[["Lamp (new)", "https://x.example/1#top"], ["Lamp", "https://x.example/3"]]);
        assert_eq!(keys.new_ones(&second, Some(1)), [false, true]);
        // links that all lead to one page identify nothing
        let login = rows(&[["One", "https://x.example/login"], ["Two", "https://x.example/login"]]);
        assert_eq!(keys.new_ones(&login, Some(1)), [true, true]);
        assert_eq!(keys.new_ones(&login, Some(1)), [false, false]);
        assert_eq!(keys.new_ones(&rows(&[["5", "5"], ["5", "5"], ["5", "6"]]), None), [true, true, true]);
        assert_eq!(keys.new_ones(&rows(&[["5", "5"], ["5", "5"], ["5", "5"]]), None), [false, false, true]);
    }
}
