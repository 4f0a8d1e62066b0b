//! The model of what columns are.

pub mod dataset;
mod labels;
mod training;

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::learn::{LearntModel, Origin};
use rowsmith::records::{ColumnModel, assign, judge};
use rowsmith::types::Role;

use super::{TrainedFile, kept, teaches};
use crate::eval::commit::commit;
use crate::eval::data::{GoldPage, domain_pages, record_pages};
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use dataset::{TableData, tables};
use training::{KnownTable, TREES, train_on};

/// The annotated pages that teach.
fn teaching_pages() -> Result<Vec<GoldPage>, String> {
    let mut pages = record_pages()?;
    pages.extend(domain_pages()?);
    pages.retain(|page| !page.gold.debatable && teaches(ColumnModel::NAME, &page.key));
    Ok(pages)
}

/// The models of all folds, each trained without the fold's pages.
fn fold_models(known: &[KnownTable<'_>]) -> Vec<ColumnModel> {
    let of_fold = |fold: usize| {
        let seen: Vec<&KnownTable<'_>> = known.iter().filter(|k| k.table.page.fold != fold).collect();
        train_on(&seen)
    };
    (0..FOLDS).into_par_iter().map(of_fold).collect()
}

/// The models of the folds of `folds.json`, in order, as they are kept, or else trained and kept.
///
/// # Errors
/// If the evaluation data is missing or the models cannot be kept.
pub fn column_models() -> Result<Vec<Arc<ColumnModel>>, String> {
    kept::models_or(|| {
        let pages = teaching_pages()?;
        let tables = tables(&pages);
        Ok(fold_models(&tables.iter().map(KnownTable::new).collect::<Vec<_>>()))
    })
}

/// Trains on all pages that teach.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let pages = teaching_pages()?;
    let tables: Vec<TableData<'_>> = tables(&pages);
    let known: Vec<KnownTable<'_>> = tables.iter().map(KnownTable::new).collect();
    let mut seen = Fingerprint::default();
    pages.iter().for_each(|p| seen.page(&p.key, [&p.gold_hash[..]]));
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{} tables of annotated lists: pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026), NEXT-EVAL samples 1-10 \
             (MIT, Wordbricks 2025) and autopager's training pages (MIT, TeamHG-Memex 2016), annotated for Rowsmith; result pages of homes, cars and \
             jobs (`domains`)",
            tables.len()
        ),
        seed: TREES.seed.to_string(),
        settings: format!("{TREES:?}"),
        commit: commit(),
        figures: figures(&known),
    };
    TrainedFile::new(&train_on(&known.iter().collect::<Vec<_>>()), &origin)
}

/// The share of annotated roles whose column is called so and has nine of ten values, by models that have not seen the site.
fn figures(known: &[KnownTable<'_>]) -> String {
    let models = fold_models(known);
    let (mut named, mut all) = (0, 0);
    for k in known {
        let judged = judge(&k.table.tree, &models[k.table.page.fold], &k.table.columns, &k.table.rows);
        let assigned = assign(&judged);
        for (role, hits) in k.roles.iter().filter(|(role, _)| is_scored(**role)) {
            let column = assigned.iter().position(|a| a.is_some_and(|a| a.role == *role));
            all += 1;
            named += usize::from(column.is_some_and(|c| hits.found[c] as f64 >= 0.9 * hits.values as f64));
        }
    }
    format!("cross-validated by site: {:.4} of {all} annotated roles named", named as f64 / all.max(1) as f64)
}

/// Whether score.py counts a role.
fn is_scored(role: Role) -> bool {
    !matches!(role, Role::Seller | Role::Availability | Role::Sku)
}
