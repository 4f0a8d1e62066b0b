//! The flags that say what is used of the data in a page's scripts.

use clap::Args;
use rowsmith::options::StateUse;

/// What of a page's state is used.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct StateArgs {
    /// A column for every field that the page's scripts hold of a record, too
    ///
    /// Many pages carry their list a second time, as data in their scripts or attributes. By default its names and types are
    /// used, and what is missing or cut off on the page: links, full titles, dates, places, numbers. A page that shows no
    /// list, since scripts fill it, has the list of its scripts.
    #[arg(long, conflicts_with = "no_state", help_heading = "Records")]
    state: bool,

    /// Leave the data in the page's scripts alone: records as the page shows them
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
