//! What learning a wrapper is told.

use crate::dom::document::Document;
use crate::limits::Budget;
use crate::limits::Limits;
use crate::objects::schema::domain_schema::Schema;
use crate::records::record::Record;
use crate::site::templates::cluster::ClusterOptions;
use crate::tree::page_tree::PageTree;
use crate::{article, posts, records};
use std::sync::Arc;
/// How wrappers are learnt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LearnOptions {
    /// What a page may cost.
    pub limits: Limits,
    /// The search for the main list. Its least confidence is 0.1 in place of 0.2 here: whoever learns from a page says
    /// that there is something, and what several pages agree on is more than one of them shows.
    pub records: records::Options,
    /// The search for posts.
    pub posts: posts::Options,
    /// The search for the article of a page that is like no other.
    pub article: article::Options,
    /// How pages are grouped by template (RTDM 4.1).
    pub cluster: ClusterOptions,
    /// What is looked for.
    pub kinds: Kinds,
    /// Objects of this domain are looked for, too: pages whose main list is one of objects get a part of these, with the
    /// attributes as columns, in place of the list.
    pub schema: Option<Arc<Schema>>,
    /// Pages of a template that it is learnt from, at most; those with the surest results. Default 20 (MiBAT 6.3).
    pub max_pages: usize,
}

impl LearnOptions {
    /// All defaults: lists, posts and articles, by what comes with the library.
    pub fn new() -> LearnOptions {
        LearnOptions::default()
    }

    /// What a page may cost.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> LearnOptions {
        self.limits = limits;
        self
    }

    /// How main lists are searched for.
    #[must_use]
    pub fn records(mut self, records: records::Options) -> LearnOptions {
        self.records = records;
        self
    }

    /// How posts are searched for.
    #[must_use]
    pub fn posts(mut self, posts: posts::Options) -> LearnOptions {
        self.posts = posts;
        self
    }

    /// What is looked for.
    #[must_use]
    pub fn kinds(mut self, kinds: Kinds) -> LearnOptions {
        self.kinds = kinds;
        self
    }

    /// Look for objects of a domain, too.
    #[must_use]
    pub fn schema(mut self, schema: Arc<Schema>) -> LearnOptions {
        self.schema = Some(schema);
        self
    }
}

/// The kinds of parts that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Lists of records.
    pub lists: bool,
    /// Posts of threads, and comments.
    pub posts: bool,
    /// Articles.
    pub articles: bool,
}

impl Default for Kinds {
    fn default() -> Self {
        Kinds { lists: true, posts: true, articles: true }
    }
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions {
            limits: Limits::default(),
            records: records::Options { min_confidence: 0.1, ..records::Options::default() },
            posts: posts::Options::default(),
            article: article::Options::default(),
            cluster: ClusterOptions::default(),
            kinds: Kinds::default(),
            schema: None,
            max_pages: 20,
        }
    }
}

/// A page with its records: an example of a part.
#[derive(Clone, Copy)]
pub struct Example<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its tree.
    pub page: &'a PageTree,
    /// Its records.
    pub records: &'a [Record],
}

pub(crate) fn budget(options: &LearnOptions) -> Budget {
    Budget::new(options.limits.max_work)
}
