//! A run over many inputs, whatever the extractor: in parallel, results in order, a failed page no end of it.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use rowsmith::output::{RegionTable, Warning};

use crate::args::{LimitArgs, OutputArgs, RunArgs};
use crate::failure::Failure;
use crate::format::{self, Format, Place};
use crate::inputs::Inputs;
use crate::interrupt;
use crate::journal::{Done, Fate, Journal, beside};
use crate::notices;
use crate::ordered::{Bounds, Event, ordered};
use crate::page::{Layout, Page};
use crate::panics;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::sink::{self, Sink};
use crate::sources::queue::{Queue, Remaining, Settings, key};
use crate::sources::{PageSource, Task};
use crate::summary::{FailureFile, Tally};
use crate::writers::Shape;

/// How a run ended that came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Every input gave a result; exit code 0.
    AllWell,
    /// At least one did not; exit code 1.
    SomeFailed,
}

/// What an extractor makes of an input's bytes.
pub(crate) struct Extracted {
    /// The page for the writers.
    pub(crate) page: Page,
    /// Notices that have no place in the result.
    pub(crate) notices: Vec<String>,
}

/// What the tables of an extractor are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rows {
    /// What a row is: "record".
    pub(crate) noun: &'static str,
    /// Whether a page was asked for several tables, to be told apart by their scores.
    pub(crate) regions: bool,
}

/// Bytes of pages and results that are held at a time, beside those being worked on.
const HELD: usize = 64 << 20;

/// How often an output that can be resumed is put on the disk.
const CHECKPOINT: Duration = Duration::from_millis(200);

/// The settings of a run, settled.
pub(crate) struct Run {
    inputs: Inputs,
    settings: Settings,
    format: Format,
    place: Place,
    shape: Shape,
    threads: usize,
    connections: usize,
    quiet: bool,
    progress: bool,
    summary: bool,
    failures: Option<PathBuf>,
    resume: bool,
}

impl Run {
    /// Settles what the flags that all extractors share ask for.
    pub(crate) fn new(
        inputs: Inputs,
        output: &OutputArgs,
        run: &RunArgs,
        limits: &LimitArgs,
        rows: Rows,
    ) -> Result<Self, Failure> {
        let inputs = inputs.with_lists(&run.input.files_from)?;
        let (format, place) = format::settle(output.format, output.out.as_deref())?;
        let one_csv = format == Format::Csv && !matches!(place, Place::Folder(_));
        if output.long && !(one_csv || matches!(format, Format::Xlsx | Format::Parquet)) {
            let what = "--long is for '--format csv' into one file or standard output, for xlsx and for parquet";
            return Err(Failure::Usage(what.to_owned()));
        }
        if let Place::File(out) = &place
            && inputs.contain(out)
        {
            return Err(Failure::Usage(format!("--out would overwrite the input '{}'", out.display())));
        }
        if let Some(file) = &run.failures
            && (inputs.contain(file) || place.path() == file)
        {
            return Err(Failure::Usage(format!("--failures would overwrite '{}'", file.display())));
        }
        if run.resume && matches!(place, Place::Stdout { .. }) {
            return Err(Failure::Usage("--resume needs a file: add '--out FILE'".to_owned()));
        }
        let terminal = place == Place::Stdout { terminal: true };
        let shape = Shape {
            width: output.width.unwrap_or_else(|| default_width(terminal)),
            colour: output.color.on(terminal, |name| std::env::var_os(name)),
            long: output.long,
            sources: !inputs.single(),
            regions: rows.regions,
            noun: rows.noun,
        };
        let cores = || available_parallelism().map_or(1, NonZero::get);
        let on_terminal = io::stderr().is_terminal();
        Ok(Run {
            settings: Settings {
                max_bytes: limits.max_bytes,
                html_column: run.input.html_column.clone(),
                url_column: run.input.url_column.clone(),
                #[cfg(feature = "fetch")]
                fetcher: Some(crate::sources::fetch::Fetcher::new(run.fetch.options())),
                ..Settings::default()
            },
            format,
            place,
            shape,
            threads: if run.threads == 0 { cores() } else { run.threads },
            connections: if inputs.may_fetch() { run.fetch.connections.max(1) } else { 0 },
            quiet: run.quiet,
            // a terminal that shows the results needs no bar
            progress: !run.quiet && !run.no_progress && !terminal && on_terminal,
            summary: run.summary || on_terminal && !run.quiet && !inputs.single(),
            failures: run.failures.clone(),
            resume: run.resume,
            inputs,
        })
    }

