//! Features of candidates for the author.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::blocks::context::bit;
use crate::article::fold::fold;
use crate::article::metadata::author::candidates::{AuthorPage, Candidate, PLACES};
use crate::article::metadata::author::names::{is_by, is_name, is_uncased_name};
use crate::article::metadata::author::words::{is_of_helper, is_office};
use crate::article::metadata::sources::Source;
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::find_date;

/// Elements that may contain a candidate, each a feature.
const IN: [(&str, u64, &str); 12] = [
    ("in_article", bit::ARTICLE, "It lies in an article."),
    ("in_main", bit::MAIN, "It lies in the main part."),
    ("in_header", bit::HEADER, "It lies in a header."),
    ("in_footer", bit::FOOTER, "It lies in a footer."),
    ("in_aside", bit::ASIDE, "It lies in an aside."),
    ("in_comment", bit::COMMENT | bit::REVIEW, "It lies in a comment or review."),
    ("in_heading", bit::HEADING, "It lies in a heading."),
    ("in_link", bit::LINK, "It lies in a link."),
    ("in_list", bit::LIST, "It lies in a list."),
    ("in_paragraph", bit::PARAGRAPH, "It lies in a paragraph."),
    ("in_strong", bit::STRONG, "It is bold."),
    ("in_hidden", bit::HIDDEN | bit::ARIA_HIDDEN, "It is not shown."),
];

/// How many enclosing elements are checked for a class that says author.
const ABOVE: usize = 5;
/// How many blocks around are searched for a date.
const DATES: usize = 3;
/// Longer blocks, in bytes, are not searched.
const MOST_BYTES: usize = 1000;

/// The name and meaning of every feature, in the order of [`features`].
pub fn author_features() -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &'static str)> = Vec::new();
    all.extend(PLACES.map(|p| (format!("whole_{p}"), "The place has it as a whole.")));
    all.extend(PLACES.map(|p| (format!("part_{p}"), "The place has it as one of several names, or as a part.")));
    all.extend(PLACES.map(|p| (format!("page_{p}"), "The page has candidates from this place.")));
    all.extend(IN.map(|(name, _, meaning)| (name.to_owned(), meaning)));
    let own: [(&str, &str); 46] = [
        ("nobody", "It is the candidate that stands for no author."),
        ("rank", "Logarithm of the number of candidates before it in its place."),
        ("words", "The number of words."),
        ("characters", "Logarithm of its characters."),
        ("capitals", "Share of its words with a capital."),
        ("shouted", "It has no lower-case letter."),
        ("digits", "It has a digit."),
        ("comma", "It has a comma."),
        ("marks", "It has punctuation other than comma, full stop, hyphen and apostrophe."),
        ("is_site", "It is the name of the site."),
        ("like_site", "Words it shares with the name of the site, as a share of its own."),
        ("in_title", "Share of its words that the title has."),
        ("places", "The number of places that have it."),
        ("shown", "Logarithm of how often it is shown."),
        ("not_shown", "It is only in machine-readable data."),
        ("behind_title", "Logarithm of the blocks from the title to it, negative before it."),
        ("from_title", "Logarithm of the blocks between the title and it."),
        ("place", "Its position on the page, from 0 to 1."),
        ("after_by", "A word such as \"by\" precedes it."),
        ("block_after_by", "The previous block is a word such as \"by\"."),
        ("whole_block", "It is the whole text of its block."),
        ("block_words", "Logarithm of the number of words in its block."),
        ("author_link", "It is in a link to the page of an author, or with `rel=author`."),
        ("author_class", "The class of an element around it says author; nearer ones count more."),
        ("author_item", "An element around it is schema.org's author; nearer ones count more."),
        ("to_date", "The number of blocks to the nearest date, 4 if none is near."),
        ("alike", "Logarithm of the number of candidates in elements with the same tag and class."),
        ("image_before", "An image comes directly before it."),
        ("held", "Share of the candidates that contain it."),
        ("holds", "Share of the candidates that it contains."),
        ("named", "It stands in an element that is called a name, within one that is called an author."),
        ("cut", "It is the text before a comma."),
        ("cut_site", "Share of the words behind that comma that are of the name of the site."),
        ("cut_words", "The number of words behind that comma."),
        ("posted_first", "It wrote the first post; the confidence that the page has posts."),
        ("posted_later", "It wrote another post; the confidence that the page has posts."),
        ("person", "It is declared to be a person."),
        ("organisation", "It is declared to be an organisation."),
        ("office", "It says what somebody is, and not who."),
        ("helper", "What is before it says that it is of whoever made pictures, checked or translated."),
        ("texts_before", "Share of the text of all long blocks that comes before it."),
        ("page_person", "The page shows a name of several words, not the site's, that it marks as an author's."),
        ("page_posts", "The confidence that the page has posts."),
        ("page_candidates", "Logarithm of the number of candidates on the page."),
        ("page_dated", "The page states dates."),
        ("page_titled", "The page shows its title."),
    ];
    all.extend(own.map(|(name, meaning)| (name.to_owned(), meaning)));
    all
}

