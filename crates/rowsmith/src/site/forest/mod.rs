//! FOREST: finds the block of the article by significant tag paths (Oita and Senellart 2012).
//!
//! Signifiers mark leaves of the sample pages. The elements above them are grouped into structural patterns (element
//! type and level), and the pattern whose elements are most informative, on most pages, is that of the article.

pub(crate) mod element_type;
pub(crate) mod informativeness;
pub mod signifiers;

use rustc_hash::FxHashMap;

pub(crate) use element_type::tolerant_chars;
pub use element_type::{element_type, tolerant};
pub use informativeness::{Counts, density, informativeness, jeffrey, unexpectedness};

use crate::dom::{Document, NodeId, Tag};
use crate::site::forest::signifiers::Signifiers;
use crate::site::sample::SamplePage;

/// Options of FOREST.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ForestOptions {
    /// Use attributes in their tolerant form (definition 2). Default true, as in the paper.
    pub tolerant: bool,
    /// Prefer deep elements: the factor level in equation 5. Default true, as in the paper.
    pub level: bool,
}

impl Default for ForestOptions {
    fn default() -> Self {
        ForestOptions { tolerant: true, level: true }
    }
}

/// A structural pattern (definition 3) of a sample, with what was found about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StructuralPattern {
    /// The level of its elements: 1 for `<body>`.
    pub level: u16,
    /// Its element type, as an XPath step.
    pub element_type: String,
    /// The positions of its elements in the walks of the pages.
    pub dfs: Vec<u32>,
    /// The number of pages on which it occurs, p in equation 5.
    pub pages: u32,
    /// The relevance by equation 5.
    pub relevance: f64,
}

impl StructuralPattern {
    /// The generic wrapper of 3.4: `//div[contains(@class,'story')][@dfs='78' or @dfs='82']`.
    pub fn xpath(&self) -> String {
        if self.element_type.contains("[@dfs=") {
            return format!("//{}", self.element_type);
        }
        let dfs: Vec<String> = self.dfs.iter().map(|d| format!("@dfs='{d}'")).collect();
        format!("//{}[{}]", self.element_type, dfs.join(" or "))
    }

    /// The elements of a page that have the pattern, regardless of their position unless that is their type.
    pub fn elements(&self, document: &Document, levels: &[u16], tolerance: bool) -> Vec<NodeId> {
        let walk = Walk::new(document);
        let tag = self.element_type.split('[').next().and_then(|name| document.find_tag(name));
        let elements = document.nodes().filter(|&id| Some(document.tag(id)) == tag && levels[id.index()] == self.level);
        elements.filter(|&id| element_type(document, id, walk.dfs(id), tolerance) == self.element_type).collect()
    }
}

/// What FOREST found on a sample.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Forest {
    /// All patterns, most relevant first.
    pub patterns: Vec<StructuralPattern>,
    /// For each page, the element of the first pattern that the page has, with the pattern's rank.
    pub blocks: Vec<Option<(NodeId, usize)>>,
}

/// At most this many positions of a pattern are listed.
const MAX_POSITIONS: usize = 256;

/// Ranks the structural patterns of a sample and finds their elements. Takes time linear in the pages, apart from
/// sorting.
pub fn forest(pages: &[&SamplePage], signifiers: &[Signifiers], options: &ForestOptions) -> Forest {
    forest_by(pages, signifiers, options, &mut |_, _, own, all| informativeness(own, all))
}

/// Like [`forest`], with another measure in place of informativeness. The measure gets the index of the page, one of
/// its elements that contains a signifier, and the terms of the element and of the whole page.
pub fn forest_by(
    pages: &[&SamplePage],
    signifiers: &[Signifiers],
    options: &ForestOptions,
    measure: &mut dyn FnMut(usize, NodeId, Counts, Counts) -> f64,
) -> Forest {
    let mut numbers: FxHashMap<(u16, String), usize> = FxHashMap::default();
    let mut patterns: Vec<StructuralPattern> = Vec::new();
    // for each page, the most informative element of every pattern that it has
    let mut found: Vec<FxHashMap<usize, (f64, NodeId)>> = Vec::with_capacity(pages.len());
    for (at, (page, signifiers)) in pages.iter().zip(signifiers).enumerate() {
        let mut best: FxHashMap<usize, (f64, NodeId)> = FxHashMap::default();
        let walk = Walk::new(&page.document);
        for significant in significant_elements(page, signifiers, &mut |id, own, all| measure(at, id, own, all)) {
            let level = page.levels[significant.id.index()];
            let dfs = walk.dfs(significant.id);
            let kind = element_type(&page.document, significant.id, dfs, options.tolerant);
            let next = patterns.len();
            let number = *numbers.entry((level, kind)).or_insert_with_key(|(_, kind)| {
                let element_type = kind.clone();
                patterns.push(StructuralPattern { level, element_type, dfs: Vec::new(), pages: 0, relevance: 0.0 });
                next
            });
            if patterns[number].dfs.len() < MAX_POSITIONS
                && let Err(at) = patterns[number].dfs.binary_search(&dfs)
            {
                patterns[number].dfs.insert(at, dfs);
            }
            let entry = best.entry(number).or_insert((f64::NEG_INFINITY, significant.id));
            if significant.value > entry.0 {
                *entry = (significant.value, significant.id);
            }
        }
        for (&number, &(value, _)) in &best {
            patterns[number].pages += 1;
            patterns[number].relevance += value;
        }
        found.push(best);
    }
    for pattern in &mut patterns {
        pattern.relevance *= f64::from(pattern.pages) * if options.level { f64::from(pattern.level) } else { 1.0 };
    }
    let mut order: Vec<usize> = (0..patterns.len()).collect();
    order.sort_by(|&a, &b| patterns[b].relevance.total_cmp(&patterns[a].relevance).then(a.cmp(&b)));
    let of_page = |best: &FxHashMap<usize, (f64, NodeId)>| {
        order.iter().enumerate().find_map(|(rank, number)| best.get(number).map(|&(_, id)| (id, rank)))
    };
    let blocks = found.iter().map(of_page).collect();
    Forest { patterns: order.iter().map(|&i| patterns[i].clone()).collect(), blocks }
}

