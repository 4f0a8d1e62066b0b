//! `rowsmith wrapper test`: compares what a wrapper extracts from pages with what it extracted when it was learnt.

use std::collections::BTreeMap;
use std::fmt::Write;

use rowsmith::wrapper::{AppliedPage, Applier, ApplyOptions, PartKind, Wrapper};

use super::wrapper_file::{print, read};
use super::wrapper_own::OwnColumns;
use crate::args::TestArgs;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::text::{count, harmless};
use crate::run::Outcome;
use crate::sources::Task;
use crate::sources::inputs;
use crate::sources::queue::Queue;
use crate::sources::settings::Settings;

/// Runs the command: prints one line per page with its deviations below, then the fill of each column before and now.
pub(super) fn test(args: &TestArgs) -> Result<Outcome, Failure> {
    args.page.check().map_err(Failure::Usage)?;
    let wrapper = read(&args.file)?;
    let applier = Applier::new(&wrapper);
    let settings = Settings { max_bytes: args.limits.max_bytes, ..Settings::default() };
    let inputs = inputs::expand(&args.inputs)?;
    let mut outcome = Outcome::AllWell;
    let mut out = String::new();
    let mut given = Given::default();
    let own = OwnColumns::of(&wrapper);
    for task in Queue::new(Box::new(inputs.iter()), &settings) {
        let Task { mut source, content, .. } = task;
        let loaded = content.load(&mut source.context, &settings).map_err(|problem| problem.why.to_string());
        let page = loaded.and_then(|loaded| {
            let known = args.page.options(&source, args.limits.limits(), None);
            rowsmith::Page::parse(&loaded.bytes, &known).map_err(|error| error.to_string())
        });
        let page = match page {
            Ok(page) => applier.apply(&page, &ApplyOptions::new()),
            Err(why) => {
                notices::error(&source.name, &why);
                outcome = Outcome::SomeFailed;
                continue;
            }
        };
        let records: usize = page.tables.iter().map(|part| part.table.records.len()).sum();
        let template = page.template.as_deref().unwrap_or("no template");
        let well = if page.drift.is_empty() { "as before" } else { "DRIFTED" };
        let _ =
            writeln!(out, "{}: {}, {}, {well}", harmless(&source.name), harmless(template), count(records, "record"));
        for drift in &page.drift {
            outcome = Outcome::SomeFailed;
            let _ = writeln!(out, "    {}: {}", harmless(&drift.to_string()), drift.advice());
        }
        given.add(&page);
        own.add(&page);
    }
    out.push_str(&given.compared(&wrapper));
    print(&out)?;
    let place = args.file.display().to_string();
    own.lines().iter().for_each(|line| notices::warning(&place, line));
    Ok(outcome)
}

/// The number of records, and of those with a value in each column, by template and part.
#[derive(Default)]
struct Given {
    parts: BTreeMap<(String, &'static str), Counts>,
}

#[derive(Default)]
struct Counts {
    pages: usize,
    records: usize,
    filled: BTreeMap<String, usize>,
}

impl Given {
    fn add(&mut self, page: &AppliedPage) {
        let Some(template) = &page.template else { return };
        for part in &page.tables {
            let counts = self.parts.entry((template.clone(), part.kind.name())).or_default();
            counts.pages += 1;
            counts.records += part.table.records.len();
            for (c, column) in part.table.columns.iter().enumerate() {
                let filled =
                    part.table.records.iter().filter(|row| row.cells.get(c).is_some_and(Option::is_some)).count();
                *counts.filled.entry(column.name.clone()).or_default() += filled;
            }
        }
    }

    /// The fill of the columns before and now.
    fn compared(&self, wrapper: &Wrapper) -> String {
        let mut out = String::new();
        for template in &wrapper.templates {
            for part in template.parts.iter().filter(|part| part.kind != PartKind::Article) {
                let Some(now) = self.parts.get(&(template.name.clone(), part.kind.name())) else { continue };
                let name = harmless(&template.name).into_owned();
                let _ = writeln!(
                    out,
                    "\n{name} {}: {} on {}, {} when it was learnt\n",
                    part.kind.name(),
                    count(now.records, "record"),
                    count(now.pages, "page"),
                    part.statistics.records
                );
                let _ = writeln!(out, "    {:<24}  {:>6}  {:>6}", "column", "filled", "was");
                for column in part.columns.iter().filter(|column| !column.dropped) {
                    let filled = now.filled.get(&column.name).copied().unwrap_or(0) as f64 / now.records.max(1) as f64;
                    let was = f64::from(column.statistics.fill);
                    let name = harmless(&column.name).into_owned();
                    let _ = writeln!(out, "    {name:<24}  {:>4.0} %  {:>4.0} %", filled * 100.0, was * 100.0);
                }
            }
        }
        out
    }
}
