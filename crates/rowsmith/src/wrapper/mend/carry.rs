//! A newly learnt template with the names, order and edits of the previous one.

use std::collections::{BTreeMap, BTreeSet};

use crate::recognize::ValueType;
use crate::tree::TreeId;
use crate::types::{Drift, PartKind};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, ColumnSelector, Part, Template, dropped_last, is_same_name};
use crate::wrapper::learn::samples::{add_samples, item_hash};
use crate::wrapper::learn::statistics::{PageYield, add_statistics};
use crate::wrapper::mend::likeness::{CLEARLY, LIKE, LIKE_BY_ROLE, Likeness, SAME_ITEMS, SAME_VALUES, manner};
use crate::wrapper::mend::{FoundBack, MendedColumn};
use crate::wrapper::parts::post_fields::is_field;
use crate::wrapper::prepared::Prepared;

/// What is known about the pages that both templates belong to.
pub(crate) struct Evidence<'e, 'p, 'w> {
    pub(crate) pages: &'e [Prepared<'p>],
    /// What the previous wrapper extracts from each.
    pub(crate) before: Vec<&'e [(&'w Part, Applied)]>,
    /// How they deviate from it.
    pub(crate) drift: Vec<Drift>,
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

/// The least manner of a column that is identified by its neighbours.
const NEIGHBOUR: f32 = 0.45;
/// A column with at least this share of its values shows that the records are those from before.
const KNOWN: f32 = 0.6;

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
        // a person removed a part of this kind from the template: it is not brought back
        parts.extend(left.into_iter().filter(|part| old.parts.iter().all(|known| known.kind != part.kind)));
    }
    let hosts: BTreeSet<&String> = old.hosts.iter().chain(&new.hosts).collect();
    let hosts = hosts.into_iter().cloned().collect();
    Some(Carried { template: Template { hosts, parts, ..new.clone() }, columns })
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
        // the person's selector no longer selects anything
        new.selectors.edited = None;
        now = evidence.pages.iter().map(|page| apply(page, &new)).collect();
    }
    if now.iter().all(|applied| applied.records.is_empty()) {
        return None;
    }
    if old.kind == PartKind::Article {
        let report = carry_article_fields(old, &mut new, evidence, apply);
        return Some((new, report));
    }
    let before: Vec<Option<&Applied>> = evidence
        .before
        .iter()
        .map(|parts| parts.iter().find(|(part, _)| std::ptr::eq(*part, old)).map(|(_, applied)| applied))
        .collect();
    let pairs = matched(old, &new, &before, &now, &evidence.drift);
    if !is_same_kind(old, &new, &pairs, evidence.same_host) {
        return None;
    }
    let mut columns: Vec<ColumnLocator> = Vec::new();
    let mut report = Vec::new();
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    for (column, pair) in old.columns.iter().zip(&pairs) {
        let number = columns.len() as u32;
        match pair {
            Some((c, by)) => {
                numbers.insert(*c as u32, number);
                let learnt = &new.columns[*c];
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
        let name = free_name(&learnt.name, &columns);
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
    measure_own(&mut new, old, &mut report, evidence, apply);
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
    measure_own(new, old, &mut report, evidence, apply);
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
            continue;
        }
        // what it was is kept, so that its absence raises an alarm
        if let Some(before) = old.columns.iter().find(|before| before.name == column.name) {
            column.statistics = before.statistics.clone();
        }
        for mended in report.iter_mut().filter(|mended| mended.name == column.name) {
            mended.found = FoundBack::Nothing;
        }
    }
}

