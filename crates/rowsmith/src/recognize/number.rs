//! Numbers, with the thousands and decimal separators used around the world, and their units.

use crate::recognize::currency::is_currency;

/// A number and what it counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number<'a> {
    /// The value; `1.2k` is 1200, `12 %` is 12.
    pub value: f64,
    /// The unit as written: a symbol ("km", "%", "°C") or one word in small letters ("replies").
    pub unit: Option<&'a str>,
    /// The number of digits after the decimal separator, as written.
    pub decimals: usize,
}

/// Parses a text that is a number and nothing else, except for a sign, brackets, a leading `#` and a unit after it.
///
/// `None` for ratios, ranges, times, dates, versions, ordinals and telephone numbers. A single comma or dot before
/// exactly three digits separates thousands (`1.234` is 1234), since pages count more often than they measure; `0.125`
/// and `4.9047` are fractions. Takes linear time and reads at most 80 bytes.
///
/// ```
/// use rowsmith::recognize::parse_number;
/// let number = parse_number("1.299,5 km").map(|n| (n.value, n.unit));
/// assert_eq!(number, Some((1299.5, Some("km"))));
/// assert!(parse_number("4.5/5").is_none());
/// ```
pub fn parse_number(text: &str) -> Option<Number<'_>> {
    number_with(text, is_unit)
}

/// The same as the models have learnt it, to which "899 zł" was a number of zł.
pub(crate) fn learnt_number(text: &str) -> Option<Number<'_>> {
    number_with(text, |unit| is_unit(unit) || is_word(unit))
}

/// The number that a text is, with a unit of this kind behind it or none.
fn number_with(text: &str, is_unit: impl Fn(&str) -> bool) -> Option<Number<'_>> {
    let mut rest = text.trim();
    if rest.len() > 80 {
        return None;
    }
    if let Some(inner) = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
        rest = inner.trim();
    }
    let mut negative = false;
    if let Some(unsigned) = rest.strip_prefix(['-', '−']) {
        negative = true;
        rest = unsigned;
    } else {
        rest = rest.strip_prefix(['+', '#', '~', '≈', '№']).unwrap_or(rest).trim_start();
    }
    let amount = match rest.strip_prefix('.') {
        Some(digits) => fraction(digits)?,
        None if rest.starts_with(|c: char| c.is_ascii_digit()) => amount_at(rest, 0)?,
        None => return None,
    };
    let leading_zeros = rest.starts_with('0') && amount.decimals == 0 && amount.end > 2;
    if leading_zeros {
        return None;
    }
    let value = if negative { -amount.value } else { amount.value };
    let (factor, end) = magnitude_at(rest, amount.end);
    let unit = rest.get(end..)?.trim();
    let value = value * factor;
    match unit {
        "" | "+" => Some(Number { value, unit: None, decimals: amount.decimals }),
        _ => is_unit(unit).then_some(Number { value, unit: Some(unit), decimals: amount.decimals }),
    }
}

/// The digits after the point of a number that has none before it: ".412".
fn fraction(text: &str) -> Option<Amount> {
    let decimals = text.bytes().take_while(u8::is_ascii_digit).count();
    let value: f64 = text.get(..decimals)?.parse().ok().filter(|_| decimals <= 6)?;
    let parts = text[decimals..].starts_with(['.', ',']);
    (!parts).then_some(Amount { value: value / POWERS[decimals], end: decimals + 1, decimals })
}

/// Digits with their separators, read as one number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Amount {
    pub(crate) value: f64,
    /// The position after the last digit.
    pub(crate) end: usize,
    /// The number of digits after the decimal separator.
    pub(crate) decimals: usize,
}

const MAX_GROUPS: usize = 8;
const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/// A number with more digits than an `f64` holds exactly is an id, not an amount.
const MAX_DIGITS: usize = 15;

