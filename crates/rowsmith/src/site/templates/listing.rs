//! Pages of a site that list its articles, and are not articles themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::Article;
use crate::article::fold::fold;
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::site::places::slot;
use crate::site::request::PageKind;
use crate::site::sample::SamplePage;

/// Separates pages that list other pages from the clusters of those: where templates have few containers, an archive
/// looks like an article full of links.
pub(crate) fn without_lists(groups: Vec<Vec<usize>>, sample: &[SamplePage], all_titles: &[String]) -> Vec<Vec<usize>> {
    let mut parted = Vec::with_capacity(groups.len());
    for group in groups {
        let titles: Vec<String> = group.iter().map(|&i| all_titles[i].clone()).collect();
        let shown: Vec<FxHashSet<usize>> =
            group.iter().map(|&i| linked_titles(&sample[i], Document::ROOT, &titles)).collect();
        // recent articles in a sidebar are linked on all pages
        let mut counts = vec![0usize; group.len()];
        for &title in shown.iter().flatten() {
            counts[title] += 1;
        }
        let lists = |k: usize| {
            let others = shown[k].iter().filter(|&&t| t != k && 2 * counts[t] <= group.len());
            let listed = others.count();
            listed >= 3 && 2 * listed >= group.len().min(10)
        };
        let (listing, rest): (Vec<_>, Vec<_>) = (0..group.len()).partition(|&k| lists(k));
        let of = |members: Vec<usize>| members.into_iter().map(|k| group[k]).collect::<Vec<usize>>();
        parted.extend([of(rest), of(listing)].into_iter().filter(|g| !g.is_empty()));
    }
    parted.sort_unstable();
    parted
}

/// The title of a page according to its head, folded.
pub(crate) fn head_titles(page: &SamplePage) -> String {
    let titles = page.hints.titles.iter().chain(&page.hints.head_title);
    let keys = titles.map(|t| fold(&t.chars().take(1000).collect::<String>()));
    keys.take(4).collect::<Vec<_>>().join("\n")
}

/// The most links that are looked at.
const MAX_LINKS: usize = 2000;

/// Shorter link texts are not titles.
const MIN_TITLE: usize = 8;

/// Which of the titles are texts of links in a subtree; only titles that one or two pages have.
pub(crate) fn linked_titles(page: &SamplePage, scope: NodeId, titles: &[String]) -> FxHashSet<usize> {
    let document = &page.document;
    let links = document.subtree(scope).filter(|&id| document.tag(id) == Tag::A && document.raw_text(id).len() < 1000);
    let texts: FxHashSet<String> =
        links.take(MAX_LINKS).map(|id| fold(&line(document, id, document.end(id)))).collect();
    let mut found = FxHashSet::default();
    for text in texts.iter().filter(|t| t.len() >= MIN_TITLE) {
        let called: Vec<usize> = (0..titles.len()).filter(|&k| titles[k].contains(text.as_str())).collect();
        if called.len() <= 2 {
            found.extend(called);
        }
    }
    found
}

/// A block with fewer terms is not an article.
const MIN_TERMS: u32 = 10;

/// Whether a page is not an article: its block is missing or nearly empty, consists of links, or has headings that are
/// links to other pages, as lists of a site's articles have.
pub(crate) fn is_other(page: &SamplePage, block: Option<NodeId>) -> bool {
    let Some(block) = block else { return true };
    let document = &page.document;
    let all = page.term_count(block);
    if all < MIN_TERMS {
        return true;
    }
    let mut in_links = 0;
    let mut linked_headings: FxHashMap<&str, u32> = FxHashMap::default();
    for id in document.subtree(block) {
        if document.tag(id) != Tag::A || document.attr(id, AttrName::HREF).is_none_or(|h| h.starts_with('#')) {
            continue;
        }
        in_links += page.term_count(id);
        let is_heading = |n: NodeId| matches!(document.tag(n), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4);
        if page.term_count(id) > 0 && document.ancestors(id).take(3).any(is_heading) {
            *linked_headings.entry(document.attr(id, AttrName::HREF).unwrap_or_default()).or_insert(0) += 1;
        }
    }
    let brothers = brothers(page, block);
    2 * in_links > all || linked_headings.len() > 1 || brothers > 1 || brothers == 1 && !linked_headings.is_empty()
}

/// With this confidence, a main list shows that a page that looks like a list is one; with the higher one, any page.
const LIST: f32 = 0.5;
const SURE_LIST: f32 = 0.95;

/// Pages with fewer words on average are not articles if they do not look like articles.
const LEAST_WORDS: f32 = 50.0;

/// The kind of the pages of one template. `looks_other` is the judgement from the template ([`is_other`]). The
/// judgements on the pages themselves, if there are any, take precedence: reviews of many products have headings that
/// are links, and a home page of whole articles does not.
pub(crate) fn kind_of(looks_other: bool, articles: &[&Article]) -> PageKind {
    let mean = |of: fn(&Article) -> f32| articles.iter().map(|a| of(a)).sum::<f32>() / articles.len() as f32;
    let is_article = || {
        let words = mean(|a| a.chosen.iter().map(|&at| a.facts.blocks[at].counts.words).sum::<u32>() as f32);
        mean(|a| a.list.confidence) < LIST && words >= LEAST_WORDS
    };
    let other = match articles {
        [] => looks_other,
        _ => mean(|a| a.list.confidence) >= SURE_LIST || looks_other && !is_article(),
    };
    if other { PageKind::Other } else { PageKind::Article }
}

/// Whether a block lists pages of the site: it has links with their titles, and little text between them.
pub(crate) fn lists_titles(page: &SamplePage, block: NodeId, titles: &[String]) -> bool {
    let listed = linked_titles(page, block, titles).len() as u32;
    listed >= 3 && page.term_count(block) < MOST_BETWEEN * listed
}

/// The most terms per listed article: an excerpt and its links.
const MOST_BETWEEN: u32 = 80;

/// How many other elements are at the block's place in the template and hardly smaller: the boxes of a list.
fn brothers(page: &SamplePage, block: NodeId) -> usize {
    let document = &page.document;
    let own = page.term_count(block);
    let place = slot(document, block);
    let alike = document.nodes().filter(|&id| {
        id != block
            && document.tag(id) == document.tag(block)
            && page.levels[id.index()] == page.levels[block.index()]
            && 4 * page.term_count(id) >= own
    });
    alike.filter(|&id| slot(document, id) == place).count()
}
