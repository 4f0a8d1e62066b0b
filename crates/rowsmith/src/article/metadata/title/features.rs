//! Features of candidates for the title.

use crate::article::blocks::context::bit;
use crate::article::declared::meta::Metas;
use crate::article::fold::fold;
use crate::article::metadata::sources::{Source, Sources};
use crate::article::metadata::title::candidates::{Candidate, PARTED, PLACES};

/// Facts about the page as a whole, apart from its candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TitlePage {
    /// Folded names of the site.
    pub sites: Vec<String>,
    /// The last part of the page's address that has words, folded; empty on a home page.
    pub slug: String,
    /// The number of path segments in the page's address.
    pub depth: usize,
    /// The `<title>`, folded.
    pub title: String,
    /// The first heading, folded.
    pub heading: String,
    /// The title according to Open Graph, folded.
    pub open_graph: String,
    /// The number of headings.
    pub headings: usize,
    /// Whether `og:type` is `article`, `website`, `product`.
    pub types: [bool; 3],
    /// Whether JSON-LD declares an article, product or the like; a date; an author.
    pub declared: [bool; 3],
}

impl TitlePage {
    /// Collects the facts. `address` is the page's own, according to its canonical link or Open Graph.
    pub fn new(sources: &Sources, metas: &Metas, address: Option<&str>) -> TitlePage {
        let of =
            |source| sources.titles.iter().find(|t| t.source == source).map(|t| fold(&t.value)).unwrap_or_default();
        let og_type = metas.first("og:type").unwrap_or_default().to_ascii_lowercase();
        let (slug, depth) = address.map(slug).unwrap_or_default();
        let mut sites: Vec<String> = sources.sites.iter().map(|s| fold(s)).filter(|s| !s.is_empty()).collect();
        sites.sort_unstable();
        sites.dedup();
        TitlePage {
            sites,
            slug,
            depth,
            title: of(Source::Title),
            heading: of(Source::Heading),
            open_graph: of(Source::OpenGraph),
            headings: sources.titles.iter().filter(|t| t.source == Source::Heading).count(),
            types: ["article", "website", "product"].map(|t| og_type.starts_with(t)),
            declared: [
                sources.titles.iter().any(|t| t.source == Source::JsonLd),
                !sources.dates.is_empty(),
                !sources.authors.is_empty(),
            ],
        }
    }
}

/// The last part of an address that has letters, folded, and the number of parts.
fn slug(address: &str) -> (String, usize) {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    let last = parts.iter().rev().find(|p| p.chars().any(char::is_alphabetic));
    let words = last.map(|p| fold(p.rsplit_once('.').map_or(p, |(stem, _)| stem))).unwrap_or_default();
    (words, parts.len())
}

/// The name and meaning of every feature, in the order of [`features`].
pub fn title_features() -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &'static str)> = Vec::new();
    all.extend(PLACES.map(|p| (format!("whole_{p}"), "The place has it as a whole.")));
    for (kind, meaning) in [
        ("before", "The place has it before a separator."),
        ("behind", "The place has it after a separator."),
        ("before_colon", "The place has it before a colon."),
        ("behind_colon", "The place has it after a colon."),
    ] {
        all.extend(PLACES[..PARTED].iter().map(|p| (format!("{kind}_{p}"), meaning)));
    }
    let own: [(&str, &str); 31] = [
        ("words", "Logarithm of its words."),
        ("characters", "Logarithm of its characters."),
        ("one_word", "It is one word."),
        ("two_words", "It has two words."),
        ("three_words", "It has three words."),
        ("is_site", "It is the name of the site."),
        ("site_at_end", "It begins or ends with the name of the site."),
        ("rest_is_site", "The rest of its source is the name of the site."),
        ("separators", "The number of separators in the text that it is a part of; 0 if it is a whole somewhere."),
        ("in_title", "The title element contains it."),
        ("begins_title", "The title element begins with it."),
        ("of_title", "Its characters, as a share of the title element's."),
        ("in_open_graph", "Open Graph's title contains it."),
        ("of_open_graph", "Its characters, as a share of Open Graph's title."),
        ("like_heading", "Words it shares with the first heading, as a share of both."),
        ("like_open_graph", "Words it shares with Open Graph's title, as a share of both."),
        ("like_title", "Words it shares with the title element, as a share of both."),
        ("slug_in_it", "Share of the words of the page's address that it has."),
        ("it_in_slug", "Share of its words that the page's address has."),
        ("wholes", "The number of places that have it as a whole."),
        ("parts", "The number of places that have it as a part."),
        ("held_by", "Share of the candidates that contain it."),
        ("holds", "Share of the candidates that it contains."),
        ("depth", "The number of segments in the path of the page's address."),
        ("headings", "Logarithm of the page's headings."),
        ("og_article", "Open Graph calls the page an article."),
        ("og_website", "Open Graph calls the page a website."),
        ("og_product", "Open Graph calls the page a product."),
        ("declared", "JSON-LD declares that the page is about one thing."),
        ("dated", "The page states dates."),
        ("authored", "The page names authors."),
    ];
    all.extend(own.map(|(name, meaning)| (name.to_owned(), meaning)));
    let of_heading: [(&str, &str); 4] = [
        ("heading_level", "The level of the first heading that has it as a whole; 0 if none has."),
        ("heading_before", "Logarithm of the blocks before that heading."),
        ("heading_first", "No candidate of the same level is a heading before it."),
        ("level_headings", "Logarithm of the candidates that are headings of the same level."),
    ];
    all.extend(of_heading.map(|(name, meaning)| (name.to_owned(), meaning)));
    all.extend(AROUND.map(|(name, _)| (format!("heading_in_{name}"), "What that heading is in.")));
    let of_rest: [(&str, &str); 3] = [
        ("rest_words", "Logarithm of the words of the other part of its source; 0 if it is no part."),
        ("rest_is_heading", "The other part of its source is a heading."),
        ("rest_is_whole", "The other part of its source is a title elsewhere."),
    ];
    all.extend(of_rest.map(|(name, meaning)| (name.to_owned(), meaning)));
    all
}

