//! What names of elements say of ratings and scores.

use crate::dom::{AttrName, Document, NodeId};

/// The class and the property that an element is, in lower case.
pub(super) fn names(document: &Document, node: NodeId) -> String {
    let (class, property) = (document.attr(node, AttrName::CLASS), document.attr_named(node, "itemprop"));
    if class.is_none() && property.is_none() {
        return String::new();
    }
    let mut names = [beginning(class.unwrap_or_default()), beginning(property.unwrap_or_default())].join(" ");
    names.make_ascii_lowercase();
    names
}

/// The longest name that is looked at, in bytes: those of an element are looked at again for each text in it.
const LONGEST: usize = 300;

/// The beginning of a name that is too long to be one.
pub(super) fn beginning(name: &str) -> &str {
    match name.char_indices().find(|(at, _)| *at >= LONGEST) {
        Some((end, _)) => &name[..end],
        None => name,
    }
}

/// The words of names: runs of letters.
fn words(names: &str) -> impl Iterator<Item = &str> {
    names.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// Whether names are those of stars: "star", "star-rating", "fa-star", but not "thread-starter".
pub(super) fn are_of_stars(names: &str) -> bool {
    words(names).any(|word| {
        let of_star = |rest: &str| !rest.starts_with('t');
        word.strip_prefix("star").is_some_and(of_star)
            || word.ends_with("star")
            || word.ends_with("stars")
            || ["stern", "sterne", "etoile", "etoiles", "estrella", "estrellas", "stelle", "gwiazdka"].contains(&word)
    })
}

/// Whether names are those of a rating.
pub(super) fn are_of_rating(names: &str) -> bool {
    let of_rating = |word: &str| {
        word.starts_with("rating") || word.ends_with("rating") || word.ends_with("ratings") || OF_RATING.contains(&word)
    };
    are_of_stars(names) || words(names).any(of_rating)
}

/// Other words for ratings.
const OF_RATING: [&str; 9] =
    ["rateit", "raty", "bewertung", "puntuacion", "valoracion", "valutazione", "avaliacao", "ocena", "oceny"];

/// Whether names are those of votes for something.
pub(super) fn are_of_votes(names: &str) -> bool {
    const OF_VOTES: [&str; 10] =
        ["vote", "score", "likes", "likecount", "like-count", "like_count", "kudos", "thumb", "helpful", "points"];
    OF_VOTES.iter().any(|word| names.contains(word)) && !are_against(names)
}

/// Whether names are those of votes against something.
pub(super) fn are_against(names: &str) -> bool {
    const AGAINST: [&str; 6] = ["downvote", "votedown", "dislike", "unlike", "negative", "unhelpful"];
    AGAINST.iter().any(|word| names.contains(word)) || words(names).any(|word| word == "down")
}

/// Whether names are those of a box about who wrote a post.
pub(super) fn are_of_person(names: &str) -> bool {
    ["user", "author", "profile", "member", "poster", "avatar", "reputation", "karma"]
        .iter()
        .any(|of| names.contains(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_no_starters() {
        for names in
            ["fa fa-star", "star-rating", "jdgm-star jdgm--on", "a-icon-star", "starfull", "yotpo-review-stars"]
        {
            assert!(are_of_stars(names), "{names}");
        }
        for names in ["thread-starter", "started", "getstarted", "author", "standard"] {
            assert!(!are_of_stars(names), "{names}");
        }
        assert!(are_of_rating("ui_bubble_rating") && are_of_rating("ratingvalue") && !are_of_rating("narration"));
        assert!(are_of_votes("score unvoted") && are_of_votes("js-vote-count") && !are_of_votes("score dislikes"));
        assert!(are_of_votes("like-count") && !are_of_votes("dislike-count") && !are_of_votes("vote down"));
    }
}
