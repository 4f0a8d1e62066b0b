//! The formats in which rows can be saved. Those beyond the studio's own are provided by whoever starts it.

use rowsmith::types::RegionTable;

/// A format of files.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct FileFormat {
    /// Its name: of the studio's own `csv`, `csv-values` and `jsonl`, of others as for `--format`.
    pub name: String,
    /// The ending of its files, without a dot.
    #[serde(skip)]
    pub ending: String,
    /// The media type of its files.
    #[serde(skip)]
    pub media_type: &'static str,
    /// What it is, for people.
    pub about: String,
}

/// The rows of a page.
#[derive(Clone, PartialEq, Debug)]
pub struct PageRows {
    /// The name of the page.
    pub source: String,
    /// Its tables.
    pub tables: Vec<RegionTable>,
}

/// Writes rows in formats beyond those of the studio's own: workbooks, databases and the like. The command provides
/// those that it was built with.
pub trait Formats: Send + Sync {
    /// The formats.
    fn all(&self) -> Vec<FileFormat>;

    /// Writes rows as a file in a format, given by its name.
    ///
    /// # Errors
    /// If there is no such format, or it cannot hold these rows.
    fn write(&self, name: &str, pages: Vec<PageRows>) -> Result<Vec<u8>, String>;
}
