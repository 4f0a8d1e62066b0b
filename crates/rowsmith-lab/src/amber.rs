//! The experiments of the AMBER paper on refilled pages: figures 17 and 22, tables 1 and 2.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::dom::{ParseOptions, find_path, parse};
use rowsmith::objects::{
    Extraction, Knowledge, Method, Observed, Options, Schema, Spread, Surroundings, find_objects, observe,
};
use rowsmith::records::{self, Model};
use rowsmith::tree::PageTree;

use crate::record_models::record_models;
use crate::refill::{Refilled, places, refilled, share_of};

const SCHEMA: &str = "name = 'locations'\npivots = ['price']\ndisjoint = [['price', 'location']]\n\
    [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nchoose = 'lowest'\nrecognise = ['price']\n\
    [[attribute]]\nname = 'location'\nregular = true\nwhole = true\ndistinct = true\n\
    gazetteers = ['places']\n";
const LOCATION: usize = 1;

fn schema(places: &[String]) -> Result<Schema, String> {
    Schema::parse(SCHEMA, &mut |_| Ok(places.join("\n"))).map_err(|e| e.to_string())
}

fn said(e: std::io::Error) -> String {
    e.to_string()
}

/// Counts of one attribute, and of records.
#[derive(Clone, Copy, Default)]
struct Counts {
    gold: usize,
    predicted: usize,
    right: usize,
    records: usize,
    predicted_records: usize,
    right_records: usize,
    /// Locations with an annotation, and those of them that are right.
    annotated: usize,
    annotated_right: usize,
}

