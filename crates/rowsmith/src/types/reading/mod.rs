//! How the texts of a column become values.
//!
//! A text becomes a value if all of it is one, or if what stands around the values is the same in the whole column ("(12)", "3 reviews",
//! "19 € inkl. MwSt."). Anything that would lose what is said of a single record (`0042`, `from $5` beside `$7`, `yesterday`) has no
//! value.

pub(crate) mod found;
pub(crate) mod standing;
mod surroundings;

use std::ops::Range;

use crate::recognize::ValueType;
use crate::recognize::date::{DayMonthOrder, RawDate, find_date};
use crate::types::reading::found::{CellNumber, CellValue};
use crate::types::reading::standing::{Standing, number_span};
use crate::types::reading::surroundings::Surroundings;
use crate::types::{Column, ColumnKind, Role};

/// How the texts of a column become values.
///
/// ```
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Column, ColumnKind, ColumnReading};
///
/// let reviews = Column::new("reviews", ColumnKind::Text, ValueType::Number);
/// let texts = ["1 review", "1,234 reviews", "none yet"];
/// let reading = ColumnReading::of(&reviews, texts);
/// let numbers = texts.map(|text| reading.read(text).and_then(|value| value.number()).map(|number| number.value));
/// assert_eq!(numbers, [Some(1.0), Some(1234.0), None]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnReading {
    sought: Sought,
    order: Option<DayMonthOrder>,
    around: Surroundings,
}

/// What the texts of a column say around its values and how they write dates, gathered table after table.
///
/// ```
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Column, ColumnKind, ColumnSurvey};
///
/// let reviews = Column::new("reviews", ColumnKind::Text, ValueType::Number);
/// let mut survey = ColumnSurvey::default();
/// survey.add(&reviews, ["(491)"]);
/// assert_eq!(survey.reading().read("(491)"), None, "one text does not tell what is common");
/// survey.add(&reviews, ["(12)"]);
/// assert!(survey.reading().read("(491)").is_some());
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ColumnSurvey {
    sought: Sought,
    around: Surroundings,
    /// Dates that decide between day and month, so many that the decision is sure.
    telling: Vec<RawDate>,
    /// What their sequence decides in the first table where it decides something.
    order: Option<DayMonthOrder>,
}

/// The most dates that are kept to decide between day and month.
const MOST_TELLING: usize = 64;

/// What values a column has, the more telling last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Sought {
    /// Texts and addresses.
    #[default]
    Nothing,
    Date,
    Number,
    /// Numbers that may be rounded, such as "1.2k".
    Count,
    Rating,
    Price,
}

impl Sought {
    /// What a column holds by its type, or else by its role.
    fn of(column: &Column) -> Sought {
        if column.kind != ColumnKind::Text {
            return Sought::Nothing;
        }
        match (column.value_type, column.role) {
            (ValueType::Url, _) => Sought::Nothing,
            (ValueType::Price, _) => Sought::Price,
            (ValueType::Date, _) => Sought::Date,
            (ValueType::Number | ValueType::Text, Some(Role::Rating)) => Sought::Rating,
            (
                ValueType::Number | ValueType::Text,
                Some(Role::Reviews | Role::Replies | Role::Views | Role::Comments | Role::Score),
            ) => Sought::Count,
            (ValueType::Text, Some(Role::Price | Role::OldPrice)) => Sought::Price,
            (ValueType::Text, Some(Role::Date)) => Sought::Date,
            (ValueType::Number, _) => Sought::Number,
            (ValueType::Text, _) => Sought::Nothing,
        }
    }

    /// The value that a text has, whatever stands around it.
    fn find<'t>(self, text: &'t str, order: Option<DayMonthOrder>) -> Option<Found<'t>> {
        let found = |value: CellValue<'t>, span: Range<usize>| Found {
            value,
            before: text[..span.start].trim_start(),
            after: text[span.end..].trim_end(),
        };
        let number = |Standing { value, span }: Standing<CellNumber>| found(CellValue::Number(value), span);
        match self {
            Sought::Nothing => None,
            Sought::Number => standing::number(text).map(number),
            Sought::Count => standing::count(text).map(number),
            Sought::Rating => standing::rating(text).or_else(|| standing::number(text)).map(number),
            Sought::Price => match standing::price(text) {
                Some(Standing { value, span }) => Some(found(CellValue::Price(value), span)),
                // a number with words may be one of another currency or unit
                None => standing::number(text).map(number).filter(Found::is_whole),
            },
            Sought::Date => {
                let Standing { value, span } = standing::date(text, order)?;
                Some(found(CellValue::Date(value), span))
            }
        }
    }
}

