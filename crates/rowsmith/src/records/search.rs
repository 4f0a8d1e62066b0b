//! The lists of a page in order: finding candidates, and choosing among them.

use crate::dom::document::Document;
use crate::limits::WithinWork;
use crate::records::candidates::candidates_seen;
use crate::records::candidates::{RegionLists, region_lists};
use crate::records::facts::PageFacts;
use crate::records::mdr::matched_nodes::matched_nodes;
use crate::records::odd::without_odd;
use crate::records::options::Ranked;
use crate::records::options::{Method, Options};
use crate::records::ranking::choose::choose_seen;
use crate::records::ranking::model::Model;
use crate::records::record::Candidate;
use crate::records::record::Generator;
use crate::records::tables::by_table;
use crate::records::visual::Sight;
use crate::tree::page_tree::PageTree;
use crate::tree::similarity::Similarities;
use rustc_hash::FxHashSet;

/// All candidate lists of a page, best first, found with no more work than `max_work` ([`Limits`](crate::Limits)).
pub fn find_candidates(
    document: &Document,
    page: &PageTree,
    options: &Options,
    max_work: u64,
) -> WithinWork<Vec<Ranked>> {
    let facts = PageFacts::new(document, page);
    let mut sims = Similarities::new(&page.tree, &facts.classes, max_work);
    let found = ranked_lists(&facts, options, &mut sims);
    WithinWork { found, exhausted: sims.exhausted }
}

/// Like [`find_candidates`], for a page whose facts are known and whose subtrees may have been compared already.
pub fn ranked_lists<'a>(facts: &'a PageFacts<'a>, options: &Options, sims: &mut Similarities<'a>) -> Vec<Ranked> {
    let page = facts.page;
    let sight = Sight::new(facts.document, page, options.visual);
    let sight = sight.as_ref();
    match options.method {
        Method::Learned => {
            let all = candidates_seen(facts, &options.regions, sight, sims);
            let model = options.model.as_deref().unwrap_or_else(|| Model::built_in());
            let chosen = choose_seen(facts, all, sims, model, options.further_within, options.explain, sight);
            by_table(facts, without_odd(facts, chosen))
        }
        Method::Mdr2 => {
            let mut seen = FxHashSet::default();
            let mut lists = region_lists(facts, &options.regions, sight, sims, RegionLists::Paper);
            lists.sort_by_key(|c| c.generator);
            lists.retain(|c| c.len() >= 2 && seen.insert(c.terminals_hash(&page.tree)));
            by_matched_nodes(page, lists, sims)
        }
    }
}

/// The regions of MDR-2 that no other covers, and non-contiguous records, come before all other candidates, as in the
/// paper; within each of the two groups the order is by [`matched_nodes`].
pub(crate) fn by_matched_nodes(
    page: &PageTree,
    candidates: Vec<Candidate>,
    sims: &mut Similarities<'_>,
) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = candidates
        .into_iter()
        .map(|candidate| {
            let score = matched_nodes(&page.tree, &candidate, sims);
            Ranked { candidate, main: false, score, confidence: None, evidence: Vec::new() }
        })
        .collect();
    let own = |r: &Ranked| !matches!(r.candidate.generator, Generator::Region | Generator::NonContiguous);
    ranked.sort_by(|a, b| own(a).cmp(&own(b)).then(b.score.total_cmp(&a.score)));
    if let Some(first) = ranked.first_mut() {
        first.main = true;
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn mdr_2_takes_pairs_of_records_apart() {
        let record = |n: usize| match n {
            // one record breaks the pattern, so that generalized nodes of two cover more than single ones
            5 => "<div><p><b>title</b></p><p>text</p><p>$5.00</p><p>note <a href=5>a</a></p><p>more</p><p>n</p></div>"
                .to_owned(),
            _ => format!("<div><p><b>title {n}</b></p><p>text {n}</p><p>${n}.00</p></div>"),
        };
        let html = format!("<div>{}</div>", (1..=10).map(record).collect::<String>());
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let options = Options { method: Method::Mdr2, ..Options::default() };
        let found = find_candidates(&document, &page, &options, u64::MAX).found;
        let texts: Vec<usize> = found[0].candidate.to_records().iter().map(|r| r.terminals(&page.tree)).collect();
        // the fifth and the sixth are not similar, and remain one generalized node
        assert_eq!(texts, [3, 3, 3, 3, 10, 3, 3, 3, 3]);
    }
}
