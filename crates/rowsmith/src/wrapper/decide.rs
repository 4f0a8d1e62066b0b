//! What the pages of a template hold: their list, posts, article, or several of these.

use rustc_hash::FxHashSet;

use super::agree::{Agreed, covered};
use super::article::{ArticleModel, tree_node};
use super::labels::PageLabels;
use super::learn::LearnOptions;
use super::posts::overlap;
use crate::article::block::{Furniture, TemplateTexts};
use crate::article::cluster_model::SampleCluster;
use crate::article::fields::FieldSlots;
use crate::article::find_article;
use crate::article::listing::is_other;
use crate::article::sample::SamplePage;
use crate::article::site::PageKind;
use crate::dom::{AttrName, NodeId, Tag};
use crate::records;

/// What was found on the pages of a template.
pub(super) struct Candidates<'c> {
    pub(super) list: Option<Agreed>,
    pub(super) posts: Option<Agreed>,
    /// Their cluster, with what FOREST and RTDM say.
    pub(super) cluster: &'c SampleCluster,
}

/// What of it the pages hold.
pub(super) struct Decided<'c> {
    pub(super) list: Option<Agreed>,
    pub(super) posts: Option<Agreed>,
    /// Pages, by number, with the elements of their articles, and what is known of these.
    pub(super) article: Option<(Vec<(usize, NodeId)>, Known<'c>)>,
}

/// What is known of the articles of a template.
pub(super) enum Known<'c> {
    /// By several pages.
    Cluster(&'c SampleCluster),
    /// By one page alone.
    Alone(Box<FieldSlots>, TemplateTexts, Furniture),
}

impl Known<'_> {
    pub(super) fn model(&self) -> ArticleModel<'_> {
        match self {
            Known::Cluster(c) => {
                ArticleModel { slots: &c.model.slots, template: &c.model.template, furniture: &c.model.furniture }
            }
            Known::Alone(slots, template, furniture) => ArticleModel { slots, template, furniture },
        }
    }
}

/// A list beside posts, or within an article, is a part of its own if it is as sure as this.
const SURE: f64 = 0.5;
/// An article most of whose text lies in records is a list or a thread.
const MOSTLY_RECORDS: f64 = 0.5;

/// Decides. Posts go before lists, since a list of posts is what both find; a list that holds most of the text of an
/// article's element makes it none.
pub(super) fn decide<'c>(
    samples: &[&SamplePage],
    labels: &[&PageLabels<'_>],
    candidates: Candidates<'c>,
    options: &LearnOptions,
) -> Decided<'c> {
    let Candidates { mut list, mut posts, cluster } = candidates;
    if let (Some(l), Some(p)) = (&list, &posts) {
        if !l.examples.iter().any(|(i, records)| overlap(records, p.on(*i))) {
            list = list.filter(|l| l.support >= SURE);
        } else if lead_elsewhere(labels, l) {
            posts = None;
        } else if l.support > p.support {
            // both found the posts; where a first one stands in a box of its own rather the surer of the two
            posts = list.take();
        } else {
            list = None;
        }
    }
    let alone = samples.len() == 1;
    let searched = options.kinds.articles && !(alone && list.is_some());
    let mut article = if searched { article_of(samples, cluster, options) } else { None };
    if let Some((blocks, _)) = &article {
        let share = |of: &Agreed| {
            let covered =
                blocks.iter().map(|&(i, block)| covered(labels[i], tree_node(labels[i].page, block), of.on(i)));
            covered.sum::<f64>() / blocks.len().max(1) as f64
        };
        let in_list = list.as_ref().map_or(0.0, share);
        let in_posts = posts.as_ref().map_or(0.0, share);
        // paragraphs look like records, too
        let least = if in_list > 0.0 { SURE } else { records::Options::default().min_confidence };
        list = list.filter(|l| l.support >= least);
        if in_posts >= MOSTLY_RECORDS || in_list >= MOSTLY_RECORDS && list.is_some() {
            article = None;
        }
    }
    Decided { list, posts, article }
}

/// Of the records of a list so many have a heading of their own that leads to a page of its own.
const LINKED: f64 = 0.8;

/// Whether the headings of records are links to further pages: those of a list of articles are, those of posts not.
fn lead_elsewhere(labels: &[&PageLabels<'_>], list: &Agreed) -> bool {
    let (mut linked, mut all) = (0, 0);
    for (i, records) in &list.examples {
        let (page, document) = (labels[*i].page, labels[*i].document);
        let target = |id: usize| document.attr(page.node(id), AttrName::HREF).filter(|h| !h.contains('#'));
        let in_heading = |id: usize| {
            let around = std::iter::successors(Some(id), |&n| page.tree.parent(n));
            let inside = id..page.tree.end(id);
            around.take(3).chain(inside).any(|n| matches!(page.tag(n), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4))
        };
        let mut targets: FxHashSet<&str> = FxHashSet::default();
        for record in records {
            let nodes = record.runs.iter().flat_map(|&(first, end)| first..end);
            let links = nodes.filter(|&id| page.tag(id) == Tag::A && in_heading(id));
            targets.extend(links.filter_map(target).take(1));
        }
        linked += targets.len();
        all += records.len();
    }
    linked as f64 >= LINKED * all as f64
}

/// The elements of the articles of a template's pages, if they are articles.
fn article_of<'c>(
    samples: &[&SamplePage],
    cluster: &'c SampleCluster,
    options: &LearnOptions,
) -> Option<(Vec<(usize, NodeId)>, Known<'c>)> {
    if let [only] = samples {
        let max_work = options.parse.limits.max_work;
        let (found, _) = find_article(&only.document, &only.view, &options.article, max_work);
        let block = Some(found.element).filter(|_| found.confidence >= SURE);
        if is_other(only, block) {
            return None;
        }
        let slots = FieldSlots::learn(&[only], &[block], &[None]);
        let known = Known::Alone(Box::new(slots), TemplateTexts::default(), Furniture::default());
        return Some((block.map(|b| (0, b)).into_iter().collect(), known));
    }
    if cluster.model.kind != PageKind::Article {
        return None;
    }
    let blocks: Vec<(usize, NodeId)> = cluster
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(i, block)| Some((i, (*block)?)))
        .take(options.max_pages)
        .collect();
    (!blocks.is_empty()).then_some((blocks, Known::Cluster(cluster)))
}
