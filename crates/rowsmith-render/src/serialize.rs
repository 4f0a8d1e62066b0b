//! A captured document as HTML, following the serialisation algorithm of the HTML standard, with shadow trees where
//! they are shown.

use std::fmt::Write;

use rowsmith::dom;
use rowsmith::dom::layout::{ElementBox, Snapshot};
use rowsmith::dom::{Document, NodeId};

use crate::capture::Captured;
use crate::nodes::{Kind, Node};
use crate::{Options, RenderError};

/// The attribute that maps our parser's elements to the browser's.
const MARK: &str = "data-rowsmith-box";

/// What the HTML standard writes as references in the content of an element.
const IN_CONTENT: &str = "&<>\u{a0}";

/// What the HTML standard writes as references in the value of an attribute.
const IN_ATTRIBUTE: &str = "&<>\"\u{a0}";

/// The HTML of a captured document, in UTF-8 with a byte order mark, and the layout for what our parser makes of it.
///
/// The same HTML is written with a mark on every element and parsed. Whatever the parser does with markup that only
/// scripts can create (such as a link within a link), the marks say which box belongs to an element.
///
/// # Errors
/// [`RenderError::TooLarge`], or [`RenderError::Protocol`] if nothing is left.
pub(crate) fn serialized(captured: &Captured, options: &Options) -> Result<(Vec<u8>, Snapshot), RenderError> {
    let parsed = |html: &str| -> Result<Document, RenderError> {
        dom::parse(html.as_bytes(), &Default::default()).map_err(|error| RenderError::Protocol(error.to_string()))
    };
    let (viewport, max_bytes) = (options.viewport, options.max_bytes);
    let plain = html(captured, false, options.scripts);
    if plain.len() > max_bytes {
        return Err(RenderError::TooLarge(max_bytes));
    }
    let marked = parsed(&html(captured, true, options.scripts))?;
    let document = parsed(&plain)?;
    let snapshot = Snapshot::of(&document, boxes(captured, &marked), viewport);
    if snapshot.fingerprint != Snapshot::of(&marked, Vec::new(), viewport).fingerprint {
        return Err(RenderError::Protocol("marks change the document".to_owned()));
    }
    Ok((plain.into_bytes(), snapshot))
}

/// For each element of the parsed document, the box of the captured element with its mark.
fn boxes(captured: &Captured, marked: &Document) -> Vec<Option<ElementBox>> {
    let elements = marked.nodes().filter(|&id| !marked.is_text(id));
    let measured = |id: NodeId| -> Option<ElementBox> {
        let at: usize = marked.attr_named(id, MARK)?.parse().ok()?;
        captured.nodes.get(at)?.measured
    };
    elements.map(measured).collect()
}

/// What remains to be written.
enum Step<'a> {
    Open(usize),
    Close(&'a str),
}

fn html(captured: &Captured, marks: bool, scripts: bool) -> String {
    let mut out = String::from("\u{feff}");
    let nodes = &captured.nodes;
    let mut steps: Vec<Step<'_>> = match nodes.first() {
        Some(root) => root.children.iter().rev().map(|&child| Step::Open(child)).collect(),
        None => Vec::new(),
    };
    let mut slots = Slots::of(nodes);
    while let Some(step) = steps.pop() {
        let at = match step {
            Step::Close(name) => {
                let _ = write!(out, "</{name}>");
                continue;
            }
            Step::Open(at) => at,
        };
        let node = &nodes[at];
        match node.kind {
            Kind::Doctype => {
                let _ = write!(out, "<!DOCTYPE {}>", node.name);
            }
            Kind::Text => dom::escape(&node.value, IN_CONTENT, &mut out),
            Kind::Element => {
                open(node, marks.then_some(at), &mut out);
                if is_void(&node.name) {
                    continue;
                }
                if is_raw(&node.name, scripts) {
                    for &child in &node.children {
                        out.push_str(&nodes[child].value);
                    }
                    let _ = write!(out, "</{}>", node.name);
                    continue;
                }
                steps.push(Step::Close(&node.name));
                if node.name == "template" {
                    continue;
                }
                let first = node.children.first().map(|&child| &nodes[child]);
                if matches!(&*node.name, "pre" | "textarea" | "listing")
                    && first.is_some_and(|text| text.kind == Kind::Text && text.value.starts_with('\n'))
                {
                    out.push('\n');
                }
                let shadow = node.children.iter().find(|&&child| nodes[child].kind == Kind::ShadowRoot);
                let assigned = if node.name == "slot" { slots.take(nodes, at) } else { Vec::new() };
                let children = match shadow {
                    Some(&shadow) => &nodes[shadow].children,
                    None if !assigned.is_empty() => &assigned,
                    None => &node.children,
                };
                steps.extend(children.iter().rev().map(|&child| Step::Open(child)));
            }
            Kind::ShadowRoot | Kind::Document | Kind::Ignored => {}
        }
    }
    out
}

/// What the slots of shadow trees show.
struct Slots {
    /// For each node, the host of the shadow tree that contains it.
    hosts: Vec<Option<usize>>,
    /// For each node, whether a slot shows it. Each is shown once.
    taken: Vec<bool>,
}

