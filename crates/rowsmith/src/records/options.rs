//! The options of the search for records, and the ranked lists that it returns.

use crate::records::align::options::AlignOptions;
use crate::records::columns::ColumnOptions;
use crate::records::mdr::regions::RegionOptions;
use crate::records::ranking::model::Model;
use crate::records::record::Candidate;
use crate::records::visual::VisualOptions;
/// How the page's main list is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Among the candidates of all generators, by the trained model.
    #[default]
    Learned,
    /// The papers' own way: the regions of MDR-2, ranked by MiBAT's sum of matched nodes (5.4).
    Mdr2,
}

/// Options of the record extractor.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
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

impl Options {
    /// The default options: the main list is chosen by the trained model.
    ///
    /// ```
    /// use rowsmith::options::{ListMethod, ListSearch};
    ///
    /// assert_eq!(ListSearch::new().method, ListMethod::Learned);
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets how the main list is chosen.
    ///
    /// ```
    /// use rowsmith::options::{ListMethod, ListSearch};
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let mdr2 = RecordsOptions::new().search(ListSearch::new().method(ListMethod::Mdr2));
    /// assert_eq!(Page::parse(html, &PageOptions::new())?.records(&mdr2).records().count(), 3);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn method(mut self, method: Method) -> Options {
        self.method = method;
        self
    }

    /// Sets the least confidence with which a list is taken to be the page's main list.
    ///
    /// ```
    /// use rowsmith::options::ListSearch;
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let found = |least| page.records(&RecordsOptions::new().search(ListSearch::new().min_confidence(least)));
    /// assert_eq!(found(0.2).records().count(), 3);
    /// assert_eq!(found(1.0).records().count(), 0, "nothing is so sure");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn min_confidence(mut self, min_confidence: f64) -> Options {
        self.min_confidence = min_confidence;
        self
    }

    /// Sets how much lower the score of a further main list may be than that of the first; negative for one main list
    /// per page.
    ///
    /// ```
    /// use rowsmith::options::ListSearch;
    ///
    /// assert_eq!(ListSearch::new().further_within(-1.0).further_within, -1.0);
    /// ```
    #[must_use]
    pub fn further_within(mut self, further_within: f64) -> Options {
        self.further_within = further_within;
        self
    }

    /// Sets whether the evidence for each list is given.
    ///
    /// ```
    /// use rowsmith::options::ListSearch;
    ///
    /// assert!(ListSearch::new().explain(true).explain);
    /// ```
    #[must_use]
    pub fn explain(mut self, explain: bool) -> Options {
        self.explain = explain;
        self
    }

    /// Sets the parameters of MDR-2.
    ///
    /// ```
    /// use rowsmith::options::{ListSearch, RegionOptions};
    ///
    /// let search = ListSearch::new().regions(RegionOptions::new().min_levels(3));
    /// assert!(search.regions.min_levels == 3);
    /// ```
    #[must_use]
    pub fn regions(mut self, regions: RegionOptions) -> Options {
        self.regions = regions;
        self
    }

    /// Sets the parameters of the alignment.
    ///
    /// ```
    /// use rowsmith::options::{AlignOptions, ListSearch};
    ///
    /// let search = ListSearch::new().align(AlignOptions::paper());
    /// assert!(search.align == AlignOptions::paper());
    /// ```
    #[must_use]
    pub fn align(mut self, align: AlignOptions) -> Options {
        self.align = align;
        self
    }

    /// Sets which columns are kept, and how they are labelled.
    ///
    /// ```
    /// use rowsmith::options::{ColumnOptions, ListSearch};
    ///
    /// let search = ListSearch::new().columns(ColumnOptions::all());
    /// assert!(search.columns.all);
    /// ```
    #[must_use]
    pub fn columns(mut self, columns: ColumnOptions) -> Options {
        self.columns = columns;
        self
    }

    /// Sets how the layout of a page is used, if it has one.
    ///
    /// ```
    /// use rowsmith::options::{ListSearch, VisualOptions};
    ///
    /// let search = ListSearch::new().visual(VisualOptions::new().gaps(true));
    /// assert!(search.visual.gaps);
    /// ```
    #[must_use]
    pub fn visual(mut self, visual: VisualOptions) -> Options {
        self.visual = visual;
        self
    }

    /// Chooses by another model than the one included in the library.
    #[cfg(feature = "lab")]
    #[must_use]
    pub fn with_model(mut self, model: std::sync::Arc<Model>) -> Options {
        self.model = Some(model);
        self
    }
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
