//! Pages within the page: inserts the documents of frames in place of the frames.
//!
//! Parsers treat the content of an `<iframe>` as text. So a frame becomes a `<div>` with its address in [`FRAME`],
//! which contains the frame's body, also as a `<div>`. Its scripts and styles, made for another page, are left out, its
//! links are made absolute, and its boxes are moved to where the frame shows them.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::local;
use crate::nodes::{Kind, Node, rare, string_of};

/// The attribute with the address of a frame's page.
const FRAME: &str = "data-rowsmith-frame";
/// Attributes that are addresses.
const ADDRESSES: [&str; 6] = ["href", "src", "action", "poster", "data-src", "data-href"];
/// Attributes of a frame that its replacement keeps.
const KEPT: [&str; 4] = ["id", "class", "title", "name"];

/// The place of a document.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Place {
    /// The element of the frame; `None` for the page itself.
    pub(crate) element: Option<usize>,
    /// Where its upper left corner is on the page, in CSS pixels.
    pub(crate) origin: (f64, f64),
}

/// The frames of a page whose documents were captured with it: those of the page's own site, since whether the browser
/// also captures others depends on how many processes it uses.
pub(crate) struct Frames<'a> {
    strings: &'a [Value],
    /// The address of the page.
    page: Option<Url>,
    /// By the number of the document, the element of each frame, and the offset at which the document begins within it.
    elements: HashMap<usize, Place>,
    /// By the number of the document, the base address of its links.
    bases: HashMap<usize, Option<Url>>,
}

impl<'a> Frames<'a> {
    pub(crate) fn of(answer: &Value, strings: &'a [Value]) -> Frames<'a> {
        let page = Url::parse(string_of(strings, &answer["documents"][0]["documentURL"])).ok();
        Frames { strings, page, elements: HashMap::new(), bases: HashMap::new() }
    }

    /// The place of a document, if it is to be read: the page itself, and documents of its own site in visible frames.
    pub(crate) fn begin(&mut self, number: usize, document: &Value, nodes: &[Node]) -> Option<Place> {
        let address = |name: &str| Url::parse(string_of(self.strings, &document[name])).ok();
        self.bases.insert(number, address("baseURL"));
        if number == 0 {
            return Some(Place::default());
        }
        let frame = *self.elements.get(&number)?;
        let shown = nodes.get(frame.element?)?.measured.filter(|b| b.visible && b.width > 1 && b.height > 1)?;
        if !self.is_own(&address("documentURL")?) {
            return None;
        }
        let scrolled = |name: &str| document[name].as_f64().unwrap_or_default();
        let x = f64::from(shown.x) + frame.origin.0 - scrolled("scrollOffsetX");
        let y = f64::from(shown.y) + frame.origin.1 - scrolled("scrollOffsetY");
        Some(Place { element: frame.element, origin: (x, y) })
    }

    /// Whether a frame shows a page of this site, or one written by this page itself.
    fn is_own(&self, address: &Url) -> bool {
        let Some(page) = &self.page else { return false };
        match address.scheme() {
            "about" => true,
            _ => address.origin() == page.origin(),
        }
    }

    /// Takes note of the frames in a document whose nodes begin at `first`.
    pub(crate) fn note_frames(&mut self, document: &Value, number: usize, first: usize) {
        let inside: HashMap<usize, (f64, f64)> = self.insides(&document["layout"]);
        for (at, inner) in rare(&document["nodes"]["contentDocumentIndex"]) {
            // a frame comes after the document that contains it, so all nodes come after their parents
            let inner = inner.as_u64().map(|inner| inner as usize).filter(|&inner| inner > number);
            if let (Some(inner), Some(&origin)) = (inner, inside.get(&at)) {
                self.elements.insert(inner, Place { element: Some(first + at), origin });
            }
        }
    }

    /// By node with a box, the offset of its content within it: border and padding.
    fn insides(&self, layout: &Value) -> HashMap<usize, (f64, f64)> {
        let list = |name: &str| layout[name].as_array().map_or(&[][..], Vec::as_slice);
        let rows = list("nodeIndex").iter().zip(list("styles"));
        let width = |styles: &Value, at: usize| -> f64 {
            string_of(self.strings, &styles[at]).trim_end_matches("px").parse().unwrap_or_default()
        };
        let inside = |styles: &Value| (width(styles, 5) + width(styles, 7), width(styles, 6) + width(styles, 8));
        rows.filter_map(|(at, styles)| Some((at.as_u64()? as usize, inside(styles)))).collect()
    }

    /// Inserts the document whose nodes begin at `first` into the element of its frame.
    pub(crate) fn put(&self, nodes: &mut [Node], element: usize, first: usize, number: usize) {
        let is = |node: &Node, name: &str| node.kind == Kind::Element && node.name == name;
        let Some(body) = (first..nodes.len()).find(|&at| is(&nodes[at], "body")) else { return };
        if !is(&nodes[element], "iframe") {
            return;
        }
        for node in &mut nodes[first..] {
            if matches!(&*node.name, "script" | "style" | "link" | "meta" | "base" | "title") {
                node.kind = Kind::Ignored;
            }
            if let Some(Some(base)) = self.bases.get(&number)
                && node.kind == Kind::Element
            {
                make_absolute(node, base);
            }
        }
        nodes[body].name = "div".to_owned();
        let frame = &mut nodes[element];
        frame.name = "div".to_owned();
        let source = frame.attributes.iter().find(|(name, _)| name == "src").map(|(_, src)| src.clone());
        frame.attributes.retain(|(name, _)| KEPT.contains(&&**name));
        frame.attributes.push((FRAME.to_owned(), source.unwrap_or_default()));
        frame.children = vec![body];
    }
}

/// Makes the addresses of an element absolute.
fn make_absolute(node: &mut Node, base: &Url) {
    for (name, value) in &mut node.attributes {
        if ADDRESSES.contains(&&**name) {
            if let Ok(url) = base.join(value.trim()) {
                *value = local::seen_from_page(url);
            }
        } else if matches!(&**name, "srcset" | "data-srcset") {
            let one = |candidate: &str| -> String {
                let (address, size) = candidate.trim().split_once(' ').unwrap_or((candidate.trim(), ""));
                let address = base.join(address).map_or(address.to_owned(), local::seen_from_page);
                format!("{address} {size}").trim_end().to_owned()
            };
            // a comma within an address is not followed by a space
            *value = value.split(", ").map(one).collect::<Vec<_>>().join(", ");
        }
    }
}
