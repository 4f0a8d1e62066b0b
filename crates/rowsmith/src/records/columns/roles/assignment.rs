//! Roles for all columns of a table together.

use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::roles::beside::Beside;
use crate::records::columns::roles::links::judge_links;
use crate::records::columns::roles::model::ColumnModel;
use crate::records::columns::roles::own::OWN;
use crate::records::columns::roles::shared::{Alone, SHARED, SharedRow};
use crate::records::columns::roles::vocabulary::TOPICS;
use crate::records::columns::roles::wanted::wanted_features;
use crate::tree::PageTree;
use crate::types::Role;
use crate::types::rounding::to_thousandths;

/// What is judged of the columns of a table.
#[derive(Default)]
pub struct Judged {
    /// Per column, how probable each role of [`Role::ALL`] is.
    pub roles: Vec<Vec<f64>>,
    /// Per column, how probable it is that people want it.
    pub wanted: Vec<f64>,
    /// Per column, whether the page itself names it.
    pub named: Vec<bool>,
}

impl Judged {
    /// The column that is likeliest to have a role, the first of several.
    pub(crate) fn likeliest(&self, role: Role) -> Option<usize> {
        let of = |c: usize| self.roles[c][role.index()];
        (0..self.roles.len()).max_by(|&a, &b| of(a).total_cmp(&of(b)).then(b.cmp(&a)))
    }
}

/// With less probability a column has no role.
const LEAST: f64 = 0.06;
/// The same for roles of which few annotated pages tell.
const LEAST_OF_RARE: f64 = 0.25;
/// The same for places: of 52 columns on `records` that were called so with less, none was annotated as a place, and six by the
/// eye are places. What [`judge_places`](super::places::judge_places) knows as places is above. Of 44 columns of lists of all kinds with
/// .15 to .35 only eight are places, but with .35 the results of homes and jobs lose a hundredth of their named values.
const LEAST_OF_PLACES: f64 = 0.15;
/// The same for authors: of 22 columns that were called so with less, three by the eye are people.
const LEAST_OF_AUTHORS: f64 = 0.12;
/// The same for columns that the page itself names: "Disposition" stays that where an author is hardly likely.
const LEAST_OF_NAMED: f64 = 0.1;

/// How much of a role's probability counts against that of other roles of the column: few annotated pages tell of sellers,
/// and names of people are mostly authors. Counted fully, authors of `columns` lose a page.
fn trusted(role: Role) -> f64 {
    match role {
        Role::Seller => 0.6,
        _ => 1.0,
    }
}

/// With less probability no column has the role.
pub(crate) fn least(role: Role) -> f64 {
    match role {
        Role::Seller | Role::Availability | Role::Sku => LEAST_OF_RARE,
        Role::Location => LEAST_OF_PLACES,
        Role::Author => LEAST_OF_AUTHORS,
        _ => LEAST,
    }
}

pub(crate) fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

pub(crate) fn logit(probability: f64) -> f64 {
    let p = probability.clamp(1e-9, 1.0 - 1e-9);
    (p / (1.0 - p)).ln()
}

/// The columns of a table with their [features](super::features::column_features).
#[derive(Clone, Copy)]
pub(crate) struct Featured<'a> {
    pub(crate) columns: &'a [ColumnDraft],
    pub(crate) rows: &'a [Vec<f32>],
}

/// Judges each column of a table by its [features](super::features::column_features), then again by what the others are
/// likely to be.
pub fn judge(page: &PageTree, model: &ColumnModel, columns: &[ColumnDraft], rows: &[Vec<f32>]) -> Judged {
    judge_all(page, model, &[Featured { columns, rows }]).pop().unwrap_or_default()
}

/// Judges each column by its features alone, and links by the title that stands in them.
pub fn judge_alone(page: &PageTree, model: &ColumnModel, columns: &[ColumnDraft], rows: &[Vec<f32>]) -> Judged {
    judge_all_alone(page, model, &[Featured { columns, rows }]).pop().unwrap_or_default()
}

