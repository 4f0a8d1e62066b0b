//! What the fuzz targets try. A target is a function from bytes that panics where something is wrong: a panic of the code itself,
//! two repetitions that differ, an output that acts.
//!
//! The programs in `targets/` call these functions from libFuzzer; a test of the laboratory calls them with the seeds and mutants of
//! them, without libFuzzer. `targets.txt` says what each begins with.

#[path = "../../../crates/rowsmith/tests/common/active.rs"]
pub mod active;
pub mod csv;
pub mod embedded;
pub mod encodings;
pub mod files;
pub mod lists;
pub mod markdown;
pub mod outputs;
pub mod pages;
pub mod recognizers;
pub mod schemas;
pub mod snapshots;
pub mod splice;
pub mod watch;
#[path = "../../../crates/rowsmith/tests/common/whole.rs"]
pub mod whole;
pub mod wrappers;

/// A fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of its program.
    pub name: &'static str,
    /// What is done with an input.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 15] = [
    Target { name: "pages", run: pages::run },
    Target { name: "outputs", run: outputs::run },
    Target { name: "markdown", run: markdown::run },
    Target { name: "encodings", run: encodings::run },
    Target { name: "recognizers", run: recognizers::run },
    Target { name: "snapshots", run: snapshots::run },
    Target { name: "wrappers", run: wrappers::run },
    Target { name: "schemas", run: schemas::run },
    Target { name: "embedded", run: embedded::run },
    Target { name: "inputs", run: files::inputs },
    Target { name: "warc", run: files::warc },
    Target { name: "packed", run: files::packed },
    Target { name: "parquet", run: files::parquet },
    Target { name: "lists", run: lists::run },
    Target { name: "csv", run: csv::run },
];

/// The value that the first byte of an input chooses, and the rest of the input.
pub(crate) fn chosen<'a, 'b, T>(input: &'a [u8], from: &'b [T]) -> Option<(&'b T, &'a [u8])> {
    let (first, rest) = input.split_first()?;
    from.get(usize::from(*first) % from.len()).map(|one| (one, rest))
}
