//! All blocks of all pages as one table: features, labels, weights, words.

use rayon::prelude::*;
use rowsmith::article::blocks::Blocks;
use rowsmith::article::blocks::context::Context;
use rowsmith::article::blocks::facts::Facts;
use rowsmith::article::copies::Copies;
use rowsmith::article::declared::evidence::Evidence;
use rowsmith::article::declared::json_ld::JsonLd;
use rowsmith::article::declared::meta::Metas;
use rowsmith::article::features::wording::{BlockWords, block_words};
use rowsmith::article::features::{Page, features};
use rowsmith::article::words::words_of;
use rowsmith::dom::{ParseOptions, parse};

use super::structures::Structures;
use crate::eval::lcs::aligned;
use crate::eval::text_pages::TextPage;

/// One page's blocks.
pub struct PageBlocks {
    /// Rows of the table.
    pub rows: std::ops::Range<usize>,
    /// The words of each block.
    pub words: Vec<Vec<u32>>,
    /// The words of the annotated text.
    pub gold: Vec<u32>,
    /// The words of each block that have weights in the model.
    pub block_words: Vec<BlockWords>,
    /// Which blocks say again what others say.
    pub copies: Copies,
}

/// The table; the columns for the wording are left empty.
pub struct Table {
    pub width: usize,
    pub values: Vec<f32>,
    pub labels: Vec<f32>,
    /// Words of each block.
    pub sizes: Vec<u32>,
    pub pages: Vec<PageBlocks>,
}

#[derive(Default)]
struct Made {
    values: Vec<f32>,
    labels: Vec<f32>,
    words: Vec<Vec<u32>>,
    gold: Vec<u32>,
    block_words: Vec<BlockWords>,
    copies: Copies,
}

/// Builds the table; `structures` has the lists and posts of each page.
pub fn table(pages: &[TextPage], structures: &[Structures]) -> Table {
    let made: Vec<Made> = pages.par_iter().zip(structures).map(|(page, of)| make(page, of)).collect();
    let width = rowsmith::article::features::feature_names().len();
    let mut table = Table { width, values: Vec::new(), labels: Vec::new(), sizes: Vec::new(), pages: Vec::new() };
    for page in made {
        let from = table.labels.len();
        table.values.extend(page.values);
        table.labels.extend(page.labels);
        table.sizes.extend(page.words.iter().map(|w| w.len() as u32));
        table.pages.push(PageBlocks {
            rows: from..table.labels.len(),
            words: page.words,
            gold: page.gold,
            block_words: page.block_words,
            copies: page.copies,
        });
    }
    table
}

fn make(page: &TextPage, structures: &Structures) -> Made {
    let gold = words_of(&page.text);
    let Ok(document) = parse(&page.html, &ParseOptions::default()) else {
        return Made { gold, ..Made::default() };
    };
    let context = Context::new(&document);
    let blocks = Blocks::new(&document, &context);
    let evidence = Evidence::new(&document, &Metas::new(&document), &JsonLd::new(&document));
    let facts = Facts::new(&document, &context, &blocks, &evidence);
    let all = Page {
        document: &document,
        context: &context,
        blocks: &blocks,
        facts: &facts,
        evidence: &evidence,
        list: &structures.list,
        posts: &structures.posts,
        wording: &[],
    };
    let mut values = Vec::new();
    features(&all, |row| values.extend(row));
    let used = aligned(&facts.words, &gold);
    let words: Vec<Vec<u32>> = (0..blocks.len()).map(|at| facts.words_of(at).to_vec()).collect();
    let mut labels = Vec::with_capacity(blocks.len());
    for fact in &facts.blocks {
        let (from, to) = (fact.words.0 as usize, fact.words.1 as usize);
        let hits = used[from..to].iter().filter(|u| **u).count();
        labels.push(hits as f32 / (to - from).max(1) as f32);
    }
    let block_words = block_words(&document, &blocks, &facts);
    let copies = Copies::new(&document, &blocks, &facts);
    Made { values, labels, words, gold, block_words, copies }
}
