//! The columns of a table as values: numbers if each of their cells is one, else texts, as in Parquet files.

use rowsmith::types::RegionTable;

use super::typed::{readings, shown, typed};

/// The values of a column, with one entry or none for each record.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnValues {
    /// Every cell that has a value is a number or an amount of money, and all are written without a decimal point.
    Whole(Vec<Option<i64>>),
    /// Every cell that has a value is a number or an amount of money.
    Numbers(Vec<Option<f64>>),
    /// The texts; for links and images the absolute addresses, if known.
    Texts(Vec<Option<String>>),
}

/// The values of a table's columns, in order.
pub fn values_of(table: &RegionTable) -> Vec<ColumnValues> {
    let column = |(at, reading)| {
        let cells = || table.records.iter().map(move |record| record.cells.get(at).and_then(Option::as_ref));
        let numbers = || cells().flatten().map(move |cell| typed(reading, cell).number());
        if cells().flatten().next().is_none() || !numbers().all(|number| number.is_some()) {
            return ColumnValues::Texts(cells().map(|cell| cell.map(|cell| shown(cell).to_owned())).collect());
        }
        let value = |cell| typed(reading, cell).number().map(|number| number.value);
        match numbers().flatten().all(|number| number.decimals == 0) {
            // only exact numbers are accepted, so this is whole and in range
            true => ColumnValues::Whole(cells().map(|cell| value(cell?).map(|value| value as i64)).collect()),
            false => ColumnValues::Numbers(cells().map(|cell| value(cell?)).collect()),
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
}
