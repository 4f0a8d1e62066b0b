//! The links of a page that may lead to other pages of its list.

use url::Url;

use super::address::Parts;
use crate::dom::{AttrName, Document, NodeId, Tag, line};

/// The most links of a page that are looked at; further ones are ignored.
const MOST_LINKS: usize = 20_000;
/// The longest address, in characters, that is looked at.
const LONGEST: usize = 16_000;

/// The kind of element that a link is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `<a href>` or `<area href>`.
    Anchor,
    /// `<link rel=next href>` in the head.
    Head,
    /// An element with an address for scripts, such as a button that loads more.
    Button,
}

/// A link.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its element.
    pub node: NodeId,
    /// Its address as written in the page.
    pub href: String,
    /// Its address made absolute, without the fragment.
    pub url: String,
    pub(crate) parts: Parts,
    pub(crate) form: Form,
    /// Whether the attribute with its address says that it is the next one.
    pub(crate) is_called_next: bool,
    /// What it shows.
    pub(crate) text: String,
    /// Its text for those who do not see it: `title`, `aria-label`, `alt` of its images.
    pub(crate) label: String,
}

/// The most nodes of a link whose text is read. Larger links are whole cards, and nested elements would be read again
/// and again.
const LARGEST: usize = 200;

/// Attributes in which buttons hold the address of what they load.
const BUTTONS: [&str; 8] = [
    "data-href",
    "data-url",
    "data-next",
    "data-next-url",
    "data-next-page",
    "data-load-url",
    "data-ajax-url",
    "hx-get",
];

/// The links of a page in document order. Takes time linear in the size of the page.
pub fn links(document: &Document, base: Option<&Url>) -> Vec<Link> {
    // links on a page whose address is unknown can still be compared with each other
    let unknown = Url::parse("http://page.invalid/").ok();
    let Some(base) = base.or(unknown.as_ref()) else { return Vec::new() };
    let buttons: Vec<AttrName> = BUTTONS.iter().filter_map(|name| document.find_attr(name)).collect();
    let mut links = Vec::new();
    for node in document.nodes().filter(|&node| !document.is_text(node)) {
        if links.len() == MOST_LINKS {
            break;
        }
        let tag = document.tag(node);
        let (href, form) = match tag {
            Tag::A | Tag::AREA => match document.attr(node, AttrName::HREF).filter(|href| leads(href)) {
                Some(href) => (href, Form::Anchor),
                // links for scripts, whose address is in another attribute
                None => match button(document, node, &buttons) {
                    Some(href) => (href, Form::Button),
                    None => continue,
                },
            },
            Tag::LINK => {
                let is_next = document.attr(node, AttrName::REL).is_some_and(|rel| rel.eq_ignore_ascii_case("next"));
                match document.attr(node, AttrName::HREF).filter(|_| is_next) {
                    Some(href) => (href, Form::Head),
                    None => continue,
                }
            }
            _ => match button(document, node, &buttons) {
                Some(href) => (href, Form::Button),
                None => continue,
            },
        };
        let href = href.trim();
        if !leads(href) || href.len() > LONGEST {
            continue;
        }
        let Ok(mut url) = base.join(href) else { continue };
        if !matches!(url.scheme(), "http" | "https" | "file") {
            continue;
        }
        url.set_fragment(None);
        let is_small = document.end(node).index() - node.index() <= LARGEST;
        if form == Form::Button && !is_small {
            continue;
        }
        let text = if is_small { line(document, node, document.end(node)) } else { String::new() };
        links.push(Link {
            node,
            href: href.to_owned(),
            parts: Parts::of(&url),
            url: url.into(),
            form,
            is_called_next: form == Form::Button && is_called_next(document, node),
            text: text.trim().chars().take(80).collect(),
            label: if is_small { label(document, node) } else { String::new() },
        });
    }
    links
}

/// Whether a link leads to another page.
fn leads(href: &str) -> bool {
    let href = href.trim();
    !href.is_empty() && !href.starts_with('#') && !href.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("javascript:"))
}

fn button<'d>(document: &'d Document, node: NodeId, names: &[AttrName]) -> Option<&'d str> {
    let value = names.iter().find_map(|&name| document.attr(node, name))?;
    let is_address = value.starts_with('/') || value.starts_with("http") || value.starts_with('?');
    is_address.then_some(value)
}

/// Whether an element holds the address of what comes next, for scripts.
fn is_called_next(document: &Document, node: NodeId) -> bool {
    BUTTONS.iter().filter(|name| name.starts_with("data-next")).any(|name| document.attr_named(node, name).is_some())
}

fn label(document: &Document, node: NodeId) -> String {
    let mut parts: Vec<&str> = Vec::new();
    parts.extend(document.attr(node, AttrName::ARIA_LABEL));
    parts.extend(document.attr(node, AttrName::TITLE));
    let images = document.subtree(node).filter(|&id| document.tag(id) == Tag::IMG).take(2);
    parts.extend(images.filter_map(|id| document.attr(id, AttrName::ALT)));
    parts.join(" ").trim().chars().take(60).collect()
}
