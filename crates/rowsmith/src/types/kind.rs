//! The kinds of pages.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a page is to its reader.
///
/// Exhaustive on purpose: what is returned of a further kind of page must be decided by whoever uses it, and the compiler names
/// the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(description = "What a page is to its reader."))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A list of records: products, results, articles of a section, entries of an index.
    List,
    /// A thread: several posts, one after another, by different people or from different times.
    Thread,
    /// A single text, with or without comments.
    Article,
    /// One object: a product, a recipe, a job, a flat, an event. It may have a text, reviews, and related things besides.
    Item,
    /// None of these: the page holds nothing, or nothing in particular.
    #[default]
    Nothing,
}

impl Kind {
    /// All kinds, in the order of the rankers of a `KindModel`.
    pub const ALL: [Kind; 5] = [Kind::List, Kind::Thread, Kind::Article, Kind::Item, Kind::Nothing];

    /// The name of the kind in result lines.
    ///
    /// ```
    /// use rowsmith::types::Kind;
    ///
    /// assert_eq!(Kind::ALL.map(Kind::name), ["list", "thread", "article", "item", "nothing"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Kind::List => "list",
            Kind::Thread => "thread",
            Kind::Article => "article",
            Kind::Item => "item",
            Kind::Nothing => "nothing",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The probability of each kind; they sum to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindProbabilities {
    /// The probability of [`Kind::List`].
    pub list: f64,
    /// The probability of [`Kind::Thread`].
    pub thread: f64,
    /// The probability of [`Kind::Article`].
    pub article: f64,
    /// The probability of [`Kind::Item`].
    #[serde(default)]
    pub item: f64,
    /// The probability of [`Kind::Nothing`].
    pub nothing: f64,
}

impl KindProbabilities {
    /// Normalises weights in the order of [`Kind::ALL`], rounded to three digits.
    pub(crate) fn of_weights(weights: [f64; 5]) -> KindProbabilities {
        let sum: f64 = weights.iter().sum();
        let [list, thread, article, item, nothing] =
            weights.map(|w| if sum > 0.0 { (w / sum * 1e3).round() / 1e3 } else { 0.2 });
        KindProbabilities { list, thread, article, item, nothing }
    }

    /// The likeliest kind and its probability.
    ///
    /// ```
    /// use rowsmith::types::{Kind, KindProbabilities};
    ///
    /// let kinds = KindProbabilities { list: 0.1, article: 0.9, ..KindProbabilities::default() };
    /// assert_eq!(kinds.best().kind, Kind::Article);
    /// ```
    pub fn best(&self) -> LikelyKind {
        let all = Kind::ALL.into_iter().zip([self.list, self.thread, self.article, self.item, self.nothing]);
        let all = all.map(|(kind, probability)| LikelyKind { kind, probability });
        let none = LikelyKind { kind: Kind::Nothing, probability: -1.0 };
        all.fold(none, |best, next| if next.probability > best.probability { next } else { best })
    }
}

/// A kind and its probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LikelyKind {
    /// The kind.
    pub kind: Kind,
    /// Its probability, 0 to 1.
    pub probability: f64,
}
