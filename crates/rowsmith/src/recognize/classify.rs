//! What one short text is as a whole.

use crate::recognize::ValueType;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::{Precision, find_date, may_start_relative};
use crate::recognize::number::{learnt_number, parse_number};
use crate::recognize::price::find_price;

/// Longer texts, in bytes, are prose and not values.
const MAX_BYTES: usize = 80;

/// What one text is as a whole: a number, a price, a date, an address, or just text.
///
/// A price or date may have a few words beside it ("from £2k", "Posted on Jan 5, 2024 by"). Prose that contains a date
/// is text, and so are a time alone, a duration and a ratio; a bare year is a number. Texts over 80 bytes are text or
/// an address. This function is meant to be called on every text of a page: for most a single pass over the bytes is
/// enough to rule values out.
///
/// ```
/// use rowsmith::recognize::{ValueType, value_type};
/// assert_eq!(value_type("1.299,00 €"), ValueType::Price);
/// assert_eq!(value_type("5. März 2024"), ValueType::Date);
/// assert_eq!(value_type("2024"), ValueType::Number);
/// ```
pub fn value_type(text: &str) -> ValueType {
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return if is_url(text) { ValueType::Url } else { ValueType::Text };
    }
    let profile = ByteProfile::of(text);
    if profile.digits > 0 {
        if profile.starts_number && parse_number(text).is_some() {
            return ValueType::Number;
        }
        if is_price(text) {
            return ValueType::Price;
        }
        if profile.words <= MAX_WORDS && is_date(text) {
            return ValueType::Date;
        }
    } else if profile.words <= 6 && may_start_relative(text) && is_date(text) {
        return ValueType::Date;
    }
    if profile.spaces == 0 && profile.points && is_url(text) { ValueType::Url } else { ValueType::Text }
}

/// The same as the models have learnt it: "899 zł" was a number when they were trained. Until they are trained again they must see what
/// they learnt from.
pub(crate) fn learnt_value_type(text: &str) -> ValueType {
    match value_type(text) {
        ValueType::Price if learnt_number(text).is_some() => ValueType::Number,
        other => other,
    }
}

/// A date together with its surroundings has at most this many words.
const MAX_WORDS: usize = 16;

/// What a single pass over the bytes of a text reveals.
#[derive(Default)]
struct ByteProfile {
    digits: usize,
    words: usize,
    spaces: usize,
    /// Whether there is a dot or a slash.
    points: bool,
    starts_number: bool,
}

impl ByteProfile {
    fn of(text: &str) -> ByteProfile {
        let mut profile = ByteProfile::default();
        let mut in_word = false;
        for &b in text.as_bytes() {
            let letter = b.is_ascii_alphabetic() || b >= 0x80;
            profile.words += usize::from(letter && !in_word);
            in_word = letter;
            profile.digits += usize::from(b.is_ascii_digit());
            profile.spaces += usize::from(b.is_ascii_whitespace());
            profile.points |= b == b'.' || b == b'/';
        }
        profile.starts_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-−#(~≈№.".contains(c));
        profile
    }
}

/// Whether little is left of a text once its prices are removed.
fn is_price(text: &str) -> bool {
    let mut rest = text;
    let mut outside = Outside::default();
    let mut found = false;
    while let Some(price) = find_price(rest) {
        found = true;
        outside.add(&rest[..price.span.start]);
        rest = &rest[price.span.end..];
    }
    outside.add(rest);
    found && outside.words <= 3 && outside.letters <= 24 && outside.digits <= 3
}

fn is_date(text: &str) -> bool {
    let Some(found) = find_date(text) else { return false };
    let span = found.span.len();
    let mut outside = Outside::default();
    outside.add(&text[..found.span.start]);
    outside.add(&text[found.span.end..]);
    let words = match found.date {
        RawDate::Absolute(date) if date.precision == Precision::Year => return false,
        RawDate::Absolute(date) if date.precision == Precision::Month => 2,
        RawDate::Absolute(date) if date.precision >= Precision::Minute => 5,
        RawDate::Absolute(_) | RawDate::Numeric(_) => 4,
        RawDate::Yearless { .. } => 2,
        RawDate::Relative(_) => 3,
    };
    outside.words <= words && outside.letters <= span.max(8) * 2 && outside.digits <= 8
}

