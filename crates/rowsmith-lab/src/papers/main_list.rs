//! The choice of the main list: the papers' own, the trained one, the contribution of each generator to it, and the
//! upper bound.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::Limits;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::choose;
use rowsmith::records::sibling_runs;
use rowsmith::records::{
    Candidate, DataRegion, Method, Model, Options, PageFacts, RegionOptions, RegionSearch, candidates, cleaned,
    find_candidates, find_regions, joined_record_lists, page_groups, record_lists, without_copies,
};
use rowsmith::tree::{PageTree, Similarities, TreeId};

use crate::eval::data::{GoldPage, record_pages};
use crate::eval::report::{Report, Table, percent, share};
use crate::eval::stats::{bootstrap, sign_test};
use crate::eval::truth::{Quality, Truth};
use crate::train::records::record_models;

/// Which generators make the candidates that the trained model chooses from.
#[derive(Clone, Copy)]
struct Generators {
    mdr2: bool,
    sibling_runs: bool,
    groups: bool,
    /// Whether to include lists without intruders and without repeated records, made from the others.
    cleaned: bool,
}

const ALL: Generators = Generators { mdr2: true, sibling_runs: true, groups: true, cleaned: true };
const MDR2: Generators = Generators { mdr2: true, sibling_runs: false, groups: false, cleaned: false };

const SEEN: [(&str, Generators); 6] = [
    ("all (Rowsmith)", ALL),
    ("MDR-2's regions alone, by the learnt choice", MDR2),
    ("without MDR-2's regions", Generators { mdr2: false, ..ALL }),
    ("without page-wide groups", Generators { groups: false, ..ALL }),
    ("without runs of siblings", Generators { sibling_runs: false, ..ALL }),
    ("without cleaned lists", Generators { cleaned: false, ..ALL }),
];

/// The candidates of some generators; `possible` are the hashes of all possible ones.
fn generated(
    facts: &PageFacts<'_>,
    regions: &[DataRegion],
    possible: &HashSet<u64>,
    generators: Generators,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let mut all = if generators.mdr2 { joined_record_lists(tree, regions) } else { Vec::new() };
    all.sort_by_key(|c| c.generator);
    if generators.sibling_runs {
        sibling_runs(facts, &mut all);
    }
    if generators.groups {
        page_groups(facts, &mut all);
    }
    let mut seen = HashSet::new();
    let mut is_new = |c: &Candidate| {
        let hash = c.terminals_hash(tree);
        possible.contains(&hash) && seen.insert(hash)
    };
    all.retain(&mut is_new);
    let mut scratch = Vec::new();
    for i in 0..if generators.cleaned { all.len() } else { 0 } {
        let made = [cleaned(facts, &all[i], &mut scratch), without_copies(facts, &all[i])];
        all.extend(made.into_iter().flatten().filter(&mut is_new));
    }
    all
}

/// The qualities on a page: of the papers' choice, of the trained one with [`SEEN`], and the upper bounds for MDR-2's
/// and for all candidates.
fn page(page: &GoldPage, model: &Arc<Model>) -> Option<Vec<Quality>> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let truth = Truth::new(&document, &page.gold);
    if !truth.has_list() {
        return None;
    }
    let nothing = Quality { gold: truth.len(), ..Quality::default() };
    let max_work = Limits::default().max_work;
    let first = |options: Options| {
        let ranked = find_candidates(&document, &tree, &options, max_work).found;
        ranked.first().map_or(nothing, |r| truth.quality(&tree, &r.candidate))
    };
    let mut found = vec![first(Options::new().method(Method::Mdr2))];
    let facts = PageFacts::new(&document, &tree);
    let mut sims = Similarities::new(&tree.tree, &facts.classes, max_work);
    let all = candidates(&facts, &RegionOptions::default(), &mut sims);
    let regions = find_regions(&tree.tree, &facts.heights, &RegionOptions::default(), &mut sims);
    let possible: HashSet<u64> = all.iter().map(|c| c.terminals_hash(&tree.tree)).collect();
    for (_, generators) in SEEN {
        let some = generated(&facts, &regions, &possible, generators);
        let ranked = choose(&facts, some, &mut sims, model, -1.0, false);
        found.push(ranked.first().map_or(nothing, |r| truth.quality(&tree, &r.candidate)));
    }
    let options = RegionOptions::default();
    let mut similar = |a: &[TreeId], b: &[TreeId]| sims.within(a, b, options.max_distance);
    let mut search = RegionSearch {
        tree: &tree.tree,
        heights: &facts.heights,
        options: &options,
        similar: &mut similar,
        is_valid: &|_| true,
    };
    for lists in [record_lists(&mut search, &regions), all] {
        let qualities = lists.iter().map(|c| truth.quality(&tree, c));
        found.push(qualities.max_by(|a, b| a.f1().total_cmp(&b.f1())).unwrap_or(nothing));
    }
    Some(found)
}

/// The table.
pub fn main_list() -> Result<Report, String> {
    let models = record_models()?;
    let pages: Vec<GoldPage> = record_pages()?.into_iter().filter(|p| !p.gold.debatable).collect();
    let found: Vec<(String, Vec<Quality>)> =
        pages.par_iter().filter_map(|p| Some((p.host.clone(), page(p, &models[p.fold])?))).collect();
    let mut report = Report::new(format!(
        "{} pages of `records` with a main list; the first list that each choice gives, exact records. The papers' \
         choice is MiBAT's sum of matched nodes (5.4) among MDR-2's regions. The learnt choice is cross-validated by site; \
         rows without a kind of candidates use the same models, not trained anew. In brackets the 95 % bootstrap interval \
         over sites.",
        found.len()
    ));
    let names: Vec<&str> = std::iter::once("the papers' choice among MDR-2's regions")
        .chain(SEEN.iter().map(|s| s.0))
        .chain(["bound: the best of MDR-2's, by the gold", "bound: the best of all, by the gold"])
        .collect();
    let mean = |at: usize| found.iter().map(|f| f.1[at].f1()).sum::<f64>() / found.len().max(1) as f64;
    let perfect = |at: usize| share(found.iter().filter(|f| f.1[at].perfect()).count(), found.len());
    let mut table = Table::new("", "choice | perfect pages | page-mean F1");
    for (at, name) in names.iter().enumerate() {
        let mut sites: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        found.iter().for_each(|f| sites.entry(&f.0).or_default().push(f.1[at].f1()));
        let (low, high) = bootstrap(&sites.into_values().collect::<Vec<_>>());
        table.row([(*name).to_owned(), percent(perfect(at)), format!("{:.3} [{low:.3}, {high:.3}]", mean(at))]);
    }
    report.tables.push(table);
    let p = sign_test(found.iter().map(|f| (f.1[1].f1(), f.1[0].f1())));
    report.remarks.push(format!("The learnt choice against the papers': sign test over pages, p = {p:.2e}."));
    let better: Vec<String> =
        (2..names.len() - 2).filter(|&at| mean(at) > mean(1)).map(|at| names[at].to_owned()).collect();
    report.claim(
        better.is_empty(),
        "every kind of candidates helps or does no harm by page-mean F1",
        &format!("Better: {}.", better.join("; ")),
    );
    let others = (0..names.len() - 2).filter(|&at| at != 1).map(mean).fold(0.0, f64::max);
    report.ours("page-mean F1, the bounds aside", mean(1), others);
    Ok(report)
}
