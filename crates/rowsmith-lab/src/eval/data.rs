//! The annotated pages of the evaluation data: `ROWSMITH_EVAL`, or else `../shared/eval` beside the project.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fingerprint::hash_of;
use super::folds::{Folds, SiteFold, fold_by};
use super::list_pages::ListRows;
use super::sites::listed;

/// A page of the `records` set with its annotation.
pub struct GoldPage {
    /// The name of the page.
    pub key: String,
    /// Where the page is.
    pub file: PathBuf,
    /// The HTML.
    pub html: Vec<u8>,
    /// The page's site.
    pub host: String,
    /// Fold of the site.
    pub fold: usize,
    /// Whether the page is from another set, without annotated records.
    pub extra: Extra,
    /// Whether the page's posts are secondary: comments and reviews below an article, a product, a recipe.
    pub beside: bool,
    /// The annotation.
    pub gold: Gold,
    /// The rows of the main list, if they are known by their content and not by their nodes.
    pub rows: Option<ListRows>,
    /// The hash of the annotation's file; for an article, which has none, the hash of nothing.
    pub gold_hash: [u8; 8],
}

impl GoldPage {
    /// The set of the page, which is the folder that contains its folder.
    pub fn set(&self) -> &str {
        let folder = self.file.parent().and_then(Path::parent).and_then(Path::file_name);
        folder.and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// A page of which nothing is annotated but what kind of page it is; whoever knows more says it.
    ///
    /// # Errors
    /// Where the page cannot be read or has no fold.
    pub fn read(key: String, file: PathBuf, folds: &Folds, extra: Extra, kind: &str) -> Result<GoldPage, String> {
        let SiteFold { host, fold } = folds.of(&key)?;
        let gold = Gold { kind: kind.to_owned(), debatable: false, url: None, leaves: Vec::new(), regions: Vec::new() };
        let html = read(&file)?;
        let gold_hash = hash_of(&[]);
        Ok(GoldPage { key, file, html, host, fold, extra, beside: false, gold, rows: None, gold_hash })
    }
}

/// The key of a page by the name of its annotation, `KEY.json.gz`.
pub fn key_of_annotation(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split(".json").next().unwrap_or_default().to_owned()
}

/// Pages of other sets, which are used for training but not for figures about records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// A page with annotated records.
    No,
    /// An article: no main list.
    Article,
    /// A thread: a main list, of posts.
    Thread,
    /// A page with a main list, of the sets `domains`, `rows` and `search`.
    List,
}

/// The annotation of a page.
#[derive(Deserialize, Serialize)]
pub struct Gold {
    /// category, listing, forum, article, …
    pub kind: String,
    /// Whether it is excluded from the figures.
    #[serde(default)]
    pub debatable: bool,
    /// The address of the page, if it is known.
    #[serde(default)]
    pub url: Option<String>,
    /// Element paths of the text-bearing elements and images.
    pub leaves: Vec<String>,
    /// The lists.
    pub regions: Vec<GoldRegion>,
}

/// An annotated list.
#[derive(Deserialize, Serialize)]
pub struct GoldRegion {
    /// Whether it is (one of) the page's main lists.
    pub main: bool,
    /// Its records.
    pub records: Vec<GoldRecord>,
}

/// An annotated record.
#[derive(Deserialize, Serialize)]
pub struct GoldRecord {
    /// Indices of the leaves.
    pub leaves: Vec<usize>,
    /// Element paths of its subtrees.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// Field values by name.
    #[serde(default)]
    pub fields: HashMap<String, serde_json::Value>,
}

/// Divides the sites into other folds than those of `folds.json`, to see how much figures depend on the division. Seed
/// 0 changes nothing.
pub fn reshuffle(pages: &mut [GoldPage], seed: u64) {
    if seed == 0 {
        return;
    }
    for page in pages {
        page.fold = fold_by(&page.host, seed);
    }
}

/// The root of the evaluation data, or a message that says where it was looked for.
pub fn eval_root() -> Result<PathBuf, String> {
    let root = std::env::var_os("ROWSMITH_EVAL")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/eval"), PathBuf::from);
    if root.join("records/gold").is_dir() {
        Ok(root)
    } else {
        Err(format!("no evaluation data at {}; set ROWSMITH_EVAL", root.display()))
    }
}

