//! The page's name for its object: the heading that agrees with its title.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag};
use crate::item::shown::view::View;
use crate::item::text::{WordSet, agreement, covered, words};
use crate::recognize::AnyOf;

/// The name as shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Headline {
    pub(crate) node: NodeId,
    pub(crate) text: String,
    /// How well it agrees with the title.
    pub(crate) agreement: f64,
}

/// What names of the headline hold.
static TITLES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "product-title",
        "product_title",
        "producttitle",
        "product-name",
        "product_name",
        "productname",
        "recipe-title",
        "entry-title",
        "item-title",
        "itemtitle",
    ])
});

/// Finds the headline, with the help of what is declared. Takes linear time.
pub(crate) fn find_headline(view: &View<'_>, title: Option<&str>, declared: Option<&str>) -> Option<Headline> {
    let document = view.document;
    let titles = view.names_with(&TITLES);
    let declared = declared.map(WordSet::of);
    let mut best: Option<(f64, Headline)> = None;
    let mut seen_h1 = 0;
    for id in document.subtree(view.body) {
        let tag = document.tag(id);
        if document.is_text(id) || !view.is_seen(id) || view.is_related(id) {
            continue;
        }
        let mut score = match tag {
            Tag::H1 => {
                seen_h1 += 1;
                3.0 - 0.2 * f64::from(seen_h1.min(6))
            }
            Tag::H2 => 1.0,
            Tag::H3 => 0.5,
            _ => 0.0,
        };
        let by_class = view.is_called(id, &titles);
        let by_prop = document.attr(id, AttrName::ITEMPROP) == Some("name");
        if score == 0.0 && !by_class && !by_prop && !matches!(tag, Tag::B | Tag::STRONG) {
            continue;
        }
        let Some(text) = view.short(id, 300) else { continue };
        if words(&text).is_empty() {
            continue;
        }
        score += if by_class { 1.0 } else { 0.0 } + if by_prop { 0.5 } else { 0.0 };
        score -= if view.is_frame(id) { 1.5 } else { 0.0 };
        score -= if view.is_linked(id) { 0.7 } else { 0.0 };
        let with_title = title.map_or(0.0, |title| covered(&text, title).max(agreement(&text, title)));
        let with_declared = declared.as_ref().map_or(0.0, |name| WordSet::of(&text).agreement(name));
        score += 2.0 * with_title + 2.5 * with_declared;
        if words(&text).len() == 1 && with_declared < 0.9 && with_title < 1.0 {
            score -= 1.0;
        }
        let least = if matches!(tag, Tag::H1) || by_class { 1.8 } else { 3.2 };
        if score >= least && best.as_ref().is_none_or(|(kept, _)| score > *kept) {
            best = Some((score, Headline { node: id, text, agreement: with_title.max(with_declared) }));
        }
    }
    best.map(|(_, headline)| headline)
}
