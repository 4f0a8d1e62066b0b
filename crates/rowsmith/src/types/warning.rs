//! What a user should know about a result that is there but may not be what it seems.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::dom::layout::SnapshotError;
use crate::limits::Truncated;

/// A caution about one page's result; serialised as its text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// Nothing on the page is a list of records.
    NoListFound,
    /// Nothing on the page is a list of posts.
    NoPostsFound,
    /// The page is a shell whose content is made by scripts.
    ClientRendered,
    /// The page is a challenge or an error page in place of the content.
    BotWall,
    /// A limit was passed and the rest left out.
    Truncated(Truncated),
    /// The encoding was guessed, or did not fit the bytes.
    Encoding {
        /// The WHATWG name of the encoding used.
        encoding: &'static str,
        /// Whether malformed sequences were replaced.
        malformed: bool,
    },
    /// The layout of a snapshot cannot be used.
    Layout(SnapshotError),
    /// Something of the page's layout was asked for, and it has none.
    NoLayout,
    /// The page departs from what a wrapper was learnt from.
    Drifted(String),
    /// The input was damaged before it reached the parser, for example a gzip stream that ends early.
    DamagedInput(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NoListFound => f.write_str("no list found"),
            Warning::NoPostsFound => f.write_str("no posts found"),
            Warning::ClientRendered => {
                f.write_str("the page is a shell filled by scripts; its content is not in the HTML")
            }
            Warning::BotWall => f.write_str("the page is a challenge or error page, not the content asked for"),
            Warning::Truncated(t) => {
                let names = [
                    (t.bytes, "bytes"),
                    (t.nodes, "nodes"),
                    (t.depth, "depth"),
                    (t.names, "names"),
                    (t.work, "work"),
                    (t.output, "output"),
                ];
                let passed: Vec<&str> = names.iter().filter(|(is, _)| *is).map(|&(_, name)| name).collect();
                write!(f, "truncated: limit of {} reached", passed.join(", "))
            }
            Warning::Encoding { encoding, malformed: false } => write!(f, "encoding guessed: {encoding}"),
            Warning::Encoding { encoding, malformed: true } => write!(f, "malformed {encoding} replaced by U+FFFD"),
            Warning::Layout(error) => error.fmt(f),
            Warning::NoLayout => f.write_str(
                "the page has no layout, so its visual parts do nothing: render it, or take a snapshot of it",
            ),
            Warning::Drifted(what) => f.write_str(what),
            Warning::DamagedInput(what) => write!(f, "damaged input: {what}"),
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
