//! Commands around the model of what pages are: training, cross-validation by site, a look at failures.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use rowsmith::extract::{KIND_FEATURES, KindModel, Options};
use rowsmith::types::Kind;
use rowsmith::{ExtractRequest, extract_page};

use crate::data::teaches;
use crate::kinds_data::{KindData, fold_options, kind_dataset, kind_pages, with_kinds};
use crate::linear::train_logistic;
use crate::training::FOLDS;
use crate::trees::{TreeOptions, boost_logistic, packed};

/// L2 penalty of the linear part.
const PENALTY: f64 = 0.1;

fn trees() -> TreeOptions {
    TreeOptions { trees: 60, leaves: 4, rate: 0.07, min_weight: 0.5, penalty: 1.0, features: 0.3, bags: 8 }
}

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// A ranker a kind: pages of it against all others.
fn train_kinds(data: &[&KindData<'_>]) -> KindModel {
    let kinds = Kind::ALL.map(|kind| {
        let rows: Vec<(Vec<f32>, bool, f64)> =
            data.iter().map(|d| (d.row.clone(), d.page.kind == kind, d.page.weight)).collect();
        let linear = train_logistic(&rows, PENALTY, 300);
        let trees = boost_logistic(&rows, &|row| linear.score(row), &trees());
        packed(&linear, &trees)
    });
    KindModel { kinds }
}

/// Trains on all pages, by what extractors say that have not seen them, and writes the model file.
pub fn train(out: &mut dyn Write, path: &Path) -> Result<(), String> {
    let mut pages = kind_pages()?;
    pages.retain(|page| teaches(&page.key));
    let data = kind_dataset(&pages, &fold_options()?);
    let model = train_kinds(&data.iter().collect::<Vec<_>>());
    let count = |kind: Kind| data.iter().filter(|d| d.page.kind == kind).count();
    let [lists, threads, articles, nothing] = Kind::ALL.map(count);
    let notes = format!(
        "Made by: cargo run --release -p rowsmith-lab -- train kinds\n\
         From {lists} lists, {threads} threads, {articles} articles and {nothing} pages of nothing: pages of WCXB (dev\n\
         split, CC-BY-4.0, Murrough Foley 2026), NEXT-EVAL samples 1-10 (MIT, Wordbricks 2025), WEB-FORUM-52 (Apache-2.0,\n\
         Weichselbraun et al. 2020), the test data of Fundus (MIT, Dallabetta et al.), and pages made for Rowsmith."
    );
    let text = model.to_text(&notes);
    std::fs::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    writeln!(out, "{}: {} bytes", path.display(), text.len()).map_err(said)
}

/// Prints how many pages of each kind are told, each by models that did not see its site; with `lines` writes the result
/// lines of these pages, with `failures` prints those that go wrong.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, failures: bool) -> Result<(), String> {
    let pages = kind_pages()?;
    let options = fold_options()?;
    let data = kind_dataset(&pages, &options);
    let models: Vec<KindModel> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let seen = data.iter().filter(|d| d.page.fold != fold && teaches(&d.page.key));
            train_kinds(&seen.collect::<Vec<_>>())
        })
        .collect();
    let mut table = [[0usize; 4]; 4];
    let mut calibration = [(0usize, 0usize, 0.0); 10];
    for d in &data {
        let found = models[d.page.fold].probabilities(&d.row);
        let (kind, p) = found.best();
        let right = kind == d.page.kind;
        if d.page.scored {
            table[d.page.kind as usize][kind as usize] += 1;
            let bin = &mut calibration[(p * 10.0).min(9.0) as usize];
            *bin = (bin.0 + 1, bin.1 + usize::from(right), bin.2 + p);
        }
        if failures && !right {
            let [list, thread, article, nothing] = [found.list, found.thread, found.article, found.nothing];
            let marked = if d.page.scored { "" } else { " (unscored)" };
            writeln!(
                out,
                "{} is {}, told {kind}{marked}: list {list} thread {thread} article {article} nothing {nothing}",
                d.page.key, d.page.kind
            )
            .map_err(said)?;
            let figures = KIND_FEATURES.iter().zip(&d.row).filter(|(_, x)| **x != 0.0);
            let figures: Vec<String> = figures.map(|((name, _), x)| format!("{name} {x:.2}")).collect();
            writeln!(out, "   {}", figures.join(", ")).map_err(said)?;
        }
    }
    writeln!(out, "{:<10}{:>8}{:>8}{:>8}{:>8}  right", "gold", "list", "thread", "article", "nothing").map_err(said)?;
    for (kind, row) in Kind::ALL.into_iter().zip(&table) {
        let [a, b, c, d] = row;
        let right = row[kind as usize] as f64 / row.iter().sum::<usize>().max(1) as f64;
        writeln!(out, "{:<10}{a:>8}{b:>8}{c:>8}{d:>8}  {right:.3}", kind.name()).map_err(said)?;
    }
    let all: usize = table.iter().flatten().sum();
    let right: usize = (0..4).map(|k| table[k][k]).sum();
    writeln!(out, "all {:.4} of {all}", right as f64 / all as f64).map_err(said)?;
    for (count, right, sum) in calibration.into_iter().filter(|c| c.0 > 0) {
        let n = count as f64;
        writeln!(out, "told with {:.2}: {count} pages, right {:.2}", sum / n, right as f64 / n).map_err(said)?;
    }
    lines.map_or(Ok(()), |path| write_lines(&pages, &options, &models, path))
}

fn write_lines(
    pages: &[crate::kinds_data::KindPage],
    options: &[Options],
    models: &[KindModel],
    path: &Path,
) -> Result<(), String> {
    let requests: Vec<ExtractRequest<'_>> = options
        .iter()
        .zip(models)
        .map(|(options, model)| ExtractRequest { extract: with_kinds(options, model.clone()), ..Default::default() })
        .collect();
    let text: Vec<String> = pages
        .par_iter()
        .filter(|page| page.scored)
        .map(|page| {
            let source = page.file.display().to_string();
            match extract_page(&page.html, &source, &requests[page.fold]) {
                Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
                Err(_) => Ok(format!("{{\"source\":{source:?},\"kind\":\"nothing\"}}")),
            }
        })
        .collect::<Result<_, String>>()?;
    std::fs::write(path, text.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))
}
