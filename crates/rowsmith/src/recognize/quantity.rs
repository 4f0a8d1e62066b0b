//! Amounts with a unit within a text: "3 bedrooms", "45,000 miles", "1.200 m²".

use std::ops::Range;

use crate::recognize::number::{amount_at, magnitude_at};

/// A number and its unit in a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantity<'a> {
    /// The bytes of the number and the unit.
    pub span: Range<usize>,
    /// The value; `45k` is 45000.
    pub value: f64,
    /// The unit as written.
    pub unit: &'a str,
}

/// Only this many bytes of a text are read.
const MAX_BYTES: usize = 400;

/// The first number in a text that is followed by one of the units, directly or after a space or hyphen. Units are
/// compared without regard to case and must end at a word boundary; one that ends in `*` stands for every word with
/// that prefix. If several fit, the longest is taken. O(text + numbers × units).
///
/// ```
/// use rowsmith::recognize::find_quantity;
/// let found = find_quantity("Spacious 3-bed flat", &["bed", "beds"]).map(|q| (q.value, q.unit));
/// assert_eq!(found, Some((3.0, "bed")));
/// let found = find_quantity("2 кімнати", &["кімнат*"]).map(|q| (q.value, q.unit));
/// assert_eq!(found, Some((2.0, "кімнати")));
/// ```
pub fn find_quantity<'a, S: AsRef<str>>(text: &'a str, units: &[S]) -> Option<Quantity<'a>> {
    find_quantity_from(text, 0, units)
}

/// The same, starting from a byte of the text.
pub(crate) fn find_quantity_from<'a, S: AsRef<str>>(text: &'a str, from: usize, units: &[S]) -> Option<Quantity<'a>> {
    let text = crate::recognize::head(text, MAX_BYTES);
    let mut at = from;
    while let Some(skip) = text.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + skip;
        let run = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        let Some(amount) = amount_at(text, start) else {
            at = start + run;
            continue;
        };
        at = amount.end;
        if text[..start].ends_with(|c: char| joins_number(c) || "£$€".contains(c)) {
            continue;
        }
        let (halves, fraction_end) = fraction_at(text, amount.end);
        let (factor, magnified) = magnitude_at(text, amount.end);
        for (value, end) in [(amount.value + halves, fraction_end), (amount.value * factor, magnified)] {
            let gap = &text[end..];
            let rest = gap.strip_prefix(['-', ' ', '\u{a0}', '+']).unwrap_or(gap);
            let rest = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
            let unit_at = text.len() - rest.len();
            if let Some(length) = unit_at_start(rest, units) {
                let end = unit_at + length;
                return Some(Quantity { span: start..end, value, unit: &text[unit_at..end] });
            }
        }
    }
    None
}

/// Whether a number directly after this character is part of a word: yes in "x3", no in "室3".
fn joins_number(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}')
}

/// The value of a half or quarter written as one character after a number, as in "3½".
fn fraction_at(text: &str, at: usize) -> (f64, usize) {
    let mut rest = text[at..].chars();
    match rest.next() {
        Some('½') => (0.5, at + '½'.len_utf8()),
        Some('¼') => (0.25, at + '¼'.len_utf8()),
        Some('¾') => (0.75, at + '¾'.len_utf8()),
        _ => (0.0, at),
    }
}

/// The length in bytes of the longest unit at the beginning of a text.
pub(crate) fn unit_at_start<S: AsRef<str>>(text: &str, units: &[S]) -> Option<usize> {
    units.iter().filter_map(|unit| unit_length(text, unit.as_ref())).max()
}

/// The length in bytes of a unit at the beginning of a text; for a prefix ("room*") that of the whole word.
fn unit_length(text: &str, unit: &str) -> Option<usize> {
    let (stem, prefix) = unit.strip_suffix('*').map_or((unit, false), |stem| (stem, true));
    let length = same_start(text, stem)?;
    let rest = &text[length..];
    if prefix {
        let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        return Some(length + word);
    }
    let apart = !rest.starts_with(joins_unit) || stem.ends_with(is_unspaced) || !stem.ends_with(char::is_alphanumeric);
    apart.then_some(length)
}

/// "km2" does not contain the unit "km", nor "m²" the unit "m".
fn joins_unit(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// The length in bytes of a word at the beginning of a text, compared without regard to case.
fn same_start(text: &str, word: &str) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let mut chars = text.char_indices();
    for wanted in word.chars() {
        let (_, given) = chars.next()?;
        let same = given == wanted
            || given.eq_ignore_ascii_case(&wanted)
            || !given.is_ascii() && !wanted.is_ascii() && given.to_lowercase().eq(wanted.to_lowercase());
        if !(same || wanted == ' ' && given.is_whitespace()) {
            return None;
        }
    }
    Some(chars.next().map_or(text.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities() {
        for (text, units, value, unit) in [
            ("3 bedrooms", &["bed", "bedrooms"][..], 3.0, "bedrooms"),
            ("Spacious 3-bed flat", &["bed"], 3.0, "bed"),
            ("2020 · 45,000 Miles", &["miles", "mi"], 45000.0, "Miles"),
            ("45k miles", &["miles"], 45000.0, "miles"),
            ("85m² floor", &["m²", "m"], 85.0, "m²"),
            ("1.200 km", &["km"], 1200.0, "km"),
            ("3½ Zimmer", &["zimmer"], 3.5, "Zimmer"),
            ("2室1厅", &["室"], 2.0, "室"),
            ("2室1厅", &["厅"], 1.0, "厅"),
            ("43 М²", &["м²"], 43.0, "М²"),
            ("4 szobás ház", &["szob*"], 4.0, "szobás"),
        ] {
            let found = find_quantity(text, units).map(|q| (q.value, q.unit));
            assert_eq!(found, Some((value, unit)), "{text}");
        }
        assert_eq!(find_quantity("2020 · 45 km", &["km"]).map(|q| q.span), Some(8..13));
    }

    #[test]
    fn no_quantities() {
        for text in ["", "bed 3", "3 bedside tables", "x3 bed", "£3 bed", "three bed"] {
            assert_eq!(find_quantity(text, &["bed"]), None, "{text}");
        }
        assert_eq!(find_quantity("3 bed", &[] as &[&str]), None);
    }
}
