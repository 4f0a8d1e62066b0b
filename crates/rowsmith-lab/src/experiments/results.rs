//! `lab/RESULTS.md`: all experiments, renewed by one command.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use super::{EXPERIMENTS, draw};

/// Runs everything and writes `lab/RESULTS.md` and the plots beside it; says what is under way on `out`.
pub fn results(out: &mut dyn Write, only: &[String]) -> Result<(), String> {
    let started = Instant::now();
    let mut text = Vec::new();
    let said = |e: std::io::Error| e.to_string();
    writeln!(
        text,
        "# The papers' experiments on our data\n\nWritten by `cargo run --release -p rowsmith-lab -- results`; do not edit. \
         Every figure is measured by the code of the commit below; models are out of fold (`folds.json` of the evaluation \
         data). What cannot be repeated here, since the papers' pages are not published, names its substitute.\n\n\
         - Commit: {}\n- Machine: {}\n",
        commit(),
        machine()
    )
    .map_err(said)?;
    let chosen = || EXPERIMENTS.iter().filter(|e| only.is_empty() || only.iter().any(|n| n == e.name));
    for experiment in chosen() {
        let anchor = experiment.name;
        writeln!(text, "- [{anchor}](#{anchor}): {}", experiment.about).map_err(said)?;
    }
    let mut times = Vec::new();
    for experiment in chosen() {
        let begun = Instant::now();
        write!(out, "{} …", experiment.name).and_then(|()| out.flush()).map_err(said)?;
        let report = (experiment.run)()?;
        writeln!(text, "\n## {}\n\n{}.\n", experiment.name, experiment.about).map_err(said)?;
        report.write(&mut text).map_err(said)?;
        draw(&report)?;
        let seconds = begun.elapsed().as_secs_f64();
        times.push(format!("{} {seconds:.0} s", experiment.name));
        writeln!(out, " {seconds:.0} s").map_err(said)?;
    }
    writeln!(
        text,
        "\n## Time\n\n{:.0} s in all, training of the models of the folds not counted where they were kept: {}.",
        started.elapsed().as_secs_f64(),
        times.join(", ")
    )
    .map_err(said)?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/RESULTS.md");
    std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(said)?;
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}", path.display()).map_err(said)
}

/// The commit, marked where there are changes beside the results themselves.
fn commit() -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(head) = git(&["log", "-1", "--format=%h"]) else { return "unknown".into() };
    let changed = git(&["status", "--porcelain", "--", "..", ":!../../lab"]).unwrap_or_default();
    if changed.is_empty() { head } else { format!("{head}, with changes") }
}

/// Processor, cores and compiler profile.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field =
        |name: &str| info.lines().find(|l| l.starts_with(name)).and_then(|l| l.split(": ").nth(1)).map(str::to_owned);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let profile = if cfg!(debug_assertions) { "debug build" } else { "optimised build" };
    format!("{}, {cores} cores, {profile}", field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()))
}
