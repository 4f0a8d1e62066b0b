//! Annotation: which texts, links and images hold values of which attributes (AMBER 3.2).

use std::ops::Range;

use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::objects::quantity::number;
use crate::objects::schema::attribute::{Annotator, Attribute, Recogniser, Struck};
use crate::objects::schema::domain_schema::Schema;
use crate::recognize::date::find_date;
use crate::recognize::{
    ValueType, find_phone, find_place, find_postcode, find_price, find_rating, is_url, parse_number, value_type,
};
use crate::records::described;
use crate::tree::{PageTree, Span, TreeId};

/// A value found in a text: `ann(ρ, n, v)` of the paper, for a known text.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The attribute.
    pub attribute: usize,
    /// The bytes of the text.
    pub span: Range<usize>,
    /// How strongly it indicates the attribute, from 0 to 1.
    pub weight: f64,
}

/// A text and its surroundings.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TextItem<'a> {
    /// The text on one line.
    pub text: &'a str,
    /// Whether it is in a heading.
    pub heading: bool,
    /// Whether it is in a link.
    pub link: bool,
    /// Whether it is struck out.
    pub struck: bool,
    /// The `itemprop`s of elements that contain nothing else.
    pub properties: &'a [&'a str],
    /// What a reader sees directly before it, on about the same line.
    pub before: &'a str,
    /// What a reader sees directly after it.
    pub behind: &'a str,
}

/// In longer texts, in bytes, only gazetteers and patterns look for values: values are not in prose (A2).
const MAX_VALUE_TEXT: usize = 240;
/// How many bytes patterns and gazetteers look at.
const MAX_TEXT: usize = 4096;

/// The weight of a text in a link, compared with one in a heading: links also contain buttons and tags.
const LINK_TEXT: f64 = 0.6;
/// The weight of a bare "4.5".
const UNCERTAIN_RATING: f64 = 0.4;
/// The weight of a term within a text that is the value as a whole: "chair" in the name of a chair.
const TERM_WITHIN: f64 = 0.3;

/// The weight of a value that the schema uses only if there is no other.
const LAST_RESORT: f64 = 0.2;
/// How many characters before and after a value are searched for words.
const LEAD: usize = 32;
const TRAIL: usize = 16;

/// What a text says about all attributes for which `wanted` is true. O(text × patterns).
pub fn annotate_text(schema: &Schema, item: TextItem<'_>, wanted: &dyn Fn(usize) -> bool) -> Vec<Found> {
    let text = crate::recognize::head(item.text, MAX_TEXT);
    let mut found: Vec<Found> = Vec::new();
    if text.is_empty() {
        return found;
    }
    let share = |span: &Range<usize>| span.len() as f64 / text.len() as f64;
    if !schema.gazetteers.is_empty() {
        for term in schema.gazetteers.find(text) {
            let within = schema.attributes[term.attribute].whole && !is_component(text, &term.span);
            let weight = if within { TERM_WITHIN } else { part_weight(share(&term.span)) };
            found.push(Found { attribute: term.attribute, span: term.span, weight });
        }
    }
    for (index, attribute) in schema.attributes.iter().enumerate().filter(|(i, _)| wanted(*i)) {
        for annotator in &attribute.annotators {
            let hit = match annotator {
                Annotator::Recogniser(Recogniser::Price) => price(attribute, item),
                Annotator::Recogniser(recogniser) => recognise(*recogniser, attribute, item),
                // most texts have no match, and capture groups are expensive
                Annotator::Pattern(pattern) if !pattern.is_match(text) => None,
                Annotator::Pattern(pattern) => pattern.captures(text).and_then(|c| {
                    let value = c.get(1).or_else(|| c.get(0))?;
                    (!value.is_empty()).then(|| (value.range(), part_weight(share(&value.range()))))
                }),
                Annotator::Property(name) => item.properties.contains(&name.as_str()).then_some((0..text.len(), 1.0)),
            };
            if let Some((span, weight)) = hit {
                found.push(Found { attribute: index, span, weight });
            }
        }
    }
    found.retain(|f| {
        let attribute = &schema.attributes[f.attribute];
        let place = match attribute.struck {
            Struck::Any => true,
            Struck::Never => !item.struck,
            Struck::Only => item.struck,
        };
        place && wanted(f.attribute) && attribute.unless.iter().all(|unless| !unless.is_match(text))
    });
    found
}

