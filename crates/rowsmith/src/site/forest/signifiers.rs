//! Signifiers: the terms that tell what a page is about (FOREST 3.1), from three sources that can be used alone or
//! together.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::fold::fold;
use crate::dom::{AttrName, NodeId, Tag, line};
use crate::site::feed::FeedItem;
use crate::site::hints::{AnchorTexts, address_key};
use crate::site::sample::{SamplePage, Site};
use crate::site::terms::{Language, TermId};

/// The sources of signifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignifierSources {
    /// The top terms of the page by tf-idf over the sample.
    pub tf_idf: bool,
    /// The title and description of the page's item in the feed.
    pub feed: bool,
    /// The page's head, and the texts of links to it on other pages of the sample. For a single page this is the only
    /// source.
    pub metadata: bool,
}

/// Options for signifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SignifierOptions {
    /// The sources. Default: all.
    pub sources: SignifierSources,
    /// The number of terms by tf-idf, k in FOREST 3.1. Default 10.
    pub top: usize,
}

impl Default for SignifierOptions {
    fn default() -> Self {
        SignifierOptions { sources: SignifierSources { tf_idf: true, feed: true, metadata: true }, top: 10 }
    }
}

/// The signifiers of a page.
pub type Signifiers = FxHashSet<TermId>;

/// The signifiers of every page. `items` are the pages' items in the feed; see [`match_feed`]. Takes linear time.
pub fn signifiers(
    pages: &[&SamplePage],
    items: &[Option<&FeedItem>],
    anchors: &AnchorTexts,
    options: &SignifierOptions,
    site: &mut Site,
) -> Vec<Signifiers> {
    let mut documents_with: Vec<u32> = vec![0; site.vocabulary.len()];
    for page in pages {
        let distinct: FxHashSet<TermId> = page.terms.terms.iter().copied().collect();
        for term in distinct {
            documents_with[term.index()] += 1;
        }
    }
    let count = pages.len() as u32;
    // a term that is on every page does not describe any of them, except for a single page
    let common = |term: TermId| count > 1 && documents_with.get(term.index()).is_some_and(|&d| d == count);
    let mut all = Vec::with_capacity(pages.len());
    for (page, item) in pages.iter().zip(items) {
        let mut found = Signifiers::default();
        if options.sources.tf_idf && count > 1 {
            found.extend(top_terms(page, &documents_with, count, options.top));
        }
        let mut texts: Vec<String> = Vec::new();
        if let Some(item) = item.filter(|_| options.sources.feed) {
            texts.extend([item.title.clone(), item.description.clone()]);
        }
        if options.sources.metadata {
            texts.extend(page.hints.head_title.clone());
            texts.extend(page.hints.titles.iter().chain(&page.hints.descriptions).cloned());
            if let Some(url) = &page.hints.url {
                texts.extend(anchors.get(&address_key(url)).into_iter().flatten().cloned());
            }
        }
        let language = Language::of(&texts.join(" "));
        let language =
            if language.code == page.terms.language { language } else { Language::with(page.terms.language) };
        let mut terms = Vec::new();
        for text in texts {
            language.terms(&text, &mut site.vocabulary, &mut terms);
        }
        found.extend(terms.into_iter().filter(|&t| !common(t)));
        all.push(found);
    }
    all
}

/// The terms with the largest tf-idf; among equal ones the earlier.
fn top_terms(page: &SamplePage, documents_with: &[u32], count: u32, top: usize) -> Vec<TermId> {
    let mut frequencies: FxHashMap<TermId, u32> = FxHashMap::default();
    for &term in &page.terms.terms {
        *frequencies.entry(term).or_insert(0) += 1;
    }
    let weight = |term: TermId, frequency: u32| {
        let documents = documents_with.get(term.index()).copied().unwrap_or(1).max(1);
        f64::from(frequency) * (f64::from(count) / f64::from(documents)).ln()
    };
    let mut weighted: Vec<(f64, TermId)> = frequencies.into_iter().map(|(t, f)| (weight(t, f), t)).collect();
    weighted.retain(|w| w.0 > 0.0);
    weighted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    weighted.into_iter().take(top).map(|w| w.1).collect()
}

/// The feed item of every page, matched by address, or else by a title that is in the page's head or in a heading, if
/// no other item has the same.
pub fn match_feed<'a>(pages: &[&SamplePage], items: &'a [FeedItem]) -> Vec<Option<&'a FeedItem>> {
    let mut by_link: FxHashMap<String, &FeedItem> = FxHashMap::default();
    let mut by_title: FxHashMap<String, Option<&FeedItem>> = FxHashMap::default();
    for item in items {
        if let Some(link) = &item.link {
            by_link.entry(address_key(link)).or_insert(item);
        }
        let title = fold(&item.title);
        if !title.is_empty() {
            by_title.entry(title).and_modify(|other| *other = None).or_insert(Some(item));
        }
    }
    let of_page = |page: &&SamplePage| {
        if let Some(item) = page.hints.url.as_ref().and_then(|url| by_link.get(&address_key(url))) {
            return Some(*item);
        }
        let titles = page.hints.titles.iter().cloned().chain(first_heading(page));
        titles.map(|t| fold(&t)).find_map(|t| by_title.get(&t).copied().flatten())
    };
    pages.iter().map(of_page).collect()
}

/// The text of the first `<h1>`, if it is the only one.
pub fn first_heading(page: &SamplePage) -> Option<String> {
    let mut headings = page.document.nodes().filter(|&n| page.document.tag(n) == Tag::H1);
    let first = headings.next()?;
    headings.next().is_none().then(|| line(&page.document, first, page.document.end(first)))
}

/// The texts of the links on all pages by what they lead to, except texts that say nothing and a page's links to
/// itself. Relative links are resolved only if the address of their page is known.
pub fn anchor_texts(pages: &[&SamplePage]) -> AnchorTexts {
    let mut texts = AnchorTexts::default();
    for page in pages {
        let own = page.hints.url.as_deref().and_then(|u| url::Url::parse(u).ok());
        let own_key = page.hints.url.as_deref().map(address_key);
        for id in page.document.nodes().filter(|&n| page.document.tag(n) == Tag::A) {
            let Some(href) = page.document.attr(id, AttrName::HREF) else { continue };
            let target = match &own {
                Some(base) => base.join(href).map(|u| u.to_string()).unwrap_or_default(),
                None => href.to_owned(),
            };
            let key = address_key(&target);
            if key.is_empty() || Some(&key) == own_key.as_ref() {
                continue;
            }
            let text = anchor_line(page, id);
            if !text.is_empty() && text.len() <= 300 {
                let known = texts.entry(key).or_default();
                if known.len() < 20 && !known.contains(&text) {
                    known.push(text);
                }
            }
        }
    }
    texts
}

fn anchor_line(page: &SamplePage, id: NodeId) -> String {
    line(&page.document, id, page.document.end(id))
}
