//! What a page was asked before, and what was found: lists, posts and the article, by the options that they were found
//! with.

use std::sync::Arc;

use crate::article::{self, Article};
use crate::posts::{self, Chosen};
use crate::records::{self, Ranked};

/// The last lists, posts and article.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    pub(crate) lists: Option<Kept<records::Options, Vec<Ranked>>>,
    pub(crate) posts: Option<Kept<posts::Options, Option<Chosen>>>,
    pub(crate) article: Option<Kept<ArticleQuestion, Article>>,
}

/// What was found for a question.
#[derive(Debug)]
pub(crate) struct Kept<Q, T> {
    pub(crate) question: Q,
    pub(crate) answer: Arc<Compared<T>>,
}

impl<Q: PartialEq, T> Kept<Q, T> {
    pub(crate) fn answer_to(kept: Option<&Self>, question: &Q) -> Option<Arc<Compared<T>>> {
        kept.filter(|kept| kept.question == *question).map(|kept| Arc::clone(&kept.answer))
    }
}

/// What an article is judged by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ArticleQuestion {
    pub(crate) options: article::Options,
    /// Whether the likeliest posts count on a page that hardly has any.
    pub(crate) all_posts: bool,
}

/// What comparisons found, and whether the limit of work was passed on the way.
#[derive(Clone, Debug)]
pub(crate) struct Compared<T> {
    pub(crate) found: T,
    pub(crate) exhausted: bool,
}
