//! Where a page shows a value: from a text, a number or a date back to the element that has it.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Base, Document, NodeId, Tag, absolute, line};
use crate::recognize::date::{DateContext, RawDate, find_date, find_date_in_attribute};
use crate::recognize::number::parse_number;
use crate::recognize::price::find_price;
use crate::recognize::{ValueType, value_type};
use crate::records::image_source;
use crate::tree::Span;
use crate::types::ColumnKind;

/// Longer values, in bytes, are not looked for: they are the text of whole records.
const LONGEST: usize = 400;
/// An element whose raw text is this many times as long as the longest value has more than white space in addition.
const RAW: usize = 3;
/// Texts within texts are read until they come to this many times the text of the area.
const DEPTH: usize = 12;
/// A shorter value, in bytes, is found only as a whole text, not within another.
const LEAST_WITHIN: usize = 4;

/// The elements of a part of a page whose texts, dates, amounts and addresses may be values.
pub(crate) struct ShownTexts<'d> {
    document: &'d Document,
    /// Each element with its text, in document order.
    elements: Vec<ShownText>,
    /// The best element of each text, by its index in `elements`.
    by_text: FxHashMap<String, usize>,
    /// The first element with each address, as it is written and in full.
    links: FxHashMap<String, NodeId>,
    images: FxHashMap<String, NodeId>,
    /// The days that elements show, and the amounts, each with the index of its element; read when one is looked for.
    days: OnceCell<Vec<(String, usize)>>,
    amounts: OnceCell<Vec<(f64, usize)>>,
}

/// An element and its text.
struct ShownText {
    element: NodeId,
    text: String,
}

/// A value that is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'v> {
    /// Its text.
    pub(crate) text: &'v str,
    /// What it is taken from.
    pub(crate) kind: ColumnKind,
    /// What the text is.
    pub(crate) value_type: ValueType,
}

fn is_heading(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3)
}

/// The day of a date, without the time.
fn day_of(date: &RawDate) -> Option<String> {
    let mut iso = date.resolve(&DateContext::default())?.to_iso();
    if iso.len() < 10 {
        return None;
    }
    iso.truncate(10);
    Some(iso)
}

/// The amount of money or the number that a text is.
fn amount_of(text: &str) -> Option<f64> {
    match value_type(text) {
        ValueType::Price => find_price(text).map(|found| found.price.amount),
        ValueType::Number => parse_number(text).map(|number| number.value),
        ValueType::Text | ValueType::Date | ValueType::Url => None,
    }
}

