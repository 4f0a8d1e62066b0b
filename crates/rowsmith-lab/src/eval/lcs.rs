//! Longest common subsequence of two word lists, with the alignment.

use std::collections::HashMap;

/// For each word of `a`, whether a longest common subsequence with `b` uses it. Bit-parallel (Hyyrö 2004), with one bit
/// per word of `b` and row of `a`. If the ends are too long for memory, the rest counts as unused.
pub fn aligned(a: &[u32], b: &[u32]) -> Vec<bool> {
    const MAX_BITS: usize = 6_000_000_000;
    let mut used = vec![false; a.len()];
    if a.is_empty() || b.is_empty() {
        return used;
    }
    let rows = a.len().min(MAX_BITS / b.len().max(1));
    let width = b.len().div_ceil(64);
    let mut masks: HashMap<u32, Vec<u64>> = HashMap::new();
    for (j, &word) in b.iter().enumerate() {
        masks.entry(word).or_insert_with(|| vec![0; width])[j / 64] |= 1 << (j % 64);
    }
    let mut state = vec![u64::MAX; width];
    // a row is stored only if it changes: words that `b` does not have are never used
    let present: Vec<usize> = (0..rows).filter(|&i| masks.contains_key(&a[i])).collect();
    let mut history: Vec<u64> = Vec::with_capacity(present.len() * width);
    for &i in &present {
        let mask = &masks[&a[i]];
        let mut carry = false;
        for (s, &m) in state.iter_mut().zip(mask) {
            let u = *s & m;
            let (sum, over_a) = s.overflowing_add(u);
            let (sum, over_b) = sum.overflowing_add(u64::from(carry));
            carry = over_a || over_b;
            *s = sum | (*s - u);
        }
        history.extend(&state);
    }
    let bit = |row: usize, j: usize| history[row * width + j / 64] >> (j % 64) & 1 == 1;
    let (mut row, mut j) = (present.len(), b.len());
    while row > 0 && j > 0 {
        if bit(row - 1, j - 1) {
            j -= 1;
            continue;
        }
        row -= 1;
        if row > 0 && !bit(row - 1, j - 1) {
            continue;
        }
        used[present[row]] = true;
        j -= 1;
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(a: &[u32], b: &[u32]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..a.len() {
            for j in 0..b.len() {
                table[i + 1][j + 1] = if a[i] == b[j] { table[i][j] + 1 } else { table[i + 1][j].max(table[i][j + 1]) };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn as_long_as_the_textbook_says() {
        let mut seed = 1u32;
        let mut next = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        for _ in 0..300 {
            let a: Vec<u32> = (0..next(150)).map(|_| next(9)).collect();
            let b: Vec<u32> = (0..next(150)).map(|_| next(9)).collect();
            let used: Vec<u32> = aligned(&a, &b).iter().zip(&a).filter(|(u, _)| **u).map(|(_, w)| *w).collect();
            assert_eq!(used.len(), length(&a, &b));
            assert_eq!(length(&used, &b), used.len());
        }
    }
}
