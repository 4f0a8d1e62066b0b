//! What a page declares about itself in JSON-LD.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::dom::{AttrName, Document, Tag};

/// An object of JSON-LD.
pub type Object = Map<String, Value>;

/// The JSON-LD of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JsonLd {
    values: Vec<Value>,
}

/// An object and its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The object.
    pub object: &'a Object,
    /// Whether it stands for the page itself or for what the page is about, and not for a part, a list entry or
    /// something that is merely mentioned.
    pub is_page: bool,
}

/// The most objects that are looked at on one page; real pages have at most a few thousand.
const MAX_OBJECTS: usize = 20_000;

impl JsonLd {
    /// Reads all JSON-LD scripts; anything that is not JSON is left out. Takes linear time.
    pub fn new(document: &Document) -> JsonLd {
        let scripts = document.nodes().filter(|&id| document.tag(id) == Tag::SCRIPT);
        let of_json_ld = |id| {
            let kind = document.attr(id, AttrName::TYPE).unwrap_or_default().trim();
            kind.get(..19).is_some_and(|head| head.eq_ignore_ascii_case("application/ld+json"))
        };
        let texts = scripts.filter(|&id| of_json_ld(id)).map(|id| document.raw_text(id));
        JsonLd { values: texts.filter_map(read).collect() }
    }

    /// All objects in document order, from the outside in.
    pub fn objects(&self) -> Vec<Placed<'_>> {
        let mut out = Vec::new();
        let mut open: Vec<(&Value, bool)> = self.values.iter().rev().map(|v| (v, true)).collect();
        while let Some((value, is_page)) = open.pop() {
            match value {
                Value::Array(list) => open.extend(list.iter().rev().map(|v| (v, is_page))),
                Value::Object(object) => {
                    if out.len() >= MAX_OBJECTS {
                        break;
                    }
                    out.push(Placed { object, is_page });
                    let inner = object.iter().filter(|(_, v)| v.is_object() || v.is_array());
                    let start = open.len();
                    open.extend(inner.map(|(k, v)| (v, is_page && stands_for_page(k))));
                    open[start..].reverse();
                }
                _ => {}
            }
        }
        out
    }

    /// The objects that are referred to by `@id`.
    pub fn by_id<'a>(objects: &[Placed<'a>]) -> FxHashMap<&'a str, &'a Object> {
        let mut ids = FxHashMap::default();
        for placed in objects {
            if let Some(Value::String(id)) = placed.object.get("@id")
                && placed.object.len() > 1
            {
                let better = |old: &&Object| old.len() >= placed.object.len();
                if !ids.get(id.as_str()).is_some_and(better) {
                    ids.insert(id.as_str(), placed.object);
                }
            }
        }
        ids
    }
}

fn stands_for_page(key: &str) -> bool {
    matches!(key, "@graph" | "mainEntity" | "mainEntityOfPage" | "mainContentOfPage" | "itemReviewed")
}

/// Cleans JSON from what pages put around and into it: comments, line ends in strings, trailing commas.
fn read(text: &str) -> Option<Value> {
    let text = text.trim().trim_start_matches("<!--").trim_start_matches("//<![CDATA[").trim_start_matches("<![CDATA[");
    let text = text.trim_end().trim_end_matches("-->").trim_end_matches("//]]>").trim_end_matches("]]>");
    let text = text.trim().trim_end_matches(';');
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let mut repaired = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if quoted {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => quoted = false,
                _ => {}
            }
            repaired.push(if c < ' ' { ' ' } else { c });
            continue;
        }
        quoted = c == '"';
        if c == ',' && text[at + 1..].trim_start().starts_with([']', '}']) {
            continue;
        }
        repaired.push(c);
    }
    serde_json::from_str(&repaired).ok()
}

/// The types of an object, without the address of the vocabulary.
pub fn types(object: &Object) -> impl Iterator<Item = &str> {
    let list: &[Value] = match object.get("@type") {
        Some(Value::Array(list)) => list,
        Some(value) => std::slice::from_ref(value),
        None => &[],
    };
    list.iter().filter_map(Value::as_str).map(|name| name.rsplit(['/', ':']).next().unwrap_or(name))
}

/// The first text of a property: a string, or the name or value of an object.
pub fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    value_text(object.get(key)?)
}

/// See [`text`].
pub fn value_text(value: &Value) -> Option<&str> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Array(list) => return list.iter().find_map(|v| v.as_str().filter(|s| !s.trim().is_empty())),
        Value::Object(object) => object.get("@value").or_else(|| object.get("name"))?.as_str()?,
        _ => return None,
    };
    Some(text).filter(|t| !t.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn of(json: &str) -> JsonLd {
        let html = format!("<script type='application/ld+json'>{json}</script>");
        JsonLd::new(&parse(html.as_bytes(), &ParseOptions::default()).unwrap())
    }

    #[test]
    fn damaged_json_is_read() {
        for json in ["{\"name\":\"a\nb\",}", "<!-- {\"name\":\"a b\"} -->", "{\"name\":\"a b\"};"] {
            let read = of(json);
            assert_eq!(
                read.objects().first().and_then(|p| text(p.object, "name")).map(|t| t.replace('\n', " ")).as_deref(),
                Some("a b"),
                "{json}"
            );
        }
        assert!(of("{").objects().is_empty());
    }

    #[test]
    fn a_part_of_the_page_is_not_the_page() {
        let read = of(
            r#"{"@graph":[{"@type":"WebPage","@id":"x","mainEntity":{"@type":"schema:Article"},"hasPart":{"@type":"Article"}}]}"#,
        );
        let objects = read.objects();
        let pages: Vec<&str> = objects.iter().filter(|p| p.is_page).flat_map(|p| types(p.object)).collect();
        assert_eq!(pages, ["WebPage", "Article"]);
        assert_eq!(objects.len(), 4);
        assert!(JsonLd::by_id(&objects).contains_key("x"));
    }
}