/// The features of all candidates of a page. O(c² · l) for c candidates of length l.
pub fn features(page: &AuthorPage<'_>, candidates: &[Candidate]) -> Vec<Vec<f32>> {
    let sites: Vec<String> = page.sources.sites.iter().map(|s| fold(s)).filter(|s| !s.is_empty()).collect();
    let title = page.title.map(fold).unwrap_or_default();
    let looks = |c: &Candidate| c.node.map(|node| page.context.signature[owner(page.document, node).index()]);
    let looks: Vec<Option<u32>> = candidates.iter().map(looks).collect();
    let has = |place: usize| candidates.iter().any(|c| c.whole[place] || c.part[place]);
    let places: Vec<f32> = (0..PLACES.len()).map(|place| yes(has(place))).collect();
    let mut marked: FxHashMap<NodeId, Marks> = FxHashMap::default();
    for found in &page.sources.authors {
        let Some(node) = found.node else { continue };
        let marks = marked.entry(node).or_default();
        marks.class |= found.source == Source::Class;
        marks.item |= found.source == Source::Microdata;
        marks.link |= found.source == Source::Marked;
    }
    let declared = |names: &[String]| names.iter().take(MOST_DECLARED).map(|name| fold(name)).collect();
    let mut texts = Texts {
        page,
        marked,
        seen: RefCell::default(),
        long_before: long_before(page),
        people: declared(&page.sources.people),
        organisations: declared(&page.sources.organisations),
        shows_person: false,
    };
    texts.shows_person = candidates.iter().any(|c| is_marked_person(&texts, c, &sites));
    candidates
        .iter()
        .zip(&looks)
        .map(|(c, appearance)| {
            let mut row: Vec<f32> = c.whole.iter().chain(&c.part).map(|&has| yes(has)).collect();
            row.extend(&places);
            let bits = c.node.map_or(0, |node| page.context.bits[node.index()]);
            row.extend(IN.iter().map(|&(_, of, _)| yes(bits & of != 0)));
            let alike = looks.iter().filter(|other| appearance.is_some() && *other == appearance).count();
            row.extend(own(&texts, candidates, c, alike, &sites, &title));
            row
        })
        .collect()
}

fn yes(so: bool) -> f32 {
    f32::from(u8::from(so))
}

fn log(n: usize) -> f32 {
    (1.0 + n as f32).ln()
}

/// The nearest element around a node.
fn owner(document: &Document, node: NodeId) -> NodeId {
    if document.is_text(node) { document.parent(node).unwrap_or(node) } else { node }
}

fn shared(key: &str, other: &str) -> f32 {
    let words = key.split(' ').count().max(1);
    key.split(' ').filter(|word| other.split(' ').any(|o| o == *word)).count() as f32 / words as f32
}

