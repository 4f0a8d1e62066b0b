//! JSON Feed (version 1.1): a list to subscribe to, with one item per record.
//!
//! Unlike Atom, JSON Feed does not require dates where a page has none. An item is identified by the address that it
//! leads to, or else by its texts, so that it is the same in the next run; duplicates are written once. If the feed
//! goes to a file, an item without a date on the page gets that of the run that saw it first.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rowsmith::recognize::date::{DateTime, Precision};
use rowsmith::types::{Cell, Column, ColumnKind, ColumnReading, RecordRow, RegionTable, Role};
use serde_json::{Map, Value, json};

use super::text_writer::TextWriter;
use crate::output::json::escaped;
use crate::output::page::Page;
use crate::output::typed::{Typed, readings, shown, typed};

/// The most bytes of a title that is made from texts.
const LONGEST_TITLE: usize = 200;

/// The items of all pages as one feed.
#[derive(Default)]
pub(crate) struct Feed {
    begun: bool,
    /// Whether an item was written, by this run or an earlier one.
    continued: bool,
    ids: HashSet<u64>,
    /// If the feed goes to a file, when items were first seen.
    sightings: Option<Sightings>,
}

impl Feed {
    /// A feed that goes to a file; an existing feed from an earlier run tells when items were first seen.
    pub(crate) fn over(file: &Path) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|time| i64::try_from(time.as_secs()).ok());
        let now = now.and_then(DateTime::from_unix).as_ref().and_then(instant);
        Feed { sightings: now.map(|now| Sightings { earlier: dates_of(file), now }), ..Feed::default() }
    }
}

/// When items were first seen, as dates in the format of feeds.
struct Sightings {
    /// The dates in the feed of an earlier run, by the hash of the item's id.
    earlier: HashMap<u64, String>,
    now: String,
}

/// The dates of the items of a feed; none if it is not a feed or does not exist.
fn dates_of(file: &Path) -> HashMap<u64, String> {
    let feed: Option<Value> = fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let items = feed.as_ref().and_then(|feed| feed.get("items")?.as_array()).map_or(&[][..], Vec::as_slice);
    let date = |item: &Value| Some((hash(item.get("id")?.as_str()?), item.get("date_published")?.as_str()?.to_owned()));
    items.iter().filter_map(date).collect()
}

