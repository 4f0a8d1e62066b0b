//! The side of a run that writes, on the main thread: output, journal, failures, progress and summary.

use std::io;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use rowsmith::types::Warning;

use super::failures::FailureFile;
use super::journal::{Done, Fate, Journal, Resumed, Stated};
use super::plan::{Run, canonical};
use super::progress::{Progress, Said};
use super::repeated::Repeated;
use super::results::{Kept, Outcome, Worked};
use super::summary::{Before, Tally};
use crate::args::Format;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::source::PageSource;
use crate::common::text::count;
use crate::output::atomic::remove_temporaries;
use crate::output::open::open;
use crate::output::part::beside;
use crate::output::place::Place;
use crate::output::sink::{Nowhere, Sink, file_failure};

/// How often an output that can be resumed is flushed to the disk.
const CHECKPOINT: Duration = Duration::from_millis(200);

/// The beginning of a run.
pub(crate) struct Opened<'a> {
    /// The output.
    pub(crate) writing: Writing<'a>,
    /// What an earlier run has done.
    pub(crate) done: Done,
}

/// Takes the results of the workers, in order.
pub(crate) struct Writing<'a> {
    run: &'a Run,
    sink: Box<dyn Sink>,
    journal: Option<Journal>,
    failures: Option<FailureFile>,
    progress: Progress,
    tally: Tally,
    repeated: Repeated,
    /// Whether any row with a value has come, now or in an earlier part of the run.
    has_rows: bool,
    /// The number of pages that the output had before the run, which it keeps.
    kept: u64,
    started: Instant,
    checked: Instant,
    /// Whether anything has happened since the last checkpoint.
    dirty: bool,
    /// How long the last checkpoint with a state took.
    took: Duration,
}