/// Whether a part of a text is everything between commas and the like.
fn is_component(text: &str, span: &Range<usize>) -> bool {
    let apart = |c: char| ",;|/()•·-–:".contains(c);
    text[..span.start].trim_end().chars().next_back().is_none_or(apart)
        && text[span.end..].trim_start().chars().next().is_none_or(apart)
}

/// A value that fills its text is more likely than one in the middle of a sentence (A2).
fn part_weight(share: f64) -> f64 {
    0.4 + 0.6 * (2.0 * share).min(1.0)
}

fn recognise(recogniser: Recogniser, attribute: &Attribute, item: TextItem<'_>) -> Option<(Range<usize>, f64)> {
    let text = item.text;
    if text.len() > MAX_VALUE_TEXT {
        return None;
    }
    let all = 0..text.len();
    let part = |span: Range<usize>| {
        let weight = part_weight(span.len() as f64 / text.len() as f64);
        (span, weight)
    };
    match recogniser {
        Recogniser::Price => None,
        Recogniser::Number if attribute.units.is_empty() => parse_number(text).map(|_| (all, 1.0)),
        Recogniser::Number => number(attribute, item).map(|(span, sure)| {
            let (span, weight) = part(span);
            (span, weight * sure)
        }),
        Recogniser::Date => find_date(text).map(|f| part(f.span)),
        Recogniser::Rating => find_rating(text).map(|f| {
            let (span, weight) = part(f.span());
            (span, if f.certain { weight } else { UNCERTAIN_RATING })
        }),
        Recogniser::Place => find_place(text).map(|span| {
            let within = !is_component(text, &span) && !text[..span.start].ends_with([' ', '.']);
            let (span, weight) = part(span);
            (span, if within { weight * TERM_WITHIN } else { weight })
        }),
        Recogniser::Postcode => find_postcode(text).map(part),
        Recogniser::Phone => find_phone(text).map(part),
        Recogniser::Url => is_url(text).then_some((all, 1.0)),
        Recogniser::Image => None,
        Recogniser::Heading => (item.heading && is_wordy(text)).then_some((all, 1.0)),
        Recogniser::LinkText => (item.link && is_wordy(text)).then_some((all, LINK_TEXT)),
    }
}

/// Whether a text consists of words and is not a price, date or number.
fn is_wordy(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && value_type(text) == ValueType::Text
}

/// The first price in a text that is not ruled out by the words around it.
fn price(attribute: &Attribute, item: TextItem<'_>) -> Option<(Range<usize>, f64)> {
    let text = item.text;
    if text.len() > MAX_VALUE_TEXT {
        return None;
    }
    let mut at = 0;
    let mut resort = None;
    while let Some(found) = find_price(&text[at..]) {
        let span = found.span.start + at..found.span.end + at;
        let lead =
            if at == 0 { format!("{} {}", item.before, &text[..span.start]) } else { text[at..span.start].to_owned() };
        let behind = &text[span.end..];
        let trail = if behind.trim().is_empty() { item.behind } else { behind };
        at = span.end;
        // "- $5" ends a range, "-$5" is a discount
        let taken_off = found.price.amount < 0.0 && !text[..span.start].ends_with(' ');
        let near = &attribute.near;
        let far = !near.is_empty() && !is_after(&lead, near) && !is_before(trail, near);
        if taken_off || far || is_after(&lead, &attribute.not_after) || is_before(trail, &attribute.not_before) {
            continue;
        }
        let weight = part_weight(span.len() as f64 / text.len() as f64);
        if !is_after(&lead, &attribute.rather_not_after) {
            return Some((span, weight));
        }
        resort = resort.or(Some((span, weight * LAST_RESORT)));
    }
    resort
}

