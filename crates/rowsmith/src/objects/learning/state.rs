//! What is known while gazetteers are learnt, as plain data that can be written to a file and read again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A place of a page where a term stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TermPlace {
    /// The name of the page.
    pub page: String,
    /// The number of the element, as in [`Page::shown`](crate::Page::shown).
    pub element: u32,
    /// The text that the term stands in.
    pub text: String,
    /// Whether the attribute is there: evidence for the term, not against it.
    pub is_value: bool,
}

/// A term on a page, with its place: part of a [`Seen`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The index of the attribute.
    pub attribute: usize,
    /// The term.
    pub term: String,
    /// The number of its element.
    pub element: u32,
    /// The text that it stands in.
    pub text: String,
    /// Whether the attribute is there.
    pub is_value: bool,
}

/// What a page shows of the terms of a schema: the result of [`Page::observe`](crate::Page::observe).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// The counts that algorithm 5 works with.
    pub observed: crate::objects::Observed,
    /// Where the terms are.
    pub sightings: Vec<Sighting>,
}

/// A person's verdict on a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is a term of the attribute, whatever the evidence.
    Accept,
    /// It is not, as far as is known: it leaves the gazetteer, and comes back if a later round finds it on more pages.
    Reject,
    /// It is not, and never will be.
    Blacklist,
}

/// A verdict with what is needed for undoing it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The name of the attribute.
    pub attribute: String,
    /// The term.
    pub term: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The number of rounds before it.
    pub after: u32,
    /// Where the term was before it.
    pub was: Was,
    /// The number of pages that it had been found on.
    pub pages: u32,
    /// The round whose evidence overruled a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<u32>,
}

/// Where a term was before a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Was {
    /// In the gazetteer.
    Known,
    /// Among the terms that are noise.
    Noise,
    /// Nowhere.
    Unknown,
}

/// The result of a round.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Its number, from 1.
    pub number: u32,
    /// The number of pages that were looked at.
    pub pages: u32,
    /// The number of pages that could not be read.
    pub failed: u32,
    /// What it did to each attribute, by name.
    pub attributes: BTreeMap<String, AttributeRound>,
}

impl Progress {
    /// Whether the round changed nothing, so that a further one would not either.
    ///
    /// ```
    /// use rowsmith::schema::Progress;
    ///
    /// let mut round = Progress::default();
    /// assert!(round.is_saturated());
    /// round.attributes.entry("tree".to_owned()).or_default().learnt.push("Ash".to_owned());
    /// assert!(!round.is_saturated());
    /// ```
    pub fn is_saturated(&self) -> bool {
        self.attributes.values().all(|of| of.learnt.is_empty() && of.dropped.is_empty())
    }
}

/// What a round did to an attribute.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AttributeRound {
    /// The number of its values on all pages.
    pub values: u32,
    /// The number of those in which a term was recognised.
    pub recognised: u32,
    /// The new terms.
    pub learnt: Vec<String>,
    /// The terms that have become noise.
    pub dropped: Vec<String>,
    /// The number of terms after the round.
    pub terms: usize,
}

/// A term as it is stored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct KeptTerm {
    /// The term with its evidence.
    #[serde(flatten)]
    pub evidence: crate::objects::Evidence,
    /// Whether it is noise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noise: bool,
    /// Where it was last found.
    #[serde(default)]
    pub found: Found,
}

/// Where a term was found in the last round that found it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// How often the attribute was there.
    pub right: u32,
    /// How often it was not.
    pub wrong: u32,
    /// The number of pages on which the attribute was there.
    pub pages: u32,
    /// Some of the places.
    pub places: Vec<TermPlace>,
}

impl Found {
    /// The probability that a further sighting is a value of the attribute, by Laplace's rule of succession: 2/3 after
    /// one sighting for the term and none against it. `None` for a term that was never found.
    pub(crate) fn confidence(&self) -> Option<f64> {
        let (right, all) = (f64::from(self.right), f64::from(self.right) + f64::from(self.wrong));
        (all > 0.0).then(|| (right + 1.0) / (all + 2.0))
    }
}

/// Everything that is known while gazetteers are learnt: what [`Learning::state`](crate::schema::Learning::state)
/// returns, and [`Learning::resume`](crate::schema::Learning::resume) continues from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LearningState {
    /// The name of the schema.
    pub schema: String,
    /// The terms to begin with, of the attributes for which they were replaced, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seeds: BTreeMap<String, Vec<String>>,
    /// The terms of each attribute, by name.
    pub terms: BTreeMap<String, Vec<KeptTerm>>,
    /// The rounds.
    pub rounds: Vec<Progress>,
    /// The person's decisions, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
}

/// What a term is at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum TermStatus {
    /// It was there from the beginning.
    Seed,
    /// It was learnt.
    Learnt,
    /// A person accepted it.
    Accepted,
    /// Mostly found where the attribute is not.
    Noise,
    /// A person rejected it.
    Rejected,
    /// A person blacklisted it.
    Blacklisted,
}

impl TermStatus {
    /// Whether the gazetteer has the term.
    ///
    /// ```
    /// use rowsmith::schema::TermStatus;
    ///
    /// assert!(TermStatus::Accepted.is_known() && !TermStatus::Noise.is_known());
    /// ```
    pub fn is_known(self) -> bool {
        matches!(self, TermStatus::Seed | TermStatus::Learnt | TermStatus::Accepted)
    }
}

/// A term with all that is known of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TermState {
    /// The term with its evidence.
    #[serde(flatten)]
    pub evidence: crate::objects::Evidence,
    /// What it is at present.
    pub status: TermStatus,
    /// How sure that is: the probability that a further sighting is a value of the attribute. `None` for a term that no
    /// page has.
    pub confidence: Option<f64>,
    /// Where it was last found.
    pub found: Found,
}

/// How the terms after a round compare with a list of the right ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TermScore {
    /// The round; 0 is the beginning.
    pub round: u32,
    /// The number of terms that the pages show.
    pub terms: usize,
    /// The share of them that is right.
    pub precision: f64,
    /// The share of the right terms that is known.
    pub recall: f64,
    /// The harmonic mean of both.
    pub f1: f64,
}
