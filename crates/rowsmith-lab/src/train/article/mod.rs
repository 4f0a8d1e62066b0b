//! The model of text blocks, and those of titles, authors and dates.

mod authors;
mod dates;
mod score;
mod structures;
mod table;
mod titles;
mod training;
mod wording;

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::article::model::Model;
use rowsmith::article::select::select;
use rowsmith::learn::{LearntModel, Origin};

use super::boost::{Binned, Cuts};
use super::posts::fold_models as posts_models;
use super::records::record_models;
use super::{TrainedFile, kept, teaches};
use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::text_pages::{TextPage, text_pages};
pub use authors::{author_choices, author_fold_models, train_authors};
pub use dates::{DateChoice, date_choices, date_fold_models, train_dates};
pub use score::WordScore;
use score::score;
pub use structures::structures;
use table::{Table, table};
pub use titles::{title_fold_models, train_titles};
use training::{SETTINGS, Trained, train_folds, train_on_all};

/// The blocks of all pages, as training data.
struct Tabled {
    table: Table,
    data: Binned,
}

fn tabled(pages: &[TextPage]) -> Result<Tabled, String> {
    let table = table(pages, &structures(pages)?);
    let data = Binned::new(&table.values, table.width, Cuts::Between);
    Ok(Tabled { table, data })
}

/// The result of choosing blocks on a page, by a model that has not seen the site.
pub struct PageScore {
    pub score: WordScore,
    /// The index of the page among those given.
    pub page: usize,
}

/// Trains all folds and stores their models; returns the scores of all pages.
fn score_folds(pages: &[TextPage], Tabled { table, data }: &Tabled) -> Result<Vec<PageScore>, String> {
    let trained = train_folds(pages, table, data);
    kept::keep(trained.iter().map(Trained::model).collect::<Result<Vec<Model>, String>>()?)?;
    let scores = pages
        .par_iter()
        .zip(&table.pages)
        .enumerate()
        .map(|(at, (page, blocks))| {
            let p: Vec<f32> = blocks.rows.clone().map(|row| trained[page.fold].probability(row)).collect();
            let n: Vec<u32> = blocks.words.iter().map(|w| w.len() as u32).collect();
            let mut chosen = select(&p, &n).chosen;
            blocks.copies.leave_out(&mut chosen, &p, |_| false);
            PageScore { page: at, score: score(blocks, &chosen) }
        })
        .collect();
    Ok(scores)
}

/// The scores of the choice of blocks on all pages; the models of the folds are stored.
///
/// # Errors
/// If the evaluation data is missing or the models cannot be kept.
pub fn cross_validated(pages: &[TextPage]) -> Result<Vec<PageScore>, String> {
    score_folds(pages, &tabled(pages)?)
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let pages = teaching_pages()?;
    let tabled = tabled(&pages)?;
    let scores = score_folds(&pages, &tabled)?;
    let model = train_on_all(&pages, &tabled.table, &tabled.data)?.model()?;
    let mut seen = Fingerprint::default();
    pages.iter().for_each(|p| seen.page(&p.key, [p.text.as_bytes()]));
    let count = |set: &str| pages.iter().filter(|p| p.set == set).count();
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{} pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and {} news pages of the test data of Fundus \
             (MIT, Dallabetta et al.)",
            count("text"),
            count("news")
        ),
        seed: SETTINGS.seed.to_string(),
        settings: format!("{SETTINGS:?}"),
        commit: commit(),
        figures: figures(&pages, &scores),
    };
    TrainedFile::new(&model, &origin)
}

fn teaching_pages() -> Result<Vec<TextPage>, String> {
    let mut pages = text_pages()?;
    pages.retain(|page| teaches(Model::NAME, &page.key));
    Ok(pages)
}

fn figures(pages: &[TextPage], scores: &[PageScore]) -> String {
    let mean = |set: &str| {
        let of: Vec<f64> = scores.iter().filter(|s| pages[s.page].set == set).map(|s| s.score.f1).collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    format!(
        "cross-validated by site, the choice of blocks: word F1 {:.3} on text, {:.3} on news",
        mean("text"),
        mean("news")
    )
}

/// The models of texts (not those of titles and authors), each trained without one fold: trained once per build of the
/// laboratory, and stored.
///
/// # Errors
/// If the evaluation data is missing or the models cannot be kept.
pub fn fold_models() -> Result<Vec<Arc<Model>>, String> {
    kept::models_or(|| {
        let pages = teaching_pages()?;
        let Tabled { table, data } = tabled(&pages)?;
        train_folds(&pages, &table, &data).iter().map(Trained::model).collect()
    })
}

/// The options for extracting texts of pages in each fold, with models that did not see the fold; models of titles and
/// authors are not included.
///
/// # Errors
/// The same as for [`fold_models`].
pub fn article_options() -> Result<Vec<rowsmith::article::Options>, String> {
    let (records, posts) = (record_models()?, posts_models()?);
    let options = |(fold, model): (usize, Arc<Model>)| {
        let mut options = rowsmith::article::Options::new()
            .date_kind(rowsmith::options::DateKind::Any)
            .records(rowsmith::records::Options::new().with_model(records[fold].clone()))
            .posts(rowsmith::posts::Options::new().with_model(posts[fold].clone()));
        options.model = Some(model);
        options
    };
    Ok(fold_models()?.into_iter().enumerate().map(options).collect())
}
