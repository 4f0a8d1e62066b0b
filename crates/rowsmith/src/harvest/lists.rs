//! The list of a page: found by the wrapper learnt from previous pages, or else by a search.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::harvest::machine::TakenBy;
use crate::harvest::table::{Columns, joined};
use crate::options::ListSearch;
use crate::page::{Page, RecordsOptions};
use crate::types::{Cell, ColumnKind, Drift, RecordRow, RegionTable, Warning};
use crate::wrapper::{ApplyOptions, Kinds, LearnOptions, Wrapper};

/// The least share of column names that the list of a further page has in common with the table, if it was found by a
/// search.
const LEAST_AGREEMENT: f64 = 0.6;
/// From this confidence on, a list that has all records of the wrapper's list and more replaces it.
const SURE: f64 = 0.5;
/// A wrapper that finds at least this share of what the search found, and vice versa, is used where the search finds
/// nothing.
const LOOSE: f64 = 0.5;
/// So many of the wrapper's records must be among those of a search whose columns are added.
const LEAST_KNOWN: f64 = 0.9;
/// The most templates that are learnt; a site has few for its lists, and each is tried on every page.
const TEMPLATES: usize = 5;
/// On this many pages of each start a list of more records replaces the wrapper's, to check whether the wrapper knows all kinds of
/// records.
const CHECKED: u64 = 3;

/// The knowledge about the lists.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Lists {
    wrapper: Option<Wrapper>,
    /// Whether the wrapper found, on the pages that it was learnt from, what the search found there.
    exact: bool,
    /// The most records on a page so far.
    most: usize,
    /// The columns that all records so far have.
    #[serde(default)]
    full: Option<BTreeSet<String>>,
}

/// The list of a page.
pub(super) struct List {
    pub(super) table: RegionTable,
    pub(super) by: TakenBy,
    pub(super) warnings: Vec<Warning>,
}

/// Why a page has no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Miss {
    /// The page is of the same kind as those before, but has no records.
    NoRecords,
    /// The page is of another kind.
    Other,
}

/// The position of a page in its list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The number of pages before it.
    pub(super) before: u64,
    /// Whether it links to a next one.
    pub(super) goes_on: bool,
}

struct Found {
    table: RegionTable,
    warnings: Vec<Warning>,
}

impl Lists {
    /// The list of a page; `columns` are those of the table so far. What is learnt from the page is kept.
    pub(super) fn take(
        &mut self,
        page: &Page,
        columns: &Columns,
        place: Place,
        min_confidence: f64,
    ) -> Result<List, Miss> {
        let Applied { fits, found } = self.apply(page).filter(|found| self.are_records(&found.table));
        let names_agree =
            |found: &Found| columns.0.is_empty() || columns.agreement(&found.table.columns) >= LEAST_AGREEMENT;
        let agrees = |found: &Found| names_agree(found) && self.are_records(&found.table);
        let list = if self.exact && fits {
            let Some(found) = found else { return Err(Miss::NoRecords) };
            let records = found.table.records.len();
            let drifted = found.warnings.iter().any(|warning| matches!(warning, Warning::Drifted(_)));
            let doubtful = place.before < CHECKED || drifted || place.goes_on && records < self.most;
            match search(page, min_confidence) {
                Some(more) if doubtful && is_more(&more.table, &found.table) && agrees(&more) => {
                    self.learn(page, more, min_confidence)
                }
                searched => {
                    let table = with_columns_of(found.table, searched.map(|searched| searched.table));
                    List { table, by: TakenBy::Wrapper, warnings: found.warnings }
                }
            }
        } else {
            match (search(page, min_confidence).filter(agrees), found) {
                (Some(searched), _) => self.learn(page, searched, min_confidence),
                (None, Some(found)) => List { table: found.table, by: TakenBy::Wrapper, warnings: found.warnings },
                (None, None) if self.exact => return Err(Miss::Other),
                (None, None) => return Err(Miss::NoRecords),
            }
        };
        self.most = self.most.max(list.table.records.len());
        let full = full(&list.table);
        self.full = Some(match self.full.take() {
            Some(before) => before.intersection(&full).cloned().collect(),
            None => full,
        });
        Ok(list)
    }

