//! Wrapper files: reading and writing them, and reporting what happened to their columns.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rowsmith::wrapper::{FoundBack, MendedTemplate, Wrapper};

use crate::common::failure::{Failure, why};
use crate::common::notices;
use crate::common::text::count;
use crate::output::atomic::AtomicFile;

/// Reads a wrapper.
///
/// # Errors
/// A message for the user, with the line and the place if there is an error in the file.
pub(super) fn read(path: &Path) -> Result<Wrapper, Failure> {
    let named = |what: &str| Failure::Usage(format!("'{}': {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(&why(&error)))?;
    Wrapper::from_json(&text).map_err(|error| named(&error.to_string()))
}

/// Writes a wrapper; the file is replaced completely or not at all.
pub(super) fn write(path: &Path, wrapper: &Wrapper) -> Result<(), Failure> {
    let place = path.display().to_string();
    let text = wrapper.to_json().map_err(|error| Failure::Output { place: place.clone(), why: error.to_string() })?;
    write_text(path, &(text + "\n"))
}

/// Writes a file; it is replaced completely or not at all.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.commit()
    };
    write().map_err(|error| Failure::output(&path.display().to_string(), &error))
}

/// Writes to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))
}

/// Warns about pages on which the work of searching ran out, since what they teach may be incomplete. `names` are those of
/// the pages that were learnt from.
pub(super) fn tell_exhausted(names: &[&str], exhausted: &[usize]) {
    for &page in exhausted {
        notices::warning(names[page], "not searched whole: limit of work reached; what it teaches may be incomplete");
    }
}

/// Reports what happened to the columns of a template that was learnt again.
pub(super) fn tell_columns(template: &MendedTemplate) {
    notices::error(&template.name, &format!("learnt again from {}", count(template.pages, "page")));
    for column in &template.columns {
        let by = match column.found {
            FoundBack::Items => "found again with the same items",
            FoundBack::Values => "found again by values that it had before",
            FoundBack::Likeness => "found again by the properties of its values",
            FoundBack::Selector => "by your own selector",
            FoundBack::Nothing => "not found again; it stays empty, and every page reports it",
        };
        let [before, now] = &column.css;
        let moved = if before == now || now.is_empty() { String::new() } else { format!(" ({before} is now {now})") };
        notices::error(&template.name, &format!("column {:?} {by}{moved}", column.name));
    }
}
