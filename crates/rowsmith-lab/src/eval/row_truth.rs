//! The quality of a candidate if the rows of the main list are known by their content: a record is right if it contains
//! one row and no other.

use std::collections::HashMap;

use rowsmith::dom::{AttrName, Document, NodeId};
use rowsmith::records::Candidate;
use rowsmith::tree::{PageTree, Run, Span};

use super::list_pages::{ListRows, link_key};
use super::truth::Quality;

/// A record contains a row that is known by its words if it has this share of them, as in score.py.
const HELD: f64 = 0.6;
/// A record also contains another row if, apart from its own words, it has this share of the other's.
const SEVERAL: f64 = 0.85;
/// The records of a list are only parts if they have less than this share of the words in the records of the best list:
/// annotations do not include everything in a row, but a list of bare links contains nothing of what surrounds the
/// links.
const PART: f64 = 0.9;

/// The rows of a page in terms of a parsed document.
pub struct RowTruth {
    /// Words of rows in document order, by number.
    words: Vec<(NodeId, usize)>,
    /// Links of rows in order; `None` is one of a record that does not count.
    links: Vec<(NodeId, Option<usize>)>,
    rows: Vec<Row>,
    /// Whether rows are identified by their links.
    by_link: bool,
}

/// A row: its link's number, and how often each of its words occurs in it.
struct Row {
    link: Option<usize>,
    words: HashMap<usize, usize>,
    length: usize,
}

/// What a record contains of the rows.
struct Held {
    words: HashMap<usize, usize>,
    links: Vec<usize>,
    ignored: bool,
}

