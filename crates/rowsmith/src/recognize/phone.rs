//! Telephone numbers as people write them.

use std::ops::Range;

/// Only this many bytes of a text are read.
const MAX_BYTES: usize = 400;

/// The first telephone number in a text: 7 to 15 digits in two or more groups, separated by single spaces, dashes, dots
/// or brackets, that begin with `+`, `(` or `0`, or are grouped as in North America (555-123-4567). Prices, dates and
/// other numbers do not count. Takes linear time.
///
/// ```
/// use rowsmith::recognize::find_phone;
/// let text = "Call 020 7946 0958 today";
/// assert_eq!(find_phone(text).map(|span| &text[span]), Some("020 7946 0958"));
/// ```
pub fn find_phone(text: &str) -> Option<Range<usize>> {
    let text = crate::recognize::head(text, MAX_BYTES);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let starts = matches!(bytes[at], b'+' | b'(' | b'0'..=b'9');
        let apart = at == 0
            || !(bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'.' | b',' | b'-' | b'$' | b'/'));
        if !starts || !apart {
            at += 1;
            continue;
        }
        let end = run_end(bytes, at);
        if is_phone(&text[at..end])
            && !text[..at].ends_with(['£', '€'])
            && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
        {
            return Some(at..end);
        }
        at = end.max(at + 1);
    }
    None
}

/// The position after the last digit of a run of digits and single separators.
fn run_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut end, mut separators) = (start, start, 0);
    while let Some(&b) = bytes.get(at) {
        match b {
            b'0'..=b'9' => {
                end = at + 1;
                separators = 0;
            }
            b'+' if at == start => {}
            b' ' | b'-' | b'.' | b'(' | b')' | b'/' if separators < 2 => separators += 1,
            _ => break,
        }
        at += 1;
    }
    end
}

fn is_phone(run: &str) -> bool {
    let groups: Vec<usize> =
        run.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|&length| length > 0).collect();
    let digits: usize = groups.iter().sum();
    if !(7..=15).contains(&digits) || run.matches('/').count() > 1 {
        return false;
    }
    let american = matches!(groups[..], [3, 3, 4] | [1, 3, 3, 4]);
    let led = run.starts_with('+') || run.starts_with('(') || run.starts_with('0') && digits >= 9;
    // 01.02.2024 and 01-02-2024 are dates
    let date =
        groups.len() == 3 && groups[0] <= 2 && groups[1] <= 2 || groups.len() == 3 && groups[0] == 4 && groups[1] <= 2;
    !date && (american || led && (groups.len() >= 2 || run.starts_with('+') || digits >= 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones() {
        for (text, number) in [
            ("Call 020 7946 0958 today", "020 7946 0958"),
            ("+44 (0)20 7946 0958", "+44 (0)20 7946 0958"),
            ("(555) 123-4567", "(555) 123-4567"),
            ("555-123-4567", "555-123-4567"),
            ("Tel: 089/123456-78", "089/123456-78"),
            ("+33123456789", "+33123456789"),
        ] {
            assert_eq!(find_phone(text).map(|span| &text[span]), Some(number), "{text}");
        }
    }

    #[test]
    fn no_phones() {
        for text in [
            "",
            "£995 000",
            "01.02.2024",
            "2024-01-05",
            "123 456",
            "1,234,567",
            "12345678",
            "9780306406157",
            "x020 7946 0958",
        ] {
            assert_eq!(find_phone(text), None, "{text}");
        }
    }
}
