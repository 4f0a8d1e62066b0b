//! Names and values as SQLite takes them.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};

use rowsmith::types::{CellAmount, CellNumber};

use crate::output::typed::Typed;

/// A cell as a value of SQLite.
pub(super) struct SqlValue<'a> {
    pub(super) value: Typed<'a>,
}

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let number = |number: CellNumber| match number.decimals {
            // at most fifteen digits, so the conversion is exact
            0 => Value::Integer(number.value as i64),
            _ => Value::Real(number.value),
        };
        Ok(match self.value {
            Typed::Text(text) | Typed::Address(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Typed::Number(value) | Typed::Price(CellAmount { number: value, .. }) => ToSqlOutput::Owned(number(value)),
            // the form that SQLite's own functions accept
            Typed::Date(date) => ToSqlOutput::Owned(Value::Text(date.to_iso().replace('T', " "))),
        })
    }
}

/// Any name in quotes.
pub(super) fn quoted(name: &str) -> String {
    let name = name.replace(char::is_control, "_").replace('"', "\"\"");
    format!("\"{}\"", if name.is_empty() { "column" } else { &name })
}

/// A name that is valid in SQL without quotes: letters, digits and `_`, not beginning with a digit.
pub(super) fn view_name(name: &str) -> String {
    let cleaned: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(60).collect();
    let cleaned = cleaned.trim_matches('_');
    match cleaned.chars().next() {
        None => "page".to_owned(),
        Some(first) if first.is_numeric() || cleaned.to_ascii_lowercase().starts_with("sqlite") => {
            format!("page_{cleaned}")
        }
        Some(_) => cleaned.to_owned(),
    }
}
