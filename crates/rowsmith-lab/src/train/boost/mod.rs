//! The one trainer of boosted trees, on binned features: for small tables, with every split tried, and for half a
//! million rows, with random splits.

mod binned;
mod grow;
mod loss;
mod number;
mod random;
mod tree;

pub use binned::{Binned, Cuts};
pub use loss::{Listwise, Logistic, Loss, Slope};
pub use tree::Tree;

use grow::Grower;
use number::Number;
use random::Draws;

/// Settings; `rate`, `penalty` and the like have the same names as in LightGBM.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of trees, each based on the previous ones.
    pub trees: usize,
    /// How often everything is trained anew with other random choices; the results are averaged.
    pub bags: usize,
    pub leaves: usize,
    pub rate: f64,
    /// L2 penalty on the values of leaves.
    pub penalty: f64,
    /// The least sum of curvatures in a leaf.
    pub min_curvature: f64,
    /// The fewest rows in a leaf.
    pub min_rows: usize,
    /// The share of the features that a tree may use.
    pub features: f64,
    /// How trees differ.
    pub variety: Variety,
    pub seed: u64,
}

/// How trees differ.
#[derive(Clone, Copy, Debug)]
pub enum Variety {
    /// Each feature is drawn independently; a tree sees all rows and tries all splits. Sums have the precision of
    /// `f64`. For tables with some ten thousand rows.
    Features,
    /// The same number of features for each tree, a share of the rows, and this many random splits per feature and
    /// node. Sums have the precision of `f32`, which is needed for speed with half a million rows.
    Splits { rows: f64, tries: usize },
}

/// Trains trees that lower a loss on `rows` of the table, starting from the given scores; returns `trees` times `bags`
/// trees. Rows, start scores and the slopes correspond by index.
pub fn boost(data: &Binned, rows: &[u32], loss: &dyn Loss, start: &[f64], options: &Options) -> Vec<Tree> {
    match options.variety {
        _ if rows.is_empty() => Vec::new(),
        Variety::Features => boost_with::<f64>(data, rows, loss, start, options),
        Variety::Splits { .. } => boost_with::<f32>(data, rows, loss, start, options),
    }
}

fn boost_with<N: Number>(data: &Binned, rows: &[u32], loss: &dyn Loss, start: &[f64], options: &Options) -> Vec<Tree> {
    let mut draws = Draws::new(options);
    let mut trees = Vec::new();
    let mut scores = start.to_vec();
    let mut slopes = vec![Slope::default(); rows.len()];
    for round in 0..options.trees * options.bags {
        if round % options.trees == 0 {
            scores.copy_from_slice(start);
        }
        loss.slopes(&scores, &mut slopes);
        let features = draws.features(data.width);
        let seen = draws.rows(rows.len());
        let grower = Grower::<N>::new(data, rows, &slopes, &features, options);
        let tree = grower.grow(seen, &mut draws);
        for (score, &row) in scores.iter_mut().zip(rows) {
            *score += tree.value(data.row(row as usize));
        }
        trees.push(tree.scaled(1.0 / options.bags as f64));
    }
    trees
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Options = Options {
        trees: 40,
        bags: 2,
        leaves: 4,
        rate: 0.3,
        penalty: 1.0,
        min_curvature: 1e-3,
        min_rows: 0,
        features: 1.0,
        variety: Variety::Features,
        seed: 1,
    };

    /// Rows whose label is whether exactly one of the first two features is large; the third says nothing.
    fn table() -> (Vec<f32>, Vec<f32>) {
        let row = |i: u32| [(i % 2) as f32, (i / 2 % 2) as f32, (i % 7) as f32];
        let labels = (0..200).map(|i| f32::from(u8::from(row(i)[0] != row(i)[1]))).collect();
        ((0..200).flat_map(row).collect(), labels)
    }

    fn share_right(options: &Options, cuts: Cuts) -> f64 {
        let (values, labels) = table();
        let data = Binned::new(&values, 3, cuts);
        let rows: Vec<u32> = (0..200).collect();
        let loss = Logistic::new(labels.clone(), vec![1.0; 200], 0.0);
        let trees = boost(&data, &rows, &loss, &[0.0; 200], options);
        assert_eq!(trees.len(), options.trees * options.bags);
        let score = |r: usize| trees.iter().map(|t| t.value(data.row(r))).sum::<f64>();
        (0..200).filter(|&r| (score(r) > 0.0) == (labels[r] > 0.5)).count() as f64 / 200.0
    }

    #[test]
    fn what_two_features_say_together_is_learnt() {
        assert_eq!(share_right(&PLAIN, Cuts::AtValues), 1.0);
        let random = Variety::Splits { rows: 0.8, tries: 1 };
        assert_eq!(share_right(&Options { bags: 1, variety: random, ..PLAIN }, Cuts::Between), 1.0);
        assert!(share_right(&Options { leaves: 2, ..PLAIN }, Cuts::AtValues) < 1.0, "one split says nothing of two");
    }

    #[test]
    fn packed_trees_give_the_same_on_values_as_on_bins() {
        let (values, labels) = table();
        let data = Binned::new(&values, 3, Cuts::Between);
        let rows: Vec<u32> = (0..200).collect();
        let options = Options { variety: Variety::Splits { rows: 0.8, tries: 1 }, bags: 1, ..PLAIN };
        let trees = boost(&data, &rows, &Logistic::new(labels, vec![1.0; 200], 0.0), &[0.0; 200], &options);
        let packed = rowsmith::learn::Trees::new(trees.iter().map(|t| t.packed(&data))).unwrap();
        for (r, row) in values.chunks(3).enumerate() {
            assert_eq!(packed.sum(row), trees.iter().map(|t| t.value(data.row(r))).sum::<f64>());
        }
    }
}