/// How an element is marked as that of an author.
#[derive(Clone, Copy, Default)]
struct Marks {
    class: bool,
    item: bool,
    link: bool,
}

/// The texts of blocks around candidates, with whether they contain a date, each read once; and the marked elements.
struct Texts<'a> {
    page: &'a AuthorPage<'a>,
    marked: FxHashMap<NodeId, Marks>,
    seen: RefCell<FxHashMap<usize, (Rc<str>, bool)>>,
    /// The bytes of the long blocks before each block, and of all of them at the end.
    long_before: Vec<usize>,
    /// Who is declared to be a person, folded.
    people: FxHashSet<String>,
    /// What is declared to be an organisation, folded.
    organisations: FxHashSet<String>,
    /// Whether a candidate is marked as a person's name.
    shows_person: bool,
}

/// Whether a candidate is a name of several words, or of a script without case, that is not the site's, and that the page shows in
/// an element of an author or behind a word such as "by".
fn is_marked_person(texts: &Texts<'_>, c: &Candidate, sites: &[String]) -> bool {
    let words = c.shown.split_whitespace().count();
    let is_full = (2..=4).contains(&words) && is_name(&c.shown) || is_uncased_name(&c.shown);
    let is_plain = !c.shown.contains(|d: char| d.is_ascii_digit()) && !is_office(&c.shown);
    let is_site = || sites.iter().any(|site| shared(&c.key, site) > 0.5);
    let Some(node) = c.node.filter(|_| is_full && is_plain && !is_site()) else { return false };
    let is_marked = || {
        let around = Around::new(texts, node);
        around.class > 0.0 || around.item > 0.0 || around.link > 0.0
    };
    c.after_by || is_marked()
}

/// So many declared names are looked at.
const MOST_DECLARED: usize = 1000;
/// The least bytes of a long block.
const LONG: usize = 120;

fn bytes_of(page: &AuthorPage<'_>, at: usize) -> usize {
    let block = page.blocks.list[at];
    page.document.raw_text_between(block.first, block.end).len()
}

fn long_before(page: &AuthorPage<'_>) -> Vec<usize> {
    let long = (0..page.blocks.len()).map(|at| bytes_of(page, at)).map(|bytes| if bytes >= LONG { bytes } else { 0 });
    let sums = long.scan(0, |sum, bytes| {
        *sum += bytes;
        Some(*sum)
    });
    std::iter::once(0).chain(sums).collect()
}

impl Texts<'_> {
    fn of(&self, at: usize) -> (Rc<str>, bool) {
        let mut seen = self.seen.borrow_mut();
        let read = || {
            let block = self.page.blocks.list[at];
            let bytes = self.page.document.raw_text_between(block.first, block.end).len();
            let text =
                if bytes < MOST_BYTES { line(self.page.document, block.first, block.end) } else { String::new() };
            let dated = find_date(&text).is_some();
            (Rc::from(text), dated)
        };
        seen.entry(at).or_insert_with(read).clone()
    }
}

