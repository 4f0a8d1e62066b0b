//! Our own figures: cross-validation of each model, and of what depends on several.

pub mod ablation;
pub mod article;
pub mod authors;
pub mod dates;
pub mod detail_links;
pub mod hosts;
pub mod items;
pub mod kinds;
pub mod layout;
pub mod objects;
pub mod oracle;
pub mod pagination;
pub mod posts;
pub mod records;
pub mod sites;
pub mod wrappers;

use std::path::Path;

use rayon::prelude::*;

/// What went wrong with a file, for whoever reads it on the terminal.
fn message(e: std::io::Error) -> String {
    e.to_string()
}

/// Writes a line for each page, for score.py.
fn result_lines<P: Sync>(
    path: &Path,
    pages: &[P],
    line: impl Fn(&P) -> Result<String, String> + Sync + Send,
) -> Result<(), String> {
    let lines: Vec<String> = pages.par_iter().map(line).collect::<Result<_, String>>()?;
    std::fs::write(path, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))
}
