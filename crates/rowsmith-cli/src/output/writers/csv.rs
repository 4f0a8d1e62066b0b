//! CSV: quoted according to RFC 4180, in UTF-8, with lines ending in a line feed.
//!
//! There are four shapes. A single table in a file is just that table. Several pages or regions in one file form one
//! table with `source`, `region` (and `kind`, what the page is, if that was asked for) and all columns that occur, identified by name and in the order of their first
//! occurrence; the pages wait on the disk until the last column is known. The long form has one row per cell and is
//! written as the pages come, and so is a table shared by the pages of a template.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{QuoteStyle, Terminator, WriterBuilder};
use rowsmith::types::{Cell, RecordRow, RegionTable};

use super::cells::{LONG_COLUMNS, PlacedCell, cells, shared_header};
use super::text_writer::{Shape, TextWriter};
use super::union::Union;
use crate::common::notices;
use crate::common::source::Origin;
use crate::output::page::{Page, Shared};
use crate::output::spool::Spool;
use crate::output::typed::shown;

/// The separator between fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Separator {
    /// A comma; fields are quoted if necessary.
    Comma,
    /// A tab; nothing is quoted, so tabs and line breaks in fields become spaces.
    Tab,
}

/// Writes one table with its header.
pub(crate) fn table(out: &mut dyn Write, table: &RegionTable) -> io::Result<()> {
    if table.columns.is_empty() {
        return empty_rows(out, 1 + table.records.len());
    }
    let mut rows = Rows::new(out, Separator::Comma);
    rows.row(table.columns.iter().map(|column| column.name.as_str()))?;
    for record in &table.records {
        rows.row(texts(table, record))?;
    }
    rows.finish()
}

/// The records of a page, for a table shared by several pages.
pub(crate) struct SharedRows<'a> {
    pub(crate) source: &'a str,
    pub(crate) origin: Option<&'a Origin>,
    pub(crate) shared: &'a Shared,
    pub(crate) table: &'a RegionTable,
}

/// The header of a table shared by several pages: where each row comes from, then the columns.
pub(crate) fn begin_shared(out: &mut dyn Write, table: &RegionTable) -> io::Result<()> {
    let mut rows = Rows::new(out, Separator::Comma);
    rows.row(shared_header(table).iter().map(String::as_str))?;
    rows.finish()
}

/// The rows of a page in such a table.
pub(crate) fn shared_rows(out: &mut dyn Write, page: &SharedRows<'_>) -> io::Result<()> {
    let SharedRows { source, origin, shared, table } = *page;
    let mut rows = Rows::new(out, Separator::Comma);
    let archive = origin.map_or("", |origin| &origin.archive);
    let position = origin.map_or(String::new(), |origin| origin.position.to_string());
    for (number, record) in table.records.iter().enumerate() {
        let number = (number + 1).to_string();
        let own = [source, archive, &position, &number, &shared.wrapper];
        rows.row(own.into_iter().chain(texts(table, record)))?;
    }
    rows.finish()
}

/// The texts of a record's cells, one per column.
fn texts<'a>(table: &RegionTable, record: &'a RecordRow) -> impl Iterator<Item = &'a str> {
    (0..table.columns.len()).map(|at| text(record.cells.get(at).and_then(Option::as_ref)))
}

fn text(cell: Option<&Cell>) -> &str {
    cell.map(shown).unwrap_or_default()
}

/// One row per cell: `source,region,record,column,value`, with regions and records counted from 1.
pub(crate) struct CsvLong {
    separator: Separator,
    begun: bool,
}

impl CsvLong {
    pub(crate) fn new(separator: Separator) -> Self {
        CsvLong { separator, begun: false }
    }
}

impl TextWriter for CsvLong {
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        let mut rows = Rows::new(out, self.separator);
        if !self.begun {
            rows.row(LONG_COLUMNS.into_iter())?;
            self.begun = true;
        }
        for (at, table) in page.tables.iter().enumerate() {
            let region = (at + 1).to_string();
            for PlacedCell { record, column, cell } in cells(table) {
                let (record, name) = ((record + 1).to_string(), &table.columns[column].name);
                rows.row([&page.source, &region, &record, name, shown(cell)].into_iter())?;
            }
        }
        rows.finish()
    }

    fn go_on(&mut self) {
        self.begun = true;
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        let mut rows = Rows::new(out, self.separator);
        rows.row(LONG_COLUMNS.into_iter())?;
        rows.finish()
    }
}

