//! Rewrites a document with marks: outlines through attributes and a style sheet, labels as additional elements.

use std::fmt::Write;

use crate::dom::{AttrName, Document, NodeId, Tag, escape_anywhere, is_raw_text, is_void};
use crate::inspect::marks::{Marks, RegionMark};
use crate::inspect::safe::{Fate, attribute, fate, shape, style_sheet};
use crate::tree::Span;

const STYLE: &str = include_str!("style.css");

/// Styles for pages without marks, in addition to their own.
const SHOWN: &str = include_str!("shown.css");

/// Styles for pages in which the sizes of pictures are unknown.
const BARE: &str = include_str!("bare.css");

/// Nothing is requested and nothing runs, whatever else is in the page.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The colours of columns, used in rotation; dark enough for white letters.
const COLOURS: [&str; 8] = ["#b3261e", "#0b7a3b", "#7a3fb0", "#a65b00", "#00718f", "#a8176b", "#4f6a00", "#3d4db8"];

/// In this many records of a list, items are labelled by name; in the others by colour, with the name shown on hover.
const LABELLED: usize = 1;

/// What to write at a node.
#[derive(Clone, Default)]
struct At {
    /// Attributes of the element.
    attributes: String,
    /// Text before the node.
    before: String,
    /// Text after the opening tag.
    inside: String,
    /// Text after the subtree.
    behind: String,
}

/// The page as one file, with its marks, to be opened in a browser. Scripts, and anything that would make a network
/// request, are left out. `source` is named in it. Takes linear time.
pub fn marked_html(document: &Document, marks: &Marks, source: &str) -> String {
    let mut written = vec![None; document.len()];
    for region in &marks.regions {
        mark_region(document, region, &mut written);
    }
    let mut style = STYLE.to_owned();
    for (at, colour) in COLOURS.iter().enumerate() {
        let _ = writeln!(style, "[data-rs-item^=\"{at} \"], [data-rs=\"{at}\"] {{ --rs: {colour}; }}");
    }
    let mut above = String::new();
    legend(marks, source, &mut above);
    whole(&Writing { document, written: &written, numbered: false }, &style, &above, source)
}

/// The page as one file, without marks, in which nothing runs and which requests nothing. The body and each element
/// below it has its number as `data-rs-node`. `source` is named in its title. Takes linear time.
pub(crate) fn numbered_html(document: &Document, source: &str) -> String {
    let written = vec![None; document.len()];
    whole(&Writing { document, written: &written, numbered: true }, SHOWN, "", source)
}

/// How the nodes of a page are rewritten.
struct Writing<'w> {
    document: &'w Document,
    /// What to write at each node.
    written: &'w [Option<Box<At>>],
    /// Whether elements get their numbers.
    numbered: bool,
}

impl Writing<'_> {
    /// The attribute with the number of an element.
    fn number(&self, id: NodeId, out: &mut String) {
        if self.numbered {
            let _ = write!(out, " data-rs-node=\"{}\"", id.0);
        }
    }
}

/// The file with our style sheet and the legend above the page.
fn whole(writing: &Writing<'_>, style: &str, above: &str, source: &str) -> String {
    let document = writing.document;
    let mut out = String::with_capacity(document.text.len() * 2);
    out.push_str("<!DOCTYPE html>\n<html");
    attributes(document, Document::ROOT, "html", "", &mut out);
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    out.push_str("<meta name=\"referrer\" content=\"no-referrer\">\n");
    let _ = writeln!(out, "<title>{} - Rowsmith</title>", escaped(source));
    let body = document.children(Document::ROOT).find(|&id| document.tag(id) == Tag::BODY);
    styles(document, &mut out);
    let bare = if document.layout.is_none() { BARE } else { "" };
    let _ = write!(out, "<style>\n{style}{bare}</style>\n</head>\n<body");
    if let Some(body) = body {
        attributes(document, body, "body", "", &mut out);
        writing.number(body, &mut out);
    }
    out.push_str(">\n");
    out.push_str(above);
    if let Some(body) = body {
        for child in document.children(body) {
            write_subtree(writing, child, &mut out);
        }
    }
    out.push_str("\n</body>\n</html>\n");
    out
}

