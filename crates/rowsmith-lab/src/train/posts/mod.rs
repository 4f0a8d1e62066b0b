//! The model of the posts.

mod authors;

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::parse;
use rowsmith::learn::{LearntModel, Origin, Ranker, Trees};
use rowsmith::posts::{PostModel, of_the_list, posts_confidence_row, posts_shortlist};
use rowsmith::records::{PageFacts, Shortlist};
use rowsmith::tree::PageTree;

use super::linear::Labelled;
use super::rankers::{RANKER_TREES, classifier, ranker, ranker_behind, trees_alone};
use super::sample::Sample;
use super::scores::Tally;
use super::{TrainedFile, TreeOptions, kept, teaches};
use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use crate::eval::posts_pages::{PostsData, PostsPage, posts_dataset, posts_pages};
use crate::eval::short_threads::{short_threads, undated_threads};

/// The settings.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// L2 penalty of the linear part of the rankers.
    penalty: f64,
    /// The same for the confidence, which has few relevant features and few rows.
    confidence_penalty: f64,
    first: TreeOptions,
    second: TreeOptions,
    posts: TreeOptions,
    confidence: TreeOptions,
    /// The weight of a right list compared with a wrong one of its page.
    right: f64,
}

const FIRST: TreeOptions = TreeOptions { trees: 60, leaves: 6, ..RANKER_TREES };
const SETTINGS: Settings = Settings {
    penalty: 1.0,
    confidence_penalty: 0.03,
    first: FIRST,
    second: TreeOptions { trees: 80, ..FIRST },
    right: 3.0,
    confidence: TreeOptions { trees: 40, leaves: 4, ..FIRST },
    posts: TreeOptions {
        trees: 250,
        leaves: 7,
        rate: 0.06,
        penalty: 0.0,
        min_rows: 10,
        min_curvature: 0.01,
        ..RANKER_TREES
    },
};

/// Whether it is certain to the leaf which of a page's lists is right; with an automatic annotation it is not.
fn teaches_ranking(page: &PostsData<'_>) -> bool {
    page.has_posts && page.page.set != "comments"
}

/// The parts of a model that judge every list by itself, without those that compare the likeliest.
fn judges(pages: &[&PostsData<'_>]) -> PostModel {
    let samples: Vec<Sample> = pages
        .iter()
        .filter(|p| teaches_ranking(p) && p.qualities.iter().any(|q| q.hits > 0))
        .map(|p| Sample { rows: p.measured.rows.clone(), qualities: p.qualities.clone() })
        .collect();
    let first = ranker(&samples.iter().collect::<Vec<_>>(), SETTINGS.penalty, &SETTINGS.first);
    let labelled: Vec<Labelled> = pages.iter().flat_map(|p| labelled(p)).collect();
    PostModel {
        first,
        posts: trees_alone(&labelled, &SETTINGS.posts),
        second: Ranker::default(),
        sure_of_list: Trees::default(),
        sure_of_choice: Ranker::default(),
        authors: Trees::default(),
    }
}

/// All lists of a page, with labels for those that are its posts: at least half right, and hardly worse than the best.
fn labelled(data: &PostsData<'_>) -> Vec<Labelled> {
    let best = data.qualities.iter().map(|q| q.f1()).fold(0.0, f64::max);
    let rows = data.measured.rows.iter().zip(&data.qualities);
    rows.map(|(row, quality)| {
        let label = data.has_posts && quality.f1() >= 0.5 && quality.f1() >= best - NEARLY;
        let weight = data.page.weight * if label { SETTINGS.right } else { 1.0 };
        Labelled { row: of_the_list(row), label, weight }
    })
    .collect()
}

/// How much less right than the best list of a page another may be to count as its posts.
const NEARLY: f64 = 0.2;

/// The shortlist of a page.
struct Short<'a> {
    page: &'a PostsData<'a>,
    order: Vec<usize>,
    first: Vec<f64>,
    sample: Sample,
    /// What the page declares itself to be.
    declared: [bool; 4],
}

fn short<'a>(page: &'a PostsData<'a>, judges: &PostModel) -> Option<Short<'a>> {
    let scores = judges.scores(&page.measured.rows);
    let document = parse(&page.page.html, &Default::default()).ok()?;
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let Shortlist { order, rows } = posts_shortlist(&facts, &page.measured, &scores);
    let qualities = order.iter().map(|&i| page.qualities[i]).collect();
    let first = order.iter().map(|&i| scores[i]).collect();
    (!order.is_empty()).then_some(Short {
        page,
        order,
        first,
        sample: Sample { rows, qualities },
        declared: facts.declared.types,
    })
}

