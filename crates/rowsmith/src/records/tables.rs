//! Lists of rows of data tables: rows that are not records are left out, and tables with different headers become
//! separate lists.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::dom::{NodeId, Tag};
use crate::records::facts::PageFacts;
use crate::records::options::Ranked;
use crate::records::record::Candidate;
use crate::tables::SourceTable;
use crate::tree::{Run, TreeId};

/// The tables whose rows are asked about, each read once.
#[derive(Default)]
struct Read {
    tables: FxHashMap<NodeId, Option<Rc<SourceTable>>>,
}

impl Read {
    /// The table that a row is in.
    fn table_of(&mut self, facts: &PageFacts<'_>, row: TreeId) -> Option<Rc<SourceTable>> {
        let page = facts.page;
        let table =
            std::iter::successors(Some(row), |&id| page.tree.parent(id)).find(|&id| page.tag(id) == Tag::TABLE)?;
        let node = page.node(table);
        let read = || SourceTable::of(facts.document, node).filter(|table| table.is_data).map(Rc::new);
        self.tables.entry(node).or_insert_with(read).clone()
    }
}

/// The lists in the same order, with rows that are not records removed from lists of data table rows. A list of rows
/// from tables with different headers becomes one list per header, in document order. Takes time linear in the lists
/// and their tables.
pub(crate) fn by_table(facts: &PageFacts<'_>, ranked: Vec<Ranked>) -> Vec<Ranked> {
    let mut read = Read::default();
    let mut out = Vec::with_capacity(ranked.len());
    for list in ranked {
        match lists_of(facts, &list.candidate, &mut read) {
            None => out.push(list),
            Some(lists) => out.extend(lists.into_iter().map(|candidate| Ranked { candidate, ..list.clone() })),
        }
    }
    out
}

/// The lists that a list of rows is turned into; `None` if it stays as it is.
fn lists_of(facts: &PageFacts<'_>, list: &Candidate, read: &mut Read) -> Option<Vec<Candidate>> {
    let (page, tree) = (facts.page, &facts.page.tree);
    let is_row = |&Run { first, end }: &Run| page.tag(first) == Tag::TR && tree.end(first) == end;
    if list.runs_per_record != 1 || !list.runs.iter().all(is_row) {
        return None;
    }
    let mut left: Vec<(Rc<SourceTable>, Vec<Run>)> = Vec::new();
    let mut kept = 0;
    for &run in &list.runs {
        let table = read.table_of(facts, run.first)?;
        if !table.is_record(page.node(run.first)) {
            continue;
        }
        kept += 1;
        match left.iter_mut().find(|(other, _)| other.headers == table.headers) {
            Some((_, runs)) => runs.push(run),
            None => left.push((table, vec![run])),
        }
    }
    // tables of one row each are records with a header of their own
    let apart = left.len() > 1 && left.iter().all(|(_, runs)| runs.len() > 1);
    if kept < 2 || kept == list.runs.len() && !apart {
        return None;
    }
    let candidate = |runs| Candidate { runs, ..list.clone() };
    Some(if apart {
        left.into_iter().map(|(_, runs)| candidate(runs)).collect()
    } else {
        let mut runs: Vec<_> = left.into_iter().flat_map(|(_, runs)| runs).collect();
        runs.sort_unstable();
        vec![candidate(runs)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};
    use crate::records::record::Generator;
    use crate::tree::PageTree;

    /// The texts of the records, for each list that the list of all rows of a page is turned into.
    fn lists(html: &str) -> Vec<Vec<String>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let rows: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::TR).collect();
        let candidate = Candidate::of_subtrees(&page.tree, &rows, Generator::TagClassGroup);
        let all = Ranked { candidate, main: true, score: 0.0, confidence: None, evidence: Vec::new() };
        let text = |&Run { first, .. }: &Run| line(&document, page.spans[first].from, page.spans[first].to);
        let texts = |list: &Ranked| list.candidate.runs.iter().map(text).collect();
        by_table(&facts, vec![all]).iter().map(texts).collect()
    }

    const MEDALS: &str = "<tr><th>Nation<th>Gold<tr><td>Norway<td>16<tr><td>Germany<td>12";

    #[test]
    fn headers_and_titles_of_groups_are_no_records() {
        let html = format!("<table>{MEDALS}<tr><th colspan=2>Later<tr><td>China<td>9<tr><td>Sweden<td>8</table>");
        assert_eq!(lists(&html), [["Norway 16", "Germany 12", "China 9", "Sweden 8"]].map(|l| l.map(str::to_owned)));
    }

    #[test]
    fn tables_of_different_headers_are_lists_of_their_own() {
        let heats = "<tr><th>Runner<th>Time<tr><td>Ann<td>9.9<tr><td>Bob<td>10.1";
        let found = lists(&format!("<table>{MEDALS}</table><table>{heats}</table><table>{MEDALS}</table>"));
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(found[1], ["Ann 9.9", "Bob 10.1"]);
    }

    #[test]
    fn tables_of_one_row_each_stay_one_list() {
        let card = |name: &str| format!("<table><tr><th>{name}<th>Price<tr><td>blue<td>3</table>");
        assert!(lists(&format!("{}{}{}", card("Cup"), card("Jug"), card("Pot"))).len() == 1);
    }
}
