//! The main list, cross-validated by site: the choice, its confidence, and its errors.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::RecordsOptions;
use rowsmith::records::{ColumnModel, ColumnOptions, Model, Options};

use crate::eval::asked;

use super::{message, result_lines};
use crate::eval::data::{Extra, GoldPage, reshuffle};
use crate::train::columns::column_models;
use crate::train::records::choice::{Choice, choice};
use crate::train::records::dataset::{PageData, dataset, parsed};
use crate::train::records::{Settings, all_pages, fold_models, models_from};
use crate::train::scores::Tally;

/// Options for the cross-validation.
pub struct Run<'a> {
    /// Where the result line of every page goes, made by the model that did not see the page's site.
    pub lines: Option<&'a Path>,
    /// The set whose lines are written: `records`, or `domains` or `rows`, which are also used for training.
    pub set: &'a str,
    /// Write only main lists, which takes a fraction of the time.
    pub main_only: bool,
    /// Write all columns, also those that say nothing.
    pub all_columns: bool,
    /// Also print what goes wrong.
    pub failures: bool,
    /// A list with a lower confidence does not count.
    pub min_confidence: f64,
    /// Divides the sites into other folds, unless it is 0.
    pub seed: u64,
}

/// A page with what was chosen on it.
struct Chosen<'a> {
    page: &'a PageData<'a>,
    choice: Choice,
}

impl Chosen<'_> {
    fn quality(&self) -> crate::eval::truth::Quality {
        self.page.qualities[self.choice.chosen]
    }

    /// Whether it counts: a page with annotated records that are not debatable.
    fn is_firm(&self) -> bool {
        !self.page.page.gold.debatable && self.page.page.extra == Extra::No
    }
}

/// Prints the figures of the choice.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate(out: &mut dyn Write, run: &Run<'_>) -> Result<(), String> {
    let mut pages = all_pages()?;
    reshuffle(&mut pages, run.seed);
    let pages = parsed(pages);
    let data = dataset(&pages);
    let models: Vec<Arc<Model>> = match run.seed {
        0 => models_from(&data)?,
        _ => fold_models(&data, &Settings::default()).into_iter().map(Arc::new).collect(),
    };
    if run.lines.is_some() {
        let set: Vec<&GoldPage> = pages.iter().map(|p| &p.page).filter(|p| p.set() == run.set).collect();
        if set.is_empty() {
            return Err(format!("no pages of {}", run.set));
        }
        write_lines(&set, &models, &column_models()?, run)?;
    }
    let chosen: Vec<Chosen<'_>> = data
        .par_iter()
        .filter_map(|page| Some(Chosen { page, choice: choice(page, &models[page.page.fold])? }))
        .collect();
    thresholds(out, &chosen)?;
    calibration(out, &chosen)?;
    if run.failures { print_failures(out, &chosen, run.min_confidence) } else { Ok(()) }
}

fn write_lines(
    pages: &[&GoldPage],
    models: &[Arc<Model>],
    columns: &[Arc<ColumnModel>],
    run: &Run<'_>,
) -> Result<(), String> {
    let Some(path) = run.lines else { return Ok(()) };
    result_lines(path, pages, |page| {
        let mut columns = ColumnOptions::new().with_model(columns[page.fold].clone());
        columns.all = run.all_columns;
        let records = Options::new().with_model(models[page.fold].clone()).columns(columns);
        let mut wanted = RecordsOptions::new().search(records).all_regions(!run.main_only);
        // the best result of the search
        wanted.copies = true;
        let source = page.file.display().to_string();
        match asked::parsed(&page.html, &source).map(|parsed| parsed.records(&wanted)) {
            Ok(result) => serde_json::to_string(&result).map_err(|e| e.to_string()),
            Err(_) => Ok(format!("{{\"source\":{source:?},\"regions\":[]}}")),
        }
    })
}

