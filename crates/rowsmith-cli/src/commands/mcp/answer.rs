//! Results as lines of text, whose content comes from the page.

use rowsmith::types::{ArticlePage, DataTable, Record, RegionTable, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The answer of a tool.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// What the server itself says: counts and confidences, and no text from the page.
    pub(super) facts: Map<String, Value>,
    /// What comes from pages, with one value or line of text per line.
    pub(super) lines: String,
}

impl Answer {
    /// Adds a fact.
    pub(super) fn fact(mut self, name: &str, value: impl Into<Value>) -> Answer {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a value as a line of JSON.
    pub(super) fn json(&mut self, value: &impl Serialize) {
        // result types can always be serialised
        self.lines.push_str(&serde_json::to_string(value).unwrap_or_default());
        self.lines.push('\n');
    }

    /// Adds the warnings of a page.
    pub(super) fn warnings(&mut self, warnings: &[Warning]) {
        if !warnings.is_empty() {
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            self.json(&json!({ "warnings": texts }));
        }
    }

    /// Adds a list: its columns, then one line per record.
    pub(super) fn table(&mut self, table: &RegionTable, columns: Option<&[String]>) {
        let is_wanted = |name: &str| columns.is_none_or(|columns| columns.iter().any(|column| column == name));
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let shown: Vec<&str> = match columns {
            Some(columns) => columns.iter().map(String::as_str).filter(|name| names.contains(name)).collect(),
            None => names,
        };
        self.json(&json!({ "columns": shown }));
        for record in table.records() {
            self.json(&row(record, &is_wanted));
        }
    }

    /// Adds a data table: its caption and columns, then one line per row.
    pub(super) fn data_table(&mut self, table: &DataTable) {
        let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        self.json(
            &json!({ "table": table.number, "caption": table.caption, "heading": table.heading, "columns": columns }),
        );
        for row in &table.rows {
            self.json(row);
        }
    }

    /// Adds an article: its metadata, then its text as Markdown.
    pub(super) fn article(&mut self, page: &ArticlePage) {
        self.json(&page.metadata);
        self.lines.push_str(&page.markdown);
        if !page.markdown.ends_with('\n') {
            self.lines.push('\n');
        }
    }
}

fn row(record: Record<'_>, is_wanted: &dyn Fn(&str) -> bool) -> Map<String, Value> {
    let cells = record.iter().filter(|item| is_wanted(&item.column.name));
    cells.map(|item| (item.column.name.clone(), Value::from(item.cell.address()))).collect()
}

/// Removes the paths of the elements that things were found in, which are of no use to an agent.
pub(super) fn without_paths(mut value: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for name in ["nodes", "path", "html", "evidence"] {
                    members.remove(name);
                }
                members.values_mut().for_each(clean);
            }
            Value::Array(values) => values.iter_mut().for_each(clean),
            _ => {}
        }
    }
    clean(&mut value);
    value
}
