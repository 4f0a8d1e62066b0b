//! Which nodes of a page are its article: those of the chosen blocks, and what belongs to them.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::content::is_leaf;
use crate::dom::{Document, Tag};

/// Whether each node is the article: the texts of the `chosen` blocks, what stands between two of them that follow each other,
/// and images and the like there. Linear.
pub(crate) fn kept(document: &Document, context: &Context, blocks: &Blocks, chosen: &[usize]) -> Vec<bool> {
    let mut is_chosen = vec![false; blocks.len()];
    for &at in chosen {
        is_chosen[at] = true;
    }
    let mut marked = vec![false; document.len()];
    for id in document.nodes() {
        let is_script = document.tag(id) == Tag::SCRIPT;
        if context.has(id, bit::SKIPPED) && !matches!(document.tag(id), Tag::SCRIPT | Tag::IFRAME | Tag::VIDEO | Tag::AUDIO) {
            continue;
        }
        // blocks that begin before this node, itself included for the first text of one
        let begun = blocks.before[id.index() + 1] as usize;
        let last = begun.checked_sub(1);
        let inside = last.is_some_and(|at| id >= blocks.list[at].first && id < blocks.list[at].end);
        let last_chosen = last.is_some_and(|at| is_chosen[at]);
        let next_chosen = is_chosen.get(begun).copied().unwrap_or(false);
        marked[id.index()] = match document.tag(id) {
            Tag::TEXT | Tag::BR if inside => last_chosen,
            Tag::TEXT => last_chosen && next_chosen,
            Tag::BR => false,
            _ if is_leaf(document, id) => {
                (is_script || !context.has(id, bit::HIDDEN)) && last_chosen && (inside || next_chosen)
            }
            _ => false,
        };
    }
    marked
}
