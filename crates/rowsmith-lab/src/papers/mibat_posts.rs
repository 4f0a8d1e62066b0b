//! What MDR, MDR2Pass, MiBAT and ours find on pages with posts, by every measure and threshold.

use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::Limits;
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::posts::{Measure, MibatOptions, Options, Pivots, PostModel, find_posts, main_region, mibat};
use rowsmith::records::PageFacts;
use rowsmith::tree::{PageTree, Similarities};

use crate::baselines::mdr_posts::PostComparer;
use crate::eval::posts_pages::{PostsGold, PostsPage, PostsTruth};
use crate::eval::truth::Quality;

/// A method with a similarity measure, corresponding to a row in the paper's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The method.
    pub method: Method,
    /// The similarity measure.
    pub measure: Measure,
}

/// The methods of the paper's table 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// MDR.
    Mdr,
    /// MDR with a second pass for records that are not adjacent.
    Mdr2Pass,
    /// MiBAT.
    Mibat,
}

/// The measures in the paper's order, with their names.
pub const MEASURES: [(&str, Measure); 5] = [
    ("TL", Measure::TopLevel),
    ("TS", Measure::WholeTree),
    ("T3L", Measure::TopLevels(3)),
    ("PM", Measure::PivotMatch),
    ("PS", Measure::PivotAndSiblings),
];

/// All rows of the paper's table 2: MiBAT has only PM and PS.
pub fn variants() -> Vec<Variant> {
    let of = |method: Method| MEASURES.map(|(_, measure)| Variant { method, measure });
    let mut all: Vec<Variant> = [Method::Mdr, Method::Mdr2Pass, Method::Mibat].into_iter().flat_map(of).collect();
    all.retain(|v| v.method != Method::Mibat || matches!(v.measure, Measure::PivotMatch | Measure::PivotAndSiblings));
    all
}

/// The values of τ, of which the best on the sites of other folds is used.
pub const THRESHOLDS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The results on one page.
pub struct Outcome {
    /// Fold of the site.
    pub fold: usize,
    /// Whether all posts have one parent, as MiBAT assumes (5.1); `None` if posts are known by their texts.
    pub one_parent: Option<bool>,
    /// For each variant and threshold.
    pub by_variant: Vec<Vec<Quality>>,
    /// With our default, using a model that did not see the site.
    pub ours: Quality,
}

/// Runs everything on all pages with two or more posts.
pub fn outcomes(pages: &[&PostsPage], models: &[Arc<PostModel>]) -> Vec<Outcome> {
    pages.par_iter().filter_map(|page| outcome(page, &models[page.fold])).collect()
}

fn outcome(page: &PostsPage, model: &Arc<PostModel>) -> Option<Outcome> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let truth = PostsTruth::new(page, &document);
    if truth.nothing().gold < 2 {
        return None;
    }
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let pivots = Pivots::new(&document, &tree);
    let max_work = Limits::default().max_work;
    let mut sims = Similarities::new(&tree.tree, &facts.classes, max_work);
    let mut comparer = PostComparer::new(&tree.tree, &pivots, Similarities::new(&tree.tree, &facts.classes, max_work));
    let by_threshold = |variant: Variant| {
        let at = |&threshold: &f64| {
            let found = match variant.method {
                Method::Mibat => {
                    let siblings = variant.measure == Measure::PivotAndSiblings;
                    // anchor trees are more similar than τ, generalized nodes at least as similar; trees that do not
                    // match at their pivots at all are not similar for any τ
                    let above = threshold.max(0.05) - 1e-9;
                    let options = MibatOptions::new().siblings(siblings).threshold(above);
                    let regions = mibat(&facts, &pivots, &options, &mut sims, max_work);
                    main_region(&facts, &pivots, &regions, &options, &mut sims).map(|(region, _)| region.clone())
                }
                method => {
                    // a similarity of zero never counts
                    let least = threshold.max(0.05);
                    let mut regions =
                        comparer.regions(&facts.heights, variant.measure, least, method == Method::Mdr2Pass);
                    regions.retain(|r| !rowsmith::posts::is_dates_only(&facts, &pivots, r));
                    comparer.main_region(regions)
                }
            };
            found.map_or(truth.nothing(), |found| truth.quality(&document, &tree, &found))
        };
        THRESHOLDS.iter().map(at).collect()
    };
    let by_variant = variants().into_iter().map(by_threshold).collect();
    let options = Options::new().with_model(model.clone());
    let ours = find_posts(&facts, &pivots, &options, max_work).found;
    let ours = ours.map_or(truth.nothing(), |c| truth.quality(&document, &tree, &c.candidate));
    Some(Outcome { fold: page.fold, one_parent: one_parent(page), by_variant, ours })
}

fn one_parent(page: &PostsPage) -> Option<bool> {
    let PostsGold::Nodes(page) = &page.gold else { return None };
    let records = page.gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records);
    let mut parents = records.flat_map(|r| &r.nodes).filter_map(|path| path.rsplit_once('/')).map(|(parent, _)| parent);
    let first = parents.next()?;
    Some(parents.all(|parent| parent == first))
}

/// The number of records that are right, found and annotated, over all pages.
pub fn pooled<'q>(qualities: impl IntoIterator<Item = &'q Quality>) -> Quality {
    qualities.into_iter().fold(Quality::default(), |sum, q| Quality {
        hits: sum.hits + q.hits,
        predicted: sum.predicted + q.predicted,
        gold: sum.gold + q.gold,
    })
}

/// For every fold, the threshold of a variant with the best pooled F1 on the other folds of `tuning`; the smallest if
/// several are equal.
pub fn tuned(tuning: &[Outcome], variant: usize, folds: usize) -> Vec<usize> {
    let best = |fold: usize| {
        let f1 = |at: usize| pooled(tuning.iter().filter(|o| o.fold != fold).map(|o| &o.by_variant[variant][at])).f1();
        (0..THRESHOLDS.len()).max_by(|&a, &b| f1(a).total_cmp(&f1(b)).then(b.cmp(&a))).unwrap_or(0)
    };
    (0..folds).map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_tuned_on_other_folds() {
        let right = Quality { hits: 2, predicted: 2, gold: 2 };
        let outcome = |fold: usize, good: usize| Outcome {
            fold,
            one_parent: None,
            by_variant: vec![
                (0..THRESHOLDS.len())
                    .map(|at| if at == good { right } else { Quality { gold: 2, ..Quality::default() } })
                    .collect(),
            ],
            ours: Quality::default(),
        };
        // the page of fold 0 alone would give 7
        assert_eq!(tuned(&[outcome(0, 7), outcome(1, 3)], 0, 2), [3, 7]);
    }

    #[test]
    fn rows_of_table_2() {
        assert_eq!(variants().len(), 12);
    }
}
