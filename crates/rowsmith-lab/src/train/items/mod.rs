//! The model that tells whether a page is about one object.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::item::{ItemModel, LEAST_CONFIDENCE, Options};
use rowsmith::learn::{LearntModel, Origin};
use rowsmith::types::Kind;

use super::kinds::data::{KindPage, kind_pages};
use super::linear::Labelled;
use super::rankers::{RANKER_TREES, classifier};
use super::{TrainedFile, TreeOptions, kept, teaches};
use crate::eval::asked::parsed;
use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;

/// L2 penalty of the linear part.
const PENALTY: f64 = 0.3;
const TREES: TreeOptions = TreeOptions { trees: 60, leaves: 4, rate: 0.07, bags: 8, ..RANKER_TREES };

/// A way to look at a page, with its weight in training: as it is, without what it declares, without what it shows.
/// Pages without embedded data, and with nothing but that, occur in many more forms than the pages at hand have.
#[derive(Clone, Copy)]
struct Way {
    declared: bool,
    shown: bool,
    weight: f64,
}

const WAYS: [Way; 3] = [
    Way { declared: true, shown: true, weight: 1.0 },
    Way { declared: false, shown: true, weight: 0.5 },
    Way { declared: true, shown: false, weight: 0.2 },
];

/// The weight of a page of an item: for each there are five others, and a missed item costs as much as a false one.
const ITEM_WEIGHT: f64 = 2.0;

/// A page with its features, as it is and in other ways.
pub struct ItemData<'a> {
    pub page: &'a KindPage,
    rows: Vec<Vec<f32>>,
}

impl ItemData<'_> {
    /// The features of the page as it is.
    pub fn row(&self) -> &[f32] {
        &self.rows[0]
    }

    /// The features without what the page declares.
    pub fn shown(&self) -> &[f32] {
        &self.rows[1]
    }
}

/// The features of all pages. Pages that cannot be parsed are left out.
pub fn item_dataset(pages: &[KindPage]) -> Vec<ItemData<'_>> {
    fn data(page: &KindPage) -> Option<ItemData<'_>> {
        let parsed = parsed(&page.html, "").ok()?;
        let row = |way: &Way| {
            parsed.item_figures(&Options { declared: way.declared, shown: way.shown, ..Options::default() })
        };
        Some(ItemData { page, rows: WAYS.iter().map(row).collect() })
    }
    pages.par_iter().filter_map(data).collect()
}

fn train_on(data: &[&ItemData<'_>]) -> ItemModel {
    let labelled = |d: &&ItemData<'_>| {
        let label = d.page.kind == Kind::Item;
        let weight = d.page.weight * if label { ITEM_WEIGHT } else { 1.0 };
        let row = |(row, way): (&Vec<f32>, &Way)| Labelled { row: row.clone(), label, weight: weight * way.weight };
        d.rows.iter().zip(&WAYS).map(row).collect::<Vec<_>>()
    };
    ItemModel { item: classifier(&data.iter().flat_map(labelled).collect::<Vec<_>>(), PENALTY, &TREES) }
}

/// The models of all folds, each trained without the fold's pages: stored ones, or else trained and stored.
///
/// # Errors
/// If they cannot be stored.
pub fn fold_models(pages: &[KindPage]) -> Result<Vec<Arc<ItemModel>>, String> {
    kept::models_or(|| {
        let data = item_dataset(pages);
        let of_fold = |fold: usize| {
            let seen = data.iter().filter(|d| d.page.fold != fold && teaches(ItemModel::NAME, &d.page.key));
            train_on(&seen.collect::<Vec<_>>())
        };
        Ok((0..FOLDS).into_par_iter().map(of_fold).collect())
    })
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let mut pages = kind_pages()?;
    pages.retain(|page| teaches(ItemModel::NAME, &page.key));
    let data = item_dataset(&pages);
    let mut seen = Fingerprint::default();
    data.iter().for_each(|d| seen.page(&d.page.key, [d.page.kind.name().as_bytes()]));
    let items = data.iter().filter(|d| d.page.kind == Kind::Item).count();
    let models = fold_models(&pages)?;
    let scored: Vec<&ItemData<'_>> = data.iter().filter(|d| d.page.scored).collect();
    let is_right = |d: &&&ItemData<'_>| {
        (models[d.page.fold].probability(d.row()) >= LEAST_CONFIDENCE) == (d.page.kind == Kind::Item)
    };
    let right = scored.iter().filter(is_right).count();
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{items} items and {} other pages: pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026), NEXT-EVAL \
             samples 1-10 (MIT, Wordbricks 2025), WEB-FORUM-52 (Apache-2.0, Weichselbraun et al. 2020), the test data of \
             Fundus (MIT, Dallabetta et al.), and the sets named in the evaluation data's README",
            data.len() - items
        ),
        seed: TREES.seed.to_string(),
        settings: format!("penalty {PENALTY}, {TREES:?}"),
        commit: commit(),
        figures: format!(
            "cross-validated by site: {:.4} of {} pages told right",
            right as f64 / scored.len().max(1) as f64,
            scored.len()
        ),
    };
    TrainedFile::new(&train_on(&data.iter().collect::<Vec<_>>()), &origin)
}
