//! Records since a day: which are older, and when a list that is sorted by date has none left.

use serde::{Deserialize, Serialize};

use crate::recognize::ValueType;
use crate::recognize::date::{DateContext, DateTime, DayMonthOrder, Precision, find_date};
use crate::types::{Column, ColumnKind, RecordRow, Role};

/// The share of records that must have a date in a column that is not known to be the record's date.
const LEAST_FILL: f64 = 0.5;
/// How many times as often dates must fall as rise from record to record in a list that has the newest first. Some
/// records are pinned to the top of a page.
const FALLS: u64 = 5;

/// The dates of a list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Dates {
    /// The name of their column.
    column: Option<String>,
    order: Option<DayMonthOrder>,
    last: Option<i64>,
    falls: u64,
    rises: u64,
}

/// The result for a page.
pub(super) struct Sorted {
    /// For each record whether it is older than the day.
    pub(super) older: Vec<bool>,
    /// Whether everything that follows is older, too.
    pub(super) is_past: bool,
}

impl Dates {
    /// Finds the column of dates on the first page: the one with the role, or else the first with dates in most
    /// records. Returns whether there is one.
    pub(super) fn begin(&mut self, columns: &[Column], records: &[RecordRow]) -> bool {
        let texts = || (0..columns.len()).filter(|&at| columns[at].kind == ColumnKind::Text);
        let fill = |at: usize| {
            let cells = records.iter().filter_map(|record| record.cells.get(at)?.as_ref());
            cells.filter(|cell| find_date(&cell.text).is_some()).count() as f64 / records.len().max(1) as f64
        };
        let by_role = texts().find(|&at| columns[at].role == Some(Role::Date) && fill(at) > 0.0);
        let is_date = |at: &usize| columns[*at].value_type == ValueType::Date && fill(*at) >= LEAST_FILL;
        let column = by_role.or_else(|| texts().find(is_date));
        self.column = column.map(|at| columns[at].name.clone());
        self.column.is_some()
    }

    /// Compares the dates of a page with a day; `now` is the time that relative dates refer to. A record without a date
    /// is not older.
    pub(super) fn page(
        &mut self,
        columns: &[Column],
        records: &[RecordRow],
        since: &DateTime,
        now: Option<DateTime>,
    ) -> Sorted {
        let at = self.column.as_ref().and_then(|name| columns.iter().position(|column| column.name == *name));
        let text = |record: &RecordRow| Some(record.cells.get(at?)?.as_ref()?.text.clone());
        let raw: Vec<_> = records.iter().map(|record| Some(find_date(&text(record)?)?.date)).collect();
        self.order = DayMonthOrder::decide(raw.iter().flatten(), None).or(self.order);
        let context = DateContext { reference: now, order: self.order, language: None, ages: true };
        let dates: Vec<Option<DateTime>> = raw.iter().map(|raw| raw.as_ref()?.resolve(&context)).collect();
        let day = since.unix_seconds();
        let older: Vec<bool> = dates.iter().map(|date| date.is_some_and(|date| end(&date) <= day)).collect();
        for date in dates.iter().flatten().map(DateTime::unix_seconds) {
            match self.last.replace(date) {
                Some(last) if date < last => self.falls += 1,
                Some(last) if date > last => self.rises += 1,
                _ => {}
            }
        }
        let all_older = dates.iter().zip(&older).all(|(date, older)| date.is_none() || *older);
        let is_sorted = self.falls > 0 && self.falls >= self.rises * FALLS;
        Sorted { is_past: is_sorted && all_older && older.contains(&true), older }
    }
}

/// The first second after the period that a date names.
fn end(date: &DateTime) -> i64 {
    const DAY: i64 = 86_400;
    let begin = date.unix_seconds();
    match date.precision {
        Precision::Year => begin + 366 * DAY,
        Precision::Month => begin + 31 * DAY,
        Precision::Day => begin + DAY,
        Precision::Minute => begin + 60,
        Precision::Second => begin + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Cell;

    fn rows(texts: &[&str]) -> Vec<RecordRow> {
        texts.iter().map(|text| RecordRow::new(Vec::new(), vec![Some(Cell::text(*text))])).collect()
    }

    fn of(pages: &[&[&str]]) -> Vec<(Vec<bool>, bool)> {
        let columns = [Column::new("date", ColumnKind::Text, ValueType::Date)];
        let since = DateTime::from_day(2026, 3, 10).unwrap();
        let now = DateTime::from_iso("2026-03-20T12:00Z");
        let mut dates = Dates::default();
        assert!(dates.begin(&columns, &rows(pages[0])));
        let sorted = |page: &&[&str]| dates.page(&columns, &rows(page), &since, now);
        pages.iter().map(sorted).map(|Sorted { older, is_past }| (older, is_past)).collect()
    }

    #[test]
    fn a_list_with_the_newest_first_has_none_left_after_a_page_of_older_ones() {
        let first: &[&str] = &["12 March 2026", "11 March 2026", "10 March 2026"];
        let then: &[&str] = &["9 March 2026", "2 March 2026"];
        assert_eq!(of(&[first, then]), [(vec![false; 3], false), (vec![true; 2], true)]);
        // a pinned one, and one without a date
        let pinned: &[&str] = &["1 May 2020", "12 March 2026", "11 March 2026", "", "9 March 2026", "8 March 2026"];
        assert_eq!(of(&[pinned])[0], (vec![true, false, false, false, true, true], false));
    }

    #[test]
    fn a_list_in_another_order_goes_on() {
        let rising: &[&str] = &["1 March 2026", "2 March 2026", "3 March 2026"];
        assert_eq!(of(&[rising])[0], (vec![true; 3], false));
        let same: &[&str] = &["1 March 2026", "1 March 2026"];
        assert!(!of(&[same])[0].1, "nothing tells the order");
    }

    #[test]
    fn relative_dates_and_months_count() {
        let page: &[&str] = &["3 hours ago", "2 weeks ago", "March 2026", "February 2026"];
        assert_eq!(of(&[page])[0].0, [false, true, false, true]);
    }
}
