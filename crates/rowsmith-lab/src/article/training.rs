//! Training the block model, in folds or on all pages.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::article::features::wording::Vocabulary;
use rowsmith::article::features::wording_columns;
use rowsmith::article::model::{Model, TreeNode};

use super::boost::{Binned, Forest, LEAF, Options, train};
use super::pages::TextPage;
use super::table::Table;
use super::wording::{Wording, wordings};

pub const FOLDS: usize = 5;

/// The settings that the model is trained with.
pub fn settings() -> Options {
    Options {
        trees: 240,
        leaves: 31,
        rate: 0.07,
        feature_fraction: 0.2,
        bagging_fraction: 0.6,
        min_rows: 20,
        min_hessian: 1e-3,
        penalty: 1.0,
        tries: 1,
        seed: 1,
    }
}

/// The weight of a block: its words, as a share of the words of the gold, since a page counts as much as any other; but those of
/// `news`, of which there are few and in many languages, twice.
fn weights(pages: &[TextPage], table: &Table) -> Vec<f32> {
    let mut out = vec![0.0; table.labels.len()];
    for (page, table) in pages.iter().zip(&table.pages) {
        let gold = (table.gold.len() as f32).max(50.0);
        for (row, words) in table.rows.clone().zip(&table.words) {
            out[row] = words.len() as f32 / gold * if page.set == "news" { 20.0 } else { 10.0 };
        }
    }
    out
}

/// Of blocks of few words that are no text, which most are, one in four, for as much weight.
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

/// Trees, the features as they were learnt from, and the words that some of these are made of.
pub struct Trained {
    pub forest: Forest,
    pub data: Binned,
    pub vocabulary: Vocabulary,
}

/// Trains on the pages outside a fold; on all without one.
fn train_without(pages: &[TextPage], table: &Table, data: &Binned, wording: Wording, fold: Option<usize>) -> Trained {
    let of_page = pages.iter().zip(&table.pages).filter(|(p, _)| Some(p.fold) != fold);
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
    let forest = train(&data, &rows, &table.labels, &weights, &settings());
    Trained { forest, data, vocabulary: wording.vocabulary }
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

/// As the library has it: thresholds in place of bins.
pub fn packed(trained: &Trained) -> Result<Model, String> {
    let Trained { forest, data, vocabulary } = trained;
    let tree = |tree: &Vec<super::boost::Node>| {
        let node = |n: &super::boost::Node| match n.feature {
            LEAF => TreeNode { feature: TreeNode::LEAF, left: 0, threshold: n.value },
            feature => TreeNode { feature, left: n.left, threshold: data.edges[feature as usize][n.bin as usize] },
        };
        tree.iter().map(node).collect::<Vec<_>>()
    };
    Model::new(vocabulary.clone(), &forest.trees.iter().map(tree).collect::<Vec<_>>())
}

fn file(fold: usize) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../eval/out/models/article-{fold}.bin"))
}

/// The models of the folds that were kept last, if they fit the features.
pub fn kept() -> Option<Vec<Arc<Model>>> {
    (0..FOLDS).map(|fold| Some(Arc::new(Model::parse(&std::fs::read(file(fold)).ok()?).ok()?))).collect()
}

/// Whether the models of the folds are newer than this program, or taken as they are.
pub fn are_fresh() -> bool {
    (0..FOLDS).all(|fold| crate::record_models::is_fresh(&file(fold)))
}

/// Keeps the models of the folds in `eval/out/models`, for whoever scores with them.
pub fn keep(models: &[Arc<Model>]) -> Result<(), String> {
    for (fold, model) in models.iter().enumerate() {
        let path = file(fold);
        let said = |e: std::io::Error| format!("{}: {e}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(said)?;
        std::fs::write(&path, model.to_bytes("Trained without one fold's pages.")).map_err(said)?;
    }
    Ok(())
}
