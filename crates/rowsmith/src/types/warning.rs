//! Warnings: what a user should know about a result that may not be what it seems.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::dom::layout::SnapshotError;
use crate::limits::Truncated;
use crate::types::scanner::Scanner;

/// A warning about the result for one page. Result lines hold its text.
///
/// ```
/// use rowsmith::types::Warning;
///
/// let warning: Warning = "encoding guessed: windows-1252".to_owned().into();
/// assert_eq!(warning, Warning::Encoding { encoding: "windows-1252".into(), malformed: false });
/// assert_eq!(serde_json::to_string(&warning)?, "\"encoding guessed: windows-1252\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "String")]
#[non_exhaustive]
pub enum Warning {
    /// Nothing on the page is a list of records.
    NoListFound,
    /// Nothing on the page is a list of posts.
    NoPostsFound,
    /// Nothing on the page is a table of data.
    NoTablesFound,
    /// The page is about no single object.
    NoItemFound,
    /// The page has no text that is likely to be an article.
    NoArticleFound,
    /// Only part of the page's embedded data was read, because there is too much of it or it is nested too deeply.
    EmbeddedDataCut,
    /// The data in the page's scripts contradicts what is shown. The result has what is shown.
    StateDiffers {
        /// The column.
        column: String,
        /// The number of records in which it differs.
        records: usize,
    },
    /// The page is a shell whose content is filled in by scripts.
    ClientRendered,
    /// The page is a challenge, an error page or a consent wall in place of the content.
    BotWall,
    /// A limit was exceeded, and the rest of the page was left out.
    Truncated(Truncated),
    /// The encoding was guessed, or did not fit the bytes.
    Encoding {
        /// The WHATWG name of the encoding used.
        encoding: Cow<'static, str>,
        /// Whether malformed sequences were replaced.
        malformed: bool,
    },
    /// The layout of a snapshot cannot be used.
    Layout(SnapshotError),
    /// The page's layout was needed, but the page has none.
    NoLayout,
    /// The page deviates from what a wrapper was learnt from.
    Drifted(String),
    /// The input was damaged before it reached the parser, for example a gzip stream that ends early.
    DamagedInput(String),
    /// A text read from a line, of a kind that this version does not know.
    Other(String),
}

/// A limit as it is named in warnings.
struct NamedLimit<'t> {
    name: &'static str,
    passed: &'t mut bool,
}

