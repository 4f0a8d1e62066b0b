//! The vocabularies of the block model: one logistic regression over the words that blocks contain and are surrounded
//! by, such that no page is given weights that were trained on its own site.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rowsmith::article::features::wording::{BlockWords, VOCABULARIES, Vocabulary};
use rowsmith::article::model::Model;
use rowsmith::learn::LearntModel;

use super::table::Table;
use crate::eval::folds::FOLDS;
use crate::eval::text_pages::TextPage;
use crate::train::linear::minimise;
use crate::train::teaches;

/// The least number of sites that have to use a word.
const LEAST_SITES: usize = 12;
/// The weight of the losses compared with the L2 penalty, at the weights that blocks have in training.
const LOSS: f64 = 0.05;
const ROUNDS: usize = 120;

/// For each row its words as numbers, one vocabulary after the other.
struct Words {
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// For each number, which vocabulary it belongs to, and the word.
    words: Vec<(usize, u32)>,
    /// For each number, the number of sites that use the word, by fold.
    sites: Vec<[usize; FOLDS]>,
}

fn parts(words: &BlockWords) -> [&[u32]; VOCABULARIES] {
    [&words.names, &words.own, &words.heading, &words.outline]
}

impl Words {
    fn new(pages: &[TextPage], table: &Table) -> Words {
        let mut users: BTreeMap<(usize, u32), BTreeSet<&str>> = BTreeMap::new();
        for (page, of) in pages.iter().zip(&table.pages).filter(|(page, _)| teaches(Model::NAME, &page.key)) {
            for block in &of.block_words {
                for (which, words) in parts(block).into_iter().enumerate() {
                    for &word in words {
                        users.entry((which, word)).or_default().insert(&page.host);
                    }
                }
            }
        }
        users.retain(|_, hosts| hosts.len() >= LEAST_SITES);
        let fold_of: BTreeMap<&str, usize> = pages.iter().map(|p| (p.host.as_str(), p.fold)).collect();
        let mut numbers_of: BTreeMap<(usize, u32), u32> = BTreeMap::new();
        let mut all = Words { starts: vec![0], numbers: Vec::new(), words: Vec::new(), sites: Vec::new() };
        for (&word, hosts) in &users {
            numbers_of.insert(word, all.words.len() as u32);
            all.words.push(word);
            let mut sites = [0; FOLDS];
            hosts.iter().for_each(|host| sites[fold_of[host]] += 1);
            all.sites.push(sites);
        }
        for block in table.pages.iter().flat_map(|p| &p.block_words) {
            for (which, words) in parts(block).into_iter().enumerate() {
                all.numbers.extend(words.iter().filter_map(|&word| numbers_of.get(&(which, word))));
            }
            all.starts.push(all.numbers.len() as u32);
        }
        all
    }

    fn of(&self, row: usize) -> &[u32] {
        &self.numbers[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The weights by number, trained on the rows outside some folds; 0 for words that too few sites outside use.
    fn fit(&self, table: &Table, weights: &[f32], folds: &[usize], without: &[usize]) -> Vec<f32> {
        let used = |sites: &[usize; FOLDS]| {
            let outside: usize = (0..FOLDS).filter(|f| !without.contains(f)).map(|f| sites[f]).sum();
            outside >= LEAST_SITES
        };
        let used: Vec<bool> = self.sites.iter().map(used).collect();
        let rows: Vec<usize> = (0..folds.len()).filter(|&r| !without.contains(&folds[r]) && weights[r] > 0.0).collect();
        let all: f64 = rows.iter().map(|&r| f64::from(weights[r])).sum();
        let bias = self.words.len();
        let mut w = minimise(
            bias + 1,
            ROUNDS,
            |w| w / (LOSS * all),
            bias,
            |_, w, gradient| {
                for &r in &rows {
                    let numbers = self.of(r).iter().map(|&n| n as usize).filter(|&n| used[n]);
                    let z: f64 = w[bias] + numbers.clone().map(|n| w[n]).sum::<f64>();
                    let p = 1.0 / (1.0 + (-z).exp());
                    let g = (p - f64::from(table.labels[r])) * f64::from(weights[r]) / all;
                    numbers.for_each(|n| gradient[n] += g);
                    gradient[bias] += g;
                }
            },
        );
        w.truncate(bias);
        w.into_iter().map(|w| w as f32).collect()
    }

    /// The sums of a row by vocabulary.
    fn sums(&self, row: usize, weights: &[f32]) -> [f32; VOCABULARIES] {
        let mut sums = [0.0; VOCABULARIES];
        self.of(row).iter().for_each(|&n| sums[self.words[n as usize].0] += weights[n as usize]);
        sums
    }

    fn vocabulary(&self, weights: &[f32]) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for (&(which, word), &weight) in self.words.iter().zip(weights).filter(|(_, w)| w.abs() > 1e-3) {
            vocabulary.all_mut().into_iter().nth(which).and_then(|of| of.insert(word, weight));
        }
        vocabulary
    }
}

/// A vocabulary, and the sums of every row with it, except that rows it was trained on have the sums with one that was
/// trained without their own fold.
pub struct Wording {
    pub vocabulary: Vocabulary,
    pub sums: Vec<[f32; VOCABULARIES]>,
}

/// The wordings without each fold, and last the one trained on all pages.
pub fn wordings(pages: &[TextPage], table: &Table, weights: &[f32]) -> Vec<Wording> {
    let words = Words::new(pages, table);
    let mut folds = vec![0; table.labels.len()];
    for (page, of) in pages.iter().zip(&table.pages) {
        folds[of.rows.clone()].fill(page.fold);
    }
    // without no fold, one fold or two folds
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    sets.extend((0..FOLDS).map(|f| vec![f]));
    sets.extend((0..FOLDS).flat_map(|f| (0..f).map(move |g| vec![g, f])));
    let fits: BTreeMap<Vec<usize>, Vec<f32>> = sets
        .into_par_iter()
        .map(|without| {
            let fit = words.fit(table, weights, &folds, &without);
            (without, fit)
        })
        .collect();
    let wording = |fold: Option<usize>| {
        let sums = (0..folds.len())
            .into_par_iter()
            .map(|row| {
                let mut without: Vec<usize> = fold.into_iter().chain([folds[row]]).collect();
                without.sort_unstable();
                without.dedup();
                words.sums(row, &fits[&without])
            })
            .collect();
        let without: Vec<usize> = fold.into_iter().collect();
        Wording { vocabulary: words.vocabulary(&fits[&without]), sums }
    };
    (0..FOLDS).map(Some).chain([None]).map(wording).collect()
}
