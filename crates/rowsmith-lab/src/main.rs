//! Training of Rowsmith's models, and experiments. Needs the evaluation data; see `data.rs`.
#![allow(missing_docs, unreachable_pub)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod ablation;
mod article;
mod baselines;
mod bigrams;
mod content;
mod data;
mod dataset;
mod experiments;
mod half_pages;
mod hosts;
mod items;
mod kinds;
mod kinds_data;
mod layout;
mod linear;
mod main_list;
mod objects;
mod objects_score;
mod oracle;
mod plot;
mod posts;
mod posts_data;
mod record_models;
mod refill;
mod report;
mod sites;
mod snapshots;
mod stats;
mod training;
mod trees;
mod truth;
mod wrapper_articles;
mod wrapper_cases;
mod wrapper_objects;
mod wrapper_sites;
mod wrapper_threads;
mod wrappers;

use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use experiments::EXPERIMENTS;

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    command: Command,
    /// Take the models of the folds as they are kept, though the program is newer
    #[arg(long, global = true)]
    kept: bool,
}

/// What a model is for.
#[derive(Clone, Copy, ValueEnum)]
enum Task {
    /// The main list of a page
    Records,
    /// The main text of a page
    Article,
    /// The title of a page, learnt by `train` alone
    Titles,
    Authors,
    /// The posts of a page
    Posts,
    /// Objects of shops, by the main list's out-of-fold models
    Objects,
    /// The same by AMBER's own method
    Amber,
    /// What a page is: list, thread, article or nothing
    Kinds,
}

/// How the block of a site's articles is found.
#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Forest,
    Rtdm,
    Both,
}

