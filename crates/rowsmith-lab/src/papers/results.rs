//! `lab/RESULTS.md`: all experiments, rewritten by one command.

use std::io::Write;
use std::path::Path;

use std::time::Instant;

use super::{EXPERIMENTS, Experiment, draw};
use crate::eval::commit::commit;
use crate::eval::plot::Plot;

/// Runs everything, or only what is named, and writes `lab/RESULTS.md` and the plots beside it; reports progress on
/// `out`. Sections that are not named are left as they are in the file; every section names the commit and the machine
/// that it was made with.
///
/// # Errors
/// If data is missing, a name is not that of an experiment, or a file cannot be written.
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
    let text = match std::fs::read_to_string(&path) {
        Ok(before) if !only.is_empty() => merged(&before, &String::from_utf8_lossy(&text)).into_bytes(),
        _ => text,
    };
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}", path.display()).map_err(|e| e.to_string())
}

/// The sections of some results by name, in order, each including its heading; the text before the first one has the
/// empty name.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = text.match_indices("\n## ").map(|(at, _)| at + 1).collect();
    starts.insert(0, 0);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let section = |(from, to): (usize, usize)| {
        let part = &text[from..to];
        (part.strip_prefix("## ").and_then(|rest| rest.lines().next()).unwrap_or_default(), part)
    };
    starts.iter().copied().zip(ends).map(section).collect()
}

/// Earlier results with sections replaced by new ones, in the order of [`EXPERIMENTS`].
fn merged(before: &str, new: &str) -> String {
    let (old, new) = (sections(before), sections(new));
    let of = |sections: &[(&str, &str)], name: &str| {
        sections.iter().find(|s| s.0 == name).map(|s| s.1.trim_end().to_owned())
    };
    // sections of older files, which named commit and machine only at the top
    let of_top = |name: &str| before.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown");
    let made = format!("{}. Machine: {}", of_top("- Commit: "), of_top("- Machine: "));
    let head = of(&new, "").unwrap_or_default();
    let mut parts = vec![head.split("\n\n- [").next().unwrap_or_default().trim_end().to_owned()];
    let listed = |e: &&Experiment| of(&new, e.name).or_else(|| of(&old, e.name)).is_some();
    let index: Vec<String> =
        EXPERIMENTS.iter().filter(listed).map(|e| format!("- [{0}](#{0}): {1}", e.name, e.about)).collect();
    parts.push(index.join("\n"));
    for experiment in EXPERIMENTS {
        let kept = || {
            let section = of(&old, experiment.name)?;
            if section.contains("\nCommit: ") {
                return Some(section);
            }
            let (heading, rest) = section.split_once("\n\n")?;
            Some(format!("{heading}\n\nCommit: {made}.\n\n{rest}"))
        };
        parts.extend(of(&new, experiment.name).or_else(kept));
    }
    parts.extend(of(&new, "Time"));
    parts.join("\n\n") + "\n"
}

/// The text of the results, and the plots that it shows.
fn compose(out: &mut dyn Write, experiments: &[&Experiment]) -> Result<(Vec<u8>, Vec<Plot>), String> {
    let (started, machine) = (Instant::now(), machine());
    let message = |e: std::io::Error| e.to_string();
    let (mut text, mut plots, mut times) = (Vec::new(), Vec::new(), Vec::new());
    writeln!(
        text,
        "# The papers' experiments on our data\n\nWritten by `cargo run --release -p rowsmith-lab -- results`; do not edit. \
         Every figure is measured by the code of the commit that its section names; models are out of fold (`folds.json` of \
         the evaluation data). What cannot be repeated, since the papers' pages are not published, names its substitute. Lines at the end \
         of a section say what agrees with the paper and what does not. [FIDELITY.md](FIDELITY.md) has where each part of the \
         papers is.\n"
    )
    .map_err(message)?;
    for experiment in experiments {
        writeln!(text, "- [{0}](#{0}): {1}", experiment.name, experiment.about).map_err(message)?;
    }
    for experiment in experiments {
        let begun = Instant::now();
        write!(out, "{} …", experiment.name).and_then(|()| out.flush()).map_err(message)?;
        let report = (experiment.run)()?;
        writeln!(
            text,
            "\n## {}\n\nCommit: {}. Machine: {machine}.\n\n{}.\n",
            experiment.name,
            commit(),
            experiment.about
        )
        .map_err(message)?;
        report.write(&mut text).map_err(message)?;
        plots.extend(report.plots);
        let seconds = begun.elapsed().as_secs_f64();
        times.push(format!("{} {seconds:.0} s", experiment.name));
        writeln!(out, " {seconds:.0} s").map_err(message)?;
    }
    writeln!(
        text,
        "\n## Time\n\n{:.0} s in all, with models of the folds that were trained before: {}.",
        started.elapsed().as_secs_f64(),
        times.join(", ")
    )
    .map_err(message)?;
    Ok((text, plots))
}

/// The processor, number of cores, compiler profile and other load, on which times depend.
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
        let mut progress = Vec::new();
        let (text, plots) = compose(&mut progress, &[&experiment]).unwrap();
        let text = String::from_utf8(text).unwrap();
        for part in
            ["\nCommit: ", ". Machine: ", "[small-table](#small-table)", "| ours | 1 |", "- Agrees: ours is right."]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(plots.is_empty() && progress.starts_with(b"small-table"));
    }

    #[test]
    fn what_is_missing_is_said() {
        let missing = Experiment { name: "none", about: "None", run: || Err("no evaluation data".into()) };
        assert_eq!(compose(&mut Vec::new(), &[&missing]).unwrap_err(), "no evaluation data");
        let unknown = results(&mut Vec::new(), &["depta-table-9".to_owned()]).unwrap_err();
        assert!(unknown.contains("depta-table-9"));
    }

    #[test]
    fn new_sections_take_the_places_of_old_ones_and_the_others_stay() {
        let before = "# Results\n\n- Commit: aaa\n- Machine: old\n\n- [depta-table-2](#depta-table-2): x\n\n\
            ## depta-table-2\n\nOld two.\n\n## main-list\n\nOld main.\n\n## Time\n\nlong\n";
        let new = "# New results\n\n- [main-list](#main-list): x\n\n## main-list\n\nCommit: bbb. Machine: new.\n\n\
            New main.\n\n## Time\n\nshort\n";
        let text = merged(before, new);
        let order =
            ["# New", "[depta-table-2]", "[main-list]", "Commit: aaa. Machine: old.\n\nOld two.", "New main.", "short"];
        let places: Vec<Option<usize>> = order.iter().map(|part| text.find(part)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {text}");
        assert!(!text.contains("Old main") && !text.contains("long"));
        // doing it again changes nothing
        assert_eq!(merged(&text, new), text);
    }

    #[test]
    fn every_experiment_has_a_name_of_its_own() {
        let mut names: Vec<&str> = EXPERIMENTS.iter().map(|e| e.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), EXPERIMENTS.len());
    }
}
