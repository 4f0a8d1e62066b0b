//! Training of Rowsmith's models, and experiments. Needs the evaluation data; see `data.rs`.
#![allow(missing_docs, unreachable_pub)]

mod ablation;
mod amber;
mod data;
mod dataset;
mod half_pages;
mod linear;
mod main_list;
mod objects;
mod oracle;
mod record_models;
mod refill;
mod training;
mod trees;
mod truth;
mod wrapper_sites;
mod wrappers;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What a model is for.
#[derive(Clone, Copy, ValueEnum)]
enum Task {
    /// The main list of a page
    Records,
    /// Objects of shops, by the main list's out-of-fold models
    Objects,
    /// The same by AMBER's own method
    Amber,
}

#[derive(Subcommand)]
enum Command {
    /// Train a model on all annotated pages and write its file
    Train {
        task: Task,
        /// Where to write
        #[arg(long, default_value = "crates/rowsmith/src/records/model.txt")]
        out: PathBuf,
    },
    /// Cross-validate by site: out-of-fold result lines and figures
    Cv {
        task: Task,
        /// Result lines, for score.py
        #[arg(long)]
        out: Option<PathBuf>,
        /// Also print the pages that go wrong
        #[arg(long)]
        failures: bool,
        /// Part the sites anew; 0 takes the folds of the evaluation data
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Keep the main list's models of all folds, for extractors that are scored with them
    FoldModels,
    /// Wrappers learnt on half of a page's records and applied to the other half, and to redesigned pages
    Wrappers {
        /// Result lines of the wrappers, for score.py; those of the search and the gold go beside it
        #[arg(long)]
        out: Option<PathBuf>,
        /// Wrappers learnt on the first page of each site's list instead; result lines, for score.py
        #[arg(long)]
        sites: Option<PathBuf>,
        /// Also print the pages that lose
        #[arg(long)]
        failures: bool,
        /// Pages whose name holds this
        #[arg(long)]
        only: Option<String>,
    },
    /// AMBER's figure 17: locations by the size of the gazetteer
    AmberRobustness,
    /// AMBER's figure 22: thresholds of data areas
    AmberThresholds,
    /// AMBER's tables 1 and 2: learning a gazetteer
    AmberLearning,
    /// The bound of any choice among the candidates
    Oracle,
    /// What the parts of the main list's model are worth, as Markdown tables
    Ablation,
}

fn main() -> std::process::ExitCode {
    let mut out = std::io::stdout().lock();
    let result = match Args::parse().command {
        Command::Train { task: Task::Records, out: path } => main_list::train(&mut out, &path),
        Command::Cv { task: Task::Records, out: path, failures, seed } => main_list::cross_validate(
            &mut out,
            path.as_deref(),
            failures,
            rowsmith::records::Options::default().min_confidence,
            seed,
        ),
        Command::Train { .. } => Err("only records have a model of their own".to_owned()),
        Command::Cv { task: Task::Objects, out: path, .. } => {
            objects::cross_validate(&mut out, path.as_deref(), rowsmith::objects::Method::Agreement)
        }
        Command::Cv { task: Task::Amber, out: path, .. } => {
            objects::cross_validate(&mut out, path.as_deref(), rowsmith::objects::Method::Amber)
        }
        Command::FoldModels => record_models::record_models().map(|_| ()),
        Command::Wrappers { sites: Some(path), .. } => wrapper_sites::sites(&mut out, &path),
        Command::Wrappers { out: path, failures, only, .. } => {
            wrappers::wrappers(&mut out, path.as_deref(), failures, only.as_deref())
        }
        Command::AmberRobustness => amber::robustness(&mut out),
        Command::AmberThresholds => amber::thresholds(&mut out),
        Command::AmberLearning => amber::learning(&mut out),
        Command::Oracle => oracle::oracle(&mut out),
        Command::Ablation => ablation::ablation(&mut out),
    };
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("rowsmith-lab: {message}\n").as_bytes());
            std::process::ExitCode::FAILURE
        }
    }
}
