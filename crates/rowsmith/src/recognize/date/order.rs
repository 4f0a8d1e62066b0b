//! Whether day or month comes first in the numeric dates of a page.

use serde::{Deserialize, Serialize};

use crate::recognize::date::DateTime;
use crate::recognize::date::raw::{NumericDate, RawDate};

/// The order of the numbers in dates such as 03/04/2020.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DayMonthOrder {
    /// 3 April 2020, as in most of the world.
    DayFirst,
    /// March 4, 2020, as in the United States.
    MonthFirst,
    /// 20/01/05 for 5 January 2020, as in East Asia.
    YearFirst,
}

impl DayMonthOrder {
    /// Decides the order of day and month from all dates of a page, in document order, and from its language.
    ///
    /// The first of these that gives an answer decides: the order that most of the unambiguous dates have; the one
    /// order in which three or more different dates all rise or all fall, as those of the posts of a thread do; the
    /// country, or else the language, in `<html lang>` ("en" alone decides nothing). In languages that write the year
    /// first, short dates such as 20/04/03 are read that way if all of them can be. `None` if nothing decides. Takes
    /// linear time.
    ///
    /// ```
    /// use rowsmith::recognize::date::{DayMonthOrder, RawDate, find_date};
    ///
    /// let dates = |texts: &[&str]| -> Vec<RawDate> {
    ///     texts.iter().filter_map(|text| find_date(text)).map(|found| found.date).collect()
    /// };
    /// // there is no month 13
    /// let order = DayMonthOrder::decide(&dates(&["03/04/2020", "13/04/2020"]), Some("en"));
    /// assert_eq!(order, Some(DayMonthOrder::DayFirst));
    /// assert_eq!(DayMonthOrder::decide(&dates(&["03/04/2020"]), Some("en-US")), Some(DayMonthOrder::MonthFirst));
    /// assert_eq!(DayMonthOrder::decide(&dates(&["03/04/2020"]), None), None);
    /// ```
    pub fn decide<'a>(dates: impl IntoIterator<Item = &'a RawDate>, language: Option<&str>) -> Option<DayMonthOrder> {
        let numeric: Vec<NumericDate> = dates
            .into_iter()
            .filter_map(|date| match date {
                RawDate::Numeric(numeric) if numeric.separator != '.' => Some(*numeric),
                _ => None,
            })
            .collect();
        let language = language.and_then(by_language);
        // Where the year comes first, 20/04/03 has only one reading, though elsewhere it has others.
        let year_first = |d: &NumericDate| !d.long_year && d.reading(DayMonthOrder::YearFirst).is_some();
        if language == Some(DayMonthOrder::YearFirst) && numeric.iter().all(year_first) {
            return language;
        }
        by_single_readings(&numeric).or_else(|| by_sequence(&numeric)).or(language)
    }
}

const ORDERS: [DayMonthOrder; 3] = [DayMonthOrder::DayFirst, DayMonthOrder::MonthFirst, DayMonthOrder::YearFirst];

fn by_single_readings(dates: &[NumericDate]) -> Option<DayMonthOrder> {
    let mut votes = [0usize; 3];
    for date in dates {
        let mut readings = date.readings();
        if let (Some((order, _)), None) = (readings.next(), readings.next()) {
            // The same number twice, as in 05/05/2020, fits both orders and does not count.
            votes[order as usize] += 1;
        }
    }
    let most = *votes.iter().max()?;
    let mut winners = ORDERS.into_iter().filter(|&o| most > 0 && votes[o as usize] == most);
    let winner = winners.next()?;
    winners.next().is_none().then_some(winner)
}

fn by_sequence(dates: &[NumericDate]) -> Option<DayMonthOrder> {
    let in_order = |order: DayMonthOrder| {
        let read: Option<Vec<DateTime>> = dates.iter().map(|d| d.reading(order)).collect();
        let Some(mut times) = read.map(|r| r.iter().map(DateTime::unix_seconds).collect::<Vec<_>>()) else {
            return false;
        };
        times.dedup();
        times.len() >= 3 && (times.is_sorted() || times.iter().rev().is_sorted())
    };
    match (in_order(DayMonthOrder::DayFirst), in_order(DayMonthOrder::MonthFirst)) {
        (true, false) => Some(DayMonthOrder::DayFirst),
        (false, true) => Some(DayMonthOrder::MonthFirst),
        _ => None,
    }
}

fn by_language(tag: &str) -> Option<DayMonthOrder> {
    let mut subtags = tag.trim().split(['-', '_']);
    let language = subtags.next()?.to_ascii_lowercase();
    let country = subtags.find(|s| s.len() == 2).map(str::to_ascii_uppercase);
    match (language.as_str(), country.as_deref()) {
        (_, Some("US" | "PH" | "FM" | "MH" | "PW")) => Some(DayMonthOrder::MonthFirst),
        ("en", None | Some("CA")) => None,
        ("zh" | "ja" | "ko" | "hu" | "lt" | "mn", _) => Some(DayMonthOrder::YearFirst),
        (l, _) if l.len() == 2 || l.len() == 3 => Some(DayMonthOrder::DayFirst),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::date::find_date;
    use crate::recognize::date::order::DayMonthOrder::{DayFirst, MonthFirst, YearFirst};

    #[test]
    fn the_page_decides_before_its_language() {
        let cases: &[(&[&str], Option<&str>, Option<DayMonthOrder>)] = &[
            (&["03/04/2020", "25/04/2020"], Some("en-US"), Some(DayFirst)),
            (&["03/04/2020", "04/25/2020"], Some("de"), Some(MonthFirst)),
            (&["03/04/2020"], Some("fr"), Some(DayFirst)),
            (&["03/04/2020"], Some("en-US"), Some(MonthFirst)),
            (&["03/04/2020"], Some("en_GB"), Some(DayFirst)),
            (&["03/04/2020"], Some("en"), None),
            (&["03/04/2020"], None, None),
            (&["20/04/03"], Some("ja"), Some(YearFirst)),
            (&["03/04/2020", "03/05/2020", "04/01/2020"], None, Some(MonthFirst)),
            (&["03/04/2020", "05/04/2020", "01/05/2020"], None, Some(DayFirst)),
            (&["03/04/2020", "03/04/2020", "05/04/2020"], None, None),
            // A German date on the page says nothing about the ones with slashes.
            (&["25.04.2020", "03/04/2020"], None, None),
            (&[], Some("es"), Some(DayFirst)),
            (&[], Some(""), None),
        ];
        for (texts, language, expected) in cases {
            let dates: Vec<RawDate> = texts.iter().filter_map(|t| find_date(t)).map(|f| f.date).collect();
            assert_eq!(dates.len(), texts.len(), "{texts:?}");
            assert_eq!(DayMonthOrder::decide(&dates, *language), *expected, "{texts:?} {language:?}");
        }
    }
}
