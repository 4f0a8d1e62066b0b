//! The learnt choice of a title as data: a ranker in a versioned text file.

use std::sync::OnceLock;

use crate::article::metadata::title::features::title_features;
use crate::records::{Ranker, names_hash, parse_rankers, rankers_to_text};

/// The model that chooses the title among candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TitleModel {
    /// Ranks all candidates.
    pub ranker: Ranker,
}

/// First line of the file; the number changes with its meaning.
const HEADER: &str = "rowsmith title model 1";
const RANKERS: [&str; 1] = ["title"];

impl TitleModel {
    /// The model that comes with the library.
    pub fn built_in() -> &'static TitleModel {
        static MODEL: OnceLock<TitleModel> = OnceLock::new();
        MODEL.get_or_init(|| TitleModel::parse(include_str!("../../../models/titles.txt")).unwrap_or_default())
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// The line that is wrong, and why; also if the file was made for other features.
    pub fn parse(text: &str) -> Result<TitleModel, String> {
        let rankers = parse_rankers(text, HEADER, &features_hash(), &RANKERS)?;
        Ok(TitleModel { ranker: rankers.into_iter().next().unwrap_or_default() })
    }

    /// Writes a model file; `notes` become comments at its top.
    pub fn to_text(&self, notes: &str) -> String {
        rankers_to_text(HEADER, notes, &features_hash(), RANKERS.into_iter().zip([&self.ranker]))
    }
}

fn features_hash() -> String {
    let features = title_features();
    names_hash(features.iter().map(|f| f.0.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_readable_and_written_as_it_was_read() {
        let model = TitleModel::parse(include_str!("../../../models/titles.txt")).unwrap();
        assert_eq!(TitleModel::parse(&model.to_text("again")), Ok(model));
        assert!(TitleModel::parse("rowsmith title model 0").is_err());
    }
}
