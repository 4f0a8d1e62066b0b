//! The internal structure of the workspace's crates: modules do not use each other in a cycle, and none uses one above
//! it; and each function of the library that users can call has an example.
//!
//! The sources are read as text: `use` declarations, and paths in code that begin with `crate`, `super`, `self` or a
//! child module. Test modules are left out. What a module re-exports from its own child modules (`pub use`) counts for
//! the child, what it re-exports from others for itself.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

mod examples;
mod graph;
mod items;
mod modules;
mod tokens;

use std::path::Path;

use examples::Library;
use graph::Graph;
use modules::Sources;

/// A crate that is checked.
struct Crate {
    /// Its folder in `crates`.
    name: &'static str,
    /// Its top-level modules from the lowest to the highest layer. A module uses those of its own layer and of lower
    /// ones. Empty for a crate without layers.
    layers: &'static [&'static [&'static str]],
    /// Whether single files must not form a cycle either, not only top-level modules.
    files: bool,
}

const COMMAND: Crate = Crate {
    name: "rowsmith-cli",
    layers: &[&["common"], &["args"], &["sources", "output", "data"], &["run"], &["commands", "fuzzing"]],
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
        &["tree", "learn", "tables", "declared", "content", "selector"],
        &["warnings", "records", "pagination"],
        &["state", "places"],
        &["posts"],
        &["objects"],
        &["output"],
        &["inspect", "article"],
        &["site", "extract", "item"],
        &["wrapper"],
        &["page"],
        &["options", "schema", "sites"],
        &["harvest"],
    ],
    files: false,
};

const RENDER: Crate = Crate { name: "rowsmith-render", layers: &[], files: true };

const STUDIO: Crate = Crate {
    name: "rowsmith-studio",
    layers: &[
        &["error"],
        &["project"],
        &["inputs", "formats", "jobs", "samples", "recent", "holds"],
        &["view", "result"],
        &["rows"],
        &["commands", "export"],
        &["app"],
        &["server"],
    ],
    files: false,
};

/// The crates that are checked.
const CHECKED: &[Crate] = &[COMMAND, LIBRARY, LABORATORY, RENDER, STUDIO];

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

#[test]
fn each_function_that_users_can_call_has_an_example() {
    let library = Library::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rowsmith/src"));
    let found = library.functions();
    // there were 220 when this was written; far fewer would mean that the sources are no longer parsed correctly
    assert!(found.functions >= 150, "only {} functions can be called", found.functions);
    assert!(
        found.without.is_empty(),
        "functions without an example that runs, in crates/rowsmith/src:\n{}",
        found.without.join("\n")
    );
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

/// The functions of a library in memory that users can call and that have no example: file, line and name.
fn without_example(files: &[(&str, &str)]) -> Vec<String> {
    let read = |file: &str| files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned());
    Library::parse(&read).functions().without
}

#[test]
fn a_function_without_an_example_is_told() {
    let lib = "mod inner;\npub mod open;\npub use inner::{Tree as Oak, shade};\npub fn plant() {}\n";
    let inner = "pub struct Tree;\npub struct Bush;\n\nimpl Tree {\n    pub fn new() -> Tree {\n        Tree\n    }\n\n    fn own() {}\n\n    \
         /// Grows.\n    ///\n    /// ```\n    /// ```\n    #[must_use] // it does\n    pub fn grow() {}\n}\n\nimpl Bush {\n    \
         pub fn new() {}\n}\n\nimpl Default for Tree {\n    fn default() -> Self {\n        Tree\n    }\n}\n\n\
         pub fn shade() {}\npub fn sun() {}\n";
    // an implementation elsewhere, through an imported name; a text block is not an example
    let open = "use crate::inner::*;\n\nimpl<'a> Tree<'a> {\n    /// ```text\n    /// ```\n    pub const fn fell(\n        \
         self,\n    ) {\n    }\n}\n\npub trait Wood {\n    fn burn();\n}\n";
    let files = [("lib.rs", lib), ("inner.rs", inner), ("open.rs", open)];
    assert_eq!(
        without_example(&files),
        ["  lib.rs:4: plant", "  inner.rs:5: new", "  inner.rs:29: shade", "  open.rs:6: fell", "  open.rs:13: burn"]
    );
}

#[test]
fn what_users_cannot_call_needs_no_example() {
    let lib = "#[cfg(feature = \"lab\")]\npub mod tree;\n#[cfg(not(feature = \"lab\"))]\nmod tree;\nmod other;\n\
         #[cfg(feature = \"lab\")]\npub use tree::{\n    grow,\n};\npub use tree::Tree;\npub(crate) use other::Rock;\n\
         pub use std::fmt;\n";
    let tree = "pub struct Tree;\n\nimpl Tree {\n    #[doc(hidden)]\n    pub fn new() {}\n\n    \
         #[cfg(any(\n        feature = \"lab\",\n        test\n    ))]\n    pub fn cut(\n        &self,\n    ) {\n        f()\n    }\n}\n\n\
         pub fn grow() {}\n\n#[cfg(test)]\nmod tests {\n    pub fn f() {}\n}\n";
    // another type with the same name, and a module that cannot be reached
    let other = "pub struct Tree;\npub struct Rock;\nmod part {\n    pub fn f() {}\n}\n\nimpl Tree {\n    pub fn new() {}\n}\n\n\
         impl Rock {\n    pub fn new() {}\n}\n";
    assert!(without_example(&[("lib.rs", lib), ("tree/mod.rs", tree), ("other.rs", other)]).is_empty());
    let user = tree.replace("#[doc(hidden)]", "/// New.");
    assert_eq!(
        without_example(&[("lib.rs", lib), ("tree/mod.rs", &user), ("other.rs", other)]),
        ["  tree/mod.rs:5: new"]
    );
}
