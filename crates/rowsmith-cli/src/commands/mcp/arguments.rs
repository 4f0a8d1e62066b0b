//! What the tools are called with. The doc comments are what an agent reads of each argument.

use schemars::JsonSchema;
use serde::Deserialize;

/// Where a page is. One of the three: `address`, `path` or `html`.
#[derive(Clone, Deserialize, JsonSchema, Debug, Default)]
pub(super) struct PageArguments {
    /// An http or https address to fetch.
    pub(super) address: Option<String>,
    /// A file below one of the server's folders, absolute or from the first folder on.
    pub(super) path: Option<String>,
    /// The HTML itself.
    pub(super) html: Option<String>,
    /// With `path` or `html`: the address of the page, by which links become absolute.
    pub(super) base_url: Option<String>,
}

/// One page, and how much of the answer to give.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct OnePage {
    #[serde(flatten)]
    pub(super) page: PageArguments,
    /// Characters of the answer at most; the rest is had by the tool `more`.
    pub(super) budget: Option<u32>,
}

/// The records of a page.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct RecordsArguments {
    #[serde(flatten)]
    pub(super) page: PageArguments,
    /// Only these columns, in this order.
    pub(super) columns: Option<Vec<String>>,
    /// Every list of the page, not only the one it is about.
    #[serde(default)]
    pub(super) all: bool,
    /// Characters of the answer at most; the rest is had by the tool `more`.
    pub(super) budget: Option<u32>,
}

/// All pages of a list.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct HarvestArguments {
    /// The address of the list's first page.
    pub(super) address: String,
    /// A folder or archive below one of the server's folders that has the pages; then nothing is fetched.
    pub(super) from: Option<String>,
    /// With `from`: the address that the folder is a copy of.
    pub(super) base_url: Option<String>,
    /// Pages of the list at most, 1 to 50; 5 if not given.
    #[serde(default = "five")]
    pub(super) max_pages: u64,
    /// Records at most, 1 to 5000; 500 if not given.
    #[serde(default = "five_hundred")]
    pub(super) max_rows: u64,
    /// Characters of the answer at most; the rest is had by the tool `more`.
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
    /// Some pages of one site, 1 to 50. A path may be a folder or an archive: its first 50 pages are taken.
    pub(super) pages: Vec<PageArguments>,
}

/// Pages to apply a wrapper to.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct ApplyArguments {
    /// The name that `learn` gave, or the path of a wrapper file below one of the server's folders.
    pub(super) wrapper: String,
    /// The pages, 1 to 50. A path may be a folder or an archive: its first 50 pages are taken.
    pub(super) pages: Vec<PageArguments>,
    /// Characters of the answer at most; the rest is had by the tool `more`.
    pub(super) budget: Option<u32>,
}

/// The next portion of an answer.
#[derive(Deserialize, JsonSchema, Debug)]
pub(super) struct MoreArguments {
    /// The `cursor` of the portion before.
    pub(super) cursor: String,
    /// Characters of this portion at most.
    pub(super) budget: Option<u32>,
}
