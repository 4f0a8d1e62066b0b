//! Workbooks: one sheet per table for the first ones, then one long sheet; with a wrapper, one sheet per template.
//!
//! Numbers, prices and dates are typed, links are links, and every text is written as a string, so that no text of a
//! page becomes a formula.

use std::io;

use rowsmith::recognize::date::{DateTime, Precision};
use rowsmith::types::{Cell, CellAmount, CellNumber, Column, ColumnReading, RegionTable};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Url, Worksheet, XlsxError};

use super::cells::{LONG_COLUMNS, PlacedCell, SHARED_COLUMNS, cells, shared_header};
use super::xlsx_formats::Formats;
use crate::common::source::Origin;
use crate::common::text::width;
use crate::output::names::{Names, page_names};
use crate::output::page::{Page, Shared};
use crate::output::typed::{Typed, readings, shown, typed};

/// How many tables get a sheet of their own; further tables go to the long sheet. More tabs than this are of no use.
const SHEETS: usize = 50;
/// The most characters (UTF-16 units) in a cell.
const CELL_UNITS: usize = 32_767;
/// The most links in a sheet.
const LINKS: usize = 65_530;
/// The most characters in a link's address.
const LINK_CHARS: usize = 2_079;
/// The most rows of a sheet, including the header.
const ROWS: usize = 1_048_576;
/// The most columns of a sheet.
const COLUMNS: usize = 16_384;

/// A workbook under construction, held in memory.
pub(crate) struct Workbook {
    book: rust_xlsxwriter::Workbook,
    names: Names,
    formats: Formats,
    sheets: usize,
    rows: usize,
    only_long: bool,
    long: Option<Sheet>,
    /// The sheets of templates, in the order of their first records.
    shared: Vec<SharedSheet>,
}

/// The sheet of a template, or of one of its parts.
struct SharedSheet {
    /// The name of the template, and of its part.
    name: String,
    sheet: Sheet,
}

impl Workbook {
    /// An empty workbook; with `only_long`, all tables go to the long sheet.
    pub(crate) fn new(only_long: bool) -> Self {
        Workbook {
            book: rust_xlsxwriter::Workbook::new(),
            names: Names::default(),
            formats: Formats::default(),
            sheets: 0,
            rows: ROWS,
            only_long,
            long: None,
            shared: Vec::new(),
        }
    }

    /// Adds the tables of a page.
    pub(crate) fn page(&mut self, page: &Page, origin: Option<&Origin>) -> io::Result<()> {
        for (at, table) in page.tables.iter().enumerate() {
            let added = match (self.only_long, page.shared.get(at)) {
                (false, Some(shared)) => self.add_shared(page, origin, shared, table),
                (false, None) if self.sheets < SHEETS => self.add_sheet(page, at, table),
                _ => self.add_long(page, at, table),
            };
            added.map_err(failure)?;
        }
        Ok(())
    }

