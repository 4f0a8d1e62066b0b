//! What names look like, and the words that precede them.

use std::sync::LazyLock;

use crate::recognize::AnyOf;

/// Words that precede an author's name, in lower case. Without this list, bylines without markup are not found.
const BY: &[&str] = &[
    "by",
    "view all posts by",
    "all posts by",
    "posts by",
    "articles by",
    "authored by",
    "contributed by",
    "reported by",
    "written by",
    "posted by",
    "author",
    "authors",
    "von",
    "autor",
    "par",
    "auteur",
    "por",
    "di",
    "da",
    "door",
    "av",
    "af",
    "tekst",
    "przez",
    "автор",
    "作者",
    "撰文",
    "oleh",
    "text",
    "words by",
    "story by",
    "published by",
];

/// The length of the longest of them, in bytes.
const LONGEST_BY: usize = 17;

/// A byline without the word that precedes the name; the text itself if there is none.
pub(crate) fn without_by(name: &str) -> &str {
    let name = name.trim().trim_start_matches(['-', '–', '—', '|', '•', ':']).trim_start();
    for by in BY {
        if let Some((head, behind)) = name.split_at_checked(by.len())
            && behind.starts_with([' ', ':', '\u{a0}'])
            && head.to_lowercase() == *by
        {
            let rest = behind.trim_start_matches([' ', ':', '\u{a0}']);
            if rest.starts_with(char::is_uppercase) {
                return rest;
            }
        }
    }
    // a script has put "By" before the name without a space
    match name.strip_prefix("By") {
        Some(rest) if rest.starts_with(char::is_uppercase) && rest.contains(char::is_lowercase) => rest,
        _ => name,
    }
}

/// Words before "by" that tell of another's work.
static OF_OTHERS: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["photo", "image", "illustration", "picture", "graphic", "video"]));
/// The most words before "by" in a byline.
const MOST_LEADING: usize = 5;

/// A byline without what precedes the name: a date ("5 May 2024, Ann Bloggs"), and words that end in "by" ("Text by Ann
/// Bloggs", "Posted on Monday by Ann Bloggs"); the text itself if there is nothing of this kind.
pub(crate) fn without_lead(text: &str) -> &str {
    let text = text.trim();
    let dated = crate::recognize::date::find_date(text).filter(|found| found.span.start == 0);
    let behind = dated.map(|found| {
        let is_between =
            |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '•' | '·' | '-' | '–' | '—' | '/' | ':');
        text[found.span.end..].trim_start_matches(is_between)
    });
    let text = behind.filter(|rest| is_name(until_date(without_by(rest)))).unwrap_or(text);
    let rest = without_by(text);
    if rest.len() < text.len() {
        return rest;
    }
    let Some((before, behind)) = text.split_once(" by ").filter(|(_, behind)| behind.starts_with(char::is_uppercase))
    else {
        return text;
    };
    if OF_OTHERS.is_in(&before.to_lowercase()) || before.split_whitespace().count() > MOST_LEADING {
        text
    } else {
        behind
    }
}

/// The most words of a label before a name, and the most characters.
const MOST_OF_LABEL: (usize, usize) = (3, 24);
/// Words for "our", in lower case, of bylines that name a trade before the name ("Von unserem Redakteur Max Holz").
const OUR: &[&str] = &[
    "unser", "unsere", "unserem", "unserer", "unseren", "onze", "ons", "notre", "nuestro", "nuestra", "nosso", "nossa",
    "nostro", "nostra", "our", "vår", "vores",
];

/// A name without the label before it, in any language: no name has a colon ("Haber: Gülşen Akıncı", "文／佐藤花子"), and none begins
/// with whose it is; the text itself if there is none.
pub(crate) fn without_label(text: &str) -> &str {
    let text = text.trim();
    let rest = text.split_once([':', '：', '／']).and_then(|(label, rest)| {
        let (words, letters) = (label.split_whitespace().count(), label.trim().chars().count());
        let is_label = (1..=MOST_OF_LABEL.0).contains(&words)
            && letters <= MOST_OF_LABEL.1
            && label.chars().all(|c| c.is_alphabetic() || c.is_whitespace());
        (is_label && may_follow_label(rest)).then_some(rest.trim())
    });
    rest.or_else(|| without_trade(text)).unwrap_or(text)
}

/// Whether what follows a label may be a name.
fn may_follow_label(rest: &str) -> bool {
    let is_cased = rest.contains(char::is_uppercase) || rest.contains(char::is_lowercase);
    could_be_name(rest.trim()) && !rest.contains([':', '：', '／']) && (!is_cased || is_name(rest))
}

/// The name behind "by our correspondent", with or without the first word.
fn without_trade(text: &str) -> Option<&str> {
    let (first, behind) = text.split_once(char::is_whitespace)?;
    let behind = if is_by(first) { behind.trim_start() } else { text };
    let (our, trade) = behind.split_once(char::is_whitespace)?;
    let (_, name) = trade.trim_start().split_once(char::is_whitespace)?;
    let is_ours = OUR.contains(&our.to_lowercase().as_str());
    (is_ours && name.contains(char::is_whitespace) && is_name(name)).then(|| name.trim())
}

/// The name before a comma, and what follows it: a degree, a trade, the name of a newspaper.
pub fn before_comma(name: &str) -> Option<(&str, &str)> {
    let (first, rest) = name.split_once([',', '，'])?;
    let (first, rest) = (first.trim(), rest.trim());
    (first.contains(char::is_whitespace) && !rest.is_empty() && is_name(first)).then_some((first, rest))
}

