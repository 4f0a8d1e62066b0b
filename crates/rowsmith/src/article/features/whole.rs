//! Features of the page as a whole.

use crate::article::blocks::context::bit;
use crate::article::blocks::facts::{BlockFacts, Sum};
use crate::article::features::page::{Page, log, yes};
use crate::dom::{Document, Tag};

pub(crate) const PAGE: [&str; 37] = [
    "page_words",
    "page_blocks",
    "page_links",
    "page_long",
    "page_very_long",
    "page_sentences",
    "page_common",
    "page_headings",
    "page_h1",
    "page_dates",
    "page_prices",
    "page_copied",
    "page_images",
    "page_controls",
    "page_paragraphs",
    "page_dense",
    "page_has_article",
    "page_has_main",
    "page_articles",
    "page_hidden",
    "page_described",
    "page_told",
    "page_replied",
    "page_article",
    "page_list",
    "page_discussion",
    "page_product",
    "page_website",
    "page_service",
    "page_news",
    "page_address_depth",
    "page_address_words",
    "page_questions",
    "page_main_long",
    "page_list_confidence",
    "page_longest_share",
    "page_code",
];

/// The columns [`PAGE`], the same for every block.
pub(crate) fn page_figures(page: &Page<'_>) -> Vec<f32> {
    let all = 0..page.blocks.len();
    let of = |sum| page.facts.sum(sum, &all) as f32;
    let words = of(Sum::Words).max(1.0);
    let blocks = page.blocks.len().max(1) as f32;
    let facts = &page.facts.blocks;
    let [images, controls, paragraphs, _] = page.context.count(page.document, Document::ROOT);
    let count = |test: &dyn Fn(&BlockFacts) -> bool| facts.iter().filter(|f| test(f)).count() as f32;
    let words_in = |bits: u64| facts.iter().filter(|f| f.bits & bits != 0).map(|f| f.counts.words as f32).sum::<f32>();
    let articles = page.document.nodes().filter(|&id| page.document.tag(id) == Tag::ARTICLE).count();
    let dense: u32 = facts.iter().map(|f| f.counts.dense).sum();
    let longest = facts.iter().filter(|f| f.link_words * 4 < f.counts.words).map(|f| f.counts.words).max();
    let declared = page.evidence.declared.map(yes);
    let row: [f32; PAGE.len()] = [
        log(words),
        log(blocks),
        of(Sum::LinkWords) / words,
        of(Sum::LongWords) / words,
        of(Sum::VeryLongWords) / words,
        of(Sum::Sentences) / words,
        of(Sum::Common) / words,
        of(Sum::Headings) / blocks,
        count(&|f| f.heading == 1),
        log(of(Sum::Dates)),
        log(of(Sum::Prices)),
        of(Sum::CopiedWords) / words,
        log(images as f32),
        log(controls as f32),
        log(paragraphs as f32),
        dense as f32 / words,
        words_in(bit::ARTICLE) / words,
        words_in(bit::MAIN) / words,
        log(articles as f32),
        of(Sum::HiddenWords) / words,
        log(of(Sum::Described)),
        log(of(Sum::Told)),
        log(of(Sum::Replied)),
        declared[0],
        declared[1],
        declared[2],
        declared[3],
        declared[4],
        declared[5],
        declared[6],
        page.evidence.address.0,
        page.evidence.address.1,
        log(count(&|f| f.counts.questions > 0)),
        log(of(Sum::VeryLongWords)),
        page.list.confidence,
        longest.unwrap_or(0) as f32 / words,
        words_in(bit::PREFORMATTED) / words,
    ];
    row.to_vec()
}
