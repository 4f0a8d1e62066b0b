//! Refines the text within a site's block: what each page of a cluster says by itself, combined with the template.
//!
//! A template tells where articles are. It fails if only two pages are compared, if the block contains boxes of offers
//! that differ from page to page, and if pages that look alike are not articles. A page by itself tells how likely each
//! of its texts belongs to an article, but fails where comments read like one. Therefore both are combined. The
//! probability of a block of text is pooled with those in the same slot on all pages, what occurs on most pages is
//! excluded, and whether a text is in the site's element counts as much as the pages support that element. The choice
//! is then made as for single pages ([`select`](mod@crate::article::select)).

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::article::fold::fold;
use crate::article::select::{Selected, select};
use crate::article::{Article, find_article};
use crate::dom::{Document, NodeId};
use crate::limits::WithinWork;
use crate::site::places::slot_hashes;
use crate::site::request::SiteOptions;
use crate::site::sample::SamplePage;
use crate::site::templates::template_texts::{Boilerplate, LeftOut, TemplateTexts};

/// A page as judged by itself.
pub(crate) struct Opinion {
    pub(crate) article: Article,
    /// Whether the work limit was exceeded meanwhile.
    pub(crate) exhausted: bool,
    /// For each block of text, the logit of its probability.
    logits: Vec<f64>,
    words: Vec<u32>,
    /// Hashes of the slots of the blocks' elements.
    slots: Vec<u64>,
}

/// Larger probabilities are reduced to this one, so that no single block decides for its slot.
const SUREST: f64 = 1e-4;

impl Opinion {
    /// Judges a page, at the cost of [`find_article`].
    pub(crate) fn new(page: &SamplePage, request: &SiteOptions) -> Opinion {
        let max_work = request.limits.max_work;
        let WithinWork { found: article, exhausted } =
            find_article(&page.document, &page.view, None, &request.article, max_work);
        let logit = |&p: &f32| {
            let p = f64::from(p).clamp(SUREST, 1.0 - SUREST);
            (p / (1.0 - p)).ln()
        };
        let slots = slot_hashes(&page.document);
        Opinion {
            logits: article.probabilities.iter().map(logit).collect(),
            words: article.facts.blocks.iter().map(|b| b.counts.words).collect(),
            slots: article.blocks.list.iter().map(|b| slots[b.owner.index()]).collect(),
            article,
            exhausted,
        }
    }

    fn range(&self, page: &SamplePage, element: NodeId) -> Range<usize> {
        self.article.blocks.range(&page.document, element)
    }
}

/// What the pages of a cluster say about the texts in each slot, and how far they support the site's element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinions {
    /// The mean logits by slot.
    by_slot: FxHashMap<u64, f64>,
    /// How much it counts, in logits, whether a text is in the site's element.
    trust: f64,
    /// The number of pages for each author, with names folded.
    authors: FxHashMap<String, u32>,
    pages: u32,
}

/// The weight of the slot in judging a text.
const OF_SLOT: f64 = 0.5;
/// How much the element of a site counts if its pages fully support it.
const TRUST: f64 = 1.0;
/// Separators between the names of several authors.
const AND: [char; 3] = [',', ';', '&'];
/// A page that retains at most this share of its text, with the rest in the template, is a duplicate.
const COPIED_WHOLE: u32 = 10;
/// With no more support than this, the element counts nothing.
const LEAST_SUPPORT: f64 = 0.7;

impl Opinions {
    /// Pools the judgements on the pages of a cluster. Takes time linear in their texts.
    pub(crate) fn new(opinions: &[Opinion]) -> Opinions {
        let mut sums: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
        for opinion in opinions {
            for ((&slot, &logit), &words) in opinion.slots.iter().zip(&opinion.logits).zip(&opinion.words) {
                // a long text counts more, but less than in proportion to its length
                let weight = f64::from(words).sqrt();
                let sum = sums.entry(slot).or_default();
                *sum = (sum.0 + weight * logit, sum.1 + weight);
            }
        }
        let mean = |(slot, (sum, weight)): (u64, (f64, f64))| (slot, sum / weight.max(1.0));
        let mut authors: FxHashMap<String, u32> = FxHashMap::default();
        for author in opinions.iter().filter_map(|o| o.article.metadata.author.as_deref()) {
            *authors.entry(fold(author)).or_default() += 1;
        }
        let by_slot = sums.into_iter().map(mean).collect();
        Opinions { by_slot, trust: 0.0, authors, pages: opinions.len() as u32 }
    }

