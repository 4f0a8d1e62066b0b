//! The main lists and posts of the pages according to models that did not see the page's site. They take long to
//! compute, so they are stored in a file, once per build of the laboratory.

use rayon::prelude::*;
use rowsmith::article::blocks::main_list::{MainList, RecordRange};
use rowsmith::article::blocks::main_posts::{MainPosts, PostPart, PostRange};
use rowsmith::dom::{NodeId, ParseOptions, parse};
use rowsmith::posts;
use rowsmith::posts::{Pivots, likeliest_posts};
use rowsmith::records;
use rowsmith::records::{PageFacts, ranked_lists};
use rowsmith::tree::{PageTree, Similarities};
use serde::{Deserialize, Serialize};

use crate::eval::text_pages::TextPage;
use crate::train::kept;
use crate::train::posts::fold_models;
use crate::train::records::record_models;

/// The evidence about the blocks of a page other than the blocks themselves.
#[derive(Clone, Default)]
pub struct Structures {
    pub list: MainList,
    pub posts: MainPosts,
}

/// A list as stored: begin and end of each run, and the index of its record.
#[derive(Serialize, Deserialize)]
struct KeptList {
    confidence: f32,
    count: u32,
    runs: Vec<[u32; 3]>,
}

/// A page as stored.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    list: KeptList,
    posts: KeptList,
    /// The begin and end of each part, and which part it is.
    parts: Vec<[u32; 3]>,
}

const PARTS: [PostPart; 5] = [PostPart::Body, PostPart::Cut, PostPart::Author, PostPart::Date, PostPart::Title];

fn kept_list(list: &MainList) -> KeptList {
    let runs = list.runs.iter().map(|run| [run.first.0, run.end.0, run.record]).collect();
    KeptList { confidence: list.confidence, count: list.count, runs }
}

fn list_of(kept: KeptList) -> MainList {
    let run = |[first, end, record]: [u32; 3]| RecordRange { first: NodeId(first), end: NodeId(end), record };
    let runs = kept.runs.into_iter().map(run).collect();
    MainList { confidence: kept.confidence, runs, count: kept.count }
}

/// The main list and the posts of each page.
pub fn structures(pages: &[TextPage]) -> Result<Vec<Structures>, String> {
    let path = kept::place("structures.json");
    let bytes = std::fs::read(&path).ok().filter(|_| kept::is_fresh(&path));
    let known: Vec<Kept> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    if known.iter().map(|k| &k.key).eq(pages.iter().map(|p| &p.key)) {
        let part = |[first, end, part]: [u32; 3]| PostRange {
            first: NodeId(first),
            end: NodeId(end),
            part: PARTS[part as usize],
        };
        let structures = |kept: Kept| Structures {
            list: list_of(kept.list),
            posts: MainPosts { list: list_of(kept.posts), parts: kept.parts.into_iter().map(part).collect() },
        };
        return Ok(known.into_iter().map(structures).collect());
    }
    let records_models = record_models()?;
    let posts_models = fold_models()?;
    let structures: Vec<Structures> = pages
        .par_iter()
        .map(|page| {
            let Ok(document) = parse(&page.html, &ParseOptions::default()) else { return Structures::default() };
            let tree = PageTree::new(&document);
            let facts = PageFacts::new(&document, &tree);
            let mut sims = Similarities::new(&tree.tree, &facts.classes, u64::MAX);
            let options = records::Options::new().with_model(records_models[page.fold].clone());
            let ranked = ranked_lists(&facts, &options, &mut sims);
            let pivots = Pivots::new(&document, &tree);
            let options = posts::Options::new().with_model(posts_models[page.fold].clone());
            let chosen = likeliest_posts(&facts, &pivots, &options, &mut sims, u64::MAX);
            Structures {
                list: MainList::new(&document, &tree, &ranked),
                posts: MainPosts::new(&facts, &pivots, chosen.as_ref(), &posts_models[page.fold]),
            }
        })
        .collect();
    let found: Vec<Kept> = pages
        .iter()
        .zip(&structures)
        .map(|(page, of)| {
            let parts = of.posts.parts.iter().map(|range| [range.first.0, range.end.0, range.part as u32]).collect();
            Kept { key: page.key.clone(), list: kept_list(&of.list), posts: kept_list(&of.posts.list), parts }
        })
        .collect();
    kept::write(&path, &serde_json::to_vec(&found).map_err(|e| e.to_string())?)?;
    Ok(structures)
}
