//! The flag that says which date of a text is wanted.

use clap::{Args, ValueEnum};
use rowsmith::options::DateKind;

/// Which date of a text is wanted.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct DateArgs {
    /// Which date of a text to take: the one beside it, that of its publication, or that of its last change
    #[arg(long, value_name = "KIND", value_enum, default_value_t = Kind::Any, help_heading = "Article")]
    date: Kind,
}

/// Which date of a text is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// The date that the page puts beside its text: usually that of the publication
    Any,
    /// When it was published; none if the page only says when it was changed
    Published,
    /// When it was last changed
    Modified,
}

impl DateArgs {
    /// The option of the library.
    pub(crate) fn kind(self) -> DateKind {
        match self.date {
            Kind::Any => DateKind::Any,
            Kind::Published => DateKind::Published,
            Kind::Modified => DateKind::Modified,
        }
    }
}
