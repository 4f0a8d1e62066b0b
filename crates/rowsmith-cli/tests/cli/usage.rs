//! The command line: help, man page, completions, and what is refused.

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
        &["records", "a.html", "-j", "-1"],
        &["records", "-", "-"],
        &["man", "nothing"],
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
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(&["completions", shell]);
        assert!(ran.code == Some(0) && ran.out.contains("min-records"), "{shell}");
    }
}
