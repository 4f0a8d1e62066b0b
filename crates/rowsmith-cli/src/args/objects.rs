//! The flags of `rowsmith objects` and `rowsmith objects learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::CommonArgs;
use super::columns::{Pick, parse_pick};
use super::columns_as::StableColumns;
use super::values::{probability, threads};

pub(super) const OBJECTS_EXAMPLES: &str = "\
Examples:
  rowsmith objects --schema products page.html
      The products of a page: title, price, rating, link, image and so on.
  rowsmith objects --schema flats.toml pages/ -o flats.csv
      By a schema of your own; its gazetteers are files beside it, one term a line.
  rowsmith objects --schema products page.html --print-schema > mine.toml
      A shipped schema as a file to start from.
  rowsmith objects learn --schema real-estate --pages pages/ --out learnt/
      Better gazetteers from a folder of pages, with a report.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith objects`.
#[derive(Args, Debug)]
pub(crate) struct ObjectsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ObjectsCommand>,

    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The domain: products, real-estate, used-cars, jobs, or a schema file (TOML)
    #[arg(short, long, value_name = "NAME|FILE", required = true, help_heading = "Objects")]
    pub(crate) schema: Option<String>,

    /// Write the schema as a file and exit
    #[arg(long, help_heading = "Objects")]
    pub(crate) print_schema: bool,

    /// Show every data area, and not only the main one
    #[arg(short, long, help_heading = "Objects")]
    pub(crate) all: bool,

    /// Keep these attributes, in this order; new=old renames (tables only)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Objects")]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) stable: StableColumns,

    /// Leave out areas with fewer objects
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Objects")]
    pub(crate) min_records: usize,

    /// How objects are found
    ///
    /// "agreement" lets recognised values and the record extractor judge each other's lists. "amber" is the paper's own
    /// method, which uses recognised values alone: if they form no data area there are no objects.
    #[arg(long, value_enum, default_value_t = ObjectMethod::Agreement, help_heading = "Objects")]
    pub(crate) method: ObjectMethod,

    /// Set a threshold of the schema, as in its file: depth=2, spread=printed
    ///
    /// The names are depth, distance, spread (definition, running-example or printed), infer_regular, infer_optional,
    /// keep_regular, keep_optional and noise.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Objects")]
    pub(crate) threshold: Vec<String>,

    /// Call a list without recognised values the main list only if the probability that it is one is at least this (0
    /// to 1)
    #[arg(
        long,
        value_name = "P",
        value_parser = probability,
        default_value_t = rowsmith::options::ListSearch::default().min_confidence,
        help_heading = "Objects"
    )]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How objects are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum ObjectMethod {
    /// By recognised values and record extraction together
    Agreement,
    /// As in the paper
    Amber,
}

impl From<ObjectMethod> for rowsmith::options::ObjectMethod {
    fn from(method: ObjectMethod) -> Self {
        match method {
            ObjectMethod::Agreement => Self::Agreement,
            ObjectMethod::Amber => Self::Amber,
        }
    }
}

/// Commands of `rowsmith objects`.
#[derive(Subcommand, Debug)]
pub(crate) enum ObjectsCommand {
    /// Learn gazetteers from a folder of pages
    ///
    /// In rounds: extracts the objects of all pages, learns the terms that occur where others of their attribute do,
    /// and drops those that mostly occur elsewhere, until nothing changes. Writes a gazetteer per attribute with its
    /// evidence, the terms found to be noise, and a report. If it is started again with the same folders, it continues
    /// where it was interrupted.
    Learn(LearnArgs),
}

/// `rowsmith objects learn`.
#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    /// The domain: products, real-estate, used-cars, jobs, or a schema file (TOML)
    #[arg(short, long, value_name = "NAME|FILE")]
    pub(crate) schema: String,

    /// Pages to learn from: files or folders
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) pages: Vec<PathBuf>,

    /// The folder for gazetteers and report
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// How objects are found and terms are learnt from them
    ///
    /// "amber" is the paper's own method: its data areas, and its algorithm 5 as printed.
    #[arg(long, value_enum, default_value_t = ObjectMethod::Agreement)]
    pub(crate) method: ObjectMethod,

    /// Set a threshold of the schema, as in its file: noise=2, depth=2
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) threshold: Vec<String>,

    /// The maximum number of rounds
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) rounds: u32,

    /// Whether terms are learnt after all pages were seen, or page by page
    #[arg(long, value_enum, default_value_t = LearnMode::Upfront)]
    pub(crate) mode: LearnMode,

    /// Number of pages to work on at a time; 0 for as many as there are cores
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// Do not print a report
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// When terms are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LearnMode {
    /// In rounds over all pages, until nothing changes
    Upfront,
    /// After every page, in one pass over all
    Continuous,
}
