//! DEPTA's table 2, first step: data records by MDR, MDR-2 and ours.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::Limits;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::records::{Candidate, Model, Options, PageFacts, RegionOptions, candidates, find_candidates};
use rowsmith::tree::{PageTree, Run, Similarities, TreeId};

use crate::baselines::content::Contents;
use crate::baselines::mdr::{MdrOptions, mdr};
use crate::baselines::mdr2::{main_list, mdr2};
use crate::eval::data::{GoldPage, record_pages};
use crate::eval::report::{Report, Table, f1, p_value, percent, share};
use crate::eval::stats::{bootstrap, sign_test};
use crate::eval::truth::{Quality, Truth};
use crate::train::records::record_models;

/// The result of a method on one page.
#[derive(Clone, Copy, Default)]
struct Found {
    quality: Quality,
    /// The number of annotated records that are contained in part, or with more.
    touched: usize,
}

/// The methods; all but the last two have a list of regions, of which one is chosen by the method's own rule and one by
/// the annotation.
const METHODS: [&str; 8] = [
    "MDR",
    "MDR, covered regions too",
    "MDR-2",
    "MDR-2 with content similarity",
    "MDR-2, covered regions too",
    "MDR-2, covered regions too, below two levels",
    "Rowsmith's candidates",
    "Rowsmith",
];

/// The indices of MDR and MDR-2, without and with covered regions, and of the last two.
const PAIRS: [(usize, usize); 2] = [(0, 2), (1, 4)];
const CANDIDATES: usize = 6;
const OURS: usize = 7;

/// For each method: its own choice, the region that is best according to the annotation, and all regions together.
type PageFound = [[Found; 3]; METHODS.len()];

fn page_found(page: &GoldPage, model: &Arc<Model>) -> Option<PageFound> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let truth = Truth::new(&document, &page.gold);
    if !truth.has_list() {
        return None;
    }
    let facts = PageFacts::new(&document, &tree);
    let max_work = Limits::default().max_work;
    let mut sims = Similarities::new(&tree.tree, &facts.classes, max_work);
    let nothing = Found { quality: Quality { gold: truth.len(), ..Quality::default() }, touched: 0 };
    let found = |list: Option<&Candidate>| {
        list.map_or(nothing, |list| Found { quality: truth.quality(&tree, list), touched: truth.touched(&tree, list) })
    };
    let by_gold = |lists: &[Candidate]| {
        let quality = |c: &&Candidate| (truth.quality(&tree, c).f1(), truth.touched(&tree, c));
        let best = lists.iter().max_by(|a, b| {
            let (a, b) = (quality(a), quality(b));
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        });
        found(best)
    };
    let contents = Contents::new(&document, &tree, std::iter::once(Run::new(TreeId::ROOT, tree.tree.end_of_all())));
    let known = (facts.heights.as_slice(), facts.classes.as_slice());
    let paper = RegionOptions::new().min_levels(3);
    let lists = [
        mdr(&tree, &facts.heights, &MdrOptions::default()),
        mdr(&tree, &facts.heights, &MdrOptions { covered: true, ..MdrOptions::default() }),
        mdr2(&tree, known, &paper, None, false, max_work),
        mdr2(&tree, known, &paper, Some(&contents), false, max_work),
        mdr2(&tree, known, &paper, None, true, max_work),
        mdr2(&tree, known, &RegionOptions::default(), None, true, max_work),
    ];
    // for records in any region, additional records that are returned do not count
    let together = |lists: &[Candidate]| {
        let (hits, touched) = truth.in_any(&tree, lists);
        Found { quality: Quality { hits, predicted: hits + touched, gold: truth.len() }, touched }
    };
    let mut all = [[nothing; 3]; METHODS.len()];
    for (result, lists) in all.iter_mut().zip(&lists) {
        *result = [found(main_list(&tree, lists, &mut sims)), by_gold(lists), together(lists)];
    }
    let every = candidates(&facts, &RegionOptions::default(), &mut sims);
    all[CANDIDATES] = [nothing, by_gold(&every), together(&every)];
    let options = Options::new().with_model(model.clone());
    let ranked = find_candidates(&document, &tree, &options, max_work).found;
    let sure = ranked.first().is_some_and(|r| r.confidence.is_none_or(|c| c >= options.min_confidence));
    let main = ranked.iter().filter(|r| sure && r.main).map(|r| &r.candidate);
    // further main lists count together with the first, as in the scorer
    let ours = main.fold(None, |sum: Option<Found>, list| {
        let (one, sum) = (found(Some(list)), sum.unwrap_or(nothing));
        let quality = Quality {
            hits: sum.quality.hits + one.quality.hits,
            predicted: sum.quality.predicted + one.quality.predicted,
            gold: truth.len(),
        };
        Some(Found { quality, touched: sum.touched + one.touched })
    });
    all[OURS] = [ours.unwrap_or(nothing), nothing, nothing];
    Some(all)
}

