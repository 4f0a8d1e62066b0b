//! The stream of React's server components, which Next.js writes in pieces (`self.__next_f.push`): rows of values that
//! refer to each other.

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::declared::bounds::Allowance;
use crate::declared::literal::read_prefix;

/// The most values of a row that is inserted where others refer to it; larger ones are found in their own place.
const MOST_VALUES: usize = 2_000;

/// How many levels of references within inserted values are followed.
const MOST_LAYERS: usize = 3;

/// The rows of a stream as a list: elements are replaced by their properties, and references are followed.
pub(crate) fn read(stream: &str, allowance: &Allowance) -> Data {
    let mut rows = rows(stream, allowance);
    let inserted = inserted(&rows);
    rows.iter_mut().for_each(|row| put_in(&mut row.data, &inserted, 0, 0, allowance));
    Data::List(rows.into_iter().map(|row| row.data).collect())
}

/// The rows that others refer to, by their names, as they were before anything was put into them.
fn inserted<'s>(rows: &[Row<'s>]) -> FxHashMap<&'s str, Data> {
    let by_id: FxHashMap<&str, (&'s str, &Data)> = rows.iter().map(|row| (row.id, (row.id, &row.data))).collect();
    let mut inserted = FxHashMap::default();
    let mut open: Vec<&Data> = rows.iter().map(|row| &row.data).collect();
    while let Some(data) = open.pop() {
        match data {
            Data::List(list) => open.extend(list),
            Data::Object(members) => open.extend(members.iter().map(|member| &member.value)),
            Data::Text(text) => {
                let Some(&(id, found)) = referred(text).and_then(|id| by_id.get(id)) else { continue };
                if !inserted.contains_key(id) && found.size() <= MOST_VALUES {
                    inserted.insert(id, found.clone());
                }
            }
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
    }
    inserted
}

/// The name of the row that a text refers to, if it is a reference.
fn referred(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('$')?;
    (!rest.starts_with(['$', 'D'])).then(|| rest.trim_start_matches(['L', '@', 'F', 'Q', 'W']))
}

/// A row of a stream.
struct Row<'s> {
    id: &'s str,
    data: Data,
}

fn rows<'s>(stream: &'s str, allowance: &Allowance) -> Vec<Row<'s>> {
    let mut rows = Vec::new();
    let mut rest = stream;
    while let Some((id, behind)) = rest.split_once(':') {
        let line = behind.find('\n').unwrap_or(behind.len());
        if id.len() > 8 || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
            let skip = rest.find('\n').map_or(rest.len(), |end| end + 1);
            rest = &rest[skip..];
            continue;
        }
        // a text with this many bytes
        let counted = behind.strip_prefix('T').and_then(|text| text.split_once(','));
        let counted = counted.and_then(|(length, text)| Some((usize::from_str_radix(length, 16).ok()?, text)));
        if let Some((length, text)) = counted {
            let mut end = length.min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            rows.push(Row { id, data: Data::Text(text[..end].to_owned()) });
            rest = &text[end..];
            continue;
        }
        let row = &behind[..line];
        if row.starts_with(['[', '{', '"'])
            && let Some(literal) = read_prefix(row, allowance)
        {
            rows.push(Row { id, data: literal.data });
        }
        rest = behind.get(line + 1..).unwrap_or_default();
    }
    rows
}

/// Puts into a value what it refers to. Recursion is no deeper than data may be nested.
fn put_in(data: &mut Data, inserted: &FxHashMap<&str, Data>, layer: usize, depth: usize, allowance: &Allowance) {
    if depth > allowance.max_depth || !allowance.value() {
        *data = Data::Null;
        return;
    }
    match data {
        Data::Text(text) if text.starts_with('$') => {
            let rest = &text[1..];
            match rest.chars().next() {
                Some('$') => *data = Data::Text(rest.to_owned()),
                Some('D') => *data = Data::Text(rest[1..].to_owned()),
                Some('u') if rest == "undefined" => *data = Data::Null,
                _ if layer < MOST_LAYERS => {
                    if let Some(found) = referred(text).and_then(|id| inserted.get(id)) {
                        *data = found.clone();
                        put_in(data, inserted, layer + 1, depth + 1, allowance);
                    }
                }
                _ => {}
            }
        }
        Data::List(list) => match list.as_mut_slice() {
            // an element: its properties are its content
            [Data::Text(sign), _, _, properties @ Data::Object(_), ..] if sign == "$" => {
                *data = std::mem::take(properties);
                put_in(data, inserted, layer, depth + 1, allowance);
            }
            _ => list.iter_mut().for_each(|inner| put_in(inner, inserted, layer, depth + 1, allowance)),
        },
        Data::Object(members) => {
            members.iter_mut().for_each(|member| put_in(&mut member.value, inserted, layer, depth + 1, allowance));
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
    }
}
