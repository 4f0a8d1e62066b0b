//! Commands that do what was done in the window, to be copied.

use std::path::Path;

use rowsmith::types::PartKind;
use serde::Serialize;

use crate::project::{ColumnEdit, Learner, OWN_SCHEMA, Project};

/// A command with its description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Line {
    /// What it does.
    pub(crate) what: String,
    /// The command.
    pub(crate) command: String,
}

/// The commands that do what was done in the window. `plain` is a page whose rows are found by a search without any
/// corrections, with its columns.
pub(crate) fn commands(project: &Project, plain: Option<&PlainPage>) -> Vec<Line> {
    let folder = project.folder();
    let mut lines = Vec::new();
    let mut add = |what: &str, command: String| lines.push(Line { what: what.to_owned(), command });
    let columns = |edits: &[ColumnEdit], names: &[String]| match edits.is_empty() {
        true => String::new(),
        false => format!(" --columns {}", quoted(&picks(edits, names))),
    };
    let edits = &project.file().columns;
    // columns that are joined or split are the project's, which its own command has
    let is_plain = edits.iter().all(|edit| edit.joined.is_empty() && edit.part.is_none());
    if let Some(PlainPage { part, file, url, columns: names }) = plain.filter(|_| is_plain) {
        let command = match part {
            PartKind::List | PartKind::Objects => "records",
            PartKind::Posts => "posts",
            PartKind::Article => "article",
            PartKind::Item => "item",
        };
        let base = url.as_ref().map_or(String::new(), |url| format!(" --base-url {}", quoted(url)));
        let input = path(&folder.join(file));
        add(
            "This page's table",
            format!("rowsmith {command} {input}{base}{} -f csv -o rows.csv", columns(edits, names)),
        );
    }
    if project.wrapper().is_some() {
        let wrapper = path(&folder.join("wrapper.json"));
        add("Learn the wrapper again", format!("rowsmith studio {} --learn", path(folder)));
        if is_plain {
            let picked = columns(edits, &names_of(edits));
            add(
                "The same columns of further pages",
                format!("rowsmith apply --wrapper {wrapper} PAGES{picked} -o rows.csv"),
            );
        }
    }
    if !project.file().pages.is_empty() {
        add("All rows of this project", format!("rowsmith studio {} --export rows.csv", path(folder)));
    }
    lines
}

/// The commands that learn the gazetteers of a project again, and that find objects with them.
pub(crate) fn learning_commands(folder: &Path, learner: &Learner, has_pages: bool) -> Vec<Line> {
    let pages = path(&folder.join("pages"));
    let schema = match learner.schema == OWN_SCHEMA {
        true => path(&folder.join(OWN_SCHEMA)),
        false => learner.schema.clone(),
    };
    let learnt = path(&folder.join("learnt").join(OWN_SCHEMA));
    let method = learner.method.name();
    let line = |what: &str, command: String| Line { what: what.to_owned(), command };
    let lines = vec![
        line(
            "The objects of these pages, with the gazetteers learnt here",
            format!("rowsmith objects --schema {learnt} --method {method} {pages} -o objects.csv"),
        ),
        line(
            "Learning without decisions, from the gazetteers of the schema",
            format!("rowsmith objects learn --schema {schema} --method {method} --pages {pages} --out gazetteers"),
        ),
    ];
    if has_pages { lines } else { Vec::new() }
}

/// A page whose rows are found by a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainPage {
    /// What it holds.
    pub(crate) part: PartKind,
    /// Its file within the project.
    pub(crate) file: String,
    /// Its address, if known.
    pub(crate) url: Option<String>,
    /// The names of its columns as found.
    pub(crate) columns: Vec<String>,
}

fn names_of(edits: &[ColumnEdit]) -> Vec<String> {
    edits.iter().map(|edit| edit.of.from.clone()).collect()
}

/// The value for `--columns`: first the columns that were edited, then the others.
fn picks(edits: &[ColumnEdit], names: &[String]) -> String {
    let picked = edits.iter().filter(|edit| !edit.dropped && names.contains(&edit.of.from));
    let pick = |ColumnEdit { name, of, .. }: &ColumnEdit| match *name == of.from {
        true => name.clone(),
        false => format!("{name}={}", of.from),
    };
    let others = names.iter().filter(|name| !edits.iter().any(|edit| edit.of.from == **name));
    picked.map(pick).chain(others.cloned()).collect::<Vec<_>>().join(",")
}

fn path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// A text quoted as one word for a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=:@%+".contains(c);
    match !text.is_empty() && !text.starts_with('-') && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use rowsmith::types::ColumnKind;

    use super::*;
    use crate::project::ColumnRef;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        assert_eq!(quoted("shop/a.html"), "shop/a.html");
        assert_eq!(quoted("it's; rm -rf $HOME"), "'it'\\''s; rm -rf $HOME'");
        assert_eq!((quoted(""), quoted("-x")), ("''".into(), "'-x'".into()));
    }

    #[test]
    fn columns_in_the_order_that_was_told() {
        let edit = |from: &str, name: &str, dropped| ColumnEdit {
            of: ColumnRef { from: from.into(), kind: ColumnKind::Text },
            name: name.into(),
            value_type: None,
            role: None,
            dropped,
            joined: Vec::new(),
            part: None,
            was: None,
        };
        let edits = [edit("price", "cost", false), edit("note", "note", true), edit("gone", "x", false)];
        let names = ["title", "price", "note"].map(str::to_owned);
        assert_eq!(picks(&edits, &names), "cost=price,title");
    }
}
