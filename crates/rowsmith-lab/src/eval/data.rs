//! The annotated pages of the evaluation data: `ROWSMITH_EVAL`, or else `../shared/eval` beside the project.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fingerprint::hash_of;
use super::list_pages::ListRows;

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
}

/// The number of folds that sites are divided into.
pub const FOLDS: usize = 5;

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

#[derive(Deserialize, Clone)]
struct Fold {
    host: String,
    fold: usize,
}

/// The site and the fold of every page, of all sets.
pub struct Folds(HashMap<String, Fold>);

impl Folds {
    /// # Errors
    /// If the file is missing.
    pub fn read(root: &Path) -> Result<Folds, String> {
        parse_json(&root.join("folds.json")).map(Folds)
    }

    /// # Errors
    /// The site and fold of a page.
    pub fn of(&self, key: &str) -> Result<(String, usize), String> {
        let Fold { host, fold } = self.0.get(key).cloned().ok_or_else(|| format!("{key} has no fold"))?;
        Ok((host, fold))
    }
}

/// Divides the sites into other folds than those of `folds.json`, to see how much figures depend on the division. Seed
/// 0 changes nothing.
pub fn reshuffle(pages: &mut [GoldPage], seed: u64, folds: usize) {
    if seed == 0 {
        return;
    }
    for page in pages {
        let hash = page.host.bytes().fold(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3).rotate_left(17)
        });
        page.fold = (hash >> 20) as usize % folds;
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
    let folder = root.join(set).join("gold");
    let listing = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut golds: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
    golds.sort();
    golds
        .par_iter()
        .map(|path| {
            let annotation = read(path)?;
            let gold_hash = hash_of(&annotation);
            let gold: Gold = serde_json::from_slice(&annotation).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let key = name.split(".json").next().unwrap_or_default().to_owned();
            let file = root.join(set).join("pages").join(format!("{key}.html.gz"));
            let (host, fold) = folds.of(&key)?;
            Ok(GoldPage {
                html: read(&file)?,
                key,
                file,
                host,
                fold,
                extra,
                beside: false,
                gold,
                rows: None,
                gold_hash,
            })
        })
        .collect()
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
    let folder = root.join("threads/pages");
    let listing = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            // some names end in .html twice
            let name = name.trim_end_matches(".gz");
            let key = name.strip_suffix(".html").unwrap_or(name).to_owned();
            let (host, fold) = folds.of(&key)?;
            let annotation = read(&root.join(format!("threads/gold/{key}.json.gz")))?;
            let gold_hash = hash_of(&annotation);
            let Place { beside } = serde_json::from_slice(&annotation).map_err(|e| format!("{key}: {e}"))?;
            let gold = Gold { kind: "forum".into(), debatable: false, leaves: Vec::new(), regions: Vec::new() };
            Ok(GoldPage {
                html: read(&file)?,
                key,
                file,
                host,
                fold,
                extra: Extra::Thread,
                beside,
                gold,
                rows: None,
                gold_hash,
            })
        })
        .collect()
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
    files
        .into_par_iter()
        .map(|(key, file)| {
            let (host, fold) = folds.of(&key)?;
            let gold = Gold { kind: "article".into(), debatable: false, leaves: Vec::new(), regions: Vec::new() };
            Ok(GoldPage {
                html: read(&file)?,
                key,
                file,
                host,
                fold,
                extra: Extra::Article,
                beside: false,
                gold,
                rows: None,
                gold_hash: hash_of(&[]),
            })
        })
        .collect()
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
