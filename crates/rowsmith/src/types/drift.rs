//! How a page deviates from what a wrapper has learnt.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::types::scanner::Scanner;

/// A deviation from a wrapper. Result lines hold its text.
///
/// The numbers of a drift that was read from a line are only as precise as the text.
///
/// ```
/// use rowsmith::types::Drift;
///
/// let drift: Drift = "drifted: no records, where pages of the template had 12 or more".to_owned().into();
/// assert_eq!(drift, Drift::NoRecords { least: 12 });
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(from = "String")]
#[non_exhaustive]
pub enum Drift {
    /// The page fits no template of the wrapper.
    NoTemplate {
        /// The template that fits best, and how well, from 0 to 1.
        nearest: Option<Nearest>,
    },
    /// The page has other classes and ids. Its records were recognised by structure alone.
    Renamed,
    /// This page has no records, although the pages that the template was learnt from had some.
    NoRecords {
        /// The fewest records on any page that the template was learnt from.
        least: u32,
    },
    /// There are far more records than on any page that the template was learnt from.
    ManyRecords {
        /// How many there are.
        records: u32,
        /// The most records on any page that the template was learnt from.
        most: u32,
    },
    /// The records are less similar to those that were learnt from than on any of those pages.
    OtherRecords {
        /// The mean similarity of these records, and of those that were learnt from.
        fit: Change<f32>,
    },
    /// The records have far fewer values than those that were learnt from.
    FewValues {
        /// The mean share of usual columns in which a record has a value, now and before. Usual are those that most records had.
        filled: Change<f32>,
    },
    /// A column that nearly all records had is empty or nearly so, or one that all records of a list had is missing in
    /// most.
    ColumnVanished {
        /// Its name.
        column: String,
        /// The share of records that have the column, now and before.
        fill: Change<f32>,
    },
    /// Many items of a column that nearly all records had are missing, or are in places where the column is not known
    /// to have any: another column's items may have taken their place.
    ColumnElsewhere {
        /// Its name.
        column: String,
        /// The share of records that have the column, now and before.
        fill: Change<f32>,
        /// The confidence in its items, now and before, from 0 to 1.
        certainty: Change<f32>,
    },
    /// The texts of a column have another type.
    TypeChanged {
        /// Its name.
        column: String,
        /// The type that most texts had.
        was: String,
        /// The share of texts of that type, now and before.
        share: Change<f32>,
    },
    /// The texts of a column are far longer than any seen before.
    LengthChanged {
        /// Its name.
        column: String,
        /// The median length in characters, now and before.
        length: Change<u32>,
    },
    /// A text read from a line, of a kind that this version does not know.
    Other(String),
}

