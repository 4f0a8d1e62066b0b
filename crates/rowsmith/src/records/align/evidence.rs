//! Evidence that two nodes are the same field, in addition to their tags: common words and equal classes.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::dom::layout::visual_conflict;
use crate::dom::{AttrName, Document, Tag};
use crate::records::align::AlignOptions;
use crate::records::align::grid::grid_columns;
use crate::records::record::Record;
use crate::tree::{PageTree, Span, TreeId};

/// The weight of equal classes, and of equal `itemprop`s, measured in nodes.
const CLASS_WEIGHT: f32 = 0.5;

/// The words and classes of all nodes of a list's records.
pub(crate) struct Evidence {
    /// The first node, to which all indices are relative.
    base: TreeId,
    /// For each node, its words as a range of `words`; empty for elements.
    word_ranges: Vec<(u32, u32)>,
    words: Vec<u32>,
    masks: RefCell<Masks>,
    /// For each node, the numbers of its class and of its itemprop; 0 for none.
    classes: Vec<(u32, u32)>,
    /// The width and height of elements, 0 if unknown; empty if visual conflict is not considered.
    sizes: Vec<(i32, i32)>,
    /// For table cells, the column in which they begin, from 1; 0 for other nodes.
    cells: Vec<u32>,
}

/// The positions of the words of one text, kept because the texts that it is compared with come one after the other.
#[derive(Default)]
struct Masks {
    /// The text's words, as a range of [`Evidence::words`].
    words: (u32, u32),
    /// For each word, a bit for each of its positions.
    places: Vec<u64>,
}

/// If the product of two texts' word counts is larger than this, they are compared by [`Masks`].
const FEW: usize = 24;

impl Evidence {
    pub(crate) fn new(document: &Document, page: &PageTree, records: &[Record], options: &AlignOptions) -> Evidence {
        let runs = || records.iter().flat_map(|r| r.runs.iter().copied());
        let base = runs().map(|r| r.first).min().unwrap_or(TreeId::ROOT);
        let end = runs().map(|r| r.end).max().unwrap_or(TreeId::ROOT);
        let mut evidence = Evidence {
            base,
            word_ranges: vec![(0, 0); end - base],
            words: Vec::new(),
            masks: RefCell::default(),
            classes: vec![(0, 0); if options.class_evidence { end - base } else { 0 }],
            sizes: Vec::new(),
            cells: vec![0; if options.class_evidence { end - base } else { 0 }],
        };
        if let Some(layout) = document.layout.as_ref().filter(|_| options.visual_conflict) {
            let size = |id| if page.is_text(id) { None } else { layout.of_node(document, page.node(id)) };
            evidence
                .sizes
                .extend(TreeId::between(base, end).map(|id| size(id).map_or((0, 0), |b| (b.width, b.height))));
        }
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut number = |text| {
            let next = numbers.len() as u32 + 1;
            *numbers.entry(text).or_insert(next)
        };
        let mut last_group = None;
        for id in runs().flat_map(|run| run.nodes()) {
            if page.is_text(id) {
                let Span { from, to } = page.spans[id];
                let start = evidence.words.len();
                let mut at = from;
                while at < to {
                    let words_left = options.max_words - (evidence.words.len() - start);
                    evidence.words.extend(document.raw_text(at).split_whitespace().take(words_left).map(&mut number));
                    at = document.end(at);
                }
                evidence.word_ranges[id - base] = (start as u32, evidence.words.len() as u32);
            } else if options.class_evidence {
                let mut of = |name| document.attr(page.node(id), name).map_or(0, |v| number(v.trim()));
                evidence.classes[id - base] = (of(AttrName::CLASS), of(AttrName::ITEMPROP));
                if page.tag(id) == Tag::TR
                    && let Some(group) = page.tree.parent(id).filter(|&group| last_group.replace(group) != Some(group))
                {
                    for (cell, column) in grid_columns(document, page, group) {
                        if (base..end).contains(&cell) {
                            evidence.cells[cell - base] = column + 1;
                        }
                    }
                }
            }
        }
        evidence.masks.borrow_mut().places = vec![0; numbers.len() + 1];
        evidence
    }

