//! Columns that name places of the world are where things are.

use crate::recognize::{ValueType, find_place};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, logit, probability};
use crate::types::{ColumnKind, Role};

/// Items of a column that are looked at.
const SAMPLE: usize = 40;
/// Longer texts, in bytes, mention places but do not name one.
const MAX_BYTES: usize = 100;
/// The share of items that must name a place.
const LEAST: f64 = 0.4;
/// How much likelier, in logits, a location is where every item names one.
const KNOWN: f64 = 4.0;

/// Judges locations again by the places that are known.
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
        }
    }
}

/// The share of a column's items that are places, or begin or end with one; 0 if it is less than [`LEAST`].
fn share_of_places(column: &ColumnDraft) -> f64 {
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
    let step = texts.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<&str> = texts.into_iter().step_by(step).collect();
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