    /// How JSON is to be laid out for the format.
    pub(crate) fn layout(&self) -> Layout {
        match self.format {
            Format::Jsonl => Layout::Line,
            Format::Json => Layout::Indented,
            _ => Layout::None,
        }
    }

    /// Extracts every page and writes the results.
    ///
    /// `extract` is given the bytes of a page, which it is and what is known about it (can be used as its name), and
    /// warnings to add to the result; it runs on several threads. After an interrupt the process ends here.
    pub(crate) fn run(
        &self,
        extract: impl Fn(&[u8], &PageSource, Vec<Warning>) -> Result<Extracted, String> + Sync,
    ) -> Result<Outcome, Failure> {
        interrupt::install();
        let (mut writing, done) = Writing::open(self)?;
        let tasks = Remaining::new(Queue::new(Box::new(self.inputs.iter()), &self.settings), done.pages);
        let mut failure = None;
        let permits = Permits::new(self.threads);
        let bounds = Bounds { threads: self.threads.max(self.connections), bytes: HELD };
        let weight = (Task::weight, |result: &Worked| result.outcome.as_ref().map_or(0, |worked| worked.weight));
        let work = |task: Task| self.one(task, &permits, &extract);
        ordered(tasks, bounds, weight, work, |event| {
            let written = match event {
                // from here on nobody waits for pages under way
                _ if interrupt::asked() => match writing.interrupted() {
                    Ok(()) => std::process::exit(interrupt::EXIT_CODE),
                    Err(why) => Err(why),
                },
                Event::Tick => writing.checkpoint(),
                Event::Result(worked) => writing.page(worked),
            };
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    failure = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None => writing.finish(),
        }
    }

    /// Loads and extracts a page.
    fn one(
        &self,
        task: Task,
        permits: &Permits,
        extract: &(impl Fn(&[u8], &PageSource, Vec<Warning>) -> Result<Extracted, String> + Sync),
    ) -> Worked {
        let Task { mut source, content, done } = task;
        let mut problem = None;
        let outcome = panics::catch(|| {
            let loaded = content.load(&mut source.context, &self.settings).map_err(|found| {
                let why = found.why.clone();
                problem = Some(found);
                why
            })?;
            // fetching is not what cores are short of
            let _permit = permits.take();
            let damage: Vec<Warning> = loaded.damage.clone().map(Warning::DamagedInput).into_iter().collect();
            let extracted = extract(&loaded.bytes, &source, damage).map_err(|why| match loaded.damage {
                Some(damage) => format!("{why} ({damage})"),
                None => why,
            })?;
            Ok(self.kept(extracted, &source))
        });
        let outcome = outcome.map_err(|why| problem.take().unwrap_or_else(|| Problem::of_page(why)));
        Worked { source, outcome, done }
    }

    /// What of a result is kept until it is written.
    fn kept(&self, extracted: Extracted, source: &PageSource) -> Kept {
        let Extracted { mut page, notices } = extracted;
        let records = page.tables.iter().map(|table| table.records.len() as u64).sum();
        if let Some(origin) = &source.origin {
            self.layout().add_origin(&mut page.line, origin);
        }
        if self.layout() != Layout::None {
            page.tables = Vec::new();
        }
        let weight = page.line.len() + page.tables.iter().map(weight).sum::<usize>();
        Kept { page, notices, records, weight }
    }
}

/// A page that was worked on.
struct Worked {
    source: PageSource,
    outcome: Result<Kept, Problem>,
    done: f64,
}

struct Kept {
    page: Page,
    notices: Vec<String>,
    records: u64,
    weight: usize,
}

/// Bytes of a table in memory, roughly.
fn weight(table: &RegionTable) -> usize {
    let cells = table.records.iter().flat_map(|record| record.cells.iter().flatten());
    let cells = cells.map(|cell| 64 + cell.text.len() + cell.url.as_ref().map_or(0, String::len));
    let nodes = table.records.iter().flat_map(|record| &record.nodes).map(|node| 24 + node.len());
    cells.sum::<usize>() + nodes.sum::<usize>()
}

/// The side of a run that writes, on the main thread.
struct Writing<'a> {
    run: &'a Run,
    sink: Box<dyn Sink>,
    journal: Option<Journal>,
    failures: Option<FailureFile>,
    progress: Progress,
    tally: Tally,
    started: Instant,
    checked: Instant,
    /// Whether something has come since the last checkpoint.
    dirty: bool,
}

