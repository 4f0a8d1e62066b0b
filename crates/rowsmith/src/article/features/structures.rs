//! Features of how a block relates to the page's main list and to its posts.

use std::ops::Range;

use crate::article::blocks::facts::Sum;
use crate::article::blocks::main_list::MainList;
use crate::article::blocks::main_posts::{PostPart, PostRange};
use crate::article::features::page::{Page, log, yes};
use crate::dom::NodeId;

pub(crate) const LIST: [&str; 9] = [
    "list_inside",
    "list_confidence",
    "list_sure_inside",
    "list_count",
    "list_share",
    "list_between",
    "list_before",
    "list_record_share",
    "list_place",
];

pub(crate) const POSTS: [&str; 15] = [
    "posts_inside",
    "posts_confidence",
    "posts_sure_inside",
    "posts_count",
    "posts_share",
    "posts_between",
    "posts_before",
    "posts_post_share",
    "posts_place",
    "posts_in_body",
    "posts_in_cut",
    "posts_author",
    "posts_date",
    "posts_title",
    "posts_body_share",
];

/// The first block at or after a node.
fn block_at(page: &Page<'_>, node: NodeId) -> usize {
    page.blocks.before[node.index().min(page.blocks.before.len() - 1)] as usize
}

/// How a block relates to a list or to posts, as the columns [`LIST`], and the blocks of the record that contains it;
/// `None` if there is no list.
fn lies(page: &Page<'_>, list: &MainList, at: usize) -> Option<([f32; LIST.len()], Option<Range<usize>>)> {
    let (first, last) = (list.runs.first()?, list.runs.last()?);
    let (from, to) = (block_at(page, first.first), block_at(page, last.end).max(block_at(page, first.first)));
    let run = list.run_of(page.blocks.list[at].first).map(|run| list.runs[run]);
    let record = run.map(|run| block_at(page, run.first)..block_at(page, run.end).max(block_at(page, run.first)));
    let words = |range: &Range<usize>| page.facts.sum(Sum::Words, range);
    let own = page.facts.blocks[at].counts.words as f32;
    let between = from <= at && at < to;
    let row = [
        yes(run.is_some()),
        list.confidence,
        if run.is_some() { list.confidence } else { 0.0 },
        log(list.count as f32),
        words(&(from..to)) as f32 / words(&(0..page.blocks.len())).max(1) as f32,
        yes(between && run.is_none()),
        if at < from { -log((from - at) as f32) } else { log((at + 1).saturating_sub(to) as f32) },
        record.as_ref().map_or(0.0, |record| own / words(record).max(1) as f32),
        run.map_or(-1.0, |run| run.record as f32 / list.count.max(1) as f32),
    ];
    Some((row, record))
}

pub(crate) fn listed(page: &Page<'_>, at: usize, out: &mut Vec<f32>) {
    out.extend(lies(page, page.list, at).map_or([0.0; LIST.len()], |(row, _)| row));
}

/// How blocks relate to posts.
#[derive(Default)]
pub(crate) struct PostParts {
    /// For each block, the parts that contain it or that it contains, as bits.
    of: Vec<u8>,
    /// For each block, the number of words in bodies before it; has one entry more than there are blocks.
    body_words: Vec<u32>,
}

pub(crate) fn parts_of_posts(page: &Page<'_>) -> PostParts {
    if page.posts.parts.is_empty() {
        return PostParts::default();
    }
    let mut of = vec![0u8; page.blocks.len()];
    for &PostRange { first, end, part } in &page.posts.parts {
        let (from, to) = (block_at(page, first), block_at(page, end));
        // a part within a line: the block has begun before it
        let within = from > 0 && page.blocks.list[from - 1].end > first;
        let from = if within { from - 1 } else { from };
        of[from..to.max(from)].iter_mut().for_each(|bits| *bits |= 1 << part as u8);
    }
    let mut body_words = vec![0];
    for (bits, fact) in of.iter().zip(&page.facts.blocks) {
        let own = if bits & 1 << PostPart::Body as u8 == 0 { 0 } else { fact.counts.words };
        body_words.push(body_words.last().copied().unwrap_or_default() + own);
    }
    PostParts { of, body_words }
}

pub(crate) fn posted(page: &Page<'_>, parts: &PostParts, at: usize, out: &mut Vec<f32>) {
    let Some((row, post)) = lies(page, &page.posts.list, at) else {
        out.extend([0.0; POSTS.len()]);
        return;
    };
    out.extend(row);
    let bits = parts.of.get(at).copied().unwrap_or_default();
    let is = |part: PostPart| yes(bits & 1 << part as u8 != 0);
    let body_words = |post: &Range<usize>| match parts.body_words.as_slice() {
        [] => 0.0,
        words => (words[post.end] - words[post.start]) as f32,
    };
    out.extend([PostPart::Body, PostPart::Cut, PostPart::Author, PostPart::Date, PostPart::Title].map(is));
    out.push(post.map_or(0.0, |post| body_words(&post) / page.facts.sum(Sum::Words, &post).max(1) as f32));
}
