//! Commands around the model of the main list: training, cross-validation, a look at failures.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::records::{Model, Options};
use rowsmith::{RecordsRequest, records_page};

use crate::data::{Extra, article_pages, record_pages, reshuffle, teaches, thread_pages};
use crate::dataset::{PageData, dataset, parsed};
use crate::record_models::record_models_from;
use crate::training::{FOLDS, Settings, fold_models, train_model};

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// Trains on all pages and writes the model file.
pub fn train(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let mut pages = record_pages()?;
    pages.extend(article_pages()?);
    pages.extend(thread_pages()?);
    pages.retain(|page| teaches(&page.key));
    let pages = parsed(pages);
    let data = dataset(&pages);
    let all: Vec<&PageData<'_>> = data.iter().collect();
    let model = train_model(&all, &Settings::default());
    let lists = data.iter().filter(|p| p.has_list && !p.page.gold.debatable).count();
    let none = data.iter().filter(|p| p.none && !p.page.gold.debatable && p.page.extra == Extra::No).count();
    let threads = data.iter().filter(|p| p.page.extra == Extra::Thread).count();
    let articles = data.iter().filter(|p| p.page.extra == Extra::Article).count();
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train records\n\
         From {lists} pages with a main list and {none} without any, pages of WCXB (dev split, CC-BY-4.0, Murrough Foley\n\
         2026) and NEXT-EVAL samples 1-10 (MIT, Wordbricks 2025), records annotated for Rowsmith; and from {articles}\n\
         articles of WCXB and of the test data of Fundus (MIT, Dallabetta et al.), which have no main list, and {threads}\n\
         threads of WEB-FORUM-52 (Apache-2.0, Weichselbraun et al. 2020), which have one."
    );
    let text = model.to_text(&notes);
    std::fs::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(
        out,
        "{}: {} bytes, {} trees",
        path.display(),
        text.len(),
        model.first.roots.len() + model.second.roots.len()
    )
    .map_err(said)
}

