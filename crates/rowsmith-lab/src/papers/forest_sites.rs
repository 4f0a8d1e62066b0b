//! The pages of FOREST's experiments, and the article's text on them according to every method.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use rowsmith::dom::{NodeId, text};
use rowsmith::site::feed::{FeedItem, parse_feed};
use rowsmith::site::folder::article_site;
use rowsmith::site::forest::signifiers::{SignifierOptions, SignifierSources, Signifiers, match_feed, signifiers};
use rowsmith::site::forest::{Counts, ForestOptions, forest_by, informativeness, jeffrey, unexpectedness};
use rowsmith::site::hints::AnchorTexts;
use rowsmith::site::request::{SiteMethod, SiteOptions};
use rowsmith::site::sample::SitePage;

use crate::eval::asked::site_page;
use rowsmith::site::sample::{SamplePage, Site};
use rowsmith::site::terms::{Language, TermId};

use crate::baselines::boilerpipe::boilerpipe;
use crate::baselines::coverage::coverage_blocks;
use crate::baselines::description::description;
use crate::baselines::sigfeed::sigfeed_block;
use crate::eval::bigrams::{Bigrams, Score, bigrams, score};
use crate::eval::data::{parse_json, read};
use crate::eval::sites::site_files;
use crate::eval::text_pages::TextPage;
use crate::eval::text_pages::host_pages;

/// Article pages of one site.
pub struct Pages {
    /// The site's folder or host.
    pub name: String,
    /// The fold of the site; `None` if no model was trained on it.
    pub fold: Option<usize>,
    /// The pages.
    pub html: Vec<Vec<u8>>,
    /// The word bigrams of their annotated texts.
    pub gold: Vec<Bigrams>,
    /// The site's feed; empty without one.
    pub feed: Vec<FeedItem>,
}

/// The sites made with publishing tools: 14 articles each, and a feed.
pub fn built_sites() -> Result<Vec<Pages>, String> {
    #[derive(serde::Deserialize)]
    struct Gold {
        pages: HashMap<String, Text>,
    }
    #[derive(serde::Deserialize)]
    struct Text {
        text: String,
    }
    let mut sites = Vec::new();
    for files in site_files()? {
        let folder = files.feed.parent().map(std::path::Path::to_path_buf).unwrap_or_default();
        let gold: Gold = parse_json(&folder.join("gold.json"))?;
        let mut pages = Pages {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            fold: None,
            html: Vec::new(),
            gold: Vec::new(),
            feed: parse_feed(&read(&files.feed)?).map_err(|e| e.to_string())?,
        };
        for path in &files.pages {
            let name = format!("pages/{}", path.file_name().unwrap_or_default().to_string_lossy());
            let Some(text) = gold.pages.get(&name) else { continue };
            pages.html.push(read(path)?);
            pages.gold.push(bigrams(&text.text));
        }
        sites.push(pages);
    }
    Ok(sites)
}

/// The hosts with two or more article pages among `text` and `news`. They have no feeds.
pub fn hosts() -> Result<Vec<Pages>, String> {
    let of_host = |(name, pages): (String, Vec<TextPage>)| Pages {
        name,
        fold: pages.first().map(|page| page.fold),
        gold: pages.iter().map(|page| bigrams(&page.text)).collect(),
        html: pages.into_iter().map(|page| page.html).collect(),
        feed: Vec::new(),
    };
    Ok(host_pages()?.into_iter().map(of_host).collect())
}

/// A row of the paper's table 1, or of ours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// FOREST with the top terms by tf-idf.
    TfIdf(Variant),
    /// FOREST with the terms of the feed's item.
    Feeds(Variant),
    /// Boilerpipe's ArticleExtractor.
    Boilerpipe,
    /// SIGFEED.
    Sigfeed,
    /// COVERAGE.
    Coverage,
    /// The feed's item itself.
    Description,
    /// Our default for pages of a site.
    Ours,
}

/// Variations of FOREST.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variant {
    /// The ranking measure for elements.
    pub measure: Measure,
    /// Whether to use tolerant attributes, and the level.
    pub options: ForestOptions,
}

/// Figure 7.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measure {
    /// J × U.
    Informativeness,
    /// J.
    Density,
    /// U.
    Unexpectedness,
}

/// FOREST as published.
pub const PUBLISHED: Variant =
    Variant { measure: Measure::Informativeness, options: ForestOptions { tolerant: true, level: true } };

/// How much a method gets.
#[derive(Clone, Copy)]
pub struct Given {
    /// The number of pages of a site that are looked at together.
    pub pages: usize,
    /// The most signifiers of a page.
    pub signifiers: usize,
}

/// k of FOREST 3.1, and all pages of a site.
pub const ALL: Given = Given { pages: usize::MAX, signifiers: 10 };

/// The mean number of characters of the entries of a site's feed, title and description; `None` without a feed.
pub fn entry_length(site: &Pages) -> Option<f64> {
    let lengths = site.feed.iter().map(|item| description(Some(item)).chars().count());
    (!site.feed.is_empty()).then(|| lengths.sum::<usize>() as f64 / site.feed.len() as f64)
}

