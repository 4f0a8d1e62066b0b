//! Learning wrappers: from pages to their templates.

use crate::site::sample::SitePage;
use crate::wrapper::options::Example;
use crate::wrapper::options::LearnOptions;
use crate::wrapper::options::budget;
use url::Url;
pub(crate) mod agree;
pub(crate) mod candidates;
pub(crate) mod decide;
pub(crate) mod given_fields;
pub(crate) mod samples;
pub(crate) mod selectors;
pub(crate) mod statistics;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::dom::NodeId;
use crate::limits::WithinWork;
use crate::posts::{Pivots, find_posts};
use crate::records::{PageFacts, Record, ranked_lists};
use crate::site::request::SiteOptions;
use crate::site::sample::{FieldNode, SamplePage, Site};
use crate::site::templates::cluster_model::{SampleCluster, learn_clusters};
use crate::tree::Similarities;
use crate::types::PartKind;
use crate::wrapper::apply::applied::{Applied, host_of};
use crate::wrapper::apply::apply_part;
use crate::wrapper::format::{Part, Template, VERSION, Wrapper, dropped_last};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::learn::agree::{Agreed, Found, agreed};
use crate::wrapper::learn::decide::{Articles, Candidates, Decided, decide, decided_by_person};
use crate::wrapper::learn::given_fields::{GivenPage, areas, give_fields};
use crate::wrapper::learn::samples::add_samples;
use crate::wrapper::learn::selectors::{Given, add_selectors};
use crate::wrapper::learn::statistics::{PageYield, add_statistics};
use crate::wrapper::parts::article::{is_metadata, learn_article};
use crate::wrapper::parts::item::{learn_item, shown_fields};
use crate::wrapper::parts::objects::search_objects;
use crate::wrapper::parts::part::{learn_list, learn_object_list, learn_posts};
use crate::wrapper::parts::posts::overlap;
use crate::wrapper::prepared::Prepared;
use crate::wrapper::recognition::learn_recognition;

/// How many of the pages that a template was learnt from are listed in it.
const MAX_SOURCES: usize = 8;

/// The results of the search on a page.
#[derive(Default)]
struct Searched {
    host: Option<String>,
    /// The address of the page, or its name.
    name: Option<String>,
    list: Option<Found>,
    posts: Option<Found>,
    objects: Option<Found>,
    /// Whether the list, or the posts, were given by the caller.
    given: bool,
    /// What a person said that the page holds.
    said: Option<PartKind>,
    /// Where its fields are, as a person said, or as the page shows them if it is said to be about an object.
    fields: Vec<FieldNode>,
    /// Whether `max_work` was used up in one of the searches.
    exhausted: bool,
}

/// A page of a template that is being learnt.
struct PageOf<'p, 'a> {
    sample: &'a SamplePage,
    prepared: &'p Prepared<'a>,
    searched: &'p Searched,
}

/// Learns the templates of some pages: groups the pages by template, finds the list, posts and article of each page by
/// search, decides what the pages of a template hold, and learns where in them the records and columns are.
///
/// Takes the time of `records` and `posts` on each page, of applying a few wrappers to each, and of comparing all pairs
/// of pages.
pub(crate) fn learn(pages: &[SitePage], options: &LearnOptions) -> Learnt {
    let mut site = Site::default();
    let (mut samples, mut searched) = (Vec::new(), Vec::new());
    for page in pages {
        let sample = SamplePage::new(page, &mut site);
        let mut found = search(&sample, page, options);
        found.said = page.given.part;
        if found.said == Some(PartKind::Item) {
            found.fields = shown_fields(page);
        }
        found.fields.extend(page.given.fields.iter().cloned());
        let source = Some(page.source.clone()).filter(|source| !source.is_empty());
        found.name = page.address.as_ref().map(Url::to_string).or(source);
        searched.push(found);
        samples.push(sample);
    }
    let request = SiteOptions { limits: options.limits, cluster: options.cluster, ..SiteOptions::default() };
    let mut clusters = learn_clusters(&samples, &mut site, &request).clusters;
    clusters.sort_by_key(|c| (std::cmp::Reverse(c.members.len()), c.members.first().copied()));
    let prepared: Vec<Prepared<'_>> = samples.iter().map(|s| Prepared::new(&s.document, &s.view)).collect();
    let mut wrapper = Wrapper { rowsmith_wrapper: VERSION, templates: Vec::new() };
    let mut exhausted: BTreeSet<usize> = (0..pages.len()).filter(|&i| searched[i].exhausted).collect();
    for cluster in &clusters {
        let page = |&i: &usize| PageOf { sample: &samples[i], prepared: &prepared[i], searched: &searched[i] };
        let of: Vec<PageOf<'_, '_>> = cluster.members.iter().map(page).collect();
        let learnt = learn_template(&of, cluster, options, wrapper.templates.len() + 1);
        wrapper.templates.push(learnt.found);
        let judged = cluster.members.iter().zip(&cluster.judged).filter(|_| options.kinds.articles);
        exhausted.extend(judged.filter(|(_, opinion)| opinion.exhausted).map(|(&page, _)| page));
        if learnt.exhausted {
            exhausted.extend(&cluster.members);
        }
    }
    Learnt { wrapper, exhausted: exhausted.into_iter().collect() }
}