/// What is chosen on a page.
struct Chosen {
    candidate: usize,
    /// The features for the confidence in it.
    row: Vec<f32>,
}

impl Short<'_> {
    fn choice(&self, second: &Ranker) -> Option<Chosen> {
        let scored = self.first.iter().zip(&self.sample.rows);
        let scores: Vec<f64> = scored.map(|(s, row)| s + second.score(row)).collect();
        let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
        let candidate = self.order[best];
        Some(Chosen { candidate, row: posts_confidence_row(self.declared, &self.page.measured, candidate, &scores) })
    }
}

/// The choice of a model on a page, and its confidence.
#[derive(Clone, Copy)]
pub struct Choice {
    pub candidate: usize,
    pub confidence: f64,
}

/// The choice on a page; `None` if it has no candidates.
pub fn choice(page: &PostsData<'_>, model: &PostModel) -> Option<Choice> {
    let Chosen { candidate, row } = short(page, model)?.choice(&model.second)?;
    Some(Choice { candidate, confidence: model.confidence_in(&row) })
}

fn second_ranker(shorts: &[Short<'_>]) -> Ranker {
    let samples: Vec<&Sample> = shorts
        .iter()
        .filter(|s| teaches_ranking(s.page) && s.sample.qualities.iter().any(|q| q.hits > 0))
        .map(|s| &s.sample)
        .collect();
    ranker_behind(&samples, &SETTINGS.second)
}

/// Trains all parts; the second ranker and the confidence learn from shortlists by models that did not see the page.
/// Shortened and undated pages are used only for the confidence: when they were also used for the choice, it took parts of long
/// threads for threads (page-mean F1 of all threads 0.902 instead of 0.930).
fn train_posts<'a>(pages: &[&'a PostsData<'a>], short_pages: &[&'a PostsData<'a>]) -> PostModel {
    // where there are more parts than folds, several are left out together: what a model costs to train does not grow with them
    let fold_of = |page: &PostsData<'_>| page.page.fold % FOLDS;
    let mut folds: Vec<usize> = pages.iter().map(|p| fold_of(p)).collect();
    folds.sort_unstable();
    folds.dedup();
    let judges_of_folds: Vec<(usize, PostModel)> = folds
        .par_iter()
        .map(|&fold| {
            let outside: Vec<&PostsData<'_>> = pages.iter().copied().filter(|p| fold_of(p) != fold).collect();
            (fold, judges(&outside))
        })
        .collect();
    let shortlists = |of: &[&'a PostsData<'a>]| -> Vec<Short<'a>> {
        let in_fold = |&(fold, ref judges): &(usize, PostModel)| {
            of.iter().filter(move |p| fold_of(p) == fold).filter_map(|p| short(p, judges)).collect::<Vec<_>>()
        };
        judges_of_folds.par_iter().flat_map_iter(in_fold).collect()
    };
    let (shorts, of_short_pages) = (shortlists(pages), shortlists(short_pages));
    let chosen: Vec<Labelled> = shorts
        .par_iter()
        .chain(&of_short_pages)
        .filter_map(|s| {
            let Chosen { candidate, row } = s.choice(&Ranker::default())?;
            let label = s.page.has_posts && s.page.qualities[candidate].f1() >= 0.5;
            Some(Labelled { row, label, weight: s.page.page.weight })
        })
        .collect();
    let lists: Vec<Labelled> = pages.iter().chain(short_pages).flat_map(|p| labelled(p)).collect();
    PostModel {
        second: second_ranker(&shorts),
        sure_of_list: trees_alone(&lists, &SETTINGS.posts),
        sure_of_choice: classifier(&chosen, SETTINGS.confidence_penalty, &SETTINGS.confidence),
        authors: authors::train_authors(pages),
        ..judges(pages)
    }
}

