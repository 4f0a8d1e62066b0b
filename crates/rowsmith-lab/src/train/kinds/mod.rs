//! The model of kinds of pages.

pub mod data;

use rayon::prelude::*;
use rowsmith::extract::{KindModel, Options};
use rowsmith::learn::{LearntModel, Origin};
use rowsmith::types::Kind;

use super::linear::Labelled;
use super::rankers::{RANKER_TREES, classifier};
use super::{TrainedFile, TreeOptions, teaches};
use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use data::{KindData, KindPage, fold_options, kind_dataset, kind_pages};

/// L2 penalty of the linear part.
const PENALTY: f64 = 0.1;
const TREES: TreeOptions = TreeOptions { trees: 60, leaves: 4, rate: 0.07, bags: 8, ..RANKER_TREES };

/// One ranker per kind: its pages against all others.
fn train_on(data: &[&KindData<'_>]) -> KindModel {
    let kinds = Kind::ALL.map(|kind| {
        let labelled =
            |d: &&KindData<'_>| Labelled { row: d.row.clone(), label: d.page.kind == kind, weight: d.page.weight };
        classifier(&data.iter().map(labelled).collect::<Vec<_>>(), PENALTY, &TREES)
    });
    KindModel { kinds }
}

/// The models of all folds, each trained without the fold's pages.
pub fn fold_models(data: &[KindData<'_>]) -> Vec<KindModel> {
    (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let seen = data.iter().filter(|d| d.page.fold != fold && teaches(KindModel::NAME, &d.page.key));
            train_on(&seen.collect::<Vec<_>>())
        })
        .collect()
}

/// The training data: pages, and the options for each fold.
pub struct Known {
    pub pages: Vec<KindPage>,
    pub options: Vec<Options>,
}

/// All pages with the models of all extractors that have not seen them.
///
/// # Errors
/// If the evaluation data is missing.
pub fn known() -> Result<Known, String> {
    Ok(Known { pages: kind_pages()?, options: fold_options()? })
}

/// Trains on all training pages, using the results of extractors that have not seen them.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let Known { mut pages, options } = known()?;
    pages.retain(|page| teaches(KindModel::NAME, &page.key));
    let data = kind_dataset(&pages, &options);
    let mut seen = Fingerprint::default();
    data.iter().for_each(|d| seen.page(&d.page.key, [d.page.kind.name().as_bytes()]));
    let [lists, threads, articles, items, nothing] =
        Kind::ALL.map(|kind| data.iter().filter(|d| d.page.kind == kind).count());
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{lists} lists, {threads} threads, {articles} articles, {items} items and {nothing} pages of nothing: pages of WCXB (dev \
             split, CC-BY-4.0, Murrough Foley 2026), NEXT-EVAL samples 1-10 (MIT, Wordbricks 2025), WEB-FORUM-52 \
             (Apache-2.0, Weichselbraun et al. 2020), the test data of Fundus (MIT, Dallabetta et al.), and pages made for \
             Rowsmith"
        ),
        seed: TREES.seed.to_string(),
        settings: format!("penalty {PENALTY}, {TREES:?}"),
        commit: commit(),
        figures: figures(&data),
    };
    TrainedFile::new(&train_on(&data.iter().collect::<Vec<_>>()), &origin)
}

/// The share of pages whose kind is right, by models that have not seen the site.
fn figures(data: &[KindData<'_>]) -> String {
    let models = fold_models(data);
    let scored: Vec<&KindData<'_>> = data.iter().filter(|d| d.page.scored).collect();
    let is_right = |d: &&&KindData<'_>| models[d.page.fold].probabilities(&d.row).best().kind == d.page.kind;
    let right = scored.iter().filter(is_right).count();
    format!(
        "cross-validated by site: {:.4} of {} pages told right",
        right as f64 / scored.len().max(1) as f64,
        scored.len()
    )
}
