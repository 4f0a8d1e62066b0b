//! Files as the command reads them: pages, archives, compressed data.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rowsmith_cli::{PageFiles, ReadOptions, ReadPage, read_pages};

/// Bytes of a page that are read. Compressed data may be a thousand times as long.
const MAX_BYTES: usize = 1 << 20;

/// Pages that are read of a file.
const MAX_PAGES: usize = 200;

/// Where the file is written that is read: alone, since indexes name files beside them. Removed with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rowsmith-fuzz-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is a folder for temporary files");
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of any form: under the name of a page, and under none that tells.
pub fn inputs(input: &[u8]) {
    read_twice("a.html", input);
    read_twice("a", input);
}

/// A web archive.
pub fn warc(input: &[u8]) {
    read_twice("a.warc", input);
}

/// Compressed data: gzip, Zstandard, bzip2, xz.
pub fn packed(input: &[u8]) {
    read_twice("a.html.gz", input);
}

/// A Parquet file.
pub fn parquet(input: &[u8]) {
    read_twice("a.parquet", input);
}

/// Reads a file twice.
///
/// # Panics
/// Where two repetitions differ, or reading it panics within our own code. (The command turns panics within a reader of another's
/// into an error of that input.)
fn read_twice(name: &str, bytes: &[u8]) {
    let folder = Scratch::new();
    let file = folder.0.join(name);
    fs::write(&file, bytes).expect("the folder can be written to");
    let read = || pages(&file);
    let first = read();
    assert!(
        first
            .iter()
            .all(|page| page.html.as_ref().is_ok_and(|html| html.len() <= MAX_BYTES + (2 << 20)) || page.html.is_err())
    );
    // a panic within a crate of others becomes the error of its input, and is theirs
    let panicked = |page: &&ReadPage| page.html.as_ref().is_err_and(|why| why.contains("internal error"));
    if let Some(page) = first.iter().find(panicked) {
        panic!("{page:?}");
    }
    assert_eq!(first, read());
}

/// The first pages of a file.
fn pages(file: &Path) -> Vec<ReadPage> {
    let mut pages = Vec::new();
    let options = ReadOptions { max_bytes: MAX_BYTES, ..ReadOptions::default() };
    read_pages(PageFiles::Paths(vec![file.to_owned()]), &options, &Arc::default(), |page| {
        pages.push(page);
        if pages.len() == MAX_PAGES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    pages
}
