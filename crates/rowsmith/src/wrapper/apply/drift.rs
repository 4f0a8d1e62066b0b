//! Noticing that a page, or what comes out of it, is no longer what was learnt.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::records::ColumnDraft;
use crate::types::ColumnKind;
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{Part, PartKind};
use crate::wrapper::learn::statistics::{middle_length, share_of_type};
use crate::wrapper::parts::look::share as share_of;
use crate::wrapper::parts::post_fields::is_field;

/// What departs from a wrapper; serialised as its text.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Drift {
    /// The page fits no template of the wrapper.
    NoTemplate {
        /// The template that fits best, and how well, from 0 to 1.
        nearest: Option<(String, f32)>,
    },
    /// Classes and ids of the page are others; records were told by structure alone.
    Renamed,
    /// The pages of the template had records, this one has none.
    NoRecords {
        /// The fewest records of a page learnt from.
        least: u32,
    },
    /// There are far more records than on any page learnt from.
    ManyRecords {
        /// How many there are.
        records: u32,
        /// The most on a page learnt from.
        most: u32,
    },
    /// Records are less similar to those learnt from than any page's were.
    OtherRecords {
        /// Their mean similarity, and that of the records learnt from.
        fit: [f32; 2],
    },
    /// A column that nearly all records had is empty, or nearly so; or one that all records of a list had is missing in most.
    ColumnVanished {
        /// Its name.
        column: String,
        /// The share of records that have it, now and before.
        fill: [f32; 2],
    },
    /// Many items of a column that nearly all records had are missing, or stand where it is not known to have any:
    /// another column's may have taken their places.
    ColumnElsewhere {
        /// Its name.
        column: String,
        /// The share of records that have it, now and before.
        fill: [f32; 2],
        /// How sure its items are, now and before, from 0 to 1.
        certainty: [f32; 2],
    },
    /// The texts of a column are of another type.
    TypeChanged {
        /// Its name.
        column: String,
        /// The type that most had.
        was: String,
        /// The share that has it, now and before.
        share: [f32; 2],
    },
    /// The texts of a column are far longer than any before.
    LengthChanged {
        /// Its name.
        column: String,
        /// The middle length in characters, now and before.
        length: [u32; 2],
    },
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drift::NoTemplate { nearest: Some((name, fit)) } => {
                write!(f, "drifted: the page fits no template (nearest {name:?}, fit {fit:.2})")
            }
            Drift::NoTemplate { nearest: None } => f.write_str("drifted: the wrapper has no template"),
            Drift::Renamed => f.write_str("drifted: classes were renamed; records are told by structure alone"),
            Drift::NoRecords { least } => {
                write!(f, "drifted: no records, where pages of the template had {least} or more")
            }
            Drift::ManyRecords { records, most } => {
                write!(f, "drifted: {records} records, where pages of the template had at most {most}")
            }
            Drift::OtherRecords { fit: [now, before] } => {
                write!(f, "drifted: records are less similar to those learnt from ({now:.2}, was {before:.2})")
            }
            Drift::ColumnVanished { column, fill: [now, before] } => {
                write!(
                    f,
                    "drifted: column {column:?} is filled in {:.0} % of records, was {:.0} %",
                    now * 100.0,
                    before * 100.0
                )
            }
            Drift::ColumnElsewhere { column, fill, certainty } => {
                let [now, before] = fill.map(|share| share * 100.0);
                write!(
                    f,
                    "drifted: items of column {column:?} stand elsewhere ({:.2} sure, were {:.2}; ",
                    certainty[0], certainty[1]
                )?;
                write!(f, "filled in {now:.0} % of records, was {before:.0} %)")
            }
            Drift::TypeChanged { column, was, share: [now, before] } => write!(
                f,
                "drifted: column {column:?} is a {was} in {:.0} % of records, was {:.0} %",
                now * 100.0,
                before * 100.0
            ),
            Drift::LengthChanged { column, length: [now, before] } => {
                write!(f, "drifted: texts of column {column:?} have {now} characters, had {before}")
            }
        }
    }
}

impl Serialize for Drift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

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
        drift.push(Drift::OtherRecords { fit: [mean, statistics.fit[0]] });
    }
    let few_authors = part.kind == PartKind::Posts && authors(part, columns).is_some_and(|n| n < FEW);
    for (c, (column, draft)) in part.columns.iter().zip(columns).enumerate() {
        let is_field = part.kind == PartKind::Posts && is_field(&column.name);
        let texts: Vec<&str> = draft.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
        let (before, fill_now) = (&column.statistics, share_of(texts.len() as u32, n));
        let name = || column.name.clone();
        let vanished = || Drift::ColumnVanished { column: name(), fill: [fill_now, before.fill] };
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
        let certainty = [applied.certainty.get(c).copied().unwrap_or(0.0), before.certainty];
        // posts have their fields; of lists a half may lack what the other has, images or prices
        let share = if is_field { fill_now / before.fill.max(f32::EPSILON) } else { 1.0 };
        if before.fill >= NEARLY_ALL && share * certainty[0] < SURELY * certainty[1] {
            let fill = [fill_now, before.fill];
            drift.push(Drift::ColumnElsewhere { column: name(), fill, certainty });
            continue;
        }
        let sure_share = fill_now * certainty[0] / certainty[1].max(f32::EPSILON);
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
                drift.push(Drift::TypeChanged { column: name(), was: was.clone(), share: [left, share] });
                continue;
            }
        }
        let [_, middle, longest] = before.length;
        if longest > PROSE {
            continue;
        }
        let length = middle_length(&texts);
        if length > LENGTH * (longest + 8) {
            drift.push(Drift::LengthChanged { column: name(), length: [length, middle] });
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
        let certainty = [applied.certainty.get(c).copied().unwrap_or(0.0), before.certainty];
        if before.fill >= 1.0 && draft.items.iter().all(Option::is_none) {
            drift.push(Drift::ColumnVanished { column: name, fill: [0.0, before.fill] });
        } else if before.fill >= 1.0 && before.certainty >= 1.0 && certainty[0] < SURELY {
            drift.push(Drift::ColumnElsewhere { column: name, fill: [1.0, before.fill], certainty });
        }
    }
    drift
}

/// Whether there are far more records than on any page learnt from.
pub(crate) fn is_many(part: &Part, records: usize) -> bool {
    records as u32 > MANY.0 * part.statistics.records_a_page[1] + MANY.1
}
