//! The learnt choice of an author as data: a ranker in a versioned text file.

use std::sync::OnceLock;

use crate::article::metadata::author::candidates::Candidate;
use crate::article::metadata::author::features::author_features;
use crate::records::{Ranker, names_hash, parse_rankers, rankers_to_text};

/// The model that chooses the author among candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AuthorModel {
    /// Ranks all candidates.
    pub ranker: Ranker,
}

/// First line of the file; the number changes with its meaning.
const HEADER: &str = "rowsmith author model 1";
const RANKERS: [&str; 1] = ["author"];

/// How far nobody has to be ahead of the best name. With this much as many are named as by rules before (82 of 758 pages
/// of `text` whose annotation names nobody; 79), without any the fewest (55), and .786 in place of .820 of the others right.
const NOBODY_AHEAD: f64 = 1.0;

impl AuthorModel {
    /// The likeliest of the candidates with these features, by index.
    pub fn best(&self, candidates: &[Candidate], rows: &[Vec<f32>]) -> Option<usize> {
        let mut scores = self.ranker.scores(rows);
        for (score, candidate) in scores.iter_mut().zip(candidates) {
            *score -= if candidate.is_nobody { NOBODY_AHEAD } else { 0.0 };
        }
        (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
    }

    /// The model that comes with the library.
    pub fn built_in() -> &'static AuthorModel {
        static MODEL: OnceLock<AuthorModel> = OnceLock::new();
        MODEL.get_or_init(|| AuthorModel::parse(include_str!("../../../models/authors.txt")).unwrap_or_default())
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// The line that is wrong, and why; also if the file was made for other features.
    pub fn parse(text: &str) -> Result<AuthorModel, String> {
        let rankers = parse_rankers(text, HEADER, &features_hash(), &RANKERS)?;
        Ok(AuthorModel { ranker: rankers.into_iter().next().unwrap_or_default() })
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_text(&self, notes: &str) -> String {
        rankers_to_text(HEADER, notes, &features_hash(), RANKERS.into_iter().zip([&self.ranker]))
    }
}

fn features_hash() -> String {
    let features = author_features();
    names_hash(features.iter().map(|f| f.0.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_readable_and_written_as_it_was_read() {
        let model = AuthorModel::parse(include_str!("../../../models/authors.txt")).unwrap();
        assert_eq!(AuthorModel::parse(&model.to_text("again")), Ok(model));
        assert!(AuthorModel::parse("rowsmith author model 0").is_err());
    }
}
