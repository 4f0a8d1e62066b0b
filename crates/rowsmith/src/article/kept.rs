//! Which nodes of a page belong to its article: those of the chosen blocks, and what belongs to them.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::whole::Whole;
use crate::content::is_leaf;
use crate::dom::{Document, NodeId, Tag};
use crate::types::Metadata;

/// Which nodes of a page belong to its article.
pub(crate) struct Kept {
    /// For each node, whether it is part of the text: it belongs to a chosen block or is between two consecutive ones.
    pub(crate) chosen: Vec<bool>,
    /// For each node, whether it is part of the text or belongs to it ([`whole`](super::whole)): what Markdown and HTML
    /// show. Headings, captions and pictures are part of a document, but not of its text.
    pub(crate) whole: Vec<bool>,
}

/// Determines the nodes of the article from its `chosen` blocks and its metadata. Takes linear time.
pub(crate) fn kept(
    document: &Document,
    context: &Context,
    blocks: &Blocks,
    chosen: &[usize],
    stated: &Metadata,
) -> Kept {
    let choice = Whole::of(document, context, blocks, chosen);
    let whole = choice.completed(document, context, blocks, stated);
    Kept {
        chosen: marked(document, context, blocks, &choice, false),
        whole: marked(document, context, blocks, &whole, true),
    }
}

/// Whether each node is a text of a block that is taken, is between two consecutive ones, or is an image or the like
/// there; with `at_ends`, also at the ends.
fn marked(document: &Document, context: &Context, blocks: &Blocks, whole: &Whole, at_ends: bool) -> Vec<bool> {
    let is_chosen = &whole.taken;
    let mut marked = vec![false; document.len()];
    let Some((first, last)) = whole.ends else { return marked };
    // where the outermost open figure ends
    let mut figure_end = NodeId(0);
    for id in document.nodes() {
        let tag = document.tag(id);
        if tag == Tag::FIGURE {
            figure_end = figure_end.max(document.end(id));
        }
        let is_script = tag == Tag::SCRIPT;
        if context.has(id, bit::SKIPPED) && !matches!(tag, Tag::SCRIPT | Tag::IFRAME | Tag::VIDEO | Tag::AUDIO) {
            continue;
        }
        // blocks that begin before this node, counting the node itself if it is the first text of one
        let begun = blocks.before[id.index() + 1] as usize;
        let block = begun.checked_sub(1);
        let inside = block.is_some_and(|at| id >= blocks.list[at].first && id < blocks.list[at].end);
        let last_chosen = block.is_some_and(|at| is_chosen[at]);
        let next_chosen = is_chosen.get(begun).copied().unwrap_or(false);
        marked[id.index()] = match tag {
            Tag::TEXT | Tag::BR if inside => last_chosen,
            Tag::TEXT => last_chosen && next_chosen,
            Tag::BR => false,
            _ if is_leaf(document, id) && (is_script || !context.has(id, bit::HIDDEN)) => {
                let between = last_chosen && (inside || next_chosen);
                // at the ends, and next to what was left out, only if it is in a figure or next to a block of the text
                let by = at_ends
                    && !inside
                    && tag == Tag::IMG
                    && document.contains(whole.around, id)
                    && !whole.is_beside(context, id)
                    && (begun == first && next_chosen
                        || begun > first && begun <= last && (last_chosen || next_chosen)
                        || begun >= first && begun <= last + 1 && id < figure_end);
                let leads = at_ends && tag == Tag::IMG && whole.lead.is_some_and(|lead| document.contains(lead, id));
                between || by || leads
            }
            _ => false,
        };
    }
    marked
}
