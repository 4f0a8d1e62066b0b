//! A page as a window shows it.

use rowsmith::types::PartKind;
use serde::Serialize;

use super::App;
use super::looked::ListFrom;
use crate::commands::{Line, PlainPage, commands};
use crate::error::StudioError;
use crate::project::PointedField;
use crate::result::Origin;
use crate::view::{TableView, table_view};

/// A page with its lists and the table of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PageView {
    id: u32,
    source: String,
    url: Option<String>,
    learn: bool,
    /// What the page holds.
    part: PartKind,
    /// Whether a person said so.
    said: bool,
    /// Whether a person chose its records.
    chosen: bool,
    /// The fields of which a person said where they are.
    pointed: Vec<PointedView>,
    /// How the page's list was determined.
    from: ListFrom,
    lists: Vec<ListView>,
    /// The page's own list.
    table: Option<TableView>,
    /// The texts of records that were left out.
    left_out: Vec<String>,
    warnings: Vec<String>,
    /// The address where the list continues.
    next: Option<String>,
    /// The results of the wrapper on the page, if there is one.
    applied: Option<AppliedView>,
    commands: Vec<Line>,
}

/// A field of which a person said where it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PointedView {
    name: String,
    /// Whether the page lacks it.
    absent: bool,
}

/// A list of a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct ListView {
    main: bool,
    confidence: Option<f64>,
    records: usize,
    columns: Vec<String>,
    /// The first text, for people.
    first: String,
    /// The elements of each record.
    elements: Vec<Vec<u32>>,
}

/// The results of a wrapper on a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct AppliedView {
    template: Option<String>,
    records: usize,
    drift: Vec<String>,
}

fn pointed(field: &PointedField) -> PointedView {
    PointedView { name: field.name.clone(), absent: field.node.is_none() }
}

impl App {
    /// A page with its lists and the table of its own list.
    pub(crate) fn page_view(&self, id: u32) -> Result<PageView, StudioError> {
        let looked = self.looked_page(id)?;
        let result = self.result_now(id)?;
        let current = self.current(id).ok();
        let project = self.project();
        let entry = project.page(id)?;
        let table = current.map(|current| table_view(&current.table, Some(&current.places), &project.file().columns));
        let found = &looked.shown.found;
        let lists = found.regions.iter().zip(&looked.shown.places).map(|(region, places)| ListView {
            main: region.main,
            confidence: region.confidence,
            records: region.records.len(),
            columns: region.columns.iter().map(|column| column.name.clone()).collect(),
            first: region
                .records
                .first()
                .and_then(|r| r.cells.iter().flatten().next())
                .map_or(String::new(), |c| c.text.clone()),
            elements: places.records.iter().map(|record| record.elements.clone()).collect(),
        });
        let mains = found.main().count();
        let part = result.part.unwrap_or(PartKind::List);
        let is_list = matches!(part, PartKind::List | PartKind::Objects);
        let from = match is_list && entry.fields.is_empty() {
            true => looked.from,
            false if entry.part.is_some() => ListFrom::Given,
            false if table.is_none() => ListFrom::Nothing,
            false if project.wrapper().is_some() => ListFrom::Wrapper,
            false => ListFrom::Search,
        };
        let is_plain = result.by == Origin::Search && (!is_list || mains == 1 && from == ListFrom::Search);
        let plain = result.tables.first().filter(|_| is_plain && project.wrapper().is_none()).map(|table| PlainPage {
            part,
            file: entry.file(),
            url: entry.url.clone(),
            columns: table.columns.iter().map(|column| column.name.clone()).collect(),
        });
        let applied = project.wrapper().map(|_| AppliedView {
            template: result.template.clone(),
            records: match result.by {
                Origin::Wrapper => result.tables.iter().map(|table| table.records.len()).sum(),
                Origin::Search | Origin::Person => 0,
            },
            drift: result.drift.clone(),
        });
        let given = entry.list.as_ref();
        Ok(PageView {
            id,
            source: entry.source.clone(),
            url: entry.url.clone(),
            learn: entry.learn,
            part,
            said: entry.part.is_some(),
            chosen: entry.list.is_some(),
            pointed: entry.fields.iter().map(pointed).collect(),
            from,
            lists: lists.collect(),
            table,
            left_out: given
                .map(|given| given.left_out.iter().map(|out| out.texts.join(" ")).collect())
                .unwrap_or_default(),
            warnings: match is_list {
                true => found.warnings.iter().map(ToString::to_string).collect(),
                false => result.warnings.clone(),
            },
            next: result.next.clone(),
            applied,
            commands: commands(&project, plain.as_ref()),
        })
    }

    /// A page as HTML in which nothing runs.
    pub(crate) fn html(&self, id: u32) -> Result<String, StudioError> {
        Ok(self.looked_page(id)?.shown.html.clone())
    }
}
