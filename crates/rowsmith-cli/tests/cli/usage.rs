//! The command line: help, man page, completions, and what is rejected.

use crate::support::{Folder, page};

#[test]
fn wrong_usage_is_exit_code_2() {
    let folder = Folder::new("usage");
    folder.write("a.html", page("a"));
    for arguments in [
        &[][..],
        &["frobnicate"],
        &["records", "--no-such-flag", "a.html"],
        &["records", "a.html", "--format", "ods"],
        &["records", "a.html", "--delay", "-1"],
        &["records", "a.html", "--user-agent", "a\nb"],
        &["records", "a.html", "--format", "sqlite"],
        &["records", "a.html", "--format", "jsonl", "--out", "."],
        &["records", "a.html", "--out", "out.csv.gz"],
        &["records", "a.html", "--long", "--format", "json"],
        &["records", "a.html", "--columns", "a,b,a"],
        &["records", "a.html", "--columns", "=a"],
        &["records", "a.html", "--charset", "klingon"],
        &["records", "a.html", "--base-url", "example.com"],
        &["records", "a.html", "--max-bytes", "many"],
        &["records", "a.html", "--min-score", "NaN"],
        &["records", "a.html", "--min-confidence", "7"],
        &["posts", "a.html", "--min-confidence", "-0.1"],
        &["posts", "a.html", "--threshold", "2"],
        &["article", "a.html", "--out", "a.csvx"],
        &["records", "a.html", "-j", "-1"],
        &["records", "-", "-"],
        &["man", "nothing"],
        &["man", "wrapper", "nothing"],
        &["man", "records", "--out", "man1"],
        &["completions", "cobol"],
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {ran:?}");
        assert!(!ran.err.is_empty());
    }
    assert_eq!(folder.names(), ["a.html"]);
}

#[test]
fn what_is_refused_says_why_and_how_it_goes() {
    let folder = Folder::new("refused");
    let ran = folder.run(&["records", "a.html", "--charset", "klingon"]);
    assert!(ran.err.contains("klingon") && ran.err.contains("Usage: rowsmith records"), "{ran:?}");
}

#[test]
fn a_name_of_no_format_is_refused_with_the_endings_that_there_are() {
    let folder = Folder::new("endings");
    folder.write("a.html", page("a"));
    let ran = folder.run(&["records", "a.html", "-o", "rows.jsonlines"]);
    assert!(ran.code == Some(2) && ran.err.contains(".jsonlines") && ran.err.contains(".jsonl, "), "{ran:?}");
    assert!(!ran.err.contains(".xml"), "{ran:?}");
    let ran = folder.run(&["article", "a.html", "-o", "text.rtf"]);
    assert!(ran.code == Some(2) && ran.err.contains(".html, .htm"), "{ran:?}");
    assert_eq!(folder.run(&["records", "a.html", "-q", "-f", "csv", "-o", "rows.jsonlines"]).code, Some(0));
    assert_eq!(folder.names(), ["a.html", "rows.jsonlines"]);
}

#[test]
fn a_probability_is_from_0_to_1() {
    let folder = Folder::new("probability");
    let ran = folder.run(&["records", "a.html", "--min-confidence", "7"]);
    assert!(ran.code == Some(2) && ran.err.contains("from 0 to 1"), "{ran:?}");
}

#[test]
fn a_column_that_is_not_there_is_told_with_those_that_are() {
    let folder = Folder::new("no-column");
    let ran = folder.write("a.html", page("a")).run(&["records", "a.html", "-c", "colour", "-f", "csv"]);
    let names = folder.run(&["records", "a.html", "-f", "csv"]).out.lines().next().unwrap().replace(',', ", ");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains(&format!("no column \"colour\"; there are: {names}")), "{names} {ran:?}");
}

#[test]
fn an_address_without_its_scheme_gets_a_hint() {
    let folder = Folder::new("no-scheme");
    let ran = folder.run(&["records", "localhost:8765/x"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("http://localhost:8765/x"), "{ran:?}");
    let ran = folder.write("localhost/x.html", page("a")).run(&["records", "localhost/x.html", "-q"]);
    assert_eq!((ran.code, ran.lines().len()), (Some(0), 1), "a file is a file");
}

#[test]
fn all_flags_are_taken() {
    let folder = Folder::new("flags");
    let ran = folder.write("a.html", page("a")).run(&[
        "records",
        "a.html",
        "--all",
        "--explain",
        "-c",
        "title,cost=price",
        "-c",
        "url",
        "--min-records",
        "2",
        "--min-score",
        "-0.5",
        "--split-labels",
        "--base-url",
        "https://example.com/shop/",
        "--charset",
        "utf-8",
        "-j4",
        "--max-bytes",
        "1M",
        "--max-nodes",
        "100000",
        "--max-depth",
        "100",
        "--max-work",
        "1000000",
        "--no-progress",
        "-q",
        "--width",
        "80",
        "--color",
        "always",
        "--format",
        "table",
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
}

#[cfg(not(all(feature = "mcp", feature = "arrow")))]
#[test]
fn what_was_not_built_names_the_feature_that_builds_it() {
    let folder = Folder::new("not-built");
    folder.write("a.html", page("a"));
    let refused = |arguments: &[&str], feature: &str| {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(&format!("'--features {feature}'")), "{arguments:?}: {ran:?}");
    };
    if !cfg!(feature = "arrow") {
        refused(&["records", "a.html", "-f", "arrow"], "arrow");
        refused(&["records", "a.html", "-o", "a.arrow"], "arrow");
        refused(&["records", "a.html", "-o", "a.feather"], "arrow");
    }
    if !cfg!(feature = "mcp") {
        refused(&["mcp"], "mcp");
        refused(&["mcp", "--offline", "."], "mcp");
        refused(&["mcp", "--help"], "mcp");
        assert!(!folder.run(&["--help"]).out.contains("mcp"));
    }
    if !cfg!(feature = "studio") {
        refused(&["studio", "lamps/", "--export", "lamps.csv"], "studio");
    }
}

#[test]
fn help_has_groups_and_examples() {
    let folder = Folder::new("help");
    let long = folder.run(&["records", "--help"]);
    for part in ["Examples:", "Limits of a page:", "Output:", "--explain", "rowsmith records page.html"] {
        assert!(long.code == Some(0) && long.out.contains(part), "{part}");
    }
    let short = folder.run(&["records", "-h"]);
    assert!(short.out.lines().count() < long.out.lines().count());
    assert_eq!(folder.run(&["-V"]).out, concat!("rowsmith ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn man_pages_and_completions_know_the_flags() {
    let folder = Folder::new("man");
    let man = folder.run(&["man", "records"]);
    assert!(man.code == Some(0) && man.out.contains(".TH rowsmith-records") && man.out.contains("min\\-records"));
    assert!(folder.run(&["man"]).out.contains(".SH SUBCOMMANDS"));
    let nested = folder.run(&["man", "wrapper", "show"]);
    assert!(nested.code == Some(0) && nested.out.contains(".TH rowsmith-wrapper-show"), "{nested:?}");
    assert_eq!(folder.run(&["man", "-o", "man1"]).code, Some(0));
    assert!(folder.path.join("man1/rowsmith.1").exists() && folder.path.join("man1/rowsmith-objects-learn.1").exists());
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(&["completions", shell]);
        assert!(ran.code == Some(0) && ran.out.contains("min-records"), "{shell}");
    }
}
