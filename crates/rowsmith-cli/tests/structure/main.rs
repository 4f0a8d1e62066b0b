//! How the crates of the workspace are built inside: no modules that use each other in a circle, and none that uses what
//! stands above it.
//!
//! The sources are read as text: `use` and the paths in code that begin with `crate`, `super`, `self` or a child module.
//! Test modules are left out. What a module passes on of its own child modules (`pub use`) counts for the child, what it
//! passes on of others for itself.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

mod graph;
mod modules;
mod tokens;

use std::path::Path;

use graph::Graph;
use modules::Sources;

/// A crate that is checked.
struct Crate {
    /// Its folder in `crates`.
    name: &'static str,
    /// Its top-level modules from below to above. A module uses those of its own layer and of layers before it. Empty for
    /// a crate without layers.
    layers: &'static [&'static [&'static str]],
    /// Whether single files must not form a circle either, not only top-level modules.
    files: bool,
}

const COMMAND: Crate = Crate {
    name: "rowsmith-cli",
    layers: &[&["common"], &["args"], &["sources", "output", "data"], &["run"], &["commands"]],
    files: true,
};

const LABORATORY: Crate = Crate { name: "rowsmith-lab", layers: &[], files: false };

const LIBRARY: Crate = Crate {
    name: "rowsmith",
    layers: &[
        &["error", "limits"],
        &["recognize"],
        &["dom"],
        &["types"],
        &["tree", "learn", "tables", "declared"],
        &["warnings", "records"],
        &["posts"],
        &["objects"],
        &["output"],
        &["inspect", "article"],
        &["site", "extract", "item"],
        &["wrapper"],
        &["page"],
        &["options", "schema", "sites"],
    ],
    files: false,
};

const RENDER: Crate = Crate { name: "rowsmith-render", layers: &[], files: true };

/// The crates that are checked.
const CHECKED: &[Crate] = &[COMMAND, LIBRARY, LABORATORY, RENDER];

fn sources(of: &Crate) -> Sources {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of.name).join("src");
    Sources::read(&src)
}

#[test]
fn every_crate_is_listed() {
    let crates = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    let mut names: Vec<String> =
        crates.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut listed: Vec<&str> = CHECKED.iter().map(|of| of.name).collect();
    listed.sort_unstable();
    assert_eq!(listed, names);
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    for of in CHECKED {
        let sources = sources(of);
        let circle = Graph::of_rooms(&sources).circle();
        assert!(circle.is_none(), "modules of {} use each other in a circle:\n{}", of.name, circle.unwrap());
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for of in CHECKED.iter().filter(|of| of.files) {
        let circle = Graph::of_files(&sources(of)).circle();
        assert!(circle.is_none(), "files of {} use each other in a circle:\n{}", of.name, circle.unwrap());
    }
}

#[test]
fn modules_use_only_what_stands_below_them() {
    for of in CHECKED.iter().filter(|of| !of.layers.is_empty()) {
        let wrong = Graph::of_rooms(&sources(of)).against(of.layers);
        assert!(wrong.is_empty(), "the layers of {} do not hold:\n{}", of.name, wrong.join("\n"));
    }
}

/// A crate in memory: names of files and their texts.
fn crate_of(files: &[(&str, &str)]) -> Sources {
    Sources::parse(&|file| files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned()))
}

#[test]
fn a_circle_is_found_and_told_with_its_lines() {
    let files = [
        ("lib.rs", "pub mod a;\nmod b;\nmod c;\npub use a::A;\n"),
        ("a.rs", "use crate::b::{self, B};\npub struct A(B);\n"),
        ("b/mod.rs", "mod inner;\npub use inner::B;\n"),
        ("b/inner.rs", "pub struct B;\n\nfn f() -> usize {\n    crate::c::count(\"crate::a\")\n}\n"),
        ("c.rs", "/* use crate::b; */ pub fn count(of: &str) -> usize { super::A::len(of) }\n"),
    ];
    let circle = Graph::of_rooms(&crate_of(&files)).circle().unwrap();
    assert_eq!(
        circle,
        "  a uses b:\n    a.rs:1: crate::b\n    a.rs:1: crate::b::B\n  b uses c:\n    b/inner.rs:4: crate::c::count\n  \
         c uses a:\n    c.rs:1: super::A::len"
    );
    let without = files.map(|(name, text)| (name, if name == "c.rs" { "pub fn count() {}" } else { text }));
    assert_eq!(Graph::of_rooms(&crate_of(&without)).circle(), None);
}

#[test]
fn files_of_one_module_may_form_a_circle_too() {
    let files = [
        ("main.rs", "mod a;\nfn main() { a::run() }"),
        ("a/mod.rs", "mod one;\nmod two;\npub use one::One;\npub struct Common;\npub fn run() { two::two() }"),
        ("a/one.rs", "pub struct One;\nfn f() { super::two::two() }"),
        ("a/two.rs", "use super::One;\npub fn two() -> One { One }"),
    ];
    assert_eq!(Graph::of_rooms(&crate_of(&files)).circle(), None);
    let circle = Graph::of_files(&crate_of(&files)).circle().unwrap();
    assert!(circle.contains("a/one.rs uses a/two.rs") && circle.contains("a/two.rs:1: super::One"), "{circle}");
    let parent =
        files.map(|(name, text)| (name, if name == "a/two.rs" { "use super::Common; pub fn two() {}" } else { text }));
    let circle = Graph::of_files(&crate_of(&parent)).circle().unwrap();
    assert!(circle.contains("a/two.rs uses a/mod.rs") && circle.contains("a/mod.rs:5: two::two"), "{circle}");
}

#[test]
fn tests_and_texts_are_no_use() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod samples;\n"),
        ("a.rs", "use crate::b::B;\npub fn a<'b>(_: &'b B) -> char { '\"' }\n"),
        (
            "b.rs",
            "// crate::a::a\npub struct B;\nconst T: &str = r#\"crate::a::\"a\"\"#;\n#[cfg(test)]\nuse crate::a::{a};\n\
             #[cfg(all(test, unix))]\nmod tests {\n    use crate::a::a;\n}\nmacro_rules! b { () => { \"}\" } }\n",
        ),
    ];
    assert_eq!(Graph::of_files(&crate_of(&files)).circle(), None);
    let behind = "#[cfg(test)]\nmod tests { fn f() {} }\npub struct B;\npub use crate::a::a;\n";
    let after = [files[0], files[1], ("b.rs", behind)];
    assert!(Graph::of_files(&crate_of(&after)).circle().is_some());
}

#[test]
fn layers_hold_or_are_told() {
    let files = [
        ("lib.rs", "mod low;\nmod high;\nmod new;\n"),
        ("low.rs", "mod part { pub fn f() { super::super::high::f() } }\npub fn f() {}\n"),
        ("high.rs", "use crate::low;\npub fn f() { low::f() }\n"),
        ("new.rs", ""),
    ];
    let graph = Graph::of_rooms(&crate_of(&files));
    assert_eq!(
        graph.against(&[&["low"], &["high", "gone"]]),
        [
            "  'new' stands in no layer",
            "  'gone' stands in a layer, but there is no such module",
            "  low uses high, which stands above it:\n    low.rs:1: super::super::high::f"
        ]
    );
    assert!(graph.against(&[&["low", "high", "new"]]).is_empty());
}
