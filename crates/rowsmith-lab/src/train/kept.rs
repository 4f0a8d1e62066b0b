//! The models of the folds, trained once per build of the laboratory and stored in files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rowsmith::learn::{LearntModel, Origin};

use super::files::rounded;
use crate::eval::folds::FOLDS;

/// Set once, by the flag `--kept` of the command.
static TAKE_KEPT: AtomicBool = AtomicBool::new(false);
/// The folder, if it is not `eval/out/models`.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// From now on stored files count as fresh even if the program is newer: for use while only other things change.
pub fn take_kept() {
    TAKE_KEPT.store(true, Ordering::Relaxed);
}

/// From now on files are stored in this folder, which is emptied, so that nothing trained earlier is used.
///
/// # Errors
/// If the folder cannot be emptied.
pub fn start_anew(folder: &Path) -> Result<(), String> {
    let message = |e: std::io::Error| format!("{}: {e}", folder.display());
    if folder.is_dir() {
        std::fs::remove_dir_all(folder).map_err(message)?;
    }
    std::fs::create_dir_all(folder).map_err(message)?;
    FOLDER.set(folder.to_owned()).map_err(|_| "files are kept in a folder of their own already".to_owned())
}

/// Where the file with this name is stored.
pub fn place(name: &str) -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/out/models");
    FOLDER.get().cloned().unwrap_or_else(usual).join(name)
}

/// Whether a stored file is newer than this program, or used anyway.
pub fn is_fresh(path: &Path) -> bool {
    let modified = |path: &Path| -> Option<SystemTime> { path.metadata().ok()?.modified().ok() };
    let built = || modified(&std::env::current_exe().ok()?);
    TAKE_KEPT.load(Ordering::Relaxed) || modified(path).zip(built()).is_some_and(|(file, built)| file > built)
}

/// Writes a stored file completely or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let message = |e: std::io::Error| format!("{}: {e}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(message)?;
    let part = path.with_extension("part");
    std::fs::write(&part, bytes).map_err(message)?;
    std::fs::rename(&part, path).map_err(message)
}

/// The stored models of the folds, if they are fresh and fit the features.
pub fn models<M: LearntModel>() -> Option<Vec<Arc<M>>> {
    let kept = |fold: usize| {
        let path = file::<M>(fold);
        let bytes = std::fs::read(&path).ok().filter(|_| is_fresh(&path))?;
        M::from_bytes(&bytes).ok().map(Arc::new)
    };
    (0..FOLDS).map(kept).collect()
}

/// The models of the folds: the stored ones, or else trained and stored.
///
/// # Errors
/// If they cannot be trained or stored.
pub fn models_or<M: LearntModel>(train: impl FnOnce() -> Result<Vec<M>, String>) -> Result<Vec<Arc<M>>, String> {
    if let Some(models) = models() {
        return Ok(models);
    }
    keep(train()?)
}

/// Stores the models of the folds; returns them as stored.
///
/// # Errors
/// If they cannot be stored.
pub fn keep<M: LearntModel>(models: Vec<M>) -> Result<Vec<Arc<M>>, String> {
    let kept = |(fold, model): (usize, M)| {
        let model = rounded(&model)?;
        write(&file::<M>(fold), &model.to_bytes(&Origin::default()))?;
        Ok(Arc::new(model))
    };
    models.into_iter().enumerate().map(kept).collect()
}

fn file<M: LearntModel>(fold: usize) -> PathBuf {
    place(&format!("{}-{fold}.model", M::NAME))
}
