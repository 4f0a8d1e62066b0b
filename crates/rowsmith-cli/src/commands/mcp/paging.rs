//! Answers in portions: what fits into the budget now, and the rest through a cursor.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};

/// How many answers are kept for later portions.
const KEPT: usize = 16;
/// The least number of characters in a portion.
pub(super) const LEAST: u32 = 500;
/// The most characters in a portion.
pub(super) const MOST: u32 = 1_000_000;

/// A part of an answer.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Portion {
    /// Whole lines, except if a line is longer than the budget.
    pub(super) text: String,
    /// Identifies the next part; `None` for the last.
    pub(super) cursor: Option<String>,
}

/// Answers of which a part has not been returned yet.
#[derive(Default)]
pub(super) struct Kept {
    answers: VecDeque<(String, String)>,
}

impl Kept {
    /// The first portion of a new answer.
    pub(super) fn begin(&mut self, text: String, budget: usize) -> Portion {
        let end = cut(&text, 0, budget);
        if end == text.len() {
            return Portion { text, cursor: None };
        }
        let name = random();
        let portion = Portion { text: text[..end].to_owned(), cursor: Some(format!("{name}-{end}")) };
        self.answers.push_back((name, text));
        if self.answers.len() > KEPT {
            self.answers.pop_front();
        }
        portion
    }

    /// A further portion.
    ///
    /// # Errors
    /// If the cursor is unknown, or its answer is no longer kept.
    pub(super) fn more(&self, cursor: &str, budget: usize) -> Result<Portion, String> {
        let unknown = || {
            format!(
                "there is no cursor '{cursor}': only the last {KEPT} unfinished answers are kept; ask the question again"
            )
        };
        let (name, at) = cursor.rsplit_once('-').ok_or_else(unknown)?;
        let (_, text) = self.answers.iter().find(|(kept, _)| kept == name).ok_or_else(unknown)?;
        let at: usize = at.parse().ok().filter(|at| text.is_char_boundary(*at)).ok_or_else(unknown)?;
        let end = cut(text, at, budget);
        let cursor = (end < text.len()).then(|| format!("{name}-{end}"));
        Ok(Portion { text: text[at..end].to_owned(), cursor })
    }
}

/// Where a portion that begins at `from` ends: after the last line that fits, or within the first if none does.
fn cut(text: &str, from: usize, budget: usize) -> usize {
    let rest = &text[from..];
    let Some((end, _)) = rest.char_indices().nth(budget) else { return text.len() };
    from + rest[..end].rfind('\n').map_or(end, |line| line + 1)
}

/// A word that no page can know in advance.
pub(super) fn random() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_are_whole_lines_and_all_of_them_together_the_answer() {
        let text = "one\ntwo two\nthree\n";
        let mut kept = Kept::default();
        let first = kept.begin(text.to_owned(), 13);
        assert_eq!(first.text, "one\ntwo two\n");
        let second = kept.more(&first.cursor.unwrap(), 13).unwrap();
        assert_eq!(second, Portion { text: "three\n".to_owned(), cursor: None });
    }

    #[test]
    fn a_line_longer_than_the_budget_is_cut_between_characters() {
        let mut kept = Kept::default();
        let mut portion = kept.begin("äöüäöü".to_owned(), 4);
        let mut whole = portion.text.clone();
        while let Some(cursor) = portion.cursor {
            portion = kept.more(&cursor, 4).unwrap();
            whole.push_str(&portion.text);
        }
        assert_eq!(whole, "äöüäöü");
    }

    #[test]
    fn cursors_that_are_none_are_refused() {
        let mut kept = Kept::default();
        let cursor = kept.begin("ää\n".repeat(400), 500).cursor.unwrap();
        let (name, _) = cursor.rsplit_once('-').unwrap();
        for wrong in ["", "x", "x-1", &format!("{name}-1"), &format!("{name}-99999"), &format!("{name}--1")] {
            assert!(kept.more(wrong, 500).is_err(), "{wrong}");
        }
    }
}
