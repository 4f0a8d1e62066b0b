//! The differences between two JSON values, for people.

use serde_json::Value;

/// At most this many differences of a page are shown.
const SHOWN: usize = 12;
/// A value is shown with at most this many characters.
const VALUE: usize = 160;

/// A place where values differ; `None` if it is missing in one of them.
#[derive(Debug, PartialEq)]
pub struct Difference {
    pub path: String,
    pub old: Option<Value>,
    pub new: Option<Value>,
}

/// The smallest parts that differ, in the order of the new value. Items that arrays have in common at their start and
/// end are skipped, so that one additional record is one difference.
pub fn differences(old: &Value, new: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(old), Some(new), &mut found);
    found
}

fn compare(path: &str, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Difference>) {
    match (old, new) {
        (Some(old), Some(new)) if old == new => {}
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            let gone = old.keys().filter(|name| !new.contains_key(*name));
            for name in new.keys().chain(gone) {
                compare(&format!("{path}.{name}"), old.get(name), new.get(name), found);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            let shorter = old.len().min(new.len());
            let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
            let tail = old.iter().rev().zip(new.iter().rev()).take(shorter - head).take_while(|(a, b)| a == b).count();
            let (old_end, new_end) = (old.len() - tail, new.len() - tail);
            for at in head..old_end.max(new_end) {
                compare(&format!("{path}[{at}]"), old[..old_end].get(at), new[..new_end].get(at), found);
            }
        }
        (old, new) => {
            let path = path.trim_start_matches('.').to_owned();
            found.push(Difference { path, old: old.cloned(), new: new.cloned() });
        }
    }
}

/// The differences of a page as text; `None` if there are none.
pub fn report(page: &str, differences: &[Difference]) -> Option<String> {
    if differences.is_empty() {
        return None;
    }
    let lines = differences.iter().take(SHOWN).map(|d| {
        let (old, new) = (shown(d.old.as_ref()), shown(d.new.as_ref()));
        format!("  {}\n    - {old}\n    + {new}\n", d.path)
    });
    let more = differences.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("  and {more} more\n") } else { String::new() };
    Some(format!("{page}, {} in all:\n{}{rest}", differences.len(), lines.collect::<String>()))
}

fn shown(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "(not there)".to_owned(), Value::to_string);
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[test]
fn one_record_less_is_one_difference() {
    let old = serde_json::json!({ "kind": "list", "records": [{ "a": 1 }, { "a": 2 }, { "a": 3 }] });
    let new = serde_json::json!({ "kind": "thread", "records": [{ "a": 1 }, { "a": 3 }] });
    let found = differences(&old, &new);
    let paths: Vec<&str> = found.iter().map(|d| d.path.as_str()).collect();
    assert_eq!(paths, ["kind", "records[1]"]);
    assert_eq!(found[1].new, None);
    assert_eq!(report("page", &[]), None);
    let text = report("page", &found).unwrap();
    assert!(text.contains("  kind\n    - \"list\"\n    + \"thread\"\n"), "{text}");
}
