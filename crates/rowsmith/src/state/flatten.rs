//! Objects as rows: nested members become fields, named by the path to them.

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::state::lists::{List, Named};
use crate::state::values::is_address;
use crate::state::words::LANGUAGES;

/// How deep nested objects are looked into.
const MOST_DEPTH: usize = 8;

/// The most fields of a list.
const MOST_FIELDS: usize = 400;

/// The most values of one record.
const MOST_VALUES: usize = 600;

/// The most items of an array that are joined into one text.
const MOST_ITEMS: usize = 24;

/// A list as rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flat<'d> {
    pub(crate) fields: Vec<Field<'d>>,
    pub(crate) count: usize,
}

/// A field of the records of a list.
#[derive(Clone, Debug)]
pub(crate) struct Field<'d> {
    /// The names on the path to it, from the outside in.
    pub(crate) names: Vec<&'d str>,
    /// Whether it is in an array of objects, of which the first counts.
    pub(crate) in_array: bool,
    /// One entry per record.
    pub(crate) values: Vec<Option<Value<'d>>>,
}

/// A value of a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value<'d> {
    Text(&'d str),
    Number(&'d str),
    Bool(bool),
    /// The texts of an array.
    Texts(Vec<&'d str>),
    /// The parts of one text, which differ in how they are shown.
    Spans(Vec<&'d str>),
}

impl<'d> Value<'d> {
    /// Its text; if there are several, the first, and of the parts of a text the longest.
    pub(crate) fn text(&self) -> &'d str {
        match self {
            Value::Text(text) | Value::Number(text) => text.trim(),
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::Texts(texts) => texts.first().map_or("", |text| text.trim()),
            Value::Spans(spans) => spans.iter().rev().max_by_key(|span| span.len()).map_or("", |span| span.trim()),
        }
    }

    /// All of its texts joined into one.
    pub(crate) fn joined(&self) -> String {
        match self {
            Value::Texts(texts) => texts.join(", "),
            Value::Spans(spans) => spans.join(" "),
            other => other.text().to_owned(),
        }
    }
}

/// A value that is still to be looked at.
struct Open<'d> {
    data: &'d Data,
    field: Place,
    depth: usize,
    in_array: bool,
}

/// A place: the index of the enclosing place and the field's own name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place(usize);

/// The places of fields, without duplicates.
#[derive(Default)]
struct Places<'d> {
    names: Vec<(Option<Place>, &'d str)>,
    known: FxHashMap<(Option<Place>, &'d str), Place>,
    field_of: FxHashMap<Place, usize>,
}

impl<'d> Places<'d> {
    fn place(&mut self, around: Option<Place>, name: &'d str) -> Place {
        let names = &mut self.names;
        *self.known.entry((around, name)).or_insert_with(|| {
            names.push((around, name));
            Place(names.len() - 1)
        })
    }

    fn path(&self, place: Place) -> Vec<&'d str> {
        let mut path: Vec<&str> = Vec::new();
        let mut at = Some(place);
        while let Some(Place(number)) = at {
            let (around, name) = self.names[number];
            path.push(name);
            at = around;
        }
        path.reverse();
        path
    }
}

/// The first records of a list as rows. Takes time linear in their values.
pub(crate) fn flatten<'d>(list: &List<'d>, named: &Named<'d>, language: &str, most: usize) -> Flat<'d> {
    let mut places = Places::default();
    let count = list.objects.len().min(most);
    let mut fields: Vec<Field<'d>> = Vec::new();
    for (record, &object) in list.objects.iter().take(count).enumerate() {
        let mut left = MOST_VALUES;
        let mut open: Vec<Open<'d>> = Vec::new();
        push_members(&mut open, &mut places, object, None, 0, false);
        while let Some(Open { data, field, depth, in_array }) = open.pop() {
            if left == 0 {
                break;
            }
            left -= 1;
            let data = named.resolve(data);
            let value = match data {
                Data::Text(text) if !text.trim().is_empty() => Value::Text(text),
                Data::Number(number) => Value::Number(number),
                Data::Bool(bool) => Value::Bool(*bool),
                Data::Object(_) => {
                    if let Some(data) = in_language(data, language) {
                        open.push(Open { data, field, depth: depth + 1, in_array });
                        continue;
                    }
                    if depth < MOST_DEPTH {
                        push_members(&mut open, &mut places, data, Some(field), depth + 1, in_array);
                    }
                    continue;
                }
                Data::List(items) if are_spans(items) => Value::Spans(spans_of(items)),
                Data::List(items) => match items.first().map(|item| named.resolve(item)) {
                    Some(Data::Object(_) | Data::List(_)) if depth < MOST_DEPTH => {
                        let inner = named.resolve(&items[0]);
                        let in_array = in_array || items.len() > 1;
                        open.push(Open { data: inner, field, depth: depth + 1, in_array });
                        continue;
                    }
                    Some(_) => {
                        let texts: Vec<&str> = items.iter().filter_map(Data::text).take(MOST_ITEMS).collect();
                        if texts.is_empty() {
                            continue;
                        }
                        Value::Texts(texts)
                    }
                    None => continue,
                },
                Data::Text(_) | Data::Null => continue,
            };
            let at = *places.field_of.entry(field).or_insert(fields.len());
            if at == fields.len() {
                if fields.len() == MOST_FIELDS {
                    places.field_of.remove(&field);
                    continue;
                }
                fields.push(Field { names: places.path(field), in_array: false, values: vec![None; count] });
            }
            fields[at].in_array |= in_array;
            fields[at].values[record] = Some(value);
        }
    }
    Flat { fields, count }
}

/// The most members of an object that is a part of a text: the text, and how it is shown.
const MOST_OF_SPAN: usize = 4;

/// Whether an array is a text in parts: `[{"text": "New"}, {"text": "Desk lamp", "bold": true}]`.
fn are_spans(items: &[Data]) -> bool {
    let is_address_of = |data: &Data| data.text().is_some_and(is_address);
    let is_span = |item: &Data| {
        matches!(item.get("text"), Some(Data::Text(_)))
            && item.members().len() <= MOST_OF_SPAN
            && !item.members().iter().any(|m| is_address_of(&m.value))
    };
    !items.is_empty() && items.iter().take(MOST_ITEMS).all(is_span)
}

/// The parts of a text that is given as an array of objects.
fn spans_of(items: &[Data]) -> Vec<&str> {
    items.iter().take(MOST_ITEMS).filter_map(|item| item.get("text")?.text()).collect()
}

/// Members besides those of the languages, such as one that names the default language.
const MOST_BESIDE: usize = 2;

/// For an object that says the same in several languages: its value in the language that it names, or else in that of
/// the page, or else in its first one.
fn in_language<'d>(object: &'d Data, language: &str) -> Option<&'d Data> {
    let members = object.members();
    let is_language =
        |name: &str| LANGUAGES.contains(&name.split(['-', '_']).next().unwrap_or(name)) && name.len() <= 5;
    let by_language = || members.iter().filter(|m| is_language(&m.name) && m.value != Data::Null);
    let count = by_language().count();
    if count == 0 || members.len() > count + MOST_BESIDE {
        return None;
    }
    let named = members.iter().filter_map(|m| m.value.text()).find(|text| by_language().any(|m| m.name == *text));
    let wanted = named.unwrap_or(language);
    let chosen = by_language()
        .find(|m| m.name == wanted)
        .or_else(|| by_language().find(|m| !m.name.is_empty() && wanted.starts_with(&m.name)));
    chosen.or_else(|| by_language().next()).map(|m| &m.value)
}

/// Queues the members of an object to be looked at next, in order.
fn push_members<'d>(
    open: &mut Vec<Open<'d>>,
    places: &mut Places<'d>,
    object: &'d Data,
    around: Option<Place>,
    depth: usize,
    in_array: bool,
) {
    for member in object.members().iter().rev().filter(|member| member.value != Data::Null) {
        let field = places.place(around, &member.name);
        open.push(Open { data: &member.value, field, depth, in_array });
    }
}