impl<'a> Writing<'a> {
    /// Opens the output, and reads what an earlier run has done.
    pub(crate) fn open(run: &'a Run) -> Result<Opened<'a>, Failure> {
        let (journal, done) = match run.resume {
            true => {
                run.remove_temporaries();
                let Resumed { journal, done } = run.journal()?;
                (Some(journal), done)
            }
            false => (None, Done::default()),
        };
        let failures = run.failures.as_ref().map(|path| {
            FailureFile::open(path, done.failures).map_err(|error| Failure::output(&path.to_string_lossy(), &error))
        });
        let before = Before { pages: done.written, records: done.records, failures: done.failed };
        let now = Instant::now();
        let writing = Writing {
            sink: open(run.format, &run.place, run.shape, run.resume.then_some(done.bytes))?,
            journal,
            failures: failures.transpose()?,
            progress: Progress::new(&run.inputs, run.progress),
            tally: Tally { before, ..Tally::default() },
            repeated: Repeated::default(),
            has_rows: done.records > 0,
            kept: 0,
            started: now,
            checked: now,
            dirty: false,
            took: Duration::ZERO,
            run,
        };
        Ok(Opened { writing, done })
    }

    /// Handles a page that is done or has failed.
    pub(crate) fn page(&mut self, worked: Worked) -> Result<(), Failure> {
        self.take(worked)?;
        self.checkpoint()
    }

    fn take(&mut self, worked: Worked) -> Result<(), Failure> {
        let Worked { source, outcome, done } = worked;
        self.progress.advance(done);
        let fate = match outcome {
            Ok(kept) => {
                self.sink.page(&kept.page, source.origin.as_ref())?;
                self.tally.pages += 1;
                self.tally.records += kept.records;
                self.has_rows |= kept.has_values;
                self.warn(&source, &kept);
                Fate::Written(kept.records)
            }
            Err(problem) => {
                self.tally.fail(&problem);
                self.progress.suspend(|| notices::error(&source, &problem.why));
                if let Some(file) = &mut self.failures {
                    file.add(&source, &problem).map_err(|error| self.run.failures_failure(&error))?;
                }
                Fate::Failed
            }
        };
        if let Some(journal) = &mut self.journal {
            journal.page(source.key(), fate);
        }
        self.dirty = true;
        Ok(())
    }

    /// The pages so far are those that the output had before the run.
    pub(crate) fn keeps(&mut self) {
        self.kept = self.tally.pages;
    }

    /// Pages follow from one another, so their number is unknown.
    pub(crate) fn endless(&mut self) {
        self.progress = Progress::endless(self.run.progress);
    }

    /// Handles a page of a run whose pages follow from one another; it is done, has failed, or is not worth mentioning.
    pub(crate) fn step(&mut self, worked: Option<Worked>, progress: &Said) -> Result<(), Failure> {
        self.progress.say(progress);
        self.dirty = true;
        worked.map_or(Ok(()), |worked| self.take(worked))
    }

    /// Whether it is time for a checkpoint with a state. Checkpoints may take a twentieth of the time.
    pub(crate) fn is_due(&self) -> bool {
        self.journal.is_some() && self.dirty && self.checked.elapsed() >= CHECKPOINT.max(self.took * 20)
    }

    /// Flushes what was done to the disk, with the state that decides which page comes next.
    pub(crate) fn state(&mut self, state: String) -> Result<(), Failure> {
        let begun = Instant::now();
        self.dirty = false;
        let failures = match &mut self.failures {
            Some(file) => file.flush().map_err(|error| self.run.failures_failure(&error))?,
            None => 0,
        };
        if let Some(journal) = &mut self.journal {
            let Tally { pages, records, before, .. } = &self.tally;
            let stated = Stated {
                bytes: self.sink.checkpoint()?,
                failures,
                written: pages + before.pages,
                records: records + before.records,
                failed: self.tally.failures() + before.failures,
                state,
            };
            journal.replace(&stated).map_err(|error| self.run.journal_failure(&error))?;
        }
        (self.checked, self.took) = (Instant::now(), begun.elapsed());
        Ok(())
    }

    /// Flushes what was done to the disk from time to time.
    pub(crate) fn checkpoint(&mut self) -> Result<(), Failure> {
        if !self.dirty || self.checked.elapsed() < CHECKPOINT {
            return Ok(());
        }
        self.checkpoint_now()?;
        self.checked = Instant::now();
        Ok(())
    }

    fn checkpoint_now(&mut self) -> Result<(), Failure> {
        let failures = match &mut self.failures {
            Some(file) => file.flush().map_err(|error| self.run.failures_failure(&error))?,
            None => 0,
        };
        // a database that exists is changed by a checkpoint, and must not be for nothing
        if self.is_for_nothing() {
            return Ok(());
        }
        self.dirty = false;
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let bytes = self.sink.checkpoint()?;
        journal.checkpoint(bytes, failures).map_err(|error| self.run.journal_failure(&error))
    }

    /// Warnings go to standard error if the format has no place for them.
    fn warn(&mut self, source: &PageSource, kept: &Kept) {
        let in_result = self.run.format.holds_warnings();
        let warnings = kept.page.warnings.iter().filter(|_| !in_result).map(Warning::to_string);
        let repeated = &mut self.repeated;
        let notices = kept.notices.iter().filter(|notice| repeated.is_shown(notice));
        let lines: Vec<String> = warnings.chain(notices.cloned()).collect();
        if !self.run.quiet && !lines.is_empty() {
            self.progress.suspend(|| lines.iter().for_each(|line| notices::warning(source, line)));
        }
    }

    /// Tells what was not said of each page.
    fn tell_repeated(&self) {
        if !self.run.quiet {
            self.progress.suspend(|| self.repeated.rest().iter().for_each(|line| notices::line(line)));
        }
    }

    /// Whether rows are needed, and there is none.
    fn is_for_nothing(&self) -> bool {
        self.run.needs_rows && !self.has_rows
    }

    /// Whether the output is written: what exists is not replaced by nothing.
    fn is_written(&self) -> bool {
        let pages = self.tally.pages + self.tally.before.pages;
        let is_grown = self.kept == 0 || pages > self.kept;
        // rows without a value tell nothing, unless the format also says why; a database is there as soon as it is opened
        let says_nothing = !self.run.format.holds_warnings();
        match self.run.place {
            Place::Stdout { .. } => true,
            Place::File(_) | Place::Folder(_) => {
                pages > 0 && is_grown && !(self.is_for_nothing() && (says_nothing || self.run.place.holds_anything()))
            }
        }
    }

    /// Says that no row has come, though rows are needed. Whether that is so.
    fn tell_nothing(&self) -> bool {
        if self.is_for_nothing() {
            let place = &self.run.place;
            let kept = if place.holds_anything() { "; what was there before is left as it was" } else { "" };
            let why = format!("no page gave a {}{kept}", self.run.shape.noun);
            self.progress.suspend(|| notices::error(&place.path().display().to_string(), &why));
        }
        self.is_for_nothing()
    }

    /// Completes the run, after all pages are done.
    pub(crate) fn finish(mut self) -> Result<Outcome, Failure> {
        self.checkpoint_now()?;
        self.tell_repeated();
        let (is_written, is_nothing) = (self.is_written(), self.tell_nothing());
        let Writing { run, sink, journal, tally, started, progress, .. } = self;
        drop(progress);
        let failed = tally.failures() + tally.before.failures;
        let mut made_of = None;
        if is_written {
            made_of = sink.finish()?;
        } else if run.resume {
            drop(sink);
            // remove what was only begun
            let _ = std::fs::remove_file(beside(&run.out(), ".part"));
            #[cfg(feature = "sqlite")]
            if run.format == Format::Sqlite {
                crate::output::database::forget_checkpoints(&run.out());
            }
            if run.format == Format::Sqlite && std::fs::metadata(run.out()).is_ok_and(|there| there.len() == 0) {
                let _ = std::fs::remove_file(run.out());
            }
        }
        if let Some(journal) = journal {
            journal.remove().map_err(|error| run.journal_failure(&error))?;
        }
        // only after the journal, which refers to it
        if let Some(path) = made_of {
            std::fs::remove_file(&path).map_err(|error| file_failure(&path, &error))?;
        }
        run.summarise(&tally, started);
        Ok(if failed == 0 && !is_nothing { Outcome::AllWell } else { Outcome::SomeFailed })
    }

    /// Ends the run at the user's request: what is there becomes a valid output.
    pub(crate) fn interrupted(&mut self) -> Result<(), Failure> {
        self.checkpoint_now()?;
        let run = self.run;
        let pages = self.tally.pages + self.tally.before.pages;
        let is_written = self.is_written();
        let sink = std::mem::replace(&mut self.sink, Box::new(Nowhere));
        if is_written {
            sink.finish()?;
        } else {
            drop(sink);
        }
        // the process exits without dropping it
        drop(run.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.progress = Progress::new(&run.inputs, false);
        self.tell_repeated();
        if !run.quiet && !is_written {
            notices::line("interrupted before there was a row; what was there before is left as it was");
        } else if !run.quiet {
            let how = if run.resume { "; the same command continues from here" } else { "" };
            notices::line(&format!("interrupted; the output has the first {}{how}", count(pages as usize, "page")));
        }
        run.summarise(&self.tally, self.started);
        Ok(())
    }
}

impl Run {
    fn summarise(&self, tally: &Tally, started: Instant) {
        if self.summary {
            let lines = tally.lines(self.shape.noun, started.elapsed(), &self.settings.skipped.counts());
            lines.iter().for_each(|line| notices::line(line));
        }
    }

    /// Removes what killed runs have left where this one writes.
    fn remove_temporaries(&self) {
        let out = self.out();
        let folder = match &self.place {
            Place::Folder(_) => Some(out.as_path()),
            Place::Stdout { .. } | Place::File(_) => out.parent(),
        };
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { ".".as_ref() } else { folder });
        folder.into_iter().for_each(remove_temporaries);
    }

    /// The journal of the output, new or continued, and its contents.
    fn journal(&self) -> Result<Resumed, Failure> {
        let path = self.journal_path();
        let failure = |error: io::Error| self.journal_failure(&error);
        let arguments =
            identifying(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()));
        match Journal::resume(&path, &arguments).map_err(failure)? {
            Some(resumed) => Ok(resumed),
            None => {
                let journal = Journal::create(&path, &arguments).map_err(failure)?;
                Ok(Resumed { journal, done: Done::default() })
            }
        }
    }

