//! Checks `lab/FIDELITY.md`: what it names exists, and no numbered item of a paper is missing.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The numbered items of a paper: the word, and the highest number.
const ITEMS: [(&str, &[(&str, u32)]); 5] = [
    ("DEPTA", &[("figure", 19), ("definition", 2), ("table", 3)]),
    ("MiBAT", &[("figure", 7), ("definition", 5), ("equation", 3), ("algorithm", 3), ("table", 4)]),
    ("FOREST", &[("figure", 7), ("definition", 3), ("equation", 7), ("algorithm", 1), ("table", 1)]),
    // our copy has lost the numbers of the others
    ("RTDM", &[]),
    ("AMBER", &[("figure", 23), ("definition", 8), ("theorem", 3), ("algorithm", 5), ("table", 2)]),
];

struct Row {
    paper: String,
    item: String,
    place: String,
    state: String,
    test: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the file, or of one like it.
fn rows(text: &str) -> Vec<Row> {
    let mut paper = "";
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            paper = heading.split(' ').next().unwrap_or_default();
        }
        let Some(cells) = line.strip_prefix("| ").and_then(|l| l.strip_suffix(" |")) else { continue };
        let cells: Vec<&str> = cells.split(" | ").map(str::trim).collect();
        if cells[0] == "item" {
            continue;
        }
        let [item, _, place, state, test] = cells[..] else { panic!("a row of other than five cells: {line}") };
        let [item, place, state, test] = [item, place, state, test].map(str::to_owned);
        rows.push(Row { paper: paper.to_owned(), item, place, state, test });
    }
    rows
}

fn fidelity() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("lab/FIDELITY.md")).unwrap();
    // an empty last cell ends in one space
    rows(&text.replace("| |\n", "|  |\n").replace("| | ", "|  | "))
}

/// Everything in backquotes that has the form of a place.
fn places(cell: &str) -> Vec<(String, String)> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter_map(|q| q.split_once('#')).map(|(file, name)| (file.to_owned(), name.to_owned())).collect()
}

fn file_of(place: &str) -> PathBuf {
    let (folder, rest) = match place.split_once('/') {
        Some(("lab", rest)) => ("crates/rowsmith-lab/src", rest),
        Some(("cli", rest)) => ("crates/rowsmith-cli/src", rest),
        Some(("tests", rest)) => ("crates/rowsmith/tests", rest),
        _ => ("crates/rowsmith/src", place),
    };
    root().join(folder).join(rest)
}

/// Why a place does not exist, if it does not.
fn missing(file: &str, name: &str) -> Option<String> {
    let Ok(source) = std::fs::read_to_string(file_of(file)) else { return Some(format!("no file {file}")) };
    let defined = |keyword: &str| {
        let begins = format!("{keyword} {name}");
        let ends = |at: usize| !source[at + begins.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        source.match_indices(&begins).any(|(at, _)| ends(at))
    };
    let found = ["fn", "struct", "enum", "const", "type"].into_iter().any(defined);
    (!found).then(|| format!("no {name} in {file}"))
}

/// Whether a function is a test: `#[test]` precedes it, with only other attributes in between.
fn is_test(file: &str, name: &str) -> bool {
    let source = std::fs::read_to_string(file_of(file)).unwrap_or_default();
    let Some(at) = source.find(&format!("fn {name}(")) else { return false };
    let before = source[..at].trim_end();
    before.lines().rev().take_while(|line| line.trim_start().starts_with("#[")).any(|line| line.trim() == "#[test]")
}

/// The numbers that a row's item stands for: "figure 3", "figures 1 to 4".
fn numbers(item: &str, word: &str) -> Vec<u32> {
    let one = item.strip_prefix(&format!("{word} ")).and_then(|n| n.parse().ok());
    let range = || {
        let (from, to) = item.strip_prefix(&format!("{word}s "))?.split_once(" to ")?;
        Some((from.parse().ok()?, to.parse().ok()?))
    };
    match (one, range()) {
        (Some(number), _) => vec![number],
        (None, Some((from, to))) => (from..=to).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_numbered_item_of_the_papers_is_in_the_table() {
    let rows = fidelity();
    for (paper, words) in ITEMS {
        assert!(rows.iter().filter(|r| r.paper == paper).count() >= 12, "{paper}");
        for &(word, highest) in words {
            let of_paper = rows.iter().filter(|r| r.paper == paper);
            let found: Vec<u32> = of_paper.flat_map(|r| numbers(&r.item, word)).collect();
            let each: BTreeSet<u32> = found.iter().copied().collect();
            assert_eq!(each, (1..=highest).collect(), "{paper}, {word}s");
            assert_eq!(found.len(), each.len(), "{paper}: a {word} twice");
        }
    }
}

#[test]
fn every_place_and_test_that_the_table_names_exists() {
    let mut wrong = Vec::new();
    for row in fidelity() {
        let what = format!("{} {}", row.paper, row.item);
        for (file, name) in places(&row.place).iter().chain(&places(&row.test)) {
            wrong.extend(missing(file, name).map(|why| format!("{what}: {why}")));
        }
        for (file, name) in places(&row.test) {
            if !is_test(&file, &name) {
                wrong.push(format!("{what}: {name} in {file} is no test"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_says_how_far_it_goes_and_why_not_farther() {
    for row in fidelity() {
        let what = format!("{} {}", row.paper, row.item);
        let (state, reason) = row.state.split_once(": ").unwrap_or((&row.state, ""));
        let whole = row.state.starts_with("whole");
        assert!(whole || state == "in part" || state == "left out", "{what}: {}", row.state);
        assert!(whole || reason.split_whitespace().count() >= 3, "{what} has no reason");
        let left_out = row.state.starts_with("left out");
        assert_eq!(places(&row.place).is_empty(), left_out, "{what}: a place, but where it is left out");
        let is_run = row.state.contains("(RESULTS.md#");
        assert!(!places(&row.test).is_empty() || left_out || is_run, "{what}: no test, and no experiment");
    }
}

#[test]
fn every_experiment_that_the_table_links_to_is_in_the_results() {
    let results = std::fs::read_to_string(root().join("lab/RESULTS.md")).unwrap();
    let mut linked = BTreeSet::new();
    for row in fidelity() {
        linked.extend(row.state.split("(RESULTS.md#").skip(1).filter_map(|l| l.split(')').next()).map(str::to_owned));
    }
    assert!(linked.len() >= 15);
    for name in linked {
        assert!(results.contains(&format!("\n## {name}\n")), "no section {name}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let text = "## DEPTA (x)\n\n| item | what | where | state | test |\n|---|---|---|---|---|\n\
        | figure 1 | x | `tree/id.rs#TreeIdd`, `tree/nothing.rs#x` | whole | `tree/id.rs#new` |\n";
    let row = &rows(text)[0];
    let wrong: Vec<Option<String>> = places(&row.place).iter().map(|(file, name)| missing(file, name)).collect();
    assert!(wrong.iter().all(Option::is_some), "{wrong:?}");
    assert!(!is_test("tree/id.rs", "new") && missing("tree/id.rs", "TreeId").is_none());
    assert_eq!(numbers("figures 9 to 11", "figure"), [9, 10, 11]);
}