/// A value in a text, and what stands around it.
struct Found<'t> {
    value: CellValue<'t>,
    before: &'t str,
    after: &'t str,
}

impl Found<'_> {
    fn is_whole(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

impl ColumnSurvey {
    /// Takes note of the texts of a column, or of its part in a further table.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnKind, ColumnSurvey};
    ///
    /// let date = Column::new("date", ColumnKind::Text, ValueType::Date);
    /// let mut survey = ColumnSurvey::default();
    /// survey.add(&date, ["03/04/2024"]);
    /// assert!(survey.reading().read("03/04/2024").is_none(), "March or April");
    /// survey.add(&date, ["25/04/2024"]);
    /// assert!(survey.reading().read("03/04/2024").is_some());
    /// ```
    pub fn add<'t>(&mut self, column: &Column, texts: impl IntoIterator<Item = &'t str> + Clone) {
        let sought = Sought::of(column);
        self.sought = self.sought.max(sought);
        let mut order = None;
        if sought == Sought::Date {
            let dates: Vec<RawDate> = texts.clone().into_iter().filter_map(find_date).map(|found| found.date).collect();
            order = DayMonthOrder::decide(&dates, None);
            let decides = |date: &&RawDate| order.is_some() && DayMonthOrder::decide([*date], None).is_some();
            let room = MOST_TELLING.saturating_sub(self.telling.len());
            self.telling.extend(dates.iter().filter(decides).take(room).copied());
            self.order = self.order.or(order);
        }
        for found in texts.into_iter().filter_map(|text| sought.find(text, order)) {
            self.around.add(found.before, found.after);
        }
    }

    /// How such texts become values.
    ///
    /// ```
    /// use rowsmith::types::ColumnSurvey;
    ///
    /// assert_eq!(ColumnSurvey::default().reading().read("12"), None, "of nothing but texts");
    /// ```
    pub fn reading(&self) -> ColumnReading {
        let order = DayMonthOrder::decide(&self.telling, None).or(self.order);
        ColumnReading { sought: self.sought, order, around: self.around.clone() }
    }
}

impl ColumnReading {
    /// How the texts of a column become values. Dates such as 03/04/2020 are read as the other dates of the column are, and have no
    /// value if those decide nothing. Linear in the texts.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnKind, ColumnReading};
    ///
    /// let price = Column::new("price", ColumnKind::Text, ValueType::Price);
    /// let reading = ColumnReading::of(&price, ["19,00 € inkl. MwSt.", "9,50 € inkl. MwSt."]);
    /// assert!(reading.read("19,00 € inkl. MwSt.").is_some());
    /// ```
    pub fn of<'t>(column: &Column, texts: impl IntoIterator<Item = &'t str> + Clone) -> ColumnReading {
        let mut survey = ColumnSurvey::default();
        survey.add(column, texts);
        survey.reading()
    }

    /// The value of a text; `None` if it has none, or says more of its record than that.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnKind, ColumnReading};
    ///
    /// let size = ColumnReading::of(&Column::new("size", ColumnKind::Text, ValueType::Number), ["5 km", "300 m", "7"]);
    /// assert!(size.read("7").is_some() && size.read("5 km").is_none());
    /// ```
    pub fn read<'t>(&self, text: &'t str) -> Option<CellValue<'t>> {
        let found = self.sought.find(text, self.order)?;
        (found.is_whole() || self.around.are_common(found.before, found.after)).then_some(found.value)
    }

    /// The same, whatever stands around the value, for texts that are compared with values that were read elsewhere.
    ///
    /// ```
    /// use rowsmith::recognize::ValueType;
    /// use rowsmith::types::{Column, ColumnKind, ColumnReading};
    ///
    /// let price = ColumnReading::of(&Column::new("price", ColumnKind::Text, ValueType::Price), ["from $5"]);
    /// assert_eq!(price.read("from $5"), None);
    /// assert_eq!(price.find("from $5").and_then(|value| value.number()).map(|number| number.value), Some(5.0));
    /// ```
    pub fn find<'t>(&self, text: &'t str) -> Option<CellValue<'t>> {
        self.sought.find(text, self.order).map(|found| found.value)
    }
}

