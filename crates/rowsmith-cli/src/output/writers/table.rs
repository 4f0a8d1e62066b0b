//! Tables for reading: a heading, aligned columns that fit the terminal, cut where necessary.

use std::borrow::Cow;
use std::io::{self, Write};

use rowsmith::types::{Cell, Column, ColumnKind, RegionTable};

use super::text_writer::{Shape, TextWriter};
use super::widths::{GAP, Wish, lay_out};
use crate::common::text::{count, cut_end, cut_middle, harmless, width};
use crate::output::page::Page;
use crate::output::typed::{holds_addresses, holds_numbers, shown};

/// Readable tables.
pub(crate) struct Table {
    shape: Shape,
    begun: bool,
}

impl Table {
    pub(crate) fn new(shape: Shape) -> Self {
        Table { shape, begun: false }
    }

    fn paint(&self, style: &str, text: &str) -> String {
        if self.shape.colour { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn heading(&self, page: &Page, at: usize, table: &RegionTable) -> String {
        let mut parts = vec![self.paint("1;35", &harmless(&page.source))];
        if let Some(title) = page.titles.get(at) {
            parts.push(harmless(title).into_owned());
        } else if page.tables.len() > 1 {
            parts.push(format!("region {} of {}", at + 1, page.tables.len()));
        }
        parts.push(count(table.records.len(), self.shape.noun));
        if self.shape.regions {
            parts.push(format!("score {:.4}", table.score));
            if table.main {
                parts.push("main list".to_owned());
            }
        }
        parts.join(" · ")
    }
}

impl TextWriter for Table {
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        for (at, table) in page.tables.iter().enumerate() {
            if self.begun {
                writeln!(out)?;
            }
            self.begun = true;
            writeln!(out, "{}", self.heading(page, at, table))?;
            self.body(out, table)?;
        }
        Ok(())
    }

    fn go_on(&mut self) {
        self.begun = true;
    }
}

impl Table {
    fn body(&self, out: &mut dyn Write, table: &RegionTable) -> io::Result<()> {
        let texts: Vec<Vec<Cow<'_, str>>> = table.records.iter().map(|record| row(table, &record.cells)).collect();
        let names: Vec<Cow<'_, str>> = table.columns.iter().map(|column| harmless(&column.name)).collect();
        let wishes: Vec<Wish> = (0..table.columns.len())
            .map(|at| {
                let widest = texts.iter().map(|row| width(&row[at])).max().unwrap_or(0);
                let filled = texts.iter().filter(|row| !row[at].is_empty()).count();
                let column = &table.columns[at];
                Wish {
                    width: widest.max(width(&names[at])).max(1),
                    address: holds_addresses(column.kind),
                    dispensable: dispensable(column, filled * 2 < texts.len()),
                }
            })
            .collect();
        let widths = lay_out(&wishes, self.shape.width);
        let shown: Vec<ShownColumn> =
            widths.iter().enumerate().filter_map(|(at, width)| width.map(|width| ShownColumn { at, width })).collect();
        if shown.is_empty() {
            return Ok(());
        }
        let line = |row: &[Cow<'_, str>], cut: &dyn Fn(usize, &str, usize) -> String| -> String {
            let mut line = String::new();
            for (nth, column) in shown.iter().enumerate() {
                if nth > 0 {
                    line.push_str(&" ".repeat(GAP));
                }
                let text = cut(column.at, &row[column.at], column.width);
                let pad = " ".repeat(column.width.saturating_sub(width(&text)));
                match holds_numbers(&table.columns[column.at]) {
                    true => line.extend([pad, text]),
                    false => line.extend([text, pad]),
                }
            }
            line.truncate(line.trim_end().len());
            line
        };
        writeln!(out, "{}", self.paint("1", &line(&names, &|_, text, wide| cut_end(text, wide).into_owned())))?;
        let rule = shown.iter().map(|column| "─".repeat(column.width)).collect::<Vec<_>>().join(&" ".repeat(GAP));
        writeln!(out, "{}", self.paint("2", &rule))?;
        for row in &texts {
            let cut = |at: usize, text: &str, wide: usize| match is_address(&table.columns[at], text) {
                true => cut_middle(text, wide).into_owned(),
                false => cut_end(text, wide).into_owned(),
            };
            writeln!(out, "{}", line(row, &cut))?;
        }
        if shown.len() < names.len() {
            let hidden = names.iter().zip(&widths).filter(|(_, width)| width.is_none()).map(|(name, _)| name.as_ref());
            let hidden = hidden.collect::<Vec<_>>().join(", ");
            let left_out = format!("… and {}: {hidden}", count(names.len() - shown.len(), "more column"));
            let widest = if self.shape.width == 0 { usize::MAX } else { self.shape.width };
            writeln!(out, "{}", self.paint("2", &cut_end(&left_out, widest)))?;
        }
        Ok(())
    }
}

/// A column that is shown.
struct ShownColumn {
    /// Its index in the table.
    at: usize,
    /// How wide it is.
    width: usize,
}

fn row<'a>(table: &'a RegionTable, cells: &'a [Option<Cell>]) -> Vec<Cow<'a, str>> {
    let text = |at: usize| cells.get(at).and_then(Option::as_ref).map(|cell| harmless(shown(cell)));
    (0..table.columns.len()).map(|at| text(at).unwrap_or_default()).collect()
}

/// If a table is too wide for the terminal, columns that are mostly empty are left out first (images before links
/// before texts), then images and then links among the others.
fn dispensable(column: &Column, mostly_empty: bool) -> u8 {
    let kind = match column.kind {
        ColumnKind::Text => 0,
        ColumnKind::Link => 1,
        ColumnKind::Image => 2,
    };
    kind + if mostly_empty { 3 } else { 0 }
}

/// Addresses and element paths differ in their ends.
fn is_address(column: &Column, text: &str) -> bool {
    holds_addresses(column.kind) || text.starts_with("/html[")
}

#[cfg(test)]
mod tests {
    use rowsmith::recognize::ValueType;