fn own(texts: &Texts<'_>, all: &[Candidate], c: &Candidate, alike: usize, sites: &[String], title: &str) -> [f32; 46] {
    let page = texts.page;
    let others = all.len().saturating_sub(1).max(1) as f32;
    let posts = page.posts.list.confidence;
    let of_page = [
        yes(texts.shows_person),
        posts,
        log(all.len()),
        yes(!page.sources.dates.is_empty()),
        yes(page.title_block.is_some()),
    ];
    let mut row = [0.0; 46];
    row[41..].copy_from_slice(&of_page);
    if c.is_nobody {
        row[0] = 1.0;
        return row;
    }
    let key = c.key.as_str();
    let words = c.shown.split_whitespace().count().max(1);
    let capitals = c.shown.split_whitespace().filter(|w| w.starts_with(char::is_uppercase)).count();
    let mark = |m: char| !m.is_alphanumeric() && !m.is_whitespace() && !matches!(m, ',' | '.' | '-' | '\'' | '’');
    let (document, blocks) = (page.document, page.blocks);
    let block_text = c.block.map(|at| texts.of(at).0);
    let block_text = block_text.as_deref().unwrap_or_default();
    let held = |inner: &str, outer: &str| outer.len() > inner.len() && outer.contains(inner);
    let to_date = c.block.and_then(|at| {
        let near = at.saturating_sub(DATES)..(at + DATES + 1).min(blocks.len());
        near.filter(|&other| texts.of(other).1).map(|other| other.abs_diff(at)).min()
    });
    let signed = match (c.block, page.title_block) {
        (Some(at), Some(title)) if at < title => -log(title - at),
        (Some(at), Some(title)) => log(at - title),
        _ => 0.0,
    };
    let Around { class, item, link } = c.node.map_or(Around::default(), |node| Around::new(texts, node));
    row[..41].copy_from_slice(&[
        0.0,
        log(c.rank),
        words as f32,
        log(c.shown.chars().count()),
        capitals as f32 / words as f32,
        yes(!c.shown.contains(char::is_lowercase)),
        yes(c.shown.contains(|d: char| d.is_ascii_digit())),
        yes(c.shown.contains(',')),
        yes(c.shown.contains(mark)),
        yes(sites.iter().any(|s| s == key)),
        sites.iter().map(|site| shared(key, site)).fold(0.0, f32::max),
        shared(key, title),
        (0..PLACES.len()).filter(|&p| c.whole[p] || c.part[p]).count() as f32,
        log(c.shown_times),
        yes(c.node.is_none()),
        signed,
        if page.title_block.is_some() && c.block.is_some() { signed.abs() } else { 6.0 },
        c.block.map_or(-1.0, |at| at as f32 / blocks.len().max(1) as f32),
        yes(c.after_by),
        yes(c.block.and_then(|at| at.checked_sub(1)).is_some_and(|at| is_by(&texts.of(at).0))),
        yes(fold(block_text) == key),
        log(block_text.split_whitespace().count()),
        link,
        class,
        item,
        to_date.unwrap_or(DATES + 1) as f32,
        log(alike),
        yes(c.node.is_some_and(|node| image_before(document, node))),
        all.iter().filter(|other| held(key, &other.key)).count() as f32 / others,
        all.iter().filter(|other| !other.is_nobody && held(&other.key, key)).count() as f32 / others,
        yes(c.named.contains(&true)),
        yes(c.cut_off.is_some()),
        c.cut_off.as_deref().map_or(0.0, |rest| sites.iter().map(|site| shared(rest, site)).fold(0.0, f32::max)),
        c.cut_off.as_deref().map_or(0, |rest| rest.split(' ').count()) as f32,
        if c.posted[0] { posts } else { 0.0 },
        if c.posted[1] { posts } else { 0.0 },
        yes(texts.people.contains(key)),
        yes(texts.organisations.contains(key)),
        yes(is_office(&c.shown)),
        yes(is_of_helper(&before(texts, c))),
        c.block.map_or(-1.0, |at| {
            texts.long_before[at] as f32 / texts.long_before.last().copied().unwrap_or(0).max(1) as f32
        }),
    ]);
    row
}

/// How many characters before a candidate are looked at.
const BEFORE: usize = 40;

/// The text before a candidate in its block, or the block before if it is the first.
fn before(texts: &Texts<'_>, c: &Candidate) -> String {
    let Some(at) = c.block else { return String::new() };
    let own = texts.of(at).0;
    let text = match own.find(&c.shown) {
        Some(start) if start > 0 => own[..start].to_owned(),
        _ => at.checked_sub(1).map(|before| texts.of(before).0.to_string()).unwrap_or_default(),
    };
    let from = text.char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    text[from..].to_owned()
}

