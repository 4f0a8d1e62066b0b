//! The model of authors.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::article::blocks::Blocks;
use rowsmith::article::blocks::context::Context;
use rowsmith::article::declared::json_ld::JsonLd;
use rowsmith::article::declared::meta::Metas;
use rowsmith::article::fold::fold;
use rowsmith::article::metadata::author::candidates::{AuthorPage, Candidate, candidates};
use rowsmith::article::metadata::author::features::features;
use rowsmith::article::metadata::author::model::AuthorModel;
use rowsmith::article::metadata::sources::{Found, Source, Sources};
use rowsmith::article::metadata::title_block;
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

/// The weights of pages: there are few of `news`, in many languages.
const TEXT_WEIGHT: usize = 4;
const NEWS_WEIGHT: usize = 12;

/// How a page's declarations of its author are changed in a copy that only teaches. On pages never seen they are missing, or name an
/// account or the site, more often than on these.
#[derive(Clone, Copy)]
enum Declared {
    /// None is left.
    Missing,
    /// They name an account.
    Account,
    /// They name the site.
    Site,
}

/// What publishing systems declare where nobody has entered a name.
const ACCOUNTS: [&str; 6] = ["Super User", "admin", "webadmin", "Redaktion", "editor", "WebTeam"];

impl Declared {
    /// What the page says, with these declarations. `None` if there is nothing to change.
    fn apply(self, sources: &Sources, at: usize) -> Option<Sources> {
        let mut changed = sources.clone();
        changed.authors.retain(|found| found.node.is_some());
        let name = match self {
            Declared::Missing if changed.authors.len() == sources.authors.len() => return None,
            Declared::Missing => return Some(changed),
            Declared::Account => ACCOUNTS[at % ACCOUNTS.len()].to_owned(),
            Declared::Site => sources.sites.first()?.clone(),
        };
        // where most systems do: in a meta element, in JSON-LD, or in both
        let places: &[Source] = [&[Source::Meta][..], &[Source::JsonLd], &[Source::JsonLd, Source::Meta]][at % 3];
        let organisation = matches!(self, Declared::Site);
        let kind = if organisation { &mut changed.organisations } else { &mut changed.people };
        kind.push(name.clone());
        let added = places.iter().map(|&source| Found { source, value: name.clone(), node: None });
        changed.authors.splice(0..0, added);
        Some(changed)
    }
}

/// A page's candidates for its author, with its fold.
struct Authored {
    set: &'static str,
    key: String,
    /// The annotated author, folded.
    gold: Option<String>,
    fold: usize,
    candidates: Vec<Candidate>,
    sample: Sample,
    /// Copies with other declarations, which teach but are not judged.
    copies: Vec<Sample>,
}

/// The candidates of all pages. Pages of `text` whose annotation has no author teach that there may be none; those of
/// `news` have several authors and are left out. The title is the annotated one, if there is one: the choice of titles
/// has its own figures.
fn authored(pages: &[TextPage], structures: &[Structures]) -> Vec<Authored> {
    pages
        .par_iter()
        .zip(structures)
        .filter_map(|(page, of)| {
            let gold = page.author.as_deref().map(fold).filter(|a| !a.is_empty());
            if gold.is_none() && page.set == "news" {
                return None;
            }
            let document = parse(&page.html, &ParseOptions::default()).ok()?;
            let context = Context::new(&document);
            let (blocks, metas, json) =
                (Blocks::new(&document, &context), Metas::new(&document), JsonLd::new(&document));
            let sources = Sources::new(&document, &context, &blocks, &metas, &json);
            let title = page.title.as_deref();
            let title_block = title.and_then(|title| title_block(&document, &context, &blocks, title));
            let right = |c: &Candidate| match &gold {
                Some(gold) => c.key == *gold,
                None => c.is_nobody,
            };
            let sampled = |sources: &Sources| {
                let about = AuthorPage {
                    document: &document,
                    context: &context,
                    blocks: &blocks,
                    sources,
                    posts: &of.posts,
                    title,
                    title_block,
                };
                let candidates = candidates(&about);
                let rows = features(&about, &candidates);
                let quality = |c: &Candidate| Quality { hits: usize::from(right(c)), predicted: 1, gold: 1 };
                let qualities = candidates.iter().map(quality).collect();
                (candidates, Sample { rows, qualities })
            };
            let (candidates, sample) = sampled(&sources);
            // only who is shown can be told without declarations
            let is_shown = candidates.iter().any(|c| right(c) && c.node.is_some());
            let other = [Declared::Account, Declared::Site][page.key.len() % 2];
            let changes = [Declared::Missing, other].into_iter().filter(|_| is_shown);
            let copies = changes.filter_map(|change| change.apply(&sources, candidates.len()));
            let copies = copies.map(|sources| sampled(&sources).1).collect();
            Some(Authored { set: page.set, key: page.key.clone(), gold, fold: page.fold, candidates, sample, copies })
        })
        .collect()
}

