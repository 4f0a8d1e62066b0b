//! What of a page's state is used.

/// What of the data in a page's scripts and attributes becomes part of its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StateUse {
    /// Nothing: records are as the page shows them.
    Nothing,
    /// Names and types of columns, and what is missing or cut off on the page: links, full titles, dates, places, numbers. Where
    /// a page shows no list, the list in its state. The default.
    #[default]
    Completions,
    /// All of that, and a column for every further field.
    Everything,
}