/// Writes the result line of every page, made by the model that did not see the page's site, and prints the choice's
/// figures; with `failures` also what went wrong.
pub fn cross_validate(
    out: &mut dyn Write,
    lines: Option<&Path>,
    failures: bool,
    min_confidence: f64,
    seed: u64,
) -> Result<(), String> {
    let mut pages = record_pages()?;
    pages.extend(article_pages()?);
    pages.extend(thread_pages()?);
    reshuffle(&mut pages, seed, FOLDS);
    let pages = parsed(pages);
    let data = dataset(&pages);
    let models: Vec<Arc<Model>> = match seed {
        0 => record_models_from(&data)?,
        _ => fold_models(&data, &Settings::default()).into_iter().map(Arc::new).collect(),
    };
    if let Some(path) = lines {
        let text: Vec<String> = pages
            .par_iter()
            .map(|parsed| &parsed.page)
            .filter(|page| page.extra == Extra::No)
            .map(|page| {
                let options = Options { model: Some(models[page.fold].clone()), ..Options::default() };
                let request = RecordsRequest { records: options, all_regions: true, ..RecordsRequest::default() };
                let source = page.file.display().to_string();
                let result = records_page(&page.html, &source, &request).map_err(|e| format!("{source}: {e}"));
                match result {
                    Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
                    Err(_) => Ok(format!("{{\"source\":{source:?},\"regions\":[]}}")),
                }
            })
            .collect::<Result<_, String>>()?;
        std::fs::write(path, text.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let chosen: Vec<(&PageData<'_>, usize, f64, usize, usize)> = data
        .par_iter()
        .filter_map(|p| Some((p, choice(p, &models[p.page.fold])?)))
        .map(|(p, c)| (p, c.0, c.1, c.2, c.3))
        .collect();
    let articles: Vec<f64> = chosen.iter().filter(|c| c.0.page.extra == Extra::Article).map(|c| c.2).collect();
    let firm = || chosen.iter().filter(|c| !c.0.page.gold.debatable && c.0.page.extra == Extra::No);
    let with = || firm().filter(|c| c.0.has_list);
    let n = with().count() as f64;
    let perfect = with().filter(|c| c.0.qualities[c.1].perfect()).count() as f64;
    let mean = with().map(|c| c.0.qualities[c.1].f1()).sum::<f64>();
    writeln!(out, "choice alone: perfect {:.4}, page-mean F1 {:.4}, on {n} pages", perfect / n, mean / n)
        .map_err(said)?;
    for least in [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6] {
        let alarms = firm().filter(|c| c.0.none && c.2 >= least).count();
        let kept = with().filter(|c| c.2 >= least).count() as f64;
        let kept_perfect = with().filter(|c| c.2 >= least && c.0.qualities[c.1].perfect()).count() as f64;
        let mean = with().filter(|c| c.2 >= least).map(|c| c.0.qualities[c.1].f1()).sum::<f64>();
        writeln!(
            out,
            "confidence >= {least}: false alarms {alarms} (and on {} of {} other articles), lists kept {kept} of {n}, perfect {:.4}, page-mean F1 {:.4}",
            articles.iter().filter(|c| **c >= least).count(),
            articles.len(),
            kept_perfect / n,
            mean / n
        )
        .map_err(said)?;
    }
    writeln!(out, "confidence  pages  right list  perfect").map_err(said)?;
    for bin in 0..10 {
        let inside: Vec<_> =
            firm().filter(|c| (c.2 * 10.0).min(9.99) as usize == bin && (c.0.has_list || c.0.none)).collect();
        let share = |test: &dyn Fn(&PageData<'_>, usize) -> bool| {
            inside.iter().filter(|c| test(c.0, c.1)).count() as f64 / inside.len().max(1) as f64
        };
        let right = share(&|p, i| p.qualities[i].f1() >= 0.5);
        let perfect = share(&|p, i| p.qualities[i].perfect());
        writeln!(
            out,
            "{:.1}-{:.1} {:>8} {right:>10.2} {perfect:>9.2}",
            bin as f64 / 10.0,
            (bin + 1) as f64 / 10.0,
            inside.len()
        )
        .map_err(said)?;
    }
    if failures {
        for &(page, at, confidence, right, rank) in firm() {
            let q = page.qualities[at];
            if page.has_list && q.perfect() && confidence >= min_confidence
                || !page.has_list && confidence < min_confidence
            {
                continue;
            }
            let key = &page.page.key;
            writeln!(
                out,
                "{key} {} F1 {:.3} {q:?}\n   chosen {confidence:.2} {}",
                page.page.gold.kind,
                q.f1(),
                page.notes[at]
            )
            .map_err(said)?;
            if page.has_list {
                writeln!(out, "   right at {rank} F1 {:.3} {}", page.qualities[right].f1(), page.notes[right])
                    .map_err(said)?;
            }
        }
    }
    Ok(())
}

/// The chosen candidate, its confidence, the best candidate and its rank.
pub fn choice(page: &PageData<'_>, model: &Model) -> Option<(usize, f64, usize, usize)> {
    let first = model.first.scores(&page.measured.rows);
    let short = page.short(&first)?;
    let (best, row) = short.choice(page, &model.second);
    let right = (0..page.qualities.len()).max_by(|&a, &b| {
        page.qualities[a].f1().total_cmp(&page.qualities[b].f1()).then(first[a].total_cmp(&first[b]))
    })?;
    let score = |at: usize| short.scores[at] + model.second.score(&short.sample.rows[at]);
    let rank = short
        .order
        .iter()
        .position(|&i| i == right)
        .map_or(999, |at| (0..short.order.len()).filter(|&other| score(other) > score(at)).count());
    let confidence = 1.0 / (1.0 + (-model.confidence.score(&row)).exp());
    Some((short.order[best], confidence, right, rank))
}
