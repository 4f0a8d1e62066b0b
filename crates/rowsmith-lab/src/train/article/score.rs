//! The figures of score.py's `text`, from blocks and probabilities.

use std::collections::HashMap;

use super::table::PageBlocks;

/// How well the words of a text are found.
#[derive(Clone, Copy)]
pub struct WordScore {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

/// The words of the chosen blocks, compared with those of the annotation.
pub fn score(page: &PageBlocks, chosen: &[usize]) -> WordScore {
    let mut gold: HashMap<u32, i32> = HashMap::new();
    for &word in &page.gold {
        *gold.entry(word).or_default() += 1;
    }
    let (mut hits, mut size) = (0usize, 0usize);
    for &at in chosen {
        for word in &page.words[at] {
            size += 1;
            if let Some(count) = gold.get_mut(word).filter(|c| **c > 0) {
                *count -= 1;
                hits += 1;
            }
        }
    }
    if page.gold.is_empty() {
        let all = f64::from(u8::from(size == 0));
        return WordScore { precision: all, recall: all, f1: all };
    }
    let ratio = |a: usize, b: usize| if b == 0 { 0.0 } else { a as f64 / b as f64 };
    let (p, r) = (ratio(hits, size), ratio(hits, page.gold.len()));
    WordScore { precision: p, recall: r, f1: if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 } }
}
