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
use crate::article::article_beside;
use crate::article::blocks::main_posts::MainPosts;
use crate::article::metadata::FieldModels;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::title::model::TitleModel;
use crate::posts;
use crate::posts::{Pivots, likeliest_posts};
use crate::records;
use crate::records::{PageFacts, ranked_lists};
use crate::tree::Similarities;

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

/// Runs all extractors. Comparisons are bounded by `max_work` ([`Limits`](crate::Limits)) for all of them together.
pub fn find_all<'a>(facts: &'a PageFacts<'a>, options: &Options, max_work: u64) -> Findings<'a> {
    let mut sims = Similarities::new(&facts.page.tree, &facts.classes, max_work);
    let lists = ranked_lists(facts, &options.records, &mut sims);
    let pivots = Pivots::new(facts.document, facts.page);
    let posts = likeliest_posts(facts, &pivots, &options.posts, &mut sims, max_work);
    let model = options.article.as_deref().unwrap_or_else(|| article::model::Model::built_in());
    let titles = options.titles.as_deref().unwrap_or_else(|| TitleModel::built_in());
    let authors = options.authors.as_deref().unwrap_or_else(|| AuthorModel::built_in());
    let models = FieldModels { titles, authors };
    let main_posts = MainPosts::new(facts, &pivots, posts.as_ref());
    let article = article_beside(facts.document, facts.page, &lists, &main_posts, model, models);
    Findings { facts, pivots, lists, posts, article, exhausted: sims.exhausted }
}
