//! Elements that hold blocks and are open.

use crate::content::tree::{Align, Block, Cell, Definition, Inline};
use crate::dom::NodeId;

/// What an element that holds blocks is.
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
    /// Whether it holds one line and no blocks.
    pub(super) fn is_line(&self) -> bool {
        use FrameKind::{CalloutTitle, Caption, Heading, Summary, Term};
        matches!(self, Heading(_) | Caption | Summary | CalloutTitle | Term)
    }
}

/// An element that holds blocks, or one line, and is open.
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) node: NodeId,
    pub(super) blocks: Vec<Block>,
    /// Of a figure, table, details or callout: the line that it is called by.
    pub(super) caption: Vec<Inline>,
    /// Of a list.
    pub(super) items: Vec<crate::content::tree::Item>,
    /// Of an item, whether its task is done.
    pub(super) done: Option<bool>,
    /// Of definitions.
    pub(super) definitions: Vec<Definition>,
    /// Of a row.
    pub(super) cells: Vec<Cell>,
    /// Of a table.
    pub(super) rows: Vec<Row>,
}

/// A row of a table.
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Whether it stands in the head.
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

/// The side that an attribute or style says.
pub(super) fn side(text: &str) -> Option<Align> {
    match text.trim() {
        t if t.eq_ignore_ascii_case("left") => Some(Align::Left),
        t if t.eq_ignore_ascii_case("center") => Some(Align::Center),
        t if t.eq_ignore_ascii_case("right") => Some(Align::Right),
        _ => None,
    }
}