/// What a heading may be in, by its name in features.
const AROUND: [(&str, u64); 9] = [
    ("nav", bit::NAV),
    ("header", bit::HEADER),
    ("footer", bit::FOOTER),
    ("aside", bit::ASIDE),
    ("main", bit::MAIN),
    ("article", bit::ARTICLE),
    ("link", bit::LINK),
    ("dialog", bit::DIALOG),
    ("hidden", bit::HIDDEN),
];

/// The features of all candidates of a page. O(c² · l) for c candidates of length l.
pub fn features(page: &TitlePage, candidates: &[Candidate]) -> Vec<Vec<f32>> {
    candidates.iter().map(|c| row(page, candidates, c)).collect()
}

fn row(page: &TitlePage, all: &[Candidate], c: &Candidate) -> Vec<f32> {
    let is = |condition: bool| f32::from(u8::from(condition));
    let log = |n: usize| (1.0 + n as f32).ln();
    let share = |part: usize, whole: usize| if whole > 0 { part as f32 / whole as f32 } else { 0.0 };
    let mut row: Vec<f32> = c.whole.iter().map(|&has| is(has)).collect();
    let parts = [&c.before, &c.behind, &c.before_colon, &c.behind_colon];
    parts.iter().for_each(|places| row.extend(places.iter().map(|&has| is(has))));
    let key = c.key.as_str();
    let words = key.split(' ').count();
    let at_end = |site: &String| {
        key.strip_prefix(site.as_str()).is_some_and(|rest| rest.starts_with(' '))
            || key.strip_suffix(site.as_str()).is_some_and(|rest| rest.ends_with(' '))
    };
    let held = |other: &str| other.len() > key.len() && has_words(other, key);
    let others = all.len().saturating_sub(1);
    row.extend([
        log(words),
        log(key.chars().count()),
        is(words == 1),
        is(words == 2),
        is(words == 3),
        is(page.sites.iter().any(|s| s == key)),
        is(page.sites.iter().any(at_end)),
        is(c.rest_is_site),
        c.separators.min(9) as f32,
        is(has_words(&page.title, key)),
        is(page.title.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))),
        share(key.len(), page.title.len()).min(3.0),
        is(has_words(&page.open_graph, key)),
        share(key.len(), page.open_graph.len()).min(3.0),
        likeness(key, &page.heading),
        likeness(key, &page.open_graph),
        likeness(key, &page.title),
        coverage(&page.slug, key),
        if page.slug.is_empty() { 0.0 } else { coverage(key, &page.slug) },
        c.whole.iter().filter(|&&has| has).count() as f32,
        (0..PARTED).filter(|&p| parts.iter().any(|places| places[p])).count() as f32,
        share(all.iter().filter(|o| held(&o.key)).count(), others),
        share(all.iter().filter(|o| o.key.len() < key.len() && has_words(key, &o.key)).count(), others),
        page.depth.min(8) as f32,
        log(page.headings),
    ]);
    row.extend(page.types.iter().chain(&page.declared).map(|&condition| is(condition)));
    let heading = c.heading.unwrap_or_default();
    let of_level = || all.iter().filter_map(|o| o.heading).filter(|h| h.level == heading.level);
    row.extend([
        f32::from(heading.level),
        log(heading.blocks_before),
        is(c.heading.is_some() && of_level().all(|h| h.blocks_before >= heading.blocks_before)),
        if c.heading.is_some() { log(of_level().count()) } else { 0.0 },
    ]);
    row.extend(AROUND.map(|(_, bit)| is(heading.bits & bit != 0)));
    let rest = c.rest.as_deref().filter(|_| c.separators > 0);
    let is_rest = |o: &&Candidate| rest == Some(o.key.as_str());
    row.extend([
        rest.map_or(0.0, |rest| log(rest.split(' ').filter(|word| !word.is_empty()).count())),
        is(all.iter().filter(is_rest).any(|o| o.heading.is_some())),
        is(all.iter().filter(is_rest).any(|o| o.separators == 0)),
    ]);
    row
}