impl<'a> Writing<'a> {
    /// Opens the output, and reads what an earlier run has done.
    fn open(run: &'a Run) -> Result<(Self, Done), Failure> {
        let (journal, done) = match run.resume {
            true => run.journal().map(|(journal, done)| (Some(journal), done))?,
            false => (None, Done::default()),
        };
        let failures = run.failures.as_ref().map(|path| {
            FailureFile::open(path, done.failures).map_err(|error| Failure::output(&path.to_string_lossy(), &error))
        });
        let now = Instant::now();
        let writing = Writing {
            sink: sink::open(run.format, &run.place, run.shape, run.resume.then_some(done.bytes))?,
            journal,
            failures: failures.transpose()?,
            progress: Progress::new(&run.inputs, run.progress),
            tally: Tally { before: (done.written, done.records, done.failed), ..Tally::default() },
            started: now,
            checked: now,
            dirty: false,
            run,
        };
        Ok((writing, done))
    }

    fn page(&mut self, worked: Worked) -> Result<(), Failure> {
        let Worked { source, outcome, done } = worked;
        self.progress.advance(done);
        let fate = match outcome {
            Ok(kept) => {
                self.sink.page(&kept.page, source.origin.as_ref())?;
                self.tally.pages += 1;
                self.tally.records += kept.records;
                self.tell(&source, &kept);
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
            journal.page(key(&source), fate);
        }
        self.dirty = true;
        self.checkpoint()
    }

    /// Puts what was done on the disk, now and then.
    fn checkpoint(&mut self) -> Result<(), Failure> {
        if !self.dirty || self.checked.elapsed() < CHECKPOINT {
            return Ok(());
        }
        self.checkpoint_now()?;
        self.checked = Instant::now();
        Ok(())
    }

    fn checkpoint_now(&mut self) -> Result<(), Failure> {
        self.dirty = false;
        let failures = match &mut self.failures {
            Some(file) => file.flush().map_err(|error| self.run.failures_failure(&error))?,
            None => 0,
        };
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let bytes = self.sink.checkpoint()?;
        journal.checkpoint(bytes, failures).map_err(|error| self.run.journal_failure(&error))
    }

    /// Warnings go to standard error where the format has no place for them.
    fn tell(&self, source: &PageSource, kept: &Kept) {
        let in_result = matches!(self.run.format, Format::Jsonl | Format::Json | Format::Sqlite);
        let warnings = kept.page.warnings.iter().filter(|_| !in_result).map(Warning::to_string);
        let lines: Vec<String> = warnings.chain(kept.notices.iter().cloned()).collect();
        if !self.run.quiet && !lines.is_empty() {
            self.progress.suspend(|| lines.iter().for_each(|line| notices::warning(source, line)));
        }
    }

    fn finish(mut self) -> Result<Outcome, Failure> {
        self.checkpoint_now()?;
        let Writing { run, sink, journal, tally, started, progress, .. } = self;
        drop(progress);
        let failed = tally.failures() + tally.before.2;
        // Without a single result a file that is there already stays as it is.
        if tally.pages + tally.before.0 > 0 || matches!(run.place, Place::Stdout { .. }) {
            sink.finish(true)?;
        } else if run.resume {
            drop(sink);
            // what was only begun
            let _ = std::fs::remove_file(beside(&run.out(), ".part"));
            if run.format == Format::Sqlite && std::fs::metadata(run.out()).is_ok_and(|there| there.len() == 0) {
                let _ = std::fs::remove_file(run.out());
            }
        }
        if let Some(journal) = journal {
            journal.remove().map_err(|error| run.journal_failure(&error))?;
        }
        run.summarise(&tally, started);
        Ok(if failed == 0 { Outcome::AllWell } else { Outcome::SomeFailed })
    }

    /// The user wants no more: what is there is made a valid output.
    fn interrupted(&mut self) -> Result<(), Failure> {
        self.checkpoint_now()?;
        let run = self.run;
        let pages = self.tally.pages + self.tally.before.0;
        let sink = std::mem::replace(&mut self.sink, Box::new(sink::Nowhere));
        if pages > 0 || matches!(run.place, Place::Stdout { .. }) {
            sink.finish(false)?;
        } else {
            drop(sink);
        }
        self.progress = Progress::new(&run.inputs, false);
        if !run.quiet {
            let how = if run.resume { "; the same command goes on from here" } else { "" };
            notices::line(&format!("interrupted; the output has the first {}{how}", pages_in_words(pages)));
        }
        run.summarise(&self.tally, self.started);
        Ok(())
    }
}

fn pages_in_words(pages: u64) -> String {
    crate::writers::count(pages as usize, "page")
}

impl Run {
    fn summarise(&self, tally: &Tally, started: Instant) {
        if self.summary {
            let lines = tally.lines(self.shape.noun, started.elapsed(), &self.settings.skipped.counts());
            lines.iter().for_each(|line| notices::line(line));
        }
    }