    /// The author of a page: the one printed in the template's place, or, if the page itself names that author among
    /// others, all of those. If nobody is printed there, the author that the page names, unless all pages name the same
    /// one, who belongs to the site.
    pub(crate) fn author(&self, opinion: &Opinion, printed: Option<String>) -> Option<String> {
        let Some(own) = opinion.article.metadata.author.clone() else { return printed };
        let is_own = match &printed {
            Some(printed) => own.strip_prefix(printed.as_str()).is_some_and(|more| more.trim_start().starts_with(AND)),
            None => self.authors.get(&fold(&own)).copied().unwrap_or(0) < self.pages,
        };
        if is_own { Some(own) } else { printed }
    }

    /// Records how well the pages support the site's element.
    pub(crate) fn trust(&mut self, support: f64) {
        self.trust = TRUST * ((support - LEAST_SUPPORT) / (1.0 - LEAST_SUPPORT)).clamp(0.0, 1.0);
    }

    /// The probabilities of a page's texts without regard to the site's element; zero for what occurs on most pages.
    fn pooled(&self, page: &SamplePage, opinion: &Opinion, template: &TemplateTexts) -> Vec<f64> {
        let left_out = LeftOut::new(page.read(), Document::ROOT, template, &Boilerplate::default(), None);
        let logit = |at: usize| {
            let own = opinion.logits[at];
            let of_slot = self.by_slot.get(&opinion.slots[at]).copied().unwrap_or(own);
            own + OF_SLOT * (of_slot - own)
        };
        let all = 0..opinion.logits.len();
        let first = |at: usize| opinion.article.blocks.list[at].first;
        all.map(|at| if left_out.contains(first(at)) { f64::NEG_INFINITY } else { logit(at) }).collect()
    }

    /// How well a page supports elements as its article's: the expected F1 of an element's texts, as a share of that of
    /// the best choice.
    pub(crate) fn support<const N: usize>(
        &self,
        page: &SamplePage,
        opinion: &Opinion,
        template: &TemplateTexts,
        elements: [Option<NodeId>; N],
    ) -> [f64; N] {
        let p: Vec<f32> = self.pooled(page, opinion, template).into_iter().map(probability).collect();
        let right = |at: usize| f64::from(p[at]) * f64::from(opinion.words[at]);
        let expected: f64 = (0..p.len()).map(right).sum();
        let best = select(&p, &opinion.words).expected;
        elements.map(|element| {
            let Some(element) = element.filter(|_| best > 0.0) else { return 0.0 };
            let (mut hits, mut size) = (0.0, 0.0);
            // what occurs on most pages belongs to no article
            for at in opinion.range(page, element).filter(|&at| p[at] > 0.0) {
                hits += right(at);
                size += f64::from(opinion.words[at]);
            }
            (2.0 * hits / (size + expected) / best).min(1.0)
        })
    }

    /// The texts of a page's article. Within the site's element only those in `kept` (in document order) can belong to
    /// it.
    pub(crate) fn choose(
        &self,
        page: &SamplePage,
        opinion: &Opinion,
        template: &TemplateTexts,
        element: Option<NodeId>,
        kept: &[usize],
    ) -> Selected {
        let mut logits = self.pooled(page, opinion, template);
        let within = element.map_or(0..0, |element| opinion.range(page, element));
        if element.is_some() {
            for (at, logit) in logits.iter_mut().enumerate() {
                *logit += if within.contains(&at) { self.trust } else { -self.trust };
                if within.contains(&at) && kept.binary_search(&at).is_err() {
                    *logit = f64::NEG_INFINITY;
                }
            }
        }
        let p: Vec<f32> = logits.into_iter().map(probability).collect();
        let mut selected = select(&p, &opinion.words);
        // what an article says twice it says twice on purpose
        let stays = |at: usize| within.contains(&at) && self.trust > 0.0;
        opinion.article.copies.leave_out(&mut selected.chosen, &p, stays);
        let words = |chosen: &[usize]| chosen.iter().map(|&at| opinion.words[at]).sum::<u32>();
        let own = &opinion.article;
        if words(&selected.chosen) * COPIED_WHOLE < words(&own.chosen) {
            return Selected { chosen: own.chosen.clone(), expected: own.confidence };
        }
        selected
    }
}

fn probability(logit: f64) -> f32 {
    (1.0 / (1.0 + (-logit).exp())) as f32
}
