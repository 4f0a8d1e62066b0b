//! COVERAGE: FOREST's structural patterns ranked by how many of the page's signifiers an element contains (Oita and
//! Senellart 2012, 3.5, equations 6 and 7).

use std::collections::{HashMap, HashSet};

use rowsmith::dom::NodeId;
use rowsmith::site::forest::signifiers::Signifiers;
use rowsmith::site::forest::{ForestOptions, forest_by};
use rowsmith::site::sample::SamplePage;
use rowsmith::site::terms::TermId;

/// The tf-idf weight of every signifier of every page, divided by the largest of the page. Terms that occur on all
/// pages have none, since tf-idf gives them no weight.
pub fn signifier_weights(pages: &[&SamplePage], signifiers: &[Signifiers]) -> Vec<HashMap<TermId, f64>> {
    let mut documents_with: HashMap<TermId, u32> = HashMap::new();
    for page in pages {
        let distinct: HashSet<TermId> = page.terms.terms.iter().copied().collect();
        distinct.into_iter().for_each(|t| *documents_with.entry(t).or_default() += 1);
    }
    let of_page = |(page, signifiers): (&&SamplePage, &Signifiers)| {
        let mut weights: HashMap<TermId, f64> = HashMap::new();
        for &term in page.terms.terms.iter().filter(|t| signifiers.contains(t)) {
            let documents = documents_with.get(&term).copied().unwrap_or(1);
            *weights.entry(term).or_default() += (pages.len() as f64 / f64::from(documents)).ln();
        }
        let largest = weights.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        weights.values_mut().for_each(|w| *w /= largest);
        weights
    };
    pages.iter().zip(signifiers).map(of_page).collect()
}

/// The block of every page: the element of the pattern with best coverage that the page has. O(terms · depth).
pub fn coverage_blocks(pages: &[&SamplePage], signifiers: &[Signifiers]) -> Vec<Option<NodeId>> {
    let weights = signifier_weights(pages, signifiers);
    let found = forest_by(pages, signifiers, &ForestOptions::default(), &mut |at, id, _, _| {
        let within = pages[at].terms.within(&pages[at].document, id);
        let held: HashSet<TermId> = within.iter().copied().filter(|t| signifiers[at].contains(t)).collect();
        // in the order of the terms, so that the sum is the same in every run
        let mut held: Vec<TermId> = held.into_iter().collect();
        held.sort_unstable();
        held.iter().filter_map(|t| weights[at].get(t)).sum::<f64>() / signifiers[at].len().max(1) as f64
    });
    found.blocks.into_iter().map(|block| block.map(|of| of.element)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, parse};
    use rowsmith::site::sample::Site;

    #[test]
    fn the_deepest_element_that_holds_all_signifiers() {
        let html = |a: &str, b: &str| {
            format!(
                "<div class=page><div class=nav>home</div><div class=story><p>{a} was</p><p>{b} were</p></div></div>"
            )
        };
        let mut site = Site::default();
        let parsed = [html("violins", "cellos"), html("glaciers", "valleys")].map(|h| {
            SamplePage::new(
                &rowsmith::site::sample::SitePage::new(parse(h.as_bytes(), &ParseOptions::default()).unwrap()),
                &mut site,
            )
        });
        let pages: Vec<&SamplePage> = parsed.iter().collect();
        let signifiers: Vec<Signifiers> = (0..2)
            .map(|at| {
                pages[at].terms.terms.iter().copied().filter(|t| !pages[1 - at].terms.terms.contains(t)).collect()
            })
            .collect();
        assert_eq!(signifiers[0].len(), 2);
        let weights = signifier_weights(&pages, &signifiers);
        assert!(weights[0].values().all(|&w| w == 1.0));
        for (page, block) in pages.iter().zip(coverage_blocks(&pages, &signifiers)) {
            let class = page.document.attr_named(block.unwrap(), "class");
            assert_eq!(class, Some("story"));
        }
    }
}
