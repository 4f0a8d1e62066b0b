//! The commands of the laboratory.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rowsmith::objects::Method as ObjectMethod;
use rowsmith::site::request::SiteMethod;

use crate::measure;
use crate::papers::{EXPERIMENTS, results};
use crate::train::all::{train, train_all};
use crate::train::kept::take_kept;
use crate::train::records::record_models;

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    command: Command,
    /// Take the models of the folds as they are kept, though the program is newer
    #[arg(long, global = true)]
    kept: bool,
}

/// A model that can be trained.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Trainable {
    /// All models, each after those that it learns from
    All,
    /// The main list of a page
    Records,
    /// What the columns of a list are
    Columns,
    /// The posts of a page
    Posts,
    /// The main text of a page
    Article,
    /// The title of a page
    Titles,
    /// The author of a page
    Authors,
    /// What a page is: list, thread, article or nothing
    Kinds,
    /// The links between the pages of a list
    Pagination,
}

/// What can be cross-validated.
#[derive(Clone, Copy, ValueEnum)]
enum Task {
    /// The main list of a page
    Records,
    /// The main text of a page
    Article,
    /// The author of a page
    Authors,
    /// The posts of a page
    Posts,
    /// Objects of shops, by the main list's out-of-fold models
    Objects,
    /// The same by AMBER's own method
    Amber,
    /// What a page is: list, thread, article or nothing
    Kinds,
    /// The links between the pages of a list
    Pagination,
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
    /// Train a model on all pages that teach it and write its file; or all of them, in order
    Train {
        model: Trainable,
        /// Where to write: a file, and of `all` a folder; the models' places in the library, unless given
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Cross-validate by site: out-of-fold result lines and figures
    Cv(Cv),
    /// Keep the main list's models of all folds, for extractors that are scored with them
    FoldModels,
    /// Wrappers learnt on half of a page's records and applied to the other half, and to redesigned pages
    Wrappers(Wrappers),
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
        /// Pages that have their style sheets, in place of the `records` pages
        #[arg(long, conflicts_with_all = ["only", "lines"])]
        styled: bool,
    },
    /// Run the papers' experiments and write lab/RESULTS.md with its plots
    Results {
        /// Only these
        #[arg(long)]
        only: Vec<String>,
    },
}

/// What is asked of a cross-validation.
#[derive(clap::Args)]
struct Cv {
    task: Task,
    /// Result lines, for score.py
    #[arg(long)]
    out: Option<PathBuf>,
    /// Only main lists in the result lines, of records
    #[arg(long)]
    main_only: bool,
    /// Also print the pages that go wrong
    #[arg(long)]
    failures: bool,
    /// Part the sites anew; 0 takes the folds of the evaluation data
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The set whose lines are written: of posts records, threads or sites, of records records, domains or rows, of objects
    /// records or domains
    #[arg(long)]
    set: Option<String>,
    /// Find the posts of each page by a template learnt on the other pages of its site
    #[arg(long)]
    batch: bool,
    /// Pages without their addresses, of pagination
    #[arg(long)]
    no_address: bool,
}

/// Which wrappers are measured.
#[derive(clap::Args)]
struct Wrappers {
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
}

/// Does what the arguments of the program say.
///
/// # Errors
/// What went wrong, for the user.
pub fn run(out: &mut dyn Write) -> Result<(), String> {
    let command = Args::command().subcommands(EXPERIMENTS.iter().map(|e| clap::Command::new(e.name).about(e.about)));
    let matches = command.get_matches();
    if matches.get_flag("kept") {
        take_kept();
    }
    if let Some(experiment) = EXPERIMENTS.iter().find(|e| matches.subcommand_name() == Some(e.name)) {
        return experiment.print(out);
    }
    let Args { command, kept } = Args::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    match command {
        Command::Train { model: Trainable::All, out: folder } => train_all(out, folder.as_deref()),
        Command::Train { model, out: path } => {
            let name = model.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            let file = train(&name)?;
            file.write(out, &path.unwrap_or_else(|| file.place_in_library()))
        }
        Command::Cv(asked) => cross_validate(out, asked, kept),
        Command::FoldModels => record_models().map(|_| ()),
        Command::Wrappers(asked) => wrappers(out, asked),
        Command::Oracle => measure::oracle::oracle(out),
        Command::Sites { method, size, feed, out: path } => {
            let method = match method {
                Method::Forest => SiteMethod::Forest,
                Method::Rtdm => SiteMethod::Rtdm,
                Method::Both => SiteMethod::Both,
            };
            measure::sites::sites(out, &measure::sites::Run { method, size, feed }, path.as_deref())
        }
        Command::Hosts { out: path, failures } => measure::hosts::hosts(out, path.as_deref(), failures),
        Command::ExplainSites => measure::sites::explain(out),
        Command::Layout { styled: true, .. } => measure::layout::styled(out),
        Command::Layout { only, lines, .. } => measure::layout::layout(out, only.as_deref(), lines.as_deref()),
        Command::Ablation => measure::ablation::ablation(out),
        Command::Results { only } => results(out, &only),
    }
}

fn cross_validate(out: &mut dyn Write, asked: Cv, kept: bool) -> Result<(), String> {
    let Cv { task, out: path, main_only, failures, seed, set, batch, no_address } = asked;
    let path: Option<&Path> = path.as_deref();
    let set = |usual: &'static str| set.as_deref().unwrap_or(usual);
    match (task, path) {
        (Task::Article, Some(path)) if kept => measure::article::lines_of_kept(path),
        (Task::Article, _) => measure::article::cross_validate(out, path, failures),
        (Task::Posts, Some(path)) => measure::posts::write_lines(set("threads"), path, batch),
        (Task::Posts, None) => measure::posts::cross_validate(out, failures),
        (Task::Records, _) => {
            let min_confidence = rowsmith::records::Options::default().min_confidence;
            let set = set("records");
            let run = measure::records::Run { lines: path, set, main_only, failures, min_confidence, seed };
            measure::records::cross_validate(out, &run)
        }
        (Task::Kinds, _) => measure::kinds::cross_validate(out, path, failures),
        (Task::Pagination, _) => measure::pagination::cross_validate(out, path, !no_address, failures),
        (Task::Authors, _) => measure::authors::cross_validate(out, failures),
        (Task::Objects, _) => measure::objects::cross_validate(out, path, set("records"), ObjectMethod::Agreement),
        (Task::Amber, _) => measure::objects::cross_validate(out, path, set("records"), ObjectMethod::Amber),
    }
}

fn wrappers(out: &mut dyn Write, asked: Wrappers) -> Result<(), String> {
    use measure::wrappers as of;
    let Wrappers { out: path, sites, threads, articles, objects, failures, explain, only } = asked;
    if let Some(path) = sites {
        of::sites::sites(out, &path)
    } else if let Some(path) = threads {
        of::threads::threads(out, &path, failures)
    } else if let Some(path) = articles {
        of::articles::articles(out, &path, failures)
    } else if let Some(path) = objects {
        of::objects::objects(out, &path, failures)
    } else {
        of::lists::wrappers(out, path.as_deref(), &of::lists::Run { failures, explain, only })
    }
}
