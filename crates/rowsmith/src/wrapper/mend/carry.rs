//! A newly learnt template with the names, order and edits of the previous one.

use std::collections::{BTreeMap, BTreeSet};

use crate::recognize::ValueType;
use crate::tree::TreeId;
use crate::types::{Drift, PartKind};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::apply::drift::NEARLY_ALL;
use crate::wrapper::format::{ColumnLocator, ColumnSelector, Part, Template, dropped_last, is_same_name};
use crate::wrapper::learn::fill_in;
use crate::wrapper::learn::samples::add_samples;
use crate::wrapper::learn::statistics::{PageYield, add_statistics};
use crate::wrapper::mend::candidates::candidates;
use crate::wrapper::mend::matching::{Before, FoundAgain, Items, LEAST as LEAST_LIKELY, Matched, columns_of, matched};
use crate::wrapper::mend::twins::{Again, settle};
use crate::wrapper::mend::{FoundBack, MendedColumn, free_name};
use crate::wrapper::options::LearnOptions;
use crate::wrapper::parts::joined::JoinedColumns;
use crate::wrapper::prepared::Prepared;

/// What is known about the pages that both templates belong to.
pub(crate) struct Evidence<'e, 'p, 'w> {
    pub(crate) pages: &'e [Prepared<'p>],
    /// What the previous wrapper extracts from each.
    pub(crate) before: Vec<&'e [(&'w Part, Applied)]>,
    /// How they deviate from it.
    pub(crate) drift: Vec<Drift>,
    /// How the pages are searched.
    pub(crate) options: &'e LearnOptions,
    /// Whether they are known to be from a host of the template.
    pub(crate) same_host: bool,
}

/// What happens to columns that the previous template does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Further {
    /// They are part of the output.
    Given,
    /// They are known, so that their items are not used for other columns, but are not part of the output: the table
    /// keeps its columns.
    Dropped,
}

/// A template with the columns of the previous one.
pub(crate) struct Carried {
    pub(crate) template: Template,
    pub(crate) columns: Vec<MendedColumn>,
}

/// At least this share of the columns that most records had must be found again; otherwise the pages are of another
/// kind.
const LEAST_FOUND: f32 = 0.6;
/// The same if it is not known whether the pages are from the same host.
const LEAST_ELSEWHERE: f32 = 0.8;
/// Columns that at least this share of records had are counted for that.
const MOSTLY: f32 = 0.7;

type Apply<'a> = dyn Fn(&Prepared<'_>, &Part) -> Applied + 'a;

/// The template with the names, order and edits of the previous one, provided that it is a redesign of that: every part
/// is there again, with most of its columns.
pub(crate) fn carry_over(
    old: &Template,
    new: &Template,
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) -> Option<Carried> {
    let mut left: Vec<Part> = new.parts.clone();
    let (mut parts, mut columns) = (Vec::new(), Vec::new());
    for part in &old.parts {
        if part.kind == PartKind::Item {
            let learnt = left.iter().position(|other| other.kind == PartKind::Item).map(|at| left.remove(at));
            let (carried, mended) = carry_item(part, learnt, evidence, further, apply)?;
            parts.push(carried);
            columns.extend(mended);
            continue;
        }
        let at = left.iter().position(|other| other.kind == part.kind)?;
        let (carried, mended) = carry_part(part, left.remove(at), evidence, further, apply)?;
        parts.push(carried);
        columns.extend(mended);
    }
    let is_said = old.parts.iter().any(|part| part.kind == PartKind::Item);
    if further == Further::Given && !is_said {
        let is_new = |part: &Part| old.parts.iter().all(|known| known.kind != part.kind);
        parts.extend(left.into_iter().filter(|part| is_new(part) && !old.removed.contains(&part.kind)));
    }
    let hosts: BTreeSet<&String> = old.hosts.iter().chain(&new.hosts).collect();
    let hosts = hosts.into_iter().cloned().collect();
    Some(Carried { template: Template { hosts, parts, removed: old.removed.clone(), ..new.clone() }, columns })
}

