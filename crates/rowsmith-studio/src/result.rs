//! The result for a page: its rows, found by the wrapper, or by a search if there is no wrapper yet.

use std::hash::{DefaultHasher, Hash, Hasher};

use rowsmith::Page;
use rowsmith::types::{PartKind, PartTable, RecordRow, RegionTable};
use rowsmith::wrapper::{Applier, ApplyOptions};

use crate::holds::{Searched, likely_part, searched};
use crate::project::{PageEntry, Project};

/// The result for a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PageResult {
    /// Identifies what it depends on; with another key it is out of date.
    pub(crate) key: u64,
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
    match project.version() {
        // the wrapper contains the lists that were set
        Some(_) => left_out(project).hash(&mut hasher),
        None => entry.list.hash(&mut hasher),
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
) -> PageResult {
    let next = page.pagination().next;
    let Some(applier) = applier else {
        let part = entry.part.unwrap_or_else(|| likely_part(page, entry));
        let Searched { tables, warnings } = searched(page, part, entry);
        return PageResult { key, part: Some(part), tables, warnings, next, ..PageResult::default() };
    };
    let applied = applier.apply(page, &ApplyOptions::new());
    let (template, drift) = (applied.template, applied.drift.iter().map(ToString::to_string).collect());
    let is_there = |kind: PartKind| applied.tables.iter().any(|table| table.kind == kind);
    if let Some(said) = entry.part.filter(|said| !is_there(*said)) {
        // a person said something else since the wrapper was learnt
        let Searched { tables, warnings } = searched(page, said, entry);
        return PageResult { key, part: Some(said), tables, template, drift, warnings, next, error: None };
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
    if !left_out.is_empty() {
        for table in &mut tables {
            table.records.retain(|record| !left_out.contains(&sorted(texts_of(record))));
        }
    }
    PageResult {
        key,
        part,
        tables,
        template,
        drift,
        warnings: applied.warnings.iter().map(ToString::to_string).collect(),
        next,
        error: None,
    }
}
