//! The main picture of the object: the first large one next to the headline.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag};
use crate::item::shown::names::Called;
use crate::item::shown::view::View;
use crate::recognize::AnyOf;
use crate::records::image_source;

/// The most images that are kept.
const MOST: usize = 20;

/// Words in the addresses and names of pictures that do not show an object.
static NONE: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&["logo", "icon", "sprite", "avatar", "pixel", "flag", "badge", "payment", "banner", "spacer"])
});

/// Words in the addresses of what stands for a picture until it is loaded. Elements have such names whatever they hold by then.
static STAND_INS: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["placeholder", "spinner", "loading", "blank"]));

/// Names of the elements of a main picture.
static MAIN: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["product", "gallery", "main", "hero", "featured", "recipe", "zoom"]));

/// Names of the elements of pictures beside it.
static SMALL: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["thumb", "swatch", "author", "header-logo"]));

/// How many elements around a picture may be its gallery.
const MOST_AROUND: usize = 4;

/// How many nodes are between a picture, or the gallery that it is in, and the headline: all pictures of a gallery are equally
/// near, so that they keep their order.
fn apart(view: &View<'_>, image: NodeId, headline: NodeId) -> usize {
    let document = view.document;
    let around = document.ancestors(image).skip(1).take(MOST_AROUND);
    let gallery = around.take_while(|&id| view.texts(id) == 0).last().unwrap_or(image);
    match document.end(gallery) <= headline {
        true => headline.index() - document.end(gallery).index(),
        false => gallery.index().abs_diff(headline.index()),
    }
}

/// Finds the pictures near the headline, likeliest first. Takes linear time.
pub(crate) fn find_images(view: &View<'_>, headline: NodeId, name: &str) -> Vec<String> {
    let document = view.document;
    let none = view.names_with(&NONE);
    let main = view.names_with(&MAIN);
    let small = view.names_with(&SMALL);
    let mut found: Vec<(f64, String)> = Vec::new();
    for id in document.subtree(view.body).filter(|&id| document.tag(id) == Tag::IMG) {
        if view.is_related(id) || view.is_frame(id) || found.len() >= 500 {
            continue;
        }
        let Some(source) = image_source(document, id).filter(|source| !source.starts_with("data:")) else { continue };
        let lower = source.to_lowercase();
        let is_called = |called: &Called| document.ancestors(id).take(4).any(|outer| view.is_called(outer, called));
        let mut score = 0.0;
        let is_none = is_called(&none) || NONE.is_in(&lower) || STAND_INS.is_in(&lower) || lower.contains(".svg");
        score -= if is_none { 2.0 } else { 0.0 };
        let size = |name: AttrName| document.attr(id, name).and_then(|v| v.trim_end_matches("px").parse::<f64>().ok());
        if let (Some(width), Some(height)) = (size(AttrName::WIDTH), size(AttrName::HEIGHT)) {
            score += if width < 90.0 || height < 90.0 {
                -1.5
            } else if width >= 300.0 {
                0.7
            } else {
                0.0
            };
        }
        let apart = apart(view, id, headline);
        score += 1.5 * (-(apart as f64) / 200.0).exp();
        if let Some(alt) = document.attr(id, AttrName::ALT) {
            score += 1.5 * crate::item::text::covered(name, alt);
        }
        score += if is_called(&main) { 0.7 } else { 0.0 };
        score -= if is_called(&small) { 0.7 } else { 0.0 };
        score += if document.attr(id, AttrName::ITEMPROP).is_some_and(|p| p.contains("image")) { 1.0 } else { 0.0 };
        if score > 0.4 {
            found.push((score, source.to_owned()));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut images: Vec<String> = Vec::new();
    for (_, source) in found {
        if !images.contains(&source) && images.len() < MOST {
            images.push(source);
        }
    }
    images
}
