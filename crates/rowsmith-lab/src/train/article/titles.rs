//! The model of titles.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::article::blocks::Blocks;
use rowsmith::article::blocks::context::Context;
use rowsmith::article::declared::json_ld::JsonLd;
use rowsmith::article::declared::meta::Metas;
use rowsmith::article::fold::fold;
use rowsmith::article::metadata::address;
use rowsmith::article::metadata::sources::Sources;
use rowsmith::article::metadata::title::candidates::{Candidate, candidates};
use rowsmith::article::metadata::title::features::{TitlePage, features};
use rowsmith::article::metadata::title::model::TitleModel;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::learn::{LearntModel, Origin};

use crate::eval::commit::commit;
use crate::eval::fingerprint::Fingerprint;
use crate::eval::folds::FOLDS;
use crate::eval::text_pages::{TextPage, text_pages};
use crate::eval::truth::Quality;
use crate::train::rankers::{RANKER_TREES, ranker};
use crate::train::sample::Sample;
use crate::train::{TrainedFile, TreeOptions, teaches};

const TREES: TreeOptions =
    TreeOptions { trees: 250, leaves: 6, rate: 0.05, min_curvature: 1.0, features: 0.2, bags: 4, ..RANKER_TREES };
const PENALTY: f64 = 0.3;

/// The weight of a page of `news`: there are few, and their titles are more often those in the metadata than on other
/// pages.
const NEWS_WEIGHT: usize = 2;

/// A page's candidates for its title, with its fold.
struct Titled {
    key: String,
    gold: String,
    is_news: bool,
    fold: usize,
    candidates: Vec<Candidate>,
    sample: Sample,
}

/// The candidates of all pages with a title; if none of them is right the page teaches nothing, but counts.
fn titled(pages: &[TextPage]) -> Vec<Titled> {
    pages
        .par_iter()
        .filter_map(|page| {
            let gold = fold(page.title.as_deref()?);
            let document = parse(&page.html, &ParseOptions::default()).ok()?;
            let context = Context::new(&document);
            let (blocks, metas, json) =
                (Blocks::new(&document, &context), Metas::new(&document), JsonLd::new(&document));
            let sources = Sources::new(&document, &context, &blocks, &metas, &json);
            let about = TitlePage::new(&sources, &metas, address(&document, &metas).as_deref());
            let candidates = candidates(&sources, &about.sites);
            let rows = features(&about, &candidates);
            let right = |c: &Candidate| usize::from(c.key == gold);
            let qualities = candidates.iter().map(|c| Quality { hits: right(c), predicted: 1, gold: 1 }).collect();
            Some(Titled {
                key: page.key.clone(),
                gold,
                is_news: page.set == "news",
                fold: page.fold,
                candidates,
                sample: Sample { rows, qualities },
            })
        })
        .collect()
}

fn weighted<'a>(page: &&'a Titled) -> impl Iterator<Item = &'a Sample> {
    std::iter::repeat_n(&page.sample, if page.is_news { NEWS_WEIGHT } else { 1 })
}

fn train_on(pages: &[&Titled]) -> TitleModel {
    let samples: Vec<&Sample> =
        pages.iter().filter(|p| p.sample.qualities.iter().any(Quality::perfect)).flat_map(weighted).collect();
    TitleModel { ranker: ranker(&samples, PENALTY, &TREES) }
}

fn folds(all: &[Titled]) -> Vec<TitleModel> {
    let without = |fold: usize| {
        let seen = all.iter().filter(|p| p.fold != fold && teaches(TitleModel::NAME, &p.key));
        train_on(&seen.collect::<Vec<_>>())
    };
    (0..FOLDS).map(without).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn title_fold_models(pages: &[TextPage]) -> Vec<Arc<TitleModel>> {
    folds(&titled(pages)).into_iter().map(Arc::new).collect()
}

/// Trains on all training pages.
///
/// # Errors
/// If the evaluation data is missing.
pub fn train_titles() -> Result<TrainedFile, String> {
    let mut pages = text_pages()?;
    pages.retain(|page| teaches(TitleModel::NAME, &page.key));
    let all = titled(&pages);
    let mut seen = Fingerprint::default();
    all.iter().for_each(|p| seen.page(&p.key, [p.gold.as_bytes()]));
    let origin = Origin {
        data: seen.to_string(),
        sources: format!(
            "{} titles of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and of the test data of Fundus (MIT, \
             Dallabetta et al.)",
            all.len()
        ),
        seed: TREES.seed.to_string(),
        settings: format!("penalty {PENALTY}, pages of news count {NEWS_WEIGHT}, {TREES:?}"),
        commit: commit(),
        figures: figures(&all),
    };
    TrainedFile::new(&train_on(&all.iter().collect::<Vec<_>>()), &origin)
}

/// The share of right titles by models that have not seen the site.
fn figures(all: &[Titled]) -> String {
    let models = folds(all);
    let (mut right, mut possible) = (0, 0);
    for page in all {
        let scores = models[page.fold].ranker.scores(&page.sample.rows);
        let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)));
        right += usize::from(best.is_some_and(|b| page.sample.qualities[b].perfect()));
        possible += usize::from(page.sample.qualities.iter().any(Quality::perfect));
    }
    let n = all.len().max(1) as f64;
    let candidates: usize = all.iter().map(|p| p.candidates.len()).sum();
    format!(
        "cross-validated by site: {:.4} of {} titles right, among {:.1} candidates a page that hold {:.4}",
        right as f64 / n,
        all.len(),
        candidates as f64 / n,
        possible as f64 / n
    )
}