impl<'d> ShownTexts<'d> {
    /// The texts of the elements in an area of a page with this base address. Takes time linear in its size: where markup is
    /// nested without end, elements further down are left out.
    pub(crate) fn new(document: &'d Document, area: Span, base: Option<&Base>) -> ShownTexts<'d> {
        let mut shown = ShownTexts {
            document,
            elements: Vec::new(),
            by_text: FxHashMap::default(),
            links: FxHashMap::default(),
            images: FxHashMap::default(),
            days: OnceCell::new(),
            amounts: OnceCell::new(),
        };
        let mut at = area.from;
        let mut left = DEPTH * document.raw_text_between(area.from, area.to).len();
        while at < area.to {
            let tag = document.tag(at);
            if matches!(tag, Tag::HEAD | Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE) {
                at = document.end(at);
                continue;
            }
            if !document.is_text(at) {
                let raw = document.raw_text(at).len();
                if raw <= RAW * LONGEST && raw <= left {
                    left -= raw;
                    shown.add_text(at);
                }
                let link = document.attr(at, AttrName::HREF);
                let addresses = [(link, &mut shown.links), (image_source(document, at), &mut shown.images)];
                for (address, known) in addresses {
                    let Some(address) = address.map(str::trim).filter(|address| !address.is_empty()) else { continue };
                    known.entry(address.to_owned()).or_insert(at);
                    if let Some(whole) = absolute(base, address) {
                        known.entry(whole).or_insert(at);
                    }
                }
            }
            at = NodeId(at.0 + 1);
        }
        shown
    }

    fn add_text(&mut self, at: NodeId) {
        let document = self.document;
        let text = line(document, at, document.end(at));
        if text.is_empty() || text.len() > LONGEST {
            return;
        }
        let number = self.elements.len();
        let known = self.by_text.entry(text.clone()).or_insert(number);
        if let Some(first) = self.elements.get(*known) {
            // of elements with nothing else the innermost; of several a heading, or else the first
            let is_inside = document.contains(first.element, at);
            let is_better = is_heading(document.tag(at)) && !is_heading(document.tag(first.element));
            if is_inside || is_better {
                *known = number;
            }
        }
        self.elements.push(ShownText { element: at, text });
    }

    /// The element that shows a value; `None` if there is none.
    pub(crate) fn find(&self, value: Sought<'_>) -> Option<NodeId> {
        match value.kind {
            ColumnKind::Link => self.links.get(value.text).copied(),
            ColumnKind::Image => self.images.get(value.text).copied(),
            ColumnKind::Text => self.text(value),
        }
    }

    fn text(&self, value: Sought<'_>) -> Option<NodeId> {
        let text = value.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        if let Some(&at) = self.by_text.get(&text) {
            return Some(self.elements[at].element);
        }
        let of_type = match value.value_type {
            ValueType::Date => find_date(&text).and_then(|found| day_of(&found.date)).and_then(|day| self.day(&day)),
            ValueType::Price | ValueType::Number => amount_of(&text).and_then(|amount| self.amount(amount)),
            ValueType::Text | ValueType::Url => None,
        };
        of_type.or_else(|| self.around(&text))
    }

    /// The innermost element that shows a day.
    fn day(&self, day: &str) -> Option<NodeId> {
        let read = |(at, shown): (usize, &ShownText)| {
            let attribute = self.document.attr(shown.element, AttrName::DATETIME);
            let stated = attribute.and_then(|value| find_date_in_attribute("datetime", value));
            let is_date = || value_type(&shown.text) == ValueType::Date;
            let found = stated.or_else(|| find_date(&shown.text).filter(|_| is_date()))?;
            Some((day_of(&found.date)?, at))
        };
        let days = self.days.get_or_init(|| self.elements.iter().enumerate().filter_map(read).collect());
        self.innermost(days.iter().filter(|(own, _)| own == day).map(|(_, at)| *at))
    }

    /// The innermost element that shows an amount of money or a number, in whatever form.
    fn amount(&self, amount: f64) -> Option<NodeId> {
        let read = |(at, shown): (usize, &ShownText)| Some((amount_of(&shown.text)?, at));
        let amounts = self.amounts.get_or_init(|| self.elements.iter().enumerate().filter_map(read).collect());
        self.innermost(amounts.iter().filter(|(own, _)| *own == amount).map(|(_, at)| *at))
    }

    /// The first of some elements, or the innermost in it that is among them.
    fn innermost(&self, found: impl Iterator<Item = usize>) -> Option<NodeId> {
        let mut found = found.map(|at| self.elements[at].element);
        let first = found.next()?;
        found.take_while(|&inner| self.document.contains(first, inner)).last().or(Some(first))
    }

    /// The element with the shortest text that has the value in it.
    fn around(&self, text: &str) -> Option<NodeId> {
        if text.len() < LEAST_WITHIN {
            return None;
        }
        let with = self.elements.iter().filter(|shown| shown.text.contains(text));
        with.min_by_key(|shown| (shown.text.len(), std::cmp::Reverse(shown.element))).map(|shown| shown.element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn found(html: &str, text: &str, kind: ColumnKind, value_type: ValueType) -> Option<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let area = Span { from: Document::ROOT, to: document.end(Document::ROOT) };
        let address = url::Url::parse("https://shop.example/lamps/").unwrap();
        let base = crate::dom::base_of(&document, Some(&address));
        let element = ShownTexts::new(&document, area, base.as_ref()).find(Sought { text, kind, value_type })?;
        let class = document.attr(element, AttrName::CLASS).unwrap_or_default();
        Some(format!("{}.{class}", document.tag_name(document.tag(element))))
    }

    const PAGE: &str = "<title>Desk lamp</title><p class=crumb><a href=/>Shop</a> <a class=x href=/l>Desk lamp</a><div class=head><h1 class=t>Desk
        lamp</h1></div><p class=by>By Ann Lee on <time class=d datetime=2024-01-05>5 January</time><b class=p>$49.00</b><i class=n>(12)</i><img class=i data-src=a.png>";

    #[test]
    fn values_lead_back_to_what_shows_them() {
        let text = |text: &str, value_type| found(PAGE, text, ColumnKind::Text, value_type);
        assert_eq!(text("Desk lamp", ValueType::Text).as_deref(), Some("h1.t"));
        assert_eq!(text("Ann Lee", ValueType::Text).as_deref(), Some("p.by"));
        assert_eq!(text("2024-01-05T00:00Z", ValueType::Date).as_deref(), Some("time.d"));
        assert_eq!(text("49 USD", ValueType::Price).as_deref(), Some("b.p"));
        assert_eq!(text("nothing of this", ValueType::Text), None);
        assert_eq!(text("", ValueType::Text), None);
        let address = |text: &str, kind| found(PAGE, text, kind, ValueType::Url);
        assert_eq!(address("https://shop.example/l", ColumnKind::Link).as_deref(), Some("a.x"));
        assert_eq!(address("https://shop.example/lamps/a.png", ColumnKind::Image).as_deref(), Some("img.i"));
    }
}
