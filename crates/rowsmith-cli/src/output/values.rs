//! The columns of one table as values: numbers where each of their cells is one, else texts, as in Parquet files.

use rowsmith::types::RegionTable;

use super::typed::{readings, shown, typed};

/// The values of a column, one or none for each record.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnValues {
    /// Each cell that is there is a number or an amount of money, and all are written without a decimal point.
    Whole(Vec<Option<i64>>),
    /// Each cell that is there is a number or an amount of money.
    Numbers(Vec<Option<f64>>),
    /// The texts; of links and images the absolute addresses where they are known.
    Texts(Vec<Option<String>>),
}

/// The values of the columns of a table, in their order.
pub fn values_of(table: &RegionTable) -> Vec<ColumnValues> {
    let column = |(at, reading)| {
        let cells = || table.records.iter().map(move |record| record.cells.get(at).and_then(Option::as_ref));
        let numbers = || cells().flatten().map(move |cell| typed(reading, cell).number());
        if cells().flatten().next().is_none() || !numbers().all(|number| number.is_some()) {
            return ColumnValues::Texts(cells().map(|cell| cell.map(|cell| shown(cell).to_owned())).collect());
        }
        let value = |cell| typed(reading, cell).number().map(|number| number.value);
        match numbers().flatten().all(|number| number.decimals == 0) {
            // a number is read only where it is exact, so it is whole and in the range
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