/// Whether one of the phrases is among the last words before a value, with no digit between.
pub(crate) fn is_after(lead: &str, phrases: &[String]) -> bool {
    let tail = lead.rfind(|c: char| c.is_ascii_digit()).map_or(lead, |at| &lead[at + 1..]);
    let skip = tail.chars().count().saturating_sub(LEAD);
    let tail = words(tail.chars().skip(skip));
    phrases.iter().any(|phrase| tail.contains(&format!(" {phrase} ")))
}

/// Whether one of the phrases directly follows a value.
pub(crate) fn is_before(trail: &str, phrases: &[String]) -> bool {
    let head: String = trail.trim_start().chars().take(TRAIL).take_while(|c| !c.is_ascii_digit()).collect();
    let plain = words(head.chars());
    phrases.iter().any(|phrase| {
        if phrase.starts_with(char::is_alphanumeric) {
            plain.starts_with(&format!(" {phrase} "))
        } else {
            let rest = head.get(..phrase.len()).is_some_and(|h| h.eq_ignore_ascii_case(phrase));
            rest && !head[phrase.len()..].starts_with(char::is_alphanumeric)
        }
    })
}

/// The words in lower case, with a space around each.
pub(crate) fn words(text: impl Iterator<Item = char>) -> String {
    let mut out = String::from(" ");
    for c in text {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// An annotated node.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// The node: a fragment, an element that says something in an attribute or in several pieces, a link, an image.
    pub node: TreeId,
    /// Where in its text, and with which weight.
    pub found: Found,
}

/// The surroundings of every node of a page.
#[derive(Debug)]
pub struct Surroundings {
    flags: Vec<u8>,
}

const HEADING: u8 = 1;
const LINK: u8 = 2;
const STRUCK: u8 = 4;

impl Surroundings {
    /// One pass over the tree.
    pub fn new(page: &PageTree) -> Surroundings {
        let mut flags: Vec<u8> = Vec::with_capacity(page.tree.len());
        for id in page.tree.nodes() {
            let above = page.tree.parent(id).map_or(0, |p| flags[p]);
            flags.push(
                above
                    | match page.tag(id) {
                        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => HEADING,
                        Tag::A => LINK,
                        Tag::S | Tag::DEL | Tag::STRIKE => STRUCK,
                        _ => 0,
                    },
            );
        }
        Surroundings { flags }
    }

    /// The text of a node with its surroundings.
    pub fn item<'a>(&self, id: TreeId, text: &'a str, properties: &'a [&'a str]) -> TextItem<'a> {
        let is = |flag| self.flags[id] & flag != 0;
        TextItem { text, heading: is(HEADING), link: is(LINK), struck: is(STRUCK), properties, before: "", behind: "" }
    }
}

/// The `itemprop`s of the elements that contain nothing but a node.
pub(crate) fn properties<'a>(document: &'a Document, page: &PageTree, id: TreeId) -> Vec<&'a str> {
    let mine = page.tree.terminals(id);
    let chain = std::iter::successors(Some(id), |&at| page.tree.parent(at));
    let alone = chain.take_while(|&at| page.tree.terminals(at) == mine).take(8);
    let values =
        alone.filter(|&at| !page.is_text(at)).filter_map(|at| document.attr(page.node(at), AttrName::ITEMPROP));
    values.flat_map(str::split_ascii_whitespace).collect()
}

/// The most texts, and below that characters, in the line of a value.
const LINE_PIECES: usize = 8;
const LINE_CHARS: usize = 90;

/// What a reader sees before and after a node on its line: the largest element around it that is small enough to be a
/// line.
pub(crate) fn context(document: &Document, page: &PageTree, id: TreeId) -> (String, String) {
    let tree = &page.tree;
    let small = |&at: &TreeId| {
        let Span { from, to } = page.spans[at];
        tree.terminals(at) <= LINE_PIECES && document.raw_text_between(from, to).len() <= 4 * LINE_CHARS
    };
    let around = std::iter::successors(tree.parent(id), |&at| tree.parent(at)).take_while(small).last();
    let Some(around) = around else { return Default::default() };
    let texts = |from: TreeId, to: TreeId| joined(document, page, from, to);
    (texts(around, id), texts(tree.end(id), tree.end(around)))
}

