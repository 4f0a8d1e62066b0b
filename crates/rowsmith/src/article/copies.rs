//! Texts that stand more than once: which of the chosen blocks say again what the text has said.
//!
//! Pages hold parts twice, for wide screens and for narrow ones, or again where they are printed. But plans, specifications
//! and tables of prices repeat themselves as well: their cells, items and labels belong where they stand, and without them
//! what is left is wrong. The two are told apart by how much is repeated in one piece, and by how likely a block is a part
//! of the text, which says much, since what is learnt from counts a copy only if the text has it as often.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::blocks::Blocks;
use crate::article::blocks::facts::Facts;
use crate::dom::{Document, NodeId};

/// An element of which so many words are copies, and hardly any are not, is a part that the page holds again. Of blocks in
/// smaller ones 62 % are rightly repeated on two thirds of the hosts of `text`, of those in larger ones 28 %; from 15 to 30 words
/// the word F1 is the same.
const PART: u32 = 20;
/// A copy that is less likely is left out: of these, one of five is rightly repeated.
const LEAST: f32 = 0.4;
/// A copy with fewer words between two texts that are new is a label, a name or a price of these, and stays.
const SHORT: u32 = 3;
/// A copy that is as likely stays in such a part: exercises of a plan, for one.
const SURE: f32 = 0.8;
/// A part with so many words is the text itself, a second time, however likely it is.
const WHOLE: u32 = 150;

/// How far above a block the part is looked for.
const MOST_ABOVE: usize = 12;
/// The most blocks of an element that is looked at; larger parts consist of smaller ones.
const MOST_BLOCKS: usize = 200;

/// The repetitions of a page.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// For each block, a hash of its words.
    hashes: Vec<u64>,
    /// For each block with the words of an earlier one, how many words the largest element around it has that only repeats
    /// what came before; 0 for a block whose words are new.
    repeated: Vec<u32>,
    /// For each block, how many words it has.
    words: Vec<u32>,
}

impl Copies {
    /// Looks for the repetitions. Takes linear time.
    pub fn new(document: &Document, blocks: &Blocks, facts: &Facts) -> Copies {
        let hashes: Vec<u64> = facts.blocks.iter().map(|block| block.hash).collect();
        let mut seen: FxHashMap<u64, usize> = FxHashMap::default();
        let first: Vec<usize> = hashes.iter().enumerate().map(|(at, &hash)| *seen.entry(hash).or_insert(at)).collect();
        let mut known: FxHashMap<NodeId, Option<u32>> = FxHashMap::default();
        let repeated = (0..blocks.len()).map(|at| {
            if first[at] == at {
                return 0;
            }
            let above = document.ancestors(blocks.list[at].first).skip(1).take(MOST_ABOVE);
            let mut part = facts.blocks[at].counts.words;
            for element in above {
                let words = known
                    .entry(element)
                    .or_insert_with(|| repeated_words(&blocks.range(document, element), &first, facts));
                let Some(words) = *words else { break };
                part = part.max(words);
                if part >= WHOLE {
                    break;
                }
            }
            part
        });
        let repeated = repeated.collect();
        let words = facts.blocks.iter().map(|block| block.counts.words).collect();
        Copies { hashes, repeated, words }
    }

    /// Leaves out the copies among the chosen blocks, by the probability `p` of each block of the page. The first of
    /// several blocks with the same words always stays, and so does what is known to belong where it `stays`.
    pub fn leave_out(&self, chosen: &mut Vec<usize>, p: &[f32], stays: impl Fn(usize) -> bool) {
        let mut seen = FxHashSet::default();
        let new: FxHashSet<usize> = chosen.iter().copied().filter(|&at| seen.insert(self.hashes[at])).collect();
        chosen.retain(|&at| {
            let between = || self.words[at] < SHORT && at > 0 && new.contains(&(at - 1)) && new.contains(&(at + 1));
            let is_sure = match self.repeated[at] {
                ..PART => p[at] >= LEAST || between(),
                // nobody writes a whole paragraph again
                PART..WHOLE => p[at] >= SURE && self.words[at] < PART,
                WHOLE.. => false,
            };
            stays(at) || new.contains(&at) || is_sure
        });
    }
}

/// How many words of these blocks are copies of words before them all, if nine tenths are; given for each block the first
/// with its words.
fn repeated_words(range: &std::ops::Range<usize>, first: &[usize], facts: &Facts) -> Option<u32> {
    if range.len() > MOST_BLOCKS {
        return None;
    }
    let (mut copied, mut all) = (0, 0);
    for at in range.clone() {
        let words = facts.blocks[at].counts.words;
        all += words;
        copied += if first[at] < range.start { words } else { 0 };
    }
    (copied * 10 >= all * 9).then_some(copied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;
    use crate::dom::line;

    /// The texts that stay if all blocks were chosen and are as likely.
    fn kept(html: &str, p: f32) -> Vec<String> {
        let (document, blocks, facts) = read(html);
        let mut chosen: Vec<usize> = (0..blocks.len()).collect();
        Copies::new(&document, &blocks, &facts).leave_out(&mut chosen, &vec![p; blocks.len()], |_| false);
        chosen.iter().map(|&at| line(&document, blocks.list[at].first, blocks.list[at].end)).collect()
    }

    #[test]
    fn what_two_plans_share_stays_in_both() {
        let plans = "<div><h3>Small</h3><ul><li>Unlimited projects for all<li>Support by mail</ul></div>\
                     <div><h3>Large</h3><ul><li>Unlimited projects for all<li>Support by telephone</ul></div>";
        assert_eq!(kept(plans, 0.6).iter().filter(|text| *text == "Unlimited projects for all").count(), 2);
        assert_eq!(kept(plans, 0.3).iter().filter(|text| *text == "Unlimited projects for all").count(), 1);
        let prices = "<p>Moleskin shorts<p>£63.00<p>Fisherman gloves<p>£63.00<p>Tin cloth apron";
        assert_eq!(kept(prices, 0.3).len(), 5);
    }

    #[test]
    fn a_part_that_a_page_holds_for_narrow_screens_too_is_given_once() {
        let part = "<h2>What it is</h2><p>A lamp that is made by hand of brass and linen, and that lasts.</p>\
                    <p>It comes with a cable of two metres.</p>";
        let page = format!("<div class=wide>{part}</div><div class=narrow>{part}</div>");
        assert_eq!(kept(&page, 0.6).len(), 3);
        assert_eq!(kept(&page, 0.9).len(), 6);
        let paragraph =
            "<p>A lamp that is made by hand of brass and of linen, with a cable of two metres and a plug for the wall.";
        assert_eq!(kept(&paragraph.repeat(2), 0.9).len(), 1);
        // the text itself is never meant twice
        let article =
            (0..20).map(|n| format!("<p>Sentence number {n} of the text has eight words.</p>")).collect::<String>();
        let page = format!("<div class=wide>{article}</div><div class=narrow>{article}</div>");
        assert_eq!(kept(&page, 1.0).len(), 20);
    }
}
