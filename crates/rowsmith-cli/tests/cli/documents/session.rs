//! Runs the sessions shown in a document.

use std::fs;
use std::path::Path;

use super::terminal::typed;
use crate::support::Folder;

/// A document whose sessions were run.
pub struct Run {
    /// The number of commands in it.
    pub commands: usize,
    /// The document with the actual outputs.
    pub text: String,
    /// The commands whose output differs from the document, with their lines.
    pub departures: Vec<String>,
}

/// Runs the sessions of a document.
pub fn run(document: &str, name: &str) -> Run {
    let folder = Folder::new(&format!("documents-{}", name.replace(['/', '.'], "-")));
    copy(&super::project().join("examples"), &folder.path.join("examples"));
    let mut run = Run { commands: 0, text: String::new(), departures: Vec::new() };
    let mut lines = document.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        run.text.push_str(line);
        run.text.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some((at, line)) = lines.next_if(|(_, line)| *line != "```") {
            let first = line.strip_prefix("$ ").unwrap_or_else(|| panic!("{name}:{}: no command", at + 1));
            run.text.push_str(line);
            run.text.push('\n');
            let mut command = first.to_owned();
            while command.ends_with('\\') {
                let (_, more) = lines.next().unwrap();
                run.text.push_str(more);
                run.text.push('\n');
                command = format!("{}\n{more}", command.trim_end_matches('\\'));
            }
            let mut shown = String::new();
            while let Some((_, line)) = lines.next_if(|(_, line)| *line != "```" && !line.starts_with("$ ")) {
                shown.push_str(line);
                shown.push('\n');
            }
            let printed = tidy(&typed(&command.replace('\n', " "), &folder.path));
            run.commands += 1;
            if printed != shown {
                run.departures.push(format!("{}: {command}\n--- shown\n{shown}--- printed\n{printed}", at + 1));
            }
            run.text.push_str(&printed);
        }
    }
    run
}

/// Removes spaces at the ends of lines, which editors remove, and the final line end.
fn tidy(printed: &str) -> String {
    printed.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
