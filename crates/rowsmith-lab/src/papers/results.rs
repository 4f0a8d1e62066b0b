//! `lab/RESULTS.md`: all experiments, renewed by one command.

use std::io::Write;
use std::path::Path;

use std::time::Instant;

use super::{EXPERIMENTS, Experiment, draw};
use crate::eval::commit::commit;
use crate::eval::plot::Plot;

/// Runs everything, or only what is named, and writes `lab/RESULTS.md` and the plots beside it; says what is under way
/// on `out`.
///
/// # Errors
/// Where data is missing, a name is none of an experiment's, or a file cannot be written.
pub fn results(out: &mut dyn Write, only: &[String]) -> Result<(), String> {
    if let Some(unknown) = only.iter().find(|n| EXPERIMENTS.iter().all(|e| e.name != **n)) {
        return Err(format!("no experiment is called {unknown}; --help lists them"));
    }
    let chosen: Vec<&Experiment> =
        EXPERIMENTS.iter().filter(|e| only.is_empty() || only.iter().any(|n| n == e.name)).collect();
    let (text, plots) = compose(out, &chosen)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab");
    draw(&plots)?;
    let path = folder.join("RESULTS.md");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}", path.display()).map_err(|e| e.to_string())
}

/// The text of the results, and the plots that it shows.
fn compose(out: &mut dyn Write, experiments: &[&Experiment]) -> Result<(Vec<u8>, Vec<Plot>), String> {
    let started = Instant::now();
    let said = |e: std::io::Error| e.to_string();
    let (mut text, mut plots, mut times) = (Vec::new(), Vec::new(), Vec::new());
    writeln!(
        text,
        "# The papers' experiments on our data\n\nWritten by `cargo run --release -p rowsmith-lab -- results`; do not edit. \
         Every figure is measured by the code of the commit below; models are out of fold (`folds.json` of the evaluation \
         data). What cannot be repeated, since the papers' pages are not published, names its substitute. Lines at the end \
         of a section say what agrees with the paper and what does not.\n\n- Commit: {}\n- Machine: {}\n",
        commit(),
        machine()
    )
    .map_err(said)?;
    for experiment in experiments {
        writeln!(text, "- [{0}](#{0}): {1}", experiment.name, experiment.about).map_err(said)?;
    }
    for experiment in experiments {
        let begun = Instant::now();
        write!(out, "{} …", experiment.name).and_then(|()| out.flush()).map_err(said)?;
        let report = (experiment.run)()?;
        writeln!(text, "\n## {}\n\n{}.\n", experiment.name, experiment.about).map_err(said)?;
        report.write(&mut text).map_err(said)?;
        plots.extend(report.plots);
        let seconds = begun.elapsed().as_secs_f64();
        times.push(format!("{} {seconds:.0} s", experiment.name));
        writeln!(out, " {seconds:.0} s").map_err(said)?;
    }
    writeln!(
        text,
        "\n## Time\n\n{:.0} s in all, with models of the folds that were trained before: {}.",
        started.elapsed().as_secs_f64(),
        times.join(", ")
    )
    .map_err(said)?;
    Ok((text, plots))
}

/// Processor, cores, compiler profile, and what else runs, which times depend on.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field =
        |name: &str| info.lines().find(|l| l.starts_with(name)).and_then(|l| l.split(": ").nth(1)).map(str::to_owned);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let profile = if cfg!(debug_assertions) { "debug build" } else { "optimised build" };
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().map_or(String::new(), |l| format!(", load of {l} at the start"));
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    format!("{model}, {cores} cores, {profile}{load}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::report::{Report, Table};

    fn small() -> Result<Report, String> {
        let mut report = Report::new("One page.");
        let mut table = Table::new("", "method | F1");
        table.row(["ours", "1"]);
        report.tables.push(table);
        report.claim(true, "ours is right", "");
        Ok(report)
    }

    #[test]
    fn a_small_run_has_machine_commit_tables_and_remarks() {
        let experiment = Experiment { name: "small-table", about: "A small table", run: small };
        let mut said = Vec::new();
        let (text, plots) = compose(&mut said, &[&experiment]).unwrap();
        let text = String::from_utf8(text).unwrap();
        for part in
            ["- Commit: ", "- Machine: ", "[small-table](#small-table)", "| ours | 1 |", "- Agrees: ours is right."]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(plots.is_empty() && said.starts_with(b"small-table"));
    }

    #[test]
    fn what_is_missing_is_said() {
        let missing = Experiment { name: "none", about: "None", run: || Err("no evaluation data".into()) };
        assert_eq!(compose(&mut Vec::new(), &[&missing]).unwrap_err(), "no evaluation data");
        let unknown = results(&mut Vec::new(), &["depta-table-9".to_owned()]).unwrap_err();
        assert!(unknown.contains("depta-table-9"));
    }

    #[test]
    fn every_experiment_has_a_name_of_its_own() {
        let mut names: Vec<&str> = EXPERIMENTS.iter().map(|e| e.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), EXPERIMENTS.len());
    }
}
