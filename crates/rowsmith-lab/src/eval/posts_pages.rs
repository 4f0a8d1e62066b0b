//! Pages with annotated posts, from all sets that have any, and pages without.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rowsmith::Limits;
use rowsmith::dom::{AttrName, Document, NodeId, ParseOptions, line, parse};
use rowsmith::posts::{MibatOptions, Pivots, measure_posts};
use rowsmith::records::{Candidate, Measured, PageFacts};
use rowsmith::tree::{PageTree, Similarities};
use serde::Deserialize;

use super::data::{GoldPage, article_pages, eval_root, parse_json, read, record_pages};
use super::truth::{Quality, Truth};

/// What is known of a page.
pub enum PostsGold {
    /// A page of the `records` set: its main list, if it is a forum's.
    Nodes(Box<GoldPage>),
    /// The texts of the posts.
    Texts(Vec<String>),
    /// No posts, as far as is known.
    None,
}

/// A page to learn from.
pub struct PostsPage {
    pub key: String,
    pub file: PathBuf,
    pub html: Vec<u8>,
    pub host: String,
    pub fold: usize,
    pub gold: PostsGold,
    /// What the page counts for the confidence.
    pub weight: f64,
    /// The set it is from, as a folder.
    pub set: &'static str,
}

impl PostsPage {
    /// The annotation as bytes, for a [fingerprint](super::fingerprint::Fingerprint).
    pub fn annotation(&self) -> Vec<&[u8]> {
        match &self.gold {
            PostsGold::Nodes(page) => vec![&page.gold_hash],
            PostsGold::Texts(texts) => texts.iter().map(String::as_bytes).collect(),
            PostsGold::None => Vec::new(),
        }
    }
}

/// A page, measured.
pub struct PostsData<'a> {
    pub page: &'a PostsPage,
    pub measured: Measured,
    pub qualities: Vec<Quality>,
    pub has_posts: bool,
}

#[derive(Deserialize)]
struct Fold {
    host: String,
    fold: usize,
}

/// All pages.
pub fn posts_pages() -> Result<Vec<PostsPage>, String> {
    let root = eval_root()?;
    let folds: HashMap<String, Fold> = parse_json(&root.join("folds.json"))?;
    let mut pages = Vec::new();
    let left_out = |key: &str| UNMARKED_COMMENTS.contains(&key);
    for page in record_pages()?.into_iter().filter(|p| !p.gold.debatable && !left_out(&p.key)) {
        let (key, file, html, fold) = (page.key.clone(), page.file.clone(), page.html.clone(), page.fold);
        let host = page.host.clone();
        let marked = if page.gold.kind == "forum" { Vec::new() } else { marked_comments(&html) };
        let gold = match marked.len() {
            0 | 1 => (PostsGold::Nodes(Box::new(page)), "records"),
            _ => (PostsGold::Texts(marked), "comments"),
        };
        let (gold, set) = gold;
        pages.push(PostsPage { key, file, html, host, fold, gold, weight: 1.0, set });
    }
    pages.extend(threads(&root, &folds)?);
    pages.extend(sites(&root, &folds)?);
    // of the articles, those with comments, and one in four others: these teach only that an article has no posts
    let articles: Vec<GoldPage> = article_pages()?.into_iter().filter(|p| !left_out(&p.key)).collect();
    let marked: Vec<Vec<String>> = articles.par_iter().map(|p| marked_comments(&p.html)).collect();
    for (at, (page, marked)) in articles.into_iter().zip(marked).enumerate() {
        let (key, file, host, fold) = (page.key, page.file, page.host, page.fold);
        let (gold, set, weight) = match marked.len() {
            0 if at % 4 == 0 => (PostsGold::None, "text", 0.3),
            0 | 1 => continue,
            _ => (PostsGold::Texts(marked), "comments", 1.0),
        };
        pages.push(PostsPage { key, file, html: page.html, host, fold, gold, weight, set });
    }
    Ok(pages)
}