impl Drift {
    /// The kind of deviation as one word, for programs.
    ///
    /// ```
    /// use rowsmith::types::Drift;
    ///
    /// assert_eq!(Drift::NoRecords { least: 12 }.kind(), "no_records");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Drift::NoTemplate { .. } => "no_template",
            Drift::Renamed => "renamed",
            Drift::NoRecords { .. } => "no_records",
            Drift::ManyRecords { .. } => "many_records",
            Drift::OtherRecords { .. } => "other_records",
            Drift::FewValues { .. } => "few_values",
            Drift::ColumnVanished { .. } => "column_vanished",
            Drift::ColumnElsewhere { .. } => "column_elsewhere",
            Drift::TypeChanged { .. } => "type_changed",
            Drift::LengthChanged { .. } => "length_changed",
            Drift::Other(_) => "other",
        }
    }

    /// The name of the column that deviates, if a column does.
    ///
    /// ```
    /// use rowsmith::types::{Change, Drift};
    ///
    /// let fill = Change { now: 0.0, before: 1.0 };
    /// assert_eq!(Drift::ColumnVanished { column: "price".to_owned(), fill }.column(), Some("price"));
    /// assert_eq!(Drift::Renamed.column(), None);
    /// ```
    pub fn column(&self) -> Option<&str> {
        match self {
            Drift::ColumnVanished { column, .. }
            | Drift::ColumnElsewhere { column, .. }
            | Drift::TypeChanged { column, .. }
            | Drift::LengthChanged { column, .. } => Some(column),
            Drift::NoTemplate { .. }
            | Drift::Renamed
            | Drift::NoRecords { .. }
            | Drift::ManyRecords { .. }
            | Drift::OtherRecords { .. }
            | Drift::FewValues { .. }
            | Drift::Other(_) => None,
        }
    }

    /// What to do about it, as a sentence for people.
    ///
    /// ```
    /// use rowsmith::types::Drift;
    ///
    /// assert!(Drift::Renamed.advice().contains("apply --repair"));
    /// ```
    pub fn advice(&self) -> &'static str {
        match self {
            Drift::NoTemplate { .. } => {
                "ignore this for a page of another kind; if the site was redesigned, repair the wrapper (apply --repair), otherwise learn \
                 from this page, too (learn --append)"
            }
            Drift::Renamed => "the rows are right; repair the wrapper (apply --repair) before the site changes further",
            Drift::NoRecords { .. } => "look at the page: it is empty, or the list was redesigned (apply --repair)",
            Drift::ManyRecords { .. } => {
                "check whether all of them are records; if so, also learn from this page (learn --update)"
            }
            Drift::OtherRecords { .. } | Drift::FewValues { .. } => {
                "compare some rows with the page, and repair the wrapper (apply --repair)"
            }
            Drift::ColumnVanished { .. } => {
                "check whether the page still shows it: if so, repair the wrapper (apply --repair), otherwise remove the column from its file"
            }
            Drift::ColumnElsewhere { .. } => {
                "do not trust this column: compare it with the page, and repair the wrapper (apply --repair)"
            }
            Drift::TypeChanged { .. } | Drift::LengthChanged { .. } => {
                "compare this column with the page: its content has changed, or it is now a different column (apply --repair)"
            }
            Drift::Other(_) => "unknown to this version of Rowsmith",
        }
    }
}

/// A figure now (on this page) and before (on the pages that were learnt from).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change<T> {
    /// On the page.
    pub now: T,
    /// On the pages that were learnt from.
    pub before: T,
}

/// The template that fits a page best, though not well enough.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// Its name.
    pub template: String,
    /// How well the page fits it, from 0 to 1.
    pub fit: f32,
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drift::NoTemplate { nearest: Some(Nearest { template, fit }) } => {
                write!(f, "drifted: the page fits no template (nearest {template:?}, fit {fit:.2})")
            }
            Drift::NoTemplate { nearest: None } => f.write_str("drifted: the wrapper has no template"),
            Drift::Renamed => f.write_str("drifted: classes were renamed; records were recognised by structure alone"),
            Drift::NoRecords { least } => {
                write!(f, "drifted: no records, where pages of the template had {least} or more")
            }
            Drift::ManyRecords { records, most } => {
                write!(f, "drifted: {records} records, where pages of the template had at most {most}")
            }
            Drift::OtherRecords { fit: Change { now, before } } => {
                write!(f, "drifted: records are less similar to those learnt from ({now:.2}, was {before:.2})")
            }
            Drift::FewValues { filled: Change { now, before } } => write!(
                f,
                "drifted: records have values in {:.0} % of the usual columns, was {:.0} %",
                now * 100.0,
                before * 100.0
            ),
            Drift::ColumnVanished { column, fill: Change { now, before } } => {
                write!(
                    f,
                    "drifted: column {column:?} is filled in {:.0} % of records, was {:.0} %",
                    now * 100.0,
                    before * 100.0
                )
            }
            Drift::ColumnElsewhere { column, fill, certainty } => {
                write!(
                    f,
                    "drifted: items of column {column:?} are elsewhere ({:.2} certain, were {:.2}; ",
                    certainty.now, certainty.before
                )?;
                write!(f, "filled in {:.0} % of records, was {:.0} %)", fill.now * 100.0, fill.before * 100.0)
            }
            Drift::TypeChanged { column, was, share: Change { now, before } } => write!(
                f,
                "drifted: column {column:?} is a {was} in {:.0} % of records, was {:.0} %",
                now * 100.0,
                before * 100.0
            ),
            Drift::LengthChanged { column, length: Change { now, before } } => {
                write!(f, "drifted: texts of column {column:?} have {now} characters, had {before}")
            }
            Drift::Other(text) => f.write_str(text),
        }
    }
}

impl Serialize for Drift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<String> for Drift {
    /// Reads the text of a drift in a result line.
    fn from(text: String) -> Drift {
        read(&text).filter(|drift| drift.to_string() == text).unwrap_or(Drift::Other(text))
    }
}

