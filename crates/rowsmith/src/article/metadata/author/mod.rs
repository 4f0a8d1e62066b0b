//! The author: among everything that the page may call its author, and the option that there is none, whatever a
//! trained ranker puts first.

pub mod candidates;
pub mod features;
pub mod model;
pub mod names;
mod together;
mod words;

use crate::article::fold::fold;
use crate::article::metadata::author::candidates::{AuthorPage, Candidate, candidates};
use crate::article::metadata::author::features::features;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::author::names::without_label;
use crate::article::metadata::author::together::together;
use crate::article::metadata::author::words::{is_of_degrees, is_office};
pub(crate) use names::{is_by, until_date, without_by};

/// Chooses the author; several are joined by commas. `None` if that option is more likely than any candidate.
pub fn author(page: &AuthorPage<'_>, model: &AuthorModel) -> Option<String> {
    let mut all = candidates(page);
    let best = model.best(&all, &features(page, &all))?;
    let mut best = all.swap_remove(best);
    if best.is_nobody || is_count(&best.shown) {
        return None;
    }
    // without the trade or the paper behind the name, which the page has in an element of its own
    let is_site = |text: &str| page.sources.sites.iter().any(|site| fold(site) == text.trim());
    let begins = |c: &&Candidate| {
        let rest = best.key.strip_prefix(&c.key).filter(|rest| rest.starts_with(' '));
        rest.is_some_and(|rest| is_office(rest) || is_site(rest))
            && c.block == best.block
            && c.node.is_some()
            && c.key.contains(' ')
    };
    if let Some(at) = all.iter().position(|c| begins(&c)) {
        best = all.swap_remove(at);
    }
    // with the degrees behind the name
    let has_degrees = |c: &&Candidate| c.shown.strip_prefix(&best.shown).is_some_and(is_of_degrees);
    if let Some(at) = all.iter().position(|c| has_degrees(&c)) {
        best = all.swap_remove(at);
    }
    Some(together(page, &best).unwrap_or_else(|| each_once(without_label(&best.shown))))
}

/// Whether a text of several words counts something: "5 out of 5 stars". Accounts with a digit are one word, and names of firms that
/// begin with a number go on with a capital.
fn is_count(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let counts = words.next().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit()));
    let goes_on = |second: &str| !second.starts_with(char::is_uppercase) || second == "Out" || second == "Of";
    counts && words.next().is_some_and(goes_on) && words.next().is_some()
}

/// Names joined by commas without those that are a part of another: "Bridie, Bridie Malone" is one person.
fn each_once(names: &str) -> String {
    let all: Vec<&str> = names.split(", ").collect();
    let is_part = |name: &str, other: &str| {
        let mut words = name.split_whitespace();
        name.len() < other.len() && words.all(|word| other.split_whitespace().any(|of_other| of_other == word))
    };
    let kept: Vec<&str> = all.iter().copied().filter(|name| !all.iter().any(|other| is_part(name, other))).collect();
    kept.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_no_authors() {
        assert!(is_count("5 out of 5 stars") && !is_count("Ann Bloggs 2nd") && !is_count("3ric"));
        assert!(!is_count("98 Buck Social"));
    }

    #[test]
    fn one_person_is_named_once() {
        assert_eq!(each_once("Bridie, Bridie Malone"), "Bridie Malone");
        assert_eq!(each_once("Ann Bloggs, Tom Bloggs, PhD"), "Ann Bloggs, Tom Bloggs, PhD");
    }
}
