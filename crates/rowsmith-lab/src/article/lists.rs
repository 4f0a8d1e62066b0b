//! Main lists of the pages by models that did not see the page's site, kept in files under `target` since they take
//! long to make. Delete the folder after a change to records.

use std::path::PathBuf;

use rayon::prelude::*;
use rowsmith::article::main_list::MainList;
use rowsmith::dom::{NodeId, ParseOptions, parse};
use rowsmith::records::{Options, find_candidates};
use rowsmith::tree::PageTree;

use super::pages::TextPage;
use crate::record_models::record_models;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/article")
}

fn wrong(path: &std::path::Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |e| format!("{}: {e}", path.display())
}

type Kept = (String, f32, u32, Vec<(u32, u32, u32)>);

/// The main list of each page.
pub fn main_lists(pages: &[TextPage]) -> Result<Vec<MainList>, String> {
    let path = folder().join("lists.json");
    let kept: Vec<Kept> =
        std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    if kept.iter().map(|k| &k.0).eq(pages.iter().map(|p| &p.key)) {
        let list = |kept: Kept| MainList {
            confidence: kept.1,
            count: kept.2,
            runs: kept.3.into_iter().map(|(a, b, n)| (NodeId(a), NodeId(b), n)).collect(),
        };
        return Ok(kept.into_iter().map(list).collect());
    }
    let models = record_models()?;
    let lists: Vec<MainList> = pages
        .par_iter()
        .map(|page| {
            let Ok(document) = parse(&page.html, &ParseOptions::default()) else { return MainList::default() };
            let tree = PageTree::new(&document);
            let options = Options { model: Some(models[page.fold].clone()), ..Options::default() };
            let (ranked, _) = find_candidates(&document, &tree, &options, u64::MAX);
            MainList::new(&document, &tree, &ranked)
        })
        .collect();
    let kept: Vec<Kept> = pages
        .iter()
        .zip(&lists)
        .map(|(page, list)| {
            let runs = list.runs.iter().map(|r| (r.0.0, r.1.0, r.2)).collect();
            (page.key.clone(), list.confidence, list.count, runs)
        })
        .collect();
    std::fs::create_dir_all(folder()).map_err(wrong(&path))?;
    let json = serde_json::to_vec(&kept).map_err(|e| e.to_string())?;
    std::fs::write(&path, json).map_err(wrong(&path))?;
    Ok(lists)
}
