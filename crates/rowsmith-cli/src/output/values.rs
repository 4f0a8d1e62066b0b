//! The columns of a table as values: numbers or dates if each of their cells is one, else texts, as in Parquet files.

use rowsmith::recognize::date::{DateTime, Precision};
use rowsmith::types::{CellCurrency, ColumnReading, RegionTable};

use super::typed::{Typed, readings, shown, typed};

/// The values of a column, with one entry or none for each record.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnValues {
    /// Every cell that has a value is a number or an amount of one currency, and all are written without a decimal point.
    Whole(Vec<Option<i64>>),
    /// Every cell that has a value is a number or an amount of one currency.
    Numbers(Vec<Option<f64>>),
    /// Every cell that has a value is a day.
    Days(Vec<Option<DateTime>>),
    /// Every cell that has a value is a time on a day, on the clock of the page.
    LocalTimes(Vec<Option<DateTime>>),
    /// Every cell that has a value is a time on a day with its distance from Greenwich.
    Instants(Vec<Option<DateTime>>),
    /// The texts; for links and images the absolute addresses, if known.
    Texts(Vec<Option<String>>),
}

/// What all values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValuesType {
    Number,
    /// Amounts of one currency; some may not state it.
    Amount(Currency),
    Day,
    LocalTime,
    Instant,
    Text,
}

/// A currency by the first bytes of its code or sign, of which few have more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Currency([u8; 8]);

impl Currency {
    fn of(currency: &CellCurrency<'_>) -> Currency {
        let mut bytes = [0; 8];
        currency.name().bytes().zip(&mut bytes).for_each(|(byte, to)| *to = byte);
        Currency(bytes)
    }
}

impl ValuesType {
    fn of(value: &Typed<'_>) -> ValuesType {
        match value {
            Typed::Number(_) => ValuesType::Number,
            Typed::Price(amount) => ValuesType::Amount(Currency::of(&amount.currency)),
            Typed::Date(date) if date.precision < Precision::Minute => ValuesType::Day,
            Typed::Date(date) if date.offset.is_none() => ValuesType::LocalTime,
            Typed::Date(_) => ValuesType::Instant,
            Typed::Text(_) | Typed::Address(_) => ValuesType::Text,
        }
    }

    /// What values of two types are together. Amounts of several currencies are no numbers that can be compared: without their
    /// currencies, which a column of numbers does not have, they would say something else.
    fn and(self, other: ValuesType) -> ValuesType {
        match (self, other) {
            (one, other) if one == other => one,
            (ValuesType::Number, amount @ ValuesType::Amount(_))
            | (amount @ ValuesType::Amount(_), ValuesType::Number) => amount,
            _ => ValuesType::Text,
        }
    }

    /// The type of values of which some are known already; `None` as long as there is no value.
    pub(crate) fn with<'a>(
        known: Option<ValuesType>,
        values: impl IntoIterator<Item = Typed<'a>>,
    ) -> Option<ValuesType> {
        let mut known = known;
        for value in values {
            if known == Some(ValuesType::Text) {
                break;
            }
            let of_value = ValuesType::of(&value);
            known = Some(known.map_or(of_value, |known| known.and(of_value)));
        }
        known
    }
}

/// Days since 1 January 1970.
pub fn epoch_day(date: &DateTime) -> i32 {
    // four digits of years are some three million days
    i32::try_from(DateTime { offset: None, ..*date }.unix_seconds().div_euclid(86_400)).unwrap_or_default()
}

/// Microseconds since the beginning of 1970, in Greenwich or, if no distance from there is known, on the clock of the page.
pub fn epoch_micros(date: &DateTime) -> i64 {
    date.unix_seconds() * 1_000_000
}

