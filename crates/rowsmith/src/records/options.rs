//! What the search for records is told, and the lists in the order that it gives them.

use crate::records::align::options::AlignOptions;
use crate::records::columns::ColumnOptions;
use crate::records::mdr::regions::RegionOptions;
use crate::records::ranking::model::Model;
use crate::records::record::Candidate;
use crate::records::visual::VisualOptions;
/// How the page's main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// All generators' candidates, by the learnt model.
    #[default]
    Learned,
    /// The papers' own: regions of MDR-2, by MiBAT's sum of matched nodes (5.4).
    Mdr2,
}

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How the main list is chosen.
    pub method: Method,
    /// The model in place of the library's own.
    pub model: Option<std::sync::Arc<Model>>,
    /// The least confidence with which a list is called the page's main list. Default 0.3, chosen by cross-validation:
    /// it is where few pages without a list get one and hardly any list is lost.
    pub min_confidence: f64,
    /// How much less than the main list another of its kind may score to be called a main list too. Default 4, where
    /// cross-validation finds further lists that are right and none that is wrong; negative for one main list a page.
    pub further_within: f64,
    /// Fill `Ranked::evidence`.
    pub explain: bool,
    /// Parameters of MDR-2.
    pub regions: RegionOptions,
    /// Parameters of the alignment.
    pub align: AlignOptions,
    /// What is made of the aligned items: which columns, and how they are labelled.
    pub columns: ColumnOptions,
    /// What is made of the layout of a page that comes with one.
    pub visual: VisualOptions,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            method: Method::Learned,
            model: None,
            min_confidence: 0.3,
            further_within: 4.0,
            explain: false,
            regions: RegionOptions::default(),
            align: AlignOptions::default(),
            columns: ColumnOptions::default(),
            visual: VisualOptions::default(),
        }
    }
}

/// A candidate with its rank.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The list.
    pub candidate: Candidate,
    /// Whether it is (one of) the page's main lists, if the page has any; they come first.
    pub main: bool,
    /// The score of the method in use; comparable within a page.
    pub score: f64,
    /// For the best candidate of the learnt method: the probability that the page has a main list and this is it.
    pub confidence: Option<f64>,
    /// What spoke most for and against it, on request: features with what each adds to the score, compared with the
    /// mean candidate of the page.
    pub evidence: Vec<(&'static str, f64)>,
}
