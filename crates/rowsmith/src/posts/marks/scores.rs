//! The score that readers gave a post: points, votes, likes.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId};
use crate::posts::marks::agree::{Column, Shown, agreed, are_of_authors};
use crate::posts::marks::around::Around;
use crate::posts::marks::names::{are_against, are_of_person, are_of_rating, are_of_votes, names};
use crate::recognize::{AnyOf, parse_number};

/// How a score is shown, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Way {
    /// `itemprop=upvoteCount`.
    Declared,
    /// A text with a word for it: "42 points".
    Worded,
    /// A number in an element that is called so.
    Named,
    /// An attribute for scripts.
    Data,
}

/// So many of the posts must show a score, unless it is declared: what nobody voted for often shows none.
const LEAST_POSTS: f64 = 0.3;

/// Finds the score of each post.
pub(super) fn find_scores(around: &Around<'_>, authors: &[Option<&str>]) -> Vec<Option<i64>> {
    let shown: Vec<Vec<Shown<Way, i64>>> = (0..around.len()).map(|post| shown_by(around, post)).collect();
    let accepted = |column: &mut Column<Way, i64>| {
        let count = column.count();
        let enough = count >= 2 && count as f64 >= LEAST_POSTS * around.len() as f64;
        (column.way == Way::Declared || enough) && !are_of_authors(&column.values, authors)
    };
    agreed(&shown, accepted, i64::eq).map_or_else(|| vec![None; around.len()], |column| column.values)
}

/// All scores that a post shows outside its body.
fn shown_by(around: &Around<'_>, post: usize) -> Vec<Shown<Way, i64>> {
    let mut all = Vec::new();
    for node in around.nodes(post) {
        let found = if around.document.is_text(node) { in_text(around, post, node) } else { of_element(around, node) };
        all.extend(found.map(|(way, value)| Shown { way, place: around.place(node), value }));
    }
    all
}

/// Attributes that tell scripts a score.
const DATA: [&str; 7] =
    ["data-score", "data-votes", "data-vote-count", "data-likes", "data-like-count", "data-upvotes", "data-points"];

fn of_element(around: &Around<'_>, node: NodeId) -> Option<(Way, i64)> {
    let document = around.document;
    document.attrs(node).filter(|&(attribute, _)| may_tell(attribute)).find_map(|(attribute, value)| {
        match document.attr_name(attribute) {
            "itemprop" if value.eq_ignore_ascii_case("upvoteCount") => {
                let said = document.attr(node, AttrName::CONTENT).or_else(|| document.attr_named(node, "data-value"));
                Some((Way::Declared, whole(said.unwrap_or_else(|| document.raw_text(node)))?))
            }
            name if DATA.contains(&name) && !are_of_rating(&names(document, node)) => Some((Way::Data, whole(value)?)),
            _ => None,
        }
    })
}

/// The attributes that nearly all elements have tell no score.
fn may_tell(attribute: AttrName) -> bool {
    !matches!(
        attribute,
        AttrName::CLASS
            | AttrName::HREF
            | AttrName::ID
            | AttrName::SRC
            | AttrName::STYLE
            | AttrName::TITLE
            | AttrName::ALT
    )
}

/// The longest text that is no more than a score, in bytes.
const LONGEST_TEXT: usize = 40;

fn in_text(around: &Around<'_>, post: usize, node: NodeId) -> Option<(Way, i64)> {
    let document = around.document;
    let text = document.raw_text(node).trim();
    if text.len() > LONGEST_TEXT || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (worded, number) = (worded(text), whole(text));
    if worded.is_none() && number.is_none() {
        return None;
    }
    let mut outer =
        document.ancestors(node).skip(1).take(MOST_AROUND).take_while(|&outer| !around.is_root(post, outer));
    let by_name = {
        let called: Vec<String> = outer.by_ref().take(2).map(|outer| names(document, outer)).collect();
        if called.iter().any(|names| are_of_person(names)) || called.first().is_some_and(|names| are_against(names)) {
            return None;
        }
        called.iter().any(|names| are_of_votes(names))
    };
    if outer.any(|outer| are_of_person(&names(document, outer))) {
        return None;
    }
    let named = number.filter(|_| by_name).map(|score| (Way::Named, score));
    worded.map(|score| (Way::Worded, score)).or(named)
}

/// So many elements around a number say what it is of.
const MOST_AROUND: usize = 24;

/// Words for votes in favour, in lower case.
static WORDS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "point",
        "vote",
        "like",
        "helpful",
        "punkt",
        "stimme",
        "gefällt",
        "j’aime",
        "j'aime",
        "me gusta",
        "mi piace",
        "curti",
        "лайк",
        "нравится",
        "赞",
        "顶",
        "いいね",
        "추천",
        "공감",
        "lubi",
        "beğen",
        "thích",
        "ถูกใจ",
        "إعجاب",
    ])
});

/// The score that a text says with a word for it, and with little else: "42 points", "12 people found this helpful".
fn worded(text: &str) -> Option<i64> {
    if text.matches(|c: char| c.is_ascii_digit()).count() > MOST_DIGITS {
        return None;
    }
    let lower = text.to_lowercase();
    if !WORDS.is_in(&lower) || lower.contains("dislike") {
        return None;
    }
    let rest = lower.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '-' && c != '−');
    let starts = rest.starts_with(|c: char| c.is_ascii_digit() || "-−".contains(c));
    let (behind, digits) = (rest.trim_start_matches(|c: char| !c.is_ascii_digit() && !"-−".contains(c)), starts);
    // "12 points", "Likes: 12", "Like (12)"
    let number = if digits { rest } else { behind };
    let end = number.find(|c: char| c.is_whitespace() || c == ')' || c.is_alphabetic() && c != 'k' && c != 'm');
    let number = &number[..end.unwrap_or(number.len())];
    let others = lower.replacen(number, "", 1);
    if others.bytes().any(|b| b.is_ascii_digit()) { None } else { whole(number) }
}

/// More digits are those of several numbers.
const MOST_DIGITS: usize = 7;

/// No post has so many votes: "15 million" is something else.
const MOST: f64 = 1e7;

/// A whole number, rounded or not: "1.2k" is 1,200.
fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() || text.len() > 12 || text.contains(['/', '%', '€', '$']) {
        return None;
    }
    let (negative, digits) = match text.strip_prefix(['-', '−']) {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let found = parse_number(digits).filter(|found| found.unit.is_none())?;
    let value = found.value.round();
    if (found.value - value).abs() > 1e-6 * value.abs() || value >= MOST {
        return None;
    }
    Some(if negative { -(value as i64) } else { value as i64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_say_scores() {
        for (text, score) in [
            ("42 points", Some(42)),
            ("-3 points", Some(-3)),
            ("1.2k likes", Some(1200)),
            ("12 people found this helpful", Some(12)),
            ("Likes: 7", Some(7)),
            ("Like (3)", Some(3)),
            ("Gefällt mir 5", Some(5)),
            ("Reply 5", None),
            ("3 of 5 people found this helpful", None),
            ("2 dislikes", None),
            ("points", None),
        ] {
            assert_eq!(worded(text), score, "{text}");
        }
    }

    #[test]
    fn whole_numbers() {
        assert_eq!(
            ["12", "-4", "+7", "1,204", "1.2k"].map(whole),
            [Some(12), Some(-4), Some(7), Some(1204), Some(1200)]
        );
        assert_eq!(["4.5", "4/5", "", "12 h", "50%"].map(whole), [None; 5]);
    }
}
