//! Training the block model, in folds or on all pages.

use rayon::prelude::*;
use rowsmith::article::features::wording::Vocabulary;
use rowsmith::article::features::wording_columns;
use rowsmith::article::model::Model;
use rowsmith::learn::LearntModel;

use super::table::Table;
use super::wording::{Wording, wordings};
use crate::eval::folds::FOLDS;
use crate::eval::text_pages::TextPage;
use crate::train::boost::{Binned, Logistic, Options, Tree, Variety, boost};
use crate::train::{rankers, teaches};

/// The settings that the model is trained with.
pub const SETTINGS: Options = Options {
    trees: 240,
    bags: 1,
    leaves: 31,
    rate: 0.07,
    penalty: 1.0,
    min_curvature: 1e-3,
    min_rows: 20,
    features: 0.2,
    variety: Variety::Splits { rows: 0.6, tries: 1 },
    seed: 1,
};

/// The weight of a block: its words, as a share of the words of the annotated text, since all pages count equally;
/// except that those of `news`, which are few and in many languages, count twice. Blocks of pages that are not training
/// pages have none.
fn weights(pages: &[TextPage], table: &Table) -> Vec<f32> {
    let mut out = vec![0.0; table.labels.len()];
    for (page, table) in pages.iter().zip(&table.pages).filter(|(page, _)| teaches(Model::NAME, &page.key)) {
        let gold = (table.gold.len() as f32).max(50.0);
        for (row, words) in table.rows.clone().zip(&table.words) {
            out[row] = words.len() as f32 / gold * if page.set == "news" { 20.0 } else { 10.0 };
        }
    }
    out
}

/// Of the blocks with few words that are not text, which is most of them, one in four is used, with four times the
/// weight.
fn thinned(rows: Vec<u32>, table: &Table, weights: &mut [f32]) -> Vec<u32> {
    const OF: u32 = 4;
    let short = |r: u32| table.sizes[r as usize] <= 4 && table.labels[r as usize] < 0.5;
    let kept = |&r: &u32| !short(r) || r.wrapping_mul(0x9e37_79b9) >> 16 & (OF - 1) == 0;
    let rows: Vec<u32> = rows.into_iter().filter(kept).collect();
    for &r in rows.iter().filter(|&&r| short(r)) {
        weights[r as usize] *= OF as f32;
    }
    rows
}

/// Trees, the features on which they were trained, and the words behind some of these.
pub struct Trained {
    trees: Vec<Tree>,
    data: Binned,
    vocabulary: Vocabulary,
}

impl Trained {
    /// The probability that a block of the table is part of the text.
    pub fn probability(&self, row: usize) -> f32 {
        let logit: f64 = self.trees.iter().map(|tree| tree.value(self.data.row(row))).sum();
        (1.0 / (1.0 + (-logit).exp())) as f32
    }

    /// The model in the form of the library.
    pub fn model(&self) -> Result<Model, String> {
        let trees = rankers::packed(&self.trees, &self.data);
        Model::new(self.vocabulary.clone(), trees).map_err(|e| e.to_string())
    }
}

/// Trains on the pages outside a fold; on all if there is none.
fn train_without(pages: &[TextPage], table: &Table, data: &Binned, wording: Wording, fold: Option<usize>) -> Trained {
    let of_page = pages.iter().zip(&table.pages).filter(|(p, _)| Some(p.fold) != fold && teaches(Model::NAME, &p.key));
    let rows: Vec<u32> = of_page.flat_map(|(_, b)| b.rows.clone().map(|r| r as u32)).collect();
    let mut weights = weights(pages, table);
    let rows = thinned(rows, table, &mut weights);
    let columns: Vec<_> = table
        .pages
        .iter()
        .flat_map(|page| {
            let sums = &wording.sums[page.rows.clone()];
            (0..sums.len()).map(|at| wording_columns(sums, at))
        })
        .collect();
    let data = data.with_last(&columns);
    let labels: Vec<f32> = rows.iter().map(|&r| table.labels[r as usize]).collect();
    let weights: Vec<f32> = rows.iter().map(|&r| weights[r as usize]).collect();
    // the first tree is a constant: the logit of the mean
    let start = logit_of_mean(&labels, &weights);
    let loss = Logistic::new(labels, weights.into_iter().map(f64::from).collect(), 0.0);
    let mut trees = vec![Tree::constant(start)];
    trees.extend(boost(&data, &rows, &loss, &vec![start; rows.len()], &SETTINGS));
    Trained { trees, data, vocabulary: wording.vocabulary }
}

fn logit_of_mean(labels: &[f32], weights: &[f32]) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (&label, &weight) in labels.iter().zip(weights) {
        sum += f64::from(label * weight);
        all += f64::from(weight);
    }
    let mean: f64 = (sum / all).clamp(1e-6, 1.0 - 1e-6);
    (mean / (1.0 - mean)).ln()
}

fn all_wordings(pages: &[TextPage], table: &Table) -> Vec<Wording> {
    let mut weights = weights(pages, table);
    let kept = thinned((0..weights.len() as u32).collect(), table, &mut weights);
    let mut thin = vec![0.0; weights.len()];
    kept.iter().for_each(|&r| thin[r as usize] = weights[r as usize]);
    wordings(pages, table, &thin)
}

/// All folds, each without its pages.
pub fn train_folds(pages: &[TextPage], table: &Table, data: &Binned) -> Vec<Trained> {
    let wordings = all_wordings(pages, table).into_iter().take(FOLDS).enumerate().collect::<Vec<_>>();
    let train = |(fold, wording)| train_without(pages, table, data, wording, Some(fold));
    wordings.into_par_iter().map(train).collect()
}

/// On all pages.
pub fn train_on_all(pages: &[TextPage], table: &Table, data: &Binned) -> Result<Trained, String> {
    let wording = all_wordings(pages, table).pop().ok_or("there are no pages")?;
    Ok(train_without(pages, table, data, wording, None))
}
