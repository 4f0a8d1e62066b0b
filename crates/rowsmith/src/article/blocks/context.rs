//! What surrounds each node of a page: sections, lists, links; as bits that are inherited from the parent.

use crate::dom::{AttrName, Display, Document, NodeId, Tag, display, is_hidden};
use crate::tree::mix;

/// What an element, or one around it, is.
pub mod bit {
    macro_rules! bits {
        ($($name:ident $at:literal $doc:literal),* $(,)?) => {
            $(#[doc = $doc] pub const $name: u64 = 1 << $at;)*
            /// The names of all bits that are features, in order.
            pub const NAMED: &[(&str, u64)] = &[$((stringify!($name), 1 << $at)),*];
        };
    }
    bits! {
        NAV 0 "`nav`, role navigation, menus",
        HEADER 1 "`header`, role banner",
        FOOTER 2 "`footer`, role contentinfo",
        ASIDE 3 "`aside`, role complementary",
        MAIN 4 "`main`, role main",
        ARTICLE 5 "`article`, role article",
        SECTION 6 "`section`, role region",
        FORM 7 "`form`, role search",
        DIALOG 8 "`dialog`, role dialog, modal",
        LIST 9 "`ul`, `ol`",
        NESTED_LIST 10 "a list in a list",
        DEFINITIONS 11 "`dl`",
        TABLE 12 "`table`",
        HEADING_CELL 13 "`th`",
        QUOTE 14 "`blockquote`",
        PREFORMATTED 15 "`pre`",
        FIGURE 16 "`figure`",
        CAPTION 17 "`figcaption`, `caption`",
        DETAILS 18 "`details`",
        SELECT 19 "`select`, `datalist`, role listbox",
        NOSCRIPT 20 "`noscript`",
        BUTTON 21 "`button`, role button",
        LABEL 22 "`label`, `legend`",
        HEADING 23 "`h1` to `h6`, role heading",
        LINK 24 "`a` with a target",
        HIDDEN 25 "marked as not shown",
        ARIA_HIDDEN 26 "hidden from screen readers, or collapsed",
        ADDRESS 27 "`address`",
        PARAGRAPH 28 "`p`",
        ITEM 29 "`li`, `dd`, `dt`",
        ARTICLE_BODY 30 "schema.org: text or body of an article or post",
        REVIEW 31 "schema.org: a review",
        COMMENT 32 "schema.org: a comment or answer",
        PRODUCT 33 "schema.org: a product",
        DESCRIPTION 34 "schema.org: a description",
        TAB 35 "role tab, tabpanel, tablist",
        FLOATING 36 "laid over the page by its own style",
        CENTRAL_INPUT 37 "role feed, log or list",
        CODE 38 "`code`, `samp`, `kbd`",
        TIME 39 "`time`",
        STRONG 40 "`b`, `strong`",
        SMALL 41 "`small`, `sub`, `sup`, `cite`",
    }
    /// Text that is never shown: scripts, styles, drawings.
    pub const SKIPPED: u64 = 1 << 63;
}

/// The context of every node.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Bits of [`bit`], including inherited ones.
    pub bits: Vec<u64>,
    /// The depth; the root has 0.
    pub depth: Vec<u16>,
    /// For elements, a hash of the tag and the class words, regardless of their order.
    pub signature: Vec<u32>,
    /// For each node, the number of images, controls, paragraphs and links before it; has one entry more than there are
    /// nodes.
    pub counts: Vec<[u32; 4]>,
}

impl Context {
    /// Looks at every node once.
    pub fn new(document: &Document) -> Context {
        let n = document.len();
        let mut context = Context {
            bits: Vec::with_capacity(n),
            depth: Vec::with_capacity(n),
            signature: Vec::with_capacity(n),
            counts: Vec::with_capacity(n + 1),
        };
        let mut counts = [0u32; 4];
        let modal = document.find_attr("aria-modal");
        for id in document.nodes() {
            context.counts.push(counts);
            let (above, depth) = match document.parent(id) {
                Some(parent) => (context.bits[parent.index()], context.depth[parent.index()].saturating_add(1)),
                None => (0, 0),
            };
            context.depth.push(depth);
            let tag = document.tag(id);
            if tag == Tag::TEXT {
                context.bits.push(above);
                context.signature.push(0);
                continue;
            }
            let kind = match tag {
                Tag::IMG | Tag::PICTURE | Tag::VIDEO => Some(0),
                Tag::INPUT | Tag::TEXTAREA | Tag::SELECT | Tag::BUTTON => Some(1),
                Tag::P => Some(2),
                Tag::A => Some(3),
                _ => None,
            };
            if let Some(kind) = kind {
                counts[kind] += 1;
            }
            let (own, class) = bits_and_class(document, id, tag, modal);
            let nested = if own & bit::LIST != 0 && above & bit::LIST != 0 { bit::NESTED_LIST } else { 0 };
            context.bits.push(above | own | nested);
            context.signature.push(mix(class, u64::from(tag.0) | 1 << 50) as u32);
        }
        context.counts.push(counts);
        context
    }

    /// Whether a node has any of these bits.
    pub fn has(&self, id: NodeId, bits: u64) -> bool {
        self.bits[id.index()] & bits != 0
    }

    /// Images, controls, paragraphs and links in a subtree.
    pub fn count(&self, document: &Document, id: NodeId) -> [u32; 4] {
        let (a, b) = (self.counts[id.index()], self.counts[document.end(id).index()]);
        [b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]]
    }
}

