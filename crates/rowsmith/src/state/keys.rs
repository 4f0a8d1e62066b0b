//! Keys by which records on a page and objects of its state are matched: texts, addresses, pictures, identifiers.

use crate::state::flatten::Value;
use crate::state::text::{folded, plain};
use crate::state::values::{is_address, is_image};
use crate::types::{Cell, ColumnKind};

/// The least number of characters of a text that identifies a record.
const LEAST_LENGTH: usize = 4;

/// How many bytes of a text are compared.
const MOST_BYTES: usize = 400;

/// The longest text, in bytes, that is a number or price with little next to it.
const LONGEST_NUMBER: usize = 40;

/// The least number of consecutive digits in an identifier.
const LEAST_DIGITS: usize = 5;

/// Adds the keys of a cell on the page.
pub(crate) fn of_cell(kind: ColumnKind, cell: &Cell, add: &mut dyn FnMut(String)) {
    match kind {
        ColumnKind::Text => add_text(&cell.text, add),
        ColumnKind::Link => {
            let address = cell.address();
            if let Some(path) = path_of(address) {
                add(format!("u:{path}"));
                let last = path.rsplit('/').next().unwrap_or(path.as_str());
                let slug = last.split('.').next().unwrap_or(last);
                if slug.len() >= LEAST_LENGTH {
                    add(format!("s:{slug}"));
                }
            }
            identifiers(address, add);
        }
        ColumnKind::Image => {
            if let Some(name) = file_of(cell.address()) {
                add(format!("m:{name}"));
            }
        }
    }
}

/// Adds the keys of a value of the state.
pub(crate) fn of_value(value: &Value<'_>, add: &mut dyn FnMut(String)) {
    let text = value.text();
    match value {
        Value::Bool(_) => {}
        Value::Number(_) => identifiers(text, add),
        Value::Text(_) | Value::Texts(_) | Value::Spans(_) if text.len() > MOST_BYTES => {}
        Value::Text(_) | Value::Texts(_) | Value::Spans(_) => {
            if is_address(text) {
                if is_image(text)
                    && let Some(name) = file_of(text)
                {
                    add(format!("m:{name}"));
                }
                if let Some(path) = path_of(text) {
                    add(format!("u:{path}"));
                }
                return;
            }
            if !text.contains(' ') && text.contains('-') {
                add(format!("s:{}", text.to_lowercase()));
            }
            if !text.contains(' ') {
                identifiers(text, add);
            }
            add_text(text, add);
        }
    }
}

fn add_text(text: &str, add: &mut dyn FnMut(String)) {
    let text = if text.len() > MOST_BYTES { return } else { folded(text) };
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters >= LEAST_LENGTH || letters >= 2 && text.chars().any(|c| c > '\u{2fff}') {
        add(format!("t:{text}"));
    }
}

/// Runs of digits that are long enough to be identifiers.
fn identifiers(text: &str, add: &mut dyn FnMut(String)) {
    for run in
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| run.len() >= LEAST_DIGITS && run.len() <= 40)
    {
        if run.bytes().filter(u8::is_ascii_digit).count() >= LEAST_DIGITS {
            add(format!("i:{}", run.to_ascii_lowercase()));
        }
    }
}

/// The path of an address in lower case, without scheme, host, query and final slash; `None` if there is only a host.
pub(crate) fn path_of(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let rest = rest.strip_prefix("//").map_or(rest, |rest| rest.find('/').map_or("", |at| &rest[at..]));
    let path = rest.split(['?', '#']).next().unwrap_or(rest).trim_start_matches("./").trim_matches('/');
    (path.len() >= 3).then(|| path.to_lowercase())
}

/// The name of a picture's file, without its extension and sizes.
pub(crate) fn file_of(address: &str) -> Option<String> {
    let path = path_of(address)?;
    let last = path.rsplit('/').find(|part| part.len() >= 6).unwrap_or(&path);
    let name = last.split('.').next().unwrap_or(last);
    (name.len() >= 6).then(|| name.to_owned())
}

/// A text or value in the form in which columns are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Comparable {
    /// Its words.
    pub(crate) text: String,
    /// The beginning of the text, if the page truncates it.
    pub(crate) begins: Option<String>,
    /// The number, if it is a number or a price.
    pub(crate) number: Option<f64>,
    /// Its path, if it is an address.
    pub(crate) path: Option<String>,
    /// The name of its file, if it is a picture.
    pub(crate) file: Option<String>,
    /// The day, if it is a date.
    pub(crate) day: Option<String>,
}

impl Comparable {
    /// The form of a text.
    pub(crate) fn of(text: &str) -> Comparable {
        let mut end = text.len().min(4 * MOST_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = text[..end].trim();
        let address = is_address(text);
        // a number or price, and not a text that contains one
        let short = text.len() <= LONGEST_NUMBER && text.bytes().any(|b| b.is_ascii_digit());
        let number = || match crate::recognize::parse_price(text) {
            Some(price) => Some(price.amount),
            None => crate::recognize::parse_number(text).map(|number| number.value),
        };
        let number = if short && !address { number() } else { None };
        let iso = crate::state::values::is_iso_date(text).then(|| text[..10].replace('/', "-"));
        let cut = text.strip_suffix('…').or_else(|| text.strip_suffix("..."));
        Comparable {
            begins: cut.map(folded).filter(|begins| begins.len() >= LEAST_LENGTH),
            number,
            path: if address { path_of(text) } else { None },
            file: if address { file_of(text) } else { None },
            day: iso,
            text: if address { String::new() } else { folded(&plain(text)) },
        }
    }

    /// Whether both mean the same.
    pub(crate) fn agrees(&self, other: &Comparable) -> bool {
        !self.text.is_empty() && self.text == other.text
            || self.begins.as_ref().is_some_and(|begins| other.text.starts_with(begins.as_str()))
            || self.number.is_some_and(|a| other.number.is_some_and(|b| (a - b).abs() <= 0.001 * a.abs().max(0.01)))
            || self.path.is_some() && self.path == other.path
            || self.file.is_some() && self.file == other.file
            || self.day.is_some() && self.day == other.day
    }
}
