//! What the annotation calls the columns of a table.

use std::collections::{BTreeMap, HashMap};

use rowsmith::records::speaks_of;
use rowsmith::types::Role;

use super::dataset::TableData;
use crate::eval::items::value_matches;

/// The values of a field or of a role, and how many of them each column has.
#[derive(Clone, Default, Debug)]
pub struct Hits {
    /// Values that there are.
    pub values: usize,
    /// Of these, per column.
    pub found: Vec<usize>,
}

impl Hits {
    /// Those of the column that has most.
    pub fn best(&self) -> usize {
        self.found.iter().copied().max().unwrap_or(0)
    }

    fn is_best(&self, column: usize) -> bool {
        self.found[column] as f64 >= 0.95 * self.best() as f64
    }
}

/// The role of an annotated field, as score.py joins them, and further roles.
pub fn role_of(field: &str) -> Option<Role> {
    Some(match field {
        "title" | "name" | "topic" | "thread" | "headline" => Role::Title,
        "url" => Role::Url,
        "image" => Role::Image,
        "price" => Role::Price,
        "old_price" => Role::OldPrice,
        "date" => Role::Date,
        "author" => Role::Author,
        "body" | "snippet" | "description" | "excerpt" | "summary" => Role::Text,
        "rating" => Role::Rating,
        "reviews" => Role::Reviews,
        "number" | "rank" | "position" => Role::Number,
        "replies" => Role::Replies,
        "views" => Role::Views,
        "comments" => Role::Comments,
        "score" => Role::Score,
        "location" | "address" | "venue" => Role::Location,
        "category" => Role::Category,
        "brand" => Role::Brand,
        "seller" | "company" | "dealer" | "agent" | "agency" => Role::Seller,
        "availability" => Role::Availability,
        "sku" => Role::Sku,
        _ => return None,
    })
}

/// The fields that two records of a table or more have.
pub fn fields(table: &TableData<'_>) -> HashMap<String, Hits> {
    let mut hits: HashMap<String, Hits> = HashMap::new();
    for (record, gold) in table.gold.iter().enumerate() {
        for (name, value) in &gold.fields {
            let hits = hits.entry(name.clone()).or_default();
            hits.found.resize(table.columns.len(), 0);
            hits.values += 1;
            for (column, found) in table.columns.iter().zip(&mut hits.found) {
                let item = column.items[record].as_ref();
                *found += usize::from(item.is_some_and(|(_, text)| value_matches(name, value, text)));
            }
        }
    }
    hits.retain(|_, h| h.values >= 2);
    hits
}

/// The roles that two values of a table or more have.
pub fn roles(fields: &HashMap<String, Hits>) -> BTreeMap<Role, Hits> {
    let mut roles: BTreeMap<Role, Hits> = BTreeMap::new();
    for (name, hits) in fields {
        let Some(role) = role_of(name) else { continue };
        let of_role = roles.entry(role).or_default();
        of_role.found.resize(hits.found.len(), 0);
        of_role.values += hits.values;
        of_role.found.iter_mut().zip(&hits.found).for_each(|(sum, found)| *sum += found);
    }
    roles
}

/// How much a column is a role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    pub is: bool,
    pub weight: f64,
}

/// The most fields that are annotated on a page: where there are as many, others may have been left out.
const MOST_FIELDS: usize = 6;

/// What a column counts that may well be a role that nobody annotated: the page speaks of it.
const LIKELY_LEFT_OUT: f64 = 0.05;

/// Whether each column is a role.
pub fn labels(role: Role, roles: &BTreeMap<Role, Hits>, fields: usize, rows: &[Vec<f32>]) -> Vec<Label> {
    let columns = rows.len();
    let Some(hits) = roles.get(&role) else {
        // not annotated is not the same as not there
        let weight = if fields < MOST_FIELDS { 0.7 } else { 0.3 };
        let common = matches!(role, Role::Title | Role::Url | Role::Image | Role::Text);
        let likely = |row: &Vec<f32>| !common && speaks_of(row, role);
        let of = |row| Label { is: false, weight: if likely(row) { weight * LIKELY_LEFT_OUT } else { weight } };
        return rows.iter().map(of).collect();
    };
    (0..columns)
        .map(|c| {
            let share = hits.found[c] as f64 / hits.values as f64;
            if 2 * hits.best() >= hits.values && hits.is_best(c) && share >= 0.5 {
                Label { is: true, weight: share }
            } else {
                Label { is: false, weight: if share > 0.3 { 0.3 } else { 1.0 } }
            }
        })
        .collect()
}

/// Whether each column is the one of some annotated field, of whatever name.
pub fn wanted(fields: &HashMap<String, Hits>, columns: usize) -> Vec<bool> {
    let of = |c: usize, hits: &Hits| hits.best() as f64 >= 0.3 * hits.values as f64 && hits.is_best(c);
    (0..columns).map(|c| fields.values().any(|hits| of(c, hits))).collect()
}
