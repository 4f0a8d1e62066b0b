//! `rowsmith objects learn`: gazetteers from a folder of pages, round by round, to be gone on with when interrupted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use rowsmith::Limits;
use rowsmith::objects::{Change, Evidence, Knowledge, Observed, Options, Schema, Terms, observe_page};
use serde::{Deserialize, Serialize};

use crate::args::{LearnArgs, LearnMode};
use crate::failure::Failure;
use crate::inputs::{Input, expand};
use crate::load::load;
use crate::objects::read_schema;
use crate::run::Outcome;
use crate::{notices, panics};

/// What is kept between rounds, so that an interrupted run goes on.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct State {
    /// What the run was started with; another run does not go on with it.
    of: String,
    /// Rounds that are done.
    rounds: u32,
    /// Whether the last one changed nothing.
    saturated: bool,
    /// The report so far.
    report: String,
    /// Terms and noise by name of the attribute.
    terms: BTreeMap<String, (Vec<Entry>, Vec<Entry>)>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Entry(String, f64, f64, u32);

/// Runs the command.
pub(crate) fn learn(args: &LearnArgs) -> Result<Outcome, Failure> {
    let mut schema = read_schema(&args.schema).map_err(Failure::Usage)?;
    let mut knowledge = Knowledge::of(&schema);
    if knowledge.attributes.is_empty() {
        let what = format!("no attribute of '{}' has a gazetteer, so there is nothing to learn", args.schema);
        return Err(Failure::Usage(what));
    }
    let pages = files(&args.pages)?;
    fs::create_dir_all(&args.out).map_err(|error| Failure::output(&args.out.to_string_lossy(), &error))?;
    let of = identity(args, &schema, &pages);
    let mut state = match kept(&args.out).filter(|state| state.of == of) {
        Some(state) => {
            knowledge = known(&schema, &state);
            state
        }
        None => {
            let report = format!("# Learning {} from {} pages\n", schema.name, pages.len());
            State { of, rounds: 0, saturated: false, report, terms: BTreeMap::new() }
        }
    };
    let mut outcome = Outcome::AllWell;
    let last = if args.mode == LearnMode::Continuous { 1 } else { args.rounds };
    while !state.saturated && state.rounds < last {
        let round = state.rounds + 1;
        knowledge.teach(&mut schema);
        let (observed, changes, failed) = match args.mode {
            LearnMode::Upfront => {
                let (observed, failed) = all_pages(&pages, &schema, args, round == 1);
                let changes = knowledge.learn(&schema, &observed, round);
                (observed, changes, failed)
            }
            LearnMode::Continuous => page_by_page(&pages, &mut schema, &mut knowledge),
        };
        if failed > 0 {
            outcome = Outcome::SomeFailed;
        }
        state.rounds = round;
        state.saturated = changes.values().all(|c| c.learnt.is_empty() && c.dropped.is_empty());
        let told = told(&schema, &knowledge, &observed, &changes, round, state.saturated);
        state.report.push_str(&told);
        state.terms = terms(&schema, &knowledge);
        write_all(&args.out, &schema, &knowledge, &state)?;
        if !args.quiet {
            let mut out = io::stdout().lock();
            out.write_all(told.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
        }
    }
    Ok(outcome)
}

/// The files to learn from.
fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let file = |input: Input| match input {
        Input::File(path) => Ok(path),
        other => Err(Failure::Usage(format!("'{}' is no file or folder of pages, which learning needs", other.name()))),
    };
    expand(arguments)?.iter().map(file).collect()
}

/// Everything that the result depends on but the content of the pages.
fn identity(args: &LearnArgs, schema: &Schema, pages: &[PathBuf]) -> String {
    let terms: usize = schema.attributes.iter().flat_map(|a| &a.term_lists).map(|list| list.terms.len()).sum();
    let names = pages.iter().map(|p| p.to_string_lossy().into_owned()).collect::<Vec<_>>().join("\n");
    let bytes = names.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{} {:?} {} pages {bytes:016x} {terms} terms", args.schema, args.mode, pages.len())
}

fn one_page(page: &Path, schema: &Schema) -> Result<Observed, String> {
    let limits = Limits::default();
    let loaded = load(page, limits.max_bytes).map_err(|problem| problem.to_string())?;
    observe_page(&loaded.bytes, schema, &Options::default(), &limits).map_err(|error| error.to_string())
}

/// What all pages show; the sum does not depend on the order.
fn all_pages(pages: &[PathBuf], schema: &Schema, args: &LearnArgs, tell: bool) -> (Observed, usize) {
    let cores = || available_parallelism().map_or(1, NonZero::get);
    let threads = if args.threads == 0 { cores() } else { args.threads };
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut sum, mut failed) = (Observed::default(), 0);
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            match panics::catch(|| one_page(page, schema)) {
                Ok(observed) => sum.add(observed),
                Err(why) => {
                    failed += 1;
                    if tell {
                        notices::error(&page.to_string_lossy(), &why);
                    }
                }
            }
        }
        (sum, failed)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(pages.len()).max(1)).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join().unwrap_or_default());
        results.fold((Observed::default(), 0), |(mut sum, failed), (seen, more)| {
            sum.add(seen);
            (sum, failed + more)
        })
    })
}

