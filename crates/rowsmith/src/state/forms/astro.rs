//! The properties of Astro's islands, in which every value is a pair of its kind and the value itself.

use crate::declared::{Data, Member};

/// Kinds of values that consist of others: lists, sets and maps.
const OF_OTHERS: [&str; 3] = ["1", "4", "5"];

/// Deeper data is left out; the parser does not allow that depth anyway.
const MOST_DEPTH: usize = 100;

/// Removes the kinds from the properties.
pub(crate) fn unpaired(properties: &Data) -> Data {
    members_of(properties, 0)
}

fn members_of(data: &Data, depth: usize) -> Data {
    match data {
        Data::Object(members) => Data::Object(
            members.iter().map(|m| Member { name: m.name.clone(), value: value_of(&m.value, depth + 1) }).collect(),
        ),
        other => other.clone(),
    }
}

fn value_of(pair: &Data, depth: usize) -> Data {
    let Data::List(parts) = pair else { return pair.clone() };
    let [Data::Number(kind), inner] = parts.as_slice() else { return pair.clone() };
    if depth > MOST_DEPTH {
        return Data::Null;
    }
    match inner {
        Data::List(items) if OF_OTHERS.contains(&kind.as_str()) => {
            Data::List(items.iter().map(|item| value_of(item, depth + 1)).collect())
        }
        Data::Object(_) => members_of(inner, depth),
        other => other.clone(),
    }
}