/// Whether the words of `key` occur consecutively in `text`.
fn has_words(text: &str, key: &str) -> bool {
    text.match_indices(key).any(|(at, _)| {
        let end = at + key.len();
        (at == 0 || text[..at].ends_with(' ')) && (end == text.len() || text[end..].starts_with(' '))
    })
}

/// The share of the words of `a` that `b` has, too.
fn coverage(a: &str, b: &str) -> f32 {
    let (mut found, mut all) = (0, 0);
    for word in a.split(' ').filter(|w| !w.is_empty()) {
        all += 1;
        found += usize::from(has_words(b, word));
    }
    if all == 0 { 0.0 } else { found as f32 / all as f32 }
}

/// Dice's coefficient of the two texts' words.
fn likeness(a: &str, b: &str) -> f32 {
    let count = |t: &str| t.split(' ').filter(|w| !w.is_empty()).count() as f32;
    let (n, m) = (count(a), count(b));
    if n == 0.0 || m == 0.0 { 0.0 } else { (coverage(a, b) * n + coverage(b, a) * m) / (n + m) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::sources::{Found, HeadingPlace};
    use crate::article::metadata::title::candidates::candidates;

    #[test]
    fn features_have_the_expected_values() {
        let found = |source, value: &str| Found { source, value: value.to_owned(), node: None };
        let titles = vec![
            found(Source::OpenGraph, "A long walk home"),
            found(Source::Title, "A long walk home | The Daily"),
            found(Source::Heading, "The long walk"),
        ];
        let headings = vec![HeadingPlace { level: 1, bits: bit::ARTICLE, blocks_before: 0 }];
        let sources = Sources { titles, headings, sites: vec!["The Daily".into()], ..Sources::default() };
        let metas = Metas(vec![("og:type".into(), "article".into())]);
        let page = TitlePage::new(&sources, &metas, Some("https://example.org/news/long-walk-12.html?x=1"));
        assert_eq!((page.slug.as_str(), page.depth), ("long walk 12", 2));
        let all = candidates(&sources, &page.sites);
        let rows = features(&page, &all);
        let names = title_features();
        assert!(rows.iter().all(|row| row.len() == names.len()));
        let value = |key: &str, name: &str| {
            let at = names.iter().position(|n| n.0 == name).unwrap();
            rows[all.iter().position(|c| c.key == key).unwrap()][at]
        };
        for (key, name, expected) in [
            ("a long walk home", "whole_open_graph", 1.0),
            ("a long walk home", "before_title", 1.0),
            ("the daily", "behind_title", 1.0),
            ("the daily", "is_site", 1.0),
            ("the daily", "two_words", 1.0),
            ("a long walk home the daily", "site_at_end", 1.0),
            ("a long walk home", "rest_is_site", 1.0),
            ("a long walk home", "begins_title", 1.0),
            ("the daily", "in_title", 1.0),
            ("the long walk", "in_title", 0.0),
            ("the long walk", "like_open_graph", 4.0 / 7.0),
            ("the long walk", "it_in_slug", 2.0 / 3.0),
            ("the long walk", "slug_in_it", 2.0 / 3.0),
            ("a long walk home", "held_by", 1.0 / 3.0),
            ("a long walk home the daily", "holds", 2.0 / 3.0),
            ("the daily", "depth", 2.0),
            ("the daily", "og_article", 1.0),
            ("the daily", "dated", 0.0),
            ("the long walk", "heading_level", 1.0),
            ("the long walk", "heading_first", 1.0),
            ("the long walk", "level_headings", 2f32.ln()),
            ("the long walk", "heading_in_article", 1.0),
            ("the long walk", "rest_words", 0.0),
            ("a long walk home", "heading_level", 0.0),
            ("the daily", "rest_words", 5f32.ln()),
            ("the daily", "rest_is_heading", 0.0),
            ("the daily", "rest_is_whole", 1.0),
        ] {
            assert!((value(key, name) - expected).abs() < 1e-5, "{name} of {key}: {}", value(key, name));
        }
    }

    #[test]
    fn every_feature_has_a_name_and_a_sentence() {
        let names = title_features();
        for (i, (name, meaning)) in names.iter().enumerate() {
            assert!(meaning.ends_with('.'));
            assert!(names[..i].iter().all(|n| n.0 != *name), "{name} twice");
        }
    }
}
