//! Training of Rowsmith's models, and experiments. Needs the evaluation data; see `data.rs`.
#![allow(missing_docs, unreachable_pub)]

mod cv;
mod data;
mod dataset;
mod linear;
mod oracle;
mod trees;
mod truth;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The bound of any choice among the candidates
    Oracle,
    /// Tries models, cross-validated
    Try {
        /// Print the pages that fail
        #[arg(long)]
        pages: bool,
    },
}

fn main() -> std::process::ExitCode {
    let mut out = std::io::stdout().lock();
    let result = match Args::parse().command {
        Command::Oracle => oracle::oracle(&mut out),
        Command::Try { pages } => trial(&mut out, pages),
    };
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("rowsmith-lab: {message}\n").as_bytes());
            std::process::ExitCode::FAILURE
        }
    }
}

fn trial(out: &mut dyn std::io::Write, pages: bool) -> Result<(), String> {
    let started = std::time::Instant::now();
    let data = dataset::dataset(&data::record_pages()?);
    let mut say = |text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    say(format!("data {:.1?}", started.elapsed()))?;
    let folds = cv::shortlists(&data, 40);
    let bound: usize =
        folds.iter().flat_map(|f| &f.1).filter(|p| !p.debatable && p.qualities.iter().any(|q| q.perfect())).count();
    say(format!("shortlists {:.1?}, right one in {bound}", started.elapsed()))?;
    for penalty in [0.01, 0.03] {
        let scores = cv::second(&folds, None, penalty);
        let (perfect, mean, exact) = cv::report(&folds, &scores);
        say(format!(
            "linear {penalty}: perfect {perfect:.4} page mean {mean:.4} exact {exact:.4} {:.1?}",
            started.elapsed()
        ))?;
    }
    let options =
        trees::TreeOptions { trees: 100, leaves: 8, rate: 0.1, min_weight: 0.5, penalty: 1.0, features: 0.3, seed: 1 };
    let mut last = Vec::new();
    for (trees, leaves, rate) in [(100, 6, 0.1), (150, 8, 0.1)] {
        let options = trees::TreeOptions { trees, leaves, rate, ..options };
        let scores = cv::second(&folds, Some(options), 0.02);
        let (perfect, mean, exact) = cv::report(&folds, &scores);
        say(format!(
            "trees {trees} {leaves} {rate}: perfect {perfect:.4} page mean {mean:.4} exact {exact:.4} {:.1?}",
            started.elapsed()
        ))?;
        last = scores;
    }
    if pages {
        let all = folds.iter().zip(&last).flat_map(|(f, s)| f.1.iter().zip(s));
        for (page, scores) in all.filter(|(p, _)| p.has_list && !p.debatable) {
            let Some(at) = cv::best(scores) else { continue };
            let q = page.qualities[at];
            if q.perfect() {
                continue;
            }
            let right = (0..scores.len())
                .max_by(|&a, &b| {
                    page.qualities[a].f1().total_cmp(&page.qualities[b].f1()).then(scores[a].total_cmp(&scores[b]))
                })
                .unwrap_or(0);
            let rank = scores.iter().filter(|s| **s > scores[right]).count();
            say(format!(
                "{} {} F1 {:.3} {q:?}\n   chosen {:.2} {}\n   right  {:.2} rank {rank} F1 {:.3} {}",
                page.key,
                page.kind,
                q.f1(),
                scores[at],
                page.notes[at],
                scores[right],
                page.qualities[right].f1(),
                page.notes[right]
            ))?;
        }
    }
    Ok(())
}