/// The fragments of a range of nodes with a space between each.
pub(crate) fn joined(document: &Document, page: &PageTree, from: TreeId, to: TreeId) -> String {
    let mut out = String::new();
    for at in TreeId::between(from, to).filter(|&at| page.is_text(at)) {
        let Span { from, to } = page.spans[at];
        if !out.is_empty() {
            out.push(' ');
        }
        match raised(document, from, to) {
            Some(text) => out.push_str(&text),
            None => out.push_str(&line(document, from, to)),
        }
    }
    out
}

/// The text of a fragment, with a space wherever an element begins or ends within a number, as raised cents do, or between a
/// word and a number: "Área Útil" and "130m²".
fn raised(document: &Document, from: NodeId, to: NodeId) -> Option<String> {
    if to.0 - from.0 < 2 || to.0 - from.0 > 16 {
        return None;
    }
    let mut out = String::new();
    let mut apart = false;
    for id in (from.0..to.0).map(NodeId).filter(|&id| document.is_text(id)) {
        let text = document.raw_text(id);
        let inside = out.ends_with(|c: char| c.is_ascii_digit())
            && text.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        let raised = document.parent(id).is_some_and(|p| matches!(document.tag(p), Tag::SUP | Tag::SUB));
        let behind_word =
            out.ends_with(char::is_lowercase) && text.starts_with(|c: char| c.is_ascii_digit()) && !raised;
        if inside || behind_word {
            out.push(' ');
            apart = true;
        }
        out.push_str(text);
    }
    apart.then(|| out.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text of a fragment without its struck-out parts; `None` if it has none.
pub(crate) fn without_struck(document: &Document, Span { from, to }: Span) -> Option<String> {
    let struck = |id: NodeId| matches!(document.tag(id), Tag::S | Tag::DEL | Tag::STRIKE);
    let range = || (from.0..to.0).map(NodeId);
    if !range().any(struck) {
        return None;
    }
    let (mut text, mut at) = (String::new(), from);
    while at < to {
        if struck(at) {
            at = document.end(at);
            continue;
        }
        if document.is_text(at) {
            text.push_str(document.raw_text(at));
            text.push(' ');
        }
        at = NodeId(at.0 + 1);
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An element with at most this many texts and characters may be one value in pieces: "$", "12", ".99".
const PIECES: std::ops::RangeInclusive<usize> = 2..=6;
const PIECES_CHARS: usize = 48;

/// The target of a link that leads somewhere.
pub(crate) fn link_target<'a>(document: &'a Document, page: &PageTree, id: TreeId) -> Option<&'a str> {
    if page.tag(id) != Tag::A {
        return None;
    }
    let target = document.attr(page.node(id), AttrName::HREF)?.trim();
    let is_script = target.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("javascript:"));
    (!target.is_empty() && !target.starts_with('#') && !is_script).then_some(target)
}

/// Annotates a page for all attributes for which `wanted` is true, ordered by node.
///
/// Takes time near-linear in the page: every annotator looks at every text once, and at small elements once more as a
/// whole.
pub fn annotate(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    surroundings: &Surroundings,
    wanted: &dyn Fn(usize) -> bool,
) -> Vec<Annotation> {
    let has = |kind: Recogniser| {
        schema.attributes.iter().enumerate().find_map(|(i, a)| {
            let has = a.annotators.iter().any(|n| matches!(n, Annotator::Recogniser(r) if *r == kind));
            (has && wanted(i)).then_some(i)
        })
    };
    let (url, image) = (has(Recogniser::Url), has(Recogniser::Image));
    let mut out: Vec<Annotation> = Vec::new();
    for id in page.tree.nodes() {
        let whole = |attribute| Annotation { node: id, found: Found { attribute, span: 0..0, weight: 1.0 } };
        let Span { from, to } = page.spans[id];
        let text = if page.is_text(id) {
            line(document, from, to)
        } else {
            if page.tag(id) == Tag::IMG {
                out.extend(image.map(whole));
            } else if link_target(document, page, id).is_some() {
                out.extend(url.map(whole));
            }
            match page.tree.terminals(id) {
                0 => described(document, from).unwrap_or_default().to_owned(),
                _ => continue,
            }
        };
        let properties = properties(document, page, id);
        let item = surroundings.item(id, &text, &properties);
        let (before, behind) = match text.bytes().any(|b| b.is_ascii_digit()) && text.len() <= MAX_VALUE_TEXT {
            true => context(document, page, id),
            false => Default::default(),
        };
        let item = TextItem { before: &before, behind: &behind, ..item };
        let found = annotate_text(schema, item, wanted);
        out.extend(found.into_iter().map(|found| Annotation { node: id, found }));
    }
    let pieces = in_pieces(document, page, schema, surroundings, wanted, &out);
    out.extend(pieces);
    out.sort_by_key(|a| a.node);
    out
}

/// Finds values whose parts are separate elements.
fn in_pieces(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    surroundings: &Surroundings,
    wanted: &dyn Fn(usize) -> bool,
    known: &[Annotation],
) -> Vec<Annotation> {
    use crate::types::ValueKind::{Date, Number, Price, Rating};
    let tree = &page.tree;
    let typed = |i: usize| wanted(i) && matches!(schema.attributes[i].value, Price | Number | Date | Rating);
    let mut out: Vec<Annotation> = Vec::new();
    let mut id = TreeId::ROOT;
    while id < tree.end_of_all() {
        let small = !page.is_text(id) && PIECES.contains(&tree.terminals(id)) && {
            let Span { from, to } = page.spans[id];
            document.raw_text_between(from, to).len() <= 4 * PIECES_CHARS
        };
        if !small {
            id += 1;
            continue;
        }
        let text = crate::records::composite_text(document, page, id);
        let inside = &known[known.partition_point(|a| a.node < id)..known.partition_point(|a| a.node < tree.end(id))];
        if text.len() <= PIECES_CHARS && text.bytes().any(|b| b.is_ascii_digit()) {
            let fresh = |i: usize| typed(i) && inside.iter().all(|a| a.found.attribute != i);
            let found = annotate_text(schema, surroundings.item(id, &text, &[]), &fresh);
            if !found.is_empty() {
                out.extend(found.into_iter().map(|found| Annotation { node: id, found }));
                id = tree.end(id);
                continue;
            }
        }
        id += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::objects::schema::test_schema;

    fn annotations(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let schema = test_schema();
        let found = annotate(&document, &page, &schema, &Surroundings::new(&page), &|_| true);
        let show = |a: &Annotation| {
            let Span { from, to } = page.spans[a.node];
            let text = line(&document, from, to);
            let text = text.get(a.found.span.clone()).unwrap_or_default();
            format!("{}: {text}", schema.attributes[a.found.attribute].name)
        };
        found.iter().map(show).collect()
    }

    #[test]
    fn texts_are_annotated() {
        // the example of section 3.2
        assert_eq!(annotations("<span>Oxford, £2k</span>"), ["place: Oxford", "price: £2k"]);
        assert_eq!(annotations("<p>3 bed<p>x"), ["beds: 3 bed"]);
        assert!(annotations("<p>Oxfordshire").is_empty());
    }

    #[test]
    fn a_price_in_pieces_is_one() {
        let html = "<div><b class=s>$</b><b class=w>12</b><sup class=f>99</sup></div>";
        assert_eq!(annotations(html).len(), 1);
    }

    #[test]
    fn struck_parts_are_left_out() {
        let document = parse(b"<p><del>$20</del> $10", &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let id = page.tree.nodes().find(|&id| page.is_text(id)).unwrap();
        assert_eq!(without_struck(&document, page.spans[id]).as_deref(), Some("$10"));
    }

    #[test]
    fn a_number_behind_the_element_of_its_label_is_apart() {
        let text = |html: &[u8]| {
            let document = parse(html, &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            joined(&document, &page, TreeId::ROOT, page.tree.end_of_all())
        };
        assert_eq!(text("<p><span>Área Útil</span>130m²".as_bytes()), "Área Útil 130m²");
        assert_eq!(text(b"<p>130 m<sup>2</sup>"), "130 m2");
    }
}
