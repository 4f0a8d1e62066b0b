//! The options of the search for records, and the ranked lists that it returns.

use crate::records::align::options::AlignOptions;
use crate::records::columns::ColumnOptions;
use crate::records::mdr::regions::RegionOptions;
use crate::records::ranking::model::Model;
use crate::records::record::Candidate;
use crate::records::visual::VisualOptions;
/// How the page's main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Among the candidates of all generators, by the trained model.
    #[default]
    Learned,
    /// The papers' own way: the regions of MDR-2, ranked by MiBAT's sum of matched nodes (5.4).
    Mdr2,
}

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How the main list is chosen.
    pub method: Method,
    /// A model to use instead of the one included in the library.
    pub model: Option<std::sync::Arc<Model>>,
    /// The least confidence with which a list is taken to be the page's main list. Default 0.2, chosen by
    /// cross-validation: at this value few pages without a list get one, and hardly any list is lost.
    pub min_confidence: f64,
    /// How much lower than that of the main list the score of another list of its kind may be for that list to be main,
    /// too. Default 4: cross-validation finds further correct lists with it, and no wrong ones. Negative for one main
    /// list per page.
    pub further_within: f64,
    /// Fill in `Ranked::evidence`.
    pub explain: bool,
    /// Parameters of MDR-2.
    pub regions: RegionOptions,
    /// Parameters of the alignment.
    pub align: AlignOptions,
    /// What becomes of the aligned items: which columns are kept, and how they are labelled.
    pub columns: ColumnOptions,
    /// How the layout of a page is used, if it has one.
    pub visual: VisualOptions,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            method: Method::Learned,
            model: None,
            min_confidence: 0.2,
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
    /// Whether it is the page's main list or one of several, if the page has any. Main lists come first.
    pub main: bool,
    /// The score by the method in use. Scores are comparable only within a page.
    pub score: f64,
    /// For the best candidate of [`Method::Learned`]: the probability that the page has a main list and that this is
    /// it.
    pub confidence: Option<f64>,
    /// What counted most for and against it, if asked for: features with their contributions to the score, compared
    /// with the mean candidate of the page.
    pub evidence: Vec<(&'static str, f64)>,
}
