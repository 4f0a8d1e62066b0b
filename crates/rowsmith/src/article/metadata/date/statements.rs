//! Everything on a page that states a date, as it is written.

use serde_json::Value;

use crate::article::blocks::context::bit;
use crate::article::declared::json_ld::{text, types};
use crate::article::metadata::date::address::day_in_address;
use crate::article::metadata::date::candidates::DatePage;
use crate::article::metadata::date::labels::{Meaning, meaning, meaning_of_names};
use crate::article::metadata::date::place::Place;
use crate::article::metadata::sources::Source;
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::raw::{FoundDate, RawDate};
use crate::recognize::date::{find_date, find_date_in_attribute};

/// The longest block, in bytes, that is searched for dates; near the title, and elsewhere.
const LONGEST: (usize, usize) = (600, 160);
/// How many blocks before and after the title longer blocks are searched.
const REACH: (usize, usize) = (8, 12);
/// The most dates of one block.
const MOST_OF_BLOCK: usize = 4;
/// The most statements of a page that are shown.
const MOST_SHOWN: usize = 400;
/// How many bytes before a date are searched for a label.
const LABEL: usize = 60;
/// The longest block, in bytes, that may be the label of the next.
const LABEL_BLOCK: usize = 40;
/// How many enclosing elements are asked for what their names say.
const ABOVE: usize = 3;

/// A date as a page states it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Statement {
    pub(super) place: Place,
    pub(super) raw: RawDate,
    /// Where it is shown, if it is.
    pub(super) node: Option<NodeId>,
    /// The block of that node.
    pub(super) block: usize,
    /// What the words before it say.
    pub(super) label: Option<Meaning>,
    /// What the names of the elements around it say.
    pub(super) names: Option<Meaning>,
    /// Whether it is all that its block says.
    pub(super) whole_block: bool,
}

impl Statement {
    fn declared(place: Place, raw: RawDate) -> Statement {
        Statement { place, raw, node: None, block: 0, label: None, names: None, whole_block: false }
    }
}

/// All statements: those for programs, then those in attributes, then those that are shown, nearest to the title first.
/// Takes time linear in the size of the page.
pub(super) fn statements(page: &DatePage<'_>) -> Vec<Statement> {
    let mut all = Vec::new();
    declared(page, &mut all);
    let mut shown = Vec::new();
    in_attributes(page, &mut shown);
    in_texts(page, &mut shown);
    let title = page.title_block.unwrap_or(0);
    shown.sort_by_key(|s: &Statement| s.block.abs_diff(title));
    shown.truncate(MOST_SHOWN);
    all.extend(shown);
    all
}

fn found(attribute: &str, value: &str) -> Option<FoundDate> {
    find_date_in_attribute(attribute, value).or_else(|| find_date(value))
}

fn declared(page: &DatePage<'_>, all: &mut Vec<Statement>) {
    let mut push = |place: Place, value: &str| {
        if let Some(found) = found("content", value) {
            all.push(Statement::declared(place, found.date));
        }
    };
    for stated in page.sources.dates.iter().filter(|d| d.node.is_none()) {
        if let Some(place) = Place::of(stated.source) {
            push(place, &stated.value);
        }
    }
    for placed in page.json.objects().iter().filter(|p| p.is_page && is_dated(p.object)) {
        if let Some(date) = text(placed.object, "dateModified") {
            push(Place::JsonLdModified, date);
        }
    }
    for (name, content) in &page.metas.0 {
        if let Some(place) = place_of_meta(name) {
            push(place, content);
        }
    }
    let of_title = |s: &Source| matches!(s, Source::Title | Source::OpenGraph);
    for stated in page.sources.titles.iter().filter(|t| of_title(&t.source)) {
        if let Some(found) = find_date(&stated.value) {
            all.push(Statement::declared(Place::Title, found.date));
        }
    }
    if let Some(day) = page.address.and_then(day_in_address) {
        all.push(Statement::declared(Place::Address, RawDate::Absolute(day)));
    }
}

/// Whether an object of JSON-LD is something that is published.
fn is_dated(object: &serde_json::Map<String, Value>) -> bool {
    !types(object).any(|t| matches!(t, "WebSite" | "Organization" | "Person" | "Comment" | "ImageObject"))
}

/// The place of a meta element that says when something was changed, or some date; those for the publication are among
/// the sources.
fn place_of_meta(name: &str) -> Option<Place> {
    let word = |w: &str| name.contains(w);
    let is_of_publication =
        matches!(name, "datepublished" | "article:published_time") || word("expir") || word("event");
    if is_of_publication {
        None
    } else if word("modif") || word("updated") || word("revis") || word("reviewed") {
        Some(Place::MetaModified)
    } else if word("date") || word("publish") || word("time") || word("created") {
        Some(Place::OtherMeta)
    } else {
        None
    }
}