    /// The bytes of the file.
    pub(crate) fn finish(mut self) -> io::Result<Vec<u8>> {
        for shared in std::mem::take(&mut self.shared) {
            self.book.push_worksheet(shared.sheet.finish_shared().map_err(failure)?);
            self.sheets += 1;
        }
        if let Some(long) = self.long.take() {
            self.book.push_worksheet(long.finish().map_err(failure)?);
            self.sheets += 1;
        }
        if self.sheets == 0 {
            // a workbook must have a sheet
            let sheet = self.book.add_worksheet();
            sheet
                .set_name("No records")
                .and_then(|sheet| sheet.write_string(0, 0, "no records found"))
                .map_err(failure)?;
        }
        // the clock would make two runs differ
        let created = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failure)?;
        self.book.set_properties(&DocProperties::new().set_creation_datetime(&created));
        self.book.save_to_buffer().map_err(failure)
    }

    fn add_sheet(&mut self, page: &Page, at: usize, table: &RegionTable) -> Result<(), XlsxError> {
        let suffix = if at == 0 { String::new() } else { format!(" - {}", at + 1) };
        let wanted = page_names(&page.source, |name| sheet_name(name, &suffix));
        let header: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).take(COLUMNS).collect();
        let readings = readings(table);
        // a table longer than a sheet continues on the next one
        for records in table.records.chunks(self.rows - 1).chain(table.records.is_empty().then_some([].as_slice())) {
            let name = self.names.take(&wanted, |name, number| sheet_name(name, &format!(" ({number})")));
            let mut sheet = Sheet::new(&name, &header, &mut self.formats)?;
            for record in records {
                for (column, cell) in record.cells.iter().enumerate().take(header.len()) {
                    if let Some(cell) = cell {
                        sheet.cell(column, (&table.columns[column], &readings[column]), cell, &mut self.formats)?;
                    }
                }
                sheet.row += 1;
            }
            self.book.push_worksheet(sheet.finish()?);
            self.sheets += 1;
        }
        Ok(())
    }

    /// Adds records to the sheet of their template: where each comes from, then its columns.
    fn add_shared(
        &mut self,
        page: &Page,
        origin: Option<&Origin>,
        shared: &Shared,
        table: &RegionTable,
    ) -> Result<(), XlsxError> {
        let readings = readings(table);
        for (number, record) in table.records.iter().enumerate() {
            let open = self.shared.iter().position(|open| open.name == shared.name);
            let full = open.filter(|&at| self.shared[at].sheet.row as usize >= self.rows);
            if let Some(at) = full {
                self.book.push_worksheet(self.shared.remove(at).sheet.finish_shared()?);
                self.sheets += 1;
            }
            let at = match open.filter(|_| full.is_none()) {
                Some(at) => at,
                None => {
                    let header = shared_header(table);
                    let header: Vec<&str> = header.iter().map(String::as_str).take(COLUMNS).collect();
                    let wanted = [sheet_name(&shared.name, "")];
                    let name = self.names.take(&wanted, |name, number| sheet_name(name, &format!(" ({number})")));
                    let sheet = Sheet::new(&name, &header, &mut self.formats)?;
                    self.shared.push(SharedSheet { name: shared.name.clone(), sheet });
                    self.shared.len() - 1
                }
            };
            let sheet = &mut self.shared[at].sheet;
            sheet.text(0, &page.source)?;
            if let Some(origin) = origin {
                sheet.text(1, &origin.archive)?;
                sheet.number(2, usize::try_from(origin.position).unwrap_or(usize::MAX))?;
            }
            sheet.number(3, number + 1)?;
            sheet.text(4, &shared.wrapper)?;
            for (column, cell) in record.cells.iter().enumerate().take(sheet.widths.len() - SHARED_COLUMNS.len()) {
                if let Some(cell) = cell {
                    sheet.cell(
                        SHARED_COLUMNS.len() + column,
                        (&table.columns[column], &readings[column]),
                        cell,
                        &mut self.formats,
                    )?;
                }
            }
            sheet.row += 1;
        }
        Ok(())
    }

    fn add_long(&mut self, page: &Page, at: usize, table: &RegionTable) -> Result<(), XlsxError> {
        let readings = readings(table);
        for PlacedCell { record, column, cell } in cells(table) {
            if self.long.as_ref().is_some_and(|long| long.row as usize >= self.rows)
                && let Some(full) = self.long.take()
            {
                self.book.push_worksheet(full.finish()?);
                self.sheets += 1;
            }
            if self.long.is_none() {
                let wanted = [if self.only_long { "Records" } else { "More records" }.to_owned()];
                let name = self.names.take(&wanted, |name, number| sheet_name(name, &format!(" ({number})")));
                self.long = Some(Sheet::new(&name, &LONG_COLUMNS, &mut self.formats)?);
            }
            let Some(long) = &mut self.long else { continue };
            long.text(0, &page.source)?;
            long.number(1, at + 1)?;
            long.number(2, record + 1)?;
            long.text(3, &table.columns[column].name)?;
            long.cell(4, (&table.columns[column], &readings[column]), cell, &mut self.formats)?;
            long.row += 1;
        }
        Ok(())
    }
}

fn failure(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        error => io::Error::other(format!("the workbook cannot be made: {error}")),
    }
}

/// A sheet that is filled from the top.
struct Sheet {
    sheet: Worksheet,
    row: u32,
    links: usize,
    widths: Vec<usize>,
    /// Which columns have a value.
    filled: Vec<bool>,
}

impl Sheet {
    fn new(name: &str, header: &[&str], formats: &mut Formats) -> Result<Self, XlsxError> {
        let mut sheet = Worksheet::new();
        sheet.set_name(name)?;
        for (column, name) in header.iter().enumerate() {
            sheet.write_string_with_format(0, place(column), clipped(name), formats.bold())?;
        }
        let widths = header.iter().map(|name| width(name) + 3).collect(); // and space for the filter's button
        Ok(Sheet { sheet, row: 1, links: 0, widths, filled: vec![false; header.len()] })
    }

