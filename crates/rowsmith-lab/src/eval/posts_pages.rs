//! Pages with annotated posts, from all sets that have any, and pages without.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rowsmith::Limits;
use rowsmith::dom::{AttrName, Document, NodeId, ParseOptions, line, parse};
use rowsmith::posts::{AuthorPlace, MibatOptions, Pivots, PlacedName, author_places, measure_posts};
use rowsmith::records::{Candidate, Measured, PageFacts};
use rowsmith::tree::{PageTree, Run, Similarities};
use serde::Deserialize;

use super::data::{Gold, GoldPage, article_pages, eval_root, parse_json, read, record_pages};
use super::folds::{Folds, SiteFold};
use super::sites::listed;
use super::truth::{Quality, Truth};

/// What is known about a page.
pub enum PostsGold {
    /// A page of the `records` set: its main list, if it is a forum page.
    Nodes(Box<GoldPage>),
    /// The texts of the posts.
    Texts(Vec<String>),
    /// No posts, as far as known.
    None,
}

/// A page for training.
pub struct PostsPage {
    pub key: String,
    pub file: PathBuf,
    pub html: Vec<u8>,
    pub host: String,
    pub fold: usize,
    pub gold: PostsGold,
    /// The author of each annotated post, `None` if it has none; empty if the set does not annotate authors.
    pub authors: Vec<Option<String>>,
    /// The weight of the page for the confidence.
    pub weight: f64,
    /// The set that it is from, as a folder.
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

/// A page with its measurements.
pub struct PostsData<'a> {
    pub page: &'a PostsPage,
    pub measured: Measured,
    pub qualities: Vec<Quality>,
    pub has_posts: bool,
    /// The places of names in the best list, with judgements; empty if the page is not used to train them.
    pub authors: Vec<JudgedPlace>,
}

/// A place of posts where names may be, and how many of the texts there are the authors of their posts.
pub struct JudgedPlace {
    pub place: AuthorPlace,
    /// The number of texts that are.
    pub right: usize,
    /// The number of texts in posts whose author is annotated.
    pub known: usize,
}

/// All pages.
pub fn posts_pages() -> Result<Vec<PostsPage>, String> {
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let mut pages = Vec::new();
    let left_out = |key: &str| UNMARKED_COMMENTS.contains(&key);
    for page in record_pages()?.into_iter().filter(|p| !p.gold.debatable && !left_out(&p.key)) {
        let (key, file, html, fold) = (page.key.clone(), page.file.clone(), page.html.clone(), page.fold);
        let host = page.host.clone();
        let marked = if page.gold.kind == "forum" { Vec::new() } else { marked_comments(&html) };
        let authors = authors_of_records(&page.gold);
        let gold = match marked.len() {
            0 | 1 => (PostsGold::Nodes(Box::new(page)), "records"),
            _ => (PostsGold::Texts(marked), "comments"),
        };
        let (gold, set) = gold;
        pages.push(PostsPage { key, file, html, host, fold, gold, authors, weight: 1.0, set });
    }
    pages.extend(threads(&root, &folds)?);
    pages.extend(sites(&root, &folds)?);
    // articles with comments, and one in four of the others: these only teach that an article has no posts
    let articles: Vec<GoldPage> = article_pages()?.into_iter().filter(|p| !left_out(&p.key)).collect();
    let marked: Vec<Vec<String>> = articles.par_iter().map(|p| marked_comments(&p.html)).collect();
    for (at, (page, marked)) in articles.into_iter().zip(marked).enumerate() {
        let (key, file, host, fold) = (page.key, page.file, page.host, page.fold);
        let (gold, set, weight) = match marked.len() {
            0 if at % 4 == 0 => (PostsGold::None, "text", 0.3),
            0 | 1 => continue,
            _ => (PostsGold::Texts(marked), "comments", 1.0),
        };
        pages.push(PostsPage { key, file, html: page.html, host, fold, gold, authors: Vec::new(), weight, set });
    }
    Ok(pages)
}

