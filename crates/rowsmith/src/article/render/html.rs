//! Clean HTML: allow-listed elements with next to no attributes, and safe addresses.

use crate::article::blocks::{Blocks, breaks};
use crate::article::render::address::Addresses;
use crate::article::render::walk::{Event, Kept, walk};
use crate::dom::{AttrName, Document, NodeId, Tag, escape};

/// Elements that stay, beside links and images.
fn is_allowed(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::P
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::UL
            | Tag::OL
            | Tag::LI
            | Tag::DL
            | Tag::DT
            | Tag::DD
            | Tag::TABLE
            | Tag::CAPTION
            | Tag::THEAD
            | Tag::TBODY
            | Tag::TFOOT
            | Tag::TR
            | Tag::TD
            | Tag::TH
            | Tag::BLOCKQUOTE
            | Tag::PRE
            | Tag::CODE
            | Tag::FIGURE
            | Tag::FIGCAPTION
            | Tag::EM
            | Tag::I
            | Tag::B
            | Tag::STRONG
            | Tag::SUB
            | Tag::SUP
            | Tag::Q
            | Tag::CITE
            | Tag::ABBR
            | Tag::MARK
            | Tag::SMALL
            | Tag::S
            | Tag::DEL
            | Tag::INS
            | Tag::KBD
            | Tag::SAMP
            | Tag::VAR
            | Tag::DFN
            | Tag::RUBY
            | Tag::RT
    )
}

/// The kept blocks as HTML. Elements that are not on the list are dissolved; one that holds text becomes `<p>`, or
/// `<div>` if it holds more than one block. Linear.
pub fn html(document: &Document, blocks: &Blocks, kept: &Kept, addresses: Addresses<'_>) -> String {
    let mut out = String::new();
    let mut closing: Vec<&str> = Vec::new();
    walk(document, kept, |event| match event {
        Event::Open(id) => {
            let name = element(document, blocks, kept, id);
            let link = (document.tag(id) == Tag::A)
                .then(|| document.attr(id, AttrName::HREF).and_then(|h| addresses.link(h)))
                .flatten();
            match link {
                Some(link) => {
                    out.push_str("<a href=\"");
                    escape(&link, &mut out);
                    out.push_str("\">");
                    closing.push("a");
                }
                None if !name.is_empty() => {
                    out.push('<');
                    out.push_str(name);
                    spans(document, id, &mut out);
                    out.push('>');
                    closing.push(name);
                }
                None => closing.push(""),
            }
        }
        Event::Close(id) => {
            let name = closing.pop().unwrap_or_default();
            if !name.is_empty() {
                out.push_str("</");
                out.push_str(name);
                out.push('>');
                if breaks(document.tag(id)) {
                    out.push('\n');
                }
            }
        }
        Event::Text(id) if closing.contains(&"pre") => escape(document.raw_text(id), &mut out),
        Event::Text(id) => fold(document.raw_text(id), &mut out),
        Event::Break => out.push_str("<br>"),
        Event::Image(id) => {
            let source = image_source(document, id).and_then(|s| addresses.image(s));
            if let Some(source) = source {
                out.push_str("<img src=\"");
                escape(&source, &mut out);
                out.push_str("\" alt=\"");
                escape(document.attr(id, AttrName::ALT).unwrap_or_default(), &mut out);
                out.push_str("\">");
            }
        }
    });
    out.truncate(out.trim_end().len());
    out
}

/// The name that an element has in the output; empty if it is dissolved.
fn element<'a>(document: &'a Document, blocks: &Blocks, kept: &Kept, id: NodeId) -> &'a str {
    let tag = document.tag(id);
    if is_allowed(tag) {
        return document.tag_name(tag);
    }
    if !breaks(tag) || matches!(tag, Tag::HTML | Tag::BODY) {
        return "";
    }
    let range = blocks.range(document, id);
    let owns =
        range.clone().take(64).any(|at| blocks.list[at].owner == id && kept.count(document, blocks.list[at].first) > 0);
    match owns {
        true if range.len() == 1 => "p",
        true => "div",
        false => "",
    }
}

fn spans(document: &Document, id: NodeId, out: &mut String) {
    if !matches!(document.tag(id), Tag::TD | Tag::TH) {
        return;
    }
    for (name, shown) in [(AttrName::COLSPAN, "colspan"), (AttrName::ROWSPAN, "rowspan")] {
        if let Some(number) = document.attr(id, name).and_then(|v| v.trim().parse::<u16>().ok())
            && number > 1
        {
            out.push_str(&format!(" {shown}=\"{number}\""));
        }
    }
}

/// The source of an image: what is shown at once, else what a script would load.
pub(crate) fn image_source(document: &Document, id: NodeId) -> Option<&str> {
    let attr = |name| document.attr(id, name).map(str::trim).filter(|v| !v.is_empty());
    let real = |v: &&str| !v.starts_with("data:");
    let first_of_set = |v: &'static AttrName| attr(*v).and_then(|set| set.split([' ', ',']).find(|u| !u.is_empty()));
    attr(AttrName::SRC)
        .filter(real)
        .or_else(|| attr(AttrName::DATA_SRC).filter(real))
        .or_else(|| first_of_set(&AttrName::SRCSET))
        .or_else(|| first_of_set(&AttrName::DATA_SRCSET))
}

/// Escapes, with white space folded.
fn fold(text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches(char::is_whitespace);
        if trimmed.len() < rest.len() && !out.is_empty() && !out.ends_with([' ', '\n']) {
            out.push(' ');
        }
        if trimmed.is_empty() {
            return;
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        escape(&trimmed[..end], out);
        rest = &trimmed[end..];
    }
}
