//! Properties with their labels: tables, definition lists, lists with colons, pairs of elements.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::item::shown::view::View;
use crate::item::text::folded;
use crate::recognize::AnyOf;
use crate::recognize::{find_price, parse_number};
use crate::tables::{self, find_tables};
use crate::types::{Property, TableForm};

/// The longest label, and below that the longest value, in bytes.
const MOST_LABEL: usize = 60;
const MOST_VALUE: usize = 400;

/// An element with more nodes than that is a part of the page and no label with its value, which keeps the cost linear.
const MOST_NODES: usize = 400;

/// Elements whose pairs are not properties of the object: reviews, filters, forms.
static OTHERS: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["review", "filter", "facet", "sort-", "swatch", "comment", "cookie"]));

/// The same for elements that a reader has to open.
static OPENED: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["menu", "consent", "modal", "login", "newsletter"]));

/// Names of elements that hold a label.
static LABEL_NAMES: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["label", "name", "key", "title", "term", "attr", "header", "spec"]));

/// Names of elements that hold a brand.
static BRAND_NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["brand", "vendor", "manufacturer"]));

/// The most properties that are kept.
const MOST: usize = 400;

/// Labels with their values on a page, in document order.
#[derive(Debug, Default)]
pub(crate) struct Labelled {
    /// All of them.
    pub(crate) all: Vec<Property>,
    /// Those that describe the object.
    pub(crate) described: Vec<Property>,
}

/// Finds labels with their values in document order. Takes linear time.
pub(crate) fn find_properties(view: &View<'_>, headline: Option<NodeId>) -> Labelled {
    let document = view.document;
    let (others, opened) = (view.names_with(&OTHERS), view.names_with(&OPENED));
    let is_of_others =
        |id: NodeId| is_of_others(view, id, |id| view.is_called(id, &others) || view.is_called(id, &opened));
    let mut found: Vec<(NodeId, Vec<Property>)> = Vec::new();
    // what says less about the kind of the page: in tabs and folds, which readers open, and in forms that stories have, too
    let mut further: Vec<(NodeId, Vec<Property>)> = Vec::new();
    for table in find_tables(document, &tables::Options::default()) {
        if table.form != TableForm::Record || view.is_related(table.node) {
            continue;
        }
        if view.is_seen(table.node) {
            found.push((table.node, of_table(&table)));
        } else if view.is_openable(table.node) {
            further.push((table.node, of_table(&table)));
        }
    }
    let tables: Vec<NodeId> = found.iter().map(|&(top, _)| top).collect();
    for id in document.subtree(view.body) {
        let may_be_opened = !view.is_seen(id)
            && matches!(document.tag(id), Tag::DL | Tag::UL | Tag::OL)
            && view.is_openable(id)
            && !is_of_others(id)
            && further.last().is_none_or(|&(top, _)| !document.contains(top, id));
        if may_be_opened {
            let pairs =
                if document.tag(id) == Tag::DL { of_definitions(view, id) } else { of_folded_list(document, id) };
            if !pairs.is_empty() {
                further.push((id, pairs));
            }
        }
        if document.is_text(id) || !view.is_own(id) || found.last().is_some_and(|&(top, _)| document.contains(top, id))
        {
            continue;
        }
        if tables.iter().any(|&table| document.contains(table, id) || document.contains(id, table)) {
            continue;
        }
        let large = document.end(id).index() - id.index() > 1_500
            || headline.is_some_and(|headline| document.contains(id, headline));
        if !large && view.is_called(id, &others) {
            found.push((id, Vec::new()));
            continue;
        }
        match document.tag(id) {
            Tag::DL => found.push((id, of_definitions(view, id))),
            Tag::TABLE => {
                let pairs = of_rows(view, id);
                if pairs.len() > 1 {
                    found.push((id, pairs));
                }
            }
            Tag::UL | Tag::OL | Tag::DIV | Tag::SECTION => {
                let mut pairs = of_children(view, id);
                if pairs.len() < 2 && document.children(id).any(|child| document.tag(child) == Tag::BR) {
                    pairs = of_lines(view, id);
                }
                if pairs.len() > 1 {
                    found.push((id, pairs));
                } else if further.last().is_none_or(|&(top, _)| !document.contains(top, id)) {
                    let twos = of_twos(view, id);
                    if !twos.is_empty() {
                        further.push((id, twos));
                    }
                }
            }
            Tag::P | Tag::TD => {
                let pairs = of_lines(view, id);
                if pairs.len() > 1 {
                    found.push((id, pairs));
                } else {
                    let bold = of_bold_lines(view, id);
                    if bold.len() > 2 {
                        further.push((id, bold));
                    }
                }
            }
            _ => {}
        }
    }
    found.retain(|(top, _)| {
        headline.is_none_or(|headline| document.end(*top) > headline || headline.index() - top.index() < 300)
    });
    found.sort_by_key(|&(top, _)| top);
    let all = distinct(found.iter().flat_map(|(_, pairs)| pairs.clone()));
    found.extend(further);
    found.sort_by_key(|&(top, _)| top);
    let described = found.iter().flat_map(|(top, pairs)| sifted(document, *top, pairs));
    Labelled { described: distinct(described), all }
}

