//! Features that tell whether a page is a list, a thread, an article, an item or nothing: how confident the extractors are, what
//! they found looks like, and how much of the page it covers.

use crate::article::blocks::facts::{LONG, Sum, is_long};
use crate::article::blocks::main_list::MainList;
use crate::dom::{AttrName, Document};
use crate::extract::findings::Findings;
use crate::records::{Candidate, PageFacts, Sums};
use crate::tree::{Run, TreeId};
use crate::warnings::{WALL_WORDS, is_bare};

/// The names and meanings of the features in [`kind_evidence`], in order.
pub const KIND_FEATURES: &[(&str, &str)] = &[
    ("list_confidence", "Logit of the probability that the page has a main list."),
    ("list_count", "Logarithm of the number of records in the list."),
    ("list_words", "The list's share of the page's words."),
    ("list_body", "The list's share of the page's characters outside boilerplate."),
    ("list_record_words", "Logarithm of the words per record of the list."),
    ("list_prose", "Logarithm of the words outside links per record of the list."),
    ("list_linked", "Share of the list's characters in links."),
    ("list_links", "Logarithm of the links per record of the list."),
    ("list_images", "Logarithm of the images per record of the list."),
    ("list_long", "Share of the list's records with a long text."),
    ("list_dated", "Share of the list's records with a date."),
    ("list_priced", "Share of the list's records with a price."),
    ("list_headed", "Share of the list's records with a heading."),
    ("list_spread", "Spread of the words per record of the list."),
    ("list_first", "Logarithm of the words in the list's first record, over the mean."),
    ("list_before", "Share of the page's texts and images before the list."),
    ("list_headed_link", "Share of the list's records whose heading is a link, or in one."),
    ("list_own_page", "Share of the list's records whose heading links to another page of the site."),
    ("posts_confidence", "Logit of the probability that the page has posts."),
    ("posts_count", "Logarithm of the number of posts."),
    ("posts_words", "The posts' share of the page's words."),
    ("posts_body", "The posts' share of the page's characters outside boilerplate."),
    ("posts_record_words", "Logarithm of the words per post."),
    ("posts_prose", "Logarithm of the words outside links per post."),
    ("posts_linked", "Share of the posts' characters in links."),
    ("posts_links", "Logarithm of the links per post."),
    ("posts_images", "Logarithm of the images per post."),
    ("posts_long", "Share of the posts with a long text."),
    ("posts_dated", "Share of the posts with a date."),
    ("posts_priced", "Share of the posts with a price."),
    ("posts_headed", "Share of the posts with a heading."),
    ("posts_spread", "Spread of the words per post."),
    ("posts_first", "Logarithm of the first post's words, over the mean."),
    ("posts_before", "Share of the page's texts and images before the posts."),
    ("posts_headed_link", "Share of the posts whose heading is a link, or in one."),
    ("posts_own_page", "Share of the posts whose heading links to another page of the site."),
    ("same", "Share of the characters in the list or the posts that are in both."),
    ("text_confidence", "The expected F1 of the page's text."),
    ("text_words", "Logarithm of the words in the text."),
    ("text_share", "The text's share of the page's words."),
    ("text_expected", "Logarithm of the words that are expected to be text."),
    ("text_sure", "Share of the page's words in blocks that are almost certainly text."),
    ("text_linked", "Share of the text's words in links."),
    ("text_long", "Share of the text's words in long blocks."),
    ("text_blocks", "Logarithm of the number of blocks in the text."),
    ("text_longest", "Share of the text's words in its longest block."),
    ("text_in_list", "Share of the text's words in records of the list."),
    ("text_in_record", "Share of the text's words in the record with most of them."),
    ("text_in_posts", "Share of the text's words in posts."),
    ("text_in_post", "Share of the text's words in the post with most of them."),
    ("text_alone", "Logarithm of the text's words outside both list and posts."),
    ("text_before_list", "Logarithm of the text's words before the list."),
    ("text_before_posts", "Logarithm of the text's words before the posts."),
    ("list_of_all", "The list's words, over these plus the text's words outside the list."),
    ("posts_of_all", "The posts' words, over these plus the text's words outside the posts."),
    ("text_dense", "Share of the words between the first and last block of the text that belong to it."),
    ("page_words", "Logarithm of the page's words."),
    ("page_links", "Logarithm of the page's links."),
    ("page_linked", "Share of the page's characters in links."),
    ("page_long", "Logarithm of the page's words in long texts."),
    ("page_long_share", "Share of the page's words in long texts."),
    ("page_elsewhere", "Logarithm of the page's words in long texts outside list and posts."),
    ("page_images", "Logarithm of the page's images."),
    ("page_controls", "Logarithm of the page's form controls."),
    ("page_headings", "Logarithm of the page's headings."),
    ("page_h1", "Whether the page has a first-level heading."),
    ("page_prices", "Logarithm of the page's prices."),
    ("page_dates", "Logarithm of the page's dates."),
    ("page_pivots", "Logarithm of the number of dates on the page that may be those of posts."),
    ("page_furniture", "Share of the page's characters in navigation, headers, footers and asides."),
    ("page_scripts", "Logarithm of the bytes of all texts, including scripts and styles, over the characters shown."),
    ("page_bare", "Whether the page is a shell, or a wall in place of content."),
    ("says_article", "The page declares itself an article."),
    ("says_list", "The page declares itself a list."),
    ("says_discussion", "The page declares itself a discussion."),
    ("says_product", "The page declares itself a product."),
    ("says_site", "The page declares itself a site."),
    ("says_service", "The page declares itself a service."),
    ("says_news", "The page declares itself news."),
    ("address_depth", "The number of segments in the page's address."),
    ("address_words", "The number of words in the last of these segments."),
    ("item_confidence", "Logit of the probability that the page is about one object."),
    ("item_declared", "How certain it is that a declared object is the page's own."),
    ("item_price", "How likely the best price is that of the object."),
    ("item_lines", "Logarithm of the number of ingredients and steps."),
];

