//! A database as an output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::page::Page;
use super::place::Place;
use super::sink::{Sink, file_failure};
use super::target::Target;
use super::writers::sqlite::{self, Database};
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// A new database is a file like any other. To an existing one the pages are added, in one transaction or, if the run
/// can be resumed, in one per checkpoint.
pub(super) fn open_database(place: &Place, resumed: Option<u64>) -> Result<Box<dyn Sink>, Failure> {
    let path = place.path().to_owned();
    let failure = |error: io::Error| file_failure(&path, &error);
    if resumed.is_some() || fs::metadata(&path).is_ok_and(|there| there.is_file() && there.len() > 0) {
        let database =
            Database::add_to(&path, resumed.and_then(|number| i64::try_from(number).ok())).map_err(failure)?;
        return Ok(Box::new(Sqlite { database, target: None, path }));
    }
    let target = Target::open(place, None)?;
    let temporary = match &target {
        Target::File { file, .. } => file.temporary_path(),
        Target::Stdout(_) | Target::Terminal(_) | Target::Part { .. } => None,
    };
    let temporary = temporary.ok_or_else(|| Failure::Usage("a database needs a regular file".to_owned()))?;
    let database = Database::create(temporary).map_err(failure)?;
    Ok(Box::new(Sqlite { database, target: Some(target), path }))
}

/// Removes from a database what a run that ended without a result has noted there for its resumption.
pub(crate) fn forget_checkpoints(path: &Path) {
    if fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0) {
        // what is left does no harm
        let _ = sqlite::forget_checkpoints(path);
    }
}

/// Declared in this order so that the database is closed before its file is removed.
struct Sqlite {
    database: Database,
    target: Option<Target>,
    path: PathBuf,
}

impl Sink for Sqlite {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        self.database.page(page, origin).map_err(|error| file_failure(&self.path, &error))
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        // a database has no length that says where a checkpoint was: its number does
        let number = self.database.checkpoint().map_err(|error| file_failure(&self.path, &error))?;
        Ok(number.unsigned_abs())
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        self.database.finish().map_err(|error| file_failure(&self.path, &error))?;
        self.target.map_or(Ok(()), Target::commit)?;
        Ok(None)
    }
}