/// Only the choice, and what remains of it at each minimum confidence.
fn thresholds(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    let of_articles = chosen.iter().filter(|c| c.page.page.extra == Extra::Article);
    let articles: Vec<f64> = of_articles.map(|c| c.choice.confidence).collect();
    let firm = || chosen.iter().filter(|c| c.is_firm());
    let with = || firm().filter(|c| c.page.has_list);
    let n = with().count() as f64;
    let perfect = with().filter(|c| c.quality().perfect()).count() as f64;
    let mean = with().map(|c| c.quality().f1()).sum::<f64>();
    writeln!(out, "choice alone: perfect {:.4}, page-mean F1 {:.4}, on {n} pages", perfect / n, mean / n)
        .map_err(message)?;
    other_sets(out, chosen)?;
    for least in [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6] {
        let sure = |c: &&Chosen<'_>| c.choice.confidence >= least;
        let kept = with().filter(sure).count() as f64;
        let kept_perfect = with().filter(sure).filter(|c| c.quality().perfect()).count() as f64;
        let mean = with().filter(sure).map(|c| c.quality().f1()).sum::<f64>();
        writeln!(
            out,
            "confidence >= {least}: false alarms {} (and on {} of {} other articles), lists kept {kept} of {n}, perfect {:.4}, page-mean F1 {:.4}",
            firm().filter(sure).filter(|c| c.page.none).count(),
            articles.iter().filter(|c| **c >= least).count(),
            articles.len(),
            kept_perfect / n,
            mean / n
        )
        .map_err(message)?;
    }
    Ok(())
}

/// Only the choice on the pages of the other sets, by what is known about their lists: rows are less strict than
/// records.
fn other_sets(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    let mut sets: BTreeMap<&str, Tally> = BTreeMap::new();
    for of in chosen.iter().filter(|c| c.page.page.extra == Extra::List && c.page.has_list) {
        sets.entry(of.page.page.set()).or_default().add(of.quality());
    }
    let mut best: BTreeMap<&str, Tally> = BTreeMap::new();
    for of in chosen.iter().filter(|c| c.page.page.extra == Extra::List && c.page.has_list) {
        best.entry(of.page.page.set()).or_default().add(of.page.qualities[of.choice.best]);
    }
    best.iter().try_for_each(|(set, tally)| writeln!(out, "{set}, bound: {tally}")).map_err(message)?;
    sets.iter().try_for_each(|(set, tally)| writeln!(out, "{set}, the choice alone: {tally}")).map_err(message)
}

/// How often choices of a confidence are right.
fn calibration(out: &mut dyn Write, chosen: &[Chosen<'_>]) -> Result<(), String> {
    writeln!(out, "confidence  pages  right list  perfect").map_err(message)?;
    for bin in 0..10 {
        let is_inside = |c: &&Chosen<'_>| {
            (c.choice.confidence * 10.0).min(9.99) as usize == bin && (c.page.has_list || c.page.none)
        };
        let inside: Vec<&Chosen<'_>> = chosen.iter().filter(|c| c.is_firm()).filter(is_inside).collect();
        let share = |test: &dyn Fn(&Chosen<'_>) -> bool| {
            inside.iter().filter(|c| test(c)).count() as f64 / inside.len().max(1) as f64
        };
        writeln!(
            out,
            "{:.1}-{:.1} {:>8} {:>10.2} {:>9.2}",
            bin as f64 / 10.0,
            (bin + 1) as f64 / 10.0,
            inside.len(),
            share(&|c| c.quality().f1() >= 0.5),
            share(&|c| c.quality().perfect()),
        )
        .map_err(message)?;
    }
    Ok(())
}

fn print_failures(out: &mut dyn Write, chosen: &[Chosen<'_>], min_confidence: f64) -> Result<(), String> {
    for of in chosen.iter().filter(|c| c.is_firm() || c.page.page.extra == Extra::List && c.page.has_list) {
        let (page, q, Choice { chosen, confidence, best, rank }) = (of.page, of.quality(), &of.choice);
        let is_sure = *confidence >= min_confidence;
        if page.has_list && q.perfect() && is_sure || !page.has_list && !is_sure {
            continue;
        }
        writeln!(
            out,
            "{} {} {} F1 {:.3} {q:?}\n   chosen {confidence:.2} {}",
            page.page.set(),
            page.page.key,
            page.page.gold.kind,
            q.f1(),
            page.notes[*chosen]
        )
        .map_err(message)?;
        if page.has_list {
            writeln!(out, "   right at {rank} F1 {:.3} {}", page.qualities[*best].f1(), page.notes[*best])
                .map_err(message)?;
        }
    }
    Ok(())
}
