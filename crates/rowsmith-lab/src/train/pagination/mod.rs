//! The model of links between the pages of a list.

pub mod data;

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::learn::{LearntModel, Origin, Trees};
use rowsmith::pagination::{Chosen, Known, Measured, PaginationModel, choose, measured, probabilities};

use super::linear::Labelled;
use super::rankers::{RANKER_TREES, trees_alone};
use super::{TrainedFile, TreeOptions, kept, teaches};
use crate::eval::commit::commit;
use crate::eval::data::{GoldPage, article_pages};
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use data::{NextPage, Others, next_pages, others, same};

const TREES: TreeOptions =
    TreeOptions { trees: 80, leaves: 6, rate: 0.08, bags: 4, min_rows: 4, min_curvature: 0.1, ..RANKER_TREES };

/// A page as training data: with its address, or without.
struct Sample<'p> {
    page: &'p NextPage,
    links: Measured,
    labels: Vec<(bool, bool)>,
}

fn samples<'p>(pages: &'p [NextPage]) -> Vec<Sample<'p>> {
    let sample = |(page, with_address): (&'p NextPage, bool)| {
        let links = page.measured(with_address);
        let labels = page.labels(&links);
        Sample { page, links, labels }
    };
    pages.par_iter().flat_map_iter(|page| [(page, true), (page, false)]).map(sample).collect()
}

/// The weight of a link of another page.
const OTHERS_WEIGHT: f64 = 0.3;

/// The training data.
#[derive(Clone)]
struct Data<'p> {
    samples: Vec<&'p Sample<'p>>,
    others: Vec<&'p Others>,
}

impl<'p> Data<'p> {
    fn without(&self, fold: usize) -> Data<'p> {
        Data {
            samples: self.samples.iter().copied().filter(|s| s.page.page.fold != fold).collect(),
            others: self.others.iter().copied().filter(|o| o.fold != fold).collect(),
        }
    }
}

fn page_trees(data: &Data<'_>) -> Trees {
    let of_others = data.others.iter().flat_map(|o| o.sure.iter().map(|&at| &o.links.rows[at]));
    let of_others = of_others.map(|row| Labelled { row: row.clone(), label: false, weight: OTHERS_WEIGHT });
    let mut rows: Vec<Labelled> = data
        .samples
        .iter()
        .flat_map(|s| {
            s.links.rows.iter().zip(&s.labels).map(|(row, label)| Labelled {
                row: row.clone(),
                label: label.0,
                weight: 1.0,
            })
        })
        .collect();
    rows.extend(of_others);
    trees_alone(&rows, &TREES)
}

/// Links to the next page, using what the trees of the other folds say about pages.
fn next_trees(data: &Data<'_>, unseen: &[Trees]) -> Trees {
    let mut rows = Vec::new();
    for s in &data.samples {
        let next = s.links.next_rows(&probabilities(&unseen[s.page.page.fold], &s.links.rows));
        let labelled =
            next.into_iter().zip(&s.labels).map(|(row, label)| Labelled { row, label: label.1, weight: 1.0 });
        rows.extend(labelled);
    }
    for o in &data.others {
        let mut next = o.links.next_rows(&probabilities(&unseen[o.fold], &o.links.rows));
        let row = |&at: &usize| Labelled { row: std::mem::take(&mut next[at]), label: false, weight: OTHERS_WEIGHT };
        rows.extend(o.sure.iter().map(row));
    }
    trees_alone(&rows, &TREES)
}

/// Trains on pages; the model of the next page learns from what models say about links that they have not seen.
fn train_on(data: &Data<'_>) -> PaginationModel {
    let unseen: Vec<Trees> = (0..FOLDS).into_par_iter().map(|fold| page_trees(&data.without(fold))).collect();
    PaginationModel { page: page_trees(data), next: next_trees(data, &unseen) }
}

/// The training data: the pages whose pager is beyond doubt.
fn teaching_pages() -> Result<Vec<NextPage>, String> {
    let mut pages = next_pages()?;
    pages.retain(|page| !page.debatable && teaches(PaginationModel::NAME, &page.page.key));
    Ok(pages)
}

