//! All models, one after the other.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::{MODELS, TrainedFile, article, columns, items, kept, kinds, pagination, posts, records};

/// Trains a model on all its training pages; its name is one of [`MODELS`].
///
/// # Errors
/// If the evaluation data is missing, or there is no such model.
pub fn train(model: &str) -> Result<TrainedFile, String> {
    match model {
        "records" => records::train(),
        "columns" => columns::train(),
        "posts" => posts::train(),
        "article" => article::train(),
        "titles" => article::train_titles(),
        "authors" => article::train_authors(),
        "dates" => article::train_dates(),
        "items" => items::train(),
        "kinds" => kinds::train(),
        "pagination" => pagination::train(),
        _ => Err(format!("{model} has no model of its own")),
    }
}

/// Trains all models, each after those whose results it learns from, and reports the time of each. Nothing stored
/// earlier is used. The files go to `folder`, or else to their places in the library.
///
/// # Errors
/// If the evaluation data is missing or a file cannot be written.
pub fn train_all(out: &mut dyn Write, folder: Option<&Path>) -> Result<(), String> {
    let message = |e: std::io::Error| e.to_string();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    kept::start_anew(&kept::place("all"))?;
    let start = Instant::now();
    let mut files = Vec::new();
    for model in MODELS {
        let began = Instant::now();
        let file = train(model)?;
        writeln!(out, "{model}: {:.0} s", began.elapsed().as_secs_f64()).map_err(message)?;
        files.push(file);
    }
    // only at the end, so that all files come from one run
    for file in files {
        let path = folder.map_or_else(|| file.place_in_library(), |folder| folder.join(file.file_name()));
        file.write(out, &path)?;
    }
    writeln!(out, "all models: {:.0} s", start.elapsed().as_secs_f64()).map_err(message)
}
