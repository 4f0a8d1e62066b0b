//! Features of a block itself.

use crate::article::blocks::facts::{LONG, Sum, VERY_LONG, is_long};
use crate::article::features::like::Like;
use crate::article::features::page::{Page, log, yes};
use crate::dom::Tag;
use crate::recognize::ValueType;

pub(crate) const OWN: [&str; 56] = [
    "own_words",
    "own_chars",
    "own_word_length",
    "own_link_share",
    "own_links",
    "own_strong_share",
    "own_sentences",
    "own_sentence_words",
    "own_commas",
    "own_capitals",
    "own_numbers",
    "own_shouted",
    "own_separators",
    "own_questions",
    "own_longest",
    "own_dense",
    "own_ends_sentence",
    "own_ends_colon",
    "own_ends_other_mark",
    "own_is_number",
    "own_is_price",
    "own_is_date",
    "own_is_url",
    "own_copies",
    "own_earlier_copies",
    "own_signifiers",
    "own_title_cover",
    "own_title_share",
    "own_common",
    "own_described",
    "own_told",
    "own_replied",
    "own_heading",
    "own_long",
    "own_very_long",
    "own_depth",
    "own_images",
    "own_controls",
    "tag_p",
    "tag_li",
    "tag_div",
    "tag_cell",
    "tag_row_or_definition",
    "tag_other",
    "only_block_of_parent",
    "first_of_parent",
    "last_of_parent",
    "like_blocks",
    "like_words",
    "like_links",
    "like_long",
    "like_share",
    "parent_like_blocks",
    "parent_like_words",
    "parent_like_links",
    "parent_like_share",
];

/// Adds the columns [`OWN`] of a block.
pub(crate) fn own(page: &Page<'_>, like: &Like, at: usize, out: &mut Vec<f32>) {
    let (block, fact) = (&page.blocks.list[at], &page.facts.blocks[at]);
    let c = &fact.counts;
    let words = c.words.max(1) as f32;
    let share = |n: u32| n as f32 / words;
    let tag = page.document.tag(block.owner);
    let one_of = |tags: &[Tag]| yes(tags.contains(&tag));
    let parent_range = page.blocks.range(page.document, page.document.parent(block.owner).unwrap_or(block.owner));
    let in_owner = page.context.count(page.document, block.owner);
    let (own, above) = like.of(at);
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let row: [f32; OWN.len()] = [
        log(words),
        log(c.chars as f32),
        c.chars as f32 / words,
        share(fact.link_words),
        log(fact.links as f32),
        share(fact.strong_words),
        log(c.sentences as f32),
        words / c.sentences.max(1) as f32,
        share(c.commas),
        share(c.capitals),
        share(c.numbers),
        share(c.shouted),
        share(c.separators),
        yes(c.questions > 0),
        c.longest.min(60) as f32,
        share(c.dense),
        yes(matches!(fact.last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '"' | '”' | '»' | '“')),
        yes(fact.last == ':' || fact.last == '：'),
        yes(!fact.last.is_alphanumeric()),
        yes(fact.kind == ValueType::Number),
        yes(fact.kind == ValueType::Price),
        yes(fact.kind == ValueType::Date),
        yes(fact.kind == ValueType::Url),
        log(fact.copies as f32 - 1.0),
        log(fact.earlier_copies as f32),
        share(fact.signifiers),
        fact.title_words as f32 / page.evidence.title.len().max(1) as f32,
        share(fact.title_words),
        share(fact.common),
        share(fact.known[0]),
        share(fact.known[1]),
        share(fact.known[2]),
        f32::from(fact.heading),
        yes(is_long(c, LONG)),
        yes(is_long(c, VERY_LONG)),
        f32::from(page.context.depth[block.owner.index()]),
        log(in_owner[0] as f32),
        log(in_owner[1] as f32),
        one_of(&[Tag::P]),
        one_of(&[Tag::LI]),
        one_of(&[Tag::DIV]),
        one_of(&[Tag::TD, Tag::TH]),
        one_of(&[Tag::TR, Tag::DT, Tag::DD]),
        one_of(&[Tag::SECTION, Tag::ARTICLE, Tag::HEADER, Tag::FOOTER, Tag::MAIN, Tag::BODY, Tag::BLOCKQUOTE]),
        yes(parent_range.len() == 1),
        yes(parent_range.start == at),
        yes(parent_range.end == at + 1),
        log(own[0] - 1.0),
        log(own[1] / own[0].max(1.0)),
        own[2] / own[1].max(1.0),
        own[3] / own[1].max(1.0),
        own[1] / total,
        log(above[0] - 1.0),
        log(above[1] / above[0].max(1.0)),
        above[2] / above[1].max(1.0),
        above[1] / total,
    ];
    out.extend(row);
}
