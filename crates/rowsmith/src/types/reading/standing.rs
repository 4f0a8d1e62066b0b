//! Where in a text a value stands, and which: the first number, amount of money, rating or date of the text.

use std::ops::Range;

use crate::recognize::date::{DateContext, DateTime, DayMonthOrder, Precision, find_date};
use crate::recognize::{find_price, find_rating, parse_number};
use crate::types::reading::found::{CellAmount, CellCurrency, CellNumber};
use crate::types::reading::surroundings::changes_value;

/// A value that stands in a text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Standing<T> {
    pub(super) value: T,
    /// The bytes of the text that say it.
    pub(super) span: Range<usize>,
}

/// The number of a text that has no other digits, with its sign. `None` for what would lose something as a number (`007`, "3 million",
/// "- 5"), and for parts of words (`A4`, `B-12`).
pub(super) fn number(text: &str) -> Option<Standing<CellNumber>> {
    digits(text).filter(|found| !changes_value(&text[found.span.end..]))
}

fn digits(text: &str) -> Option<Standing<CellNumber>> {
    let span = number_span(text)?;
    let before = &text[..span.start];
    let is_part = before.chars().next_back().is_some_and(|c| is_spaced(c) && c.is_alphanumeric() || c == '_');
    if is_part || ends_in_dash(before) || has_digits(before) || has_digits(&text[span.end..]) {
        return None;
    }
    let found = parse_number(&text[span.clone()]).filter(|found| found.unit.is_none())?;
    Some(Standing { value: CellNumber { value: found.value, decimals: found.decimals }, span })
}

/// A number that counts, which may be rounded: "1.2k" is 1200.
pub(super) fn count(text: &str) -> Option<Standing<CellNumber>> {
    let plain = digits(text)?;
    let rest = &text[plain.span.end..];
    let letters: usize = rest.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
    let span = plain.span.start..plain.span.end + letters;
    let rounded = parse_number(&text[span.clone()]).filter(|found| letters > 0 && found.unit.is_none());
    match rounded.and_then(|found| whole(found.value)) {
        Some(value) => Some(Standing { value: CellNumber { value, decimals: 0 }, span }),
        None => number(text),
    }
}

/// The whole number that a product is meant to be: 16.1 × 1000 is not quite one.
fn whole(value: f64) -> Option<f64> {
    ((value - value.round()).abs() <= 1e-6 * value.abs()).then(|| value.round())
}

/// Whether a dash stands before a value, which may be its sign or part of a word or a range.
fn ends_in_dash(before: &str) -> bool {
    before.trim_end().ends_with(['-', '−', '–', '—', '‐', '‑'])
}

/// A rating. The scale that it is on stands behind it; drawn stars are a number, too.
pub(super) fn rating(text: &str) -> Option<Standing<CellNumber>> {
    let found = find_rating(text)?;
    if text[found.start..].starts_with(|c: char| c.is_ascii_digit()) {
        let rest = &text[found.start..];
        let digits = number_span(rest)?;
        let number = parse_number(&rest[digits.clone()]).filter(|number| number.value == found.rating.value)?;
        let span = found.start..found.start + digits.end;
        return Some(Standing { value: CellNumber { value: number.value, decimals: number.decimals }, span });
    }
    let decimals = usize::from(found.rating.value.fract() != 0.0);
    Some(Standing { value: CellNumber { value: found.rating.value, decimals }, span: found.span() })
}

/// An amount with a currency before or after it, or on both sides ("$5 USD"), in a text that has no other digits.
pub(super) fn price(text: &str) -> Option<Standing<CellAmount<'_>>> {
    let found = find_price(text).filter(|found| found.price.upper.is_none())?;
    let mut span = found.span.clone();
    let before = text[..span.start].trim_end();
    let unsigned = before.trim_end_matches(['-', '−']);
    if unsigned.len() < before.len() && unsigned.trim().is_empty() {
        // "- £5"; elsewhere a dash is none of the amount
        if found.price.amount >= 0.0 {
            return None;
        }
        span.start = 0;
    }
    if has_digits(&text[..span.start]) || has_digits(&text[span.end..]) || ends_in_dash(&text[..span.start]) {
        return None;
    }
    let priced = &text[found.span];
    let first = priced.find(|c: char| c.is_ascii_digit())?;
    let last = priced.rfind(|c: char| c.is_ascii_digit())? + 1;
    // "5.–" and "5,-" have no cents
    let behind = priced[last..].trim_start_matches(['.', ',', '-', '–', '—']).trim();
    let ahead = priced[..first].trim();
    let letters = |sign: &str| sign.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    // "£2k" is not two pounds
    if !ahead.is_empty() && letters(behind) || ahead.ends_with(['-', '−']) {
        return None;
    }
    // of "1,2 Mio. €" the sign is that of the currency
    let behind = if changes_value(behind) { behind.split_whitespace().next_back().unwrap_or_default() } else { behind };
    let (sign, before) = if ahead.is_empty() { (behind, false) } else { (ahead, true) };
    let currency = CellCurrency { sign, before, code: found.price.currency };
    let amount = found.price.amount;
    let number = match whole(amount) {
        Some(value) if found.decimals == 0 => CellNumber { value, decimals: 0 },
        // "$1.2345K"
        None if found.decimals == 0 => CellNumber { value: amount, decimals: 2 },
        _ => CellNumber { value: amount, decimals: found.decimals },
    };
    (!sign.is_empty()).then_some(Standing { value: CellAmount { number, currency }, span })
}

