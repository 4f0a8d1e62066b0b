//! What names look like, and the words that precede them.

use std::sync::LazyLock;

use crate::article::metadata::author::words::{LEADS, LONGEST_BY, PARTICLES};
use crate::recognize::AnyOf;

/// What may stand between such a word and a name.
const BEHIND_BY: [char; 9] = [' ', ':', '\u{a0}', '：', '／', '/', '＝', '|', '｜'];
/// What must stand between a label and a name.
const BEHIND_LABEL: [char; 7] = [':', '：', '／', '/', '＝', '|', '｜'];
/// Words behind the name of who reports, in scripts that put them there.
const TRADES_BEHIND: &[&str] = &["기자", "특파원", "객원기자", "논설위원", "記者", "记者"];

/// A byline without the word that precedes the name; the text itself if there is none.
pub(crate) fn without_by(name: &str) -> &str {
    let name = name.trim().trim_start_matches(['-', '–', '—', '|', '•', ':', '(', '（']).trim_start();
    let start = (LONGEST_BY.min(name.len())..=name.len()).find(|&at| name.is_char_boundary(at));
    let lower = name[..start.unwrap_or(name.len())].to_lowercase();
    let Some(leads) = lower.chars().next().and_then(|first| LEADS.by_first.get(&first)) else { return glued_by(name) };
    for &(by, is_label) in leads.iter().filter(|(by, _)| lower.starts_with(by)) {
        // the word may be longer or shorter in the case it is written in
        let head = name.char_indices().nth(by.chars().count()).map_or(name.len(), |(at, _)| at);
        let behind = &name[head..];
        let rest = behind.trim_start_matches(BEHIND_BY);
        let between = &behind[..behind.len() - rest.len()];
        if !between.is_empty() && (!is_label || between.contains(BEHIND_LABEL)) {
            if rest.starts_with(char::is_uppercase) && !(PARTICLES.contains(&by) && is_surname(rest)) {
                return rest;
            }
            if is_uncased(first_word(rest)) {
                // one label may follow another: 文/记者
                return without_by(rest);
            }
        } else if !is_label && is_ideographic(by) && is_uncased_name(behind) {
            return behind;
        }
    }
    glued_by(name)
}

/// A name before which a script has put "By" without a space; the text itself if there is none.
fn glued_by(name: &str) -> &str {
    match name.strip_prefix("By") {
        Some(rest) if rest.starts_with(char::is_uppercase) && rest.contains(char::is_lowercase) => rest,
        _ => name,
    }
}

/// Whether a text is one word that may be the second part of a surname; "DPA" is none.
fn is_surname(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.contains(char::is_lowercase)
}

/// Whether a text is of a script whose letters have no case.
fn is_uncased(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase())
        && !text.contains(char::is_uppercase)
        && !text.contains(char::is_lowercase)
}

/// The first word of a text.
fn first_word(text: &str) -> &str {
    text.split([' ', '\u{a0}', '(', '（']).next().unwrap_or_default()
}

fn is_han_or_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Whether a text is of characters that stand for words or syllables without spaces between them.
fn is_ideographic(text: &str) -> bool {
    text.chars().all(is_han_or_kana)
}

/// The most characters of a name in Han and Kana, and of one in another script without case.
const LONGEST_UNCASED: (usize, usize) = (12, 40);
/// The most words of a name in a script without case.
const MOST_WORDS_UNCASED: usize = 5;

/// Whether a text behind a word such as "by" could be a name in a script without case: few words, nothing but letters.
pub fn is_uncased_name(text: &str) -> bool {
    let text = text.trim();
    let letters = text.chars().count();
    let is_short =
        if text.contains(is_han_or_kana) { letters <= LONGEST_UNCASED.0 } else { letters <= LONGEST_UNCASED.1 };
    let is_part = |c: char| {
        !c.is_ascii() && c.is_alphanumeric()
            || is_mark(c)
            || matches!(c, ' ' | '·' | '・' | '\u{a0}' | '.' | '-' | '\u{200c}' | '\'' | '׳' | '״' | '"')
    };
    letters >= 2
        && is_short
        && is_uncased(text)
        && text.chars().all(is_part)
        && text.split_whitespace().count() <= MOST_WORDS_UNCASED
}

/// Whether a character is a mark of a vowel or tone of Arabic, Hebrew, Thai and the scripts of India.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0591}'..='\u{05c7}' | '\u{0610}'..='\u{061a}' | '\u{064b}'..='\u{065f}' | '\u{0900}'..='\u{0e4e}')
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
    if let Some(name) = before_trade(text) {
        return name;
    }
    let dated = crate::recognize::date::find_date(text).filter(|found| found.span.start == 0);
    let behind = dated.map(|found| {
        let is_between =
            |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '•' | '·' | '-' | '–' | '—' | '/' | ':');
        text[found.span.end..].trim_start_matches(is_between)
    });
    let is_byline = |rest: &&str| is_name(until_date(without_by(rest)).split(['(', '|']).next().unwrap_or_default());
    let text = behind.filter(is_byline).unwrap_or(text);
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

/// The name before the word for who reports: "오세린 기자".
fn before_trade(text: &str) -> Option<&str> {
    let (name, behind) = text.split_once(' ')?;
    let trade = first_word(behind);
    (TRADES_BEHIND.contains(&trade) && is_uncased_name(name)).then_some(name)
}

