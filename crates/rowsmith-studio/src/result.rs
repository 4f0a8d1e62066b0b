//! The result for a page: its rows, found by the wrapper, or by a search if there is no wrapper yet.

use std::hash::{DefaultHasher, Hash, Hasher};

use rowsmith::types::{PartKind, PartTable, RecordRow, RegionTable};
use rowsmith::wrapper::{Applier, ApplyOptions};
use rowsmith::{Limits, Page};

use crate::holds::{Searched, is_of_same_records, likely_part, own_table, searched, with_fields};
use crate::project::{PageEntry, Project};

/// What gave the tables of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Origin {
    /// A search, as the commands make it.
    #[default]
    Search,
    /// A search, with what a person said of the page.
    Person,
    /// The wrapper.
    Wrapper,
}

/// The result for a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PageResult {
    /// Identifies what it depends on; with another key it is out of date.
    pub(crate) key: u64,
    /// What gave the tables.
    pub(crate) by: Origin,
    /// What the tables are; `None` if there is no result.
    pub(crate) part: Option<PartKind>,
    /// Its rows, with columns as found.
    pub(crate) tables: Vec<RegionTable>,
    /// The template of the wrapper that the page belongs to.
    pub(crate) template: Option<String>,
    /// How the page deviates from what was learnt.
    pub(crate) drift: Vec<String>,
    /// Other things that the person should know.
    pub(crate) warnings: Vec<String>,
    /// The address where its list continues.
    pub(crate) next: Option<String>,
    /// Why there is no result.
    pub(crate) error: Option<String>,
}

/// What a result depends on besides the bytes of the page: the corrections, and the wrapper.
pub(crate) fn key(entry: &PageEntry, project: &Project) -> u64 {
    let mut hasher = DefaultHasher::new();
    // pages of another project have the same numbers
    project.folder().hash(&mut hasher);
    (&entry.url, &entry.charset, entry.part, &entry.fields, project.version()).hash(&mut hasher);
    entry.list.hash(&mut hasher);
    if project.version().is_some() {
        left_out(project).hash(&mut hasher);
    }
    hasher.finish()
}

/// The texts of records that were excluded on any page.
pub(crate) fn left_out(project: &Project) -> Vec<Vec<String>> {
    let lists = project.file().pages.iter().filter_map(|page| page.list.as_ref());
    let mut texts: Vec<_> = lists.flat_map(|list| &list.left_out).map(|out| sorted(out.texts.clone())).collect();
    texts.retain(|texts| !texts.is_empty());
    texts
}

/// The texts that a record shows.
pub(crate) fn texts_of(record: &RecordRow) -> Vec<String> {
    record.cells.iter().flatten().map(|cell| cell.text.clone()).collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

/// The rows of a page, except for those found by the wrapper whose texts were excluded on another page.
pub(crate) fn result_of(
    page: &Page,
    entry: &PageEntry,
    applier: Option<&Applier<'_>>,
    left_out: &[Vec<String>],
    key: u64,
    limits: Limits,
) -> PageResult {
    let next = page.pagination().next;
    let Some(applier) = applier else {
        let part = entry.part.unwrap_or_else(|| likely_part(page, entry));
        let found = searched(page, part, entry, limits);
        return PageResult { key, part: Some(part), next, ..PageResult::of(found) };
    };
    let applied = applier.apply(page, &ApplyOptions::new());
    let (template, drift) = (applied.template, applied.drift.iter().map(ToString::to_string).collect());
    let is_there = |kind: PartKind| applied.tables.iter().any(|table| table.kind == kind);
    if let Some(said) = entry.part.filter(|said| !is_there(*said)) {
        // a person said something else since the wrapper was learnt
        let found = searched(page, said, entry, limits);
        return PageResult { key, part: Some(said), template, drift, next, ..PageResult::of(found) };
    }
    // an article is a single row, reported only if there are no others
    let rows = applied.tables.iter().any(|part| part.kind != PartKind::Article);
    let is_wanted = |kind: PartKind| match entry.part {
        Some(said) => kind == said,
        None => !rows || kind != PartKind::Article,
    };
    let wanted: Vec<PartTable> = applied.tables.into_iter().filter(|part| is_wanted(part.kind)).collect();
    let part = wanted.first().map(|part| part.kind);
    let mut tables: Vec<RegionTable> = wanted.into_iter().map(|part| part.table).collect();
    let is_left_out = |record: &RecordRow| left_out.contains(&sorted(texts_of(record)));
    let without = |tables: &mut Vec<RegionTable>| {
        tables.iter_mut().for_each(|table| table.records.retain(|record| !is_left_out(record)));
    };
    match part.filter(|_| !entry.fields.is_empty()) {
        None => without(&mut tables),
        // what was pointed at here since the wrapper was learnt; the records are those of the wrapper
        Some(part) => {
            let own = own_table(page, part, limits);
            let out: Vec<bool> = tables.iter().flat_map(|table| &table.records).map(is_left_out).collect();
            if own.as_ref().is_some_and(|own| is_of_same_records(&tables, own)) {
                // texts change by it: which records are left out was found before
                tables = with_fields(tables, own, entry);
                let mut out = out.into_iter();
                tables.iter_mut().for_each(|table| table.records.retain(|_| !out.next().unwrap_or(false)));
            } else {
                without(&mut tables);
                let own = own.filter(|own| is_of_same_records(&tables, own));
                tables = with_fields(tables, own, entry);
            }
        }
    }
    PageResult {
        key,
        part,
        tables,
        template,
        drift,
        by: Origin::Wrapper,
        warnings: applied.warnings.iter().map(ToString::to_string).collect(),
        next,
        error: None,
    }
}

impl PageResult {
    /// What a search found.
    fn of(found: Searched) -> PageResult {
        let Searched { tables, warnings, is_plain } = found;
        let by = if is_plain { Origin::Search } else { Origin::Person };
        PageResult { tables, warnings, by, ..PageResult::default() }
    }
}
