//! Markdown: a heading and a table per region, as supported by GitHub and most others.

use std::io::{self, Write};

use rowsmith::types::{Cell, Column};

use super::text_writer::{Shape, TextWriter};
use crate::common::text::{count, harmless};
use crate::output::page::Page;
use crate::output::typed::{holds_addresses, holds_numbers, shown};

/// Markdown tables.
pub(crate) struct Markdown {
    noun: &'static str,
}

impl Markdown {
    pub(crate) fn new(shape: Shape) -> Self {
        Markdown { noun: shape.noun }
    }
}

impl TextWriter for Markdown {
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        for (at, table) in page.tables.iter().enumerate() {
            let region = match page.titles.get(at) {
                Some(title) => format!(", {}", escape(title)),
                None if page.tables.len() > 1 => format!(", region {}", at + 1),
                None => String::new(),
            };
            let source = escape(&page.source);
            writeln!(out, "## {source}{region} ({})\n", count(table.records.len(), self.noun))?;
            if table.columns.is_empty() {
                continue;
            }
            for column in &table.columns {
                write!(out, "| {} ", escape(&column.name))?;
            }
            writeln!(out, "|")?;
            for column in &table.columns {
                write!(out, "| {} ", if holds_numbers(column) { "--:" } else { "---" })?;
            }
            writeln!(out, "|")?;
            for record in &table.records {
                for (at, column) in table.columns.iter().enumerate() {
                    let cell = record.cells.get(at).and_then(Option::as_ref);
                    write!(out, "| {} ", cell.map(|cell| markdown(column, cell)).unwrap_or_default())?;
                }
                writeln!(out, "|")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

fn markdown(column: &Column, cell: &Cell) -> String {
    let text = shown(cell);
    let is_address = holds_addresses(column.kind) && (text.starts_with("https://") || text.starts_with("http://"));
    // inside < > only its end and the bar of the table are special
    if is_address && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>`".contains(c)) {
        return format!("<{}>", text.replace('\\', "%5C").replace('|', "%7C"));
    }
    escape(text)
}

/// Text on one line, with a backslash before anything that Markdown would take for markup.
fn escape(text: &str) -> String {
    let text = harmless(text.trim());
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\|`*_[]<>~&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use rowsmith::recognize::ValueType;
    use rowsmith::types::ColumnKind;

    use super::super::samples;
    use super::*;

    #[test]
    fn a_table_that_stays_a_table() {
        let mut out = Vec::new();
        Markdown { noun: "record" }.page(&mut out, &samples::page("shop_1.html")).unwrap();
        let out = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[0], "## shop\\_1.html (3 records)");
        assert_eq!(lines[2], "| title | price | date | reviews | url | image |");
        assert_eq!(lines[3], "| --- | --: | --- | --: | --- | --- |");
        assert!(lines[4].starts_with("| Blue chair, \"Oslo\" \\| new | $1,299.00 |"), "{}", lines[4]);
        assert!(lines[4].contains("| <https://example.com/chair> |"), "{}", lines[4]);
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        assert!(lines[2..7].iter().all(|line| bars(line) == 7), "{out}");
    }

    #[test]
    fn markup_of_the_page_is_text() {
        assert_eq!(escape(" <b>*a*</b>\n&amp; "), "\\<b\\>\\*a\\*\\</b\\> \\&amp;");
        let column = samples::column("url", ColumnKind::Link, ValueType::Url);
        let of = |text: &str| markdown(&column, &samples::cell(text).unwrap());
        assert_eq!(of("https://a.example/x_y|z"), "<https://a.example/x_y%7Cz>");
        assert_eq!(of("https://a.example/>x"), "https://a.example/\\>x");
        assert_eq!(of("javascript:alert(1)"), "javascript:alert(1)");
    }
}
