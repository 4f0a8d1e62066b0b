//! A run over many inputs, whatever the extractor: in parallel, results in order, a failed input no end of it.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::available_parallelism;

use rowsmith::output::Warning;

use crate::args::{LimitArgs, OutputArgs, RunArgs};
use crate::failure::Failure;
use crate::format::{self, Format, Place};
use crate::inputs::{Input, Inputs};
use crate::load::load;
use crate::notices;
use crate::ordered::ordered;
use crate::page::{Layout, Page};
use crate::panics;
use crate::progress::Progress;
use crate::sink;
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

/// The settings of a run, settled.
pub(crate) struct Run {
    inputs: Inputs,
    format: Format,
    place: Place,
    shape: Shape,
    threads: usize,
    max_bytes: usize,
    quiet: bool,
    progress: bool,
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
        let (format, place) = format::settle(output.format, output.out.as_deref())?;
        if output.long && !(format == Format::Csv && !matches!(place, Place::Folder(_)) || format == Format::Xlsx) {
            let what = "--long is for '--format csv' into one file or standard output, and for '--format xlsx'";
            return Err(Failure::Usage(what.to_owned()));
        }
        if let Place::File(out) = &place
            && let Some(input) = inputs.list.iter().find(|input| is_same_file(input, out))
        {
            return Err(Failure::Usage(format!("--out would overwrite the input '{}'", input.name())));
        }
        let terminal = place == Place::Stdout { terminal: true };
        let shape = Shape {
            width: output.width.unwrap_or_else(|| default_width(terminal)),
            colour: output.color.on(terminal, |name| std::env::var_os(name)),
            long: output.long,
            sources: !inputs.single,
            regions: rows.regions,
            noun: rows.noun,
        };
        let cores = || available_parallelism().map_or(1, NonZero::get);
        let threads = if run.threads == 0 { cores() } else { run.threads };
        // a terminal that shows the results needs no bar
        let progress = !run.quiet && !run.no_progress && !terminal && io::stderr().is_terminal();
        Ok(Run { inputs, format, place, shape, threads, max_bytes: limits.max_bytes, quiet: run.quiet, progress })
    }

    /// The number of inputs.
    pub(crate) fn len(&self) -> usize {
        self.inputs.list.len()
    }

    /// Names and bytes of some inputs, to learn from before the run; standard input, which can be read once only, and
    /// what cannot be read are left out.
    pub(crate) fn read(&self, positions: &[usize]) -> Vec<(String, Vec<u8>)> {
        let files = positions.iter().filter_map(|&at| self.inputs.list.get(at));
        files
            .filter(|input| matches!(input, Input::File(path) if path.is_file()))
            .filter_map(|input| Some((input.name(), load(input, self.max_bytes).ok()?.bytes)))
            .collect()
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

    /// Extracts every input and writes the results.
    ///
    /// `extract` is given bytes, the name of the input and warnings to add to the result; it runs on several threads.
    pub(crate) fn run(
        &self,
        extract: impl Fn(&[u8], &str, Vec<Warning>) -> Result<Extracted, String> + Sync,
    ) -> Result<Outcome, Failure> {
        let mut sink = sink::open(self.format, &self.place, self.shape)?;
        let inputs = &self.inputs.list;
        let mut progress = Progress::new(inputs.len(), self.progress);
        let (mut failed, mut good) = (0usize, 0usize);
        let mut failure = None;
        let work = |at: usize| panics::catch(|| self.one(&inputs[at], &extract));
        let mut names = inputs.iter();
        ordered(inputs.len(), self.threads, work, |result| {
            let name = names.next().map(Input::name).unwrap_or_default();
            progress.advance();
            let written = match result {
                Ok(extracted) => {
                    good += 1;
                    let written = sink.page(&extracted.page);
                    if written.is_ok() {
                        self.tell(&name, &extracted, &progress);
                    }
                    written
                }
                Err(why) => {
                    failed += 1;
                    progress.suspend(|| notices::error(&name, &why));
                    Ok(())
                }
            };
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    failure = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        drop(progress);
        if let Some(failure) = failure {
            return Err(failure);
        }
        // Without a single result a file that is there already stays as it is.
        if good > 0 || matches!(self.place, Place::Stdout { .. }) {
            sink.finish()?;
        }
        Ok(if failed == 0 { Outcome::AllWell } else { Outcome::SomeFailed })
    }

    fn one(
        &self,
        input: &Input,
        extract: &(impl Fn(&[u8], &str, Vec<Warning>) -> Result<Extracted, String> + Sync),
    ) -> Result<Extracted, String> {
        let loaded = load(input, self.max_bytes)?;
        let damage: Vec<Warning> = loaded.damage.clone().map(Warning::DamagedInput).into_iter().collect();
        extract(&loaded.bytes, &input.name(), damage).map_err(|why| match loaded.damage {
            Some(damage) => format!("{why} ({damage})"),
            None => why,
        })
    }

    /// Warnings go to standard error where the format has no place for them.
    fn tell(&self, name: &str, extracted: &Extracted, progress: &Progress) {
        let in_result = matches!(self.format, Format::Jsonl | Format::Json | Format::Sqlite);
        let warnings = extracted.page.warnings.iter().filter(|_| !in_result).map(Warning::to_string);
        let lines: Vec<String> = warnings.chain(extracted.notices.iter().cloned()).collect();
        if !self.quiet && !lines.is_empty() {
            progress.suspend(|| lines.iter().for_each(|line| notices::warning(name, line)));
        }
    }
}

/// The width of a table where `--width` does not say: that of the terminal, else one that fits most.
fn default_width(terminal: bool) -> usize {
    let of_terminal = terminal.then(terminal_size::terminal_size).flatten();
    of_terminal.map_or(120, |(width, _)| usize::from(width.0).max(20))
}

fn is_same_file(input: &Input, out: &Path) -> bool {
    let Input::File(input) = input else { return false };
    match (input.canonicalize(), out.canonicalize()) {
        (Ok(input), Ok(out)) => input == out && input.is_file(),
        _ => false,
    }
}
