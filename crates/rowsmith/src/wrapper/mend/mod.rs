//! Wrappers that repair themselves: where pages have drifted they are learnt from again, and the columns are matched
//! with the previous ones by their contents.

pub(crate) mod candidates;
pub(crate) mod carry;
pub(crate) mod likeness;
pub(crate) mod matching;
#[cfg(feature = "lab")]
pub(crate) mod pairs;
#[cfg(test)]
mod tests;
mod twins;
pub(crate) mod weights;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::objects::domain;
use crate::site::sample::SitePage;
use crate::types::{Drift, Nearest, PartKind};
use crate::wrapper::apply::applied::{Applied, host_of};
use crate::wrapper::apply::{AppliedNodes, Applier, apply_part};
use crate::wrapper::format::{Part, Template, Wrapper, is_same_name};
use crate::wrapper::learn::{Learnt, learn};
use crate::wrapper::mend::carry::{Carried, Evidence, Further, carry_over};
use crate::wrapper::options::{Kinds, LearnOptions, budget};
use crate::wrapper::prepared::Prepared;

/// The result of learning a wrapper again from pages that had drifted.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Mended {
    /// The new wrapper; unchanged if nothing could be repaired.
    pub wrapper: Wrapper,
    /// The templates that were learnt again.
    pub templates: Vec<MendedTemplate>,
    /// The pages that still deviate, by their index among those given, and how they do.
    pub alarms: Vec<Alarm>,
    /// The pages, by their index among those given, that were learnt from and on which
    /// [`Limits::max_work`](crate::Limits::max_work) was used up before they were searched whole.
    pub exhausted: Vec<usize>,
}

/// A page that deviates and could not be repaired.
#[derive(Clone, PartialEq, Debug)]
pub struct Alarm {
    /// Its index among the pages given.
    pub page: usize,
    /// How it deviates.
    pub drift: Vec<Drift>,
}

/// A template that was learnt again.
#[derive(Clone, PartialEq, Debug)]
pub struct MendedTemplate {
    /// Its name.
    pub name: String,
    /// How many pages it was learnt from this time.
    pub pages: usize,
    /// What happened to its columns.
    pub columns: Vec<MendedColumn>,
}

/// What happened to a column.
#[derive(Clone, PartialEq, Debug)]
pub struct MendedColumn {
    /// The kind of its part.
    pub part: PartKind,
    /// Its name.
    pub name: String,
    /// How it was found again.
    pub found: FoundBack,
    /// Its selectors before and after.
    pub css: [String; 2],
}

/// How a column was found again.
///
/// Exhaustive on purpose: what people are told of a further way must be decided by whoever tells them, and the compiler names
/// the places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBack {
    /// On these pages the previous wrapper found the same items.
    Items,
    /// By values that it had before.
    Values,
    /// By the properties of its values: type, role, length, label, how many records have one.
    Likeness,
    /// By a person's selector, which still selects something.
    Selector,
    /// It was not: it stays empty, and every page reports it.
    Nothing,
}

/// What the previous wrapper extracts from a page.
struct Before<'w> {
    applied: AppliedNodes<'w>,
    /// The template that the page belongs to, or the nearest one.
    template: Option<String>,
}

fn before<'w>(applier: &Applier<'w>, page: &SitePage, max_work: u64) -> Before<'w> {
    let host = host_of(page.address.as_ref(), &page.document);
    let applied = applier.apply_to(&page.document, &page.view, host.as_deref(), max_work);
    let nearest = applied.drift.iter().find_map(|drift| match drift {
        Drift::NoTemplate { nearest: Some(Nearest { template, .. }) } => Some(template.clone()),
        _ => None,
    });
    let template = applied.template.map(|t| t.name.clone()).or(nearest);
    Before { applied, template }
}

/// Whether a part has no records on a page, while all previous pages had some.
fn is_empty(part: &Part, applied: &Applied) -> bool {
    !matches!(part.kind, PartKind::Article | PartKind::Item)
        && applied.records.is_empty()
        && part.statistics.records_a_page[0] > 0
}

/// Whether a page may be learnt from again: it deviates, or it has no records where there were some, which by itself is
/// not drift.
fn is_failing(applied: &AppliedNodes<'_>) -> bool {
    applied.drift.iter().any(is_mendable) || applied.parts.iter().any(|(part, applied)| is_empty(part, applied))
}