/// Whether a text consists only of a word that precedes a name.
pub fn is_by(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':').trim_end();
    // no letter has more than three times the bytes of its lower case
    text.len() <= 3 * LONGEST_BY && BY.contains(&text.to_lowercase().as_str())
}

/// Whether a text ends with such a word.
pub fn ends_in_by(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches(':').trim_end();
    let start = text.len().saturating_sub(24);
    let tail =
        text.char_indices().map(|(at, _)| at).find(|&at| at >= start).map_or("", |at| &text[at..]).to_lowercase();
    BY.iter().any(|by| {
        tail.strip_suffix(by).is_some_and(|before| before.is_empty() || !before.ends_with(char::is_alphanumeric))
    })
}

/// The part of a line that may be a name: without the word before it, up to a separator or a date. Also whether there
/// was such a word.
pub fn name_in(text: &str) -> (&str, bool) {
    let rest = without_lead(text);
    let text = text.trim();
    let led = !rest.is_empty() && ends_in_by(text.strip_suffix(rest).unwrap_or_default());
    let end = rest.find(['|', '•', '·', '—', '/', '(', '\t', ';']).unwrap_or(rest.len());
    let part = &rest[..end];
    let name = part.split(" on ").next().and_then(|part| part.split(" in ").next()).unwrap_or_default();
    (until_date(name.trim().trim_end_matches([',', '-', '–', '.'])).trim(), led)
}

/// Whether a text is acceptable as an author at all; addresses and handles are not.
pub fn could_be_name(text: &str) -> bool {
    !text.contains("://")
        && !text.starts_with('@')
        && !text.split_whitespace().any(|word| word.trim_start_matches('@').contains('@'))
        && text.len() <= 400
        && text.chars().count() <= 200
        && text.contains(char::is_alphabetic)
        && !is_by(text)
}

/// Whether a text could be a name: a few words, most of them with a capital.
pub fn is_name(text: &str) -> bool {
    let words = || text.split_whitespace();
    let capitals = words().filter(|w| w.starts_with(char::is_uppercase)).count();
    (1..=7).contains(&words().count()) && capitals * 3 >= words().count() * 2 && !text.contains("://")
}

/// The text before the date in it.
pub(crate) fn until_date(text: &str) -> &str {
    match crate::recognize::date::find_date(text) {
        Some(found) => text[..found.span.start].trim_end().trim_end_matches([',', '-', '–', ':']),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_names() {
        assert_eq!(name_in("By Ann Bloggs | 5 January 2024"), ("Ann Bloggs", true));
        assert_eq!(name_in("Von Ann Bloggs, 5. Januar 2024"), ("Ann Bloggs", true));
        assert_eq!(name_in("Text by Ann Bloggs"), ("Ann Bloggs", true));
        assert_eq!(name_in("May 5, 2024 by Ann Bloggs in News"), ("Ann Bloggs", true));
        assert_eq!(name_in("May 5, 2024 · Ann Bloggs"), ("Ann Bloggs", false));
        assert_eq!(name_in("Photos by Ann Bloggs").0, "Photos by Ann Bloggs");
        assert_eq!(without_by("ByNina Pineda"), "Nina Pineda");
        assert_eq!(without_by("Byron Smith"), "Byron Smith");
        assert_eq!(without_by("View all posts by Ann Bloggs"), "Ann Bloggs");
        assert_eq!(before_comma("Ann Bloggs, The Daily Post"), Some(("Ann Bloggs", "The Daily Post")));
        assert_eq!(before_comma("Bloggs, Ann"), None);
        assert_eq!(name_in("By walking you stay fit."), ("By walking you stay fit", false));
        assert!(is_by("Written by:") && ends_in_by("Posted by ") && ends_in_by("von") && !ends_in_by("nearby"));
    }

    #[test]
    fn a_label_before_a_name_is_no_part_of_it() {
        let labelled = [
            ("Haber: Gülşen Akıncı", "Gülşen Akıncı"),
            ("作者：陈立秋", "陈立秋"),
            ("كتب: ناصر الدباغ", "ناصر الدباغ"),
            ("Texte : Apolline Grandet", "Apolline Grandet"),
            ("文／佐藤花子", "佐藤花子"),
            ("Fotos y texto: Ana Gil", "Ana Gil"),
            ("Von unserem Redakteur Max Holz", "Max Holz"),
            ("Door onze verslaggever Femke van Dongen", "Femke van Dongen"),
        ];
        for (text, name) in labelled {
            assert_eq!(without_label(text), name);
        }
        for name in ["Ann Bloggs", "Our World", "Onze Lieve Vrouw", "Ann Bloggs: what we know so far about it", "12:30"]
        {
            assert_eq!(without_label(name), name);
        }
    }

    #[test]
    fn no_word_before_names_is_longer_than_the_longest() {
        assert_eq!(BY.iter().map(|by| by.len()).max(), Some(LONGEST_BY));
    }

    #[test]
    fn names() {
        assert!(is_name("Ann de Bloggs") && !is_name("a walk home") && !is_name("http://Ann"));
        assert!(
            could_be_name("ann_bloggs")
                && !could_be_name("ann@example.org")
                && !could_be_name("https://example.org/ann")
                && !could_be_name("42")
        );
    }
}
