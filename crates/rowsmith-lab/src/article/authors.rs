//! The model of authors: training, and cross-validation by site.

use std::io::Write;
use std::path::Path;
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
use rowsmith::article::metadata::sources::Sources;
use rowsmith::article::metadata::title_block;
use rowsmith::dom::{ParseOptions, parse};

use super::pages::{TextPage, text_pages};
use super::structures::{Structures, structures};
use super::training::FOLDS;
use crate::dataset::Sample;
use crate::linear::train_ranker;
use crate::trees::{TreeOptions, boost, packed};
use crate::truth::Quality;

const TREES: TreeOptions =
    TreeOptions { trees: 150, leaves: 5, rate: 0.05, min_weight: 1.0, penalty: 1.0, features: 0.4, bags: 4 };
const PENALTY: f64 = 0.3;

/// What a page of `news` counts: there are few, in many languages.
const NEWS_WEIGHT: usize = 3;

/// A page's candidates for its author, with its fold.
struct Authored {
    set: &'static str,
    key: String,
    /// The author of the annotation, folded.
    gold: Option<String>,
    fold: usize,
    candidates: Vec<Candidate>,
    sample: Sample,
}

/// The candidates of all pages. Pages of `text` whose annotation names nobody
/// teach that there is nobody; those of `news` have several authors and are left out. The title is that of the
/// annotation where there is one: the choice of titles has its own figures.
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
            let about = AuthorPage {
                document: &document,
                context: &context,
                blocks: &blocks,
                sources: &sources,
                posts: &of.posts,
                title,
                title_block: title.and_then(|title| title_block(&document, &context, &blocks, title)),
            };
            let candidates = candidates(&about);
            let rows = features(&about, &candidates);
            let right = |c: &Candidate| match &gold {
                Some(gold) => c.key == *gold,
                None => c.is_nobody,
            };
            let quality = |c: &Candidate| Quality { hits: usize::from(right(c)), predicted: 1, gold: 1 };
            let qualities = candidates.iter().map(quality).collect();
            let sample = Sample { rows, qualities };
            Some(Authored { set: page.set, key: page.key.clone(), gold, fold: page.fold, candidates, sample })
        })
        .collect()
}

fn train(pages: &[&Authored]) -> AuthorModel {
    let teaches = |p: &&&Authored| p.sample.qualities.iter().any(Quality::perfect);
    let weighted = |p: &&Authored| if p.set == "news" { NEWS_WEIGHT } else { 1 };
    let samples: Vec<&Sample> =
        pages.iter().filter(teaches).flat_map(|p| std::iter::repeat_n(&p.sample, weighted(p))).collect();
    let linear = train_ranker(&samples, PENALTY, 250);
    AuthorModel { ranker: packed(&linear, &boost(&samples, &|row| linear.score(row), &TREES)) }
}

fn folds(all: &[Authored]) -> Vec<AuthorModel> {
    (0..FOLDS).into_par_iter().map(|fold| train(&all.iter().filter(|p| p.fold != fold).collect::<Vec<_>>())).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn fold_models(pages: &[TextPage], structures: &[Structures]) -> Vec<Arc<AuthorModel>> {
    folds(&authored(pages, structures)).into_iter().map(Arc::new).collect()
}

/// Prints the share of right authors by models that did not see the page's site; `failures` too.
pub fn cross_validate_authors(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let said = |e: std::io::Error| e.to_string();
    let pages = text_pages()?;
    let all = authored(&pages, &structures(&pages)?);
    let models = folds(&all);
    for set in ["text", "news"] {
        let (mut right, mut possible, mut named, mut invented, mut nameless) = (0, 0, 0, 0, 0);
        for page in all.iter().filter(|p| p.set == set) {
            let Some(best) = models[page.fold].best(&page.candidates, &page.sample.rows) else { continue };
            let is_right = page.sample.qualities[best].perfect();
            let Some(gold) = &page.gold else {
                nameless += 1;
                invented += usize::from(!is_right);
                continue;
            };
            named += 1;
            right += usize::from(is_right);
            let is_possible = page.sample.qualities.iter().any(Quality::perfect);
            possible += usize::from(is_possible);
            if failures && !is_right {
                let missing = if is_possible { "" } else { " (no candidate)" };
                writeln!(out, "{} {gold:?}{missing}: {:?}", page.key, page.candidates[best].shown).map_err(said)?;
            }
        }
        let share = |n: usize, of: usize| n as f64 / of.max(1) as f64;
        writeln!(
            out,
            "{set}: {:.4} of {named} authors right, candidates hold {:.4}; named where the annotation names nobody: \
             {invented} of {nameless}",
            share(right, named),
            share(possible, named)
        )
        .map_err(said)?;
    }
    let candidates: usize = all.iter().map(|p| p.candidates.len()).sum();
    writeln!(out, "{:.1} candidates a page", candidates as f64 / all.len().max(1) as f64).map_err(said)
}

/// Trains on all pages and writes the model file.
pub fn train_authors(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let pages = text_pages()?;
    let all = authored(&pages, &structures(&pages)?);
    let model = train(&all.iter().collect::<Vec<_>>());
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train authors\n\
         From {} pages of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and of the test data of Fundus (MIT,\n\
         Dallabetta et al.).",
        all.len()
    );
    let text = model.to_text(&notes);
    std::fs::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}: {} bytes", path.display(), text.len()).map_err(|e| e.to_string())
}
