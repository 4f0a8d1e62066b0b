//! The title of the page: of all that the page calls itself, and parts of it, what agrees best.

use rustc_hash::{FxHashMap, FxHashSet};

use super::sources::{Source, Sources};

/// What speaks for and against a candidate: weights of a log-linear model, fitted to the titles of `text` and `news`
/// (cross-validated figures: docs/ARTICLE.md). A part is what stands before or behind a separator, as in "Title | Site".
mod weight {
    /// The source has the candidate as a whole: JSON-LD, the page's JSON-LD, Open Graph, catalogues, other meta
    /// elements, microdata, `<title>`, first heading, second, any further.
    pub(super) const WHOLE: [f64; 10] = [1.59, -0.38, 1.91, 0.62, 0.28, 1.63, -1.27, 2.27, 1.48, 0.53];
    /// The source has it before a separator.
    pub(super) const BEFORE: [f64; 7] = [1.00, 0.32, 1.89, 0.05, -0.02, -0.06, 0.05];
    /// The source has it behind a separator.
    pub(super) const BEHIND: [f64; 7] = [1.08, 0.56, 1.52, 0.53, -0.26, -0.16, -1.73];
    /// The same with a colon for a separator.
    pub(super) const BEFORE_COLON: [f64; 7] = [-0.32, -0.12, -0.64, -0.46, 0.28, -0.38, -0.68];
    pub(super) const BEHIND_COLON: [f64; 7] = [-0.68, -0.47, -1.25, -0.20, -0.14, -0.06, -0.94];
    /// One word, two, three.
    pub(super) const SHORT: [f64; 3] = [-1.60, -0.60, -0.40];
    /// It is the name of the site, or has it at one end.
    pub(super) const SITE: f64 = -1.13;
    pub(super) const SITE_INSIDE: f64 = -0.95;
    /// What is left of its source is the name of the site.
    pub(super) const REST_IS_SITE: f64 = -0.43;
    /// The `<title>` has it.
    pub(super) const IN_TITLE: f64 = 2.15;
}

struct Candidate {
    shown: String,
    score: f64,
    marks: FxHashSet<(u8, usize)>,
}

/// Chooses the title.
pub fn title(sources: &Sources) -> Option<String> {
    let sites: FxHashSet<String> = sources.sites.iter().map(|s| fold(s)).filter(|s| !s.is_empty()).collect();
    let whole_title: String =
        sources.titles.iter().filter(|t| t.source == Source::Title).map(|t| fold(&t.value)).collect();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    let mut list: Vec<(String, Candidate)> = Vec::new();
    let mut add = |text: &str, mark: (u8, usize), weight: f64, rest_is_site: bool| {
        let key = fold(text);
        if key.is_empty() {
            return;
        }
        let at = *places.entry(key.clone()).or_insert_with(|| {
            let start = prior(&key, &sites, &whole_title);
            let shown = text.trim().to_owned();
            list.push((key.clone(), Candidate { shown, score: start, marks: FxHashSet::default() }));
            list.len() - 1
        });
        let candidate = &mut list[at].1;
        if candidate.marks.insert(mark) {
            candidate.score += weight;
        }
        if rest_is_site && candidate.marks.insert((9, 0)) {
            candidate.score += weight::REST_IS_SITE;
        }
    };
    let mut headings = 0;
    for found in &sources.titles {
        let Some(mut source) = number(found.source) else { continue };
        if found.source == Source::Heading {
            source += headings;
            headings = (headings + 1).min(2);
        }
        add(&found.value, (0, source), weight::WHOLE[source], false);
        if found.source == Source::Heading {
            continue;
        }
        for (from, to, colon) in separators(&found.value) {
            let (before, behind) = (&found.value[..from], &found.value[to..]);
            let (weights_before, weights_behind) = match colon {
                true => (&weight::BEFORE_COLON, &weight::BEHIND_COLON),
                false => (&weight::BEFORE, &weight::BEHIND),
            };
            add(before, (1 + u8::from(colon), source), weights_before[source], sites.contains(&fold(behind)));
            add(behind, (3 + u8::from(colon), source), weights_behind[source], sites.contains(&fold(before)));
        }
    }
    let best = list.iter().enumerate().max_by(|a, b| a.1.1.score.total_cmp(&b.1.1.score).then(b.0.cmp(&a.0)));
    best.map(|(_, (_, candidate))| candidate.shown.clone())
}

/// What a candidate says by itself.
fn prior(key: &str, sites: &FxHashSet<String>, whole_title: &str) -> f64 {
    let words = key.split(' ').count();
    let mut score = weight::SHORT.get(words - 1).copied().unwrap_or(0.0);
    if sites.contains(key) {
        score += weight::SITE;
    }
    let at_end = |site: &String| {
        key.strip_prefix(site.as_str()).is_some_and(|rest| rest.starts_with(' '))
            || key.strip_suffix(site.as_str()).is_some_and(|rest| rest.ends_with(' '))
    };
    if sites.iter().any(at_end) {
        score += weight::SITE_INSIDE;
    }
    if whole_title.contains(key) {
        score += weight::IN_TITLE;
    }
    score
}

fn number(source: Source) -> Option<usize> {
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

/// Where a title may be parted: bars, dashes and the like with space around, a bar without, a colon with space behind.
fn separators(text: &str) -> Vec<(usize, usize, bool)> {
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
            out.push((at, end, c == ':' && !space_before(at)));
        }
    }
    out
}

/// Lower case, and everything but letters and digits one space.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::metadata::sources::Found;

    fn of(list: &[(Source, &str)], site: &str) -> Option<String> {
        let titles = list.iter().map(|&(source, value)| Found { source, value: value.to_owned(), node: None });
        title(&Sources { titles: titles.collect(), sites: vec![site.to_owned()], ..Sources::default() })
    }

    #[test]
    fn the_name_of_the_site_is_no_part_of_the_title() {
        let sources =
            [(Source::Title, "A long walk home | The Daily"), (Source::OpenGraph, "A long walk home | The Daily")];
        assert_eq!(of(&sources, "The Daily").as_deref(), Some("A long walk home"));
    }

    #[test]
    fn the_heading_decides() {
        let sources = [
            (Source::Title, "Walking: home at last - The Daily"),
            (Source::Heading, "The Daily"),
            (Source::Heading, "Walking: home at last"),
            (Source::Heading, "Other news of today"),
        ];
        assert_eq!(of(&sources, "The Daily").as_deref(), Some("Walking: home at last"));
        assert_eq!(of(&[], ""), None);
    }
}