    /// Writes a cell of the current row.
    fn cell(
        &mut self,
        at: usize,
        (column, reading): (&Column, &ColumnReading),
        cell: &Cell,
        formats: &mut Formats,
    ) -> Result<(), XlsxError> {
        let place = place(at);
        self.filled[at] = true;
        match typed(column, reading, cell) {
            Typed::Text(text) => return self.text(at, text),
            Typed::Address(address) if self.links < LINKS && is_link(address) => {
                self.sheet.write_url(self.row, place, Url::new(address).set_text(clipped(address)))?;
                self.links += 1;
            }
            Typed::Address(address) => return self.text(at, address),
            Typed::Number(number) => {
                let format = formats.of_number("0", number, None, shown(cell));
                self.sheet.write_number_with_format(self.row, place, number.value, format)?;
            }
            Typed::Price(CellAmount { number, currency }) => {
                // 51.5 is 51.50 where it is money
                let places = if number.decimals == 1 { 2 } else { number.decimals };
                let format =
                    formats.of_number("#,##0", CellNumber { decimals: places, ..number }, Some(currency), shown(cell));
                self.sheet.write_number_with_format(self.row, place, number.value, format)?;
            }
            Typed::Date(date) => match excel_date(date) {
                Some(date) => {
                    let format = formats.of(date.format.to_owned());
                    self.sheet.write_datetime_with_format(self.row, place, &date.value, format)?;
                }
                None => return self.text(at, shown(cell)),
            },
        }
        self.widen(at, shown(cell));
        Ok(())
    }

    fn text(&mut self, at: usize, text: &str) -> Result<(), XlsxError> {
        self.filled[at] |= !text.is_empty();
        self.sheet.write_string(self.row, place(at), clipped(text))?;
        self.widen(at, text);
        Ok(())
    }

    fn number(&mut self, at: usize, number: usize) -> Result<(), XlsxError> {
        self.filled[at] = true;
        self.sheet.write_number(self.row, place(at), number as f64)?;
        Ok(())
    }

    fn widen(&mut self, at: usize, text: &str) {
        const WIDEST: usize = 60;
        let known = self.widths[at];
        if known < WIDEST && text.len() > known {
            self.widths[at] = known.max(width(text) + 1).min(WIDEST);
        }
    }

    /// Ends a sheet of records from many pages: what says where they are from is hidden where it says nothing, such as the
    /// archive if there is none. What reads the sheet again finds all columns in their places.
    fn finish_shared(mut self) -> Result<Worksheet, XlsxError> {
        for at in 0..SHARED_COLUMNS.len() {
            if !self.filled[at] {
                self.sheet.set_column_hidden(place(at))?;
            }
        }
        self.finish()
    }

    fn finish(mut self) -> Result<Worksheet, XlsxError> {
        for (at, &width) in self.widths.iter().enumerate() {
            self.sheet.set_column_width(place(at), width.clamp(6, 60) as f64)?;
        }
        self.sheet.set_freeze_panes(1, 0)?;
        if let Some(last) = self.widths.len().checked_sub(1) {
            self.sheet.autofilter(0, 0, self.row - 1, place(last))?;
        }
        Ok(self.sheet)
    }
}

/// Columns are counted in 16 bits; there are never more than [`COLUMNS`].
fn place(column: usize) -> u16 {
    u16::try_from(column).unwrap_or(u16::MAX)
}

fn is_link(address: &str) -> bool {
    let scheme = ["https://", "http://", "mailto:"].iter().any(|scheme| address.starts_with(scheme));
    scheme && address.chars().count() <= LINK_CHARS && !address.contains(char::is_whitespace)
}

/// A text that fits a cell, with `…` at its end if it was longer, and without the two characters that XML does not
/// allow at all.
fn clipped(text: &str) -> String {
    let allowed = |c: char| if matches!(c, '\u{fffe}' | '\u{ffff}') { char::REPLACEMENT_CHARACTER } else { c };
    // a text has no more units than bytes, so most need not be counted
    if text.len() <= CELL_UNITS || text.encode_utf16().count() <= CELL_UNITS {
        return text.chars().map(allowed).collect();
    }
    let mut left = CELL_UNITS - 1;
    let fits = |c: &char| {
        let fits = c.len_utf16() <= left;
        left = left.saturating_sub(c.len_utf16());
        fits
    };
    text.chars().take_while(fits).map(allowed).chain(['…']).collect()
}

/// A date of a spreadsheet, and its format.
struct ShownDate {
    value: ExcelDateTime,
    format: &'static str,
}

/// Spreadsheets know no day before 1900 and no time zones: the time is that of the page.
fn excel_date(date: DateTime) -> Option<ShownDate> {
    let value = ExcelDateTime::from_ymd(u16::try_from(date.year).ok()?, date.month, date.day).ok()?;
    if date.precision < Precision::Minute {
        return Some(ShownDate { value, format: "yyyy-mm-dd" });
    }
    let value = value.and_hms(u16::from(date.hour), date.minute, date.second).ok()?;
    Some(ShownDate { value, format: "yyyy-mm-dd hh:mm:ss" })
}

