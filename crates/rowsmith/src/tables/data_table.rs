//! Which tables hold data, and which are only used for layout.

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::recognize::{ValueType, value_type};
use crate::tables::header::Header;
use crate::tables::layout::{Laid, SMALL_NESTED};
use crate::tables::model::{Markup, Model};
use crate::tables::rows::RowKind;

/// Whether a table cannot hold data, whatever its cells say. Takes constant time, plus a walk over the ancestors.
pub(crate) fn ruled_out(document: &Document, model: &Model) -> bool {
    if let Some(role) = document.attr(model.node, AttrName::ROLE)
        && matches!(role.trim(), "presentation" | "none" | "navigation")
    {
        return true;
    }
    if document.attr_named(model.node, "datatable") == Some("0") {
        return true;
    }
    let classed = |id: NodeId| {
        document.attr(id, AttrName::CLASS).is_some_and(|class| class.split_ascii_whitespace().any(|c| c == "navbox"))
    };
    if document
        .ancestors(model.node)
        .any(|a| document.tag(a) == Tag::NAV || document.attr(a, AttrName::ROLE) == Some("navigation") || classed(a))
    {
        return true;
    }
    // a table that consists mostly of other tables only arranges them
    let own = document.end(model.node).0 - model.node.0;
    let nested: u32 = model.nested.iter().map(|&n| document.end(n).0 - n.0).sum();
    2 * nested > own && !holds_small(document, model)
}

/// Whether a table below headers of its own has small tables in its cells, which are values of its records.
fn holds_small(document: &Document, model: &Model) -> bool {
    let small = |&nested: &NodeId| document.end(nested).0 - nested.0 <= SMALL_NESTED;
    let first = model.rows.first().map_or(0..0, |row| row.first as usize..row.end as usize);
    first.len() >= 2 && model.cells[first].iter().all(|cell| cell.header) && model.nested.iter().all(small)
}

/// Indications for and against a data table.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    records: usize,
    /// Columns with a text in at least a third of the records.
    columns: usize,
    cells: usize,
    /// The average length of a cell's text in bytes.
    length: usize,
    /// Cells with several blocks or with a very long text.
    heavy: usize,
    /// Cells with many links.
    menus: usize,
    controls: usize,
    /// The number of bytes of the texts, and of those that are links.
    bytes: usize,
    linked: usize,
    /// Records that begin with a header.
    row_headed: usize,
    /// Columns of numbers, dates or prices.
    typed: usize,
}

/// The confidence that a table with these rows holds data; `None` if it does not.
pub(crate) fn confidence(laid: &Laid<'_>, header: &Header, kinds: &[RowKind], by_markup: bool) -> Option<f64> {
    let signs = signs(laid, header, kinds);
    let Signs { records, columns, cells, .. } = signs;
    if records == 0 || cells == 0 {
        return None;
    }
    // a table with tables in every other record only arranges those
    if 2 * laid.model.nested.len() >= records && !holds_small(laid.document, laid.model) {
        return None;
    }
    if is_calendar(laid, header) {
        return None;
    }
    // cells that hold whole posts, menus or forms
    if 3 * signs.heavy > cells || 3 * signs.menus > cells || 2 * signs.controls > cells {
        return None;
    }
    let declared = laid.model.caption.is_some() || laid.model.markup == Markup::Roles;
    if by_markup && !header.rows.is_empty() {
        let named = header.rows.iter().any(|&y| laid.rows[y].filled > 1);
        let wide = columns >= 2 || columns == 1 && named || columns == 1 && records >= 2 && laid.grid.width == 1;
        return wide.then_some(match (declared, records) {
            (true, _) => 0.99,
            (_, 1) => 0.8,
            _ => 0.95,
        });
    }
    if columns < 2 || records < 2 {
        return None;
    }
    // only links: a menu
    if header.rows.is_empty() && signs.typed == 0 && 10 * signs.linked >= 8 * signs.bytes {
        return None;
    }
    if header.rows.is_empty() && 10 * signs.row_headed >= 8 * records.min(SAMPLE) {
        return Some(0.85);
    }
    let plain = signs.length <= 80 && 6 * signs.heavy <= cells && 4 * signs.controls <= cells;
    if declared {
        return Some(0.9);
    }
    if !header.rows.is_empty() && plain {
        return Some(if signs.typed > 0 { 0.85 } else { 0.7 });
    }
    // long texts beside columns of dates and numbers: registers
    if !header.rows.is_empty() && records >= 3 && 2 * signs.typed >= columns && 4 * signs.controls <= cells {
        return Some(0.7);
    }
    (records >= 3 && plain && (columns >= 3 && signs.typed >= 1 || columns >= 2 && 2 * signs.typed >= columns))
        .then_some(0.6)
}

