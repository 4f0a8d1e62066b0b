//! The side of a run that works on pages: in parallel, with results in order, and continuing after pages that fail.

use std::ops::ControlFlow;

use rowsmith::types::{RegionTable, Warning};

use super::interrupt;
use super::ordered::{Bounds, Event, Weights, ordered};
use super::permits::Permits;
use super::plan::Run;
use super::results::{Extracted, Kept, Outcome, Worked};
use super::writing::{Opened, Writing};
use crate::common::failure::Failure;
use crate::common::panics;
use crate::common::problem::Problem;
use crate::common::source::PageSource;
use crate::output::json::add_origin;
use crate::sources::Task;
use crate::sources::queue::{Queue, Remaining};

/// How many bytes of pages and results are held at a time, not counting those being worked on.
pub(super) const HELD: usize = 64 << 20;

impl Run {
    /// Extracts every page and writes the results.
    ///
    /// `extract` gets the bytes of a page, its identity with what is known about it, and warnings to add to the result;
    /// it runs on several threads. After an interrupt the process exits here.
    pub(crate) fn run(
        &self,
        extract: impl Fn(&[u8], &PageSource, Vec<Warning>) -> Result<Extracted, String> + Sync,
    ) -> Result<Outcome, Failure> {
        interrupt::install();
        let Opened { mut writing, done } = Writing::open(self)?;
        let tasks = Remaining::new(Queue::new(Box::new(self.inputs.iter()), &self.settings), done.pages);
        let mut failure = None;
        let permits = Permits::new(self.threads);
        let bounds = Bounds { threads: self.threads.max(self.connections), bytes: HELD };
        let of_result = |result: &Worked| result.outcome.as_ref().map_or(0, |worked| worked.weight);
        let weights = Weights { of_task: Task::weight, of_result };
        let work = |task: Task| self.one(task, &permits, &extract);
        ordered(tasks, bounds, weights, work, |event| {
            let written = match event {
                // from here on nobody waits for pages in progress
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
            // fetching does not need a core
            let _permit = permits.take();
            let note = loaded.note.clone().map(Warning::Other);
            let damage: Vec<Warning> =
                loaded.damage.clone().map(Warning::DamagedInput).into_iter().chain(note).collect();
            let extracted = extract(&loaded.bytes, &source, damage).map_err(|why| match loaded.damage {
                Some(damage) => format!("{why} ({damage})"),
                None => why,
            })?;
            Ok(self.kept(extracted, &source))
        });
        let outcome = outcome.map_err(|why| problem.take().unwrap_or_else(|| Problem::of_page(why)));
        Worked { source, outcome, done }
    }

    /// The parts of a result that are kept until it is written.
    pub(super) fn kept(&self, extracted: Extracted, source: &PageSource) -> Kept {
        let Extracted { mut page, mut notices } = extracted;
        if page.warnings.contains(&Warning::ClientRendered) && self.settings.is_unrendered() {
            notices.push("such a page needs a browser: add --render, or save it from a browser".to_owned());
        }
        let of_tables = || page.tables.iter().map(|table| table.records.len() as u64).sum();
        let records = page.kind.as_ref().map_or_else(of_tables, |kind| kind.rows);
        let mut rows = page.tables.iter().flat_map(|table| &table.records);
        let has_values = rows.any(|row| row.cells.iter().any(Option::is_some));
        if let Some(origin) = &source.origin {
            add_origin(self.format, &mut page.line, origin);
        }
        if !self.format.has_tables() {
            page.tables = Vec::new();
        }
        let weight = page.line.len() + page.tables.iter().map(weight).sum::<usize>();
        Kept { page, notices, records, has_values, weight }
    }
}

/// The approximate number of bytes of a table in memory.
fn weight(table: &RegionTable) -> usize {
    let cells = table.records.iter().flat_map(|record| record.cells.iter().flatten());
    let cells = cells.map(|cell| 64 + cell.text.len() + cell.url.as_ref().map_or(0, String::len));
    let nodes = table.records.iter().flat_map(|record| &record.nodes).map(|node| 24 + node.len());
    cells.sum::<usize>() + nodes.sum::<usize>()
}
