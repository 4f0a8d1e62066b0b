//! The flags: the one definition behind parsing, `--help`, completions and the man page.
//!
//! Flags that make sense for every extractor are in structs of their own, to be flattened.

mod inspect;
mod posts;
mod render;
mod snapshot;

pub(crate) use inspect::InspectArgs;
pub(crate) use posts::{PostsArgs, PostsMethod};
pub(crate) use render::RenderArgs;
#[cfg(not(feature = "render"))]
pub(crate) use render::not_built;
pub(crate) use snapshot::SnapshotArgs;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use rowsmith::Limits;

use crate::columns::{Pick, parse_pick};
use crate::format::Format;
use crate::sources::{PageContext, PageSource};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Turns web pages into rows.
///
/// Rowsmith finds the records of a page - products, results, articles, threads - and aligns them into a table, without
/// selectors, without training on the site and without a language model.
#[derive(Parser, Debug)]
#[command(name = "rowsmith", version, styles = STYLES, max_term_width = 100, after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  rowsmith records page.html              show the page's list as a table
  rowsmith records page.html -o rows.csv  write it as CSV
  rowsmith article page.html              show the page's text
  rowsmith help records                   all flags and more examples

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

const RECORDS_EXAMPLES: &str = "\
Examples:
  rowsmith records page.html
      The page's list as a table.
  curl -s https://example.com/shop | rowsmith records --base-url https://example.com/shop
      From standard input, with links made absolute.
  rowsmith records pages/ -o rows.csv
      All pages of a folder in one CSV file; -o rows/ gives a file a page.
  rowsmith records pages/ -c title,cost=price,url -o shop.xlsx
      Three columns, one renamed, as a workbook.
  rowsmith records pages/ -o shop.sqlite && sqlite3 shop.sqlite 'SELECT * FROM page1'
      A database with a view for each list.
  rowsmith records page.html --explain
      What else on the page could be a list, and how it scores.
  rowsmith records crawl.warc.gz -o rows.parquet --resume
      An archive; the same again goes on after Ctrl-C or a crash.
  rowsmith records https://example.com/sitemap.xml --failures failed.jsonl -o rows.jsonl
      All pages of a sitemap, politely, and a list of those that failed.
  find . -name '*.html' | rowsmith records --files-from - -o shop.sqlite
      A list of files; pages are added to the database if it is there.
  rowsmith records pages/ | jq -r '.source + \": \" + (.regions[0].records | length | tostring)'
      In a pipe the output is JSON lines, one a page.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

const ARTICLE_EXAMPLES: &str = "\
Examples:
  rowsmith article page.html
      The text of the page.
  rowsmith article page.html --format md --base-url https://example.com/a/ > page.md
      As Markdown, with links made absolute.
  rowsmith article pages/ -o articles.csv
      A row a page: title, author, date, text and more.
  rowsmith article pages/ | jq -r '[.date, .author, .title] | @tsv'
      In a pipe the output is JSON lines, one a page.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