/// Pages with comments that nothing in the markup shows; noticed when the model took them for posts.
const UNMARKED_COMMENTS: [&str; 4] = ["wcxb-dev-0396", "wcxb-dev-0452", "wcxb-dev-2908", "de-Taz_2024_10_23"];

/// The comments that publishing tools mark (`id="comment-12"`, the class `comment-body`), each without nested ones: an
/// automatic annotation of pages that no set annotates. Not all comments are marked, but everything marked is a
/// comment.
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
    // one publishing tool marks the comment and the text in it
    let has_word = |id: NodeId, word: &str| {
        document.attr(id, AttrName::CLASS).is_some_and(|v| v.split_ascii_whitespace().any(|w| w == word))
    };
    let is_text = |id: &NodeId| has_word(*id, "wpd-comment-text");
    let marked = if marked.iter().any(is_text) { marked.into_iter().filter(is_text).collect() } else { marked };
    // the innermost ones contain the text of one comment
    let mut texts = Vec::new();
    for (at, &node) in marked.iter().enumerate() {
        let inner: Vec<NodeId> = marked[at + 1..].iter().copied().take_while(|&n| document.contains(node, n)).collect();
        let text = rowsmith::dom::text_without(&document, node, document.end(node), &inner);
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
    #[serde(default)]
    author: Option<String>,
}

fn threads(root: &Path, folds: &Folds) -> Result<Vec<PostsPage>, String> {
    let page = |path: PathBuf| {
        let Thread { page: key, posts } = parse_json(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().replace(".json.gz", ".html.gz");
        let file = root.join("threads/pages").join(name);
        let SiteFold { host, fold } = folds.of(&key)?;
        let authors = posts.iter().map(|p| p.author.clone()).collect();
        let gold = PostsGold::Texts(posts.into_iter().map(|p| p.text).collect());
        Ok(PostsPage { html: read(&file)?, key, file, host, fold, gold, authors, weight: 1.0, set: "threads" })
    };
    listed(&root.join("threads/gold"))?.into_iter().map(page).collect()
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
    sites(&root, &Folds::read(&root)?)
}

fn sites(root: &Path, folds: &Folds) -> Result<Vec<PostsPage>, String> {
    let mut pages = Vec::new();
    for site in listed(&root.join("sites"))? {
        let name = site.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Site { pages: gold } = parse_json(&site.join("gold.json"))?;
        let mut gold: Vec<(String, SitePage)> = gold.into_iter().collect();
        gold.sort_by(|a, b| a.0.cmp(&b.0));
        for (page, SitePage { comments }) in gold {
            let file = site.join(&page);
            let number = page.rsplit('/').next().unwrap_or_default().trim_end_matches(".html");
            let key = format!("{name}/{number}");
            let fold = folds.of(&key)?.fold;
            let authors = comments.iter().map(|c| c.author.clone()).collect();
            let gold = match comments.is_empty() {
                true => PostsGold::None,
                false => PostsGold::Texts(comments.into_iter().map(|c| c.text).collect()),
            };
            let (html, host) = (read(&file)?, name.clone());
            pages.push(PostsPage { html, key, file, host, fold, gold, authors, weight: 0.3, set: "sites" });
        }
    }
    Ok(pages)
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
    let qualities: Vec<Quality> = measured.candidates.iter().map(|c| truth.quality(&document, &tree, c)).collect();
    let best = (0..qualities.len()).max_by(|&a, &b| qualities[a].f1().total_cmp(&qualities[b].f1()).then(b.cmp(&a)));
    let teaches = |&at: &usize| !page.authors.is_empty() && qualities[at].f1() >= 0.5;
    let authors = best.filter(teaches).map_or_else(Vec::new, |at| {
        let judged = |list: &Candidate| {
            judged_places(page, &truth.posts_of(&document, &tree, list), author_places(&facts.nodes, &pivots, list))
        };
        with_halves(&measured.candidates[at]).iter().flat_map(judged).collect()
    });
    Some(PostsData { page, measured, qualities, has_posts: truth.has_posts(), authors })
}

/// The fewest posts that are taught from in halves, too.
const LEAST_TO_HALVE: usize = 8;

/// A list, and both of its halves if it is long: the places of a page are no different with fewer posts, but what is measured
/// of them is.
fn with_halves(list: &Candidate) -> Vec<Candidate> {
    let mut lists = vec![list.clone()];
    if list.len() >= LEAST_TO_HALVE {
        let half = list.len() / 2 * list.runs_per_record;
        let part = |runs: &[Run]| Candidate { runs: runs.to_vec(), ..list.clone() };
        lists.extend([part(&list.runs[..half]), part(&list.runs[half..])]);
    }
    lists
}

/// Compares the texts of places with the annotated authors; `posts` has the annotated post of each record.
fn judged_places(page: &PostsPage, posts: &[Option<usize>], places: Vec<AuthorPlace>) -> Vec<JudgedPlace> {
    let folded = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let author = |record: usize| page.authors.get((*posts.get(record)?)?).map(|author| author.as_deref().map(folded));
    let judged = |place: AuthorPlace| {
        let known = place.names.iter().filter(|n| author(n.post).is_some()).count();
        let is_right = |n: &&PlacedName| author(n.post).is_some_and(|author| author == Some(folded(&n.name)));
        JudgedPlace { right: place.names.iter().filter(is_right).count(), known, place }
    };
    places.into_iter().map(judged).collect()
}

/// The authors of the records of the main lists, in the order of [`Truth`]'s records.
fn authors_of_records(gold: &Gold) -> Vec<Option<String>> {
    let records = gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records);
    let authors: Vec<Option<String>> =
        records.map(|r| r.fields.get("author").and_then(|a| a.as_str()).map(str::to_owned)).collect();
    if authors.iter().any(Option::is_some) { authors } else { Vec::new() }
}