/// Pages made from others, which teach the confidence.
fn made_threads(data: &[PostsData<'_>]) -> Vec<PostsPage> {
    short_threads(data).into_iter().chain(undated_threads(data)).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn train_folds(data: &[PostsData<'_>]) -> Vec<PostModel> {
    train_parts(data, FOLDS)
}

/// The models of all parts that the pages are in, each trained without the part's pages.
pub fn train_parts(data: &[PostsData<'_>], parts: usize) -> Vec<PostModel> {
    let short = made_threads(data);
    let short = posts_dataset(&short);
    (0..parts)
        .into_par_iter()
        .map(|fold| {
            let teaching = |p: &&PostsData<'_>| p.page.fold != fold && teaches(PostModel::NAME, &p.page.key);
            let seen: Vec<&PostsData<'_>> = data.iter().filter(teaching).collect();
            train_posts(&seen, &short.iter().filter(teaching).collect::<Vec<_>>())
        })
        .collect()
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train() -> Result<TrainedFile, String> {
    let mut pages = posts_pages()?;
    pages.retain(|page| teaches(PostModel::NAME, &page.key));
    let data = posts_dataset(&pages);
    let mut seen = Fingerprint::default();
    data.iter().for_each(|p| seen.page(&p.page.key, p.page.annotation()));
    let short = made_threads(&data);
    let short = posts_dataset(&short);
    let model = train_posts(&data.iter().collect::<Vec<_>>(), &short.iter().collect::<Vec<_>>());
    let count = |set: &str| data.iter().filter(|p| p.page.set == set && p.has_posts).count();
    let is_fixture = |key: &str| key.starts_with("forum-") || key.starts_with("posts-");
    let fixtures = data.iter().filter(|p| p.page.set == "threads" && is_fixture(&p.page.key)).count();
    let sources = format!(
        "{} threads of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) with records annotated for Rowsmith, {} threads of \
         WEB-FORUM-52 (Apache-2.0, Weichselbraun et al. 2020), {fixtures} threads that public repositories keep as fixtures, \
         annotated for Rowsmith, {} pages with comments made for Rowsmith, {} articles of WCXB with comments that their \
         markup tells; {} pages without posts of these sets, of NEXT-EVAL samples 1-10 (MIT, Wordbricks 2025) and of the \
         test data of Fundus (MIT, Dallabetta et al.); for the confidence also {} pages made of these, with their first posts alone or without dates",
        count("records"),
        count("threads") - fixtures,
        count("sites"),
        count("comments"),
        data.iter().filter(|p| !p.has_posts).count(),
        short.len(),
    );
    let origin = Origin {
        data: seen.to_string(),
        sources,
        seed: SETTINGS.first.seed.to_string(),
        settings: format!("{SETTINGS:?}"),
        commit: commit(),
        figures: figures(&data)?,
    };
    TrainedFile::new(&model, &origin)
}

/// Only the choice on threads, regardless of confidence, by models that have not seen the site.
fn figures(data: &[PostsData<'_>]) -> Result<String, String> {
    let models = models_from(data)?;
    let threads: Vec<&PostsData<'_>> =
        data.iter().filter(|p| p.has_posts && matches!(p.page.set, "threads" | "records")).collect();
    let qualities: Vec<_> = threads
        .par_iter()
        .map(|p| choice(p, &models[p.page.fold]).map(|c| p.qualities[c.candidate]).unwrap_or_default())
        .collect();
    let mut tally = Tally::default();
    qualities.into_iter().for_each(|q| tally.add(q));
    Ok(format!("cross-validated by site, the choice alone on threads and forum pages: {tally}"))
}

/// The models of the folds, given pages that are measured already. Trained once per build of the laboratory and stored.
///
/// # Errors
/// If the models cannot be stored.
pub fn models_from(data: &[PostsData<'_>]) -> Result<Vec<Arc<PostModel>>, String> {
    kept::models_or(|| Ok(train_folds(data)))
}

/// Like [`models_from`], but measures the pages only if the models are not stored.
///
/// # Errors
/// The same.
pub fn posts_models(pages: &[PostsPage]) -> Result<Vec<Arc<PostModel>>, String> {
    kept::models_or(|| Ok(train_folds(&posts_dataset(pages))))
}

/// Like [`posts_models`], but reads the pages only if the models are not stored.
///
/// # Errors
/// The same, and if the evaluation data is missing.
pub fn fold_models() -> Result<Vec<Arc<PostModel>>, String> {
    kept::models_or(|| Ok(train_folds(&posts_dataset(&posts_pages()?))))
}
