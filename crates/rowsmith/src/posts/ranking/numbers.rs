//! Numbers of posts: "#12", "12.".

use crate::records::{Candidate, PageFacts, fragment};
use crate::tree::{Run, TreeId};

/// How many numbers of a record are compared with those of the next.
const MOST_NUMBERS: usize = 4;

/// A text that is a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberText {
    /// Its position among the texts and images of the page.
    at: usize,
    number: i64,
}

/// The share of neighbouring pairs whose first bare number ("#12") increases by one.
pub(crate) fn numbered(facts: &PageFacts<'_>, numbers: &[NumberText], candidate: &Candidate) -> f64 {
    let of_run = |&run: &Run| {
        let range = facts.terminal_range(run);
        let from = numbers.partition_point(|number| number.at < range.start);
        numbers[from..].iter().take_while(move |number| number.at < range.end).map(|number| number.number)
    };
    let of_record = |runs: &[Run]| -> Vec<i64> { runs.iter().flat_map(of_run).take(MOST_NUMBERS).collect() };
    let numbers: Vec<Vec<i64>> = candidate.records().map(of_record).collect();
    let rises = |pair: &&[Vec<i64>]| pair[1].iter().any(|n| pair[0].contains(&(n - 1)));
    numbers.windows(2).filter(rises).count() as f64 / (numbers.len() - 1) as f64
}

/// The texts of a page that are numbers, in order.
pub(crate) fn number_texts(facts: &PageFacts<'_>) -> Vec<NumberText> {
    let number = |(at, &id): (usize, &TreeId)| {
        let is_short = facts.page.is_text(id) && facts.chars.of(Run::new(id, id + 1)) <= 8;
        let number = is_short.then(|| post_number(fragment(facts.document, facts.page, id))).flatten()?;
        Some(NumberText { at, number })
    };
    facts.terminals.iter().enumerate().filter_map(number).collect()
}

/// The number in `#12`, `12`, `12.`, `№ 12`.
pub(crate) fn post_number(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches(['#', '№', '(', ' ']).trim_end_matches(['.', ')', ':', ' ']);
    (!text.is_empty() && text.len() <= 7 && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}