/// The number of features of a list.
const LIST_FIGURES: usize = 17;

/// The features of one page. Takes time linear in the size of the lists and in the number of blocks on the page.
pub fn kind_evidence(found: &Findings<'_>) -> Vec<f32> {
    let facts = found.facts;
    let list = found.lists.first();
    let posts = found.posts;
    let mut row = vec![logit(list.map_or(0.0, |l| l.confidence.unwrap_or(0.5)))];
    row.extend(list_figures(facts, list.map(|l| &l.candidate)));
    row.push(logit(posts.map_or(0.0, |p| p.confidence.unwrap_or(0.5))));
    row.extend(list_figures(facts, posts.map(|p| &p.candidate)));
    row.push(match (list, posts) {
        (Some(list), Some(posts)) => common_share(facts, &list.candidate, &posts.candidate),
        _ => 0.0,
    });
    row.extend(text_figures(found));
    row.extend(page_figures(found));
    row.extend(item_figures(found));
    row.into_iter().map(|x| x as f32).collect()
}

fn log(x: f64) -> f64 {
    (1.0 + x.max(0.0)).ln()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

fn logit(p: f64) -> f64 {
    let p = p.clamp(0.0005, 0.9995);
    (p / (1.0 - p)).ln()
}

fn list_figures(facts: &PageFacts<'_>, list: Option<&Candidate>) -> [f64; LIST_FIGURES] {
    let Some(list) = list else { return [0.0; LIST_FIGURES] };
    let n = list.len() as f64;
    let sum = |of: &Sums| list.runs.iter().map(|&r| f64::from(of.of(r))).sum::<f64>();
    let with = |of: &Sums| share_with(list, of);
    let (chars, linked, words) = (sum(&facts.chars), sum(&facts.link_chars), sum(&facts.words));
    let of_record = |runs: &[Run]| runs.iter().map(|&r| f64::from(facts.words.of(r))).sum::<f64>();
    let mean = words / n;
    let variance = list.records().map(|runs| (of_record(runs) - mean).powi(2)).sum::<f64>() / n;
    let first = list.records().next().map_or(0.0, of_record);
    let start = list.runs.first().map_or(0, |&run| facts.terminal_range(run).start);
    let headings = LinkedHeadings::of(facts, list);
    [
        n.ln(),
        share(words, f64::from(facts.words.total())),
        share(sum(&facts.body_chars), f64::from(facts.body_chars.total())),
        log(mean),
        log(mean * (1.0 - share(linked, chars))),
        share(linked, chars),
        log(sum(&facts.links) / n),
        log(sum(&facts.images) / n),
        with(&facts.long_texts),
        with(&facts.dates),
        with(&facts.prices),
        with(&facts.headings),
        (variance.sqrt() / mean.max(1.0)).min(4.0),
        ((first + 1.0) / (mean + 1.0)).ln(),
        share(start as f64, facts.terminals.len() as f64),
        share(headings.linked, n),
        share(headings.to_pages, n),
    ]
}

/// How many records have a heading that is a link.
#[derive(Default)]
struct LinkedHeadings {
    linked: f64,
    /// Of these, the links that lead to another page of the same site. Records of a list do; headings of posts lead
    /// to the post itself, a place on the page.
    to_pages: f64,
}

/// How many elements a link and its heading may have between them.
const HEADING_LEVELS: usize = 4;

impl LinkedHeadings {
    fn of(facts: &PageFacts<'_>, list: &Candidate) -> LinkedHeadings {
        let mut headings = LinkedHeadings::default();
        for record in list.records() {
            let linked = record.iter().flat_map(|&run| facts.links_of(run)).find(|&link| is_headed(facts, link));
            if let Some(link) = linked {
                headings.linked += 1.0;
                headings.to_pages += is(leads_to_page(facts, link));
            }
        }
        headings
    }
}

/// Whether a link is in a heading, or holds one.
fn is_headed(facts: &PageFacts<'_>, link: TreeId) -> bool {
    let tree = &facts.page.tree;
    let is_heading = |id: TreeId| facts.headings.of(Run::new(id, id + 1)) > 0;
    facts.headings.of(Run::subtree(tree, link)) > 0
        || std::iter::successors(tree.parent(link), |&id| tree.parent(id)).take(HEADING_LEVELS).any(is_heading)
}

/// Whether a link leads to a page of the same site, and not to a place on one.
fn leads_to_page(facts: &PageFacts<'_>, link: TreeId) -> bool {
    let itself = Run::new(link, link + 1);
    let target = facts.document.attr(facts.page.node(link), AttrName::HREF).unwrap_or_default();
    facts.foreign_links.of(itself) == 0 && facts.inner_links.of(itself) == 0 && !target.contains('#')
}

fn share_with(list: &Candidate, of: &Sums) -> f64 {
    list.records().filter(|runs| runs.iter().any(|&r| of.of(r) > 0)).count() as f64 / list.len() as f64
}

/// The number of characters that are in both lists, over those in either.
fn common_share(facts: &PageFacts<'_>, a: &Candidate, b: &Candidate) -> f64 {
    let sorted = |list: &Candidate| {
        let mut runs = list.runs.clone();
        runs.sort_unstable();
        runs
    };
    let (a, b) = (sorted(a), sorted(b));
    let sum = |runs: &[Run]| runs.iter().map(|&r| f64::from(facts.chars.of(r))).sum::<f64>();
    let (mut i, mut j, mut common) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        let (from, to) = (a[i].first.max(b[j].first), a[i].end.min(b[j].end));
        if from < to {
            common += f64::from(facts.chars.of(Run { first: from, end: to }));
        }
        if a[i].end < b[j].end {
            i += 1;
        } else {
            j += 1;
        }
    }
    share(common, sum(&a) + sum(&b) - common)
}

