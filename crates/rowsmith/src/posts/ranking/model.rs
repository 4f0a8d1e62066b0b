//! The learnt choice of a page's posts as data: three rankers in a versioned text file.

use std::sync::OnceLock;

use crate::posts::ranking::evidence::POST_FEATURES;
use crate::records::{FEATURES, Ranker, names_hash, parse_rankers, rankers_to_text, relation_names};

/// The model that chooses the posts among candidate lists.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PostModel {
    /// Ranks all candidates.
    pub first: Ranker,
    /// Ranks the likeliest by relations between them, too; added to the first score.
    pub second: Ranker,
    /// How sure the choice is: the logit of the probability that the page has posts and these are they.
    pub confidence: Ranker,
}

/// First line of the file; the number changes with its meaning.
const HEADER: &str = "rowsmith posts model 1";
const RANKERS: [&str; 3] = ["first", "second", "confidence"];

impl PostModel {
    /// The model that comes with the library.
    pub fn built_in() -> &'static PostModel {
        static MODEL: OnceLock<PostModel> = OnceLock::new();
        MODEL.get_or_init(|| PostModel::parse(include_str!("../../models/posts.txt")).unwrap_or_default())
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// The line that is wrong, and why; also if the file was made for other features.
    pub fn parse(text: &str) -> Result<PostModel, String> {
        let mut rankers = parse_rankers(text, HEADER, &features_hash(), &RANKERS)?.into_iter();
        let mut next = || rankers.next().unwrap_or_default();
        Ok(PostModel { first: next(), second: next(), confidence: next() })
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_text(&self, notes: &str) -> String {
        rankers_to_text(
            HEADER,
            notes,
            &features_hash(),
            RANKERS.into_iter().zip([&self.first, &self.second, &self.confidence]),
        )
    }
}

fn features_hash() -> String {
    let relations = relation_names();
    let own = FEATURES.iter().chain(POST_FEATURES).map(|f| f.0);
    names_hash(own.chain(relations.iter().map(String::as_str)).chain(CONFIDENCE_FEATURES.iter().copied()))
}

/// What the confidence is learnt from beside the features of the chosen list.
pub const CONFIDENCE_FEATURES: &[&str] = &["score", "ahead", "declared_list", "declared_product"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_readable_and_written_as_it_was_read() {
        let model = PostModel::parse(include_str!("../../models/posts.txt")).unwrap();
        assert_eq!(PostModel::parse(&model.to_text("again")), Ok(model));
        assert!(PostModel::parse("rowsmith posts model 0").is_err());
    }
}
