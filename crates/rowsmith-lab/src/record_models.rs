//! The out-of-fold models of the main list: for every page of every set, a model that did not see the page's site.
//! An extractor that uses the main list is scored with these.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use rowsmith::records::Model;

use crate::data::{article_pages, record_pages, teaches, thread_pages};
use crate::dataset::{PageData, dataset, parsed};
use crate::training::{FOLDS, Settings, fold_models};

/// Set once by the command's `--kept`.
static TAKE_KEPT: AtomicBool = AtomicBool::new(false);

/// From now on kept models of the folds count as fresh though the program is newer: while only other things change.
pub fn take_kept() {
    TAKE_KEPT.store(true, Ordering::Relaxed);
}

/// Whether a kept file is newer than this program, or taken as it is.
pub fn is_fresh(path: &Path) -> bool {
    let built = || modified(&std::env::current_exe().ok()?);
    TAKE_KEPT.load(Ordering::Relaxed) || modified(path).zip(built()).is_some_and(|(file, built)| file > built)
}

/// The models of the folds of `folds.json`, in order. Trained once for a build of the laboratory and kept in
/// `eval/out/models`: a model older than this program is trained anew.
///
/// # Errors
/// Where the evaluation data is missing or the models cannot be kept.
pub fn record_models() -> Result<Vec<Arc<Model>>, String> {
    if let Some(models) = kept() {
        return Ok(models);
    }
    let mut pages = record_pages()?;
    pages.extend(article_pages()?);
    pages.extend(thread_pages()?);
    pages.retain(|page| teaches(&page.key));
    record_models_from(&dataset(&parsed(pages)))
}

/// [`record_models`] where the pages are measured already.
pub fn record_models_from(data: &[PageData<'_>]) -> Result<Vec<Arc<Model>>, String> {
    if let Some(models) = kept() {
        return Ok(models);
    }
    keep(&fold_models(data, &Settings::default()))?;
    kept().ok_or_else(|| "the models of the folds cannot be read back".to_owned())
}

fn keep(models: &[Model]) -> Result<(), String> {
    for (fold, model) in models.iter().enumerate() {
        let path = file(fold);
        let said = |e: std::io::Error| format!("{}: {e}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(said)?;
        let part = path.with_extension("part");
        std::fs::write(&part, model.to_text("Trained without one fold's pages.")).map_err(said)?;
        std::fs::rename(&part, &path).map_err(said)?;
    }
    Ok(())
}

fn kept() -> Option<Vec<Arc<Model>>> {
    (0..FOLDS)
        .map(|fold| {
            let path = file(fold);
            let text = std::fs::read_to_string(&path).ok().filter(|_| is_fresh(&path))?;
            Model::parse(&text).ok().map(Arc::new)
        })
        .collect()
}

fn file(fold: usize) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../eval/out/models/records-{fold}.txt"))
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}
