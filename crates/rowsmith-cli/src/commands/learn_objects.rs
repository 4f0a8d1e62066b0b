//! `rowsmith objects learn`: gazetteers from a folder of pages, in rounds, which can be continued after an
//! interruption.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use rowsmith::Limits;
use rowsmith::options::ObjectSearch as Options;
use rowsmith::schema::{Change, Evidence, Knowledge, LearnRules, Observed, Schema, Terms, observe_page};
use serde::{Deserialize, Serialize};

use super::schema::{read_schema, with_thresholds};
use crate::args::{LearnArgs, LearnMode, ObjectMethod};
use crate::common::failure::Failure;
use crate::common::terminal::Shown;
use crate::common::{notices, panics};
use crate::run::Outcome;
use crate::sources::inputs::{Input, expand};
use crate::sources::load::load;

/// What is stored between rounds, so that an interrupted run can be continued.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct State {
    /// The arguments of the run; a run with other arguments does not continue it.
    of: String,
    /// The number of completed rounds.
    rounds: u32,
    /// Whether the last one changed nothing.
    saturated: bool,
    /// The report so far.
    report: String,
    /// By attribute name.
    terms: BTreeMap<String, KeptTerms>,
}

/// What is known about an attribute; stored as a pair.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
#[serde(from = "(Vec<Entry>, Vec<Entry>)", into = "(Vec<Entry>, Vec<Entry>)")]
struct KeptTerms {
    known: Vec<Entry>,
    noise: Vec<Entry>,
}

impl From<(Vec<Entry>, Vec<Entry>)> for KeptTerms {
    fn from((known, noise): (Vec<Entry>, Vec<Entry>)) -> Self {
        KeptTerms { known, noise }
    }
}

impl From<KeptTerms> for (Vec<Entry>, Vec<Entry>) {
    fn from(KeptTerms { known, noise }: KeptTerms) -> Self {
        (known, noise)
    }
}

/// A term with its evidence; stored as an array, since there are many.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
#[serde(from = "(String, f64, f64, u32)", into = "(String, f64, f64, u32)")]
struct Entry {
    term: String,
    positive: f64,
    negative: f64,
    round: u32,
}

impl From<(String, f64, f64, u32)> for Entry {
    fn from((term, positive, negative, round): (String, f64, f64, u32)) -> Self {
        Entry { term, positive, negative, round }
    }
}

impl From<Entry> for (String, f64, f64, u32) {
    fn from(Entry { term, positive, negative, round }: Entry) -> Self {
        (term, positive, negative, round)
    }
}

/// The result of one round over the pages.
#[derive(Default)]
struct Round {
    observed: Observed,
    /// By index of the attribute.
    changes: BTreeMap<usize, Change>,
    /// Pages that could not be read.
    failed: usize,
}

/// Runs the command.
pub(crate) fn learn(args: &LearnArgs) -> Result<Outcome, Failure> {
    let mut schema = with_thresholds(read_schema(&args.schema).map_err(Failure::Usage)?, &args.threshold)?;
    let options = Options::new().method(args.method.into());
    let rules = LearnRules::of(options.method);
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
        let of_round = match args.mode {
            LearnMode::Upfront => {
                let seen = all_pages(&pages, &schema, &options, args.threads, round == 1);
                let changes = knowledge.learn(&schema, &seen.observed, round, &rules);
                Round { changes, ..seen }
            }
            LearnMode::Continuous => page_by_page(&pages, &mut schema, &options, &mut knowledge),
        };
        if of_round.failed > 0 {
            outcome = Outcome::SomeFailed;
        }
        state.rounds = round;
        state.saturated = of_round.changes.values().all(|c| c.learnt.is_empty() && c.dropped.is_empty());
        let report = round_report(&schema, &knowledge, &of_round, round, state.saturated);
        state.report.push_str(&report);
        state.terms = terms(&schema, &knowledge);
        write_all(&args.out, &schema, &knowledge, &state)?;
        if !args.quiet {
            // it contains terms from pages
            let mut out = Shown::new(io::stdout().lock());
            out.write_all(report.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
        }
    }
    Ok(outcome)
}

/// The files to learn from.
fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let file = |input: Input| match input {
        Input::File(path) => Ok(path),
        other => {
            Err(Failure::Usage(format!("'{}' is not a file or folder of pages, which learning needs", other.name())))
        }
    };
    expand(arguments)?.iter().map(file).collect()
}

