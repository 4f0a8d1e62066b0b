//! Who said what is quoted: the line below a quotation has few words that speak for it, and belongs to it all the same.

use crate::article::blocks::Blocks;
use crate::dom::{Document, NodeId, Tag};

/// How far above a text its quotation is looked for.
const MOST_ABOVE: usize = 8;
/// The most blocks of an attribution: a name, a position, a company.
const MOST_BLOCKS: usize = 3;

/// Takes the attributions of chosen quotations: the `cite`, `footer` or `figcaption` that directly follows a chosen block within its
/// `blockquote`, or within the figure around that.
pub(crate) fn take_attributions(chosen: &mut Vec<usize>, document: &Document, blocks: &Blocks) {
    let mut attributions = Vec::new();
    for &at in chosen.iter() {
        let Some(next) = blocks.list.get(at + 1).filter(|_| chosen.binary_search(&(at + 1)).is_err()) else { continue };
        let Some(quotation) = quotation(document, blocks.list[at].first) else { continue };
        let within = document.ancestors(next.first).take_while(|&a| a != quotation);
        let is_attribution = |&a: &NodeId| matches!(document.tag(a), Tag::CITE | Tag::FOOTER | Tag::FIGCAPTION);
        let Some(attribution) = within.filter(is_attribution).last() else { continue };
        let range = blocks.range(document, attribution);
        if document.contains(quotation, next.first) && range.start == at + 1 && range.len() <= MOST_BLOCKS {
            attributions.extend(range);
        }
    }
    chosen.extend(attributions);
    chosen.sort_unstable();
    chosen.dedup();
}

/// The quotation that a text is in, with the figure around it.
fn quotation(document: &Document, text: NodeId) -> Option<NodeId> {
    let above = || document.ancestors(text).take(MOST_ABOVE);
    let quote = above().find(|&a| document.tag(a) == Tag::BLOCKQUOTE)?;
    let figure = above().skip_while(|&a| a != quote).find(|&a| document.tag(a) == Tag::FIGURE);
    Some(figure.unwrap_or(quote))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;

    /// What is taken if the first block is chosen.
    fn taken(html: &str) -> Vec<usize> {
        let (document, blocks, _) = read(html);
        let mut chosen = vec![0];
        take_attributions(&mut chosen, &document, &blocks);
        chosen
    }

    #[test]
    fn who_said_it_goes_with_a_quotation() {
        assert_eq!(taken("<blockquote><p>It lasts.</p><footer>Ann Bloggs</footer></blockquote><p>x"), [0, 1]);
        let figure = "<figure><blockquote><p>It lasts.</blockquote><figcaption><div>Ann</div><div>Maker</div></figcaption>\
                      </figure><p>x";
        assert_eq!(taken(figure), [0, 1, 2]);
        assert_eq!(taken("<blockquote><p>It lasts.</p><a href=x>Expand</a></blockquote>"), [0]);
        assert_eq!(taken("<p>It lasts.</p><footer>Ann Bloggs</footer>"), [0]);
    }
}
