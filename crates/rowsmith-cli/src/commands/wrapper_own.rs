//! Columns of one's own in a wrapper that select nothing on any page of a run.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rowsmith::wrapper::{AppliedPage, Wrapper};

/// A column of one's own: template, kind of part, name.
type Own = (String, &'static str, String);

/// The columns that a person added to a wrapper and of which no record is known, until a page has them. That they select nothing is no
/// drift of a page; it is said once.
pub(super) struct OwnColumns {
    open: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// Those without a value so far.
    empty: BTreeSet<Own>,
    /// Those of them whose part had records.
    applied: BTreeSet<Own>,
}

impl OwnColumns {
    pub(super) fn of(wrapper: &Wrapper) -> OwnColumns {
        let parts =
            wrapper.templates.iter().flat_map(|template| template.parts.iter().map(move |part| (template, part)));
        let columns = parts.flat_map(|(template, part)| {
            let unmeasured = part.columns.iter().filter(|column| column.is_unmeasured() && !column.dropped);
            unmeasured.map(|column| (template.name.clone(), part.kind.name(), column.name.clone()))
        });
        OwnColumns { open: Mutex::new(Seen { empty: columns.collect(), applied: BTreeSet::new() }) }
    }

    pub(super) fn add(&self, page: &AppliedPage) {
        let mut seen = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(template) = page.template.as_ref().filter(|_| !seen.empty.is_empty()) else { return };
        for part in page.tables.iter().filter(|part| !part.table.records.is_empty()) {
            for (at, column) in part.table.columns.iter().enumerate() {
                let own = (template.clone(), part.kind.name(), column.name.clone());
                if !seen.empty.contains(&own) {
                    continue;
                }
                let mut cells = part.table.records.iter().map(|row| row.cells.get(at));
                match cells.any(|cell| cell.is_some_and(Option::is_some)) {
                    true => drop(seen.empty.remove(&own)),
                    false => drop(seen.applied.insert(own)),
                }
            }
        }
    }

    /// A line for each that has selected nothing, though there were records.
    pub(super) fn lines(self) -> Vec<String> {
        let Seen { empty, applied } = self.open.into_inner().unwrap_or_else(PoisonError::into_inner);
        let line = |(template, _, name): &Own| {
            format!("column {name:?} of {template:?}, which you added, selects nothing on any of these pages")
        };
        empty.intersection(&applied).map(line).collect()
    }
}
