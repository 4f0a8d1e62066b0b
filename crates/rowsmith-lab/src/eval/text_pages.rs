//! The pages of `text` and `news` with their gold texts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Deserialize;

use super::data::{eval_root, parse_json, read};
use super::folds::{Folds, SiteFold};

/// A page with its main text.
pub struct TextPage {
    pub key: String,
    pub set: &'static str,
    pub kind: String,
    pub file: PathBuf,
    pub html: Vec<u8>,
    pub host: String,
    pub fold: usize,
    pub text: String,
    pub title: Option<String>,
    pub author: Option<String>,
    /// The annotated day, as `2024-01-05`.
    pub day: Option<String>,
}

#[derive(Deserialize)]
struct Gold {
    kind: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    text: String,
}

/// All pages of both sets, in order of set and name.
pub fn text_pages() -> Result<Vec<TextPage>, String> {
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let mut all = Vec::new();
    for (set, file) in [("text", "wcxb-dev.json.gz"), ("news", "news.json.gz")] {
        let golds: BTreeMap<String, Gold> = parse_json(&root.join(set).join("gold").join(file))?;
        all.extend(golds.into_iter().map(|(key, gold)| (set, key, gold)));
    }
    all.into_par_iter()
        .map(|(set, key, gold)| {
            let file = root.join(set).join("pages").join(format!("{key}.html.gz"));
            let SiteFold { host, fold } = folds.of(&key)?;
            Ok(TextPage {
                html: read(&file)?,
                set,
                kind: if set == "news" { "news".to_owned() } else { gold.kind },
                file,
                host,
                fold,
                text: gold.text,
                title: gold.title,
                author: gold.author,
                day: gold.date.and_then(|date| date.get(..10).map(str::to_owned)),
                key,
            })
        })
        .collect()
}

/// The hosts with two or more article pages.
pub fn host_pages() -> Result<BTreeMap<String, Vec<TextPage>>, String> {
    let mut hosts: BTreeMap<String, Vec<TextPage>> = BTreeMap::new();
    for page in text_pages()?.into_iter().filter(|p| matches!(p.kind.as_str(), "article" | "news")) {
        hosts.entry(page.host.clone()).or_default().push(page);
    }
    hosts.retain(|_, pages| pages.len() >= 2);
    Ok(hosts)
}