/// Whether an element that a reader may open, or one around it, is called a part of the page with other pairs.
fn is_of_others(view: &View<'_>, id: NodeId, is_called: impl Fn(NodeId) -> bool) -> bool {
    let document = view.document;
    let mut at = Some(id);
    for _ in 0..MOST_AROUND {
        match at {
            Some(id) if document.tag(id) == Tag::BODY => return false,
            Some(id) if is_called(id) => return true,
            Some(id) => at = document.parent(id),
            None => return false,
        }
    }
    false
}

/// How many elements around a list are asked what they are called.
const MOST_AROUND: usize = 8;

fn distinct(properties: impl Iterator<Item = Property>) -> Vec<Property> {
    let mut kept: Vec<Property> = Vec::new();
    for property in properties {
        if kept.len() >= MOST {
            break;
        }
        if !kept.contains(&property) {
            kept.push(property);
        }
    }
    kept
}

/// The pairs of a group that describe the object; none of a group that is a form, prices, opening hours or ratings, or
/// of benefits with a sentence each.
fn sifted(document: &Document, top: NodeId, pairs: &[Property]) -> Vec<Property> {
    let is_control = |id: NodeId| matches!(document.tag(id), Tag::SELECT | Tag::INPUT | Tag::TEXTAREA);
    if pairs.is_empty() || document.subtree(top).any(is_control) {
        return Vec::new();
    }
    let is_address = |value: &str| ["http://", "https://", "//", "www."].iter().any(|begin| value.starts_with(begin));
    let kept: Vec<Property> =
        pairs.iter().filter(|pair| !pair.name.contains('_') && !is_address(&pair.value)).cloned().collect();
    let count = |test: fn(&str) -> bool| kept.iter().filter(|pair| test(&pair.value)).count();
    let names: BTreeSet<String> = kept.iter().map(|pair| pair.name.to_lowercase()).collect();
    let is_declared = matches!(document.tag(top), Tag::DL | Tag::TABLE);
    let is_same = |pair: &Property| kept.first().is_some_and(|first| first.value == pair.value);
    let is_other = 2 * count(is_money_or_clock) > kept.len()
        || 2 * count(is_count) > kept.len()
        || !is_declared && kept.len() > 2 && kept.iter().all(is_same)
        || kept.len() > 1 && count(is_mark) == kept.len()
        || !is_declared && 2 * count(is_prose) > kept.len()
        || 2 * names.len() <= kept.len();
    if is_other { Vec::new() } else { kept }
}

fn is_money_or_clock(value: &str) -> bool {
    let is_clock = |c: char| c.is_ascii_digit() || " :-–—h".contains(c);
    // "9:00", "10h30-19h00", and not "48h"
    let is_hours = value.chars().all(is_clock) && (value.contains(':') || value.matches('h').count() == 2);
    is_hours || value.len() < LONGEST_PRICE && find_price(value).is_some()
}

/// Below that many bytes a value with a price is one.
const LONGEST_PRICE: usize = 25;

/// Whether a value is a mark of five: "4.5".
fn is_mark(value: &str) -> bool {
    matches!(value.as_bytes(), [b'0'..=b'5', b'.', b'0'..=b'9'])
}

/// Whether a value is a number in brackets, which says how often something was named: "(350)", "(1.3K)".
fn is_count(value: &str) -> bool {
    let inner = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|inner| parse_number(inner).is_some())
}

