//! Converts the browser's capture of a document (`DOMSnapshot.captureSnapshot`) to a tree of our own, with a box for
//! each element.
//!
//! The browser itself provides it: no script runs in the page, so no page notices, and none can interfere.

use std::collections::HashMap;

use rowsmith::dom::layout::ElementBox;
use serde_json::Value;

use crate::RenderError;
use crate::frames::Frames;
use crate::nodes::{Kind, Node, rare, string_of};

/// The computed styles that are requested, in this order; the last four say where a frame's page begins.
pub(crate) const STYLES: [&str; 9] = [
    "visibility",
    "opacity",
    "overflow-x",
    "overflow-y",
    "font-size",
    "border-left-width",
    "border-top-width",
    "padding-left",
    "padding-top",
];

/// A captured document; the first node is the document.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub(crate) nodes: Vec<Node>,
}

impl Captured {
    /// Turns an element into a `<style>` with this text.
    fn keep_style(&mut self, at: usize, text: &str) {
        let behind = self.nodes.len();
        let node = &mut self.nodes[at];
        if !matches!(&*node.name, "link" | "style") {
            return;
        }
        node.name = "style".to_owned();
        node.attributes.retain(|(name, _)| matches!(&**name, "media" | "id" | "class"));
        node.children = vec![behind];
        // the text must not end the element
        let (value, attributes) = (text.replace("</", "<\\/"), Vec::new());
        let (kind, name, children) = (Kind::Text, String::new(), Vec::new());
        self.nodes.push(Node { kind, name, value, attributes, children, measured: None });
    }
}

/// An array of a captured document.
fn numbers<'a>(value: &'a Value, name: &str) -> Result<&'a Vec<Value>, RenderError> {
    value[name].as_array().ok_or_else(|| RenderError::Protocol(format!("no {name} in the captured document")))
}

/// Parses the browser's answer. Takes linear time. `styles` has the style sheets by the browser's number of the element
/// that includes them, which becomes a `<style>`. Frames of the page's own site are written in their place
/// ([`Frames`]).
pub(crate) fn captured(answer: &Value, styles: &HashMap<u64, String>) -> Result<Captured, RenderError> {
    let strings = numbers(answer, "strings")?;
    let mut captured = Captured { nodes: Vec::new() };
    let mut conceals = Vec::new();
    let mut frames = Frames::of(answer, strings);
    let documents = answer["documents"].as_array().map_or(&[][..], Vec::as_slice);
    for (number, document) in documents.iter().enumerate() {
        let first = captured.nodes.len();
        let Some(frame) = frames.begin(number, document, &captured.nodes) else { continue };
        read(&mut captured.nodes, &document["nodes"], strings)?;
        frames.note_frames(document, number, first);
        conceals.resize(captured.nodes.len(), false);
        measure(&mut captured.nodes[first..], &mut conceals[first..], frame.origin, &document["layout"], strings)?;
        if let Some(element) = frame.element {
            frames.put(&mut captured.nodes, element, first, number);
        }
    }
    if captured.nodes.is_empty() {
        return Err(RenderError::Protocol("no document was captured".to_owned()));
    }
    see(&mut captured.nodes, conceals);
    keep_styles(&mut captured, &answer["documents"][0]["nodes"], styles);
    Ok(captured)
}

