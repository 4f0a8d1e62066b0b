//! The content of a page as a tree: blocks and the contents of their lines, each with the node that it was read from.

use crate::dom::NodeId;

/// The content of a page, in the order in which it is read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Content {
    /// The blocks, except those of notes.
    pub blocks: Vec<Block>,
    /// The notes that marks in the text refer to, in the order of their numbers.
    pub notes: Vec<Note>,
}

/// A footnote, side note or reference. Its number is its position in [`Content::notes`], from 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// The element that it was read from.
    pub node: NodeId,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A block. Nesting is bounded in depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The node that it was read from: its element or, for a paragraph, the element around it.
    pub node: NodeId,
    /// What kind of block it is.
    pub kind: BlockKind,
}

/// The kinds of blocks.
#[derive(Clone, PartialEq, Debug)]
pub enum BlockKind {
    /// Lines of text.
    Paragraph {
        /// The contents of the lines.
        inlines: Vec<Inline>,
        /// Whether only line breaks separate it from the previous paragraph.
        after_breaks: bool,
        /// Whether the page marks it as a paragraph, so that it is set apart from its neighbours.
        apart: bool,
    },
    /// A heading.
    Heading {
        /// The level, 1 to 6.
        level: u8,
        /// Its text.
        inlines: Vec<Inline>,
    },
    /// Preformatted text, usually code.
    Code {
        /// Its language, as highlighters name it.
        language: Option<String>,
        /// Its lines, without a final line end.
        text: String,
    },
    /// A formula on lines of its own, as LaTeX.
    Math(String),
    /// A quotation.
    Quote(Vec<Block>),
    /// A callout box: a note, a tip, a warning.
    Callout(Callout),
    /// A list.
    List(List),
    /// Terms with their descriptions.
    Definitions(Vec<Definition>),
    /// A table that holds data.
    Table(Table),
    /// A picture, table or code with its caption.
    Figure {
        /// Its main content.
        blocks: Vec<Block>,
        /// The caption below or above it.
        caption: Vec<Inline>,
    },
    /// Something that a reader can expand.
    Details {
        /// The part that is always shown.
        summary: Vec<Inline>,
        /// The part that is expanded.
        blocks: Vec<Block>,
    },
    /// A line that separates two parts.
    Rule,
}

/// A callout box.
#[derive(Clone, PartialEq, Debug)]
pub struct Callout {
    /// The kind, in lower case: `note`, `tip`, `warning` …
    pub name: String,
    /// Its title, if it has one.
    pub title: Vec<Inline>,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A list.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// The number of the first item, if the list is numbered.
    pub start: Option<u32>,
    /// Its items.
    pub items: Vec<Item>,
}

/// An item of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// For a task, whether it is done.
    pub done: Option<bool>,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// Terms that share descriptions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Definition {
    /// The terms.
    pub terms: Vec<Vec<Inline>>,
    /// The descriptions.
    pub descriptions: Vec<Vec<Block>>,
}

/// A table that holds data.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Its caption.
    pub caption: Vec<Inline>,
    /// Its rows, with those of the header first.
    pub rows: Vec<Vec<Cell>>,
    /// The number of header rows.
    pub header: usize,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Whether it is a header.
    pub header: bool,
    /// The alignment of its text, if the page gives one.
    pub align: Option<Align>,
    /// The number of columns that it spans.
    pub columns: u32,
    /// The number of rows that it spans.
    pub rows: u32,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// The alignment of texts in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// To the left.
    Left,
    /// To the middle.
    Center,
    /// To the right.
    Right,
}

/// A part of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Inline {
    /// The node that it was read from.
    pub node: NodeId,
    /// What kind of part it is.
    pub kind: InlineKind,
}

/// The kinds of parts of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum InlineKind {
    /// Text with white space collapsed.
    Text(String),
    /// A line break.
    Break,
    /// Code.
    Code(String),
    /// A formula as LaTeX.
    Math(String),
    /// An image.
    Image(Image),
    /// The mark of the note with this number.
    Mark(usize),
    /// A span with a meaning of its own.
    Span(SpanKind, Vec<Inline>),
}

/// An image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// The text that replaces it where it is not shown.
    pub alt: String,
    /// Its address.
    pub address: String,
}

/// The meaning of a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpanKind {
    /// Emphasised text.
    Emphasis,
    /// Important text.
    Strong,
    /// Text that no longer applies.
    Struck,
    /// Subscript.
    Below,
    /// Superscript.
    Above,
    /// A link to an address.
    Link(String),
}
