//! Parsing of texts that were written by a `Display` implementation of this module.

use std::str::FromStr;

/// A text that is parsed from its beginning.
pub(crate) struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { rest: text }
    }

    /// Consumes a literal.
    pub(crate) fn literal(&mut self, literal: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(literal)?;
        Some(())
    }

    /// Returns the text up to a literal, and consumes both.
    pub(crate) fn until(&mut self, literal: &str) -> Option<&'t str> {
        let (before, behind) = self.rest.split_once(literal)?;
        self.rest = behind;
        Some(before)
    }

    /// Returns the number up to a literal, and consumes both.
    pub(crate) fn number<T: FromStr>(&mut self, literal: &str) -> Option<T> {
        self.until(literal)?.parse().ok()
    }

    /// Returns the percentage up to a literal as a share from 0 to 1, and consumes both.
    pub(crate) fn percent(&mut self, literal: &str) -> Option<f32> {
        self.number::<f32>(literal).map(|percent| percent / 100.0)
    }

    /// Returns the content of a quoted text, as written by `{:?}`.
    pub(crate) fn quoted(&mut self) -> Option<String> {
        let inner = self.rest.strip_prefix('"')?;
        let mut text = String::new();
        let mut letters = inner.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.rest = &inner[at + 1..];
                    return Some(text);
                }
                '\\' => text.push(match letters.next()?.1 {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    '0' => '\0',
                    'u' => {
                        let digits: String =
                            letters.by_ref().map(|(_, c)| c).skip(1).take_while(|&c| c != '}').collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                    }
                    other => other,
                }),
                letter => text.push(letter),
            }
        }
        None
    }

    /// Returns a number that is all that is left.
    pub(crate) fn last<T: FromStr>(&mut self) -> Option<T> {
        std::mem::take(&mut self.rest).parse().ok()
    }

    /// Succeeds if nothing is left.
    pub(crate) fn end(&self) -> Option<()> {
        self.rest.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn quoted_texts_are_read(text in any::<String>(), behind in "[a-z\"]{0,3}") {
            let quoted = format!("{text:?}{behind}");
            let mut scanner = Scanner::new(&quoted);
            prop_assert_eq!(scanner.quoted(), Some(text));
            prop_assert_eq!(scanner.rest, behind);
        }
    }
}
