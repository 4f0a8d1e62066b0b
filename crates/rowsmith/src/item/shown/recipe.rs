//! Ingredients and steps as shown: groups of plain items that the page names as such, or below a heading that does.

use std::sync::LazyLock;

use crate::dom::{AttrName, Display, Document, NodeId, Tag, display, heading_level, text};
use crate::item::shown::time::duration;
use crate::item::shown::view::View;
use crate::item::text::{folded, words};
use crate::recognize::AnyOf;

/// Beginnings of words for ingredients.
static INGREDIENTS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
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
    ])
});

/// What headings of instructions say, or begin to say.
static STEPS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "instruction",
        "direction",
        "method",
        "procedure",
        "preparation",
        "how to make",
        "how to prepare",
        "zubereitung",
        "arbeitsschritte",
        "anleitung",
        "préparation",
        "preparación",
        "elaboración",
        "instrucciones",
        "preparo",
        "preparação",
        "procedimento",
        "preparazione",
        "bereiding",
        "bereidingswijze",
        "gör så här",
        "tillagning",
        "fremgangsmåde",
        "fremgangsmåte",
        "slik gjør",
        "valmistusohje",
        "työvaiheet",
        "wykonanie",
        "przygotowanie",
        "sposób przygotowania",
        "elkészítés",
        "postup",
        "priprema",
        "mod de preparare",
        "приготовление",
        "приготування",
        "εκτέλεση",
        "hazırlanışı",
        "yapılışı",
        "만드는",
        "조리",
        "作り方",
        "做法",
        "אופן ההכנה",
        "طريقة التحضير",
    ])
});

/// Names of elements that hold ingredients, and of those that hold steps.
static INGREDIENT_NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["ingredient", "zutat"]));
static STEP_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&["instruction", "direction", "recipe-step", "recipestep", "preparation-step", "method-step"])
});

/// What is shown of a recipe.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShownRecipe {
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
}

/// Finds both. Takes linear time.
pub(crate) fn find_recipe(view: &View<'_>) -> ShownRecipe {
    ShownRecipe {
        ingredients: once(find_lines(view, &INGREDIENT_NAMES, &INGREDIENTS, Part::Ingredients)),
        steps: once(without_counters(find_lines(view, &STEP_NAMES, &STEPS, Part::Steps))),
    }
}

/// The part of a recipe that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Ingredients,
    Steps,
}

impl ShownRecipe {
    /// Whether most of the ingredients state an amount first, which other lists of ingredients do not.
    pub(crate) fn is_measured(&self) -> bool {
        let measured = self.ingredients.iter().filter(|line| {
            let first = line.chars().next().unwrap_or_default();
            first.is_numeric()
        });
        measured.count() * 2 > self.ingredients.len()
    }
}

/// Lines of which a page has a second copy, for small screens or for print, once.
fn once(mut lines: Vec<String>) -> Vec<String> {
    let half = lines.len() / 2;
    if half > 1 && lines.len().is_multiple_of(2) && lines[..half] == lines[half..] {
        lines.truncate(half);
    }
    lines
}

/// Steps without the lines that only number them or state how long they take, and without the numbers before them.
fn without_counters(steps: Vec<String>) -> Vec<String> {
    // "Bake 50 minutes." is a sentence, however short
    let is_sentence = |step: &str| step.ends_with(['.', '!', '。']) && words(step).len() > 1;
    let only_counts =
        |step: &String| step.chars().any(char::is_numeric) && words(step).len() <= 4 && !is_sentence(step);
    let kept = steps.iter().filter(|step| !only_counts(step)).map(|step| {
        let rest = step.trim_start_matches(|c: char| c.is_ascii_digit());
        let counted = rest.len() < step.len() && step.len() - rest.len() < 3;
        let bare = rest.strip_prefix(['.', ')']).filter(|_| counted).map(str::trim_start);
        bare.unwrap_or(step).to_owned()
    });
    kept.collect()
}

fn find_lines(view: &View<'_>, called: &AnyOf, headings: &AnyOf, part: Part) -> Vec<String> {
    let named = by_names(view, called);
    if named.len() > 1 {
        return named;
    }
    let below = by_heading(view, headings, part);
    if below.len() >= named.len().max(1) { below } else { named }
}

