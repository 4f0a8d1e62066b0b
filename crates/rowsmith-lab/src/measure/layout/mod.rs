//! The contribution of each part of the layout: exact records of the main list with and without it, on the `records`
//! pages, whose style sheets are missing, and on pages that have their own (`styled.rs`).

mod snapshots;
mod styled;
mod titles;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::RecordsOptions;
use rowsmith::dom::{Document, ParseOptions, parse};
use rowsmith::records::{
    AlignOptions, Method, Model, Options, PLACE, PageFacts, RegionOptions, SHORTLIST, Shortlist, Sight, VisualOptions,
    candidates, find_candidates, measure_all, shortlist,
};
use rowsmith::tree::Similarities;

use self::snapshots::rendered;
use self::titles::Titles;
use crate::eval::asked::parsed;
use crate::eval::data::{GoldPage, record_pages};
use crate::eval::folds::FOLDS;
use crate::eval::truth::{Quality, Truth};
use crate::train::records::record_models;
use crate::train::sample::Sample;
use crate::train::train_ranker;

pub use styled::styled;

/// A page with its layout.
struct Page {
    page: GoldPage,
    document: Document,
    truth: Truth,
}

/// A page on which a choice of parts is measured.
struct Judged<'p> {
    key: &'p str,
    document: &'p Document,
    /// The model for its fold.
    model: &'p Arc<Model>,
    /// The weights of the place on the page for its fold.
    place_weights: Option<[f64; PLACE.len()]>,
    judge: Judge<'p>,
}

/// Decides whether records are right.
enum Judge<'p> {
    /// The nodes of annotated records.
    Records(&'p Truth),
    /// The titles of the records in order, if nothing else about them is known.
    Titles(&'p Titles),
}

/// The configuration that a row of the table was measured with.
struct Row {
    name: &'static str,
    visual: VisualOptions,
}

/// Figures of all pages.
#[derive(Default)]
struct Figures<'p> {
    /// The keys of the pages with perfect results.
    perfect_pages: BTreeSet<&'p str>,
    pages: usize,
    f1: f64,
    total: Quality,
    alarms: usize,
}

/// Prints the tables as Markdown, for pages whose name contains `only`. Into `lines` go the result lines without and
/// with visual conflict in the alignment, for score.py.
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
    let judged: Vec<Judged<'_>> = pages
        .iter()
        .map(|p| Judged {
            key: &p.page.key,
            document: &p.document,
            model: &models[p.page.fold],
            place_weights: Some(weights[p.page.fold]),
            judge: Judge::Records(&p.truth),
        })
        .collect();
    tables(out, &judged)
}

