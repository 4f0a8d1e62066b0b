//! Main lists and posts of the pages by models that did not see the page's site, kept in a file under `target` since they
//! take long to make, once for a build of the laboratory.

use std::path::PathBuf;

use rayon::prelude::*;
use rowsmith::article::blocks::main_list::MainList;
use rowsmith::article::blocks::main_posts::{MainPosts, PostPart};
use rowsmith::dom::{NodeId, ParseOptions, parse};
use rowsmith::posts;
use rowsmith::posts::{Pivots, likeliest_posts};
use rowsmith::records;
use rowsmith::records::{PageFacts, ranked_lists};
use rowsmith::tree::{PageTree, Similarities};

use super::pages::TextPage;
use crate::posts::posts_models;
use crate::posts_data::posts_pages;
use crate::record_models::{is_fresh, record_models};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/article")
}

fn wrong(path: &std::path::Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |e| format!("{}: {e}", path.display())
}

/// What the blocks of a page are judged by beside themselves.
#[derive(Clone, Default)]
pub struct Structures {
    pub list: MainList,
    pub posts: MainPosts,
}

type KeptList = (f32, u32, Vec<(u32, u32, u32)>);
type Kept = (String, KeptList, KeptList, Vec<(u32, u32, u8)>);

const PARTS: [PostPart; 5] = [PostPart::Body, PostPart::Cut, PostPart::Author, PostPart::Date, PostPart::Title];

fn kept_list(list: &MainList) -> KeptList {
    (list.confidence, list.count, list.runs.iter().map(|r| (r.0.0, r.1.0, r.2)).collect())
}

fn list_of((confidence, count, runs): KeptList) -> MainList {
    let runs = runs.into_iter().map(|(a, b, n)| (NodeId(a), NodeId(b), n)).collect();
    MainList { confidence, runs, count }
}

/// The main list and the posts of each page.
pub fn structures(pages: &[TextPage]) -> Result<Vec<Structures>, String> {
    let path = folder().join("structures.json");
    let bytes = std::fs::read(&path).ok().filter(|_| is_fresh(&path));
    let kept: Vec<Kept> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    if kept.iter().map(|k| &k.0).eq(pages.iter().map(|p| &p.key)) {
        let part = |(a, b, part): (u32, u32, u8)| (NodeId(a), NodeId(b), PARTS[part as usize]);
        let structures = |(_, list, posts, parts): Kept| Structures {
            list: list_of(list),
            posts: MainPosts { list: list_of(posts), parts: parts.into_iter().map(part).collect() },
        };
        return Ok(kept.into_iter().map(structures).collect());
    }
    let records_models = record_models()?;
    let posts_models = posts_models(&posts_pages()?)?;
    let structures: Vec<Structures> = pages
        .par_iter()
        .map(|page| {
            let Ok(document) = parse(&page.html, &ParseOptions::default()) else { return Structures::default() };
            let tree = PageTree::new(&document);
            let facts = PageFacts::new(&document, &tree);
            let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
            let options =
                records::Options { model: Some(records_models[page.fold].clone()), ..records::Options::default() };
            let ranked = ranked_lists(&facts, &options, &mut sims);
            let pivots = Pivots::new(&document, &tree);
            let options = posts::Options { model: Some(posts_models[page.fold].clone()), ..posts::Options::default() };
            let chosen = likeliest_posts(&facts, &pivots, &options, &mut sims, u64::MAX);
            Structures {
                list: MainList::new(&document, &tree, &ranked),
                posts: MainPosts::new(&facts, &pivots, chosen.as_ref()),
            }
        })
        .collect();
    let kept: Vec<Kept> = pages
        .iter()
        .zip(&structures)
        .map(|(page, of)| {
            let parts = of.posts.parts.iter().map(|p| (p.0.0, p.1.0, p.2 as u8)).collect();
            (page.key.clone(), kept_list(&of.list), kept_list(&of.posts.list), parts)
        })
        .collect();
    std::fs::create_dir_all(folder()).map_err(wrong(&path))?;
    let json = serde_json::to_vec(&kept).map_err(|e| e.to_string())?;
    std::fs::write(&path, json).map_err(wrong(&path))?;
    Ok(structures)
}
