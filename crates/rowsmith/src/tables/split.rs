//! Tables whose headers are a table of their own above them, so that they stay while the rows are scrolled.

use crate::dom::{Document, NodeId};
use crate::tables::model::{Markup, Model, Section};

/// The most rows of a head.
const MOST_ROWS: usize = 3;
/// How far above both tables the element is that holds them.
const NEAR: usize = 4;

/// Puts the rows of tables that are only a head above those of the tables that follow them. Takes linear time.
pub(crate) fn join_heads(document: &Document, models: &mut [Model]) {
    for at in 1..models.len() {
        let (before, after) = models.split_at_mut(at);
        let (Some(head), Some(body)) = (before.last_mut(), after.first_mut()) else { continue };
        if !is_head(head) || !is_headless(body) || widest(head) != widest(body) || !are_near(document, head, body) {
            continue;
        }
        let rows = head.rows.len();
        let cells = head.cells.len() as u32;
        let group = head.rows.iter().map(|row| row.group).max().unwrap_or(0) + 1;
        for row in &mut body.rows {
            row.first += cells;
            row.end += cells;
            row.group += group;
        }
        body.cells.splice(0..0, std::mem::take(&mut head.cells));
        body.rows.splice(0..0, std::mem::take(&mut head.rows));
        for row in &mut body.rows[..rows] {
            row.section = Section::Head;
        }
        body.caption = body.caption.or(head.caption);
    }
}

/// Whether a table has nothing but headers.
fn is_head(model: &Model) -> bool {
    model.markup == Markup::Html
        && (1..=MOST_ROWS).contains(&model.rows.len())
        && model.nested.is_empty()
        && model.cells.len() > 1
        && (model.rows.iter().all(|row| row.section == Section::Head) || model.cells.iter().all(|cell| cell.header))
}

/// Whether a table has rows and no headers of columns.
fn is_headless(model: &Model) -> bool {
    let Some(first) = model.rows.first() else { return false };
    let cells = model.cells.get(first.first as usize..first.end as usize).unwrap_or_default();
    model.markup == Markup::Html
        && model.rows.iter().all(|row| row.section != Section::Head)
        && !cells.iter().skip(1).any(|cell| cell.header)
}

/// The number of columns of the widest row.
fn widest(model: &Model) -> u32 {
    let width = |first: u32, end: u32| model.cells[first as usize..end as usize].iter().map(|cell| cell.colspan).sum();
    model.rows.iter().map(|row| width(row.first, row.end)).max().unwrap_or(0)
}

/// Whether nothing is between two tables, and a box holds both.
fn are_near(document: &Document, head: &Model, body: &Model) -> bool {
    let end = document.end(head.node);
    let around = |node: NodeId| document.ancestors(node).skip(1).take(NEAR);
    end <= body.node
        && document.raw_text_between(end, body.node).trim().is_empty()
        && around(head.node).any(|outer| around(body.node).any(|other| other == outer))
}