/// Adds the nodes of a document.
fn read(out: &mut Vec<Node>, nodes: &Value, strings: &[Value]) -> Result<(), RenderError> {
    let string = |at: &Value| string_of(strings, at);
    let (parents, types) = (numbers(nodes, "parentIndex")?, numbers(nodes, "nodeType")?);
    let (names, values) = (numbers(nodes, "nodeName")?, numbers(nodes, "nodeValue")?);
    let attributes = numbers(nodes, "attributes")?;
    let mut shadows = vec![""; parents.len()];
    for (at, kind) in rare(&nodes["shadowRootType"]) {
        if let Some(place) = shadows.get_mut(at) {
            *place = string(kind);
        }
    }
    let first = out.len();
    for (at, parent) in parents.iter().enumerate() {
        let name = names.get(at).map(string).unwrap_or_default();
        let kind = match types.get(at).and_then(Value::as_u64) {
            // ::before and the like have two colons
            Some(1) if !name.starts_with(':') => Kind::Element,
            Some(3 | 4) => Kind::Text,
            Some(9) => Kind::Document,
            Some(10) => Kind::Doctype,
            Some(11) if matches!(shadows[at], "open" | "closed") => Kind::ShadowRoot,
            _ => Kind::Ignored,
        };
        // HTML's own elements have upper-case names
        let upper = kind == Kind::Element && !name.bytes().any(|b| b.is_ascii_lowercase());
        let name = if upper { name.to_ascii_lowercase() } else { name.to_owned() };
        let value = values.get(at).map(string).filter(|_| kind == Kind::Text).unwrap_or_default().to_owned();
        let pairs = attributes.get(at).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let pairs = pairs.chunks_exact(2).map(|pair| (string(&pair[0]).to_owned(), string(&pair[1]).to_owned()));
        let node = Node { kind, name, value, attributes: pairs.collect(), children: Vec::new(), measured: None };
        if let Some(parent) = parent.as_u64().and_then(|parent| out.get_mut(first + parent as usize)) {
            parent.children.push(first + at);
        }
        out.push(node);
    }
    Ok(())
}

/// Puts the style sheets of the page into the elements that include them.
fn keep_styles(captured: &mut Captured, nodes: &Value, styles: &HashMap<u64, String>) {
    let Some(numbers) = nodes["backendNodeId"].as_array() else { return };
    for (at, number) in numbers.iter().enumerate().take(captured.nodes.len()) {
        if let Some(text) = number.as_u64().and_then(|number| styles.get(&number)) {
            captured.keep_style(at, text);
        }
    }
}

/// Assigns the boxes of a document that begins at `origin` to its nodes, and says which nodes conceal their content.
fn measure(
    nodes: &mut [Node],
    conceals: &mut [bool],
    origin: (f64, f64),
    layout: &Value,
    strings: &[Value],
) -> Result<(), RenderError> {
    let (indices, styles, bounds) =
        (numbers(layout, "nodeIndex")?, numbers(layout, "styles")?, numbers(layout, "bounds")?);
    for ((index, styles), bounds) in indices.iter().zip(styles).zip(bounds) {
        let (Some(index), Some(bounds)) = (index.as_u64().map(|at| at as usize), bounds.as_array()) else { continue };
        let Some(node) = nodes.get_mut(index) else { continue };
        let edge = |at: usize| bounds.get(at).and_then(Value::as_f64).unwrap_or_default();
        let round = |edge: f64| edge.round().clamp(-1e9, 1e9) as i32;
        let (left, top) = (edge(0) + origin.0, edge(1) + origin.1);
        // edges are rounded rather than sizes, so that boxes within others stay so
        let (x, y) = (round(left), round(top));
        let (width, height) = (round(left + edge(2)) - x, round(top + edge(3)) - y);
        let style = |at: usize| styles.get(at).map_or("", |at| string_of(strings, at));
        let transparent = style(1).parse().is_ok_and(|opacity: f64| opacity <= 0.0);
        let cuts = |at: usize| !matches!(style(at), "visible" | "");
        conceals[index] = transparent || (width <= 1 || height <= 1) && cuts(2) && cuts(3);
        let font_size = style(4).trim_end_matches("px").parse().unwrap_or_default();
        let on_page = width > 0 && height > 0 && x.saturating_add(width) > 0 && y.saturating_add(height) > 0;
        let visible = on_page && !matches!(style(0), "hidden" | "collapse");
        node.measured = Some(ElementBox { x, y, width, height, visible, font_size });
    }
    Ok(())
}