/// What surrounds a value.
#[derive(Default)]
struct Outside {
    words: usize,
    letters: usize,
    digits: usize,
}

impl Outside {
    fn add(&mut self, text: &str) {
        let mut in_word = false;
        for c in text.chars() {
            let letter = c.is_alphabetic();
            self.words += usize::from(letter && !in_word);
            self.letters += usize::from(letter);
            self.digits += usize::from(c.is_ascii_digit());
            in_word = letter;
        }
    }
}

/// Whether a text is the address of a page or file: it has a scheme, or a host followed by a path or preceded by
/// `www.`.
///
/// ```
/// use rowsmith::recognize::is_url;
///
/// assert!(is_url("https://example.org/a?b=1") && is_url("www.example.org") && is_url("example.org/page1.html"));
/// assert!(!is_url("example.org") && !is_url("and/or") && !is_url("see https://example.org"));
/// ```
pub fn is_url(text: &str) -> bool {
    if text.contains(|c: char| c.is_whitespace() || c == '<' || c == '"') {
        return false;
    }
    let after_scheme = ["http://", "https://", "ftp://"].iter().find_map(|scheme| {
        let head = text.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    });
    if let Some(rest) = after_scheme {
        return !rest.is_empty();
    }
    let host = text.split('/').next().unwrap_or_default();
    let labels = host.split('.').count();
    let named = host.split('.').all(|l| !l.is_empty() && l.chars().all(|c| c.is_alphanumeric() || c == '-'));
    let top = host.rsplit('.').next().unwrap_or_default();
    let ends_in_name = top.len() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic());
    let www = host.get(..4).is_some_and(|h| h.eq_ignore_ascii_case("www."));
    named && ends_in_name && (www && labels >= 3 || labels >= 2 && host.len() < text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::classify::ValueType::{Date, Number, Price, Text, Url};

    #[test]
    fn what_texts_are() {
        for (text, expected) in [
            ("", Text),
            ("Blue chair", Text),
            ("12", Number),
            ("2024", Number),
            ("1,299 replies", Number),
            ("4.5 out of 5 stars", Text),
            ("4.5/5", Text),
            ("(31)", Number),
            ("3d", Number),
            ("$1,299.00", Price),
            ("from £2k", Price),
            ("899,00 zł", Price),
            ("1 299 руб", Price),
            ("£995 pcm", Price),
            ("Was $12.99 Now $10.99", Price),
            ("Shop our best chairs for the garden under $50", Text),
            ("Free", Text),
            ("Jan 5, 2024", Date),
            ("Posted on Jan 5, 2024 at 10:00 by", Date),
            ("Join Date: Jul 2005", Date),
            ("Reply #12 on: April 05, 2019, 10:22:11 AM »", Date),
            ("Yesterday at 8:35 AM", Date),
            ("just now", Date),
            ("vor 3 Stunden", Date),
            ("World's First Documented Baseball Game: Beachville, Ontario, June 9th, 1838.", Text),
            ("© 2024 Example Ltd.", Text),
            ("10:15", Text),
            ("1920x1080", Text),
            ("Windows 10", Text),
            ("may be", Text),
            ("https://example.org/a?b=1", Url),
            ("www.example.org", Url),
            ("example.org/page1.html", Url),
            ("e.g.", Text),
            ("and/or", Text),
            ("example.org", Text),
        ] {
            assert_eq!(value_type(text), expected, "{text}");
        }
        assert_eq!(learnt_value_type("899,00 zł"), Number);
        assert_eq!(learnt_value_type("$899"), Price);
    }
}
