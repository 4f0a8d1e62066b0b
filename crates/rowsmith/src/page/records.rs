//! The lists of a page as tables.

use std::sync::Arc;

use crate::Budget;
use crate::dom::ElementPaths;
use crate::inspect;
use crate::limits::Truncated;
use crate::output::{TableContext, region_tables};
use crate::page::Page;
use crate::page::given::GIVEN;
use crate::records::{self, Ranked};
use crate::state::StateUse;
use crate::types::{RecordsPage, Warning};
use crate::warnings::page_warnings;

/// How the lists of a page are found, and which of them are returned.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RecordsOptions {
    /// How lists are found and chosen.
    pub search: records::Options,
    /// Return every region with its score, and not only the main list.
    pub all_regions: bool,
    /// When returning every region, include those that are copies of better ones: the same records with one enclosing
    /// element more or less, taken two at a time, or only a column of them.
    pub copies: bool,
    /// Fill in [`crate::types::RegionTable::evidence`].
    pub explain: bool,
    /// Leave out regions with fewer records. 0 keeps all.
    pub min_records: usize,
    /// Leave out regions with a lower score.
    pub min_score: Option<f64>,
    /// How the data in the page's scripts and attributes is used.
    pub state: StateUse,
}

impl RecordsOptions {
    /// The default options: the main list, chosen by the trained model.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/oak>Oak</a> <b>$45</b><li><a href=/elm>Elm</a> <b>$30</b><li><a href=/ash>Ash</a> <b>$25</b></ul>";
    /// let found = Page::parse(html, &PageOptions::new())?.records(&RecordsOptions::new());
    /// let names: Vec<&str> = found.regions[0].columns.iter().map(|column| column.name.as_str()).collect();
    /// assert_eq!(names, ["title", "url", "price"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> RecordsOptions {
        RecordsOptions::default()
    }

    /// Returns every region with its score, and not only the main list: use it to choose by hand, or to get at the
    /// secondary lists of a page. Copies of better regions are left out; see [`RecordsOptions::copies`].
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let tree = |name: &str| format!("<li><a href=/{name}>{name}</a> <b>$45</b><p>A fine tree for any garden, the {name}.</li>");
    /// let trees = ["Oak", "Elm", "Ash", "Yew"].map(tree).concat();
    /// let news = ["Sale", "New shop", "Jobs"].map(|title| format!("<tr><td>2024<td><a href=/news>{title}</a>")).concat();
    /// let html = format!("<main><ul>{trees}</ul></main><aside><h2>News</h2><table>{news}</table></aside>");
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// assert_eq!(page.records(&RecordsOptions::new()).regions.len(), 1);
    /// let all = page.records(&RecordsOptions::new().all_regions(true)).regions;
    /// assert!(all.len() > 1 && all[0].score > all[1].score);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn all_regions(mut self, all: bool) -> RecordsOptions {
        self.all_regions = all;
        self
    }

    /// Sets how the data in the page's scripts and attributes is used. By default it adds names, types and missing
    /// values to what is shown.
    ///
    /// ```
    /// use rowsmith::options::StateUse;
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let names = ["Attic by the church", "Studio above a bakery", "Cottage in the dunes", "Loft of a factory", "Garden flat in town"];
    /// let flat = |name: &str| format!(r#"{{"title":"{name}","price":{}50000,"url":"/flat/{}","image":"/i/{1}.jpg"}}"#, name.len(), &name[..4]);
    /// let flats = names.map(flat).join(",");
    /// let html = format!(r#"<div id=app></div><script>window.__STATE__ = {{"results":[{flats}]}}</script>"#);
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// assert_eq!(page.records(&RecordsOptions::new()).records().count(), 5);
    /// assert_eq!(page.records(&RecordsOptions::new().state(StateUse::Nothing)).records().count(), 0);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn state(mut self, state: StateUse) -> RecordsOptions {
        self.state = state;
        self
    }

    /// Sets how lists are found and chosen.
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
    pub fn search(mut self, search: records::Options) -> RecordsOptions {
        self.search = search;
        self
    }
}

/// The regions of a page that are wanted.
pub(super) struct Wanted<'a> {
    pub(super) context: TableContext<'a>,
    /// Each region, and whether it is a main list.
    pub(super) regions: Vec<(&'a Ranked, bool)>,
    /// Whether the first of them is a list given by the caller.
    given: bool,
    truncated: Truncated,
}