/// Whether enough was found again for the pages to be of the kind that the template was learnt from.
fn is_same_kind(old: &Part, new: &Part, pairs: &[Option<(usize, FoundBack)>], same_host: bool) -> bool {
    let of =
        || old.columns.iter().zip(pairs).filter(|(c, _)| !c.dropped && !c.selector.own && c.statistics.fill >= MOSTLY);
    // a column that is one of several similar ones also counts, though it is unknown which of them it is
    let is_like = |column: &ColumnLocator| new.columns.iter().any(|other| manner(column, other, 0.0) >= LIKE);
    let found = of().filter(|(_, pair)| pair.is_some()).count() as f32;
    let there = of().filter(|(column, pair)| pair.is_some() || is_like(column)).count() as f32;
    let all = of().count() as f32;
    // another site may have titles and links, too
    let tells = |(column, pair): &(&ColumnLocator, &Option<(usize, FoundBack)>)| match pair {
        Some((_, FoundBack::Likeness)) => !matches!(column.value_type, ValueType::Text | ValueType::Url),
        Some(_) => true,
        None => false,
    };
    let (least, is_told) = if same_host { (LEAST_FOUND, true) } else { (LEAST_ELSEWHERE, of().any(|c| tells(&c))) };
    pairs.iter().any(Option::is_some) && is_told && there >= least * all && found >= 0.6 * least * all
}

/// For each previous column, the new one that it corresponds to.
fn matched(
    old: &Part,
    new: &Part,
    before: &[Option<&Applied>],
    now: &[Applied],
    drift: &[Drift],
) -> Vec<Option<(usize, FoundBack)>> {
    let departs = |name: &str| {
        drift.iter().any(|drift| match drift {
            Drift::ColumnVanished { column, .. }
            | Drift::ColumnElsewhere { column, .. }
            | Drift::TypeChanged { column, .. }
            | Drift::LengthChanged { column, .. } => column == name,
            _ => false,
        })
    };
    let items = |applied: &Applied, c: usize| -> Vec<(TreeId, String)> {
        applied.columns.get(c).map_or_else(Vec::new, |draft| draft.items.iter().flatten().cloned().collect())
    };
    let hashes: Vec<BTreeSet<u32>> = (0..new.columns.len())
        .map(|c| now.iter().flat_map(|applied| items(applied, c)).map(|(_, text)| item_hash(&text)).collect())
        .collect();
    let likeness = |o: usize, n: usize| -> Likeness {
        let (was, is) = (&old.columns[o], &new.columns[n]);
        let fields = |column: &ColumnLocator| old.kind == PartKind::Posts && is_field(&column.learnt_name);
        if was.kind != is.kind || fields(was) != fields(is) || fields(was) && was.learnt_name != is.learnt_name {
            return Likeness::default();
        }
        if fields(was) {
            // these are found by search rather than learnt
            return Likeness { items: 1.0, ..Likeness::default() };
        }
        let (mut same, mut all) = (0usize, 0usize);
        if !departs(&was.name) {
            for (before, now) in before.iter().zip(now) {
                let Some(before) = before else { continue };
                let theirs: BTreeSet<(TreeId, String)> = items(now, n).into_iter().collect();
                let ours = items(before, o);
                same += ours.iter().filter(|item| theirs.contains(item)).count();
                all += ours.len().max(theirs.len());
            }
        }
        let seen = was.seen.iter().filter(|hash| hashes[n].contains(hash)).count();
        // with few different values, a common value says little
        let values = if was.seen.len() >= 3 { seen as f32 / was.seen.len() as f32 } else { 0.0 };
        let place = |c: usize, of: &Part| c as f32 / of.columns.len().max(1) as f32;
        let distance = (place(o, old) - place(n, new)).abs();
        Likeness { items: same as f32 / all.max(1) as f32, values, manner: manner(was, is, distance) }
    };
    let grid: Vec<Vec<Likeness>> = (0..old.columns.len())
        .map(|o| {
            (0..new.columns.len())
                .map(|n| if old.columns[o].selector.own { Likeness::default() } else { likeness(o, n) })
                .collect()
        })
        .collect();
    let mut order: Vec<(usize, usize)> =
        (0..old.columns.len()).flat_map(|o| (0..new.columns.len()).map(move |n| (o, n))).collect();
    order.sort_by(|a, b| grid[b.0][b.1].total().total_cmp(&grid[a.0][a.1].total()).then(a.cmp(b)));
    // if the records were seen before, a column whose values are missing is missing; prices and brands recur on any
    // page, so most columns must agree on this
    let kept = |o: &usize| old.columns[*o].seen.len() >= 3;
    let is_seen = |o: &usize| grid[*o].iter().any(|likeness| likeness.values >= KNOWN);
    let all = || (0..old.columns.len()).filter(kept);
    let is_known = all().filter(is_seen).count() * 2 > all().count();
    let mut pairs: Vec<Option<(usize, FoundBack)>> = vec![None; old.columns.len()];
    let mut taken = BTreeSet::new();
    // learning edits only what a person pointed at, by the name of the column
    for (n, column) in new.columns.iter().enumerate().filter(|(_, column)| column.selector.edited.is_some()) {
        if let Some(o) = named(&old.columns, column).filter(|&o| pairs[o].is_none()) {
            pairs[o] = Some((n, FoundBack::Selector));
            taken.insert(n);
        }
    }
    for (o, n) in order {
        let own = grid[o][n];
        let is_role = has_role_of(&old.columns[o], &new.columns[n]);
        if pairs[o].is_some() || taken.contains(&n) || own.total() < if is_role { LIKE_BY_ROLE } else { LIKE } {
            continue;
        }
        let by = if own.items >= SAME_ITEMS {
            FoundBack::Items
        } else if own.values >= SAME_VALUES {
            FoundBack::Values
        } else {
            FoundBack::Likeness
        };
        if by == FoundBack::Likeness && is_known && old.columns[o].seen.len() >= 3 {
            continue;
        }
        if by == FoundBack::Likeness && !is_role {
            // another free column is almost as similar: which of them it is cannot be decided
            let rivals = (0..new.columns.len()).filter(|m| *m != n && !taken.contains(m)).map(|m| grid[o][m].manner);
            if rivals.fold(0.0, f32::max) > own.manner - CLEARLY {
                continue;
            }
        }
        taken.insert(n);
        pairs[o] = Some((n, by));
    }
    by_neighbours(old, new, &mut pairs);
    pairs
}

