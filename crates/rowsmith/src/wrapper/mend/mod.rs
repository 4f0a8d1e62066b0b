//! Wrappers that mend themselves: where pages have drifted, they are learnt from again, and the columns are found back by what
//! they held.

pub(crate) mod carry;
pub(crate) mod likeness;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::objects::domain;
use crate::site::sample::SitePage;
use crate::types::{Drift, Nearest, PartKind};
use crate::wrapper::apply::applied::{Applied, host_of};
use crate::wrapper::apply::{AppliedNodes, Applier, apply_part};
use crate::wrapper::format::{Part, Template, Wrapper};
use crate::wrapper::learn::learn;
use crate::wrapper::mend::carry::{Carried, Evidence, Further, carry_over};
use crate::wrapper::options::{Kinds, LearnOptions, budget};
use crate::wrapper::prepared::Prepared;

/// What became of a wrapper that was learnt again from pages that had drifted.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Mended {
    /// The wrapper as it is now; as it was, where nothing could be mended.
    pub wrapper: Wrapper,
    /// The templates that were learnt again.
    pub templates: Vec<MendedTemplate>,
    /// The pages that depart still, by their number among those given, with how.
    pub alarms: Vec<Alarm>,
}

/// A page that departs, and could not be mended.
#[derive(Clone, PartialEq, Debug)]
pub struct Alarm {
    /// Its number among the pages given.
    pub page: usize,
    /// How it departs.
    pub drift: Vec<Drift>,
}

/// A template that was learnt again.
#[derive(Clone, PartialEq, Debug)]
pub struct MendedTemplate {
    /// Its name.
    pub name: String,
    /// How many pages it was learnt from now.
    pub pages: usize,
    /// What became of its columns.
    pub columns: Vec<MendedColumn>,
}

/// What became of a column.
#[derive(Clone, PartialEq, Debug)]
pub struct MendedColumn {
    /// What it is a column of.
    pub part: PartKind,
    /// Its name.
    pub name: String,
    /// What it was found back by.
    pub found: FoundBack,
    /// Its selector before and now.
    pub css: [String; 2],
}

/// What a column was found back by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBack {
    /// The wrapper found the same items on these pages as before.
    Items,
    /// Values that it had before.
    Values,
    /// What its values are: type, role, length, label, how many have one.
    Likeness,
    /// A selector of a person, which still gives something.
    Selector,
    /// It was not: it stays empty, and every page says so.
    Nothing,
}

/// What a wrapper gives on a page.
struct Before<'w> {
    applied: AppliedNodes<'w>,
    /// The template that the page is of, or nearest to.
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

/// Whether a part has no records on a page, where all pages had some.
fn is_empty(part: &Part, applied: &Applied) -> bool {
    part.kind != PartKind::Article && applied.records.is_empty() && part.statistics.records_a_page[0] > 0
}

/// Whether a page may be learnt from again: it departs, or it has no records where there were some, which alone is no drift.
fn is_failing(applied: &AppliedNodes<'_>) -> bool {
    applied.drift.iter().any(is_mendable) || applied.parts.iter().any(|(part, applied)| is_empty(part, applied))
}

/// Whether pages that depart so may be learnt from again: others have more of the same.
fn is_mendable(drift: &Drift) -> bool {
    !matches!(drift, Drift::ManyRecords { .. } | Drift::Other(_))
}

/// The options by which a wrapper would be learnt again: what it has, and the schema of its objects, where it is shipped.
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

/// Learns again from the pages that have drifted, finds the columns back, and puts the templates in the place of those that they
/// were, if no page is of these any more; beside them else.
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
        let learnt = learn(&sample, &options_of(wrapper, options));
        let searched = Applier::new(&learnt);
        let has_records =
            |&i: &usize| before(&searched, &pages[i], work).applied.parts.iter().any(|(_, of)| !of.records.is_empty());
        listed = drifted.iter().copied().filter(has_records).collect();
        let found = found_back(wrapper, learnt, pages, &befores, &drifted, Further::Dropped, options);
        for Found { of, template, columns, pages: own } in found {
            // a page of another kind, or one of which too much is missing, teaches nothing
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
        // a page that has a list, and of which nothing is taken
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

/// Learns from pages as if for the first time, and carries over what a person has changed in the wrapper before: names, types, order,
/// columns taken out or added, selectors. Templates that none of the pages is of stay.
pub(crate) fn update(wrapper: &Wrapper, pages: &[SitePage], options: &LearnOptions) -> Mended {
    let work = options.limits.max_work;
    let applier = Applier::new(wrapper);
    let befores: Vec<Before<'_>> = pages.iter().map(|page| before(&applier, page, work)).collect();
    let all: Vec<usize> = (0..pages.len()).collect();
    let learnt = learn(pages, options);
    let mut rest: Vec<Template> = learnt.templates.clone();
    let mut mended = Mended { wrapper: wrapper.clone(), ..Mended::default() };
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

/// A template in which the columns of one before were found back.
struct Found {
    /// The name of the one before.
    of: String,
    template: Template,
    columns: Vec<MendedColumn>,
    /// Its pages.
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
    // the pages of each template that was learnt now
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
        if is_taken || old.parts.is_empty() {
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
