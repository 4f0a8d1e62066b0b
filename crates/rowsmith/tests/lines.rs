//! Result lines can be written and read back, and conform to `docs/schema`.
//!
//! A line that was read is written as the same line. `tests/schema.rs` checks the schemas.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;
mod results;

use std::collections::BTreeMap;
use std::path::Path;

use results::validator::Validator;
use results::{Line, bundled_lines, eval_lines};
use rowsmith::types::{
    AppliedPage, ArticlePage, ExtractPage, ItemPage, ObjectsPage, PostsPage, RecordsPage, TablesPage,
};
use rowsmith::wrapper::Wrapper;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn again<T: Serialize + DeserializeOwned>(line: &str) -> String {
    let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:.400}"));
    serde_json::to_string(&read).unwrap()
}

fn comes_back(line: &Line) {
    let written = match line.schema {
        "records" => again::<RecordsPage>(&line.text),
        "posts" => again::<PostsPage>(&line.text),
        "tables" => again::<TablesPage>(&line.text),
        "article" => again::<ArticlePage>(&line.text),
        "item" => again::<ItemPage>(&line.text),
        "objects" => again::<ObjectsPage>(&line.text),
        "extract" => again::<ExtractPage>(&line.text),
        "apply" => again::<AppliedPage>(&line.text),
        "wrapper" => again::<Wrapper>(&line.text),
        other => panic!("no type of {other}"),
    };
    assert!(written == line.text, "{} of {}:\n{}\n{written}", line.schema, line.page, line.text);
}

/// The schemas against which lines are validated.
struct Schemas(BTreeMap<&'static str, Validator>);

impl Schemas {
    fn new() -> Schemas {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        let read = |name| {
            let text = std::fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
            (name, Validator::new(&text))
        };
        Schemas(
            ["records", "posts", "tables", "article", "item", "objects", "extract", "apply", "wrapper"]
                .into_iter()
                .map(read)
                .collect(),
        )
    }

    fn check(&self, line: &Line) {
        let value = serde_json::from_str(&line.text).unwrap();
        if let Err(wrong) = self.0[line.schema].check(&value) {
            panic!("{} of {}: {wrong}", line.schema, line.page);
        }
    }
}

#[test]
fn lines_of_bundled_pages_come_back_and_fit_their_schemas() {
    let lines: Vec<Line> = bundled_lines().collect();
    lines.iter().for_each(comes_back);
    let schemas = Schemas::new();
    lines.iter().for_each(|line| schemas.check(line));
    // the interesting cases must occur: lists, posts, objects with several values, parts of a wrapper
    let holds = |schema: &str, text: &str| lines.iter().any(|line| line.schema == schema && line.text.contains(text));
    assert!(holds("records", "\"urls\":{") && holds("records", "\"evidence\":{"));
    assert!(holds("posts", "\"author\":") && holds("posts", "\"cells\":{") && holds("extract", "\"posts\":["));
    assert!(holds("objects", "\"currency\":") && holds("objects", "\"more\":["));
    assert!(holds("apply", "\"text\":") && holds("apply", "\"regions\":[{") && holds("apply", "\"drift\":["));
    assert!(holds("item", "\"old_price\":{") && holds("item", "\"properties\":[{") && holds("item", "\"item\":null"));
    assert!(holds("apply", "\"areas\":[{") && holds("article", "\"warnings\":["));
    assert!(holds("wrapper", "\"prototype\":[{") && holds("wrapper", "\"objects\":{"));
    assert!(holds("wrapper", "\"article\":{") && holds("wrapper", "\"kind\":\"posts\""));
}

#[test]
fn lines_of_evaluation_pages_come_back_and_fit_their_schemas() {
    let schemas = Schemas::new();
    eval_lines().for_each(|line| {
        comes_back(&line);
        schemas.check(&line);
    });
}

/// Not only its line but the result itself is the same, except for rounding: addresses are where they were.
#[test]
fn tables_come_back_as_they_were() {
    let (path, bytes) = common::bundled_pages().find(|(path, _)| path.ends_with("shop.html")).unwrap();
    let known = rowsmith::PageOptions::new().source(path.to_string_lossy()).url("https://example.com/");
    let page = rowsmith::Page::parse(&bytes, &known).unwrap().records(&rowsmith::RecordsOptions::new());
    let read: RecordsPage = serde_json::from_str(&serde_json::to_string(&page).unwrap()).unwrap();
    assert!(!page.regions.is_empty());
    for (read, made) in read.regions.iter().zip(&page.regions) {
        assert_eq!((&read.columns, &read.records), (&made.columns, &made.records));
    }
}
