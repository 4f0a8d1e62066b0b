//! The places where names may be, with their features, for training.

use crate::posts::fields::author::features::author_features;
use crate::posts::fields::author::places::{PlaceText, places};
use crate::posts::fields::{PostList, PostNodes, date};
use crate::posts::pivots::Pivots;
use crate::records::{Candidate, NodeFacts, fragment};

/// A place in posts where names may be.
#[derive(Clone, PartialEq, Debug)]
pub struct AuthorPlace {
    /// The names there.
    pub names: Vec<PlacedName>,
    /// The features of the place, in the order of [`AUTHOR_FEATURES`](crate::posts::AUTHOR_FEATURES).
    pub row: Vec<f32>,
}

/// A text that may be the name of a post's author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedName {
    /// The post, by its index in the list.
    pub post: usize,
    /// The text.
    pub name: String,
}

/// The places in a list of posts.
pub fn author_places(facts: &NodeFacts<'_>, pivots: &Pivots, candidate: &Candidate) -> Vec<AuthorPlace> {
    let list = PostList { facts, pivots, records: candidate.records().collect(), refined: false };
    let mut posts = vec![PostNodes::default(); list.records.len()];
    date::find_dates(&list, &mut posts);
    let places = places(&list, &posts);
    let rows = author_features(&list, &posts, &places);
    let of = places.iter().map(|place| {
        let named = |text: &PlaceText| fragment(facts.document, facts.page, text.node)[text.name.clone()].to_owned();
        place.texts.iter().map(|text| PlacedName { post: text.post, name: named(text) }).collect()
    });
    of.zip(rows).map(|(names, row)| AuthorPlace { names, row }).collect()
}
