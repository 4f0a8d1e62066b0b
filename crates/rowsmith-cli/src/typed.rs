//! What a cell is for formats that know numbers, dates and links: the one place where text becomes a value.
//!
//! A text is read as a value only if all of it is one, and only in a column whose type says so; whatever would lose
//! something (`0042`, `12 reviews`, twenty digits) stays text.

use rowsmith::output::{Cell, Column, ColumnKind};
use rowsmith::recognize::ValueType;

/// A cell as a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Typed<'a> {
    /// Text, as it is.
    Text(&'a str),
    /// The address of a link or image: the absolute one where it is known.
    Address(&'a str),
    /// A number.
    Number(Number),
    /// An amount of money.
    Price(Number, Currency<'a>),
    /// A day, or a time on a day.
    Date(IsoDate),
}

/// A decimal number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    /// Its value.
    pub(crate) value: f64,
    /// How many digits stood behind the decimal point.
    pub(crate) decimals: usize,
}

/// A currency as the page writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Currency<'a> {
    /// `$`, `EUR`, …
    pub(crate) sign: &'a str,
    /// Whether it stands before the amount.
    pub(crate) before: bool,
}

/// A date of ISO 8601 without a time zone, checked against the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IsoDate {
    /// Year, month, day.
    pub(crate) day: (u16, u8, u8),
    /// Hour, minute, second.
    pub(crate) time: Option<(u8, u8, u8)>,
}

/// What people see of a cell: the absolute address of a link or image where it is known, else the text.
pub(crate) fn shown(cell: &Cell) -> &str {
    cell.url.as_deref().unwrap_or(&cell.text)
}

/// The value of a cell in its column.
pub(crate) fn typed<'a>(column: &Column, cell: &'a Cell) -> Typed<'a> {
    let text = shown(cell);
    if column.kind != ColumnKind::Text {
        return Typed::Address(text);
    }
    let value = match column.value_type {
        ValueType::Number => number(text, false).map(Typed::Number),
        ValueType::Price => price(text).or_else(|| number(text, true).map(Typed::Number)),
        ValueType::Date => iso_date(text).map(Typed::Date),
        ValueType::Url => Some(Typed::Address(text)),
        ValueType::Text => None,
    };
    value.unwrap_or(Typed::Text(text))
}

/// Digits that a spreadsheet's and our number keep exactly.
const EXACT_DIGITS: usize = 15;

/// Reads `-1,234.50`, `1.234,50`, `1 234`, `1'234`. A single comma before exactly three digits groups; a single point
/// does so in an amount of money only.
fn number(text: &str, money: bool) -> Option<Number> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let separators: Vec<char> = digits.chars().filter(|c| !c.is_ascii_digit()).collect();
    let groups: Vec<&str> = digits.split(|c: char| !c.is_ascii_digit()).collect();
    if groups.iter().any(|group| group.is_empty()) {
        return None;
    }
    let threes = |groups: &[&str]| groups.iter().all(|group| group.len() == 3);
    let grouped = |groups: &[&str]| groups[0].len() <= 3 && groups[0] != "0" && threes(&groups[1..]);
    let (&last, leading) = groups.split_last()?;
    let (whole, decimals) = match separators.as_slice() {
        [] => (groups.as_slice(), ""),
        ['.'] if !(money && grouped(&groups)) => (leading, last),
        [','] if !grouped(&groups) => (leading, last),
        [first, rest @ ..] if rest.iter().all(|c| c == first) && is_grouping(*first) && grouped(&groups) => {
            (groups.as_slice(), "")
        }
        [first, rest @ .., point @ ('.' | ',')]
            if first != point && is_grouping(*first) && rest.iter().all(|c| c == first) && grouped(leading) =>
        {
            (leading, last)
        }
        _ => return None,
    };
    let whole: String = whole.concat();
    if whole.len() > 1 && whole.starts_with('0') || whole.len() + decimals.len() > EXACT_DIGITS {
        return None;
    }
    let value: f64 = format!("{whole}.{decimals}0").parse().ok()?;
    Some(Number { value: if negative { -value } else { value }, decimals: decimals.len() })
}

