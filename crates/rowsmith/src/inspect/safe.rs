//! What of a stranger's markup can be shown again: nothing that runs, and nothing that asks for anything.

use crate::dom::{AttrName, Document, NodeId, Tag};

/// What becomes of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It stays, under its name.
    Stays,
    /// It goes, with all that is in it.
    Goes,
    /// Its place is kept by an empty box.
    Placeholder,
    /// It becomes a box with its content.
    Box,
}

/// What becomes of an element: scripts, and what loads or redirects by itself, go.
pub(crate) fn fate(document: &Document, id: NodeId) -> Fate {
    let tag = document.tag(id);
    match document.tag_name(tag) {
        "script" | "base" | "link" | "meta" | "template" | "title" | "source" | "track" | "param" | "animate"
        | "set" | "animatetransform" | "animateTransform" | "animatemotion" | "animateMotion" | "discard" | "use"
        | "image" | "feImage" | "handler" | "listener" => Fate::Goes,
        "iframe" | "frame" | "frameset" | "object" | "embed" | "applet" | "portal" | "fencedframe" | "video"
        | "audio" => Fate::Placeholder,
        // a browser that ran scripts did not show it
        "noscript" if document.layout.is_some() => Fate::Goes,
        "noscript" | "html" | "head" | "body" | "form" | "marquee" | "dialog" | "xmp" | "plaintext" | "noembed"
        | "noframes" | "math" => Fate::Box,
        // a name that is none where it is written again
        name if !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') =>
        {
            Fate::Box
        }
        _ => Fate::Stays,
    }
}

/// The value that an attribute keeps, if it stays: what styles and sizes things does, what leads somewhere does not.
pub(crate) fn attribute<'a>(document: &Document, id: NodeId, name: AttrName, value: &'a str) -> Option<&'a str> {
    let lower = document.attr_name(name).to_ascii_lowercase();
    let known = matches!(
        &*lower,
        "class"
            | "id"
            | "style"
            | "media"
            | "dir"
            | "lang"
            | "width"
            | "height"
            | "colspan"
            | "rowspan"
            | "align"
            | "valign"
            | "bgcolor"
            | "color"
            | "border"
            | "cellpadding"
            | "cellspacing"
            | "alt"
            | "title"
            | "type"
            | "start"
            | "reversed"
            | "open"
            | "hidden"
            | "size"
            | "rows"
            | "cols"
            | "placeholder"
            | "disabled"
            | "checked"
            | "selected"
            | "role"
            | "nowrap"
            | "face"
            | "viewbox"
            | "d"
            | "fill"
            | "stroke"
            | "stroke-width"
            | "cx"
            | "cy"
            | "r"
            | "rx"
            | "ry"
            | "x"
            | "y"
            | "x1"
            | "x2"
            | "y1"
            | "y2"
            | "points"
            | "transform"
            | "preserveaspectratio"
            | "xmlns"
            | "slot"
            | "label"
            | "value"
            | "fill-rule"
            | "clip-rule"
    ) || (lower.starts_with("aria-") || lower.starts_with("data-"))
        && lower.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if known {
        return Some(value);
    }
    match &*lower {
        // a link still looks like one
        "href" if document.tag(id) == Tag::A => Some("#"),
        "src" if document.tag(id) == Tag::IMG && is_data_image(value) => Some(value),
        _ => None,
    }
}

/// Whether an address is itself a picture, of a kind that holds no scripts.
fn is_data_image(value: &str) -> bool {
    let kinds = ["png", "jpeg", "gif", "webp", "avif"];
    let is = |kind: &&str| {
        value.get(..11 + kind.len()).is_some_and(|head| head.eq_ignore_ascii_case(&format!("data:image/{kind}")))
    };
    kinds.iter().any(is)
}

/// A style sheet that cannot end its element early.
pub(crate) fn style_sheet(text: &str) -> String {
    text.replace("</", "<\\/")
}
