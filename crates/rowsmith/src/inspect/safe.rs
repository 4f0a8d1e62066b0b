//! Which parts of untrusted markup can be shown again: nothing that runs, and nothing that makes requests.

use crate::dom::{AttrName, Document, NodeId, Tag};

/// What happens to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is kept under its name.
    Stays,
    /// It is removed with its content.
    Goes,
    /// It is replaced by an empty box of the same size.
    Placeholder,
    /// It is renamed to an element without meaning, and its content is kept.
    Becomes(&'static str),
}

/// The name that replaces unknown elements: a parser gives it no meaning anywhere.
const UNKNOWN: &str = "rs-element";

/// What happens to an element outside drawings. Those that are kept are listed; no other element is written under its
/// own name.
pub(crate) fn fate(document: &Document, id: NodeId) -> Fate {
    let name = document.tag_name(document.tag(id));
    match name {
        "script" | "base" | "link" | "meta" | "template" | "title" | "source" | "track" | "param" | "animate"
        | "set" | "animatetransform" | "animateTransform" | "animatemotion" | "animateMotion" | "discard" | "use"
        | "image" | "feImage" | "handler" | "listener" => Fate::Goes,
        "iframe" | "frame" | "frameset" | "object" | "embed" | "applet" | "portal" | "fencedframe" | "video"
        | "audio" => Fate::Placeholder,
        // a browser that ran scripts did not show it
        "noscript" if document.layout.is_some() => Fate::Goes,
        "noscript" | "html" | "head" | "body" | "form" | "marquee" | "dialog" | "xmp" | "plaintext" | "noembed"
        | "noframes" | "math" => Fate::Becomes("div"),
        _ if stays(name) || is_custom(name) => Fate::Stays,
        _ => Fate::Becomes(UNKNOWN),
    }
}

/// Elements of HTML that neither load, link, send nor run anything, and whose content a parser reads as markup, or, for
/// `<textarea>`, as text in which everything is escaped. (`<style>` is not among them: it is only written into the
/// head, where parsers read it as a style sheet.)
fn stays(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "acronym"
            | "address"
            | "article"
            | "aside"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "blockquote"
            | "br"
            | "button"
            | "canvas"
            | "caption"
            | "center"
            | "cite"
            | "code"
            | "col"
            | "colgroup"
            | "data"
            | "datalist"
            | "dd"
            | "del"
            | "details"
            | "dfn"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "em"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "font"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "i"
            | "img"
            | "input"
            | "ins"
            | "kbd"
            | "label"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "map"
            | "mark"
            | "menu"
            | "meter"
            | "nav"
            | "nobr"
            | "ol"
            | "optgroup"
            | "option"
            | "output"
            | "p"
            | "picture"
            | "pre"
            | "progress"
            | "q"
            | "rb"
            | "rp"
            | "rt"
            | "rtc"
            | "ruby"
            | "s"
            | "samp"
            | "search"
            | "section"
            | "select"
            | "slot"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "summary"
            | "sup"
            | "svg"
            | "table"
            | "tbody"
            | "td"
            | "textarea"
            | "tfoot"
            | "th"
            | "thead"
            | "time"
            | "tr"
            | "tt"
            | "u"
            | "ul"
            | "var"
            | "wbr"
    )
}

/// Whether an element is a custom one of the page, which means nothing without its scripts. Our own elements, and those
/// of drawings and formulas, do not count.
fn is_custom(name: &str) -> bool {
    let foreign = matches!(name, "annotation-xml" | "color-profile" | "missing-glyph") || name.starts_with("font-face");
    name.contains('-')
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !name.starts_with("rs-")
        && !foreign
}

/// The name that an element within a drawing keeps: shapes and text. Everything else is removed with its content: what
/// switches back to HTML (`<foreignObject>`, `<desc>`, `<title>`), what HTML reads as text and drawings as markup
/// (`<style>`, `<script>`), what loads and what animates.
pub(crate) fn shape(document: &Document, id: NodeId) -> Option<&'static str> {
    Some(match document.tag_name(document.tag(id)) {
        "g" | "a" | "switch" => "g",
        "svg" => "svg",
        "path" => "path",
        "rect" => "rect",
        "circle" => "circle",
        "ellipse" => "ellipse",
        "line" => "line",
        "polyline" => "polyline",
        "polygon" => "polygon",
        "text" => "text",
        "tspan" => "tspan",
        "defs" => "defs",
        "symbol" => "symbol",
        _ => return None,
    })
}

/// The value that an attribute keeps, if it is kept: attributes that style and size are, those that lead somewhere are
/// not.
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
    // references to paint in another document are not requested
    if known && !(matches!(&*lower, "fill" | "stroke") && value.contains('(') && !value.trim_start().starts_with("rgb"))
    {
        return Some(value);
    }
    match &*lower {
        // a link still looks like one
        "href" if document.tag(id) == Tag::A => Some("#"),
        "src" if document.tag(id) == Tag::IMG && is_data_image(value) => Some(value),
        _ => None,
    }
}

/// Whether an address is itself a picture, in a format without scripts.
fn is_data_image(value: &str) -> bool {
    let kinds = ["png", "jpeg", "gif", "webp", "avif"];
    let is = |kind: &&str| {
        value.get(..11 + kind.len()).is_some_and(|head| head.eq_ignore_ascii_case(&format!("data:image/{kind}")))
    };
    kinds.iter().any(is)
}

/// A style sheet that cannot end its element early, in places where a parser reads `<style>` as text, and that names no
/// other sheet: `@import` becomes `@no-import`, which a browser ignores. The policy of the page forbids loading one
/// anyway, but some browsers report a request before they refuse it.
pub(crate) fn style_sheet(text: &str) -> String {
    let text = text.replace("</", "<\\/");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('@') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        if is_import(after) {
            out.push_str("no-");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether a name begins with `import`, some letters of which may be escaped (CSS Syntax, 4.3.7).
fn is_import(name: &str) -> bool {
    let mut rest = name;
    "import".chars().all(|wanted| match css_char(rest) {
        Some((c, left)) if c.eq_ignore_ascii_case(&wanted) => {
            rest = left;
            true
        }
        _ => false,
    })
}

/// The first character of a name in a style sheet, with its escape undone, and what follows it.
fn css_char(text: &str) -> Option<(char, &str)> {
    let escaped = text.strip_prefix('\\');
    let digits = escaped.unwrap_or_default().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let text = escaped.unwrap_or(text);
    if digits == 0 {
        let c = text.chars().next()?;
        return Some((c, &text[c.len_utf8()..]));
    }
    let (hex, left) = text.split_at(digits);
    let c = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((c, left.strip_prefix([' ', '\n', '\t', '\r', '\x0c']).unwrap_or(left)))
}
