//! The average rating of the object, and the number of reviews.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId};
use crate::item::shown::view::View;
use crate::item::text::count;
use crate::recognize::AnyOf;
use crate::recognize::find_rating;
use crate::types::ItemRating;

/// A rating as shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ShownRating {
    pub(crate) node: NodeId,
    pub(crate) rating: ItemRating,
}

/// The rating is looked for first within this many nodes after the headline.
const NEAR: usize = 400;

/// Names of elements that hold a rating.
static NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["rating", "review", "stars", "score"]));

/// Finds the rating: the first certain one near the headline.
pub(crate) fn find_shown_rating(view: &View<'_>, headline: NodeId) -> Option<ShownRating> {
    let document = view.document;
    let from = headline.index().saturating_sub(60);
    let to = (headline.index() + NEAR).min(document.len());
    for index in from..to {
        let id = NodeId(index as u32);
        if document.is_text(id) || !view.is_own(id) {
            continue;
        }
        let labelled =
            [AttrName::ARIA_LABEL, AttrName::TITLE, AttrName::ALT].iter().find_map(|&name| document.attr(id, name));
        let drawn = |text: &str| text.contains(['★', '☆', '⯨', '⯪']);
        let text =
            labelled.map(str::to_owned).filter(|text| text.len() < 100 && text.bytes().any(|b| b.is_ascii_digit()));
        let text = text.or_else(|| view.short(id, 40).filter(|text| text.bytes().any(|b| b.is_ascii_digit())));
        // stars are drawn whole, and their label says what they stand for: it comes next
        if text.as_deref().is_some_and(|text| drawn(text) && find_rating(text).is_some())
            && document.subtree(id).skip(1).take(MOST_PARTS).any(|inner| is_labelled(view, inner))
        {
            continue;
        }
        if let Some(value) = text.as_deref().and_then(before_reviews) {
            return Some(ShownRating { node: id, rating: ItemRating { value, best: None } });
        }
        let Some(found) = text.as_deref().and_then(find_rating) else { continue };
        // "1 / 5" may count pictures
        let names: String = document.ancestors(id).take(3).map(|outer| view.names(outer)).collect();
        let called = NAMES.is_in(&names);
        let worded =
            text.as_deref().is_some_and(|text| text.contains(|c: char| c.is_alphabetic() || "★⭐☆".contains(c)));
        if !called && !worded {
            continue;
        }
        let bare = found.rating.best.is_none() && !found.certain;
        if bare && !(called && found.rating.value <= 5.0) || found.rating.value <= 0.0 {
            continue;
        }
        return Some(ShownRating {
            node: id,
            rating: ItemRating { value: found.rating.value, best: found.rating.best },
        });
    }
    None
}

/// How many nodes of an element are asked for a label.
const MOST_PARTS: usize = 12;

/// Whether the label of an element says a rating with its scale.
fn is_labelled(view: &View<'_>, id: NodeId) -> bool {
    let labels = [AttrName::ARIA_LABEL, AttrName::TITLE, AttrName::ALT];
    let mut labels = labels.iter().filter_map(|&name| view.document.attr(id, name)).filter(|label| label.len() < 100);
    view.is_own(id)
        && labels.any(|label| find_rating(label).is_some_and(|found| found.certain && found.rating.best.is_some()))
}

/// Words for reviews and ratings.
const WORDS: [&str; 22] = [
    "review",
    "rating",
    "vote",
    "bewertung",
    "rezension",
    "stimme",
    "avis",
    "opinion",
    "reseña",
    "valoraci",
    "recension",
    "voti",
    "avalia",
    "recens",
    "beoordeling",
    "stemmen",
    "omdöme",
    "betyg",
    "opini",
    "ocen",
    "отзыв",
    "értékel",
];

/// The mark before a number of reviews: "4.8 37 reviews", "4.8 (37 reviews)".
fn before_reviews(text: &str) -> Option<f64> {
    let (mark, rest) = text.trim().split_once(' ')?;
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c)).len();
    let (number, word) = rest.split_at(digits);
    let counts = count(number).is_some_and(|number| number > 0) && !is_fraction(number);
    let is_word = WORDS.iter().any(|of| word.trim_start().starts_with(of)) && word.split_whitespace().count() == 1;
    let is_mark = is_fraction(mark) && mark.len() <= LONGEST_MARK && counts && is_word;
    mark.replace(',', ".").parse().ok().filter(|&mark: &f64| is_mark && mark > 0.0 && mark <= 5.0)
}

/// "4.85"
const LONGEST_MARK: usize = 4;

/// Finds the number of reviews: a number with its word, or in brackets next to the rating.
pub(crate) fn find_reviews(view: &View<'_>, headline: NodeId, rating: Option<NodeId>) -> Option<u64> {
    let document = view.document;
    let from = headline.index().saturating_sub(60);
    let to = (headline.index() + NEAR).min(document.len());
    let mut bracketed = None;
    for index in from..to {
        let id = NodeId(index as u32);
        if document.is_text(id) || !view.is_own(id) {
            continue;
        }
        let Some(text) = view.short(id, 48) else { continue };
        if !text.bytes().any(|b| b.is_ascii_digit()) {
            continue;
        }
        let lower = text.to_lowercase();
        if let Some(at) = WORDS.iter().filter_map(|word| lower.find(word)).min() {
            // "4.5 (123 reviews)": the number directly before the word, or in brackets after it
            let before = lower[..at].trim_end().trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
            let digits = before.rsplit(|c: char| !(c.is_ascii_digit() || ".,".contains(c))).next().unwrap_or_default();
            let inside = lower[at..]
                .split_once('(')
                .and_then(|(_, rest)| rest.split_once(')'))
                .and_then(|(inside, _)| count(inside));
            let number = inside.or_else(|| count(digits).filter(|_| !digits.is_empty() && !is_fraction(digits)));
            if let Some(number) = number.filter(|&n| n > 0) {
                return Some(number);
            }
        }
        let alone = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let near = rating.is_some_and(|rating| id > rating && id.index() - rating.index() < 40);
        if bracketed.is_none() && near {
            bracketed = alone
                .filter(|inner| inner.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.'))
                .and_then(count);
        }
    }
    bracketed
}

fn is_fraction(digits: &str) -> bool {
    digits.split_once(['.', ',']).is_some_and(|(_, behind)| behind.len() < 3)
}
