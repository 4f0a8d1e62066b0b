//! A stream that output is written to: standard output, or a new file.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use super::atomic::AtomicFile;
use super::part::PartFile;
use super::place::Place;
use super::sink::file_failure;
use crate::common::failure::Failure;
use crate::common::terminal::Shown;

/// Standard output, or a new file.
pub(crate) enum Target {
    /// Standard output on a terminal: nothing from a page can control it.
    Terminal(Shown<BufWriter<io::Stdout>>),
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A file that appears when it is complete.
    File { file: AtomicFile, path: PathBuf },
    /// A file that can be resumed.
    Part { part: PartFile, path: PathBuf },
}

impl Target {
    /// Opens it; `resume` is for one that can be resumed, and gives the number of valid bytes in its part.
    pub(crate) fn open(place: &Place, resume: Option<u64>) -> Result<Self, Failure> {
        match place {
            Place::Stdout { terminal } => {
                let out = BufWriter::with_capacity(1 << 16, io::stdout());
                Ok(if *terminal { Target::Terminal(Shown::new(out)) } else { Target::Stdout(out) })
            }
            Place::File(path) | Place::Folder(path) => match resume {
                Some(bytes) => {
                    let part = PartFile::open(path, bytes).map_err(|error| file_failure(path, &error))?;
                    Ok(Target::Part { part, path: path.clone() })
                }
                None => {
                    let file = AtomicFile::create(path).map_err(|error| file_failure(path, &error))?;
                    Ok(Target::File { file, path: path.clone() })
                }
            },
        }
    }

    /// The same for a writer that uses colours, and ensures itself that nothing else controls the terminal.
    pub(crate) fn with_colours(self) -> Self {
        match self {
            Target::Terminal(_) => Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())),
            other => other,
        }
    }

    /// A failure to write to it.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        match self {
            Target::Stdout(_) | Target::Terminal(_) => Failure::stdout(error),
            Target::File { path, .. } | Target::Part { path, .. } => file_failure(path, error),
        }
    }

    /// Writes by calling `write`; on standard output, the reader gets it immediately.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = match self {
            Target::Terminal(out) => write(out).and_then(|()| out.flush()),
            Target::Stdout(out) => write(out).and_then(|()| out.flush()),
            Target::File { file, .. } => write(file),
            Target::Part { part, .. } => write(part),
        };
        written.map_err(|error| self.failure(&error))
    }

    /// Like [`super::sink::Sink::checkpoint`].
    pub(crate) fn checkpoint(&mut self) -> Result<u64, Failure> {
        let done = match self {
            Target::Stdout(_) | Target::Terminal(_) | Target::File { .. } => Ok(0),
            Target::Part { part, .. } => part.checkpoint(),
        };
        done.map_err(|error| self.failure(&error))
    }

    /// Completes it; only at this point does the file appear.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            Target::Terminal(mut out) => out.flush().map_err(|error| Failure::stdout(&error)),
            Target::Stdout(mut out) => out.flush().map_err(|error| Failure::stdout(&error)),
            Target::File { file, path } => file.commit().map_err(|error| file_failure(&path, &error)),
            Target::Part { part, path } => part.commit().map_err(|error| file_failure(&path, &error)),
        }
    }
}
