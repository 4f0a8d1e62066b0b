//! Postcodes: British, Irish, Canadian, Dutch; American ZIP codes after a state; five digits before a town.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Only this many bytes of a text are read.
const MAX_BYTES: usize = 400;

static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:GIR\s?0AA|[A-PR-UWYZ][A-HK-Y]?[0-9][0-9A-HJKPSTUW]?\s?[0-9][ABD-HJLNP-UW-Z]{2})\b   # United Kingdom
        |\b[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z]\s?[0-9][ABCEGHJ-NPRSTV-Z][0-9]\b            # Canada
        |\b[AC-FHKNPRTV-Y][0-9]{2}\s[AC-FHKNPRTV-Y0-9]{4}\b                                      # Ireland
        |\b[1-9][0-9]{3}\s[A-Z]{2}\b                                                             # Netherlands
        |\b[A-Z]{2},?\s(?P<zip>[0-9]{5}(?:-[0-9]{4})?)\b                                          # United States
        |\b(?:[A-Z]{1,2}-)?(?P<town>[0-9]{5})\s\p{Lu}\p{Ll}{2,}                                  # most of Europe
        ",
    )
    .ok()
});

/// The first postcode in a text. Five digits alone do not count, since they could be anything.
///
/// ```
/// use rowsmith::recognize::find_postcode;
/// assert_eq!(find_postcode("Walton Street, Oxford OX2 6DP").map(|s| s.len()), Some(7));
/// ```
pub fn find_postcode(text: &str) -> Option<Range<usize>> {
    let text = crate::recognize::head(text, MAX_BYTES);
    if !text.bytes().any(|b| b.is_ascii_digit()) || !text.bytes().any(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let found = PATTERN.as_ref()?.captures(text)?;
    let whole = found.name("zip").or_else(|| found.name("town")).or_else(|| found.get(0))?;
    Some(whole.range())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes() {
        for (text, code) in [
            ("Walton Street, Oxford OX2 6DP", "OX2 6DP"),
            ("EC1A1BB", "EC1A1BB"),
            ("Toronto, ON M5V 2T6", "M5V 2T6"),
            ("San Francisco, CA 94103", "94103"),
            ("CA 94103-1234", "94103-1234"),
            ("10115 Berlin", "10115"),
            ("F-75001 Paris", "75001"),
            ("1012 AB Amsterdam", "1012 AB"),
            ("Dublin D02 X285", "D02 X285"),
        ] {
            assert_eq!(find_postcode(text).map(|span| &text[span]), Some(code), "{text}");
        }
    }

    #[test]
    fn no_postcodes() {
        for text in ["", "12345", "BMW X5", "Model A4 2.0", "10115 km", "iPhone 15", "ab12 3cd"] {
            assert_eq!(find_postcode(text), None, "{text}");
        }
    }
}
