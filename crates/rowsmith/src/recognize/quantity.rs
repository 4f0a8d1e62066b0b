//! Amounts with a unit within a text: "3 bedrooms", "45,000 miles", "1.200 m²".

use std::ops::Range;

use crate::recognize::number::{amount_at, magnitude_at};

/// A number and its unit in a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantity<'a> {
    /// The bytes of number and unit.
    pub span: Range<usize>,
    /// The value; `45k` is 45000.
    pub value: f64,
    /// The unit as written.
    pub unit: &'a str,
}

/// Bytes of a text that are looked at.
const MAX_BYTES: usize = 400;

/// The first number of a text that one of the units follows, against it or behind a space or hyphen. Units are
/// compared without regard to case and must end where a word ends; of several that fit, the longest is taken.
/// O(text + numbers × units).
///
/// ```
/// use rowsmith::recognize::find_quantity;
/// let found = find_quantity("Spacious 3-bed flat", &["bed", "beds"]).map(|q| (q.value, q.unit));
/// assert_eq!(found, Some((3.0, "bed")));
/// ```
pub fn find_quantity<'a, S: AsRef<str>>(text: &'a str, units: &[S]) -> Option<Quantity<'a>> {
    let text = crate::recognize::head(text, MAX_BYTES);
    let mut at = 0;
    while let Some(skip) = text.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + skip;
        let run = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        let Some(amount) = amount_at(text, start) else {
            at = start + run;
            continue;
        };
        at = amount.end;
        if text[..start].ends_with(|c: char| c.is_alphanumeric() || "£$€".contains(c)) {
            continue;
        }
        let (factor, magnified) = magnitude_at(text, amount.end);
        for (factor, end) in [(factor, magnified), (1.0, amount.end)] {
            let gap = &text[end..];
            let rest = gap.strip_prefix(['-', ' ', '\u{a0}', '+']).unwrap_or(gap);
            let rest = rest.trim_start_matches([' ', '\u{a0}']);
            let unit_at = text.len() - rest.len();
            let fits = units.iter().map(AsRef::as_ref).filter(|unit| {
                !unit.is_empty()
                    && rest.get(..unit.len()).is_some_and(|head| head.eq_ignore_ascii_case(unit))
                    && !rest[unit.len()..].starts_with(char::is_alphanumeric)
            });
            if let Some(unit) = fits.max_by_key(|unit| unit.len()) {
                let end = unit_at + unit.len();
                return Some(Quantity { span: start..end, value: amount.value * factor, unit: &text[unit_at..end] });
            }
        }
    }
    None
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
