//! The flags for using the data in a page's scripts.

use clap::Args;
use rowsmith::options::StateUse;

/// How a page's state is used.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct StateArgs {
    /// Also add a column for every field that the page's scripts have about a record
    ///
    /// Many pages contain their list a second time, as data in their scripts or attributes. By default names and types
    /// are taken from it, as well as values that are missing or truncated on the page: links, full titles, dates,
    /// places, numbers. For a page that shows no list because scripts fill it, the list is taken from the scripts.
    #[arg(long, conflicts_with = "no_state", help_heading = "Records")]
    state: bool,

    /// Ignore the data in the page's scripts, and give records as the page shows them
    #[arg(long, help_heading = "Records")]
    no_state: bool,
}

impl StateArgs {
    /// The option of the library.
    pub(crate) fn used(self) -> StateUse {
        match (self.state, self.no_state) {
            (true, _) => StateUse::Everything,
            (false, true) => StateUse::Nothing,
            (false, false) => StateUse::Completions,
        }
    }
}
