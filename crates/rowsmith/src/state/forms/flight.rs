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
    let mut rows = rows(stream, allowance);
    let references = References::new(&rows);
    rows.iter_mut().for_each(|row| references.put_in(&mut row.data, 0, allowance));
    Data::List(rows.into_iter().map(|row| row.data).collect())
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

/// What the texts of a stream refer to.
struct References<'s> {
    /// The rows that others refer to and that are small enough, as they were before anything was put into them.
    inserted: FxHashMap<&'s str, Data>,
}

/// What a text stands for.
enum Meant<'r> {
    /// Another text.
    Text(&'r str),
    Nothing,
    /// A row.
    Row(&'r Data),
}

impl<'s> References<'s> {
    /// Looks at all values once.
    fn new(rows: &[Row<'s>]) -> References<'s> {
        let small = rows.iter().filter(|row| row.data.size() <= MOST_VALUES);
        // of rows of one name the last counts, also where it is too large
        let last: FxHashMap<&str, &Data> = rows.iter().map(|row| (row.id, &row.data)).collect();
        let known: FxHashMap<&'s str, &Data> =
            small.map(|row| (row.id, &row.data)).filter(|(id, data)| std::ptr::eq(last[id], *data)).collect();
        let mut inserted = FxHashMap::default();
        let mut open: Vec<&Data> = rows.iter().map(|row| &row.data).collect();
        while let Some(data) = open.pop() {
            match data {
                Data::List(list) => open.extend(list),
                Data::Object(members) => open.extend(members.iter().map(|member| &member.value)),
                Data::Text(text) => {
                    if let Some((&id, &row)) = named(text).and_then(|id| known.get_key_value(id)) {
                        inserted.entry(id).or_insert_with(|| row.clone());
                    }
                }
                Data::Null | Data::Bool(_) | Data::Number(_) => {}
            }
        }
        References { inserted }
    }

    /// What a text stands for; `None` for what it says itself.
    fn meant<'r>(&'r self, text: &'r str, layer: usize) -> Option<Meant<'r>> {
        let rest = text.strip_prefix('$')?;
        match rest.chars().next() {
            Some('$') => Some(Meant::Text(rest)),
            Some('D') => Some(Meant::Text(&rest[1..])),
            Some('u') if rest == "undefined" => Some(Meant::Nothing),
            _ if layer < MOST_LAYERS => named(text).and_then(|id| self.inserted.get(id)).map(Meant::Row),
            _ => None,
        }
    }

    /// Puts into a value of a row what it refers to. Recursion is no deeper than data may be nested.
    fn put_in(&self, data: &mut Data, depth: usize, allowance: &Allowance) {
        if depth > allowance.max_depth || !allowance.value() {
            *data = Data::Null;
            return;
        }
        match data {
            Data::Text(text) => {
                *data = match self.meant(text, 0) {
                    None => return,
                    Some(Meant::Text(text)) => Data::Text(text.to_owned()),
                    Some(Meant::Nothing) => Data::Null,
                    Some(Meant::Row(row)) => self.copied(row, 1, depth + 1, allowance),
                }
            }
            Data::List(list) => match list.as_mut_slice() {
                // an element: its properties are its content
                [Data::Text(sign), _, _, properties @ Data::Object(_), ..] if sign == "$" => {
                    *data = std::mem::take(properties);
                    self.put_in(data, depth + 1, allowance);
                }
                _ => list.iter_mut().for_each(|inner| self.put_in(inner, depth + 1, allowance)),
            },
            Data::Object(members) => {
                members.iter_mut().for_each(|member| self.put_in(&mut member.value, depth + 1, allowance));
            }
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
    }

    /// A row with what it refers to, to stand where it is referred to. Nothing is copied that does not stay.
    fn copied(&self, data: &Data, layer: usize, depth: usize, allowance: &Allowance) -> Data {
        if depth > allowance.max_depth || !allowance.value() {
            return Data::Null;
        }
        let inner = |data: &Data| self.copied(data, layer, depth + 1, allowance);
        match data {
            Data::Text(text) => match self.meant(text, layer) {
                None => data.clone(),
                Some(Meant::Text(text)) => Data::Text(text.to_owned()),
                Some(Meant::Nothing) => Data::Null,
                Some(Meant::Row(row)) => self.copied(row, layer + 1, depth + 1, allowance),
            },
            Data::List(list) => match list.as_slice() {
                [Data::Text(sign), _, _, properties @ Data::Object(_), ..] if sign == "$" => inner(properties),
                _ => Data::List(list.iter().map(inner).collect()),
            },
            Data::Object(members) => {
                let member = |m: &Member| Member { name: m.name.clone(), value: inner(&m.value) };
                Data::Object(members.iter().map(member).collect())
            }
            other => other.clone(),
        }
    }
}

/// The name of the row that a text refers to, if it is a reference.
fn named(text: &str) -> Option<&str> {
    Some(text.strip_prefix('$')?.trim_start_matches(['L', '@', 'F', 'Q', 'W']))
}
