//! Candidates for the author: names in machine-readable data, in marked elements, in bylines and as texts of their own,
//! and the author of the first post.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::blocks::main_posts::{MainPosts, PostPart, PostRange};
use crate::article::fold::fold;
use crate::article::metadata::author::names;
use crate::article::metadata::author::names::{
    before_comma, could_be_name, is_name, is_uncased_name, name_in, until_date, without_by, without_lead,
};
use crate::article::metadata::sources::{Source, Sources};
use crate::dom::{AttrName, Document, NodeId, Tag, line};

/// The places that authors are taken from, in the order of [`Candidate::whole`].
pub const PLACES: [&str; 10] =
    ["json_ld", "catalogue", "meta", "open_graph", "microdata", "marked", "class", "byline", "text", "inline"];
const CLASS: usize = 6;
const BYLINE: usize = 7;
const TEXT: usize = 8;
const INLINE: usize = 9;

/// The most candidates of a page; those from machine-readable sources come first.
const MAX_CANDIDATES: usize = 96;
/// The most names from one place.
const MOST_OF_PLACE: usize = 12;
/// The most names from one place that are joined: a page with a million links to authors is not by one author.
const MOST_JOINED: usize = 50;
/// The most posts whose authors are looked at.
const MOST_POSTS: usize = 30;
/// How many blocks before and after the title any text may be a name in; elsewhere it must follow a word such as "by".
const REACH: (usize, usize) = (20, 60);
/// The longest block, in bytes, in which inline elements may be names.
const MOST_BYTES: usize = 240;
/// The longest block, in bytes, that may be a name itself.
const NAME_BYTES: usize = 120;

/// The data that candidates are taken from.
#[derive(Clone, Copy)]
pub struct AuthorPage<'a> {
    /// The page.
    pub document: &'a Document,
    /// What surrounds its nodes.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// What it declares about its author in machine-readable form.
    pub sources: &'a Sources,
    /// Its posts.
    pub posts: &'a MainPosts,
    /// The title.
    pub title: Option<&'a str>,
    /// The block of the title.
    pub title_block: Option<usize>,
}

/// A candidate with its places.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// The name as the page has it.
    pub shown: String,
    /// The name in lower case, without punctuation ([`fold`]).
    pub key: String,
    /// Whether this candidate stands for no author at all.
    pub is_nobody: bool,
    /// Which places have it as a whole.
    pub whole: [bool; PLACES.len()],
    /// Which places have it in an element that is called a name, within a longer text.
    pub named: [bool; PLACES.len()],
    /// Which places have it as one of several names, or as a part.
    pub part: [bool; PLACES.len()],
    /// The index of the first value in its place that has it, 0 for the first.
    pub rank: usize,
    /// Among the nodes that show it, the one whose block is nearest to the title.
    pub node: Option<NodeId>,
    /// The block of that node.
    pub block: Option<usize>,
    /// How often it is shown, as far as the search went.
    pub shown_times: usize,
    /// Whether a word such as "by" precedes it.
    pub after_by: bool,
    /// What followed it behind a comma, in lower case, if it is a part of a longer text.
    pub cut_off: Option<String>,
    /// Whether it wrote the first post, and whether it wrote a later one.
    pub posted: [bool; 2],
}

struct List<'a> {
    page: &'a AuthorPage<'a>,
    at: FxHashMap<String, usize>,
    all: Vec<Candidate>,
    /// Texts that hold an element that is called a name, folded: with what stands beside it they are no names.
    wholes: FxHashSet<String>,
}

impl List<'_> {
    /// The candidate for a text that is shown by a node.
    fn get(&mut self, text: &str, node: Option<NodeId>, rank: usize) -> Option<&mut Candidate> {
        let text = text.trim();
        if !could_be_name(text) {
            return None;
        }
        let key = fold(text);
        if self.all.len() >= MAX_CANDIDATES && !self.at.contains_key(&key) {
            return None;
        }
        let at = *self.at.entry(key.clone()).or_insert_with(|| {
            self.all.push(Candidate { shown: text.to_owned(), key, rank, ..Candidate::default() });
            self.all.len() - 1
        });
        let page = self.page;
        let candidate = &mut self.all[at];
        if let Some(node) = node {
            candidate.shown_times += 1;
            let block = block_of(page.blocks, node);
            let far = |block: Option<usize>| match (block, page.title_block) {
                (Some(block), Some(title)) => block.abs_diff(title),
                (Some(block), None) => block,
                (None, _) => usize::MAX,
            };
            if candidate.node.is_none() || far(block) < far(candidate.block) {
                (candidate.node, candidate.block) = (Some(node), block);
            }
        }
        Some(candidate)
    }
}

