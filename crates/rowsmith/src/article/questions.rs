//! Questions that a reader presses to see the answer: on many pages they are buttons, and yet they head what follows.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::bit;
use crate::article::blocks::facts::Facts;
use crate::dom::{Document, Tag};

/// How far above its text the summary is looked for.
const MOST_ABOVE: usize = 6;

/// Whether a block is a question in a button or in a summary. Without its question an answer says little.
pub(crate) fn opens_answer(document: &Document, blocks: &Blocks, facts: &Facts, at: usize) -> bool {
    let fact = &facts.blocks[at];
    let is_pressed = || {
        fact.bits & bit::BUTTON != 0
            || document.ancestors(blocks.list[at].first).take(MOST_ABOVE).any(|a| document.tag(a) == Tag::SUMMARY)
    };
    matches!(fact.last, '?' | '？' | '؟') && is_pressed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;

    #[test]
    fn questions_that_are_buttons_head_their_answers() {
        let page = "<h2><button>Does it last?</button></h2><p>It does.</p><button>Where is it made?</button><p>Here.</p>\
                    <details><summary>Is it red?</summary><p>No.</p></details><button>Share</button><p>Why?</p>";
        let (document, blocks, facts) = read(page);
        let opening: Vec<usize> =
            (0..blocks.len()).filter(|&at| opens_answer(&document, &blocks, &facts, at)).collect();
        assert_eq!(opening, [0, 2, 4]);
    }
}
