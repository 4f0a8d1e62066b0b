//! Pieces of state: what one script, or one kind of attribute, holds.

use crate::declared::Data;
use crate::dom::{Document, NodeId};

/// In which way a page holds a piece of state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A script of JSON-LD.
    JsonLd,
    /// A script of JSON.
    Json,
    /// What a script assigns, or gives to a function.
    Literal,
    /// What React's server components are made of.
    Flight,
    /// Values that name each other by their numbers.
    Indexed,
    /// A function that is called where it is written.
    Function,
    /// Attributes of elements.
    Attribute,
}

/// A piece of state.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    pub(crate) form: Form,
    /// What the page calls it: the beginning of the paths of all that is in it.
    pub(crate) name: String,
    /// The script that holds it, or its beginning; the document where several elements do.
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
    /// A bound was passed, and something was left out.
    pub(crate) cut: bool,
}
