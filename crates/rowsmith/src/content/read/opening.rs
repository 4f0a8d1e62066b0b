//! How a document opens: with its title.

use crate::content::read::names::folded;
use crate::content::tree::{Block, BlockKind, InlineKind, SpanKind};
use crate::dom::{Document, NodeId};

/// So many blocks may stand before the title: a kicker, a date, the name of the site.
const MOST_BEFORE: usize = 4;

/// Makes the heading that says the title the first-level one if it opens the document and there is none, and takes away headings before
/// it that only lead elsewhere: the name of the site, on many sites the page's first-level heading.
pub(super) fn title_first(document: &Document, blocks: &mut Vec<Block>, title: &str) {
    let level_of = |block: &Block| match block.kind {
        BlockKind::Heading { level, .. } => Some(level),
        _ => None,
    };
    if blocks.iter().any(|block| level_of(block) == Some(1)) {
        return;
    }
    let says_title = |block: &Block| level_of(block).is_some() && is_titled(document, block.node, title);
    let Some(at) = blocks.iter().take(MOST_BEFORE + 1).position(says_title) else { return };
    if let BlockKind::Heading { level, .. } = &mut blocks[at].kind {
        *level = 1;
    }
    let mut place = 0..;
    blocks.retain(|block| place.next().is_none_or(|place| place >= at) || !only_leads(block));
}

/// Whether a heading says a title, but for signs and capitals.
pub(super) fn is_titled(document: &Document, heading: NodeId, title: &str) -> bool {
    let words = |text: &str| {
        let lower = text.to_lowercase();
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    words(title) == words(&folded(document, heading))
}

/// Whether a block is a heading of nothing but a link.
fn only_leads(block: &Block) -> bool {
    let BlockKind::Heading { inlines, .. } = &block.kind else { return false };
    let mut shown =
        inlines.iter().filter(|inline| !matches!(&inline.kind, InlineKind::Text(text) if text.trim().is_empty()));
    matches!(shown.next().map(|inline| &inline.kind), Some(InlineKind::Span(SpanKind::Link(_), _)))
        && shown.next().is_none()
}
