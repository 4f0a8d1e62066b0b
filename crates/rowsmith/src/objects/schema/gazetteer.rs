//! Gazetteers: lists of terms, all searched for at once.

use std::ops::Range;

use aho_corasick::AhoCorasick;
use rustc_hash::FxHashMap;

/// A list of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gazetteer {
    /// Its name in the schema.
    pub name: String,
    /// The terms as they are written.
    pub terms: Vec<String>,
    /// How case is compared.
    pub case: CaseRule,
}

/// How the case of terms and texts is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseRule {
    /// Terms of up to three letters, and those in capitals, match as they are written; others match regardless of case.
    #[default]
    Smart,
    /// Regardless of case.
    Ignore,
    /// As they are written.
    Exact,
}

impl Gazetteer {
    /// Parses a list with one term per line. Anything after a tab, empty lines and lines that begin with `#` are
    /// ignored.
    pub fn parse(name: &str, text: &str, case: CaseRule) -> Gazetteer {
        let lines = text.lines().map(|line| line.split('\t').next().unwrap_or_default().trim_start_matches('\u{feff}'));
        let terms = lines.map(one_line).filter(|term| !term.is_empty() && !term.starts_with('#'));
        Gazetteer { name: name.to_owned(), terms: terms.collect(), case }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The terms of all attributes of a schema, searched for in one pass over a text.
#[derive(Clone, Debug, Default)]
pub struct Gazetteers {
    /// Searches for the folded terms; `None` if there are none.
    automaton: Option<AhoCorasick>,
    /// For each pattern, the attributes that it is a term of.
    entries: Vec<Vec<Entry>>,
}

#[derive(Clone, Debug)]
struct Entry {
    attribute: usize,
    /// The term as it is written, if case matters.
    exact: Option<String>,
}

/// A term in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundTerm {
    /// The attribute whose gazetteer has it.
    pub attribute: usize,
    /// Its bytes.
    pub span: Range<usize>,
}

impl Gazetteers {
    /// Collects the term lists of all attributes, in order. Takes time linear in their characters.
    pub fn of<'a>(attributes: impl IntoIterator<Item = &'a [Gazetteer]>) -> Gazetteers {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut patterns: Vec<String> = Vec::new();
        let mut entries: Vec<Vec<Entry>> = Vec::new();
        for (attribute, list) in
            attributes.into_iter().enumerate().flat_map(|(i, lists)| lists.iter().map(move |g| (i, g)))
        {
            for term in &list.terms {
                let folded = fold(term).0;
                if !folded.contains(char::is_alphanumeric) {
                    continue;
                }
                let exact = match list.case {
                    CaseRule::Exact => true,
                    CaseRule::Ignore => false,
                    CaseRule::Smart => {
                        let letters = term.chars().filter(|c| c.is_alphabetic());
                        letters.clone().count() <= 3
                            || !letters.clone().any(char::is_lowercase) && letters.clone().any(char::is_uppercase)
                    }
                };
                let number = *numbers.entry(folded).or_insert_with_key(|folded| {
                    patterns.push(folded.clone());
                    entries.push(Vec::new());
                    entries.len() - 1
                });
                entries[number].push(Entry { attribute, exact: exact.then(|| term.clone()) });
            }
        }
        // if there are too many terms for the automaton, none are searched for; it has room for two billion states
        let automaton = if patterns.is_empty() { None } else { AhoCorasick::new(&patterns).ok() };
        Gazetteers { automaton, entries }
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.automaton.is_none()
    }

    /// The terms in a text: for each attribute, the leftmost, and the longest among those that begin together, then
    /// those after it. A term begins and ends at word boundaries. O(text + matches).
    pub fn find(&self, text: &str) -> Vec<FoundTerm> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let (folded, places) = fold(text);
        let place = |at: usize| places.as_ref().map_or(at, |places| places[at]);
        let mut found = Vec::new();
        for hit in automaton.find_overlapping_iter(&folded) {
            if !is_word(&folded, hit.start(), hit.end()) {
                continue;
            }
            let span = place(hit.start())..place(hit.end());
            for entry in &self.entries[hit.pattern().as_usize()] {
                if entry.exact.as_ref().is_none_or(|term| text.get(span.clone()).is_some_and(|t| same(t, term))) {
                    found.push(FoundTerm { attribute: entry.attribute, span: span.clone() });
                }
            }
        }
        found.sort_by_key(|f| (f.attribute, f.span.start, std::cmp::Reverse(f.span.end)));
        let mut last: Option<(usize, usize)> = None;
        found.retain(|f| {
            let apart = last.is_none_or(|(attribute, end)| attribute != f.attribute || f.span.start >= end);
            if apart {
                last = Some((f.attribute, f.span.end));
            }
            apart
        });
        found
    }
}

