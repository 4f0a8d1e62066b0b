//! The html5lib test suites for tree construction and for encoding detection, under their own licence in `data/`.
//!
//! Of the tree suite, all cases with whole documents and without scripting are run; fragments are for parsers that
//! offer `innerHTML`. Our tree has no comments, no doctype and no contents of `<template>`, so they are removed from
//! the expected trees, too. Our deviations are listed by name; a listed deviation that does not occur is also a
//! failure.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use encoding_rs::Encoding;
use rowsmith::dom::{Document, EncodingSource, ParseOptions, decode, parse};

/// Cases of tree construction, as `file:number`, in which we deviate, and why.
const OTHER_TREES: &[(&str, &str)] = &[
    ("menuitem-element:14", SELECT),
    ("tests1:30", SELECT),
    ("tests1:102", SELECT),
    ("tests7:31", SELECT),
    ("tests9:5", SELECT),
    ("tests9:6", SELECT),
    ("tests9:18", SELECT),
    ("tests9:19", SELECT),
    ("tests10:4", SELECT),
    ("tests10:5", SELECT),
    ("tests10:17", SELECT),
    ("tests10:18", SELECT),
    ("tests18:14", SELECT),
    ("tests18:15", SELECT),
    ("tests16:89", NOSCRIPT),
    ("tests16:186", NOSCRIPT),
];
/// The suite dates from before the standard allowed elements other than options in `<select>`.
const SELECT: &str = "elements within select stay, as the standard says now";
/// Tag managers write it like this, and the rest of the page would be lost.
const NOSCRIPT: &str = "an iframe left open in noscript ends with it";

/// The same for encodings.
const OTHER_ENCODINGS: &[(&str, &str)] = &[
    ("test-yahoo-jp:1", "the page declares EUC-JP, but its bytes here are valid UTF-8, which goes before"),
    ("tests1:55", "a script writes the declaration, and we run none"),
];

/// The parts of a case by their names.
struct Case {
    name: String,
    parts: Vec<(String, Vec<u8>)>,
}

impl Case {
    fn part(&self, name: &str) -> Option<&[u8]> {
        self.parts.iter().find(|(part, _)| part == name).map(|(_, text)| text.as_slice())
    }
}

/// The cases of all files of a folder.
fn cases(folder: &str) -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib/data").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "dat"))
        .flat_map(|file| of_file(file))
        .collect()
}

fn of_file(file: &std::path::Path) -> Vec<Case> {
    let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
    let mut cases: Vec<Case> = Vec::new();
    for line in fs::read(file).unwrap().split_inclusive(|&byte| byte == b'\n') {
        let heading = line.strip_prefix(b"#").and_then(|name| name.strip_suffix(b"\n"));
        let heading = heading.filter(|name| HEADINGS.iter().any(|known| known.as_bytes() == *name));
        match (heading, cases.last_mut()) {
            (Some(b"data"), _) => {
                let name = format!("{stem}:{}", cases.len() + 1);
                cases.push(Case { name, parts: vec![("data".to_owned(), Vec::new())] });
            }
            (Some(name), Some(case)) => case.parts.push((String::from_utf8_lossy(name).into_owned(), Vec::new())),
            (None, Some(case)) => case.parts.last_mut().unwrap().1.extend_from_slice(line),
            (Some(_), None) | (None, None) => {}
        }
    }
    for (name, text) in cases.iter_mut().flat_map(|case| &mut case.parts) {
        // the last line end is part of the format
        if text.last() == Some(&b'\n') {
            text.pop();
        }
        if name == "document" {
            // and so is the empty line before the next case
            text.truncate(text.trim_ascii_end().len());
        }
    }
    cases
}

const HEADINGS: [&str; 9] =
    ["data", "errors", "new-errors", "document-fragment", "document", "script-on", "script-off", "encoding", "end"];