fn carry_part(
    old: &Part,
    mut new: Part,
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) -> Option<(Part, Vec<MendedColumn>)> {
    // what a person has pointed at since then counts
    let pointed = new.selectors.edited.take();
    new.selectors.edited = pointed.or_else(|| old.selectors.edited.clone());
    let mut now: Vec<Applied> = evidence.pages.iter().map(|page| apply(page, &new)).collect();
    if new.selectors.edited.is_some() && now.iter().all(|applied| applied.records.is_empty()) {
        if further == Further::Given {
            // what a person said is kept, and reported to find nothing
            let lost = |column: &ColumnLocator| mended_column(old.kind, column, column, FoundBack::Nothing);
            return Some((old.clone(), old.columns.iter().filter(|column| !column.dropped).map(lost).collect()));
        }
        // the person's selector no longer selects anything
        new.selectors.edited = None;
        now = evidence.pages.iter().map(|page| apply(page, &new)).collect();
    }
    if now.iter().all(|applied| applied.records.is_empty()) {
        return None;
    }
    if old.kind == PartKind::Article {
        let report = carry_article_fields(old, &mut new, evidence, further, apply);
        return Some((new, report));
    }
    let before: Vec<Option<&Applied>> = evidence
        .before
        .iter()
        .map(|parts| parts.iter().find(|(part, _)| std::ptr::eq(*part, old)).map(|(_, applied)| applied))
        .collect();
    let Redesigned { part: mut new, pairs } = redesigned(old, new, &before, &now, evidence, further, apply)?;
    let mut columns: Vec<ColumnLocator> = Vec::new();
    let mut report = Vec::new();
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    for (column, pair) in old.columns.iter().zip(&pairs) {
        let number = columns.len() as u32;
        match pair {
            Some(FoundAgain { at, by }) => {
                numbers.insert(*at as u32, number);
                let learnt = &new.columns[*at];
                columns.push(renewed(column, learnt));
                if !column.dropped {
                    report.push(mended_column(old.kind, column, learnt, *by));
                }
            }
            None => {
                let by = if column.selector.edited.is_some() { FoundBack::Selector } else { FoundBack::Nothing };
                if !column.dropped {
                    report.push(mended_column(old.kind, column, column, by));
                    columns.push(lost(column));
                }
            }
        }
    }
    for (c, learnt) in new.columns.iter().enumerate() {
        if numbers.contains_key(&(c as u32)) {
            continue;
        }
        numbers.insert(c as u32, columns.len() as u32);
        let name = free_name(&learnt.name, columns.iter().map(|column| column.name.as_str()));
        let dropped = further == Further::Dropped;
        columns.push(ColumnLocator { name, dropped, ..learnt.clone() });
    }
    new.columns = columns;
    for node in &mut new.prototype {
        let moved = std::mem::take(&mut node.columns);
        node.columns = moved.into_iter().filter_map(|(c, share)| Some((*numbers.get(&c)?, share))).collect();
    }
    dropped_last(&mut new);
    if let (Some(rules), Some(known)) = (&mut new.objects, &old.objects) {
        // attributes keep their names
        for column in new.columns.iter_mut().filter(|column| !column.dropped) {
            let Some(of) = &mut column.attribute else { continue };
            let Some(before) = old.columns.iter().find(|c| c.name == column.name).and_then(|c| c.attribute.clone())
            else {
                continue;
            };
            if before.name != of.name {
                if let Some(rule) = rules.attributes.iter_mut().find(|rule| rule.name == of.name) {
                    rule.name.clone_from(&before.name);
                } else if let Some(rule) = known.attributes.iter().find(|rule| rule.name == before.name) {
                    rules.attributes.push(rule.clone());
                }
                of.name = before.name;
            }
        }
        for rule in &known.attributes {
            let is_used =
                new.columns.iter().any(|c| !c.dropped && c.attribute.as_ref().is_some_and(|of| of.name == rule.name));
            if is_used && rules.attributes.iter().all(|known| known.name != rule.name) {
                rules.attributes.push(rule.clone());
            }
        }
        let used: BTreeSet<String> = new
            .columns
            .iter()
            .filter(|c| !c.dropped)
            .filter_map(|c| Some(c.attribute.as_ref()?.name.clone()))
            .collect();
        rules.attributes.retain(|rule| used.contains(&rule.name));
    }
    measure_own(&mut new, old, &mut report, evidence, further, apply);
    Some((new, report))
}