/// Whether pages that deviate like this may be learnt from again; otherwise they just have more of the same.
pub(crate) fn is_mendable(drift: &Drift) -> bool {
    !matches!(drift, Drift::ManyRecords { .. } | Drift::Other(_))
}

/// The options for learning a wrapper again: what it contains, and the schema of its objects if that is an included
/// one.
fn options_of(wrapper: &Wrapper, options: &LearnOptions) -> LearnOptions {
    let mut options = options.clone();
    let parts = || wrapper.templates.iter().flat_map(|t| &t.parts);
    let has = |kinds: &[PartKind]| parts().any(|part| kinds.contains(&part.kind));
    options.kinds = Kinds {
        lists: has(&[PartKind::List, PartKind::Objects]),
        posts: has(&[PartKind::Posts]),
        articles: has(&[PartKind::Article]),
    };
    if options.schema.is_none() {
        let schema = parts().find_map(|part| part.objects.as_ref()).and_then(|rules| domain(&rules.schema));
        options.schema = schema.and_then(Result::ok).map(Arc::new);
    }
    options
}

/// Learns again from the pages that have drifted and finds the columns again. The new templates replace the previous
/// ones if no page belongs to those any more, and are added to them otherwise.
pub(crate) fn repair(wrapper: &Wrapper, pages: &[SitePage], options: &LearnOptions) -> Mended {
    let work = options.limits.max_work;
    let applier = Applier::new(wrapper);
    let befores: Vec<Before<'_>> = pages.iter().map(|page| before(&applier, page, work)).collect();
    let drifted: Vec<usize> = (0..pages.len()).filter(|&i| is_failing(&befores[i].applied)).collect();
    let mut mended = Mended { wrapper: wrapper.clone(), ..Mended::default() };
    // the pages on which a search finds anything
    let mut listed: BTreeSet<usize> = BTreeSet::new();
    if !drifted.is_empty() {
        let sample: Vec<SitePage> = drifted.iter().map(|&i| pages[i].clone()).collect();
        let Learnt { wrapper: learnt, exhausted } = learn(&sample, &options_of(wrapper, options));
        mended.exhausted = exhausted.into_iter().map(|at| drifted[at]).collect();
        let searched = Applier::new(&learnt);
        let has_records =
            |&i: &usize| before(&searched, &pages[i], work).applied.parts.iter().any(|(_, of)| !of.records.is_empty());
        listed = drifted.iter().copied().filter(has_records).collect();
        let found = found_back(wrapper, learnt, pages, &befores, &drifted, Further::Dropped, options);
        for Found { of, template, columns, pages: own } in found {
            // a page of another kind, or one that lacks too much, teaches nothing
            let still_used = (0..pages.len()).any(|i| {
                !own.contains(&i)
                    && befores[i].applied.template.is_some_and(|t| t.name == of)
                    && !is_failing(&befores[i].applied)
            });
            mended.templates.push(MendedTemplate { name: of.clone(), pages: own.len(), columns });
            let at = mended.wrapper.templates.iter().position(|t| t.name == of);
            match at {
                Some(at) if !still_used => mended.wrapper.templates[at] = Template { name: of, ..template },
                _ => {
                    let beside = Wrapper { templates: vec![Template { name: of, ..template }], ..Wrapper::default() };
                    mended.wrapper = std::mem::take(&mut mended.wrapper).with(beside);
                }
            }
        }
    }
    let applier = Applier::new(&mended.wrapper);
    let alarms = pages.iter().enumerate().filter_map(|(page, of)| {
        let Before { applied, .. } = before(&applier, of, work);
        let mut drift = applied.drift;
        // a page with a list from which nothing is extracted
        let missed =
            applied.parts.iter().find(|(part, applied)| is_empty(part, applied)).filter(|_| listed.contains(&page));
        if let Some((part, _)) = missed.filter(|_| drift.is_empty()) {
            drift.push(Drift::NoRecords { least: part.statistics.records_a_page[0] });
        }
        (!drift.is_empty()).then_some(Alarm { page, drift })
    });
    let alarms = alarms.collect();
    Mended { alarms, ..mended }
}

