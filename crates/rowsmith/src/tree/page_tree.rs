//! The tree of a page as the papers compare it: DEPTA's tag tree (section 4.1).

use crate::dom::{AttrName, Document, NodeId, Tag, is_formatting};
use crate::tree::id::TreeId;
use crate::tree::types::Tree;

/// A run `from..to` of nodes of the document: a subtree, or subtrees that are siblings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The first node.
    pub from: NodeId,
    /// The node behind the last one.
    pub to: NodeId,
}

/// The comparison tree of a page, and which nodes of the document its nodes stand for.
///
/// Its nodes are the elements of the body and its *text fragments*; blank texts, scripts, styles and the insides of
/// drawings are left out, and formatting tags within a fragment are part of it (DEPTA 4.1). Terminals are the
/// fragments and images.
#[derive(Debug)]
pub struct PageTree {
    /// Labels are tag numbers, with 0 ([`Tag::TEXT`]) for a fragment.
    pub tree: Tree,
    /// The document nodes that each node stands for: a subtree, or the run of siblings that forms a fragment.
    pub spans: Vec<Span>,
}

impl PageTree {
    /// Builds the tree. Takes linear time.
    pub fn new(document: &Document) -> PageTree {
        PageTree::with(document, &|_| true)
    }

    /// Builds the tree of those elements and texts that `is_seen` accepts. Formatted text is accepted if its element is.
    /// Takes linear time.
    pub fn with(document: &Document, is_seen: &dyn Fn(NodeId) -> bool) -> PageTree {
        let mut out = PageTree { tree: Tree::default(), spans: Vec::new() };
        let capacity = document.len();
        out.tree.labels.reserve(capacity);
        out.tree.terminals_before.push(0);
        let texts = Texts::new(document);
        // open elements: their number in the tree and their end in the document
        let mut open: Vec<(TreeId, NodeId)> = Vec::new();
        // for each level, the node before which no sibling begins a fragment
        let mut no_fragment_before: Vec<NodeId> = vec![Document::ROOT];
        let mut at = Document::ROOT;
        let end = document.end(at);
        while at < end {
            while let Some(&(id, close)) = open.last() {
                if at < close {
                    break;
                }
                out.tree.ends[id] = out.tree.end_of_all();
                open.pop();
                no_fragment_before.pop();
            }
            let parent = open.last().map_or(TreeId::ROOT, |o| o.0);
            let limit = open.last().map_or(end, |o| o.1);
            if at >= no_fragment_before[open.len()] || document.is_text(at) {
                match texts.fragment_end(document, at, limit) {
                    Ok(to) => {
                        if !is_blank(document, at, to) && is_seen(at) {
                            out.push(Tag::TEXT, parent, Span { from: at, to }, true);
                        }
                        at = to;
                        continue;
                    }
                    Err(to) => no_fragment_before[open.len()] = to,
                }
            }
            let tag = document.tag(at);
            let close = document.end(at);
            if is_left_out(tag) || !is_seen(at) {
                at = close;
                continue;
            }
            let id = out.push(tag, parent, Span { from: at, to: close }, tag == Tag::IMG);
            if matches!(tag, Tag::SVG | Tag::MATH | Tag::CANVAS | Tag::VIDEO | Tag::AUDIO | Tag::OBJECT | Tag::IFRAME) {
                at = close; // a drawing or player is one thing
                continue;
            }
            open.push((id, close));
            no_fragment_before.push(at);
            at = NodeId(at.0 + 1);
        }
        for (id, _) in open {
            out.tree.ends[id] = out.tree.end_of_all();
        }
        out
    }

    fn push(&mut self, tag: Tag, parent: TreeId, span: Span, terminal: bool) -> TreeId {
        let id = self.tree.end_of_all();
        self.tree.labels.push(tag.0);
        self.tree.ends.push(id + 1);
        self.tree.parents.push(parent);
        let before = self.tree.terminals_before.last().copied().unwrap_or(0);
        self.tree.terminals_before.push(before + u32::from(terminal));
        self.spans.push(span);
        id
    }

    /// Whether a node is a text fragment.
    pub fn is_text(&self, id: TreeId) -> bool {
        self.tree.labels[id] == Tag::TEXT.0
    }

    /// Whether a node is a fragment or an image.
    pub fn is_terminal(&self, id: TreeId) -> bool {
        self.tree.terminals_before[id + 1] > self.tree.terminals_before[id]
    }

    /// The tag of a node; [`Tag::TEXT`] for a fragment.
    pub fn tag(&self, id: TreeId) -> Tag {
        Tag(self.tree.labels[id])
    }

    /// The first node of the document that a node stands for.
    pub fn node(&self, id: TreeId) -> NodeId {
        self.spans[id].from
    }
}

fn is_left_out(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::HEAD
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::LINK
            | Tag::META
            | Tag::TITLE
            | Tag::BASE
            | Tag::SOURCE
            | Tag::TRACK
            | Tag::PARAM
            | Tag::COL
            | Tag::COLGROUP
            | Tag::WBR
    )
}

