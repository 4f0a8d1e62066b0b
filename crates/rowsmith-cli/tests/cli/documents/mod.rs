//! The documents of the project: what they show is what the program prints, and their links work.
//!
//! A code block marked `console` is a terminal session: lines that begin with `$ ` are typed, and the lines below each
//! are what it prints. The blocks of a document are run one after the other in one folder, which contains the project's
//! `examples`. `ROWSMITH_RENEW=1 cargo test -p rowsmith-cli --test cli documents` rewrites the outputs.

mod links;
mod results;
#[cfg(all(target_os = "linux", feature = "full"))]
mod session;
#[cfg(all(target_os = "linux", feature = "full"))]
pub mod terminal;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
fn project() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

/// The documents whose sessions are run.
#[cfg(all(target_os = "linux", feature = "full"))]
const SHOWN: &[&str] = &[
    "README.md",
    "docs/GUIDE.md",
    "docs/COOKBOOK.md",
    "docs/TROUBLESHOOTING.md",
    "docs/COLUMNS.md",
    "docs/HARVEST.md",
    "docs/RESULTS.md",
];

#[cfg(all(target_os = "linux", feature = "full"))]
#[test]
fn commands_print_what_the_documents_show() {
    let renew = std::env::var_os("ROWSMITH_RENEW").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for name in SHOWN {
        let path = project().join(name);
        let text = fs::read_to_string(&path).unwrap();
        let run = session::run(&text, name);
        assert!(run.commands > 0, "{name} shows no command in a block of 'console'");
        if renew {
            fs::write(&path, &run.text).unwrap();
        }
        wrong.extend(run.departures.into_iter().map(|departure| format!("{name}:{departure}")));
    }
    assert!(renew || wrong.is_empty(), "{}\nROWSMITH_RENEW=1 writes the outputs anew", wrong.join("\n"));
}

#[test]
fn links_between_documents_lead_somewhere() {
    let broken = links::broken(&project());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_field_of_a_result_line_is_described() {
    let missing = results::missing(&project().join("docs"));
    assert!(missing.is_empty(), "docs/RESULTS.md does not name:\n{}", missing.join("\n"));
}

#[test]
fn the_book_names_every_document() {
    let summary = fs::read_to_string(project().join("docs/SUMMARY.md")).unwrap();
    for file in fs::read_dir(project().join("docs")).unwrap() {
        let name = file.unwrap().file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(summary.contains(&format!("]({name})")), "docs/SUMMARY.md does not name {name}");
        }
    }
}
