//! Elements as ranges of blocks: the features of each, and which of them matter for a block.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::facts::{Facts, SUMS, Sum};
use crate::dom::{Document, NodeId};

/// The features of a container.
pub const FIGURES: [&str; 26] = [
    "words",
    "share",
    "links",
    "long",
    "very_long",
    "block_words",
    "sentences",
    "commas",
    "capitals",
    "numbers",
    "common",
    "density",
    "informativeness",
    "headings",
    "items",
    "dates",
    "prices",
    "copied",
    "images",
    "controls",
    "begins",
    "ends",
    "paragraphs",
    "known",
    "depth",
    "plain",
];

/// Stands for no container.
pub const NONE: u32 = u32::MAX;

/// The elements of a page that contain blocks.
pub struct Containers {
    /// For each node, the nearest enclosing element that contains more blocks.
    pub wider: Vec<u32>,
    /// For each node, the smallest element from it upwards with 15 % of the page's words.
    pub smallest_15: Vec<u32>,
    /// The same with 40 %.
    pub smallest_40: Vec<u32>,
    /// For each node, the largest enclosing element with less than 60 %.
    pub largest_60: Vec<u32>,
    figures: Vec<Option<Box<[f32; FIGURES.len()]>>>,
    /// The element with the best readability score.
    pub readable: NodeId,
    /// FOREST's element: the one with the largest product of Jeffrey's density, unexpectedness and level, on this page
    /// alone.
    pub informative: NodeId,
}

impl Containers {
    /// Looks at every element once.
    pub fn new(document: &Document, context: &Context, blocks: &Blocks, facts: &Facts) -> Containers {
        let n = document.len();
        let total = facts.sum(Sum::Words, &(0..blocks.len())).max(1);
        let whole = facts.all_sums(&(0..blocks.len()));
        let mut containers = Containers {
            wider: vec![NONE; n],
            smallest_15: vec![NONE; n],
            smallest_40: vec![NONE; n],
            largest_60: vec![NONE; n],
            figures: vec![None; n],
            readable: Document::ROOT,
            informative: Document::ROOT,
        };
        let mut best = (0.0f64, Document::ROOT);
        for id in document.nodes() {
            let i = id.index();
            let range = blocks.range(document, id);
            let parent = document.parent(id);
            if let Some(parent) = parent {
                let p = parent.index();
                let same = blocks.range(document, parent) == range;
                containers.wider[i] = if same { containers.wider[p] } else { parent.0 };
                containers.smallest_15[i] = containers.smallest_15[p];
                containers.smallest_40[i] = containers.smallest_40[p];
                containers.largest_60[i] = containers.largest_60[p];
            }
            if document.is_text(id) || range.is_empty() {
                continue;
            }
            let words = facts.sum(Sum::Words, &range);
            if words * 20 >= total * 3 {
                containers.smallest_15[i] = id.0;
            }
            if words * 5 >= total * 2 {
                containers.smallest_40[i] = id.0;
            }
            if words * 5 < total * 3 && containers.largest_60[i] == NONE {
                containers.largest_60[i] = id.0;
            }
            let (x, of) = (facts.sum(Sum::Signifiers, &range), whole[Sum::Signifiers as usize]);
            let (_, informativeness) = informativeness(x, words, of, total);
            let score = informativeness * f64::from(context.depth[i]);
            if score > best.0 {
                best = (score, id);
            }
        }
        containers.informative = best.1;
        containers.readable = readable(document, blocks, facts);
        containers
    }

    /// The features of an element, computed once.
    pub fn figures(&mut self, page: &crate::article::features::page::Page<'_>, id: u32) -> &[f32; FIGURES.len()] {
        if id == NONE {
            return &[-1.0; FIGURES.len()];
        }
        self.figures[id as usize].get_or_insert_with(|| Box::new(measure(page, NodeId(id))))
    }
}

fn log(x: f64) -> f32 {
    (1.0 + x).ln() as f32
}

