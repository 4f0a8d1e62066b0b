//! JSON values that keep their fields in the order in which they are written, which becomes the order of columns.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value of JSON.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    /// A number, or true or false, as text.
    Plain(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<Field>),
}

/// A field of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) value: Value,
}

impl Value {
    /// The fields, if it is an object.
    pub(super) fn fields(&self) -> Option<&[Field]> {
        match self {
            Value::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// The value as JSON, on one line.
    pub(super) fn line(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Value::Null => "null".to_owned(),
            Value::Plain(plain) => plain.clone(),
            Value::Text(content) => text(content),
            Value::List(values) => format!("[{}]", values.iter().map(Value::line).collect::<Vec<_>>().join(",")),
            Value::Object(fields) => {
                let field = |field: &Field| format!("{}:{}", text(&field.name), field.value.line());
                format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = sequence.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry()? {
            fields.push(Field { name, value });
        }
        Ok(Value::Object(fields))
    }
}
