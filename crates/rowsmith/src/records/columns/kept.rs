//! Which columns a person wants to see.

use rustc_hash::FxHashSet;

use crate::recognize::ValueType;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::roles::assignment::Judged;
use crate::tree::PageTree;
use crate::types::{ColumnCategory, ColumnKind};

/// With less probability that people want it beside the others, a column without a role is left out. On `records`, 0.055 (and
/// 0.025 in place of 0.02 below) leaves .7 fewer columns a table and loses .003 of item recall.
const LEAST_WANTED: f64 = 0.04;
/// The same for numbers, amounts and dates, which are seldom noise.
const LEAST_TYPED: f64 = 0.02;
/// The same for a part of a column with a role: it says again what that says. What holds such a column says more.
const LEAST_BESIDE: f64 = 0.15;

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
    let copies = copies(columns, assigned);
    let role_addresses = RoleAddresses::new(columns, assigned);
    let mut kept: Vec<bool> = (0..columns.len())
        .map(|c| {
            let column = &columns[c];
            let filled = column.items.iter().flatten().count();
            if emptied[c] || filled == 0 || assigned[c].is_some() {
                return !emptied[c] && filled > 0;
            }
            if copies[c] || column.label.is_none() && role_addresses.holds(column) {
                return false;
            }
            if column.label.is_none() && filled * RARE < column.items.len() {
                return false; // what one record in many has, such as a box of recommendations
            }
            let beside = column.kind == ColumnKind::Text && with_role.iter().any(|other| lies_in(page, column, other));
            let constant = column.category == ColumnCategory::Identical;
            if constant && column.kind == ColumnKind::Text && filled * 5 >= column.items.len() * 4 {
                return false; // the same everywhere: "Add to cart"
            }
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

/// Whether most items of a column lie in the other's of the same record.
fn lies_in(page: &PageTree, column: &ColumnDraft, other: &ColumnDraft) -> bool {
    let (mut both, mut inside) = (0, 0);
    for (a, b) in column.items.iter().zip(&other.items) {
        if let (Some((a, _)), Some((b, _))) = (a, b) {
            both += 1;
            inside += usize::from(page.tree.contains(*b, *a));
        }
    }
    inside * 2 > both
}

/// A column without a role or a label that fewer than one in so many records have is left out.
const RARE: usize = 16;
/// A column repeats others where so many of its items do.
const REPEATS: f64 = 0.95;

/// The addresses of the columns with roles: per record those of links and of images, as they are compared.
struct RoleAddresses(FxHashSet<(usize, ColumnKind, String)>);

impl RoleAddresses {
    fn new(columns: &[ColumnDraft], assigned: &[Option<Assigned>]) -> RoleAddresses {
        let with_role = columns.iter().zip(assigned).filter(|(_, assigned)| assigned.is_some());
        let of_column = |column: &ColumnDraft| -> Vec<(usize, ColumnKind, String)> {
            let items = column.items.iter().enumerate();
            items.filter_map(|(at, item)| Some((at, column.kind, address(column.kind, &item.as_ref()?.1)))).collect()
        };
        RoleAddresses(
            with_role.filter(|(column, _)| column.kind != ColumnKind::Text).flat_map(|(c, _)| of_column(c)).collect(),
        )
    }

    /// Whether a column of links or images without a role has theirs: a link to a place on the same page, an image in another
    /// size. What texts repeat is no reason: with those left out that are made of words of several others, `search_columns`
    /// loses 0.007 of its items.
    fn holds(&self, column: &ColumnDraft) -> bool {
        if column.kind == ColumnKind::Text {
            return false;
        }
        let items = column.items.iter().enumerate().filter_map(|(at, item)| Some((at, &item.as_ref()?.1)));
        let is_held = |(at, text): &(usize, &String)| self.0.contains(&(*at, column.kind, address(column.kind, text)));
        let all = items.clone().count();
        all > 0 && items.filter(is_held).count() as f64 >= REPEATS * all as f64
    }
}

/// An address as it is compared: without the place within a page, of a file of an image the path alone.
fn address(kind: ColumnKind, address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let is_file = path.rsplit_once('.').is_some_and(|(_, ending)| {
        ["jpg", "jpeg", "png", "webp", "gif", "avif"].iter().any(|known| ending.eq_ignore_ascii_case(known))
    });
    let compared =
        if kind == ColumnKind::Image && is_file { path } else { address.split('#').next().unwrap_or_default() };
    compared.to_owned()
}

/// Per column, whether a text column with a role, or one before it, says the same: the words and numbers of all its items.
fn copies(columns: &[ColumnDraft], assigned: &[Option<Assigned>]) -> Vec<bool> {
    let folded = |column: &ColumnDraft| -> Vec<(usize, String)> {
        let words_of = |text: &str| {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let words = words.collect::<Vec<_>>().join(" ");
            // stars and other signs say what they are
            if words.is_empty() { text.to_owned() } else { words }
        };
        let items = column.items.iter().enumerate();
        items.filter_map(|(record, item)| Some((record, words_of(&item.as_ref()?.1)))).collect()
    };
    let with_role = (0..columns.len()).filter(|&c| assigned[c].is_some());
    let without = (0..columns.len()).filter(|&c| assigned[c].is_none());
    let mut seen: FxHashSet<Vec<(usize, String)>> = FxHashSet::default();
    let mut is_copy = vec![false; columns.len()];
    for c in with_role.chain(without).filter(|&c| columns[c].kind == ColumnKind::Text) {
        let is_new = seen.insert(folded(&columns[c]));
        is_copy[c] = !is_new;
    }
    is_copy
}
