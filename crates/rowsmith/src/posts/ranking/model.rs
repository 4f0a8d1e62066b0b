//! The trained choice of a page's posts, as data.

use std::sync::LazyLock;

use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Part, Parts, Ranker, Trees};
use crate::posts::fields::author::features::AUTHOR_FEATURES;
use crate::posts::ranking::evidence::POST_FEATURES;
use crate::records::{FEATURES, relation_names};

/// The model that chooses the posts among candidate lists.
#[derive(Clone, PartialEq, Debug)]
pub struct PostModel {
    /// Ranks all candidates of a page. Trained on pages with posts.
    pub first: Ranker,
    /// The logit of the probability that a list is the posts of its page, trained on all lists of all pages, including
    /// pages without posts. It is added to the first score.
    pub posts: Trees,
    /// Ranks the likeliest candidates with the help of the relations between them; added to the previous scores.
    pub second: Ranker,
    /// Ranks like `second`, but for the confidence in the choice, of which it makes up half. It is also trained on
    /// artificially shortened pages, which would mislead the choice itself.
    pub sure_of_list: Trees,
    /// The logit of the probability that the chosen list is the posts of its page, trained only on chosen lists and
    /// mostly a linear function: the other half of the confidence. Trees over all lists of all pages are good at
    /// recognising what resembles their training data, but have little confidence in anything else, such as a short
    /// thread on a plain page. A linear function extrapolates beyond that.
    pub sure_of_choice: Ranker,
    /// The logit of the probability that a place in posts is that of their authors.
    pub authors: Trees,
}

/// Features of a list that describe the rest of the page and the list's position on it. The trees that recognise posts
/// do not see them: comments below a long article are posts just as much as a thread that fills its page, or as a
/// thread on an otherwise empty page.
const OF_THE_PAGE: &[&str] = &[
    "text_share",
    "text_share_root",
    "word_share",
    "terminal_share",
    "link_share",
    "image_share",
    "container_depth",
    "before",
    "behind",
    "behind_h1",
    "from_h1",
    "holds_h1",
    "in_main",
    "in_article",
    "in_list",
    "in_inner_list",
    "prose_share",
    "declared_article",
    "declared",
];

/// Features of a list that say whether its records mention what the page was searched for. Posts are ranked without them:
/// the search box of a thread keeps the search that led there.
const OF_A_SEARCH: &[&str] = &["with_searched", "searched_share"];

/// For each feature of a list in records, whether posts are ranked without it.
static IS_OF_A_SEARCH: LazyLock<Vec<bool>> =
    LazyLock::new(|| FEATURES.iter().map(|feature| OF_A_SEARCH.contains(&feature.0)).collect());

/// The names and meanings of the features of a list that posts are ranked by.
fn list_features() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    FEATURES.iter().filter(|feature| !OF_A_SEARCH.contains(&feature.0))
}

/// Leaves of the features of a list in records those that posts are ranked by.
pub(crate) fn keep_list_features(row: &mut Vec<f32>) {
    let mut of_a_search = IS_OF_A_SEARCH.iter();
    row.retain(|_| !of_a_search.next().is_some_and(|of| *of));
}

/// The inputs of the confidence in addition to the features of the chosen list.
pub(crate) const CONFIDENCE_FEATURES: &[&str] = &["score", "ahead", "declared_list", "declared_product"];

/// For each feature of a list, whether it describes the page. The names are looked up only once, since every list of
/// every page is masked.
static IS_OF_THE_PAGE: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let names = list_features().chain(POST_FEATURES).map(|feature| feature.0);
    names.map(|name| OF_THE_PAGE.contains(&name)).collect()
});

/// The features of a list, with those that describe the page set to zero.
pub fn of_the_list(row: &[f32]) -> Vec<f32> {
    row.iter().zip(IS_OF_THE_PAGE.iter()).map(|(&value, &of_the_page)| if of_the_page { 0.0 } else { value }).collect()
}

impl PostModel {
    /// The scores of a page's candidates before the likeliest are compared with each other.
    pub fn scores(&self, rows: &[Vec<f32>]) -> Vec<f64> {
        let own: Vec<Vec<f32>> = rows.iter().map(|row| of_the_list(row)).collect();
        let slices: Vec<&[f32]> = own.iter().map(Vec::as_slice).collect();
        self.first.scores(rows).into_iter().zip(self.posts.sums(&slices)).map(|(a, b)| a + b).collect()
    }

    /// The probability that a list with these features is the posts of its page; `row` comes from
    /// [`posts_confidence_row`](crate::posts::posts_confidence_row).
    pub fn confidence_in(&self, row: &[f32]) -> f64 {
        let own = &row[..row.len().saturating_sub(CONFIDENCE_FEATURES.len())];
        let logit = (self.sure_of_list.sum(own) + self.sure_of_choice.score(row)) / 2.0;
        1.0 / (1.0 + (-logit).exp())
    }
}

static BUILT_IN: BuiltIn<PostModel> = BuiltIn::new(include_bytes!("../../models/posts.model"));

impl PostModel {
    /// The model included in the library.
    pub fn built_in() -> &'static PostModel {
        BUILT_IN.get()
    }
}

impl LearntModel for PostModel {
    const NAME: &'static str = "posts";

    fn features() -> FeatureNames {
        let relations = relation_names();
        let own = list_features().chain(POST_FEATURES).map(|f| f.0);
        let related = relations.iter().map(String::as_str);
        let chosen = CONFIDENCE_FEATURES.iter().copied();
        FeatureNames::of(own.chain(related).chain(chosen).chain(AUTHOR_FEATURES.iter().map(|f| f.0)))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(PostModel {
            first: parts.take_ranker("first")?,
            posts: parts.take_trees("posts")?,
            second: parts.take_ranker("second")?,
            sure_of_list: parts.take_trees("sure_of_list")?,
            sure_of_choice: parts.take_ranker("sure_of_choice")?,
            authors: parts.take_trees("authors")?,
        })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("first", &self.first);
        parts.push("posts", Part::Trees(self.posts.clone()));
        parts.push_ranker("second", &self.second);
        parts.push("sure_of_list", Part::Trees(self.sure_of_list.clone()));
        parts.push_ranker("sure_of_choice", &self.sure_of_choice);
        parts.push("authors", Part::Trees(self.authors.clone()));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert_eq!(BUILT_IN.check(), Ok(()));
    }
}