/// A table for each method of choosing, with a row for each part of the layout.
fn tables(out: &mut dyn Write, pages: &[Judged<'_>]) -> Result<(), String> {
    for method in [Method::Learned, Method::Mdr2] {
        table(out, pages, method)?;
    }
    Ok(())
}

/// The table for one method of choosing; returns the figures of its rows by name.
fn table<'p>(
    out: &mut dyn Write,
    pages: &[Judged<'p>],
    method: Method,
) -> Result<Vec<(&'static str, Figures<'p>)>, String> {
    let mut line = |text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    line(format!(
        "\n{method:?}\n\n| layout | perfect pages | page-mean F1 | exact precision | recall | F1 | false alarms |\n|---|---|---|---|---|---|---|"
    ))?;
    let mut all = Vec::new();
    for row in rows() {
        let figures = measure(pages, method, &row);
        line(figures.line(row.name))?;
        all.push((row.name, figures));
    }
    Ok(all)
}

fn write_lines(pages: &[Page], models: &[Arc<Model>], folder: &Path) -> Result<(), String> {
    for (name, visual_conflict) in [("without.jsonl", false), ("with.jsonl", true)] {
        let one = |p: &Page| {
            let align = AlignOptions::new().visual_conflict(visual_conflict);
            let search = Options::new().with_model(models[p.page.fold].clone()).align(align);
            let wanted = RecordsOptions::new().search(search);
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

fn rows() -> Vec<Row> {
    let none = VisualOptions::default();
    let all =
        none.nested_rectangles(true).visible_only(true).conflict(true).gaps(true).side_by_side(true).position(true);
    let row = |name, visual| Row { name, visual };
    vec![
        row("none", none),
        row("tree from nested rectangles (4.1)", none.nested_rectangles(true)),
        row("what cannot be seen left out", none.visible_only(true)),
        row("visual conflict (4.2.3)", none.conflict(true)),
        row("gaps (4.3.2)", none.gaps(true)),
        row("records below each other in rows (4.4.1)", none.side_by_side(true)),
        row("place on the page in the rank", none.position(true)),
        row("all but the tree", all.nested_rectangles(false)),
        row("all", all),
    ]
}

fn measure<'p>(pages: &[Judged<'p>], method: Method, row: &Row) -> Figures<'p> {
    let one = |p: &Judged<'_>| -> (Option<Quality>, bool) {
        let mut visual = row.visual;
        if let Some(weights) = p.place_weights {
            visual.place_weights = weights;
        }
        let options = Options::new().method(method).with_model(p.model.clone()).visual(visual);
        let tree = visual.page_tree(p.document);
        let found = find_candidates(p.document, &tree, &options, u64::MAX).found;
        let sure = found.first().is_some_and(|r| r.confidence.is_none_or(|c| c >= options.min_confidence));
        let mains: Vec<_> = found.iter().take_while(|r| r.main && sure).collect();
        let (has_list, nothing) = match &p.judge {
            Judge::Records(truth) => (truth.has_list(), truth.nothing_found()),
            Judge::Titles(titles) => (true, titles.nothing_found()),
        };
        let alarm = !has_list && mains.iter().any(|r| r.candidate.len() >= 2);
        let quality = has_list.then(|| {
            let of_one = mains.iter().map(|r| match &p.judge {
                Judge::Records(truth) => truth.quality(&tree, &r.candidate),
                Judge::Titles(titles) => titles.quality(p.document, &tree, &r.candidate),
            });
            of_one.fold(nothing, |a, b| Quality { hits: a.hits + b.hits, predicted: a.predicted + b.predicted, ..a })
        });
        (quality, alarm)
    };
    let mut figures = Figures::default();
    let of_pages: Vec<_> = pages.par_iter().map(one).collect();
    for (page, (quality, alarm)) in pages.iter().zip(of_pages) {
        figures.alarms += usize::from(alarm);
        let Some(quality) = quality else { continue };
        figures.pages += 1;
        if quality.perfect() {
            figures.perfect_pages.insert(page.key);
        }
        figures.f1 += quality.f1();
        figures.total.hits += quality.hits;
        figures.total.predicted += quality.predicted;
        figures.total.gold += quality.gold;
    }
    figures
}

impl Figures<'_> {
    fn line(&self, name: &str) -> String {
        let n = self.pages.max(1) as f64;
        let share = |of: usize| self.total.hits as f64 / of.max(1) as f64;
        format!(
            "| {name} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {} |",
            self.perfect_pages.len() as f64 / n,
            self.f1 / n,
            share(self.total.predicted),
            share(self.total.gold),
            self.total.f1(),
            self.alarms
        )
    }
}

/// The weights of the position for each fold, trained on the pages of the others.
fn place_weights(pages: &[Page], models: &[Arc<Model>]) -> Vec<[f64; PLACE.len()]> {
    (0..FOLDS).map(|fold| train(&pages.iter().filter(|p| p.page.fold != fold).collect::<Vec<_>>(), models)).collect()
}

/// Trains weights on the shortlists of pages, whose scores come from models that did not see them.
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

/// The scores and positions of the likeliest candidates.
fn sample(p: &Page, model: &Model) -> Option<Sample> {
    let visual = VisualOptions::new().position(true);
    let tree = visual.page_tree(&p.document);
    let sight = Sight::new(&p.document, &tree, visual)?;
    let facts = PageFacts::new(&p.document, &tree);
    let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
    let all = candidates(&facts, &RegionOptions::default(), &mut sims);
    let measured = measure_all(&facts, all, &mut sims);
    let first = model.first.scores(&measured.rows);
    let Shortlist { order, rows } = shortlist(&facts, &measured, &first, SHORTLIST);
    let row = |(&at, row): (&usize, &Vec<f32>)| -> Vec<f32> {
        let place = sight.place(&measured.candidates[at]);
        std::iter::once((first[at] + model.second.score(row)) as f32).chain(place.map(|x| x as f32)).collect()
    };
    let qualities = order.iter().map(|&at| p.truth.quality(&tree, &measured.candidates[at])).collect();
    (!order.is_empty()).then(|| Sample { rows: order.iter().zip(&rows).map(row).collect(), qualities })
}