fn page_by_page(
    pages: &[PathBuf],
    schema: &mut Schema,
    knowledge: &mut Knowledge,
) -> (Observed, BTreeMap<usize, Change>, usize) {
    let (mut sum, mut failed) = (Observed::default(), 0);
    let mut all: BTreeMap<usize, Change> = knowledge.attributes.keys().map(|&a| (a, Change::default())).collect();
    for page in pages {
        match panics::catch(|| one_page(page, schema)) {
            Ok(observed) => {
                let changes = knowledge.learn(schema, &observed, 1);
                sum.add(observed);
                let changed = changes.values().any(|c| !c.learnt.is_empty() || !c.dropped.is_empty());
                for (attribute, change) in changes {
                    let entry = all.entry(attribute).or_default();
                    entry.learnt.extend(change.learnt);
                    entry.dropped.extend(change.dropped);
                }
                if changed {
                    knowledge.teach(schema);
                }
            }
            Err(why) => {
                failed += 1;
                notices::error(&page.to_string_lossy(), &why);
            }
        }
    }
    (sum, all, failed)
}

/// One round of the report.
fn told(
    schema: &Schema,
    knowledge: &Knowledge,
    observed: &Observed,
    changes: &BTreeMap<usize, Change>,
    round: u32,
    saturated: bool,
) -> String {
    let mut out = format!("\n## Round {round}{}\n\n", if saturated { ": nothing changed" } else { "" });
    out.push_str(
        "| attribute | values found | of them recognised | learnt | dropped | terms |\n|---|---|---|---|---|---|\n",
    );
    for (&attribute, terms) in &knowledge.attributes {
        let (values, annotated) = observed.values.get(&attribute).copied().unwrap_or_default();
        let change = changes.get(&attribute).cloned().unwrap_or_default();
        let name = &schema.attributes[attribute].name;
        let (learnt, dropped, known) = (change.learnt.len(), change.dropped.len(), terms.known.len());
        let _ = writeln!(out, "| {name} | {values} | {annotated} | {learnt} | {dropped} | {known} |");
    }
    for (&attribute, change) in changes {
        for (what, terms) in [("learnt", &change.learnt), ("dropped", &change.dropped)] {
            if !terms.is_empty() {
                let shown: Vec<&str> = terms.iter().take(20).map(String::as_str).collect();
                let more = if terms.len() > shown.len() { ", …" } else { "" };
                let _ = writeln!(out, "\n{} {what}: {}{more}", schema.attributes[attribute].name, shown.join(", "));
            }
        }
    }
    out
}

fn terms(schema: &Schema, knowledge: &Knowledge) -> BTreeMap<String, (Vec<Entry>, Vec<Entry>)> {
    let list = |terms: &BTreeMap<String, Evidence>| {
        terms.values().map(|e| Entry(e.term.clone(), e.positive, e.negative, e.round)).collect()
    };
    let entry = |(&a, t): (&usize, &Terms)| (schema.attributes[a].name.clone(), (list(&t.known), list(&t.noise)));
    knowledge.attributes.iter().map(entry).collect()
}

fn known(schema: &Schema, state: &State) -> Knowledge {
    let list = |entries: &[Entry]| {
        let evidence = |e: &Entry| Evidence { term: e.0.clone(), positive: e.1, negative: e.2, round: e.3 };
        entries.iter().map(|e| (e.0.to_lowercase(), evidence(e))).collect()
    };
    let entry = |(name, (known, noise)): (&String, &(Vec<Entry>, Vec<Entry>))| {
        Some((schema.attribute(name)?, Terms { known: list(known), noise: list(noise) }))
    };
    Knowledge { attributes: state.terms.iter().filter_map(entry).collect() }
}

const STATE: &str = "state.json";

fn kept(folder: &Path) -> Option<State> {
    serde_json::from_slice(&fs::read(folder.join(STATE)).ok()?).ok()
}

/// Writes the gazetteers, the report, and last the state, each whole or not at all.
fn write_all(folder: &Path, schema: &Schema, knowledge: &Knowledge, state: &State) -> Result<(), Failure> {
    for (&attribute, terms) in &knowledge.attributes {
        let name = &schema.attributes[attribute].name;
        for (file, list) in [(format!("{name}.txt"), &terms.known), (format!("{name}.noise.txt"), &terms.noise)] {
            let mut text = "# term, evidence for it, evidence against it, round (0: the seed)\n".to_owned();
            for e in list.values() {
                let _ = writeln!(text, "{}\t{}\t{}\t{}", e.term, e.positive, e.negative, e.round);
            }
            write(&folder.join(file), &text)?;
        }
    }
    write(&folder.join("report.md"), &state.report)?;
    let json = serde_json::to_string(state).unwrap_or_default();
    write(&folder.join(STATE), &json)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let part = PathBuf::from(format!("{}.part", path.to_string_lossy()));
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| Failure::output(&path.to_string_lossy(), &error))
}
