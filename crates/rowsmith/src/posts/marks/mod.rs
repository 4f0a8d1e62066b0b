//! What posts show beside their fields: the rating that a review gives, and the score that readers gave the post.
//!
//! A page shows these in numbers or words for machines (`itemprop`, `data-rating`), for those who cannot see ("4 of 5 stars"), in pictures (four full stars and
//! an empty one, a bar that is 80 % wide) and in texts ("42 points"). One way that most posts show at one place decides; what is the
//! same for all posts of each author says something of the author.

mod agree;
mod around;
mod icons;
mod names;
mod ratings;
mod scores;

use crate::dom::Document;
use crate::posts::PostNodes;
use crate::posts::marks::around::Around;
use crate::tree::PageTree;

pub(crate) use ratings::StarRating;

/// What one post shows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct PostMarks {
    /// The rating that its author gives.
    pub(crate) rating: Option<StarRating>,
    /// Its points, votes or likes.
    pub(crate) score: Option<i64>,
}

/// Finds them for the posts of a list, each with its author's name, if that is known. Takes time linear in what stands around the bodies.
pub(crate) fn find_marks(
    document: &Document,
    page: &PageTree,
    posts: &[PostNodes],
    authors: &[Option<&str>],
) -> Vec<PostMarks> {
    let around = Around::new(document, page, posts);
    if around.is_nested() {
        return vec![PostMarks::default(); posts.len()];
    }
    let ratings = ratings::find_ratings(&around, authors);
    let scores = scores::find_scores(&around, authors);
    // a mark that a review gives is none that it got
    let is_rating = |(rating, score): (&Option<StarRating>, &Option<i64>)| match (rating, score) {
        (Some(rating), Some(score)) => rating.value == *score as f64,
        (_, score) => score.is_none(),
    };
    let is_same = ratings.iter().any(Option::is_some) && ratings.iter().zip(&scores).all(is_rating);
    let marks = ratings.into_iter().zip(scores);
    marks.map(|(rating, score)| PostMarks { rating, score: score.filter(|_| !is_same) }).collect()
}
