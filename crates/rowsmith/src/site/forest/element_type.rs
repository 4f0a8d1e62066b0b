//! Element types, by which elements of different pages are identified with each other (FOREST 3.2, definition 2).

use std::fmt::Write;

use crate::dom::{AttrName, Document, NodeId};

/// Attributes that name an element. The paper uses all; on today's pages other attributes also hold addresses, styles
/// and data of the single article.
const NAMING: &[AttrName] = &[AttrName::ID, AttrName::CLASS, AttrName::ROLE, AttrName::ITEMPROP];

/// The tolerant form of an attribute's value: its first token without digits, `post` for `post wrapper-09`.
pub fn tolerant(value: &str) -> String {
    tolerant_chars(value).collect()
}

/// The characters of the tolerant form, without allocating it.
pub(crate) fn tolerant_chars(value: &str) -> impl DoubleEndedIterator<Item = char> + '_ {
    value.split_whitespace().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit())
}

/// The type of an element as an XPath step: `div[contains(@class,'post')]`, or, if no attribute names it, its tag with
/// its position in the walk, `p[@dfs=24]`.
pub fn element_type(document: &Document, id: NodeId, dfs: u32, tolerance: bool) -> String {
    let mut step = document.tag_name(document.tag(id)).to_owned();
    let mut named = false;
    for &attribute in NAMING {
        let Some(value) = document.attr(id, attribute) else { continue };
        let value = if tolerance { tolerant(value) } else { value.trim().to_owned() };
        if value.is_empty() {
            continue;
        }
        named = true;
        let name = document.attr_name(attribute);
        // a quote cannot be escaped in XPath 1.0
        let value = value.replace('\'', "");
        let _ =
            if tolerance { write!(step, "[contains(@{name},'{value}')]") } else { write!(step, "[@{name}='{value}']") };
    }
    if !named {
        let _ = write!(step, "[@dfs={dfs}]");
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn first_token_without_digits() {
        assert_eq!(tolerant("post wrapper-02"), "post");
        assert_eq!(tolerant("post-123"), "post-");
        assert_eq!(tolerant(" "), "");
    }

    #[test]
    fn named_elements_have_no_position() {
        let page = parse(b"<div id=main class='post wrapper-09'><p>x", &ParseOptions::default()).unwrap();
        let find = |tag| page.nodes().find(|&n| page.tag(n) == tag).unwrap();
        let shown = |tag, tolerance| element_type(&page, find(tag), 24, tolerance);
        assert_eq!(shown(Tag::DIV, true), "div[contains(@id,'main')][contains(@class,'post')]");
        assert_eq!(shown(Tag::DIV, false), "div[@id='main'][@class='post wrapper-09']");
        assert_eq!(shown(Tag::P, true), "p[@dfs=24]");
    }
}
