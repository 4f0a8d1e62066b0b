//! Decides what the pages of a template hold: a list, posts, an article, or several of these.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::find_article;
use crate::dom::{AttrName, NodeId, Tag, line};
use crate::limits::WithinWork;
use crate::recognize::date::find_date;
use crate::records;
use crate::site::fields::FieldSlots;
use crate::site::request::PageKind;
use crate::site::sample::SamplePage;
use crate::site::templates::cluster_model::SampleCluster;
use crate::site::templates::listing::is_other;
use crate::site::templates::template_texts::{Boilerplate, TemplateTexts};
use crate::tree::{Run, TreeId};
use crate::types::PartKind;
use crate::wrapper::labels::PageLabels;
use crate::wrapper::learn::agree::{Agreed, covered};
use crate::wrapper::options::LearnOptions;
use crate::wrapper::parts::article::{ArticleModel, tree_node};
use crate::wrapper::parts::posts::overlap;

/// What was found on the pages of a template.
pub(crate) struct Candidates<'c> {
    pub(crate) list: Option<Agreed>,
    pub(crate) posts: Option<Agreed>,
    /// Their cluster, with the results of FOREST and RTDM.
    pub(crate) cluster: &'c SampleCluster,
}

/// What the pages hold, out of the candidates.
pub(crate) struct Decided<'c> {
    pub(crate) list: Option<Agreed>,
    pub(crate) posts: Option<Agreed>,
    pub(crate) article: Option<Articles<'c>>,
    /// Whether `max_work` ([`Limits`](crate::Limits)) was used up in searching the only page for its article.
    pub(crate) exhausted: bool,
}

/// The articles of a template.
pub(crate) struct Articles<'c> {
    /// The pages, by index, with the elements of their articles.
    pub(crate) elements: Vec<(usize, NodeId)>,
    /// What is known about these.
    pub(crate) known: Known<'c>,
}

/// What is known about the articles of a template.
pub(crate) enum Known<'c> {
    /// From several pages.
    Cluster(&'c SampleCluster),
    /// From a single page.
    Alone(Box<FieldSlots>, TemplateTexts, Boilerplate),
}

impl Known<'_> {
    pub(crate) fn model(&self) -> ArticleModel<'_> {
        match self {
            Known::Cluster(c) => {
                ArticleModel { slots: &c.model.slots, template: &c.model.template, boilerplate: &c.model.boilerplate }
            }
            Known::Alone(slots, template, boilerplate) => ArticleModel { slots, template, boilerplate },
        }
    }
}

/// A list next to posts, or within an article, is a part of its own if its confidence is at least this.
const SURE: f64 = 0.5;
/// An article with at least this share of its text in records is a list or a thread.
const MOSTLY_RECORDS: f64 = 0.5;

/// Decides. Posts are preferred to lists, since both searches find a list of posts. An article is rejected if a list
/// contains most of the text of its element.
pub(crate) fn decide<'c>(
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
            // both found the posts; if the first one is in a separate box, the result with higher confidence is used
            posts = list.take();
        } else {
            list = None;
        }
    }
    let alone = samples.len() == 1;
    let searched = options.kinds.articles && !(alone && list.is_some());
    let WithinWork { found: mut article, exhausted } =
        if searched { article_of(samples, cluster, options) } else { WithinWork { found: None, exhausted: false } };
    if let Some(Articles { elements, .. }) = &article {
        let share = |of: &Agreed| {
            let covered =
                elements.iter().map(|&(i, block)| covered(labels[i], tree_node(labels[i].page, block), of.on(i)));
            covered.sum::<f64>() / elements.len().max(1) as f64
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
    Decided { list, posts, article, exhausted }
}

/// The same if a person said what the pages hold: nothing else is looked for. `texts` are the elements of articles that the
/// person pointed at, with their pages by index.
pub(crate) fn decided_by_person<'c>(
    said: PartKind,
    samples: &[&SamplePage],
    candidates: Candidates<'c>,
    texts: &[(usize, NodeId)],
    options: &LearnOptions,
) -> Decided<'c> {
    let Candidates { list, posts, cluster } = candidates;
    let nothing = Decided { list: None, posts: None, article: None, exhausted: false };
    match said {
        PartKind::List | PartKind::Objects => Decided { list, ..nothing },
        PartKind::Posts => Decided { posts, ..nothing },
        PartKind::Item => nothing,
        PartKind::Article => {
            let WithinWork { found, exhausted } = article_as_said(samples, cluster, texts, options);
            Decided { article: Some(found), exhausted, ..nothing }
        }
    }
}