/// Whether both columns mean the same to a person: a part has one title, one price.
fn has_role_of(before: &ColumnLocator, now: &ColumnLocator) -> bool {
    matches!((before.role, now.role), (Some(a), Some(b)) if a.role == b.role)
}

/// Similar columns are identified by their neighbours: if there are as many as before between two columns that were
/// found again in the same order, they are the same.
fn by_neighbours(old: &Part, new: &Part, pairs: &mut [Option<(usize, FoundBack)>]) {
    // a column that a person added stands where they added it
    let is_anchor = |(_, by): &&(usize, FoundBack)| *by != FoundBack::Selector;
    let anchor = |(o, pair): (usize, &Option<(usize, FoundBack)>)| Some((o, pair.as_ref().filter(is_anchor)?.0));
    let anchors: Vec<(usize, usize)> = pairs.iter().enumerate().filter_map(anchor).collect();
    if anchors.len() < 2 || anchors.windows(2).any(|two| two[0].1 >= two[1].1) {
        return;
    }
    let taken: BTreeSet<usize> = pairs.iter().flatten().map(|(n, _)| *n).collect();
    let manner_of = |o: usize, n: usize| manner(&old.columns[o], &new.columns[n], 0.0);
    for two in anchors.windows(2) {
        let is_free = |&o: &usize| !old.columns[o].selector.own && pairs[o].is_none();
        let before: Vec<usize> = (two[0].0 + 1..two[1].0).filter(is_free).collect();
        let now: Vec<usize> = (two[0].1 + 1..two[1].1).filter(|n| !taken.contains(n)).collect();
        let is_same = before.len() == now.len() && before.iter().zip(&now).all(|(&o, &n)| manner_of(o, n) >= NEIGHBOUR);
        if is_same {
            for (o, n) in before.into_iter().zip(now) {
                pairs[o] = Some((n, FoundBack::Likeness));
            }
        }
    }
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
    let mut column = ColumnLocator { paths: BTreeMap::new(), fewest: BTreeMap::new(), ..before.clone() };
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

fn free_name(name: &str, columns: &[ColumnLocator]) -> String {
    let is_free = |name: &str| columns.iter().all(|column| !column.name.eq_ignore_ascii_case(name));
    let numbered = (2..).map(|n: u32| format!("{name}_{n}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
}
