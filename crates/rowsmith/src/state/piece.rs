//! Pieces of state: the data in one script, or in one kind of attribute.

use crate::declared::Data;
use crate::dom::{Document, NodeId};

/// The form in which a page holds a piece of state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A script of JSON-LD.
    JsonLd,
    /// A script of JSON.
    Json,
    /// A value that a script assigns, or passes to a function.
    Literal,
    /// The stream of React's server components.
    Flight,
    /// Values that refer to each other by number.
    Indexed,
    /// A function that is called where it is defined.
    Function,
    /// Attributes of elements.
    Attribute,
}

/// A piece of state.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    pub(crate) form: Form,
    /// The page's name for it, with which the paths of everything in it begin.
    pub(crate) name: String,
    /// The script that contains it or its beginning; the document if several elements do.
    pub(crate) node: NodeId,
    pub(crate) data: Data,
}

impl Piece {
    pub(crate) fn new(form: Form, name: impl Into<String>, data: Data) -> Piece {
        Piece { form, name: name.into(), node: Document::ROOT, data }
    }
}

/// All state of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Pieces {
    pub(crate) list: Vec<Piece>,
    /// Whether a limit was exceeded and something was left out.
    pub(crate) cut: bool,
}
