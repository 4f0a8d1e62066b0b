//! The value of a cell for formats with numbers, dates and links: the one place where text becomes a value.
//!
//! A text becomes a value only if all of it is one, and only in a column of that type. Anything that would lose
//! information (`0042`, `12 reviews`, `from $5`, `yesterday`) stays text.

use rowsmith::recognize::date::{DateContext, DateTime, DayMonthOrder, Precision, find_date};
use rowsmith::recognize::{ValueType, find_price, parse_number};
use rowsmith::types::{Cell, Column, ColumnKind, RegionTable};

/// A cell as a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Typed<'a> {
    /// A text, unchanged.
    Text(&'a str),
    /// The address of a link or image: absolute if known.
    Address(&'a str),
    /// A number.
    Number(Number),
    /// An amount of money.
    Price(Amount<'a>),
    /// A day, or a time on a day.
    Date(DateTime),
}

impl<'a> Typed<'a> {
    /// The number, if it is one or an amount of money.
    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Typed::Number(number) | Typed::Price(Amount { number, .. }) => Some(*number),
            Typed::Text(_) | Typed::Address(_) | Typed::Date(_) => None,
        }
    }

    /// The currency, if it is an amount of money.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    pub(crate) fn currency(&self) -> Option<Currency<'a>> {
        match self {
            Typed::Price(amount) => Some(amount.currency),
            Typed::Text(_) | Typed::Address(_) | Typed::Number(_) | Typed::Date(_) => None,
        }
    }
}

/// An amount of money.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Amount<'a> {
    /// How much.
    pub(crate) number: Number,
    /// Of what.
    pub(crate) currency: Currency<'a>,
}

/// A decimal number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    /// Its value.
    pub(crate) value: f64,
    /// The number of digits after the decimal point.
    pub(crate) decimals: usize,
}

/// A currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Currency<'a> {
    /// As the page writes it: `$`, `EUR`, …
    pub(crate) sign: &'a str,
    /// Whether it precedes the amount.
    pub(crate) before: bool,
    /// The ISO 4217 code, if the sign is unambiguous.
    pub(crate) code: Option<&'static str>,
}

impl<'a> Currency<'a> {
    /// The code, or else the sign.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    pub(crate) fn name(&self) -> &'a str {
        self.code.unwrap_or(self.sign)
    }
}

/// A number as a text that is read as the same number: with three digits behind the point it would be one of thousands.
pub(crate) fn plain(number: f64) -> String {
    let text = number.to_string();
    let is_thousands = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    if is_thousands { text + "0" } else { text }
}

/// What people see of a cell: the absolute address of a link or image if known, else the text.
pub(crate) fn shown(cell: &Cell) -> &str {
    cell.url.as_deref().unwrap_or(&cell.text)
}

/// Whether the cells of a column are addresses, not texts.
pub(crate) fn holds_addresses(kind: ColumnKind) -> bool {
    match kind {
        ColumnKind::Link | ColumnKind::Image => true,
        ColumnKind::Text => false,
    }
}

/// Whether the cells of a column are numbers, which are right-aligned.
pub(crate) fn holds_numbers(column: &Column) -> bool {
    let is_number = match column.value_type {
        ValueType::Number | ValueType::Price => true,
        ValueType::Text | ValueType::Date | ValueType::Url => false,
    };
    is_number && !holds_addresses(column.kind)
}

/// How the cells of a column are parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    kind: ColumnKind,
    value_type: ValueType,
    order: Option<DayMonthOrder>,
}

/// How the cells of each column of a table are parsed. Dates such as 03/04/2020 are resolved by the other dates of
/// their column, and stay text if those decide nothing.
pub(crate) fn readings(table: &RegionTable) -> Vec<Reading> {
    let reading = |(at, column): (usize, &Column)| {
        let order = (column.value_type == ValueType::Date).then(|| {
            let cells = table.records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
            let dates: Vec<_> = cells.filter_map(|cell| find_date(&cell.text)).map(|found| found.date).collect();
            DayMonthOrder::decide(&dates, None)
        });
        Reading { kind: column.kind, value_type: column.value_type, order: order.flatten() }
    };
    table.columns.iter().enumerate().map(reading).collect()
}

/// The value of a cell in a column that is parsed in this way.
pub(crate) fn typed(reading: Reading, cell: &Cell) -> Typed<'_> {
    let text = shown(cell);
    if holds_addresses(reading.kind) {
        return Typed::Address(text);
    }
    let value = match reading.value_type {
        ValueType::Number => number(text).map(Typed::Number),
        ValueType::Price => price(text).or_else(|| number(text).map(Typed::Number)),
        ValueType::Date => date(text, reading.order).map(Typed::Date),
        ValueType::Url => Some(Typed::Address(text)),
        ValueType::Text => None,
    };
    value.unwrap_or(Typed::Text(text))
}

