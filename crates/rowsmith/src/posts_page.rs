//! From the bytes of a page to its posts, in one call.

use std::sync::Arc;

use url::Url;

use crate::Budget;
use crate::dom::{ElementPaths, ParseOptions, parse};
use crate::dom::{address_of, base_of};
use crate::error::Error;
use crate::output::{PostWriter, column_of};
use crate::posts;
use crate::posts::{Pivots, find_fields, find_posts};
use crate::recognize::date::DateTime;
use crate::records::{Generator, PageFacts};
use crate::tree::PageTree;
use crate::types::{PostsPage, Warning};
use crate::warnings::page_warnings;
use crate::wrapper::{Kinds, LearnInput, LearnOptions, Wrapper, learn, page_host, posts_by_wrapper};

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
    /// Fill [`crate::types::Post::html`].
    pub html: bool,
    /// Find posts by this wrapper of their site, and by nothing else; the template with posts that the page fits best is
    /// taken, however well it fits.
    pub template: Option<Arc<Wrapper>>,
}

/// Extracts the posts of one page: of a thread, or the comments or reviews below something else. `source` names the
/// page in the result.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page without posts is no error: its result has none and says so.
pub fn posts_page(bytes: &[u8], source: &str, request: &PostsRequest) -> Result<PostsPage, Error> {
    let address = address_of(request.base_url.as_deref())?;
    let document = parse(bytes, &request.parse)?;
    let page = PageTree::new(&document);
    let mut truncated = document.source.truncated;
    let max_work = request.parse.limits.max_work;
    let mut further = Vec::new();
    let (nodes, pivots, confidence, generator) = match &request.template {
        Some(wrapper) => {
            let own_host = if address.is_none() { page_host(&document) } else { None };
            let host = address.as_ref().and_then(Url::host_str).or(own_host.as_deref());
            let found = posts_by_wrapper(wrapper, &document, &page, host, max_work);
            further = found.further;
            (found.posts, found.pivots, None, Some(Generator::Template))
        }
        None => {
            let facts = PageFacts::new(&document, &page);
            let pivots = Pivots::new(&document, &page);
            let (chosen, exhausted) = find_posts(&facts, &pivots, &request.posts, max_work);
            truncated.work |= exhausted;
            match chosen {
                Some(c) => {
                    let nodes = find_fields(&facts, &pivots, &c.candidate);
                    (nodes, pivots, c.confidence, Some(c.candidate.generator))
                }
                None => (Vec::new(), pivots, None, None),
            }
        }
    };
    let base = base_of(&document, address.as_ref());
    let room = Budget::new(request.parse.limits.max_output as u64);
    let writer = PostWriter {
        document: &document,
        page: &page,
        pivots: &pivots,
        paths: &ElementPaths::new(&document),
        base: base.as_ref(),
        now: request.now,
        html: request.html,
        further: &further,
        room: &room,
    };
    let posts = writer.posts(&nodes);
    truncated.output = room.is_exhausted();
    let nothing = posts.is_empty().then_some(Warning::NoPostsFound);
    let warnings = page_warnings(&document, &page, truncated, nothing);
    let found_by = generator.filter(|_| !posts.is_empty()).map(|generator| generator.name().into());
    let columns = further.iter().map(column_of).collect();
    Ok(PostsPage { source: source.to_owned(), confidence, found_by, posts, columns, warnings })
}

/// Learns from pages of one site where posts are (MiBAT 6.3), and nothing else: a wrapper of their templates. `None` if
/// no page shows posts; pages that cannot be parsed are passed over.
pub fn learn_template(pages: &[&[u8]], request: &PostsRequest) -> Option<Wrapper> {
    let options = LearnOptions {
        parse: request.parse.clone(),
        posts: request.posts.clone(),
        kinds: Kinds { lists: false, posts: true, articles: false },
        ..LearnOptions::default()
    };
    let pages: Vec<LearnInput<'_>> =
        pages.iter().map(|bytes| LearnInput { bytes, host: None, charset: None }).collect();
    let mut wrapper = learn(&pages, &options);
    wrapper.templates.retain(|template| !template.parts.is_empty());
    (!wrapper.templates.is_empty()).then_some(wrapper)
}
