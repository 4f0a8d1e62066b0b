//! The arguments of the tools. Agents read the doc comments as descriptions of the arguments.

use schemars::JsonSchema;
use serde::Deserialize;

/// Where a page is. Give one of `address`, `path` and `html`.
#[derive(Clone, Deserialize, JsonSchema, Debug, Default)]
pub(super) struct PageArguments {
    /// An http or https address to fetch.
    pub(super) address: Option<String>,
    /// A file in one of the server's folders, absolute or relative to the first folder.
    pub(super) path: Option<String>,
    /// The HTML itself.
    pub(super) html: Option<String>,
    /// With `path` or `html`: the address of the page, which makes its links absolute.
    pub(super) base_url: Option<String>,
}

/// One page, and how much of the answer to return.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct OnePage {
    #[serde(flatten)]
    pub(super) page: PageArguments,
    /// The most characters to return now; the tool `more` returns the rest.
    pub(super) budget: Option<u32>,
}

/// The records of a page.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct RecordsArguments {
    #[serde(flatten)]
    pub(super) page: PageArguments,
    /// Only these columns, in this order. Lists that have none of them are left out.
    pub(super) columns: Option<Vec<String>>,
    /// Every list of the page, and not only the main one.
    #[serde(default)]
    pub(super) all: bool,
    /// The most characters to return now; the tool `more` returns the rest.
    pub(super) budget: Option<u32>,
}

/// All pages of a list.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct HarvestArguments {
    /// The address of the list's first page.
    pub(super) address: String,
    /// A folder or archive in one of the server's folders with the pages; if given, nothing is fetched.
    pub(super) from: Option<String>,
    /// With `from`: the address that the folder is a copy of.
    pub(super) base_url: Option<String>,
    /// The most pages of the list to take, 1 to 50; 5 if not given.
    #[serde(default = "five")]
    pub(super) max_pages: u64,
    /// The most records to take, 1 to 5000; 500 if not given.
    #[serde(default = "five_hundred")]
    pub(super) max_rows: u64,
    /// The most characters to return now; the tool `more` returns the rest.
    pub(super) budget: Option<u32>,
}

fn five() -> u64 {
    5
}

fn five_hundred() -> u64 {
    500
}

/// Pages to learn a wrapper from.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct LearnArguments {
    /// Pages of one site, 1 to 50. A path may be a folder or an archive; its first 50 pages are taken.
    pub(super) pages: Vec<PageArguments>,
    /// The most characters to return now; the tool `more` returns the rest.
    pub(super) budget: Option<u32>,
}

/// Pages to apply a wrapper to.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct ApplyArguments {
    /// The name that `learn` returned, or the path of a wrapper file in one of the server's folders.
    pub(super) wrapper: String,
    /// The pages, 1 to 50. A path may be a folder or an archive; its first 50 pages are taken.
    pub(super) pages: Vec<PageArguments>,
    /// The most characters to return now; the tool `more` returns the rest.
    pub(super) budget: Option<u32>,
}

/// The next portion of an answer.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct MoreArguments {
    /// The `cursor` of the previous portion.
    pub(super) cursor: String,
    /// The most characters in this portion.
    pub(super) budget: Option<u32>,
}
