//! Values that refer to each other by number: the payload of Nuxt 3 and SvelteKit, and the stream of Remix.
//!
//! A list contains all values. The members of an object and the items of a list are the numbers of other values, and
//! the first value is the whole.

use crate::declared::bounds::Allowance;
use crate::declared::{Data, Member};

/// The whole value of such a list; `None` if it is not such a list.
pub(crate) fn hydrated(data: &Data, allowance: &Allowance) -> Option<Data> {
    let Data::List(values) = data else { return None };
    if values.len() < 3 || !is_indexed(values) {
        return None;
    }
    let mut way = Hydration { values, under_way: vec![false; values.len()], allowance };
    Some(way.value(0, 0))
}

/// Whether the first value consists only of numbers, and most others are plain.
fn is_indexed(values: &[Data]) -> bool {
    let number =
        |data: &Data| matches!(data, Data::Number(n) if n.parse::<i64>().is_ok_and(|n| n < values.len() as i64));
    let first = match &values[0] {
        Data::Object(members) => !members.is_empty() && members.iter().all(|m| number(&m.value)),
        Data::List(list) => match list.as_slice() {
            [Data::Text(tag), inner] => tag.chars().all(char::is_alphabetic) && number(inner),
            items => !items.is_empty() && items.iter().all(number),
        },
        _ => false,
    };
    first
        && values.iter().take(200).all(|value| match value {
            Data::Object(members) => members.iter().all(|m| number(&m.value)),
            Data::List(list) => list.iter().all(|item| number(item) || matches!(item, Data::Text(_))),
            _ => true,
        })
}

struct Hydration<'d> {
    values: &'d [Data],
    under_way: Vec<bool>,
    allowance: &'d Allowance,
}

impl Hydration<'_> {
    /// A value with everything that it refers to. Recursion is no deeper than data may be nested.
    fn value(&mut self, number: usize, depth: usize) -> Data {
        if depth > self.allowance.max_depth || !self.allowance.value() {
            self.allowance.cut();
            return Data::Null;
        }
        // a value that contains itself ends here
        let Some(data) = self.values.get(number).filter(|_| !self.under_way[number]) else { return Data::Null };
        self.under_way[number] = true;
        let read = match data {
            Data::Object(members) => {
                let members = members
                    .iter()
                    .map(|member| Member { name: self.name(&member.name), value: self.named(&member.value, depth) });
                Data::Object(members.collect())
            }
            Data::List(list) => self.list(list, depth),
            other => other.clone(),
        };
        self.under_way[number] = false;
        read
    }

    fn named(&mut self, number: &Data, depth: usize) -> Data {
        match number.text().and_then(|n| n.parse::<usize>().ok()) {
            Some(number) => self.value(number, depth + 1),
            None => Data::Null,
        }
    }

    /// Remix also numbers the names of members: `_12`.
    fn name(&self, name: &str) -> String {
        let number = name.strip_prefix('_').and_then(|n| n.parse::<usize>().ok());
        let named = number.and_then(|number| self.values.get(number)).and_then(Data::text);
        named.unwrap_or(name).to_owned()
    }

    fn list(&mut self, list: &[Data], depth: usize) -> Data {
        let Some((Data::Text(tag), rest)) = list.split_first() else {
            return Data::List(list.iter().map(|item| self.named(item, depth)).collect());
        };
        match tag.as_str() {
            "Date" | "D" | "BigInt" | "B" | "URL" | "U" | "RegExp" => rest.first().cloned().unwrap_or_default(),
            "Map" | "null" => {
                let pairs = rest.chunks_exact(2).map(|pair| {
                    let name = match tag.as_str() {
                        "null" => pair[0].text().unwrap_or_default().to_owned(),
                        _ => self.named(&pair[0], depth).text().unwrap_or_default().to_owned(),
                    };
                    Member { name, value: self.named(&pair[1], depth) }
                });
                Data::Object(pairs.collect())
            }
            "Set" => Data::List(rest.iter().map(|item| self.named(item, depth)).collect()),
            // wrappers of one value: Reactive, Ref, ShallowReactive and others
            _ => rest.first().map_or(Data::Null, |inner| self.named(inner, depth)),
        }
    }
}
