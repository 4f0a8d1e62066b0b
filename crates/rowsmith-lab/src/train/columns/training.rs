//! Trees for the roles of columns.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use rowsmith::learn::Trees;
use rowsmith::records::{ColumnModel, SHARED, shared_features};
use rowsmith::types::Role;

use super::dataset::TableData;
use super::labels::{Hits, fields, labels, roles, wanted};
use crate::train::TreeOptions;
use crate::train::linear::Labelled;
use crate::train::rankers::{RANKER_TREES, trees_alone};

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

/// Learns from these tables.
pub fn train_on(tables: &[&KnownTable<'_>]) -> ColumnModel {
    let own: Vec<Trees> = Role::ALL.par_iter().map(|&role| own_trees(tables, role)).collect();
    let shared: Vec<Trees> = SHARED.par_iter().map(|group| shared_trees(tables, group.roles)).collect();
    ColumnModel { own, shared, wanted: wanted_trees(tables) }
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
