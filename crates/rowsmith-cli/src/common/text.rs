//! Text for a terminal: harmless, and of known width.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Text from a page or a file name, with everything that could control a terminal (escape sequences, control
/// characters, marks that change the direction of writing) replaced by U+FFFD, and with white space as plain spaces.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let breaks = |c: char| matches!(c, '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}');
    if !text.contains(|c| steers(c) || breaks(c)) {
        return Cow::Borrowed(text);
    }
    let replace = |c| match c {
        c if breaks(c) => ' ',
        c if steers(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    Cow::Owned(text.chars().map(replace).collect())
}

/// Whether a character could control a terminal: control characters, and the marks that change the direction of
/// writing.
pub(crate) fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The number of terminal columns that a text takes: 2 for most CJK and emoji, 0 for combining marks.
pub(crate) fn width(text: &str) -> usize {
    // summed over the units that are cut as a whole, so that the computed width is still right after cutting
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(UnicodeWidthStr::width).sum() }
}

/// The text in at most `columns` columns, with `…` for what is cut off at the end.
pub(crate) fn cut_end(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    match columns {
        0 => Cow::Borrowed(""),
        _ => Cow::Owned(format!("{}…", head(text, columns - 1).trim_end())),
    }
}

/// The text in at most `columns` columns, with `…` in the middle: for addresses and paths, whose end says most.
pub(crate) fn cut_middle(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns < 6 {
        return cut_end(text, columns);
    }
    let end = (columns - 1) * 3 / 5;
    Cow::Owned(format!("{}…{}", head(text, columns - 1 - end), tail(text, end)))
}

fn head(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (at, unit) in text.grapheme_indices(true) {
        taken += unit.width();
        if taken > columns {
            return &text[..at];
        }
    }
    text
}

fn tail(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (at, unit) in text.grapheme_indices(true).rev() {
        taken += unit.width();
        if taken > columns {
            return &text[at + unit.len()..];
        }
    }
    text
}

/// "1 record", "2 records".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(harmless("a\x1b[2Jb\u{9b}c\u{202e}d"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
        assert_eq!(harmless("a\tb\nc"), "a b c");
        assert!(matches!(harmless("größer 値段"), Cow::Borrowed(_)));
    }

    #[test]
    fn widths_are_those_of_a_terminal() {
        for (text, columns) in [("abc", 3), ("値段", 4), ("e\u{301}", 1), ("👩\u{200d}👧", 2), ("", 0)] {
            assert_eq!(width(text), columns, "{text}");
        }
    }

    #[test]
    fn cuts_fit_and_show_that_they_are_cuts() {
        assert_eq!(cut_end("a short text", 12), "a short text");
        assert_eq!(cut_end("a short text", 9), "a short…");
        assert_eq!(cut_end("値段値段", 4), "値…");
        assert_eq!(cut_end("値段値段", 1), "…");
        assert_eq!(cut_end("abc", 0), "");
        assert_eq!(cut_middle("https://example.com/list/item-17", 16), "https:…t/item-17");
        for columns in 0..40 {
            for text in
                ["https://例え.jp/値段/e\u{301}e\u{301}👩\u{200d}👧/x", "ascii only, and rather long at that, too"]
            {
                assert!(width(&cut_end(text, columns)) <= columns);
                assert!(width(&cut_middle(text, columns)) <= columns);
            }
        }
    }
}