fn is_grouping(c: char) -> bool {
    matches!(c, ',' | '.' | '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// Reads an amount with a currency before or behind it.
fn price(text: &str) -> Option<Typed<'_>> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (before, behind) = (text[..start].trim(), text[end..].trim());
    let (sign, is_before) = match (before, behind) {
        ("", behind) => (behind, false),
        (before, "") => (before, true),
        _ => return None,
    };
    if !is_currency(sign) {
        return None;
    }
    let mut amount = number(&text[start..end], true)?;
    if negative {
        amount.value = -amount.value;
    }
    Some(Typed::Price(amount, Currency { sign, before: is_before }))
}

fn is_currency(sign: &str) -> bool {
    const SIGNS: &[&str] = &[
        "$", "€", "£", "¥", "₹", "₩", "₽", "₺", "₫", "₴", "₪", "₦", "฿", "₱", "US$", "A$", "C$", "CA$", "AU$", "NZ$",
        "HK$", "S$", "R$", "zł", "kr", "kr.", "Kč", "Ft", "lei", "лв", "руб.", "円", "元", "Rs", "Rs.", "CHF", "EUR",
        "USD", "GBP", "JPY", "CNY", "INR", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BRL",
        "MXN", "ZAR", "KRW", "TRY", "ILS", "SGD", "HKD", "THB", "Fr.",
    ];
    SIGNS.contains(&sign)
}

/// Reads `2024-01-05`, and the same with ` 10:00` or `T10:00:30` behind it.
fn iso_date(text: &str) -> Option<IsoDate> {
    let text = text.trim();
    let (day, rest) = text.split_at_checked(10)?;
    let day = {
        let (year, month, of_month) = (digits(day.get(..4)?)?, digits(day.get(5..7)?)?, digits(day.get(8..)?)?);
        let dashes = day.as_bytes()[4] == b'-' && day.as_bytes()[7] == b'-';
        let (month, of_month) = (u8::try_from(month).ok()?, u8::try_from(of_month).ok()?);
        if !dashes || of_month == 0 || of_month > days_of_month(year, month)? {
            return None;
        }
        (year, month, of_month)
    };
    if rest.is_empty() {
        return Some(IsoDate { day, time: None });
    }
    let clock = rest.strip_prefix(['T', ' '])?;
    let fields: Vec<&str> = clock.split(':').collect();
    if !(2..=3).contains(&fields.len()) || fields.iter().any(|field| field.len() != 2) {
        return None;
    }
    let field = |at: usize, below: u16| {
        let value = fields.get(at).map_or(Some(0), |f| digits(f))?;
        u8::try_from(value).ok().filter(|_| value < below)
    };
    Some(IsoDate { day, time: Some((field(0, 24)?, field(1, 60)?, field(2, 60)?)) })
}

fn digits(text: &str) -> Option<u16> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn days_of_month(year: u16, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => Some(28 + u8::from(leap)),
        4 | 6 | 9 | 11 => Some(30),
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value, decimals) in [
            ("7", 7.0, 0),
            ("-3.50", -3.5, 2),
            ("+4", 4.0, 0),
            ("1,234", 1234.0, 0),
            ("1,23", 1.23, 2),
            ("0,234", 0.234, 3),
            ("1.234", 1.234, 3),
            ("1.234.567", 1_234_567.0, 0),
            ("1,234,567.8", 1_234_567.8, 1),
            ("1.234,50", 1234.5, 2),
            ("12\u{a0}345", 12_345.0, 0),
            ("1'234.5", 1234.5, 1),
        ] {
            assert_eq!(number(text, false), Some(Number { value, decimals }), "{text}");
        }
        for text in
            ["", "-", "007", "12 reviews", "1,23,4", "1..2", "1234567890123456", "1.2.3", "1e5", "12%", ".5", "5."]
        {
            assert_eq!(number(text, false), None, "{text}");
        }
    }

    #[test]
    fn prices() {
        let of = |text| match price(text) {
            Some(Typed::Price(number, currency)) => Some((number.value, currency.sign, currency.before)),
            _ => None,
        };
        assert_eq!(of("$1,299.00"), Some((1299.0, "$", true)));
        assert_eq!(of("1.299 €"), Some((1299.0, "€", false)));
        assert_eq!(of("-£5"), Some((-5.0, "£", true)));
        assert_eq!(of("EUR 12,50"), Some((12.5, "EUR", true)));
        for text in ["from $5", "$5 each", "$5 - $9", "5", "$", "about 5", "€5 €"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn dates() {
        let date = |day, time| Some(IsoDate { day, time });
        assert_eq!(iso_date("2024-02-29"), date((2024, 2, 29), None));
        assert_eq!(iso_date("2024-01-05T10:00"), date((2024, 1, 5), Some((10, 0, 0))));
        assert_eq!(iso_date("2024-01-05 23:59:58"), date((2024, 1, 5), Some((23, 59, 58))));
        for text in
            ["2023-02-29", "2024-13-01", "2024-1-5", "Jan 5, 2024", "2024-01-05Z", "2024-01-05T25:00", "2024-01-0é"]
        {
            assert_eq!(iso_date(text), None, "{text}");
        }
    }
}