/// A day, or a time on a day.
pub(super) fn date(text: &str, order: Option<DayMonthOrder>) -> Option<Standing<DateTime>> {
    let found = find_date(text)?;
    let date = found.date.resolve(&DateContext::new().order(order))?;
    let value = (date.precision >= Precision::Day && !date.ambiguous).then_some(date)?;
    Some(Standing { value, span: found.span })
}

/// The bytes of the first number of a text, with its sign and the separators within it.
pub(crate) fn number_span(text: &str) -> Option<Range<usize>> {
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let mut end = first;
    loop {
        end += text[end..].bytes().take_while(u8::is_ascii_digit).count();
        let Some(next) = text[end..].chars().next() else { break };
        let behind = end + next.len_utf8();
        let separates = matches!(next, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}');
        if !separates || !text[behind..].starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        end = behind;
    }
    let unsigned = text[..first].trim_end_matches(['-', '−', '+']);
    let sign = text[unsigned.len()..first].chars().count() == 1;
    let apart = unsigned.is_empty() || unsigned.ends_with(|c: char| c.is_whitespace() || c == '(');
    Some(if sign && apart { unsigned.len()..end } else { first..end })
}

fn has_digits(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether words with this character are set apart by spaces, so that a number behind it is part of one.
fn is_spaced(c: char) -> bool {
    !matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_what_is_around_them() {
        for (text, value, decimals, span) in [
            ("7", 7.0, 0, "7"),
            ("-3.50", -3.5, 2, "-3.50"),
            ("+4", 4.0, 0, "+4"),
            ("1,234", 1234.0, 0, "1,234"),
            ("0,234", 0.234, 3, "0,234"),
            ("1,234,567.8", 1_234_567.8, 1, "1,234,567.8"),
            ("12\u{a0}345", 12_345.0, 0, "12\u{a0}345"),
            ("(491)", 491.0, 0, "491"),
            ("12 reviews", 12.0, 0, "12"),
            ("12%", 12.0, 0, "12"),
            ("共12条", 12.0, 0, "12"),
            ("#5", 5.0, 0, "5"),
            ("Score: -2", -2.0, 0, "-2"),
        ] {
            let found = number(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.value, CellNumber { value, decimals }, "{text}");
            assert_eq!(&text[found.span], span);
        }
        for text in [
            "",
            "-",
            "007",
            "1,23,4",
            "1..2",
            "1234567890123456",
            "1.2.3",
            "A4",
            "B-12",
            "- 5",
            "–5",
            "3 million",
            "3 of 10",
            "5-10",
            "10:15",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn counts_and_ratings() {
        let counted = |text| count(text).map(|found| (found.value.value, found.value.decimals));
        assert_eq!(counted("1.2k views"), Some((1200.0, 0)));
        assert_eq!(counted("3M"), Some((3_000_000.0, 0)));
        assert_eq!(counted("16.1k"), Some((16_100.0, 0)));
        assert_eq!(counted("-1.2k"), Some((-1200.0, 0)));
        assert_eq!(counted("3 million"), None);
        assert_eq!(counted("12 views"), Some((12.0, 0)));
        let rated = |text| rating(text).map(|found| (found.value.value, found.value.decimals, text[found.span].len()));
        assert_eq!(rated("4,1 von 5 Sternen"), Some((4.1, 1, 3)));
        assert_eq!(rated("★★★★☆"), Some((4.0, 0, 15)));
        assert_eq!(rated("12 votes"), None);
    }

    #[test]
    fn amounts_of_money() {
        let of =
            |text| price(text).map(|found| (found.value.number.value, found.value.currency.name(), found.span.len()));
        assert_eq!(of("$1,299.00"), Some((1299.0, "USD", 9)));
        assert_eq!(of("1.299 €"), Some((1299.0, "EUR", 9)));
        assert_eq!(of("-£5"), Some((-5.0, "GBP", 4)));
        assert_eq!(of("25 kr"), Some((25.0, "kr", 5)));
        assert_eq!(of("- £5"), Some((-5.0, "GBP", 5)));
        assert_eq!(of("$4.1M"), Some((4_100_000.0, "USD", 5)));
        assert_eq!(of("1,2 Mio. €").map(|(value, ..)| value), Some(1_200_000.0));
        assert_eq!(of("$25.00 USD"), Some((25.0, "USD", 10)));
        assert_eq!(of("1.019,00 € inkl. MwSt."), Some((1019.0, "EUR", 12)));
        for text in ["$5 - $9", "5", "$", "about 5", "£2k", "$5 or $7", "$-5.00", "–£5"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
