//! Removing intruders from lists: an ad, a heading or a "next" link between records.

use crate::dom::Tag;
use crate::records::facts::PageFacts;
use crate::records::record::{Candidate, Generator};
use crate::tree::Run;

/// The least share of the common slots that a record must have.
const LEAST_FIT: f64 = 0.34;
/// A record this many times larger or smaller than the median has an outlying size.
const OUTLYING: usize = 8;

/// The candidate without the records that have few of the slots most records have, have an outlying size, or are rows
/// of header cells. `None` if nothing is to be dropped, too much is, or too few records are left.
pub fn cleaned(facts: &PageFacts<'_>, candidate: &Candidate, scratch: &mut Vec<u32>) -> Option<Candidate> {
    let n = candidate.len();
    if n < 3 || candidate.runs_per_record != 1 {
        return None;
    }
    // the number of records in which each slot occurs
    scratch.clear();
    scratch.resize(facts.slot_count * 2, 0);
    let (seen, present) = scratch.split_at_mut(facts.slot_count);
    let mut touched: Vec<u32> = Vec::new();
    let mut sizes: Vec<usize> = Vec::with_capacity(n);
    for (i, &run) in candidate.runs.iter().enumerate() {
        let range = facts.terminal_range(run);
        sizes.push(range.len());
        for &slot in &facts.class_slots[range] {
            if seen[slot as usize] != i as u32 + 1 {
                seen[slot as usize] = i as u32 + 1;
                if present[slot as usize] == 0 {
                    touched.push(slot);
                }
                present[slot as usize] += 1;
            }
        }
    }
    let is_common = |slot: u32| present[slot as usize] as usize * 2 >= n;
    let common = touched.iter().filter(|&&s| is_common(s)).count();
    let mut ordered = sizes.clone();
    let (_, &mut median, _) = ordered.select_nth_unstable(n / 2);
    let keep = |i: usize, seen: &mut [u32]| {
        if is_header_row(facts, candidate.runs[i]) {
            return false;
        }
        if sizes[i] == 0 || sizes[i] * OUTLYING < median || sizes[i] > median * OUTLYING {
            return false;
        }
        let mut fits = 0;
        for &slot in &facts.class_slots[facts.terminal_range(candidate.runs[i])] {
            let mark = (n + i + 1) as u32;
            if seen[slot as usize] != mark {
                seen[slot as usize] = mark;
                fits += usize::from(is_common(slot));
            }
        }
        common == 0 || fits as f64 >= LEAST_FIT * common as f64
    };
    let runs: Vec<_> = (0..n).filter(|&i| keep(i, seen)).map(|i| candidate.runs[i]).collect();
    (runs.len() < n && runs.len() >= 2 && runs.len() * 2 >= n).then_some(Candidate {
        runs,
        runs_per_record: 1,
        generator: Generator::Cleaned,
    })
}

/// Whether a record is one row of a table in which all cells are header cells.
fn is_header_row(facts: &PageFacts<'_>, Run { first, end }: Run) -> bool {
    let (page, tree) = (facts.page, &facts.page.tree);
    let mut cells = tree.children(first).map(|cell| page.tag(cell)).peekable();
    page.tag(first) == Tag::TR && tree.end(first) == end && cells.peek().is_some() && cells.all(|tag| tag == Tag::TH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::tree::PageTree;
    use crate::tree::TreeId;

    /// How many elements with a tag are left, if any are dropped.
    fn left(html: &str, tag: Tag) -> Option<usize> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let members: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == tag).collect();
        let list = Candidate::of_subtrees(&page.tree, &members, Generator::PathGroup);
        cleaned(&facts, &list, &mut Vec::new()).map(|c| c.len())
    }

    #[test]
    fn intruders_are_dropped() {
        let item = "<li><b>a</b><i>1</i><u>x</u>";
        assert_eq!(left(&format!("<ul>{item}{item}{item}<li><s>next</s></ul>"), Tag::LI), Some(3));
        assert_eq!(left(&format!("<ul>{item}{item}{item}</ul>"), Tag::LI), None);
    }

    #[test]
    fn rows_of_header_cells_are_dropped() {
        let row = "<tr><th>1901<td>a";
        assert_eq!(left(&format!("<table><tr><th>Year<th>Name{row}{row}{row}</table>"), Tag::TR), Some(3));
        assert_eq!(left(&format!("<table>{row}{row}{row}</table>"), Tag::TR), None);
    }
}