/// The annotation of a page in terms of a parsed document.
pub enum PostsTruth {
    /// Posts as nodes.
    Nodes(Truth),
    /// Words of the posts.
    Texts(Vec<Vec<String>>),
    /// No posts.
    None,
}

impl PostsTruth {
    /// Finds the annotation of a page in its document.
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

    /// The annotated post for each record of a list.
    pub fn posts_of(&self, document: &Document, tree: &PageTree, candidate: &Candidate) -> Vec<Option<usize>> {
        match self {
            PostsTruth::Nodes(truth) => candidate.records().map(|runs| truth.record_of(tree, runs)).collect(),
            PostsTruth::Texts(golds) => post_of_records(document, tree, candidate, golds).map(|p| p.post).collect(),
            PostsTruth::None => vec![None; candidate.len()],
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

fn text_quality(document: &Document, page: &PageTree, candidate: &Candidate, golds: &[Vec<String>]) -> Quality {
    let hits = post_of_records(document, page, candidate, golds).filter(|p| p.post.is_some() && p.alone).count();
    Quality { hits, predicted: candidate.len(), gold: golds.len() }
}

/// The post that a record contains.
struct HeldPost {
    post: Option<usize>,
    /// Whether it contains no long post after that.
    alone: bool,
}

/// A record is right if it contains the words of a post after those of the previous records, and of no long post after
/// that. It may quote earlier ones.
fn post_of_records<'a>(
    document: &'a Document,
    page: &'a PageTree,
    candidate: &'a Candidate,
    golds: &'a [Vec<String>],
) -> impl Iterator<Item = HeldPost> + 'a {
    let mut next = 0;
    candidate.records().map(move |runs| {
        let mut bag: HashMap<String, i32> = HashMap::new();
        for &Run { first, end } in runs {
            for word in words(&line(document, page.spans[first].from, page.spans[end - 1].to)) {
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
        let post = (next..golds.len().min(next + 4)).find(|&j| holds(&golds[j]));
        let alone = post.is_none_or(|own| !(own + 1..golds.len()).any(|j| golds[j].len() >= 12 && holds(&golds[j])));
        if let Some(own) = post {
            next = own + 1;
        }
        HeldPost { post, alone }
    })
}