/// The block that contains a node, or else the first that begins in it.
fn block_of(blocks: &Blocks, node: NodeId) -> Option<usize> {
    let before = blocks.before.get(node.index()).copied()? as usize;
    match before.checked_sub(1) {
        Some(at) if blocks.list[at].end > node => Some(at),
        _ => (before < blocks.len()).then_some(before),
    }
}

/// All candidates, without duplicates; the last one stands for no author.
pub fn candidates(page: &AuthorPage<'_>) -> Vec<Candidate> {
    let mut list = List { page, at: FxHashMap::default(), all: Vec::new(), wholes: FxHashSet::default() };
    of_sources(&mut list);
    of_posts(&mut list);
    of_blocks(&mut list);
    let List { mut all, wholes, .. } = list;
    all.retain(|c| c.named.contains(&true) || !wholes.contains(&c.key));
    all.push(Candidate { is_nobody: true, ..Candidate::default() });
    all
}

fn place(source: Source) -> Option<usize> {
    Some(match source {
        Source::JsonLd => 0,
        Source::Catalogue => 1,
        Source::Meta => 2,
        Source::OpenGraph => 3,
        Source::Microdata => 4,
        Source::Marked => 5,
        Source::Class => CLASS,
        _ => return None,
    })
}

fn of_sources(list: &mut List<'_>) {
    let page = list.page;
    let mut names: [Vec<&str>; TEXT] = Default::default();
    for found in &page.sources.authors {
        let Some(place) = place(found.source) else { continue };
        let name = until_date(without_lead(&found.value)).trim();
        let led = name.len() < found.value.trim().len() && found.value.trim().ends_with(name);
        let rank = names[place].len();
        if rank < MOST_OF_PLACE
            && let Some(candidate) = list.get(name, found.node, rank)
        {
            candidate.whole[place] = true;
            candidate.after_by |= led;
        }
        if rank < MOST_JOINED && could_be_name(name) && !names[place].iter().any(|n| fold(n) == fold(name)) {
            names[place].push(name);
        }
        if let Some(named) = found.node.and_then(|node| name_within(page.document, node))
            && rank < MOST_OF_PLACE
            && let Some(candidate) = list.get(until_date(without_lead(&named)).trim(), found.node, rank)
        {
            candidate.named[place] = true;
            list.wholes.insert(fold(&found.value));
        }
        of_comma(list, name, found.node, rank, place);
        // an element that contains a name and a description of the person
        let range = found.node.map(|node| page.blocks.range(page.document, node)).unwrap_or_default();
        if range.len() > 1 && rank < MOST_OF_PLACE {
            let first = page.blocks.list[range.start];
            if page.document.raw_text_between(first.first, first.end).len() > 4 * MOST_BYTES {
                continue;
            }
            let text = line(page.document, first.first, first.end);
            if let Some(candidate) = list.get(until_date(without_lead(&text)), Some(first.first), rank) {
                candidate.part[place] = true;
            }
        }
    }
    for (place, names) in names.iter().enumerate().filter(|(_, names)| names.len() > 1) {
        if let Some(candidate) = list.get(&names.join(", "), None, 0) {
            candidate.whole[place] = true;
        }
        for name in names {
            if let Some(candidate) = list.get(name, None, 0) {
                candidate.whole[place] = false;
                candidate.part[place] = true;
            }
        }
    }
}

/// The name before the comma of a text, as a candidate beside the whole.
fn of_comma(list: &mut List<'_>, name: &str, node: Option<NodeId>, rank: usize, place: usize) {
    if rank < MOST_OF_PLACE.max(REACH.1)
        && let Some((first, rest)) = before_comma(name)
        && let Some(candidate) = list.get(first, node, rank)
    {
        candidate.part[place] = true;
        candidate.cut_off.get_or_insert_with(|| fold(rest));
    }
}

/// The text of the element within that is called a name, as in hCard, if it is not all of it: what stands beside it is a
/// badge, a trade, a date.
fn name_within(document: &Document, node: NodeId) -> Option<String> {
    if document.is_text(node) {
        return None;
    }
    let is_name = |id: &NodeId| {
        let class = document.attr(*id, AttrName::CLASS).unwrap_or_default();
        let item = document.attr(*id, AttrName::ITEMPROP).unwrap_or_default();
        class.split_ascii_whitespace().any(|word| NAMES.contains(&word.to_ascii_lowercase().as_str()))
            || item.split_ascii_whitespace().any(|word| word == "name")
    };
    let within = document.subtree(node).skip(1).take(MOST_WITHIN).filter(|id| !document.is_text(*id));
    let id = within.filter(|id| document.end(*id) <= document.end(node)).find(is_name)?;
    let (name, whole) = (line(document, id, document.end(id)), document.raw_text_between(node, document.end(node)));
    (!name.is_empty() && whole.len() <= 4 * MOST_BYTES && name.len() < whole.trim().len()).then_some(name)
}

