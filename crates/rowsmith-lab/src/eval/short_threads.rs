//! Pages of posts made from others: with only their first few posts, and without dates.
//!
//! Annotated threads are long, since people collect examples that show much. A thread of two posts below a question is
//! just as common, and has different values in every feature that counts something. Removing posts from a page leaves
//! everything else unchanged.

use std::collections::HashSet;

use rayon::prelude::*;
use rowsmith::dom::{NodeId, ParseOptions, line, parse};
use rowsmith::posts::Pivots;
use rowsmith::records::Candidate;
use rowsmith::tree::{PageTree, Span};

use super::posts_pages::{PostsData, PostsGold, PostsPage, PostsTruth};
use crate::eval::half_pages::to_html;

/// How right the list that determines the removed posts must be.
const RIGHT: f64 = 0.9;

/// How a page is made from another.
struct Made {
    /// What its key says of it.
    name: &'static str,
    /// Its weight, compared with the page that it is made from.
    weight: f64,
}

/// With its first posts alone.
const SHORT: Made = Made { name: "short", weight: 0.5 };

/// Without dates. At a weight of .5 the confidence in pages as they are falls (page-mean F1 of threads .924 instead of .939 by
/// one parting), at 0 half of what has no dates is turned down (.419 instead of .689 of what is chosen right remains); at
/// this weight .939 and .655 remain.
const UNDATED: Made = Made { name: "undated", weight: 0.075 };

/// Those of the pages that can be shortened, with two to five posts each.
pub fn short_threads(data: &[PostsData<'_>]) -> Vec<PostsPage> {
    data.par_iter().filter(|page| page.has_posts).filter_map(short_thread).collect()
}

/// Those of the pages with posts whose dates can be taken away, without these: boards and guestbooks that show none exist, but
/// hardly among what is annotated.
pub fn undated_threads(data: &[PostsData<'_>]) -> Vec<PostsPage> {
    data.par_iter().filter(|page| page.has_posts).filter_map(undated_thread).collect()
}

/// The best list of a page, if it is right enough to make another page from.
fn right_list<'a>(data: &'a PostsData<'_>) -> Option<&'a Candidate> {
    let best = (0..data.qualities.len()).max_by(|&a, &b| data.qualities[a].f1().total_cmp(&data.qualities[b].f1()))?;
    (data.qualities[best].f1() >= RIGHT).then(|| &data.measured.candidates[best])
}

/// The page made from another with this annotation.
fn made_page(
    page: &PostsPage,
    made: &Made,
    html: String,
    texts: Vec<String>,
    authors: Vec<Option<String>>,
) -> PostsPage {
    PostsPage {
        key: format!("{}#{}", page.key, made.name),
        file: page.file.clone(),
        html: html.into_bytes(),
        host: page.host.clone(),
        fold: page.fold,
        gold: PostsGold::Texts(texts),
        authors,
        weight: page.weight * made.weight,
        set: page.set,
    }
}

/// The longest element with a date in an attribute that is taken away with its text, in bytes.
const LONGEST_DATE: usize = 60;

fn undated_thread(data: &PostsData<'_>) -> Option<PostsPage> {
    let page = data.page;
    let list = right_list(data)?;
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let truth = PostsTruth::new(page, &document);
    let posts = truth.posts_of(&document, &tree, list);
    let pivots = Pivots::new(&document, &tree);
    let is_short = |node: NodeId| document.raw_text(node).trim().len() <= LONGEST_DATE;
    let shown = pivots.list.iter().flat_map(|pivot| {
        let Span { from, to } = tree.spans[pivot.node];
        (from.0..to.0).map(NodeId)
    });
    let declared = pivots.list.iter().filter_map(|pivot| pivot.attribute).map(|date| date.node);
    let declared = declared.filter(|&node| is_short(node)).flat_map(|node| document.subtree(node));
    let removed: HashSet<NodeId> = shown.chain(declared).collect();
    let texts = list.records().zip(posts).filter_map(|(runs, post)| match &page.gold {
        PostsGold::Texts(texts) => texts.get(post?).cloned(),
        _ => Some(runs.iter().map(|r| line(&document, tree.spans[r.first].from, tree.spans[r.end - 1].to)).collect()),
    });
    // without authors, since only the confidence is taught
    Some(made_page(page, &UNDATED, to_html(&document, &removed, None, false), texts.collect(), Vec::new()))
}

fn short_thread(data: &PostsData<'_>) -> Option<PostsPage> {
    let page = data.page;
    let kept = 2 + page.key.bytes().map(usize::from).sum::<usize>() % 4;
    let list = right_list(data).filter(|list| list.len() >= kept + 2)?;
    let document = parse(&page.html, &ParseOptions::default()).ok()?;
    let tree = PageTree::new(&document);
    let posts = PostsTruth::new(page, &document).posts_of(&document, &tree, list);
    let removed: HashSet<NodeId> = list
        .records()
        .skip(kept)
        .flatten()
        .flat_map(|&run| run.roots(&tree.tree))
        .flat_map(|root| document.subtree(tree.node(root)))
        .collect();
    let (mut texts, mut authors) = (Vec::new(), Vec::new());
    for (runs, post) in list.records().zip(posts).take(kept) {
        let post = post?;
        texts.push(match &page.gold {
            PostsGold::Texts(texts) => texts.get(post)?.clone(),
            _ => runs.iter().map(|r| line(&document, tree.spans[r.first].from, tree.spans[r.end - 1].to)).collect(),
        });
        authors.extend(page.authors.get(post).cloned());
    }
    Some(made_page(page, &SHORT, to_html(&document, &removed, None, false), texts, authors))
}