impl Page {
    /// Returns the data records of the page as tables: its main list, if it has one, or every region with its score.
    ///
    /// A region is a list. Its columns have names and types, and a record has one cell per column, or none where the
    /// item is missing. Several regions are main where the page has several lists of one kind. On a page without a list
    /// the result has no regions, and a warning that says so. Takes near-linear time on real pages;
    /// [`Limits::max_work`](crate::Limits) bounds the comparisons, once for finding lists and once for aligning their
    /// items.
    ///
    /// Data in the page's scripts and attributes about the same records completes them ([`RecordsOptions::state`]). If
    /// the page is a shell that scripts are to fill, its list is taken from that data; see
    /// [`crate::types::RegionTable::state`].
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// for region in page.records(&RecordsOptions::new()).regions {
    ///     assert_eq!(region.records.len(), 3);
    /// }
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn records(&self, options: &RecordsOptions) -> RecordsPage {
        let mut found = self.shown_records(options);
        self.complete_by_state(&mut found, options);
        found
    }

    /// Completes the records that the page shows with data from its state.
    pub(super) fn complete_by_state(&self, found: &mut RecordsPage, options: &RecordsOptions) {
        let from_state = self.with_state(&mut found.regions, options.state);
        if from_state.is_list {
            found.pagination = self.pagination();
        }
        from_state.warn_in(&mut found.warnings);
    }

    /// The records that the page shows.
    pub(super) fn shown_records(&self, options: &RecordsOptions) -> RecordsPage {
        self.with_regions(options, |wanted| {
            let Wanted { context, regions, given, mut truncated } = wanted;
            let mut regions = region_tables(&context, &regions);
            if let Some(given) = regions.first_mut().filter(|_| given) {
                given.found_by = GIVEN.into();
            }
            truncated.work |= context.work.is_exhausted();
            truncated.output = context.output.is_exhausted();
            let has_list = regions.iter().any(|r| r.main);
            let nothing = (!has_list).then_some(Warning::NoListFound);
            let mut warnings = page_warnings(&self.document, context.page, truncated, nothing);
            let document = &self.document;
            if options.search.visual.any() && document.layout.is_none() && document.layout_error.is_none() {
                warnings.push(Warning::NoLayout);
            }
            let page = RecordsPage::new(self.source.as_str(), regions, warnings);
            RecordsPage { pagination: self.pagination_if(has_list), ..page }
        })
    }

    /// Returns the page itself with its lists, records and columns outlined and labelled, as one HTML file to open in a
    /// browser. Nothing in it runs, and it loads nothing. It shows what [`Page::records`] gives with the same options,
    /// so that a person can see at a glance whether that is right.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul><script>alert(1)</script>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let seen = page.inspect(&RecordsOptions::new());
    /// assert!(seen.contains("Three") && !seen.contains("alert(1)"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn inspect(&self, options: &RecordsOptions) -> String {
        self.with_regions(options, |wanted| {
            let marks = inspect::marks_of(&wanted.context, &wanted.regions);
            inspect::marked_html(&self.document, &marks, &self.source)
        })
    }

    /// Finds the lists of the page and returns those that the options ask for.
    pub(super) fn with_regions<T>(&self, options: &RecordsOptions, then: impl FnOnce(Wanted<'_>) -> T) -> T {
        let search = records::Options { explain: options.explain, ..options.search.clone() };
        let (tree, lists) = if search.visual.any() {
            // a different view of the page, which is not kept
            let tree = search.visual.page_tree(&self.document);
            let lists = records::find_candidates(&self.document, &tree, &search, self.limits.max_work);
            (Arc::new(tree), Arc::new(lists))
        } else {
            (Arc::clone(self.tree()), self.lists(&self.facts(), &search))
        };
        let mut truncated = self.truncated();
        truncated.work |= lists.exhausted;
        let context = TableContext {
            document: &self.document,
            page: &tree,
            paths: &ElementPaths::new(&self.document),
            base: self.base(),
            columns: &options.search.columns,
            align: options.search.align,
            work: Budget::new(self.limits.max_work),
            output: Budget::new(self.limits.max_output as u64),
        };
        let sure = |r: &Ranked| r.confidence.is_none_or(|c| c >= options.search.min_confidence);
        let given = self.given_list(&tree);
        let has_main = given.is_none() && lists.found.first().is_some_and(sure);
        let searched = lists.found.iter().take_while(|r| options.all_regions || r.main && has_main);
        let wanted = given
            .iter()
            .chain(searched)
            .filter(|r| r.candidate.len() >= options.min_records)
            .filter(|r| options.min_score.is_none_or(|least| r.score >= least));
        let wanted: Vec<&Ranked> = if options.copies {
            wanted.collect()
        } else {
            records::distinct(wanted, &|first| records::kind_of_list(&self.document, &tree, first))
        };
        let is_given = |r: &Ranked| given.as_ref().is_some_and(|given| std::ptr::eq(given, r));
        let regions: Vec<(&Ranked, bool)> =
            wanted.into_iter().map(|r| (r, has_main && r.main || is_given(r))).collect();
        let given = regions.first().is_some_and(|(r, _)| is_given(r));
        then(Wanted { context, regions, given, truncated })
    }
}
