//! Detects that a page, or what is extracted from it, no longer matches what was learnt.

use crate::records::ColumnDraft;
use crate::types::PartKind;
use crate::types::{Change, ColumnKind, Drift};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, Part};
use crate::wrapper::learn::statistics::{middle_length, share_of_type};
use crate::wrapper::parts::element_pattern::share as share_of;
use crate::wrapper::parts::post_fields::is_field;
use std::collections::BTreeSet;

/// A column that at least this share of records had counts as missing if it is absent. With a lower value the second
/// half of a sorted list would raise an alarm.
pub(crate) const NEARLY_ALL: f32 = 0.9;
/// A column that all records had, apart from slips.
const ALL: f32 = 0.98;
/// With this many posts, one knows what posts of any author have.
const MANY_POSTS: u32 = 8;
/// A column that fewer records have than this share has vanished.
const VANISHED: f32 = 0.05;
/// By which factor certainty (for posts times fill) may fall. If something takes the place of a removed column, the
/// factor is at most one half in nine of ten cases; on unchanged pages it is below 0.66 for one column in a hundred.
const SURELY: f32 = 0.55;
/// By which factor fill times certainty may fall in a column that all records of a list had. On later pages of sorted
/// lists it falls to a half.
const MOST_FALL: f32 = 0.4;
/// A type that fewer texts have than this share is gone.
const OTHER_TYPE: f32 = 0.25;
/// With fewer records, a column cannot be judged.
const FEW: usize = 3;
/// A type that at least this share of the texts had counts as missing if it is absent.
const SURE_TYPE: f32 = 0.9;
/// By how much similarity may fall.
const FIT_FALL: f32 = 0.25;
/// Columns that at least this share of records had are usual.
const USUAL: f32 = 0.7;
/// With fewer usual columns, records that lack them are no surprise.
const LEAST_USUAL: usize = 3;
/// By which factor the share of usual columns that records have may fall.
const FILL_FALL: f32 = 0.4;
/// There are too many records if there are more than this many times the previous maximum, plus this number.
const MANY: (u32, u32) = (5, 50);
/// The factor by which a median length must exceed the longest text so far, if that was short.
const LENGTH: u32 = 8;
/// Texts with this many characters are prose, which may have any length.
const PROSE: u32 = 80;

/// How the results from a page deviate from the statistics of the part; `pages` is the number of pages that its
/// template was learnt from.
pub(crate) fn drift_of(part: &Part, pages: u32, applied: &Applied) -> Vec<Drift> {
    let records = applied.fits.len();
    if records == 0 {
        return drift_without_records(part, pages).into_iter().collect();
    }
    if matches!(part.kind, PartKind::Article | PartKind::Item) {
        return drift_of_article(part, applied);
    }
    let mut drift = Vec::new();
    if is_many(part, records) {
        drift.push(Drift::ManyRecords { records: records as u32, most: part.statistics.records_a_page[1] });
    }
    if records < FEW {
        drift.extend(few_values(part, applied));
        return drift;
    }
    drift.extend(drift_of_records(part, &applied.fits));
    let few_authors =
        part.kind == PartKind::Posts && authors(part, &applied.columns).is_some_and(|authors| authors < FEW);
    drift.extend(columns_now(part, applied).filter_map(|column| column.drift(few_authors)));
    if drift.is_empty() {
        drift.extend(few_values(part, applied));
    }
    drift
}