/// A wrapper that was learnt from pages, and those of them that could not be searched whole.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Learnt {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// The pages, by their index among those given, on which [`Limits::max_work`](crate::Limits::max_work) was used up before they
    /// were searched whole: what they taught may lack a list, posts or an article that they show.
    pub exhausted: Vec<usize>,
}

/// The results of searching a page for lists, posts and objects. Its facts are gathered once for all of them.
fn search(sample: &SamplePage, of: &SitePage, options: &LearnOptions) -> Searched {
    let (document, page) = (&sample.document, &sample.view);
    let host = host_of(of.address.as_ref(), document);
    let are_posts = of.given.part == Some(PartKind::Posts);
    let wanted = if are_posts { options.kinds.posts } else { options.kinds.lists };
    if wanted && !of.given.records.is_empty() {
        let records = Some(Found { records: of.given.records.clone(), confidence: 1.0 });
        let (list, posts) = if are_posts { (None, records) } else { (records, None) };
        return Searched { host, list, posts, given: true, ..Searched::default() };
    }
    let max_work = options.limits.max_work;
    let mut exhausted = false;
    let known = OnceCell::new();
    let facts = || known.get_or_init(|| PageFacts::new(document, page));
    let list = options.kinds.lists.then(|| {
        let facts = facts();
        let mut sims = Similarities::new(&page.tree, &facts.classes, max_work);
        let ranked = ranked_lists(facts, &options.records, &mut sims);
        exhausted |= sims.exhausted;
        let confidence = ranked.first().map_or(0.0, |r| r.confidence.unwrap_or(1.0));
        // several main lists of one kind form one list
        let mut records: Vec<Record> = ranked
            .iter()
            .take_while(|r| r.main)
            .flat_map(|r| crate::wrapper::learn::agree::trimmed(page, &r.candidate.to_records()))
            .collect();
        records.sort_by(|a, b| a.runs.cmp(&b.runs));
        Found { records, confidence }
    });
    let posts = options.kinds.posts.then(|| {
        let pivots = Pivots::new(document, page);
        let posts = find_posts(facts(), &pivots, &options.posts, max_work);
        exhausted |= posts.exhausted;
        posts.found.map(|c| Found { records: c.candidate.to_records(), confidence: c.confidence.unwrap_or(1.0) })
    });
    let objects = options.schema.as_deref().map(|schema| {
        let objects = search_objects(facts(), schema, options);
        exhausted |= objects.exhausted;
        objects.found
    });
    let sure = |found: &Found| !found.records.is_empty() && found.confidence >= options.records.min_confidence;
    Searched {
        host,
        list: list.filter(sure),
        posts: posts.flatten(),
        objects: objects.flatten().filter(sure),
        exhausted,
        ..Searched::default()
    }
}

