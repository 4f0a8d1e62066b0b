//! Nodes of captured documents, and how the browser's answer refers to strings.

use rowsmith::dom::layout::ElementBox;
use serde_json::Value;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An element.
    Element,
    /// A text.
    Text,
    /// The document type.
    Doctype,
    /// A shadow root created by the page, whose content is shown in place of its host's.
    ShadowRoot,
    /// The document.
    Document,
    /// A comment, a pseudo-element, or the browser's own shadow tree of a control.
    Ignored,
}

/// A node of a captured document.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The name of an element or document type.
    pub(crate) name: String,
    /// The text of a text.
    pub(crate) value: String,
    /// Names and values.
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<usize>,
    /// The box, for elements and texts that have one.
    pub(crate) measured: Option<ElementBox>,
}

/// A string of the answer's table, by its index.
pub(crate) fn string_of<'a>(strings: &'a [Value], at: &Value) -> &'a str {
    at.as_u64().and_then(|at| strings.get(at as usize)).and_then(Value::as_str).unwrap_or_default()
}

/// The values that some of a document's nodes have, with the indices of these nodes.
pub(crate) fn rare(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    let list = |name: &str| value[name].as_array().map_or(&[][..], Vec::as_slice);
    list("index").iter().filter_map(|at| Some(at.as_u64()? as usize)).zip(list("value"))
}