    use super::super::samples;
    use super::*;

    fn write(shape: Shape, pages: &[Page]) -> String {
        let (mut out, mut table) = (Vec::new(), Table::new(shape));
        for page in pages {
            table.page(&mut out, page).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    fn shape(width: usize) -> Shape {
        Shape { width, colour: false, long: false, typed: false, sources: false, regions: false, noun: "record" }
    }

    #[test]
    fn a_page_as_people_see_it() {
        let region = samples::region_of(
            vec![
                samples::column("title", ColumnKind::Text, ValueType::Text),
                samples::column("price", ColumnKind::Text, ValueType::Price),
                samples::column("url", ColumnKind::Link, ValueType::Url),
            ],
            vec![
                vec![samples::cell("値段の高い机"), samples::cell("$5"), samples::cell("https://example.com/desk/17")],
                vec![samples::cell("Chair"), samples::cell("$1,299.00"), None],
            ],
        );
        let page = samples::page_of("shop.html", vec![region], vec![]);
        assert_eq!(
            write(shape(40), &[page]),
            "\
shop.html · 2 records
title             price  url
────────────  ─────────  ───────────────
値段の高い机         $5  https:…/desk/17
Chair         $1,299.00
"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let page = samples::page("shop.html");
        for columns in 20..200 {
            let text = write(shape(columns), std::slice::from_ref(&page));
            let widest = text.lines().skip(1).map(width).max().unwrap();
            assert!(widest <= columns, "{columns}:\n{text}");
        }
        assert!(write(shape(45), std::slice::from_ref(&page)).contains("… and 3 more columns: reviews, url, image"));
        assert!(write(shape(0), &[page]).contains("https://example.com/img/c.jpg"));
    }

    #[test]
    fn regions_have_headings_of_their_own() {
        let mut second = samples::region(&["name"], &[&["Home"]]);
        (second.main, second.score) = (false, 0.25);
        let page = samples::page_of("shop.html", vec![samples::shop(), second], vec![]);
        let text = write(Shape { regions: true, ..shape(80) }, &[page]);
        assert!(text.starts_with("shop.html · region 1 of 2 · 3 records · score 0.9000 · main list\n"), "{text}");
        assert!(
            text.ends_with("\n\nshop.html · region 2 of 2 · 1 record · score 0.2500\nname\n────\nHome\n"),
            "{text}"
        );
    }

    #[test]
    fn colour_only_when_asked_and_escapes_of_the_page_never() {
        let page = samples::page_of("a\x1b[31m.html", vec![samples::region(&["a"], &[&["\x1b]0;x\x07"]])], vec![]);
        assert!(!write(shape(80), std::slice::from_ref(&page)).contains('\x1b'));
        let coloured = write(Shape { colour: true, ..shape(80) }, &[page]);
        assert!(coloured.contains("\x1b[1;35m") && !coloured.contains("\x1b]0"), "{coloured:?}");
    }

    #[test]
    fn odd_tables_do_no_harm() {
        let mut ragged = samples::region(&["a", "b"], &[&["1"]]);
        ragged.records[0].cells.truncate(1);
        let page = samples::page_of("x", vec![ragged, samples::region(&[], &[]), samples::region(&["a"], &[])], vec![]);
        assert!(write(shape(80), &[page]).contains("region 2 of 3 · 0 records"));
    }
}
