//! Who wrote it: by machine-readable data first, else by what stands printed by the title.

use super::sources::{Found, Source, Sources};
use crate::article::blocks::Blocks;
use crate::article::context::{Context, bit};
use crate::article::fold::{contains_folded, fold};
use crate::dom::{Document, NodeId, line};

/// Words that stand before an author's name, in lower case: the one word list here. Without it bylines without markup
/// are not found.
const BY: &[&str] = &[
    "by",
    "written by",
    "posted by",
    "author",
    "authors",
    "von",
    "autor",
    "par",
    "auteur",
    "por",
    "di",
    "da",
    "door",
    "av",
    "af",
    "tekst",
    "przez",
    "автор",
    "text",
    "words by",
    "story by",
    "published by",
];

/// How many blocks around the title a byline stands in.
const REACH: (usize, usize) = (6, 14);

/// Chooses the author; several are joined by commas. `title` is the block of the title.
pub fn author(
    document: &Document,
    context: &Context,
    blocks: &Blocks,
    sources: &Sources,
    title: Option<usize>,
) -> Option<String> {
    let of = |source: Source| sources.authors.iter().filter(move |a| a.source == source);
    if let Some(names) = joined(of(Source::JsonLd)) {
        return Some(names);
    }
    let near = |found: &&Found| found.node.is_some_and(|node| is_near(document, blocks, context, node, title));
    if let Some(names) = joined(of(Source::Catalogue)) {
        return Some(names);
    }
    let marked =
        joined(of(Source::Marked).filter(near).take(1)).or_else(|| joined(of(Source::Microdata).filter(near).take(1)));
    if let Some(name) = joined(of(Source::Meta).take(1)) {
        // an author that is given for the page, but another is printed by the title: that of the site
        let site_wide = marked.is_some() && !is_printed(document, blocks, title, &name);
        if !site_wide {
            return Some(name);
        }
    }
    let byline = || byline(document, blocks, context, title);
    let classed = || {
        let near = of(Source::Class).filter(near);
        near.map(|found| until_date(without_by(&found.value)).trim()).find(|name| is_name(name)).map(str::to_owned)
    };
    let named = || joined(of(Source::OpenGraph).filter(|f| f.value.contains(' ')).take(1));
    marked.or_else(classed).or_else(byline).or_else(named)
}

/// Names, each once, without what cannot be one.
fn joined<'a>(found: impl Iterator<Item = &'a Found>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for found in found {
        let name = without_by(&found.value);
        let possible = !name.contains("://")
            && !name.starts_with('@')
            && name.chars().count() <= 120
            && name.contains(char::is_alphabetic);
        if possible && !names.iter().any(|n| fold(n) == fold(name)) {
            names.push(name.to_owned());
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

/// A byline without the word before the name; the text itself if there is none.
pub(crate) fn without_by(name: &str) -> &str {
    let name = name.trim().trim_start_matches(['-', '–', '—', '|', '•', ':']).trim_start();
    for by in BY {
        if let Some(head) = name.get(..by.len())
            && head.to_lowercase() == *by
            && name[by.len()..].starts_with([' ', ':', '\u{a0}'])
        {
            let rest = name[by.len()..].trim_start_matches([' ', ':', '\u{a0}']);
            if rest.starts_with(char::is_uppercase) {
                return rest;
            }
        }
    }
    name
}

/// Whether a node stands by the title, and not in another article's card or a menu.
fn is_near(document: &Document, blocks: &Blocks, context: &Context, node: NodeId, title: Option<usize>) -> bool {
    if context.has(node, bit::NAV | bit::FOOTER | bit::COMMENT | bit::REVIEW) {
        return false;
    }
    let Some(title) = title else { return true };
    let at = blocks.range(document, node).start;
    at + REACH.0 >= title && at <= title + REACH.1
}

fn reach(blocks: &Blocks, title: Option<usize>) -> std::ops::Range<usize> {
    let title = title.unwrap_or(0);
    title.saturating_sub(REACH.0)..(title + REACH.1 + 1).min(blocks.len())
}

fn is_printed(document: &Document, blocks: &Blocks, title: Option<usize>, name: &str) -> bool {
    let name = fold(name);
    reach(blocks, title).any(|at| {
        let block = blocks.list[at];
        contains_folded(&line(document, block.first, block.end), &name)
    })
}

/// "By Ann Bloggs" by the title.
fn byline(document: &Document, blocks: &Blocks, context: &Context, title: Option<usize>) -> Option<String> {
    let title = title?;
    for at in reach(blocks, Some(title)) {
        let block = blocks.list[at];
        if context.has(block.first, bit::NAV | bit::FOOTER | bit::COMMENT) {
            continue;
        }
        let text = line(document, block.first, block.end);
        if text.len() > 200 {
            continue;
        }
        let rest = without_by(&text);
        let name = if rest.len() < text.len() && !rest.is_empty() {
            rest.to_owned()
        } else if BY.contains(&text.trim().trim_end_matches(':').to_lowercase().as_str()) && at + 1 < blocks.len() {
            let next = blocks.list[at + 1];
            line(document, next.first, next.end)
        } else {
            continue;
        };
        let end = name.find(['|', '•', '·', '—', '/', '(', '\t', ';']).unwrap_or(name.len());
        let name = name[..end].split(" on ").next().unwrap_or_default();
        let name = until_date(name.trim().trim_end_matches([',', '-', '–', '.'])).trim();
        if is_name(name) {
            return Some(name.to_owned());
        }
    }
    None
}

/// Whether a text could be a name: a few words, most of them with a capital.
fn is_name(text: &str) -> bool {
    let words = || text.split_whitespace();
    let capitals = words().filter(|w| w.starts_with(char::is_uppercase)).count();
    (1..=7).contains(&words().count()) && capitals * 3 >= words().count() * 2 && !text.contains("://")
}

/// The text before a date in it.
pub(crate) fn until_date(text: &str) -> &str {
    match crate::recognize::date::find_date(text) {
        Some(found) => text[..found.span.start].trim_end().trim_end_matches([',', '-', '–', ':']),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::json_ld::JsonLd;
    use crate::article::metadata::meta::Metas;
    use crate::dom::{ParseOptions, parse};

    fn of(html: &str) -> Option<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let sources = Sources::new(&document, &context, &blocks, &Metas::new(&document), &JsonLd::new(&document));
        author(&document, &context, &blocks, &sources, Some(0))
    }

    #[test]
    fn from_json_ld_by_reference_too() {
        let html = r##"<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#a"}},
            {"@type":"Person","@id":"#a","name":"Ann Bloggs"}]}</script>"##;
        assert_eq!(of(html).as_deref(), Some("Ann Bloggs"));
    }

    #[test]
    fn a_printed_author_goes_before_that_of_the_site() {
        let html = "<meta name=author content='The Team'><h1>Walk</h1><p><a rel=author href=/a>Ann Bloggs</a><p>Text";
        assert_eq!(of(html).as_deref(), Some("Ann Bloggs"));
    }

    #[test]
    fn from_a_byline() {
        assert_eq!(of("<h1>Walk</h1><p>By Ann Bloggs | 5 January 2024").as_deref(), Some("Ann Bloggs"));
        assert_eq!(of("<h1>Walk</h1><p>Von <b>Ann Bloggs</b>, 5. Januar 2024").as_deref(), Some("Ann Bloggs"));
        assert_eq!(of("<h1>Walk</h1><p>By walking you stay fit."), None);
    }
}
