//! A data table as found: its columns, and which cell is where.

use rustc_hash::FxHashMap;

use crate::dom::{Document, NodeId};
use crate::tables::cells::CellText;
use crate::tables::data_table::{confidence, record_confidence, ruled_out};
use crate::tables::definitions::{COLUMN_NAMES, form_of, list_confidence};
use crate::tables::grid::NONE;
use crate::tables::header::{Header, find_header, levels};
use crate::tables::layout::Laid;
use crate::tables::model::{Markup, Model};
use crate::tables::names::{name_all, type_of};
use crate::tables::record::{Property, Vertical, is_transposed, plain_record, several_records, vertical};
use crate::tables::repeated::leave_out_labels;
use crate::tables::rows::{RowKind, row_kinds};
use crate::tables::signs::join_signs;
use crate::tables::{Options, joined_levels};
use crate::types::{ColumnRole, RowMark, TableColumn, TableForm};

/// A data table of a page.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its element.
    pub(crate) node: NodeId,
    pub(crate) markup: Markup,
    pub(crate) confidence: f64,
    pub(crate) form: TableForm,
    /// The caption, or otherwise the title above the headers.
    pub(crate) caption: Option<String>,
    pub(crate) columns: Vec<TableColumn>,
    pub(crate) rows: Vec<FoundRow>,
    pub(crate) notes: Vec<String>,
    /// The cells of the table, by number.
    pub(crate) cells: Vec<CellText>,
    /// Whether spans were cut.
    pub(crate) cut: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundRow {
    /// The number of the cell in each column; [`NONE`] if there is none.
    pub(crate) cells: Vec<u32>,
    pub(crate) mark: Option<RowMark>,
}

/// Reads a table; `None` if it holds no data. Takes time linear in its size.
pub(crate) fn find_table(document: &Document, model: &Model, options: &Options) -> Option<Found> {
    if model.rows.is_empty() || !options.raw && ruled_out(document, model) {
        return None;
    }
    let mut laid = Laid::new(document, model, options.raw);
    if laid.grid.width == 0 {
        return None;
    }
    if !options.raw {
        join_signs(&mut laid);
    }
    let header = find_header(&laid);
    if !options.raw && !header.rows.is_empty() {
        leave_out_labels(&mut laid, &header);
    }
    if model.markup == Markup::Definitions {
        return definition_list(laid, &header, options);
    }
    if options.raw {
        return Some(raw_table(laid, &header));
    }
    if (header.rows.is_empty() || header.rows.iter().all(|&y| laid.rows[y].headers < laid.rows[y].filled))
        && let Some(record) = vertical(&laid)
    {
        let confidence = record_confidence(&laid, record.properties.len())?;
        return Some(record_table(laid, record, confidence));
    }
    let kinds = row_kinds(&laid, &header);
    let by_markup = header.rows.iter().any(|&y| laid.rows[y].headers > 1 || laid.in_head(y) || laid.grid.width == 1);
    let Some(confidence) = confidence(&laid, &header, &kinds, by_markup) else {
        let record = plain_record(&laid).filter(|_| header.rows.is_empty() && !model.collapsed)?;
        let confidence = record_confidence(&laid, record.properties.len())?;
        return Some(record_table(laid, record, confidence.min(0.6)));
    };
    // hidden tables may also be templates or copies used by scripts
    if model.collapsed && !by_markup {
        return None;
    }
    let transposed = header.rows.is_empty() && is_transposed(&laid);
    let found = rows_table(laid, &header, &kinds, confidence);
    match transposed {
        true if options.turn => Some(turned(found)),
        true => Some(Found { form: TableForm::Transposed, ..found }),
        false => Some(found),
    }
}

