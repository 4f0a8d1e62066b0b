//! Texts folded for comparison: letters and digits in lower case, with one space in place of everything between them.

use memchr::memchr3_iter;

/// Folds a text: lower case, with every run of characters other than letters and digits replaced by one space, and none
/// at the ends. Takes linear time.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parted = true;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
            parted = false;
        } else if !c.is_ascii() && c.is_alphanumeric() {
            out.extend(c.to_lowercase());
            parted = false;
        } else if !parted {
            out.push(' ');
            parted = true;
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a text, once folded, contains a folded text: `fold(text).contains(key)`, without folding what cannot match.
pub fn contains_folded(text: &str, key: &str) -> bool {
    let Some(first) = key.chars().next() else { return true };
    let begins = |at: usize| text.get(at..).is_some_and(|rest| begins_folded(rest, key));
    if !first.is_ascii() {
        return text.char_indices().any(|(at, c)| !c.is_ascii() && begins(at));
    }
    // the lower case of two non-ASCII characters begins with an ASCII letter: the Kelvin sign, and I with a dot
    let (first, wide) = (first as u8, if first == 'k' { 0xe2 } else { 0xc4 });
    let wide = if matches!(first, b'k' | b'i') { wide } else { first };
    memchr3_iter(first, first.to_ascii_uppercase(), wide, text.as_bytes()).any(begins)
}

/// Whether a text that begins with a letter or digit begins with a key, once folded.
fn begins_folded(text: &str, key: &str) -> bool {
    let mut rest = key;
    let mut parted = false;
    for c in text.chars() {
        if rest.is_empty() {
            return true;
        }
        if c.is_alphanumeric() {
            for lower in c.to_lowercase() {
                match rest.strip_prefix(lower) {
                    Some(more) => rest = more,
                    None => return rest.is_empty(),
                }
            }
            parted = false;
        } else if !parted {
            match rest.strip_prefix(' ') {
                Some(more) => rest = more,
                None => return rest.is_empty(),
            }
            parted = true;
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_and_digits_remain() {
        assert_eq!(fold(" Smart  Thermostats: do they? "), "smart thermostats do they");
        assert_eq!(fold("«Ärger» – 2. Teil"), "ärger 2 teil");
        assert_eq!(fold(" - "), "");
    }

    #[test]
    fn what_is_in_a_folded_text() {
        for (text, key) in [("By Ann  BLOGGS!", "ann bloggs"), ("Joann", "ann"), ("x", ""), ("Émile Zola", "émile")] {
            assert!(contains_folded(text, key), "{key}");
        }
        assert!(!contains_folded("Ann-Marie Bloggs", "ann bloggs") && !contains_folded("", "a"));
        assert!(contains_folded("\u{212a}elvin", "kelvin") && contains_folded("\u{130}zmir", "i\u{307}zmir"));
    }

    proptest! {
        #[test]
        fn as_if_it_were_folded(text in "[aAbBkKiI \u{212a}\u{130}äÄ.,1]{0,24}", key in "[aAbkKiI \u{212a}\u{130}äÄ.1]{0,4}") {
            let key = fold(&key);
            prop_assert_eq!(contains_folded(&text, &key), fold(&text).contains(&key));
        }
    }
}
