//! The pages that end-to-end tests run on.
#![allow(dead_code, unreachable_pub, clippy::expect_used, clippy::print_stderr)]

use std::io::Read;
use std::path::{Path, PathBuf};

/// The root of the evaluation data: `ROWSMITH_EVAL`, or else `../shared/eval` beside the project. If neither exists,
/// prints a note and returns `None`, or fails if `ROWSMITH_EVAL_REQUIRED` is set.
pub fn eval_root() -> Option<PathBuf> {
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/eval"), PathBuf::from);
    if root.join("records/pages").is_dir() {
        return Some(root);
    }
    assert!(std::env::var_os("ROWSMITH_EVAL_REQUIRED").is_none(), "no evaluation data at {}", root.display());
    eprintln!("\n*** NO EVALUATION DATA at {}: this test ran on bundled pages only ***\n", root.display());
    None
}

/// The path and bytes of every page in a set, ordered by name; empty if the data is missing.
pub fn eval_pages(set: &str) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let folder = eval_root().map(|root| root.join(set).join("pages"));
    let mut files: Vec<PathBuf> = folder
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("readable folder").path())
        .collect();
    files.sort();
    files.into_iter().map(|file| {
        let bytes = std::fs::read(&file).expect("readable page");
        (file, gunzip(&bytes))
    })
}

/// The path and bytes of the pages that are part of the project: difficult ones, and the examples.
pub fn bundled_pages() -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["tests/pages", "../../examples"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("bundled pages"))
        .map(|entry| entry.expect("readable folder").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no bundled pages");
    files.into_iter().map(|file| {
        let bytes = std::fs::read(&file).expect("readable page");
        (file, bytes)
    })
}

pub fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut out).expect("gzip");
    out
}
