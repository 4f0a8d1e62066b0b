//! What is asked of the columns of a table.

use std::sync::Arc;

use crate::records::columns::roles::model::ColumnModel;

/// What is made of the aligned items of a list.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct ColumnOptions {
    /// Every column, in the order of the page: by default those are left out that say nothing to a person (the same in
    /// every record, a copy, a button), and those are joined that are one thing in different records.
    pub all: bool,
    /// A constant prefix or suffix of a "Comparable" column ("by …") is taken off its texts and becomes its label,
    /// also where no colon says that it is one (DEPTA 5.2.3).
    pub split_labels: bool,
    /// Columns are called what the page calls them, and have no roles.
    pub without_roles: bool,
    /// Texts of several values in one ("3 rooms · 85 m²") stay whole: by default each value is a column.
    pub composites: bool,
    /// The model of roles in place of the library's own.
    pub model: Option<Arc<ColumnModel>>,
}

impl ColumnOptions {
    /// The default options: the columns that say something to a person.
    ///
    /// ```
    /// use rowsmith::options::ColumnOptions;
    ///
    /// assert!(!ColumnOptions::new().all && ColumnOptions::all().all);
    /// ```
    pub fn new() -> ColumnOptions {
        ColumnOptions::default()
    }

    /// Sets whether a constant prefix or suffix of a column becomes its label.
    ///
    /// ```
    /// use rowsmith::options::ColumnOptions;
    ///
    /// assert!(ColumnOptions::new().split_labels(true).split_labels);
    /// ```
    #[must_use]
    pub fn split_labels(mut self, split_labels: bool) -> ColumnOptions {
        self.split_labels = split_labels;
        self
    }

    /// Sets whether columns are called what the page calls them, and have no roles.
    ///
    /// ```
    /// use rowsmith::options::ColumnOptions;
    ///
    /// assert!(ColumnOptions::new().without_roles(true).without_roles);
    /// ```
    #[must_use]
    pub fn without_roles(mut self, without_roles: bool) -> ColumnOptions {
        self.without_roles = without_roles;
        self
    }

    /// Sets whether texts of several values in one stay whole.
    ///
    /// ```
    /// use rowsmith::options::ColumnOptions;
    ///
    /// assert!(ColumnOptions::new().composites(true).composites);
    /// ```
    #[must_use]
    pub fn composites(mut self, composites: bool) -> ColumnOptions {
        self.composites = composites;
        self
    }

    /// Tells roles by another model than the library's own.
    #[cfg(feature = "lab")]
    #[must_use]
    pub fn with_model(mut self, model: Arc<ColumnModel>) -> ColumnOptions {
        self.model = Some(model);
        self
    }

    /// Every column, in the order of the page.
    ///
    /// ```
    /// use rowsmith::options::{ColumnOptions, ListSearch};
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let item = |name: &str| format!("<li><a href=/{name}>{name}</a> <b>A tree</b> <button>Add to cart</button></li>");
    /// let html = format!("<ul>{}</ul>", ["Oak", "Elm", "Ash", "Yew"].map(item).concat());
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let oak = |columns| -> Vec<String> {
    ///     let found = page.records(&RecordsOptions::new().search(ListSearch::new().columns(columns)));
    ///     found.records().take(1).flat_map(|oak| oak.iter().map(|item| item.cell.text.clone()).collect::<Vec<_>>()).collect()
    /// };
    /// assert_eq!(oak(ColumnOptions::all()), ["/Oak", "Oak", "A tree", "Add to cart"]);
    /// assert!(!oak(ColumnOptions::default()).contains(&"Add to cart".to_owned()), "it is the same in every record");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn all() -> ColumnOptions {
        ColumnOptions { all: true, ..ColumnOptions::default() }
    }

    /// Every column, called what the page calls it: for extractors that have roles of their own.
    pub(crate) fn plain() -> ColumnOptions {
        ColumnOptions { without_roles: true, ..ColumnOptions::all() }
    }

    /// What tells the roles.
    pub(crate) fn model(&self) -> &ColumnModel {
        self.model.as_deref().unwrap_or_else(|| ColumnModel::built_in())
    }

    /// Whether composite texts are split: where every column of the page is asked for, they stay as the page has them.
    pub(crate) fn splits(&self) -> bool {
        !self.composites && (!self.all || self.without_roles)
    }
}