/// The choice on each page by a model that has not seen its site.
pub struct Judgement {
    pub page: NextPage,
    pub with_address: Chosen,
    pub without: Chosen,
}

/// The choices of models that have not seen a page's site.
pub struct CrossValidated {
    /// On all pages that count.
    pub judgements: Vec<Judgement>,
    /// Articles, which are not lists, and those of them for which a next page is returned nevertheless: key and
    /// address.
    pub articles: usize,
    pub alarms: Vec<(String, String)>,
}

/// The models of the folds, each trained without the fold's pages: stored ones, or else trained and stored.
fn fold_models(pages: &[NextPage]) -> Result<Vec<Arc<PaginationModel>>, String> {
    kept::models_or(|| {
        let (samples, others) = (samples(pages), others(pages)?);
        let data = Data { samples: samples.iter().collect(), others: others.iter().collect() };
        Ok((0..FOLDS).into_par_iter().map(|fold| train_on(&data.without(fold))).collect())
    })
}

/// The choices by models that have not seen the sites of the pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validated() -> Result<CrossValidated, String> {
    let pages = teaching_pages()?;
    let models = fold_models(&pages)?;
    let judgements = pages
        .into_par_iter()
        .map(|page| {
            let model = &models[page.page.fold];
            let chosen = |with_address| choose(&page.measured(with_address), model);
            let (with_address, without) = (chosen(true), chosen(false));
            Judgement { page, with_address, without }
        })
        .collect();
    let articles = article_pages()?;
    let alarm = |page: &GoldPage| {
        let document = parse(&page.html, &ParseOptions::default()).ok()?;
        let model = &models[page.fold];
        let chosen = choose(&measured(&document, Known::default()), model);
        chosen.next.map(|next| (page.key.clone(), next.url))
    };
    let alarms = articles.par_iter().filter_map(alarm).collect();
    Ok(CrossValidated { judgements, articles: articles.len(), alarms })
}

/// Numbers of hits, answers and expected answers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub hits: usize,
    pub given: usize,
    pub wanted: usize,
}

impl Counts {
    /// Harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.hits as f64 / (self.given + self.wanted).max(1) as f64
    }

    pub fn precision(&self) -> f64 {
        self.hits as f64 / self.given.max(1) as f64
    }

    pub fn recall(&self) -> f64 {
        self.hits as f64 / self.wanted.max(1) as f64
    }
}

/// Next links and page links, as counted by score.py.
pub fn counted<'c>(choices: impl Iterator<Item = (&'c NextPage, &'c Chosen)>) -> (Counts, Counts) {
    let (mut next, mut pages) = (Counts::default(), Counts::default());
    for (page, chosen) in choices {
        let given = chosen.next.as_ref().map(|next| same(&next.url));
        next.given += usize::from(given.is_some());
        next.wanted += usize::from(page.next.is_some());
        next.hits += usize::from(given.is_some() && given == page.next.as_deref());
        pages.given += chosen.pages.len();
        pages.wanted += page.pages.len();
        pages.hits += chosen.pages.iter().filter(|link| page.pages.contains(same(&link.url))).count();
    }
    (next, pages)
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let pages = teaching_pages()?;
    let samples = samples(&pages);
    let mut seen = Fingerprint::default();
    pages.iter().for_each(|p| seen.page(&p.page.key, [p.next.as_deref().unwrap_or_default().as_bytes()]));
    let judgements = cross_validated()?.judgements;
    let (next, links) = counted(judgements.iter().map(|j| (&j.page, &j.with_address)));
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{} pages of autopager's training pages (MIT, TeamHG-Memex 2016), annotated for Rowsmith",
            pages.len()
        ),
        seed: TREES.seed.to_string(),
        settings: format!("{TREES:?}"),
        commit: commit(),
        figures: format!(
            "cross-validated by site: F1 {:.4} of {} next links, {:.4} of {} links to pages",
            next.f1(),
            next.wanted,
            links.f1(),
            links.wanted
        ),
    };
    let others = others(&pages)?;
    let data = Data { samples: samples.iter().collect(), others: others.iter().collect() };
    TrainedFile::new(&train_on(&data), &origin)
}
