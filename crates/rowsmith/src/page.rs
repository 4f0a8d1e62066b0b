//! From the bytes of a page to the result line of an extractor, in one call.

use crate::Budget;
use crate::article;
use crate::article::find_article;
use crate::article::result::article_result;
use crate::dom::{ElementPaths, ParseOptions, parse};
use crate::dom::{address_of, base_of};
use crate::error::Error;
use crate::inspect;
use crate::limits::Truncated;
use crate::output::{TableContext, region_table};
use crate::records;
use crate::records::options::Ranked;
use crate::tree::PageTree;
use crate::types::{ArticlePage, RecordsPage, Warning};
use crate::warnings::page_warnings;

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
    /// Fill [`crate::types::RegionTable::evidence`].
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
    with_regions(bytes, request, |context, wanted, truncated| {
        let within_room = wanted.iter().take_while(|_| !context.room.is_exhausted());
        let regions: Vec<_> = within_room.map(|&(r, main)| region_table(context, r, main)).collect();
        truncated.work |= context.work.is_exhausted();
        truncated.output = context.room.is_exhausted();
        let nothing = regions.iter().all(|r| !r.main).then_some(Warning::NoListFound);
        let mut warnings = page_warnings(context.document, context.page, *truncated, nothing);
        let document = context.document;
        if request.records.visual.any() && document.layout.is_none() && document.layout_error.is_none() {
            warnings.push(Warning::NoLayout);
        }
        RecordsPage::new(source, regions, warnings)
    })
}

/// The page itself with its lists, records and columns outlined and labelled: one HTML file to be opened in a browser, in
/// which nothing runs and nothing is loaded from anywhere. `source` is named in it.
///
/// # Errors
/// As [`records_page`].
pub fn inspect_page(bytes: &[u8], source: &str, request: &RecordsRequest) -> Result<String, Error> {
    with_regions(bytes, request, |context, wanted, _| {
        inspect::marked_html(context.document, &inspect::marks_of(context, wanted), source)
    })
}

/// Finds the lists of a page and hands on those that are wanted, each with whether it is a main list.
fn with_regions<T>(
    bytes: &[u8],
    request: &RecordsRequest,
    then: impl FnOnce(&TableContext<'_>, &[(&Ranked, bool)], &mut Truncated) -> T,
) -> Result<T, Error> {
    let address = address_of(request.base_url.as_deref())?;
    let document = parse(bytes, &request.parse)?;
    let page = request.records.visual.page_tree(&document);
    let options = records::Options { explain: request.explain, ..request.records.clone() };
    let mut truncated = document.source.truncated;
    let (ranked, exhausted) = records::find_candidates(&document, &page, &options, request.parse.limits.max_work);
    truncated.work |= exhausted;
    let base = base_of(&document, address.as_ref());
    let paths = ElementPaths::new(&document);
    let context = TableContext {
        document: &document,
        page: &page,
        paths: &paths,
        base: base.as_ref(),
        split_labels: request.split_labels,
        align: request.records.align,
        work: Budget::new(request.parse.limits.max_work),
        room: Budget::new(request.parse.limits.max_output as u64),
    };
    let sure = |r: &Ranked| r.confidence.is_none_or(|c| c >= request.records.min_confidence);
    let has_main = ranked.first().is_some_and(sure);
    let wanted = ranked
        .iter()
        .take_while(|r| request.all_regions || r.main && has_main)
        .filter(|r| r.candidate.len() >= request.min_records)
        .filter(|r| request.min_score.is_none_or(|least| r.score >= least));
    let wanted: Vec<(&Ranked, bool)> = wanted.map(|r| (r, has_main && r.main)).collect();
    Ok(then(&context, &wanted, &mut truncated))
}

/// Everything [`article_page`] can be told.
#[derive(Clone, Debug, Default)]
pub struct ArticleRequest {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page, against which links are made absolute (a `<base>` in the page goes before it).
    pub base_url: Option<String>,
    /// Options of the extractor.
    pub article: article::Options,
}

/// Extracts the article of one page by itself: main text and metadata. `source` names the page in the result.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page without an article gives what text is likeliest, with a low
/// [`ArticlePage::confidence`].
pub fn article_page(bytes: &[u8], source: &str, request: &ArticleRequest) -> Result<ArticlePage, Error> {
    let address = address_of(request.base_url.as_deref())?;
    let document = parse(bytes, &request.parse)?;
    let page = PageTree::new(&document);
    let (article, exhausted) = find_article(&document, &page, &request.article, request.parse.limits.max_work);
    Ok(article_result((&document, &page), article, source, address.as_ref(), exhausted))
}
