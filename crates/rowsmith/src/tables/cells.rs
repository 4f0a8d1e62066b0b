//! What a reader sees in a cell, and what the cell holds besides its text.

use crate::dom::{AttrName, Display, Document, NodeId, Tag, TextWriter, display, is_hidden};
use crate::types::Footnote;

/// The content of a cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellText {
    /// The text on one line.
    pub(crate) text: String,
    /// Its lines, if there are several.
    pub(crate) lines: Vec<String>,
    pub(crate) links: Vec<NodeId>,
    pub(crate) images: Vec<NodeId>,
    pub(crate) footnotes: Vec<Footnote>,
    /// The declared or hidden sort value.
    pub(crate) sort: Option<String>,
    /// Whether all of its text is bold.
    pub(crate) bold: bool,
    /// How many bytes of its text are links.
    pub(crate) linked: usize,
    /// Blocks within it: paragraphs, lists, headings.
    pub(crate) blocks: u32,
    /// Form controls.
    pub(crate) controls: u32,
}

/// Attributes that declare a cell's sort key, as used by MediaWiki, DataTables, tablesorter, Bootstrap tables and
/// sorttable.
const SORT_VALUES: [&str; 6] =
    ["data-sort-value", "data-sort", "data-order", "data-value", "data-text", "sorttable_customkey"];

/// Classes of things in a cell that are not its content: sort keys, texts for screen readers only, edit links. They are
/// hidden by style sheets, which are not read here. On the 90 pages with tables that were examined, `sortkey` alone
/// occurs on 31.
const UNSEEN_CLASSES: [&str; 9] = [
    "sortkey",
    "sr-only",
    "visually-hidden",
    "visuallyhidden",
    "screen-reader-text",
    "mw-editsection",
    "editsection",
    "navbar",
    "navbar-mini",
];

/// Reads the content of an element, as [`read_cell`] does.
pub(crate) fn read_element(document: &Document, top: NodeId) -> CellText {
    read_cell(document, top, document.end(top), false, &[])
}

/// Reads the content of a cell, from an element up to a node after it. `cuts` are the subtrees that belong to other
/// tables and are left out, in document order. Takes time linear in the number of nodes.
pub(crate) fn read_cell(document: &Document, top: NodeId, end: NodeId, raw: bool, cuts: &[NodeId]) -> CellText {
    let mut cell = CellText::default();
    let mut writer = TextWriter::default();
    let mut sort = declared_sort(document, top);
    // the open elements: where each ends, and what changes there
    let mut open: Vec<Open> = Vec::new();
    let mut state =
        State { preformatted: false, bold: bold_by_style(document, top) || in_bold(document, top), link: false };
    let (mut seen, mut bold_seen) = (0, 0);
    // the element that was closed last
    let mut before: Option<NodeId> = None;
    let mut at = top;
    while at < end {
        while open.last().is_some_and(|o| at >= o.end) {
            if let Some(closed) = open.pop() {
                writer.boundary(closed.display, false);
                state = closed.before;
                before = Some(closed.node);
            }
        }
        let tag = document.tag(at);
        if tag == Tag::TEXT {
            let text = document.raw_text(at);
            writer.write(text, state.preformatted);
            let length = text.trim().len();
            seen += length;
            bold_seen += if state.bold { length } else { 0 };
            cell.linked += if state.link { length } else { 0 };
            at = NodeId(at.0 + 1);
            continue;
        }
        let kind = display(tag);
        if at != top {
            let control = matches!(tag, Tag::INPUT | Tag::SELECT | Tag::TEXTAREA | Tag::BUTTON);
            if control && document.attr(at, AttrName::TYPE).is_none_or(|t| !t.eq_ignore_ascii_case("hidden")) {
                cell.controls += 1;
            }
            if kind == Display::None || matches!(tag, Tag::SELECT | Tag::SVG) || cuts.binary_search(&at).is_ok() {
                at = document.end(at);
                continue;
            }
            if !raw && left_out(document, at, &mut sort) {
                at = document.end(at);
                continue;
            }
            if !raw && let Some(note) = footnote(document, at, tag) {
                cell.footnotes.push(note);
                at = document.end(at);
                continue;
            }
            if sort.is_none() && tag == Tag::SPAN {
                sort = declared_sort(document, at);
            }
        }
        match tag {
            Tag::BR => writer.line_break(),
            Tag::WBR => {}
            Tag::IMG => cell.images.push(at),
            _ => {
                writer.boundary(kind, true);
                if before.is_some_and(|before| document.end(before) == at && are_apart(document, before, at)) {
                    writer.write(" ", false);
                }
                open.push(Open { node: at, end: document.end(at), display: kind, before: state });
                state.preformatted |= matches!(tag, Tag::PRE | Tag::XMP | Tag::PLAINTEXT);
                state.bold |= matches!(tag, Tag::B | Tag::STRONG) || at != top && bold_by_style(document, at);
                if tag == Tag::A && document.attr(at, AttrName::HREF).is_some_and(|href| !href.trim().is_empty()) {
                    state.link = true;
                    cell.links.push(at);
                }
                if at != top && matches!(kind, Display::Block | Display::Paragraph) {
                    cell.blocks += 1;
                }
            }
        }
        at = NodeId(at.0 + 1);
    }
    let text = writer.finish();
    cell.bold = seen > 0 && bold_seen == seen;
    if text.contains(['\n', '\t']) {
        let lines = text.split(['\n', '\t']).map(in_one_line).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.collect();
        cell.text = lines.join(" ");
        if lines.len() > 1 {
            cell.lines = lines;
        }
    } else {
        cell.text = in_one_line(&text);
    }
    if cell.text.is_empty() {
        cell.text = alternatives(document, top, &cell.images);
    }
    cell.sort = sort.filter(|sort| *sort != cell.text);
    cell
}