/// Dates in attributes of elements in the body: `<time datetime>`, `itemprop`, `<abbr title>`, `data-…`.
fn in_attributes(page: &DatePage<'_>, all: &mut Vec<Statement>) {
    let (document, context, blocks) = (page.document, page.context, page.blocks);
    for stated in &page.sources.dates {
        if let (Some(node), Some(place)) = (stated.node, Place::of(stated.source))
            && let Some(found) = found("datetime", &stated.value)
        {
            all.push(at_node(page, place, node, found.date));
        }
    }
    for id in document.nodes() {
        if document.is_text(id) || context.has(id, bit::SKIPPED) || all.len() >= MOST_SHOWN {
            continue;
        }
        let tag = document.tag(id);
        if document
            .attr(id, AttrName::ITEMPROP)
            .is_some_and(|p| p.split_ascii_whitespace().any(|p| p == "dateModified"))
        {
            let value = document.attr(id, AttrName::DATETIME).or_else(|| document.attr(id, AttrName::CONTENT));
            let value = value.map_or_else(|| line(document, id, document.end(id)), str::to_owned);
            if let Some(found) = found("datetime", &value) {
                all.push(at_node(page, Place::MicrodataModified, id, found.date));
            }
        }
        if tag == Tag::META || tag == Tag::TIME || blocks.range(document, id).len() > 2 {
            continue;
        }
        for (name, value) in document.attrs(id) {
            let is_title = name == AttrName::TITLE && tag != Tag::A;
            if value.len() > 64 || !value.bytes().any(|b| b.is_ascii_digit()) {
                continue;
            }
            let name = if is_title { "title" } else { document.attr_name(name) };
            let is_of_date = name.starts_with("data-") && (name.contains("date") || name.contains("time"))
                || name == "datetime" && tag != Tag::INS && tag != Tag::DEL;
            if (is_title || is_of_date)
                && let Some(found) = find_date_in_attribute(name, value)
            {
                all.push(at_node(page, Place::Attribute, id, found.date));
            }
        }
    }
}

/// A statement of an element: its label stands in the block before it, or in its own before it.
fn at_node(page: &DatePage<'_>, place: Place, node: NodeId, raw: RawDate) -> Statement {
    let (document, blocks) = (page.document, page.blocks);
    let before = blocks.before.get(node.index()).map_or(0, |&n| n as usize);
    // the block that the element stands in, or that begins in it
    let block = match before.checked_sub(1) {
        Some(at) if blocks.list[at].end > node => at,
        _ => before.min(blocks.len().saturating_sub(1)),
    };
    let within =
        blocks.list.get(block).filter(|b| b.first < node && b.end > node).map(|b| line(document, b.first, node));
    let label = within.as_deref().and_then(|text| meaning(tail(text))).or_else(|| label_before(page, block));
    Statement { place, raw, node: Some(node), block, label, names: names(page, node), whole_block: false }
}

/// Dates in the texts of the page: all short ones, and longer ones near the title.
fn in_texts(page: &DatePage<'_>, all: &mut Vec<Statement>) {
    let (document, context, blocks) = (page.document, page.context, page.blocks);
    let title = page.title_block.unwrap_or(0);
    let near = title.saturating_sub(REACH.0)..title + REACH.1 + 1;
    let mut left = MOST_SHOWN;
    for (at, &block) in blocks.list.iter().enumerate() {
        let longest = if near.contains(&at) { LONGEST.0 } else { LONGEST.1 };
        if left == 0
            || context.has(block.first, bit::SELECT)
            || !may_hold_date(document, block.first, block.end, longest)
        {
            continue;
        }
        let text = line(document, block.first, block.end);
        if text.len() > longest {
            continue;
        }
        let mut from = 0;
        for _ in 0..MOST_OF_BLOCK {
            let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) else { break };
            let Some(found) = find_date(rest) else { break };
            let span = from + found.span.start..from + found.span.end;
            if matches!(found.date, RawDate::Absolute(_) | RawDate::Numeric(_)) {
                let before = &text[..span.start];
                let label =
                    meaning(tail(before)).or_else(|| label_before(page, at).filter(|_| before.len() < LABEL_BLOCK));
                all.push(Statement {
                    place: Place::Text,
                    raw: found.date,
                    node: Some(block.first),
                    block: at,
                    label,
                    names: names(page, block.first),
                    whole_block: span.len() + 2 >= text.len(),
                });
                left = left.saturating_sub(1);
            }
            from = span.end.max(from + 1);
            while from < text.len() && !text.is_char_boundary(from) {
                from += 1;
            }
        }
    }
}

/// Whether a range of nodes is short enough, and has a digit.
fn may_hold_date(document: &Document, first: NodeId, end: NodeId, longest: usize) -> bool {
    let raw = document.raw_text_between(first, end);
    raw.len() <= 4 * longest && raw.chars().any(char::is_numeric)
}

/// The last bytes of a text.
fn tail(text: &str) -> &str {
    let mut from = text.len().saturating_sub(LABEL);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

/// What the block before says, if it is short enough to be a label.
fn label_before(page: &DatePage<'_>, block: usize) -> Option<Meaning> {
    let before = page.blocks.list.get(block.checked_sub(1)?)?;
    if page.document.raw_text_between(before.first, before.end).len() > 4 * LABEL_BLOCK {
        return None;
    }
    let text = line(page.document, before.first, before.end);
    (text.len() <= LABEL_BLOCK && find_date(&text).is_none()).then(|| meaning(&text)).flatten()
}

/// What the names of a node's element and of those around it say.
fn names(page: &DatePage<'_>, node: NodeId) -> Option<Meaning> {
    let document = page.document;
    let from = if document.is_text(node) { document.parent(node)? } else { node };
    document.ancestors(from).take(ABOVE).find_map(|id| {
        let names = [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP];
        names.iter().find_map(|&name| document.attr(id, name).and_then(meaning_of_names))
    })
}
