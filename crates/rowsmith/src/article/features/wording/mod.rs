//! Features from the names of elements and the words of headings, as far as they distinguish text from its
//! surroundings: words with trained weights, as data.
//!
//! There are four vocabularies: words in the names (classes, ids, `itemprop`, `role`) of the elements around a block,
//! the words of a short block itself, those of the heading before it, and those of the headings above that one. The
//! weights are those of one logistic regression over all four, trained on words that many sites use (`train article`),
//! and are included in the block model. They are only some of the features: a page that uses none of the words has
//! zeros here.

pub(crate) mod names;
pub(crate) mod outline;
pub(crate) mod vocabulary;

use crate::article::features::wording::names::Names;
use crate::article::features::wording::outline::Outline;
pub use vocabulary::{VOCABULARIES, Vocabulary};

use rustc_hash::FxHashMap;

use crate::article::blocks::Blocks;
use crate::article::blocks::facts::Facts;
use crate::dom::Document;

/// Longer blocks and headings are not labels.
const MOST_WORDS: usize = 8;

/// The words of a block that are looked up, as hashes without duplicates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockWords {
    /// The words in the names of the elements around it, in no particular order.
    pub names: Vec<u32>,
    /// Its own words, if it is short.
    pub own: Vec<u32>,
    /// The words of the last short heading before it.
    pub heading: Vec<u32>,
    /// The words of the headings of the enclosing sections.
    pub outline: Vec<u32>,
}

/// The words of every block, whether in a vocabulary or not: for training.
pub fn block_words(document: &Document, blocks: &Blocks, facts: &Facts) -> Vec<BlockWords> {
    let names = Names::new(document, |_| true);
    let (mut heading, mut outline) = (Vec::new(), Outline::default());
    (0..blocks.len())
        .map(|at| {
            let words = BlockWords {
                names: names.around(document, blocks.list[at].owner),
                own: short(facts, at),
                heading: heading.clone(),
                outline: outline.above(),
            };
            let level = facts.blocks[at].heading;
            if level > 0 {
                outline.enter(level, words.own.clone());
                if !words.own.is_empty() {
                    heading.clone_from(&words.own);
                }
            }
            words
        })
        .collect()
}

/// The different words of a short block; none for a long one.
fn short(facts: &Facts, at: usize) -> Vec<u32> {
    let words = facts.words_of(at);
    if words.len() > MOST_WORDS {
        return Vec::new();
    }
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    words
}

/// For each block, the sums of the weights of the names around it, of its own words, of the words of the heading before
/// it and of those above. Takes time linear in the size of the page.
pub fn wording(
    document: &Document,
    blocks: &Blocks,
    facts: &Facts,
    vocabulary: &Vocabulary,
) -> Vec<[f32; VOCABULARIES]> {
    if vocabulary.is_empty() {
        return vec![[0.0; VOCABULARIES]; blocks.len()];
    }
    let names = Names::new(document, |word| vocabulary.names.contains_key(&word));
    let around = names.sums(document, &vocabulary.names);
    let sum = |words: &[u32], of: &FxHashMap<u32, f32>| words.iter().filter_map(|w| of.get(w)).sum::<f32>();
    let (mut heading, mut above, mut outline) = (0.0, 0.0, Outline::default());
    (0..blocks.len())
        .map(|at| {
            let words = short(facts, at);
            let row = [around[blocks.list[at].owner.index()], sum(&words, &vocabulary.own), heading, above];
            let level = facts.blocks[at].heading;
            if level > 0 {
                if !words.is_empty() {
                    heading = sum(&words, &vocabulary.heading);
                }
                outline.enter(level, words);
                above = sum(&outline.above(), &vocabulary.outline);
            }
            row
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::context::Context;
    use crate::article::declared::evidence::Evidence;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::article::words::words_of;
    use crate::dom::{ParseOptions, parse};

    fn with_page<T>(html: &str, with: impl FnOnce(&Document, &Blocks, &Facts) -> T) -> T {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let evidence = Evidence::new(&document, &Metas::new(&document), &JsonLd::new(&document));
        let facts = Facts::new(&document, &context, &blocks, &evidence);
        with(&document, &blocks, &facts)
    }

    fn hashes(text: &str) -> Vec<u32> {
        let mut words = words_of(text);
        words.sort_unstable();
        words
    }

    #[test]
    fn a_block_has_the_headings_of_the_sections_around() {
        let html = "<h1>Desk</h1><h2>What they say</h2><h3>Great</h3><p>x</p><h3>Bad</h3><p>y</p><h2>Size</h2><p>z";
        with_page(html, |document, blocks, facts| {
            let words = block_words(document, blocks, facts);
            assert_eq!(words[3].outline, hashes("desk what they say"));
            assert_eq!((&words[5].outline, &words[5].heading), (&words[3].outline, &hashes("bad")));
            assert_eq!(words[7].outline, hashes("desk"));
        });
    }

    const PAGE: &str = "<div class='main wide'><h2>Read more</h2><div class='relatedPosts main'><p>One two</div></div>\
        <p>one two three four five six seven eight nine";

    #[test]
    fn a_block_has_the_words_of_names_of_itself_and_of_the_heading() {
        with_page(PAGE, |document, blocks, facts| {
            let words = block_words(document, blocks, facts);
            let mut expected: Vec<u32> = ["main", "wide", "related", "posts"].map(names::hash_of).to_vec();
            let mut names = words[1].names.clone();
            expected.sort_unstable();
            names.sort_unstable();
            assert_eq!(names, expected);
            assert_eq!((&words[1].own, &words[1].heading), (&hashes("one two"), &hashes("read more")));
            assert_eq!((words[2].own.len(), words[2].names.len()), (0, 0));
        });
    }

    #[test]
    fn weights_are_summed_over_the_same_words() {
        with_page(PAGE, |document, blocks, facts| {
            let mut vocabulary = Vocabulary::default();
            let mut weight = 1.0;
            for words in block_words(document, blocks, facts) {
                for (of, words) in [
                    (&mut vocabulary.names, words.names),
                    (&mut vocabulary.own, words.own),
                    (&mut vocabulary.heading, words.heading),
                    (&mut vocabulary.outline, words.outline),
                ] {
                    for word in words {
                        weight *= 2.0;
                        of.entry(word).or_insert(weight);
                    }
                }
            }
            let sum = |of: &rustc_hash::FxHashMap<u32, f32>, words: &[u32]| words.iter().map(|w| of[w]).sum::<f32>();
            let rows = wording(document, blocks, facts, &vocabulary);
            for (row, words) in rows.iter().zip(block_words(document, blocks, facts)) {
                let expected = [
                    sum(&vocabulary.names, &words.names),
                    sum(&vocabulary.own, &words.own),
                    sum(&vocabulary.heading, &words.heading),
                    sum(&vocabulary.outline, &words.outline),
                ];
                assert_eq!(*row, expected);
            }
        });
    }
}