/// Pages with comments that nothing in the markup tells; seen when the model took them for posts.
const UNMARKED_COMMENTS: [&str; 4] = ["wcxb-dev-0396", "wcxb-dev-0452", "wcxb-dev-2908", "de-Taz_2024_10_23"];

/// The comments that publishing tools mark (`id="comment-12"`, the class `comment-body`), each without those in it:
/// an annotation made by a rule, of pages that no set annotates. Not all comments are marked, but what is, is one.
fn marked_comments(html: &[u8]) -> Vec<String> {
    let Ok(document) = parse(html, &ParseOptions::default()) else { return Vec::new() };
    let is_marked = |id: NodeId| {
        let by_id = document.attr(id, AttrName::ID).is_some_and(|v| {
            let number = ["comment-", "li-comment-", "div-comment-"].iter().find_map(|p| v.strip_prefix(p));
            number.is_some_and(|n| n.len() >= 2 && n.bytes().all(|b| b.is_ascii_digit()))
        });
        by_id
            || document
                .attr(id, AttrName::CLASS)
                .is_some_and(|v| v.split_ascii_whitespace().any(|w| w == "comment-body" || w == "wpd-comment-text"))
    };
    let marked: Vec<NodeId> = document.nodes().filter(|&n| !document.is_text(n) && is_marked(n)).collect();
    // the innermost hold the text of one comment
    let mut texts = Vec::new();
    for (at, &node) in marked.iter().enumerate() {
        let inner: Vec<NodeId> = marked[at + 1..].iter().copied().take_while(|&n| document.contains(node, n)).collect();
        let text = rowsmith::dom::text_without(&document, node, &inner);
        if words(&text).len() >= 3 {
            texts.push(text);
        }
    }
    texts
}

#[derive(Deserialize)]
struct Thread {
    page: String,
    posts: Vec<Text>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

fn threads(root: &Path, folds: &HashMap<String, Fold>) -> Result<Vec<PostsPage>, String> {
    let mut files = listing(&root.join("threads/gold"))?;
    files.sort();
    let page = |path: PathBuf| {
        let Thread { page: key, posts } = parse_json(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().replace(".json.gz", ".html.gz");
        let file = root.join("threads/pages").join(name);
        let Fold { host, fold } = folds.get(&key).ok_or_else(|| format!("{key} has no fold"))?;
        let (host, fold) = (host.clone(), *fold);
        let gold = PostsGold::Texts(posts.into_iter().map(|p| p.text).collect());
        Ok(PostsPage { html: read(&file)?, key, file, host, fold, gold, weight: 1.0, set: "threads" })
    };
    files.into_iter().map(page).collect()
}

#[derive(Deserialize)]
struct Site {
    pages: HashMap<String, SitePage>,
}

#[derive(Deserialize)]
struct SitePage {
    #[serde(default)]
    comments: Vec<Text>,
}

/// The articles of the sites, with and without comments.
pub fn site_pages() -> Result<Vec<PostsPage>, String> {
    let root = eval_root()?;
    sites(&root, &parse_json(&root.join("folds.json"))?)
}

fn sites(root: &Path, folds: &HashMap<String, Fold>) -> Result<Vec<PostsPage>, String> {
    let mut sites = listing(&root.join("sites"))?;
    sites.sort();
    let mut pages = Vec::new();
    for site in sites {
        let name = site.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Site { pages: gold } = parse_json(&site.join("gold.json"))?;
        let mut gold: Vec<(String, SitePage)> = gold.into_iter().collect();
        gold.sort_by(|a, b| a.0.cmp(&b.0));
        for (page, SitePage { comments }) in gold {
            let file = site.join(&page);
            let number = page.rsplit('/').next().unwrap_or_default().trim_end_matches(".html");
            let key = format!("{name}/{number}");
            let fold = folds.get(&key).ok_or_else(|| format!("{key} has no fold"))?.fold;
            let gold = match comments.is_empty() {
                true => PostsGold::None,
                false => PostsGold::Texts(comments.into_iter().map(|c| c.text).collect()),
            };
            let (html, host) = (read(&file)?, name.clone());
            pages.push(PostsPage { html, key, file, host, fold, gold, weight: 0.3, set: "sites" });
        }
    }
    Ok(pages)
}

fn listing(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(entries.flatten().map(|e| e.path()).collect())
}

/// Measures all pages.
pub fn posts_dataset(pages: &[PostsPage]) -> Vec<PostsData<'_>> {
    pages.par_iter().filter_map(page_data).collect()
}

fn page_data(page: &PostsPage) -> Option<PostsData<'_>> {
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let facts = PageFacts::new(&document, &tree);
    let pivots = Pivots::new(&document, &tree);
    let max_work = Limits::default().max_work;
    let mut sims = Similarities::new(&tree.tree, &facts.classes, max_work);
    let measured = measure_posts(&facts, &pivots, &MibatOptions::default(), &mut sims, max_work);
    let truth = PostsTruth::new(page, &document);
    let qualities = measured.candidates.iter().map(|c| truth.quality(&document, &tree, c)).collect();
    Some(PostsData { page, measured, qualities, has_posts: truth.has_posts() })
}

