//! The kind of a page, and everything on it: all extractors together, on one parsed page.
//!
//! The lists of the page are ranked once. The article is judged with knowledge of them, and the posts share the facts
//! and comparisons of the records. The kind of the page, [`Kind`], is predicted from what the extractors found, how
//! confident they are, and how much of the page their findings cover ([`kind_evidence`]).

pub(crate) mod findings;
pub use findings::Findings;
pub(crate) mod evidence;
pub(crate) mod model;

pub use crate::types::kind::{Kind, KindProbabilities};
pub use evidence::{KIND_FEATURES, kind_evidence};
pub use model::KindModel;

use std::sync::Arc;

use crate::article;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::date::model::DateModel;
use crate::article::metadata::title::model::TitleModel;
use crate::item;
use crate::posts;
use crate::records;
use crate::types::DateKind;

/// Options of all extractors.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The options for records, which are also those in [`article::Options`].
    pub records: records::Options,
    /// The options for posts.
    pub posts: posts::Options,
    /// The least confidence of posts on a page that is no thread, where nothing else says that there are any. By default it
    /// is more than [`posts::Options::min_confidence`], which is for pages that are asked for posts; the greater of both counts.
    pub posts_beside: f64,
    /// The model of the article's blocks; `None` for the one included in the library.
    pub article: Option<Arc<article::model::Model>>,
    /// The model of titles; `None` for the one included in the library.
    pub titles: Option<Arc<TitleModel>>,
    /// The model of authors; `None` for the one included in the library.
    pub authors: Option<Arc<AuthorModel>>,
    /// The model of dates; `None` for the one included in the library.
    pub dates: Option<Arc<DateModel>>,
    /// Which of the page's dates is wanted.
    pub date_kind: DateKind,
    /// The options for the object that the page is about.
    pub item: item::Options,
    /// The model of kinds; `None` for the one included in the library.
    pub kinds: Option<Arc<KindModel>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            records: records::Options::default(),
            posts: posts::Options::default(),
            posts_beside: 0.3,
            article: None,
            titles: None,
            authors: None,
            dates: None,
            date_kind: DateKind::default(),
            item: item::Options::default(),
            kinds: None,
        }
    }
}

impl Options {
    /// The default options of all extractors.
    ///
    /// ```
    /// use rowsmith::options::{DateKind, ExtractSearch};
    ///
    /// assert_eq!(ExtractSearch::new().date_kind, DateKind::default());
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets how the page's lists are found and chosen.
    ///
    /// ```
    /// use rowsmith::options::{ExtractSearch, ListSearch};
    ///
    /// let search = ExtractSearch::new().records(ListSearch::new().min_confidence(0.5));
    /// assert_eq!(search.records.min_confidence, 0.5);
    /// ```
    #[must_use]
    pub fn records(mut self, records: records::Options) -> Options {
        self.records = records;
        self
    }

    /// Sets how the page's posts are found and chosen.
    ///
    /// ```
    /// use rowsmith::options::{ExtractSearch, PostSearch};
    ///
    /// let search = ExtractSearch::new().posts(PostSearch::new().min_confidence(0.5));
    /// assert_eq!(search.posts.min_confidence, 0.5);
    /// ```
    #[must_use]
    pub fn posts(mut self, posts: posts::Options) -> Options {
        self.posts = posts;
        self
    }

    /// Sets the least confidence of posts on a page that is no thread.
    ///
    /// ```
    /// use rowsmith::options::ExtractSearch;
    ///
    /// assert_eq!(ExtractSearch::new().posts_beside(0.5).posts_beside, 0.5);
    /// ```
    #[must_use]
    pub fn posts_beside(mut self, posts_beside: f64) -> Options {
        self.posts_beside = posts_beside;
        self
    }

    /// Sets which of the page's dates is wanted.
    ///
    /// ```
    /// use rowsmith::options::{DateKind, ExtractSearch};
    ///
    /// assert_eq!(ExtractSearch::new().date_kind(DateKind::Modified).date_kind, DateKind::Modified);
    /// ```
    #[must_use]
    pub fn date_kind(mut self, date_kind: DateKind) -> Options {
        self.date_kind = date_kind;
        self
    }

    /// The options for an article that is judged with knowledge of the same lists and posts.
    pub(crate) fn article_options(&self) -> article::Options {
        article::Options {
            model: self.article.clone(),
            title_model: self.titles.clone(),
            author_model: self.authors.clone(),
            date_model: self.dates.clone(),
            date_kind: self.date_kind,
            records: self.records.clone(),
            posts: self.posts.clone(),
        }
    }
}