const OBJECTS_EXAMPLES: &str = "\
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

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Extract the data records of list pages as tables
    ///
    /// Finds the list or lists that a page is about, cuts them into records and aligns what the records say into
    /// columns: the texts, the targets of links, the sources of images.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = RECORDS_EXAMPLES)]
    Records(Box<RecordsArgs>),
    /// Extract the main text of pages, with title, author and date
    ///
    /// Each page for itself: what it is about as text, Markdown or clean HTML, and what it says of itself.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = ARTICLE_EXAMPLES)]
    Article(Box<ArticleArgs>),
    /// Extract the posts of threads, and comments and reviews, as tables
    ///
    /// Finds the posts of a forum's page, or the comments or reviews below something else, and who wrote them, when,
    /// and what.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = posts::POSTS_EXAMPLES)]
    Posts(Box<PostsArgs>),
    /// Extract the objects of a domain (products, property, cars, jobs, or your own) with named, typed attributes
    ///
    /// Finds where values that the domain's schema recognises repeat, cuts the page into objects there, and repairs what
    /// was recognised wrongly or not at all by the regularity of the objects.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = OBJECTS_EXAMPLES)]
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Objects(Box<ObjectsArgs>),
    /// Learn the templates of some pages into a wrapper file
    ///
    /// Groups the pages by template, finds the list of each, and keeps where records and columns are and what came
    /// out, to be applied to further pages of the sites.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = LEARN_EXAMPLES)]
    Learn(Box<WrapperArgs>),
    /// Extract records by a wrapper file, without searching
    ///
    /// A page with one record, or none, comes out right, and all pages of a template have the same columns. A page
    /// that fits no template, or gives something else than the pages learnt from, is reported as drifted.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = APPLY_EXAMPLES)]
    Apply(Box<ApplyArgs>),
    /// Show a page with its lists, records and columns outlined and labelled
    ///
    /// Writes the page itself as one HTML file to be opened in a browser: scripts are removed, and nothing in it is loaded
    /// from anywhere.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = inspect::INSPECT_EXAMPLES)]
    Inspect(Box<InspectArgs>),
    /// Render a page in a browser, and keep what it shows and where
    ///
    /// Loads a page in a headless Chromium, waits until it has settled, scrolls through it, and writes its HTML with the
    /// box of every element: a snapshot, which all commands take as input.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = snapshot::SNAPSHOT_EXAMPLES)]
    Snapshot(Box<SnapshotArgs>),
    /// Write completions for a shell to standard output
    #[command(after_help = "Example: rowsmith completions bash > ~/.local/share/bash-completion/completions/rowsmith")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man page to standard output
    #[command(after_help = "Example: rowsmith man records | man -l -")]
    Man {
        /// The command whose page to write; without it, the page of the whole
        command: Option<String>,
    },
}

/// `rowsmith records`.
#[derive(Args, Debug)]
pub(crate) struct RecordsArgs {
    /// HTML files, folders, archives, addresses, or - for standard input
    ///
    /// A folder stands for all .html, .htm, .xhtml, .warc and .parquet files in it and below, also with .gz or .zst
    /// behind, sorted by name; a pattern such as 'crawl/*/page-?.html' for what it matches. Of a WARC file the HTML
    /// responses are taken, of a Parquet file a column. http and https addresses are fetched, one request a host and
    /// second unless its robots.txt forbids it; sitemaps and feeds, as files or addresses, stand for the pages they
    /// name. Other links are not followed. Compression and archives are recognised by content, whatever the name.
    /// Without any input, standard input is read, unless it is a terminal.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Show every region that looks like a list, with its score
    #[arg(short, long, help_heading = "Records")]
    pub(crate) all: bool,

    /// Show the candidates of a page and how they score, instead of records
    ///
    /// A row a candidate: rank, whether it was chosen, score, records, what found it, where it is, its first record
    /// and what the score was made of. In JSON, all regions follow with the field "evidence" beside the score.
    #[arg(long, help_heading = "Records")]
    pub(crate) explain: bool,

    /// Keep these columns, in this order; new=old renames
    ///
    /// Names as the output shows them; upper or lower case does not matter if only one fits. A column that a page
    /// lacks stays, empty, so that many pages give the same columns.
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Records")]
    pub(crate) columns: Vec<Pick>,

    /// Leave out regions with fewer records
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Records")]
    pub(crate) min_records: usize,

    /// Leave out regions with a lower score
    #[arg(long, value_name = "X", value_parser = finite, allow_negative_numbers = true, help_heading = "Records")]
    pub(crate) min_score: Option<f64>,

    /// How the main list is chosen
    ///
    /// "learned" ranks the lists of all candidate generators by the model that comes with Rowsmith; "mdr2" takes the
    /// data region with the most matching nodes, as the papers do.
    #[arg(long, value_enum, default_value_t = Method::Learned, help_heading = "Records")]
    pub(crate) method: Method,

    /// Call a list the main list only if it is one with at least this probability (0 to 1)
    #[arg(
        long,
        value_name = "P",
        value_parser = finite,
        default_value_t = rowsmith::records::Options::default().min_confidence,
        help_heading = "Records"
    )]
    pub(crate) min_confidence: f64,

    /// Split "by Ann", "by Bob" into a label and a value
    ///
    /// Applies to columns whose texts all begin or end alike.
    #[arg(long, help_heading = "Records")]
    pub(crate) split_labels: bool,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// `rowsmith article`.
