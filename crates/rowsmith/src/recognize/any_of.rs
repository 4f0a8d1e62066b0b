//! Words that are looked for within a text, all at once.

use aho_corasick::AhoCorasick;

/// Words of which each may stand anywhere in a text, in the middle of another word, too.
#[derive(Debug)]
pub(crate) struct AnyOf(AhoCorasick);

impl AnyOf {
    /// Prepares the search. Takes time linear in the words.
    pub(crate) fn new(words: &[&str]) -> AnyOf {
        AnyOf(AhoCorasick::new(words).expect("the lists in this program are far smaller than an automaton may be"))
    }

    /// Whether the text holds one of the words. Takes time linear in the text, however many words there are.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// Which of the words the text holds, as bits: the first word is the lowest. For at most 32 words.
    pub(crate) fn which_in(&self, text: &str) -> u32 {
        self.0.find_overlapping_iter(text).fold(0, |which, found| which | 1 << found.pattern().as_u32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_within_a_text() {
        let words = AnyOf::new(&["price", "prix", "ice"]);
        assert!(words.is_in("lowprice") && words.is_in("prix: 5") && !words.is_in("pri ce"));
        assert_eq!((words.which_in("lowprice"), words.which_in("prix, ices"), words.which_in("")), (0b101, 0b110, 0));
    }
}
