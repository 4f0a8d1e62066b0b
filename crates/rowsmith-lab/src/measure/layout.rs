//! What each part of the layout is worth: exact records of the main list with and without it.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::RecordsOptions;
use rowsmith::dom::{Document, ParseOptions, parse};
use rowsmith::records::{
    AlignOptions, Method, Model, Options, PLACE, PageFacts, RegionOptions, SHORTLIST, Sight, VisualOptions, candidates,
    find_candidates, measure_all, shortlist,
};
use rowsmith::tree::Similarities;

use crate::eval::asked::parsed;

use crate::eval::data::{FOLDS, GoldPage, record_pages};
use crate::eval::truth::{Quality, Truth};
use crate::measure::snapshots::rendered;
use crate::train::records::record_models;
use crate::train::sample::Sample;
use crate::train::train_ranker;

/// A page with its layout.
struct Page {
    page: GoldPage,
    document: Document,
    truth: Truth,
}

/// What a row of the table was measured with.
struct Row {
    name: &'static str,
    visual: VisualOptions,
    /// Weights of the place by fold, learnt on the others.
    weights: Option<Vec<[f64; PLACE.len()]>>,
}

/// Figures of all pages.
#[derive(Default)]
struct Figures {
    pages: usize,
    perfect: usize,
    f1: f64,
    total: Quality,
    alarms: usize,
}

/// Prints the tables as Markdown; `only` pages whose name holds it. Into `lines` go the result lines without and with
/// visual conflict in the alignment, for score.py.
pub fn layout(out: &mut dyn Write, only: Option<&str>, lines: Option<&Path>) -> Result<(), String> {
    let models = record_models()?;
    let mut pages = record_pages()?;
    pages.retain(|page| !page.gold.debatable && only.is_none_or(|only| page.key.contains(only)));
    let (pages, failed) = rendered(pages)?;
    let pages: Vec<Page> = pages
        .into_par_iter()
        .filter_map(|page| {
            let document = parse(&page.html, &ParseOptions::default()).ok()?;
            let truth = Truth::new(&document, &page.gold);
            Some(Page { page, document, truth })
        })
        .collect();
    let mut line = |text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    let with_layout = pages.iter().filter(|p| p.document.layout.is_some()).count();
    line(format!("{} pages, {with_layout} with layout; not rendered: {}", pages.len(), failed.join("; ")))?;
    if let Some(folder) = lines {
        return write_lines(&pages, &models, folder);
    }
    let weights = place_weights(&pages, &models);
    let shipped = train(&pages.iter().collect::<Vec<_>>(), &models);
    line(format!("weights of the place, by all pages: {shipped:.3?}"))?;
    for method in [Method::Learned, Method::Mdr2] {
        line(format!(
            "\n{method:?}\n\n| layout | perfect pages | page-mean F1 | exact precision | recall | F1 | false alarms |\n|---|---|---|---|---|---|---|"
        ))?;
        for row in rows(&weights) {
            let figures = measure(&pages, &models, method, &row);
            line(figures.line(row.name))?;
        }
    }
    Ok(())
}