/// How strongly the elements around a node are marked as that of an author, from 0 to 1; nearer ones count more.
#[derive(Default)]
struct Around {
    /// By a class that says author.
    class: f32,
    /// By schema.org.
    item: f32,
    /// By a link to an author's page.
    link: f32,
}

impl Around {
    fn new(texts: &Texts<'_>, node: NodeId) -> Around {
        let document = texts.page.document;
        let marks = |id: NodeId| texts.marked.get(&id).copied().unwrap_or_default();
        let mut out = Around::default();
        for (steps, id) in document.ancestors(node).take(ABOVE + 1).enumerate() {
            let near = 1.0 - steps as f32 / (ABOVE + 1) as f32;
            out.class = out.class.max(if marks(id).class { near } else { 0.0 });
            out.item = out.item.max(if marks(id).item { near } else { 0.0 });
            out.link = out.link.max(yes(marks(id).link));
        }
        // a link inside it
        let within = document.subtree(node).take(12).any(|id| marks(id).link);
        Around { link: out.link.max(yes(within)), ..out }
    }
}

/// Whether one of the nodes just before is an image.
fn image_before(document: &Document, node: NodeId) -> bool {
    let before = (node.0.saturating_sub(8)..node.0).map(NodeId);
    before.into_iter().any(|id| document.tag(id) == Tag::IMG && document.attr(id, AttrName::SRC).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::article::blocks::main_posts::MainPosts;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::article::metadata::author::candidates::candidates;
    use crate::article::metadata::sources::Sources;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn what_speaks_for_a_candidate() {
        let html = "<meta name=author content='The Team'><meta property=og:site_name content='The Daily Team'>\
            <h1>Walk</h1><div class=author><img src=a.jpg><p>Ann Bloggs</p><p>Writer</p></div>\
            <p>Posted by <a href=/author/bo>Bo Li</a> on 5 January 2024</p><p>Some text that is no name at all.";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let sources = Sources::new(&document, &context, &blocks, &Metas::new(&document), &JsonLd::new(&document));
        let page = AuthorPage {
            document: &document,
            context: &context,
            blocks: &blocks,
            sources: &sources,
            posts: &MainPosts::default(),
            title: Some("Walk"),
            title_block: Some(0),
        };
        let all = candidates(&page);
        let rows = features(&page, &all);
        let names = author_features();
        let value = |key: &str, name: &str| {
            let at = names.iter().position(|n| n.0 == name).unwrap();
            rows[all.iter().position(|c| c.key == key).unwrap()][at]
        };
        for (key, name, expected) in [
            ("the team", "whole_meta", 1.0),
            ("the team", "like_site", 1.0),
            ("the team", "not_shown", 1.0),
            ("ann bloggs", "whole_text", 1.0),
            ("ann bloggs", "part_class", 1.0),
            ("ann bloggs", "whole_block", 1.0),
            ("ann bloggs", "image_before", 1.0),
            ("ann bloggs", "page_meta", 1.0),
            ("ann bloggs", "to_date", 2.0),
            ("bo li", "whole_marked", 1.0),
            ("bo li", "after_by", 1.0),
            ("bo li", "author_link", 1.0),
            ("bo li", "to_date", 0.0),
            ("", "nobody", 1.0),
        ] {
            assert!((value(key, name) - expected).abs() < 1e-5, "{name} of {key}: {}", value(key, name));
        }
        assert!(value("ann bloggs", "author_class") > 0.0 && value("bo li", "author_class") == 0.0);
    }

    #[test]
    fn every_feature_has_a_name_and_a_sentence() {
        let names = author_features();
        for (i, (name, meaning)) in names.iter().enumerate() {
            assert!(meaning.ends_with('.'));
            assert!(names[..i].iter().all(|n| n.0 != *name), "{name} twice");
        }
    }
}