/// The legend above the page.
fn legend(marks: &Marks, source: &str, out: &mut String) {
    let _ = write!(out, "<rs-legend><p><b>{}</b>", escaped(source));
    if marks.regions.is_empty() {
        out.push_str(": no list found");
    }
    out.push_str("</p>");
    for (at, region) in marks.regions.iter().enumerate() {
        let name = if region.main { "main list" } else { "list" };
        let _ = write!(out, "<p><b>{name} {}</b>: {} records", at + 1, region.records.len());
        if let Some(confidence) = region.confidence {
            let _ = write!(out, ", confidence {confidence:.3}");
        }
        for (column, name) in region.columns.iter().enumerate() {
            let _ = write!(out, " <i data-rs=\"{}\">{}</i>", column % COLOURS.len(), escaped(name));
        }
        out.push_str("</p>");
    }
    out.push_str("</rs-legend>\n");
}

fn mark_region(document: &Document, region: &RegionMark, written: &mut [Option<Box<At>>]) {
    let kind = if region.main { "main" } else { "other" };
    let place = |id: NodeId| id.index();
    for (number, record) in region.records.iter().enumerate() {
        for (part, &root) in record.roots.iter().enumerate() {
            let attribute = format!(" data-rs-record=\"{kind}\"");
            wrap(document, root, &attribute, "", written);
            if part == 0 {
                let label = format!("<rs-label data-rs=\"{kind}\">{}</rs-label>", number + 1);
                let (id, inside) = label_place(document, root.from);
                let at = written[place(id)].get_or_insert_default();
                if inside { at.inside.insert_str(0, &label) } else { at.before.insert_str(0, &label) }
            }
        }
        let mut last = None;
        for item in &record.items {
            let (colour, name) = (item.column % COLOURS.len(), escaped(&region.columns[item.column]));
            // of two columns with the same element the first is visible
            if last.replace(item.nodes) == Some(item.nodes) {
                continue;
            }
            let label = match number < LABELLED {
                true => format!("<rs-column data-rs=\"{colour}\">{name}</rs-column>"),
                false => String::new(),
            };
            let attribute = format!(" data-rs-item=\"{colour} {name}\" title=\"{name}\"");
            wrap(document, item.nodes, &attribute, &label, written);
        }
    }
}

/// Marks an element through attributes, or puts a new one around a run of nodes; the label comes before it.
fn wrap(document: &Document, Span { from, to }: Span, attribute: &str, label: &str, written: &mut [Option<Box<At>>]) {
    let at = written[from.index()].get_or_insert_default();
    if !document.is_text(from) && document.end(from) == to {
        let name = attribute.split('=').next().unwrap_or_default();
        if !at.attributes.contains(name) {
            at.attributes.push_str(attribute);
        }
        // only cells may be between cells
        let inside = is_rigid(document.tag(from));
        if inside {
            at.inside.push_str(label)
        } else {
            at.before.push_str(label)
        }
        return;
    }
    at.before.push_str(label);
    let _ = write!(at.before, "<rs-run{attribute}>");
    let last = last_sibling(document, from, to);
    written[last.index()].get_or_insert_default().behind.insert_str(0, "</rs-run>");
}

/// The last of the siblings `from..to`.
fn last_sibling(document: &Document, from: NodeId, to: NodeId) -> NodeId {
    let mut at = from;
    while document.end(at) < to {
        at = document.end(at);
    }
    at
}

/// Elements that do not allow arbitrary elements around or before them.
fn is_rigid(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::TR
            | Tag::TD
            | Tag::TH
            | Tag::TBODY
            | Tag::THEAD
            | Tag::TFOOT
            | Tag::CAPTION
            | Tag::LI
            | Tag::DT
            | Tag::DD
            | Tag::OPTION
    )
}

/// Where the label of a record can be: in its first element that allows it, or before an element that allows no
/// content.
fn label_place(document: &Document, root: NodeId) -> (NodeId, bool) {
    let mut at = root;
    loop {
        let tag = document.tag(at);
        let only_parts =
            matches!(tag, Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::TR | Tag::UL | Tag::OL | Tag::DL);
        if only_parts && let Some(first) = document.children(at).find(|&c| fate_stays(document, c)) {
            at = first;
            continue;
        }
        let holds = tag != Tag::TEXT && !is_void(tag) && !is_raw_text(tag) && fate_stays(document, at);
        let holds = holds && !matches!(tag, Tag::OPTION | Tag::SELECT | Tag::SVG);
        return (at, holds && !only_parts);
    }
}

fn fate_stays(document: &Document, id: NodeId) -> bool {
    !document.is_text(id) && matches!(fate(document, id), Fate::Stays | Fate::Becomes(_))
}