/// Learns a template from its pages, and says whether `max_work` was used up in searching the only one for its article.
fn learn_template(
    pages: &[PageOf<'_, '_>],
    cluster: &SampleCluster,
    options: &LearnOptions,
    number: usize,
) -> WithinWork<Template> {
    let mut hosts: Vec<String> = pages.iter().filter_map(|p| p.searched.host.clone()).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let labels: Vec<_> = pages.iter().map(|p| &p.prepared.labels).collect();
    // lists that the caller gave for some pages count for the whole template, and are not overruled by a search
    let given = pages.iter().any(|p| p.searched.given);
    let found = |of: &dyn Fn(&Searched) -> Option<&Found>| -> Option<Agreed> {
        if given {
            return None;
        }
        let found: Vec<Option<&Found>> = pages.iter().map(|p| of(p.searched)).collect();
        agreed(&labels, &found, options.max_pages)
    };
    // if something looks like a list on only a few of many pages, these are articles
    let list = found(&|s| s.list.as_ref()).filter(|a| a.support >= options.records.min_confidence);
    let posts = found(&|s| s.posts.as_ref()).filter(|a| a.support >= options.posts.min_confidence);
    let objects = found(&|s| s.objects.as_ref()).filter(|a| a.support >= options.records.min_confidence);
    let of_objects = objects.is_some();
    // objects that were asked for by their schema are reported neither as a list nor as posts
    let is_among = |posts: &Agreed| {
        objects.as_ref().is_some_and(|o| o.examples.iter().any(|(i, records)| overlap(records, posts.on(*i))))
    };
    let posts = posts.filter(|posts| !is_among(posts));
    let list = objects.or(list).or_else(|| given_records(pages, options.max_pages, |found| found.list.as_ref()));
    let posts = posts.or_else(|| given_records(pages, options.max_pages, |found| found.posts.as_ref()));
    let samples: Vec<&SamplePage> = pages.iter().map(|p| p.sample).collect();
    let candidates = Candidates { list, posts, cluster };
    let said = pages.iter().find_map(|page| page.searched.said);
    let Decided { list, posts, article, exhausted } = match said {
        Some(kind) => decided_by_person(kind, &samples, candidates, &texts_of(pages), options),
        None => decide(&samples, &labels, candidates, options),
    };
    let page_of = |i: usize| pages[i].prepared;
    let mut parts = Vec::new();
    if said == Some(PartKind::Item) {
        parts.push(learn_item(&pages.iter().map(|page| page.prepared).collect::<Vec<_>>()));
    }
    if let Some(Articles { elements, known }) = &article {
        let examples: Vec<_> = elements.iter().map(|&(i, element)| (page_of(i), element)).collect();
        parts.push(learn_article(&examples, &known.model()));
    }
    if let Some(list) = &list {
        let examples: Vec<Example<'_>> = list
            .examples
            .iter()
            .map(|(i, records)| Example { document: &samples[*i].document, page: &samples[*i].view, records })
            .collect();
        let schema = options.schema.as_deref().filter(|_| of_objects);
        let objects = schema.and_then(|schema| learn_object_list(&examples, schema, options));
        parts.push(objects.unwrap_or_else(|| learn_list(PartKind::List, &examples, options)));
    }
    if let Some(posts) = &posts {
        let examples: Vec<_> = posts.examples.iter().map(|(i, records)| (page_of(*i), records.as_slice())).collect();
        parts.push(learn_posts(&examples, options));
    }
    // anything outside all parts belongs to the template
    let mut inside: Vec<Vec<Record>> = vec![Vec::new(); pages.len()];
    let number_of_parts = parts.len();
    for part in &mut parts {
        let yields: Vec<Applied> = pages.iter().map(|p| apply_part(p.prepared, part, &budget(options))).collect();
        fill_in(part, &labels, &yields);
        let is_only = number_of_parts == 1;
        let yields = match give_fields(part, &given_pages(pages, &yields, gets(part.kind, said, is_only))) {
            false => yields,
            true => {
                let yields: Vec<Applied> =
                    pages.iter().map(|p| apply_part(p.prepared, part, &budget(options))).collect();
                measure(part, &yields);
                dropped_last(part);
                yields
            }
        };
        // an object is its page, of which all else would be nothing
        for (inside, applied) in inside.iter_mut().zip(yields).filter(|_| part.kind != PartKind::Item) {
            inside.extend(applied.records);
        }
    }
    let outside: Vec<_> = labels.iter().zip(&inside).map(|(labels, records)| (*labels, records.as_slice())).collect();
    let found = Template {
        name: match hosts.first() {
            Some(host) => format!("{host} {number}"),
            None => format!("template {number}"),
        },
        hosts,
        pages: pages.len() as u32,
        sources: pages.iter().filter_map(|page| page.searched.name.clone()).take(MAX_SOURCES).collect(),
        recognition: learn_recognition(&outside),
        parts,
        removed: Vec::new(),
    };
    WithinWork { found, exhausted }
}

