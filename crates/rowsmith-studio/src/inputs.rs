//! Where pages come from: whoever starts the studio provides a way to read what a person names.

use std::ops::ControlFlow;

use crate::project::NewPage;

/// Something that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What.
    pub name: String,
    /// Why.
    pub why: String,
}

/// Reads what a person names: a file, a folder, an archive, an address. The command provides one implementation for all
/// of these.
pub trait Inputs: Send + Sync {
    /// Passes on the pages of an input one by one, or why one cannot be read, until there are no more or `each` breaks
    /// off. With `render`, pages are used as a browser shows them.
    ///
    /// # Errors
    /// If the input cannot be read at all.
    fn open(
        &self,
        what: &str,
        render: bool,
        each: &mut dyn FnMut(Result<NewPage, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), String>;

    /// Whether pages can be rendered.
    fn renders(&self) -> bool;
}
