//! From the bytes of a page to the result line of an extractor, in one call.

use crate::Budget;
use crate::article;
use crate::article::blocks::Blocks;
use crate::article::find_article;
use crate::article::metadata::Metadata;
use crate::article::render::{Addresses, Kept, html, markdown, plain};
use crate::dom::{Document, ElementPaths, ParseOptions, parse};
use crate::error::Error;
use crate::inspect;
use crate::limits::Truncated;
use crate::output::{ArticlePage, RecordsPage, TableContext, Warning, address_of, base_of, region_table};
use crate::records;
use crate::records::Ranked;
use crate::tree::PageTree;
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
        RecordsPage { source: source.to_owned(), regions, warnings }
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

/// The result of an article that was found on a page; `exhausted` says that the limit of work was passed on the way.
pub(crate) fn article_result(
    (document, page): (&Document, &PageTree),
    article: article::Article,
    source: &str,
    address: Option<&url::Url>,
    exhausted: bool,
) -> ArticlePage {
    let mut truncated = document.source.truncated;
    truncated.work |= exhausted;
    let base = base_of(document, address);
    let kept = Kept::new(document, &article.context, &article.blocks, &article.chosen);
    let addresses = Addresses { base: base.as_ref() };
    let mut result = rendered(document, &article.blocks, &kept, article.metadata, addresses, Renderings::ALL);
    result.source = source.to_owned();
    result.path = ElementPaths::new(document).path(article.element);
    result.confidence = article.confidence;
    result.warnings = page_warnings(document, page, truncated, None);
    result
}

/// How the text of a page is given, beside as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Renderings {
    pub(crate) markdown: bool,
    pub(crate) html: bool,
}

impl Renderings {
    pub(crate) const ALL: Renderings = Renderings { markdown: true, html: true };
}

/// What is kept of a page in the renderings asked for, with its metadata. Source, path, confidence and warnings are the caller's.
pub(crate) fn rendered(
    document: &Document,
    blocks: &Blocks,
    kept: &Kept,
    metadata: Metadata,
    addresses: Addresses<'_>,
    renderings: Renderings,
) -> ArticlePage {
    let resolved = |address: Option<String>| address.and_then(|a| addresses.image(&a));
    ArticlePage {
        title: metadata.title,
        author: metadata.author,
        date: metadata.date,
        language: metadata.language,
        site_name: metadata.site_name,
        canonical_url: resolved(metadata.canonical_url),
        image: resolved(metadata.image),
        tags: metadata.tags,
        description: metadata.description,
        text: plain(document, kept),
        markdown: if renderings.markdown { markdown(document, kept, addresses) } else { String::new() },
        html: if renderings.html { html(document, blocks, kept, addresses) } else { String::new() },
        ..ArticlePage::default()
    }
}
