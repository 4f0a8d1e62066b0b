//! Wrapper files: reading and writing them, and reporting what happened to their columns.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rowsmith::wrapper::{FoundBack, MendedTemplate, Wrapper};

use crate::common::failure::{Failure, why};
use crate::common::notices;
use crate::common::text::count;
use crate::output::atomic::AtomicFile;
use crate::sources::form_of;

/// Reads a wrapper.
///
/// # Errors
/// A message for the user, with the line and the place if there is an error in the file.
pub(super) fn read(path: &Path) -> Result<Wrapper, Failure> {
    let failed = |why: String| Failure::File { place: path.display().to_string(), why };
    let bytes = fs::read(path).map_err(|error| failed(why(&error)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        failed(format!("this is no wrapper, which is a text in UTF-8, but {}", form_of(error.as_bytes())))
    })?;
    Wrapper::from_json(&text).map_err(|error| failed(error.to_string()))
}

/// The next free versioned name: `shop.v2.wrapper` for `shop.wrapper`, `shop.v3.wrapper` after that.
pub(super) fn next_version(path: &Path) -> PathBuf {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    let (base, number) = match stem.rsplit_once(".v").map(|(base, number)| (base, number.parse::<u32>())) {
        Some((base, Ok(number))) => (base.to_owned(), number),
        _ => (stem, 1),
    };
    let named = |number: u32| path.with_file_name(format!("{base}.v{number}{ending}"));
    (number + 1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(number + 1))
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
pub(super) fn tell_columns(template: &MendedTemplate, wrapper: &Wrapper) {
    notices::error(&template.name, &format!("learnt again from {}", count(template.pages, "page")));
    for column in &template.columns {
        let by = match column.found {
            FoundBack::Items => "found again with the same items",
            FoundBack::Values => "found again by values that it had before",
            FoundBack::Likeness => "found again by the properties of its values",
            FoundBack::Selector => "by your own selector",
            FoundBack::Nothing if is_unmeasured(wrapper, template, &column.name) => {
                "selects nothing on these pages; it stays empty until it does"
            }
            FoundBack::Nothing => "not found again; it stays empty, and every page reports it",
        };
        let [before, now] = &column.css;
        let moved = if before == now || now.is_empty() { String::new() } else { format!(" ({before} is now {now})") };
        notices::error(&template.name, &format!("column {:?} {by}{moved}", column.name));
    }
}

/// Whether a column of a template is a person's own, has never selected anything, and is not reported by pages for that.
fn is_unmeasured(wrapper: &Wrapper, template: &MendedTemplate, name: &str) -> bool {
    let parts = wrapper.templates.iter().filter(|known| known.name == template.name).flat_map(|known| &known.parts);
    let mut columns = parts.flat_map(|part| &part.columns);
    columns.any(|column| column.name == name && column.is_unmeasured() && !column.selector.lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_names() {
        let of = |name: &str| next_version(Path::new(name)).to_string_lossy().into_owned();
        assert_eq!(
            (of("no/shop.wrapper"), of("no/shop.v2.wrapper")),
            ("no/shop.v2.wrapper".into(), "no/shop.v3.wrapper".into())
        );
        assert_eq!(of("no/w"), "no/w.v2");
    }
}
