//! A validator for the JSON Schemas in `docs/schema`. It supports the keywords that they use, and fails on any other.
//! Stricter than the standard, it treats objects as closed, so that a field which no schema names is an error.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use regex::Regex;
use serde_json::{Map, Value};

pub struct Validator {
    root: Value,
}

impl Validator {
    pub fn new(schema: &str) -> Validator {
        Validator { root: serde_json::from_str(schema).unwrap() }
    }

    /// What is wrong with a value, and where.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.against(&self.root, value, "")
    }

    fn against(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(schema) = schema else { return Err(format!("{at}: a schema that is no object: {schema}")) };
        let wrong = |what: &str| Err(format!("{at}: {what}: {value:.200}"));
        for (keyword, wanted) in schema {
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "default" | "examples" => {}
                // formats of numbers, which give their width
                "format" if ["float", "double", "uint", "uint32", "uint64"].iter().any(|known| wanted == known) => {}
                "type" => {
                    let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                    if !types.iter().any(|name| is_of(value, name.as_str().unwrap())) {
                        return wrong(&format!("is not of type {wanted}"));
                    }
                }
                "$ref" => {
                    let name = wanted.as_str().and_then(|path| path.strip_prefix("#/$defs/")).unwrap();
                    self.against(&self.root["$defs"][name], value, at)?;
                }
                "anyOf" | "oneOf" => {
                    let fitting = wanted.as_array().unwrap().iter().filter(|s| self.against(s, value, at).is_ok());
                    let count = fitting.count();
                    if count == 0 || keyword == "oneOf" && count > 1 {
                        return wrong(&format!("fits {count} of {keyword}"));
                    }
                }
                "const" if value != wanted => return wrong(&format!("is not {wanted}")),
                "const" => {}
                "enum" if !wanted.as_array().unwrap().contains(value) => return wrong("is not one of the enum"),
                "enum" => {}
                "minimum" if value.as_f64().is_some_and(|n| n < wanted.as_f64().unwrap()) => {
                    return wrong("is too small");
                }
                "minimum" => {}
                "pattern" => {
                    let pattern = Regex::new(wanted.as_str().unwrap()).unwrap();
                    if value.as_str().is_some_and(|text| !pattern.is_match(text)) {
                        return wrong("does not fit the pattern");
                    }
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.against(wanted, item, &format!("{at}/{index}"))?;
                    }
                }
                "prefixItems" => {
                    let parts = wanted.as_array().into_iter().flatten();
                    for (index, (part, item)) in parts.zip(value.as_array().into_iter().flatten()).enumerate() {
                        self.against(part, item, &format!("{at}/{index}"))?;
                    }
                }
                "minItems" if value.as_array().is_some_and(|all| (all.len() as u64) < wanted.as_u64().unwrap()) => {
                    return wrong("has too few items");
                }
                "maxItems" if value.as_array().is_some_and(|all| all.len() as u64 > wanted.as_u64().unwrap()) => {
                    return wrong("has too many items");
                }
                "minItems" | "maxItems" => {}
                "required" => {
                    let names = wanted.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                    let missing =
                        |object: &Map<String, Value>| names.into_iter().find(|name| !object.contains_key(*name));
                    if let Some(name) = value.as_object().and_then(missing) {
                        return wrong(&format!("has no {name}"));
                    }
                }
                "properties" | "patternProperties" | "additionalProperties" => {
                    for (name, part) in value.as_object().into_iter().flatten() {
                        let inner = schema.get("properties").and_then(|p| p.get(name));
                        let fits = |pattern: &str| Regex::new(pattern).unwrap().is_match(name);
                        let mut patterns =
                            schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
                        let inner = inner.or_else(|| patterns.find(|(pattern, _)| fits(pattern)).map(|(_, part)| part));
                        let other = || schema.get("additionalProperties").filter(|other| **other != Value::Bool(false));
                        let Some(inner) = inner.or_else(other) else {
                            return wrong(&format!("has a field {name} that the schema does not name"));
                        };
                        self.against(inner, part, &format!("{at}/{name}"))?;
                    }
                }
                other => return Err(format!("{at}: the validator does not know the keyword {other}: {wanted}")),
            }
        }
        Ok(())
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let schema = r##"{"type":"object","required":["kind"],"properties":{"kind":{"$ref":"#/$defs/Kind"},
        "n":{"type":["integer","null"],"minimum":0},"all":{"type":"array","items":{"type":"string","pattern":"^a"}},
        "by":{"type":"object","additionalProperties":{"type":"number"}},
        "of":{"type":"object","patternProperties":{"^[0-9]$":{"type":"number"}},"additionalProperties":false},
        "pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"minItems":2,"maxItems":2}},
        "$defs":{"Kind":{"oneOf":[{"const":"list"},{"const":"thread"}]}}}"##;
    let validator = Validator::new(schema);
    let check = |text: &str| validator.check(&serde_json::from_str(text).unwrap());
    for right in [
        r#"{"kind":"list"}"#,
        r#"{"kind":"thread","n":null,"all":["a","ab"],"by":{"x":1.5},"of":{"1":2},"pair":["a",1]}"#,
    ] {
        assert_eq!(check(right), Ok(()));
    }
    for (wrong, place) in [
        ("[]", ""),
        ("{}", ""),
        (r#"{"kind":"post"}"#, "/kind"),
        (r#"{"kind":"list","n":1.5}"#, "/n"),
        (r#"{"kind":"list","n":-1}"#, "/n"),
        (r#"{"kind":"list","all":["a","b"]}"#, "/all/1"),
        (r#"{"kind":"list","by":{"x":"y"}}"#, "/by/x"),
        (r#"{"kind":"list","other":1}"#, ""),
        (r#"{"kind":"list","of":{"1":"b"}}"#, "/of/1"),
        (r#"{"kind":"list","of":{"x":1}}"#, "/of"),
        (r#"{"kind":"list","pair":["a","b"]}"#, "/pair/1"),
        (r#"{"kind":"list","pair":["a"]}"#, "/pair"),
        (r#"{"kind":"list","pair":["a",1,2]}"#, "/pair"),
    ] {
        let message = check(wrong).unwrap_err();
        assert!(message.starts_with(&format!("{place}: ")), "{wrong}: {message}");
    }
    let unknown = Validator::new(r#"{"maxLength":3}"#).check(&Value::Null).unwrap_err();
    assert!(unknown.contains("maxLength"), "{unknown}");
}
