//! What a page is, and all that it holds: the extractors together, on one parsed page.
//!
//! The lists of the page are ranked once; the article is judged beside them, the posts share the facts and comparisons
//! of the records. What the page is, [`Kind`], is learnt from what the extractors say, how sure they are, and how much of
//! the page lies in what they found ([`kind_evidence`]).

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
use crate::article::metadata::title::model::TitleModel;
use crate::posts;
use crate::records;

/// Options of all extractors.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Of the records. The options of [`article::Options`] are these, too.
    pub records: records::Options,
    /// Of the posts.
    pub posts: posts::Options,
    /// The model of the article's blocks; `None` for the one that comes with the library.
    pub article: Option<Arc<article::model::Model>>,
    /// The model of titles; `None` for the one that comes with the library.
    pub titles: Option<Arc<TitleModel>>,
    /// The model of authors; `None` for the one that comes with the library.
    pub authors: Option<Arc<AuthorModel>>,
    /// The model of kinds; `None` for the one that comes with the library.
    pub kinds: Option<Arc<KindModel>>,
}

impl Options {
    /// How the article is found, beside the same lists and posts.
    pub(crate) fn article_options(&self) -> article::Options {
        article::Options {
            model: self.article.clone(),
            title_model: self.titles.clone(),
            author_model: self.authors.clone(),
            records: self.records.clone(),
            posts: self.posts.clone(),
        }
    }
}
