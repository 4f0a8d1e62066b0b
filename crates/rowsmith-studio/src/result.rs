//! The result for a page: its rows, found by the wrapper, or by a search if there is no wrapper yet.

use std::hash::{DefaultHasher, Hash, Hasher};

use rowsmith::types::{PartKind, RecordRow, RegionTable};
use rowsmith::wrapper::{Applier, ApplyOptions};
use rowsmith::{Limits, Page, PageOptions, RecordsOptions};

use crate::project::{PageEntry, Project};

/// The result for a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PageResult {
    /// Identifies what it depends on; with another key it is out of date.
    pub(crate) key: u64,
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
    (&entry.url, &entry.charset, project.version()).hash(&mut hasher);
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

/// How a page is parsed.
pub(crate) fn options(entry: &PageEntry, limits: Limits) -> PageOptions {
    let mut options = PageOptions::new().source(entry.source.as_str()).limits(limits);
    options.url.clone_from(&entry.url);
    options.charset.clone_from(&entry.charset);
    match &entry.list {
        Some(given) => options.list(given.records.iter().cloned()),
        None => options,
    }
}

/// The rows of a page, except for those found by the wrapper whose texts were excluded on another page.
pub(crate) fn result_of(page: &Page, applier: Option<&Applier<'_>>, left_out: &[Vec<String>], key: u64) -> PageResult {
    let next = page.pagination().next;
    let Some(applier) = applier else {
        let found = page.records(&RecordsOptions::new());
        let warnings = found.warnings.iter().map(ToString::to_string).collect();
        let tables = found.regions.into_iter().filter(|region| region.main).collect();
        return PageResult { key, tables, warnings, next, ..PageResult::default() };
    };
    let applied = applier.apply(page, &ApplyOptions::new());
    let rows = applied.tables.iter().any(|part| part.kind != PartKind::Article);
    // an article is a single row, reported only if there are no others
    let tables = applied.tables.into_iter().filter(|part| !rows || part.kind != PartKind::Article);
    let mut tables: Vec<RegionTable> = tables.map(|part| part.table).collect();
    if !left_out.is_empty() {
        for table in &mut tables {
            table.records.retain(|record| !left_out.contains(&sorted(texts_of(record))));
        }
    }
    PageResult {
        key,
        tables,
        template: applied.template,
        drift: applied.drift.iter().map(ToString::to_string).collect(),
        warnings: applied.warnings.iter().map(ToString::to_string).collect(),
        next,
        error: None,
    }
}