/// The gold of a page in terms of a parsed document.
pub enum PostsTruth {
    /// Posts as nodes.
    Nodes(Truth),
    /// Words of the posts.
    Texts(Vec<Vec<String>>),
    /// No posts.
    None,
}

impl PostsTruth {
    /// Finds the gold of a page in its document.
    pub fn new(page: &PostsPage, document: &Document) -> PostsTruth {
        match &page.gold {
            PostsGold::Nodes(gold) if gold.gold.kind == "forum" => PostsTruth::Nodes(Truth::new(document, &gold.gold)),
            PostsGold::Texts(texts) => PostsTruth::Texts(texts.iter().map(|t| words(t)).collect()),
            _ => PostsTruth::None,
        }
    }

    /// Whether the page has posts.
    pub fn has_posts(&self) -> bool {
        match self {
            PostsTruth::Nodes(truth) => truth.has_list(),
            PostsTruth::Texts(_) => true,
            PostsTruth::None => false,
        }
    }

    /// How many of a list's records are posts.
    pub fn quality(&self, document: &Document, tree: &PageTree, candidate: &Candidate) -> Quality {
        match self {
            PostsTruth::Nodes(truth) => truth.quality(tree, candidate),
            PostsTruth::Texts(golds) => text_quality(document, tree, candidate, golds),
            PostsTruth::None => Quality::default(),
        }
    }

    /// The quality of finding nothing.
    pub fn nothing(&self) -> Quality {
        let gold = match self {
            PostsTruth::Nodes(truth) => truth.len(),
            PostsTruth::Texts(golds) => golds.len(),
            PostsTruth::None => 0,
        };
        Quality { gold, ..Quality::default() }
    }
}

pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// A record is right when it holds the words of a post behind those of the records before it, and of no long post
/// behind that. It may quote earlier ones.
fn text_quality(document: &Document, page: &PageTree, candidate: &Candidate, golds: &[Vec<String>]) -> Quality {
    let (mut next, mut hits) = (0, 0);
    for runs in candidate.records() {
        let mut bag: HashMap<String, i32> = HashMap::new();
        for &(first, end) in runs {
            for word in words(&line(document, page.spans[first].0, page.spans[end - 1].1)) {
                *bag.entry(word).or_default() += 1;
            }
        }
        let holds = |gold: &Vec<String>| {
            let mut left = bag.clone();
            let mut take = |w: &String| {
                left.get_mut(w).is_some_and(|n| {
                    *n -= 1;
                    *n >= 0
                })
            };
            gold.iter().filter(|w| take(w)).count() as f64 >= 0.8 * gold.len() as f64
        };
        let own = (next..golds.len().min(next + 4)).find(|&j| holds(&golds[j]));
        if let Some(own) = own {
            let more = (own + 1..golds.len()).any(|j| golds[j].len() >= 12 && holds(&golds[j]));
            hits += usize::from(!more);
            next = own + 1;
        }
    }
    Quality { hits, predicted: candidate.len(), gold: golds.len() }
}
