//! The command line as a whole: the commands, and how wrong usage is reported.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

#[cfg(not(all(feature = "mcp", feature = "studio")))]
use super::NotBuiltArgs;
use super::{
    ApplyArgs, ArticleArgs, ExtractArgs, HarvestArgs, InspectArgs, ItemArgs, ObjectsArgs, PostsArgs, RecordsArgs,
    SnapshotArgs, TablesArgs, WrapperArgs, WrapperCommand,
};
#[cfg(feature = "mcp")]
use super::{McpArgs, mcp};
#[cfg(feature = "studio")]
use super::{StudioArgs, studio};
use super::{article, extract, harvest, inspect, item, objects, posts, records, snapshot, tables, wrapper};

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
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  rowsmith records page.html              show the page's list as a table
  rowsmith records page.html -o rows.csv  write it as CSV
  rowsmith article page.html              show the page's text
  rowsmith extract pages/ -o pages.jsonl  say what each page is, and all that it holds
  rowsmith harvest URL -o rows.csv        follow a list to its last page, as one table
  rowsmith help records                   all flags and more examples

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

const MAN_EXAMPLES: &str = "\
Examples:
  rowsmith man wrapper show | man -l -
  rowsmith man --out ~/.local/share/man/man1";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Say what pages are (list, thread, article, item or nothing) and extract everything on them
    ///
    /// You need not know what the pages are: you get the records of a list, the posts of a thread, the text and
    /// comments of an article, the object of a product page or recipe, title, author and date, with a confidence for
    /// the kind of page and for each part. JSON has all parts; tables show the part that the page is about; databases
    /// and workbooks have one table per part.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = extract::EXTRACT_EXAMPLES)]
    Extract(Box<ExtractArgs>),
    /// Extract the data records of list pages as tables
    ///
    /// Finds the list or lists that a page is about, cuts them into records and aligns their contents into columns:
    /// texts, link targets and image sources.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = records::RECORDS_EXAMPLES)]
    Records(Box<RecordsArgs>),
    /// Extract every data table of pages as a reader sees it
    ///
    /// Reads HTML tables, and tables made with ARIA roles or styles: headers on one or several levels become names,
    /// spanning cells are repeated, titles of groups become a column, totals are marked, sort keys and footnote marks
    /// are kept out of the texts. Layout tables are left out.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = tables::TABLES_EXAMPLES)]
    Tables(Box<TablesArgs>),
    /// Extract the object that a page is about: a product, a recipe, a job, an event
    ///
    /// Uses what the page declares in embedded data and what it shows: name, price, availability, brand, rating,
    /// images, breadcrumbs, properties, variants; ingredients and steps of recipes. Each value says where it comes
    /// from.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = item::ITEM_EXAMPLES)]
    Item(Box<ItemArgs>),
    /// Extract the main text of pages, with title, author and date
    ///
    /// Each page by itself: its main text as plain text, Markdown or clean HTML, with its metadata.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = article::ARTICLE_EXAMPLES)]
    Article(Box<ArticleArgs>),
    /// Extract the posts of threads, and comments and reviews, as tables
    ///
    /// Finds the posts on a forum page, or the comments or reviews below something else, with author, date and text.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = posts::POSTS_EXAMPLES)]
    Posts(Box<PostsArgs>),
    /// Extract the objects of a domain (products, property, cars, jobs, or your own) with named, typed attributes
    ///
    /// Finds where values that the domain's schema recognises repeat, cuts the page into objects there, and uses the
    /// regularity of the objects to repair values that were recognised wrongly or not at all.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = objects::OBJECTS_EXAMPLES)]
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Objects(Box<ObjectsArgs>),
    /// Follow the pages of a list, and extract all of its records as one table
    ///
    /// Takes the list on the first page, learns a wrapper from it, and follows the links to next pages as long as they
    /// have new records of that list; with --details also the records' own pages.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = harvest::HARVEST_EXAMPLES)]
    Harvest(Box<HarvestArgs>),
    /// Learn the templates of some pages into a wrapper file
    ///
    /// Groups the pages by template, finds what each holds - a list, posts, an article or several of them - and stores
    /// where it is and what was extracted. The wrapper can be applied to further pages of the sites.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = wrapper::LEARN_EXAMPLES)]
    Learn(Box<WrapperArgs>),
    /// Extract records, posts and articles with a wrapper file, without searching
    ///
    /// Pages with one record, or none, come out right, and all pages of a template have the same columns. A page that
    /// fits no template, or whose content differs from the pages learnt from, is reported as drifted.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = wrapper::APPLY_EXAMPLES)]
    Apply(Box<ApplyArgs>),
    /// Look at wrapper files: show, test, compare, export
    #[command(subcommand, after_help = "Use --help for examples and longer explanations.", after_long_help = wrapper::WRAPPER_EXAMPLES)]
    Wrapper(WrapperCommand),
    /// Show a page with its lists, records and columns outlined and labelled
    ///
    /// Writes the page itself as one HTML file to open in a browser: scripts are removed, and it loads nothing.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = inspect::INSPECT_EXAMPLES)]
    Inspect(Box<InspectArgs>),
    /// Render a page in a browser, and save what it shows and where
    ///
    /// Loads a page in a headless Chromium, waits until it has settled, scrolls through it, and writes its HTML with
    /// the box of every element: a snapshot, which all commands accept as input.
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = snapshot::SNAPSHOT_EXAMPLES)]
    Snapshot(Box<SnapshotArgs>),
    /// See a page and its table side by side in the browser, correct it, and learn from that
    ///
    /// Opens a window for a project, which is a folder of plain files. Point at a list to take it, leave records out,
    /// name and type columns, learn a wrapper, apply it to further pages, see where it fails, save the rows. It listens
    /// only on this machine, and only answers those who have the address that is printed.
    #[cfg(feature = "studio")]
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = studio::STUDIO_EXAMPLES)]
    Studio(Box<StudioArgs>),
    /// See a page and its table in the browser; this rowsmith was built without it
    #[cfg(not(feature = "studio"))]
    #[command(hide = true, disable_help_flag = true)]
    Studio(NotBuiltArgs),
    /// Serve agents: the other commands as tools of the Model Context Protocol
    ///
    /// Speaks the protocol on standard input and output, for AI agents. It fetches what it
    /// is asked to, with the same protection of private networks as the other commands, and reads files only in the
    /// folders named here.
    #[cfg(feature = "mcp")]
    #[command(after_help = "Use --help for examples and longer explanations.", after_long_help = mcp::MCP_EXAMPLES)]
    Mcp(Box<McpArgs>),
    /// Serve agents; this rowsmith was built without it
    #[cfg(not(feature = "mcp"))]
    #[command(hide = true, disable_help_flag = true)]
    Mcp(NotBuiltArgs),
    /// Write shell completions to standard output
    #[command(after_help = "Example: rowsmith completions bash > ~/.local/share/bash-completion/completions/rowsmith")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man page to standard output, or all man pages into a folder
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The command whose page to write, such as records or wrapper show; without it, the page of rowsmith as a whole
        command: Vec<String>,

        /// Write the pages of rowsmith and of all its commands into this folder
        #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

/// Reports wrong usage of a command in the way that clap does; exit code 2.
pub(crate) fn usage_error(command: &str, what: &str) -> u8 {
    let mut whole = Cli::command();
    whole.build();
    let command = whole.find_subcommand_mut(command);
    let error = match command {
        Some(command) => command.error(ErrorKind::ValueValidation, what),
        None => whole.error(ErrorKind::ValueValidation, what),
    };
    let _ = error.print();
    2
}

#[cfg(test)]
mod tests {
    use rowsmith::Limits;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_default_limits_are_the_librarys() {
        let cli = Cli::parse_from(["rowsmith", "records", "a.html"]);
        let Command::Records(args) = cli.command else { panic!("another command") };
        assert_eq!(args.common.limits.limits(), Limits::default());
    }
}
