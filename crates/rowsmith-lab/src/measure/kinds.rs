//! Kinds of pages, cross-validated by site.

use std::io::Write;
use std::path::Path;

use rowsmith::ExtractOptions;
use rowsmith::extract::{KIND_FEATURES, KindModel, Options};
use rowsmith::types::KindProbabilities;
use rowsmith::types::{Kind, LikelyKind};

use crate::eval::asked::parsed;

use super::{message, result_lines};
use crate::train::kinds::data::{KindData, KindPage, kind_dataset, with_kinds};
use crate::train::kinds::{Known, fold_models, known};

/// How often the predictions with about one probability are right.
#[derive(Clone, Copy, Default)]
struct Bin {
    pages: usize,
    right: usize,
    probability: f64,
}

/// Prints how many pages of each kind are predicted, each by models that did not see its site; with `lines` writes the
/// result lines of these pages, with `failures` prints the wrong ones.
///
/// # Errors
/// If the evaluation data is missing or a file cannot be written.
pub fn cross_validate(out: &mut dyn Write, lines: Option<&Path>, failures: bool) -> Result<(), String> {
    let Known { pages, options } = known()?;
    let data = kind_dataset(&pages, &options);
    let models = fold_models(&data);
    let mut table = [[0usize; 5]; 5];
    let mut calibration = [Bin::default(); 10];
    for d in &data {
        let found = models[d.page.fold].probabilities(&d.row);
        let LikelyKind { kind, probability: p } = found.best();
        let right = kind == d.page.kind;
        if d.page.scored {
            table[d.page.kind as usize][kind as usize] += 1;
            let bin = &mut calibration[(p * 10.0).min(9.0) as usize];
            bin.pages += 1;
            bin.right += usize::from(right);
            bin.probability += p;
        }
        if failures && !right {
            print_failure(out, d, &found)?;
        }
    }
    print_table(out, &table)?;
    for Bin { pages, right, probability } in calibration.into_iter().filter(|bin| bin.pages > 0) {
        let n = pages as f64;
        writeln!(out, "told with {:.2}: {pages} pages, right {:.2}", probability / n, right as f64 / n)
            .map_err(message)?;
    }
    lines.map_or(Ok(()), |path| write_lines(&pages, &options, &models, path))
}

fn print_failure(out: &mut dyn Write, d: &KindData<'_>, found: &KindProbabilities) -> Result<(), String> {
    let kind = found.best().kind;
    let [list, thread, article, item, nothing] = [found.list, found.thread, found.article, found.item, found.nothing];
    let marked = if d.page.scored { "" } else { " (unscored)" };
    writeln!(
        out,
        "{} is {}, told {kind}{marked}: list {list} thread {thread} article {article} item {item} nothing {nothing}",
        d.page.key, d.page.kind
    )
    .map_err(message)?;
    let figures = KIND_FEATURES.iter().zip(&d.row).filter(|(_, x)| **x != 0.0);
    let figures: Vec<String> = figures.map(|((name, _), x)| format!("{name} {x:.2}")).collect();
    writeln!(out, "   {}", figures.join(", ")).map_err(message)
}

fn print_table(out: &mut dyn Write, table: &[[usize; 5]; 5]) -> Result<(), String> {
    writeln!(out, "{:<10}{:>8}{:>8}{:>8}{:>8}{:>8}  right", "gold", "list", "thread", "article", "item", "nothing")
        .map_err(message)?;
    for (kind, row) in Kind::ALL.into_iter().zip(table) {
        let [a, b, c, d, e] = row;
        let right = row[kind as usize] as f64 / row.iter().sum::<usize>().max(1) as f64;
        writeln!(out, "{:<10}{a:>8}{b:>8}{c:>8}{d:>8}{e:>8}  {right:.3}", kind.name()).map_err(message)?;
    }
    let all: usize = table.iter().flatten().sum();
    let right: usize = (0..5).map(|k| table[k][k]).sum();
    writeln!(out, "all {:.4} of {all}", right as f64 / all as f64).map_err(message)
}

fn write_lines(pages: &[KindPage], options: &[Options], models: &[KindModel], path: &Path) -> Result<(), String> {
    let wanted: Vec<ExtractOptions<'_>> = options
        .iter()
        .zip(models)
        .map(|(options, model)| ExtractOptions::new().search(with_kinds(options, model.clone())))
        .collect();
    let scored: Vec<&KindPage> = pages.iter().filter(|page| page.scored).collect();
    result_lines(path, &scored, |page| {
        let source = page.file.display().to_string();
        match parsed(&page.html, &source).map(|parsed| parsed.extract(&wanted[page.fold])) {
            Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
            Err(_) => Ok(format!("{{\"source\":{source:?},\"kind\":\"nothing\"}}")),
        }
    })
}