/// Everything that the result depends on, except for the content of the pages.
fn identity(args: &LearnArgs, schema: &Schema, pages: &[PathBuf]) -> String {
    let terms: usize = schema.attributes.iter().flat_map(|a| &a.term_lists).map(|list| list.terms.len()).sum();
    let names = pages.iter().map(|p| p.to_string_lossy().into_owned()).collect::<Vec<_>>().join("\n");
    let bytes = names.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    // runs started before there was a choice can be continued
    let method = match args.method {
        ObjectMethod::Agreement => String::new(),
        ObjectMethod::Amber => " amber".to_owned(),
    };
    let thresholds: String = args.threshold.iter().map(|setting| format!(" {setting}")).collect();
    format!("{} {:?} {} pages {bytes:016x} {terms} terms{method}{thresholds}", args.schema, args.mode, pages.len())
}

fn one_page(page: &Path, schema: &Schema, options: &Options) -> Result<Observed, String> {
    let limits = Limits::default();
    let loaded = load(page, limits.max_bytes).map_err(|problem| problem.to_string())?;
    observe_page(&loaded.bytes, schema, options, &limits).map_err(|error| error.to_string())
}

/// What all pages show; the sum does not depend on the order. With `report`, failing pages are reported.
fn all_pages(pages: &[PathBuf], schema: &Schema, options: &Options, threads: usize, report: bool) -> Round {
    let cores = || available_parallelism().map_or(1, NonZero::get);
    let threads = if threads == 0 { cores() } else { threads };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sum = Round::default();
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            match panics::catch(|| one_page(page, schema, options)) {
                Ok(observed) => sum.observed.add(observed),
                Err(why) => {
                    sum.failed += 1;
                    if report {
                        notices::error(&page.to_string_lossy(), &why);
                    }
                }
            }
        }
        sum
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(pages.len()).max(1)).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join().unwrap_or_default());
        results.fold(Round::default(), |mut sum, seen| {
            sum.observed.add(seen.observed);
            sum.failed += seen.failed;
            sum
        })
    })
}

fn page_by_page(pages: &[PathBuf], schema: &mut Schema, options: &Options, knowledge: &mut Knowledge) -> Round {
    let rules = LearnRules::of(options.method);
    let changes = knowledge.attributes.keys().map(|&a| (a, Change::default())).collect();
    let mut sum = Round { changes, ..Round::default() };
    for page in pages {
        match panics::catch(|| one_page(page, schema, options)) {
            Ok(observed) => {
                let changes = knowledge.learn(schema, &observed, 1, &rules);
                sum.observed.add(observed);
                let changed = changes.values().any(|c| !c.learnt.is_empty() || !c.dropped.is_empty());
                for (attribute, change) in changes {
                    let entry = sum.changes.entry(attribute).or_default();
                    entry.learnt.extend(change.learnt);
                    entry.dropped.extend(change.dropped);
                }
                if changed {
                    knowledge.teach(schema);
                }
            }
            Err(why) => {
                sum.failed += 1;
                notices::error(&page.to_string_lossy(), &why);
            }
        }
    }
    sum
}

/// One round of the report.
fn round_report(schema: &Schema, knowledge: &Knowledge, of_round: &Round, round: u32, saturated: bool) -> String {
    let Round { observed, changes, .. } = of_round;
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

fn terms(schema: &Schema, knowledge: &Knowledge) -> BTreeMap<String, KeptTerms> {
    let entry =
        |e: &Evidence| Entry { term: e.term.clone(), positive: e.positive, negative: e.negative, round: e.round };
    let list = |terms: &BTreeMap<String, Evidence>| terms.values().map(entry).collect();
    let entry = |(&a, t): (&usize, &Terms)| {
        let kept = KeptTerms { known: list(&t.known), noise: list(&t.noise) };
        (schema.attributes[a].name.clone(), kept)
    };
    knowledge.attributes.iter().map(entry).collect()
}

fn known(schema: &Schema, state: &State) -> Knowledge {
    let list = |entries: &[Entry]| {
        let evidence =
            |e: &Entry| Evidence { term: e.term.clone(), positive: e.positive, negative: e.negative, round: e.round };
        entries.iter().map(|e| (e.term.to_lowercase(), evidence(e))).collect()
    };
    let entry = |(name, kept): (&String, &KeptTerms)| {
        Some((schema.attribute(name)?, Terms { known: list(&kept.known), noise: list(&kept.noise) }))
    };
    Knowledge { attributes: state.terms.iter().filter_map(entry).collect() }
}

const STATE: &str = "state.json";

fn kept(folder: &Path) -> Option<State> {
    serde_json::from_slice(&fs::read(folder.join(STATE)).ok()?).ok()
}

/// Writes the gazetteers, the report, and finally the state, each completely or not at all.
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
