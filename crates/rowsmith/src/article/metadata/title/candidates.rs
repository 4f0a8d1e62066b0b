//! Candidates for the title: everything that the page calls itself, and parts of it.

use rustc_hash::FxHashMap;

use crate::article::fold::fold;
use crate::article::metadata::sources::{HeadingPlace, Source, Sources};

/// The places that titles are taken from, in the order of [`Candidate::whole`]: JSON-LD of the article, JSON-LD of the
/// page, Open Graph, catalogues, other meta elements, microdata, `<title>`, first heading, second, any further one.
pub const PLACES: [&str; 10] = [
    "json_ld",
    "json_ld_page",
    "open_graph",
    "catalogue",
    "meta",
    "microdata",
    "title",
    "heading",
    "heading_2",
    "headings",
];

/// Only titles from the first of [`PLACES`] are split at separators; headings are not.
pub const PARTED: usize = 7;

/// The most candidates of a page; those from the head come first.
const MAX_CANDIDATES: usize = 64;

/// A candidate with its places.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// The title as the page has it.
    pub shown: String,
    /// The title in lower case, without punctuation ([`fold`]).
    pub key: String,
    /// Which places have it as a whole.
    pub whole: [bool; PLACES.len()],
    /// Which places have it before a separator, as in "Title | Site".
    pub before: [bool; PARTED],
    /// Which places have it after one.
    pub behind: [bool; PARTED],
    /// The same as `before`, for a colon.
    pub before_colon: [bool; PARTED],
    /// The same as `behind`, for a colon.
    pub behind_colon: [bool; PARTED],
    /// The number of separators in the text that it is a part of; 0 if it is a whole somewhere.
    pub separators: usize,
    /// Whether the other part is the name of the site.
    pub rest_is_site: bool,
    /// The other part, folded, where it is a part of a text.
    pub rest: Option<String>,
    /// Where the first heading stands that has it as a whole.
    pub heading: Option<HeadingPlace>,
}

/// All candidates, in the order of their first place and without duplicates. `sites` are the folded names of the site.
pub fn candidates(sources: &Sources, sites: &[String]) -> Vec<Candidate> {
    let mut all = Candidates::default();
    let mut headings = 0;
    for found in &sources.titles {
        let Some(mut place) = place(found.source) else { continue };
        let mut heading = None;
        if found.source == Source::Heading {
            place += headings.min(2);
            heading = sources.headings.get(headings).copied();
            headings += 1;
        }
        if let Some(candidate) = all.get(&found.value) {
            candidate.whole[place] = true;
            candidate.separators = 0;
            candidate.heading = candidate.heading.or(heading);
        }
        if place >= PARTED {
            continue;
        }
        let is_site = |part: &str| sites.contains(&fold(part));
        let separators = separators(&found.value);
        for &Separator { from, to, is_label } in &separators {
            let (before, behind) = (&found.value[..from], &found.value[to..]);
            for (part, rest, is_before) in [(before, behind, true), (behind, before, false)] {
                let rest_is_site = is_site(rest);
                let Some(candidate) = all.get(part) else { continue };
                let places = match (is_before, is_label) {
                    (true, false) => &mut candidate.before,
                    (false, false) => &mut candidate.behind,
                    (true, true) => &mut candidate.before_colon,
                    (false, true) => &mut candidate.behind_colon,
                };
                places[place] = true;
                candidate.separators = candidate.separators.min(separators.len());
                candidate.rest_is_site |= rest_is_site;
                candidate.rest.get_or_insert_with(|| fold(rest));
            }
        }
    }
    all.list
}

#[derive(Default)]
struct Candidates {
    places: FxHashMap<String, usize>,
    list: Vec<Candidate>,
}

impl Candidates {
    fn get(&mut self, text: &str) -> Option<&mut Candidate> {
        let key = fold(text);
        if key.is_empty() || self.list.len() >= MAX_CANDIDATES && !self.places.contains_key(&key) {
            return None;
        }
        let at = *self.places.entry(key.clone()).or_insert_with(|| {
            let shown = text.trim().to_owned();
            self.list.push(Candidate { shown, key, separators: usize::MAX, ..Candidate::default() });
            self.list.len() - 1
        });
        Some(&mut self.list[at])
    }
}

fn place(source: Source) -> Option<usize> {
    Some(match source {
        Source::JsonLd => 0,
        Source::JsonLdPage => 1,
        Source::OpenGraph => 2,
        Source::Catalogue => 3,
        Source::Meta => 4,
        Source::Microdata => 5,
        Source::Title => 6,
        Source::Heading => 7,
        _ => return None,
    })
}

/// A place where a title may be split: the bytes `from..to`.
struct Separator {
    from: usize,
    to: usize,
    /// Whether it is a colon directly after a word, which makes what precedes it a label.
    is_label: bool,
}

/// Where a title may be split: at bars, dashes and the like surrounded by spaces, at a bar without spaces, and at a
/// colon followed by a space.
fn separators(text: &str) -> Vec<Separator> {
    let mut out = Vec::new();
    let space_before = |at: usize| text[..at].ends_with(char::is_whitespace);
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let spaced = text[end..].starts_with(char::is_whitespace);
        let parts = match c {
            '|' => true,
            '–' | '—' | '·' | '•' | '»' | '›' | '-' => space_before(at) && spaced,
            ':' => spaced,
            _ => false,
        };
        if parts && out.len() < 8 {
            out.push(Separator { from: at, to: end, is_label: c == ':' && !space_before(at) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::sources::Found;

    #[test]
    fn wholes_and_parts_are_candidates_once() {
        let found = |source, value: &str| Found { source, value: value.to_owned(), node: None };
        let titles = vec![found(Source::Title, "Walks: home | The Daily"), found(Source::Heading, "Walks: Home!")];
        let all = candidates(&Sources { titles, ..Sources::default() }, &["the daily".to_owned()]);
        let keys: Vec<&str> = all.iter().map(|c| c.key.as_str()).collect();
        assert_eq!(keys, ["walks home the daily", "walks", "home the daily", "walks home", "the daily"]);
        let title = &all[3];
        assert!(title.before[6] && title.whole[7] && title.rest_is_site && title.separators == 0);
        assert!(all[1].before_colon[6] && all[2].behind_colon[6] && all[4].behind[6]);
    }
}
