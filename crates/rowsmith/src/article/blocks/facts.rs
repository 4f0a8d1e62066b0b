//! Facts about each block, and prefix sums of them, so that any range of blocks is measured in constant time.

use rustc_hash::FxHashMap;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::declared::evidence::{Evidence, trigram};
use crate::article::words::{Counts, Words};
use crate::dom::{Document, NodeId, Tag, heading_level, line};
use crate::recognize::{ValueType, learnt_value_type};
use crate::tree::{Span, mix};

/// One block.
#[derive(Clone, Copy, Debug)]
pub struct BlockFacts {
    /// Words and marks.
    pub counts: Counts,
    /// Words within links.
    pub link_words: u32,
    /// Links that begin in the block.
    pub links: u32,
    /// Words within `b` and `strong`.
    pub strong_words: u32,
    /// Hash of the words.
    pub hash: u64,
    /// How many blocks of the page have these words.
    pub copies: u32,
    /// How many of those come before this one.
    pub earlier_copies: u32,
    /// The type of the block's text, if it is short.
    pub kind: ValueType,
    /// The number of its words that are signifiers.
    pub signifiers: u32,
    /// The number of different words of the title that occur in it.
    pub title_words: u32,
    /// The number of its words that are among the most common in the page's long blocks: articles, prepositions and the
    /// like in any language.
    pub common: u32,
    /// The number of its word triples that occur in the description, in bodies and in replies of JSON-LD.
    pub known: [u32; 3],
    /// The context of its first text.
    pub bits: u64,
    /// The level of a heading, 1 to 6; 0 for anything else.
    pub heading: u8,
    /// Its last character.
    pub last: char,
    /// The range of its words in [`Facts::words`].
    pub words: (u32, u32),
}

/// Quantities that are summed over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Sum {
    /// Words.
    Words,
    /// Words in links.
    LinkWords,
    /// Words of blocks of [`LONG`] or more.
    LongWords,
    /// Words of blocks of [`VERY_LONG`] or more.
    VeryLongWords,
    /// Sentence ends.
    Sentences,
    /// Commas.
    Commas,
    /// Capitals.
    Capitals,
    /// Words with digits.
    Numbers,
    /// Signifiers.
    Signifiers,
    /// The most common words.
    Common,
    /// Headings.
    Headings,
    /// Items of lists.
    Items,
    /// Short blocks that are dates.
    Dates,
    /// Short blocks that are prices.
    Prices,
    /// Characters.
    Chars,
    /// Words of blocks that occur more than once.
    CopiedWords,
    /// Words that are hidden.
    HiddenWords,
    /// Word triples of the description.
    Described,
    /// Word triples of bodies in JSON-LD.
    Told,
    /// Word triples of replies in JSON-LD.
    Replied,
    /// Words of blocks without any link.
    PlainWords,
}

/// The number of sums.
pub const SUMS: usize = Sum::PlainWords as usize + 1;

/// A block with this many words is at least a sentence. In scripts without spaces it needs twice as many characters.
pub const LONG: u32 = 12;
/// A block with this many words is a paragraph.
pub const VERY_LONG: u32 = 30;

/// All blocks of a page.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// One entry per block.
    pub blocks: Vec<BlockFacts>,
    /// Hashes of all words.
    pub words: Vec<u32>,
    sums: Vec<[u32; SUMS]>,
}

impl Facts {
    /// Reads all blocks. Takes time linear in the text.
    pub fn new(document: &Document, context: &Context, blocks: &Blocks, evidence: &Evidence) -> Facts {
        let mut facts = Facts { blocks: Vec::with_capacity(blocks.len()), words: Vec::new(), sums: Vec::new() };
        for block in &blocks.list {
            facts.read(document, context, Span { from: block.first, to: block.end });
        }
        facts.count_copies();
        facts.count_common();
        for at in 0..facts.blocks.len() {
            facts.look_for(evidence, at);
        }
        facts.sum_up();
        facts
    }

    /// A sum over the blocks `range`.
    pub fn sum(&self, sum: Sum, range: &std::ops::Range<usize>) -> u32 {
        self.sums[range.end][sum as usize].wrapping_sub(self.sums[range.start][sum as usize])
    }

    /// All sums over the blocks `range`.
    pub fn all_sums(&self, range: &std::ops::Range<usize>) -> [u32; SUMS] {
        let (a, b) = (&self.sums[range.start], &self.sums[range.end]);
        std::array::from_fn(|i| b[i].wrapping_sub(a[i]))
    }

    /// The words of a block.
    pub fn words_of(&self, at: usize) -> &[u32] {
        let (from, to) = self.blocks[at].words;
        &self.words[from as usize..to as usize]
    }