/// All tables of the pages as one.
pub(crate) fn wide(out: &mut dyn Write, spool: &mut Spool, shape: Shape, separator: Separator) -> io::Result<()> {
    let mut union = Union::default();
    for page in spool.read()? {
        union.add(&page?, false);
    }
    if union.pages == 0 {
        return Ok(());
    }
    if let Some(notice) = union.notice() {
        notices::warning("output", &notice);
    }
    let source = shape.sources || union.pages > 1;
    let own = OwnColumns { source, kind: source && union.kinds, region: shape.regions || union.regions };
    let own_names: Vec<&str> = own.shown(["source", "kind", "region"]).collect();
    let names = union.names(&own_names);
    if own_names.is_empty() && names.is_empty() {
        return empty_rows(out, 1 + union.records);
    }
    let mut rows = Rows::new(out, separator);
    rows.row(own_names.iter().copied().chain(names.iter().map(String::as_str)))?;
    for page in spool.read()? {
        let page = page?;
        for (at, table) in page.tables.iter().enumerate() {
            let region = (at + 1).to_string();
            let places: Vec<Option<usize>> = table.columns.iter().map(|column| union.place(&column.name)).collect();
            for record in &table.records {
                let mut cells = vec![""; names.len()];
                for (place, cell) in places.iter().zip(&record.cells) {
                    if let Some(place) = place {
                        cells[*place] = text(cell.as_ref());
                    }
                }
                rows.row(own.shown([&page.source, page.kind_name(), &region]).chain(cells))?;
            }
        }
    }
    rows.finish()
}

/// Which of our own columns exist.
#[derive(Clone, Copy)]
struct OwnColumns {
    source: bool,
    kind: bool,
    region: bool,
}

impl OwnColumns {
    /// The contents of those that exist.
    fn shown(self, contents: [&str; 3]) -> impl Iterator<Item = &str> {
        let exist = [self.source, self.kind, self.region];
        contents.into_iter().zip(exist).filter(|(_, exists)| *exists).map(|(content, _)| content)
    }
}

/// Rows that are being written.
struct Rows<'a> {
    writer: csv::Writer<&'a mut dyn Write>,
    separator: Separator,
}

impl<'a> Rows<'a> {
    fn new(out: &'a mut dyn Write, separator: Separator) -> Self {
        let mut builder = WriterBuilder::new();
        builder.flexible(true).terminator(Terminator::Any(b'\n'));
        if separator == Separator::Tab {
            builder.delimiter(b'\t').quote_style(QuoteStyle::Never);
        }
        Rows { writer: builder.from_writer(out), separator }
    }

