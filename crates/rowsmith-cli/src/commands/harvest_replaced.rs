//! The table of an earlier run, which one that reads not every list to its end replaces by a part.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::args::Format;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::output::part::beside;
use crate::output::place::Place;
use crate::output::sink::file_failure;
use crate::run::Run;

/// What the name of the table that is kept ends with. No other program's files do.
const KEPT: &str = ".rowsmith-earlier";

/// A table that a run replaces, kept until it is known whether the run is whole.
pub(super) struct Replaced {
    path: PathBuf,
    kept: PathBuf,
    /// Whether an earlier run that was not whole has kept it.
    is_old: bool,
}

impl Replaced {
    /// Keeps the table that is there, if there is one and if it is replaced: a database is added to. What a run that was not whole has
    /// kept is worth more than what that run wrote.
    pub(super) fn keep(run: &Run) -> Result<Option<Replaced>, Failure> {
        let Place::File(path) = &run.place else { return Ok(None) };
        let kept = beside(path, KEPT);
        let is_old = kept.exists();
        // what is there is the beginning of this run if it continues one
        let is_replaced = !run.continues() && run.place.holds_anything();
        if run.format == Format::Sqlite || !is_old && !is_replaced {
            return Ok(None);
        }
        if !is_old {
            // behind a link is what the run replaces; where a file cannot have two names it is copied
            let there = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            let copy = || {
                let begun = beside(&kept, ".new");
                fs::copy(&there, &begun).and_then(|_| fs::rename(&begun, &kept))
            };
            fs::hard_link(&there, &kept).or_else(|_| copy()).map_err(|error| file_failure(&kept, &error))?;
        }
        Ok(Some(Replaced { path: path.clone(), kept, is_old }))
    }

    /// Lets go of what was kept if the run is whole; of what it has kept itself also if the run ended where it was asked to (`--max-pages`),
    /// or has written nothing. Else it stays, and that is said.
    pub(super) fn settle(self, is_whole: bool, is_as_asked: bool, has_rows: bool) -> Result<(), Failure> {
        let Replaced { path, kept, is_old } = self;
        if is_whole || !is_old && (is_as_asked || !has_rows) {
            return match fs::remove_file(&kept) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file_failure(&kept, &error)),
                _ => Ok(()),
            };
        }
        let what = format!("not every list was read to its end; the table of an earlier run is '{}'", kept.display());
        notices::warning(&path.display().to_string(), &what);
        Ok(())
    }
}
