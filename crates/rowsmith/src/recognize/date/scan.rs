//! Splits a text into tokens: numbers, words with their meanings, and marks.

use crate::recognize::date::lexicon::look_up;
use crate::recognize::date::meaning::{Meaning, role};

/// Only this many bytes of a text are read.
pub(crate) const MAX_BYTES: usize = 512;
const MAX_TOKENS: usize = 160;

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// The position of its first byte.
    pub(crate) start: u32,
    /// The position after its last byte.
    pub(crate) end: u32,
    /// Whether white space precedes it.
    pub(crate) spaced: bool,
}

/// What a piece of a text is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A run of digits; the value saturates.
    Number { value: u32, digits: u8 },
    /// A run of letters. `lower` means that it starts with a small letter (or one without case), `upper` that all
    /// letters are capitals.
    Word { meaning: Meaning, lower: bool, upper: bool },
    /// Any other character.
    Mark(char),
}

impl Token {
    /// The meaning of a word; for anything else the meaning of no word.
    pub(crate) fn meaning(self) -> Meaning {
        match self.kind {
            Kind::Word { meaning, .. } => meaning,
            _ => Meaning::NONE,
        }
    }

    pub(crate) fn is(self, bits: u64) -> bool {
        self.meaning().is(bits)
    }

    pub(crate) fn is_mark(self, marks: &str) -> bool {
        matches!(self.kind, Kind::Mark(c) if marks.contains(c))
    }

    pub(crate) fn is_word(self) -> bool {
        matches!(self.kind, Kind::Word { .. })
    }

    /// The value and the number of digits.
    pub(crate) fn number(self) -> Option<(u32, u8)> {
        match self.kind {
            Kind::Number { value, digits } => Some((value, digits)),
            _ => None,
        }
    }

    /// A number of one or two digits within bounds.
    pub(crate) fn small(self, low: u32, high: u32) -> Option<u8> {
        match self.kind {
            Kind::Number { value, digits: 1 | 2 } if (low..=high).contains(&value) => Some(value as u8),
            _ => None,
        }
    }

    /// A year of four digits.
    pub(crate) fn year(self) -> Option<i32> {
        match self.kind {
            Kind::Number { value, digits: 4 } if (1000..=2999).contains(&value) => Some(value as i32),
            _ => None,
        }
    }
}

/// The tokens of a text and the text itself.
pub(crate) struct Tokens<'a> {
    pub(crate) text: &'a str,
    pub(crate) list: Vec<Token>,
}

impl Tokens<'_> {
    /// The token at a position, if there is one.
    pub(crate) fn get(&self, at: usize) -> Option<Token> {
        self.list.get(at).copied()
    }

    pub(crate) fn before(&self, at: usize) -> Option<Token> {
        self.get(at.checked_sub(1)?)
    }

    pub(crate) fn slice(&self, token: Token) -> &str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    /// Whether no white space separates the token at a position from the one before it.
    pub(crate) fn touches(&self, at: usize) -> bool {
        at > 0 && self.get(at).is_some_and(|t| !t.spaced)
    }
}

/// Splits a text. Takes linear time, bounded by [`MAX_BYTES`].
pub(crate) fn scan(text: &str) -> Tokens<'_> {
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cut = end < text.len();
    let head = text.get(..end).unwrap_or_default();
    let mut list = Vec::with_capacity(24);
    let mut spaced = false;
    let mut at = 0;
    while let Some(c) = head.get(at..).and_then(|rest| rest.chars().next()) {
        if list.len() == MAX_TOKENS {
            break;
        }
        if is_blank(c) {
            spaced = true;
            at += c.len_utf8();
            continue;
        }
        let (kind, length) = if digit(c).is_some() {
            number(&head[at..])
        } else if is_eastern(c) {
            eastern(&head[at..])
        } else if c.is_alphabetic() {
            word(&head[at..])
        } else {
            (Kind::Mark(c), c.len_utf8())
        };
        list.push(Token { kind, start: at as u32, end: (at + length) as u32, spaced });
        spaced = false;
        at += length;
    }
    if cut && list.last().is_some_and(|t| t.end as usize == end) {
        list.pop();
    }
    Tokens { text, list }
}

/// The meaning of the first word of a text.
pub(crate) fn first_word(text: &str) -> Option<Meaning> {
    let start = text.find(|c: char| c.is_alphabetic())?;
    let rest = text.get(start..)?;
    let (kind, _) = if rest.starts_with(is_eastern) { eastern(rest) } else { word(rest) };
    match kind {
        Kind::Word { meaning, .. } => Some(meaning),
        _ => None,
    }
}

/// White space, and invisible characters.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

fn number(rest: &str) -> (Kind, usize) {
    let (mut value, mut digits, mut length) = (0u32, 0u8, 0);
    for c in rest.chars() {
        let Some(d) = digit(c) else { break };
        value = value.saturating_mul(10).saturating_add(d);
        digits = digits.saturating_add(1);
        length += c.len_utf8();
    }
    (Kind::Number { value, digits }, length)
}

/// Han, kana and Hangul: scripts that put no spaces between words.
fn is_eastern(c: char) -> bool {
    c >= '\u{1100}'
        && matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3130}'..='\u{318f}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// The longest known word of up to four characters, or else one character.
