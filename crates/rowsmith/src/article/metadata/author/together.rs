//! Who else wrote it: the authors that a page names together with the chosen one, in one line or in one declaration.

use rustc_hash::FxHashSet;

use crate::article::fold::fold;
use crate::article::metadata::author::candidates::{AuthorPage, Candidate};
use crate::article::metadata::author::names::could_be_name;
use crate::article::metadata::sources::Source;
use crate::dom::{AttrName, Document, NodeId, Tag, line};

/// Words between the last two of several names, in lower case.
const AND: &[&str] =
    &["and", "und", "et", "y", "e", "och", "og", "en", "i", "a", "ja", "ve", "и", "та", "και", "و", "和", "及", "と"];

/// The most names of a line that are joined.
const MOST: usize = 12;
/// The most declared names that are joined: more are of several articles, or of a list.
const MOST_DECLARED: usize = 4;
/// The longest line that is looked at, in bytes.
const MOST_BYTES: usize = 1000;

/// The names of all authors, joined by commas, if the page names others together with the chosen one.
pub(super) fn together(page: &AuthorPage<'_>, chosen: &Candidate) -> Option<String> {
    let names = declared(page, chosen).or_else(|| in_line(page, chosen))?;
    (names.len() > 1).then(|| names.join(", "))
}

/// The authors that the page's article declares, if the chosen one is among them.
fn declared(page: &AuthorPage<'_>, chosen: &Candidate) -> Option<Vec<String>> {
    let mut seen = FxHashSet::default();
    let authors = page.sources.authors.iter().filter(|found| found.source == Source::JsonLd);
    let names: Vec<String> =
        authors.map(|found| found.value.clone()).filter(|name| is_full_name(name) && seen.insert(fold(name))).collect();
    (seen.contains(&chosen.key) && names.len() <= MOST_DECLARED).then_some(names).filter(|names| names.len() > 1)
}

/// The names in elements like that of the chosen one, in the same line with nothing but commas and "and" between them.
fn in_line(page: &AuthorPage<'_>, chosen: &Candidate) -> Option<Vec<String>> {
    let block = page.blocks.list.get(chosen.block?)?;
    if page.document.raw_text_between(block.first, block.end).len() > MOST_BYTES {
        return None;
    }
    let parts = parts(page.document, block.first, block.end);
    let at = parts.iter().position(|part| part.element.is_some() && fold(&part.text) == chosen.key)?;
    let of_kind = |other: &Part| {
        let pair = parts[at].element.zip(other.element);
        pair.is_some_and(|(one, other)| are_alike(page.document, one, other)) && is_full_name(&other.text)
    };
    let next = |pair: &[&Part]| matches!(pair, [between, name] if joins(between) && of_kind(name));
    let before: Vec<&Part> = parts[..at].iter().rev().collect();
    let after: Vec<&Part> = parts[at + 1..].iter().collect();
    let count = |side: &[&Part]| side.chunks(2).take_while(|pair| next(pair)).count();
    let (from, to) = (at - 2 * count(&before), at + 2 * count(&after));
    let names: Vec<String> = parts[from..=to].iter().step_by(2).map(|part| part.text.clone()).collect();
    (names.len() <= MOST).then_some(names)
}

/// A text of a line, with the element that holds only it: a link, or else one with a class.
struct Part {
    text: String,
    element: Option<NodeId>,
}

/// The texts of a line, as they are parted by links and other inline elements.
fn parts(document: &Document, from: NodeId, end: NodeId) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut at = from;
    while at < end {
        if !document.is_text(at) {
            at = NodeId(at.0 + 1);
            continue;
        }
        let element = document.ancestors(at).skip(1).take(3).find(|&a| holds_name(document, a));
        let stop = element.map_or(NodeId(at.0 + 1), |element| document.end(element));
        let text = line(document, at, stop).trim().to_owned();
        match parts.last_mut() {
            Some(last) if last.element.is_none() && element.is_none() => last.text.push_str(&text),
            _ if text.is_empty() => {}
            _ => parts.push(Part { text, element }),
        }
        at = stop;
    }
    parts
}

