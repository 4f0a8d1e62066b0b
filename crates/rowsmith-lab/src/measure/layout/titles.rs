//! Lists judged by the titles of their records.

use std::collections::HashSet;

use rowsmith::dom::{Document, line};
use rowsmith::records::Candidate;
use rowsmith::tree::{PageTree, Run};

use crate::eval::truth::Quality;

/// The titles of a page's records, each once.
pub struct Titles(Vec<String>);

impl Titles {
    /// Titles with their white space collapsed.
    pub fn new<'t>(titles: impl Iterator<Item = &'t str>) -> Titles {
        Titles(titles.map(folded).collect())
    }

    /// The quality of no list at all.
    pub fn nothing_found(&self) -> Quality {
        Quality { hits: 0, predicted: 0, gold: self.0.len() }
    }

    /// The quality of a list: a record is right if it contains the title of one record and no other.
    pub fn quality(&self, document: &Document, page: &PageTree, candidate: &Candidate) -> Quality {
        let hits: HashSet<usize> = candidate.records().filter_map(|runs| self.of(document, page, runs)).collect();
        Quality { hits: hits.len(), predicted: candidate.len(), gold: self.0.len() }
    }

    fn of(&self, document: &Document, page: &PageTree, runs: &[Run]) -> Option<usize> {
        let roots = runs.iter().flat_map(|run| run.roots(&page.tree));
        let texts: Vec<String> = roots.map(|root| line(document, page.spans[root].from, page.spans[root].to)).collect();
        let all = folded(&texts.join(" "));
        let mut held = self.0.iter().enumerate().filter(|(_, title)| all.contains(title.as_str()));
        let first = held.next()?.0;
        held.next().is_none().then_some(first)
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