fn train_on(pages: &[&Authored]) -> AuthorModel {
    let can_teach = |sample: &&Sample| sample.qualities.iter().any(Quality::perfect);
    let weighted = |p: &Authored| if p.set == "news" { NEWS_WEIGHT } else { TEXT_WEIGHT };
    let samples = pages.iter().flat_map(|p| std::iter::repeat_n(&p.sample, weighted(p)).chain(&p.copies));
    let samples: Vec<&Sample> = samples.filter(can_teach).collect();
    AuthorModel { ranker: ranker(&samples, PENALTY, &TREES) }
}

fn folds(all: &[Authored]) -> Vec<AuthorModel> {
    let without = |fold: usize| {
        let seen = all.iter().filter(|p| p.fold != fold && teaches(AuthorModel::NAME, &p.key));
        train_on(&seen.collect::<Vec<_>>())
    };
    (0..FOLDS).into_par_iter().map(without).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn author_fold_models(pages: &[TextPage], structures: &[Structures]) -> Vec<Arc<AuthorModel>> {
    folds(&authored(pages, structures)).into_iter().map(Arc::new).collect()
}

/// The author of a page according to a model that has not seen the site.
pub struct AuthorChoice {
    pub set: &'static str,
    pub key: String,
    /// The annotated author, folded.
    pub gold: Option<String>,
    pub chosen: String,
    pub is_right: bool,
    /// Whether any candidate is right.
    pub is_possible: bool,
    pub candidates: usize,
}

/// The authors of all pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn author_choices() -> Result<Vec<AuthorChoice>, String> {
    let pages = text_pages()?;
    Ok(choices(&authored(&pages, &structures(&pages)?)))
}

fn choices(all: &[Authored]) -> Vec<AuthorChoice> {
    let models = folds(all);
    let choice = |page: &Authored| {
        let best = models[page.fold].best(&page.candidates, &page.sample.rows)?;
        Some(AuthorChoice {
            set: page.set,
            key: page.key.clone(),
            gold: page.gold.clone(),
            chosen: page.candidates[best].shown.clone(),
            is_right: page.sample.qualities[best].perfect(),
            is_possible: page.sample.qualities.iter().any(Quality::perfect),
            candidates: page.candidates.len(),
        })
    };
    all.iter().filter_map(choice).collect()
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train_authors() -> Result<TrainedFile, String> {
    let pages = text_pages()?;
    let structures = structures(&pages)?;
    let mut all = authored(&pages, &structures);
    all.retain(|page| teaches(AuthorModel::NAME, &page.key));
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
        settings: format!(
            "penalty {PENALTY}, pages of news count {NEWS_WEIGHT}, others {TEXT_WEIGHT}, copies 1, {TREES:?}"
        ),
        commit: commit(),
        figures: figures(&choices(&all)),
    };
    TrainedFile::new(&train_on(&all.iter().collect::<Vec<_>>()), &origin)
}

/// The share of right authors by models that have not seen the site.
fn figures(choices: &[AuthorChoice]) -> String {
    let named: Vec<&AuthorChoice> = choices.iter().filter(|c| c.gold.is_some()).collect();
    let right = named.iter().filter(|c| c.is_right).count();
    let invented = choices.iter().filter(|c| c.gold.is_none() && !c.is_right).count();
    format!(
        "cross-validated by site: {:.4} of {} authors right; named where the annotation names nobody: {invented} of {}",
        right as f64 / named.len().max(1) as f64,
        named.len(),
        choices.len() - named.len()
    )
}