/// Whether an element may hold nothing but a name.
fn holds_name(document: &Document, id: NodeId) -> bool {
    document.tag(id) == Tag::A
        || matches!(document.tag(id), Tag::SPAN | Tag::B | Tag::STRONG | Tag::CITE)
            && document.children(id).all(|child| document.is_text(child))
}

/// Whether two elements are of one kind: of one tag and class, and if they are links, to pages beside each other.
fn are_alike(document: &Document, one: NodeId, other: NodeId) -> bool {
    let same = |name| document.attr(one, name) == document.attr(other, name);
    let is_marked = |id| document.attr(id, AttrName::REL).is_some_and(|rel| rel.contains("author"));
    let folder = |id| document.attr(id, AttrName::HREF).map(folder_of);
    let are_beside = || is_marked(one) && is_marked(other) || folder(one) == folder(other);
    document.tag(one) == document.tag(other) && same(AttrName::CLASS) && are_beside()
}

/// What an address has before its last part.
fn folder_of(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a text only stands between two names.
fn joins(part: &Part) -> bool {
    let text = part.text.to_lowercase();
    let mut words =
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '+' | '、' | '，' | '·' | '|'));
    part.element.is_none() && !text.is_empty() && words.all(|word| word.is_empty() || AND.contains(&word))
}

/// Whether a text is a name of several words, or of a script without spaces and capitals.
fn is_full_name(name: &str) -> bool {
    let words = name.split_whitespace().count();
    let is_cased = name.contains(char::is_uppercase);
    could_be_name(name) && words <= 7 && (!is_cased || words > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::article::blocks::main_posts::MainPosts;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::article::metadata::sources::Sources;
    use crate::dom::{ParseOptions, parse};

    /// The authors of a page whose first block shows Ann Bloggs, who was chosen.
    fn authors(html: &str) -> Option<String> {
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
            title: None,
            title_block: None,
        };
        let chosen = Candidate {
            shown: "Ann Bloggs".to_owned(),
            key: "ann bloggs".to_owned(),
            block: Some(0),
            ..Candidate::default()
        };
        together(&page, &chosen)
    }

    #[test]
    fn all_authors_of_a_line_are_named() {
        let three =
            "by <a href=/author/a>Ann Bloggs</a>, <a href=/author/b>Tom Ash</a> and <a href=/author/c>Mei Lin</a>";
        assert_eq!(authors(three).as_deref(), Some("Ann Bloggs, Tom Ash, Mei Lin"));
        let marked =
            "by <a rel=author href=/x/a>Ann Bloggs</a> und <a rel=author href=/y/b>Tom Ash</a> in <a href=/z>News</a>";
        assert_eq!(authors(marked).as_deref(), Some("Ann Bloggs, Tom Ash"));
        let spans = "<p><span class=name>Tom Ash</span> &amp; <span class=name>Ann Bloggs</span>";
        assert_eq!(authors(spans).as_deref(), Some("Tom Ash, Ann Bloggs"));
        // a section, somebody who is written about, and another trade
        assert_eq!(authors("by <a href=/author/a>Ann Bloggs</a> and <a href=/topic/b>Tom Ash</a>"), None);
        assert_eq!(authors("by <a href=/author/a>Ann Bloggs</a> about <a href=/author/b>Tom Ash</a>"), None);
        assert_eq!(authors("by <a href=/author/a>Ann Bloggs</a>, photographs by <a href=/author/b>Tom Ash</a>"), None);
    }

    #[test]
    fn all_authors_that_are_declared_are_named() {
        let declared = |names: &str| {
            let json = format!(r#"{{"@type":"NewsArticle","author":[{names}]}}"#);
            authors(&format!("<script type=application/ld+json>{json}</script><p>Ann Bloggs"))
        };
        let two = r#"{"@type":"Person","name":"Ann Bloggs"},{"@type":"Person","name":"Tom Ash"}"#;
        assert_eq!(declared(two).as_deref(), Some("Ann Bloggs, Tom Ash"));
        assert_eq!(declared(r#"{"@type":"Person","name":"Mei Lin"},{"@type":"Person","name":"Tom Ash"}"#), None);
    }
}
