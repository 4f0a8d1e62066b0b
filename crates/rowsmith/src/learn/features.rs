//! Identifies the features that a model was trained with.

use std::fmt;

use crate::tree::mix;

/// The number and hash of feature names, which keeps a model from being used with features that it was not trained
/// with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureNames {
    count: usize,
    hash: u64,
}

impl FeatureNames {
    /// Computes them from names, in order.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> FeatureNames {
        let with = |h, name: &str| name.bytes().fold(h, |h, b| mix(h, u64::from(b)));
        let (count, hash) = names.into_iter().fold((0, 0), |(n, h), name| (n + 1, with(h, name)));
        FeatureNames { count, hash }
    }
}

impl fmt::Display for FeatureNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.count, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_and_another_order_are_other_features() {
        let of = |names: &[&str]| FeatureNames::of(names.iter().copied());
        assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
        assert!(of(&["a", "b"]) != of(&["b", "a"]) && of(&["a", "b"]) != of(&["ab"]));
    }
}