/// The column that has the name of another one, or else the one that was learnt under it.
fn named(columns: &[ColumnLocator], other: &ColumnLocator) -> Option<usize> {
    let by_name = columns.iter().position(|known| is_same_name(&known.name, &other.name));
    by_name.or_else(|| columns.iter().position(|known| is_same_name(&known.learnt_name, &other.learnt_name)))
}

/// The fields of an object with what a person said of them, those that were pointed at since and those that a search found again
/// as they are found now. Further ones are only added where they may be. Fields whose selectors select nothing any more are lost. `None` if none selects anything.
fn carry_item(
    old: &Part,
    learnt: Option<Part>,
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) -> Option<(Part, Vec<MendedColumn>)> {
    let mut part = old.clone();
    for column in learnt.into_iter().flat_map(|part| part.columns) {
        let at = named(&part.columns, &column);
        match at.map(|at| &mut part.columns[at]) {
            Some(known) if column.selector.own => {
                if known.kind != column.kind {
                    (known.kind, known.category, known.value_type) = (column.kind, column.category, column.value_type);
                }
                known.dropped = column.dropped;
                known.selector = ColumnSelector { lost: false, ..column.selector };
            }
            // learnt before and learnt again, with the name and the type that a person gave it
            Some(known) if !known.selector.own && known.selector.edited.is_none() && !column.dropped => {
                known.kind = column.kind;
                known.selector = ColumnSelector { lost: false, ..column.selector };
            }
            Some(_) => {}
            None if further == Further::Given => part.columns.push(column),
            None => {}
        }
    }
    dropped_last(&mut part);
    let applied: Vec<Applied> = evidence.pages.iter().map(|page| apply(page, &part)).collect();
    let before = part.clone();
    add_samples(&mut part, &applied);
    add_statistics(&mut part, &yields_of(&applied));
    let mut report = Vec::new();
    for (column, before) in part.columns.iter_mut().zip(before.columns).filter(|(column, _)| !column.dropped) {
        let is_found = column.statistics.fill > 0.0;
        if !is_found {
            // what it was is kept, so that its absence raises an alarm
            (column.statistics, column.seen, column.example) = (before.statistics, before.seen, before.example);
        }
        let by = if is_found { FoundBack::Selector } else { FoundBack::Nothing };
        report.push(mended_column(old.kind, column, column, by));
    }
    report.iter().any(|column| column.found != FoundBack::Nothing).then_some((part, report))
}

/// Carries over what a person changed in the fields of an article: selectors, removed fields, and fields of their own.
fn carry_article_fields(
    old: &Part,
    new: &mut Part,
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) -> Vec<MendedColumn> {
    let mut report = Vec::new();
    for column in &old.columns {
        match new.columns.iter_mut().find(|other| is_same_name(&other.learnt_name, &column.learnt_name)) {
            Some(other) => {
                let learnt_name = column.learnt_name.clone();
                *other = ColumnLocator { value_type: other.value_type, learnt_name, ..renewed(column, other) };
            }
            None => new.columns.push(column.clone()),
        }
        if !column.dropped {
            let by = if column.selector.edited.is_some() { FoundBack::Selector } else { FoundBack::Items };
            report.push(mended_column(old.kind, column, column, by));
        }
    }
    dropped_last(new);
    measure_own(new, old, &mut report, evidence, further, apply);
    report
}

fn yields_of(applied: &[Applied]) -> Vec<PageYield<'_>> {
    applied.iter().map(|y| PageYield { fits: &y.fits, columns: &y.columns, certainty: &y.certainty }).collect()
}

