//! What was found for earlier questions (lists, posts and the article), with the options that they were found with.

use std::sync::Arc;

use crate::article::{self, Article};
use crate::limits::WithinWork;
use crate::posts::{self, Chosen};
use crate::records::{self, Ranked};

/// The lists, posts and article that were found last.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    pub(crate) lists: Option<Kept<records::Options, Vec<Ranked>>>,
    pub(crate) posts: Option<Kept<posts::Options, Option<Chosen>>>,
    pub(crate) article: Option<Kept<ArticleQuestion, Article>>,
}

/// A question and what was found for it.
#[derive(Debug)]
pub(crate) struct Kept<Q, T> {
    pub(crate) question: Q,
    pub(crate) answer: Arc<WithinWork<T>>,
}

impl<Q: PartialEq, T> Kept<Q, T> {
    pub(crate) fn answer_to(kept: Option<&Self>, question: &Q) -> Option<Arc<WithinWork<T>>> {
        kept.filter(|kept| kept.question == *question).map(|kept| Arc::clone(&kept.answer))
    }
}

/// What the article of a page depends on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ArticleQuestion {
    pub(crate) options: article::Options,
    /// Whether the likeliest posts count even on a page with hardly any.
    pub(crate) all_posts: bool,
}
