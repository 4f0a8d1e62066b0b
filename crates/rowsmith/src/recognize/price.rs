//! Prices: an amount with a currency before or after it, and ranges of them.

use std::ops::Range;

use crate::recognize::currency::{BY_FIRST, BY_LAST};
use crate::recognize::number::{Amount, amount_at, magnitude_at};

/// An amount of money, or a range of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// The amount in the main unit of the currency; the lower end of a range. Negative if a minus precedes the text.
    pub amount: f64,
    /// The ISO 4217 code. `$` and `¥` alone are taken for the currencies that they most often mean, USD and JPY; `None`
    /// for a sign of several countries of which none is dominant ("kr").
    pub currency: Option<&'static str>,
    /// The upper end of a range such as "$5 - $10".
    pub upper: Option<f64>,
}

/// A price found in a text.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundPrice {
    /// The bytes of the amounts and their currencies.
    pub span: Range<usize>,
    /// What they state.
    pub price: Price,
    /// The number of digits after the decimal separator of the amount, as written: 2 in "$5.00".
    pub decimals: usize,
}

/// Only this many bytes of a text are read.
const MAX_BYTES: usize = 256;

/// Parses the first price in a text: "from £2k", "1.299,00 €", "$5 - $10", "£995 pcm".
///
/// An amount without a currency is not a price, and neither is "free". Takes linear time and reads only the first 256
/// bytes.
///
/// ```
/// use rowsmith::recognize::parse_price;
/// let price = parse_price("Now 1.299,00 €").map(|p| (p.amount, p.currency));
/// assert_eq!(price, Some((1299.0, Some("EUR"))));
/// ```
pub fn parse_price(text: &str) -> Option<Price> {
    find_price(text).map(|found| found.price)
}

/// Finds the first price in a text, as [`parse_price`] does, together with its position.
///
/// ```
/// use rowsmith::recognize::find_price;
///
/// let text = "now only 1.299,00 € each";
/// let found = find_price(text).expect("a price");
/// assert_eq!((&text[found.span], found.decimals), ("1.299,00 €", 2));
/// assert_eq!((found.price.amount, found.price.currency), (1299.0, Some("EUR")));
/// ```
pub fn find_price(text: &str) -> Option<FoundPrice> {
    let mut cut = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let text = text.get(..cut)?;
    if !may_hold_price(text) {
        return None;
    }
    let mut at = 0;
    while let Some(skip) = text.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + skip;
        if let Some(found) = price_at(text, start) {
            return Some(found);
        }
        at = start + text.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    }
    None
}

/// Whether there is a digit and a currency anywhere: a cheap test that rules most texts out.
fn may_hold_price(text: &str) -> bool {
    let bytes = text.as_bytes();
    if !bytes.iter().any(u8::is_ascii_digit) {
        return false;
    }
    let mut before = b' ';
    bytes.iter().enumerate().any(|(i, &b)| {
        let in_word = b.is_ascii_alphabetic() && before.is_ascii_alphabetic();
        before = b;
        !in_word && BY_FIRST.of(b).any(|(sign, _)| bytes[i..].starts_with(sign.as_bytes()))
    })
}

