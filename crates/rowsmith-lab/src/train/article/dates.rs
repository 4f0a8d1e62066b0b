//! The model of dates.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::article::blocks::Blocks;
use rowsmith::article::blocks::context::Context;
use rowsmith::article::declared::json_ld::JsonLd;
use rowsmith::article::declared::meta::Metas;
use rowsmith::article::metadata::date::candidates::{Candidate, DatePage, candidates};
use rowsmith::article::metadata::date::features::features;
use rowsmith::article::metadata::date::model::DateModel;
use rowsmith::article::metadata::sources::Sources;
use rowsmith::article::metadata::{address, title_block};
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::learn::{LearntModel, Origin};

use super::structures::{Structures, structures};
use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use crate::eval::text_pages::{TextPage, text_pages};
use crate::eval::truth::Quality;
use crate::train::rankers::{RANKER_TREES, ranker};
use crate::train::sample::Sample;
use crate::train::{TrainedFile, TreeOptions, teaches};

const TREES: TreeOptions =
    TreeOptions { trees: 150, leaves: 5, rate: 0.05, min_curvature: 1.0, features: 0.4, bags: 4, ..RANKER_TREES };
const PENALTY: f64 = 0.3;

/// The weight of a page of `news`: there are few, in many languages.
const NEWS_WEIGHT: usize = 6;

/// A page's candidates for its date, with its fold.
struct Dated {
    set: &'static str,
    key: String,
    /// The annotated day.
    gold: Option<String>,
    fold: usize,
    candidates: Vec<Candidate>,
    /// Whether the page declares that it is news.
    is_news: bool,
    sample: Sample,
}

fn day(candidate: &Candidate) -> Option<String> {
    candidate.date.and_then(|date| date.to_iso().get(..10).map(str::to_owned))
}

/// The candidates of all pages. Pages of `text` whose annotation has no date teach that there may be none. The title is
/// the annotated one, if there is one: the choice of titles has its own figures.
fn dated(pages: &[TextPage], structures: &[Structures]) -> Vec<Dated> {
    pages
        .par_iter()
        .zip(structures)
        .filter_map(|(page, of)| {
            let gold = page.day.clone();
            if gold.is_none() && page.set == "news" {
                return None;
            }
            let document = parse(&page.html, &ParseOptions::default()).ok()?;
            let context = Context::new(&document);
            let (blocks, metas, json) =
                (Blocks::new(&document, &context), Metas::new(&document), JsonLd::new(&document));
            let sources = Sources::new(&document, &context, &blocks, &metas, &json);
            let title = page.title.as_deref();
            let address = address(&document, &metas);
            let about = DatePage {
                document: &document,
                context: &context,
                blocks: &blocks,
                metas: &metas,
                json: &json,
                sources: &sources,
                posts: &of.posts,
                address: address.as_deref(),
                title_block: title.and_then(|title| title_block(&document, &context, &blocks, title)),
            };
            let candidates = candidates(&about);
            let rows = features(&about, &candidates);
            let quality = |c: &Candidate| Quality { hits: usize::from(day(c) == gold), predicted: 1, gold: 1 };
            let qualities = candidates.iter().map(quality).collect();
            let sample = Sample { rows, qualities };
            Some(Dated {
                set: page.set,
                key: page.key.clone(),
                gold,
                fold: page.fold,
                candidates,
                is_news: about.declares_news(),
                sample,
            })
        })
        .collect()
}

fn train_on(pages: &[&Dated]) -> DateModel {
    let can_teach = |p: &&&Dated| p.sample.qualities.iter().any(Quality::perfect);
    let weighted = |p: &&Dated| if p.set == "news" { NEWS_WEIGHT } else { 1 };
    let samples: Vec<&Sample> =
        pages.iter().filter(can_teach).flat_map(|p| std::iter::repeat_n(&p.sample, weighted(p))).collect();
    DateModel { ranker: ranker(&samples, PENALTY, &TREES) }
}

fn folds(all: &[Dated]) -> Vec<DateModel> {
    let without = |fold: usize| {
        let seen = all.iter().filter(|p| p.fold != fold && teaches(DateModel::NAME, &p.key));
        train_on(&seen.collect::<Vec<_>>())
    };
    (0..FOLDS).into_par_iter().map(without).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn date_fold_models(pages: &[TextPage], structures: &[Structures]) -> Vec<Arc<DateModel>> {
    folds(&dated(pages, structures)).into_iter().map(Arc::new).collect()
}

/// The date of a page according to a model that has not seen the site.
pub struct DateChoice {
    pub set: &'static str,
    pub key: String,
    /// The annotated day.
    pub gold: Option<String>,
    /// Whichever date the page puts beside its text.
    pub chosen: Option<String>,
    /// The date of publication.
    pub published: Option<String>,
    /// Whether any candidate is right.
    pub is_possible: bool,
    pub candidates: usize,
}

/// The dates of all pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn date_choices() -> Result<Vec<DateChoice>, String> {
    let pages = text_pages()?;
    Ok(choices(&dated(&pages, &structures(&pages)?)))
}

fn choices(all: &[Dated]) -> Vec<DateChoice> {
    let models = folds(all);
    let choice = |page: &Dated| {
        let best = |wanted: &dyn Fn(&Candidate) -> bool| {
            let best = models[page.fold].choose(&page.candidates, &page.sample.rows, page.is_news, wanted)?;
            day(&page.candidates[best])
        };
        DateChoice {
            set: page.set,
            key: page.key.clone(),
            gold: page.gold.clone(),
            chosen: best(&|_| true),
            published: best(&|c| !c.is_only_change()),
            is_possible: page.sample.qualities.iter().any(Quality::perfect),
            candidates: page.candidates.len() - 1,
        }
    };
    all.iter().map(choice).collect()
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train_dates() -> Result<TrainedFile, String> {
    let pages = text_pages()?;
    let structures = structures(&pages)?;
    let mut all = dated(&pages, &structures);
    all.retain(|page| teaches(DateModel::NAME, &page.key));
    let mut seen = Fingerprint::default();
    all.iter().for_each(|p| seen.page(&p.key, p.gold.as_deref().map(str::as_bytes)));
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{} pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and of the test data of Fundus (MIT, \
             Dallabetta et al.)",
            all.len()
        ),
        seed: TREES.seed.to_string(),
        settings: format!("penalty {PENALTY}, pages of news count {NEWS_WEIGHT}, {TREES:?}"),
        commit: commit(),
        figures: figures(&choices(&all)),
    };
    TrainedFile::new(&train_on(&all.iter().collect::<Vec<_>>()), &origin)
}

/// The share of right dates by models that have not seen the site.
fn figures(choices: &[DateChoice]) -> String {
    let dated: Vec<&DateChoice> = choices.iter().filter(|c| c.gold.is_some()).collect();
    let right = dated.iter().filter(|c| c.chosen == c.gold).count();
    let invented = choices.iter().filter(|c| c.gold.is_none() && c.chosen.is_some()).count();
    format!(
        "cross-validated by site: {:.4} of {} dates right; dated where the annotation has no date: {invented} of {}",
        right as f64 / dated.len().max(1) as f64,
        dated.len(),
        choices.len() - dated.len()
    )
}
