//! Values that were found in texts.

use crate::recognize::date::DateTime;

/// The value of a cell, as [`ColumnReading`](crate::types::ColumnReading) finds it.
///
/// Exhaustive on purpose: whoever writes values must decide on a further kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CellValue<'t> {
    /// A number.
    Number(CellNumber),
    /// An amount of money.
    Price(CellAmount<'t>),
    /// A day, or a time on a day.
    Date(DateTime),
}

/// A decimal number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellNumber {
    /// Its value.
    pub value: f64,
    /// The number of digits after the decimal separator, as written.
    pub decimals: usize,
}

/// An amount of money.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellAmount<'t> {
    /// How much.
    pub number: CellNumber,
    /// Of what.
    pub currency: CellCurrency<'t>,
}

/// A currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellCurrency<'t> {
    /// As the page writes it: `$`, `EUR`, …
    pub sign: &'t str,
    /// Whether it precedes the amount.
    pub before: bool,
    /// The ISO 4217 code, if the sign is unambiguous.
    pub code: Option<&'static str>,
}

impl<'t> CellCurrency<'t> {
    /// The code, or else the sign.
    ///
    /// ```
    /// use rowsmith::types::CellCurrency;
    ///
    /// let krona = CellCurrency { sign: "kr", before: false, code: None };
    /// assert_eq!(krona.name(), "kr");
    /// ```
    pub fn name(&self) -> &'t str {
        self.code.unwrap_or(self.sign)
    }
}

impl CellValue<'_> {
    /// The number, if it is one or an amount of money.
    ///
    /// ```
    /// use rowsmith::types::{CellNumber, CellValue};
    ///
    /// let seven = CellNumber { value: 7.0, decimals: 0 };
    /// assert_eq!(CellValue::Number(seven).number(), Some(seven));
    /// ```
    pub fn number(&self) -> Option<CellNumber> {
        match self {
            CellValue::Number(number) => Some(*number),
            CellValue::Price(amount) => Some(amount.number),
            CellValue::Date(_) => None,
        }
    }
}
