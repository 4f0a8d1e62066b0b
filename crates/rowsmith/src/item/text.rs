//! Texts in the form in which they are compared, and parsing of declared texts.

use crate::dom::{Document, ParseOptions, one_line, parse, text as seen};
use crate::recognize::number::amount_at;
use crate::recognize::parse_price;

/// The words of a text in lower case, without anything between them.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if word.is_ascii() {
            found.push(word.to_ascii_lowercase());
            continue;
        }
        if !word.chars().any(is_dense) {
            found.push(word.to_lowercase());
            continue;
        }
        // scripts without spaces: every character is a word, and any run between two of them is one word
        let mut run = String::new();
        for c in word.chars() {
            if is_dense(c) {
                if !run.is_empty() {
                    found.push(std::mem::take(&mut run).to_lowercase());
                }
                found.push(c.to_string());
            } else {
                run.push(c);
            }
        }
        if !run.is_empty() {
            found.push(run.to_lowercase());
        }
    }
    found
}

/// Whether a character belongs to a script without spaces between words.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{0e00}'..='\u{0e7f}')
}

/// The different words of a text, for comparing it with several others.
pub(crate) struct WordSet {
    /// In order.
    words: Vec<String>,
}

impl WordSet {
    pub(crate) fn of(text: &str) -> WordSet {
        let mut words = words(text);
        words.sort_unstable();
        words.dedup();
        WordSet { words }
    }

    /// How many words both have.
    fn common(&self, other: &WordSet) -> usize {
        self.words.iter().filter(|word| other.words.binary_search(word).is_ok()).count()
    }

    /// How similar two texts are: 1 if both have the same words, 0 if they share none.
    pub(crate) fn agreement(&self, other: &WordSet) -> f64 {
        match self.words.is_empty() || other.words.is_empty() {
            true => 0.0,
            false => 2.0 * self.common(other) as f64 / (self.words.len() + other.words.len()) as f64,
        }
    }
}

/// How similar the words of two texts are: 1 if both have the same, 0 if they share none.
pub(crate) fn agreement(a: &str, b: &str) -> f64 {
    WordSet::of(a).agreement(&WordSet::of(b))
}

/// The share of the words of `inner` that are also in `outer`.
pub(crate) fn covered(inner: &str, outer: &str) -> f64 {
    let inner = WordSet::of(inner);
    match inner.words.is_empty() {
        true => 0.0,
        false => inner.common(&WordSet::of(outer)) as f64 / inner.words.len() as f64,
    }
}

/// Whether two texts are the same except for punctuation and case.
pub(crate) fn same(a: &str, b: &str) -> bool {
    words(a) == words(b)
}

/// The text on one line.
pub(crate) fn folded(text: &str) -> String {
    one_line(text)
}

/// A declared text without the markup and the character references that it may contain.
pub(crate) fn plain_lines(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    // it may be escaped twice
    for _ in 0..2 {
        if !(text.contains('<') || text.contains('&')) {
            break;
        }
        let within = format!("<div>{}</div>", text.replace("\n", "<br>"));
        let Ok(document) =
            parse(within.as_bytes(), &ParseOptions { charset: Some("utf-8".into()), ..Default::default() })
        else {
            break;
        };
        text = seen(&document, Document::ROOT);
    }
    text.lines().map(folded).filter(|line| !line.is_empty()).collect()
}

/// Like [`plain_lines`], on one line.
pub(crate) fn plain(text: &str) -> String {
    plain_lines(text).join(" ")
}

/// The amount in a declared price: `1299.00`, `1,299.00`, `$1,299`.
pub(crate) fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return Some(number).filter(|n| n.is_finite() && *n >= 0.0);
    }
    if let Some(price) = parse_price(text) {
        return Some(price.amount);
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    amount_at(text, start).map(|amount| amount.value)
}

