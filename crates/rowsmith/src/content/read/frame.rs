//! Open elements that contain blocks.

use crate::content::tree::{Align, Block, Cell, Definition, Inline};
use crate::dom::NodeId;

/// The kinds of elements that contain blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FrameKind {
    Root,
    Heading(u8),
    /// The caption of a figure or table, the summary of details, the title of a callout, the term of a definition.
    Caption,
    Summary,
    CalloutTitle,
    Term,
    Quote,
    Callout(String),
    List(Option<u32>),
    Item,
    Definitions,
    Description,
    Table,
    Row,
    Cell,
    Figure,
    Details,
}

impl FrameKind {
    /// Whether it contains one line and no blocks.
    pub(super) fn is_line(&self) -> bool {
        use FrameKind::{CalloutTitle, Caption, Heading, Summary, Term};
        matches!(self, Heading(_) | Caption | Summary | CalloutTitle | Term)
    }
}

/// An open element that contains blocks, or one line.
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) node: NodeId,
    pub(super) blocks: Vec<Block>,
    /// For a figure, table, details or callout: its caption, summary or title.
    pub(super) caption: Vec<Inline>,
    /// For a list, its items.
    pub(super) items: Vec<crate::content::tree::Item>,
    /// For an item, whether its task is done.
    pub(super) done: Option<bool>,
    /// For definitions, the entries.
    pub(super) definitions: Vec<Definition>,
    /// For a row, its cells.
    pub(super) cells: Vec<Cell>,
    /// For a table, its rows.
    pub(super) rows: Vec<Row>,
}

/// A row of a table.
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Whether it is in the table's head.
    pub(super) head: bool,
}

impl Frame {
    pub(super) fn new(kind: FrameKind, node: NodeId) -> Frame {
        Frame {
            kind,
            node,
            blocks: Vec::new(),
            caption: Vec::new(),
            items: Vec::new(),
            done: None,
            definitions: Vec::new(),
            cells: Vec::new(),
            rows: Vec::new(),
        }
    }
}

/// The alignment given by an attribute or style.
pub(super) fn side(text: &str) -> Option<Align> {
    match text.trim() {
        t if t.eq_ignore_ascii_case("left") => Some(Align::Left),
        t if t.eq_ignore_ascii_case("center") => Some(Align::Center),
        t if t.eq_ignore_ascii_case("right") => Some(Align::Right),
        _ => None,
    }
}
