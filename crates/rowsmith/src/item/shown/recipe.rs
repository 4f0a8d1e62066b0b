//! Ingredients and steps as shown: groups of plain items that the page names as such, or below a heading that does.

use crate::dom::{Display, Document, NodeId, Tag, display, text};
use crate::item::shown::view::{View, names_of};
use crate::item::text::{folded, words};

/// Beginnings of words for ingredients.
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

/// Beginnings of words for the instructions.
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

/// Finds both. Takes linear time.
pub(crate) fn find_recipe(view: &View<'_>) -> ShownRecipe {
    ShownRecipe {
        ingredients: find_lines(view, &["ingredient", "zutat"], &INGREDIENTS),
        steps: without_counters(find_lines(
            view,
            &["instruction", "direction", "recipe-step", "recipestep", "preparation-step", "method-step"],
            &STEPS,
        )),
    }
}

/// Steps without the lines that only number them or state how long they take, and without the numbers before them.
fn without_counters(steps: Vec<String>) -> Vec<String> {
    let only_counts = |step: &String| step.chars().any(char::is_numeric) && words(step).len() <= 4;
    let kept = steps.iter().filter(|step| !only_counts(step)).map(|step| {
        let rest = step.trim_start_matches(|c: char| c.is_ascii_digit());
        let counted = rest.len() < step.len() && step.len() - rest.len() < 3;
        let bare = rest.strip_prefix(['.', ')']).filter(|_| counted).map(str::trim_start);
        bare.unwrap_or(step).to_owned()
    });
    kept.collect()
}

fn find_lines(view: &View<'_>, called: &[&str], headings: &[&str]) -> Vec<String> {
    let named = by_names(view, called);
    if named.len() > 1 {
        return named;
    }
    let below = by_heading(view, headings);
    if below.len() >= named.len().max(1) { below } else { named }
}

/// The items of lists that the page names as such: the list with most items, together with those of its kind next to
/// it.
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
        // only items without further items in them
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
    // items of lists before rows, rows before paragraphs, and parts of lines last
    let rank = |items: &[NodeId]| {
        items.first().map_or(9, |&first| match document.tag(first) {
            Tag::LI => 0,
            Tag::TR => 1,
            Tag::P => 2,
            Tag::DIV => 3,
            _ => 4,
        })
    };
    let kept: Vec<&Vec<NodeId>> = groups.iter().map(|(_, items)| items).filter(|items| items.len() > 1).collect();
    let Some(best) = kept.iter().map(|items| rank(items)).min() else { return Vec::new() };
    let chosen = kept.into_iter().filter(|items| rank(items) == best).max_by_key(|items| items.len());
    chosen.map(|items| lines(items)).unwrap_or_default()
}

fn item_line(view: &View<'_>, id: NodeId) -> String {
    bare(&folded(&text(view.document, id)))
}

/// How many blocks after a heading are read.
const MOST_BLOCKS: usize = 120;

/// What is below a heading that names it: the items of its lists, or else the lines of its paragraphs, up to the next
/// heading.
fn by_heading(view: &View<'_>, headings: &[&str]) -> Vec<String> {
    let document = view.document;
    let mut best: Vec<String> = Vec::new();
    let mut passed = Document::ROOT;
    for id in document.subtree(view.body) {
        if id < passed || document.is_text(id) || !view.is_own(id) || !is_leaf(document, id) {
            continue;
        }
        let Some(text) = view.short(id, 50) else { continue };
        let lower = text.to_lowercase();
        if words(&text).len() > 5 || !headings.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let lines = below(view, id);
        passed = document.end(id);
        if lines.len() > best.len() && lines.len() > 1 {
            best = lines;
        }
    }
    best
}

/// Whether an element is a block of text without further blocks in it.
fn is_leaf(document: &Document, id: NodeId) -> bool {
    let is_block =
        |id: NodeId| matches!(display(document.tag(id)), Display::Block | Display::Paragraph | Display::Cell);
    let small = document.end(id).index() - id.index() < 200;
    small && is_block(id) && !document.subtree(id).skip(1).any(is_block)
}

fn below(view: &View<'_>, heading: NodeId) -> Vec<String> {
    let document = view.document;
    let rank = |id: NodeId| match document.tag(id) {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        Tag::H6 => 6,
        _ => 9,
    };
    // a heading may be a block within the heading element
    let own = document.ancestors(heading).take(3).map(rank).min().unwrap_or(9);
    let (mut items, mut lines): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut at = document.end(heading);
    let end = document.end(view.body);
    let mut blocks = 0;
    while at < end && blocks < MOST_BLOCKS {
        let id = at;
        at = NodeId(at.0 + 1);
        if document.is_text(id) {
            continue;
        }
        if !view.is_own(id) {
            at = document.end(id);
            continue;
        }
        let rank = rank(id);
        let listed = document.tag(id) == Tag::LI;
        if rank <= own && rank < 9 && (!items.is_empty() || !lines.is_empty() || rank < own) {
            break;
        }
        if !listed && !is_leaf(document, id) {
            continue;
        }
        at = document.end(id);
        blocks += 1;
        let text = text(document, id);
        let lower = text.to_lowercase();
        let known = |list: &[&str]| words(&text).len() <= 4 && list.iter().any(|word| lower.contains(word));
        if known(&INGREDIENTS) || known(&STEPS) {
            if items.is_empty() && lines.is_empty() { continue } else { break }
        }
        if listed {
            items.push(bare(&folded(&text)));
        } else if items.is_empty() {
            // a heading of another level separates parts of the same whole
            let parts = text.lines().map(|line| bare(&folded(line))).filter(|line| !words(line).is_empty());
            lines.extend(parts);
        } else if words(&text).len() > 25 {
            break;
        }
    }
    let mut found = if items.len() > 1 { items } else { lines };
    found.retain(|line| !words(line).is_empty());
    found
}

/// A line without its bullet.
fn bare(line: &str) -> String {
    line.trim_start_matches(['•', '-', '–', '—', '*', '▢', '□', '·', '●', '▪', ' ']).trim().to_owned()
}
