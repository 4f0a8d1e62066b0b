//! Ratings: "4.5 out of 5 stars", "4,5/5", "Rated 4.8", "★★★★☆".

use std::ops::Range;
use std::sync::LazyLock;

use crate::recognize::AnyOf;
use crate::recognize::number::amount_at;

/// A rating on a scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating itself.
    pub value: f64,
    /// The best possible rating, if the text states it; 5 for drawn stars.
    pub best: Option<f64>,
}

/// A rating found in a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FoundRating {
    /// The position of the first byte of the rating.
    pub start: usize,
    /// The position after all that states the rating.
    pub end: usize,
    /// What they state.
    pub rating: Rating,
    /// Whether the text says that it is a rating: by a scale, stars, or a word. A bare "4.5" may be anything.
    pub certain: bool,
}

impl FoundRating {
    /// The bytes of the text that state it.
    ///
    /// ```
    /// use rowsmith::recognize::find_rating;
    ///
    /// let text = "Rated 4.8 out of 5 by our readers";
    /// let found = find_rating(text).expect("a rating");
    /// assert_eq!(&text[found.span()], "4.8 out of 5");
    /// ```
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Longer texts, in bytes, are prose and not looked at.
const MAX_BYTES: usize = 120;

/// Words between a rating and its scale, in the languages that are supported; lower case.
const OF: &[&str] = &["out of", "of", "/", "von", "sur", "de", "su", "van", "av", "z", "из", "z 5"];

/// Words that mark a number as a rating; lower case.
static WORDS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "star", "rating", "rated", "stern", "étoile", "etoile", "estrella", "stell", "ster", "bewert", "★", "⭐",
    ])
});

/// Finds a rating in a short text. A rating lies between 0 and its scale, which is 5, 10 or 100.
///
/// ```
/// use rowsmith::recognize::find_rating;
/// let found = find_rating("Rated 4.8 out of 5 stars").map(|f| (f.rating.value, f.rating.best, f.certain));
/// assert_eq!(found, Some((4.8, Some(5.0), true)));
/// ```
pub fn find_rating(text: &str) -> Option<FoundRating> {
    if text.len() > MAX_BYTES {
        return None;
    }
    if let Some(found) = drawn_stars(text) {
        return Some(found);
    }
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let lower = text.to_lowercase();
    // if lower case changes the length, only words are looked for
    let worded = WORDS.is_in(&lower);
    let mut at = 0;
    while let Some(skip) = text.get(at..)?.find(|c: char| c.is_ascii_digit()) {
        let start = at + skip;
        let touches = text[..start].ends_with(|c: char| c.is_alphanumeric() || "$€£¥#.-−–".contains(c));
        let Some(amount) = amount_at(text, start) else {
            at = start + text[start..].bytes().take_while(u8::is_ascii_digit).count();
            continue;
        };
        at = amount.end;
        // "86% of 100"
        if !touches
            // "70% / 100 g" is of a recipe
            && let Some((100.0, end)) = text[amount.end..]
                .strip_prefix('%')
                .filter(|behind| !behind.trim_start().starts_with('/'))
                .and_then(|_| scale_at(text, amount.end + 1))
            && amount.value <= 100.0
        {
            let rating = Rating { value: amount.value, best: Some(100.0) };
            return Some(FoundRating { start, end, rating, certain: true });
        }
        if touches || text[amount.end..].starts_with(|c: char| c.is_alphabetic() || "%€£$".contains(c)) {
            continue;
        }
        let worded = worded || is_note(text, start, amount.end);
        if let Some((best, end)) = scale_at(text, amount.end)
            && amount.value <= best
        {
            let rating = Rating { value: amount.value, best: Some(best) };
            return Some(FoundRating { start, end, rating, certain: worded || amount.decimals > 0 || best != 10.0 });
        }
        let plausible = amount.value <= 5.0 && amount.decimals <= 2;
        if plausible && !worded && amount.decimals > 0 && is_counted(&text[amount.end..]) {
            let rating = Rating { value: amount.value, best: None };
            return Some(FoundRating { start, end: amount.end, rating, certain: true });
        }
        let alone = text[..start].trim_matches(['(', ' ', '[']).is_empty()
            && text[amount.end..].trim_matches([')', ' ', ']']).is_empty();
        if plausible && (worded || alone && amount.decimals == 1) {
            let best = worded.then_some(5.0);
            let rating = Rating { value: amount.value, best };
            return Some(FoundRating { start, end: amount.end, rating, certain: worded });
        }
    }
    None
}

/// Whether a text says how many people are behind a rating: " from 41 votes".
fn is_counted(text: &str) -> bool {
    let lower = text.to_lowercase();
    let behind = FROM.iter().find_map(|from| lower.trim_start().strip_prefix(from)?.strip_prefix(' '));
    let Some(counted) = behind.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || ",. ".contains(c)))
    else {
        return false;
    };
    behind.is_some_and(|rest| rest.len() > counted.len()) && VOTES.iter().any(|votes| counted.starts_with(votes))
}