/// How the words of the text are distributed relative to a list.
#[derive(Default)]
struct Inside {
    /// In all records.
    all: f64,
    /// In the record that contains most of them.
    largest: f64,
    /// Before the first record.
    before: f64,
    /// The words of the list, over these plus the words of the text outside it.
    of_all: f64,
}

impl Inside {
    fn of(found: &Findings<'_>, list: Option<&Candidate>, outside: &mut [bool]) -> Inside {
        let Some(list) = list else { return Inside::default() };
        let article = found.article;
        let runs = MainList::of(found.facts.document, found.facts.page, list);
        let mut of_records = vec![0.0; runs.count as usize];
        let (mut before, mut beside) = (0.0, 0.0);
        for (&at, outside) in article.chosen.iter().zip(outside) {
            let (first, words) = (article.blocks.list[at].first, f64::from(article.facts.blocks[at].counts.words));
            match runs.run_of(first) {
                Some(run) => {
                    *outside = false;
                    of_records[runs.runs[run].record as usize] += words;
                }
                None => {
                    beside += words;
                    before += if runs.runs.first().is_some_and(|run| first < run.first) { words } else { 0.0 };
                }
            }
        }
        let own: f64 = list.runs.iter().map(|&r| f64::from(found.facts.words.of(r))).sum();
        let largest = of_records.iter().copied().fold(0.0, f64::max);
        Inside { all: of_records.iter().sum(), largest, before, of_all: share(own, own + beside) }
    }
}

