//! What of an output would run, load, send or lead somewhere if a browser opened it. It is read by html5ever's own tree, not by
//! the library's parser, so that a mistake of that one is not overlooked by itself; with scripting and without, since
//! `<noscript>` is text in one and markup in the other.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// Clean HTML, of an article or a post: only what is listed may stand there.
    Clean,
    /// What a renderer that lets HTML through made of Markdown: only what Markdown has may stand there.
    Rendered,
    /// A page written again as a file, by `inspect` or for the studio: its look stays, and nothing that acts.
    Page,
}

/// What acts in an output, or has no business there: elements, attributes and addresses, in words. Empty where all is well.
pub(crate) fn active(html: &str, output: Output) -> Vec<String> {
    let whole = match output {
        Output::Clean | Output::Rendered => format!("<!DOCTYPE html><body>{html}"),
        Output::Page => html.to_owned(),
    };
    let mut found = Vec::new();
    for scripting_enabled in [true, false] {
        let tree_builder = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
        let dom = parse_document(RcDom::default(), ParseOpts { tree_builder, ..ParseOpts::default() }).one(&*whole);
        let mut open: Vec<(Handle, bool)> = vec![(dom.document.clone(), false)];
        let mut policies = 0;
        while let Some((node, in_head)) = open.pop() {
            let name = name_of(&node);
            for child in node.children.borrow().iter() {
                open.push((child.clone(), in_head || name == "head"));
            }
            if let NodeData::Element { attrs, .. } = &node.data {
                let attrs = attrs.borrow();
                let attrs = attrs.iter().map(|attr| {
                    let prefix = attr
                        .name
                        .prefix
                        .as_ref()
                        .filter(|prefix| !prefix.is_empty())
                        .map_or(String::new(), |prefix| format!("{prefix}:"));
                    (format!("{prefix}{}", attr.name.local).to_ascii_lowercase(), attr.value.to_string())
                });
                let element = Element { name: &name, attrs: attrs.collect(), in_head };
                policies += usize::from(element.is_policy());
                element.check(output, &mut found);
            }
        }
        if output == Output::Page && policies != 1 {
            found.push(format!("{policies} policies"));
        }
    }
    found
}

fn name_of(node: &Handle) -> String {
    match &node.data {
        NodeData::Element { name, .. } => name.local.to_ascii_lowercase().to_string(),
        _ => String::new(),
    }
}

struct Element<'a> {
    name: &'a str,
    attrs: Vec<(String, String)>,
    in_head: bool,
}

/// The schemes that lead to pages and people, and nowhere else.
const LEADING: [&str; 4] = ["http", "https", "mailto", "tel"];