fn write_subtree(writing: &Writing<'_>, top: NodeId, out: &mut String) {
    let Writing { document, written, .. } = *writing;
    let mut open: Vec<(NodeId, NodeId, String)> = Vec::new();
    // where the current drawing ends
    let mut drawn = top;
    let end = document.end(top);
    let mut id = top;
    loop {
        while let Some((_, close, _)) = open.last()
            && (id >= *close || id >= end)
        {
            let Some((node, _, name)) = open.pop() else { break };
            let _ = write!(out, "</{name}>");
            behind(written, node, out);
        }
        if id >= end {
            return;
        }
        let at = written[id.index()].as_deref();
        out.push_str(at.map_or("", |at| &at.before));
        if document.is_text(id) {
            escape_anywhere(document.raw_text(id), out);
            behind(written, id, out);
            id = NodeId(id.0 + 1);
            continue;
        }
        let tag = document.tag(id);
        let fate = match id < drawn {
            true => shape(document, id).map_or(Fate::Goes, Fate::Becomes),
            false if tag == Tag::STYLE => Fate::Goes,
            false => fate(document, id),
        };
        let name = match fate {
            Fate::Stays => document.tag_name(tag),
            Fate::Becomes(name) => name,
            Fate::Goes | Fate::Placeholder => {
                if fate == Fate::Placeholder {
                    out.push_str("<rs-frame");
                    attributes(document, id, "rs-frame", "", out);
                    writing.number(id, out);
                    out.push_str("></rs-frame>");
                }
                behind(written, id, out);
                id = document.end(id);
                continue;
            }
        };
        if name == "svg" {
            drawn = drawn.max(document.end(id));
        }
        let _ = write!(out, "<{name}");
        attributes(document, id, name, at.map_or("", |at| &at.attributes), out);
        writing.number(id, out);
        out.push('>');
        if is_void(tag) && fate == Fate::Stays {
            behind(written, id, out);
            id = document.end(id);
            continue;
        }
        if tag == Tag::TEXTAREA && fate == Fate::Stays {
            escape_anywhere(document.raw_text(id), out);
            let _ = write!(out, "</{name}>");
            behind(written, id, out);
            id = document.end(id);
            continue;
        }
        out.push_str(at.map_or("", |at| &at.inside));
        open.push((id, document.end(id), name.to_owned()));
        id = NodeId(id.0 + 1);
    }
}

/// The style sheets of the page, from wherever they are in it, for the head: only there are parsers certain to read
/// them as text. Within `<svg>`, `<math>` or `<select>`, their content would be read as elements.
fn styles(document: &Document, out: &mut String) {
    let mut id = Document::ROOT;
    let end = document.end(id);
    while id < end {
        let tag = document.tag(id);
        if tag == Tag::STYLE {
            out.push_str("<style");
            attributes(document, id, "style", "", out);
            let _ = writeln!(out, ">{}</style>", style_sheet(document.raw_text(id)));
        }
        let left_out = document.is_text(id) || matches!(fate(document, id), Fate::Goes | Fate::Placeholder);
        id = if tag == Tag::STYLE || left_out && id != Document::ROOT { document.end(id) } else { NodeId(id.0 + 1) };
    }
}

fn behind(written: &[Option<Box<At>>], id: NodeId, out: &mut String) {
    if let Some(at) = &written[id.index()] {
        out.push_str(&at.behind);
    }
}

/// The attributes that are kept for an element that is written as `element`, and additional ones. A picture that is not
/// available gets the size that it was shown in.
fn attributes(document: &Document, id: NodeId, element: &str, more: &str, out: &mut String) {
    let measured = document.layout.as_ref().and_then(|layout| layout.boxes[id.index()]);
    let size = measured.filter(|b| document.tag(id) == Tag::IMG && !b.is_empty());
    for (name, value) in document.attrs(id) {
        let Some(value) = attribute(document, id, name, value) else { continue };
        let attribute = document.attr_name(name);
        // only links of HTML are kept as links; those of a drawing become groups
        let no_link = name == AttrName::HREF && element != "a";
        let replaced = no_link || name == AttrName::TITLE && more.contains(" title=");
        if name == AttrName::STYLE && size.is_some() || attribute.starts_with("data-rs") || replaced {
            continue;
        }
        let _ = write!(out, " {attribute}=\"");
        escape_anywhere(value, out);
        out.push('"');
    }
    if let Some(size) = size {
        let own = document.attr(id, AttrName::STYLE).unwrap_or_default();
        let _ = write!(out, " style=\"{};width:{}px;height:{}px\"", escaped(own), size.width, size.height);
    }
    out.push_str(more);
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape_anywhere(text, &mut out);
    out
}