/// Parses the number whose first digit is at `at`; `None` if the digits are not a number, as in `1.2.3`.
pub(crate) fn amount_at(text: &str, at: usize) -> Option<Amount> {
    let bytes = text.as_bytes();
    // The ends and lengths of the groups of digits, and the separator before each.
    let mut groups = [(0usize, 0usize, ' '); MAX_GROUPS];
    let mut count = 0;
    let mut pos = at;
    let mut separator = '\0';
    loop {
        let length = bytes.get(pos..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 || count == MAX_GROUPS {
            return None;
        }
        groups[count] = (pos, length, separator);
        count += 1;
        pos += length;
        let Some(next) = text.get(pos..)?.chars().next() else { break };
        let (kind, width) = match next {
            '.' | ',' => (next, 1),
            '\'' | '’' => ('\'', next.len_utf8()),
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => (' ', next.len_utf8()),
            _ => break,
        };
        let digits = bytes.get(pos + width..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        let grouped = digits == 3 && length <= 3 && (separator == '\0' || length == 3);
        if digits == 0 || matches!(kind, ' ' | '\'') && (!grouped || separator != '\0' && separator != kind) {
            break;
        }
        // A space after a first group that starts with 0 is that of a telephone number.
        if kind == ' ' && bytes[groups[0].0] == b'0' {
            break;
        }
        separator = kind;
        pos += width;
    }
    let decimals = decimal_group(bytes, groups.get(..count)?)?;
    let (mut mantissa, mut digits) = (0u64, 0);
    for &(start, length, _) in &groups[..count] {
        digits += length;
        if digits > MAX_DIGITS {
            return None;
        }
        for b in &bytes[start..start + length] {
            mantissa = mantissa * 10 + u64::from(b - b'0');
        }
    }
    // Powers of ten up to 10^22 are exact, so this is correctly rounded.
    let scale = *POWERS.get(decimals)?;
    Some(Amount { value: mantissa as f64 / scale, end: pos, decimals })
}

/// How many digits of the last group are decimals: none or all; `None` if the groups do not form a number.
fn decimal_group(bytes: &[u8], groups: &[(usize, usize, char)]) -> Option<usize> {
    let (&(start, first, _), rest) = groups.split_first()?;
    let Some((&(_, last, mark), middle)) = rest.split_last() else { return Some(0) };
    let thousands = |groups: &[(usize, usize, char)]| {
        let same = groups.windows(2).all(|w| w[0].2 == w[1].2);
        let all_three = groups.iter().all(|g| g.1 == 3);
        // 12,34,567 in India
        let indian = groups.split_last().is_some_and(|(l, m)| l.1 == 3 && m.iter().all(|g| g.1 == 2 && g.2 == ','));
        first <= 3 && same && (all_three || indian)
    };
    if middle.is_empty() {
        let is_thousands = last == 3 && first <= 3 && bytes[start] != b'0';
        return Some(if matches!(mark, ' ' | '\'') || is_thousands { 0 } else { last });
    }
    if thousands(rest) {
        return Some(0);
    }
    let decimal = matches!(mark, '.' | ',') && middle.iter().all(|g| g.2 != mark) && thousands(middle);
    decimal.then_some(last)
}

/// A factor written directly after a number: `k`, `M`, `bn`; 1 if there is none.
pub(crate) fn magnitude_at(text: &str, at: usize) -> (f64, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let word: usize = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let boundary = rest.get(word..).is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '/'));
    let factor = match rest.get(..word) {
        Some("k" | "K" | "tsd" | "Tsd") => 1e3,
        Some("M" | "mn" | "Mn" | "mio" | "Mio") => 1e6,
        Some("B" | "bn" | "Bn" | "mrd" | "Mrd") => 1e9,
        _ => return (1.0, at),
    };
    if boundary { (factor, at + word) } else { (1.0, at) }
}

