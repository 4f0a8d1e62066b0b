//! The project as a window shows it.

use rowsmith::recognize::ValueType;
use rowsmith::types::{ColumnKind, PartKind, Role};
use serde::Serialize;

use super::App;
use crate::commands::{Line, commands};
use crate::export;
use crate::formats::FileFormat;
use crate::rows::RowFrom;
use crate::view::Read;

/// The project as a whole.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct State {
    folder: String,
    /// Which project it is; windows say so with what they ask.
    generation: u64,
    /// The folders of other projects that were open.
    recent: Vec<String>,
    pages: Vec<PageSummary>,
    wrapper: Option<WrapperView>,
    /// The number of corrections that can be undone.
    steps: usize,
    /// Whether pages can be rendered.
    renders: bool,
    /// The formats in which rows can be saved.
    formats: Vec<FileFormat>,
    /// What a column may mean to a person.
    roles: Vec<RoleView>,
}

/// What a column may mean to a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct RoleView {
    name: &'static str,
    /// What such columns are taken from.
    kind: ColumnKind,
}

/// A page in a list of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PageSummary {
    id: u32,
    source: String,
    given: bool,
    learn: bool,
    /// What it holds; absent if not known yet.
    part: Option<PartKind>,
    /// The number of its records; absent if not known yet.
    records: Option<usize>,
    template: Option<String>,
    drift: Vec<String>,
    error: Option<String>,
}

/// The wrapper.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct WrapperView {
    version: String,
    templates: Vec<TemplateView>,
}

/// A template of the wrapper.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TemplateView {
    name: String,
    pages: u32,
    columns: Vec<String>,
    selector: String,
}

/// The rows of all pages.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RowsView {
    columns: Vec<RowsColumn>,
    rows: Vec<Row>,
    /// The number of pages whose rows are not known yet.
    waiting: usize,
    commands: Vec<Line>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct RowsColumn {
    name: String,
    kind: ColumnKind,
    #[serde(rename = "type")]
    value_type: ValueType,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    from: RowFrom,
    cells: Vec<Option<String>>,
    values: Vec<Option<Read>>,
}

impl App {
    /// The project as a whole.
    pub(crate) fn state(&self) -> State {
        let ids: Vec<u32> = self.project().file().pages.iter().map(|page| page.id).collect();
        let recent = self.recent_projects();
        let results: Vec<_> = ids.iter().map(|&id| self.result(id)).collect();
        let project = self.project();
        let by_id: std::collections::HashMap<u32, _> = ids.into_iter().zip(results).collect();
        let page = |page: &crate::project::PageEntry| {
            let result = by_id.get(&page.id).and_then(Option::as_ref);
            PageSummary {
                id: page.id,
                source: page.source.clone(),
                given: page.is_corrected(),
                learn: page.learn,
                part: result.and_then(|result| result.part),
                records: result.map(|result| result.tables.iter().map(|table| table.records.len()).sum()),
                template: result.and_then(|result| result.template.clone()),
                drift: result.map(|result| result.drift.clone()).unwrap_or_default(),
                error: result.and_then(|result| result.error.clone()),
            }
        };
        let wrapper = project.wrapper().zip(project.version()).map(|(wrapper, version)| WrapperView {
            version: version.to_owned(),
            templates: wrapper.templates.iter().map(template).collect(),
        });
        State {
            folder: project.folder().display().to_string(),
            generation: self.generation(),
            recent,
            pages: project.file().pages.iter().map(page).collect(),
            wrapper,
            steps: project.steps(),
            renders: self.inputs.renders(),
            formats: export::all_formats(&*self.formats),
            roles: Role::ALL.iter().map(|role| RoleView { name: role.name(), kind: role.kind() }).collect(),
        }
    }

    /// The rows of all pages.
    pub(crate) fn rows_view(&self) -> RowsView {
        let (rows, waiting) = self.rows();
        let read = rows.read();
        let columns = rows.table.columns.iter().map(|column| RowsColumn {
            name: column.name.clone(),
            kind: column.kind,
            value_type: column.value_type,
        });
        let row = |((record, values), from): ((&rowsmith::types::RecordRow, _), &RowFrom)| Row {
            from: *from,
            cells: record.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.address().to_owned())).collect(),
            values,
        };
        RowsView {
            columns: columns.collect(),
            rows: rows.table.records.iter().zip(read).zip(&rows.from).map(row).collect(),
            waiting,
            commands: commands(&self.project(), None),
        }
    }
}

fn template(template: &rowsmith::wrapper::Template) -> TemplateView {
    let columns = template.parts.iter().flat_map(|part| &part.columns).filter(|column| !column.dropped);
    TemplateView {
        name: template.name.clone(),
        pages: template.pages,
        columns: columns.map(|column| column.name.clone()).collect(),
        selector: template
            .parts
            .first()
            .map_or(String::new(), |part| part.selectors.edited.clone().unwrap_or_else(|| part.selectors.css.clone())),
    }
}
