//! From the bytes of a page to its posts, in one call.

use std::sync::Arc;

use url::Url;

use crate::Budget;
use crate::dom::{AttrName, Document, ElementPaths, ParseOptions, parse};
use crate::error::Error;
use crate::output::{Post, PostWriter, PostsPage, Warning, base_of};
use crate::posts::{self, Pivots, PostNodes, Template, find_fields, find_posts};
use crate::recognize::date::{DateContext, DateTime, DayMonthOrder, RawDate};
use crate::records::{Generator, PageFacts, matched_nodes};
use crate::tree::{PageTree, Similarities};
use crate::warnings::page_warnings;

/// Everything [`posts_page`] can be told.
#[derive(Clone, Debug, Default)]
pub struct PostsRequest {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page, against which links are made absolute (a `<base>` in the page goes before it).
    pub base_url: Option<String>,
    /// Options of the extractor.
    pub posts: posts::Options,
    /// When the page was fetched: "3 hours ago" counts from it. Without it such dates stay texts.
    pub now: Option<DateTime>,
    /// Fill [`crate::output::Post::html`].
    pub html: bool,
    /// Find posts by this template of their site, and by nothing else.
    pub template: Option<Arc<Template>>,
}

/// Extracts the posts of one page: of a thread, or the comments or reviews below something else. `source` names the
/// page in the result.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page without posts is no error: its result has none and says so.
pub fn posts_page(bytes: &[u8], source: &str, request: &PostsRequest) -> Result<PostsPage, Error> {
    let address = match &request.base_url {
        Some(text) => Some(Url::parse(text).map_err(|_| Error::BadBaseUrl(text.clone()))?),
        None => None,
    };
    let document = parse(bytes, &request.parse)?;
    let page = PageTree::new(&document);
    let facts = PageFacts::new(&document, &page);
    let pivots = Pivots::new(&document, &page);
    let mut truncated = document.source.truncated;
    let max_work = request.parse.limits.max_work;
    let (nodes, confidence, generator) = match &request.template {
        Some(template) => (template.apply(&facts, &pivots), None, Some(Generator::Template)),
        None => {
            let (chosen, exhausted) = find_posts(&facts, &pivots, &request.posts, max_work);
            truncated.work |= exhausted;
            match chosen {
                Some(c) => (find_fields(&facts, &pivots, &c.candidate), c.confidence, Some(c.candidate.generator)),
                None => (Vec::new(), None, None),
            }
        }
    };
    let base = base_of(&document, address.as_ref());
    let how = PostWriting { base: base.as_ref(), now: request.now, html: request.html };
    let room = Budget::new(request.parse.limits.max_output as u64);
    let posts = write_posts(&document, &page, &pivots, &nodes, &how, &room);
    truncated.output = room.is_exhausted();
    let nothing = posts.is_empty().then_some(Warning::NoPostsFound);
    let warnings = page_warnings(&document, &page, truncated, nothing);
    let found_by = generator.filter(|_| !posts.is_empty()).map(Generator::name);
    Ok(PostsPage { source: source.to_owned(), confidence, found_by, posts, warnings })
}

/// How posts are written.
#[derive(Clone, Copy, Default)]
pub(crate) struct PostWriting<'a> {
    /// What links are made absolute by.
    pub(crate) base: Option<&'a Url>,
    /// When the page was fetched.
    pub(crate) now: Option<DateTime>,
    /// Whether bodies are written as HTML too.
    pub(crate) html: bool,
}

/// Posts as they are serialised, as long as there is room; the dates of all of them tell day and month apart.
pub(crate) fn write_posts(
    document: &Document,
    page: &PageTree,
    pivots: &Pivots,
    nodes: &[PostNodes],
    how: &PostWriting<'_>,
    room: &Budget,
) -> Vec<Post> {
    let language = document.attr(Document::ROOT, AttrName::LANG);
    let dates: Vec<RawDate> = nodes
        .iter()
        .filter_map(|post| pivots.list.get(post.date?))
        .flat_map(|p| [p.shown.as_ref().map(|s| s.date), p.attribute.map(|a| a.date)])
        .flatten()
        .collect();
    let order = DayMonthOrder::decide(&dates, language);
    let writer = PostWriter {
        document,
        page,
        pivots,
        paths: &ElementPaths::new(document),
        base: how.base,
        dates: DateContext { reference: how.now, order, language, ages: true },
        html: how.html,
        room,
    };
    writer.posts(nodes)
}

/// Learns a template from pages of one site (MiBAT 6.3): of those on which posts are found, the page whose posts have
/// the most matched nodes gives it. `None` if no page shows two posts; pages that cannot be parsed are passed over.
pub fn learn_template(pages: &[&[u8]], request: &PostsRequest) -> Option<Template> {
    let mut best: Option<(f64, Template)> = None;
    for bytes in pages {
        let Ok(document) = parse(bytes, &request.parse) else { continue };
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let pivots = Pivots::new(&document, &page);
        let max_work = request.parse.limits.max_work;
        let Some(chosen) = find_posts(&facts, &pivots, &request.posts, max_work).0 else { continue };
        let mut sims = Similarities::new(&page.tree, &facts.classes, max_work);
        let score = matched_nodes(&page.tree, &chosen.candidate, &mut sims);
        if best.as_ref().is_some_and(|b| b.0 >= score) {
            continue;
        }
        let posts = find_fields(&facts, &pivots, &chosen.candidate);
        if let Some(template) = Template::learn(&document, &page, &pivots, &posts) {
            best = Some((score, template));
        }
    }
    best.map(|b| b.1)
}
