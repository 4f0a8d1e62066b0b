//! What Markdown can say of a page.

/// A page as blocks.
#[derive(Default)]
pub(super) struct Article {
    pub(super) blocks: Vec<Block>,
    /// The spans that pieces name by their place here.
    pub(super) spans: Vec<Span>,
}

/// A block. They are nested at most [`MAX_NESTED`](super::MAX_NESTED) deep.
pub(super) enum Block {
    Paragraph {
        pieces: Vec<Piece>,
        /// Whether nothing but line breaks part it from the paragraph before.
        after_breaks: bool,
    },
    Heading {
        level: usize,
        pieces: Vec<Piece>,
    },
    Code(String),
    Quote(Vec<Block>),
    List {
        /// The number of the first item, if they have numbers.
        start: Option<usize>,
        items: Vec<Vec<Block>>,
    },
    /// Rows of cells.
    Table(Vec<Vec<Vec<Block>>>),
}

/// A piece of a line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    /// Text without white space, and the span of code that it is in.
    Text { text: String, code: Option<usize> },
    /// White space between words.
    Space { code: Option<usize> },
    /// A line break.
    Break,
    /// An image.
    Image { alt: String, address: String },
    /// A span begins.
    Open(usize),
    /// It ends.
    Close(usize),
}

/// Emphasis, a link or code.
pub(super) struct Span {
    pub(super) kind: SpanKind,
    /// In how many blocks its content is.
    pub(super) blocks: usize,
    /// The last of them.
    pub(super) last_block: usize,
}

impl Span {
    /// Whether it can be written: Markdown has no span over several blocks.
    pub(super) fn is_whole(&self) -> bool {
        self.blocks <= 1
    }
}

/// What a span is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SpanKind {
    Emphasis,
    Strong,
    Code,
    Link(String),
}