fn text_figures(found: &Findings<'_>) -> [f64; 19] {
    let article = found.article;
    let words_of = |at: usize| f64::from(article.facts.blocks[at].counts.words);
    let all = f64::from(article.facts.sum(Sum::Words, &(0..article.blocks.len())));
    let blocks = || article.chosen.iter().map(|&at| &article.facts.blocks[at]);
    let words: f64 = article.chosen.iter().map(|&at| words_of(at)).sum();
    let linked: f64 = blocks().map(|b| f64::from(b.link_words)).sum();
    let long: f64 = blocks().filter(|b| is_long(&b.counts, LONG)).map(|b| f64::from(b.counts.words)).sum();
    let longest = article.chosen.iter().map(|&at| words_of(at)).fold(0.0, f64::max);
    let weighed = |weight: &dyn Fn(f64) -> f64| -> f64 {
        article.probabilities.iter().enumerate().map(|(at, &p)| weight(f64::from(p)) * words_of(at)).sum()
    };
    let mut outside = vec![true; article.chosen.len()];
    let in_list = Inside::of(found, found.lists.first().map(|l| &l.candidate), &mut outside);
    let in_posts = Inside::of(found, found.posts.map(|p| &p.candidate), &mut outside);
    let alone: f64 = article.chosen.iter().zip(&outside).filter(|(_, out)| **out).map(|(&at, _)| words_of(at)).sum();
    let between = match (article.chosen.first(), article.chosen.last()) {
        (Some(&first), Some(&last)) => f64::from(article.facts.sum(Sum::Words, &(first..last + 1))),
        _ => 0.0,
    };
    [
        article.confidence,
        log(words),
        share(words, all),
        log(weighed(&|p| p)),
        share(weighed(&|p| is(p >= 0.9)), all),
        share(linked, words),
        share(long, words),
        log(article.chosen.len() as f64),
        share(longest, words),
        share(in_list.all, words),
        share(in_list.largest, words),
        share(in_posts.all, words),
        share(in_posts.largest, words),
        log(alone),
        log(in_list.before),
        log(in_posts.before),
        in_list.of_all,
        in_posts.of_all,
        share(words, between),
    ]
}