/// Whether two texts are equal, except for how white space is written.
fn same(text: &str, term: &str) -> bool {
    text == term || text.split_whitespace().eq(term.split_whitespace())
}

/// A text in lower case with white space as single spaces, and where each byte comes from; `None` if the bytes are
/// those of the text.
fn fold(text: &str) -> (String, Option<Vec<usize>>) {
    let plain = |b: u8| b.is_ascii() && !(b.is_ascii_whitespace() && b != b' ');
    if text.bytes().all(plain) && !text.contains("  ") {
        return (text.to_ascii_lowercase(), None);
    }
    let mut folded = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len() + 1);
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if c == '’' {
            folded.push('\'');
        } else {
            folded.extend(c.to_lowercase());
        }
        places.resize(folded.len(), at);
    }
    places.push(text.len());
    (folded, Some(places))
}

/// Whether a match is not part of a longer word. Scripts without spaces have no longer words.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let joins = |outer: Option<char>, inner: Option<char>| matches!((outer, inner), (Some(o), Some(i)) if joins_word(o) && joins_word(i));
    !joins(text[..start].chars().next_back(), text[start..].chars().next())
        && !joins(text[end..].chars().next(), text[..end].chars().next_back())
}

fn joins_word(c: char) -> bool {
    c.is_alphanumeric() && !matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::schema::test_schema;

    fn found(terms: &str, case: CaseRule, text: &str) -> Vec<String> {
        let mut schema = test_schema();
        schema.attributes[1].term_lists = vec![Gazetteer::parse("t", terms, case)];
        let gazetteers = Gazetteers::of(schema.attributes.iter().map(|a| a.term_lists.as_slice()));
        gazetteers.find(text).into_iter().map(|f| text[f.span].to_owned()).collect()
    }

    #[test]
    fn terms_are_whole_words_and_the_longest() {
        let terms = "York\nNew York\nHigh Wycombe\nSt. Ives\nÉvian";
        assert_eq!(found(terms, CaseRule::Smart, "new york, Yorkshire, york"), ["new york", "york"]);
        assert_eq!(found(terms, CaseRule::Smart, "in High\u{a0} Wycombe"), ["High\u{a0} Wycombe"]);
        assert_eq!(found(terms, CaseRule::Smart, "(St. Ives)"), ["St. Ives"]);
        assert_eq!(found(terms, CaseRule::Smart, "ÉVIAN-les-Bains"), ["ÉVIAN"]);
        assert!(found(terms, CaseRule::Exact, "york").is_empty());
    }

    #[test]
    fn short_terms_and_capitals_are_taken_as_written() {
        let terms = "BMW\nVan\nFord";
        assert_eq!(found(terms, CaseRule::Smart, "bmw BMW van Van FORD"), ["BMW", "Van", "FORD"]);
        assert_eq!(found(terms, CaseRule::Ignore, "bmw van"), ["bmw", "van"]);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(found("東京", CaseRule::Smart, "新東京駅"), ["東京"]);
    }

    #[test]
    fn nothing_in_nothing() {
        assert!(found("", CaseRule::Smart, "York").is_empty());
        assert!(found("!\n-\n#York", CaseRule::Smart, "York !").is_empty());
        assert!(found("York", CaseRule::Smart, "").is_empty());
    }

    #[test]
    fn what_follows_a_tab_is_no_part_of_the_term() {
        assert_eq!(Gazetteer::parse("t", "\u{feff}Oxford\t12\t3\nBath \n", CaseRule::Smart).terms, ["Oxford", "Bath"]);
    }
}
