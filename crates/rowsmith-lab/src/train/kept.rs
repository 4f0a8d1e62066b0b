//! Models of the folds, trained once for a build of the laboratory and kept in files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use rowsmith::learn::{LearntModel, Origin};

use super::files::rounded;
use crate::eval::folds::FOLDS;

/// Set once by the command's `--kept`.
static TAKE_KEPT: AtomicBool = AtomicBool::new(false);
/// The folder, where it is another than `eval/out/models`.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// From now on kept files count as fresh though the program is newer: while only other things change.
pub fn take_kept() {
    TAKE_KEPT.store(true, Ordering::Relaxed);
}

/// From now on files are kept in this folder, which is emptied: nothing that was trained before is taken.
///
/// # Errors
/// Where the folder cannot be emptied.
pub fn start_anew(folder: &Path) -> Result<(), String> {
    let said = |e: std::io::Error| format!("{}: {e}", folder.display());
    if folder.is_dir() {
        std::fs::remove_dir_all(folder).map_err(said)?;
    }
    std::fs::create_dir_all(folder).map_err(said)?;
    FOLDER.set(folder.to_owned()).map_err(|_| "files are kept in a folder of their own already".to_owned())
}

/// Where a file of this name is kept.
pub fn place(name: &str) -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/out/models");
    FOLDER.get().cloned().unwrap_or_else(usual).join(name)
}

/// Whether a kept file is newer than this program, or taken as it is.
pub fn is_fresh(path: &Path) -> bool {
    let modified = |path: &Path| -> Option<SystemTime> { path.metadata().ok()?.modified().ok() };
    let built = || modified(&std::env::current_exe().ok()?);
    TAKE_KEPT.load(Ordering::Relaxed) || modified(path).zip(built()).is_some_and(|(file, built)| file > built)
}

/// Writes a kept file whole.
///
/// # Errors
/// Where it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let said = |e: std::io::Error| format!("{}: {e}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(said)?;
    let part = path.with_extension("part");
    std::fs::write(&part, bytes).map_err(said)?;
    std::fs::rename(&part, path).map_err(said)
}

/// The models of the folds that are kept, if they are fresh and fit the features.
pub fn models<M: LearntModel>() -> Option<Vec<Arc<M>>> {
    let kept = |fold: usize| {
        let path = file::<M>(fold);
        let bytes = std::fs::read(&path).ok().filter(|_| is_fresh(&path))?;
        M::from_bytes(&bytes).ok().map(Arc::new)
    };
    (0..FOLDS).map(kept).collect()
}

/// The models of the folds, as they are kept, or else trained and kept.
///
/// # Errors
/// Where they cannot be trained or kept.
pub fn models_or<M: LearntModel>(train: impl FnOnce() -> Result<Vec<M>, String>) -> Result<Vec<Arc<M>>, String> {
    if let Some(models) = models() {
        return Ok(models);
    }
    keep(train()?)
}

/// Keeps the models of the folds; gives them back as they are kept.
///
/// # Errors
/// Where they cannot be kept.
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