/// How the texts of a column are read where another table has values of a type in their place, as a table in Parquet has numbers for "4.1
/// out of 5": the likeliest first. Roles need not be known.
///
/// ```
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Column, ColumnKind, compared_value, compared_readings};
///
/// let rated = Column::new("rated", ColumnKind::Text, ValueType::Text);
/// let texts = ["4.1 out of 5", "3 out of 5"];
/// let readings = compared_readings(&rated, texts, ValueType::Number);
/// let value = compared_value(&readings, "3 out of 5").and_then(|value| value.number());
/// assert_eq!(value.map(|number| number.value), Some(3.0));
/// ```
pub fn compared_readings<'t>(
    column: &Column,
    texts: impl IntoIterator<Item = &'t str> + Clone,
    value_type: ValueType,
) -> Vec<ColumnReading> {
    let as_if = |value_type, role| Column { value_type, role, ..column.clone() };
    let columns = match value_type {
        ValueType::Number => vec![
            column.clone(),
            as_if(ValueType::Price, None),
            as_if(ValueType::Number, Some(Role::Views)),
            as_if(ValueType::Number, Some(Role::Rating)),
        ],
        ValueType::Date => vec![column.clone(), as_if(ValueType::Date, None)],
        ValueType::Price | ValueType::Text | ValueType::Url => Vec::new(),
    };
    columns.iter().map(|column| ColumnReading::of(column, texts.clone())).collect()
}

/// The value of a text by the first of such readings that finds one, whatever stands around it: what a table with values left out, since its
/// whole column said it, says nothing here either.
///
/// ```
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Column, ColumnKind, compared_readings, compared_value};
///
/// let views = Column::new("views", ColumnKind::Text, ValueType::Number);
/// let readings = compared_readings(&views, ["1.2k"], ValueType::Number);
/// let value = compared_value(&readings, "1.2k").and_then(|value| value.number());
/// assert_eq!(value.map(|number| number.value), Some(1200.0));
/// ```
pub fn compared_value<'t>(readings: &[ColumnReading], text: &'t str) -> Option<CellValue<'t>> {
    readings.iter().find_map(|reading| reading.find(text))
}

/// Whether a column holds amounts of money, which have a currency.
///
/// ```
/// use rowsmith::recognize::ValueType;
/// use rowsmith::types::{Column, ColumnKind, holds_amounts};
///
/// assert!(holds_amounts(&Column::new("price", ColumnKind::Text, ValueType::Price)));
/// assert!(!holds_amounts(&Column::new("views", ColumnKind::Text, ValueType::Number)));
/// ```
pub fn holds_amounts(column: &Column) -> bool {
    Sought::of(column) == Sought::Price
}