/// The price whose first amount starts with the digit at `start`.
fn price_at(text: &str, start: usize) -> Option<FoundPrice> {
    let before = marker_before(text, start);
    if before.is_none() && text[..start].ends_with(|c: char| c.is_alphanumeric() || ".,'’/:#".contains(c)) {
        return None;
    }
    let Amount { value: amount, mut end, decimals } = whole_amount(text, start, before.is_some())?;
    let behind = marker_behind(text, end);
    let first = before.as_ref().map_or(start, |m| m.start);
    if let Some(marker) = &behind {
        end = marker.end;
    }
    let mut currency = match (&before, &behind) {
        // "$5 CAD"
        (Some(b), Some(a)) => Some(if b.code == Some("USD") && a.code.is_some() { a.code } else { b.code.or(a.code) }),
        (b, a) => b.as_ref().or(a.as_ref()).map(|m| m.code),
    };
    let mut upper = None;
    if let Some(next) = range_sign(text, end) {
        let lead = marker_at(text, next);
        let digits = lead.as_ref().map_or(next, |m| skip_spaces(text, m.end));
        if text.get(digits..).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()))
            && let Some(Amount { value, end: behind_upper, .. }) = whole_amount(text, digits, lead.is_some())
        {
            let tail = marker_behind(text, behind_upper);
            let code = lead.as_ref().or(tail.as_ref()).map(|m| m.code);
            let same = code.is_none() || currency.is_none() || code == currency;
            if same && (currency.is_some() || code.is_some()) && value >= amount {
                upper = Some(value);
                end = tail.map_or(behind_upper, |m| m.end);
                currency = currency.or(code);
            }
        }
    }
    let currency = currency?;
    let lead = text[..first].trim();
    let amount = if lead == "-" || lead == "−" { -amount } else { amount };
    Some(FoundPrice { span: first..end, price: Price { amount, currency, upper }, decimals })
}

/// An amount written in a way that only money is: ",–" for no cents, cents in an element of their own, "k" and
/// "million".
fn whole_amount(text: &str, start: usize, led: bool) -> Option<Amount> {
    let Amount { mut value, mut end, decimals } = amount_at(text, start)?;
    if decimals == 0 {
        if let Some((cents, next)) = cents_apart(text, end).filter(|_| led) {
            value += cents / 100.0;
            return Some(Amount { value, end: next, decimals: 2 });
        }
        for dash in [",-", ".-", ",–", ".–", ",—", ".—"] {
            if text[end..].starts_with(dash) {
                end += dash.len();
                end += text[end..].len() - text[end..].trim_start_matches(['-', '–']).len();
                return Some(Amount { value, end, decimals });
            }
        }
    }
    let (factor, next) = magnitude_at(text, end);
    if next > end {
        return Some(Amount { value: value * factor, end: next, decimals: 0 });
    }
    let spaced = skip_spaces(text, end);
    for &(word, factor) in MAGNITUDES {
        let found = text[spaced..].strip_prefix(word);
        if let Some(rest) = found
            && (!rest.starts_with(|c: char| c.is_alphanumeric()) || word.starts_with(|c: char| c > '\u{2e80}'))
            && (word != "m" || led && spaced == end)
            && (word != "M" || led || marker_behind(text, spaced + word.len()).is_some())
        {
            return Some(Amount { value: value * factor, end: spaced + word.len(), decimals: 0 });
        }
    }
    Some(Amount { value, end, decimals })
}

/// Words and signs that multiply an amount of money. A longer one comes before one that is its prefix.
const MAGNITUDES: &[(&str, f64)] = &[
    ("million", 1e6),
    ("Million", 1e6),
    ("billion", 1e9),
    ("millió", 1e6),
    ("milliárd", 1e9),
    ("ezer", 1e3),
    ("Mio.", 1e6),
    ("Mio", 1e6),
    ("Mrd.", 1e9),
    ("Mrd", 1e9),
    ("mln", 1e6),
    ("mld", 1e9),
    ("tys.", 1e3),
    ("tis.", 1e3),
    ("mil.", 1e6),
    ("млн.", 1e6),
    ("млн", 1e6),
    ("млрд", 1e9),
    ("тыс.", 1e3),
    ("тыс", 1e3),
    ("тис.", 1e3),
    ("тис", 1e3),
    ("хил.", 1e3),
    ("万", 1e4),
    ("萬", 1e4),
    ("億", 1e8),
    ("亿", 1e8),
    ("만", 1e4),
    ("억", 1e8),
    ("M", 1e6),
    ("m", 1e6),
];

