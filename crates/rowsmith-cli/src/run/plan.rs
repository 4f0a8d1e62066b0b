//! The settings of a run over many inputs, for any extractor.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use rowsmith::sites::sample_positions;

use super::overwriting::refuse_overwriting;
use crate::args::{Format, LimitArgs, OutputArgs, Results, RunArgs};
use crate::common::failure::Failure;
use crate::common::lock::Lock;
use crate::common::source::PageSource;
use crate::output::part::beside;
use crate::output::place::{Destination, Place, settle};
use crate::output::sink::file_failure;
use crate::output::writers::Shape;
use crate::sources::Task;
use crate::sources::inputs::{Input, Inputs};
use crate::sources::mirror::Mirror;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// What the tables of an extractor contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rows {
    /// What one row is: "record".
    pub(crate) noun: &'static str,
    /// Whether several tables per page were asked for, which are distinguished by their scores.
    pub(crate) regions: bool,
    /// What is found on a page, which decides the formats.
    pub(crate) results: Results,
}

impl Rows {
    /// Tables with such rows.
    pub(crate) fn tables(noun: &'static str, regions: bool) -> Self {
        Rows { noun, regions, results: Results::Tables }
    }
}

/// A page to learn from before the run.
pub(crate) struct SamplePage {
    /// Identifies it.
    pub(crate) source: PageSource,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// The settings of a run.
pub(crate) struct Run {
    pub(crate) inputs: Inputs,
    pub(crate) settings: Settings,
    pub(crate) format: Format,
    pub(crate) place: Place,
    pub(crate) shape: Shape,
    pub(super) threads: usize,
    /// The number of pages fetched at a time; 0 if nothing is to be fetched.
    pub(super) connections: usize,
    pub(crate) quiet: bool,
    pub(crate) progress: bool,
    pub(crate) summary: bool,
    pub(crate) failures: Option<PathBuf>,
    pub(crate) resume: bool,
    /// Whether a run without any row has failed, and leaves an output that exists as it is.
    pub(crate) needs_rows: bool,
    /// Keeps other runs from the output, its part and its journal until the command ends, if these can be continued.
    pub(super) lock: Mutex<Option<Lock>>,
}

impl Run {
    /// Determines the settings from the flags that all extractors share.
    pub(crate) fn new(
        inputs: Inputs,
        output: &OutputArgs,
        run: &RunArgs,
        limits: &LimitArgs,
        rows: Rows,
    ) -> Result<Self, Failure> {
        let inputs = inputs.with_lists(&run.input.files_from)?;
        let Destination { format, place } = settle(output.format, output.out.as_deref(), rows.results)?;
        let has_long_form = format.has_long_form() && !matches!(place, Place::Folder(_));
        if output.long && !has_long_form {
            let what = "--long is for '--format csv' into one file or standard output, for xlsx and for parquet";
            return Err(Failure::Usage(what.to_owned()));
        }
        if output.typed && !format.takes_values() {
            let what = "--typed is for csv, tsv, parquet and arrow; workbooks and databases have types of their own";
            return Err(Failure::Usage(what.to_owned()));
        }
        let out = Some(place.path()).filter(|_| matches!(place, Place::File(_)));
        refuse_overwriting(&inputs, &[], &[("--out", out), ("--failures", run.failures.as_deref())])?;
        if run.resume && matches!(place, Place::Stdout { .. }) {
            return Err(Failure::Usage("--resume needs a file: add '--out FILE'".to_owned()));
        }
        // before anything that another run may be writing is read or changed: its output, its recording, its journal
        let lock = run.resume.then(|| lock(&place)).transpose()?;
        let terminal = place == Place::Stdout { terminal: true };
        let shape = Shape {
            width: output.width.unwrap_or_else(|| default_width(terminal)),
            colour: output.color.on(terminal, |name| std::env::var_os(name)),
            long: output.long,
            typed: output.typed,
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
                mirror: run.input.mirror_root.as_deref().map(|root| Mirror::new(root, &inputs.arguments)),
                html_column: run.input.html_column.clone(),
                url_column: run.input.url_column.clone(),
                #[cfg(feature = "fetch")]
                fetcher: Some(fetcher(run, limits)?),
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
            // a terminal that shows the results needs no progress bar
            progress: !run.quiet && !run.no_progress && !terminal && on_terminal,
            summary: run.summary || on_terminal && !run.quiet && !inputs.single(),
            failures: run.failures.clone(),
            resume: run.resume,
            needs_rows: false,
            lock: Mutex::new(lock),
            inputs,
        })
    }

    /// Keeps other runs from the output until this one ends, if it is to be read and replaced.
    ///
    /// # Errors
    /// If another run is writing it.
    pub(crate) fn hold(&self) -> Result<(), Failure> {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_none() {
            *held = Some(lock(&self.place)?);
        }
        Ok(())
    }

    /// At most `most` pages, evenly spaced over all, with their bytes, for learning before the run. Only files and
    /// archives, which can be read twice; nothing is fetched. Unreadable inputs are left out.
    pub(crate) fn sample(&self, most: usize) -> Vec<SamplePage> {
        if self.inputs.count().is_none() {
            return Vec::new();
        }
        let settings = Settings {
            max_bytes: self.settings.max_bytes,
            html_column: self.settings.html_column.clone(),
            url_column: self.settings.url_column.clone(),
            mirror: self.settings.mirror.clone(),
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
            Some(SamplePage { source, bytes: loaded.bytes })
        };
        chosen.filter_map(load).collect()
    }
}

/// The path of an output in a canonical form, since a folder can be named in several ways.
pub(super) fn canonical(place: &Place) -> PathBuf {
    place.path().components().collect()
}

/// Keeps other runs from an output.
fn lock(place: &Place) -> Result<Lock, Failure> {
    let out: &Path = &canonical(place);
    match Lock::take(&beside(out, ".lock")) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => {
            Err(Failure::Output { place: out.display().to_string(), why: "another run is writing it".to_owned() })
        }
        Err(error) => Err(file_failure(out, &error)),
    }
}

/// What fetches pages, and records them if wanted.
#[cfg(feature = "fetch")]
fn fetcher(run: &RunArgs, limits: &LimitArgs) -> Result<crate::sources::fetch::Fetcher, Failure> {
    use crate::sources::fetch::Fetcher;
    use crate::sources::open_recording::open_recording;
    let recording = run.record.as_ref().map(|path| open_recording(path, limits.max_bytes)).transpose()?;
    Ok(Fetcher::open(&run.fetch)?.recording(recording))
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
    let rendering = run.render.render.then(rendering).transpose()?;
    Ok(rendering.map(|rendering| if run.quiet { rendering } else { rendering.warned() }))
}

/// The number of browser tabs at a time: each is a process of about 100 MB.
#[cfg(feature = "render")]
const MOST_TABS: usize = 8;

/// The width of a table if `--width` is not given: that of the terminal, or else one that fits most.
fn default_width(terminal: bool) -> usize {
    let of_terminal = terminal.then(terminal_size::terminal_size).flatten();
    of_terminal.map_or(120, |(width, _)| usize::from(width.0).max(20))
}