fn number(text: &str) -> Option<Number> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '-' | '\u{2212}' | '+');
    let found = parse_number(text).filter(|_| text.trim_start().starts_with(plain))?;
    let whole = text.trim_end().ends_with(|c: char| c.is_ascii_digit());
    (found.unit.is_none() && whole).then_some(Number { value: found.value, decimals: found.decimals })
}

/// Parses an amount with a currency before or after it.
fn price(text: &str) -> Option<Typed<'_>> {
    let text = text.trim();
    let found = find_price(text).filter(|found| found.price.upper.is_none() && found.span.end == text.len())?;
    let unsigned =
        text[..found.span.start].is_empty() || found.price.amount < 0.0 && found.span.start <= '−'.len_utf8();
    let priced = &text[found.span];
    let first = priced.find(|c: char| c.is_ascii_digit())?;
    let last = priced.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (sign, before) = match (priced[..first].trim(), priced[last..].trim()) {
        ("", behind) => (behind, false),
        (before, "") => (before, true),
        _ => return None,
    };
    let currency = Currency { sign, before, code: found.price.currency };
    let number = Number { value: found.price.amount, decimals: found.decimals };
    unsigned.then_some(Typed::Price(Amount { number, currency }))
}

/// Parses a day, or a time on a day, that is the whole text.
fn date(text: &str, order: Option<DayMonthOrder>) -> Option<DateTime> {
    let text = text.trim();
    let found = find_date(text).filter(|found| found.span == (0..text.len()))?;
    let date = found.date.resolve(&DateContext::new().order(order))?;
    (date.precision >= Precision::Day && !date.ambiguous).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::writers::samples::{cell, column, region_of};

    #[test]
    fn numbers() {
        for (text, value, decimals) in [
            ("7", 7.0, 0),
            ("-3.50", -3.5, 2),
            ("+4", 4.0, 0),
            ("1,234", 1234.0, 0),
            ("1,23", 1.23, 2),
            ("0,234", 0.234, 3),
            ("1.234.567", 1_234_567.0, 0),
            ("1,234,567.8", 1_234_567.8, 1),
            ("12\u{a0}345", 12_345.0, 0),
        ] {
            assert_eq!(number(text), Some(Number { value, decimals }), "{text}");
        }
        for text in ["", "-", "007", "12 reviews", "1,23,4", "1..2", "1234567890123456", "1.2.3", "12%", "(5)", "#5"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn prices() {
        let of = |text| match price(text) {
            Some(Typed::Price(Amount { number, currency: c })) => {
                Some((number.value, number.decimals, c.sign, c.before, c.name()))
            }
            _ => None,
        };
        assert_eq!(of("$1,299.00"), Some((1299.0, 2, "$", true, "USD")));
        assert_eq!(of("1.299 €"), Some((1299.0, 0, "€", false, "EUR")));
        assert_eq!(of("-£5"), Some((-5.0, 0, "£", true, "GBP")));
        assert_eq!(of("EUR 12,50"), Some((12.5, 2, "EUR", true, "EUR")));
        assert_eq!(of("25 kr"), Some((25.0, 0, "kr", false, "kr")));
        for text in ["from $5", "$5 each", "$5 - $9", "5", "$", "about 5", "£2k"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn dates_of_a_column_are_read_alike() {
        let read = |texts: &[&str]| -> Vec<Option<String>> {
            let rows = texts.iter().map(|text| vec![cell(text)]).collect();
            let table = region_of(vec![column("date", ColumnKind::Text, ValueType::Date)], rows);
            let reading = readings(&table)[0];
            let cells = table.records.iter().filter_map(|record| record.cells[0].as_ref());
            let iso = |cell| match typed(reading, cell) {
                Typed::Date(date) => Some(date.to_iso()),
                _ => None,
            };
            cells.map(iso).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(&["2024-02-29", "Jan 5, 2024"]), [some("2024-02-29"), some("2024-01-05")]);
        assert_eq!(read(&["5 janvier 2024 10:30", "yesterday"]), [some("2024-01-05T10:30"), None]);
        assert_eq!(read(&["03/04/2020", "25/04/2020"]), [some("2020-04-03"), some("2020-04-25")]);
        assert_eq!(read(&["03/04/2020", "Posted on Jan 5, 2024", "May 2024", "2023-02-29"]), [None, None, None, None]);
    }
}
