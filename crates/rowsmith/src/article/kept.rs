//! Which nodes of a page are its article: those of the chosen blocks, and what belongs to them.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::whole::Whole;
use crate::content::is_leaf;
use crate::dom::{Document, NodeId, Tag};

/// Whether each node is the article: the texts of the `chosen` blocks and of what plainly belongs between them, what stands between
/// two of them that follow each other, and images and the like there. Linear.
pub(crate) fn kept(document: &Document, context: &Context, blocks: &Blocks, chosen: &[usize]) -> Vec<bool> {
    let whole = Whole::new(document, context, blocks, chosen);
    let is_chosen = &whole.taken;
    let mut marked = vec![false; document.len()];
    let Some((first, last)) = whole.ends else { return marked };
    // where the outermost figure that is open ends
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
        // blocks that begin before this node, itself included for the first text of one
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
                // at the ends, and beside what was left out, where it stands in a figure or by a block of the text
                let by = !inside
                    && tag == Tag::IMG
                    && document.contains(whole.around, id)
                    && !whole.is_beside(context, id)
                    && (begun == first && next_chosen
                        || begun > first && begun <= last && (last_chosen || next_chosen)
                        || begun >= first && begun <= last + 1 && id < figure_end);
                between || by
            }
            _ => false,
        };
    }
    marked
}
