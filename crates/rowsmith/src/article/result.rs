//! The article of a page as a result: its text in the formats asked for, with the page's metadata.

use crate::article::Article;
use crate::article::blocks::facts::Sum;
use crate::article::kept::{Kept, kept};
use crate::content::{Addresses, Block, Form, MarkdownOptions, Reading, html, markdown, plain, read};
use crate::dom::Base;
use crate::dom::document::Document;
use crate::dom::path::ElementPaths;
use crate::types::{ArticlePage, Metadata};

/// The result for an article that was found on a page. The caller fills in source and warnings.
pub(crate) fn article_result(
    document: &Document,
    article: &Article,
    base: Option<&Base>,
    renderings: Renderings,
) -> ArticlePage {
    article_with(document, article, base, renderings, |_| Vec::new())
}

/// A text with a lower expected F1 is more likely to be none: menus, a form, a list of links.
const LEAST_CONFIDENCE: f64 = 0.2;

/// What is not longer than a line is rarely a text: more often a button, or that the page needs scripts.
const WORDS_OF_A_LINE: u32 = 10;

/// A line is one only if it is rather likely.
const LEAST_CONFIDENCE_OF_A_LINE: f64 = 0.6;

/// Whether what was found is likely enough to be the text of an article.
pub(crate) fn is_text(article: &Article) -> bool {
    let words: u32 = article.chosen.iter().map(|&at| article.facts.sum(Sum::Words, &(at..at + 1))).sum();
    article.confidence >= if words < WORDS_OF_A_LINE { LEAST_CONFIDENCE_OF_A_LINE } else { LEAST_CONFIDENCE }
}

/// The same, with blocks that follow the text in Markdown and HTML; they are made with knowledge of which nodes of the
/// page these show of the text, and may take some away.
pub(crate) fn article_with(
    document: &Document,
    article: &Article,
    base: Option<&Base>,
    renderings: Renderings,
    further: impl FnOnce(&mut [bool]) -> Vec<Block>,
) -> ArticlePage {
    let chosen: &[usize] = if is_text(article) { &article.chosen } else { &[] };
    let mut kept = kept(document, &article.context, &article.blocks, chosen, &article.metadata);
    let further = further(&mut kept.whole);
    let metadata = article.metadata.clone();
    let rendered = rendered(document, kept, metadata, Addresses { base }, renderings, further);
    let path = ElementPaths::new(document).path(article.element);
    ArticlePage { path, confidence: article.confidence, ..rendered }
}

/// The formats of a page's text in addition to plain text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Renderings {
    pub(crate) markdown: Option<MarkdownOptions>,
    pub(crate) html: bool,
}

impl Renderings {
    /// All formats.
    pub(crate) fn all(markdown: MarkdownOptions) -> Renderings {
        Renderings { markdown: Some(markdown), html: true }
    }
}

/// The nodes kept from a page in the formats asked for, with the metadata. The caller fills in source, path, confidence
/// and warnings. `further` blocks follow the text in Markdown and HTML.
pub(crate) fn rendered(
    document: &Document,
    kept: Kept,
    metadata: Metadata,
    addresses: Addresses<'_>,
    renderings: Renderings,
    further: Vec<Block>,
) -> ArticlePage {
    let resolved = |address: Option<String>| address.and_then(|a| addresses.image(&a));
    let reading = Reading { document, addresses, title: metadata.title.as_deref(), form: Form::Document };
    let text = plain(&read(Reading { form: Form::Text, ..reading }, kept.chosen));
    let shown = (renderings.markdown.is_some() || renderings.html).then(|| read(reading, kept.whole));
    let mut content = shown.unwrap_or_default();
    content.blocks.extend(further);
    ArticlePage {
        metadata: Metadata {
            canonical_url: resolved(metadata.canonical_url),
            image: resolved(metadata.image),
            ..metadata
        },
        text,
        markdown: renderings.markdown.map_or(String::new(), |options| markdown(&content, options)),
        html: if renderings.html { html(&content) } else { String::new() },
        ..ArticlePage::default()
    }
}
