//! Numbers of an attribute, recognised by their unit or by what precedes them.

use std::ops::Range;

use crate::objects::annotate::{TextItem, is_after, is_before};
use crate::objects::schema::attribute::Attribute;
use crate::recognize::number::amount_at;
use crate::recognize::quantity::{find_quantity_from, unit_at_start};

/// The weight of a number whose unit is in an element of its own, and of one that is only identified by a label.
const UNIT_APART: f64 = 0.9;
const LABELLED: f64 = 0.85;
/// Units of measurement: a number with one of these does not have another unit, whatever precedes it.
const MEASURES: &[&str] = &[
    "%",
    "€",
    "$",
    "£",
    "¥",
    "m",
    "m²",
    "m2",
    "м²",
    "м2",
    "㎡",
    "qm",
    "kvm",
    "kvadratmeter",
    "sq",
    "sqm",
    "sqft",
    "ft",
    "ft²",
    "km",
    "kms",
    "км",
    "mi",
    "miles",
    "mil",
    "kw",
    "квт",
    "ps",
    "hp",
    "cv",
    "л.с.",
    "ha",
    "ar",
    "l",
    "л",
    "cm",
    "cc",
    "ccm",
    "kr",
    "kč",
    "zł",
    "ft.",
    "万",
    "萬",
    "평",
    "坪",
    "acres",
    "acre",
    "eur",
    "czk",
    "pln",
];

/// The first number of a text that belongs to the attribute: its unit follows, in the text or directly after it on the
/// line, or its label or unit precedes it, and no word rules it out. Also returns the weight of the evidence.
pub(crate) fn number(attribute: &Attribute, item: TextItem<'_>) -> Option<(Range<usize>, f64)> {
    let text = item.text;
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut at = 0;
    while let Some(found) = find_quantity_from(text, at, &attribute.units) {
        if fits(attribute, item, at, &found.span) {
            return Some((found.span, 1.0));
        }
        at = found.span.end;
    }
    let mut at = 0;
    while let Some(skip) = text.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + skip;
        let run = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        let from = at;
        let Some(amount) = amount_at(text, start) else {
            at = start + run;
            continue;
        };
        at = amount.end;
        let (lead, rest) = (&text[..start], &text[at..]);
        if lead.ends_with(|c: char| c.is_alphanumeric() || "£$€".contains(c)) {
            continue;
        }
        let alone = rest.trim().is_empty();
        let rest = if alone { item.behind.trim_start() } else { rest.trim_start() };
        let span = start..at;
        if alone && unit_at_start(rest, &attribute.units).is_some() && fits(attribute, item, from, &span) {
            return Some((span, UNIT_APART));
        }
        let lead = if lead.trim().is_empty() { item.before } else { lead };
        let measured = unit_at_start(rest, MEASURES).is_some();
        if !measured && ends_with_label(lead, attribute) && fits(attribute, item, from, &span) {
            return Some((span, LABELLED));
        }
    }
    None
}

/// Whether the words around a number allow it to be the attribute's; `from` is where the previous number ends.
fn fits(attribute: &Attribute, item: TextItem<'_>, from: usize, span: &Range<usize>) -> bool {
    let Attribute { not_after, not_before, near, .. } = attribute;
    if not_after.is_empty() && not_before.is_empty() && near.is_empty() {
        return true;
    }
    let inner = &item.text[from.min(span.start)..span.start];
    let lead = if from == 0 { format!("{} {inner}", item.before) } else { inner.to_owned() };
    let behind = &item.text[span.end..];
    let trail = if behind.trim().is_empty() { item.behind } else { behind };
    let trail = trail.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '€');
    !is_after(&lead, not_after)
        && !is_before(trail, not_before)
        && (near.is_empty() || is_after(&lead, near) || is_before(trail, near))
}