/// What the columns with a person's selectors contain on these pages. A column whose selector no longer selects
/// anything is not found again.
fn measure_own(
    part: &mut Part,
    old: &Part,
    report: &mut [MendedColumn],
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) {
    if part.columns.iter().all(|column| column.selector.edited.is_none()) {
        return;
    }
    let applied: Vec<Applied> = evidence.pages.iter().map(|page| apply(page, part)).collect();
    let mut measured = part.clone();
    add_samples(&mut measured, &applied);
    add_statistics(&mut measured, &yields_of(&applied));
    for (column, now) in part.columns.iter_mut().zip(measured.columns) {
        if column.selector.edited.is_none() || column.dropped {
            continue;
        }
        if now.statistics.fill > 0.0 {
            (column.statistics, column.seen, column.example) = (now.statistics, now.seen, now.example);
            column.selector.lost = false;
            continue;
        }
        // what it was is kept, so that its absence raises an alarm
        if let Some(before) = old.columns.iter().find(|before| before.name == column.name) {
            column.statistics = before.statistics.clone();
        }
        // On redesigned pages also where nobody has measured it yet; what few records had may be missing. Pages that it is learnt from
        // anew are no redesign: what never selected anything is said now, and departs on no page.
        let is_unknown = column.statistics.fill == 0.0 && further == Further::Dropped;
        column.selector.lost = is_unknown || column.statistics.fill >= NEARLY_ALL;
        for mended in report.iter_mut().filter(|mended| mended.name == column.name) {
            mended.found = FoundBack::Nothing;
        }
    }
}

/// A part as it was learnt from redesigned pages, and where among its columns the previous ones are.
struct Redesigned {
    part: Part,
    pairs: Vec<Option<FoundAgain>>,
}

/// Finds the columns of `old` again; `None` if the pages are of another kind. Where the table keeps its columns, those of a list are
/// looked for among all that its records may have, and learnt anew. Otherwise they are looked for among the columns of `new`.
fn redesigned(
    old: &Part,
    new: Part,
    before: &[Option<&Applied>],
    now: &[Applied],
    evidence: &Evidence<'_, '_, '_>,
    further: Further,
    apply: &Apply<'_>,
) -> Option<Redesigned> {
    let Evidence { options, same_host, .. } = *evidence;
    let is_given = |column: &ColumnLocator| column.selector.own || column.selector.edited.is_some() || column.dropped;
    let with_records = (0..now.len()).filter(|&i| !now[i].records.is_empty()).take(options.max_pages);
    let looked_at: Vec<usize> = with_records.collect();
    let pages: Vec<_> = looked_at.iter().map(|&i| (&evidence.pages[i], now[i].records.as_slice())).collect();
    let is_free = old.kind == PartKind::List && further == Further::Dropped && !new.columns.iter().any(is_given);
    let Some(found) = is_free.then(|| candidates(old, &pages, options)).flatten() else {
        let known = Before { applied: before, moved: &[], drift: &evidence.drift };
        let Matched { pairs, probability, .. } = matched(old, &columns_of(&new, now), &known);
        return is_same_kind(old, &pairs, &probability, same_host).then_some(Redesigned { part: new, pairs });
    };
    let before: Vec<Option<&Applied>> = looked_at.iter().map(|&i| before[i]).collect();
    let known = Before { applied: &before, moved: &found.moved, drift: &evidence.drift };
    let Matched { mut pairs, probability, judged } = matched(old, &found.candidates, &known);
    let labels: Vec<_> = looked_at.iter().map(|&i| &evidence.pages[i].labels).collect();
    settle(old, &Again { candidates: &found.candidates, judged: &judged, labels: &labels }, &mut pairs);
    if !is_same_kind(old, &pairs, &probability, same_host) {
        return None;
    }
    let chosen: Vec<usize> = pairs.iter().flatten().map(|pair| pair.at).collect();
    let JoinedColumns { columns, prototype } = found.learn(&chosen, options);
    let mut part = Part { columns, prototype, ..new };
    let labels: Vec<_> = evidence.pages.iter().map(|page| &page.labels).collect();
    let applied: Vec<Applied> = evidence.pages.iter().map(|page| apply(page, &part)).collect();
    fill_in(&mut part, &labels, &applied);
    // in the order in which they were chosen
    let mut numbers = 0..;
    let pairs = pairs.into_iter().map(|pair| {
        let FoundAgain { at: candidate, by } = pair?;
        let at: usize = numbers.next()?;
        // what cannot be extracted again, though it is there, is not found
        let items = &found.candidates[candidate].items;
        let given = looked_at.iter().zip(items).map(|(&page, items)| kept_items(&applied[page], at, items));
        let all: usize = items.iter().map(|items| items.len()).sum();
        (given.sum::<usize>() * 2 >= all).then_some(FoundAgain { at, by })
    });
    let pairs = pairs.collect();
    Some(Redesigned { part, pairs })
}

