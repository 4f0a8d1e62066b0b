//! Commands around the model of the posts: training, cross-validation by site, a look at failures.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{ElementPaths, parse};
use rowsmith::posts::{Options, PostModel, posts_confidence_row, posts_shortlist};
use rowsmith::records::{PageFacts, Ranker};
use rowsmith::tree::PageTree;
use rowsmith::{PostsRequest, learn_template, posts_page};

use crate::data::teaches;
use crate::dataset::Sample;
use crate::linear::{Linear, train_logistic, train_ranker};
use crate::posts_data::{PostsData, PostsPage, posts_dataset, posts_pages};
use crate::record_models::is_fresh;
use crate::training::FOLDS;
use crate::trees::{TreeOptions, boost, boost_logistic, packed};

/// L2 penalty of the ranker's linear part.
const PENALTY: f64 = 0.03;

fn trees() -> TreeOptions {
    TreeOptions { trees: 60, leaves: 6, rate: 0.1, min_weight: 0.5, penalty: 1.0, features: 0.3, bags: 3 }
}

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// Whether a page shows which of its lists is right to a leaf; a rule's annotation does not.
fn teaches_ranking(page: &PostsData<'_>) -> bool {
    page.has_posts && page.page.set != "comments"
}

fn ranker(pages: &[&PostsData<'_>]) -> Ranker {
    let samples: Vec<Sample> = pages
        .iter()
        .filter(|p| teaches_ranking(p) && p.qualities.iter().any(|q| q.hits > 0))
        .map(|p| Sample { rows: p.measured.rows.clone(), qualities: p.qualities.clone() })
        .collect();
    let samples: Vec<&Sample> = samples.iter().collect();
    let linear = train_ranker(&samples, PENALTY, 250);
    let trees = boost(&samples, &|row| linear.score(row), &trees());
    packed(&linear, &trees)
}

/// The shortlist of a page.
struct Short {
    order: Vec<usize>,
    first: Vec<f64>,
    sample: Sample,
}

fn short(page: &PostsData<'_>, first: &Ranker) -> Option<Short> {
    let scores = first.scores(&page.measured.rows);
    let document = parse(&page.page.html, &Default::default()).ok()?;
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let (order, rows) = posts_shortlist(&facts, &page.measured, &scores);
    let qualities = order.iter().map(|&i| page.qualities[i]).collect();
    let first = order.iter().map(|&i| scores[i]).collect();
    (!order.is_empty()).then_some(Short { order, first, sample: Sample { rows, qualities } })
}

/// The choice on a page, and the row of its confidence.
fn choice(page: &PostsData<'_>, short: &Short, second: &Ranker) -> Option<(usize, Vec<f32>)> {
    let scores: Vec<f64> = short.first.iter().zip(&short.sample.rows).map(|(s, row)| s + second.score(row)).collect();
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
    let document = parse(&page.page.html, &Default::default()).ok()?;
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    Some((short.order[best], posts_confidence_row(&facts, &page.measured, short.order[best], &scores)))
}

fn second_ranker(shorts: &[&(&PostsData<'_>, Short)]) -> Ranker {
    let samples: Vec<&Sample> = shorts
        .iter()
        .filter(|(p, s)| teaches_ranking(p) && s.sample.qualities.iter().any(|q| q.hits > 0))
        .map(|(_, s)| &s.sample)
        .collect();
    let last = |row: &[f32]| row.last().map_or(0.0, |&x| f64::from(x));
    packed(&Linear::default(), &boost(&samples, &last, &TreeOptions { trees: 80, ..trees() }))
}

/// Trains all parts; the second ranker and the confidence learn from shortlists by first rankers that did not see the
/// page.
pub fn train_posts(pages: &[&PostsData<'_>]) -> PostModel {
    let mut folds: Vec<usize> = pages.iter().map(|p| p.page.fold).collect();
    folds.sort_unstable();
    folds.dedup();
    let shorts: Vec<(&PostsData<'_>, Short)> = folds
        .par_iter()
        .flat_map_iter(|&fold| {
            let (inside, outside): (Vec<&PostsData<'_>>, Vec<&PostsData<'_>>) =
                pages.iter().partition(|p| p.page.fold == fold);
            let ranker = ranker(&outside);
            inside.into_iter().filter_map(move |p| Some((p, short(p, &ranker)?))).collect::<Vec<_>>()
        })
        .collect();
    let second = second_ranker(&shorts.iter().collect::<Vec<_>>());
    let labelled: Vec<(Vec<f32>, bool, f64)> = shorts
        .par_iter()
        .filter_map(|(p, s)| {
            let (best, row) = choice(p, s, &Ranker::default())?;
            Some((row, p.has_posts && p.qualities[best].f1() >= 0.5, p.page.weight))
        })
        .collect();
    let linear = train_logistic(&labelled, 0.03, 300);
    let options = TreeOptions { trees: 40, leaves: 4, ..trees() };
    let trees = boost_logistic(&labelled, &|row| linear.score(row), &options);
    PostModel { first: ranker(pages), second, confidence: packed(&linear, &trees) }
}

/// The models of all folds, each trained without the fold's pages.
pub fn posts_fold_models(data: &[PostsData<'_>]) -> Vec<PostModel> {
    (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let seen = data.iter().filter(|p| p.page.fold != fold && teaches(&p.page.key));
            train_posts(&seen.collect::<Vec<_>>())
        })
        .collect()
}

/// Trains on all pages and writes the model file.
pub fn train(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let mut pages = posts_pages()?;
    pages.retain(|page| teaches(&page.key));
    let data = posts_dataset(&pages);
    let model = train_posts(&data.iter().collect::<Vec<_>>());
    let count = |set: &str, posts: bool| data.iter().filter(|p| p.page.set == set && p.has_posts == posts).count();
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train posts\n\
         From {} threads of WCXB (dev split, CC-BY-4.0, Murrough Foley 2026) with records annotated for Rowsmith,\n\
         {} threads of WEB-FORUM-52 (Apache-2.0, Weichselbraun et al. 2020), {} pages with comments made for\n\
         Rowsmith and {} articles of WCXB with comments that their markup tells; and from {} pages without posts of these sets, of NEXT-EVAL samples 1-10 (MIT, Wordbricks 2025)\n\
         and of the test data of Fundus (MIT, Dallabetta et al.).",
        count("records", true),
        count("threads", true),
        count("sites", true),
        count("comments", true),
        data.iter().filter(|p| !p.has_posts).count(),
    );
    let text = model.to_text(&notes);
    std::fs::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}: {} bytes", path.display(), text.len()).map_err(said)
}

/// The models of the folds, trained once for a build of the laboratory and kept in `eval/out/models`.
///
/// # Errors
/// Where the evaluation data is missing or the models cannot be kept.
pub fn posts_models(pages: &[PostsPage]) -> Result<Vec<Arc<PostModel>>, String> {
    kept_models(&|| Ok(posts_fold_models(&posts_dataset(pages))))
}

fn kept_models(train: &dyn Fn() -> Result<Vec<PostModel>, String>) -> Result<Vec<Arc<PostModel>>, String> {
    let file =
        |fold: usize| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../eval/out/models/posts-{fold}.txt"));
    let kept = |fresh: &dyn Fn(&Path) -> bool| -> Option<Vec<Arc<PostModel>>> {
        (0..FOLDS)
            .map(|fold| {
                let text = std::fs::read_to_string(file(fold)).ok().filter(|_| fresh(&file(fold)))?;
                PostModel::parse(&text).ok().map(Arc::new)
            })
            .collect()
    };
    if let Some(models) = kept(&is_fresh) {
        return Ok(models);
    }
    for (fold, model) in train()?.iter().enumerate() {
        let path = file(fold);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(said)?;
        std::fs::write(&path, model.to_text("Trained without one fold's pages.")).map_err(said)?;
    }
    kept(&|_| true).ok_or_else(|| "the models of the folds cannot be read back".to_owned())
}

/// [`posts_models`], of pages that are read only if the models are not kept.
pub fn fold_models() -> Result<Vec<Arc<PostModel>>, String> {
    kept_models(&|| Ok(posts_fold_models(&posts_dataset(&posts_pages()?))))
}

/// Writes the result lines of one set, each page by the model that did not see its site.
/// With `batch`, each page by a template that was learnt on the other pages of its site (MiBAT+MP).
pub fn write_lines(set: &str, path: &Path, batch: bool) -> Result<(), String> {
    let pages = posts_pages()?;
    let models = posts_models(&pages)?;
    let lines: Vec<String> = pages
        .par_iter()
        .filter(|page| page.set == set)
        .map(|page| {
            let posts = Options { model: Some(models[page.fold].clone()), ..Options::default() };
            let mut request = PostsRequest { posts, ..PostsRequest::default() };
            if batch {
                let others = pages.iter().filter(|p| p.set == set && p.host == page.host && p.key != page.key);
                let others: Vec<&[u8]> = others.map(|p| p.html.as_slice()).collect();
                request.template = learn_template(&others, &request).map(Arc::new);
            }
            let source = page.file.display().to_string();
            match posts_page(&page.html, &source, &request) {
                Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
                Err(_) => Ok(format!("{{\"source\":{source:?},\"posts\":[]}}")),
            }
        })
        .collect::<Result<_, String>>()?;
    std::fs::write(path, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))
}

/// Prints the figures of the out-of-fold choice; with `failures` also where it goes wrong.
pub fn cross_validate(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let pages = posts_pages()?;
    let data = posts_dataset(&pages);
    let sizes: Vec<usize> = data.iter().map(|p| p.measured.candidates.len()).collect();
    writeln!(out, "candidates: {:.1} a page", sizes.iter().sum::<usize>() as f64 / sizes.len() as f64).map_err(said)?;
    for set in ["records", "threads", "sites", "comments"] {
        let of: Vec<&PostsData<'_>> = data.iter().filter(|p| p.page.set == set && p.has_posts).collect();
        let best = of.iter().map(|p| p.qualities.iter().map(|q| q.f1()).fold(0.0, f64::max)).sum::<f64>();
        let perfect = of.iter().filter(|p| p.qualities.iter().any(|q| q.perfect())).count();
        writeln!(out, "bound, {set}: {} pages, F1 {:.4}, perfect {perfect}", of.len(), best / of.len() as f64)
            .map_err(said)?;
        if failures {
            for p in of.iter().filter(|p| !p.qualities.iter().any(|q| q.perfect())) {
                let best = p.qualities.iter().max_by(|a, b| a.f1().total_cmp(&b.f1()));
                writeln!(out, "   unreachable: {} {best:?}", p.page.key).map_err(said)?;
            }
        }
    }
    let models = kept_models(&|| Ok(posts_fold_models(&data)))?;
    let chosen: Vec<(&PostsData<'_>, Option<(usize, f64)>)> = data
        .par_iter()
        .map(|p| {
            let model = &models[p.page.fold];
            let choice = short(p, &model.first).and_then(|s| choice(p, &s, &model.second));
            (p, choice.map(|(best, row)| (best, 1.0 / (1.0 + (-model.confidence.score(&row)).exp()))))
        })
        .collect();
    let quality = |p: &PostsData<'_>, c: Option<(usize, f64)>| c.map(|(i, _)| p.qualities[i]).unwrap_or_default();
    for set in ["records", "threads", "sites", "comments"] {
        let of: Vec<_> = chosen.iter().filter(|(p, _)| p.page.set == set && p.has_posts).collect();
        let (mut hits, mut predicted, mut gold, mut perfect, mut f1) = (0, 0, 0, 0, 0.0);
        for (p, c) in &of {
            let q = quality(p, *c);
            hits += q.hits;
            predicted += q.predicted;
            gold += q.gold.max(p.qualities.first().map_or(0, |q| q.gold));
            perfect += usize::from(q.perfect());
            f1 += q.f1() / of.len() as f64;
        }
        writeln!(
            out,
            "choice, {set}: F1 {:.4}, page mean {f1:.4}, perfect {perfect} of {} = {:.3}",
            2.0 * hits as f64 / (predicted + gold) as f64,
            of.len(),
            perfect as f64 / of.len() as f64
        )
        .map_err(said)?;
    }
    for least in [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let kept = |set: &str, posts: bool| {
            let of = chosen.iter().filter(|(p, _)| p.page.set == set && p.has_posts == posts);
            let (kept, all) =
                of.fold((0, 0), |(k, n), (_, c)| (k + usize::from(c.is_some_and(|c| c.1 >= least)), n + 1));
            format!("{kept}/{all}")
        };
        writeln!(
            out,
            "confidence >= {least}: kept records {} threads {} sites {} comments {}; without posts: records {} sites {} articles {}",
            kept("records", true),
            kept("threads", true),
            kept("sites", true),
            kept("comments", true),
            kept("records", false),
            kept("sites", false),
            kept("text", false)
        )
        .map_err(said)?;
    }
    if failures {
        for (p, c) in &chosen {
            let q = quality(p, *c);
            let confidence = c.map_or(0.0, |c| c.1);
            if p.has_posts && q.perfect() && confidence >= 0.5 || !p.has_posts && confidence < 0.5 {
                continue;
            }
            let Ok(document) = parse(&p.page.html, &Default::default()) else { continue };
            let tree = PageTree::new(&document);
            let paths = ElementPaths::new(&document);
            let note = |i: usize| {
                let c = &p.measured.candidates[i];
                format!("{} {} {}", c.generator.name(), c.len(), paths.path(tree.node(c.runs[0].0)))
            };
            writeln!(out, "{} {confidence:.2} F1 {:.3} {q:?}", p.page.key, q.f1()).map_err(said)?;
            if let Some((i, _)) = c {
                writeln!(out, "   chosen {}", note(*i)).map_err(said)?;
                let last = p.measured.candidates[*i].runs.last().map_or((0, 1), |r| (r.0, r.1));
                let text = rowsmith::dom::line(&document, tree.spans[last.0].0, tree.spans[last.1 - 1].1);
                let text: String = text.chars().take(160).collect();
                writeln!(out, "   last: {text}").map_err(said)?;
            }
            let right = (0..p.qualities.len()).max_by(|&a, &b| p.qualities[a].f1().total_cmp(&p.qualities[b].f1()));
            if let Some(right) = right.filter(|_| p.has_posts) {
                writeln!(out, "   right F1 {:.3} {}", p.qualities[right].f1(), note(right)).map_err(said)?;
            }
        }
    }
    Ok(())
}
