//! What is known beside the text of a date.

use crate::recognize::date::calendar::DateTime;
use crate::recognize::date::order::DayMonthOrder;
/// What is known beside the text, to resolve its date by.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DateContext<'a> {
    /// The time of the page's retrieval, which relative dates count from. Without it they stay unresolved.
    pub reference: Option<DateTime>,
    /// The order of day and month on this page, from [`DayMonthOrder::decide`].
    pub order: Option<DayMonthOrder>,
    /// The page's language, as in `<html lang>`.
    pub language: Option<&'a str>,
    /// Whether a bare "3d" or "10 months" is the age of something ([`find_age`](crate::recognize::date::find_age)). Only the caller can know.
    pub ages: bool,
}