/// Fails if the deviations are not the listed ones.
fn settle(what: &str, run: usize, deviating: Vec<(String, String)>, listed: &[(&str, &str)]) {
    let listed: BTreeSet<&str> = listed.iter().map(|(name, _)| *name).collect();
    let found: BTreeSet<&str> = deviating.iter().map(|(name, _)| name.as_str()).collect();
    println!("html5lib, {what}: {run} cases, {} otherwise, {} of them listed", found.len(), listed.len());
    let new: String =
        deviating.iter().filter(|(name, _)| !listed.contains(name.as_str())).map(|(_, text)| text.as_str()).collect();
    assert!(new.is_empty(), "deviations that are not listed:\n{new}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "listed, but as expected: {gone:?}");
}

#[test]
fn trees_are_as_expected() {
    let (mut run, mut deviating) = (0, Vec::new());
    for case in cases("tree-construction") {
        let (Some(data), Some(expected)) = (case.part("data"), case.part("document")) else { continue };
        if case.part("document-fragment").is_some() || case.part("script-on").is_some() {
            continue;
        }
        run += 1;
        let expected = expected_tree(&String::from_utf8_lossy(expected));
        let options = ParseOptions::new().charset("utf-8");
        let ours = match parse(data, &options) {
            Ok(page) => our_tree(&page),
            // a page of only white space is an error here; the expected tree shows nothing, either
            Err(rowsmith::Error::Empty) => expected.iter().filter(|line| !line.contains('"')).cloned().collect(),
            Err(error) => vec![error.to_string()],
        };
        if ours != expected {
            let text = format!(
                "{}: {:?}\n  expected\n    {}\n  ours\n    {}\n",
                case.name,
                String::from_utf8_lossy(data),
                expected.join("\n    "),
                ours.join("\n    ")
            );
            deviating.push((case.name, text));
        }
    }
    assert!(run > 1000, "{run}");
    settle("trees", run, deviating, OTHER_TREES);
}

/// The lines of an expected tree (`depth name`, `depth name=value` for an attribute, `depth "text`) without what our
/// trees leave out.
fn expected_tree(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // a text may contain line ends
    for line in text.split('\n') {
        match (line.strip_prefix("| "), lines.last_mut()) {
            (Some(line), _) => lines.push(line.to_owned()),
            (None, Some(last)) => *last = format!("{last}\n{line}"),
            (None, None) => {}
        }
    }
    let mut out: Vec<String> = Vec::new();
    // the depth of an element that is left out with its content
    let mut left_out: Option<usize> = None;
    for line in lines {
        let inner = line.trim_start_matches(' ');
        let depth = (line.len() - inner.len()) / 2;
        if left_out.is_some_and(|outer| depth > outer) {
            continue;
        }
        left_out = (inner == "content" || inner.starts_with("<!")).then_some(depth);
        if left_out.is_some() {
            continue;
        }
        if let Some(element) = inner.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
            // "svg path": the name without its namespace
            out.push(format!("{depth} {}", element.rsplit(' ').next().unwrap_or(element)));
        } else if let Some(text) = inner.strip_prefix('"') {
            let text = text.strip_suffix('"').unwrap_or(text);
            let prefix = format!("{depth} \"");
            match out.last_mut() {
                // separated by a comment
                Some(last) if last.starts_with(&prefix) => last.push_str(text),
                _ => out.push(prefix + text),
            }
        } else {
            let (name, value) = inner.split_once('=').unwrap_or((inner, ""));
            let name = name.rsplit(' ').next().unwrap_or(name);
            out.push(format!("{depth} {name}={}", value.trim_matches('"')));
        }
    }
    out
}

fn our_tree(page: &Document) -> Vec<String> {
    let mut depths = vec![0usize; page.len()];
    let mut out = Vec::new();
    for id in page.nodes() {
        if let Some(parent) = page.parent(id) {
            depths[id.index()] = depths[parent.index()] + 1;
        }
        let depth = depths[id.index()];
        if page.is_text(id) {
            out.push(format!("{depth} \"{}", page.raw_text(id)));
            continue;
        }
        out.push(format!("{depth} {}", page.tag_name(page.tag(id))));
        let mut attributes: Vec<String> = page
            .attrs(id)
            .map(|(name, value)| format!("{} {}={}", depth + 1, page.attr_name(name), value.trim_matches('"')))
            .collect();
        attributes.sort();
        out.extend(attributes);
    }
    out
}

#[test]
fn encodings_are_as_expected() {
    let (mut run, mut deviating) = (0, Vec::new());
    for case in cases("encoding") {
        let (Some(data), Some(expected)) = (case.part("data"), case.part("encoding")) else { continue };
        run += 1;
        let expected = Encoding::for_label(expected).map_or("?", Encoding::name);
        // without a declaration the suite expects the default of western browsers, where we look at the bytes
        let ours = match decode(data, None) {
            Ok(page) if matches!(page.source, EncodingSource::Meta | EncodingSource::Bom) => page.encoding,
            _ => "windows-1252",
        };
        if ours != expected {
            let text =
                format!("{}: {:?}\n  expected {expected}, ours {ours}\n", case.name, String::from_utf8_lossy(data));
            deviating.push((case.name, text));
        }
    }
    assert!(run > 70, "{run}");
    settle("encodings", run, deviating, OTHER_ENCODINGS);
}