/// Facts about every node as a possible part of a fragment.
struct Texts(Vec<u8>);

/// A text, or a formatting element that holds only such nodes. An element with a class or name of its own means
/// something and is not mere formatting.
const TEXTUAL: u8 = 1;
/// At least one of its texts is not blank.
const VISIBLE: u8 = 2;
/// The last of its texts that are not blank ends in a colon.
const COLON: u8 = 4;

impl Texts {
    /// Looks at every text once.
    fn new(document: &Document) -> Texts {
        let mut flags = vec![TEXTUAL; document.len()];
        for id in document.nodes().rev() {
            if document.is_text(id) {
                let text = document.raw_text(id).trim_end();
                let colon = if text.ends_with([':', '：']) { COLON } else { 0 };
                flags[id.index()] |= if text.is_empty() { 0 } else { VISIBLE | colon };
            } else {
                let tag = document.tag(id);
                // a <cite> holds the title of a work, which is a field
                let plain = (is_formatting(tag) && tag != Tag::CITE || tag == Tag::SPAN)
                    && document
                        .attrs(id)
                        .all(|(name, _)| !matches!(name, AttrName::CLASS | AttrName::ID | AttrName::ITEMPROP));
                if !plain {
                    flags[id.index()] &= !TEXTUAL;
                }
            }
            let own = flags[id.index()];
            if let Some(parent) = document.parent(id) {
                let above = &mut flags[parent.index()];
                *above &= own | !TEXTUAL;
                if *above & VISIBLE == 0 {
                    *above |= own & (VISIBLE | COLON); // siblings come last first
                }
            }
        }
        Texts(flags)
    }

    fn is(&self, id: NodeId, flag: u8) -> bool {
        self.0[id.index()] & flag != 0
    }

    /// Where the fragment that begins at `at` ends: after a run of sibling texts and formatting elements that includes
    /// a text of the parent's own. If none begins at `at`, the node before which none of its siblings begins one.
    fn fragment_end(&self, document: &Document, at: NodeId, limit: NodeId) -> Result<NodeId, NodeId> {
        if !self.is(at, TEXTUAL) {
            return Err(at);
        }
        if document.is_text(at) && !self.is(at, VISIBLE) {
            return Ok(document.end(at));
        }
        let (mut to, mut own_text) = (at, false);
        while to < limit && self.is(to, TEXTUAL) {
            let next = document.end(to);
            // a label set apart by formatting ("<b>Price:</b> $20") is a fragment of its own
            if !document.is_text(to) && self.is(to, COLON) {
                break;
            }
            own_text |= document.is_text(to) && self.is(to, VISIBLE);
            to = next;
        }
        if own_text { Ok(to) } else { Err(to) }
    }
}

fn is_blank(document: &Document, from: NodeId, to: NodeId) -> bool {
    let mut at = from;
    while at < to {
        // most texts are not blank, and their first character tells so
        if !document.raw_text(at).chars().all(|c| c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}') {
            return false;
        }
        at = document.end(at);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};

    /// The tree in the notation of tests: tags with their children, texts in quotes.
    fn shown(html: &str) -> String {
        let page = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let tree = PageTree::new(&page);
        fn write(page: &Document, t: &PageTree, id: TreeId, out: &mut String) {
            if t.is_text(id) {
                let Span { from, to } = t.spans[id];
                out.push_str(&format!("{:?}", line(page, from, to)));
                return;
            }
            out.push_str(page.tag_name(t.tag(id)));
            if t.tree.size(id) > 1 {
                out.push('(');
                for (i, child) in t.tree.children(id).enumerate() {
                    out.push_str(if i > 0 { " " } else { "" });
                    write(page, t, child, out);
                }
                out.push(')');
            }
        }
        let mut out = String::new();
        write(&page, &tree, TreeId::new(1), &mut out);
        out
    }

    #[test]
    fn formatting_within_a_fragment_is_removed() {
        assert_eq!(shown("<p>Theoretical <b>computer</b> science"), r#"body(p("Theoretical computer science"))"#);
        assert_eq!(shown("<p><b>price:</b>"), r#"body(p(b("price:")))"#);
        assert_eq!(shown("<p><b>Price:</b> $20"), r#"body(p(b("Price:") "$20"))"#);
        assert_eq!(shown("<p>a <b class=x>b</b> c"), r#"body(p("a" b("b") "c"))"#);
        assert_eq!(shown("<p><cite>Emma</cite> (1815)"), r#"body(p(cite("Emma") "(1815)"))"#);
        assert_eq!(shown("<p>a <i>b <a href=x>c</a></i> d"), r#"body(p("a" i("b" a("c")) "d"))"#);
    }

    #[test]
    fn what_holds_no_data_is_left_out() {
        assert_eq!(shown("<div> <script>x</script><img src=a><svg><g/></svg></div>\n<br>"), "body(div(img svg) br)");
    }
}
