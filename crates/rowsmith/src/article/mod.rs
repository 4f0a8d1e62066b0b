//! The article of a page: its main text, as blocks chosen by a trained probability, and the page's metadata.
//!
//! The steps are: [`blocks`] and facts about them, a row of [`features`](mod@features) per block, a probability from
//! the packed [`model`], the choice that maximises the expected F1 ([`mod@select`]), and the chosen blocks as text,
//! Markdown and clean HTML ([`content`](crate::content)). The page's [`metadata`] is determined separately.
//!
//! What several pages of one site tell together is in the module [`site`](crate::site).

mod attributions;
pub mod blocks;
mod byline;
pub mod copies;
pub mod declared;
pub mod features;
mod flow;
pub mod fold;
mod introduced;
pub(crate) mod kept;
pub mod metadata;
pub mod model;
mod opening;
mod questions;
pub(crate) mod result;
pub mod select;
mod torn;
pub(crate) mod whole;
pub mod words;

use std::sync::Arc;

use crate::article::attributions::take_attributions;
use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::facts::{Facts, Sum};
use crate::article::blocks::main_list::MainList;
use crate::article::blocks::main_posts::{MainPosts, may_have_posts};
use crate::article::byline::leave_out_byline;
use crate::article::copies::Copies;
use crate::article::declared::evidence::Evidence;
use crate::article::declared::json_ld::JsonLd;
use crate::article::declared::meta::Metas;
use crate::article::features::features;
use crate::article::features::page::Page;
use crate::article::features::wording::wording;
use crate::article::flow::take_flow;
use crate::article::introduced::take_introduced;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::date::model::DateModel;
use crate::article::metadata::title::model::TitleModel;
use crate::article::metadata::{FieldModels, Reader, StatedPage};
use crate::article::model::{Model, feature_count};
use crate::article::questions::opens_answer;
use crate::article::select::{Selected, select, take_headings};
use crate::article::torn::take_torn;
use crate::dom::{Document, NodeId};
use crate::limits::WithinWork;
use crate::posts;
use crate::posts::{Pivots, likeliest_posts};
use crate::records;
use crate::records::options::Ranked;
use crate::records::{PageFacts, ranked_lists};
use crate::tree::{PageTree, Similarities};
use crate::types::{DateKind, Metadata};

/// Options of the extractor.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The model of blocks; `None` for the one included in the library.
    pub model: Option<Arc<Model>>,
    /// The model of titles; `None` for the one included in the library.
    pub title_model: Option<Arc<TitleModel>>,
    /// The model of authors; `None` for the one included in the library.
    pub author_model: Option<Arc<AuthorModel>>,
    /// The model of dates; `None` for the one included in the library.
    pub date_model: Option<Arc<DateModel>>,
    /// Which of the page's dates is wanted.
    pub date_kind: DateKind,
    /// How to find the page's main list, which is among the evidence about blocks.
    pub records: records::Options,
    /// How to find the page's posts, which are among the evidence about blocks.
    pub posts: posts::Options,
}

impl Options {
    /// The default options: the text is chosen by the models included in the library.
    ///
    /// ```
    /// use rowsmith::options::{ArticleSearch, DateKind};
    ///
    /// assert_eq!(ArticleSearch::new().date_kind, DateKind::default());
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets which of the page's dates is wanted.
    ///
    /// ```
    /// use rowsmith::options::{ArticleSearch, DateKind};
    ///
    /// assert_eq!(ArticleSearch::new().date_kind(DateKind::Modified).date_kind, DateKind::Modified);
    /// ```
    #[must_use]
    pub fn date_kind(mut self, date_kind: DateKind) -> Options {
        self.date_kind = date_kind;
        self
    }

    /// Sets how the page's lists are found and chosen.
    ///
    /// ```
    /// use rowsmith::options::{ArticleSearch, ListSearch};
    ///
    /// let search = ArticleSearch::new().records(ListSearch::new().min_confidence(0.5));
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
    /// use rowsmith::options::{ArticleSearch, PostSearch};
    ///
    /// let search = ArticleSearch::new().posts(PostSearch::new().min_confidence(0.5));
    /// assert_eq!(search.posts.min_confidence, 0.5);
    /// ```
    #[must_use]
    pub fn posts(mut self, posts: posts::Options) -> Options {
        self.posts = posts;
        self
    }

    /// The model of blocks to use.
    pub(crate) fn text_model(&self) -> &Model {
        self.model.as_deref().unwrap_or_else(|| Model::built_in())
    }

    /// How title, author and date are chosen.
    pub(crate) fn field_models(&self) -> FieldModels<'_> {
        FieldModels {
            titles: self.title_model.as_deref().unwrap_or_else(|| TitleModel::built_in()),
            authors: self.author_model.as_deref().unwrap_or_else(|| AuthorModel::built_in()),
            dates: self.date_model.as_deref().unwrap_or_else(|| DateModel::built_in()),
            date_kind: self.date_kind,
        }
    }
}

/// How many blocks' features are held at once: a table that fits the processor's cache.
const BATCH: usize = 64;