/// The longest name of a sheet, in UTF-16 units.
const SHEET_NAME_UNITS: usize = 31;

/// A valid sheet name that ends in `suffix`: at most 31 characters, none of `[]:*?/\`, no apostrophe at either end, not
/// the reserved "History".
fn sheet_name(name: &str, suffix: &str) -> String {
    let keep = |c: char| if c.is_control() || "[]:*?/\\".contains(c) { '_' } else { c };
    let mut left = SHEET_NAME_UNITS.saturating_sub(suffix.encode_utf16().count());
    let mut cleaned = String::new();
    for c in name.trim().trim_matches('\'').chars().map(keep) {
        if c.len_utf16() > left {
            break;
        }
        left -= c.len_utf16();
        cleaned.push(c);
    }
    let whole = format!("{}{suffix}", cleaned.trim_end_matches(['\'', ' ']));
    match whole.as_str() {
        "" => "Sheet".to_owned(),
        name if name.eq_ignore_ascii_case("history") => "History_".to_owned(),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};

    use super::super::samples;
    use super::*;

    fn read(book: Workbook) -> Xlsx<Cursor<Vec<u8>>> {
        open_workbook_from_rs(Cursor::new(book.finish().unwrap())).unwrap()
    }

    fn sheet(book: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Vec<Vec<Data>> {
        book.worksheet_range(name).unwrap().rows().map(<[Data]>::to_vec).collect()
    }

    fn text(text: &str) -> Data {
        Data::String(text.to_owned())
    }

    #[test]
    fn cells_are_typed_and_texts_no_formulas() {
        let mut book = Workbook::new(false);
        book.page(&samples::page("shop.html.gz"), None).unwrap();
        let mut book = read(book);
        assert_eq!(book.sheet_names(), ["shop"]);
        let rows = sheet(&mut book, "shop");
        assert_eq!(rows[0], ["title", "price", "date", "reviews", "url", "image"].map(text));
        assert_eq!(rows[1][1], Data::Float(1299.0));
        let date = |cell: &Data| match cell {
            Data::DateTime(date) => date.as_f64(),
            other => panic!("no date: {other:?}"),
        };
        assert_eq!(date(&rows[1][2]), 45_296.0);
        assert_eq!(date(&rows[3][2]), 45_296.437_5);
        assert_eq!(rows[1][3], Data::Float(12.0));
        assert_eq!(rows[1][4], text("https://example.com/chair"));
        assert_eq!(rows[2][0], text("=HYPERLINK(\"http://evil.example\")"));
        assert_eq!((&rows[2][1], &rows[2][3]), (&text("from $20"), &Data::Float(-3.0)));
        assert_eq!((&rows[3][1], &rows[3][3]), (&Data::Empty, &text("007")));
        assert!(book.worksheet_formula("shop").unwrap().is_empty());
    }

    #[test]
    fn rows_of_a_template_say_where_they_are_from() {
        let mut page = samples::page_of("1.html", vec![samples::region(&["title"], &[&["Chair"]])], vec![]);
        page.shared = vec![Shared { name: "shop".to_owned(), wrapper: "v1".to_owned() }];
        let mut book = Workbook::new(false);
        book.page(&page, Some(&Origin { archive: "a.warc".into(), position: 3 })).unwrap();
        book.page(&page, None).unwrap();
        let rows = sheet(&mut read(book), "shop");
        assert_eq!(rows[0], ["source", "archive", "position", "record", "wrapper", "title"].map(text));
        let (one, three) = (Data::Float(1.0), Data::Float(3.0));
        assert_eq!(rows[1], [text("1.html"), text("a.warc"), three, one.clone(), text("v1"), text("Chair")]);
        assert_eq!(rows[2], [text("1.html"), Data::Empty, Data::Empty, one, text("v1"), text("Chair")]);
    }

    #[test]
    fn columns_that_say_nothing_of_where_rows_are_from_are_hidden() {
        use std::io::Read;
        let hidden = |origin: Option<&Origin>, wrapper: &str| {
            let mut page = samples::page_of("1.html", vec![samples::region(&["title"], &[&["Chair"]])], vec![]);
            page.shared = vec![Shared { name: "shop".to_owned(), wrapper: wrapper.to_owned() }];
            let mut book = Workbook::new(false);
            book.page(&page, origin).unwrap();
            let mut parts = zip::ZipArchive::new(Cursor::new(book.finish().unwrap())).unwrap();
            let mut xml = String::new();
            parts.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut xml).unwrap();
            let columns = xml.split("<col ").skip(1).filter(|column| column.contains("hidden=\"1\""));
            let number = |column: &str| column.split('"').nth(1).and_then(|min| min.parse::<usize>().ok());
            columns.filter_map(number).map(|number| SHARED_COLUMNS[number - 1]).collect::<Vec<_>>()
        };
        assert_eq!(hidden(None, ""), ["archive", "position", "wrapper"]);
        assert_eq!(hidden(Some(&Origin { archive: "a.warc".into(), position: 3 }), "v1"), [""; 0]);
    }

    #[test]
    fn a_sheet_a_table_then_one_long_sheet() {
        let mut book = Workbook::new(false);
        for at in 0..60 {
            let tables = vec![samples::region(&["a"], &[&["x"], &["-5"]])];
            book.page(&samples::page_of(&format!("{}/index.html", at % 30), tables, vec![]), None).unwrap();
        }
        let mut book = read(book);
        let names = book.sheet_names();
        assert_eq!((names.len(), names[0].as_str(), names[1].as_str()), (51, "index", "1-index"));
        assert_eq!(names[50], "More records");
        let mut lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        lower.sort();
        lower.dedup();
        assert_eq!(lower.len(), 51);
        let long = sheet(&mut book, "More records");
        assert_eq!(long.len(), 21);
        assert_eq!(long[0], LONG_COLUMNS.map(text));
        assert_eq!(long[2], [text("20/index.html"), Data::Float(1.0), Data::Float(2.0), text("a"), text("-5")]);
    }

    #[test]
    fn only_the_long_sheet_where_asked() {
        let mut book = Workbook::new(true);
        book.page(&samples::page("shop.html"), None).unwrap();
        let mut book = read(book);
        assert_eq!(book.sheet_names(), ["Records"]);
        assert_eq!(sheet(&mut book, "Records").len(), 1 + 15);
    }

    #[test]
    fn full_sheets_go_on_in_the_next() {
        for (only_long, expected) in [(false, vec!["a", "a (2)"]), (true, vec!["Records", "Records (2)"])] {
            let mut book = Workbook::new(only_long);
            book.rows = 3;
            let table = samples::region(&["a"], &[&["1"], &["2"], &["3"]]);
            book.page(&samples::page_of("a.html", vec![table], vec![]), None).unwrap();
            let mut book = read(book);
            assert_eq!(book.sheet_names(), expected);
            assert_eq!((sheet(&mut book, expected[0]).len(), sheet(&mut book, expected[1]).len()), (3, 2));
        }
    }

    #[test]
    fn what_a_cell_cannot_hold_is_cut_with_a_mark() {
        let (long, wide) = ("x".repeat(40_000), "👩".repeat(20_000));
        let link = format!("https://example.com/{}", "y".repeat(3000));
        let mut book = Workbook::new(false);
        let mut table = samples::region(&["a", "b", "c"], &[&[&long, &wide, "\u{ffff}\u{1}_x0041_"]]);
        table.columns.push(samples::column(
            "url",
            rowsmith::types::ColumnKind::Link,
            rowsmith::recognize::ValueType::Url,
        ));
        table.records[0].cells.push(samples::cell(&link));
        book.page(&samples::page_of("a.html", vec![table], vec![]), None).unwrap();
        let rows = sheet(&mut read(book), "a");
        let units = |cell: &Data| cell.to_string().encode_utf16().count();
        assert_eq!((units(&rows[1][0]), units(&rows[1][1])), (32_767, 32_767));
        assert!(rows[1][0].to_string().ends_with("x…") && rows[1][1].to_string().ends_with("👩…"));
        assert_eq!(rows[1][3], text(&link));
    }

    #[test]
    fn the_same_pages_are_the_same_bytes() {
        let bytes = || {
            let mut book = Workbook::new(false);
            book.page(&samples::page("shop.html"), None).unwrap();
            book.finish().unwrap()
        };
        assert!(bytes() == bytes());
        assert_eq!(read(Workbook::new(false)).sheet_names(), ["No records"]);
    }

    #[test]
    fn sheet_names_are_valid() {
        assert_eq!(sheet_name("a[b]:c", ""), "a_b__c");
        assert_eq!(sheet_name("'quoted'", ""), "quoted");
        assert_eq!(sheet_name("History", ""), "History_");
        assert_eq!(sheet_name("", ""), "Sheet");
        let long = sheet_name(&"👩".repeat(40), " (12)");
        assert!(long.encode_utf16().count() <= 31 && long.ends_with(" (12)"), "{long}");
    }
}
