//! Ingredients and steps as they are shown: groups of plain items that the page calls so, or below a heading that says so.

use crate::dom::{NodeId, Tag, text};
use crate::item::shown::view::{View, names_of};
use crate::item::text::{folded, words};

/// How words for ingredients begin.
const INGREDIENTS: [&str; 24] = [
    "ingredient",
    "zutat",
    "ingrédient",
    "ingrediente",
    "ingredienti",
    "ingrediënt",
    "ingredienser",
    "składnik",
    "hozzávaló",
    "suroviny",
    "ингредиент",
    "υλικά",
    "malzeme",
    "材料",
    "食材",
    "用料",
    "재료",
    "מצרכים",
    "المكونات",
    "ainekset",
    "sastojci",
    "ingrediens",
    "you will need",
    "what you need",
];

/// How words for the way to do it begin.
const STEPS: [&str; 26] = [
    "instruction",
    "direction",
    "method",
    "preparation",
    "zubereitung",
    "anleitung",
    "préparation",
    "preparación",
    "elaboración",
    "preparo",
    "procedimento",
    "preparazione",
    "bereiding",
    "bereidingswijze",
    "gör så här",
    "fremgangsmåde",
    "slik gjør",
    "wykonanie",
    "przygotowanie",
    "elkészítés",
    "postup",
    "приготовление",
    "εκτέλεση",
    "작法",
    "作り方",
    "做法",
];

/// What is shown of a recipe.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShownRecipe {
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
}

/// Finds both. Linear.
pub(crate) fn find_recipe(view: &View<'_>) -> ShownRecipe {
    ShownRecipe {
        ingredients: find_lines(view, &["ingredient", "zutat"], &INGREDIENTS),
        steps: find_lines(
            view,
            &["instruction", "direction", "recipe-step", "recipestep", "preparation-step", "method-step"],
            &STEPS,
        ),
    }
}

fn find_lines(view: &View<'_>, called: &[&str], headings: &[&str]) -> Vec<String> {
    let named = by_names(view, called);
    if named.len() > 1 {
        return named;
    }
    let below = by_heading(view, headings);
    if below.len() >= named.len().max(1) { below } else { named }
}

/// Items of lists that the page calls so: the list with most items, with those of its kind beside it.
fn by_names(view: &View<'_>, called: &[&str]) -> Vec<String> {
    let document = view.document;
    let is_called = |id: NodeId| {
        let names = names_of(document, id);
        called.iter().any(|word| names.contains(word))
    };
    let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
    for id in document.subtree(view.body) {
        if !matches!(document.tag(id), Tag::LI | Tag::P | Tag::TR | Tag::DIV | Tag::SPAN) || !view.is_own(id) {
            continue;
        }
        let own = is_called(id);
        let list = document.tag(id) == Tag::LI
            && document.ancestors(id).skip(1).take(4).any(|a| !document.is_text(a) && is_called(a));
        if !own && !list {
            continue;
        }
        // an item holds no further ones
        if document.tag(id) != Tag::LI
            && document
                .subtree(id)
                .skip(1)
                .any(|inner| matches!(document.tag(inner), Tag::LI | Tag::P | Tag::TR | Tag::DIV))
        {
            continue;
        }
        let class = crate::dom::AttrName::CLASS;
        let key =
            format!("{:?} {}", document.tag(id), if list { "" } else { document.attr(id, class).unwrap_or_default() });
        match groups.iter().position(|(kept, _)| *kept == key) {
            Some(at) => {
                let items = &mut groups[at].1;
                if !items.last().is_some_and(|&last| document.contains(last, id)) {
                    items.push(id);
                }
            }
            None if groups.len() < 50 => groups.push((key, vec![id])),
            None => {}
        }
    }
    let lines = |items: &[NodeId]| -> Vec<String> {
        items.iter().map(|&id| item_line(view, id)).filter(|line| !words(line).is_empty()).collect()
    };
    let weight = |items: &[NodeId]| items.len().min(60) * usize::from(items.len() > 1);
    groups
        .iter()
        .max_by_key(|(key, items)| (weight(items), key.starts_with("Tag")))
        .map(|(_, items)| lines(items))
        .unwrap_or_default()
}

fn item_line(view: &View<'_>, id: NodeId) -> String {
    folded(&text(view.document, id))
}

/// The items of the first list below a heading that says so, or the lines of the element behind it.
fn by_heading(view: &View<'_>, headings: &[&str]) -> Vec<String> {
    let document = view.document;
    let mut at_heading: Option<NodeId> = None;
    for id in document.subtree(view.body) {
        if document.is_text(id) || !view.is_own(id) {
            continue;
        }
        if matches!(
            document.tag(id),
            Tag::H1
                | Tag::H2
                | Tag::H3
                | Tag::H4
                | Tag::H5
                | Tag::H6
                | Tag::STRONG
                | Tag::B
                | Tag::P
                | Tag::DIV
                | Tag::SPAN
        ) && let Some(text) = view.short(id, 50)
        {
            let lower = text.to_lowercase();
            if headings.iter().any(|word| lower.contains(word)) {
                at_heading = Some(id);
                continue;
            }
        }
        let Some(heading) = at_heading else { continue };
        if id < document.end(heading) || id.index() - heading.index() > 120 {
            continue;
        }
        if matches!(document.tag(id), Tag::UL | Tag::OL) {
            let items: Vec<String> = document
                .children(id)
                .filter(|&li| document.tag(li) == Tag::LI)
                .map(|li| item_line(view, li))
                .filter(|line| !words(line).is_empty())
                .collect();
            if items.len() > 1 {
                return items;
            }
        }
        if matches!(document.tag(id), Tag::H2 | Tag::H3) && view.short(id, 80).is_some() {
            at_heading = None;
        }
    }
    Vec::new()
}
