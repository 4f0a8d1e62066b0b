//! The trained choice of a date, as data: a ranker.

use crate::article::metadata::date::candidates::Candidate;
use crate::article::metadata::date::features::date_features;
use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Parts, Ranker};

/// The model that chooses the date among candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct DateModel {
    /// Ranks all candidates.
    pub ranker: Ranker,
}

/// How far the option of no date has to be ahead of the best day: with 0 .840 of the dates of `text` are right and 51 of 717 pages whose
/// annotation has none are dated, with this value .881 and 159, with 3 .894 and 274 (before the rule for news).
const NONE_AHEAD: f64 = 1.5;

static BUILT_IN: BuiltIn<DateModel> = BuiltIn::new(include_bytes!("../../../models/dates.model"));

impl DateModel {
    /// The index of the date of a page, given the features of its candidates and which of them are wanted: the likeliest.
    /// On pages that declare that they are news it is the day that they declare, by the first place that does: these
    /// declare with care, and show when they were updated. With this rule .986 of `news` are right in place of .950, and .878 of
    /// `text` in place of .881.
    pub fn choose(
        &self,
        candidates: &[Candidate],
        rows: &[Vec<f32>],
        is_news: bool,
        wanted: impl Fn(&Candidate) -> bool,
    ) -> Option<usize> {
        let declared = (0..candidates.len()).filter_map(|i| Some((candidates[i].first_declaration()?, i)));
        let declared = declared.min().filter(|_| is_news).map(|(_, i)| i);
        declared.or_else(|| self.best(candidates, rows, wanted))
    }

    /// The index of the likeliest among the candidates with these features that are wanted.
    fn best(&self, candidates: &[Candidate], rows: &[Vec<f32>], wanted: impl Fn(&Candidate) -> bool) -> Option<usize> {
        let mut scores = self.ranker.scores(rows);
        for (score, candidate) in scores.iter_mut().zip(candidates) {
            *score -= if candidate.date.is_none() { NONE_AHEAD } else { 0.0 };
        }
        let wanted = (0..scores.len()).filter(|&i| wanted(&candidates[i]));
        wanted.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
    }

    /// The model included in the library.
    pub fn built_in() -> &'static DateModel {
        BUILT_IN.get()
    }
}

impl LearntModel for DateModel {
    const NAME: &'static str = "dates";

    fn features() -> FeatureNames {
        FeatureNames::of(date_features().iter().map(|f| f.0.as_str()))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        Ok(DateModel { ranker: parts.take_ranker("date")? })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        parts.push_ranker("date", &self.ranker);
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