/// Records that have far fewer values than those learnt from: each column may be missing, but not all of them. Posts of one author
/// may have little.
fn few_values(part: &Part, applied: &Applied) -> Option<Drift> {
    let usual: Vec<ColumnNow<'_>> = columns_now(part, applied)
        .filter(|column| column.fill.before >= USUAL && !column.column.selector.own)
        .collect();
    if part.kind == PartKind::Posts || usual.len() < LEAST_USUAL {
        return None;
    }
    let mean = |of: fn(&ColumnNow<'_>) -> f32| usual.iter().map(of).sum::<f32>() / usual.len() as f32;
    let (now, before) = (mean(|column| column.fill.now), mean(|column| column.fill.before));
    (now < FILL_FALL * before).then_some(Drift::FewValues { filled: Change { now, before } })
}

/// A single page only shows what that page had; several show what each of them had. A person's selector may be wrong.
fn drift_without_records(part: &Part, pages: u32) -> Option<Drift> {
    let statistics = &part.statistics;
    let is_judged = statistics.pages >= 2 || part.selectors.edited.is_some() && statistics.pages > 0;
    (is_judged && statistics.pages == pages).then(|| Drift::NoRecords { least: statistics.records_a_page[0] })
}

/// A template of a single page does not say which of its parts every page has; but each page has one of them.
pub(crate) fn drift_without_any(parts: &[(&Part, Applied)]) -> Option<Drift> {
    if parts.iter().any(|(_, applied)| !applied.records.is_empty()) {
        return None;
    }
    // a part that a person added was not there to be counted
    let (first, _) = parts.iter().find(|(part, _)| part.statistics.pages > 0)?;
    Some(Drift::NoRecords { least: first.statistics.records_a_page[0] })
}

/// Records that are less similar to those learnt from than the records of any of those pages.
fn drift_of_records(part: &Part, fits: &[f32]) -> Option<Drift> {
    let (now, before) = (fits.iter().sum::<f32>() / fits.len() as f32, part.statistics.fit[0]);
    (now < before - FIT_FALL).then_some(Drift::OtherRecords { fit: Change { now, before } })
}

/// A column of a part, as it was learnt and as found on a page.
struct ColumnNow<'a> {
    part: &'a Part,
    column: &'a ColumnLocator,
    /// The items that are present.
    texts: Vec<&'a str>,
    /// The share of records that have it.
    fill: Change<f32>,
    /// The certainty of its items.
    certainty: Change<f32>,
}

/// The columns of a part, as found on a page.
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
    /// The first way in which the column deviates; later ones follow from it. `few_authors` says that the posts of the
    /// page have too few authors to judge columns that may describe the author.
    fn drift(&self, few_authors: bool) -> Option<Drift> {
        if self.is_unmeasured() && self.texts.is_empty() {
            return None;
        }
        if self.column.selector.lost && self.texts.is_empty() {
            return Some(self.vanished());
        }
        if few_authors && !self.is_field() {
            // a column missing for two authors may simply not apply to them, unless all of many posts had it
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

    /// Whether a person added it, and no record is known to have had it, so that nothing departs where none has it. It is for whoever
    /// applies the wrapper to many pages to say that it selects nothing on any of them.
    fn is_unmeasured(&self) -> bool {
        self.column.is_unmeasured() && !self.column.selector.lost
    }

    /// Whether it is a field of posts, rather than one of their further columns.
    fn is_field(&self) -> bool {
        self.part.kind == PartKind::Posts && is_field(&self.column.name)
    }

    fn vanished(&self) -> Drift {
        Drift::ColumnVanished { column: self.column.name.clone(), fill: self.fill }
    }

    /// Whether the items of a column that nearly all records had are less certain than the column's items were.
    fn stands_elsewhere(&self) -> bool {
        // posts always have their fields; half of a list may lack what the other half has, images or prices
        let share = if self.is_field() { self.fill.now / self.fill.before.max(f32::EPSILON) } else { 1.0 };
        self.fill.before >= NEARLY_ALL && share * self.certainty.now < SURELY * self.certainty.before
    }

    /// Whether most records of a list certainly lack something that all had.
    fn is_mostly_missing(&self) -> bool {
        let sure_share = self.fill.now * self.certainty.now / self.certainty.before.max(f32::EPSILON);
        self.part.kind != PartKind::Posts && self.fill.before >= ALL && sure_share < MOST_FALL
    }

    /// A type that nearly all texts had and few have now.
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

    /// Texts that are far longer than any before, and were not prose.
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

/// The number of authors of a page's posts. What posts show in addition to their fields, such as a rank or a place,
/// describes the author; with fewer than three authors it cannot be judged.
fn authors(part: &Part, columns: &[ColumnDraft]) -> Option<usize> {
    let at = part.columns.iter().position(|column| column.name == "author")?;
    let names: BTreeSet<&str> = columns.get(at)?.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
    Some(names.len())
}

/// An article is one record, and so is the object that a page is about: what all of several pages had counts as missing if it is absent.
fn drift_of_article(part: &Part, applied: &Applied) -> Vec<Drift> {
    if part.statistics.records < FEW as u32 {
        return Vec::new();
    }
    let mut drift = Vec::new();
    for (c, (column, draft)) in
        part.columns.iter().zip(&applied.columns).enumerate().filter(|(_, (column, _))| !column.dropped)
    {
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

/// Whether there are far more records than on any page that was learnt from.
pub(crate) fn is_many(part: &Part, records: usize) -> bool {
    records as u32 > MANY.0 * part.statistics.records_a_page[1] + MANY.1
}
