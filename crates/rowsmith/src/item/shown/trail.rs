//! The path from the start page to the object: breadcrumbs.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag};
use crate::item::shown::view::View;
use crate::item::text::{folded, words};
use crate::recognize::AnyOf;
use crate::types::Breadcrumb;

/// Separators between steps.
const SEPARATORS: [&str; 12] = ["›", "/", ">", "»", "→", "|", "·", "::", "•", "\\", "❯", "→"];

/// What names and labels of breadcrumbs hold.
static CALLED: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["breadcrumb", "bread-crumb", "bread_crumb", "crumbs", "brotkrumen", "fil-ariane"]));

/// The longest trail, in bytes of words and spaces.
const MOST_OF_TRAIL: usize = 600;

/// Finds the breadcrumbs: what the page names as such, or else links separated by signs before the headline. Takes
/// linear time.
pub(crate) fn find_trail(view: &View<'_>, headline: Option<NodeId>) -> Vec<Breadcrumb> {
    let document = view.document;
    let names = view.names_with(&CALLED);
    let mut called: Vec<NodeId> = Vec::new();
    for id in document.subtree(view.body) {
        if document.is_text(id) || !view.is_seen(id) || called.last().is_some_and(|&last| document.contains(last, id)) {
            continue;
        }
        let is_labelled = || {
            let label = document.attr(id, AttrName::ARIA_LABEL).map(str::to_lowercase);
            label.is_some_and(|label| CALLED.is_in(&label))
        };
        // the names of larger elements refer to their contents
        let is_small =
            || document.raw_text(id).split_whitespace().map(|word| word.len() + 1).sum::<usize>() <= MOST_OF_TRAIL;
        if (view.is_called(id, &names) || is_labelled()) && is_small() {
            called.push(id);
        }
    }
    // if each step has the name, the element around all of them is meant
    if let [first, second, ..] = called.as_slice()
        && let Some(parent) = document.parent(*first).filter(|&parent| document.parent(*second) == Some(parent))
    {
        called.insert(0, parent);
    }
    let trails = called
        .iter()
        .map(|&id| steps(view, id))
        .filter(|trail| trail.len() > 1 || !trail.is_empty() && called.len() == 1);
    let trail = trails.max_by_key(|trail| trail.len().min(3)).unwrap_or_default();
    if !trail.is_empty() {
        return trail;
    }
    // without a name: a small element before the headline, with links and separators between them
    let Some(headline) = headline else { return Vec::new() };
    for id in document.subtree(view.body).take_while(|&id| id < headline) {
        if document.is_text(id) || !view.is_seen(id) || document.contains(id, headline) {
            continue;
        }
        let links = document.subtree(id).filter(|&inner| document.tag(inner) == Tag::A).take(12).count();
        if !(2..12).contains(&links) {
            continue;
        }
        let Some(text) = view.short(id, 240) else { continue };
        let signs = ["›", " > ", "»", " / ", "→", "❯"].iter().map(|sign| text.matches(sign).count()).max().unwrap_or(0);
        if signs + 1 >= links && signs >= 2 {
            return steps(view, id);
        }
    }
    Vec::new()
}

/// The steps within an element: its texts, without separators.
fn steps(view: &View<'_>, top: NodeId) -> Vec<Breadcrumb> {
    let document = view.document;
    let mut trail: Vec<Breadcrumb> = Vec::new();
    let mut link: Option<(NodeId, String)> = None;
    let mut last_holder: Option<NodeId> = None;
    for id in document.subtree(top) {
        if !view.is_seen(id) {
            continue;
        }
        if document.tag(id) == Tag::A {
            link = document.attr(id, AttrName::HREF).map(|href| (document.end(id), href.to_owned()));
            continue;
        }
        if !document.is_text(id) {
            continue;
        }
        let text = folded(document.raw_text(id));
        let within = link.as_ref().filter(|(end, _)| id < *end).map(|(_, href)| href.clone());
        // a text may contain several steps if nothing is a link
        let parts: Vec<&str> = match within.is_some() {
            true => vec![text.as_str()],
            false => text.split(['›', '»', '>', '❯', '→', '|']).flat_map(|part| part.split(" / ")).collect(),
        };
        let holder = within
            .as_ref()
            .and(link.as_ref().map(|(end, _)| *end))
            .or_else(|| document.parent(id).map(|parent| document.end(parent)));
        for part in parts {
            let part = part.trim().trim_matches(|c: char| "›»>❯→|·•".contains(c)).trim();
            let part = part.strip_prefix('/').unwrap_or(part).trim().trim_end_matches('/').trim();
            if words(part).is_empty() || SEPARATORS.contains(&part) || part.len() > 200 {
                continue;
            }
            match trail.last_mut() {
                // one step that consists of several texts
                Some(last) if within.is_some() && holder == last_holder => {
                    last.name = format!("{} {part}", last.name);
                }
                _ => trail.push(Breadcrumb::new(part, within.clone())),
            }
            last_holder = holder;
        }
        if trail.len() > 14 {
            return Vec::new();
        }
    }
    trail.dedup_by(|a, b| a.name == b.name);
    // the object itself may follow the last link, and what else does is no step
    if let Some(last) = trail.iter().rposition(|step| step.url.is_some())
        && trail.len() > last + 2
    {
        trail.truncate(last + 1);
    }
    if trail.first().is_some_and(|first| first.url.is_none() && is_heading(&first.name)) {
        trail.remove(0);
    }
    trail
}

/// Whether a text only says that breadcrumbs follow.
fn is_heading(text: &str) -> bool {
    ["breadcrumb", "breadcrumbs", "you are here"].contains(&text.trim_end_matches(':').trim().to_lowercase().as_str())
}
