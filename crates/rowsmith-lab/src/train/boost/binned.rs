//! Tables of features divided into bins.

use rayon::prelude::*;

/// The number of bins per feature, chosen so that histograms stay small.
pub const BINS: usize = 64;
/// If a table has more rows, cuts are determined from this many.
const SAMPLED: usize = 40_000;

/// Where features are cut.
#[derive(Clone, Copy, Debug)]
pub enum Cuts {
    /// At values that occur, from all rows.
    AtValues,
    /// Between two values, if a feature has few; from some of the rows, if there are very many.
    Between,
}

/// Bins row by row, with the edges that define them.
pub struct Binned {
    pub width: usize,
    bins: Vec<u8>,
    /// For each feature: values at most `edges[b]` (and above `edges[b - 1]`) are in bin `b`.
    pub edges: Vec<Vec<f32>>,
    cuts: Cuts,
}

impl Binned {
    /// Cuts every feature at its quantiles. The values are given row by row.
    pub fn new(values: &[f32], width: usize, cuts: Cuts) -> Binned {
        let rows = values.len() / width;
        let edges: Vec<Vec<f32>> = (0..width)
            .into_par_iter()
            .map(|f| match cuts {
                Cuts::AtValues => at_values((0..rows).map(|r| values[r * width + f]).collect()),
                Cuts::Between => {
                    between((0..rows).step_by((rows / SAMPLED).max(1)).map(|r| values[r * width + f]).collect())
                }
            })
            .collect();
        let mut bins = vec![0u8; rows * width];
        bins.par_chunks_mut(width).zip(values.par_chunks(width)).for_each(|(bins, values)| {
            for (f, (bin, &value)) in bins.iter_mut().zip(values).enumerate() {
                *bin = edges[f].partition_point(|&e| e < value) as u8;
            }
        });
        Binned { width, bins, edges, cuts }
    }

    /// The same with other values in the last columns, given row by row.
    pub fn with_last<const N: usize>(&self, columns: &[[f32; N]]) -> Binned {
        let last = Binned::new(columns.as_flattened(), N, self.cuts);
        let from = self.width - N;
        let mut all = Binned { width: self.width, bins: self.bins.clone(), edges: self.edges.clone(), cuts: self.cuts };
        all.edges[from..].clone_from_slice(&last.edges);
        for (row, last) in all.bins.chunks_exact_mut(self.width).zip(last.bins.chunks_exact(N)) {
            row[from..].copy_from_slice(last);
        }
        all
    }

    /// The bins of a row.
    pub fn row(&self, at: usize) -> &[u8] {
        &self.bins[at * self.width..(at + 1) * self.width]
    }
}

fn distinct(sorted: &[f32]) -> Vec<f32> {
    let mut distinct = sorted.to_vec();
    distinct.dedup();
    distinct
}

fn at_values(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    let mut edges = distinct(&values);
    if edges.len() <= BINS {
        edges.pop();
    } else {
        edges = (1..BINS).map(|b| values[b * values.len() / BINS]).collect();
        edges.dedup();
    }
    edges
}

fn between(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_unstable_by(f32::total_cmp);
    let distinct = distinct(&values);
    let mut edges: Vec<f32> = if distinct.len() <= BINS {
        distinct.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect()
    } else {
        (1..BINS).map(|b| values[b * (values.len() - 1) / BINS]).collect()
    };
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_part_what_is_different() {
        let values = [3.0, 1.0, 2.0, 1.0];
        assert_eq!(Binned::new(&values, 1, Cuts::AtValues).edges, [[1.0, 2.0]]);
        let binned = Binned::new(&values, 1, Cuts::Between);
        assert_eq!(binned.edges, [[1.5, 2.5]]);
        assert_eq!((0..4).map(|r| binned.row(r)[0]).collect::<Vec<_>>(), [2, 0, 1, 0]);
    }

    #[test]
    fn last_columns_are_replaced() {
        let binned = Binned::new(&[1.0, 0.0, 2.0, 0.0], 2, Cuts::Between).with_last(&[[5.0], [4.0]]);
        assert_eq!((binned.row(0), binned.row(1)), (&[0, 1][..], &[1, 0][..]));
        assert_eq!(binned.edges, [[1.5], [4.5]]);
    }

    #[test]
    fn many_values_make_no_more_bins_than_there_are() {
        let values: Vec<f32> = (0..1000u16).map(f32::from).collect();
        for cuts in [Cuts::AtValues, Cuts::Between] {
            assert_eq!(Binned::new(&values, 1, cuts).edges[0].len(), BINS - 1);
        }
    }
}