/// Counts over all pages.
struct Row {
    pages: Vec<Found>,
    /// The pages' F1, by site.
    sites: Vec<Vec<f64>>,
}

impl Row {
    fn sum(&self, of: impl Fn(&Found) -> usize) -> usize {
        self.pages.iter().map(of).sum()
    }

    fn cells(&self) -> Vec<String> {
        let (actual, correct) = (self.sum(|p| p.quality.gold), self.sum(|p| p.quality.hits));
        let wrong = self.sum(|p| p.touched).min(actual - correct);
        let predicted = self.sum(|p| p.quality.predicted);
        let (low, high) = bootstrap(&self.sites);
        let mean = self.mean_f1();
        let mut cells: Vec<String> =
            [actual, correct, wrong, actual - correct - wrong].iter().map(ToString::to_string).collect();
        cells.push(percent(share(correct, actual)));
        cells.push(percent(share(correct, correct + wrong)));
        cells.push(percent(share(correct, predicted)));
        cells.push(format!("{mean:.3} [{low:.3}, {high:.3}]"));
        cells.push(percent(self.perfect()));
        cells
    }

    fn recall(&self) -> f64 {
        share(self.sum(|p| p.quality.hits), self.sum(|p| p.quality.gold))
    }

    fn mean_f1(&self) -> f64 {
        self.pages.iter().map(|p| p.quality.f1()).sum::<f64>() / self.pages.len().max(1) as f64
    }

    fn perfect(&self) -> f64 {
        share(self.pages.iter().filter(|p| p.quality.perfect()).count(), self.pages.len())
    }

    /// F1 by the paper's counts: what is found twice or outside the list does not count.
    fn paper_f1(&self) -> f64 {
        let (actual, correct) = (self.sum(|p| p.quality.gold), self.sum(|p| p.quality.hits));
        let wrong = self.sum(|p| p.touched).min(actual - correct);
        f1(share(correct, correct + wrong), share(correct, actual))
    }
}