/// Reads a definition list: as one record if its terms name properties, otherwise as a list of terms.
fn definition_list(laid: Laid<'_>, header: &Header, options: &Options) -> Option<Found> {
    let confidence = list_confidence(&laid)?;
    if options.raw {
        return Some(raw_table(laid, header));
    }
    if laid.model.collapsed {
        return None;
    }
    match vertical(&laid) {
        Some(record) if form_of(&laid, &record) == TableForm::Record => Some(record_table(laid, record, confidence)),
        _ => {
            let kinds = row_kinds(&laid, header);
            let mut found = rows_table(laid, header, &kinds, confidence);
            if let [term, description] = found.columns.as_mut_slice() {
                for (column, name) in [term, description].into_iter().zip(COLUMN_NAMES) {
                    name.clone_into(&mut column.name);
                }
            }
            Some(found)
        }
    }
}

fn caption_of(laid: &Laid<'_>, titles: &[usize]) -> Option<String> {
    let text = |node: NodeId| crate::tables::cells::read_element(laid.document, node).text;
    let declared = laid.model.caption.map(text).filter(|text| !text.is_empty());
    declared.or_else(|| titles.iter().map(|&y| laid.only_text(y)).find(|text| !text.is_empty()).map(str::to_owned))
}

/// Builds a table with one record per row.
fn rows_table(laid: Laid<'_>, header: &Header, kinds: &[RowKind], confidence: f64) -> Found {
    let width = laid.grid.width;
    let mut caption = caption_of(&laid, &header.titles);
    let mut notes = Vec::new();
    // columns for the titles of groups, then the columns of the grid, then one for texts below records
    let deepest = kinds.iter().filter_map(|kind| if let RowKind::Group(level) = kind { Some(level + 1) } else { None });
    let mut groups = deepest.max().unwrap_or(0);
    let below = kinds.contains(&RowKind::Below);
    let mut open: Vec<u32> = vec![NONE; groups];
    // a title above the headers, with others of the same look below them, is the title of the first group
    let title = header.titles.last().copied().filter(|_| groups > 0 && header.rows.is_empty());
    if let Some(y) = title {
        open[0] = only_cell(&laid, y);
        caption = caption_of(&laid, &[]);
    }
    let mut rows: Vec<FoundRow> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let y = header.end + at;
        match *kind {
            RowKind::Record(mark) => {
                // the foot is that of the table and not of the last group
                if mark.is_some() && laid.in_foot(y) {
                    open.fill(NONE);
                }
                let mut cells = Vec::with_capacity(groups + width + usize::from(below));
                cells.extend_from_slice(&open);
                cells.extend_from_slice(laid.grid.row(y));
                cells.extend(below.then_some(NONE));
                rows.push(FoundRow { cells, mark });
            }
            RowKind::Group(level) => {
                open[level] = only_cell(&laid, y);
                open[level + 1..].fill(NONE);
            }
            RowKind::Below => {
                if let Some(cell) = rows.last_mut().and_then(|row| row.cells.last_mut()) {
                    *cell = only_cell(&laid, y);
                }
            }
            RowKind::Note => notes.push(laid.only_text(y).to_owned()),
            RowKind::Header | RowKind::Empty => {}
        }
    }
    let mut columns: Vec<TableColumn> = Vec::new();
    for _ in 0..groups {
        columns.push(TableColumn { role: ColumnRole::Group, ..TableColumn::default() });
    }
    for x in 0..width {
        columns.push(column(levels(&laid, header, x)));
    }
    if below {
        columns.push(column(Vec::new()));
    }
    // columns that are empty and have no name
    let text = |cell: u32| if cell == NONE { "" } else { laid.texts[cell as usize].text.as_str() };
    let mut kept = vec![false; columns.len()];
    for row in &rows {
        for (keep, &cell) in kept.iter_mut().zip(&row.cells) {
            *keep |= !text(cell).is_empty();
        }
    }
    // a header over several columns names those that are not empty
    let shared = |at: usize, other: Option<usize>| {
        let cell = |at: usize| laid.grid.at(at.checked_sub(groups)?, *header.rows.last()?);
        other.is_some_and(|other| kept.get(other) == Some(&true) && cell(at).is_some() && cell(at) == cell(other))
    };
    let named: Vec<bool> = columns
        .iter()
        .enumerate()
        .map(|(at, column)| column.label.is_some() && !shared(at, at.checked_sub(1)) && !shared(at, Some(at + 1)))
        .collect();
    for (keep, named) in kept.iter_mut().zip(named) {
        *keep |= named;
    }
    groups = kept[..groups].iter().filter(|&&keep| keep).count();
    let mut at = 0;
    columns.retain(|_| {
        at += 1;
        kept[at - 1]
    });
    if kept.contains(&false) {
        for row in &mut rows {
            let mut at = 0;
            row.cells.retain(|_| {
                at += 1;
                kept[at - 1]
            });
        }
    }
    for (at, column) in columns.iter_mut().enumerate() {
        let records = || rows.iter().filter(|row| row.mark.is_none()).map(|row| row.cells[at]);
        column.value_type = type_of(records().map(text));
        if at >= groups {
            let (mut headers, mut filled) = (0, 0);
            for cell in records().filter(|&cell| cell != NONE) {
                filled += 1;
                headers += usize::from(laid.model.cells[cell as usize].header);
            }
            if 10 * headers >= 8 * filled && headers > 0 {
                column.role = ColumnRole::Header;
            }
        }
    }
    name_all(&mut columns);
    Found {
        node: laid.model.node,
        markup: laid.model.markup,
        confidence,
        form: TableForm::Rows,
        caption,
        columns,
        rows,
        notes,
        cut: laid.grid.cut,
        cells: laid.texts,
    }
}

