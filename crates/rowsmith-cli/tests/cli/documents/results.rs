//! The reference of result lines, `docs/RESULTS.md`, beside the JSON Schemas in `docs/schema`.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// What the schemas have and the reference does not name: fields, each in the section of its type, and values, each
/// in one of the sections of its command: that of its type, or of a type that has such a field.
///
/// The section of a line is headed by the name of its command (`` `records` ``), and that of a part by the name of its
/// type (`` `RegionTable` ``). `wrapper.json` is left out, since a wrapper's file is no result line.
pub fn missing(docs: &Path) -> Vec<String> {
    let reference = fs::read_to_string(docs.join("RESULTS.md")).unwrap();
    let mut missing = Vec::new();
    let mut schemas = 0;
    for file in fs::read_dir(docs.join("schema")).unwrap() {
        let path = file.unwrap().path();
        let command = path.file_stem().unwrap().to_string_lossy().into_owned();
        if command == "wrapper" {
            continue;
        }
        schemas += 1;
        let schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let parts = schema["$defs"].as_object().into_iter().flatten().map(|(name, part)| (name.as_str(), part));
        let parts: Vec<(&str, &Value)> = parts.chain([(command.as_str(), &schema)]).collect();
        let sections: Vec<&str> = parts.iter().filter_map(|(name, _)| section(&reference, name)).collect();
        for (name, part) in parts {
            let fields = fields(part);
            let section = section(&reference, name);
            match section {
                None if fields.is_empty() => {}
                None => missing.push(format!("{command}.json: there is no section on `{name}`")),
                Some(section) => {
                    let unnamed = fields.iter().filter(|field| !section.contains(&format!("`{field}`")));
                    missing.extend(unnamed.map(|field| format!("{command}.json: `{name}` has `{field}`")));
                }
            }
            let values = part["oneOf"].as_array().into_iter().flatten().filter_map(|value| value["const"].as_str());
            let unnamed =
                values.filter(|value| !sections.iter().any(|section| section.contains(&format!("`{value}`"))));
            missing.extend(unnamed.map(|value| format!("{command}.json: `{name}` may be `{value}`")));
        }
    }
    assert!(schemas > 7, "schemas were not found");
    missing
}

/// The fields of an object, or of what else it may be.
fn fields(part: &Value) -> Vec<&str> {
    let further = ["anyOf", "oneOf"].iter().filter_map(|name| part[name].as_array()).flatten();
    let objects = further.chain([part]).filter_map(|part| part["properties"].as_object());
    objects.flat_map(|fields| fields.keys().map(String::as_str)).collect()
}

/// The text below the heading that has a name in code, up to the next heading.
fn section<'r>(reference: &'r str, name: &str) -> Option<&'r str> {
    let sections = reference.split("\n#").skip(1).filter_map(|section| section.split_once('\n'));
    let named = |heading: &str| heading.contains(&format!("`{name}`"));
    sections.into_iter().find(|(heading, _)| named(heading)).map(|(_, text)| text)
}