    fn read(&mut self, document: &Document, context: &Context, Span { from: first, to: end }: Span) {
        let mut words = Words::default();
        let from = self.words.len();
        let (mut link_words, mut strong_words, mut links, mut bytes) = (0, 0, 0, 0);
        for id in (first.0..end.0).map(NodeId) {
            let tag = document.tag(id);
            if tag != Tag::TEXT {
                links += u32::from(tag == Tag::A);
                if matches!(tag, Tag::BR | Tag::IMG) {
                    words.space(&mut self.words);
                }
                continue;
            }
            if context.has(id, bit::SKIPPED) {
                continue;
            }
            let before = words.counts.words;
            let text = document.raw_text(id);
            bytes += text.len();
            words.push(text, &mut self.words);
            let read = words.counts.words - before;
            if context.has(id, bit::LINK) {
                link_words += read + 1;
            }
            if context.has(id, bit::STRONG) {
                strong_words += read + 1;
            }
        }
        words.finish(&mut self.words);
        let bits = context.bits[first.index()];
        links += u32::from(bits & bit::LINK != 0);
        let counts = words.counts;
        let kind = if counts.words <= 16 && bytes <= 400 {
            learnt_value_type(&line(document, first, end))
        } else {
            ValueType::Text
        };
        let to = self.words.len();
        self.blocks.push(BlockFacts {
            counts,
            link_words: link_words.min(counts.words),
            links,
            strong_words: strong_words.min(counts.words),
            hash: self.words[from..to].iter().fold(0, |h, &w| mix(h, u64::from(w))),
            copies: 1,
            earlier_copies: 0,
            kind,
            signifiers: 0,
            title_words: 0,
            common: 0,
            known: [0; 3],
            bits,
            heading: if bits & bit::HEADING == 0 { 0 } else { level_of_heading(document, first) },
            last: words.last,
            words: (from as u32, to as u32),
        });
    }

    fn count_copies(&mut self) {
        let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
        for block in &mut self.blocks {
            let count = seen.entry(block.hash).or_default();
            block.earlier_copies = *count;
            *count += 1;
        }
        for block in &mut self.blocks {
            block.copies = seen.get(&block.hash).copied().unwrap_or(1);
        }
    }

    /// The most common words of long blocks make up half of the text in any language, and little of a menu.
    fn count_common(&mut self) {
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        for at in 0..self.blocks.len() {
            let block = &self.blocks[at];
            if is_long(&block.counts, LONG) && block.link_words * 3 < block.counts.words && block.earlier_copies == 0 {
                for &word in self.words_of(at) {
                    *counts.entry(word).or_default() += 1;
                }
            }
        }
        let mut list: Vec<(u32, u32)> = counts.into_iter().filter(|c| c.1 > 2).collect();
        list.sort_unstable_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
        list.truncate(40);
        let common: rustc_hash::FxHashSet<u32> = list.into_iter().map(|c| c.0).collect();
        if common.is_empty() {
            return;
        }
        for at in 0..self.blocks.len() {
            let count = self.words_of(at).iter().filter(|w| common.contains(w)).count();
            self.blocks[at].common = count as u32;
        }
    }

    fn look_for(&mut self, evidence: &Evidence, at: usize) {
        let (from, to) = self.blocks[at].words;
        let words = &self.words[from as usize..to as usize];
        let signifiers = words.iter().filter(|w| evidence.signifiers.contains(w)).count() as u32;
        let mut title: Vec<u32> = if signifiers > 0 || words.len() < 4 {
            words.iter().copied().filter(|w| evidence.title.contains(w)).collect()
        } else {
            Vec::new()
        };
        title.sort_unstable();
        title.dedup();
        let sets = [&evidence.description, &evidence.bodies, &evidence.replies];
        let mut known = [0; 3];
        if sets.iter().any(|s| !s.is_empty()) {
            for three in words.windows(3) {
                let hash = trigram(three);
                for (known, set) in known.iter_mut().zip(sets) {
                    *known += u32::from(!set.is_empty() && set.contains(&hash));
                }
            }
        }
        let block = &mut self.blocks[at];
        (block.signifiers, block.title_words, block.known) = (signifiers, title.len() as u32, known);
    }

    fn sum_up(&mut self) {
        let mut sums = [0u32; SUMS];
        self.sums = Vec::with_capacity(self.blocks.len() + 1);
        self.sums.push(sums);
        for block in &self.blocks {
            let c = &block.counts;
            let if_so = |so: bool, n: u32| if so { n } else { 0 };
            let own: [u32; SUMS] = [
                c.words,
                block.link_words,
                if_so(is_long(c, LONG), c.words),
                if_so(is_long(c, VERY_LONG), c.words),
                c.sentences,
                c.commas,
                c.capitals,
                c.numbers,
                block.signifiers,
                block.common,
                u32::from(block.heading > 0),
                u32::from(block.bits & bit::ITEM != 0),
                u32::from(block.kind == ValueType::Date),
                u32::from(block.kind == ValueType::Price),
                c.chars,
                if_so(block.copies > 1, c.words),
                if_so(block.bits & bit::HIDDEN != 0, c.words),
                block.known[0],
                block.known[1],
                block.known[2],
                if_so(block.links == 0, c.words),
            ];
            for (sum, own) in sums.iter_mut().zip(own) {
                *sum = sum.wrapping_add(own);
            }
            self.sums.push(sums);
        }
    }
}

/// Whether a block has this many words; characters of scripts without spaces count half.
pub fn is_long(counts: &Counts, words: u32) -> bool {
    counts.words - counts.dense / 2 >= words
}

fn level_of_heading(document: &Document, id: NodeId) -> u8 {
    document.ancestors(id).find_map(|a| heading_level(document.tag(a))).unwrap_or(6)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::dom::{ParseOptions, parse};

    /// A page with its blocks and what is known of them.
    pub(crate) fn read(html: &str) -> (Document, Blocks, Facts) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let evidence = Evidence::new(&document, &Metas::new(&document), &JsonLd::new(&document));
        let facts = Facts::new(&document, &context, &blocks, &evidence);
        (document, blocks, facts)
    }
}