/// An element of a significant path, and its measure.
struct Significant {
    id: NodeId,
    value: f64,
}

/// The elements of the significant terminal paths of a page (definition 1), including the body, in document order.
fn significant_elements(
    page: &SamplePage,
    signifiers: &Signifiers,
    measure: &mut dyn FnMut(NodeId, Counts, Counts) -> f64,
) -> Vec<Significant> {
    let terms = &page.terms;
    let mut before = Vec::with_capacity(terms.terms.len() + 1);
    before.push(0u32);
    let mut count = 0;
    for term in &terms.terms {
        count += u32::from(signifiers.contains(term));
        before.push(count);
    }
    let counts = |id: NodeId| {
        let from = terms.starts[id.index()] as usize;
        let to = terms.starts[page.document.end(id).index()] as usize;
        let x = before[to] - before[from];
        Counts { signifiers: x, others: (to - from) as u32 - x }
    };
    let all = counts(Document::ROOT);
    let mut out = Vec::new();
    for id in page.document.nodes() {
        if page.document.is_text(id) || page.levels[id.index()] == 0 || page.document.tag(id) == Tag::HEAD {
            continue;
        }
        let own = counts(id);
        if own.signifiers == 0 {
            continue;
        }
        let value = measure(id, own, all);
        out.push(Significant { id, value });
    }
    out
}

/// The dfs positions of elements: 1 for `<body>`.
struct Walk(Vec<u32>);

impl Walk {
    fn new(document: &Document) -> Walk {
        let mut position = 0;
        let body = document.children(Document::ROOT).find(|&c| document.tag(c) == Tag::BODY).unwrap_or(Document::ROOT);
        let mut count = |id: NodeId| {
            position += u32::from(id >= body && !document.is_text(id));
            position
        };
        Walk(document.nodes().map(&mut count).collect())
    }

    fn dfs(&self, id: NodeId) -> u32 {
        self.0[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::site::forest::signifiers::{SignifierOptions, signifiers};
    use crate::site::hints::AnchorTexts;
    use crate::site::sample::Site;
    use crate::site::sample::SitePage;

    #[test]
    fn relevance_is_informativeness_by_pages_and_level() {
        let html = |topic: &str, tail: &str| {
            format!(
                "<p>about us<div class=story><b>{topic}</b> {topic} {topic} of the {tail}</div><div class=foot>{tail}</div>"
            )
        };
        let mut site = Site::default();
        let parsed = [html("violins", "north"), html("glaciers", "south")].map(|h| {
            SamplePage::new(&SitePage::new(parse(h.as_bytes(), &ParseOptions::default()).unwrap()), &mut site)
        });
        let pages: Vec<&SamplePage> = parsed.iter().collect();
        let marked = signifiers(
            &pages,
            &[None, None],
            &AnchorTexts::default(),
            &SignifierOptions { top: 1, ..Default::default() },
            &mut site,
        );
        let found = forest(&pages, &marked, &ForestOptions::default());
        let best = &found.patterns[0];
        assert_eq!((best.element_type.as_str(), best.level, best.pages), ("div[contains(@class,'story')]", 2, 2));
        assert_eq!(best.xpath(), "//div[contains(@class,'story')][@dfs='3']");
        // equation 5: the sum over both pages, times p = 2, times level 2
        let expected: f64 = pages
            .iter()
            .zip(&found.blocks)
            .zip(&marked)
            .map(|((page, block), marked)| {
                let count = |id: NodeId| {
                    let terms = page.terms.within(&page.document, id);
                    let signifiers = terms.iter().filter(|t| marked.contains(t)).count() as u32;
                    Counts { signifiers, others: terms.len() as u32 - signifiers }
                };
                informativeness(count(block.unwrap().0), count(Document::ROOT))
            })
            .sum();
        assert!((best.relevance - expected * 2.0 * 2.0).abs() < 1e-9, "{} {expected}", best.relevance);
    }
}
