//! Which blocks are the text: those that maximise its expected F1, and the headings among them.

/// The choice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Selected {
    /// Indices of blocks in document order.
    pub chosen: Vec<usize>,
    /// The expected F1.
    pub expected: f64,
}

/// Chooses blocks by their probabilities `p` and word counts `n`: in the order of `p`, the prefix that maximises
/// 2·Σ(p·n of the chosen) / (Σ n of the chosen + Σ p·n of all), which approximates the expected F1.
pub fn select(p: &[f32], n: &[u32]) -> Selected {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[b].total_cmp(&p[a]).then(a.cmp(&b)));
    let expected: f64 = p.iter().zip(n).map(|(&p, &n)| f64::from(p) * f64::from(n)).sum();
    let (mut right, mut size) = (0.0, 0.0);
    let mut best = (0.0, 0);
    for (taken, &at) in order.iter().enumerate() {
        right += f64::from(p[at]) * f64::from(n[at]);
        size += f64::from(n[at]);
        let f = 2.0 * right / (size + expected);
        if f > best.0 {
            best = (f, taken + 1);
        }
    }
    let mut chosen = order[..best.1].to_vec();
    chosen.sort_unstable();
    Selected { chosen, expected: best.0 }
}

/// The least probability of a heading that is taken because of what follows it.
const LEAST_HEADING: f32 = 0.1;

/// Takes the headings within the text. Between chosen blocks, a heading directly before a chosen block is that block's
/// heading, even if its few words by themselves say little. Several in a row are taken together. `is_heading` says which blocks
/// head what follows.
pub fn take_headings(chosen: &mut Vec<usize>, p: &[f32], is_heading: impl Fn(usize) -> bool) {
    let mut headings = Vec::new();
    for pair in chosen.windows(2) {
        let heads = (pair[0] + 1..pair[1]).rev().take_while(|&at| is_heading(at) && p[at] >= LEAST_HEADING);
        headings.extend(heads);
    }
    chosen.extend(headings);
    chosen.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_with_what_they_head() {
        let p = [0.9, 0.3, 0.2, 0.9, 0.3, 0.1, 0.9, 0.05, 0.9, 0.4];
        let is_heading = |at: usize| [1, 2, 4, 7, 9].contains(&at);
        let mut chosen = vec![0, 3, 6, 8];
        take_headings(&mut chosen, &p, is_heading);
        // 4 is the heading of a block that is not chosen, 7 is hardly text, 9 is the heading of nothing
        assert_eq!(chosen, [0, 1, 2, 3, 6, 8]);
    }

    #[test]
    fn the_likely_are_chosen_without_a_threshold() {
        assert_eq!(select(&[0.9, 0.1, 0.8], &[10, 10, 10]).chosen, [0, 2]);
        // nothing is likely, but some block is the most likely
        assert_eq!(select(&[0.02, 0.3, 0.2], &[10, 10, 10]).chosen, [1, 2]);
        assert!(select(&[], &[]).chosen.is_empty());
    }
}
