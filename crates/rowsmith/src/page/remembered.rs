//! Lists, posts and the article of a page, found once and kept.

use std::sync::{Arc, PoisonError};

use crate::article::blocks::main_posts::{MainPosts, may_have_posts};
use crate::article::{self, Article, article_beside};
use crate::limits::WithinWork;
use crate::page::Page;
use crate::page::kept::{ArticleQuestion, Kept, Remembered};
use crate::posts::{self, Chosen, likeliest_posts};
use crate::records::{self, PageFacts, Ranked, ranked_lists};

/// Which posts the article is distinguished from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beside {
    /// Posts of pages that may have some: looking for them elsewhere takes time and finds none.
    LikelyPosts,
    /// The likeliest posts of any page, which have been computed anyway.
    AnyPosts,
}

impl Page {
    /// The lists of the page, best first, in the view that the options ask for.
    pub(super) fn lists<'f>(
        &self,
        facts: &'f PageFacts<'f>,
        options: &records::Options,
    ) -> Arc<WithinWork<Vec<Ranked>>> {
        if let Some(known) = self.recall(|r| Kept::answer_to(r.lists.as_ref(), options)) {
            return known;
        }
        let answer = Arc::new(self.comparing(facts, |sims| ranked_lists(facts, options, sims)));
        self.remember(|r| r.lists = Some(Kept { question: options.clone(), answer: Arc::clone(&answer) }));
        answer
    }

    /// The list most likely to be posts, however unlikely it is.
    pub(super) fn likeliest<'f>(
        &self,
        facts: &'f PageFacts<'f>,
        options: &posts::Options,
    ) -> Arc<WithinWork<Option<Chosen>>> {
        if let Some(known) = self.recall(|r| Kept::answer_to(r.posts.as_ref(), options)) {
            return known;
        }
        let max_work = self.limits.max_work;
        let answer =
            Arc::new(self.comparing(facts, |sims| likeliest_posts(facts, self.pivots(), options, sims, max_work)));
        self.remember(|r| r.posts = Some(Kept { question: options.clone(), answer: Arc::clone(&answer) }));
        answer
    }

    /// The article, chosen with knowledge of the page's lists and posts.
    pub(super) fn article_found<'f>(
        &self,
        facts: &'f PageFacts<'f>,
        options: &article::Options,
        beside: Beside,
    ) -> Arc<WithinWork<Article>> {
        let likely = may_have_posts(self.pivots());
        let question = ArticleQuestion { options: options.clone(), all_posts: !likely && beside == Beside::AnyPosts };
        if let Some(known) = self.recall(|r| Kept::answer_to(r.article.as_ref(), &question)) {
            return known;
        }
        let lists = self.lists(facts, &options.records);
        let posts = (likely || question.all_posts).then(|| self.likeliest(facts, &options.posts));
        let chosen = posts.as_ref().and_then(|posts| posts.found.as_ref());
        let main_posts = MainPosts::new(facts, self.pivots(), chosen, options.posts.model());
        let found = article_beside(
            &self.document,
            facts.page,
            self.address.as_ref().map(|address| address.as_str()),
            &lists.found,
            &main_posts,
            options.text_model(),
            options.field_models(),
        );
        let exhausted = lists.exhausted || posts.is_some_and(|posts| posts.exhausted);
        let answer = Arc::new(WithinWork { found, exhausted });
        self.remember(|r| r.article = Some(Kept { question, answer: Arc::clone(&answer) }));
        answer
    }

    fn recall<T>(&self, read: impl FnOnce(&Remembered) -> T) -> T {
        read(&self.remembered.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn remember(&self, keep: impl FnOnce(&mut Remembered)) {
        keep(&mut self.remembered.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
