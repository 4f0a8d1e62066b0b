//! The lists in a JSON document, with the one that it is about first.

use rowsmith::types::RegionTable;

use super::columns::Rows;
use super::flat::put_object;
use super::value::Value;

/// How many times longer than the list around it a nested list must be for the document to be about it.
const INNER: usize = 5;
/// How many records' fields are compared.
const COMPARED: usize = 20;

/// The most values that are read, since all of them are held in memory.
const MOST_VALUES: usize = 8_000_000;

/// A list of objects, and its place.
struct List<'v> {
    path: String,
    objects: Vec<&'v Value>,
    /// If it is in an object of another list, the length of that list.
    within: Option<usize>,
}

/// The tables of a JSON document: the longest list of objects as the main one, followed by the others if all are
/// wanted. Several values one after the other (JSON lines) are one list.
///
/// # Errors
/// If it is not JSON, or contains no list of objects.
pub(crate) fn tables(bytes: &[u8], all: bool) -> Result<Vec<RegionTable>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // there is a comma before every value except the first of a list or object
    if memchr::memchr_iter(b',', bytes).count() > MOST_VALUES {
        return Err(format!("the input is JSON of more than {MOST_VALUES} values"));
    }
    let values: Result<Vec<Value>, _> = serde_json::Deserializer::from_slice(bytes).into_iter().collect();
    let values = values.map_err(|error| format!("the input is damaged or truncated JSON: {error}"))?;
    let whole = match values.len() {
        1 => values.into_iter().next(),
        _ => Some(Value::List(values)),
    };
    let whole = whole.unwrap_or(Value::Null);
    let mut lists = Vec::new();
    find(&whole, "$".to_owned(), None, 0, &mut lists);
    // among lists of equal length the first
    let best = (0..lists.len()).rev().max_by_key(|&at| {
        let list: &List<'_> = &lists[at];
        let counts = list.within.is_none_or(|outer| list.objects.len() >= outer * INNER);
        if counts { list.objects.len() } else { 0 }
    });
    let Some(best) = best else {
        return Err("the input is not HTML but JSON, and contains no list of objects".to_owned());
    };
    let main = lists.remove(best);
    let others = lists.into_iter().filter(|list| all && list.within.is_none());
    Ok(std::iter::once((main, true))
        .chain(others.map(|list| (list, false)))
        .map(|(list, main)| table(&list, main))
        .collect())
}

/// The lists of objects below a value, in order.
fn find<'v>(value: &'v Value, path: String, within: Option<usize>, depth: usize, lists: &mut Vec<List<'v>>) {
    // the parser does not accept deeper nesting
    if depth > 128 {
        return;
    }
    match value {
        Value::List(values) => {
            let objects: Vec<&Value> =
                values.iter().filter(|value| value.fields().is_some_and(|f| !f.is_empty())).collect();
            let is_list = objects.len() * 5 >= values.len() * 4 && is_alike(&objects);
            let length = is_list.then_some(objects.len()).or(within);
            if is_list {
                lists.push(List { path: path.clone(), objects, within });
            }
            for (at, value) in values.iter().enumerate() {
                find(value, format!("{path}[{at}]"), length, depth + 1, lists);
            }
        }
        Value::Object(fields) => {
            for field in fields {
                find(&field.value, format!("{path}.{}", field.name), within, depth + 1, lists);
            }
        }
        Value::Null | Value::Plain(_) | Value::Text(_) => {}
    }
}

/// Whether there are several objects and most of them share a field.
fn is_alike(objects: &[&Value]) -> bool {
    let compared = &objects[..objects.len().min(COMPARED)];
    let names =
        |value: &&Value| value.fields().unwrap_or_default().iter().map(|field| field.name.clone()).collect::<Vec<_>>();
    let all: Vec<Vec<String>> = compared.iter().map(names).collect();
    let shared = |name: &String| all.iter().filter(|names| names.contains(name)).count() * 2 > all.len();
    objects.len() >= 2 && all.iter().flatten().any(shared)
}

