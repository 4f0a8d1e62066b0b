//! What each piece of evidence that two columns are the same counts. Written by `eval/mending_weights.py`.

/// What a piece of evidence adds to the logarithm of the odds that two columns are the same.
pub(crate) struct Weight {
    /// What it is; see [`features`](super::likeness::features) and [`beside`](super::likeness::beside).
    pub(crate) of: &'static str,
    /// In the first round, in which each pair of columns is judged alone.
    pub(crate) alone: f32,
    /// In the second, in which it is judged beside the others.
    pub(crate) beside: f32,
}

/// What holds for any two columns, in both rounds.
pub(crate) const BIAS: [f32; 2] = [-5.322, -5.184];

/// By a logistic regression of pairs of columns on redesigned pages of two thirds of the hosts of the evaluation. Names of classes,
/// ids and columns are not among it: a redesign changes them.
#[rustfmt::skip]
pub(crate) const WEIGHTS: [Weight; 40] = [
    Weight { of: "types", alone: 1.357, beside: 1.368 },
    Weight { of: "text", alone: -0.066, beside: -0.186 },
    Weight { of: "same_role", alone: 2.910, beside: 1.464 },
    Weight { of: "other_role", alone: 0.186, beside: 1.017 },
    Weight { of: "one_has_a_role", alone: -0.076, beside: 0.560 },
    Weight { of: "same_label", alone: 1.508, beside: 1.870 },
    Weight { of: "other_label", alone: -0.838, beside: -0.586 },
    Weight { of: "shortest", alone: -0.569, beside: -0.503 },
    Weight { of: "median_length", alone: -0.617, beside: -0.440 },
    Weight { of: "longest", alone: -1.266, beside: -1.348 },
    Weight { of: "fill", alone: -1.802, beside: -1.583 },
    Weight { of: "distinct", alone: -1.803, beside: -1.855 },
    Weight { of: "shape", alone: -1.458, beside: -1.165 },
    Weight { of: "capitals", alone: -0.807, beside: -0.765 },
    Weight { of: "common_words", alone: 0.772, beside: 0.540 },
    Weight { of: "other_words", alone: -0.600, beside: -0.885 },
    Weight { of: "one_has_words", alone: 0.050, beside: -0.086 },
    Weight { of: "items", alone: 0.105, beside: 0.189 },
    Weight { of: "moved", alone: -0.315, beside: -0.323 },
    Weight { of: "values", alone: 1.098, beside: 1.240 },
    Weight { of: "distance", alone: 0.083, beside: 0.090 },
    Weight { of: "order", alone: -0.081, beside: 0.246 },
    Weight { of: "left_out", alone: -0.374, beside: -0.206 },
    Weight { of: "only_moved", alone: 0.464, beside: 0.831 },
    Weight { of: "some_values", alone: 0.690, beside: 0.641 },
    Weight { of: "most_values", alone: 0.302, beside: 0.158 },
    Weight { of: "half_moved", alone: -0.541, beside: -0.272 },
    Weight { of: "all_moved", alone: 2.835, beside: 1.486 },
    Weight { of: "same_items", alone: 0.892, beside: 0.557 },
    Weight { of: "same_median_length", alone: 0.328, beside: 0.331 },
    Weight { of: "same_longest", alone: 0.517, beside: 0.423 },
    Weight { of: "same_fill", alone: 1.178, beside: 1.392 },
    Weight { of: "same_shape", alone: 0.590, beside: 0.624 },
    Weight { of: "same_words", alone: 0.267, beside: 0.291 },
    Weight { of: "same_order", alone: 0.834, beside: 0.248 },
    Weight { of: "same_place", alone: 1.015, beside: 0.485 },
    Weight { of: "shift", alone: 0.000, beside: -0.779 },
    Weight { of: "alone", alone: 0.000, beside: -0.603 },
    Weight { of: "over_candidates", alone: 0.000, beside: 0.462 },
    Weight { of: "over_columns", alone: 0.000, beside: 0.301 },
];
