//! Links to people: those whose target is named after their text, `ann` to `/users/ann.17`.

use crate::dom::AttrName;
use crate::records::PageFacts;
use crate::tree::{Run, Span, TreeId};

/// Whether the target of a link contains the link's text, letter by letter.
pub(crate) fn is_profile(facts: &PageFacts<'_>, link: TreeId) -> bool {
    let tree = &facts.page.tree;
    if facts.chars.of(Run::subtree(tree, link)) > 40 {
        return false;
    }
    let Some(target) = facts.document.attr(facts.page.node(link), AttrName::HREF) else { return false };
    let Span { from, to } = facts.page.spans[link];
    Folded::text(facts.document.raw_text_between(from, to)).names(&Folded::address(target))
}

/// The letters and digits of a short name or an address, in lower case.
pub(crate) struct Folded(String);

impl Folded {
    /// Folds a text.
    pub(crate) fn text(text: &str) -> Folded {
        if text.is_ascii() {
            let bytes = text.bytes().filter(u8::is_ascii_alphanumeric).take(400);
            return Folded(bytes.map(|b| char::from(b.to_ascii_lowercase())).collect());
        }
        Folded(text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(400).collect())
    }

    /// Folds an address.
    pub(crate) fn address(address: &str) -> Folded {
        Folded::text(&percent_decoded(address))
    }

    /// Whether this is a name that occurs in an address.
    pub(crate) fn names(&self, address: &Folded) -> bool {
        let name = self.0.as_str();
        name.chars().take(3).count() >= 3 && !name.bytes().all(|b| b.is_ascii_digit()) && address.0.contains(name)
    }
}

fn percent_decoded(address: &str) -> std::borrow::Cow<'_, str> {
    if address.contains('%') {
        url::form_urlencoded::parse(address.replace(['&', '=', '+'], " ").as_bytes())
            .next()
            .map_or(std::borrow::Cow::Borrowed(address), |(key, _)| std::borrow::Cow::Owned(key.into_owned()))
    } else {
        std::borrow::Cow::Borrowed(address)
    }
}