/// The bits of an element itself, and a hash of its class words.
fn bits_and_class(document: &Document, id: NodeId, tag: Tag, modal: Option<AttrName>) -> (u64, u64) {
    let mut bits = of_tag(tag);
    let mut class = 0u64;
    let mut looked_hidden = false;
    for (name, value) in document.attrs(id) {
        match name {
            AttrName::CLASS => {
                let words = value.split_ascii_whitespace();
                class = words.map(|w| w.bytes().fold(3, |h, b| mix(h, u64::from(b)))).fold(0, u64::wrapping_add);
            }
            AttrName::ROLE => bits |= of_role(value.trim()),
            AttrName::ITEMPROP => bits |= of_property(value.trim()),
            AttrName::ITEMTYPE => bits |= of_type(value.trim()),
            AttrName::ARIA_HIDDEN if value.trim() == "true" => bits |= bit::ARIA_HIDDEN,
            AttrName::HREF if tag == Tag::A => bits |= bit::LINK,
            AttrName::HIDDEN | AttrName::STYLE => {
                looked_hidden = true;
                let fixed = |part: &str| part.trim().to_ascii_lowercase();
                if name == AttrName::STYLE
                    && value.split(';').filter_map(|d| d.split_once(':')).any(|(property, value)| {
                        fixed(property) == "position" && matches!(fixed(value).as_str(), "fixed" | "sticky")
                    })
                {
                    bits |= bit::FLOATING;
                }
            }
            _ if Some(name) == modal && value.trim() == "true" => bits |= bit::DIALOG,
            _ => {}
        }
    }
    if looked_hidden && is_hidden(document, id) {
        bits |= bit::HIDDEN;
    }
    (bits, class)
}

fn of_tag(tag: Tag) -> u64 {
    match tag {
        Tag::NAV | Tag::MENU => bit::NAV,
        Tag::HEADER => bit::HEADER,
        Tag::FOOTER => bit::FOOTER,
        Tag::ASIDE => bit::ASIDE,
        Tag::MAIN => bit::MAIN,
        Tag::ARTICLE => bit::ARTICLE,
        Tag::SECTION => bit::SECTION,
        Tag::FORM | Tag::FIELDSET | Tag::SEARCH => bit::FORM,
        Tag::DIALOG => bit::DIALOG,
        Tag::UL | Tag::OL => bit::LIST,
        Tag::DL => bit::DEFINITIONS,
        Tag::TABLE => bit::TABLE,
        Tag::TH => bit::HEADING_CELL,
        Tag::BLOCKQUOTE => bit::QUOTE,
        Tag::PRE => bit::PREFORMATTED,
        Tag::FIGURE => bit::FIGURE,
        Tag::FIGCAPTION | Tag::CAPTION => bit::CAPTION,
        Tag::DETAILS => bit::DETAILS,
        Tag::SELECT | Tag::DATALIST => bit::SELECT,
        Tag::NOSCRIPT => bit::NOSCRIPT,
        Tag::BUTTON => bit::BUTTON,
        Tag::LABEL | Tag::LEGEND => bit::LABEL,
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => bit::HEADING,
        Tag::ADDRESS => bit::ADDRESS,
        Tag::P => bit::PARAGRAPH,
        Tag::LI | Tag::DD | Tag::DT => bit::ITEM,
        Tag::CODE | Tag::SAMP | Tag::KBD => bit::CODE,
        Tag::TIME => bit::TIME,
        Tag::B | Tag::STRONG => bit::STRONG,
        Tag::SMALL | Tag::SUB | Tag::SUP | Tag::CITE => bit::SMALL,
        Tag::SVG => bit::SKIPPED,
        _ if display(tag) == Display::None => bit::SKIPPED,
        _ => 0,
    }
}

fn of_role(role: &str) -> u64 {
    match role {
        "navigation" | "menu" | "menubar" => bit::NAV,
        "banner" => bit::HEADER,
        "contentinfo" => bit::FOOTER,
        "complementary" => bit::ASIDE,
        "main" => bit::MAIN,
        "article" => bit::ARTICLE,
        "region" => bit::SECTION,
        "search" | "form" => bit::FORM,
        "dialog" | "alertdialog" => bit::DIALOG,
        "listbox" | "combobox" => bit::SELECT,
        "button" => bit::BUTTON,
        "heading" => bit::HEADING,
        "tab" | "tabpanel" | "tablist" => bit::TAB,
        "feed" | "log" | "list" => bit::CENTRAL_INPUT,
        _ => 0,
    }
}

fn of_property(property: &str) -> u64 {
    match property {
        "articleBody" | "text" => bit::ARTICLE_BODY,
        "review" | "reviews" | "reviewBody" => bit::REVIEW,
        "comment" | "suggestedAnswer" => bit::COMMENT,
        "description" => bit::DESCRIPTION,
        _ => 0,
    }
}

fn of_type(address: &str) -> u64 {
    match address.rsplit('/').next().unwrap_or_default() {
        "Review" => bit::REVIEW,
        "Comment" | "UserComments" | "Answer" => bit::COMMENT,
        "Product" => bit::PRODUCT,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn bits_are_inherited() {
        let html = "<main><ul><li><a href=x>a</a><ul><li>b</ul></ul></main><div role=navigation style='display:none'>c";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let of = |text: &str| {
            let id = document.nodes().find(|&id| document.is_text(id) && document.raw_text(id) == text).unwrap();
            move |bits: u64| context.bits[id.index()] & bits == bits
        };
        let context = Context::new(&document);
        assert!(of("a")(bit::MAIN | bit::LIST | bit::LINK | bit::ITEM));
        let of = |text: &str| {
            let id = document.nodes().find(|&id| document.is_text(id) && document.raw_text(id) == text).unwrap();
            context.bits[id.index()]
        };
        assert_ne!(of("b") & bit::NESTED_LIST, 0);
        assert_eq!(of("c") & (bit::NAV | bit::HIDDEN | bit::MAIN), bit::NAV | bit::HIDDEN);
    }
}
