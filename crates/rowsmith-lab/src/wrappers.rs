//! Wrappers learnt on one half of a page's records and applied to the other, against extraction with search.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::{AlignOptions, Candidate, Generator, Model, Options, Record, find_candidates};
use rowsmith::tree::PageTree;
use rowsmith::wrapper::{LearnPage, Part, apply_template, learn_list};

use crate::data::{Extra, GoldPage, record_pages};
use crate::half_pages::{Made, Redesign, keep_records};
use crate::record_models::record_models;
use crate::truth::{Quality, Truth};

/// One way to part a page's records in two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parting {
    Alternate,
    Halves,
}

struct Outcome<'a> {
    page: &'a GoldPage,
    what: &'static str,
    searched: Quality,
    wrapped: Quality,
    /// What the search on the learnt half got right.
    learnt: Quality,
    items: Option<(f64, f64)>,
    note: String,
}

/// The pages that are parted: at least eight records, undisputed.
fn pages() -> Result<Vec<GoldPage>, String> {
    let mut pages = record_pages()?;
    pages.retain(|p| {
        let records = p.gold.regions.iter().filter(|r| r.main).map(|r| r.records.len()).sum::<usize>();
        p.extra == Extra::No && !p.gold.debatable && records >= 8
    });
    Ok(pages)
}

/// Prints the figures; with `failures` the pages that lose.
pub fn wrappers(out: &mut dyn Write, failures: bool, only: Option<&str>) -> Result<(), String> {
    let said = |e: std::io::Error| e.to_string();
    let mut pages = pages()?;
    if let Some(only) = only {
        pages.retain(|p| p.key.contains(only));
    }
    let models = record_models()?;
    let outcomes: Vec<Vec<Outcome<'_>>> = pages.par_iter().map(|page| of_page(page, &models[page.fold])).collect();
    let outcomes: Vec<Outcome<'_>> = outcomes.into_iter().flatten().collect();
    let mut by: BTreeMap<&str, Vec<&Outcome<'_>>> = BTreeMap::new();
    for outcome in &outcomes {
        by.entry(outcome.what).or_default().push(outcome);
    }
    for (what, of) in &by {
        let n = of.len() as f64;
        let mean = |f: &dyn Fn(&Outcome<'_>) -> f64| of.iter().map(|o| f(o)).sum::<f64>() / n;
        let items: Vec<(f64, f64)> = of.iter().filter_map(|o| o.items).collect();
        let m = items.len().max(1) as f64;
        writeln!(
            out,
            "{what:<18} {n:>4} cases: search F1 {:.4} perfect {:.3}; wrapper F1 {:.4} perfect {:.3}; worse on {}, better on {}; items {:.4} {:.4}",
            mean(&|o| o.searched.f1()),
            mean(&|o| f64::from(u8::from(o.searched.perfect()))),
            mean(&|o| o.wrapped.f1()),
            mean(&|o| f64::from(u8::from(o.wrapped.perfect()))),
            of.iter().filter(|o| o.wrapped.f1() + 1e-9 < o.searched.f1()).count(),
            of.iter().filter(|o| o.wrapped.f1() > o.searched.f1() + 1e-9).count(),
            items.iter().map(|i| i.0).sum::<f64>() / m,
            items.iter().map(|i| i.1).sum::<f64>() / m,
        )
        .map_err(said)?;
    }
    if failures {
        let mut worst: Vec<&Outcome<'_>> = outcomes.iter().filter(|o| o.wrapped.f1() + 1e-9 < o.searched.f1()).collect();
        worst.sort_by(|a, b| (a.wrapped.f1() - a.searched.f1()).total_cmp(&(b.wrapped.f1() - b.searched.f1())));
        for o in worst {
            writeln!(
                out,
                "{} {} {}: search {:.3} wrapper {:.3} {:?} learnt {:.3} {}",
                o.page.key, o.page.gold.kind, o.what, o.searched.f1(), o.wrapped.f1(), o.wrapped, o.learnt.f1(), o.note
            )
            .map_err(said)?;
        }
    }
    Ok(())
}

fn of_page<'a>(page: &'a GoldPage, model: &Arc<Model>) -> Vec<Outcome<'a>> {
    let total: usize = page.gold.regions.iter().filter(|r| r.main).map(|r| r.records.len()).sum();
    let mut outcomes = Vec::new();
    for parting in [Parting::Alternate, Parting::Halves] {
        let in_a = move |i: usize| match parting {
            Parting::Alternate => i % 2 == 0,
            Parting::Halves => i < total.div_ceil(2),
        };
        let a = keep_records(&page.html, &page.gold, &in_a, Redesign::default());
        let b = keep_records(&page.html, &page.gold, &|i| !in_a(i), Redesign::default());
        let (Some(a), Some(b)) = (a, b) else {
            outcomes.push(Outcome { what: "not parted", ..empty(page) });
            continue;
        };
        for (from, to, forth) in [(&a, &b, true), (&b, &a, false)] {
            let what = match (parting, forth) {
                (Parting::Alternate, true) => "alternate a to b",
                (Parting::Alternate, false) => "alternate b to a",
                (Parting::Halves, true) => "halves a to b",
                (Parting::Halves, false) => "halves b to a",
            };
            outcomes.push(learn_and_apply(page, from, to, model, what));
        }
    }
    outcomes
}

