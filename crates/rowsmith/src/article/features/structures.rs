//! What a block is of the page's main list and of its posts.

use super::{Page, log, yes};
use crate::article::facts::Sum;
use crate::article::main_posts::PostPart;
use crate::dom::NodeId;

pub(super) const LIST: [&str; 9] = [
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

pub(super) const POSTS: [&str; 15] = [
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

pub(super) fn listed(page: &Page<'_>, at: usize, out: &mut Vec<f32>) {
    let list = page.list;
    let (Some(first), Some(last)) = (list.runs.first(), list.runs.last()) else {
        out.extend([0.0; LIST.len()]);
        return;
    };
    let node = page.blocks.list[at].first;
    let before = |node: NodeId| page.blocks.before[node.index().min(page.blocks.before.len() - 1)] as usize;
    let (from, to) = (before(first.0), before(last.1).max(before(first.0)));
    let run = list.run_of(node);
    let total = page.facts.sum(Sum::Words, &(0..page.blocks.len())).max(1) as f32;
    let inside = page.facts.sum(Sum::Words, &(from..to)) as f32;
    let record = run.map_or(0.0, |r| {
        let range = before(list.runs[r].0)..before(list.runs[r].1).max(before(list.runs[r].0));
        page.facts.blocks[at].counts.words as f32 / page.facts.sum(Sum::Words, &range).max(1) as f32
    });
    let between = from <= at && at < to;
    let row: [f32; LIST.len()] = [
        yes(run.is_some()),
        list.confidence,
        if run.is_some() { list.confidence } else { 0.0 },
        log(list.count as f32),
        inside / total,
        yes(between && run.is_none()),
        if at < from { -log((from - at) as f32) } else { log((at + 1).saturating_sub(to) as f32) },
        record,
        run.map_or(-1.0, |r| list.runs[r].2 as f32 / list.count.max(1) as f32),
    ];
    out.extend(row);
}

/// What blocks are of posts.
#[derive(Default)]
pub(super) struct PostParts {
    /// Per block, the parts that it lies in or holds, as bits.
    of: Vec<u8>,
    /// Per block, the words in bodies before it; one more entry than there are blocks.
    body_words: Vec<u32>,
}

pub(super) fn parts_of_posts(page: &Page<'_>) -> PostParts {
    if page.posts.parts.is_empty() {
        return PostParts::default();
    }
    let mut of = vec![0u8; page.blocks.len()];
    for &(first, end, part) in &page.posts.parts {
        let last = page.blocks.before.len() - 1;
        let before = |node: NodeId| page.blocks.before[node.index().min(last)] as usize;
        let (from, to) = (before(first), before(end));
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

pub(super) fn posted(page: &Page<'_>, parts: &PostParts, at: usize, out: &mut Vec<f32>) {
    let list = &page.posts.list;
    let (Some(first), Some(last)) = (list.runs.first(), list.runs.last()) else {
        out.extend([0.0; POSTS.len()]);
        return;
    };
    let node = page.blocks.list[at].first;
    let before = |node: NodeId| page.blocks.before[node.index().min(page.blocks.before.len() - 1)] as usize;
    let (from, to) = (before(first.0), before(last.1).max(before(first.0)));
    let run = list.run_of(node);
    let words = |range: &std::ops::Range<usize>| page.facts.sum(Sum::Words, range).max(1) as f32;
    let post = run.map(|r| before(list.runs[r].0)..before(list.runs[r].1).max(before(list.runs[r].0)));
    let between = from <= at && at < to;
    let bits = parts.of.get(at).copied().unwrap_or_default();
    let is = |part: PostPart| yes(bits & 1 << part as u8 != 0);
    let body_words = |post: &std::ops::Range<usize>| match parts.body_words.as_slice() {
        [] => 0.0,
        words => (words[post.end] - words[post.start]) as f32,
    };
    let row: [f32; POSTS.len()] = [
        yes(run.is_some()),
        list.confidence,
        if run.is_some() { list.confidence } else { 0.0 },
        log(list.count as f32),
        words(&(from..to)) / words(&(0..page.blocks.len())),
        yes(between && run.is_none()),
        if at < from { -log((from - at) as f32) } else { log((at + 1).saturating_sub(to) as f32) },
        post.as_ref().map_or(0.0, |post| page.facts.blocks[at].counts.words as f32 / words(post)),
        run.map_or(-1.0, |r| list.runs[r].2 as f32 / list.count.max(1) as f32),
        is(PostPart::Body),
        is(PostPart::Cut),
        is(PostPart::Author),
        is(PostPart::Date),
        is(PostPart::Title),
        post.as_ref().map_or(0.0, |post| body_words(post) / words(post)),
    ];
    out.extend(row);
}
