//! Rankers, which order the candidates of a page.

use crate::learn::linear::Linear;
use crate::learn::trees::Trees;

/// How many candidates of a page are scored by the trees.
pub const JUDGED_BY_TREES: usize = 60;

/// A linear function plus a sum of trees. Without either every candidate has score 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranker {
    /// The linear part.
    pub linear: Linear,
    /// What the trees add to it.
    pub trees: Trees,
}

impl Ranker {
    /// The score of a row of features.
    pub fn score(&self, row: &[f32]) -> f64 {
        self.linear.value(row) + self.trees.sum(row)
    }

    /// The scores of a page's candidates. Only the likeliest by the linear part are scored by the trees, which were
    /// trained on such candidates; the others rank after these.
    pub fn scores(&self, rows: &[Vec<f32>]) -> Vec<f64> {
        let mut scores: Vec<f64> = rows.iter().map(|row| self.linear.value(row)).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let (front, rest) = order.split_at(JUDGED_BY_TREES.min(order.len()));
        let judged: Vec<&[f32]> = front.iter().map(|&i| rows[i].as_slice()).collect();
        for (&i, sum) in front.iter().zip(self.trees.sums(&judged)) {
            scores[i] += sum;
        }
        let least = front.iter().map(|&i| scores[i]).fold(f64::INFINITY, f64::min);
        for &i in rest {
            scores[i] = scores[i].min(least);
        }
        scores
    }

    /// Like [`score`](Self::score), for many rows of the same length: goes tree by tree, which takes a fraction of the
    /// time.
    pub fn scores_of_all(&self, rows: &[Vec<f32>]) -> Vec<f64> {
        let slices: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        rows.iter().zip(self.trees.sums(&slices)).map(|(row, sum)| self.linear.value(row) + sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::TreeNode;

    #[test]
    fn trees_judge_the_likeliest_and_the_others_fall_behind() {
        let tree = vec![TreeNode { feature: 1, left: 1, threshold: 0.5 }, TreeNode::leaf(0.0), TreeNode::leaf(-900.0)];
        let linear = Linear { bias: 0.5, weights: vec![1.0] };
        let ranker = Ranker { linear, trees: Trees::new([tree]).unwrap() };
        assert_eq!(ranker.score(&[2.0, 1.0]), -897.5);
        // the tree lowers the first of 61, and the last is not scored by it
        let rows: Vec<Vec<f32>> = (0..=60u8).map(|i| vec![f32::from(100 - i), f32::from(u8::from(i == 0))]).collect();
        let scores = ranker.scores(&rows);
        assert_eq!((scores[0], scores[1], scores[60]), (-799.5, 99.5, -799.5));
        assert_eq!(ranker.scores_of_all(&rows)[60], 40.5);
    }
}
