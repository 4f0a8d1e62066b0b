//! Text blocks: maximal runs of text within non-inline elements, in document order.

pub mod context;
pub mod facts;
pub mod main_list;
pub mod main_posts;

use crate::article::blocks::context::{Context, bit};
use crate::dom::{Document, NodeId, Tag, breaks};

/// A run of text: the nodes `first..end` of the document are texts and inline elements of one line box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first text that contains a word or part of one.
    pub first: NodeId,
    /// The position after the last text.
    pub end: NodeId,
    /// The nearest enclosing element that is not inline.
    pub owner: NodeId,
}

/// The blocks of a page. Every element contains a contiguous range of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Blocks {
    /// The blocks in document order, each with at least one letter or digit.
    pub list: Vec<Block>,
    /// For each node, the number of blocks that begin before it; has one entry more than there are nodes.
    pub before: Vec<u32>,
}

impl Blocks {
    /// Finds the blocks. Takes time linear in the number of nodes.
    pub fn new(document: &Document, context: &Context) -> Blocks {
        let mut blocks = Blocks { list: Vec::new(), before: Vec::with_capacity(document.len() + 1) };
        // the block that is being extended
        let mut open: Option<Block> = None;
        // non-inline elements that are open
        let mut around: Vec<NodeId> = Vec::new();
        for id in document.nodes() {
            while around.last().is_some_and(|&element| document.end(element) <= id) {
                around.pop();
                blocks.list.extend(open.take());
            }
            let tag = document.tag(id);
            if tag != Tag::TEXT && breaks(tag) {
                blocks.list.extend(open.take());
                around.push(id);
            }
            // a block that is being extended has begun
            blocks.before.push((blocks.list.len() + usize::from(open.is_some())) as u32);
            if tag != Tag::TEXT || context.has(id, bit::SKIPPED) {
                continue;
            }
            let end = NodeId(id.0 + 1);
            match &mut open {
                Some(block) => block.end = end,
                None if document.raw_text(id).contains(char::is_alphanumeric) => {
                    let owner = around.last().copied().unwrap_or(Document::ROOT);
                    open = Some(Block { first: id, end, owner });
                }
                None => {}
            }
        }
        blocks.list.extend(open.take());
        blocks.before.push(blocks.list.len() as u32);
        blocks
    }

    /// The blocks that begin in a subtree.
    pub fn range(&self, document: &Document, id: NodeId) -> std::ops::Range<usize> {
        self.before[id.index()] as usize..self.before[document.end(id).index()] as usize
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the page has no text at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};

    fn texts(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let blocks = Blocks::new(&document, &Context::new(&document));
        assert_eq!(blocks.before.len(), document.len() + 1);
        assert_eq!(blocks.range(&document, Document::ROOT), 0..blocks.len());
        for (at, block) in blocks.list.iter().enumerate() {
            let range = blocks.range(&document, block.owner);
            assert!(range.contains(&at), "{at} {range:?}");
        }
        blocks.list.iter().map(|b| line(&document, b.first, b.end)).collect()
    }

    #[test]
    fn inline_elements_and_line_breaks_stay_inside() {
        assert_eq!(texts("<p>one <b>two</b><br>three</p><p>four"), ["one two three", "four"]);
        assert_eq!(texts("<ul><li>a<li><a href=x>b</a> c</ul>"), ["a", "b c"]);
    }

    #[test]
    fn a_block_inside_parts_the_text_around_it() {
        assert_eq!(texts("<div>a<div>b</div>c</div>"), ["a", "b", "c"]);
        assert_eq!(texts("<div><span>a<p>b</p>c</span>d</div>"), ["a", "b", "cd"]);
    }

    #[test]
    fn nothing_unseen_and_nothing_without_a_word() {
        assert_eq!(texts("<p>•</p><script>x</script><style>y</style><p>a<svg><text>z</text></svg></p>"), ["a"]);
        assert_eq!(texts("<p>- <b>a</b> -</p>"), ["a -"]);
    }
}