fn write_lines(pages: &[Page], models: &[Arc<Model>], folder: &Path) -> Result<(), String> {
    for (name, visual_conflict) in [("without.jsonl", false), ("with.jsonl", true)] {
        let one = |p: &Page| {
            let align = AlignOptions { visual_conflict, ..AlignOptions::default() };
            let model = Some(models[p.page.fold].clone());
            let wanted = RecordsOptions::new().search(Options { model, align, ..Options::default() });
            let source = p.page.file.display().to_string();
            let page = parsed(&p.page.html, &source).map_err(|e| format!("{source}: {e}"))?;
            serde_json::to_string(&page.records(&wanted)).map_err(|e| e.to_string())
        };
        let lines: Vec<String> = pages.par_iter().map(one).collect::<Result<_, String>>()?;
        let file = folder.join(name);
        std::fs::write(&file, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

fn rows(weights: &[[f64; PLACE.len()]]) -> Vec<Row> {
    let none = VisualOptions::default();
    let all = VisualOptions {
        nested_rectangles: true,
        visible_only: true,
        conflict: true,
        gaps: true,
        side_by_side: true,
        position: true,
        ..none
    };
    let row = |name, visual: VisualOptions| Row { name, visual, weights: visual.position.then(|| weights.to_vec()) };
    vec![
        row("none", none),
        row("tree from nested rectangles (4.1)", VisualOptions { nested_rectangles: true, ..none }),
        row("what cannot be seen left out", VisualOptions { visible_only: true, ..none }),
        row("visual conflict (4.2.3)", VisualOptions { conflict: true, ..none }),
        row("gaps (4.3.2)", VisualOptions { gaps: true, ..none }),
        row("records below each other in rows (4.4.1)", VisualOptions { side_by_side: true, ..none }),
        row("place on the page in the rank", VisualOptions { position: true, ..none }),
        row("all but the tree", VisualOptions { nested_rectangles: false, ..all }),
        row("all", all),
    ]
}

fn measure(pages: &[Page], models: &[Arc<Model>], method: Method, row: &Row) -> Figures {
    let one = |p: &Page| -> (Option<Quality>, bool) {
        let mut visual = row.visual;
        if let Some(weights) = &row.weights {
            visual.place_weights = weights[p.page.fold];
        }
        let model = Some(models[p.page.fold].clone());
        let options = Options { method, model, visual, ..Options::default() };
        let tree = visual.page_tree(&p.document);
        let found = find_candidates(&p.document, &tree, &options, u64::MAX).0;
        let sure = found.first().is_some_and(|r| r.confidence.is_none_or(|c| c >= options.min_confidence));
        let mains: Vec<_> = found.iter().take_while(|r| r.main && sure).collect();
        let alarm =
            p.page.gold.regions.iter().all(|r| r.records.is_empty()) && mains.iter().any(|r| r.candidate.len() >= 2);
        let quality = p.truth.has_list().then(|| {
            let of_one = mains.iter().map(|r| p.truth.quality(&tree, &r.candidate));
            let none = p.truth.nothing_found();
            of_one.fold(none, |a, b| Quality { hits: a.hits + b.hits, predicted: a.predicted + b.predicted, ..a })
        });
        (quality, alarm)
    };
    let mut figures = Figures::default();
    for (quality, alarm) in pages.par_iter().map(one).collect::<Vec<_>>() {
        figures.alarms += usize::from(alarm);
        let Some(quality) = quality else { continue };
        figures.pages += 1;
        figures.perfect += usize::from(quality.perfect());
        figures.f1 += quality.f1();
        figures.total.hits += quality.hits;
        figures.total.predicted += quality.predicted;
        figures.total.gold += quality.gold;
    }
    figures
}

impl Figures {
    fn line(&self, name: &str) -> String {
        let n = self.pages.max(1) as f64;
        let share = |of: usize| self.total.hits as f64 / of.max(1) as f64;
        format!(
            "| {name} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {} |",
            self.perfect as f64 / n,
            self.f1 / n,
            share(self.total.predicted),
            share(self.total.gold),
            self.total.f1(),
            self.alarms
        )
    }
}

/// The weights of the place for each fold, learnt on the pages of the others.
fn place_weights(pages: &[Page], models: &[Arc<Model>]) -> Vec<[f64; PLACE.len()]> {
    (0..FOLDS).map(|fold| train(&pages.iter().filter(|p| p.page.fold != fold).collect::<Vec<_>>(), models)).collect()
}

/// Learns weights on the shortlists of pages, whose scores come from models that did not see them.
fn train(pages: &[&Page], models: &[Arc<Model>]) -> [f64; PLACE.len()] {
    let samples: Vec<Sample> =
        pages.par_iter().filter(|p| p.truth.has_list()).filter_map(|p| sample(p, &models[p.page.fold])).collect();
    let ranker = train_ranker(&samples.iter().collect::<Vec<_>>(), 0.03, 250);
    let mut weights = [0.0; PLACE.len()];
    // in units of the score, whose own weight is the first
    let Some((&score, places)) = ranker.weights.split_first().filter(|(score, _)| **score > 0.0) else {
        return weights;
    };
    weights.iter_mut().zip(places).for_each(|(out, weight)| *out = weight / score);
    weights
}

/// Score and place of the likeliest candidates.
fn sample(p: &Page, model: &Model) -> Option<Sample> {
    let visual = VisualOptions { position: true, ..VisualOptions::default() };
    let tree = visual.page_tree(&p.document);
    let sight = Sight::new(&p.document, &tree, visual)?;
    let facts = PageFacts::new(&p.document, &tree);
    let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
    let all = candidates(&facts, &RegionOptions::default(), &mut sims);
    let measured = measure_all(&facts, all, &mut sims);
    let first = model.first.scores(&measured.rows);
    let (order, rows) = shortlist(&facts, &measured, &first, SHORTLIST);
    let row = |(&at, row): (&usize, &Vec<f32>)| -> Vec<f32> {
        let place = sight.place(&measured.candidates[at]);
        std::iter::once((first[at] + model.second.score(row)) as f32).chain(place.map(|x| x as f32)).collect()
    };
    let qualities = order.iter().map(|&at| p.truth.quality(&tree, &measured.candidates[at])).collect();
    (!order.is_empty()).then(|| Sample { rows: order.iter().zip(&rows).map(row).collect(), qualities })
}
