//! The article of a page as a result: its text in the forms asked for, with what the page says of itself.

use crate::article;
use crate::article::blocks::Blocks;
use crate::article::render::address::Addresses;
use crate::article::render::html::html;
use crate::article::render::markdown::markdown;
use crate::article::render::plain::plain;
use crate::article::render::walk::Kept;
use crate::dom::address::base_of;
use crate::dom::document::Document;
use crate::dom::path::ElementPaths;
use crate::tree::page_tree::PageTree;
use crate::types::{ArticlePage, Metadata};
use crate::warnings::page_warnings;
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
        metadata: Metadata {
            canonical_url: resolved(metadata.canonical_url),
            image: resolved(metadata.image),
            ..metadata
        },
        text: plain(document, kept),
        markdown: if renderings.markdown { markdown(document, kept, addresses) } else { String::new() },
        html: if renderings.html { html(document, blocks, kept, addresses) } else { String::new() },
        ..ArticlePage::default()
    }
}