/// Determines which elements are visible.
///
/// An element is visible if it has some area that is not left of or above the page, is not hidden or transparent, and
/// is not inside anything that is transparent or clips its content to almost nothing; or if something inside it is
/// visible. What a carousel has scrolled away counts as visible. An element without a box of its own has the one around
/// its children's (`display: contents`).
fn see(nodes: &mut [Node], mut conceals: Vec<bool>) {
    // from the root down, what conceals its content
    for at in 0..nodes.len() {
        if conceals[at] {
            if let Some(measured) = &mut nodes[at].measured {
                measured.visible = false;
            }
            for child in 0..nodes[at].children.len() {
                conceals[nodes[at].children[child]] = true;
            }
        }
    }
    // from the leaves up, what is visible in it
    for at in (0..nodes.len()).rev() {
        let mut inner = nodes[at].children.iter().filter_map(|&child| nodes[child].measured).filter(|b| b.visible);
        let first = inner.next();
        let around = first.map(|first| inner.fold(first, |all, b| all.around(&b)));
        let node = &mut nodes[at];
        match &mut node.measured {
            Some(own) => own.visible |= around.is_some(),
            None if matches!(node.kind, Kind::Element | Kind::ShadowRoot) => node.measured = around,
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A document whose elements form a chain, each with style and bounds.
    fn chain(elements: &[(&str, [&str; 5], [f64; 4])]) -> Vec<Option<ElementBox>> {
        let mut strings = vec![String::new()];
        let mut number = |text: &str| {
            strings.push(text.to_owned());
            strings.len() - 1
        };
        let count = elements.len();
        let names: Vec<usize> = std::iter::once(0).chain(elements.iter().map(|e| number(e.0))).collect();
        let styles: Vec<Vec<usize>> = elements.iter().map(|e| e.1.iter().map(|s| number(s)).collect()).collect();
        let parents: Vec<i64> = (0..=count as i64).map(|at| at - 1).collect();
        let types: Vec<u32> = (0..=count).map(|at| if at == 0 { 9 } else { 1 }).collect();
        let answer = json!({
            "strings": strings,
            "documents": [{
                "nodes": {
                    "parentIndex": parents, "nodeType": types, "nodeName": names,
                    "nodeValue": vec![-1; count + 1], "attributes": vec![Vec::<u32>::new(); count + 1],
                },
                "layout": {
                    "nodeIndex": (1..=count).collect::<Vec<_>>(), "styles": styles,
                    "bounds": elements.iter().map(|e| e.2).collect::<Vec<_>>(),
                },
            }],
        });
        captured(&answer, &HashMap::new()).unwrap().nodes[1..].iter().map(|node| node.measured).collect()
    }

    const PLAIN: [&str; 5] = ["visible", "1", "visible", "visible", "16px"];

    #[test]
    fn what_can_be_seen() {
        let seen = |elements: &[_]| -> Vec<bool> { chain(elements).iter().map(|b| b.unwrap().visible).collect() };
        let area = [0.0, 0.0, 10.0, 10.0];
        assert_eq!(seen(&[("DIV", PLAIN, area)]), [true]);
        let with = |at: usize, value: &'static str| {
            let mut style = PLAIN;
            style[at] = value;
            style
        };
        assert_eq!(seen(&[("DIV", with(0, "hidden"), area), ("P", PLAIN, area)]), [true, true], "shown again inside");
        assert_eq!(seen(&[("DIV", with(1, "0"), area), ("P", PLAIN, area)]), [false, false]);
        assert_eq!(seen(&[("DIV", PLAIN, [0.0, 0.0, 10.0, 0.0]), ("P", PLAIN, area)]), [true, true], "it only floats");
        let mut closed = with(2, "hidden");
        closed[3] = "hidden";
        assert_eq!(seen(&[("DIV", closed, [0.0, 0.0, 10.0, 0.0]), ("P", PLAIN, area)]), [false, false]);
        assert_eq!(seen(&[("DIV", PLAIN, [-9999.0, 0.0, 10.0, 10.0])]), [false]);
    }

    #[test]
    fn rounded_boxes_stay_within_one_another() {
        let boxes = chain(&[("DIV", PLAIN, [0.4, 0.0, 10.2, 10.0]), ("P", PLAIN, [0.5, 0.0, 10.1, 9.6])]);
        assert!(boxes[0].unwrap().contains(&boxes[1].unwrap()), "{boxes:?}");
        assert_eq!(boxes[1].unwrap().width, 10);
    }

    #[test]
    fn what_is_no_document_is_an_error() {
        assert!(captured(&json!({"strings": []}), &HashMap::new()).is_err());
        assert!(captured(&json!(null), &HashMap::new()).is_err());
    }
}
