//! Pages prepared for viewing: parsed, with all their lists and the places of these.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rowsmith::types::{PartKind, RegionPlaces, RegionTable, ShownPage};
use rowsmith::wrapper::Applier;
use rowsmith::{Page, RecordsOptions};
use serde::Serialize;

use super::App;
use crate::error::StudioError;
use crate::project::{GivenList, NewPage, PageEntry};
use crate::result::{PageResult, key, left_out, result_of};

/// How many pages are held; parsing one again takes a moment.
const HELD: usize = 6;

/// How the list of a page was determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ListFrom {
    /// A person.
    Given,
    /// The wrapper.
    Wrapper,
    /// The search.
    Search,
    /// The search found none.
    Nothing,
}

/// A page with its lists.
pub(crate) struct Looked {
    /// The page, its lists and their places; the first list is that of the page, if it has one.
    pub(crate) shown: ShownPage,
    /// How that list was determined.
    pub(crate) from: ListFrom,
    page: Page,
    /// All lists, including copies of better ones.
    all: OnceLock<ShownPage>,
    /// Where its table stands, if that is not one of the lists.
    places: OnceLock<RegionPlaces>,
}

/// The list that represents a page.
pub(crate) struct Current {
    pub(crate) table: RegionTable,
    pub(crate) places: RegionPlaces,
}

/// The pages that were viewed last.
#[derive(Default)]
pub(crate) struct LookedPages {
    held: Mutex<Vec<(u64, Arc<Looked>)>>,
}

impl LookedPages {
    fn get(&self, key: u64) -> Option<Arc<Looked>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let at = held.iter().position(|(known, _)| *known == key)?;
        let found = held.remove(at);
        let looked = Arc::clone(&found.1);
        held.push(found);
        Some(looked)
    }

    fn put(&self, key: u64, looked: &Arc<Looked>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|(known, _)| *known != key);
        held.push((key, Arc::clone(looked)));
        if held.len() > HELD {
            held.remove(0);
        }
    }
}

impl Looked {
    fn new(page: Page, from: Option<ListFrom>) -> Looked {
        let shown = page.shown(&RecordsOptions::new().all_regions(true));
        let has_main = shown.found.regions.first().is_some_and(|region| region.main);
        let searched = if has_main { ListFrom::Search } else { ListFrom::Nothing };
        // a list that was given but is not on the page is not used
        let given = from.filter(|_| shown.found.regions.first().is_some_and(|region| region.found_by == "given"));
        Looked { shown, from: given.unwrap_or(searched), page, all: OnceLock::new(), places: OnceLock::new() }
    }

    /// The page itself.
    pub(super) fn page(&self) -> &Page {
        &self.page
    }

    /// The records of the list around elements, each of which contains the one before it: that of the best list, or of
    /// one whose records are this many steps larger or smaller.
    pub(crate) fn list_at(&self, elements: &[u32], wider: i32) -> Result<Vec<Vec<String>>, StudioError> {
        let holds = |places: &RegionPlaces| {
            let level = |record: &rowsmith::types::RecordPlaces| {
                record.elements.iter().filter_map(|at| elements.iter().position(|inner| inner == at)).min()
            };
            places.records.iter().filter_map(level).min()
        };
        let best = self.shown.places.iter().zip(&self.shown.found.regions);
        let best = best.filter(|(places, _)| holds(places).is_some()).map(|(_, region)| region).next();
        let paths = |region: &RegionTable| region.records.iter().map(|record| record.nodes.clone()).collect::<Vec<_>>();
        let best = best.map(paths);
        if let (Some(best), 0) = (&best, wider) {
            return Ok(best.clone());
        }
        let all = self.all.get_or_init(|| {
            let mut options = RecordsOptions::new().all_regions(true);
            options.copies = true;
            self.page.shown(&options)
        });
        // by the size of their records; among those of equal size, best first
        let mut around: Vec<(usize, usize, Vec<Vec<String>>)> = Vec::new();
        for (places, region) in all.places.iter().zip(&all.found.regions) {
            let Some(level) = holds(places) else { continue };
            let elements = places.records.iter().map(|record| record.elements.len()).sum::<usize>();
            let found = paths(region);
            let size = elements * 8 / places.records.len().max(1);
            if !around.iter().any(|(_, _, known)| *known == found) {
                around.push((level, size, found));
            }
        }
        around.sort_by_key(|(level, size, _)| (*level, *size));
        let own = match &best {
            Some(best) => around.iter().position(|(_, _, found)| found == best).unwrap_or(0),
            None => 0,
        };
        let wanted = i64::try_from(own).unwrap_or(0) + i64::from(wider);
        let wanted = usize::try_from(wanted).ok().and_then(|at| around.get(at));
        let why = match wider {
            0 => "no list was found there: nothing similar is repeated",
            1.. => "no list around it has larger records",
            _ => "no list in it has smaller records",
        };
        wanted.map(|(_, _, found)| found.clone()).ok_or_else(|| StudioError::request(why))
    }
}

impl App {
    /// Checks whether bytes can be a page at all.
    pub(super) fn parse_new(&self, new: &NewPage) -> Result<(), StudioError> {
        let entry = PageEntry {
            id: 0,
            source: new.source.clone(),
            url: new.url.clone(),
            charset: new.charset.clone(),
            learn: false,
            part: None,
            list: None,
            fields: Vec::new(),
        };
        let parsed = Page::parse(&new.bytes, &entry.options(self.limits));
        parsed.map(|_| ()).map_err(|why| StudioError::request(format!("{}: {why}", new.source)))
    }

