//! Rounding of numbers in result lines, which keeps the lines short.

use serde::Serializer;

/// Rounds a number to three decimals.
pub(crate) fn to_thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Writes a number rounded to three decimals.
pub(crate) fn thousandths<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(to_thousandths(*value))
}

/// Writes a number, if there is one, rounded to three decimals.
pub(crate) fn some_thousandths<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_some(&value.map(to_thousandths))
}
