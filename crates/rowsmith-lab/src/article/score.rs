//! The figures of score.py's `text`, from blocks and probabilities.

use std::collections::HashMap;

use super::table::PageBlocks;

/// Word precision, recall and F1 of the blocks that are chosen.
pub fn score(page: &PageBlocks, chosen: &[usize]) -> (f64, f64, f64) {
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
        return (all, all, all);
    }
    let ratio = |a: usize, b: usize| if b == 0 { 0.0 } else { a as f64 / b as f64 };
    let (p, r) = (ratio(hits, size), ratio(hits, page.gold.len()));
    (p, r, if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 })
}
