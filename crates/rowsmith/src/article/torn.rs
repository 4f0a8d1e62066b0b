//! Lists that were chosen in part: an item says little by itself, so that one of a recipe's steps is left out easily, and what
//! is left is wrong.

use std::collections::BTreeSet;

use crate::article::blocks::Blocks;
use crate::article::blocks::facts::{Facts, Sum};
use crate::article::flow::holders;
use crate::dom::{Document, NodeId, Tag};

/// How far above a text its list is looked for.
const MOST_ABOVE: usize = 8;
/// The most blocks of such a list; longer ones are indexes and comments.
const MOST_BLOCKS: usize = 40;
/// The most words of what is left out of it, each; a longer item was judged by what it says.
const MOST_WORDS: u32 = 30;

/// Takes what was left out of lists within a text of which at least half of the blocks were chosen. Lists that are mostly links stay as
/// they were judged, and so do those that stand beside a text or without one: plans, requirements, licences.
pub(crate) fn take_torn(chosen: &mut Vec<usize>, document: &Document, blocks: &Blocks, facts: &Facts) {
    let holders = holders(chosen, document, blocks, facts);
    let is_within =
        |list: &NodeId| document.ancestors(*list).skip(1).take(MOST_ABOVE).any(|around| holders.contains_key(&around));
    let lists: BTreeSet<NodeId> =
        chosen.iter().filter_map(|&at| list_around(document, blocks.list[at].first)).filter(is_within).collect();
    let mut missing = Vec::new();
    for list in lists {
        let range = blocks.range(document, list);
        if range.len() > MOST_BLOCKS {
            continue;
        }
        let left: Vec<usize> = range.clone().filter(|at| chosen.binary_search(at).is_err()).collect();
        let (words, linked) = (facts.sum(Sum::Words, &range), facts.sum(Sum::LinkWords, &range));
        let is_short = |&at: &usize| facts.blocks[at].counts.words <= MOST_WORDS;
        if left.len() * 2 <= range.len() && linked * 3 < words && left.iter().all(is_short) {
            missing.extend(left);
        }
    }
    chosen.extend(missing);
    chosen.sort_unstable();
    // a list within a list
    chosen.dedup();
}

/// The list that a text is an item of.
fn list_around(document: &Document, text: NodeId) -> Option<NodeId> {
    let item = document.ancestors(text).take(MOST_ABOVE).find(|&a| document.tag(a) == Tag::LI)?;
    document.parent(item).filter(|&list| matches!(document.tag(list), Tag::UL | Tag::OL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;

    /// What is taken if two paragraphs and the first item are chosen.
    fn taken(list: &str) -> Vec<usize> {
        let prose =
            "<p>My grandmother kept these in a tin on the top shelf, where she thought that we could not reach them.";
        let (document, blocks, facts) = read(&format!("<div>{prose}{prose}{list}</div>"));
        let mut chosen = vec![0, 1, 2];
        take_torn(&mut chosen, &document, &blocks, &facts);
        chosen
    }

    #[test]
    fn the_last_step_goes_with_those_before() {
        let steps = "<ul class=steps><li><div>Mix, and rest.</div><li><div>Roll thinly.</div></ul>";
        assert_eq!(taken(&format!("<div>{steps}</div>")), [0, 1, 2, 3]);
        // it stands beside the text, most of it was not chosen, it leads elsewhere, or it is no list
        assert_eq!(taken(&format!("</div><div>{steps}")), [0, 1, 2]);
        assert_eq!(taken("<ul><li>Mix, and rest.<li>Roll thinly.<li>Bake.</ul>"), [0, 1, 2]);
        assert_eq!(taken("<ul><li><a href=a>Mix, and rest</a><li><a href=b>Roll thinly</a></ul>"), [0, 1, 2]);
        assert_eq!(taken("<div>Mix, and rest.</div><div>Roll thinly.</div>"), [0, 1, 2]);
    }
}