/// Learns from pages as if for the first time, and carries over what a person has edited in the previous wrapper:
/// names, types, order, removed and added columns, selectors. Templates that none of the pages belongs to are kept.
pub(crate) fn update(wrapper: &Wrapper, pages: &[SitePage], options: &LearnOptions) -> Mended {
    let work = options.limits.max_work;
    let applier = Applier::new(wrapper);
    let befores: Vec<Before<'_>> = pages.iter().map(|page| before(&applier, page, work)).collect();
    let all: Vec<usize> = (0..pages.len()).collect();
    let Learnt { wrapper: learnt, exhausted } = learn(pages, options);
    let mut rest: Vec<Template> = learnt.templates.clone();
    let mut mended = Mended { wrapper: wrapper.clone(), exhausted, ..Mended::default() };
    for Found { of, template, columns, pages: own } in
        found_back(wrapper, learnt, pages, &befores, &all, Further::Given, options)
    {
        rest.retain(|other| other.name != template.name);
        if let Some(at) = mended.wrapper.templates.iter().position(|t| t.name == of) {
            mended.wrapper.templates[at] = Template { name: of.clone(), ..template };
        }
        mended.templates.push(MendedTemplate { name: of, pages: own.len(), columns });
    }
    rest.retain(|template| !template.parts.is_empty());
    let templates = Wrapper { templates: rest, ..Wrapper::default() };
    mended.wrapper = mended.wrapper.with(templates);
    mended
}

/// A template in which the columns of a previous one were found again.
struct Found {
    /// The name of the previous one.
    of: String,
    template: Template,
    columns: Vec<MendedColumn>,
    /// The indices of its pages.
    pages: Vec<usize>,
}

fn found_back(
    wrapper: &Wrapper,
    learnt: Wrapper,
    pages: &[SitePage],
    befores: &[Before<'_>],
    looked_at: &[usize],
    further: Further,
    options: &LearnOptions,
) -> Vec<Found> {
    let applier = Applier::new(&learnt);
    // the pages of each newly learnt template
    let mut of_template: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &i in looked_at {
        if let Some(template) = before(&applier, &pages[i], options.limits.max_work).applied.template {
            of_template.entry(template.name.clone()).or_default().push(i);
        }
    }
    let mut found: Vec<Found> = Vec::new();
    for template in &learnt.templates {
        let Some(own) = of_template.get(&template.name) else { continue };
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for &i in own {
            *votes.entry(befores[i].template.as_deref().unwrap_or_default()).or_default() += 1;
        }
        let most = votes.iter().max_by_key(|(_, n)| **n).map(|(name, _)| *name);
        let Some(old) = wrapper.templates.iter().find(|t| Some(t.name.as_str()) == most) else { continue };
        let is_taken = found.iter().any(|f| f.of == old.name);
        if is_taken || further == Further::Dropped && old.parts.is_empty() {
            continue;
        }
        let prepared: Vec<Prepared<'_>> =
            own.iter().map(|&i| Prepared::new(&pages[i].document, &pages[i].view)).collect();
        let hosts: BTreeSet<String> =
            own.iter().filter_map(|&i| host_of(pages[i].address.as_ref(), &pages[i].document)).collect();
        if !old.hosts.is_empty() && !hosts.is_empty() && old.hosts.iter().all(|host| !hosts.contains(host)) {
            continue;
        }
        let evidence = Evidence {
            options,
            same_host: old.hosts.iter().any(|host| hosts.contains(host)),
            pages: &prepared,
            before: own.iter().map(|&i| befores[i].applied.parts.as_slice()).collect(),
            drift: own.iter().flat_map(|&i| &befores[i].applied.drift).cloned().collect(),
        };
        let apply = |page: &Prepared<'_>, part: &Part| -> Applied { apply_part(page, part, &budget(options)) };
        if let Some(Carried { template, columns }) = carry_over(old, template, &evidence, further, &apply) {
            found.push(Found { of: old.name.clone(), template, columns, pages: own.clone() });
        }
    }
    found
}

/// A name that none of the others has, in capitals or not.
pub(crate) fn free_name<'n>(name: &str, others: impl Iterator<Item = &'n str> + Clone) -> String {
    let is_free = |name: &str| others.clone().all(|other| !is_same_name(other, name));
    let numbered = (2..).map(|n: u32| format!("{name}_{n}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
}