/// The lists, or the posts, that the caller gave for pages of a template; `None` if there are none.
fn given_records(
    pages: &[PageOf<'_, '_>],
    max_pages: usize,
    of: impl Fn(&Searched) -> Option<&Found>,
) -> Option<Agreed> {
    let given = pages.iter().enumerate().filter(|(_, page)| page.searched.given);
    let records = |(i, page): (usize, &PageOf<'_, '_>)| Some((i, of(page.searched)?.records.clone()));
    let examples: Vec<(usize, Vec<Record>)> = given.filter_map(records).take(max_pages).collect();
    (!examples.is_empty()).then_some(Agreed { support: 1.0, examples })
}

/// The elements that a person pointed at as the texts of articles, with the pages by index.
fn texts_of(pages: &[PageOf<'_, '_>]) -> Vec<(usize, NodeId)> {
    let text = |(i, page): (usize, &PageOf<'_, '_>)| {
        let field = page.searched.fields.iter().rev().find(|field| field.name == "text")?;
        Some((i, field.element?))
    };
    pages.iter().enumerate().filter_map(text).collect()
}

/// Which fields that a person pointed at are those of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gets {
    All,
    /// Title, author, date and what else every article has.
    Metadata,
    Nothing,
}

/// The fields are those of the part that a person spoke of. If they did not say which, lists and posts have those in their
/// records, and an article beside them has its own.
fn gets(kind: PartKind, said: Option<PartKind>, is_only: bool) -> Gets {
    match said {
        Some(said) if said == kind => Gets::All,
        Some(PartKind::List | PartKind::Objects) if matches!(kind, PartKind::List | PartKind::Objects) => Gets::All,
        Some(_) => Gets::Nothing,
        None if kind == PartKind::Article && !is_only => Gets::Metadata,
        None => Gets::All,
    }
}

/// The pages with what a person said of the fields of a part, and the records of the part on them.
fn given_pages<'p>(pages: &'p [PageOf<'_, '_>], yields: &[Applied], gets: Gets) -> Vec<GivenPage<'p>> {
    let is_of_part = |field: &&FieldNode| match gets {
        Gets::All => true,
        Gets::Metadata => is_metadata(&field.name) || field.name == "text",
        Gets::Nothing => false,
    };
    let given = |(page, applied): (&'p PageOf<'_, '_>, &Applied)| GivenPage {
        document: &page.sample.document,
        fields: page.searched.fields.iter().filter(is_of_part).collect(),
        records: areas(&page.sample.view, applied),
    };
    pages.iter().zip(yields).map(given).collect()
}

/// Fills in the selectors, statistics and samples of a part from what it extracts on the pages of its template.
pub(crate) fn fill_in(part: &mut Part, labels: &[&PageLabels<'_>], yields: &[Applied]) {
    let given: Vec<Given<'_, '_>> =
        labels.iter().zip(yields).map(|(labels, applied)| Given { labels, applied }).collect();
    add_selectors(part, &given);
    measure(part, yields);
}

/// Fills in the statistics and samples of a part.
fn measure(part: &mut Part, yields: &[Applied]) {
    add_samples(part, yields);
    let yields: Vec<PageYield<'_>> =
        yields.iter().map(|y| PageYield { fits: &y.fits, columns: &y.columns, certainty: &y.certainty }).collect();
    add_statistics(part, &yields);
}