/// A whole number, in the form in which counts are declared: `1,234`.
pub(crate) fn count(text: &str) -> Option<u64> {
    let text = text.trim();
    // counts have no fractions: "1.204" is over a thousand
    let grouped = text.split_once('.').is_some_and(|(front, back)| {
        (1..=3).contains(&front.len()) && back.len() == 3 && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    });
    if let Ok(number) = text.parse::<f64>()
        && !grouped
    {
        return (0.0..1e12).contains(&number).then_some(number as u64);
    }
    let digits: String = text
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(|c| !c.is_alphabetic())
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// A duration in minutes: `PT1H30M`, `P0DT1H`, `90`, "1 hour 30 minutes".
pub(crate) fn minutes(text: &str) -> Option<u64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u64>() {
        return Some(number);
    }
    let upper = text.to_ascii_uppercase();
    let iso = upper.strip_prefix('P');
    let mut total = 0.0;
    let mut any = false;
    if let Some(iso) = iso {
        let mut number = String::new();
        let mut of_day = false;
        for c in iso.chars() {
            match c {
                '0'..='9' | '.' => number.push(c),
                'T' => {
                    of_day = true;
                    number.clear();
                }
                _ => {
                    let value: f64 = number.parse().unwrap_or(0.0);
                    number.clear();
                    any = true;
                    total += match c {
                        'D' => value * 1440.0,
                        'H' => value * 60.0,
                        'M' if of_day => value,
                        'S' => value / 60.0,
                        'Y' | 'M' | 'W' if value == 0.0 => 0.0,
                        _ => return None,
                    };
                }
            }
        }
        return (any && total < 1e6).then_some(total.round() as u64);
    }
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit() || "½¼¾".contains(c)) {
        rest = &rest[start..];
        let (value, behind) = match rest.chars().next() {
            Some('½') => (0.5, &rest[2..]),
            Some('¼') => (0.25, &rest[2..]),
            Some('¾') => (0.75, &rest[2..]),
            _ => {
                let Some(amount) = amount_at(rest, 0) else { break };
                (amount.value, &rest[amount.end..])
            }
        };
        rest = behind;
        let unit = behind.trim_start().trim_start_matches(['-', '+']).trim_start();
        let is = |units: &[&str]| units.iter().any(|u| unit.starts_with(u));
        let factor = if is(HOURS) && !is(&["he", "ho c"]) {
            60.0
        } else if is(MINUTES) {
            1.0
        } else if is(DAYS) {
            1440.0
        } else {
            continue;
        };
        any = true;
        total += value * factor;
    }
    (any && total < 1e6).then_some(total.round() as u64)
}

/// Beginnings of words for hours, minutes and days in the languages of the recipes that were examined.
const HOURS: &[&str] = &[
    "h", "hour", "hr", "std", "stunde", "heure", "hora", "ora", "ore", "uur", "tim", "godz", "óra", "час", "ч", "時間",
    "小时", "ώρ", "τιμ",
];
const MINUTES: &[&str] = &["m", "perc", "мин", "хв", "分", "分钟", "λεπ", "dk", "'", "′", "דק", "دقيقة"];
const DAYS: &[&str] = &["day", "tag", "jour", "día", "dia", "giorn", "dag", "dzie", "dni", "nap", "д"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, expected) in [
            ("PT1H30M", Some(90)),
            ("P0DT0H45M", Some(45)),
            ("P0Y0M0DT0H35M0.000S", Some(35)),
            ("P1Y", None),
            ("90", Some(90)),
            ("1 hour 30 minutes", Some(90)),
            ("1 Std. 20 Min.", Some(80)),
            ("1 hr 5 mins", Some(65)),
            ("soon", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }

    #[test]
    fn declared_texts_are_made_plain() {
        assert_eq!(plain("Fish &amp;amp; <b>chips</b>"), "Fish & chips");
        assert_eq!(plain_lines("<p>One</p><p>Two</p>"), ["One", "Two"]);
        assert_eq!(amount("1.299,00 €"), Some(1299.0));
        assert_eq!(amount("12.5"), Some(12.5));
        assert_eq!(count("1,234 reviews"), Some(1234));
        assert_eq!(count("1.204"), Some(1204));
        assert_eq!(count("12.0"), Some(12));
    }

    #[test]
    fn agreement_counts_words() {
        assert_eq!(agreement("Desk lamp", "desk LAMP!"), 1.0);
        assert_eq!(agreement("Desk", "Chair"), 0.0);
        assert_eq!(covered("Desk lamp", "Desk lamp | Shop"), 1.0);
        assert!(same("Desk-lamp", "desk lamp"));
    }
}