    /// Whether what was found is of the kind of the records so far: they have at least half of the columns that all of
    /// those have, and a link if those have. The fields of a form in the place of a list may have something that looks
    /// like a title, and nothing else.
    fn are_records(&self, table: &RegionTable) -> bool {
        let columns = self.full.iter().flatten();
        let share = |name: &String| -> f64 {
            let at = table.column(name);
            let filled = |row: &&RecordRow| at.is_some_and(|at| row.cells.get(at).is_some_and(Option::is_some));
            table.records.iter().filter(filled).count() as f64 / table.records.len().max(1) as f64
        };
        let is_link = |name: &String| table.column(name).is_some_and(|at| table.columns[at].kind == ColumnKind::Link);
        let lacking: Vec<&String> = columns.filter(|name| share(name) < 0.5).collect();
        let all = self.full.as_ref().map_or(0, BTreeSet::len);
        let mut links = self.full.iter().flatten().filter(|name| is_link(name)).peekable();
        let lacks_links = links.peek().is_some() && links.all(|name| share(name) == 0.0);
        lacking.len() * 2 <= all && !lacks_links
    }

    /// What the wrapper finds on a page.
    fn apply(&self, page: &Page) -> Applied {
        let Some(wrapper) = &self.wrapper else { return Applied { fits: false, found: None } };
        let applied = wrapper.apply(page, &ApplyOptions::new());
        let drift = applied.drift.iter().filter(|drift| !matches!(drift, Drift::NoTemplate { .. }));
        let mut warnings: Vec<Warning> = drift.map(|drift| Warning::Drifted(drift.to_string())).collect();
        warnings.extend(applied.warnings);
        let found = joined(applied.regions).map(|table| Found { table, warnings });
        Applied { fits: applied.template.is_some(), found }
    }

    /// Learns from a page whose list was found by a search. If the wrapper then finds the same list, its result is
    /// used, so that columns have the same names on this page as on the next.
    fn learn(&mut self, page: &Page, searched: Found, min_confidence: f64) -> List {
        let kinds = Kinds { lists: true, posts: false, articles: false };
        let mut options = LearnOptions::new().limits(*page.limits()).kinds(kinds);
        options.records.min_confidence = options.records.min_confidence.min(min_confidence);
        let learnt = Wrapper::learn(std::slice::from_ref(page), &options);
        let own = joined(learnt.apply(page, &ApplyOptions::new()).regions);
        let overlap = own.as_ref().map_or(0.0, |own| overlap(own, &searched.table));
        let exact = overlap >= 1.0;
        let by = TakenBy::Search;
        let Found { table, warnings } = searched;
        match self.wrapper.take() {
            Some(before) if self.exact && exact && before.templates.len() < TEMPLATES => {
                self.wrapper = Some(before.with(learnt));
            }
            Some(before) if self.exact || !exact => self.wrapper = Some(before),
            _ if overlap >= LOOSE => (self.wrapper, self.exact) = (Some(learnt), exact),
            before => self.wrapper = before,
        }
        match own.filter(|_| exact) {
            Some(own) => {
                let table = RegionTable { score: table.score, confidence: table.confidence, path: table.path, ..own };
                List { table, by, warnings }
            }
            None => List { table, by, warnings },
        }
    }
}

/// What a wrapper finds on a page.
struct Applied {
    /// Whether the page is of a known template.
    fits: bool,
    found: Option<Found>,
}

impl Applied {
    /// This, or nothing if what was found is something else: then the page is of no known template, however much it
    /// looks like one.
    fn filter(self, is_right: impl Fn(&Found) -> bool) -> Applied {
        match &self.found {
            Some(found) if !is_right(found) => Applied { fits: false, found: None },
            _ => self,
        }
    }
}