/// Table 2, its record columns.
pub fn table_2() -> Result<Report, String> {
    let models = record_models()?;
    let pages: Vec<GoldPage> = record_pages()?.into_iter().filter(|p| !p.gold.debatable).collect();
    let results: Vec<(String, PageFound)> =
        pages.par_iter().filter_map(|p| Some((p.host.clone(), page_found(p, &models[p.fold])?))).collect();
    let row = |method: usize, choice: usize| {
        let mut sites: std::collections::BTreeMap<&str, Vec<f64>> = Default::default();
        for (host, found) in &results {
            sites.entry(host).or_default().push(found[method][choice].quality.f1());
        }
        Row { pages: results.iter().map(|r| r.1[method][choice]).collect(), sites: sites.into_values().collect() }
    };
    let mut report = Report::new(format!(
        "{} pages of `records` with a main list. COR are records held exactly, WRG those held in part or with more, MISS \
         the rest of ACT; precision is COR of COR and WRG, as in the paper, and once of all records returned. The paper's \
         authors looked for records in all regions of a page. By itself a method has to choose the page's main list: \
         MDR and MDR-2 by MiBAT's sum of matched nodes (5.4), since their papers say only that unimportant regions are left out by their looks; ours, cross-validated by site, by \
         its model. No visual information is used. In brackets the 95 % bootstrap interval over sites. MDR has K = 10 and \
         its threshold of 0.3, MDR-2 K = 10 and 0.4.",
        results.len()
    ));
    let head = "method | ACT | COR | WRG | MISS | recall | precision | of all returned | page-mean F1 | perfect pages";
    let titles = [
        (2, "All regions together, as the paper's authors counted"),
        (1, "The one region that the gold would choose"),
        (0, "The method's own choice of the main list"),
    ];
    for (choice, title) in titles {
        let mut table = Table::new(title, head);
        // the candidates have no choice of their own, and the default returns no more than its own choice
        for (at, name) in
            METHODS.iter().enumerate().filter(|(at, _)| *at != if choice == 0 { CANDIDATES } else { OURS })
        {
            let mut cells = row(at, choice).cells();
            if choice == 2 {
                cells[6] = "–".into();
            }
            table.row(std::iter::once((*name).to_owned()).chain(cells));
        }
        report.tables.push(table);
    }
    let mut paper = Table::new("The paper's own", "method | ACT | COR | WRG | MISS | recall | precision");
    paper.row(["MDR", "2962", "2584", "148", "270", "87.24 %", "94.55 %"]);
    paper.row(["DEPTA (MDR-2)", "2962", "2849", "142", "35", "96.19 %", "95.25 %"]);
    report.tables.push(paper);
    for ((mdr, mdr2), regions) in PAIRS.into_iter().zip(["regions that no other covers", "covered regions too"]) {
        let choices = [(2, "all of them together"), (1, "the best by the gold"), (0, "by its own choice")];
        for (choice, what) in choices {
            let (old, new) = (row(mdr, choice), row(mdr2, choice));
            let p = sign_test(new.pages.iter().zip(&old.pages).map(|(a, b)| (a.quality.f1(), b.quality.f1())));
            let figures = format!("{:.3} to {:.3}, sign test {}", new.mean_f1(), old.mean_f1(), p_value(p));
            report.claim(
                new.paper_f1() > old.paper_f1() && new.mean_f1() > old.mean_f1() && p < 0.05,
                &format!("MDR-2 is significantly better than MDR, {regions}, {what} (page-mean F1 {figures})"),
                &format!(
                    "It is better on {} pages and worse on {}.",
                    new.pages.iter().zip(&old.pages).filter(|(a, b)| a.quality.f1() > b.quality.f1()).count(),
                    new.pages.iter().zip(&old.pages).filter(|(a, b)| a.quality.f1() < b.quality.f1()).count()
                ),
            );
        }
    }
    let [uncovered, covered] = [row(2, 2).recall(), row(4, 2).recall()].map(percent);
    report.remarks.push(format!(
        "MDR-2's regions hold {uncovered} of the records with the papers' rule that a region higher up replaces those \
         below it, and {covered} without."
    ));
    let (plain, content) = (row(2, 0).mean_f1(), row(3, 0).mean_f1());
    report.remarks.push(format!(
        "Content similarity decides among mappings of equal size: page-mean F1 of MDR-2's own choice is {content:.3} \
         with it and {plain:.3} without. The paper has it for the alignment of items."
    ));
    let most = (0..CANDIDATES).map(|m| row(m, 0).mean_f1()).fold(0.0, f64::max);
    report.ours("page-mean F1 of the method's own choice", row(OURS, 0).mean_f1(), most);
    let most = (0..CANDIDATES).map(|m| row(m, 1).mean_f1()).fold(0.0, f64::max);
    report.ours("page-mean F1, though the others' region is chosen by the gold", row(OURS, 0).mean_f1(), most);
    Ok(report)
}