/// " .99", " . 99", or " 99" at the end of the text.
fn cents_apart(text: &str, end: usize) -> Option<(f64, usize)> {
    let rest = text.get(end..)?;
    let spaced = rest.trim_start_matches(' ');
    let pointed = spaced.strip_prefix(['.', ',']).map(|r| r.trim_start_matches(' '));
    let digits = pointed.unwrap_or(spaced);
    if rest.len() == digits.len() || digits.len() < 2 {
        return None;
    }
    let cents: f64 = digits.get(..2).filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
    let tail = digits.get(2..)?;
    let ends =
        if pointed.is_some() { !tail.starts_with(|c: char| c.is_alphanumeric()) } else { tail.trim().is_empty() };
    ends.then_some((cents, text.len() - tail.len()))
}

struct Marker {
    start: usize,
    end: usize,
    code: Option<&'static str>,
}

fn skip_spaces(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len() - rest.trim_start().len()
}

/// The currency that ends before `start`, skipping spaces.
fn marker_before(text: &str, start: usize) -> Option<Marker> {
    let head = text.get(..start)?.trim_end();
    let &last = head.as_bytes().last()?;
    BY_LAST.of(last).find_map(|(sign, code)| {
        let rest = head.strip_suffix(sign)?;
        let apart = !begins_word(sign) || !rest.ends_with(char::is_alphabetic);
        apart.then_some(Marker { start: rest.len(), end: head.len(), code })
    })
}

/// The currency that starts at `at`.
fn marker_at(text: &str, at: usize) -> Option<Marker> {
    let rest = text.get(at..)?;
    let &first = rest.as_bytes().first()?;
    BY_FIRST.of(first).find_map(|(sign, code)| {
        let tail = rest.strip_prefix(sign)?;
        let apart = !ends_word(sign) || !tail.starts_with(char::is_alphabetic);
        apart.then_some(Marker { start: at, end: text.len() - tail.len(), code })
    })
}

/// The currency after an amount, unless it belongs to the next amount.
fn marker_behind(text: &str, end: usize) -> Option<Marker> {
    let at = skip_spaces(text, end);
    let marker = marker_at(text, at)?;
    let next = text.get(marker.end..)?;
    let of_next = next.starts_with(|c: char| c.is_ascii_digit())
        || at > end
            && next.trim_start().starts_with(|c: char| c.is_ascii_digit())
            && !begins_word(&text[marker.start..]);
    (!of_next).then_some(marker)
}

fn range_sign(text: &str, end: usize) -> Option<usize> {
    let at = skip_spaces(text, end);
    let rest = text.get(at..)?;
    let sign = ["-", "–", "—", "~", "to ", "bis ", "à ", "до "].iter().find(|s| rest.starts_with(**s))?;
    Some(skip_spaces(text, at + sign.len()))
}

fn begins_word(sign: &str) -> bool {
    sign.starts_with(char::is_alphabetic)
}