    /// Whether an earlier part of the run has left a journal to go on from.
    pub(crate) fn continues(&self) -> bool {
        self.resume && self.journal_path().exists()
    }

    fn journal_path(&self) -> PathBuf {
        Journal::path_of(&self.out())
    }

    fn out(&self) -> PathBuf {
        canonical(&self.place)
    }

    fn journal_failure(&self, error: &io::Error) -> Failure {
        Failure::output(&self.journal_path().to_string_lossy(), error)
    }

    fn failures_failure(&self, error: &io::Error) -> Failure {
        Failure::output(&self.failures.as_deref().unwrap_or("-".as_ref()).to_string_lossy(), error)
    }
}

/// The arguments that identify a run: without those that only affect speed, patience and reports.
fn identifying(arguments: impl Iterator<Item = String>) -> Vec<String> {
    const SILENT: [&str; 5] = ["-q", "--quiet", "--no-progress", "--summary", "--resume"];
    const VALUED: [&str; 6] = ["-j", "--threads", "--connections", "--delay", "--timeout", "--retries"];
    let mut arguments = arguments;
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        let begins = |flag: &&str| {
            let rest = argument.strip_prefix(*flag);
            rest.is_some_and(|rest| {
                rest.starts_with('=') || *flag == "-j" && rest.starts_with(|c: char| c.is_ascii_digit())
            })
        };
        if VALUED.contains(&argument.as_str()) {
            arguments.next();
        } else if !SILENT.contains(&argument.as_str()) && !VALUED.iter().any(begins) {
            kept.push(argument);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_known_by_what_it_does() {
        let of = |line: &str| identifying(line.split(' ').map(str::to_owned)).join(" ");
        assert_eq!(
            of("records a -j 4 -o b --resume -q --threads=2 -j8 --delay=0 --timeout 9 --retries=5 c"),
            "records a -o b c"
        );
        assert_eq!(of("records --summary -j"), "records");
    }
}