/// What a text says around the digits of its number, which a spreadsheet can show around the number. `None` for a number that is
/// not written in digits, is rounded, or has its decimals apart.
///
/// ```
/// use rowsmith::types::{CellNumber, around_digits};
///
/// let number = CellNumber { value: 491.0, decimals: 0 };
/// assert_eq!(around_digits("(491)", number), Some(("(", ")")));
/// ```
pub fn around_digits(text: &str, number: CellNumber) -> Option<(&str, &str)> {
    let span = number_span(text)?;
    let digits = text[span.clone()].trim_start_matches(['-', '\u{2212}', '+']);
    let written = crate::recognize::parse_number(digits)?;
    if written.value != number.value.abs() {
        return None;
    }
    let before = text[..span.start].trim_start();
    let unsigned = if number.value < 0.0 { before.trim_start_matches(['-', '\u{2212}']) } else { before };
    Some((unsigned.trim_start(), text[span.end..].trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a column of texts: numbers and amounts as they are, dates as in ISO 8601, texts in quotes.
    fn values(value_type: ValueType, role: Option<Role>, texts: &[&str]) -> Vec<String> {
        let column = Column { role, ..Column::new("a", ColumnKind::Text, value_type) };
        let reading = ColumnReading::of(&column, texts.iter().copied());
        let value = |text: &&str| match reading.read(text) {
            None => format!("{text:?}"),
            Some(CellValue::Number(number)) => number.value.to_string(),
            Some(CellValue::Price(amount)) => format!("{} {}", amount.number.value, amount.currency.name()),
            Some(CellValue::Date(date)) => date.to_iso(),
        };
        texts.iter().map(value).collect()
    }

    #[test]
    fn whole_texts_are_values() {
        let numbers = ["7", "-3.50", "007", "12 reviews", "12%", "(5)", "~5"];
        let expected = ["7", "-3.5", "\"007\"", "\"12 reviews\"", "\"12%\"", "\"(5)\"", "\"~5\""];
        assert_eq!(values(ValueType::Number, None, &numbers), expected);
        let prices = ["$1,299.00", "1.299 €", "-£5", "EUR 12,50", "25 kr", "5", "from $5", "$5 each", "$5 - $9", "£2k"];
        let expected = [
            "1299 USD",
            "1299 EUR",
            "-5 GBP",
            "12.5 EUR",
            "25 kr",
            "5",
            "\"from $5\"",
            "\"$5 each\"",
            "\"$5 - $9\"",
            "\"£2k\"",
        ];
        assert_eq!(values(ValueType::Price, None, &prices), expected);
    }

    #[test]
    fn what_the_whole_column_says_around_its_values_is_no_part_of_them() {
        assert_eq!(values(ValueType::Number, None, &["(491)", "(12)"]), ["491", "12"]);
        assert_eq!(values(ValueType::Number, None, &["1 review", "12 reviews", "none"]), ["1", "12", "\"none\""]);
        assert_eq!(
            values(ValueType::Price, None, &["1.019,00 € inkl. MwSt.", "9 € inkl. MwSt."]),
            ["1019 EUR", "9 EUR"]
        );
        assert_eq!(
            values(ValueType::Date, None, &["Posted on Jan 5, 2024", "Posted on May 6, 2024"]),
            ["2024-01-05", "2024-05-06"]
        );
        // nor is a currency on both sides
        assert_eq!(values(ValueType::Price, None, &["$25.00 USD", "$30.00 USD"]), ["25 USD", "30 USD"]);
        // it is a part where it tells records apart
        assert_eq!(values(ValueType::Price, None, &["from $5", "$7", "$9"]), ["\"from $5\"", "7 USD", "9 USD"]);
        assert_eq!(values(ValueType::Number, None, &["5 km", "300 m"]), ["\"5 km\"", "\"300 m\""]);
        assert_eq!(values(ValueType::Number, None, &["(491)"]), ["\"(491)\""]);
        assert_eq!(values(ValueType::Price, None, &["99 ct", "85 ct", "$3"]), ["\"99 ct\"", "\"85 ct\"", "3 USD"]);
    }

    #[test]
    fn roles_tell_what_texts_hold() {
        let stars = ["4,1 von 5 Sternen", "5 von 5 Sternen", "noch keine"];
        assert_eq!(values(ValueType::Text, Some(Role::Rating), &stars), ["4.1", "5", "\"noch keine\""]);
        assert_eq!(values(ValueType::Text, Some(Role::Rating), &["4/5", "8/10"]), ["\"4/5\"", "\"8/10\""]);
        assert_eq!(values(ValueType::Text, Some(Role::Rating), &["★★★★☆", "★★☆☆☆"]), ["4", "2"]);
        assert_eq!(values(ValueType::Text, Some(Role::Reviews), &["12 Bewertungen", "1 Bewertung"]), ["12", "1"]);
        assert_eq!(values(ValueType::Number, Some(Role::Views), &["1.2k", "345"]), ["1200", "345"]);
        assert_eq!(values(ValueType::Number, None, &["1.2k", "345"]), ["\"1.2k\"", "345"]);
        assert_eq!(
            values(ValueType::Text, Some(Role::Title), &["Chapter 1", "Chapter 2"]),
            ["\"Chapter 1\"", "\"Chapter 2\""]
        );
    }

    #[test]
    fn what_a_spreadsheet_shows_around_a_number() {
        let around = |text, value| around_digits(text, CellNumber { value, decimals: 0 });
        assert_eq!(around("(491)", 491.0), Some(("(", ")")));
        assert_eq!(around("-£5", -5.0), Some(("£", "")));
        assert_eq!(around("-5", -5.0), Some(("", "")));
        assert_eq!(around("1.2k", 1200.0), None);
        assert_eq!(around("★★★★☆", 4.0), None);
    }

    #[test]
    fn dates_of_a_column_are_read_alike() {
        let read = |texts: &[&str]| values(ValueType::Date, None, texts);
        assert_eq!(read(&["2024-02-29", "Jan 5, 2024"]), ["2024-02-29", "2024-01-05"]);
        assert_eq!(read(&["5 janvier 2024 10:30", "yesterday"]), ["2024-01-05T10:30", "\"yesterday\""]);
        assert_eq!(read(&["03/04/2020", "25/04/2020"]), ["2020-04-03", "2020-04-25"]);
        let unclear = ["03/04/2020", "May 2024", "2023-02-29"];
        assert_eq!(read(&unclear), unclear.map(|text| format!("{text:?}")));
    }
}