fn read(text: &str) -> Option<Drift> {
    let text = text.strip_prefix("drifted: ")?;
    match text {
        "the wrapper has no template" => Some(Drift::NoTemplate { nearest: None }),
        "classes were renamed; records were recognised by structure alone" => Some(Drift::Renamed),
        _ => [
            no_template,
            no_records,
            many_records,
            other_records,
            few_values,
            column_vanished,
            column_elsewhere,
            type_changed,
            length_changed,
        ]
        .into_iter()
        .find_map(|read| {
            let mut scanner = Scanner::new(text);
            let drift = read(&mut scanner)?;
            scanner.end().map(|()| drift)
        }),
    }
}

fn no_template(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("the page fits no template (nearest ")?;
    let template = text.quoted()?;
    text.literal(", fit ")?;
    Some(Drift::NoTemplate { nearest: Some(Nearest { template, fit: text.number(")")? }) })
}

fn no_records(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("no records, where pages of the template had ")?;
    Some(Drift::NoRecords { least: text.number(" or more")? })
}

fn many_records(text: &mut Scanner<'_>) -> Option<Drift> {
    let records = text.number(" records, where pages of the template had at most ")?;
    Some(Drift::ManyRecords { records, most: text.last()? })
}

fn other_records(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("records are less similar to those learnt from (")?;
    Some(Drift::OtherRecords { fit: Change { now: text.number(", was ")?, before: text.number(")")? } })
}

fn few_values(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("records have values in ")?;
    let now = text.percent(" % of the usual columns, was ")?;
    Some(Drift::FewValues { filled: Change { now, before: text.percent(" %")? } })
}

fn column_vanished(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("column ")?;
    let column = text.quoted()?;
    text.literal(" is filled in ")?;
    let fill = Change { now: text.percent(" % of records, was ")?, before: text.percent(" %")? };
    Some(Drift::ColumnVanished { column, fill })
}

fn column_elsewhere(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("items of column ")?;
    let column = text.quoted()?;
    text.literal(" are elsewhere (")?;
    let certainty = Change { now: text.number(" certain, were ")?, before: text.number("; filled in ")? };
    let fill = Change { now: text.percent(" % of records, was ")?, before: text.percent(" %)")? };
    Some(Drift::ColumnElsewhere { column, fill, certainty })
}

fn type_changed(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("column ")?;
    let column = text.quoted()?;
    text.literal(" is a ")?;
    let was = text.until(" in ")?.to_owned();
    let share = Change { now: text.percent(" % of records, was ")?, before: text.percent(" %")? };
    Some(Drift::TypeChanged { column, was, share })
}

fn length_changed(text: &mut Scanner<'_>) -> Option<Drift> {
    text.literal("texts of column ")?;
    let column = text.quoted()?;
    text.literal(" have ")?;
    let length = Change { now: text.number(" characters, had ")?, before: text.last()? };
    Some(Drift::LengthChanged { column, length })
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Drift {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Drift".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "How the page deviates from those that its wrapper was learnt from.",
            "type": "string",
            "examples": [Drift::Renamed.to_string(), Drift::NoRecords { least: 12 }.to_string()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_is_read_back() {
        let column = || "the \"price\" of %".to_owned();
        let share = Change { now: 0.25, before: 1.0 };
        for drift in [
            Drift::NoTemplate { nearest: Some(Nearest { template: "a.example 2".to_owned(), fit: 0.25 }) },
            Drift::NoTemplate { nearest: None },
            Drift::Renamed,
            Drift::NoRecords { least: 3 },
            Drift::ManyRecords { records: 400, most: 20 },
            Drift::OtherRecords { fit: share },
            Drift::FewValues { filled: share },
            Drift::ColumnVanished { column: column(), fill: share },
            Drift::ColumnElsewhere { column: column(), fill: share, certainty: share },
            Drift::TypeChanged { column: column(), was: "price".to_owned(), share },
            Drift::LengthChanged { column: column(), length: Change { now: 900, before: 8 } },
            Drift::Other("drifted: of a later version".to_owned()),
        ] {
            let line = serde_json::to_string(&drift).unwrap();
            assert_eq!(serde_json::from_str::<Drift>(&line).unwrap(), drift, "{line}");
        }
    }
}
