//! What the columns of the first page are for, and which records of a page are new by them.

use super::Harvest;
use crate::harvest::chain::Chain;
use crate::harvest::choice::{candidates, link_column, no_details};
use crate::harvest::details::Bounds;
use crate::harvest::keys::Standing;
use crate::harvest::options::Follow;
use crate::harvest::since::Sorted;
use crate::harvest::summary::{End, NoDetails, UnknownKey};
use crate::types::{RecordRow, RecordsPage, RegionTable};

/// The records of a page, sifted.
pub(super) struct Sifted {
    /// The new ones.
    pub(super) rows: Vec<RecordRow>,
    /// How many this run has already, how many an earlier table has, and how many are too old.
    pub(super) duplicates: u64,
    pub(super) known: u64,
    pub(super) older: u64,
    /// Whether this list has shown all of them already.
    pub(super) repeats: bool,
    /// Whether all further ones are too old.
    pub(super) is_past: bool,
}

impl Harvest {
    /// Settles what the columns of the first page are for.
    pub(super) fn begin(&mut self, chain: &Chain, records: &[RecordRow], address: &str) -> Result<(), End> {
        let name = |at: usize| self.columns.0[at].name.clone();
        let bounds = Bounds { start: &chain.start, hosts: &self.options.hosts };
        self.key = match self.options.key.is_empty() {
            true => link_column(&self.columns.0, records).map(name).into_iter().collect(),
            false => self.options.key.clone(),
        };
        self.detail_column = match &self.options.follow {
            Follow::Nothing => None,
            Follow::Details => {
                self.undecided = candidates(&self.columns.0, records, bounds);
                if self.undecided.is_empty() {
                    self.summary.no_details = Some(no_details(&self.columns.0, records, bounds));
                }
                self.undecided.first().copied().map(name)
            }
            Follow::Column(name) => {
                let is_there = self.columns.of(name).is_some();
                self.summary.no_details = (!is_there).then(|| NoDetails::NoColumn(name.clone()));
                Some(name.clone())
            }
        };
        if let Some(earlier) = self.earlier.as_ref().filter(|earlier| !earlier.records.is_empty())
            && let Some(name) = self.key.iter().find(|name| earlier.column(name).is_none())
        {
            return Err(End::NoKey { address: address.to_owned(), column: name.clone() });
        }
        if let Some(earlier) = self.earlier.take() {
            self.keys.know(&earlier, &self.key);
        }
        let has_dates = self.options.since.is_none() || self.dates.begin(&self.columns.0, records);
        if has_dates { Ok(()) } else { Err(End::NoDates(address.to_owned())) }
    }

    /// The columns of the options that no list so far has; a later page may have more columns than the first.
    fn unknown_key(&self) -> Option<UnknownKey> {
        let unknown = self.options.key.iter().filter(|name| self.columns.of(name).is_none());
        let names: Vec<String> = unknown.cloned().collect();
        let columns = || self.columns.0.iter().map(|column| column.name.clone()).collect();
        (!names.is_empty()).then(|| UnknownKey { names, columns: columns() })
    }

    fn key_places(&self) -> Vec<usize> {
        self.key.iter().filter_map(|name| self.columns.of(name)).collect()
    }

    /// The rows that are new, up to the number that is wanted, and what the others are.
    pub(super) fn sifted(&mut self, records: Vec<RecordRow>) -> Sifted {
        let key = self.key_places();
        self.summary.unknown_key = self.unknown_key();
        let standings = self.keys.standings(&self.columns.0, &records, &key);
        let count = |wanted: Standing| standings.iter().filter(|standing| **standing == wanted).count() as u64;
        let sorted = match &self.options.since {
            Some(since) => self.dates.page(&self.columns.0, &records, since, self.options.now),
            None => Sorted { older: vec![false; records.len()], is_past: false },
        };
        let (shown, known) = (count(Standing::Seen), count(Standing::Earlier));
        let duplicates = shown + count(Standing::Elsewhere);
        // what another start has shown does not end this one: new records may stand behind it
        let repeats = shown == records.len() as u64;
        let left = self.options.max_rows.map_or(u64::MAX, |most| most.saturating_sub(self.summary.rows));
        let new = standings.iter().map(|standing| *standing == Standing::New);
        let older = new.clone().zip(&sorted.older).filter(|(new, older)| *new && **older).count() as u64;
        let rows = records.into_iter().zip(new).zip(&sorted.older);
        let rows = rows.filter_map(|((record, new), older)| (new && !older).then_some(record));
        let rows = rows.take(usize::try_from(left).unwrap_or(usize::MAX)).collect();
        Sifted { rows, duplicates, known, older, repeats, is_past: sorted.is_past }
    }

    /// A page with its columns in the order of the previous pages.
    pub(super) fn arranged(&mut self, mut page: RecordsPage) -> RecordsPage {
        for table in &mut page.regions {
            let records =
                self.given.align(RegionTable { records: std::mem::take(&mut table.records), ..table.clone() });
            (table.records, table.columns) = (records, self.given.0.clone());
        }
        page
    }
}