/// Whether a text ends with a label of the attribute or with its unit: "Zimmer:", "Zi.". A unit after a number belongs
/// to that number.
fn ends_with_label(lead: &str, attribute: &Attribute) -> bool {
    let lead = lead.trim_end_matches(|c: char| c.is_whitespace() || ":：.-–=(".contains(c));
    if lead.is_empty() {
        return false;
    }
    let skip = lead.char_indices().rev().nth(39).map_or(0, |(at, _)| at);
    let tail = lead[skip..].to_lowercase();
    let words = attribute.labels.iter().map(String::as_str).chain(attribute.units.iter().map(String::as_str));
    words.into_iter().any(|word| {
        let at = match word.strip_suffix('*') {
            Some(stem) => {
                let last = tail.char_indices().rev().find(|(_, c)| !c.is_alphanumeric());
                let at = last.map_or(0, |(at, c)| at + c.len_utf8());
                tail[at..].starts_with(stem).then_some(at)
            }
            None => {
                let word = word.trim_end_matches('.');
                tail.strip_suffix(word).filter(|_| !word.is_empty()).map(str::len)
            }
        };
        at.is_some_and(|at| {
            let before = &tail[..at];
            let unspaced = tail[at..].chars().next().is_some_and(|c| c as u32 > 0x2e80);
            let apart = unspaced || !before.ends_with(char::is_alphanumeric);
            apart && !before.trim_end_matches([' ', '-', '\u{a0}']).ends_with(|c: char| c.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::schema::test_schema;

    fn found(item: TextItem<'_>, change: &dyn Fn(&mut Attribute)) -> Option<String> {
        let mut attribute = test_schema().attributes[2].clone();
        attribute.units = vec!["zimmer".to_owned(), "zi.".to_owned(), "szob*".to_owned(), "комн*".to_owned()];
        attribute.labels = vec!["rooms".to_owned()];
        change(&mut attribute);
        number(&attribute, item).map(|(span, _)| item.text[span].to_owned())
    }

    fn of(text: &str) -> Option<String> {
        found(TextItem { text, ..TextItem::default() }, &|_| {})
    }

    #[test]
    fn by_units_and_labels() {
        for (text, value) in [
            ("3 Zi. · 85 m²", Some("3 Zi.")),
            ("85 m², Zimmer: 3", Some("3")),
            ("3 Zimmer 85 m²", Some("3 Zimmer")),
            ("Rooms 3, 85 m²", Some("3")),
            ("2-комнатная, 43 м²", Some("2-комнатная")),
            ("Zimmer 85 m²", None),
            ("Zimmerei 4", None),
            ("85 m²", None),
        ] {
            assert_eq!(of(text).as_deref(), value, "{text}");
        }
    }

    #[test]
    fn by_what_stands_around() {
        let item = TextItem { text: "3", ..TextItem::default() };
        assert_eq!(found(TextItem { behind: "Zimmer 85 m²", ..item }, &|_| {}).as_deref(), Some("3"));
        assert_eq!(found(TextItem { before: "Wohnung Zimmer", ..item }, &|_| {}).as_deref(), Some("3"));
        assert_eq!(found(TextItem { before: "4 Zimmer", ..item }, &|_| {}), None);
    }

    #[test]
    fn by_words_that_must_be_there_or_must_not() {
        let item = TextItem { text: "85 m² plot 500 m²", ..TextItem::default() };
        let area = |a: &mut Attribute| a.units = vec!["m²".to_owned()];
        let land = |a: &mut Attribute| {
            area(a);
            a.near = vec!["plot".to_owned()];
        };
        assert_eq!(found(item, &area).as_deref(), Some("85 m²"));
        let behind = TextItem { text: "500 m² plot", ..item };
        assert_eq!(found(behind, &land).as_deref(), Some("500 m²"));
        let other = |a: &mut Attribute| {
            area(a);
            a.not_before = vec!["plot".to_owned()];
        };
        assert_eq!(found(behind, &other), None);
    }
}
