//! How a run over many inputs proceeds: threads, reports, further inputs, fetching.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::RenderArgs;
use super::values::{header, mirror_root, seconds, threads};

/// How it runs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Number of pages to work on at a time; 0 for as many as there are cores
    ///
    /// The output is the same for any number.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// No progress bar
    ///
    /// It is shown only on a terminal, for several pages that take longer than half a second.
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// No warnings, no progress bar and no summary on standard error; errors are still shown
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Say at the end how many pages and records there were, and what failed and why
    ///
    /// On a terminal, for several pages, this is the default.
    #[arg(long)]
    pub(crate) summary: bool,

    /// Write a line of JSON for each page that failed: source, archive, position, reason, error
    #[arg(long, value_name = "FILE")]
    pub(crate) failures: Option<PathBuf>,

    /// Keep a journal beside --out, and continue where an earlier run with it was interrupted or killed
    ///
    /// Pages in OUT.part and OUT.journal are not done again; those that failed are not tried again. Both files are
    /// removed when everything is done. Use it when starting a long run.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,

    /// Keep every response in a web archive (.warc.gz), for a later run without the network
    ///
    /// If the archive exists, it is continued, and servers are asked whether the pages in it have changed since: one that
    /// has not is taken from there.
    #[arg(long, value_name = "FILE", conflicts_with = "render")]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) fetch: FetchArgs,
    #[command(flatten)]
    pub(crate) render: RenderArgs,
}

/// Where pages come from in addition to the arguments.
#[derive(Args, Debug)]
#[command(next_help_heading = "Inputs")]
pub(crate) struct InputArgs {
    /// Read names of inputs from a file, one per line; - for standard input
    ///
    /// Each line is a file, folder, archive, pattern or address, as on the command line. They come after the arguments.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Vec<PathBuf>,

    /// The address that the files are a mirror of, as wget writes them
    ///
    /// The path of a file, relative to the folder or archive that was named, is appended to it: with
    /// https://example.com/ the page a/b.html is https://example.com/a/b.html. With just https:// the first folder is
    /// the host. Only used for pages without an address of their own.
    #[arg(long, value_name = "URL", conflicts_with = "base_url", value_parser = mirror_root)]
    pub(crate) mirror_root: Option<String>,

    /// The column of a Parquet file with the pages [default: html, content or the like]
    #[arg(long, value_name = "NAME")]
    pub(crate) html_column: Option<String>,

    /// The column of a Parquet file with their addresses [default: url or the like]
    #[arg(long, value_name = "NAME")]
    pub(crate) url_column: Option<String>,
}

/// How pages are fetched.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Fetching")]
pub(crate) struct FetchArgs {
    /// Minimum number of seconds between requests to a host; its robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub(crate) delay: Duration,

    /// How many seconds a page may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub(crate) timeout: Duration,

    /// How often to try again if a server is busy (429, 503 and the like) or the connection fails [default: 0, of
    /// harvest 3]
    ///
    /// After the time that the server names, or else after one second, two, four and so on, up to a minute.
    #[arg(long, value_name = "N")]
    pub(crate) retries: Option<u32>,

    /// Number of pages to fetch at a time, from all hosts together
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = threads)]
    pub(crate) connections: usize,

    /// The name to send to servers; rules in robots.txt are looked up by its first word
    #[arg(long, value_name = "TEXT", default_value = concat!("rowsmith/", env!("CARGO_PKG_VERSION")), value_parser = header)]
    pub(crate) user_agent: String,

    /// Also fetch from private networks and this machine, and use the proxies of the environment
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Fetch what robots.txt forbids; for your own sites
    #[arg(long)]
    pub(crate) ignore_robots: bool,

    /// Send the cookies in a file, for pages behind a login
    ///
    /// The format is that of curl and of browsers' extensions (cookies.txt, with seven columns). A cookie is sent only to
    /// its domain; what servers set meanwhile counts until the end of the run, and the file stays as it is.
    #[arg(long, value_name = "FILE")]
    pub(crate) cookies: Option<PathBuf>,

    /// Send the headers in a file, one 'Name: value' per line
    ///
    /// They are sent to the hosts of addresses that are named or followed, but not with a redirect to another host.
    #[arg(long, value_name = "FILE")]
    pub(crate) headers: Option<PathBuf>,
}