#[derive(Args, Debug)]
pub(crate) struct ArticleArgs {
    /// HTML files, folders, or - for standard input
    ///
    /// As for records: folders stand for the pages in them, gzip data is recognised by its content.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Each page for itself
    ///
    /// Without it several inputs are taken for pages of one site: those of one template tell together what is the
    /// article and what the template, and pages that are like no other are judged by themselves all the same.
    #[arg(long, help_heading = "Article")]
    pub(crate) single: bool,

    /// The site's feed (RSS, Atom or JSON Feed): its titles and descriptions help to find the articles
    #[arg(long, value_name = "FILE", help_heading = "Article", conflicts_with = "single")]
    pub(crate) feed: Option<PathBuf>,

    /// How articles of one template are found
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = ArticleMethod::Both, help_heading = "Article", conflicts_with = "single")]
    pub(crate) method: ArticleMethod,

    /// The format; by default that of the --out name, else text on a terminal and jsonl in a pipe
    #[arg(short, long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<ArticleFormat>,

    /// Write to a file instead of standard output
    ///
    /// The file appears, or replaces the one that is there, when all of it is written, and not at all if the run
    /// fails.
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,

    /// Width of tables in characters; 0 cuts nothing [default: that of the terminal, else 120]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) width: Option<usize>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto, help_heading = "Output")]
    pub(crate) color: Colour,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// `rowsmith objects`.
#[derive(Args, Debug)]
pub(crate) struct ObjectsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ObjectsCommand>,

    /// HTML files, folders, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The domain: products, real-estate, used-cars, jobs, or a schema file (TOML)
    #[arg(short, long, value_name = "NAME|FILE", required = true, help_heading = "Objects")]
    pub(crate) schema: Option<String>,

    /// Write the schema as a file and end
    #[arg(long, help_heading = "Objects")]
    pub(crate) print_schema: bool,

    /// Show every data area, not only the main one
    #[arg(short, long, help_heading = "Objects")]
    pub(crate) all: bool,

    /// Keep these attributes, in this order; new=old renames (tables only)
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick, help_heading = "Objects")]
    pub(crate) columns: Vec<Pick>,

    /// Leave out areas with fewer objects
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Objects")]
    pub(crate) min_records: usize,

    /// How objects are found
    ///
    /// "agreement" lets recognised values and the record extractor judge each other's lists; "amber" is the paper's own
    /// method, by recognised values alone.
    #[arg(long, value_enum, default_value_t = ObjectMethod::Agreement, help_heading = "Objects")]
    pub(crate) method: ObjectMethod,

    /// Call a list without recognised values the main list only with at least this probability (0 to 1)
    #[arg(
        long,
        value_name = "P",
        value_parser = finite,
        default_value_t = rowsmith::records::Options::default().min_confidence,
        help_heading = "Objects"
    )]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How articles of one template are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ArticleMethod {
    /// By terms that tell what pages are about (FOREST)
    Forest,
    /// By patterns of the pages' trees (RTDM)
    Rtdm,
    /// Both; where they differ, the better supported one
    Both,
}

/// A format of articles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ArticleFormat {
    /// The text alone
    Text,
    /// Markdown
    Md,
    /// HTML of safe elements and addresses
    Html,
    /// JSON lines, one a page, written as soon as the page is done
    Jsonl,
    /// One indented JSON array of all pages
    Json,
    /// A row a page, as wide as the terminal
    Table,
    /// A row a page, comma-separated
    Csv,
    /// An Excel workbook
    Xlsx,
    /// An SQLite database
    Sqlite,
    /// A Parquet file
    Parquet,
}

/// How objects are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum ObjectMethod {
    /// Recognised values and record extraction together
    Agreement,
    /// By the paper
    Amber,
}

/// Commands of `rowsmith objects`.
#[derive(Subcommand, Debug)]
pub(crate) enum ObjectsCommand {
    /// Learn gazetteers from a folder of pages
    ///
    /// Round by round: extracts the objects of all pages, learns the terms that stand where others of their attribute
    /// do, and drops those that mostly stand elsewhere, until nothing changes. Writes a gazetteer an attribute with its
    /// evidence, the terms found to be noise, and a report. Started again with the same folders, it goes on where it
    /// was interrupted.
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

