//! What the content of a page is made of: blocks and what stands in their lines, each with the node that it was read from.

use crate::dom::NodeId;

/// The content of a page, in the order in which it is read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Content {
    /// The blocks, without those of notes.
    pub blocks: Vec<Block>,
    /// The notes that marks in the text refer to, in the order of their numbers.
    pub notes: Vec<Note>,
}

/// A footnote, side note or reference. Its number is its place in [`Content::notes`], from 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// The element that it was read from.
    pub node: NodeId,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A block. They are nested to a bounded depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The node that it was read from: its element, or of a paragraph the element around it.
    pub node: NodeId,
    /// What it is.
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Clone, PartialEq, Debug)]
pub enum BlockKind {
    /// Lines of text.
    Paragraph {
        /// What stands in them.
        inlines: Vec<Inline>,
        /// Whether nothing but line breaks part it from the paragraph before.
        after_breaks: bool,
        /// Whether the page calls it a paragraph, so that it stands apart from its neighbours.
        apart: bool,
    },
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// What it says.
        inlines: Vec<Inline>,
    },
    /// Preformatted text, mostly code.
    Code {
        /// Its language, as highlighters call it.
        language: Option<String>,
        /// Its lines, without a line end at the end.
        text: String,
    },
    /// A formula on lines of its own, as LaTeX.
    Math(String),
    /// A quotation.
    Quote(Vec<Block>),
    /// A box that stands out: a note, a tip, a warning.
    Callout(Callout),
    /// A list.
    List(List),
    /// Terms with their descriptions.
    Definitions(Vec<Definition>),
    /// A table that holds data.
    Table(Table),
    /// A picture, table or code with its caption.
    Figure {
        /// What it shows.
        blocks: Vec<Block>,
        /// What stands below or above it.
        caption: Vec<Inline>,
    },
    /// What a reader may unfold.
    Details {
        /// What is always shown.
        summary: Vec<Inline>,
        /// What is unfolded.
        blocks: Vec<Block>,
    },
    /// A line between two parts.
    Rule,
}

/// A box that stands out.
#[derive(Clone, PartialEq, Debug)]
pub struct Callout {
    /// What it is, in lower case: `note`, `tip`, `warning` …
    pub name: String,
    /// Its title, if it has one.
    pub title: Vec<Inline>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A list.
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// The number of the first item, if they have numbers.
    pub start: Option<u32>,
    /// Its items.
    pub items: Vec<Item>,
}

/// An item of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Of a task, whether it is done.
    pub done: Option<bool>,
    /// What it says.
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
    /// Its rows, those of the header first.
    pub rows: Vec<Vec<Cell>>,
    /// How many rows are the header.
    pub header: usize,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Whether it is a header.
    pub header: bool,
    /// How its text is aligned, if the page says so.
    pub align: Option<Align>,
    /// The columns that it takes.
    pub columns: u32,
    /// The rows that it takes.
    pub rows: u32,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// The sides that texts in a column are aligned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// To the left.
    Left,
    /// To the middle.
    Center,
    /// To the right.
    Right,
}

/// What stands in a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Inline {
    /// The node that it was read from.
    pub node: NodeId,
    /// What it is.
    pub kind: InlineKind,
}

/// What a part of a line is.
#[derive(Clone, PartialEq, Debug)]
pub enum InlineKind {
    /// Text, white space folded.
    Text(String),
    /// A line break.
    Break,
    /// Code.
    Code(String),
    /// A formula as LaTeX.
    Math(String),
    /// An image.
    Image(Image),
    /// The mark of the note of this number.
    Mark(usize),
    /// A part of the line with a meaning of its own.
    Span(SpanKind, Vec<Inline>),
}

/// An image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// What stands in its place where it is not shown.
    pub alt: String,
    /// Its address.
    pub address: String,
}

/// What a part of a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpanKind {
    /// It is emphasised.
    Emphasis,
    /// It is important.
    Strong,
    /// It no longer holds.
    Struck,
    /// It stands below the line.
    Below,
    /// It stands above the line.
    Above,
    /// It leads to an address.
    Link(String),
}