fn eastern(rest: &str) -> (Kind, usize) {
    let mut ends = [0usize; 4];
    let mut count = 0;
    for (i, c) in rest.char_indices().take(4) {
        if !is_eastern(c) {
            break;
        }
        ends[count] = i + c.len_utf8();
        count += 1;
    }
    for &end in ends[..count].iter().rev() {
        let meaning = look_up(&rest.as_bytes()[..end]);
        if meaning != Meaning::NONE {
            return (Kind::Word { meaning, lower: true, upper: false }, end);
        }
    }
    (Kind::Word { meaning: Meaning::role(role::EAST), lower: true, upper: false }, ends[0].max(1))
}

const WORD_BYTES: usize = 40;

fn word(rest: &str) -> (Kind, usize) {
    let mut folded = Folded::default();
    let mut length = 0;
    let (mut upper, mut lower) = (true, true);
    for (i, c) in rest.char_indices() {
        let in_word = if c.is_ascii() { c.is_ascii_alphabetic() } else { c.is_alphabetic() || is_combining(c) };
        if !in_word || is_eastern(c) {
            break;
        }
        let capital = if c.is_ascii() { c.is_ascii_uppercase() } else { c.is_uppercase() };
        if i == 0 {
            lower = !capital;
        }
        upper &= capital;
        folded.push(c);
        length = i + c.len_utf8();
    }
    let meaning = if folded.overflow { Meaning::NONE } else { look_up(folded.bytes()) };
    (Kind::Word { meaning, lower, upper }, length)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

struct Folded {
    buffer: [u8; WORD_BYTES],
    length: usize,
    overflow: bool,
}

impl Default for Folded {
    fn default() -> Self {
        Folded { buffer: [0; WORD_BYTES], length: 0, overflow: false }
    }
}

impl Folded {
    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    fn push(&mut self, c: char) {
        if c.is_ascii() {
            self.push_bytes(&[c.to_ascii_lowercase() as u8]);
        } else if let Some(base) = base_letter(c) {
            self.push_bytes(base.as_bytes());
        } else if !is_combining(c) {
            for lower in c.to_lowercase() {
                let lower = if lower == 'ё' { 'е' } else { lower };
                let mut utf8 = [0; 4];
                self.push_bytes(lower.encode_utf8(&mut utf8).as_bytes());
            }
        }
    }

    fn push_bytes(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.length..self.length + bytes.len()) {
            Some(free) => {
                free.copy_from_slice(bytes);
                self.length += bytes.len();
            }
            None => self.overflow = true,
        }
    }
}

/// The base letter of a Latin letter with diacritics.
fn base_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' | 'ª' => "a",
        'Æ' | 'æ' => "ae",
        'Ç' | 'ç' | 'Ć'..='č' => "c",
        'Ď'..='đ' => "d",
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => "e",
        'Ĝ'..='ģ' => "g",
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => "i",
        'Ķ' | 'ķ' => "k",
        'Ĺ'..='ł' => "l",
        'Ñ' | 'ñ' | 'Ń'..='ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō'..='ő' | 'º' => "o",
        'Œ' | 'œ' => "oe",
        'Ŕ'..='ř' => "r",
        'Ś'..='š' | 'Ș' | 'ș' => "s",
        'ß' => "ss",
        'Ţ'..='ť' | 'Ț' | 'ț' => "t",
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' => "u",
        'Ý' | 'ý' | 'ÿ' | 'Ŷ'..='Ÿ' => "y",
        'Ź'..='ž' => "z",
        _ => return None,
    })
}

/// A word in the form of the lexicon: lower case, Latin letters without diacritics.
#[cfg(test)]
pub(crate) fn fold(word: &str) -> String {
    let mut folded = Folded::default();
    word.chars().for_each(|c| folded.push(c));
    String::from_utf8_lossy(folded.bytes()).into_owned()
}

/// Whether the words of a text, folded and separated by single spaces, are exactly these.
pub(crate) fn reads(tokens: &Tokens<'_>, phrase: &str) -> bool {
    let mut expected = phrase.split(' ').peekable();
    for &token in &tokens.list {
        match token.kind {
            Kind::Word { .. } => {
                let mut folded = Folded::default();
                tokens.slice(token).chars().for_each(|c| folded.push(c));
                // An East Asian phrase without spaces is scanned as several words.
                let Some(next) = expected.peek_mut() else { return false };
                match next.as_bytes().strip_prefix(folded.bytes()) {
                    Some([]) => {
                        expected.next();
                    }
                    Some(tail) if token.is(role::EAST) => {
                        *next = std::str::from_utf8(tail).unwrap_or_default();
                    }
                    _ => return false,
                }
            }
            Kind::Number { .. } => return false,
            Kind::Mark(_) => {}
        }
    }
    expected.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_takes_off_case_and_diacritics() {
        for (word, folded) in [
            ("März", "marz"),
            ("Août", "aout"),
            ("aou\u{302}t", "aout"),
            ("Październik", "pazdziernik"),
            ("ŞUBAT", "subat"),
            ("Kasım", "kasim"),
            ("DİLEK", "dilek"),
            ("ЯНВАРЯ", "января"),
            ("chwilą", "chwila"),
        ] {
            assert_eq!(fold(word), folded);
        }
    }

    #[test]
    fn a_text_is_cut_between_tokens() {
        let long = format!("{}5 January 2024", "x ".repeat(MAX_BYTES / 2 - 2));
        assert!(scan(&long).list.iter().all(|t| t.number().is_none_or(|(n, _)| n == 5)));
    }

    #[test]
    fn eastern_words_need_no_spaces() {
        let tokens = scan("昨天10:15");
        assert!(tokens.list[0].is(role::YESTERDAY));
        assert_eq!(tokens.list[1].number(), Some((10, 2)));
    }
}