impl Element<'_> {
    fn check(&self, output: Output, found: &mut Vec<String>) {
        let stands = match output {
            Output::Clean | Output::Rendered => {
                ["html", "head", "body"].contains(&self.name)
                    || CLEAN.contains(&self.name)
                    || output == Output::Rendered && ["div", "span"].contains(&self.name)
            }
            Output::Page => self.stands_in_page(),
        };
        if !stands {
            found.push(format!("<{}>", self.name));
        }
        for (name, value) in &self.attrs {
            let stays = match output {
                Output::Clean | Output::Rendered => self.stays_in_text(name, value),
                Output::Page => self.stays_in_page(name, value),
            };
            if !stays {
                found.push(format!("<{} {name}={value:?}>", self.name));
            }
        }
    }

    fn stays_in_text(&self, name: &str, value: &str) -> bool {
        match (self.name, name) {
            ("a", "href") => leads_within(value, &LEADING),
            ("img", "src") => leads_within(value, &LEADING[..2]),
            ("input", "type") => value == "checkbox",
            ("blockquote", "cite") => leads_within(value, &LEADING[..2]),
            ("input", "disabled" | "checked") | ("img", "alt") | ("ol", "start") => true,
            ("td" | "th", "align" | "colspan" | "rowspan") => true,
            (_, "class" | "id" | "role" | "title" | "style") => name != "style" || is_alignment(value),
            _ => name.starts_with("data-") || name.starts_with("aria-"),
        }
    }

    fn is_policy(&self) -> bool {
        let has = |name: &str, wanted: &str| self.attrs.iter().any(|(n, v)| n == name && v.starts_with(wanted));
        self.name == "meta"
            && self.in_head
            && has("http-equiv", "Content-Security-Policy")
            && has("content", "default-src 'none';")
    }

    fn stands_in_page(&self) -> bool {
        match self.name {
            "meta" => {
                let named = |name: &str| self.attrs.iter().any(|(n, _)| n == name);
                self.in_head && (self.is_policy() || !named("http-equiv"))
            }
            "title" | "style" => self.in_head,
            name => !ACTING.contains(&name),
        }
    }

    fn stays_in_page(&self, name: &str, value: &str) -> bool {
        match name {
            "href" => self.name == "a" && value == "#",
            "src" => {
                let value = value.to_ascii_lowercase();
                let is_picture = |kind: &&str| value.starts_with(&format!("data:image/{kind}"));
                self.name == "img" && ["png", "jpeg", "gif", "webp", "avif"].iter().any(is_picture)
            }
            "http-equiv" | "content" => self.name == "meta",
            "fill" | "stroke" => !value.to_ascii_lowercase().contains("url("),
            _ => !name.starts_with("on") && !name.contains(':') && !LEADING_ATTRIBUTES.contains(&name),
        }
    }
}

/// Whether an address is relative or of one of the schemes, read as browsers read it.
fn leads_within(address: &str, schemes: &[&str]) -> bool {
    let address: String =
        address.trim_start_matches(|c: char| c <= ' ').chars().filter(|c| !"\t\n\r".contains(*c)).collect();
    let Some((scheme, _)) = address.split_once(':') else { return true };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    !is_scheme || schemes.iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

/// How renderers say where the text of a cell stands.
fn is_alignment(style: &str) -> bool {
    let value = style.trim_end_matches(';').strip_prefix("text-align:").unwrap_or_default();
    ["left", "right", "center"].contains(&value.trim())
}

/// The elements of clean HTML (docs/MARKDOWN.md), which are those that Markdown has as well.
const CLEAN: [&str; 46] = [
    "ins",
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "input",
    "kbd",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "section",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "q",
];

/// Elements that run, load, send, lead or move something, or whose content is read otherwise than as markup.
const ACTING: [&str; 51] = [
    "script",
    "noscript",
    "template",
    "base",
    "link",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "portal",
    "fencedframe",
    "form",
    "audio",
    "video",
    "source",
    "track",
    "use",
    "image",
    "feimage",
    "animate",
    "set",
    "animatetransform",
    "animatemotion",
    "animatecolor",
    "discard",
    "foreignobject",
    "math",
    "maction",
    "mglyph",
    "xmp",
    "plaintext",
    "noembed",
    "noframes",
    "marquee",
    "bgsound",
    "keygen",
    "isindex",
    "dialog",
    "param",
    "handler",
    "listener",
    "permission",
    "geolocation",
    "webview",
    "command",
    "content",
    "shadow",
    "xml",
    "layer",
];

/// Attributes that name what is loaded, sent, led to or changed.
const LEADING_ATTRIBUTES: [&str; 44] = [
    "srcset",
    "imagesrcset",
    "srcdoc",
    "action",
    "formaction",
    "data",
    "poster",
    "background",
    "ping",
    "manifest",
    "codebase",
    "code",
    "archive",
    "classid",
    "longdesc",
    "cite",
    "usemap",
    "profile",
    "lowsrc",
    "dynsrc",
    "target",
    "formtarget",
    "values",
    "from",
    "to",
    "by",
    "attributename",
    "is",
    "autofocus",
    "popovertarget",
    "download",
    "shadowrootmode",
    "shadowroot",
    "commandfor",
    "command",
    "interestfor",
    "nonce",
    "integrity",
    "begin",
    "end",
    "dur",
    "xlink",
    "form",
    "filter",
];