/// Words between a rating and the number of those who gave it; lower case.
const FROM: [&str; 8] = ["from", "based on", "by", "von", "aus", "sur", "de", "su"];

/// How words for them begin; lower case.
const VOTES: [&str; 12] = [
    "vote",
    "review",
    "rating",
    "bewertung",
    "stimme",
    "rezension",
    "avis",
    "voti",
    "recension",
    "reseña",
    "valoraci",
    "opini",
];

/// Whether a number is a mark by the French word for it: "Note : 4,5", "Note des clients : 4,5", and not "Notes: keeps 3 days".
fn is_note(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end().to_lowercase();
    let has_colon = before.ends_with(':');
    let mut words = before.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).rev();
    let is_it = |word: &str| matches!(word, "note" | "moyenne" | "noté" | "notée");
    words.by_ref().take(if has_colon { MOST_OF_NOTE } else { 1 }).any(is_it)
        && !text[end..].trim_start().starts_with(char::is_alphabetic)
}

/// The most words between a French mark and its label's beginning, that included: "Note moyenne des clients :".
const MOST_OF_NOTE: usize = 4;

/// "out of 5" or "/5" after a rating.
fn scale_at(text: &str, at: usize) -> Option<(f64, usize)> {
    let rest = text.get(at..)?;
    let trimmed = rest.trim_start();
    let of = OF.iter().find(|of| {
        trimmed.get(..of.len()).is_some_and(|head| head.to_lowercase() == **of)
            && trimmed[of.len()..].starts_with(|c: char| c == ' ' || c.is_ascii_digit())
    })?;
    let behind = trimmed[of.len()..].trim_start();
    let start = text.len() - behind.len();
    let scale = behind.bytes().next().filter(u8::is_ascii_digit).and_then(|_| amount_at(text, start))?;
    let ends = !text[scale.end..].starts_with(|c: char| c.is_alphanumeric() || c == '/');
    (ends && [5.0, 10.0, 100.0].contains(&scale.value)).then_some((scale.value, scale.end))
}

/// Five stars, the full ones first.
fn drawn_stars(text: &str) -> Option<FoundRating> {
    let is_star = |c: char| matches!(c, '★' | '☆' | '⯨' | '⯪');
    let start = text.find(is_star)?;
    let run: Vec<char> = text[start..].chars().take_while(|&c| is_star(c)).collect();
    let end = start + run.iter().map(|c| c.len_utf8()).sum::<usize>();
    if run.len() != 5 {
        return None;
    }
    let full = run.iter().filter(|&&c| c == '★').count() as f64;
    let half = if run.iter().any(|&c| c == '⯨' || c == '⯪') { 0.5 } else { 0.0 };
    let rating = Rating { value: full + half, best: Some(5.0) };
    Some(FoundRating { start, end, rating, certain: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings() {
        for (text, value, best, certain) in [
            ("4.5 out of 5 stars", 4.5, Some(5.0), true),
            ("4,5 von 5 Sternen", 4.5, Some(5.0), true),
            ("Rated 4.8 out of 5", 4.8, Some(5.0), true),
            ("3/5", 3.0, Some(5.0), true),
            ("8.7/10", 8.7, Some(10.0), true),
            ("4.2 stars", 4.2, Some(5.0), true),
            ("★★★★☆", 4.0, Some(5.0), true),
            ("★★★★☆ (12)", 4.0, Some(5.0), true),
            ("4.5", 4.5, None, false),
            ("(4.5)", 4.5, None, false),
            ("Average rating: 5", 5.0, Some(5.0), true),
            ("Note : 4,5", 4.5, Some(5.0), true),
            ("Note des clients : 4,65", 4.65, Some(5.0), true),
            ("Note : 8/10", 8.0, Some(10.0), true),
            ("86% of 100", 86.0, Some(100.0), true),
            ("4.86 from 41 votes", 4.86, None, true),
            ("4,6 von 12 Bewertungen", 4.6, Some(5.0), true),
        ] {
            let found = find_rating(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.rating.value, found.rating.best, found.certain), (value, best, certain), "{text}");
        }
        let found = find_rating("Rated 4.8 out of 5 by us").unwrap();
        assert_eq!(&"Rated 4.8 out of 5 by us"[found.span()], "4.8 out of 5");
    }

    #[test]
    fn no_ratings() {
        for text in [
            "Notes: keeps 3 days.",
            "Note: 3 days",
            "3 from 41 votes",
            "1.5 from 3 kg",
            "86%",
            "Dark chocolate 70% / 100 g",
        ] {
            assert_eq!(find_rating(text), None, "{text}");
        }
        for text in ["", "12", "4", "$4.50", "4.55.1", "9/11", "4.5 kg", "1,234", "(12)", "v1.2", "Page 1 of 20", "6.5"]
        {
            assert_eq!(find_rating(text), None, "{text}");
        }
        assert_eq!(find_rating(&"x4.5 stars".repeat(50)), None);
    }
}