/// The limits in the order in which warnings mention them.
fn limits(truncated: &mut Truncated) -> [NamedLimit<'_>; 6] {
    let Truncated { bytes, nodes, depth, names, work, output } = truncated;
    [
        NamedLimit { name: "bytes", passed: bytes },
        NamedLimit { name: "nodes", passed: nodes },
        NamedLimit { name: "depth", passed: depth },
        NamedLimit { name: "names", passed: names },
        NamedLimit { name: "work", passed: work },
        NamedLimit { name: "output", passed: output },
    ]
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NoListFound => f.write_str("no list found"),
            Warning::NoPostsFound => f.write_str("no posts found"),
            Warning::NoTablesFound => f.write_str("no tables found"),
            Warning::NoItemFound => f.write_str("no item found"),
            Warning::NoArticleFound => f.write_str("no article found"),
            Warning::EmbeddedDataCut => f.write_str(
                "only part of the embedded data was read: there is too much of it, or it is nested too deeply",
            ),
            Warning::StateDiffers { column, records } => {
                write!(f, "the page's own data differs from what is shown: {column} of {records} records")
            }
            Warning::ClientRendered => {
                f.write_str("the page is a shell filled by scripts; its content is not in the HTML")
            }
            Warning::BotWall => {
                f.write_str("the page is a challenge, consent or error page, not the content asked for")
            }
            Warning::Truncated(t) => {
                let mut truncated = *t;
                let limits = limits(&mut truncated);
                let passed: Vec<&str> = limits.iter().filter(|limit| *limit.passed).map(|limit| limit.name).collect();
                write!(f, "truncated: limit of {} reached", passed.join(", "))
            }
            Warning::Encoding { encoding, malformed: false } => write!(f, "encoding guessed: {encoding}"),
            Warning::Encoding { encoding, malformed: true } => write!(f, "malformed {encoding} replaced by U+FFFD"),
            Warning::Layout(error) => error.fmt(f),
            Warning::NoLayout => f.write_str(
                "the page has no layout, so layout options have no effect: render it, or take a snapshot of it",
            ),
            Warning::Drifted(what) | Warning::Other(what) => f.write_str(what),
            Warning::DamagedInput(what) => write!(f, "damaged input: {what}"),
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<String> for Warning {
    /// Reads the text of a warning in a result line.
    fn from(text: String) -> Warning {
        let read = read_fixed(&text).or_else(|| read_filled(&text)).filter(|warning| warning.to_string() == text);
        read.unwrap_or(Warning::Other(text))
    }
}

/// Warnings with a fixed text.
fn read_fixed(text: &str) -> Option<Warning> {
    let fixed = [
        Warning::NoListFound,
        Warning::NoPostsFound,
        Warning::NoTablesFound,
        Warning::NoItemFound,
        Warning::NoArticleFound,
        Warning::EmbeddedDataCut,
        Warning::ClientRendered,
        Warning::BotWall,
        Warning::Layout(SnapshotError::OtherDocument),
        Warning::NoLayout,
    ];
    fixed.into_iter().find(|warning| warning.to_string() == text)
}

/// Warnings whose text has details filled in.
fn read_filled(text: &str) -> Option<Warning> {
    let behind = |literal: &str| text.strip_prefix(literal).map(str::to_owned);
    if let Some(names) = text.strip_prefix("truncated: limit of ") {
        let mut truncated = Truncated::default();
        let passed: Vec<&str> = names.strip_suffix(" reached")?.split(", ").collect();
        limits(&mut truncated).into_iter().for_each(|limit| *limit.passed = passed.contains(&limit.name));
        return Some(Warning::Truncated(truncated));
    }
    if let Some(encoding) = behind("encoding guessed: ") {
        return Some(Warning::Encoding { encoding: encoding.into(), malformed: false });
    }
    if let Some(encoding) = text.strip_prefix("malformed ").and_then(|rest| rest.strip_suffix(" replaced by U+FFFD")) {
        return Some(Warning::Encoding { encoding: encoding.to_owned().into(), malformed: true });
    }
    if let Some(what) = behind("damaged input: ") {
        return Some(Warning::DamagedInput(what));
    }
    if text.starts_with("drifted: ") {
        return Some(Warning::Drifted(text.to_owned()));
    }
    if let Some(rest) = behind("the page's own data differs from what is shown: ") {
        let (column, records) = rest.strip_suffix(" records")?.rsplit_once(" of ")?;
        return Some(Warning::StateDiffers { column: column.to_owned(), records: records.parse().ok()? });
    }
    let mut scanner = Scanner::new(text);
    if scanner.literal("the snapshot's layout is damaged (").is_some() {
        let what = scanner.until(")")?.to_owned();
        return Some(Warning::Layout(SnapshotError::Damaged(what.into())));
    }
    scanner.literal("the snapshot has version ")?;
    Some(Warning::Layout(SnapshotError::Version(scanner.number(",")?)))
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Warning {
    fn schema_name() -> Cow<'static, str> {
        "Warning".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "What a user should know about a result that may not be what it seems.",
            "type": "string",
            "examples": [Warning::NoListFound.to_string(), Warning::ClientRendered.to_string()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_read_back() {
        for warning in [
            Warning::NoListFound,
            Warning::NoPostsFound,
            Warning::NoTablesFound,
            Warning::NoItemFound,
            Warning::NoArticleFound,
            Warning::EmbeddedDataCut,
            Warning::StateDiffers { column: "price of it".to_owned(), records: 3 },
            Warning::ClientRendered,
            Warning::BotWall,
            Warning::Truncated(Truncated { nodes: true, output: true, ..Truncated::default() }),
            Warning::Encoding { encoding: "UTF-8".into(), malformed: true },
            Warning::Encoding { encoding: "Shift_JIS".into(), malformed: false },
            Warning::Layout(SnapshotError::Damaged("boxes".into())),
            Warning::Layout(SnapshotError::Version(7)),
            Warning::Layout(SnapshotError::OtherDocument),
            Warning::NoLayout,
            Warning::Drifted("drifted: no records".to_owned()),
            Warning::DamagedInput("a gzip stream that ends early".to_owned()),
            Warning::Other("of a later version".to_owned()),
            Warning::Other("truncated: limit of patience reached".to_owned()),
        ] {
            let line = serde_json::to_string(&warning).unwrap();
            assert_eq!(serde_json::from_str::<Warning>(&line).unwrap(), warning, "{line}");
        }
    }
}
