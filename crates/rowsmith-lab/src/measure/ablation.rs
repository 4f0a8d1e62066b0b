//! The contribution of each part of the main list's model: cross-validated figures without it.

use std::io::Write;

use rayon::prelude::*;
use rowsmith::learn::LearntModel;
use rowsmith::records::{FEATURES, Method, Model, Options, find_candidates};

use crate::eval::data::record_pages;
use crate::eval::folds::FOLDS;
use crate::eval::truth::{Quality, Truth};
use crate::train::records::choice::choice;
use crate::train::records::dataset::{PageData, Parsed, dataset, parsed};
use crate::train::records::{Settings, first_ranker_without, fold_models};
use crate::train::{TreeOptions, teaches};

/// Features by what they look at, given as prefixes of their names.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "coverage of the page",
        &["text_share", "word_share", "terminal_share", "link_share", "image_share", "body_share"],
    ),
    ("number of records", &["count"]),
    ("size of records", &["record_", "single_terminal", "terminal_chars", "spread", "smallest", "largest", "longest"]),
    (
        "links, images, prices, dates, headings",
        &[
            "with_",
            "one_link",
            "one_image",
            "one_price",
            "one_date",
            "one_heading",
            "one_long",
            "some_without",
            "link_density",
            "all_links",
        ],
    ),
    (
        "adjacency and container",
        &[
            "adjacent",
            "all_adjacent",
            "gaps",
            "widest_gap",
            "beyond_gap",
            "one_parent",
            "parents",
            "own_parents",
            "roots",
            "several_roots",
            "phase",
            "levels",
            "container",
        ],
    ),
    ("like elements left out", &["others_", "siblings_", "any_alike"]),
    ("tag and class of records", &["same_tag", "same_class", "has_class", "tag_"]),
    ("similarity (STM)", &["similarity", "worst_similarity", "same_structure", "matched"]),
    ("slots by class", &["class_"]),
    ("slots by path", &["path_", "no_slot"]),
    ("where links lead", &["foreign_links", "inner_links", "language_links", "same_folder"]),
    ("different contents", &["distinct", "copied", "copies"]),
    ("order of first texts", &["sorted"]),
    ("long texts before and in the list", &["prose_"]),
    (
        "first and last record",
        &[
            "first_size",
            "last_size",
            "class_first_fit",
            "class_last_fit",
            "path_first_fit",
            "path_last_fit",
            "class_first_own",
            "class_last_own",
            "path_first_own",
            "path_last_own",
        ],
    ),
    ("position on the page", &["before", "behind", "from_h1", "holds_h1", "heading_before"]),
    ("sections", &["in_", "hidden"]),
    ("what surrounds records", &["lift"]),
    ("generator", &["by_"]),
];

/// Prints the tables as Markdown.
pub fn ablation(out: &mut dyn Write) -> Result<(), String> {
    let pages = parsed(record_pages()?);
    let data = dataset(&pages);
    let mut line = |text: String| writeln!(out, "{text}").map_err(|e| e.to_string());
    line("| method | perfect pages | page-mean F1 |\n|---|---|---|".to_owned())?;
    let row = |name: &str, of: Summary| format!("| {name} | {:.3} | {:.3} |", of.perfect, of.f1);
    line(row("MDR-2 regions, MiBAT's sum of matched nodes", summary(&paper(&pages))))?;
    let linear = Settings { first: TreeOptions { trees: 0, ..Settings::default().first }, ..Settings::default() };
    line(row("all candidates, linear ranker", summary(&first_alone(&data, &linear, &|_| true))))?;
    line(row("... with trees (the first ranker)", summary(&first_alone(&data, &Settings::default(), &|_| true))))?;
    line(row("... with relations (the second ranker)", summary(&both(&data))))?;
    let bound: Vec<Quality> =
        firm(&data).filter_map(|p| p.qualities.iter().copied().max_by(|a, b| a.f1().total_cmp(&b.f1()))).collect();
    line(row("bound: the best candidate, picked by the gold", summary(&bound)))?;
    line("\nThe first ranker without a group of features:\n\n| without | features | perfect pages | page-mean F1 |\n|---|---|---|---|".to_owned())?;
    for (name, prefixes) in GROUPS {
        let member = |j: usize| FEATURES.get(j).is_some_and(|f| prefixes.iter().any(|p| f.0.starts_with(p)));
        let figures = summary(&first_alone(&data, &Settings::default(), &|j| !member(j)));
        let count = (0..FEATURES.len()).filter(|&j| member(j)).count();
        line(format!("| {name} | {count} | {:.3} | {:.3} |", figures.perfect, figures.f1))?;
    }
    Ok(())
}

fn firm<'a>(data: &'a [PageData<'a>]) -> impl Iterator<Item = &'a PageData<'a>> {
    data.iter().filter(|p| p.has_list && !p.page.gold.debatable)
}

/// Shares over pages.
struct Summary {
    perfect: f64,
    f1: f64,
}

fn summary(qualities: &[Quality]) -> Summary {
    let n = qualities.len().max(1) as f64;
    let perfect = qualities.iter().filter(|q| q.perfect()).count() as f64 / n;
    Summary { perfect, f1: qualities.iter().map(Quality::f1).sum::<f64>() / n }
}

fn paper(pages: &[Parsed]) -> Vec<Quality> {
    let one = |Parsed { page, document, tree }: &Parsed| {
        let truth = Truth::new(document, &page.gold);
        let options = Options::new().method(Method::Mdr2);
        let best = find_candidates(document, tree, &options, u64::MAX).found.into_iter().next();
        truth.has_list().then(|| best.map(|b| truth.quality(tree, &b.candidate)).unwrap_or_default())
    };
    pages.par_iter().filter(|p| !p.page.gold.debatable).filter_map(one).collect()
}

fn first_alone(data: &[PageData<'_>], settings: &Settings, used: &(dyn Fn(usize) -> bool + Sync)) -> Vec<Quality> {
    (0..FOLDS)
        .into_par_iter()
        .flat_map_iter(|fold| {
            let training = data.iter().filter(|p| p.page.fold != fold && teaches(Model::NAME, &p.page.key));
            let training: Vec<&PageData<'_>> = training.collect();
            let ranker = first_ranker_without(&training, settings, used);
            let choose = move |p: &PageData<'_>| {
                let mask = |r: &Vec<f32>| r.iter().enumerate().map(|(j, &x)| if used(j) { x } else { 0.0 }).collect();
                let scores = ranker.scores(&p.measured.rows.iter().map(mask).collect::<Vec<Vec<f32>>>());
                let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))?;
                Some(p.qualities[best])
            };
            firm(data).filter(move |p| p.page.fold == fold).filter_map(choose).collect::<Vec<_>>()
        })
        .collect()
}

fn both(data: &[PageData<'_>]) -> Vec<Quality> {
    let models = fold_models(data, &Settings::default());
    let pages: Vec<&PageData<'_>> = firm(data).collect();
    pages.par_iter().filter_map(|p| Some(p.qualities[choice(p, &models[p.page.fold])?.chosen])).collect()
}