    fn row<'f>(&mut self, fields: impl Iterator<Item = &'f str>) -> io::Result<()> {
        for field in fields {
            let mut field = defused(field);
            if self.separator == Separator::Tab && is_quoted_formula(&field) {
                field = Cow::Owned(format!("'{field}"));
            }
            match self.separator {
                Separator::Tab if field.contains(['\t', '\n', '\r']) => {
                    self.writer.write_field(field.replace(['\t', '\n', '\r'], " ").as_bytes()).map_err(kept)?;
                }
                Separator::Comma | Separator::Tab => self.writer.write_field(field.as_bytes()).map_err(kept)?,
            }
        }
        self.writer.write_record(None::<&[u8]>).map_err(kept)
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of what is written to, which says whether its reader has gone.
fn kept(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// This many rows of a table without columns: empty lines, without the quotes of a row with one empty field.
fn empty_rows(out: &mut dyn Write, count: usize) -> io::Result<()> {
    (0..count).try_for_each(|_| out.write_all(b"\n"))
}

/// A spreadsheet that opens a CSV file evaluates anything that looks like a formula, and a page must not be able to
/// exploit that. Such texts get a leading apostrophe, with which spreadsheets themselves mark text. Plain numbers are
/// left alone.
///
/// In locales with a decimal comma, spreadsheets separate cells by semicolons, regardless of quotes: there a formula
/// can also begin after each semicolon and line break within a text.
pub(crate) fn defused(field: &str) -> Cow<'_, str> {
    let behind = field.match_indices([';', '\n', '\r']).map(|(at, _)| at + 1);
    let mut dangerous = std::iter::once(0).chain(behind).filter(|&at| is_formula(&field[at..], at == 0)).peekable();
    if dangerous.peek().is_none() {
        return Cow::Borrowed(field);
    }
    let (mut out, mut written) = (String::with_capacity(field.len() + 1), 0);
    for at in dangerous {
        out.push_str(&field[written..at]);
        out.push('\'');
        written = at;
    }
    out.push_str(&field[written..]);
    Cow::Owned(out)
}

/// What a field was before it was [`defused`].
pub(crate) fn as_it_was(field: &str) -> String {
    let behind = field.match_indices([';', '\n', '\r']).map(|(at, _)| at + 1);
    let marks = std::iter::once(0).chain(behind).filter(|&at| {
        let text = field[at..].strip_prefix('\'');
        text.is_some_and(|text| is_formula(text, at == 0) || at == 0 && is_quoted_formula(text))
    });
    let (mut out, mut taken) = (String::with_capacity(field.len()), 0);
    for at in marks {
        out.push_str(&field[taken..at]);
        taken = at + 1;
    }
    out.push_str(&field[taken..]);
    out
}

/// Whether what begins here would be evaluated; `whole` if it is a text from its beginning.
fn is_formula(text: &str, whole: bool) -> bool {
    // invisible to a spreadsheet: a byte order mark, zero-width characters, and characters that do not count as quotes
    // there
    let unseen = |c: char| {
        matches!(c, '\0' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || !whole && matches!(c, '"' | '\t')
    };
    let text = text.trim_start_matches(unseen);
    // East Asian spreadsheets treat full-width signs like the others
    let begins = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let begins = begins || whole && text.starts_with(['\t', '\r']);
    let cell = if whole { text } else { text.split([';', '\n', '\r']).next().unwrap_or_default() };
    begins && !is_plain_number(cell)
}

/// Whether a formula begins behind quotes at the beginning of a text. Where texts are not quoted, as between tabs, a spreadsheet takes them
/// for those of the cell.
fn is_quoted_formula(text: &str) -> bool {
    text.starts_with('"') && is_formula(text, false)
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+', '－', '＋']).unwrap_or(text);
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',')
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::output::page::PageKind;

    fn shape(sources: bool, regions: bool) -> Shape {
        Shape { width: 80, colour: false, long: false, typed: false, sources, regions, noun: "record" }
    }

    fn write(mut writer: impl TextWriter, pages: &[Page]) -> String {
        let mut out = Vec::new();
        for page in pages {
            writer.page(&mut out, page).unwrap();
        }
        writer.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn write_wide(shape: Shape, pages: &[Page]) -> String {
        let (mut out, mut spool) = (Vec::new(), Spool::default());
        for page in pages {
            spool.add(page, None).unwrap();
        }
        wide(&mut out, &mut spool, shape, Separator::Comma).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// `… | head -1` on a table that is longer than what is written at a time was an error.
    #[test]
    fn a_reader_that_leaves_within_a_table_has_left() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Gone;
        let mut rows = Rows::new(&mut out, Separator::Comma);
        let text = "x".repeat(1 << 16);
        let ended = (0..9).try_for_each(|_| rows.row([text.as_str()].into_iter()));
        assert_eq!(ended.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
    }

    #[test]
    fn one_page_is_one_plain_table() {
        let csv = write_wide(shape(false, false), &[samples::page("shop.html")]);
        assert_eq!(
            csv,
            "title,price,date,reviews,url,image\n\
             \"Blue chair, \"\"Oslo\"\" | new\",\"$1,299.00\",2024-01-05,12,https://example.com/chair,https://example.com/img/c.jpg\n\
             \"'=HYPERLINK(\"\"http://evil.example\"\")\",from $20,yesterday,-3,javascript:void(0),\n\
             値段の高い机,,2024-01-05 10:30,007,/desk,\n"
        );
        let mut one = Vec::new();
        table(&mut one, &samples::shop()).unwrap();
        assert_eq!(String::from_utf8(one).unwrap(), csv);
    }

    #[test]
    fn several_pages_share_columns_by_name() {
        let a = samples::region(&["title", "price"], &[&["A", "1"]]);
        let b = samples::region(&["price", "source"], &[&["2", "B"]]);
        let c = samples::region(&["title"], &[&["C"]]);
        let pages = [samples::page_of("a.html", vec![a], vec![]), samples::page_of("b.html", vec![b, c], vec![])];
        assert_eq!(
            write_wide(shape(true, false), &pages),
            "source,region,title,price,source_2\na.html,1,A,1,\nb.html,1,,2,B\nb.html,2,C,,\n"
        );
    }

    #[test]
    fn what_each_of_several_pages_is_stands_behind_its_source() {
        let page = |source: &str, kind: &'static str| {
            let mut page =
                samples::page_of(source, vec![samples::region(&["title", "kind"], &[&["A", "own"]])], vec![]);
            page.kind = Some(PageKind { name: kind.into(), confidence: 0.9, rows: 1, parts: vec!["record".into()] });
            page
        };
        let pages = [page("a.html", "list"), page("b.html", "article")];
        let csv = "source,kind,title,kind_2\na.html,list,A,own\nb.html,article,A,own\n";
        assert_eq!(write_wide(shape(true, false), &pages), csv);
        assert_eq!(write_wide(shape(false, false), &pages[..1]), "title,kind\nA,own\n");
    }

    #[test]
    fn the_long_form() {
        let region = samples::region(&["title", "price"], &[&["A"], &["B", "-2-2"]]);
        let pages = [samples::page_of("a.html", vec![region], vec![])];
        assert_eq!(
            write(CsvLong::new(Separator::Comma), &pages),
            "source,region,record,column,value\na.html,1,1,title,A\na.html,1,2,title,B\na.html,1,2,price,'-2-2\n"
        );
        assert_eq!(write(CsvLong::new(Separator::Comma), &[]), "source,region,record,column,value\n");
    }

    #[test]
    fn tabs_part_fields_that_hold_none() {
        let region = samples::region(&["a", "b"], &[&["x\ty\nz", "\"q\", r"], &["=1+1"]]);
        let (mut out, mut spool) = (Vec::new(), Spool::default());
        spool.add(&samples::page_of("a.html", vec![region], vec![]), None).unwrap();
        wide(&mut out, &mut spool, shape(false, false), Separator::Tab).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\tb\nx y z\t\"q\", r\n'=1+1\t\n");
    }

    #[test]
    fn a_formula_in_quotes_between_tabs_is_defused_too() {
        let region = samples::region(&["a", "b"], &[&["\"=1+1\"", "\"a\""], &["\"\"@SUM(1)", "\"-5\" b"]]);
        let write = |separator| {
            let (mut out, mut spool) = (Vec::new(), Spool::default());
            spool.add(&samples::page_of("a.html", vec![region.clone()], vec![]), None).unwrap();
            wide(&mut out, &mut spool, shape(false, false), separator).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(write(Separator::Tab), "a\tb\n'\"=1+1\"\t\"a\"\n'\"\"@SUM(1)\t'\"-5\" b\n");
        // quotes of a text that is quoted are letters of it
        assert_eq!(
            write(Separator::Comma),
            "a,b\n\"\"\"=1+1\"\"\",\"\"\"a\"\"\"\n\"\"\"\"\"@SUM(1)\",\"\"\"-5\"\" b\"\n"
        );
        assert_eq!(as_it_was("'\"=1+1\""), "\"=1+1\"");
    }

    #[test]
    fn formulas_are_defused_and_numbers_left_alone() {
        for formula in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "-", "+", "-1e5", "--1"] {
            assert_eq!(defused(formula), format!("'{formula}"));
        }
        for formula in ["\u{feff}=1+1", "\u{feff}\u{200b}@SUM(A1)", "\0=1", "＝1+1", "＋1+1", "－2+3", "＠SUM(A1)"]
        {
            assert_eq!(defused(formula), format!("'{formula}"));
        }
        assert_eq!(defused("\r=1"), "'\r'=1");
        // after what separates cells in other locales
        for (formula, text) in [
            (";=1+1", ";'=1+1"),
            ("a;=1+1;b;@x", "a;'=1+1;b;'@x"),
            ("=1;=2", "'=1;'=2"),
            ("a\n=1", "a\n'=1"),
            ("a\r\n=1", "a\r\n'=1"),
            ("a;\"=1\"", "a;'\"=1\""),
            ("値段;\u{feff}＝1", "値段;'\u{feff}＝1"),
            ("a;-1+2;-1", "a;'-1+2;-1"),
        ] {
            assert_eq!(defused(formula), text);
        }
        for harmless in ["a;b", "a; =1", "a;-3", "a\n\tb", "\u{feff}a", "－3", "a,=1", ";", "\n"] {
            assert_eq!(defused(harmless), harmless);
        }
        for harmless in ["-3", "+4.5", "-1,234.50", "-5%", "5-3", "a=b", "", " =1", "'=1"] {
            assert_eq!(defused(harmless), harmless);
        }
    }

    #[test]
    fn a_row_is_a_row_whatever_is_in_it() {
        let region = samples::region(&["a"], &[&[""], &["two\nlines"], &[" x "]]);
        let mut out = Vec::new();
        table(&mut out, &region).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\n\"\"\n\"two\nlines\"\n x \n");
    }

    #[test]
    fn only_what_must_be_quoted_is() {
        let fields = ["a,b", "a\"b", "a\rb", "a;b", "a'b", "a\tb", "#a", "\u{feff}a", " a", "a\\b", ""];
        let columns: Vec<String> = (0..fields.len()).map(|at| at.to_string()).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut out = Vec::new();
        table(&mut out, &samples::region(&columns, &[&fields])).unwrap();
        let expected = "\"a,b\",\"a\"\"b\",\"a\rb\",a;b,a'b,a\tb,#a,\u{feff}a, a,a\\b,\n";
        assert_eq!(String::from_utf8(out).unwrap(), format!("0,1,2,3,4,5,6,7,8,9,10\n{expected}"));
    }

    #[test]
    fn a_table_without_columns_is_empty_lines() {
        let mut region = samples::region(&["a"], &[&["x"], &["y"]]);
        region.columns.clear();
        let page = samples::page_of("a.html", vec![region.clone()], vec![]);
        let mut out = Vec::new();
        table(&mut out, &region).unwrap();
        assert_eq!(out, b"\n\n\n");
        assert_eq!(write_wide(shape(false, false), &[page]), "\n\n\n");
    }
}