/// Whether two elements with nothing between them are values of their own, which a style sheet sets apart: two links, or two
/// with one class, the first of which ends in a small letter and the second begins with a capital one.
fn are_apart(document: &Document, one: NodeId, other: NodeId) -> bool {
    let class = |id: NodeId| document.attr(id, AttrName::CLASS).filter(|class| !class.trim().is_empty());
    let alike = document.tag(one) == document.tag(other)
        && document.parent(one) == document.parent(other)
        && (document.tag(one) == Tag::A || class(one).is_some() && class(one) == class(other));
    let (ends, begins) = (document.raw_text(one), document.raw_text(other));
    alike
        && ends.ends_with(|c: char| c.is_lowercase())
        && ends.chars().nth(1).is_some()
        && begins.starts_with(char::is_uppercase)
        && begins.chars().nth(1).is_some()
}

/// What changes at the end of an element.
struct Open {
    node: NodeId,
    end: NodeId,
    display: Display,
    before: State,
}

/// What applies to the texts in the elements that are open.
#[derive(Clone, Copy)]
struct State {
    preformatted: bool,
    bold: bool,
    link: bool,
}

/// Collapses white space, and drops characters that only control the direction of text.
fn in_one_line(text: &str) -> String {
    let steers = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}');
    if text.is_ascii() {
        return if text.contains("  ") || text.contains(['\n', '\r']) {
            text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        } else {
            text.trim().to_owned()
        };
    }
    let kept: String = text.chars().filter(|&c| !steers(c)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an element is invisible to a reader; a sort key in it is kept.
fn left_out(document: &Document, id: NodeId, sort: &mut Option<String>) -> bool {
    let mut unseen = false;
    let mut key = false;
    for (name, value) in document.attrs(id) {
        if name == AttrName::CLASS {
            for token in value.split_ascii_whitespace() {
                unseen |= UNSEEN_CLASSES.contains(&token);
                key |= token == "sortkey";
            }
        }
    }
    let hidden = unseen || is_hidden(document, id);
    if hidden && sort.is_none() && key {
        *sort = Some(in_one_line(document.raw_text(id))).filter(|key| !key.is_empty());
    }
    hidden
}

fn declared_sort(document: &Document, id: NodeId) -> Option<String> {
    document.attrs(id).next()?;
    let declared = SORT_VALUES.iter().find_map(|name| document.attr_named(id, name))?;
    Some(in_one_line(declared)).filter(|value| !value.is_empty())
}

/// The longest footnote mark, in bytes: "[citation needed]", "[note 12]".
const MARK_BYTES: usize = 40;

/// Whether an element is a footnote mark: raised or linked within the page, and in brackets; or raised, with only links
/// within the page as content.
fn footnote(document: &Document, id: NodeId, tag: Tag) -> Option<Footnote> {
    if !matches!(tag, Tag::SUP | Tag::A) {
        return None;
    }
    let text = document.raw_text(id);
    if text.len() > 4 * MARK_BYTES {
        return None;
    }
    let mark = in_one_line(text);
    let bracketed = mark.starts_with('[') && mark.ends_with(']') && mark.len() <= MARK_BYTES;
    let fragment = |a: NodeId| {
        let href = document.attr(a, AttrName::HREF)?.trim();
        href.strip_prefix('#').or_else(|| href.split_once('#').filter(|_| bracketed).map(|(_, fragment)| fragment))
    };
    if tag == Tag::A {
        let reference = document.attr(id, AttrName::ROLE) == Some("doc-noteref");
        let target = fragment(id);
        return (reference || bracketed && target.is_some()).then(|| Footnote::new(mark, target.map(str::to_owned)));
    }
    if mark.is_empty() {
        return None;
    }
    let mut links = document.subtree(id).filter(|&n| document.tag(n) == Tag::A);
    let target = links.next().and_then(fragment);
    let all_links = target.is_some() && {
        let linked: usize = document
            .subtree(id)
            .filter(|&n| document.tag(n) == Tag::A)
            .map(|n| document.raw_text(n).trim().len())
            .sum();
        let other = mark.bytes().filter(|b| !b.is_ascii_whitespace() && *b != b',').count();
        linked >= other
    };
    (bracketed || all_links).then(|| Footnote::new(mark, target.map(str::to_owned)))
}

/// The texts of images and labels, for cells that have nothing else. File names do not count as texts.
fn alternatives(document: &Document, top: NodeId, images: &[NodeId]) -> String {
    let is_file = |text: &str| {
        text.rsplit_once('.').is_some_and(|(_, ending)| {
            matches!(ending.to_ascii_lowercase().as_str(), "svg" | "png" | "gif" | "jpg" | "jpeg" | "webp" | "tif")
        })
    };
    let mut texts: Vec<String> = Vec::new();
    for &image in images.iter().take(20) {
        if let Some(alt) = document.attr(image, AttrName::ALT).map(in_one_line)
            && !alt.is_empty()
            && !is_file(&alt)
            && !texts.contains(&alt)
        {
            texts.push(alt);
        }
    }
    if texts.is_empty() && images.is_empty() {
        let labelled = document.subtree(top).skip(1).take(20).find_map(|n| document.attr(n, AttrName::ARIA_LABEL));
        texts.extend(labelled.map(in_one_line).filter(|label| !label.is_empty()));
    }
    texts.join(" ")
}

/// Whether an element is in bold text, or in a bold row.
fn in_bold(document: &Document, id: NodeId) -> bool {
    document.parent(id).is_some_and(|row| bold_by_style(document, row))
}

fn bold_by_style(document: &Document, id: NodeId) -> bool {
    let Some(style) = document.attr(id, AttrName::STYLE) else { return false };
    style.split(';').any(|declaration| {
        declaration.split_once(':').is_some_and(|(property, value)| {
            let (property, value) = (property.trim(), value.trim());
            property.eq_ignore_ascii_case("font-weight")
                && (value.eq_ignore_ascii_case("bold") || value.parse::<u32>().is_ok_and(|weight| weight >= 600))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn cell(html: &str) -> CellText {
        let document = parse(format!("<table><tr><td>{html}</table>").as_bytes(), &ParseOptions::default()).unwrap();
        let td = document.nodes().find(|&n| document.tag(n) == Tag::TD).unwrap();
        read_element(&document, td)
    }

    #[test]
    fn breaks_part_words() {
        let read = cell("Brent<br>Suzy<div>Brad</div>");
        assert_eq!((read.text.as_str(), read.lines.len()), ("Brent Suzy Brad", 3));
        assert_eq!(cell("km<sup>2</sup>").text, "km2");
    }

    #[test]
    fn footnotes_stand_beside() {
        let read = cell("12<sup class=reference id=r><a href='#n'><span>[</span>a<span>]</span></a></sup>");
        assert_eq!((read.text.as_str(), read.footnotes), ("12", vec![Footnote::new("[a]", Some("n".into()))]));
        assert_eq!(cell("12 <sup><a href=#fn1>1</a>, <a href=#fn2>2</a></sup>").text, "12");
        assert_eq!(cell("12<sup>[<i>citation needed</i>]</sup>").text, "12");
        assert_eq!(cell("x<sup>2</sup> <a href=#top>up</a>").text, "x2 up");
    }

    #[test]
    fn sort_keys_are_no_text() {
        let read = cell("<span class=sortkey style='display:none'>Smith, Ann</span><span>Ann Smith</span>");
        assert_eq!((read.text.as_str(), read.sort.as_deref()), ("Ann Smith", Some("Smith, Ann")));
        assert_eq!(cell("<span data-sort-value=0012>12</span>").sort.as_deref(), Some("0012"));
    }

    #[test]
    fn images_speak_where_nothing_else_does() {
        assert_eq!(cell("<img src=a.png alt=Gold>").text, "Gold");
        assert_eq!(cell("<img src=a.png alt=Gold> 3").text, "3");
        assert_eq!(cell("<img src=a.png alt='Flag of x.svg'>").text, "");
        assert_eq!(cell("<i class=icon aria-label=Yes></i>").text, "Yes");
    }

    #[test]
    fn bold_is_all_or_nothing() {
        assert!(cell("<b>a</b> <strong>b</strong>").bold);
        assert!(!cell("<b>a</b> b").bold);
        assert!(cell("<span style='font-weight: bold'>a</span>").bold);
    }
}
