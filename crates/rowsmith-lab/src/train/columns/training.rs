//! Trees for the roles of columns.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use rowsmith::learn::Trees;
use rowsmith::records::{Beside, ColumnModel, SHARED, judge_alone, shared_features, wanted_features};
use rowsmith::types::Role;

use super::dataset::TableData;
use super::labels::{Hits, Label, fields, labels, roles, wanted};
use crate::eval::folds::FOLDS;
use crate::train::TreeOptions;
use crate::train::linear::Labelled;
use crate::train::rankers::{RANKER_TREES, trees_alone, trees_on_top};

/// Settings of the trees of all roles.
pub const TREES: TreeOptions =
    TreeOptions { trees: 60, leaves: 8, rate: 0.1, bags: 1, min_rows: 8, min_curvature: 1e-3, ..RANKER_TREES };

/// A table with what the annotation says.
pub struct KnownTable<'a> {
    pub table: &'a TableData<'a>,
    pub fields: HashMap<String, Hits>,
    pub roles: BTreeMap<Role, Hits>,
}

impl<'a> KnownTable<'a> {
    pub fn new(table: &'a TableData<'a>) -> Self {
        let fields = fields(table);
        KnownTable { table, roles: roles(&fields), fields }
    }

    /// Tables of many columns count no more than others by each.
    fn weight(&self) -> f64 {
        (15.0 / self.table.columns.len().max(15) as f64).sqrt()
    }
}

/// Settings of the trees that judge columns beside the others: fewer and smaller, on what others have said.
const TREES_BESIDE: TreeOptions =
    TreeOptions { trees: 40, leaves: 6, rate: 0.08, min_rows: 15, features: 0.4, ..TREES };

/// Settings of the trees that tell which columns people want beside the others.
const TREES_OF_WANTED: TreeOptions =
    TreeOptions { trees: 60, leaves: 8, rate: 0.08, min_rows: 15, features: 0.4, ..TREES };

/// Learns from these tables: what columns are likely to be alone; then, from what models say that have not seen a table's
/// site, what that makes of the others.
pub fn train_on(tables: &[&KnownTable<'_>]) -> ColumnModel {
    let alone = |fold: usize| {
        let seen: Vec<&KnownTable<'_>> = tables.iter().copied().filter(|known| known.table.page.fold != fold).collect();
        let judge = (seen.len() < tables.len()).then(|| train_alone(&seen));
        let unseen = tables.iter().filter(move |known| known.table.page.fold == fold);
        unseen.filter_map(move |&known| judged_by(known, judge.as_ref()?)).collect::<Vec<_>>()
    };
    let judged: Vec<JudgedTable<'_>> = (0..FOLDS).into_par_iter().flat_map_iter(alone).collect();
    let beside = Role::ALL.par_iter().map(|&role| trees_beside(&judged, role)).collect();
    ColumnModel { beside, wanted_beside: trees_of_wanted(&judged), ..train_alone(tables) }
}

/// A table as it is judged by a model that has not seen its site.
struct JudgedTable<'a> {
    known: &'a KnownTable<'a>,
    beside: Beside<'a>,
    /// Per column, the features by which it is judged whether people want it.
    wanted: Vec<Vec<f32>>,
}

fn judged_by<'a>(known: &'a KnownTable<'a>, model: &ColumnModel) -> Option<JudgedTable<'a>> {
    let TableData { tree, columns, rows, .. } = known.table;
    let judged = judge_alone(tree, model, columns, rows);
    let beside = Beside::new(tree, columns, rows, &judged);
    let wanted = wanted_features(columns, rows, &judged, &beside);
    Some(JudgedTable { known, beside, wanted })
}

/// Whether people want a column beside the others.
fn trees_of_wanted(tables: &[JudgedTable<'_>]) -> Trees {
    let rows = tables.iter().flat_map(|JudgedTable { known, wanted: rows, .. }| {
        let labels = wanted(&known.fields, known.table.columns.len());
        labels.into_iter().zip(rows).map(|(label, row)| Labelled { row: row.clone(), label, weight: known.weight() })
    });
    trees_alone(&rows.collect::<Vec<_>>(), &TREES_OF_WANTED)
}

/// What is to be added to the logits of a role.
fn trees_beside(tables: &[JudgedTable<'_>], role: Role) -> Trees {
    let (mut rows, mut start) = (Vec::new(), Vec::new());
    for JudgedTable { known, beside, .. } in tables {
        let labels = labels(role, &known.roles, known.fields.len(), &known.table.rows);
        for c in beside.open(role) {
            let Label { is, weight } = labels[c];
            rows.push(Labelled { row: beside.features(c, role), label: is, weight: weight * known.weight() });
            start.push(beside.logit(c, role));
        }
    }
    trees_on_top(&rows, &start, &TREES_BESIDE)
}

/// Learns what columns are likely to be, each by itself.
fn train_alone(tables: &[&KnownTable<'_>]) -> ColumnModel {
    let own: Vec<Trees> = Role::ALL.par_iter().map(|&role| own_trees(tables, role)).collect();
    let shared: Vec<Trees> = SHARED.par_iter().map(|group| shared_trees(tables, group.roles)).collect();
    let beside = vec![Trees::default(); Role::ALL.len()];
    ColumnModel { own, shared, beside, wanted: wanted_trees(tables), wanted_beside: Trees::default() }
}

fn of_role<'t>(
    tables: &'t [&KnownTable<'_>],
    role: Role,
    row: &'t (dyn Fn(&[f32]) -> Vec<f32> + 't),
) -> impl Iterator<Item = Labelled> + 't {
    tables.iter().flat_map(move |known| {
        let columns = &known.table.columns;
        let labels = labels(role, &known.roles, known.fields.len(), &known.table.rows);
        let able = labels.into_iter().enumerate().filter(move |(c, _)| columns[*c].kind == role.kind());
        able.map(move |(c, label)| Labelled {
            row: row(&known.table.rows[c]),
            label: label.is,
            weight: label.weight * known.weight(),
        })
    })
}

fn own_trees(tables: &[&KnownTable<'_>], role: Role) -> Trees {
    let rows: Vec<Labelled> = of_role(tables, role, &|row| row.to_vec()).collect();
    trees_alone(&rows, &TREES)
}

fn shared_trees(tables: &[&KnownTable<'_>], of: &[Role]) -> Trees {
    let mut rows = Vec::new();
    for &role in of {
        rows.extend(of_role(tables, role, &|row| shared_features(row, role)));
    }
    trees_alone(&rows, &TREES)
}

fn wanted_trees(tables: &[&KnownTable<'_>]) -> Trees {
    let rows = tables.iter().flat_map(|known| {
        let wanted = wanted(&known.fields, known.table.columns.len());
        wanted.into_iter().enumerate().map(|(c, label)| Labelled {
            row: known.table.rows[c].clone(),
            label,
            weight: known.weight(),
        })
    });
    trees_alone(&rows.collect::<Vec<_>>(), &TREES)
}
