//! Linear functions.

/// A bias and a weight for each feature. Without either it is 0 everywhere.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Linear {
    /// The value added to every row.
    pub bias: f64,
    /// One weight per feature; features beyond the last have none.
    pub weights: Vec<f64>,
}

impl Linear {
    /// The value for a row of features.
    pub fn value(&self, row: &[f32]) -> f64 {
        self.bias + row.iter().zip(&self.weights).map(|(&x, w)| f64::from(x) * w).sum::<f64>()
    }
}
