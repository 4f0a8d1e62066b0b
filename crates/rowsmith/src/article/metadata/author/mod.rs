//! The author: among everything that the page may call its author, and the option that there is none, whatever a
//! trained ranker puts first.

pub mod candidates;
pub mod features;
pub mod model;
pub mod names;
mod together;

use crate::article::metadata::author::candidates::{AuthorPage, candidates};
use crate::article::metadata::author::features::features;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::author::names::without_label;
use crate::article::metadata::author::together::together;
pub(crate) use names::{is_by, until_date, without_by};

/// Chooses the author; several are joined by commas. `None` if that option is more likely than any candidate.
pub fn author(page: &AuthorPage<'_>, model: &AuthorModel) -> Option<String> {
    let mut all = candidates(page);
    let best = model.best(&all, &features(page, &all))?;
    let best = all.swap_remove(best);
    if best.is_nobody {
        return None;
    }
    Some(together(page, &best).unwrap_or_else(|| each_once(without_label(&best.shown))))
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
    fn one_person_is_named_once() {
        assert_eq!(each_once("Bridie, Bridie Malone"), "Bridie Malone");
        assert_eq!(each_once("Ann Bloggs, Tom Bloggs, PhD"), "Ann Bloggs, Tom Bloggs, PhD");
    }
}
