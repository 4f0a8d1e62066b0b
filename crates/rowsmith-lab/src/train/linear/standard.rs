//! Standardises features to mean 0 and deviation 1, and back.

use rowsmith::learn::Linear;

/// Mean and inverse standard deviation of every feature.
pub struct Standard {
    mean: Vec<f64>,
    scale: Vec<f64>,
}

impl Standard {
    pub fn new<'a>(rows: impl Iterator<Item = &'a Vec<f32>>, width: usize) -> Standard {
        let (mut mean, mut square, mut n) = (vec![0.0; width], vec![0.0; width], 0.0);
        for row in rows {
            for (j, &x) in row.iter().enumerate() {
                mean[j] += f64::from(x);
                square[j] += f64::from(x) * f64::from(x);
            }
            n += 1.0;
        }
        let scale = (0..width)
            .map(|j| {
                mean[j] /= n;
                let variance: f64 = square[j] / n - mean[j] * mean[j];
                if variance > 1e-9 { 1.0 / variance.sqrt() } else { 0.0 }
            })
            .collect();
        Standard { mean, scale }
    }

    /// The standardised value of a feature.
    pub fn value(&self, j: usize, x: f32) -> f64 {
        (f64::from(x) - self.mean[j]) * self.scale[j]
    }

    /// Converts a function over standardised features to one over raw features.
    pub fn raw(&self, w: &[f64], bias: f64) -> Linear {
        let weights: Vec<f64> = w.iter().zip(&self.scale).map(|(w, s)| w * s).collect();
        let bias = bias - weights.iter().zip(&self.mean).map(|(w, m)| w * m).sum::<f64>();
        Linear { bias, weights }
    }
}
