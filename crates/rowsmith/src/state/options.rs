//! How a page's state is used.

/// How the data in a page's scripts and attributes contributes to its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum StateUse {
    /// Not at all: records are as the page shows them.
    Nothing,
    /// It provides names and types of columns, and values that are missing or truncated on the page: links, full
    /// titles, dates, places, numbers. If a page shows no list, the list in its state is used. The default.
    #[default]
    Completions,
    /// All of that, plus a column for every further field.
    Everything,
}
