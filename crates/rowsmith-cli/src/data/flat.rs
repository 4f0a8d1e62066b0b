//! JSON objects as rows: fields of nested objects are named by their path, lists of plain values become one text.

use super::columns::{Item, Rows};
use super::value::{Field, Value};

/// How deep nested objects become columns; deeper ones stay JSON.
const DEEPEST: usize = 4;
/// The most bytes of JSON in one cell.
const LONGEST: usize = 4096;

/// Adds the fields of an object to the last row.
pub(super) fn put_object(rows: &mut Rows, fields: &[Field]) {
    put(rows, "", fields, 0);
}

fn put(rows: &mut Rows, path: &str, fields: &[Field], depth: usize) {
    for Field { name, value } in fields {
        let name = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            Value::Object(fields) if depth < DEEPEST && !fields.is_empty() => put(rows, &name, fields, depth + 1),
            value => {
                if let Some(item) = item(value) {
                    rows.put(&name, item);
                }
            }
        }
    }
}

/// A value as one text; `None` for empty values.
fn item(value: &Value) -> Option<Item> {
    match value {
        Value::Null => None,
        Value::Text(text) if text.is_empty() => None,
        Value::Text(text) => Some(Item::text(text.clone())),
        Value::Plain(text) => {
            Some(Item { text: text.clone(), is_number: text.starts_with(|c: char| c.is_ascii_digit() || c == '-') })
        }
        Value::List(values) if values.is_empty() => None,
        Value::List(values) => {
            let plain: Option<Vec<&str>> = values.iter().map(plain).collect();
            match plain {
                Some(texts) => Some(Item::text(texts.join(", "))),
                None => Some(Item::text(cut(value.line()))),
            }
        }
        Value::Object(fields) if fields.is_empty() => None,
        Value::Object(_) => Some(Item::text(cut(value.line()))),
    }
}

fn plain(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) | Value::Plain(text) => Some(text),
        _ => None,
    }
}

fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
