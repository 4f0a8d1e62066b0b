//! Training the model of the main list, and cross-validating it by site.

use rayon::prelude::*;
use rowsmith::learn::{LearntModel, Ranker};
use rowsmith::records::Model;

use super::dataset::{PageData, Short};
use crate::eval::data::Extra;
use crate::eval::folds::FOLDS;
use crate::train::linear::Labelled;
use crate::train::rankers::{RANKER_TREES, classifier, ranker, ranker_behind};
use crate::train::sample::Sample;
use crate::train::{TreeOptions, teaches};

/// The settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// L2 penalty of the first ranker's linear part.
    pub penalty: f64,
    pub first: TreeOptions,
    pub second: TreeOptions,
    pub confidence: TreeOptions,
    /// L2 penalty of the confidence's linear part.
    pub confidence_penalty: f64,
    /// For the confidence, the weight of an article of another set compared with an annotated page.
    pub article_weight: f64,
    /// The same for a thread of another set.
    pub thread_weight: f64,
    /// The same for a page with a main list of another set.
    pub list_weight: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            penalty: 0.03,
            first: RANKER_TREES,
            second: TreeOptions { trees: 100, leaves: 4, ..RANKER_TREES },
            confidence: TreeOptions { trees: 40, leaves: 4, ..RANKER_TREES },
            confidence_penalty: 0.1,
            article_weight: 0.2,
            thread_weight: 0.5,
            list_weight: 1.0,
        }
    }
}

fn first_ranker(pages: &[&PageData<'_>], settings: &Settings) -> Ranker {
    first_ranker_without(pages, settings, &|_| true)
}

/// The first ranker with only some of the features; the others are set to 0.
pub fn first_ranker_without(pages: &[&PageData<'_>], settings: &Settings, used: &dyn Fn(usize) -> bool) -> Ranker {
    let mut samples: Vec<Sample> =
        pages.iter().filter(|p| p.has_list && !p.page.gold.debatable).map(|p| p.sample()).collect();
    for row in samples.iter_mut().flat_map(|s| &mut s.rows) {
        row.iter_mut().enumerate().filter(|(j, _)| !used(*j)).for_each(|(_, x)| *x = 0.0);
    }
    let samples: Vec<&Sample> = samples.iter().collect();
    ranker(&samples, settings.penalty, &settings.first)
}

/// Trains all parts on the pages. The second ranker and the confidence learn from shortlists by first rankers that did
/// not see the page: what misleads the first ranker must mislead it in training, too.
pub fn train_model(pages: &[&PageData<'_>], settings: &Settings) -> Model {
    let without: Vec<Ranker> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| first_ranker(&pages.iter().copied().filter(|p| p.page.fold != fold).collect::<Vec<_>>(), settings))
        .collect();
    train_from(pages, &|fold| &without[fold], settings)
}

/// A choice for training the confidence.
struct Choice {
    row: Vec<f32>,
    right: bool,
    extra: Extra,
}

/// Trains the confidence in choices.
fn confidence(choices: &[Choice], settings: &Settings) -> Ranker {
    let labelled = choices.iter().map(|c| {
        let weight = match c.extra {
            Extra::No => 1.0,
            Extra::Article => settings.article_weight,
            Extra::Thread => settings.thread_weight,
            Extra::List => settings.list_weight,
        };
        Labelled { row: c.row.clone(), label: c.right, weight }
    });
    classifier(&labelled.collect::<Vec<_>>(), settings.confidence_penalty, &settings.confidence)
}

/// Like [`train_model`], given first rankers that did not see a fold.
fn train_from<'r>(
    pages: &[&PageData<'_>],
    without: &(dyn Fn(usize) -> &'r Ranker + Sync),
    settings: &Settings,
) -> Model {
    let short = |&p: &&PageData<'_>| p.short(&without(p.page.fold).scores(&p.measured.rows));
    let shorts: Vec<(&PageData<'_>, Short)> = pages.par_iter().filter_map(|p| Some((*p, short(p)?))).collect();
    let firm: Vec<&(&PageData<'_>, Short)> = shorts.iter().filter(|(p, _)| !p.page.gold.debatable).collect();
    let samples: Vec<&Sample> = firm.iter().filter(|(p, _)| p.has_list).map(|(_, s)| &s.sample).collect();
    let second = ranker_behind(&samples, &settings.second);
    // the confidence judges choices of second rankers that did not see the page either
    let light = TreeOptions { bags: 1, ..settings.second };
    let blind: Vec<Ranker> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let seen = firm.iter().filter(|(p, _)| p.has_list && p.page.fold != fold).map(|(_, s)| &s.sample);
            ranker_behind(&seen.collect::<Vec<_>>(), &light)
        })
        .collect();
    let choices: Vec<Choice> = firm
        .iter()
        .filter(|(p, _)| p.has_list || p.none || p.page.extra == Extra::Thread)
        .map(|(p, s)| {
            let chosen = s.choice(p, &blind[p.page.fold]);
            let right = match p.page.extra {
                Extra::No | Extra::List => s.sample.qualities[chosen.at].f1() >= 0.5,
                Extra::Article => false,
                // nearly every choice on these is right
                Extra::Thread => true,
            };
            Choice { row: chosen.row, right, extra: p.page.extra }
        })
        .collect();
    Model { first: first_ranker(pages, settings), second, confidence: confidence(&choices, settings) }
}

/// The models of all folds, each trained without the fold's pages.
pub fn fold_models(data: &[PageData<'_>], settings: &Settings) -> Vec<Model> {
    let data: Vec<&PageData<'_>> = data.iter().filter(|p| teaches(Model::NAME, &p.page.key)).collect();
    // first rankers trained without two folds serve the models of both
    let pairs: Vec<(usize, usize)> = (0..FOLDS).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let rankers: Vec<Ranker> = pairs
        .par_iter()
        .map(|&(a, b)| {
            let inside = |p: &&PageData<'_>| p.page.fold != a && p.page.fold != b;
            first_ranker(&data.iter().copied().filter(inside).collect::<Vec<_>>(), settings)
        })
        .collect();
    let at = |a: usize, b: usize| pairs.iter().position(|&pair| pair == (a.max(b), a.min(b))).unwrap_or(0);
    (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let training: Vec<&PageData<'_>> = data.iter().copied().filter(|p| p.page.fold != fold).collect();
            train_from(&training, &|inner| &rankers[at(fold, inner)], settings)
        })
        .collect()
}