fn measure(page: &crate::article::features::page::Page<'_>, id: NodeId) -> [f32; FIGURES.len()] {
    let range = page.blocks.range(page.document, id);
    let all = page.facts.all_sums(&(0..page.blocks.len()));
    let own = page.facts.all_sums(&range);
    let before = page.facts.all_sums(&(0..range.start));
    let get = |sums: &[u32; SUMS], sum: Sum| f64::from(sums[sum as usize]);
    let of = |sum: Sum| get(&own, sum);
    let words = of(Sum::Words).max(1.0);
    let total = get(&all, Sum::Words).max(1.0);
    let count = range.len().max(1) as f64;
    let share = |sum: Sum| (of(sum) / words) as f32;
    let (density, informativeness) = informativeness(
        own[Sum::Signifiers as usize],
        own[Sum::Words as usize],
        all[Sum::Signifiers as usize],
        all[Sum::Words as usize],
    );
    let [images, controls, paragraphs, _] = page.context.count(page.document, id);
    let begins = get(&before, Sum::Words) / total;
    [
        log(words),
        (words / total) as f32,
        share(Sum::LinkWords),
        share(Sum::LongWords),
        share(Sum::VeryLongWords),
        log(words / count),
        share(Sum::Sentences),
        share(Sum::Commas),
        share(Sum::Capitals),
        share(Sum::Numbers),
        share(Sum::Common),
        density as f32,
        log(informativeness),
        (of(Sum::Headings) / count) as f32,
        (of(Sum::Items) / count) as f32,
        log(of(Sum::Dates)),
        log(of(Sum::Prices)),
        share(Sum::CopiedWords),
        log(f64::from(images)),
        log(f64::from(controls)),
        begins as f32,
        (begins + words / total) as f32,
        (f64::from(paragraphs) / count) as f32,
        ((of(Sum::Described) + of(Sum::Told)) / words) as f32,
        f32::from(page.context.depth[id.index()]),
        share(Sum::PlainWords),
    ]
}

/// Jeffrey's statistical density J of a node with `x` signifiers among `words` (FOREST, equation 2), and its product
/// with the unexpectedness U (equations 3 and 4, natural logarithms) on a page with `of` signifiers among `total`
/// words.
pub fn informativeness(x: u32, words: u32, of: u32, total: u32) -> (f64, f64) {
    let (x, y) = (f64::from(x), f64::from(words.saturating_sub(x)));
    let (all_x, all_y) = (f64::from(of), f64::from(total.saturating_sub(of)));
    let n = x + y;
    if n == 0.0 {
        return (0.0, 0.0);
    }
    let density = ((x + 0.5 - ((x + 0.5) * (y + 0.5) / n).sqrt()) / (n + 1.0)).max(0.0);
    let log = |v: f64, of: f64| if v > 0.0 { v * of.ln() } else { 0.0 };
    let unexpectedness = (log(n, all_x + all_y) - log(x, all_x) - log(y, all_y)).max(0.0);
    (density, density * unexpectedness)
}

/// The element with the best readability score: every long block adds a score to its parent and half of it to its
/// grandparent, reduced by the share of words in links.
fn readable(document: &Document, blocks: &Blocks, facts: &Facts) -> NodeId {
    let mut scores = vec![0.0f32; document.len()];
    for (block, fact) in blocks.list.iter().zip(&facts.blocks) {
        if fact.counts.chars < 25 {
            continue;
        }
        let score = 1.0 + fact.counts.commas as f32 + (fact.counts.chars as f32 / 100.0).min(3.0);
        let parent = document.parent(block.owner);
        for (element, part) in [(parent, 1.0), (parent.and_then(|p| document.parent(p)), 0.5)] {
            if let Some(element) = element {
                scores[element.index()] += part * score;
            }
        }
    }
    let mut best = (0.0f32, Document::ROOT);
    for id in document.nodes() {
        if scores[id.index()] <= 0.0 {
            continue;
        }
        let range = blocks.range(document, id);
        let words = facts.sum(Sum::Words, &range).max(1) as f32;
        let score = scores[id.index()] * (1.0 - facts.sum(Sum::LinkWords, &range) as f32 / words);
        if score > best.0 {
            best = (score, id);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_numbers_of_forest() {
        let density = |x: u32, y: u32| informativeness(x, x + y, 20, 120).0;
        assert!((density(1, 0) - 0.32).abs() < 0.005);
        assert!((density(8, 20) - density(3, 5)).abs() < 0.02);
        let unexpected = |x: u32, y: u32| {
            let (density, both) = informativeness(x, x + y, 20, 120);
            both / density
        };
        assert!((unexpected(10, 26) - 22.66).abs() < 0.01, "{}", unexpected(10, 26));
        assert!((unexpected(3, 1) - 5.56).abs() < 0.01, "{}", unexpected(3, 1));
    }
}
