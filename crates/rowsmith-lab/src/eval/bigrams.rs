//! The measure of texts of the FOREST paper: sets of two consecutive words (Oita and Senellart 2012, 4).

use std::collections::HashSet;

/// A text as the set of its pairs of consecutive words.
pub type Bigrams = HashSet<(String, String)>;

/// Words in lower case; for scripts without spaces characters, as in the scorer.
pub fn bigrams(text: &str) -> Bigrams {
    let is_ideograph =
        |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.to_lowercase().chars() {
        match c {
            _ if is_ideograph(c) => {
                words.push(c.to_string());
                open = false;
            }
            _ if c.is_alphanumeric() || c == '_' => {
                if !open {
                    words.push(String::new());
                }
                open = true;
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
            _ => open = false,
        }
    }
    words.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Score {
    /// The share of the found pairs that are in the gold.
    pub precision: f64,
    /// The share of the gold's pairs that were found.
    pub recall: f64,
    /// F1.
    pub f1: f64,
}

/// The score of a text.
pub fn score(found: &Bigrams, gold: &Bigrams) -> Score {
    let both = found.intersection(gold).count();
    let (precision, recall) =
        (crate::eval::report::share(both, found.len()), crate::eval::report::share(both, gold.len()));
    Score { precision, recall, f1: crate::eval::report::f1(precision, recall) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_pairs() {
        let gold = bigrams("The cat. The cat sat!");
        assert_eq!(gold.len(), 3);
        let found = score(&bigrams("the cat ran"), &gold);
        assert_eq!((found.precision, found.recall), (0.5, 1.0 / 3.0));
        assert_eq!(bigrams("日本 go").len(), 2);
        assert_eq!(score(&bigrams(""), &gold), Score::default());
    }
}
