//! Pages of known kind, with the results of the extractors on them.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use rowsmith::extract::Options;

use crate::eval::asked::parsed;
use rowsmith::types::Kind;

use crate::eval::data::{Gold, GoldItem, article_pages, domain_pages, item_pages, record_pages, thread_pages};
use crate::eval::posts_pages::site_pages;
use crate::train::article::fold_models as article_models;
use crate::train::items::fold_models as item_models;
use crate::train::posts::fold_models as posts_models;
use crate::train::records::record_models;

/// A page and its kind.
pub struct KindPage {
    pub key: String,
    pub file: PathBuf,
    pub html: Vec<u8>,
    pub fold: usize,
    pub kind: Kind,
    /// Whether the page counts for the figure; others are only used for training.
    pub scored: bool,
    /// Its weight in training.
    pub weight: f64,
}

/// A page with its evidence.
pub struct KindData<'a> {
    pub page: &'a KindPage,
    pub row: Vec<f32>,
}

/// The kind of a page of `records`; `None` if that is unknown, as for a page with only secondary lists.
fn kind_of(gold: &Gold) -> Option<Kind> {
    let has_list = gold.regions.iter().any(|r| r.main && !r.records.is_empty());
    match gold.kind.as_str() {
        _ if gold.debatable => None,
        "article" => Some(Kind::Article),
        _ if gold.regions.iter().all(|r| r.records.is_empty()) => Some(Kind::Nothing),
        "forum" if has_list => Some(Kind::Thread),
        _ if has_list => Some(Kind::List),
        _ => None,
    }
}

/// All pages: those that score.py counts, and the articles of `text`.
pub fn kind_pages() -> Result<Vec<KindPage>, String> {
    let mut pages = Vec::new();
    let mut annotated = record_pages()?;
    annotated.extend(domain_pages()?);
    for page in annotated {
        let Some(kind) = kind_of(&page.gold) else { continue };
        // there are few of them
        let weight = if kind == Kind::Nothing { 8.0 } else { 1.0 };
        let (key, file, html, fold) = (page.key, page.file, page.html, page.fold);
        pages.push(KindPage { key, file, html, fold, kind, scored: true, weight });
    }
    for page in thread_pages()?.into_iter().filter(|p| !p.beside) {
        let (key, file, html, fold) = (page.key, page.file, page.html, page.fold);
        pages.push(KindPage { key, file, html, fold, kind: Kind::Thread, scored: true, weight: 0.7 });
    }
    for page in article_pages()? {
        let scored = page.file.components().any(|c| c.as_os_str() == "news");
        let weight = if scored { 0.5 } else { 0.1 };
        let (key, file, html, fold) = (page.key, page.file, page.html, page.fold);
        pages.push(KindPage { key, file, html, fold, kind: Kind::Article, scored, weight });
    }
    for page in site_pages()? {
        let (key, file, html, fold) = (page.key, page.file, page.html, page.fold);
        pages.push(KindPage { key, file, html, fold, kind: Kind::Article, scored: true, weight: 0.4 });
    }
    for GoldItem { page, .. } in item_pages()?.into_iter().filter(|gold| gold.is_item == Some(true)) {
        let (key, file, html, fold) = (page.key, page.file, page.html, page.fold);
        pages.push(KindPage { key, file, html, fold, kind: Kind::Item, scored: true, weight: 1.0 });
    }
    Ok(pages)
}

/// The options for each fold: models of all extractors that did not see its sites.
pub fn fold_options() -> Result<Vec<Options>, String> {
    let (records, posts, articles) = (record_models()?, posts_models()?, article_models()?);
    let items = item_models(&kind_pages()?)?;
    let options = |(((records, posts), article), item): (((_, _), _), _)| {
        let records = rowsmith::records::Options::new().with_model(records);
        let posts = rowsmith::posts::Options::new().with_model(posts);
        let item = rowsmith::item::Options { model: Some(item), ..Default::default() };
        let mut options = Options::new().records(records).posts(posts);
        options.article = Some(article);
        options.item = item;
        options
    };
    Ok(records.into_iter().zip(posts).zip(articles).zip(items).map(options).collect::<Vec<Options>>())
}

/// The evidence of all pages, each with the models of its fold. Pages that cannot be parsed are left out.
pub fn kind_dataset<'a>(pages: &'a [KindPage], options: &[Options]) -> Vec<KindData<'a>> {
    let row = |page: &'a KindPage| {
        Some(KindData { page, row: parsed(&page.html, "").ok()?.kind_figures(&options[page.fold]) })
    };
    pages.par_iter().filter_map(row).collect()
}

/// With a fold's model of kinds.
pub fn with_kinds(options: &Options, model: rowsmith::extract::KindModel) -> Options {
    let mut options = options.clone();
    options.kinds = Some(Arc::new(model));
    options
}