/// The elements of the articles on a template's pages, which are articles because a person said so.
fn article_as_said<'c>(
    samples: &[&SamplePage],
    cluster: &'c SampleCluster,
    texts: &[(usize, NodeId)],
    options: &LearnOptions,
) -> WithinWork<Articles<'c>> {
    let WithinWork { found, mut exhausted } = article_of(samples, cluster, options);
    let known = found.unwrap_or_else(|| Articles { elements: Vec::new(), known: Known::Cluster(cluster) });
    let mut elements: Vec<(usize, NodeId)> = known.elements;
    elements.retain(|(i, _)| texts.iter().all(|(at, _)| at != i));
    elements.extend(texts);
    if elements.is_empty() {
        for (i, sample) in samples.iter().enumerate().take(options.max_pages) {
            let max_work = options.limits.max_work;
            let found = find_article(&sample.document, &sample.view, None, &options.article, max_work);
            exhausted |= found.exhausted;
            elements.push((i, found.found.element));
        }
    }
    elements.sort_unstable();
    WithinWork { found: Articles { elements, known: known.known }, exhausted }
}

/// This share of the records of a list have a title of their own that leads to a page of its own.
const TITLED: f64 = 0.8;
/// The least average length of titles, in characters; names are shorter.
const TITLE_CHARS: usize = 20;

/// Whether the records have titles that are links to further pages, each to another one. Lists of articles have such
/// titles. Posts do not: apart from the body, their only varying texts at one place are names and dates.
fn lead_elsewhere(labels: &[&PageLabels<'_>], list: &Agreed) -> bool {
    let records = list.examples.iter().map(|e| e.1.len()).sum::<usize>();
    // texts and targets of links by their place in the record, with the first at each place of each record
    let mut places: FxHashMap<u64, (FxHashSet<String>, FxHashSet<&str>)> = FxHashMap::default();
    for (i, records) in &list.examples {
        let (page, document) = (labels[*i].page, labels[*i].document);
        for &Run { first, end } in records.iter().filter_map(|record| record.runs.first()) {
            let mut seen: FxHashSet<u64> = FxHashSet::default();
            for id in TreeId::between(first, end).filter(|&id| page.tag(id) == Tag::A) {
                let place = labels[*i].path(page.tree.parent(first).unwrap_or(first), id).full;
                let target = document.attr(page.node(id), AttrName::HREF).filter(|href| !href.contains('#'));
                let (Some(target), true) = (target, seen.insert(place)) else { continue };
                let text = line(document, page.spans[id].from, page.spans[id].to);
                if !text.is_empty() && find_date(&text).is_none() {
                    let of = places.entry(place).or_default();
                    of.0.insert(text);
                    of.1.insert(target);
                }
            }
        }
    }
    places.values().any(|(texts, targets)| {
        let chars: usize = texts.iter().map(|text| text.chars().count()).sum();
        let own = texts.len().min(targets.len());
        own as f64 >= TITLED * records as f64 && chars >= TITLE_CHARS * texts.len()
    })
}

/// The elements of the articles on a template's pages, if they are articles.
fn article_of<'c>(
    samples: &[&SamplePage],
    cluster: &'c SampleCluster,
    options: &LearnOptions,
) -> WithinWork<Option<Articles<'c>>> {
    if let [only] = samples {
        let max_work = options.limits.max_work;
        let WithinWork { found, exhausted } =
            find_article(&only.document, &only.view, None, &options.article, max_work);
        let block = Some(found.element).filter(|_| found.confidence >= SURE);
        if is_other(only, block) {
            return WithinWork { found: None, exhausted };
        }
        let slots = FieldSlots::learn(&[only], &[block], &[None]);
        let known = Known::Alone(Box::new(slots), TemplateTexts::default(), Boilerplate::default());
        let articles = Articles { elements: block.map(|b| (0, b)).into_iter().collect(), known };
        return WithinWork { found: Some(articles), exhausted };
    }
    if cluster.model.kind != PageKind::Article {
        return WithinWork { found: None, exhausted: false };
    }
    let elements: Vec<(usize, NodeId)> = cluster
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(i, block)| Some((i, (*block)?)))
        .take(options.max_pages)
        .collect();
    let articles = Articles { elements, known: Known::Cluster(cluster) };
    WithinWork { found: Some(articles).filter(|of| !of.elements.is_empty()), exhausted: false }
}