impl Counts {
    fn add(mut self, other: Counts) -> Counts {
        self.gold += other.gold;
        self.predicted += other.predicted;
        self.right += other.right;
        self.records += other.records;
        self.predicted_records += other.predicted_records;
        self.right_records += other.right_records;
        self.annotated += other.annotated;
        self.annotated_right += other.annotated_right;
        self
    }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

fn options(method: Method, spread: Spread, model: &Arc<Model>) -> Options {
    Options { method, spread, records: records::Options { model: Some(model.clone()), ..Default::default() } }
}

/// One page: what was found against what was put there, and what learning would see.
fn one_page(page: &Refilled, schema: &Schema, options: &Options) -> (Counts, Observed) {
    let Ok(document) = parse(page.html.as_bytes(), &ParseOptions::default()) else { return Default::default() };
    let tree = PageTree::new(&document);
    let found = find_objects(&document, &tree, schema, options, false, 200_000_000);
    let mut counts = count(&document, &tree, page, &found);
    for value in found.lists.iter().flat_map(|l| &l.objects).flat_map(|o| &o.values) {
        if value.attribute == LOCATION && !schema.gazetteers.find(&value.text).is_empty() {
            counts.annotated += 1;
            let right = page.records.iter().any(|(_, gold)| gold.as_deref() == Some(value.text.as_str()));
            counts.annotated_right += usize::from(right);
        }
    }
    let observed = observe(&document, &tree, schema, &found, &Surroundings::new(&tree));
    (counts, observed)
}

fn count(document: &rowsmith::dom::Document, tree: &PageTree, page: &Refilled, found: &Extraction) -> Counts {
    let mut leaves: Vec<(rowsmith::dom::NodeId, usize)> = Vec::new();
    for (record, (paths, _)) in page.records.iter().enumerate() {
        leaves.extend(paths.iter().filter_map(|path| Some((find_path(document, path)?, record))));
    }
    leaves.sort_unstable();
    let sizes: Vec<usize> = page.records.iter().map(|(paths, _)| paths.len()).collect();
    let mut counts = Counts {
        gold: page.records.iter().filter(|(_, gold)| gold.is_some()).count(),
        records: page.records.len(),
        ..Counts::default()
    };
    let mut used = vec![false; page.records.len()];
    for object in found.lists.iter().flat_map(|l| &l.objects) {
        counts.predicted_records += 1;
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for root in object.record.roots(&tree.tree) {
            let (from, to) = tree.spans[root];
            let range = leaves.partition_point(|l| l.0 < from)..leaves.partition_point(|l| l.0 < to);
            leaves[range].iter().for_each(|l| *shared.entry(l.1).or_default() += 1);
        }
        let all: usize = shared.values().sum();
        let best = shared.into_iter().max_by_key(|&(record, n)| (n, usize::MAX - record));
        let matched = best.filter(|&(record, n)| 2 * n >= all + sizes[record] - n && !used[record]).map(|(r, _)| r);
        if let Some(record) = matched {
            used[record] = true;
            counts.right_records += 1;
        }
        for value in object.values.iter().filter(|v| v.attribute == LOCATION) {
            counts.predicted += 1;
            let gold = matched.and_then(|record| page.records[record].1.as_deref());
            counts.right += usize::from(gold == Some(value.text.as_str()));
        }
    }
    counts
}

fn all_pages(
    pages: &[Refilled],
    schema: &Schema,
    models: &[Arc<Model>],
    method: Method,
    spread: Spread,
) -> (Counts, Observed) {
    let results: Vec<(Counts, Observed)> =
        pages.par_iter().map(|page| one_page(page, schema, &options(method, spread, &models[page.fold]))).collect();
    results.into_iter().fold(Default::default(), |(counts, mut seen), (more, observed)| {
        seen.add(observed);
        (counts.add(more), seen)
    })
}

const METHODS: [(&str, Method); 2] = [("agreement", Method::Agreement), ("AMBER", Method::Amber)];

fn heading(out: &mut dyn Write, pages: &[Refilled]) -> Result<(), String> {
    let records: usize = pages.iter().map(|p| p.records.len()).sum();
    writeln!(out, "{} pages with {records} objects; markup real, locations generated\n", pages.len()).map_err(said)
}

/// Figure 17: how extraction of locations falls with the size of the gazetteer.
pub fn robustness(out: &mut dyn Write) -> Result<(), String> {
    let (pages, models, places) = (refilled()?, record_models()?, places());
    heading(out, &pages)?;
    writeln!(out, "| gazetteer | locations recognised | method | precision | recall | F1 |\n|---|---|---|---|---|---|")
        .map_err(said)?;
    for percent in [100, 75, 50, 25] {
        let schema = schema(&share_of(&places, percent, 17))?;
        let gold = pages.iter().flat_map(|p| &p.records).filter_map(|r| r.1.as_deref());
        let recognised = gold.clone().filter(|text| !schema.gazetteers.find(text).is_empty()).count();
        let recognised = share(recognised, gold.count());
        for (name, method) in METHODS {
            let counts = all_pages(&pages, &schema, &models, method, Spread::default()).0;
            let (p, r) = (share(counts.right, counts.predicted), share(counts.right, counts.gold));
            let f = f1(p, r);
            writeln!(out, "| {percent} % | {recognised:.3} | {name} | {p:.3} | {r:.3} | {f:.3} |").map_err(said)?;
        }
    }
    Ok(())
}

/// Figure 22: data areas and records with other thresholds, by pivots alone.
pub fn thresholds(out: &mut dyn Write) -> Result<(), String> {
    let (pages, models, places) = (refilled()?, record_models()?, places());
    heading(out, &pages)?;
    let row = "| (depth, distance) | width | record precision | record recall | F1 | location F1 |";
    writeln!(out, "{row}\n|---|---|---|---|---|---|").map_err(said)?;
    let names = [("2 Θ", Spread::Definition), ("Θ", Spread::RunningExample), ("< Θ", Spread::Printed)];
    for (depth, distance) in [(0, 0), (1, 1), (1, 2), (2, 2), (2, 4), (3, 6)] {
        for (name, spread) in names {
            let mut schema = schema(&share_of(&places, 100, 17))?;
            (schema.thresholds.depth, schema.thresholds.distance) = (depth, distance);
            let counts = all_pages(&pages, &schema, &models, Method::Amber, spread).0;
            let p = share(counts.right_records, counts.predicted_records);
            let r = share(counts.right_records, counts.records);
            let l = f1(share(counts.right, counts.predicted), share(counts.right, counts.gold));
            let f = f1(p, r);
            writeln!(out, "| ({depth}, {distance}) | {name} | {p:.3} | {r:.3} | {f:.3} | {l:.3} |").map_err(said)?;
        }
    }
    Ok(())
}

/// Tables 1 and 2: learning the gazetteer from a fifth and a quarter of it.
pub fn learning(out: &mut dyn Write) -> Result<(), String> {
    let (pages, models, places) = (refilled()?, record_models()?, places());
    heading(out, &pages)?;
    let truth: Vec<String> = {
        let gold = pages.iter().flat_map(|p| &p.records).filter_map(|r| r.1.as_deref());
        let parts = gold.flat_map(rowsmith::objects::components).map(|t| t.to_lowercase());
        parts.chain(places.iter().map(|p| p.to_lowercase())).collect()
    };
    for percent in [20, 25] {
        let mut schema = schema(&share_of(&places, percent, 20))?;
        let mut knowledge = Knowledge::of(&schema);
        writeln!(out, "Seed of {percent} %:\n\n| round | L^E | C^E | P^E | R^E | F1 | L^L | C^L | dropped |")
            .map_err(said)?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|").map_err(said)?;
        for round in 1..=10 {
            knowledge.teach(&mut schema);
            let (counts, observed) = all_pages(&pages, &schema, &models, Method::Agreement, Spread::default());
            let changes = knowledge.learn(&schema, &observed, round);
            let change = changes.get(&LOCATION).cloned().unwrap_or_default();
            let p = share(counts.annotated_right, counts.annotated);
            let r = share(counts.annotated_right, counts.gold);
            let right = change.learnt.iter().filter(|t| truth.contains(&t.to_lowercase())).count();
            writeln!(
                out,
                "| {round} | {} | {} | {p:.3} | {r:.3} | {:.3} | {} | {right} | {} |",
                counts.annotated,
                counts.annotated_right,
                f1(p, r),
                change.learnt.len(),
                change.dropped.len()
            )
            .map_err(said)?;
            if change.learnt.is_empty() && change.dropped.is_empty() {
                break;
            }
        }
        writeln!(out).map_err(said)?;
    }
    Ok(())
}