/// The article of a page.
#[derive(Clone, Debug)]
pub struct Article {
    /// All blocks of the page.
    pub blocks: Blocks,
    /// What surrounds each node.
    pub context: Context,
    /// Facts about the blocks.
    pub facts: Facts,
    /// Which blocks say again what others say.
    pub copies: Copies,
    /// What the page declares about itself, as evidence about blocks.
    pub evidence: Evidence,
    /// The page's main list, as evidence about blocks.
    pub list: MainList,
    /// For each block, the probability that it is part of the text.
    pub probabilities: Vec<f32>,
    /// The blocks of the text, in document order.
    pub chosen: Vec<usize>,
    /// The expected F1 of the choice, 0 to 1.
    pub confidence: f64,
    /// The smallest element that holds nine tenths of the words of the text.
    pub element: NodeId,
    /// The page's metadata.
    pub metadata: Metadata,
}

/// Finds the article of a page, given its address if it is known, with no more work than `max_work`
/// ([`Limits`](crate::Limits)). Takes time linear in the size of the page times its depth, plus what finding its main list costs.
pub fn find_article(
    document: &Document,
    page: &PageTree,
    address: Option<&str>,
    options: &Options,
    max_work: u64,
) -> WithinWork<Article> {
    let page_facts = PageFacts::new(document, page);
    let mut sims = Similarities::new(&page.tree, &page_facts.classes, max_work);
    let ranked = ranked_lists(&page_facts, &options.records, &mut sims);
    let pivots = Pivots::new(document, page);
    let chosen = if may_have_posts(&pivots) {
        likeliest_posts(&page_facts, &pivots, &options.posts, &mut sims, max_work)
    } else {
        None
    };
    let posts = MainPosts::new(&page_facts, &pivots, chosen.as_ref(), options.posts.model());
    let (model, models) = (options.text_model(), options.field_models());
    let found = article_beside(document, page, address, &ranked, &posts, model, models);
    WithinWork { found, exhausted: sims.exhausted }
}

/// Like [`find_article`], for a page whose lists and posts are known.
pub fn article_beside(
    document: &Document,
    page: &PageTree,
    address: Option<&str>,
    ranked: &[Ranked],
    posts: &MainPosts,
    model: &Model,
    models: FieldModels<'_>,
) -> Article {
    let list = MainList::new(document, page, ranked);
    let context = Context::new(document);
    let blocks = Blocks::new(document, &context);
    let (metas, json) = (Metas::new(document), JsonLd::new(document));
    let evidence = Evidence::new(document, &metas, &json);
    let facts = Facts::new(document, &context, &blocks, &evidence);
    let all = Page {
        document,
        context: &context,
        blocks: &blocks,
        facts: &facts,
        evidence: &evidence,
        list: &list,
        posts,
        wording: &wording(document, &blocks, &facts, &model.vocabulary),
    };
    let mut probabilities: Vec<f32> = Vec::with_capacity(blocks.len());
    let mut rows: Vec<f32> = Vec::with_capacity(BATCH.min(blocks.len()) * feature_count());
    features(&all, |row| {
        rows.extend(row);
        if rows.len() == BATCH * row.len() {
            model.probabilities(&rows, &mut probabilities);
            rows.clear();
        }
    });
    model.probabilities(&rows, &mut probabilities);
    let words: Vec<u32> = facts.blocks.iter().map(|b| b.counts.words).collect();
    let Selected { mut chosen, expected } = select(&probabilities, &words);
    let copies = Copies::new(document, &blocks, &facts);
    copies.leave_out(&mut chosen, &probabilities, |_| false);
    take_introduced(&mut chosen, &probabilities, document, &blocks, &facts);
    take_attributions(&mut chosen, document, &blocks);
    take_flow(&mut chosen, document, &blocks, &facts);
    take_torn(&mut chosen, document, &blocks, &facts);
    let heads = |at: usize| facts.blocks[at].heading > 0 || opens_answer(document, &blocks, &facts, at);
    take_headings(&mut chosen, &probabilities, heads);
    let stated =
        StatedPage { document, context: &context, blocks: &blocks, metas: &metas, json: &json, posts, address };
    let metadata = Reader::new(stated, models).read();
    leave_out_byline(&mut chosen, &stated, &facts, &metadata);
    let element = smallest_around(document, &blocks, &facts, &chosen);
    Article {
        blocks,
        context,
        facts,
        copies,
        evidence,
        list,
        probabilities,
        chosen,
        confidence: expected,
        element,
        metadata,
    }
}

/// The smallest element that holds nine tenths of the words of the chosen blocks.
pub(crate) fn smallest_around(document: &Document, blocks: &Blocks, facts: &Facts, chosen: &[usize]) -> NodeId {
    let words = |at: usize| u64::from(facts.sum(Sum::Words, &(at..at + 1)));
    let total: u64 = chosen.iter().map(|&at| words(at)).sum();
    let mut element = Document::ROOT;
    // down from the root, into the child that still contains enough
    loop {
        let held = |child: &NodeId| {
            let range = blocks.range(document, *child);
            let from = chosen.partition_point(|&at| at < range.start);
            let to = chosen.partition_point(|&at| at < range.end);
            !document.is_text(*child) && chosen[from..to].iter().map(|&at| words(at)).sum::<u64>() * 10 >= total * 9
        };
        match document.children(element).find(held) {
            Some(child) if total > 0 => element = child,
            _ => return element,
        }
    }
}