/// The least number of days that a calendar shows.
const LEAST_DAYS: usize = 20;

/// Whether the cells below the headers are the days of a month: they count up, cell by cell, to 31 at most.
fn is_calendar(laid: &Laid<'_>, header: &Header) -> bool {
    if !(6..=9).contains(&laid.grid.width) || laid.grid.height > header.end + 8 {
        return false;
    }
    let rows = header.end..laid.grid.height;
    let texts = rows.flat_map(|y| (0..laid.grid.width).map(move |x| laid.text(x, y))).filter(|text| !text.is_empty());
    let (mut cells, mut days, mut next) = (0, 0, 0);
    let mut last = None;
    for text in texts {
        cells += 1;
        let leading: String = text.chars().take_while(char::is_ascii_digit).collect();
        let Some(day) = leading.parse::<u32>().ok().filter(|day| (1..=31).contains(day)) else { continue };
        days += 1;
        next += usize::from(last.is_none_or(|last| day == last + 1 || day == 1 && last >= 28));
        last = Some(day);
    }
    days >= LEAST_DAYS && 10 * next >= 9 * days && 10 * days >= 8 * cells
}

/// The confidence that a table which reads as one record holds data.
pub(crate) fn record_confidence(laid: &Laid<'_>, properties: usize) -> Option<f64> {
    let texts = || laid.texts.iter().filter(|text| !text.text.is_empty());
    let cells = texts().count();
    let heavy = texts().filter(|text| text.blocks > 6 || text.text.len() > 600).count();
    let controls: u32 = laid.texts.iter().map(|text| text.controls).sum();
    let menus = texts().filter(|text| text.links.len() > 8 && 10 * text.linked > 8 * text.text.len()).count();
    if 4 * heavy > cells || 2 * controls as usize > properties || 4 * menus > cells {
        return None;
    }
    let marked = laid.rows.iter().any(|row| row.headers > 0 && !row.full);
    Some(if marked { 0.9 } else { 0.7 })
}

/// The number of records that are looked at.
const SAMPLE: usize = 200;

fn signs(laid: &Laid<'_>, header: &Header, kinds: &[RowKind]) -> Signs {
    let is_record = |kind: &RowKind| matches!(kind, RowKind::Record(_));
    let mut signs = Signs { records: kinds.iter().filter(|kind| is_record(kind)).count(), ..Signs::default() };
    let rows = kinds.iter().enumerate().filter(|(_, kind)| is_record(kind)).map(|(at, _)| header.end + at);
    let mut filled = vec![0; laid.grid.width];
    let mut typed = vec![0; laid.grid.width];
    let mut looked_at = 0;
    for y in rows.take(SAMPLE) {
        looked_at += 1;
        signs.row_headed += usize::from(laid.cell(0, y).is_some_and(|cell| cell.header));
        let mut last = None;
        for x in 0..laid.grid.width {
            let Some(at) = laid.grid.at(x, y).filter(|&at| last != Some(at)) else { continue };
            last = Some(at);
            let text = &laid.texts[at];
            if laid.grid.placed[at].y as usize == y {
                signs.controls += text.controls as usize;
            }
            if text.text.is_empty() {
                filled[x] += usize::from(!text.images.is_empty());
                continue;
            }
            filled[x] += 1;
            typed[x] += usize::from(value_type(&text.text) != ValueType::Text);
            signs.cells += 1;
            signs.bytes += text.text.len();
            signs.linked += text.linked;
            signs.heavy += usize::from(text.blocks > 4 || text.text.len() > 700);
            signs.menus += usize::from(text.links.len() > 6 && 10 * text.linked > 8 * text.text.len());
        }
    }
    signs.columns = filled.iter().filter(|&&count| 3 * count >= looked_at && count > 0).count();
    signs.typed = typed.iter().zip(&filled).filter(|&(&t, &f)| f > 1 && 10 * t >= 7 * f).count();
    signs.length = signs.bytes / signs.cells.max(1);
    signs
}
