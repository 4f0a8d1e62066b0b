//! Lists that a sentence of the text introduces: "There are two kinds:" without them is a promise that is not kept.

use crate::article::blocks::Blocks;
use crate::article::blocks::facts::Facts;
use crate::dom::{Document, Tag};

/// A list that is less likely a part of the text, by the mean over its words, is left.
const LEAST: f64 = 0.1;
/// The most blocks of such a list; longer ones are indexes and comments.
const MOST_BLOCKS: usize = 40;

/// Takes the lists that directly follow a chosen block with a colon at its end, if most of the list was not chosen. Lists of links
/// stay as they are: what a page recommends is introduced in the same way, and half of them are that.
pub(crate) fn take_introduced(chosen: &mut Vec<usize>, p: &[f32], document: &Document, blocks: &Blocks, facts: &Facts) {
    let mut introduced = Vec::new();
    for &at in chosen.iter().filter(|&&at| matches!(facts.blocks[at].last, ':' | '：')) {
        let Some(next) = blocks.list.get(at + 1) else { continue };
        let is_list = |tag| matches!(tag, Tag::UL | Tag::OL | Tag::DL);
        let Some(list) = document.ancestors(next.first).find(|&a| is_list(document.tag(a))) else { continue };
        let range = blocks.range(document, list);
        if range.start != at + 1 || range.len() > MOST_BLOCKS {
            continue;
        }
        let left: Vec<usize> = range.clone().filter(|at| chosen.binary_search(at).is_err()).collect();
        let words = |at: &usize| f64::from(facts.blocks[*at].counts.words);
        let all: f64 = left.iter().map(words).sum();
        let linked: f64 = left.iter().map(|&at| f64::from(facts.blocks[at].link_words)).sum();
        let likely: f64 = left.iter().map(|at| words(at) * f64::from(p[*at])).sum();
        if left.len() * 2 >= range.len() && linked * 3.0 < all && likely >= LEAST * all {
            introduced.extend(left);
        }
    }
    chosen.extend(introduced);
    chosen.sort_unstable();
    // a list within a list that both follow a colon
    chosen.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;

    /// What is taken if the first block is chosen and all others are as likely.
    fn taken(html: &str, p: f32) -> Vec<usize> {
        let (document, blocks, facts) = read(html);
        let mut chosen = vec![0];
        take_introduced(&mut chosen, &vec![p; blocks.len()], &document, &blocks, &facts);
        chosen
    }

    #[test]
    fn a_list_goes_with_the_sentence_that_introduces_it() {
        let list = "<p>There are two kinds:</p><ul><li>red ones<li>blue ones</ul><p>More.";
        assert_eq!(taken(list, 0.2), [0, 1, 2]);
        assert_eq!(taken(list, 0.05), [0]);
        assert_eq!(taken("<p>Read also:</p><ul><li><a href=a>One walk</a><li><a href=b>Two walks</a></ul>", 0.2), [0]);
        assert_eq!(taken("<p>There are two kinds.</p><ul><li>red ones<li>blue ones</ul>", 0.2), [0]);
    }
}