#[derive(Subcommand)]
enum Command {
    /// Train a model on all annotated pages and write its file
    Train {
        task: Task,
        /// Where to write; the model's place in the library, unless given
        #[arg(long)]
        out: Option<PathBuf>,
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
        /// The set whose lines are written, of posts: records, threads or sites
        #[arg(long, default_value = "threads")]
        set: String,
        /// Find the posts of each page by a template learnt on the other pages of its site
        #[arg(long)]
        batch: bool,
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
        /// Wrappers learnt on the other pages of a forum instead, for the threads; result lines, for score.py
        #[arg(long)]
        threads: Option<PathBuf>,
        /// Wrappers learnt on half of the articles of a site instead; result lines, for score.py
        #[arg(long)]
        articles: Option<PathBuf>,
        /// Wrappers of objects, learnt on half of the objects of a page, instead; result lines, for score.py
        #[arg(long)]
        objects: Option<PathBuf>,
        /// Also print the pages that lose
        #[arg(long)]
        failures: bool,
        /// With them, why records are missing or too many
        #[arg(long, requires = "failures")]
        explain: bool,
        /// Pages whose name holds this
        #[arg(long)]
        only: Option<String>,
    },
    /// The bound of any choice among the candidates
    Oracle,
    /// Articles of the sites: result lines for score.py
    Sites {
        #[arg(long, value_enum, default_value = "both")]
        method: Method,
        /// Folders of so many articles each, in place of the whole site
        #[arg(long)]
        size: Option<usize>,
        /// Read the sites' feeds
        #[arg(long)]
        feed: bool,
        /// Result lines
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Articles of hosts with several pages, as folders and each page for itself
    Hosts {
        /// Result lines of the folders, for score.py; the gold goes beside it
        #[arg(long)]
        out: Option<PathBuf>,
        /// Also print the pages that differ
        #[arg(long)]
        failures: bool,
    },
    /// What clustering, signifiers and patterns make of the sites
    ExplainSites,
    /// What the parts of the main list's model are worth, as Markdown tables
    Ablation,
    /// What the parts of a page's layout are worth, as Markdown tables; renders the pages first (needs Chromium)
    Layout {
        /// Pages whose name holds this
        #[arg(long)]
        only: Option<String>,
        /// Result lines without and with visual conflict in the alignment, in this folder, in place of the tables
        #[arg(long)]
        lines: Option<PathBuf>,
    },
    /// Run the papers' experiments and write lab/RESULTS.md with its plots
    Results {
        /// Only these
        #[arg(long)]
        only: Vec<String>,
    },
}

fn main() -> std::process::ExitCode {
    // RoadRunner's reading of long records recurses over their iterators
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let mut out = std::io::stdout().lock();
    let command = Args::command().subcommands(EXPERIMENTS.iter().map(|e| clap::Command::new(e.name).about(e.about)));
    let matches = command.get_matches();
    if matches.get_flag("kept") {
        record_models::take_kept();
    }
    if let Some(experiment) = EXPERIMENTS.iter().find(|e| matches.subcommand_name() == Some(e.name)) {
        return exit(experiment.print(&mut out));
    }
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    let result = match args.command {
        Command::Train { task: Task::Records, out: path } => {
            main_list::train(&mut out, &path.unwrap_or_else(|| "crates/rowsmith/src/records/model.txt".into()))
        }
        Command::Train { task: Task::Article, out: path } => {
            article::train(&mut out, &path.unwrap_or_else(|| "crates/rowsmith/src/article/model.bin".into()))
        }
        Command::Cv { task: Task::Article, out: Some(path), .. } if args.kept => article::lines_of_kept(&path),
        Command::Cv { task: Task::Article, out: path, failures, .. } => {
            article::cross_validate(&mut out, path.as_deref(), failures)
        }
        Command::Train { task: Task::Titles, out: path } => article::train_titles(
            &mut out,
            &path.unwrap_or_else(|| "crates/rowsmith/src/article/metadata/title/model.txt".into()),
        ),
        Command::Train { task: Task::Authors, out: path } => article::train_authors(
            &mut out,
            &path.unwrap_or_else(|| "crates/rowsmith/src/article/metadata/author/model.txt".into()),
        ),
        Command::Train { task: Task::Posts, out: path } => {
            posts::train(&mut out, &path.unwrap_or_else(|| "crates/rowsmith/src/posts/model.txt".into()))
        }
        Command::Cv { task: Task::Posts, out: Some(path), set, batch, .. } => posts::write_lines(&set, &path, batch),
        Command::Cv { task: Task::Posts, failures, .. } => posts::cross_validate(&mut out, failures),
        Command::Cv { task: Task::Records, out: path, failures, seed, .. } => main_list::cross_validate(
            &mut out,
            path.as_deref(),
            failures,
            rowsmith::records::Options::default().min_confidence,
            seed,
        ),
        Command::Train { task: Task::Kinds, out: path } => {
            kinds::train(&mut out, &path.unwrap_or_else(|| "crates/rowsmith/src/extract/model.txt".into()))
        }
        Command::Cv { task: Task::Kinds, out: path, failures, .. } => {
            kinds::cross_validate(&mut out, path.as_deref(), failures)
        }
        Command::Train { .. } => Err("this task has no model of its own".to_owned()),
        Command::Cv { task: Task::Authors, failures, .. } => article::cross_validate_authors(&mut out, failures),
        Command::Cv { task: Task::Titles, .. } => {
            Err("train titles cross-validates, and cv article writes lines with out-of-fold titles".to_owned())
        }
        Command::Cv { task: Task::Objects, out: path, .. } => {
            objects::cross_validate(&mut out, path.as_deref(), rowsmith::objects::Method::Agreement)
        }
        Command::Cv { task: Task::Amber, out: path, .. } => {
            objects::cross_validate(&mut out, path.as_deref(), rowsmith::objects::Method::Amber)
        }
        Command::FoldModels => record_models::record_models().map(|_| ()),
        Command::Wrappers { sites: Some(path), .. } => wrapper_sites::sites(&mut out, &path),
        Command::Wrappers { threads: Some(path), failures, .. } => wrapper_threads::threads(&mut out, &path, failures),
        Command::Wrappers { articles: Some(path), failures, .. } => {
            wrapper_articles::articles(&mut out, &path, failures)
        }
        Command::Wrappers { objects: Some(path), failures, .. } => wrapper_objects::objects(&mut out, &path, failures),
        Command::Wrappers { out: path, failures, explain, only, .. } => {
            let run = wrappers::Run { failures, explain, only };
            wrappers::wrappers(&mut out, path.as_deref(), &run)
        }
        Command::Oracle => oracle::oracle(&mut out),
        Command::Sites { method, size, feed, out: path } => {
            let method = match method {
                Method::Forest => rowsmith::site::request::SiteMethod::Forest,
                Method::Rtdm => rowsmith::site::request::SiteMethod::Rtdm,
                Method::Both => rowsmith::site::request::SiteMethod::Both,
            };
            sites::sites(&mut out, &sites::Run { method, size, feed }, path.as_deref())
        }
        Command::Hosts { out: path, failures } => hosts::hosts(&mut out, path.as_deref(), failures),
        Command::ExplainSites => sites::explain(&mut out),
        Command::Layout { only, lines } => layout::layout(&mut out, only.as_deref(), lines.as_deref()),
        Command::Ablation => ablation::ablation(&mut out),
        Command::Results { only } => experiments::results(&mut out, &only),
    };
    exit(result)
}

fn exit(result: Result<(), String>) -> std::process::ExitCode {
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("rowsmith-lab: {message}\n").as_bytes());
            std::process::ExitCode::FAILURE
        }
    }
}