/// The items of lists that the page names as such: the list with most items, together with those of its kind next to
/// it.
fn by_names(view: &View<'_>, called: &AnyOf) -> Vec<String> {
    let document = view.document;
    let called = view.names_with(called);
    let is_called = |id: NodeId| view.is_called(id, &called);
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
        let key = match list {
            true => place(document, id),
            false => format!("{:?} {}", document.tag(id), document.attr(id, AttrName::CLASS).unwrap_or_default()),
        };
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
fn by_heading(view: &View<'_>, headings: &AnyOf, part: Part) -> Vec<String> {
    let document = view.document;
    let mut best: Vec<String> = Vec::new();
    let mut passed = Document::ROOT;
    for id in document.subtree(view.body) {
        if id < passed || document.is_text(id) || !view.is_own(id) || !is_leaf(document, id) {
            continue;
        }
        let Some(text) = view.short(id, 50) else { continue };
        let lower = text.to_lowercase();
        // "Preparation: 30 min" says how long it takes
        if !headings.is_in(&lower) || words(&text).len() > 5 || duration(&text).is_some() {
            continue;
        }
        let lines = below(view, id, part);
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

/// A block below a heading.
struct Block {
    /// Where it stands; blocks of one kind stand in the same place.
    place: String,
    /// Whether it is an item of a list.
    listed: bool,
    /// Whether it is a heading.
    heading: bool,
    lines: Vec<String>,
}

/// The elements that an element is part of, from the inside out. Time and size are bounded by the depth.
fn place(document: &Document, id: NodeId) -> String {
    document.ancestors(id).take(MOST_DEPTH).map(|a| format!("{:?}>", document.tag(a))).collect()
}

/// So many levels tell the places of blocks apart.
const MOST_DEPTH: usize = 24;

fn below(view: &View<'_>, heading: NodeId, part: Part) -> Vec<String> {
    let document = view.document;
    let rank = |id: NodeId| heading_level(document.tag(id)).unwrap_or(9);
    // a heading may be a block within the heading element
    let own = document.ancestors(heading).take(3).map(rank).min().unwrap_or(9);
    let mut blocks: Vec<Block> = Vec::new();
    let mut items = 0;
    let mut at = document.end(heading);
    let end = document.end(view.body);
    let mut read = 0;
    while at < end && read < MOST_BLOCKS {
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
        if rank <= own && rank < 9 && (!blocks.is_empty() || rank < own) {
            break;
        }
        if !listed && !is_leaf(document, id) {
            continue;
        }
        at = document.end(id);
        read += 1;
        let text = text(document, id);
        let lower = text.to_lowercase();
        let known = |list: &AnyOf| list.is_in(&lower) && words(&text).len() <= 4 && duration(&text).is_none();
        if known(&INGREDIENTS) || known(&STEPS) {
            if blocks.is_empty() { continue } else { break }
        }
        if part == Part::Steps && is_all_linked(view, id) {
            continue;
        }
        if items > 0 && !listed && words(&text).len() > 25 {
            break;
        }
        let lines: Vec<String> = match listed {
            true => vec![bare(&folded(&text))],
            false => text.lines().map(|line| bare(&folded(line))).collect(),
        };
        let lines: Vec<String> = lines.into_iter().filter(|line| !words(line).is_empty()).collect();
        if !lines.is_empty() {
            items += usize::from(listed);
            // some pages set their text in heading elements
            let heading = rank < 9 && lines.len() == 1;
            blocks.push(Block { place: place(document, id), listed, heading, lines });
        }
    }
    if items > 1 {
        blocks.retain(|block| block.listed);
    }
    of_one_place(blocks)
}

/// Whether all words of an element are in links.
fn is_all_linked(view: &View<'_>, id: NodeId) -> bool {
    let mut texts = view.document.subtree(id).filter(|&inner| view.document.is_text(inner)).peekable();
    texts.peek().is_some()
        && texts.all(|inner| view.is_linked(inner) || words(view.document.raw_text(inner)).is_empty())
}

/// The lines of the blocks that stand where most words do, with the headings between them: what stands elsewhere is
/// something else, such as buttons for sharing or other recipes.
fn of_one_place(blocks: Vec<Block>) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for block in blocks.iter().filter(|block| !block.heading) {
        let size = block.lines.iter().map(|line| words(line).len()).sum::<usize>();
        match counts.iter_mut().find(|(place, _)| *place == block.place) {
            Some((_, count)) => *count += size,
            None => counts.push((&block.place, size)),
        }
    }
    // of several with as many words the first
    let most = counts.iter().rev().max_by_key(|&&(_, count)| count);
    let Some(place) = most.map(|&(place, _)| place.to_owned()) else { return Vec::new() };
    let last = blocks.iter().rposition(|block| block.place == place).unwrap_or(0);
    let kept = blocks.into_iter().take(last + 1).filter(|block| block.heading || block.place == place);
    kept.flat_map(|block| block.lines).collect()
}

/// A line without its bullet.
fn bare(line: &str) -> String {
    line.trim_start_matches(['•', '-', '–', '—', '*', '▢', '□', '·', '●', '▪', ' ']).trim().to_owned()
}

/// Words right before how much comes of a recipe.
const YIELD_LABELS: [&str; 17] = [
    "serves",
    "servings",
    "yields",
    "yield",
    "makes",
    "portionen",
    "personen",
    "portions",
    "porciones",
    "raciones",
    "porzioni",
    "dosi per",
    "porções",
    "rendimento",
    "porties",
    "portioner",
    "porcje",
];
/// Words right behind a number of portions.
#[rustfmt::skip]
const PORTIONS: [&str; 24] = [
    "servings", "portions", "people", "portionen", "personen", "personnes", "parts", "personas", "porciones", "raciones", "persone", "porzioni",
    "pessoas", "porções", "porties", "personer", "portioner", "porcji", "porcje", "osób", "porce", "порций", "порции", "kişilik",
];
/// Words before these.
const FOR: [&str; 7] = ["for ", "für ", "pour ", "para ", "per ", "voor ", "dla "];

/// The longest text that says how much comes of a recipe, in bytes, and how far behind the headline it is looked for, in nodes.
const MOST_YIELD: usize = 40;
const NEAR_YIELD: usize = 400;

/// How much comes of a recipe, where the page only shows it: "Serves 8", "Für 4 Personen". Takes linear time.
pub(crate) fn find_yield(view: &View<'_>, headline: Option<NodeId>) -> Option<String> {
    let document = view.document;
    let start = headline.unwrap_or(view.body).index();
    let nodes = (start..(start + NEAR_YIELD).min(document.len())).map(|index| NodeId(index as u32));
    let mut elements = nodes.filter(|&id| !document.is_text(id) && view.is_own(id) && !view.is_linked(id));
    elements.find_map(|id| yield_in(&view.short(id, MOST_YIELD)?))
}

fn yield_in(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    // lower case may have other lengths than the text
    let behind = |word: &str| lower.starts_with(word).then(|| text.get(word.len()..)).flatten();
    let labelled = YIELD_LABELS.iter().find_map(|word| behind(word)).map(|rest| rest.trim_start_matches([':', ' ']));
    let for_some = FOR.iter().find_map(|word| behind(word)).unwrap_or(text);
    let counts = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_digit()) && duration(rest).is_none();
    let is_portions = |text: &&str| {
        let all = words(text);
        all.len() <= 3 && all.last().is_some_and(|word| PORTIONS.contains(&word.as_str()))
    };
    let found = labelled.filter(counts).or(Some(for_some).filter(counts).filter(is_portions));
    // "8. Takes 30 minutes."
    found.and_then(|found| found.split(". ").next()).map(|found| found.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_much_comes_of_a_recipe() {
        for (text, expected) in [
            ("Serves: 8", Some("8")),
            ("Makes 12 cookies", Some("12 cookies")),
            ("Für 4 Personen", Some("4 Personen")),
            ("6 servings", Some("6 servings")),
            ("Yield 30 min", None),
            ("3 eggs", None),
            ("1309 osób wydrukowało", None),
            ("Serves 8. Takes 30 minutes.", Some("8")),
            ("Serves as a starter", None),
        ] {
            assert_eq!(yield_in(text).as_deref(), expected, "{text}");
        }
    }
}
