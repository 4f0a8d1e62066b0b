//! What may be the title: all that the page calls itself, and parts of it.

use rustc_hash::FxHashMap;

use crate::article::fold::fold;
use crate::article::metadata::sources::{Source, Sources};

/// Where titles come from, in the order of [`Candidate::whole`]: JSON-LD, the page's JSON-LD, Open Graph, catalogues,
/// other meta elements, microdata, `<title>`, first heading, second, any further.
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

/// Only the first of [`PLACES`] are parted at separators: headings are not.
pub const PARTED: usize = 7;

/// Candidates of a page at most; the first stand in the head.
const MAX_CANDIDATES: usize = 64;

/// A candidate with where it stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// As the page has it.
    pub shown: String,
    /// In lower case, without punctuation ([`fold`]).
    pub key: String,
    /// The places that have it as a whole.
    pub whole: [bool; PLACES.len()],
    /// The places that have it before a separator, as in "Title | Site".
    pub before: [bool; PARTED],
    /// The places that have it behind one.
    pub behind: [bool; PARTED],
    /// The same with a colon for a separator.
    pub before_colon: [bool; PARTED],
    /// The same with a colon for a separator.
    pub behind_colon: [bool; PARTED],
    /// Separators in what it is a part of; 0 if it is a whole somewhere.
    pub separators: usize,
    /// The other part is the name of the site.
    pub rest_is_site: bool,
}

/// All candidates, in the order of their first place; every text once. `sites` are the folded names of the site.
pub fn candidates(sources: &Sources, sites: &[String]) -> Vec<Candidate> {
    let mut all = Candidates::default();
    let mut headings = 0;
    for found in &sources.titles {
        let Some(mut place) = place(found.source) else { continue };
        if found.source == Source::Heading {
            place += headings;
            headings = (headings + 1).min(2);
        }
        if let Some(candidate) = all.get(&found.value) {
            candidate.whole[place] = true;
            candidate.separators = 0;
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

/// Where a title may be parted, as bytes `from..to`.
struct Separator {
    from: usize,
    to: usize,
    /// A colon right behind a word, which makes a label of what is before it.
    is_label: bool,
}

/// Where a title may be parted: bars, dashes and the like with space around, a bar without, a colon with space behind.
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
