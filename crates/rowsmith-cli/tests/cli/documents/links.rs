//! Links between the documents of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that contain no documents of ours.
const PASSED: &[&str] = &["target", "node_modules", "out", "dist", "pages", "book"];

/// The broken links, each with its document: missing files, missing headings, and names of missing documents in code
/// (`docs/X.md`).
pub fn broken(project: &Path) -> Vec<String> {
    let mut documents = Vec::new();
    collect(project, &mut documents);
    assert!(documents.len() > 30, "documents were not found");
    let mut broken = Vec::new();
    for document in &documents {
        let text = prose(&fs::read_to_string(document).unwrap());
        let name = document.strip_prefix(project).unwrap().display();
        for target in targets(&text) {
            if !leads(document, target) {
                broken.push(format!("{name}: {target}"));
            }
        }
        for word in text.split(['`', ' ', '(', ')', ',', '\n']) {
            let word = word.trim_end_matches('.');
            let ours = (word.starts_with("docs/") || word.starts_with("lab/")) && word.ends_with(".md");
            if ours && !project.join(word).exists() {
                broken.push(format!("{name}: {word}"));
            }
        }
    }
    broken
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !PASSED.contains(&name.as_str()) {
                collect(&path, into);
            }
        } else if name.ends_with(".md") || name == "llms.txt" {
            into.push(path);
        }
    }
}

/// A document without its code blocks.
fn prose(text: &str) -> String {
    let mut within = None;
    let mut kept = String::new();
    for line in text.lines() {
        let fence = line.trim_start().chars().take_while(|c| *c == '`').count();
        match within {
            None if fence >= 3 => within = Some(fence),
            Some(open) if fence >= open => within = None,
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
            Some(_) => {}
        }
    }
    kept
}

/// The targets of the links in a text, except for those outside the project.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets.filter(|target| !target.contains("://") && !target.contains([' ', '`', '…']))
}

fn leads(from: &Path, target: &str) -> bool {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { from.to_owned() } else { from.parent().unwrap().join(file) };
    if !path.exists() {
        return false;
    }
    let Ok(text) = fs::read_to_string(&path) else { return heading.is_empty() };
    heading.is_empty() || prose(&text).lines().any(|line| line.starts_with('#') && slug(line) == heading)
}

/// The name of a heading in addresses.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