/// Whether a value is a sentence without numbers.
fn is_prose(value: &str) -> bool {
    value.split_whitespace().nth(LEAST_OF_SENTENCE - 1).is_some() && !value.contains(char::is_numeric)
}

/// The least number of words of a sentence.
const LEAST_OF_SENTENCE: usize = 7;

/// A property from a label and a value, if they qualify.
fn pair(label: &str, value: &str) -> Option<Property> {
    let label = label.trim().trim_end_matches([':', '：']).trim();
    let value = value.trim().trim_start_matches([':', '：']).trim();
    let letters = label.chars().filter(|c| c.is_alphabetic()).count();
    let fits =
        (2..=MOST_LABEL).contains(&label.len()) && letters >= 2 && !value.is_empty() && value.len() <= MOST_VALUE;
    (fits && !label.ends_with(['?', '!', '.'])).then(|| Property::new(label, value))
}

fn of_table(table: &tables::Found) -> Vec<Property> {
    let Some(row) = table.rows.first() else { return Vec::new() };
    let value = |cell: u32| if cell == tables::NONE { "" } else { table.cells[cell as usize].text.as_str() };
    let named = table.columns.iter().zip(&row.cells);
    named.filter_map(|(column, &cell)| pair(column.label.as_deref()?, value(cell))).collect()
}

fn of_rows(view: &View<'_>, table: NodeId) -> Vec<Property> {
    let document = view.document;
    let rows = document.subtree(table).filter(|&id| document.tag(id) == Tag::TR).take(MOST);
    let mut pairs = Vec::new();
    for row in rows {
        let cells: Vec<NodeId> =
            document.children(row).filter(|&id| matches!(document.tag(id), Tag::TD | Tag::TH)).collect();
        match cells.as_slice() {
            [label, value] => pairs.extend(pair(&view.line(*label), &view.line(*value))),
            // the title of a group
            [title] if document.tag(*title) == Tag::TH || document.attr(*title, AttrName::COLSPAN).is_some() => {}
            _ => return Vec::new(),
        }
    }
    pairs
}

fn of_definitions(view: &View<'_>, list: NodeId) -> Vec<Property> {
    let document = view.document;
    let mut pairs = Vec::new();
    let mut term: Option<String> = None;
    for id in document.subtree(list) {
        match document.tag(id) {
            Tag::DT => term = Some(view.line(id)),
            Tag::DD => {
                if let Some(label) = term.take() {
                    pairs.extend(pair(&label, &view.line(id)));
                }
            }
            _ => {}
        }
    }
    pairs
}

/// Children with the same tag, each a label and its value: "Weight: 2 kg" with its colon, or two elements that the page
/// calls label and value, or of which the first is bold.
fn of_children(view: &View<'_>, parent: NodeId) -> Vec<Property> {
    let document = view.document;
    let children: Vec<NodeId> =
        document.children(parent).filter(|&id| !document.is_text(id) && view.is_seen(id)).take(MOST).collect();
    if children.len() < 2 {
        return Vec::new();
    }
    if let Some(pairs) = of_wide_rows(view, &children) {
        return pairs;
    }
    let mut pairs = Vec::new();
    let mut others = 0;
    for &child in &children {
        match of_child(view, child) {
            Some(property) => pairs.push(property),
            None if document.raw_text(child).trim().is_empty() => {}
            None => others += 1,
        }
    }
    if pairs.len() < 3 {
        let (twos, beside) = twos_of(view, &children);
        if beside == 0 && !twos.is_empty() {
            (pairs, others) = (twos, 0);
        }
    }
    let longest = pairs.iter().filter(|pair: &&Property| pair.value.len() > 120).count();
    if pairs.len() >= 2 && pairs.len() > 2 * others && 3 * longest <= pairs.len() { pairs } else { Vec::new() }
}

/// The items of a list that a reader has to open, each with a label, a colon and a value.
fn of_folded_list(document: &Document, list: NodeId) -> Vec<Property> {
    let items = document.children(list).filter(|&id| document.tag(id) == Tag::LI).take(MOST);
    let pair = |item: NodeId| {
        let text = document.raw_text(item);
        (text.len() <= MOST_VALUE).then(|| of_text(&folded(text))).flatten()
    };
    let pairs: Option<Vec<Property>> = items.map(pair).collect();
    pairs.filter(|pairs| pairs.len() >= 3).unwrap_or_default()
}

