//! Where a page shows a value: from a text, a number or a date back to the element that has it.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::{DateContext, find_date, find_date_in_attribute};
use crate::recognize::number::parse_number;
use crate::recognize::price::find_price;
use crate::recognize::{ValueType, value_type};
use crate::tree::Span;
use crate::types::ColumnKind;

/// Longer values, in bytes, are not looked for: they are the text of whole records.
const LONGEST: usize = 400;
/// An element whose raw text is this many times as long as the longest value has more than white space in addition.
const RAW: usize = 3;
/// A shorter value, in bytes, is found only as a whole text, not within another.
const LEAST_WITHIN: usize = 4;

/// The elements of a part of a page whose texts may be values.
pub(crate) struct ShownTexts<'d> {
    document: &'d Document,
    /// Each element with its text, in document order.
    elements: Vec<ShownText>,
    /// The best element of each text, by its index in `elements`.
    by_text: FxHashMap<String, usize>,
    area: Span,
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

impl<'d> ShownTexts<'d> {
    /// The texts of the elements in an area. Takes time linear in its size times the depth of short texts.
    pub(crate) fn new(document: &'d Document, area: Span) -> ShownTexts<'d> {
        let mut elements: Vec<ShownText> = Vec::new();
        let mut by_text: FxHashMap<String, usize> = FxHashMap::default();
        let mut at = area.from;
        while at < area.to {
            let tag = document.tag(at);
            if matches!(tag, Tag::HEAD | Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE) {
                at = document.end(at);
                continue;
            }
            if !document.is_text(at) && document.raw_text(at).len() <= RAW * LONGEST {
                let text = line(document, at, document.end(at));
                if !text.is_empty() && text.len() <= LONGEST {
                    let number = elements.len();
                    by_text
                        .entry(text.clone())
                        .and_modify(|known| {
                            let first: &ShownText = &elements[*known];
                            // of elements with nothing else the innermost; of several a heading, or else the first
                            let inside = document.contains(first.element, at);
                            if inside || is_heading(tag) && !is_heading(document.tag(first.element)) {
                                *known = number;
                            }
                        })
                        .or_insert(number);
                    elements.push(ShownText { element: at, text });
                }
            }
            at = NodeId(at.0 + 1);
        }
        ShownTexts { document, elements, by_text, area }
    }

    /// The element that shows a value; `None` if there is none.
    pub(crate) fn find(&self, value: Sought<'_>) -> Option<NodeId> {
        match value.kind {
            ColumnKind::Link => self.with_attribute(AttrName::HREF, value.text),
            ColumnKind::Image => self.with_attribute(AttrName::SRC, value.text),
            ColumnKind::Text => self.text(value),
        }
    }

    /// The first element whose address is that of the value, or ends like it.
    fn with_attribute(&self, name: AttrName, address: &str) -> Option<NodeId> {
        let is_that = |own: &str| own == address || own.len() > 1 && own.starts_with('/') && address.ends_with(own);
        let nodes = (self.area.from.0..self.area.to.0).map(NodeId).filter(|&id| !self.document.is_text(id));
        let mut nodes = nodes.filter(|&id| !matches!(self.document.tag(id), Tag::LINK | Tag::SCRIPT));
        nodes.find(|&id| self.document.attr(id, name).is_some_and(|own| is_that(own.trim())))
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
            ValueType::Date => self.date(&text),
            ValueType::Price | ValueType::Number => self.amount(&text),
            ValueType::Text | ValueType::Url => None,
        };
        of_type.or_else(|| self.around(&text))
    }

    /// The innermost element that shows the day of a date.
    fn date(&self, text: &str) -> Option<NodeId> {
        let day = |date: &crate::recognize::date::RawDate| {
            date.resolve(&DateContext::default()).map(|date| date.to_iso()).filter(|iso| iso.len() >= 10)
        };
        let wanted = find_date(text).and_then(|found| day(&found.date))?;
        let has_day = |iso: Option<String>| iso.is_some_and(|iso| iso[..10] == wanted[..10]);
        let shows = |shown: &&ShownText| {
            let attribute = self.document.attr(shown.element, AttrName::DATETIME);
            let stated = attribute.and_then(|value| find_date_in_attribute("datetime", value));
            has_day(stated.and_then(|found| day(&found.date)))
                || value_type(&shown.text) == ValueType::Date
                    && has_day(find_date(&shown.text).and_then(|found| day(&found.date)))
        };
        self.innermost(shows)
    }

    /// The innermost element that shows an amount of money or a number, in whatever form.
    fn amount(&self, text: &str) -> Option<NodeId> {
        let amount = |text: &str| match value_type(text) {
            ValueType::Price => find_price(text).map(|found| found.price.amount),
            ValueType::Number => parse_number(text).map(|number| number.value),
            ValueType::Text | ValueType::Date | ValueType::Url => None,
        };
        let wanted = amount(text)?;
        self.innermost(|shown| amount(&shown.text) == Some(wanted))
    }

    /// The first element that is as wanted, or the innermost in it that is.
    fn innermost(&self, wanted: impl Fn(&&ShownText) -> bool) -> Option<NodeId> {
        let mut found = self.elements.iter().filter(wanted).map(|shown| shown.element);
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
        let element = ShownTexts::new(&document, area).find(Sought { text, kind, value_type })?;
        let class = document.attr(element, AttrName::CLASS).unwrap_or_default();
        Some(format!("{}.{class}", document.tag_name(document.tag(element))))
    }

    const PAGE: &str = "<title>Desk lamp</title><p class=crumb><a href=/>Shop</a> <a class=x href=/l>Desk lamp</a><div class=head><h1 class=t>Desk
        lamp</h1></div><p class=by>By Ann Lee on <time class=d datetime=2024-01-05>5 January</time><b class=p>$49.00</b><i class=n>(12)</i><img class=i src=/a.png>";

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
        assert_eq!(address("/a.png", ColumnKind::Image).as_deref(), Some("img.i"));
    }
}
