//! What the values of a field look like, whatever its name is.

use rustc_hash::FxHashSet;

use crate::state::flatten::{Field, Value};

/// How many records' values are looked at.
const SAMPLE: usize = 60;

/// How many bytes of a value are looked at.
const HEAD: usize = 600;

/// What the values of a field look like: shares of the records that have one, unless stated otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ValueProfile {
    /// The share of records that have it.
    pub(crate) fill: f64,
    /// The number of different values, as a share.
    pub(crate) distinct: f64,
    /// Addresses, complete or starting from the root.
    pub(crate) addresses: f64,
    /// Addresses of images.
    pub(crate) images: f64,
    /// Numbers, and texts that are numbers.
    pub(crate) numbers: f64,
    /// Dates in ISO format, or seconds since 1970.
    pub(crate) dates: f64,
    /// Amounts with a currency.
    pub(crate) prices: f64,
    /// Truth values.
    pub(crate) bools: f64,
    /// Texts written for readers: with a letter, and not an address, a code or a date.
    pub(crate) prose: f64,
    /// Codes: with both digits and letters, hexadecimal, with underscores, or in capitals.
    pub(crate) codes: f64,
    /// Words as in the last part of an address, joined by hyphens.
    pub(crate) slugs: f64,
    /// The mean number of words of texts.
    pub(crate) words: f64,
    /// The mean length of texts in characters.
    pub(crate) length: f64,
}

/// Looks at the values of a field. Takes time linear in their lengths.
pub(crate) fn profile_of(field: &Field<'_>) -> ValueProfile {
    let mut profile = ValueProfile::default();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut filled = 0.0;
    for value in field.values.iter().take(SAMPLE).flatten() {
        let text = value.text();
        filled += 1.0;
        seen.insert(text);
        let mut end = text.len().min(HEAD);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let one = kind_of(value, &text[..end]);
        match one {
            Kind::Bool => profile.bools += 1.0,
            Kind::Number => profile.numbers += 1.0,
            Kind::Seconds => {
                profile.numbers += 1.0;
                profile.dates += 1.0;
            }
            Kind::Image => {
                profile.images += 1.0;
                profile.addresses += 1.0;
            }
            Kind::Address => profile.addresses += 1.0,
            Kind::Date => profile.dates += 1.0,
            Kind::Price => profile.prices += 1.0,
            Kind::Slug => profile.slugs += 1.0,
            Kind::Code => profile.codes += 1.0,
            Kind::Prose => profile.prose += 1.0,
        }
        profile.words += words(text) as f64;
        profile.length += text.len() as f64;
    }
    if filled > 0.0 {
        for share in [
            &mut profile.addresses,
            &mut profile.images,
            &mut profile.numbers,
            &mut profile.dates,
            &mut profile.prices,
            &mut profile.bools,
            &mut profile.prose,
            &mut profile.codes,
            &mut profile.slugs,
            &mut profile.words,
            &mut profile.length,
        ] {
            *share /= filled;
        }
        profile.distinct = seen.len() as f64 / filled;
    }
    profile.fill = filled / field.values.len().clamp(1, SAMPLE) as f64;
    profile
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Bool,
    Number,
    Seconds,
    Address,
    Image,
    Date,
    Price,
    Slug,
    Code,
    Prose,
}