    /// Where gazetteers and report are written
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Rounds at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) rounds: u32,

    /// Whether terms are learnt when all pages were seen, or page by page
    #[arg(long, value_enum, default_value_t = LearnMode::Upfront)]
    pub(crate) mode: LearnMode,

    /// Pages worked on at a time; 0 for as many as there are cores
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// No report on standard output
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// When terms are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LearnMode {
    /// In rounds over all pages, until nothing changes
    Upfront,
    /// After every page, once through all
    Continuous,
}

const LEARN_EXAMPLES: &str = "\
Examples:
  rowsmith learn pages/ --out shop.wrapper
      The templates of all pages of a folder.
  rowsmith learn other/ --out shop.wrapper --append
      Those of another site into the same file.
  jq '.templates[] | {name, pages, list: .parts[].selectors.css}' shop.wrapper
      What was learnt; the file is JSON.

Exit codes: 0 all well, 1 an input failed or nothing was learnt, 2 wrong usage.";

const APPLY_EXAMPLES: &str = "\
Examples:
  rowsmith apply --wrapper shop.wrapper more/ -o rows.csv
      The records of further pages of the site.
  rowsmith apply --wrapper shop.wrapper more/ | jq -r 'select(.drift) | .source'
      The pages that depart from what was learnt.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith learn`.
#[derive(Args, Debug)]
pub(crate) struct WrapperArgs {
    /// HTML files, folders, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The wrapper file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Keep the templates that the file has, and add to them
    #[arg(long)]
    pub(crate) append: bool,

    /// Learn from so many of the inputs, evenly spread; 0 for all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) sample: usize,

    /// Learn from a list only if it is one with at least this probability (0 to 1)
    #[arg(long, value_name = "P", value_parser = finite, default_value_t = rowsmith::wrapper::LearnOptions::default().records.min_confidence)]
    pub(crate) min_confidence: f64,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// No notices on standard error; errors are still shown
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `rowsmith apply`.
#[derive(Args, Debug)]
pub(crate) struct ApplyArgs {
    /// HTML files, folders, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// The wrapper file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) wrapper: PathBuf,

    /// Keep these columns, in this order; new=old renames
    #[arg(short, long, value_name = "NAME,…", value_delimiter = ',', value_parser = parse_pick)]
    pub(crate) columns: Vec<Pick>,

    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// What is known about the pages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pages")]
pub(crate) struct PageArgs {
    /// The address of the page, to make links absolute
    ///
    /// A <base> in the page is resolved against it and goes before it, and so does the address that a page was
    /// fetched from or that its archive has.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// The encoding of the pages, such as utf-8 or windows-1252
    ///
    /// What the HTTP header said; of fetched pages and archives it is known. A byte order mark goes before it. Without
    /// it, the page's own word is taken, or the encoding guessed.
    #[arg(long, value_name = "LABEL")]
    pub(crate) charset: Option<String>,
}

impl PageArgs {
    /// # Errors
    /// What no page could be read with; better said once than for every page.
    pub(crate) fn check(&self) -> Result<(), String> {
        if let Some(base) = &self.base_url
            && !url::Url::parse(base).is_ok_and(|url| !url.cannot_be_a_base())
        {
            return Err(rowsmith::Error::BadBaseUrl(base.clone()).to_string());
        }
        rowsmith::dom::decode(b"", self.charset.as_deref()).map(drop).map_err(|error| error.to_string())
    }

    /// What is known about a page: its own address before that of the flag, and the charset of the flag, by which a
    /// user can say better, before its own.
    pub(crate) fn of(&self, source: &PageSource) -> PageContext {
        PageContext {
            base_url: source.context.base_url.clone().or(self.base_url.clone()),
            charset: self.charset.clone().or(source.context.charset.clone()),
        }
    }
}

/// What comes out, and where.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The format; by default that of the --out name, else table on a terminal and jsonl in a pipe
    ///
    /// JSON keeps links and images as the page has them, with the absolute address beside them under "urls"; the
    /// other formats show the absolute address where it is known. CSV puts ' before texts that a spreadsheet would
    /// take for a formula (= + - @ first, unless it is a plain number). Several pages or lists in one CSV share the
    /// columns of the same name, behind the columns source and region. A workbook has a sheet a list for the first 50,
    /// then one long sheet. A database has the tables sources, warnings, regions, columns, records and cells, and a
    /// view a list for the first 1,000. A Parquet file has the columns of CSV, those that are all numbers as numbers.
    #[arg(short, long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<Format>,

    /// Write to a file, or CSV into a folder, instead of standard output
    ///
    /// The file appears, or replaces the one that is there, when all of it is written, and not at all if the run
    /// fails; after Ctrl-C it holds the pages so far. To a database that is there, pages are added, and pages of the
    /// same name replaced. A folder (one that exists, or a name with / at its end) is given a CSV file for each list: list.csv,
    /// and list-2.csv for the second list of the page.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// One row a cell: source, region, record, column, value (csv, xlsx, parquet)
    #[arg(long)]
    pub(crate) long: bool,

    /// Width of tables in characters; 0 cuts nothing [default: that of the terminal, else 120]
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,

    /// When to use colours
    ///
    /// With auto, on a terminal, unless NO_COLOR is set or TERM is dumb.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to colour output that goes to a terminal or does not, given the environment.
    pub(crate) fn on(self, terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
        let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && !no_color && !dumb,
        }
    }
}

/// How it runs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Pages worked on at a time; 0 for as many as there are cores
    ///
    /// The output is the same for any number.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// No progress bar
    ///
    /// There is one only on a terminal, for several pages that take longer than half a second.
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// No warnings, no progress bar and no summary on standard error; errors are still shown
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Say at the end how many pages and records there were, and what failed why
    ///
    /// Done without being asked on a terminal, for several pages.
    #[arg(long)]
    pub(crate) summary: bool,

    /// Write a line of JSON for each page that failed: source, archive, position, reason, error
    #[arg(long, value_name = "FILE")]
    pub(crate) failures: Option<PathBuf>,

    /// Keep a journal beside --out, and go on where a run with it was interrupted or killed
    ///
    /// Pages in OUT.part and OUT.journal are not done again; what failed is not tried again. Both files are removed
    /// when all is done. Start long runs with it.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
    #[command(flatten)]
    pub(crate) render: RenderArgs,
}

/// Where pages come from, beside the arguments.
#[derive(Args, Debug)]
#[command(next_help_heading = "Inputs")]
pub(crate) struct InputArgs {
    /// Read names of inputs from a file, one a line; - for standard input
    ///
    /// Each line is a file, folder, archive, pattern or address, as on the command line. They follow those.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Vec<PathBuf>,

    /// The column of a Parquet file that has the pages [default: html, content or the like]
    #[arg(long, value_name = "NAME")]
    pub(crate) html_column: Option<String>,

    /// The column of a Parquet file that has their addresses [default: url or the like]
    #[arg(long, value_name = "NAME")]
    pub(crate) url_column: Option<String>,
}

/// How pages are fetched.
#[derive(Args, Debug)]
#[command(next_help_heading = "Fetching")]
pub(crate) struct FetchArgs {
    /// Seconds from one request of a host to the next, at least; its robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub(crate) delay: Duration,

    /// Seconds that a page may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub(crate) timeout: Duration,

    /// Pages fetched at a time, from all hosts together
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = threads)]
    pub(crate) connections: usize,

    /// How to introduce ourselves; robots.txt is read for the first word of it
    #[arg(long, value_name = "TEXT", default_value = concat!("rowsmith/", env!("CARGO_PKG_VERSION")), value_parser = header)]
    pub(crate) user_agent: String,

    /// Fetch from private networks and this machine as well, and use the proxies of the environment
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Fetch what robots.txt forbids, for your own sites
    #[arg(long)]
    pub(crate) ignore_robots: bool,
}

#[cfg(feature = "fetch")]
impl FetchArgs {
    /// As the fetcher takes them.
    pub(crate) fn options(&self) -> crate::sources::fetch::FetchOptions {
        crate::sources::fetch::FetchOptions {
            user_agent: self.user_agent.clone(),
            delay: self.delay,
            timeout: self.timeout,
            allow_private: self.allow_private,
            ignore_robots: self.ignore_robots,
        }
    }
}

/// Bounds on what one page may cost.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits of a page")]
pub(crate) struct LimitArgs {
    /// Bytes that are read, after decompression (K, M and G are understood)
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) max_bytes: usize,

    /// Elements and texts that are kept
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_nodes)]
    pub(crate) max_nodes: usize,

    /// Depth of nested elements; deeper ones are flattened
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_depth)]
    pub(crate) max_depth: usize,

    /// Steps of comparing subtrees
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_work)]
    pub(crate) max_work: u64,
}

impl LimitArgs {
    /// As the library takes them.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            max_bytes: self.max_bytes,
            max_nodes: self.max_nodes,
            max_depth: self.max_depth,
            max_work: self.max_work,
            ..Limits::default()
        }
    }
}

fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("a size is a number with K, M or G behind it, or nothing, as in 64M".to_owned()),
    };
    let number: usize = digits.parse().map_err(|_| "a size begins with a number".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("nothing would be read".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("that is more than can be counted".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| seconds.as_secs() <= 86_400).ok_or_else(|| "a number of seconds up to a day".to_owned())
}

fn header(text: &str) -> Result<String, String> {
    match !text.trim().is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        true => Ok(text.to_owned()),
        false => Err("a line of ASCII text".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= 1024 => Ok(number),
        _ => Err("a number from 0 to 1024".to_owned()),
    }
}

fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "not a number".to_owned())
}

/// Says what is wrong with the usage of a command, as clap does for what it finds itself; exit code 2.
pub(crate) fn usage_error(command: &str, what: &str) -> ExitCode {
    let mut whole = Cli::command();
    whole.build();
    let command = whole.find_subcommand_mut(command);
    let error = match command {
        Some(command) => command.error(ErrorKind::ValueValidation, what),
        None => whole.error(ErrorKind::ValueValidation, what),
    };
    let _ = error.print();
    ExitCode::from(2)
}

/// How the main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Method {
    /// By the learnt ranker
    Learned,
    /// By the papers' own means
    Mdr2,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_default_limits_are_the_librarys() {
        let cli = Cli::parse_from(["rowsmith", "records", "a.html"]);
        let Command::Records(args) = cli.command else { panic!("another command") };
        assert_eq!(args.limits.limits(), Limits::default());
    }

    #[test]
    fn sizes() {
        assert_eq!(size("10"), Ok(10));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!((size("1MiB"), size("1MB"), size("1M")), (Ok(1 << 20), Ok(1 << 20), Ok(1 << 20)));
        for wrong in ["", "M", "-1", "1T", "1.5M", "0", "99999999999999999999", "99999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn colours_by_flag_terminal_and_environment() {
        let none = |_: &str| None;
        let no_color = |name: &str| (name == "NO_COLOR").then(|| OsString::from("1"));
        let empty = |name: &str| (name == "NO_COLOR").then(OsString::new);
        let dumb = |name: &str| (name == "TERM").then(|| OsString::from("dumb"));
        assert!(Colour::Auto.on(true, none) && Colour::Auto.on(true, empty));
        assert!(!Colour::Auto.on(false, none) && !Colour::Auto.on(true, no_color) && !Colour::Auto.on(true, dumb));
        assert!(Colour::Always.on(false, no_color) && !Colour::Never.on(true, none));
    }

    #[test]
    fn wrong_pages_are_found_before_the_run() {
        let check = |base: Option<&str>, charset: Option<&str>| {
            PageArgs { base_url: base.map(str::to_owned), charset: charset.map(str::to_owned) }.check()
        };
        assert!(check(Some("https://example.com/a"), Some("latin1")).is_ok());
        assert!(check(Some("example.com"), None).is_err());
        assert!(check(Some("mailto:a@example.com"), None).is_err());
        assert!(check(None, Some("klingon")).is_err());
    }
}
