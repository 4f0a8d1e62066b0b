//! The flags of `rowsmith article`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::date::DateArgs;
use super::format::{Format, Results};
use super::markdown::MarkdownArgs;
use super::{Colour, LimitArgs, PageArgs, RunArgs};

pub(super) const ARTICLE_EXAMPLES: &str = "\
Examples:
  rowsmith article page.html
      The text of the page.
  rowsmith article page.html --format md --base-url https://example.com/a/ > page.md
      As Markdown, with links made absolute.
  rowsmith article pages/ -o notes/
      A Markdown file a page, with title, author, date and the rest as front matter.
  rowsmith article pages/ -o articles.csv
      A row a page: title, author, date, text and more.
  rowsmith article pages/ | jq -r '[.date, .author, .title] | @tsv'
      In a pipe the output is JSON lines, one a page.

Exit codes: 0 all well, 1 an input failed or the output cannot be written, 2 wrong usage.";

/// `rowsmith article`.
#[derive(Args, Debug)]
pub(crate) struct ArticleArgs {
    /// Pages: HTML files, folders, archives, addresses, or - for standard input
    ///
    /// As for records.
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Judge each page by itself
    ///
    /// By default several inputs are taken as pages of one site: pages of one template show together what is article
    /// and what is template. Pages that are not similar to any other are judged by themselves in any case.
    #[arg(long, help_heading = "Article")]
    pub(crate) single: bool,

    /// Add the discussion to Markdown and HTML: below the text, a quotation for each post, with its answers in it
    ///
    /// Posts are found as by rowsmith posts. Each page is judged by itself, as with --single.
    #[arg(long, help_heading = "Article")]
    pub(crate) comments: bool,

    /// The site's feed (RSS, Atom or JSON Feed): its titles and descriptions help to find the articles
    #[arg(long, value_name = "FILE", help_heading = "Article", conflicts_with_all = ["single", "comments"])]
    pub(crate) feed: Option<PathBuf>,

    /// How articles of one template are found
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = ArticleMethod::Both, help_heading = "Article", conflicts_with_all = ["single", "comments"])]
    pub(crate) method: ArticleMethod,

    /// The output format [default: by the --out name; otherwise text on a terminal and jsonl in a pipe]
    #[arg(short, long, value_name = "FORMAT", value_parser = Format::parser(Results::Articles), help_heading = "Output")]
    pub(crate) format: Option<Format>,

    /// Write to a file instead of standard output; a folder gets a document per page
    ///
    /// The file appears, or replaces an existing one, once all of it is written; if the run fails, nothing changes.
    /// A folder is one that exists, or a name that ends in a slash. Its documents are Markdown with front matter, or
    /// text or HTML by --format.
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,

    /// Width of tables in characters; 0 for no limit [default: that of the terminal, else 120]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) width: Option<usize>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto, help_heading = "Output")]
    pub(crate) color: Colour,

    #[command(flatten)]
    pub(crate) date: DateArgs,
    #[command(flatten)]
    pub(crate) markdown: MarkdownArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How articles of one template are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ArticleMethod {
    /// By terms that show what pages are about (FOREST)
    Forest,
    /// By patterns of the pages' trees (RTDM)
    Rtdm,
    /// By both; where they differ, the one that the pages support better
    Both,
}