/// The kind of a value, judging by its beginning.
pub(crate) fn kind_of(value: &Value<'_>, text: &str) -> Kind {
    match value {
        Value::Bool(_) => return Kind::Bool,
        Value::Number(number) => return if is_seconds(number) { Kind::Seconds } else { Kind::Number },
        Value::Text(_) | Value::Texts(_) | Value::Spans(_) => {}
    }
    let bytes = text.as_bytes();
    let count = |of: fn(&u8) -> bool| bytes.iter().filter(|b| of(b)).count();
    let digits = count(u8::is_ascii_digit);
    if digits > 0 && digits + bytes.iter().filter(|b| b".,-+ ".contains(b)).count() == bytes.len() {
        return if is_iso_date(text) {
            Kind::Date
        } else if is_seconds(text) {
            Kind::Seconds
        } else {
            Kind::Number
        };
    }
    if is_address(text) {
        return if is_image(text) { Kind::Image } else { Kind::Address };
    }
    if is_iso_date(text) {
        return Kind::Date;
    }
    let spaces = count(u8::is_ascii_whitespace);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if spaces == 0 && bytes.is_ascii() {
        let hyphens = bytes.iter().filter(|&&b| b == b'-').count();
        let lower = !bytes.iter().any(u8::is_ascii_uppercase);
        let hex = bytes.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-');
        if hex && bytes.len() >= 8 && digits > 0 {
            return Kind::Code;
        }
        if lower && hyphens >= 1 && letters >= 3 && !text.contains('_') {
            return Kind::Slug;
        }
        let capitals = count(u8::is_ascii_uppercase) == letters && letters > 3;
        if text.contains('_')
            || capitals
            || digits > 0 && bytes.len() >= 6 && digits * 4 >= bytes.len()
            || text.contains("::")
        {
            return Kind::Code;
        }
        if text.starts_with(['#', '{', '$']) || letters == 0 {
            return Kind::Code;
        }
    }
    if digits > 0 && bytes.len() <= 24 && letters <= 5 && crate::recognize::parse_price(text).is_some() {
        return Kind::Price;
    }
    Kind::Prose
}

/// Whether a text is an address, complete or starting from the root.
pub(crate) fn is_address(text: &str) -> bool {
    let whole = text.starts_with("http://") || text.starts_with("https://") || text.starts_with("//");
    let rooted = text.starts_with('/') && text.len() > 1 || text.starts_with("./") || text.starts_with("../");
    let plain = !text.contains(char::is_whitespace);
    let file = || {
        let head = text.split(['?', '#']).next().unwrap_or(text);
        head.contains('/')
            && [".html", ".htm", ".php", ".jpg", ".jpeg", ".png", ".webp"].iter().any(|e| head.ends_with(e))
            || head.split('/').count() >= 3 && head.contains('-') && head.is_ascii()
    };
    plain && (whole || rooted || file())
}

/// Whether an address is that of an image.
pub(crate) fn is_image(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let head = lower.split(['?', '#']).next().unwrap_or(&lower);
    [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"]
        .iter()
        .any(|end| head.ends_with(end) || head.contains(&format!("{end}/")))
        || [
            "/image",
            "/img",
            "image/",
            "images.",
            "/photo",
            "/media/",
            "img.",
            "format=jpg",
            "format=webp",
            "fm=jpg",
            "cdn.",
        ]
        .iter()
        .any(|part| lower.contains(part))
}

/// Whether a text begins with a date in ISO format.
pub(crate) fn is_iso_date(text: &str) -> bool {
    let b = text.as_bytes();
    let digits = |from: usize, to: usize| b.get(from..to).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    b.len() >= 10
        && b.len() <= 40
        && digits(0, 4)
        && matches!(b[0], b'1' | b'2')
        && b[4] == b[7]
        && matches!(b[4], b'-' | b'/')
        && digits(5, 7)
        && digits(8, 10)
        && b.get(10).is_none_or(|c| matches!(c, b'T' | b' ' | b'Z'))
}

/// Whether a number is a time in seconds or milliseconds since 1970, between 1990 and 2050.
pub(crate) fn is_seconds(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or(text);
    if !whole.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let Ok(number) = whole.parse::<u64>() else { return false };
    match whole.len() {
        9 | 10 => (631_152_000..2_524_608_000).contains(&number),
        12 | 13 => (631_152_000_000..2_524_608_000_000).contains(&number),
        _ => false,
    }
}

/// The number of words between spaces; in scripts without spaces, one word for every two characters.
pub(crate) fn words(text: &str) -> usize {
    let dense = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')).count();
    text.split_whitespace().count() + dense / 2
}
