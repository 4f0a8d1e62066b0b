//! From the bytes of a page to what it is and all that it holds, in one call.

use crate::Budget;
use crate::article::render::{Addresses, Kept};
use crate::article::result::{Renderings, rendered};
use crate::dom::{ElementPaths, ParseOptions, parse};
use crate::dom::{address_of, base_of};
use crate::error::Error;
use crate::extract;
use crate::extract::findings::Findings;
use crate::extract::{Kind, KindModel, find_all, kind_evidence};
use crate::objects;
use crate::objects::{Schema, find_objects_on};
use crate::output::{ObjectContext, PostWriter, TableContext, object_table, region_table};
use crate::posts::{Chosen, find_fields};
use crate::recognize::date::DateTime;
use crate::records::PageFacts;
use crate::records::options::Ranked;
use crate::tree::PageTree;
use crate::types::{ExtractPage, LikelyKind, ObjectTable, Post};
use crate::warnings::page_warnings;

/// Everything [`extract_page`] can be told.
#[derive(Clone, Debug, Default)]
pub struct ExtractRequest<'a> {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page, against which links are made absolute (a `<base>` in the page goes before it).
    pub base_url: Option<String>,
    /// Options of the extractors.
    pub extract: extract::Options,
    /// When the page was fetched: "3 hours ago" counts from it. Without it such dates stay texts.
    pub now: Option<DateTime>,
    /// Give the text as Markdown, too.
    pub markdown: bool,
    /// Give the text and the posts as HTML, too.
    pub html: bool,
    /// Find objects of this domain, too.
    pub schema: Option<&'a Schema>,
}

/// Says what a page is, and extracts all that it holds. `source` names the page in the result.
///
/// The text and the metadata are always there. Posts are, where they are as sure as `posts` wants them, or the page is a
/// thread; a list is, where it is as sure as `records` wants it, or the page is one. Of a list and posts in one place
/// a page that is a list has the list, another one the posts.
///
/// ```
/// use rowsmith::extract::Kind;
/// use rowsmith::{ExtractRequest, extract_page};
///
/// let items = ["Lamp", "Desk", "Chair", "Shelf", "Stool", "Table"];
/// let items = items.map(|item| format!("<li><a href=/{item}>{item}</a> <b>$20.00</b> <img src={item}.jpg></li>"));
/// let html = format!("<title>Shop</title><h1>Shop</h1><ul>{}</ul>", items.concat());
/// let page = extract_page(html.as_bytes(), "shop.html", &ExtractRequest::default())?;
/// assert_eq!(page.kind, Kind::List);
/// assert_eq!(page.regions[0].records.len(), 6);
/// # Ok::<(), rowsmith::Error>(())
/// ```
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page of nothing is no error: its kind says so.
pub fn extract_page(bytes: &[u8], source: &str, request: &ExtractRequest<'_>) -> Result<ExtractPage, Error> {
    let address = address_of(request.base_url.as_deref())?;
    let document = parse(bytes, &request.parse)?;
    let page = PageTree::new(&document);
    let facts = PageFacts::new(&document, &page);
    let limits = &request.parse.limits;
    let found = find_all(&facts, &request.extract, limits.max_work);
    let model = request.extract.kinds.as_deref().unwrap_or(KindModel::built_in());
    let kinds = model.probabilities(&kind_evidence(&found));
    let LikelyKind { kind, probability: confidence } = kinds.best();
    let base = base_of(&document, address.as_ref());
    let tables = TableContext {
        document: &document,
        page: &page,
        paths: &ElementPaths::new(&document),
        base: base.as_ref(),
        split_labels: false,
        align: request.extract.records.align,
        work: Budget::new(limits.max_work),
        room: Budget::new(limits.max_output as u64),
    };
    let writer = Writer { request, facts: &facts, found: &found, tables };
    let (lists, posts) = parts(&found, kind, &request.extract);
    let mut result = writer.text();
    result.posts_confidence = posts.and_then(|p| p.confidence);
    result.posts = posts.map(|p| writer.posts(p)).unwrap_or_default();
    result.regions = lists.iter().map(|list| region_table(&writer.tables, list, kind == Kind::List)).collect();
    let mut truncated = document.source.truncated;
    if let Some(schema) = request.schema {
        let (areas, exhausted) = writer.areas(schema);
        truncated.work |= exhausted;
        result.areas = Some(areas);
    }
    truncated.work |= found.exhausted || writer.tables.work.is_exhausted();
    truncated.output = writer.tables.room.is_exhausted();
    result.warnings = page_warnings(&document, &page, truncated, None);
    Ok(ExtractPage { source: source.to_owned(), kind, confidence, kinds, ..result })
}