fn page_figures(found: &Findings<'_>) -> Vec<f64> {
    let facts = found.facts;
    let total = |of: &Sums| f64::from(of.total());
    let (chars, words, long) = (total(&facts.chars), total(&facts.words), total(&facts.long_words));
    let within = |list: Option<&Candidate>| {
        list.map_or(0.0, |l| l.runs.iter().map(|&r| f64::from(facts.long_words.of(r))).sum::<f64>())
    };
    let listed = within(found.lists.first().map(|l| &l.candidate));
    let posted = within(found.posts.map(|p| &p.candidate));
    let evidence = &found.article.evidence;
    let mut row = vec![
        log(words),
        log(total(&facts.links)),
        share(total(&facts.link_chars), chars),
        log(long),
        share(long, words),
        log(long - listed.max(posted)),
        log(total(&facts.images)),
        log(total(&facts.controls)),
        log(total(&facts.headings)),
        is(facts.first_h1.is_some()),
        log(total(&facts.prices)),
        log(total(&facts.dates)),
        log(found.pivots.list.len() as f64),
        1.0 - share(total(&facts.body_chars), chars),
        log(share(facts.document.raw_text(Document::ROOT).len() as f64, chars.max(1.0))),
        is(words < 2.0 * WALL_WORDS as f64 && is_bare(facts.document, facts.page)),
    ];
    row.extend(evidence.declared.map(is));
    row.extend([f64::from(evidence.address.0), f64::from(evidence.address.1)]);
    row
}

fn item_figures(found: &Findings<'_>) -> [f64; 4] {
    let (declared_item, seen) = (&found.item.declared_item, &found.item.seen);
    let lines = |ingredients: &[String], steps: &[String]| (ingredients.len() + steps.len()) as f64;
    let declared = lines(&declared_item.facts.ingredients, &declared_item.facts.steps);
    [
        logit(found.verdict.confidence),
        declared_item.own,
        seen.prices.price.as_ref().map_or(0.0, |price| price.score),
        log(declared.max(lines(&seen.recipe.ingredients, &seen.recipe.steps))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Options;
    use crate::{Page, PageOptions};

    fn evidence(html: &str) -> Vec<f32> {
        Page::parse(html.as_bytes(), &PageOptions::new()).unwrap().kind_figures(&Options::default())
    }

    fn figure(html: &str, name: &str) -> f32 {
        evidence(html)[KIND_FEATURES.iter().position(|f| f.0 == name).unwrap()]
    }

    #[test]
    fn every_figure_has_its_name() {
        for html in ["<p>x", "<ul><li><a href=1>a</a> b<li><a href=2>c</a> d<li><a href=3>e</a> f</ul>"] {
            let row = evidence(html);
            assert_eq!(row.len(), KIND_FEATURES.len());
            assert!(row.iter().all(|x| x.is_finite()), "{row:?}");
        }
    }

    #[test]
    fn headings_that_link_to_pages_are_those_of_lists() {
        let list = |link: &str| {
            let record = |n: usize| {
                format!("<div><h3>{}</h3><p>Some words about it, {n}.</div>", link.replace('N', &n.to_string()))
            };
            (0..6).map(record).collect::<String>()
        };
        let figures = |link: &str| ["list_headed_link", "list_own_page"].map(|name| figure(&list(link), name));
        assert_eq!(figures("<a href=/N.html>Title N</a>"), [1.0, 1.0]);
        assert_eq!(figures("<a href='/thread.html#N'>Title N</a>"), [1.0, 0.0]);
        assert_eq!(figures("Title N <b>a</b>"), [0.0, 0.0]);
    }

    #[test]
    fn the_share_of_the_page_in_its_list() {
        let list = "<ul><li><a href=1>one two</a><li><a href=2>three four</a><li><a href=3>five six</a></ul>";
        assert_eq!(figure(list, "list_words"), 1.0);
        assert_eq!(figure(&format!("<p>a b c d e f</p>{list}"), "list_words"), 0.5);
        assert_eq!(figure(list, "list_linked"), 1.0);
    }
}
