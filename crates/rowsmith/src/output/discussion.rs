//! A discussion as content: a quotation for each post, nested as the posts answer each other.

use crate::content::{
    Addresses, Block, BlockKind, Form, Inline, InlineKind, Kept, Reading, SpanKind, is_leaf, read_part,
};
use crate::dom::{AttrName, Document, NodeId, Tag, is_hidden};
use crate::output::PostWriter;
use crate::posts::{PostNodes, is_dropped};
use crate::tree::{PageTree, Span};
use crate::types::Post;

/// How deep quotations are nested; answers below that stand beside each other.
const MAX_DEPTH: usize = 16;

/// The heading above a discussion.
const HEADING: &str = "Comments";

/// The posts as content, below a heading if it is to be `headed`; nothing if there are none. The opening post of a thread
/// is left out if most of what is `shown` (an entry per node of the page) beside other posts is of it: then it is the text.
/// What was shown of the others is taken from `shown`, so that nothing stands twice. `posts` are those of `nodes`, as far
/// as they were written. Takes time linear in the size of the posts, apart from their nesting, which is bounded.
pub(crate) fn discussion(
    writer: &PostWriter<'_>,
    nodes: &[PostNodes],
    posts: &[Post],
    shown: &mut [bool],
    headed: bool,
) -> Vec<Block> {
    let document = writer.document;
    let parts = |post: &PostNodes| post.body_parts().map(|id| writer.page.spans[id]).collect();
    let bodies: Vec<Vec<Span>> = nodes.iter().take(posts.len()).map(parts).collect();
    let take_away = |post: &PostNodes, shown: &mut [bool]| {
        for root in post.runs.iter().flat_map(|run| run.roots(&writer.page.tree)) {
            let root = writer.page.node(root);
            shown[root.index()..document.end(root).index()].fill(false);
        }
    };
    let mut is_elsewhere = vec![false; bodies.len()];
    if let Some(((opening, body), elsewhere)) = nodes.iter().zip(&bodies).zip(&mut is_elsewhere).next() {
        nodes[1..bodies.len()].iter().for_each(|post| take_away(post, shown));
        *elsewhere = is_mostly(document, body, shown);
        if !*elsewhere {
            take_away(opening, shown);
        }
    }
    let mut marked = vec![false; document.len()];
    for ((post, parts), _) in nodes.iter().zip(&bodies).zip(&is_elsewhere).filter(|(_, elsewhere)| !**elsewhere) {
        let cuts = post.cut_nodes(document, writer.page);
        parts.iter().for_each(|&part| mark(document, part, &cuts, &mut marked));
    }
    let kept = Kept::new(&marked);
    let addresses = Addresses { base: writer.base };
    let reading = Reading { document, addresses, title: None, form: Form::Document };
    // what each post holds, with the quotations of its answers in it
    let mut open: Vec<Quotation> = vec![Quotation { node: Document::ROOT, blocks: Vec::new() }];
    for Place { post: at, depth } in places(posts, &is_elsewhere) {
        while open.len() > depth + 1 {
            close(&mut open);
        }
        let node = nodes[at].runs.first().map_or(Document::ROOT, |run| writer.page.node(run.first));
        let mut blocks: Vec<Block> = head(&posts[at], node, addresses).into_iter().collect();
        for &part in &bodies[at] {
            blocks.extend(read_part(reading, &kept, part.from, part.to));
        }
        open.push(Quotation { node, blocks });
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let quotations = open.pop().map(|root| root.blocks).unwrap_or_default();
    let Some(first) = quotations.first().map(|block| block.node).filter(|_| headed) else { return quotations };
    let heading = BlockKind::Heading { level: 2, inlines: vec![text(first, HEADING.to_owned())] };
    let mut blocks = vec![Block { node: first, kind: BlockKind::Rule }, Block { node: first, kind: heading }];
    blocks.extend(quotations);
    blocks
}

/// The nodes of a part of a page.
fn nodes_of(Span { from, to }: Span) -> impl Iterator<Item = NodeId> {
    (from.0..to.0).map(NodeId)
}

/// A quotation under construction.
struct Quotation {
    node: NodeId,
    blocks: Vec<Block>,
}

/// Ends the innermost quotation, which becomes a part of the one around it.
fn close(open: &mut Vec<Quotation>) {
    let Some(Quotation { node, blocks }) = open.pop() else { return };
    if let Some(around) = open.last_mut().filter(|_| !blocks.is_empty()) {
        around.blocks.push(Block { node, kind: BlockKind::Quote(blocks) });
    }
}

/// Where a post stands.
struct Place {
    /// Its index.
    post: usize,
    /// How many quotations are around its own.
    depth: usize,
}

/// The posts in the order in which they are read: each followed by its answers. Those of which `is_elsewhere` is true are
/// left out, and their answers stand in their place.
fn places(posts: &[Post], is_elsewhere: &[bool]) -> Vec<Place> {
    let mut answers: Vec<Vec<usize>> = vec![Vec::new(); posts.len()];
    let mut begun = Vec::new();
    for (at, post) in posts.iter().enumerate() {
        // a post answers an earlier one, so there are no circles
        match post.parent.filter(|&parent| parent < at) {
            Some(parent) => answers[parent].push(at),
            None => begun.push(at),
        }
    }
    let mut waiting: Vec<Place> = begun.into_iter().rev().map(|post| Place { post, depth: 0 }).collect();
    let mut order = Vec::with_capacity(posts.len());
    while let Some(Place { post, depth }) = waiting.pop() {
        let below = if is_elsewhere[post] { depth } else { (depth + 1).min(MAX_DEPTH) };
        waiting.extend(answers[post].iter().rev().map(|&post| Place { post, depth: below }));
        if !is_elsewhere[post] {
            order.push(Place { post, depth });
        }
    }
    order
}

/// The line above a post: who wrote it and when, with the address of the post.
fn head(post: &Post, node: NodeId, addresses: Addresses<'_>) -> Option<Block> {
    let mut inlines = Vec::new();
    if let Some(author) = &post.author {
        inlines.push(Inline { node, kind: InlineKind::Span(SpanKind::Strong, vec![text(node, author.clone())]) });
    }
    // the day tells enough in a text
    let day = post.date.as_ref().map(|date| date.split('T').next().unwrap_or(date).to_owned());
    let address = post.url.as_ref().and_then(|url| addresses.link(url));
    if let Some(day) = day.or_else(|| post.date_text.clone()) {
        if !inlines.is_empty() {
            inlines.push(text(node, " · ".to_owned()));
        }
        inlines.push(match address {
            Some(address) => Inline { node, kind: InlineKind::Span(SpanKind::Link(address), vec![text(node, day)]) },
            None => text(node, day),
        });
    }
    if let Some(title) = &post.title {
        if !inlines.is_empty() {
            inlines.push(text(node, " · ".to_owned()));
        }
        inlines.push(text(node, title.clone()));
    }
    let kind = BlockKind::Paragraph { inlines, after_breaks: false, apart: true };
    (!matches!(&kind, BlockKind::Paragraph { inlines, .. } if inlines.is_empty())).then_some(Block { node, kind })
}

fn text(node: NodeId, text: String) -> Inline {
    Inline { node, kind: InlineKind::Text(text) }
}

/// Whether most words of the posts after the first are among what is `shown`: then they are the text. Takes linear time.
pub(crate) fn are_shown(document: &Document, page: &PageTree, posts: &[PostNodes], shown: &[bool]) -> bool {
    let parts = posts.iter().skip(1).flat_map(PostNodes::body_parts);
    let (mut all, mut there) = (0, 0);
    for id in parts.flat_map(|part| nodes_of(page.spans[part])).filter(|&id| document.is_text(id)) {
        let words = document.raw_text(id).split_whitespace().count();
        all += words;
        there += if shown[id.index()] { words } else { 0 };
    }
    all > 0 && there * 2 >= all
}

/// Whether most of the words that are shown are those of these parts.
fn is_mostly(document: &Document, parts: &[Span], shown: &[bool]) -> bool {
    let words = |id: &NodeId| match shown[id.index()] && document.is_text(*id) {
        true => document.raw_text(*id).split_whitespace().count(),
        false => 0,
    };
    let all: usize = document.nodes().map(|id| words(&id)).sum();
    let there: usize = parts.iter().flat_map(|&part| nodes_of(part)).map(|id| words(&id)).sum();
    all > 0 && there * 2 > all
}

/// Marks what the body of a post shows, except the subtrees `cuts`, which are in document order.
fn mark(document: &Document, Span { from: body, to: end }: Span, cuts: &[NodeId], marked: &mut [bool]) {
    let mut at = body;
    while at < end {
        let tag = document.tag(at);
        let is_formula = tag == Tag::SCRIPT && is_leaf(document, at);
        let is_embedded = tag == Tag::IFRAME;
        let is_out = cuts.binary_search(&at).is_ok()
            || is_hidden(document, at)
            || document.attr(at, AttrName::ROLE) == Some("tooltip")
            || is_dropped(document.tag_name(tag)) && !is_formula && !is_embedded;
        if is_out && at != body {
            at = document.end(at);
            continue;
        }
        marked[at.index()] = document.is_text(at) || is_leaf(document, at);
        at = if is_formula { document.end(at) } else { NodeId(at.0 + 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(parent: Option<usize>) -> Post {
        Post { parent, ..Post::default() }
    }

    fn order(posts: &[Post], elsewhere: &[usize]) -> Vec<(usize, usize)> {
        let is_elsewhere: Vec<bool> = (0..posts.len()).map(|at| elsewhere.contains(&at)).collect();
        places(posts, &is_elsewhere).into_iter().map(|place| (place.post, place.depth)).collect()
    }

    #[test]
    fn answers_follow_what_they_answer() {
        let posts = [post(None), post(Some(0)), post(None), post(Some(0)), post(Some(1))];
        assert_eq!(order(&posts, &[]), [(0, 0), (1, 1), (4, 2), (3, 1), (2, 0)]);
        // the opening post is the article
        assert_eq!(order(&posts, &[0]), [(1, 0), (4, 1), (3, 0), (2, 0)]);
    }

    #[test]
    fn nesting_is_bounded_and_wrong_parents_are_none() {
        let posts: Vec<Post> = (0..40_usize).map(|at| post(at.checked_sub(1))).collect();
        assert_eq!(order(&posts, &[]).last(), Some(&(39, MAX_DEPTH)));
        assert_eq!(order(&[post(Some(1)), post(Some(1)), post(Some(9))], &[]), [(0, 0), (1, 0), (2, 0)]);
    }
}