fn empty(page: &GoldPage) -> Outcome<'_> {
    let nothing = Quality::default();
    Outcome { page, what: "", searched: nothing, wrapped: nothing, learnt: nothing, items: None, note: String::new() }
}

fn learn_and_apply<'a>(
    page: &'a GoldPage,
    from: &Made,
    to: &Made,
    model: &Arc<Model>,
    what: &'static str,
) -> Outcome<'a> {
    let (Some((searched, found)), Some((learnt, _))) = (search(to, model), search(from, model)) else {
        return Outcome { what: "not parsed", ..empty(page) };
    };
    let Some(part) = learn(from, model) else {
        let wrapped = Quality { hits: 0, predicted: 0, gold: searched.gold };
        return Outcome { what, searched, wrapped, learnt, note: "nothing to learn".into(), ..empty(page) };
    };
    let Ok(document) = parse(&to.html, &ParseOptions::default()) else { return empty(page) };
    let tree = PageTree::new(&document);
    let applied = apply_template(&document, &tree, &part, 1 << 40);
    let wrapped = quality(&Truth::new(&document, &to.gold), &tree, &applied.records);
    let mut note = format!("threshold {} looks {} found {found}", part.records.threshold, part.records.looks.len());
    if std::env::var_os("ROWSMITH_DEBUG").is_some() && wrapped.f1() < searched.f1() {
        let paths = rowsmith::dom::ElementPaths::new(&document);
        let mut gold: Vec<String> = Vec::new();
        for record in to.gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records) {
            gold.push(record.nodes[0].clone());
            let node = rowsmith::dom::find_path(&document, &record.nodes[0]);
            let Some(id) = (0..tree.tree.len()).find(|&id| Some(tree.node(id)) == node) else { continue };
            if !applied.records.iter().any(|r| r.runs[0].0 == id) {
                note += &format!("\n    missing {} {:?}", record.nodes[0], rowsmith::wrapper::verdict(&document, &tree, &part, id));
            }
        }
        for r in &applied.records {
            let path = paths.path(tree.node(r.runs[0].0));
            if !gold.contains(&path) {
                note += &format!("\n    extra {path} {:?}", rowsmith::wrapper::verdict(&document, &tree, &part, r.runs[0].0));
            }
        }
    }
    Outcome { what, searched, wrapped, learnt, note, ..empty(page) }
}

fn quality(truth: &Truth, tree: &PageTree, records: &[Record]) -> Quality {
    truth.quality_of(tree, records.iter().map(|r| r.runs.as_slice()), records.len())
}

fn main_list(html: &[u8], model: &Arc<Model>, least: f64) -> Option<(rowsmith::dom::Document, PageTree, Option<Candidate>)> {
    let document = parse(html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let options = Options { model: Some(model.clone()), ..Options::default() };
    let (ranked, _) = find_candidates(&document, &tree, &options, u64::MAX);
    let best = ranked.into_iter().next().filter(|r| r.confidence.is_none_or(|c| c >= least));
    Some((document, tree, best.map(|r| r.candidate)))
}

fn search(page: &Made, model: &Arc<Model>) -> Option<(Quality, &'static str)> {
    let (document, tree, best) = main_list(&page.html, model, Options::default().min_confidence)?;
    let truth = Truth::new(&document, &page.gold);
    let records = best.as_ref().map_or(Vec::new(), Candidate::to_records);
    Some((quality(&truth, &tree, &records), best.map_or("nothing", |b| b.generator.name())))
}

fn learn(page: &Made, model: &Arc<Model>) -> Option<Part> {
    let (document, tree, best) = main_list(&page.html, model, learn_confidence())?;
    let records = best?.to_records();
    let example = LearnPage { document: &document, page: &tree, records: &records };
    Some(learn_list(example, &AlignOptions::default(), 1 << 40))
}

#[allow(dead_code)]
fn unused(_: Generator) {}

fn learn_confidence() -> f64 {
    std::env::var("ROWSMITH_LEARN").ok().and_then(|v| v.parse().ok()).unwrap_or(0.1)
}
