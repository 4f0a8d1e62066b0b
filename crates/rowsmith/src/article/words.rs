//! The words of a text as hashes, and other counts from a single pass over its characters.

use crate::tree::mix;

/// Counts made while words are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Words; in scripts without spaces, characters.
    pub words: u32,
    /// Characters other than white space.
    pub chars: u32,
    /// Ends of sentences: `.`, `!`, `?` and the like before a space or the end.
    pub sentences: u32,
    /// Commas, in all scripts.
    pub commas: u32,
    /// Words that begin with a capital.
    pub capitals: u32,
    /// Words with a digit.
    pub numbers: u32,
    /// Characters of scripts without spaces.
    pub dense: u32,
    /// The number of letters in the longest word.
    pub longest: u32,
    /// Words of two letters or more without a lower-case letter.
    pub shouted: u32,
    /// Colons, bars, slashes, middle dots: separators of items in a line.
    pub separators: u32,
    /// Question marks.
    pub questions: u32,
}

/// Reads words across the pieces of a text.
#[derive(Default)]
pub struct Words {
    /// What was counted.
    pub counts: Counts,
    hash: u64,
    letters: u32,
    digits: bool,
    lower: bool,
    capital: bool,
    ended: bool,
    /// The last character that is not white space.
    pub last: char,
}

/// Whether a character is a word of its own: in scripts that are written without spaces.
pub fn is_dense(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

impl Words {
    /// Reads a piece of text, whose last word may continue in the next. Hashes of the words in lower case are added to
    /// `out`.
    pub fn push(&mut self, text: &str, out: &mut Vec<u32>) {
        for c in text.chars() {
            if c.is_ascii() {
                let b = c as u8;
                if b.is_ascii_lowercase() {
                    self.letter(u64::from(b), true, false);
                } else if b.is_ascii_uppercase() {
                    self.letter(u64::from(b.to_ascii_lowercase()), false, true);
                } else if b.is_ascii_digit() || b == b'_' {
                    self.digits |= b != b'_';
                    self.letter(u64::from(b), false, false);
                } else {
                    self.mark(c, out);
                }
            } else if is_dense(c) {
                self.end_word(out);
                self.letter(c as u64, true, false);
                self.end_word(out);
                self.counts.dense += 1;
            } else if c.is_alphanumeric() {
                let upper = c.is_uppercase();
                self.digits |= c.is_numeric();
                let folded = if upper { c.to_lowercase().next().unwrap_or(c) } else { c };
                self.letter(folded as u64, !upper, upper);
            } else {
                self.mark(c, out);
            }
        }
    }

    /// Marks the end of the text.
    pub fn finish(&mut self, out: &mut Vec<u32>) {
        self.end_word(out);
        self.counts.sentences += u32::from(self.ended);
        self.ended = false;
    }

    /// Marks a break between two pieces, such as `<br>`.
    pub fn space(&mut self, out: &mut Vec<u32>) {
        self.mark(' ', out);
    }

    fn letter(&mut self, value: u64, lower: bool, upper: bool) {
        if self.letters == 0 {
            self.capital = upper;
            self.hash = 0;
            self.lower = false;
        }
        self.lower |= lower;
        self.letters += 1;
        self.ended = false;
        self.counts.chars += 1;
        self.hash = (self.hash ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        self.last = 'a';
    }

    fn end_word(&mut self, out: &mut Vec<u32>) {
        if self.letters == 0 {
            return;
        }
        out.push(mix(self.hash, 7) as u32);
        let counts = &mut self.counts;
        counts.words += 1;
        counts.capitals += u32::from(self.capital);
        counts.numbers += u32::from(self.digits);
        counts.shouted += u32::from(!self.lower && !self.digits && self.letters > 1);
        counts.longest = counts.longest.max(self.letters);
        (self.letters, self.digits) = (0, false);
    }

    fn mark(&mut self, c: char, out: &mut Vec<u32>) {
        self.end_word(out);
        if c.is_whitespace() {
            self.counts.sentences += u32::from(self.ended);
            self.ended = false;
            return;
        }
        self.last = c;
        let counts = &mut self.counts;
        counts.chars += 1;
        match c {
            '.' | '!' | '…' | '।' | '۔' => self.ended = true,
            '?' | '؟' => {
                self.ended = true;
                counts.questions += 1;
            }
            '。' | '！' | '？' => counts.sentences += 1,
            ',' | '、' | '，' | '،' | ';' => counts.commas += 1,
            ':' | '|' | '/' | '·' | '•' | '›' | '»' | '>' | '–' | '-' => counts.separators += 1,
            // quotes and brackets after a full stop belong to the sentence
            '"' | '\'' | ')' | '”' | '’' | '“' => {}
            _ => self.ended = false,
        }
    }
}

/// The words of one text.
pub fn words_of(text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let mut words = Words::default();
    words.push(text, &mut out);
    words.finish(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Counts {
        let mut words = Words::default();
        let mut out = Vec::new();
        words.push(text, &mut out);
        words.finish(&mut out);
        assert_eq!(out.len(), words.counts.words as usize);
        words.counts
    }

    #[test]
    fn words_are_told_in_any_case_and_across_pieces() {
        assert_eq!(words_of("Über den Wolken"), words_of("über, DEN (wolken)"));
        let mut pieces = Words::default();
        let mut out = Vec::new();
        pieces.push("wo", &mut out);
        pieces.push("rd two", &mut out);
        pieces.finish(&mut out);
        assert_eq!(out, words_of("word two"));
    }

    #[test]
    fn what_is_counted() {
        let c = counts("He said \"Yes, NATO.\" 3.5 times? No...");
        assert_eq!((c.words, c.sentences, c.commas, c.capitals, c.shouted), (8, 3, 1, 4, 1));
        let c = counts("今日は。元気？");
        assert_eq!((c.words, c.sentences, c.dense), (5, 2, 5));
        assert_eq!(counts("").words, 0);
    }
}