/// The scores of all pages of all sites, by site.
pub fn scores(
    sites: &[Pages],
    method: Method,
    given: Given,
    models: Option<&[rowsmith::article::Options]>,
) -> Vec<Vec<Score>> {
    let one = |site: &Pages| {
        let mut texts: Vec<String> = Vec::new();
        for chunk in site.html.chunks(given.pages.min(site.html.len())) {
            texts.extend(texts_of(site, chunk, method, given, models));
        }
        texts.iter().zip(&site.gold).map(|(text, gold)| score(&bigrams(text), gold)).collect()
    };
    sites.par_iter().map(one).collect()
}

fn texts_of(
    site: &Pages,
    html: &[Vec<u8>],
    method: Method,
    given: Given,
    models: Option<&[rowsmith::article::Options]>,
) -> Vec<String> {
    match method {
        Method::Boilerpipe => return html.iter().map(|h| boilerpipe(h)).collect(),
        Method::Ours => return ours(site, html, models),
        _ => {}
    }
    let mut shared = Site::default();
    let pages: Vec<Option<SamplePage>> =
        html.iter().map(|h| Some(SamplePage::new(&site_page("", h).ok()?, &mut shared))).collect();
    let parsed: Vec<&SamplePage> = pages.iter().flatten().collect();
    let items = items(site, &parsed);
    let keywords = |shared: &mut Site, most: usize| -> Vec<Signifiers> {
        parsed.iter().zip(&items).map(|(page, item)| item_terms(page, item.as_ref(), &parsed, shared, most)).collect()
    };
    let tf_idf = |shared: &mut Site| {
        let sources = SignifierSources { tf_idf: true, feed: false, metadata: false };
        let mut options = SignifierOptions::default();
        (options.sources, options.top) = (sources, given.signifiers);
        signifiers(&parsed, &vec![None; parsed.len()], &AnchorTexts::default(), &options, shared)
    };
    // the paper limits the number of keywords from feeds only in figure 6
    let most = if given.signifiers == ALL.signifiers { usize::MAX } else { given.signifiers };
    let blocks: Vec<Option<NodeId>> = match method {
        Method::TfIdf(variant) => forest_blocks(&parsed, &tf_idf(&mut shared), variant),
        Method::Feeds(variant) => forest_blocks(&parsed, &keywords(&mut shared, most), variant),
        Method::Coverage => coverage_blocks(&parsed, &tf_idf(&mut shared)),
        Method::Sigfeed => {
            let keywords = keywords(&mut shared, most);
            parsed.iter().zip(&keywords).map(|(page, words)| sigfeed_block(page, words)).collect()
        }
        _ => vec![None; parsed.len()],
    };
    let mut texts = parsed.iter().zip(&blocks).zip(&items).map(|((page, block), item)| match method {
        Method::Description => description(item.as_ref()),
        _ => block.map_or_else(String::new, |b| text(&page.document, b)),
    });
    pages.iter().map(|page| page.as_ref().and_then(|_| texts.next()).unwrap_or_default()).collect()
}

fn forest_blocks(pages: &[&SamplePage], signifiers: &[Signifiers], variant: Variant) -> Vec<Option<NodeId>> {
    let mut measure = |_: usize, _: NodeId, own: Counts, all: Counts| match variant.measure {
        Measure::Informativeness => informativeness(own, all),
        Measure::Density => jeffrey(own),
        Measure::Unexpectedness => unexpectedness(own, all),
    };
    forest_by(pages, signifiers, &variant.options, &mut measure)
        .blocks
        .into_iter()
        .map(|block| block.map(|of| of.element))
        .collect()
}

/// The items of the feed; if it has none for a page, what the page's own head says instead.
fn items(site: &Pages, pages: &[&SamplePage]) -> Vec<Option<FeedItem>> {
    let of_head = |page: &&SamplePage| {
        let title = page.hints.titles.first().or(page.hints.head_title.as_ref()).cloned()?;
        let description = page.hints.descriptions.first().cloned().unwrap_or_default();
        Some(FeedItem { title, description, ..FeedItem::default() })
    };
    let items = match_feed(pages, &site.feed);
    pages.iter().zip(items).map(|(page, item)| item.cloned().or_else(|| of_head(page))).collect()
}

/// The terms of an item in order, without those that all pages have.
fn item_terms(
    page: &SamplePage,
    item: Option<&FeedItem>,
    pages: &[&SamplePage],
    shared: &mut Site,
    most: usize,
) -> Signifiers {
    let mut terms: Vec<TermId> = Vec::new();
    Language::with(page.terms.language).terms(&description(item), &mut shared.vocabulary, &mut terms);
    let common = |t: &TermId| pages.len() > 1 && pages.iter().all(|p| p.terms.terms.contains(t));
    let mut seen: HashSet<TermId> = HashSet::new();
    terms.into_iter().filter(|t| seen.insert(*t) && !common(t)).take(most).collect()
}

/// What users get for a folder with these pages, without the feed; pages that are not similar to any other are judged
/// by models that did not see the site.
fn ours(site: &Pages, html: &[Vec<u8>], models: Option<&[rowsmith::article::Options]>) -> Vec<String> {
    let inputs = html.iter().enumerate().map(|(i, bytes)| site_page(&i.to_string(), bytes).ok());
    let Some(inputs) = inputs.collect::<Option<Vec<SitePage>>>() else { return vec![String::new(); html.len()] };
    let article = models.zip(site.fold).map(|(models, fold)| models[fold].clone()).unwrap_or_default();
    let request = SiteOptions::new().method(SiteMethod::Both).article(article);
    let result = article_site(&inputs, &request);
    result.pages.into_iter().map(|page| page.page.text).collect()
}