/// Judges the columns of several tables, as [`judge`] does those of one: many rows go down the trees together.
pub(crate) fn judge_all(page: &PageTree, model: &ColumnModel, tables: &[Featured<'_>]) -> Vec<Judged> {
    let mut judged = judge_all_alone(page, model, tables);
    let alone = tables.iter().zip(&judged);
    let besides: Vec<Beside<'_>> =
        alone.map(|(table, judged)| Beside::new(page, table.columns, table.rows, judged)).collect();
    let wanted: Vec<Vec<Vec<f32>>> = tables
        .iter()
        .zip(&judged)
        .zip(&besides)
        .map(|((table, judged), beside)| wanted_features(table.columns, table.rows, judged, beside))
        .collect();
    let of_all: Vec<&[f32]> = wanted.iter().flatten().map(Vec::as_slice).collect();
    let mut sums = model.wanted_beside.sums(&of_all).into_iter();
    for judged in &mut judged {
        judged.wanted.iter_mut().zip(&mut sums).for_each(|(wanted, sum)| *wanted = probability(sum));
    }
    for (at, &role) in Role::ALL.iter().enumerate() {
        let open: Vec<(usize, usize)> = besides
            .iter()
            .enumerate()
            .flat_map(|(table, beside)| beside.open(role).into_iter().map(move |column| (table, column)))
            .collect();
        let rows: Vec<Vec<f32>> = open.iter().map(|&(table, column)| besides[table].features(column, role)).collect();
        let more = model.beside[at].sums(&slices(&rows));
        for (&(table, column), more) in open.iter().zip(more) {
            judged[table].roles[column][at] = probability(besides[table].logit(column, role) + more);
        }
    }
    for (table, judged) in tables.iter().zip(&mut judged) {
        judge_named(table, judged);
    }
    judged
}

/// Roles that a column has by the name of its own elements alone, if that says nothing else.
const NAMED: [Role; 4] = [Role::Author, Role::Location, Role::Brand, Role::Category];
/// The share of items whose own elements must be called so.
const LEAST_CALLED: f32 = 0.9;
/// How probable such a role is at least.
const CALLED_SO: f64 = 0.4;

/// Makes a role likely where the elements that hold the items and nothing else are called by it, and by no other topic:
/// `<p class=author>`.
fn judge_named(table: &Featured<'_>, judged: &mut Judged) {
    for (c, row) in table.rows.iter().enumerate() {
        let near = &row[OWN.len()..OWN.len() + TOPICS.len()];
        let mut called = near.iter().zip(TOPICS).filter(|(share, _)| **share > 0.0);
        let (Some((share, topic)), None) = (called.next(), called.next()) else { continue };
        let role = NAMED.into_iter().find(|role| role.topic() == topic.name && role.kind() == table.columns[c].kind);
        if let Some(role) = role.filter(|_| *share >= LEAST_CALLED) {
            let known = &mut judged.roles[c][role.index()];
            *known = known.max(CALLED_SO);
        }
    }
}

fn slices(rows: &[Vec<f32>]) -> Vec<&[f32]> {
    rows.iter().map(Vec::as_slice).collect()
}

/// Judges the columns of several tables, as [`judge_alone`] does those of one.
fn judge_all_alone(page: &PageTree, model: &ColumnModel, tables: &[Featured<'_>]) -> Vec<Judged> {
    let columns: Vec<&ColumnDraft> = tables.iter().flat_map(|table| table.columns).collect();
    let rows: Vec<&[f32]> = tables.iter().flat_map(|table| table.rows).map(Vec::as_slice).collect();
    let prepared: Vec<SharedRow<'_>> = rows.iter().map(|row| SharedRow::new(row)).collect();
    let mut roles = vec![vec![0.0; Role::ALL.len()]; columns.len()];
    let able = |role: Role| (0..columns.len()).filter(|&c| columns[c].kind == role.kind()).collect::<Vec<_>>();
    let group_of = |role: Role| SHARED.iter().position(|g| g.roles.contains(&role));
    // all roles of a group at once
    let mut of_groups: Vec<std::vec::IntoIter<f64>> = (0..SHARED.len())
        .map(|group| {
            let of_group = Role::ALL.iter().copied().filter(|&role| group_of(role) == Some(group));
            let of_role = |role| able(role).into_iter().map(|c| prepared[c].of(role)).collect::<Vec<_>>();
            let rows: Vec<Vec<f32>> = of_group.flat_map(of_role).collect();
            model.shared[group].sums(&slices(&rows)).into_iter()
        })
        .collect();
    for (at, &role) in Role::ALL.iter().enumerate() {
        let able = able(role);
        let own = || model.own[at].sums(&able.iter().map(|&c| rows[c]).collect::<Vec<_>>());
        let logits: Vec<f64> = match group_of(role) {
            None => own(),
            Some(group) => {
                let shared: Vec<f64> = of_groups[group].by_ref().take(able.len()).collect();
                match SHARED[group].alone {
                    Alone::Half => own().iter().zip(shared).map(|(own, shared)| (own + shared) / 2.0).collect(),
                    Alone::Nothing => shared,
                }
            }
        };
        for (&c, logit) in able.iter().zip(logits) {
            roles[c][at] = probability(logit);
        }
    }
    let mut roles = roles.into_iter();
    let mut wanted = model.wanted.sums(&rows).into_iter().map(probability);
    let of_table = |table: &Featured<'_>| {
        let count = table.columns.len();
        let mut judged = Judged {
            roles: roles.by_ref().take(count).collect(),
            wanted: wanted.by_ref().take(count).collect(),
            named: table.columns.iter().map(|column| column.label.is_some()).collect(),
        };
        judge_links(page, table.columns, &mut judged);
        judged
    };
    tables.iter().map(of_table).collect()
}

/// Gives each role to at most one column and each column at most one role, the likeliest pair first.
pub fn assign(judged: &Judged) -> Vec<Option<Assigned>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (c, of_column) in judged.roles.iter().enumerate() {
        let named = if judged.named[c] { LEAST_OF_NAMED } else { 0.0 };
        let roles = of_column.iter().enumerate().filter(|(r, p)| **p >= least(Role::ALL[*r]).max(named));
        pairs.extend(roles.map(|(r, &p)| (p, c, r)));
    }
    let trust = |&(p, _, r): &(f64, usize, usize)| p * trusted(Role::ALL[r]);
    pairs.sort_by(|a, b| trust(b).total_cmp(&trust(a)).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut assigned: Vec<Option<Assigned>> = vec![None; judged.roles.len()];
    let mut given = vec![false; Role::ALL.len()];
    for (probability, c, r) in pairs {
        if assigned[c].is_none() && !given[r] {
            assigned[c] = Some(Assigned { role: Role::ALL[r], probability: to_thousandths(probability) });
            given[r] = true;
        }
    }
    entitle(judged, &mut assigned);
    assigned
}

/// With less probability a table has no title at all.
const LEAST_TITLE: f64 = 0.1;
/// So much more probable may another role be than the title where the table has no other title.
const MORE_THAN_TITLE: f64 = 3.0;

/// Nearly every table has a title: where its likeliest column is hardly likelier something else, it is the title.
fn entitle(judged: &Judged, assigned: &mut [Option<Assigned>]) {
    if assigned.iter().flatten().any(|a| a.role == Role::Title) {
        return;
    }
    let Some(best) = judged.likeliest(Role::Title) else { return };
    let probability = judged.roles[best][Role::Title.index()];
    if probability >= LEAST_TITLE && assigned[best].is_none_or(|a| a.probability <= MORE_THAN_TITLE * probability) {
        assigned[best] = Some(Assigned { role: Role::Title, probability: to_thousandths(probability) });
    }
}

/// A column without a role that fits one so much less than the column that has it is that role's in other records.
const LEAST_OF_BEST: f64 = 0.03;

/// Moves the items of columns that are the same thing in other records into the column with the role: "Sale price" of some
/// records and "Price" of the others. Such a column never stands beside the one with the role. Gives the columns that
/// are empty now.
pub(crate) fn join_alternatives(
    columns: &mut [ColumnDraft],
    judged: &Judged,
    assigned: &[Option<Assigned>],
) -> Vec<bool> {
    let mut emptied = vec![false; columns.len()];
    for (c, with_role) in assigned.iter().enumerate() {
        let Some(Assigned { role, probability }) = *with_role else { continue };
        let r = role.index();
        let likeliest = |d: usize| judged.roles[d].iter().all(|&p| p <= judged.roles[d][r]);
        let mut others: Vec<usize> = (0..columns.len())
            .filter(|&d| assigned[d].is_none() && !emptied[d] && columns[d].kind == columns[c].kind)
            .filter(|&d| judged.roles[d][r] >= LEAST_OF_BEST * probability && likeliest(d))
            .collect();
        others.sort_by(|&a, &b| judged.roles[b][r].total_cmp(&judged.roles[a][r]).then(a.cmp(&b)));
        for d in others {
            let meet = columns[c].items.iter().zip(&columns[d].items).any(|(a, b)| a.is_some() && b.is_some());
            if meet {
                continue;
            }
            let moved = std::mem::take(&mut columns[d].items);
            for (item, other) in columns[c].items.iter_mut().zip(&moved) {
                if item.is_none() {
                    item.clone_from(other);
                }
            }
            columns[d].items = vec![None; moved.len()];
            emptied[d] = true;
        }
    }
    emptied
}