impl TextWriter for Feed {
    fn go_on(&mut self) {
        (self.begun, self.continued) = (true, true);
    }

    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        if !self.begun {
            begin(out, &page.source)?;
            self.begun = true;
        }
        for table in &page.tables {
            let readings = readings(table);
            for record in &table.records {
                let mut item = item(table, record, &readings);
                let id = hash(item.get("id").and_then(Value::as_str).unwrap_or_default());
                if !self.ids.insert(id) {
                    continue;
                }
                if let Some(Sightings { earlier, now }) = &self.sightings {
                    let first = || earlier.get(&id).unwrap_or(now).as_str().into();
                    item.entry("date_published").or_insert_with(first);
                }
                out.write_all(if self.continued { b",\n" } else { b"\n" })?;
                self.continued = true;
                out.write_all(escaped(Value::Object(item).to_string()).as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.begun {
            begin(out, "")?;
        }
        out.write_all(b"\n]}\n")
    }
}

/// Writes everything before the items.
fn begin(out: &mut dyn Write, source: &str) -> io::Result<()> {
    let title = if source.is_empty() || source == "-" { "Records" } else { source };
    let mut head = json!({"version": "https://jsonfeed.org/version/1.1", "title": title});
    if is_web(source) {
        head["home_page_url"] = source.into();
    }
    let head = escaped(head.to_string());
    write!(out, "{},\"items\":[", head.trim_end_matches('}'))
}

/// A record as an item: values with a corresponding field go there, the rest become lines of the text.
fn item(table: &RegionTable, record: &RecordRow, readings: &[ColumnReading]) -> Map<String, Value> {
    let cells = || {
        let cells = table.columns.iter().zip(&record.cells).zip(readings);
        cells.filter_map(|((column, cell), reading)| Some((column, cell.as_ref()?, reading)))
    };
    let first = |is: &dyn Fn(&Column) -> bool| cells().find(|(column, ..)| is(column)).map(|(_, cell, _)| cell);
    let called = |column: &Column, role: Role| column.role == Some(role) || column.name == role.name();
    let url = first(&|column| called(column, Role::Url) && column.kind == ColumnKind::Link)
        .or_else(|| first(&|column| column.kind == ColumnKind::Link))
        .map(shown)
        .filter(|url| is_web(url));
    let title = first(&|column| called(column, Role::Title));
    let image = first(&|column| column.kind == ColumnKind::Image).map(shown).filter(|url| is_web(url));
    let author = first(&|column| called(column, Role::Author));
    let date = cells().find_map(|(column, cell, reading)| match typed(column, reading, cell) {
        Typed::Date(date) if called(column, Role::Date) || column.role.is_none() => instant(&date),
        _ => None,
    });
    let has_place = |cell: &Cell| [title, author].into_iter().flatten().any(|there| std::ptr::eq(there, cell));
    let is_text = |column: &Column| column.kind == ColumnKind::Text;
    let lines: Vec<String> = cells()
        .filter(|(column, cell, _)| is_text(column) && !has_place(cell))
        .map(|(column, cell, _)| format!("{}: {}", column.name, cell.text))
        .collect();
    let all: Vec<&str> = cells().map(|(_, cell, _)| cell.text.as_str()).collect();
    let mut item = Map::new();
    let id = url.map_or_else(|| format!("urn:rowsmith:{:016x}", hash(&all.join("\u{1f}"))), str::to_owned);
    item.insert("id".into(), id.into());
    url.map(|url| item.insert("url".into(), url.into()));
    title.map(|title| item.insert("title".into(), cut(&title.text).into()));
    // an item must have a text
    let text = if lines.is_empty() {
        title.map_or_else(|| all.join("\n"), |title| title.text.clone())
    } else {
        lines.join("\n")
    };
    item.insert("content_text".into(), text.into());
    image.map(|image| item.insert("image".into(), image.into()));
    date.map(|date| item.insert("date_published".into(), date.into()));
    author.map(|author| item.insert("authors".into(), json!([{"name": author.text}])));
    item
}

/// A date in the format of feeds; a day begins at midnight, and a time without an offset is taken as UTC.
fn instant(date: &DateTime) -> Option<String> {
    if date.relative || date.ambiguous || matches!(date.precision, Precision::Year | Precision::Month) {
        return None;
    }
    let DateTime { year, month, day, hour, minute, second, .. } = date;
    let offset = match date.offset {
        None | Some(0) => "Z".to_owned(),
        Some(minutes) => {
            let sign = if minutes < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
        }
    };
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{offset}"))
}

fn is_web(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

fn cut(text: &str) -> &str {
    let end = (0..=LONGEST_TITLE.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

/// FNV-1a, which gives the same result everywhere and always.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn write(pages: &[Page]) -> String {
        let (mut out, mut feed) = (Vec::new(), Feed::default());
        pages.iter().for_each(|page| feed.page(&mut out, page).unwrap());
        feed.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_record_is_an_item() {
        let text = write(&[samples::page("https://example.com/"), samples::page("b.html")]);
        let feed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (feed["home_page_url"].as_str(), feed["items"].as_array().unwrap().len()),
            (Some("https://example.com/"), 3)
        );
        let first = &feed["items"][0];
        assert_eq!(
            (first["id"].as_str(), first["url"].as_str()),
            (Some("https://example.com/chair"), first["id"].as_str())
        );
        assert_eq!(first["date_published"], "2024-01-05T00:00:00Z");
        assert_eq!(first["image"], "https://example.com/img/c.jpg");
        assert_eq!(first["content_text"], "price: $1,299.00\ndate: 2024-01-05\nreviews: 12");
        assert!(
            feed["items"][1]["id"].as_str().unwrap().starts_with("urn:rowsmith:") && feed["items"][1]["url"].is_null()
        );
        assert_eq!(feed["items"][2]["date_published"], "2024-01-05T10:30:00Z");
    }

    #[test]
    fn a_feed_holds_no_control_characters() {
        let region = samples::region(&["title"], &[&["a\u{9b}31m\u{7f}\u{1b}[2J"]]);
        let text = write(&[samples::page_of("b\u{9b}.html", vec![region], vec![])]);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        let feed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&feed["title"], &feed["items"][0]["title"]),
            (&"b\u{9b}.html".into(), &"a\u{9b}31m\u{7f}\u{1b}[2J".into())
        );
    }

    #[cfg(feature = "fetch")]
    #[test]
    fn a_feed_reader_reads_it() {
        for pages in [vec![], vec![samples::page("https://example.com/")]] {
            let text = write(&pages);
            let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
            assert_eq!(feed.entries.len(), pages.len() * 3);
            assert!(
                pages.is_empty() || feed.entries[0].title.as_ref().unwrap().content == "Blue chair, \"Oslo\" | new"
            );
        }
    }
}
