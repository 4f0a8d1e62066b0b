//! The JSON Schemas in `docs/schema` are those of the types. `ROWSMITH_RENEW=1 cargo test -p rowsmith --features schema
//! --test schema` writes them.
#![allow(missing_docs, clippy::unwrap_used)]

use std::path::Path;

use rowsmith::types::{
    AppliedPage, ArticlePage, ExtractPage, ItemPage, ObjectsPage, PostsPage, RecordsPage, TablesPage,
};
use rowsmith::wrapper::Wrapper;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

fn line_of<T: JsonSchema>(command: &str) -> String {
    schema_of::<T>(&format!("A line of rowsmith {command}"))
}

fn schema_of<T: JsonSchema>(title: &str) -> String {
    // the schema of what is written, not of all that can be read
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    let mut value = schema.to_value();
    unlink(&mut value);
    serde_json::to_string_pretty(&Schema::try_from(value).unwrap()).unwrap() + "\n"
}

/// Descriptions come from doc comments, whose line ends, links and examples mean nothing here.
fn unlink(schema: &mut Value) {
    match schema {
        Value::Object(map) => map.iter_mut().for_each(|(key, value)| match value {
            Value::String(text) if key == "description" => {
                // every other part is an example in Rust
                let prose: Vec<&str> =
                    text.split("```").step_by(2).map(str::trim).filter(|part| !part.is_empty()).collect();
                *text = prose.join("\n\n").replace('\n', " ").replace("[`", "`").replace("`]", "`");
            }
            value => unlink(value),
        }),
        Value::Array(list) => list.iter_mut().for_each(unlink),
        _ => {}
    }
}

#[test]
fn the_schemas_in_the_documentation_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (name, schema) in [
        ("records", line_of::<RecordsPage>("records")),
        ("posts", line_of::<PostsPage>("posts")),
        ("tables", line_of::<TablesPage>("tables")),
        ("article", line_of::<ArticlePage>("article")),
        ("item", line_of::<ItemPage>("item")),
        ("objects", line_of::<ObjectsPage>("objects")),
        ("extract", line_of::<ExtractPage>("extract")),
        ("apply", line_of::<AppliedPage>("apply")),
        ("wrapper", schema_of::<Wrapper>("A wrapper file of rowsmith learn")),
    ] {
        let path = folder.join(name).with_extension("json");
        if std::env::var_os("ROWSMITH_RENEW").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &schema).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == schema, "{} is not the schema of its type; see the head of this test", path.display());
    }
}