fn ends_word(sign: &str) -> bool {
    sign.ends_with(|c: char| c.is_alphabetic() && !matches!(c, '元' | '円' | '원'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices() {
        let cases: &[(&str, f64, Option<&str>, Option<f64>)] = &[
            ("$5", 5.0, Some("USD"), None),
            ("$1,299.00", 1299.0, Some("USD"), None),
            ("1.299,00 €", 1299.0, Some("EUR"), None),
            ("1 299,00 €", 1299.0, Some("EUR"), None),
            ("1\u{202f}299,00\u{a0}€", 1299.0, Some("EUR"), None),
            ("CHF 1'299.–", 1299.0, Some("CHF"), None),
            ("1’299.50 CHF", 1299.5, Some("CHF"), None),
            ("1.299 €", 1299.0, Some("EUR"), None),
            ("€ 49,-", 49.0, Some("EUR"), None),
            ("49,-- €", 49.0, Some("EUR"), None),
            ("€89", 89.0, Some("EUR"), None),
            ("EUR 17.07", 17.07, Some("EUR"), None),
            ("17,07EUR", 17.07, Some("EUR"), None),
            ("US$20", 20.0, Some("USD"), None),
            ("A$20", 20.0, Some("AUD"), None),
            ("$20 CAD", 20.0, Some("CAD"), None),
            ("R$ 1.234,56", 1234.56, Some("BRL"), None),
            ("₹12,34,567.00", 1_234_567.0, Some("INR"), None),
            ("Rs. 500", 500.0, Some("INR"), None),
            ("Rs500", 500.0, Some("INR"), None),
            ("¥1,200", 1200.0, Some("JPY"), None),
            ("1,200円", 1200.0, Some("JPY"), None),
            ("99元", 99.0, Some("CNY"), None),
            ("12,000원", 12000.0, Some("KRW"), None),
            ("199 zł", 199.0, Some("PLN"), None),
            ("1 299 Kč", 1299.0, Some("CZK"), None),
            ("499 kr", 499.0, None, None),
            ("1 500 руб.", 1500.0, Some("RUB"), None),
            ("250 ₽", 250.0, Some("RUB"), None),
            ("1.500 TL", 1500.0, Some("TRY"), None),
            ("from £2k", 2000.0, Some("GBP"), None),
            ("£995 pcm", 995.0, Some("GBP"), None),
            ("$1.5M", 1_500_000.0, Some("USD"), None),
            ("$2 million", 2_000_000.0, Some("USD"), None),
            ("£3m", 3_000_000.0, Some("GBP"), None),
            ("18,5 M Ft", 18_500_000.0, Some("HUF"), None),
            ("7,7 млн ₸", 7_700_000.0, Some("KZT"), None),
            ("월급 215만원", 2_150_000.0, Some("KRW"), None),
            ("475万円", 4_750_000.0, Some("JPY"), None),
            ("$5 - $10", 5.0, Some("USD"), Some(10.0)),
            ("$5–10", 5.0, Some("USD"), Some(10.0)),
            ("5 - 10 €", 5.0, Some("EUR"), Some(10.0)),
            ("5,00 € bis 10,00 €", 5.0, Some("EUR"), Some(10.0)),
            ("£10 to £20", 10.0, Some("GBP"), Some(20.0)),
            ("$ 459 .99 –", 459.99, Some("USD"), None),
            ("$ 99 . 99", 99.99, Some("USD"), None),
            ("$549 00", 549.0, Some("USD"), None),
            ("$ 1,899 . 00", 1899.0, Some("USD"), None),
            ("-$5.50", -5.5, Some("USD"), None),
            ("Regular Price: $36", 36.0, Some("USD"), None),
            ("Qty 10 $5.00", 5.0, Some("USD"), None),
            ("10 $ 5.00", 5.0, Some("USD"), None),
            ("0,99€/Monat", 0.99, Some("EUR"), None),
            ("$80.45 per hour (Range: $76.16 - $84.73)", 80.45, Some("USD"), None),
            ("$.99 or $5", 5.0, Some("USD"), None),
        ];
        for &(text, amount, currency, upper) in cases {
            assert_eq!(parse_price(text), Some(Price { amount, currency, upper }), "{text}");
        }
    }

    #[test]
    fn no_prices() {
        for text in [
            "",
            "free",
            "Free",
            "$",
            "€",
            "12.50",
            "5",
            "USD",
            "EUROPE 5",
            "5 EUROPEANS",
            "S10",
            "kr",
            "5 krauts",
            "10%",
            "A4 12",
            "$A$B",
            "Jan 5, 2024",
            "5 Ftp",
            "1.2.3 €",
            "3 replies",
            "200 leis",
            "Windows 10",
        ] {
            assert_eq!(parse_price(text), None, "{text}");
        }
    }

    #[test]
    fn the_span_is_the_price() {
        let text = "Now only 1.299,00 € incl. VAT";
        assert_eq!(&text[find_price(text).unwrap().span], "1.299,00 €");
    }
}
