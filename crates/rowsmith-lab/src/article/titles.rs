//! The model of titles: training, and cross-validation by site.

use std::io::Write;
use std::path::Path;
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

use super::pages::{TextPage, text_pages};
use super::training::FOLDS;
use crate::dataset::Sample;
use crate::linear::train_ranker;
use crate::trees::{TreeOptions, boost, packed};
use crate::truth::Quality;

const TREES: TreeOptions =
    TreeOptions { trees: 150, leaves: 4, rate: 0.05, min_weight: 1.0, penalty: 1.0, features: 0.4, bags: 4 };
const PENALTY: f64 = 0.3;

/// What a page of `news` counts: there are few, and their titles are what is said in metadata more often than others'.
const NEWS_WEIGHT: usize = 2;

/// A page's candidates for its title, with its fold.
struct Titled {
    is_news: bool,
    fold: usize,
    candidates: Vec<Candidate>,
    sample: Sample,
}

/// The candidates of all pages with a title; those none of which is right teach nothing, but count.
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

fn train(pages: &[&Titled]) -> TitleModel {
    let samples: Vec<&Sample> =
        pages.iter().filter(|p| p.sample.qualities.iter().any(Quality::perfect)).flat_map(weighted).collect();
    let linear = train_ranker(&samples, PENALTY, 250);
    TitleModel { ranker: packed(&linear, &boost(&samples, &|row| linear.score(row), &TREES)) }
}

fn folds(all: &[Titled]) -> Vec<TitleModel> {
    (0..FOLDS).map(|fold| train(&all.iter().filter(|p| p.fold != fold).collect::<Vec<_>>())).collect()
}

/// The models of all folds, each trained without the fold's pages.
pub fn fold_models(pages: &[TextPage]) -> Vec<Arc<TitleModel>> {
    folds(&titled(pages)).into_iter().map(Arc::new).collect()
}

/// Trains on all pages, writes the model file, and prints the cross-validated share of right titles.
pub fn train_titles(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let pages = text_pages()?;
    let all = titled(&pages);
    let models = folds(&all);
    let (mut right, mut possible) = (0, 0);
    for page in &all {
        let scores = models[page.fold].ranker.scores(&page.sample.rows);
        let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)));
        right += usize::from(best.is_some_and(|b| page.sample.qualities[b].perfect()));
        possible += usize::from(page.sample.qualities.iter().any(Quality::perfect));
    }
    let n = all.len().max(1) as f64;
    let candidates: usize = all.iter().map(|p| p.candidates.len()).sum();
    let model = train(&all.iter().collect::<Vec<_>>());
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train titles\n\
         From {} titles of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) and of the test data of Fundus (MIT,\n\
         Dallabetta et al.).",
        all.len()
    );
    let text = model.to_text(&notes);
    std::fs::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(
        out,
        "{}: {} bytes; cross-validated {:.4} of {} titles right, among {:.1} candidates a page that hold {:.4}",
        path.display(),
        text.len(),
        right as f64 / n,
        all.len(),
        candidates as f64 / n,
        possible as f64 / n
    )
    .map_err(|e| e.to_string())
}