/// Which lists, and whether the posts, are part of the result.
fn parts<'f>(found: &'f Findings<'_>, kind: Kind, options: &extract::Options) -> (Vec<&'f Ranked>, Option<&'f Chosen>) {
    let sure = |confidence: Option<f64>, least: f64| confidence.is_none_or(|c| c >= least);
    let posts = found.posts.as_ref();
    let posts = posts.filter(|p| kind == Kind::Thread || sure(p.confidence, options.posts.min_confidence));
    let list = found.lists.first();
    let list = list.filter(|l| kind == Kind::List || sure(l.confidence, options.records.min_confidence));
    let lists = found.lists.iter().filter(|l| list.is_some() && l.main);
    match kind {
        Kind::List => {
            let lists: Vec<&Ranked> = lists.collect();
            let apart = |p: &&Chosen| !lists.iter().any(|l| l.candidate.overlaps(&p.candidate));
            let posts = posts.filter(apart);
            (lists, posts)
        }
        _ => {
            let apart = |l: &&Ranked| !posts.is_some_and(|p| p.candidate.overlaps(&l.candidate));
            (lists.filter(apart).collect(), posts)
        }
    }
}

/// What writing the parts of a page needs.
struct Writer<'a> {
    request: &'a ExtractRequest<'a>,
    facts: &'a PageFacts<'a>,
    found: &'a Findings<'a>,
    tables: TableContext<'a>,
}

impl Writer<'_> {
    /// The text and what the page says of itself.
    fn text(&self) -> ExtractPage {
        let (document, article) = (self.facts.document, &self.found.article);
        let renderings = Renderings { markdown: self.request.markdown, html: self.request.html };
        let kept = Kept::new(document, &article.context, &article.blocks, &article.chosen);
        let metadata = article.metadata.clone();
        let text =
            rendered(document, &article.blocks, &kept, metadata, Addresses { base: self.tables.base }, renderings);
        ExtractPage {
            metadata: text.metadata,
            text: text.text,
            markdown: renderings.markdown.then_some(text.markdown),
            html: renderings.html.then_some(text.html),
            text_confidence: article.confidence,
            path: self.tables.paths.path(article.element),
            ..ExtractPage::default()
        }
    }

    fn posts(&self, posts: &Chosen) -> Vec<Post> {
        let writer = PostWriter {
            document: self.facts.document,
            page: self.facts.page,
            pivots: &self.found.pivots,
            paths: self.tables.paths,
            base: self.tables.base,
            now: self.request.now,
            html: self.request.html,
            further: &[],
            room: &self.tables.room,
        };
        writer.posts(&find_fields(self.facts, &self.found.pivots, &posts.candidate))
    }

    /// The main areas of objects, and whether the limit of work was passed.
    fn areas(&self, schema: &Schema) -> (Vec<ObjectTable>, bool) {
        let records = self.request.extract.records.clone();
        let options = objects::Options { records, ..objects::Options::default() };
        let found = find_objects_on(self.facts, schema, &options, false, self.request.parse.limits.max_work);
        let TableContext { page, paths, base, .. } = self.tables;
        let context = ObjectContext { page, paths, base, schema, room: &self.tables.room };
        (found.lists.iter().map(|list| object_table(&context, list)).collect(), found.exhausted)
    }
}