/// The values of a table's columns, in order.
pub fn values_of(table: &RegionTable) -> Vec<ColumnValues> {
    let column = |(at, reading): (usize, ColumnReading)| {
        let column = &table.columns[at];
        let cells = || table.records.iter().map(move |record| record.cells.get(at).and_then(Option::as_ref));
        let values = || cells().map(|cell| Some(typed(column, &reading, cell?)));
        let dates = || values().map(|value| value?.date()).collect();
        match ValuesType::with(None, values().flatten()) {
            Some(ValuesType::Number | ValuesType::Amount(_)) => {
                let numbers = || values().map(|value| value?.number());
                match numbers().flatten().all(|number| number.decimals == 0) {
                    // only exact numbers are accepted, so this is whole and in range
                    true => ColumnValues::Whole(numbers().map(|number| Some(number?.value as i64)).collect()),
                    false => ColumnValues::Numbers(numbers().map(|number| Some(number?.value)).collect()),
                }
            }
            Some(ValuesType::Day) => ColumnValues::Days(dates()),
            Some(ValuesType::LocalTime) => ColumnValues::LocalTimes(dates()),
            Some(ValuesType::Instant) => ColumnValues::Instants(dates()),
            Some(ValuesType::Text) | None => {
                ColumnValues::Texts(cells().map(|cell| cell.map(|cell| shown(cell).to_owned())).collect())
            }
        }
    };
    readings(table).into_iter().enumerate().map(column).collect()
}

#[cfg(test)]
mod tests {
    use rowsmith::recognize::ValueType;
    use rowsmith::types::ColumnKind;

    use super::*;
    use crate::output::writers::samples::{cell, column, region_of};

    #[test]
    fn numbers_where_each_cell_is_one() {
        let number = |name| column(name, ColumnKind::Text, ValueType::Number);
        let price = column("price", ColumnKind::Text, ValueType::Price);
        let rows = vec![vec![cell("1,200"), cell("$5"), cell("7")], vec![None, cell("$5.50"), cell("about 7")]];
        let table = region_of(vec![number("stock"), price, number("size")], rows);
        let texts = |texts: [&str; 2]| ColumnValues::Texts(texts.map(|text| Some(text.to_owned())).to_vec());
        assert_eq!(
            values_of(&table),
            [
                ColumnValues::Whole(vec![Some(1200), None]),
                ColumnValues::Numbers(vec![Some(5.0), Some(5.5)]),
                texts(["7", "about 7"]),
            ]
        );
    }

    #[test]
    fn amounts_of_several_currencies_stay_texts() {
        let price = |name| column(name, ColumnKind::Text, ValueType::Price);
        let rows = vec![vec![cell("$5"), cell("€5"), cell("5 kr")], vec![cell("7 €"), cell("7 EUR"), cell("7.50")]];
        let values = values_of(&region_of(vec![price("mixed"), price("euro"), price("krona")], rows));
        let texts = ["$5", "7 €"].map(|text| Some(text.to_owned())).to_vec();
        assert_eq!(values[0], ColumnValues::Texts(texts));
        assert_eq!(values[1], ColumnValues::Whole(vec![Some(5), Some(7)]));
        assert_eq!(values[2], ColumnValues::Numbers(vec![Some(5.0), Some(7.5)]));
    }

    #[test]
    fn dates_where_all_are_known_alike() {
        let date = |name| column(name, ColumnKind::Text, ValueType::Date);
        let rows = vec![
            vec![cell("5 Jan 2024"), cell("5 Jan 2024 10:30"), cell("2024-01-05T10:30+01:00"), cell("5 Jan 2024")],
            vec![cell("2023-12-31"), None, cell("2024-01-05T09:30Z"), cell("5 Jan 2024 10:30")],
        ];
        let table = region_of(vec![date("day"), date("time"), date("instant"), date("mixed")], rows);
        let values = values_of(&table);
        let ColumnValues::Days(days) = &values[0] else { panic!("{values:?}") };
        assert_eq!(days.iter().flatten().map(epoch_day).collect::<Vec<_>>(), [19_727, 19_722]);
        let ColumnValues::LocalTimes(times) = &values[1] else { panic!("{values:?}") };
        assert_eq!(times[0].as_ref().map(epoch_micros), Some(1_704_450_600_000_000));
        let ColumnValues::Instants(instants) = &values[2] else { panic!("{values:?}") };
        assert_eq!(instants[0].as_ref().map(epoch_micros), instants[1].as_ref().map(epoch_micros));
        assert!(matches!(values[3], ColumnValues::Texts(_)));
    }
}
