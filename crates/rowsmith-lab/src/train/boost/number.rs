//! The precision of sums.

/// A number that gradients are summed in.
pub trait Number: Copy + Default + std::ops::AddAssign + std::ops::SubAssign {
    /// Whether a node's sums are computed from those of its bins. With `f32` these have lost too much precision, so the
    /// sums are computed from the rows.
    const SUMS_OF_BINS: bool;

    fn of(value: f64) -> Self;

    fn wide(self) -> f64;

    /// The value of a leaf from the sums over its rows.
    fn leaf(gradient: f64, curvature: f64, penalty: f64, rate: f64) -> f64;
}

impl Number for f64 {
    const SUMS_OF_BINS: bool = true;

    fn of(value: f64) -> Self {
        value
    }

    fn wide(self) -> f64 {
        self
    }

    fn leaf(gradient: f64, curvature: f64, penalty: f64, rate: f64) -> f64 {
        rate * gradient / (curvature + penalty)
    }
}

impl Number for f32 {
    const SUMS_OF_BINS: bool = false;

    fn of(value: f64) -> Self {
        value as f32
    }

    fn wide(self) -> f64 {
        f64::from(self)
    }

    /// The value as it will be stored, so that the next tree is based on what the model predicts.
    fn leaf(gradient: f64, curvature: f64, penalty: f64, rate: f64) -> f64 {
        f64::from((gradient / (curvature + penalty) * rate) as f32)
    }
}