/// Children with one tag and class that each have exactly two short texts, the first without digits: "Diameter" and "24 in". What
/// stands beside them, such as a heading, does not count.
fn of_twos(view: &View<'_>, parent: NodeId) -> Vec<Property> {
    let document = view.document;
    let children = document.children(parent).filter(|&id| !document.is_text(id) && view.is_seen(id));
    twos_of(view, &children.take(MOST).collect::<Vec<_>>()).0
}

/// The same of these elements, and how many others there are among them.
fn twos_of(view: &View<'_>, children: &[NodeId]) -> (Vec<Property>, usize) {
    let document = view.document;
    let alike = |a: NodeId, b: NodeId| is_alike(document, a, b);
    let Some((first, of_first)) = children.iter().find_map(|&child| Some((child, two_texts(view, child)?))) else {
        return (Vec::new(), 0);
    };
    let mut pairs = vec![of_first];
    for &child in children.iter().filter(|&&child| child > first && alike(child, first)) {
        match two_texts(view, child) {
            Some(property) => pairs.push(property),
            None if view.texts(child) == 0 => {}
            None => return (Vec::new(), 0),
        }
    }
    let beside =
        children.iter().filter(|&&child| view.texts(child) > 0 && (child < first || !alike(child, first))).count();
    let figures = pairs.iter().filter(|pair: &&Property| pair.value.chars().any(char::is_numeric)).count();
    if pairs.len() >= 3 && 2 * figures >= pairs.len() { (pairs, beside) } else { (Vec::new(), 0) }
}

fn is_alike(document: &Document, a: NodeId, b: NodeId) -> bool {
    document.tag(a) == document.tag(b) && document.attr(a, AttrName::CLASS) == document.attr(b, AttrName::CLASS)
}

/// The two short texts of an element as a label and its value.
fn two_texts(view: &View<'_>, id: NodeId) -> Option<Property> {
    let document = view.document;
    if view.texts(id) != 2 || document.end(id).index() - id.index() > MOST_NODES {
        return None;
    }
    let says = |&id: &NodeId| document.is_text(id) && view.texts(id) > 0;
    let mut texts = document.subtree(id).filter(says);
    let (label, value) = (texts.next()?, texts.next()?);
    if view.is_linked(label) {
        return None;
    }
    let (label, value) = (folded(document.raw_text(label)), folded(document.raw_text(value)));
    if label.len() > 40 || value.len() > 80 || label.chars().any(char::is_numeric) {
        return None;
    }
    pair(&label, &value)
}

/// The pairs of rows that all have several beside each other; the last may have one.
fn of_wide_rows(view: &View<'_>, rows: &[NodeId]) -> Option<Vec<Property>> {
    let mut rows = rows.iter().copied().filter(|&row| view.texts(row) > 0);
    let last = rows.next_back()?;
    let before: Vec<Vec<Property>> = rows.map(|row| pairs_beside(view, row)).collect::<Option<_>>()?;
    let of_last = pairs_beside(view, last).or_else(|| Some(vec![two_texts(view, last)?]))?;
    (!before.is_empty()).then(|| before.into_iter().flatten().chain(of_last).collect())
}

/// The pairs of a row that has several, each in an element of its own.
fn pairs_beside(view: &View<'_>, row: NodeId) -> Option<Vec<Property>> {
    let document = view.document;
    let parts: Vec<NodeId> = document.children(row).filter(|&id| view.texts(id) > 0).take(MOST_BESIDE + 1).collect();
    let (first, rest) = parts.split_first()?;
    let fits = (1..MOST_BESIDE).contains(&rest.len()) && rest.iter().all(|&part| is_alike(document, *first, part));
    if !fits || document.is_text(*first) {
        return None;
    }
    parts.iter().map(|&part| two_texts(view, part)).collect()
}

/// The most pairs beside each other.
const MOST_BESIDE: usize = 4;

/// A paragraph with more bytes is no list of values.
const MOST_OF_LINES: usize = 4_000;

/// The lines of a paragraph, each with a label, a colon and a value.
fn of_lines(view: &View<'_>, id: NodeId) -> Vec<Property> {
    let document = view.document;
    if document.raw_text(id).len() > MOST_OF_LINES || !document.subtree(id).any(|inner| document.tag(inner) == Tag::BR)
    {
        return Vec::new();
    }
    let text = crate::dom::text(document, id);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let pairs: Vec<Property> = lines.iter().filter_map(|line| of_text(&folded(line))).collect();
    if 3 * pairs.len() >= 2 * lines.len() { pairs } else { Vec::new() }
}

