//! A run over many inputs, whatever the extractor: in parallel, results in order, a failed page no end of it.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::available_parallelism;

use rowsmith::site::folder::sample_positions;
use rowsmith::types::{RegionTable, Warning};

use crate::args::{LimitArgs, OutputArgs, RunArgs};
use crate::failure::Failure;
use crate::format::{self, Format, Place};
use crate::inputs::{Input, Inputs};
use crate::interrupt;
use crate::ordered::{Bounds, Event, ordered};
use crate::page::{Layout, Page};
use crate::panics;
use crate::problem::Problem;
use crate::sources::queue::{Queue, Remaining, Settings};
use crate::sources::{PageSource, Task};
use crate::writers::Shape;
use crate::writing::Writing;

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

/// The settings of a run, settled.
pub(crate) struct Run {
    pub(crate) inputs: Inputs,
    pub(crate) settings: Settings,
    pub(crate) format: Format,
    pub(crate) place: Place,
    pub(crate) shape: Shape,
    threads: usize,
    /// Pages fetched at a time; 0 if nothing is to be fetched.
    connections: usize,
    pub(crate) quiet: bool,
    pub(crate) progress: bool,
    pub(crate) summary: bool,
    pub(crate) failures: Option<PathBuf>,
    pub(crate) resume: bool,
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
        let threads = if run.threads == 0 { cores() } else { run.threads };
        let on_terminal = io::stderr().is_terminal();
        #[cfg(not(feature = "render"))]
        run.render.refuse()?;
        Ok(Run {
            settings: Settings {
                max_bytes: limits.max_bytes,
                html_column: run.input.html_column.clone(),
                url_column: run.input.url_column.clone(),
                #[cfg(feature = "fetch")]
                fetcher: Some(crate::sources::fetch::Fetcher::new(run.fetch.options())),
                #[cfg(feature = "render")]
                rendering: rendering(run, limits, threads)?,
                ..Settings::default()
            },
            format,
            place,
            shape,
            threads,
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

    /// At most `most` pages, evenly spread over all, with their bytes: to learn from before the run. Only what can be read
    /// twice, files and archives; nothing is fetched. What cannot be read is left out.
    pub(crate) fn sample(&self, most: usize) -> Vec<(PageSource, Vec<u8>)> {
        if self.inputs.count().is_none() {
            return Vec::new();
        }
        let settings = Settings {
            max_bytes: self.settings.max_bytes,
            html_column: self.settings.html_column.clone(),
            url_column: self.settings.url_column.clone(),
            ..Settings::default()
        };
        let files = || self.inputs.iter().filter(|input| matches!(input, Input::File(path) if path.is_file()));
        let positions = sample_positions(Queue::new(Box::new(files()), &settings).count(), most);
        let mut wanted = positions.iter().copied().peekable();
        let chosen = Queue::new(Box::new(files()), &settings)
            .enumerate()
            .filter(|(at, _)| wanted.next_if_eq(at).is_some())
            .take(positions.len());
        let load = |(_, task): (usize, Task)| {
            let mut source = task.source;
            let loaded = task.content.load(&mut source.context, &settings).ok()?;
            Some((source, loaded.bytes))
        };
        chosen.filter_map(load).collect()
    }

    /// How JSON is to be laid out for the format.
    pub(crate) fn layout(&self) -> Layout {
        match self.format {
            Format::Jsonl => Layout::Line,
            Format::Json => Layout::Indented,
            _ => Layout::None,
        }
    }

    /// The format, if it is one of documents.
    pub(crate) fn document(&self) -> Option<Format> {
        matches!(self.format, Format::Text | Format::MdText | Format::Html).then_some(self.format)
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
                    Ok(()) => {
                        #[cfg(feature = "render")]
                        self.settings.rendering.iter().for_each(crate::sources::render::Rendering::close);
                        std::process::exit(interrupt::EXIT_CODE)
                    }
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
        let of_tables = || page.tables.iter().map(|table| table.records.len() as u64).sum();
        let records = page.kind.as_ref().map_or_else(of_tables, |kind| kind.rows);
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
pub(crate) struct Worked {
    /// Which it was.
    pub(crate) source: PageSource,
    /// Its result, or why there is none.
    pub(crate) outcome: Result<Kept, Problem>,
    /// Inputs that are done with it.
    pub(crate) done: f64,
}

/// A result until it is written.
pub(crate) struct Kept {
    /// What the sink needs of it.
    pub(crate) page: Page,
    /// Notices that have no place in the result.
    pub(crate) notices: Vec<String>,
    /// Records in it.
    pub(crate) records: u64,
    weight: usize,
}

/// Bytes of a table in memory, roughly.
fn weight(table: &RegionTable) -> usize {
    let cells = table.records.iter().flat_map(|record| record.cells.iter().flatten());
    let cells = cells.map(|cell| 64 + cell.text.len() + cell.url.as_ref().map_or(0, String::len));
    let nodes = table.records.iter().flat_map(|record| &record.nodes).map(|node| 24 + node.len());
    cells.sum::<usize>() + nodes.sum::<usize>()
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

/// The browser, if pages are to be rendered.
#[cfg(feature = "render")]
fn rendering(
    run: &RunArgs,
    limits: &LimitArgs,
    threads: usize,
) -> Result<Option<crate::sources::render::Rendering>, Failure> {
    use crate::sources::render::Rendering;
    let rendering = || Rendering::new(&run.render, &run.fetch, limits.max_bytes, threads.min(MOST_TABS), false);
    run.render.render.then(rendering).transpose()
}

/// Tabs of a browser at a time: each is a process of some 100 MB.
#[cfg(feature = "render")]
const MOST_TABS: usize = 8;

/// The width of a table where `--width` does not say: that of the terminal, else one that fits most.
fn default_width(terminal: bool) -> usize {
    let of_terminal = terminal.then(terminal_size::terminal_size).flatten();
    of_terminal.map_or(120, |(width, _)| usize::from(width.0).max(20))
}

#[cfg(test)]
mod tests {
    use super::*;

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