    /// Like [`common_subsequence`], but keeps the word positions of the first text.
    fn common_words(&self, a: (u32, u32), b: &[u32]) -> u32 {
        let words = |(from, to): (u32, u32)| &self.words[from as usize..to.min(from + 64) as usize];
        let mut masks = self.masks.borrow_mut();
        let Masks { words: last, places } = &mut *masks;
        if *last != a {
            for &word in words(*last) {
                places[word as usize] = 0;
            }
            for (i, &word) in words(a).iter().enumerate() {
                places[word as usize] |= 1 << i;
            }
            *last = a;
        }
        subsequence_by(words(a).len(), b, |word| places[word as usize])
    }

    /// The similarity of two nodes with equal tags, from 0 to 1; negative infinity if they must not match.
    pub(crate) fn of(&self, a: Option<TreeId>, b: Option<TreeId>) -> f32 {
        let (Some(a), Some(b)) = (a, b) else { return 0.0 };
        let (a, b) = (a - self.base, b - self.base);
        if let (Some(&x), Some(&y)) = (self.sizes.get(a), self.sizes.get(b))
            && visual_conflict(x, y)
        {
            return f32::NEG_INFINITY;
        }
        let words = |id: usize| &self.words[self.word_ranges[id].0 as usize..self.word_ranges[id].1 as usize];
        let (x, y) = (words(a), words(b));
        if !x.is_empty() && !y.is_empty() {
            let few = x.len() * y.len() <= FEW;
            let common = if few { common_subsequence(x, y) } else { self.common_words(self.word_ranges[a], y) };
            return common as f32 / x.len().max(y.len()) as f32;
        }
        let cell = match (self.cells.get(a), self.cells.get(b)) {
            (Some(&x), Some(&y)) if x != 0 && x == y => 1.0,
            _ => 0.0,
        };
        let (Some(a), Some(b)) = (self.classes.get(a), self.classes.get(b)) else { return 0.0 };
        let same = |x: u32, y: u32| if x != 0 && x == y { CLASS_WEIGHT } else { 0.0 };
        cell + same(a.0, b.0) + same(a.1, b.1)
    }
}

/// The length of the longest common subsequence of two word lists, of which the first has at most 64 words. Computed
/// bit-parallel, in O(n·m / 64) after looking up the words.
fn common_subsequence(a: &[u32], b: &[u32]) -> u32 {
    if a.len() > 64 {
        return common_subsequence(&a[..64], b);
    }
    subsequence_by(a.len(), b, |word| a.iter().enumerate().fold(0u64, |m, (i, &w)| m | u64::from(w == word) << i))
}

/// The same, with a function that gives the positions of a word in the first list, which has `length` words.
fn subsequence_by(length: usize, b: &[u32], places: impl Fn(u32) -> u64) -> u32 {
    let all = if length == 64 { u64::MAX } else { (1 << length) - 1 };
    let mut row = u64::MAX;
    for &word in b {
        let matches = places(word);
        let hit = row & matches;
        row = row.wrapping_add(hit) | (row & !matches);
    }
    (!row & all).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn textbook(a: &[u32], b: &[u32]) -> u32 {
        let mut m = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 1..=a.len() {
            for j in 1..=b.len() {
                m[i][j] = if a[i - 1] == b[j - 1] { m[i - 1][j - 1] + 1 } else { m[i - 1][j].max(m[i][j - 1]) };
            }
        }
        m[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn subsequence_is_the_textbooks(
            a in prop::collection::vec(0u32..6, 0..64),
            b in prop::collection::vec(0u32..6, 0..80),
        ) {
            prop_assert_eq!(common_subsequence(&a, &b), textbook(&a, &b));
        }
    }
}
