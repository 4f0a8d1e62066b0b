//! The precision of sums.

/// A number that gradients are summed in.
pub trait Number: Copy + Default + std::ops::AddAssign + std::ops::SubAssign {
    /// Whether a node's sums are those of its bins. Those of `f32` have lost too much for that and are taken from the rows.
    const SUMS_OF_BINS: bool;

    fn of(value: f64) -> Self;

    fn wide(self) -> f64;

    /// The value of a leaf by the sums of its rows.
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

    /// As it will be kept, so that the next tree stands on what the model says.
    fn leaf(gradient: f64, curvature: f64, penalty: f64, rate: f64) -> f64 {
        f64::from((gradient / (curvature + penalty) * rate) as f32)
    }
}