fn table(list: &List<'_>, main: bool) -> RegionTable {
    let mut rows = Rows::default();
    for (at, object) in list.objects.iter().enumerate() {
        rows.row(format!("{}[{at}]", list.path));
        put_object(&mut rows, object.fields().unwrap_or_default());
    }
    rows.table(list.path.clone(), "json", main)
}

#[cfg(test)]
mod tests {
    use rowsmith::recognize::ValueType;

    use super::*;

    fn main(json: &str) -> RegionTable {
        tables(json.as_bytes(), false).unwrap().remove(0)
    }

    fn names(table: &RegionTable) -> Vec<&str> {
        table.columns.iter().map(|column| column.name.as_str()).collect()
    }

    fn row(table: &RegionTable, at: usize) -> Vec<Option<&str>> {
        table.records[at].cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.as_str())).collect()
    }

    #[test]
    fn the_longest_list_is_rows() {
        let table = main(
            r#"{"status": "ok", "facets": [{"name": "a", "n": 1}, {"name": "b", "n": 2}], "data": {"items": [
            {"title": "Chair", "price": {"amount": 12.5, "currency": "EUR"}, "tags": ["x", "y"], "gone": null, "on": true},
            {"title": "Desk", "price": {"amount": 7, "currency": "EUR"}, "url": "https://x.example/2", "sizes": [{"w": 1}]},
            {"title": "Lamp", "price": {"amount": 3, "currency": "EUR"}}]}}"#,
        );
        assert_eq!((table.path.as_str(), table.main), ("$.data.items", true));
        assert_eq!(names(&table), ["title", "price.amount", "price.currency", "tags", "on", "url", "sizes"]);
        assert_eq!(table.columns[1].value_type, ValueType::Number);
        assert_eq!(row(&table, 0), [Some("Chair"), Some("12.5"), Some("EUR"), Some("x, y"), Some("true"), None, None]);
        assert_eq!(row(&table, 1)[6], Some(r#"[{"w":1}]"#));
        assert_eq!(table.records[2].nodes, ["$.data.items[2]"]);
    }

    #[test]
    fn lines_wrappers_and_lists_within_records() {
        assert_eq!(main("{\"a\": 1}\n{\"a\": 2}\n").records.len(), 2);
        let wrapped = main(r#"[{"node": {"id": 1, "title": "a"}}, {"node": {"id": 2, "title": "b"}}]"#);
        assert_eq!(names(&wrapped), ["id", "title"]);
        let variants = r#"[{"v": 1}, {"v": 2}, {"v": 3}, {"v": 4}]"#;
        let products = format!(r#"[{{"t": "a", "v": {variants}}}, {{"t": "b"}}]"#);
        assert_eq!(main(&products).path, "$");
        let sections = format!(r#"[{{"t": "a", "v": [{}]}}, {{"t": "b"}}]"#, [r#"{"w": 1}"#; 10].join(","));
        assert_eq!(main(&sections).path, "$[0].v");
        assert_eq!(
            tables(br#"{"a": [{"x": 1}, {"x": 2}], "b": [{"y": 1}, {"y": 2}, {"y": 3}]}"#, true).unwrap().len(),
            2
        );
    }

    #[test]
    fn no_list_is_an_error() {
        for json in ["{\"a\": 1}", "[1, 2, 3]", "[{\"a\": 1}]", "[]", "null", "[{\"a\": 1}, {\"b\": 1}]"] {
            assert!(tables(json.as_bytes(), false).unwrap_err().contains("no list of objects"), "{json}");
        }
        for json in ["[{\"a\": 1}, {\"a\": 2}", "{", "[{\"a\": 1}, x]", &"[".repeat(9000)] {
            assert!(tables(json.as_bytes(), false).unwrap_err().contains("damaged or truncated"), "{json}");
        }
    }
}
