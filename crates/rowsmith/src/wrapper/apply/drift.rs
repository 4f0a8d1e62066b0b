//! Noticing that a page, or what comes out of it, is no longer what was learnt.

use crate::records::ColumnDraft;
use crate::types::PartKind;
use crate::types::{Change, ColumnKind, Drift};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::Part;
use crate::wrapper::learn::statistics::{middle_length, share_of_type};
use crate::wrapper::parts::look::share as share_of;
use crate::wrapper::parts::post_fields::is_field;
use std::collections::BTreeSet;

/// A column that this share of records had may be missed. Lower, and the second half of a sorted list is an alarm.
const NEARLY_ALL: f32 = 0.9;
/// A column that all records had but for slips.
const ALL: f32 = 0.98;
/// So many posts tell what posts of whomever have.
const MANY_POSTS: u32 = 8;
/// A column in fewer records than this has vanished.
const VANISHED: f32 = 0.05;
/// Certainty, of posts times fill, may fall to this share. What takes the place of a column that was taken out comes to half or
/// less in nine of ten cases; on unchanged pages one column in a hundred is below 0.66.
const SURELY: f32 = 0.55;
/// Fill times certainty of what all records of a list had may fall to this share. Sorted lists fall to a half on later pages.
const MOST_FALL: f32 = 0.4;
/// A type in fewer texts than this share is gone.
const OTHER_TYPE: f32 = 0.25;
/// Fewer records say nothing of a column.
const FEW: usize = 3;
/// A type that this share of the texts had may be missed.
const SURE_TYPE: f32 = 0.9;
/// Similarity may fall by so much.
const FIT_FALL: f32 = 0.25;
/// More records than this many times the most, and some.
const MANY: (u32, u32) = (5, 50);
/// Middle lengths this many times the longest are others, where the longest was short.
const LENGTH: u32 = 8;
/// Texts of so many characters are prose, of any length.
const PROSE: u32 = 80;

/// How what came out of a page departs from the statistics of the part; `pages` is how many its template was learnt
/// from.
pub(crate) fn drift_of(part: &Part, pages: u32, applied: &Applied) -> Vec<Drift> {
    let mut drift = Vec::new();
    let statistics = &part.statistics;
    let (fits, columns) = (&applied.fits, &applied.columns);
    let n = fits.len();
    if n == 0 {
        // a page learnt from says what one page had; of several each had that
        if statistics.pages >= 2 && statistics.pages == pages {
            drift.push(Drift::NoRecords { least: statistics.records_a_page[0] });
        }
        return drift;
    }
    if part.kind == PartKind::Article {
        return drift_of_article(part, applied);
    }
    if is_many(part, n) {
        drift.push(Drift::ManyRecords { records: n as u32, most: statistics.records_a_page[1] });
    }
    if n < FEW {
        return drift;
    }
    let mean = fits.iter().sum::<f32>() / n as f32;
    if mean < statistics.fit[0] - FIT_FALL {
        drift.push(Drift::OtherRecords { fit: Change { now: mean, before: statistics.fit[0] } });
    }
    let few_authors = part.kind == PartKind::Posts && authors(part, columns).is_some_and(|n| n < FEW);
    for (c, (column, draft)) in part.columns.iter().zip(columns).enumerate() {
        let is_field = part.kind == PartKind::Posts && is_field(&column.name);
        let texts: Vec<&str> = draft.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
        let (before, fill_now) = (&column.statistics, share_of(texts.len() as u32, n));
        let name = || column.name.clone();
        let vanished = || Drift::ColumnVanished { column: name(), fill: Change { now: fill_now, before: before.fill } };
        if few_authors && !is_field {
            // what two authors lack may be theirs to lack, unless all of many posts had it
            if statistics.records >= MANY_POSTS && before.fill >= ALL && texts.is_empty() {
                drift.push(vanished());
            }
            continue;
        }
        if before.fill >= NEARLY_ALL && fill_now <= VANISHED {
            drift.push(vanished());
            continue;
        }
        let certainty = Change { now: applied.certainty.get(c).copied().unwrap_or(0.0), before: before.certainty };
        // posts have their fields; of lists a half may lack what the other has, images or prices
        let share = if is_field { fill_now / before.fill.max(f32::EPSILON) } else { 1.0 };
        if before.fill >= NEARLY_ALL && share * certainty.now < SURELY * certainty.before {
            let fill = Change { now: fill_now, before: before.fill };
            drift.push(Drift::ColumnElsewhere { column: name(), fill, certainty });
            continue;
        }
        let sure_share = fill_now * certainty.now / certainty.before.max(f32::EPSILON);
        if part.kind != PartKind::Posts && before.fill >= ALL && sure_share < MOST_FALL {
            drift.push(vanished());
            continue;
        }
        if column.kind != ColumnKind::Text || texts.len() < FEW {
            continue;
        }
        let sure = before.types.iter().find(|(_, share)| **share >= SURE_TYPE);
        if let Some((was, &share)) = sure
            && before.fill * statistics.records as f32 >= FEW as f32
        {
            let left = share_of_type(&texts, was);
            if left < OTHER_TYPE {
                drift.push(Drift::TypeChanged {
                    column: name(),
                    was: was.clone(),
                    share: Change { now: left, before: share },
                });
                continue;
            }
        }
        let [_, middle, longest] = before.length;
        if longest > PROSE {
            continue;
        }
        let length = middle_length(&texts);
        if length > LENGTH * (longest + 8) {
            drift.push(Drift::LengthChanged { column: name(), length: Change { now: length, before: middle } });
        }
    }
    drift
}

/// How many authors the posts of a page have. What posts show beside their fields, a rank or a place, is their authors',
/// and of fewer than three it says nothing.
fn authors(part: &Part, columns: &[ColumnDraft]) -> Option<usize> {
    let at = part.columns.iter().position(|column| column.name == "author")?;
    let names: BTreeSet<&str> = columns.get(at)?.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
    Some(names.len())
}

/// An article is one record: what all of several pages had may be missed.
fn drift_of_article(part: &Part, applied: &Applied) -> Vec<Drift> {
    if part.statistics.records < FEW as u32 {
        return Vec::new();
    }
    let mut drift = Vec::new();
    for (c, (column, draft)) in part.columns.iter().zip(&applied.columns).enumerate() {
        let (before, name) = (&column.statistics, column.name.clone());
        let certainty = Change { now: applied.certainty.get(c).copied().unwrap_or(0.0), before: before.certainty };
        if before.fill >= 1.0 && draft.items.iter().all(Option::is_none) {
            drift.push(Drift::ColumnVanished { column: name, fill: Change { now: 0.0, before: before.fill } });
        } else if before.fill >= 1.0 && before.certainty >= 1.0 && certainty.now < SURELY {
            drift.push(Drift::ColumnElsewhere {
                column: name,
                fill: Change { now: 1.0, before: before.fill },
                certainty,
            });
        }
    }
    drift
}

/// Whether there are far more records than on any page learnt from.
pub(crate) fn is_many(part: &Part, records: usize) -> bool {
    records as u32 > MANY.0 * part.statistics.records_a_page[1] + MANY.1
}