impl Slots {
    fn of(nodes: &[Node]) -> Slots {
        let mut hosts = vec![None; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            // children come after their parents; a shadow root represents its host
            for &child in &node.children {
                hosts[child] = if nodes[child].kind == Kind::ShadowRoot { Some(at) } else { hosts[at] };
            }
        }
        Slots { hosts, taken: vec![false; nodes.len()] }
    }

    /// The children of its host that a slot shows.
    fn take(&mut self, nodes: &[Node], slot: usize) -> Vec<usize> {
        let Some(host) = self.hosts[slot] else { return Vec::new() };
        let attribute = |node: usize, name: &str| -> &str {
            let found = nodes[node].attributes.iter().find(|(own, _)| own == name);
            found.map_or("", |(_, value)| value)
        };
        let name = attribute(slot, "name");
        let shown = |&child: &usize| match nodes[child].kind {
            Kind::Element => attribute(child, "slot") == name,
            Kind::Text => name.is_empty(),
            _ => false,
        };
        let found = nodes[host].children.iter().copied().filter(shown);
        found.filter(|&child| !std::mem::replace(&mut self.taken[child], true)).collect()
    }
}

fn open(node: &Node, mark: Option<usize>, out: &mut String) {
    let _ = write!(out, "<{}", node.name);
    if let Some(mark) = mark {
        let _ = write!(out, " {MARK}=\"{mark}\"");
    }
    for (name, value) in node.attributes.iter().filter(|(name, _)| name != MARK) {
        let _ = write!(out, " {name}=\"");
        dom::escape(value, IN_ATTRIBUTE, out);
        out.push('"');
    }
    out.push('>');
}

fn is_void(name: &str) -> bool {
    const VOID: &str = " area base br col embed hr img input link meta param source track wbr ";
    VOID.contains(&format!(" {name} "))
}

/// Elements whose text is written verbatim; `<noscript>` has such text if scripts run.
fn is_raw(name: &str, scripts: bool) -> bool {
    matches!(name, "style" | "script" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext")
        || name == "noscript" && scripts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: Kind, name: &str, children: &[usize]) -> Node {
        let measured =
            (kind == Kind::Element).then(|| ElementBox { x: children.len() as i32, ..ElementBox::default() });
        let value = if kind == Kind::Text { name.to_owned() } else { String::new() };
        Node { kind, name: name.to_owned(), value, attributes: Vec::new(), children: children.to_vec(), measured }
    }

    fn written(nodes: Vec<Node>) -> String {
        html(&Captured { nodes }, false, true).trim_start_matches('\u{feff}').to_owned()
    }

    #[test]
    fn html_is_written_by_the_standard() {
        use Kind::*;
        let mut link = node(Element, "a", &[5]);
        link.attributes = vec![("href".into(), "?a&b=\"<\u{a0}".into()), (MARK.into(), "7".into())];
        let html = written(vec![
            node(Document, "", &[1, 2]),
            node(Doctype, "html", &[]),
            node(Element, "html", &[3, 4, 6, 8]),
            node(Element, "br", &[]),
            link,
            node(Text, "1 < 2 & \"x\"", &[]),
            node(Element, "script", &[7]),
            node(Text, "a < b && c", &[]),
            node(Element, "pre", &[9]),
            node(Text, "\nx", &[]),
        ]);
        assert_eq!(
            html,
            "<!DOCTYPE html><html><br><a href=\"?a&amp;b=&quot;&lt;&nbsp;\">1 &lt; 2 &amp; \"x\"</a>\
             <script>a < b && c</script><pre>\n\nx</pre></html>"
        );
    }

    #[test]
    fn shadow_trees_are_written_where_they_are_shown() {
        use Kind::*;
        let mut named = node(Element, "b", &[]);
        named.attributes = vec![("slot".into(), "t".into())];
        let mut slot = node(Element, "slot", &[]);
        slot.attributes = vec![("name".into(), "t".into())];
        let html = written(vec![
            node(Document, "", &[1]),
            node(Element, "x-card", &[2, 7, 8]),
            node(ShadowRoot, "#document-fragment", &[3, 4, 5]),
            slot,
            node(Element, "i", &[]),
            node(Element, "slot", &[6]),
            node(Text, "fallback", &[]),
            named,
            node(Text, "light", &[]),
        ]);
        assert_eq!(html, "<x-card><slot name=\"t\"><b slot=\"t\"></b></slot><i></i><slot>light</slot></x-card>");
    }

    #[test]
    fn boxes_find_their_elements_through_the_parser() {
        use Kind::*;
        // a link within a link, which only scripts can create: the parser closes the first one
        let nodes = vec![
            node(Document, "", &[1]),
            node(Element, "html", &[2]),
            node(Element, "body", &[3]),
            node(Element, "a", &[4, 5]),
            node(Text, "out", &[]),
            node(Element, "a", &[6, 7, 8]),
            node(Text, "in", &[]),
            node(Text, "in", &[]),
            node(Text, "in", &[]),
        ];
        let (html, snapshot) = serialized(&Captured { nodes }, &Options::default()).unwrap();
        let mut bytes = html;
        snapshot.append(&mut bytes);
        let document = dom::parse(&bytes, &Default::default()).unwrap();
        let layout = document.layout.as_ref().unwrap();
        let links: Vec<i32> = document
            .nodes()
            .filter(|&id| document.tag_name(document.tag(id)) == "a")
            .map(|id| layout.of_node(&document, id).unwrap().x)
            .collect();
        assert_eq!(links, [2, 3]);
    }
}