/// Symbols of units, sorted.
const UNITS: &[&str] = &[
    "%", "A", "Ah", "B", "C", "F", "FPS", "GB", "GHz", "GW", "GiB", "Hz", "J", "K", "KB", "KiB", "MB", "MHz", "MP",
    "MW", "MWh", "Mbit/s", "Mbps", "MiB", "Min", "Min.", "PS", "Pa", "Std", "Std.", "TB", "V", "W", "Wh", "ac", "bar",
    "bpm", "cal", "cc", "cl", "cm", "cm²", "cm³", "d", "dB", "dl", "dpi", "fl oz", "fps", "ft", "ft²", "g", "h", "hPa",
    "ha", "hp", "hr", "hrs", "in", "j", "kB", "kHz", "kJ", "kW", "kWh", "kcal", "kg", "km", "km/h", "km²", "kph", "kt",
    "l", "lb", "lbs", "m", "m2", "m3", "mA", "mAh", "mb", "mg", "mi", "min", "min.", "ml", "mm", "mo", "mph", "ms",
    "mv", "m²", "m³", "ng", "nm", "oz", "pF", "pt", "pts", "px", "qm", "qt", "rpm", "s", "sec", "sq ft", "sqft", "sqm",
    "t", "u", "w", "x", "y", "yd", "yr", "yrs", "°", "°C", "°F", "µF", "µg", "µm", "Ω", "μm", "‰", "℃",
];

/// Pounds are a weight as well, and that is what a number of them is called.
const POUNDS: &str = "pounds";

fn is_unit(unit: &str) -> bool {
    UNITS.binary_search(&unit).is_ok() || is_word(unit) && (!is_currency(unit) || unit == POUNDS)
}

/// Whether a unit is one word in small letters.
fn is_word(unit: &str) -> bool {
    (3..=24).contains(&unit.len())
        && unit.chars().all(|c| c.is_alphabetic() && !c.is_uppercase())
        && !is_stop_word(unit)
}

/// Words that continue a number instead of saying what it counts.
fn is_stop_word(word: &str) -> bool {
    ["and", "und", "of", "von", "out", "ago"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let cases: &[(&str, f64, Option<&str>)] = &[
            ("0", 0.0, None),
            ("42", 42.0, None),
            (" 1,299 ", 1299.0, None),
            ("1.299", 1299.0, None),
            ("1 299", 1299.0, None),
            ("1\u{a0}299\u{a0}000", 1_299_000.0, None),
            ("1'299.50", 1299.5, None),
            ("1,299.5", 1299.5, None),
            ("1.299,5", 1299.5, None),
            ("12,34,567.89", 1_234_567.89, None),
            ("1,234,567", 1_234_567.0, None),
            ("0.125", 0.125, None),
            (".412", 0.412, None),
            ("-.5", -0.5, None),
            (".5%", 0.5, Some("%")),
            ("4.904761905", 4.904_761_905, None),
            ("4,5", 4.5, None),
            ("-3", -3.0, None),
            ("−3.5", -3.5, None),
            ("+5", 5.0, None),
            ("(12)", 12.0, None),
            ("#12", 12.0, None),
            ("100+", 100.0, None),
            ("1.2k", 1200.0, None),
            ("3M", 3_000_000.0, None),
            ("12 %", 12.0, Some("%")),
            ("4.5%", 4.5, Some("%")),
            ("5 km", 5.0, Some("km")),
            ("90km/h", 90.0, Some("km/h")),
            ("21°C", 21.0, Some("°C")),
            ("70 m²", 70.0, Some("m²")),
            ("12 replies", 12.0, Some("replies")),
            ("3 réponses", 3.0, Some("réponses")),
            ("16GB", 16.0, Some("GB")),
            ("5h", 5.0, Some("h")),
            ("2024", 2024.0, None),
            ("12 pounds", 12.0, Some("pounds")),
        ];
        for &(text, value, unit) in cases {
            assert_eq!(parse_number(text).map(|n| (n.value, n.unit)), Some((value, unit)), "{text}");
        }
    }

    #[test]
    fn units_are_sorted() {
        assert!(UNITS.is_sorted());
    }

    #[test]
    fn no_numbers() {
        for text in [
            "",
            "-",
            "abc",
            "1.2.3",
            "10.0.0.1",
            "4.5/5",
            "3/4 cup",
            "5-10",
            "1-2",
            "24/7",
            "10:15",
            "1920x1080",
            "1st",
            "12 Monkeys",
            "978-3-16-148410-0",
            "01 23 45 67 89",
            "00123",
            "v2",
            "12345678901234567890",
            "1,2,3",
            "5 of 10",
            "2 days ago",
            "$5",
            "5€",
            "１２",
            "1,",
            "3 out",
            "1..2",
            ".",
            ".net",
            ".1.2",
        ] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }
}
