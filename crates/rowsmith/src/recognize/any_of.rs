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

    /// The numbers of the words that the text holds, for each place where one stands. Takes time linear in the text and in what is found.
    pub(crate) fn all_in(&self, text: &str) -> impl Iterator<Item = usize> {
        self.0.find_overlapping_iter(text).map(|found| found.pattern().as_usize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_within_a_text() {
        let words = AnyOf::new(&["price", "prix", "ice"]);
        assert!(words.is_in("lowprice") && words.is_in("prix: 5") && !words.is_in("pri ce"));
        assert_eq!(words.all_in("lowprice, prix").collect::<Vec<_>>(), [0, 2, 1]);
    }
}