/// The lines of a paragraph that each begin with a bold label; none if any line does not.
fn of_bold_lines(view: &View<'_>, id: NodeId) -> Vec<Property> {
    let document = view.document;
    if document.raw_text(id).len() > MOST_OF_LINES || !document.children(id).any(|child| document.tag(child) == Tag::BR)
    {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    let (mut label, mut value) = (String::new(), String::new());
    let mut end = |label: &mut String, value: &mut String| {
        let (label, value) = (std::mem::take(label), folded(&std::mem::take(value)));
        match (label.is_empty(), value.is_empty()) {
            (true, true) => true,
            (false, false) if label.len() <= 40 && value.len() <= 200 => {
                pairs.extend(pair(&label, &value));
                true
            }
            _ => false,
        }
    };
    for child in document.children(id) {
        let tag = document.tag(child);
        if tag == Tag::BR {
            if !end(&mut label, &mut value) {
                return Vec::new();
            }
        } else if matches!(tag, Tag::B | Tag::STRONG) && label.is_empty() && value.trim().is_empty() {
            label = view.line(child);
        } else if document.is_text(child) || view.is_seen(child) {
            value.push_str(document.raw_text(child));
        }
    }
    match end(&mut label, &mut value) {
        true => pairs,
        false => Vec::new(),
    }
}

/// "Weight: 2 kg".
fn of_text(text: &str) -> Option<Property> {
    let (label, value) = text.split_once(": ").or_else(|| text.split_once('：'))?;
    let short = label.len() <= 40 && label.split_whitespace().count() <= 5 && !label.contains(". ");
    pair(label, value).filter(|_| short && value.len() <= 200)
}

fn of_child(view: &View<'_>, child: NodeId) -> Option<Property> {
    let document = view.document;
    if document.raw_text(child).len() > 3 * MOST_VALUE {
        return None;
    }
    // down to the element with the parts
    let mut at = child;
    loop {
        let mut inner = document.children(at).filter(|&id| !document.raw_text(id).trim().is_empty());
        match (inner.next(), inner.next()) {
            (Some(only), None) if !document.is_text(only) => at = only,
            _ => break,
        }
    }
    let parts: Vec<NodeId> = document.children(at).filter(|&id| !document.raw_text(id).trim().is_empty()).collect();
    let (first, rest) = parts.split_first()?;
    let controls = document
        .subtree(child)
        .any(|id| matches!(document.tag(id), Tag::SELECT | Tag::INPUT | Tag::BUTTON | Tag::FORM));
    if controls {
        return None;
    }
    let text = |from: NodeId, to: NodeId| line(document, from, to);
    if document.is_text(*first) || rest.is_empty() {
        return of_text(&view.line(at));
    }
    let label = folded(&text(*first, document.end(*first)));
    let value = folded(&text(*rest.first()?, document.end(at)));
    let names = view.names(*first);
    let called = LABEL_NAMES.is_in(names);
    let colon = label.ends_with([':', '：']) || value.starts_with(':');
    let bold = matches!(document.tag(*first), Tag::B | Tag::STRONG | Tag::DT | Tag::TH | Tag::H5 | Tag::H6);
    let short = label.len() <= 40 && rest.len() <= 2;
    if colon || (called || bold) && short {
        return pair(&label, &value);
    }
    None
}

/// A short text near the headline that the page calls a brand.
pub(crate) fn called_brand(view: &View<'_>, headline: NodeId) -> Option<String> {
    let document = view.document;
    let near = headline.index().saturating_sub(40)..(headline.index() + 120).min(document.len());
    near.map(|index| NodeId(index as u32)).find_map(|id| {
        if document.is_text(id) || !view.is_own(id) || document.contains(id, headline) {
            return None;
        }
        if !BRAND_NAMES.is_in(view.names(id)) {
            return None;
        }
        let text = view.short(id, 40)?;
        let text = text.trim_start_matches("by ").trim_start_matches("By ").trim().to_owned();
        (!text.is_empty() && !text.contains(':') && text.split_whitespace().count() <= 4).then_some(text)
    })
}
