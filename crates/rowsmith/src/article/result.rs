//! The article of a page as a result: its text in the forms asked for, with what the page says of itself.

use url::Url;

use crate::article::Article;
use crate::article::blocks::Blocks;
use crate::article::render::address::Addresses;
use crate::article::render::html::html;
use crate::article::render::markdown::markdown;
use crate::article::render::plain::plain;
use crate::article::render::walk::Kept;
use crate::dom::document::Document;
use crate::dom::path::ElementPaths;
use crate::types::{ArticlePage, Metadata};

/// The result of an article that was found on a page. Source and warnings are the caller's.
pub(crate) fn article_result(
    document: &Document,
    article: &Article,
    base: Option<&Url>,
    renderings: Renderings,
) -> ArticlePage {
    let kept = Kept::new(document, &article.context, &article.blocks, &article.chosen);
    let metadata = article.metadata.clone();
    let rendered = rendered(document, &article.blocks, &kept, metadata, Addresses { base }, renderings);
    let path = ElementPaths::new(document).path(article.element);
    ArticlePage { path, confidence: article.confidence, ..rendered }
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