/// The columns that all records of a table have.
fn full(table: &RegionTable) -> BTreeSet<String> {
    let is_full = |at: usize| table.records.iter().all(|row| row.cells.get(at).is_some_and(Option::is_some));
    (0..table.columns.len()).filter(|&at| is_full(at)).map(|at| table.columns[at].name.clone()).collect()
}

/// The main list of a page by search.
fn search(page: &Page, min_confidence: f64) -> Option<Found> {
    let wanted = RecordsOptions::new().search(ListSearch { min_confidence, ..ListSearch::default() });
    let found = page.records(&wanted);
    let main = found.regions.into_iter().filter(|region| region.main).collect();
    joined(main).map(|table| Found { table, warnings: found.warnings })
}

fn nodes(table: &RegionTable) -> BTreeSet<&[String]> {
    table.records.iter().map(|record| record.nodes.as_slice()).collect()
}

/// Whether a list found by a search contains all records of another and more, with enough confidence.
fn is_more(searched: &RegionTable, other: &RegionTable) -> bool {
    let (searched_nodes, other_nodes) = (nodes(searched), nodes(other));
    searched_nodes.len() > other_nodes.len()
        && searched.confidence.is_none_or(|confidence| confidence >= SURE)
        && other_nodes.is_subset(&searched_nodes)
}

/// The columns of a list that a search finds on this page and that the pages before it had none of: an old price, a label that few records
/// have. Names with a number mean another column on each page.
fn with_columns_of(mut table: RegionTable, searched: Option<RegionTable>) -> RegionTable {
    let Some(searched) = searched else { return table };
    let rows: BTreeMap<&[String], &RecordRow> =
        searched.records.iter().map(|record| (record.nodes.as_slice(), record)).collect();
    let known = table.records.iter().filter(|record| rows.contains_key(record.nodes.as_slice())).count();
    if (known as f64) < LEAST_KNOWN * table.records.len() as f64 {
        return table;
    }
    let texts = |records: &[Option<&RecordRow>], at: usize| -> Vec<Option<String>> {
        records.iter().map(|row| Some(row.as_ref()?.cells.get(at)?.as_ref()?.text.clone())).collect()
    };
    let found: Vec<Option<&RecordRow>> =
        table.records.iter().map(|record| rows.get(record.nodes.as_slice()).copied()).collect();
    let own: Vec<Option<&RecordRow>> = table.records.iter().map(Some).collect();
    let said: Vec<Vec<Option<String>>> = (0..table.columns.len()).map(|at| texts(&own, at)).collect();
    // a label more, or an item found in one record more, is no new column
    let is_said = |new: &[Option<String>]| {
        let filled = new.iter().flatten().count();
        let same =
            |old: &[Option<String>]| new.iter().zip(old).filter(|(new, old)| new.is_some() && new == old).count();
        filled == 0 || said.iter().any(|old| same(old) * 2 >= filled)
    };
    let is_new = |at: &usize| {
        let column = &searched.columns[*at];
        let is_numbered = column.name.rsplit_once('_').is_some_and(|(_, number)| number.parse::<u32>().is_ok());
        !is_numbered && table.column(&column.name).is_none() && !is_said(&texts(&found, *at))
    };
    let new: Vec<usize> = (0..searched.columns.len()).filter(is_new).collect();
    let cells: Vec<Vec<Option<Cell>>> = found
        .iter()
        .map(|row| new.iter().map(|&at| row.and_then(|row| row.cells.get(at).cloned().flatten())).collect())
        .collect();
    table.columns.extend(new.iter().map(|&at| searched.columns[at].clone()));
    for (record, cells) in table.records.iter_mut().zip(cells) {
        record.cells.extend(cells);
    }
    table
}

/// The number of records in both lists, as a share of those in either.
fn overlap(a: &RegionTable, b: &RegionTable) -> f64 {
    let (a, b) = (nodes(a), nodes(b));
    a.intersection(&b).count() as f64 / a.union(&b).count().max(1) as f64
}
