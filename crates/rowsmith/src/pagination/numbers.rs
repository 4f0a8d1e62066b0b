//! Page numbers.

/// The number that a text consists of: alone, after a word as in "Page 3", or in brackets as in "[3]". `None` for other
/// texts.
pub(crate) fn page_number(text: &str) -> Option<u32> {
    let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = trimmed.trim_start_matches(|c: char| !c.is_ascii_digit());
    let before = &trimmed[..trimmed.len() - digits.len()];
    let is_word = before.chars().count() <= 12 && !before.trim().contains(char::is_whitespace);
    let is_number = !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && is_word).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::page_number;

    #[test]
    fn numbers_of_pages() {
        assert_eq!(page_number("3"), Some(3));
        assert_eq!(page_number(" [12] "), Some(12));
        assert_eq!(page_number("Page 4"), Some(4));
        assert_eq!(page_number("12 comments"), None);
        assert_eq!(page_number("see also 4"), None);
        assert_eq!(page_number("19.99"), None);
    }
}