fn only_cell(laid: &Laid<'_>, y: usize) -> u32 {
    let filled = |&cell: &u32| cell != NONE && !laid.texts[cell as usize].text.is_empty();
    laid.grid.row(y).iter().copied().find(filled).unwrap_or(NONE)
}

fn column(levels: Vec<String>) -> TableColumn {
    let label = Some(levels.join(" ")).filter(|label| !label.is_empty());
    TableColumn { label, levels: joined_levels(levels), ..TableColumn::default() }
}

/// The name in the cell of a name, without its colon.
fn name_in(text: &str) -> &str {
    text.trim_end_matches([':', '：']).trim_end()
}

/// The texts of a table of names and values that are neither.
fn notes_of(laid: &Laid<'_>, record: &Vertical) -> Vec<String> {
    record.others.iter().map(|&y| laid.only_text(y)).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Builds a table of names and values: one record as one row, or several records with the same names, a row each.
fn record_table(laid: Laid<'_>, record: Vertical, confidence: f64) -> Found {
    if let Some(starts) = several_records(&laid, &record) {
        return stacked_table(laid, &record, &starts, confidence);
    }
    let text = |cell: u32| if cell == NONE { "" } else { laid.texts[cell as usize].text.as_str() };
    let caption = caption_of(&laid, record.title.as_slice());
    let name_of = |property: &Property| name_in(text(property.name));
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for property in &record.properties {
        *counts.entry(name_of(property)).or_default() += 1;
    }
    let mut columns: Vec<TableColumn> = record
        .properties
        .iter()
        .map(|property| {
            let name = name_of(property);
            let mut levels = vec![name.to_owned()];
            if property.section != NONE {
                levels.insert(0, text(property.section).to_owned());
            }
            TableColumn {
                // a name that occurs twice is told apart by the title above it
                label: Some(if counts[name] > 1 { levels.join(" ") } else { name.to_owned() }),
                levels: joined_levels(levels),
                value_type: type_of(std::iter::once(text(property.value))),
                ..TableColumn::default()
            }
        })
        .collect();
    name_all(&mut columns);
    let notes = notes_of(&laid, &record);
    let row = FoundRow { cells: record.properties.iter().map(|property| property.value).collect(), mark: None };
    Found {
        node: laid.model.node,
        markup: laid.model.markup,
        confidence,
        form: TableForm::Record,
        caption,
        columns,
        rows: vec![row],
        notes,
        cut: laid.grid.cut,
        cells: laid.texts,
    }
}

/// Builds a table of several records, one below the other: a column per name, and one for the titles above the records.
fn stacked_table(laid: Laid<'_>, record: &Vertical, starts: &[usize], confidence: f64) -> Found {
    let text = |cell: u32| if cell == NONE { "" } else { laid.texts[cell as usize].text.as_str() };
    let name_of = |property: &Property| name_in(text(property.name));
    let titled = record.properties.iter().any(|property| property.section != NONE);
    // what looks like the title of the whole is that of the first record where the others have one
    let title = record.title.filter(|_| titled).map_or(NONE, |y| only_cell(&laid, y));
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut columns: Vec<TableColumn> = Vec::new();
    if titled {
        columns.push(TableColumn { role: ColumnRole::Group, ..TableColumn::default() });
    }
    for property in &record.properties {
        let name = name_of(property);
        if !places.contains_key(name) {
            places.insert(name, columns.len());
            columns.push(column(vec![name.to_owned()]));
        }
    }
    let ends = starts.iter().skip(1).copied().chain([record.properties.len()]);
    let rows: Vec<FoundRow> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| {
            let mut cells = vec![NONE; columns.len()];
            for property in &record.properties[start..end] {
                let cell = &mut cells[places[name_of(property)]];
                *cell = if *cell == NONE { property.value } else { *cell };
            }
            if titled {
                let section = record.properties[start].section;
                cells[0] = if section == NONE { title } else { section };
            }
            FoundRow { cells, mark: None }
        })
        .collect();
    for (at, column) in columns.iter_mut().enumerate() {
        column.value_type = type_of(rows.iter().map(|row| text(row.cells[at])));
    }
    name_all(&mut columns);
    let notes = notes_of(&laid, record);
    let whole = record.title.filter(|_| !titled);
    Found {
        node: laid.model.node,
        markup: laid.model.markup,
        confidence,
        form: TableForm::Rows,
        caption: caption_of(&laid, whole.as_slice()),
        columns,
        rows,
        notes,
        cut: laid.grid.cut,
        cells: laid.texts,
    }
}

