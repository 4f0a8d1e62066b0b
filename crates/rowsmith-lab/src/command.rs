//! The commands of the laboratory.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rowsmith::objects::Method as ObjectMethod;
use rowsmith::site::request::SiteMethod;

use crate::measure;
use crate::measure::posts::{Parted, Written};
use crate::papers::{EXPERIMENTS, results};
use crate::train::all::{train, train_all};
use crate::train::kept::take_kept;
use crate::train::records::record_models;

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    command: Command,
    /// Use the stored models of the folds even if the program is newer
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
    /// The date of a page
    Dates,
    /// Whether a page is about one object
    Items,
    /// The kind of a page: list, thread, article, item or nothing
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
    /// The date of a page
    Dates,
    /// The posts of a page
    Posts,
    /// Objects of shops, using the main list's out-of-fold models
    Objects,
    /// The same with AMBER's own method
    Amber,
    /// Whether a page is about one object
    Items,
    /// The kind of a page: list, thread, article, item or nothing
    Kinds,
    /// The links between the pages of a list
    Pagination,
    /// The links of a list that lead to the records' own pages, of records and domains
    DetailLinks,
}

/// The method that finds the block of a site's articles.
#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Forest,
    Rtdm,
    Both,
}

#[derive(Subcommand)]
enum Command {
    /// Train a model on all its training pages and write its file; or all models, in order
    Train {
        model: Trainable,
        /// Where to write: a file, or a folder for `all` [default: the models' places in the library]
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Cross-validate by site: out-of-fold result lines and figures
    Cv(Cv),
    /// Store the main list's models of all folds, for extractors that are scored with them
    FoldModels,
    /// Apply wrappers learnt on half of a page's records to the other half, and to redesigned pages
    Wrappers(Wrappers),
    /// The columns of a wrapper's list and those of a page, with the evidence which are the same, as JSON; for `eval/mending_weights.py`
    ColumnPairs { wrapper: PathBuf, page: PathBuf },
    /// The upper bound of any choice among the candidates
    Oracle,
    /// Articles of the sites: result lines for score.py
    Sites {
        #[arg(long, value_enum, default_value = "both")]
        method: Method,
        /// Folders with this many articles each, instead of the whole site
        #[arg(long)]
        size: Option<usize>,
        /// Use the sites' feeds
        #[arg(long)]
        feed: bool,
        /// Result lines
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Articles of hosts with several pages, as folders and each page by itself
    Hosts {
        /// Result lines of the folders, for score.py; the annotations are written beside it
        #[arg(long)]
        out: Option<PathBuf>,
        /// Also print the pages that differ
        #[arg(long)]
        failures: bool,
    },
    /// What clustering, signifiers and patterns find on the sites
    ExplainSites,
    /// The contribution of each part of the main list's model, as Markdown tables
    Ablation,
    /// The contribution of each part of a page's layout, as Markdown tables; renders the pages first (needs Chromium)
    Layout {
        /// Only pages whose name contains this
        #[arg(long)]
        only: Option<String>,
        /// Write result lines without and with visual conflict in the alignment to this folder, instead of the tables
        #[arg(long)]
        lines: Option<PathBuf>,
        /// Use the pages that have their style sheets, instead of the `records` pages
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

/// Options for a cross-validation.
#[derive(clap::Args)]
struct Cv {
    task: Task,
    /// Result lines, for score.py
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write only main lists to the result lines, for records
    #[arg(long)]
    main_only: bool,
    /// Write all columns to the result lines, also those that say nothing, for records
    #[arg(long)]
    all_columns: bool,
    /// Also print the pages with errors
    #[arg(long)]
    failures: bool,
    /// Split the sites into other folds; 0 uses the folds of the evaluation data
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Part the pages by the software that they were made with, and not by site, for posts
    #[arg(long)]
    by_software: bool,
    /// The set whose lines are written: of posts records, threads or sites, of records records, domains or rows, of
    /// objects records or domains
    #[arg(long)]
    set: Option<String>,
    /// Find the posts of each page with a template learnt on the other pages of its site
    #[arg(long)]
    batch: bool,
    /// Pages without their addresses, for pagination
    #[arg(long)]
    no_address: bool,
}

/// Which wrappers are measured.
#[derive(clap::Args)]
struct Wrappers {
    /// Result lines of the wrappers, for score.py; those of the search and the annotations are written beside it
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
    /// Also print the pages with losses
    #[arg(long)]
    failures: bool,
    /// With these, why records are missing or superfluous
    #[arg(long, requires = "failures")]
    explain: bool,
    /// Only pages whose name contains this
    #[arg(long)]
    only: Option<String>,
}

/// Runs the command given by the program's arguments.
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
        Command::ColumnPairs { wrapper, page } => measure::wrappers::column_pairs(out, &wrapper, &page),
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
    let Cv { task, out: path, main_only, all_columns, failures, seed, by_software, set, batch, no_address } = asked;
    let path: Option<&Path> = path.as_deref();
    let set = |usual: &'static str| set.as_deref().unwrap_or(usual);
    match (task, path) {
        (Task::Article, Some(path)) if kept => measure::article::lines_of_kept(path),
        (Task::Article, _) => measure::article::cross_validate(out, path, failures),
        (Task::Posts, Some(path)) => {
            let parted = if by_software { Parted::BySoftware } else { Parted::BySite { seed } };
            measure::posts::write_lines(&Written { set: set("threads"), path, batch, parted })
        }
        (Task::Posts, None) if by_software => measure::posts::cross_validate_by_software(out),
        (Task::Posts, None) => measure::posts::cross_validate(out, failures),
        (Task::Records, _) => {
            let min_confidence = rowsmith::records::Options::default().min_confidence;
            let set = set("records");
            let run =
                measure::records::Run { lines: path, set, main_only, all_columns, failures, min_confidence, seed };
            measure::records::cross_validate(out, &run)
        }
        (Task::Items, _) => measure::items::cross_validate(out, path, failures),
        (Task::Kinds, _) => measure::kinds::cross_validate(out, path, failures),
        (Task::Pagination, _) => measure::pagination::cross_validate(out, path, !no_address, failures),
        (Task::DetailLinks, _) => measure::detail_links::cross_validate(out, failures),
        (Task::Authors, _) => measure::authors::cross_validate(out, failures),
        (Task::Dates, _) => measure::dates::cross_validate(out, failures),
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
