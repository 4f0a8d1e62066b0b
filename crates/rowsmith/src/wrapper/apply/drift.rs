//! Noticing that a page, or what comes out of it, is no longer what was learnt.

use crate::records::ColumnDraft;
use crate::types::PartKind;
use crate::types::{Change, ColumnKind, Drift};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, Part};
use crate::wrapper::learn::statistics::{middle_length, share_of_type};
use crate::wrapper::parts::element_pattern::share as share_of;
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
    let records = applied.fits.len();
    if records == 0 {
        return drift_without_records(part, pages).into_iter().collect();
    }
    if part.kind == PartKind::Article {
        return drift_of_article(part, applied);
    }
    let mut drift = Vec::new();
    if is_many(part, records) {
        drift.push(Drift::ManyRecords { records: records as u32, most: part.statistics.records_a_page[1] });
    }
    if records < FEW {
        return drift;
    }
    drift.extend(drift_of_records(part, &applied.fits));
    let few_authors =
        part.kind == PartKind::Posts && authors(part, &applied.columns).is_some_and(|authors| authors < FEW);
    drift.extend(columns_now(part, applied).filter_map(|column| column.drift(few_authors)));
    drift
}

/// A page learnt from says what one page had; of several each had that.
fn drift_without_records(part: &Part, pages: u32) -> Option<Drift> {
    let statistics = &part.statistics;
    (statistics.pages >= 2 && statistics.pages == pages)
        .then(|| Drift::NoRecords { least: statistics.records_a_page[0] })
}

/// Records that are less similar to those learnt from than those of any page were.
fn drift_of_records(part: &Part, fits: &[f32]) -> Option<Drift> {
    let (now, before) = (fits.iter().sum::<f32>() / fits.len() as f32, part.statistics.fit[0]);
    (now < before - FIT_FALL).then_some(Drift::OtherRecords { fit: Change { now, before } })
}

/// A column of a part, as it was learnt and as it came out of a page.
struct ColumnNow<'a> {
    part: &'a Part,
    column: &'a ColumnLocator,
    /// Its items that are there.
    texts: Vec<&'a str>,
    /// The share of records that have it.
    fill: Change<f32>,
    /// How sure its items are.
    certainty: Change<f32>,
}

/// The columns of a part, as they came out of a page.
fn columns_now<'a>(part: &'a Part, applied: &'a Applied) -> impl Iterator<Item = ColumnNow<'a>> {
    let given = part.columns.iter().zip(&applied.columns).enumerate().filter(|(_, (column, _))| !column.dropped);
    given.map(|(c, (column, draft))| {
        let texts: Vec<&str> = draft.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
        let before = &column.statistics;
        let fill = Change { now: share_of(texts.len() as u32, applied.fits.len()), before: before.fill };
        let certainty = Change { now: applied.certainty.get(c).copied().unwrap_or(0.0), before: before.certainty };
        ColumnNow { part, column, texts, fill, certainty }
    })
}

impl ColumnNow<'_> {
    /// The first way in which the column departs; the later ones follow from it. `few_authors` tells that the posts of the page
    /// are of too few authors to say anything of columns that may be their authors'.
    fn drift(&self, few_authors: bool) -> Option<Drift> {
        if self.column.selector.lost && self.texts.is_empty() {
            return Some(self.vanished());
        }
        if few_authors && !self.is_field() {
            // what two authors lack may be theirs to lack, unless all of many posts had it
            let had_by_all = self.part.statistics.records >= MANY_POSTS && self.fill.before >= ALL;
            return (had_by_all && self.texts.is_empty()).then(|| self.vanished());
        }
        if self.fill.before >= NEARLY_ALL && self.fill.now <= VANISHED {
            return Some(self.vanished());
        }
        if self.stands_elsewhere() {
            return Some(Drift::ColumnElsewhere {
                column: self.column.name.clone(),
                fill: self.fill,
                certainty: self.certainty,
            });
        }
        if self.is_mostly_missing() {
            return Some(self.vanished());
        }
        if self.column.kind != ColumnKind::Text || self.texts.len() < FEW {
            return None;
        }
        self.other_type().or_else(|| self.other_length())
    }

    /// Whether it is a field of posts, not one of their further columns.
    fn is_field(&self) -> bool {
        self.part.kind == PartKind::Posts && is_field(&self.column.name)
    }

    fn vanished(&self) -> Drift {
        Drift::ColumnVanished { column: self.column.name.clone(), fill: self.fill }
    }

    /// Whether the items of a column that nearly all had are less sure than those of the column were.
    fn stands_elsewhere(&self) -> bool {
        // posts have their fields; of lists a half may lack what the other has, images or prices
        let share = if self.is_field() { self.fill.now / self.fill.before.max(f32::EPSILON) } else { 1.0 };
        self.fill.before >= NEARLY_ALL && share * self.certainty.now < SURELY * self.certainty.before
    }

    /// Whether most records of a list lack, for sure, what all had.
    fn is_mostly_missing(&self) -> bool {
        let sure_share = self.fill.now * self.certainty.now / self.certainty.before.max(f32::EPSILON);
        self.part.kind != PartKind::Posts && self.fill.before >= ALL && sure_share < MOST_FALL
    }

    /// A type that nearly all texts had and few have.
    fn other_type(&self) -> Option<Drift> {
        let (was, &before) = self.column.statistics.types.iter().find(|(_, share)| **share >= SURE_TYPE)?;
        if self.fill.before * (self.part.statistics.records as f32) < FEW as f32 {
            return None;
        }
        let now = share_of_type(&self.texts, was);
        (now < OTHER_TYPE).then(|| Drift::TypeChanged {
            column: self.column.name.clone(),
            was: was.clone(),
            share: Change { now, before },
        })
    }

    /// Texts that are far longer than any before, which were no prose.
    fn other_length(&self) -> Option<Drift> {
        let [_, before, longest] = self.column.statistics.length;
        if longest > PROSE {
            return None;
        }
        let now = middle_length(&self.texts);
        (now > LENGTH * (longest + 8))
            .then(|| Drift::LengthChanged { column: self.column.name.clone(), length: Change { now, before } })
    }
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