/// How many of these items a column has on a page.
fn kept_items(applied: &Applied, column: usize, items: &Items) -> usize {
    let nodes: BTreeSet<TreeId> = items.iter().map(|(id, _)| *id).collect();
    let given = applied.columns.get(column).map_or(&[][..], |draft| &draft.items);
    given.iter().flatten().filter(|(id, _)| nodes.contains(id)).count()
}

/// Whether enough was found again for the pages to be of the kind that the template was learnt from.
fn is_same_kind(old: &Part, pairs: &[Option<FoundAgain>], probability: &[f32], same_host: bool) -> bool {
    let is_counted = |&c: &usize| {
        !old.columns[c].dropped && !old.columns[c].selector.own && old.columns[c].statistics.fill >= MOSTLY
    };
    let of = || (0..old.columns.len()).filter(is_counted);
    let found = of().filter(|&c| pairs[c].is_some()).count() as f32;
    // a column that is one of several similar ones also counts, though it is unknown which of them it is
    let there = of().filter(|&c| probability[c] >= LEAST_LIKELY).count() as f32;
    let all = of().count() as f32;
    // another site may have titles and links, too
    let tells = |c: usize| match pairs[c] {
        Some(FoundAgain { by: FoundBack::Likeness, .. }) => {
            !matches!(old.columns[c].value_type, ValueType::Text | ValueType::Url)
        }
        Some(_) => true,
        None => false,
    };
    let (least, is_told) = if same_host { (LEAST_FOUND, true) } else { (LEAST_ELSEWHERE, of().any(tells)) };
    pairs.iter().any(Option::is_some) && is_told && there >= least * all && found >= 0.6 * least * all
}

/// The column as it is learnt now, with everything that a person has specified for it.
fn renewed(before: &ColumnLocator, now: &ColumnLocator) -> ColumnLocator {
    let mut column = ColumnLocator {
        name: before.name.clone(),
        dropped: before.dropped,
        value_type: before.value_type,
        role: before.role.or(now.role),
        ..now.clone()
    };
    if now.selector.edited.is_some() || now.dropped {
        // learning removes and edits only what a person has pointed at since
        column.dropped = now.dropped;
    } else if before.selector.edited.is_some() {
        column.selector.edited.clone_from(&before.selector.edited);
        column.selector.html_attribute.clone_from(&before.selector.html_attribute);
    }
    column
}

/// The column that was not found again: it is kept, so that the table keeps it, with what it contained, so that every
/// page reports it as missing.
fn lost(before: &ColumnLocator) -> ColumnLocator {
    let mut column =
        ColumnLocator { paths: BTreeMap::new(), fewest: BTreeMap::new(), above: Vec::new(), ..before.clone() };
    column.selector.css = String::new();
    column.selector.lost = column.selector.edited.is_none();
    column
}

fn mended_column(part: PartKind, before: &ColumnLocator, now: &ColumnLocator, found: FoundBack) -> MendedColumn {
    let css = |column: &ColumnLocator| column.selector.edited.clone().unwrap_or_else(|| column.selector.css.clone());
    let after = match found {
        FoundBack::Nothing => String::new(),
        FoundBack::Selector => css(before),
        _ => css(now),
    };
    MendedColumn { part, name: before.name.clone(), found, css: [css(before), after] }
}