    /// The journal of the output, new or gone on with, and what it says.
    fn journal(&self) -> Result<(Journal, Done), Failure> {
        let path = self.journal_path();
        let failure = |error: io::Error| self.journal_failure(&error);
        let arguments = telling(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()));
        match Journal::resume(&path, &arguments).map_err(failure)? {
            Some((journal, done)) => Ok((journal, done)),
            None => Ok((Journal::create(&path, &arguments).map_err(failure)?, Done::default())),
        }
    }

    fn journal_path(&self) -> PathBuf {
        Journal::path_of(&self.out())
    }

    /// The output, of which a folder is named in several ways.
    fn out(&self) -> PathBuf {
        self.place.path().components().collect()
    }

    fn journal_failure(&self, error: &io::Error) -> Failure {
        Failure::output(&self.journal_path().to_string_lossy(), error)
    }

    fn failures_failure(&self, error: &io::Error) -> Failure {
        Failure::output(&self.failures.as_deref().unwrap_or("-".as_ref()).to_string_lossy(), error)
    }
}

/// The arguments by which a run is known: not those that only say how fast and how loud.
fn telling(arguments: impl Iterator<Item = String>) -> Vec<String> {
    const SILENT: [&str; 5] = ["-q", "--quiet", "--no-progress", "--summary", "--resume"];
    const VALUED: [&str; 4] = ["-j", "--threads", "--connections", "--delay"];
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
        } else if !SILENT.contains(&argument.as_str()) && !VALUED.iter().any(|flag| begins(&flag)) {
            kept.push(argument);
        }
    }
    kept
}

/// How many threads may extract at a time, where more of them fetch.
struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

struct Permit<'a>(&'a Permits);

impl Permits {
    fn new(count: usize) -> Self {
        Permits { free: Mutex::new(count.max(1)), returned: Condvar::new() }
    }

    fn take(&self) -> Permit<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
}

/// The width of a table where `--width` does not say: that of the terminal, else one that fits most.
fn default_width(terminal: bool) -> usize {
    let of_terminal = terminal.then(terminal_size::terminal_size).flatten();
    of_terminal.map_or(120, |(width, _)| usize::from(width.0).max(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_known_by_what_it_does() {
        let of = |line: &str| telling(line.split(' ').map(str::to_owned)).join(" ");
        assert_eq!(of("records a -j 4 -o b --resume -q --threads=2 -j8 --delay=0 c"), "records a -o b c");
        assert_eq!(of("records --summary -j"), "records");
    }

    #[test]
    fn no_more_permits_than_there_are() {
        let permits = Permits::new(2);
        let (_a, b) = (permits.take(), permits.take());
        assert_eq!(*permits.free.lock().unwrap(), 0);
        drop(b);
        let _c = permits.take();
        assert_eq!(*permits.free.lock().unwrap(), 0);
    }
}