impl RowTruth {
    /// Finds the links and words of the rows in the document. `None` if rows are identified by links that the page does
    /// not have.
    pub fn new(document: &Document, rows: &ListRows) -> Option<RowTruth> {
        let mut keys: HashMap<&str, usize> = HashMap::new();
        for link in rows.rows.iter().filter_map(|row| row.link.as_deref()) {
            let next = keys.len();
            keys.entry(link).or_insert(next);
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let row = |row: &super::list_pages::ListRow| {
            let mut counted: HashMap<usize, usize> = HashMap::new();
            for word in words(&row.text) {
                let next = numbers.len();
                *counted.entry(*numbers.entry(word).or_insert(next)).or_default() += 1;
            }
            let length = counted.values().sum();
            Row { link: row.link.as_deref().map(|link| keys[link]), words: counted, length }
        };
        let described: Vec<Row> = rows.rows.iter().map(row).collect();
        let (mut placed, mut links) = (Vec::new(), Vec::new());
        for id in document.nodes() {
            placed.extend(words(document.raw_text(id)).filter_map(|word| Some((id, *numbers.get(&word)?))));
            if let Some(key) = document.attr(id, AttrName::HREF).map(link_key) {
                match keys.get(&key[..]) {
                    Some(&link) => links.push((id, Some(link))),
                    None if rows.ignored.contains(&key) => links.push((id, None)),
                    None => {}
                }
            }
        }
        let by_link = !keys.is_empty();
        let found = (0..keys.len()).filter(|key| links.iter().any(|link| link.1 == Some(*key))).count();
        let usable = !described.is_empty() && (!by_link || found * 10 >= keys.len() * 9);
        usable.then_some(RowTruth { words: placed, links, rows: described, by_link })
    }

    /// The quality of each of a page's lists.
    pub fn qualities(&self, page: &PageTree, candidates: &[Candidate]) -> Vec<Quality> {
        let claimed: Vec<Claimed> = candidates.iter().map(|candidate| self.claimed(page, candidate)).collect();
        let f1 = |c: &Claimed| 2.0 * c.rows.len() as f64 / (c.predicted + self.rows.len()).max(1) as f64;
        let best = claimed.iter().map(f1).fold(0.0, f64::max);
        let is_best = |c: &&Claimed| f1(c) >= best - 1e-9;
        let reference = claimed.iter().filter(is_best).map(Claimed::share).fold(0.0, f64::max);
        let quality = |c: &Claimed| {
            let part = c.share() < PART * reference;
            let share = if part { c.share() / reference } else { 1.0 };
            let hits = (c.rows.len() as f64 * share) as usize;
            Quality { hits, predicted: c.predicted, gold: self.rows.len() }
        };
        claimed.iter().map(quality).collect()
    }

    /// The rows that the records of a list contain.
    fn claimed(&self, page: &PageTree, candidate: &Candidate) -> Claimed {
        let mut free: Vec<bool> = vec![true; self.rows.len()];
        let mut claimed = Claimed { rows: Vec::new(), predicted: candidate.len() };
        for runs in candidate.records() {
            let held = self.held(page, runs);
            match self.row_of(&held, &free) {
                Some(claim) => {
                    free[claim.row] = false;
                    claimed.rows.push(claim);
                }
                None => claimed.predicted -= usize::from(held.ignored && held.links.is_empty()),
            }
        }
        claimed
    }

    fn held(&self, page: &PageTree, runs: &[Run]) -> Held {
        let mut held = Held { words: HashMap::new(), links: Vec::new(), ignored: false };
        for root in runs.iter().flat_map(|run| run.roots(&page.tree)) {
            let Span { from, to } = page.spans[root];
            for &(_, word) in within(&self.words, from, to) {
                *held.words.entry(word).or_default() += 1;
            }
            for &(_, link) in within(&self.links, from, to) {
                match link {
                    Some(link) if !held.links.contains(&link) => held.links.push(link),
                    Some(_) => {}
                    None => held.ignored = true,
                }
            }
        }
        held
    }

    /// The row that a record contains, if no previous record had it, and if it contains no other.
    fn row_of(&self, held: &Held, free: &[bool]) -> Option<Claim> {
        let claim = |row: usize| Claim { row, share: self.rows[row].share(&held.words) };
        let better = |a: &Claim, b: &Claim| a.share.total_cmp(&b.share).then(b.row.cmp(&a.row));
        if self.by_link {
            let [link] = held.links[..] else { return None };
            let of_link = (0..self.rows.len()).filter(|&at| free[at] && self.rows[at].link == Some(link));
            return of_link.map(claim).max_by(better);
        }
        let all: Vec<Claim> = (0..self.rows.len()).map(claim).filter(|claim| claim.share >= HELD).collect();
        // of two rows, one of which contains everything in the other, the longer
        let longer = |a: &&Claim, b: &&Claim| {
            a.share
                .total_cmp(&b.share)
                .then(self.rows[a.row].length.cmp(&self.rows[b.row].length))
                .then(b.row.cmp(&a.row))
        };
        let best = *all.iter().filter(|claim| free[claim.row]).max_by(longer)?;
        let mut rest = held.words.clone();
        for (word, count) in &self.rows[best.row].words {
            rest.entry(*word).and_modify(|there| *there = there.saturating_sub(*count));
        }
        let several = all.iter().any(|other| other.row != best.row && self.rows[other.row].share(&rest) >= SEVERAL);
        (!several).then_some(best)
    }
}

/// The rows that a list's records contain.
struct Claimed {
    rows: Vec<Claim>,
    /// The number of records that count.
    predicted: usize,
}

impl Claimed {
    /// The share of their rows' words that the records have.
    fn share(&self) -> f64 {
        self.rows.iter().map(|claim| claim.share).sum::<f64>() / self.rows.len().max(1) as f64
    }
}

/// A row that a record contains, and how many of its words.
#[derive(Clone, Copy)]
struct Claim {
    row: usize,
    share: f64,
}

impl Row {
    /// The share of the row's words that are among others.
    fn share(&self, words: &HashMap<usize, usize>) -> f64 {
        let common = self.words.iter().map(|(word, count)| words.get(word).map_or(0, |there| *there.min(count)));
        if self.length == 0 { 1.0 } else { common.sum::<usize>() as f64 / self.length as f64 }
    }
}

fn within<T>(places: &[(NodeId, T)], from: NodeId, to: NodeId) -> &[(NodeId, T)] {
    let start = places.partition_point(|place| place.0 < from);
    let end = places.partition_point(|place| place.0 < to);
    &places[start..end]
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use rowsmith::dom::{ParseOptions, Tag, parse};
    use rowsmith::records::Generator;

    use super::super::list_pages::ListRow;
    use super::*;

    fn quality(html: &str, rows: &[(Option<&str>, &str)]) -> (usize, usize, usize) {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let items: Vec<_> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
        let list = Candidate::of_subtrees(&page.tree, &items, Generator::Region);
        let rows = rows.iter().map(|(link, text)| ListRow { link: link.map(link_key), text: (*text).to_owned() });
        let rows = ListRows { rows: rows.collect(), ignored: vec![link_key("/ignored")] };
        let found = RowTruth::new(&document, &rows).unwrap().qualities(&page, &[list])[0];
        (found.hits, found.predicted, found.gold)
    }

    #[test]
    fn a_record_is_right_with_one_row_and_no_other() {
        let html =
            "<ul><li><a href=/a>A v. B</a> 1<li><a href=/c>C v. D</a> 2<li>header<li><a href=/ignored>x</a></ul>";
        let rows = [(Some("/a"), "A v. B 1"), (Some("/c"), "C v. D 2")];
        assert_eq!(quality(html, &rows), (2, 3, 2));
        assert_eq!(quality(html, &rows.map(|(_, text)| (None, text))), (2, 3, 2));
        let both = html.replace("<li><a href=/c>", "<a href=/c>");
        assert_eq!(quality(&both, &rows), (0, 2, 2));
        assert_eq!(quality(&both, &rows.map(|(_, text)| (None, text))), (0, 2, 2));
    }

    #[test]
    fn a_part_of_a_record_is_no_record() {
        let html = "<ul><li><a href=/a>A</a> by Ann<li><a href=/b>B</a> by Bob</ul>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = |tag| {
            let items: Vec<_> = page.tree.nodes().filter(|&id| page.tag(id) == tag).collect();
            Candidate::of_subtrees(&page.tree, &items, Generator::Region)
        };
        let row = |link: &str, text: &str| ListRow { link: Some(link_key(link)), text: text.to_owned() };
        // other parts of the annotation of a row are not on the page
        let rows = ListRows { rows: vec![row("/a", "A Ann 2001"), row("/b", "B Bob 2002")], ignored: Vec::new() };
        let found = RowTruth::new(&document, &rows).unwrap().qualities(&page, &[list(Tag::LI), list(Tag::A)]);
        assert_eq!(found.iter().map(|q| q.hits).collect::<Vec<_>>(), [2, 1]);
    }
}