/// All pages of the `records` set, ordered by name, with their folds.
pub fn record_pages() -> Result<Vec<GoldPage>, String> {
    pages_with_records("records", Extra::No)
}

/// All pages of the `domains` set: results for homes, cars and jobs.
pub fn domain_pages() -> Result<Vec<GoldPage>, String> {
    pages_with_records("domains", Extra::List)
}

fn pages_with_records(set: &str, extra: Extra) -> Result<Vec<GoldPage>, String> {
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let golds = listed(&root.join(set).join("gold"))?;
    let page = |path: &PathBuf| {
        let annotation = read(path)?;
        let gold = serde_json::from_slice(&annotation).map_err(|e| format!("{}: {e}", path.display()))?;
        let key = key_of_annotation(path);
        let file = root.join(set).join("pages").join(format!("{key}.html.gz"));
        let page = GoldPage::read(key, file, &folds, extra, "")?;
        Ok(GoldPage { gold, gold_hash: hash_of(&annotation), ..page })
    };
    golds.par_iter().map(page).collect()
}

/// The pages of the `threads` set: each has a list of posts, but its records are not annotated as nodes.
pub fn thread_pages() -> Result<Vec<GoldPage>, String> {
    #[derive(Deserialize)]
    struct Place {
        #[serde(default)]
        beside: bool,
    }
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let page = |file: PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // some names end in .html twice
        let name = name.trim_end_matches(".gz");
        let key = name.strip_suffix(".html").unwrap_or(name).to_owned();
        let annotation = read(&root.join(format!("threads/gold/{key}.json.gz")))?;
        let Place { beside } = serde_json::from_slice(&annotation).map_err(|e| format!("{key}: {e}"))?;
        let page = GoldPage::read(key, file, &folds, Extra::Thread, "forum")?;
        Ok(GoldPage { beside, gold_hash: hash_of(&annotation), ..page })
    };
    listed(&root.join("threads/pages"))?.into_iter().map(page).collect()
}

/// The articles of the `text` and `news` sets that are not among the `records` pages: pages without a main list.
pub fn article_pages() -> Result<Vec<GoldPage>, String> {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(default)]
        kind: Option<String>,
    }
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for (set, gold) in [("text", "wcxb-dev.json.gz"), ("news", "news.json.gz")] {
        let kinds: HashMap<String, Kind> = parse_json(&root.join(set).join("gold").join(gold))?;
        let articles = kinds.into_iter().filter(|(_, k)| set == "news" || k.kind.as_deref() == Some("article"));
        files.extend(articles.map(|(key, _)| (key.clone(), root.join(set).join(format!("pages/{key}.html.gz")))));
    }
    files.retain(|(key, _)| !root.join(format!("records/gold/{key}.json.gz")).exists());
    files.sort();
    let page = |(key, file)| GoldPage::read(key, file, &folds, Extra::Article, "article");
    files.into_par_iter().map(page).collect()
}

/// A page of the `items` set.
pub struct GoldItem {
    pub page: GoldPage,
    /// Whether the page is about one object; `None` if that is debatable.
    pub is_item: Option<bool>,
}

/// The pages of the `items` set.
///
/// # Errors
/// If the evaluation data is missing.
pub fn item_pages() -> Result<Vec<GoldItem>, String> {
    #[derive(Deserialize)]
    struct Item {
        item: bool,
        #[serde(default)]
        debatable: Vec<String>,
    }
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let page = |path: &PathBuf| -> Result<GoldItem, String> {
        let annotation = read(path)?;
        let key = key_of_annotation(path);
        let Item { item, debatable } = serde_json::from_slice(&annotation).map_err(|e| format!("{key}: {e}"))?;
        let is_item = debatable.iter().all(|field| field != "item").then_some(item);
        let file = root.join(format!("items/pages/{key}.html.gz"));
        let page = GoldPage::read(key, file, &folds, Extra::No, "item")?;
        Ok(GoldItem { page: GoldPage { gold_hash: hash_of(&annotation), ..page }, is_item })
    };
    listed(&root.join("items/gold"))?.par_iter().map(page).collect()
}

pub fn parse_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_slice(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))
}

/// The bytes of a file, decompressed if it is gzip.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if !bytes.starts_with(b"\x1f\x8b") {
        return Ok(bytes);
    }
    let mut out = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes.as_slice())
        .read_to_end(&mut out)
        .map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(out)
}
