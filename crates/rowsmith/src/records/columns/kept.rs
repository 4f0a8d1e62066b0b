//! Which columns a person wants to see.

use crate::recognize::ValueType;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::roles::assignment::Judged;
use crate::tree::PageTree;
use crate::types::{ColumnCategory, ColumnKind};

/// With less probability that people want it, a column without a role is left out.
const LEAST_WANTED: f64 = 0.08;
/// The same for numbers, amounts and dates, which are seldom noise.
const LEAST_TYPED: f64 = 0.04;
/// The same for a part of a column with a role, or what holds one: it says again what that says.
const LEAST_BESIDE: f64 = 0.3;

/// Per column, whether it stays. Those with a role do; where none would stay, all do.
pub(crate) fn kept(
    page: &PageTree,
    columns: &[ColumnDraft],
    judged: &Judged,
    assigned: &[Option<Assigned>],
    emptied: &[bool],
) -> Vec<bool> {
    let with_role: Vec<&ColumnDraft> = columns
        .iter()
        .zip(assigned)
        .filter(|(c, a)| a.is_some() && c.kind == ColumnKind::Text)
        .map(|(c, _)| c)
        .collect();
    let mut kept: Vec<bool> = (0..columns.len())
        .map(|c| {
            let column = &columns[c];
            if emptied[c] || assigned[c].is_some() {
                return !emptied[c];
            }
            let beside = column.kind == ColumnKind::Text && with_role.iter().any(|other| nested(page, column, other));
            let constant = column.category == ColumnCategory::Identical;
            let least = if beside {
                LEAST_BESIDE
            } else if column.label.is_some() && !constant {
                return true; // the page itself has a name for it
            } else if column.value_type != ValueType::Text && column.kind == ColumnKind::Text && !constant {
                LEAST_TYPED
            } else {
                LEAST_WANTED
            };
            judged.wanted[c] >= least
        })
        .collect();
    if !kept.contains(&true) {
        kept = emptied.iter().map(|e| !e).collect();
    }
    kept
}

/// Whether most items of one column lie in the other's of the same record, or hold them.
fn nested(page: &PageTree, column: &ColumnDraft, other: &ColumnDraft) -> bool {
    let (mut both, mut nested) = (0, 0);
    for (a, b) in column.items.iter().zip(&other.items) {
        if let (Some((a, _)), Some((b, _))) = (a, b) {
            both += 1;
            nested += usize::from(page.tree.contains(*a, *b) || page.tree.contains(*b, *a));
        }
    }
    nested * 2 > both
}