/// Classes of elements that hold a name: of hCard, microformats2 and publishing systems.
const NAMES: [&str; 8] =
    ["name", "fn", "p-name", "author-name", "author_name", "authorname", "author__name", "byline-name"];
/// How many nodes within an element are searched for one.
const MOST_WITHIN: usize = 24;

fn of_posts(list: &mut List<'_>) {
    let posts = list.page.posts;
    let authors = posts.parts.iter().filter(|range| range.part == PostPart::Author);
    for (at, &PostRange { first, end, .. }) in authors.enumerate().take(MOST_POSTS) {
        let text = line(list.page.document, first, end);
        if let Some(candidate) = list.get(&text, Some(first), at) {
            candidate.posted[usize::from(at > 0)] = true;
        }
    }
}

fn of_blocks(list: &mut List<'_>) {
    let page = list.page;
    let (document, blocks) = (page.document, page.blocks);
    let title = page.title_block.unwrap_or(0);
    let mut before_is_by = false;
    let near = title.saturating_sub(REACH.0)..title + REACH.1 + 1;
    for (at, &block) in blocks.list.iter().enumerate() {
        let is_near = near.contains(&at);
        let bytes = document.raw_text_between(block.first, block.end).len();
        let most = if is_near { 4 * MOST_BYTES } else { MOST_BYTES };
        if Some(at) == page.title_block || bytes > most || page.context.has(block.first, bit::NAV) {
            before_is_by = false;
            continue;
        }
        let text = line(document, block.first, block.end);
        if text.len() > MOST_BYTES {
            before_is_by = false;
            continue;
        }
        // only texts that can be a byline are searched for dates
        if !is_near && !before_is_by && without_by(&text).len() == text.trim().len() {
            before_is_by = names::is_by(&text);
            continue;
        }
        let (name, led) = name_in(&text);
        if name.len() <= NAME_BYTES && (is_name(name) || (led || before_is_by) && is_uncased_name(name)) {
            let place = if led { BYLINE } else { TEXT };
            if let Some(candidate) = list.get(name, Some(block.first), at) {
                candidate.whole[place] = true;
                candidate.after_by |= led || before_is_by;
            }
            of_comma(list, name, Some(block.first), at, place);
        }
        if name.len() < text.len() || text.len() > NAME_BYTES {
            of_inline(list, block.first, block.end);
        }
        before_is_by = names::is_by(&text);
    }
}

/// Names in the inline elements of a block: links, bold text.
fn of_inline(list: &mut List<'_>, from: NodeId, end: NodeId) {
    let document = list.page.document;
    let mut before = String::new();
    for id in from.index()..end.index() {
        let id = NodeId(id as u32);
        if !document.is_text(id) {
            continue;
        }
        let text = line(document, id, NodeId(id.0 + 1));
        // a text beside others: of an element of its own
        let own = document.parent(id).filter(|&parent| document.end(parent).0 == id.0 + 1 && parent.0 + 1 == id.0);
        let tag = own.map(|own| document.tag(own));
        let is_own = matches!(tag, Some(Tag::A | Tag::SPAN | Tag::B | Tag::STRONG | Tag::EM | Tag::I | Tag::CITE));
        let is_cased = is_own && is_name(text.trim());
        let led = (is_cased || is_own && is_uncased_name(&text)) && names::ends_in_by(&before);
        if (is_cased || led)
            && let Some(candidate) = list.get(&text, Some(id), 0)
        {
            candidate.whole[INLINE] = true;
            candidate.after_by |= led;
        }
        before = text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::article::metadata::author::features::features;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn a_page_of_links_to_authors_has_few_candidates() {
        // every pair of names used to be compared, which took minutes
        let links = (0..60_000).map(|n| format!("<p><a rel=author class=author href=/a>Ann {n} Bloggs</a></p>"));
        let html = format!("<h1>Authors</h1>{}", links.collect::<String>());
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let sources = Sources::new(&document, &context, &blocks, &Metas::new(&document), &JsonLd::new(&document));
        let posts = MainPosts::default();
        let page = AuthorPage {
            document: &document,
            context: &context,
            blocks: &blocks,
            sources: &sources,
            posts: &posts,
            title: Some("Authors"),
            title_block: Some(0),
        };
        let all = candidates(&page);
        assert!(sources.authors.len() >= 120_000 && all.len() <= MAX_CANDIDATES + 1);
        assert_eq!(features(&page, &all).len(), all.len());
    }
}