    /// A page of the project, parsed.
    pub(super) fn parse(&self, entry: &PageEntry) -> Result<Page, StudioError> {
        let bytes = self.project().bytes(entry.id)?;
        Page::parse(&bytes, &entry.options(self.limits))
            .map_err(|why| StudioError::request(format!("{}: {why}", entry.source)))
    }

    /// The current result for a page.
    pub(super) fn result_now(&self, id: u32) -> Result<Arc<PageResult>, StudioError> {
        if let Some(known) = self.result(id) {
            return Ok(known);
        }
        let project = self.project();
        let (entry, wrapper) = (project.page(id)?.clone(), project.wrapper().cloned());
        let (key, left_out) = (key(&entry, &project), left_out(&project));
        drop(project);
        let result = match self.parse(&entry) {
            Ok(page) => {
                result_of(&page, &entry, wrapper.as_ref().map(Applier::new).as_ref(), &left_out, key, self.limits)
            }
            Err(why) => PageResult { key, error: Some(why.to_string()), ..PageResult::default() },
        };
        let result = Arc::new(result);
        self.results().insert(id, Arc::clone(&result));
        Ok(result)
    }

    /// A page with its lists.
    pub(super) fn looked_page(&self, id: u32) -> Result<Arc<Looked>, StudioError> {
        let project = self.project();
        let mut entry = project.page(id)?.clone();
        let version = project.version().map(str::to_owned);
        let result_key = key(&entry, &project);
        drop(project);
        let mut hasher = DefaultHasher::new();
        (id, &entry.list, result_key).hash(&mut hasher);
        let is_list = |result: &PageResult| matches!(result.part, None | Some(PartKind::List | PartKind::Objects));
        let looked_key = hasher.finish();
        if let Some(looked) = self.looked.get(looked_key) {
            return Ok(looked);
        }
        let mut from = entry.list.is_some().then_some(ListFrom::Given);
        if let (None, Some(_)) = (from, &version) {
            let result = self.result_now(id)?;
            let tables = result.tables.iter().filter(|_| is_list(&result));
            let records: Vec<Vec<String>> =
                tables.flat_map(|table| &table.records).map(|record| record.nodes.clone()).collect();
            if !records.is_empty() && records.iter().all(|nodes| !nodes.is_empty()) {
                entry.list = Some(GivenList { records, left_out: Vec::new() });
                from = Some(ListFrom::Wrapper);
            }
        }
        let looked = Arc::new(Looked::new(self.parse(&entry)?, from));
        self.looked.put(looked_key, &looked);
        Ok(looked)
    }

    /// The list that represents a page, with the columns of the wrapper if the wrapper found it.
    pub(super) fn current(&self, id: u32) -> Result<Current, StudioError> {
        let looked = self.looked_page(id)?;
        let result = self.result_now(id)?;
        let has_fields = !self.project().page(id)?.fields.is_empty();
        if has_fields || !matches!(result.part, None | Some(PartKind::List | PartKind::Objects)) {
            let table = result.tables.first();
            let table = table.ok_or_else(|| StudioError::request("nothing of this was found on the page"))?;
            let places = looked.places.get_or_init(|| looked.page().places_of(table)).clone();
            return Ok(Current { places, table: table.clone() });
        }
        let own = looked.shown.found.regions.first().filter(|_| looked.from != ListFrom::Nothing);
        let own = own.ok_or_else(|| StudioError::request("the page has no list; point at one"))?;
        let places = looked.shown.places.first().cloned().unwrap_or_default();
        let version = self.project().version().map(str::to_owned);
        let (ListFrom::Wrapper, Some(_)) = (looked.from, version) else {
            return Ok(Current { table: own.clone(), places });
        };
        match &result.tables[..] {
            [table] if table.records.len() == own.records.len() => {
                Ok(Current { table: table.clone(), places: of_columns(table, own, &places) })
            }
            _ => Ok(Current { table: own.clone(), places }),
        }
    }
}

/// The places of a table's cells, taken from another table with the same records.
fn of_columns(table: &RegionTable, other: &RegionTable, places: &RegionPlaces) -> RegionPlaces {
    let agreement = |at: usize, there: usize| {
        let rows = table.records.iter().zip(&other.records);
        let same = |(a, b): (&rowsmith::types::RecordRow, &rowsmith::types::RecordRow)| {
            a.cells[at].as_ref().is_some_and(|a| b.cells[there].as_ref().is_some_and(|b| a.text == b.text))
        };
        rows.map(same).filter(|same| *same).count()
    };
    let place = |at: usize| {
        let alike = (0..other.columns.len()).filter(|&there| other.columns[there].kind == table.columns[at].kind);
        alike.map(|there| (agreement(at, there), there)).filter(|(same, _)| *same > 0).max_by_key(|(same, _)| *same)
    };
    let columns: Vec<Option<usize>> = (0..table.columns.len()).map(|at| place(at).map(|(_, there)| there)).collect();
    let record = |record: &rowsmith::types::RecordPlaces| rowsmith::types::RecordPlaces {
        elements: record.elements.clone(),
        cells: columns.iter().map(|at| at.and_then(|at| record.cells.get(at).cloned()).unwrap_or_default()).collect(),
    };
    RegionPlaces { records: places.records.iter().map(record).collect() }
}
