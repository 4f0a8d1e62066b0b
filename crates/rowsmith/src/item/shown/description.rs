//! The description of the object as shown: what stands below a heading that says so, or in an element that is called so.

use std::sync::LazyLock;

use crate::dom::{NodeId, Tag, text};
use crate::item::shown::view::View;
use crate::item::text::folded;
use crate::recognize::AnyOf;

/// Headings of descriptions, in lower case.
const HEADINGS: [&str; 34] = [
    "description",
    "product description",
    "item description",
    "about this item",
    "about this product",
    "product details",
    "overview",
    "beschreibung",
    "produktbeschreibung",
    "artikelbeschreibung",
    "description du produit",
    "descriptif",
    "descripción",
    "descripción del producto",
    "descrição",
    "descrição do produto",
    "descrizione",
    "descrizione prodotto",
    "omschrijving",
    "productomschrijving",
    "beskrivning",
    "produktbeskrivning",
    "beskrivelse",
    "opis",
    "opis produktu",
    "popis",
    "popis produktu",
    "описание",
    "leírás",
    "açıklama",
    "ürün açıklaması",
    "商品説明",
    "商品の説明",
    "商品描述",
];

static NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["description", "beschreibung", "descripcion"]));

/// Names of descriptions of something else.
static OTHER_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "newsletter",
        "shipping",
        "delivery",
        "payment",
        "modal",
        "cookie",
        "category",
        "review",
        "versand",
        "livraison",
    ])
});

/// The least and the most bytes of a description.
const LEAST: usize = 40;
const MOST: usize = 5_000;

/// A text with more colons is a list of names and values.
const MOST_LABELS: usize = 2;

/// The source of a text has at most so many times its bytes, white space between elements included.
const WHITE_SPACE: usize = 4;

/// How many nodes after the headline are looked at.
const NEAR: usize = 3_000;

/// Finds the description behind the headline. Takes linear time.
pub(crate) fn find_description(view: &View<'_>, headline: NodeId) -> Option<String> {
    let document = view.document;
    let named = view.names_with(&NAMES);
    let to = (headline.index() + NEAR).min(document.len());
    let nodes = || (headline.index() + 1..to).map(|index| NodeId(index as u32));
    let elements = || nodes().filter(|&id| !document.is_text(id) && view.is_own(id));
    let below = elements().filter(|&id| is_heading(view, id)).find_map(|heading| paragraphs_below(view, heading));
    let other = view.names_with(&OTHER_NAMES);
    let is_named = |id: &NodeId| view.is_called(*id, &named) && !view.is_called(*id, &other);
    below.or_else(|| elements().filter(is_named).find_map(|id| prose(view, id)))
}

fn is_heading(view: &View<'_>, id: NodeId) -> bool {
    let tag = view.document.tag(id);
    matches!(tag, Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5)
        && view.short(id, 40).is_some_and(|text| HEADINGS.contains(&text.trim_end_matches(':').to_lowercase().as_str()))
}

/// The paragraphs that follow a heading, up to the next one.
fn paragraphs_below(view: &View<'_>, heading: NodeId) -> Option<String> {
    let document = view.document;
    let parent = document.parent(heading)?;
    let mut found = String::new();
    for id in document.siblings(document.end(heading), document.end(parent)) {
        let tag = document.tag(id);
        if document.is_text(id) || !view.is_own(id) {
            continue;
        }
        if !matches!(tag, Tag::P | Tag::DIV | Tag::UL) || holds_more(view, id) || is_of_pairs(view, id) {
            break;
        }
        if !found.is_empty() {
            found.push('\n');
        }
        found.push_str(text(document, id).trim());
    }
    fitting(&found)
}

/// Whether an element is a list of names and values, each in an element of its own.
fn is_of_pairs(view: &View<'_>, id: NodeId) -> bool {
    let document = view.document;
    let mut items = document.children(id).filter(|&item| view.texts(item) > 0).peekable();
    document.tag(id) == Tag::UL && items.peek().is_some() && items.all(|item| view.texts(item) == 2)
}

/// The text of an element that is a description by its name and prose by its text.
fn prose(view: &View<'_>, id: NodeId) -> Option<String> {
    let fits = view.document.raw_text(id).len() <= WHITE_SPACE * MOST && !holds_more(view, id);
    let found = fits.then(|| text(view.document, id))?;
    // a name says less than a heading: labels and links may have it, too
    fitting(&found)
        .filter(|text| text.split_whitespace().nth(LEAST_WORDS - 1).is_some() && text.contains(['.', '!', '。']))
}

/// The least number of words of an element that is only named a description.
const LEAST_WORDS: usize = 8;

/// Whether an element has headings, tables, forms or links, and is more than a text.
fn holds_more(view: &View<'_>, id: NodeId) -> bool {
    let document = view.document;
    let is_more = |tag: Tag| {
        matches!(
            tag,
            Tag::H1
                | Tag::H2
                | Tag::H3
                | Tag::H4
                | Tag::TABLE
                | Tag::FORM
                | Tag::BUTTON
                | Tag::INPUT
                | Tag::SELECT
                | Tag::DL
        )
    };
    let size = document.end(id).index() - id.index();
    size > 400 || document.subtree(id).any(|inner| is_more(document.tag(inner))) || {
        let linked = document.subtree(id).filter(|&inner| document.is_text(inner) && view.is_linked(inner));
        let linked: usize = linked.map(|inner| document.raw_text(inner).len()).sum();
        2 * linked > document.raw_text(id).len()
    }
}

fn fitting(found: &str) -> Option<String> {
    let found = folded(found);
    // "Publisher: Quay Language: English": a list of properties
    let is_list = found.matches(": ").count() > MOST_LABELS;
    ((LEAST..=MOST).contains(&found.len()) && !is_list).then_some(found)
}
