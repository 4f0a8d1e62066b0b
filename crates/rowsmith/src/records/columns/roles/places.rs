//! Columns that name places of the world are where things are.

use crate::recognize::{ValueType, find_place};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, least, logit, probability};
use crate::records::columns::roles::fitting::sample;
use crate::types::{ColumnKind, Role};

/// Longer texts, in bytes, mention places but do not name one.
const MAX_BYTES: usize = 100;
/// The share of items that must name a place.
const LEAST: f64 = 0.4;
/// How much likelier, in logits, a location is where every item names one.
const KNOWN: f64 = 4.0;

/// A location that is less likely, and of whose items hardly any names a place that is known, is none. Villages that are not known have
/// more on pages of homes.
const DOUBTFUL: f64 = 0.25;
/// The share of items that must name one.
const LEAST_NAMED: f64 = 0.1;

/// Judges locations again by the places that are known: names of people and of things are like those of places in all else.
pub(crate) fn judge_places(columns: &[ColumnDraft], judged: &mut Judged) {
    for (column, roles) in columns.iter().zip(&mut judged.roles) {
        // some places are called as months are
        if column.kind != ColumnKind::Text || matches!(column.value_type, ValueType::Date | ValueType::Price) {
            continue;
        }
        let known = &mut roles[Role::Location.index()];
        let share = share_of_places(column);
        if share >= LEAST {
            *known = probability(logit(known.max(0.004)) + KNOWN * share);
        } else if (least(Role::Location)..DOUBTFUL).contains(known) && !names_places(column) {
            *known = 0.0;
        }
    }
}

/// The share of a column's items that are places, or begin or end with one; 0 if it is less than [`LEAST`].
fn share_of_places(column: &ColumnDraft) -> f64 {
    let sample = sample(column);
    let all = sample.len().max(1) as f64;
    let mut places = 0;
    for (at, text) in sample.iter().enumerate() {
        // as if all others were places
        if ((places + sample.len() - at) as f64) < LEAST * all {
            return 0.0;
        }
        places += usize::from(text.len() <= MAX_BYTES && is_place(text));
    }
    places as f64 / all
}

/// Whether at least [`LEAST_NAMED`] of a column's items are places.
fn names_places(column: &ColumnDraft) -> bool {
    let sample = sample(column);
    let places = sample.iter().filter(|text| text.len() <= MAX_BYTES && is_place(text)).count();
    places as f64 >= LEAST_NAMED * sample.len() as f64
}

/// Whether a text is a place with little beside it that commas, numbers and the like do not part from it.
fn is_place(text: &str) -> bool {
    let Some(span) = find_place(text) else { return false };
    let apart = |c: char| !c.is_alphabetic();
    let before = text[..span.start].trim_end();
    let behind = text[span.end..].trim_start();
    let ends = before.is_empty() || before.ends_with(apart);
    let begins = behind.is_empty() || behind.starts_with(apart);
    ends && begins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::columns::roles::fitting::column_of;

    #[test]
    fn a_doubtful_location_names_some_place() {
        let location = |texts: &[&str], probability: f64| {
            let mut judged = Judged { roles: vec![vec![0.0; Role::ALL.len()]], ..Judged::default() };
            judged.roles[0][Role::Location.index()] = probability;
            judge_places(&[column_of(texts)], &mut judged);
            judged.roles[0][Role::Location.index()]
        };
        assert_eq!(location(&["Arriana Vasquez", "Dave Gershgorn", "Ann Lee"], 0.2), 0.0);
        assert_eq!(location(&["Earth", "Here", "Lisbon"], 0.2), 0.2);
        assert_eq!(location(&["Atlantic Warriors", "Hope Lutheran Church", "Main Hall"], 0.5), 0.5);
    }

    #[test]
    fn places_stand_apart() {
        for text in ["Berlin", "40223 Düsseldorf (Bilk)", "Kraków, Mistrzejowice", "Oberkassel / Düsseldorf"] {
            assert!(is_place(text), "{text}");
        }
        for text in ["House of York and Sons", "A walk through London", "3 rooms"] {
            assert!(!is_place(text), "{text}");
        }
    }
}
