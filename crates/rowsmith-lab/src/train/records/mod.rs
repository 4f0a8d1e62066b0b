//! The model of the main list.

pub mod choice;
pub mod dataset;
mod training;

use std::sync::Arc;

use rowsmith::learn::{LearntModel, Origin};
use rowsmith::records::Model;

use super::scores::Tally;
use super::{TrainedFile, kept, teaches};
use crate::eval::commit::commit;
use crate::eval::data::{Extra, GoldPage, article_pages, domain_pages, record_pages, thread_pages};
use crate::eval::fingerprint::Fingerprint;
use crate::eval::list_pages::list_pages;
use choice::choice;
use dataset::{PageData, dataset, parsed};
use training::train_model;
pub use training::{Settings, first_ranker_without, fold_models};

/// The pages of all sets that the model may be trained on: those with records, and articles and threads, which are used
/// for the confidence.
///
/// # Errors
/// If the evaluation data is missing.
pub fn all_pages() -> Result<Vec<GoldPage>, String> {
    let mut pages = record_pages()?;
    pages.extend(domain_pages()?);
    pages.extend(list_pages()?);
    pages.extend(article_pages()?);
    pages.extend(thread_pages()?);
    Ok(pages)
}

fn teaching_pages() -> Result<Vec<GoldPage>, String> {
    let mut pages = all_pages()?;
    pages.retain(|page| teaches(Model::NAME, &page.key));
    Ok(pages)
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let pages = parsed(teaching_pages()?);
    let data = dataset(&pages);
    let mut seen = Fingerprint::default();
    data.iter().for_each(|p| seen.page(&p.page.key, [&p.page.gold_hash[..]]));
    let settings = Settings::default();
    let model = train_model(&data.iter().collect::<Vec<_>>(), &settings);
    let count = |is: &dyn Fn(&PageData<'_>) -> bool| data.iter().filter(|p| is(p)).count();
    let sources = format!(
        "{} pages with a main list and {} without any, of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and NEXT-EVAL \
         samples 1-10 (MIT, Wordbricks 2025), records annotated for Rowsmith; {} articles of WCXB and of the test data of \
         Fundus (MIT, Dallabetta et al.), which have no main list; {} threads of WEB-FORUM-52 (Apache-2.0, Weichselbraun et \
         al. 2020), which have one",
        count(&|p| p.has_list && !p.page.gold.debatable),
        count(&|p| p.none && !p.page.gold.debatable && p.page.extra == Extra::No),
        count(&|p| p.page.extra == Extra::Article),
        count(&|p| p.page.extra == Extra::Thread),
    );
    let origin = Origin {
        data: seen.to_string(),
        sources,
        seed: settings.first.seed.to_string(),
        settings: format!("{settings:?}"),
        commit: commit(),
        figures: figures(&data)?,
    };
    TrainedFile::new(&model, &origin)
}

/// Only the choice, regardless of confidence, by models that have not seen the site.
fn figures(data: &[PageData<'_>]) -> Result<String, String> {
    let models = models_from(data)?;
    let mut tally = Tally::default();
    for page in data.iter().filter(|p| p.has_list && p.page.extra == Extra::No && !p.page.gold.debatable) {
        tally.add(choice(page, &models[page.page.fold]).map(|c| page.qualities[c.chosen]).unwrap_or_default());
    }
    Ok(format!("cross-validated by site, the choice alone: {tally}"))
}

/// The models of the folds of `folds.json`, in order. Trained once per build of the laboratory and stored: a model
/// older than this program is trained anew.
///
/// # Errors
/// If the evaluation data is missing or the models cannot be stored.
pub fn record_models() -> Result<Vec<Arc<Model>>, String> {
    match kept::models() {
        Some(models) => Ok(models),
        None => models_from(&dataset(&parsed(teaching_pages()?))),
    }
}

/// Like [`record_models`], given pages that are measured already.
///
/// # Errors
/// If the models cannot be stored.
pub fn models_from(data: &[PageData<'_>]) -> Result<Vec<Arc<Model>>, String> {
    kept::models_or(|| Ok(fold_models(data, &Settings::default())))
}