/// Builds a table as it is: every row and column.
fn raw_table(laid: Laid<'_>, header: &Header) -> Found {
    let mut columns: Vec<TableColumn> = (0..laid.grid.width).map(|x| column(levels(&laid, header, x))).collect();
    let rows: Vec<FoundRow> = (0..laid.grid.height)
        .map(|y| {
            let mark = match () {
                () if header.rows.contains(&y) => Some(RowMark::Header),
                () if laid.rows[y].full => Some(RowMark::Full),
                () if laid.in_foot(y) => Some(RowMark::Footer),
                () => None,
            };
            FoundRow { cells: laid.grid.row(y).to_vec(), mark }
        })
        .collect();
    for (at, column) in columns.iter_mut().enumerate() {
        let texts = rows.iter().filter(|row| row.mark.is_none()).map(|row| row.cells[at]);
        column.value_type =
            type_of(texts.map(|cell| if cell == NONE { "" } else { laid.texts[cell as usize].text.as_str() }));
    }
    name_all(&mut columns);
    Found {
        node: laid.model.node,
        markup: laid.model.markup,
        confidence: 1.0,
        form: TableForm::Rows,
        caption: caption_of(&laid, &[]),
        columns,
        rows,
        notes: Vec::new(),
        cut: laid.grid.cut,
        cells: laid.texts,
    }
}

/// Transposes a table whose columns are its records: its first column names the columns.
fn turned(found: Found) -> Found {
    let text = |cell: u32| if cell == NONE { "" } else { found.cells[cell as usize].text.as_str() };
    let mut columns: Vec<TableColumn> = found
        .rows
        .iter()
        .map(|row| TableColumn {
            value_type: type_of(row.cells.iter().skip(1).map(|&cell| text(cell))),
            ..column(
                row.cells.first().map(|&cell| text(cell).to_owned()).into_iter().filter(|t| !t.is_empty()).collect(),
            )
        })
        .collect();
    name_all(&mut columns);
    let rows = (1..found.columns.len())
        .map(|x| FoundRow { cells: found.rows.iter().map(|row| row.cells[x]).collect(), mark: None })
        .collect();
    Found { columns, rows, ..found }
}
