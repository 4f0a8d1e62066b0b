//! The stream of React's server components, which Next.js writes in pieces (`self.__next_f.push`): rows of values that
//! refer to each other.

use rustc_hash::FxHashMap;

use crate::declared::bounds::Allowance;
use crate::declared::literal::read_prefix;
use crate::declared::{Data, Member};

/// The most values of a row that is inserted where others refer to it; larger ones are found in their own place.
const MOST_VALUES: usize = 2_000;

/// How many levels of references within inserted values are followed.
const MOST_LAYERS: usize = 3;

/// The rows of a stream as a list: elements are replaced by their properties, and references are followed.
pub(crate) fn read(stream: &str, allowance: &Allowance) -> Data {
    let rows = rows(stream, allowance);
    let sizes: FxHashMap<&str, usize> = rows.iter().map(|row| (row.id, row.data.size())).collect();
    let by_id: FxHashMap<&str, &Data> = rows.iter().map(|row| (row.id, &row.data)).collect();
    let resolve = |id: &str| by_id.get(id).copied().filter(|_| sizes.get(id).is_some_and(|&size| size <= MOST_VALUES));
    Data::List(rows.iter().map(|row| put_in(&row.data, &resolve, 0, 0, allowance)).collect())
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

/// A value with what it refers to. Recursion is no deeper than data may be nested.
fn put_in<'d>(
    data: &Data,
    resolve: &dyn Fn(&str) -> Option<&'d Data>,
    layer: usize,
    depth: usize,
    allowance: &Allowance,
) -> Data {
    if depth > allowance.max_depth || !allowance.value() {
        return Data::Null;
    }
    let inner = |data: &Data| put_in(data, resolve, layer, depth + 1, allowance);
    match data {
        Data::Text(text) if text.starts_with('$') => {
            let rest = &text[1..];
            match rest.chars().next() {
                Some('$') => Data::Text(rest.to_owned()),
                Some('D') => Data::Text(rest[1..].to_owned()),
                Some('u') if rest == "undefined" => Data::Null,
                _ if layer < MOST_LAYERS => {
                    let id = rest.trim_start_matches(['L', '@', 'F', 'Q', 'W']);
                    match resolve(id) {
                        Some(found) => put_in(found, resolve, layer + 1, depth + 1, allowance),
                        None => data.clone(),
                    }
                }
                _ => data.clone(),
            }
        }
        Data::List(list) => match list.as_slice() {
            // an element: its properties are its content
            [Data::Text(sign), _, _, properties @ Data::Object(_), ..] if sign == "$" => inner(properties),
            _ => Data::List(list.iter().map(inner).collect()),
        },
        Data::Object(members) => {
            Data::Object(members.iter().map(|m| Member { name: m.name.clone(), value: inner(&m.value) }).collect())
        }
        other => other.clone(),
    }
}