/// The text before the label of somebody else: "Ann Lee Photos: Bob Ray", "大河内まゆ 写真＝日下部洋介".
fn before_next_label(text: &str) -> &str {
    let next = text.char_indices().find(|&(at, c)| {
        let behind = text[at + c.len_utf8()..].trim_start();
        let is_name_behind = || is_name(first_word(behind)) || is_uncased_name(first_word(behind));
        match c {
            ':' | '：' | '＝' | '=' => is_name_behind(),
            // without spaces, in scripts that have no other use for it
            '/' | '／' => text[..at].ends_with(is_han_or_kana) && is_uncased_name(first_word(behind)),
            _ => false,
        }
    });
    let Some((at, _)) = next else { return text };
    let before = text[..at].trim_end();
    // without the label itself, unless that is the second word of the name
    let without_label = before.rfind(char::is_whitespace).map_or(before, |space| before[..space].trim_end());
    let is_whole = without_label.contains(char::is_whitespace) || is_uncased_name(without_label);
    if is_whole { without_label } else { before }
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
    let text = text.trim().trim_end_matches(BEHIND_BY);
    // no letter has more than three times the bytes of its lower case
    if text.len() > 3 * LONGEST_BY {
        return false;
    }
    let lower = text.to_lowercase();
    let leads = lower.chars().next().and_then(|first| LEADS.by_first.get(&first));
    leads.is_some_and(|leads| leads.iter().any(|(by, _)| *by == lower))
}

/// Whether a text ends with such a word.
pub fn ends_in_by(text: &str) -> bool {
    let text = text.trim_end_matches(BEHIND_BY);
    let start = (text.len().saturating_sub(LONGEST_BY)..=text.len()).find(|&at| text.is_char_boundary(at));
    let tail = text[start.unwrap_or(0)..].to_lowercase();
    let Some(leads) = tail.chars().next_back().and_then(|last| LEADS.by_last.get(&last)) else { return false };
    leads.iter().any(|by| {
        tail.strip_suffix(by).is_some_and(|before| before.is_empty() || !before.ends_with(char::is_alphanumeric))
    })
}

/// The part of a line that may be a name: without the word before it, up to a separator or a date. Also whether there
/// was such a word.
pub fn name_in(text: &str) -> (&str, bool) {
    let rest = without_lead(text);
    let text = text.trim();
    let led =
        !rest.is_empty() && (before_trade(text).is_some() || ends_in_by(text.strip_suffix(rest).unwrap_or_default()));
    let rest = before_next_label(rest);
    let end = rest.find(['|', '•', '·', '—', '/', '(', '\t', ';', '｜', '／', '（', '【']).unwrap_or(rest.len());
    let part = &rest[..end];
    let name = part.split(" on ").next().and_then(|part| part.split(" in ").next()).unwrap_or_default();
    (until_date(name.trim().trim_end_matches([',', '-', '–', '.'])).trim(), led)
}

/// Whether a text is acceptable as an author at all; addresses and handles are not.
pub fn could_be_name(text: &str) -> bool {
    !text.contains("://")
        && !text.starts_with([',', '&', ';', ')'])
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
        Some(found) => without_on(text[..found.span.start].trim_end().trim_end_matches([',', '-', '–', ':'])),
        None => text,
    }
}

/// Words between a name and a date, in lower case.
const ON: &[&str] = &["on", "at", "am", "le", "el", "em", "il", "op", "den", "på", "dne", "dnia", "o"];

/// A text without such a word at its end.
fn without_on(text: &str) -> &str {
    let text = text.trim_end();
    match text.rsplit_once(' ') {
        Some((before, last)) if ON.contains(&last) => before.trim_end(),
        _ => text,
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
    fn names_in_scripts_without_case() {
        for (line, name) in [
            ("作者：陈立秋", "陈立秋"),
            ("本报记者陈慕白", "陈慕白"),
            ("文/记者 陈慕白 图/林晓", "陈慕白"),
            ("取材・文＝大河内まゆ 写真＝日下部洋介 編集＝街あるき新聞編集室", "大河内まゆ"),
            ("오세린 기자 (serin@hanbit.example)", "오세린"),
            ("كتب: ناصر الدباغ", "ناصر الدباغ"),
            ("گزارش: فرزانه میبدی", "فرزانه میبدی"),
            ("מאת דנה לוי", "דנה לוי"),
            ("Κείμενο: Στέλιος Καραγιάννης", "Στέλιος Καραγιάννης"),
            ("Texte : Apolline Grandet Photos : Luc Ray", "Apolline Grandet"),
            ("di Giulia Bassanini", "Giulia Bassanini"),
        ] {
            assert_eq!(name_in(line), (name, true), "{line}");
            assert!(is_name(name) || is_uncased_name(name), "{name}");
        }
        for line in
            ["Di Stefano", "De Gaulle", "Haber Merkezi", "文化", "首页", "By the way: Nothing", "Ann Bloggs/Reuters"]
        {
            assert!(!name_in(line).1, "{line}");
        }
        for text in ["文章来源，网络", "今天的天气非常好我们去公园玩吧", "Ann", "א", "12:30", "读者来信 (3)"]
        {
            assert!(!is_uncased_name(text), "{text}");
        }
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
