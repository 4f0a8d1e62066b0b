//! What the user names on the command line, as a list of pages to read.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, why};

/// One page to come, or the reason why there will be none. Errors keep their place in the order of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, or anything else that can be opened and read, such as a named pipe.
    File(PathBuf),
    /// A path that leads nowhere.
    Unreadable {
        /// As the user named it, or as it was found in a folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl Input {
    /// The name of the input in results and messages; bytes that are no UTF-8 become U+FFFD.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) | Input::Unreadable { path, .. } => path.to_string_lossy().into_owned(),
        }
    }
}

/// The inputs of a run and whether they are several by nature.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// In the order given; a folder's files sorted by name.
    pub(crate) list: Vec<Input>,
    /// Whether one page, and only one, was asked for: a single file or standard input. A folder may hold one page
    /// today and two tomorrow; the shape of the output should not depend on that.
    pub(crate) single: bool,
}

/// Expands the arguments: a file or `-` is itself, a folder is the pages in it.
///
/// # Errors
/// Without any argument, when standard input is a terminal: the user has forgotten something.
pub(crate) fn expand(arguments: &[PathBuf]) -> Result<Inputs, Failure> {
    if arguments.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Failure::Usage(
                "no input: name HTML files or folders, or '-' for standard input, as in 'rowsmith records page.html'"
                    .to_owned(),
            ));
        }
        return Ok(Inputs { list: vec![Input::Stdin], single: true });
    }
    if arguments.iter().filter(|argument| is_stdin(argument)).count() > 1 {
        return Err(Failure::Usage("'-' is given twice, but standard input can be read once only".to_owned()));
    }
    let mut list = Vec::new();
    let mut folders = false;
    for argument in arguments {
        if is_stdin(argument) {
            list.push(Input::Stdin);
        } else if argument.is_dir() {
            folders = true;
            walk(argument, &mut list);
        } else {
            list.push(Input::File(argument.clone()));
        }
    }
    let single = !folders && list.len() == 1;
    Ok(Inputs { list, single })
}

fn is_stdin(argument: &Path) -> bool {
    argument.as_os_str() == "-"
}

/// Adds the pages of a folder and the folders in it, depth first, sorted by the bytes of their names, so that the
/// order is the same on every machine. Links to folders are not followed (they may form a circle), links to files are.
fn walk(folder: &Path, list: &mut Vec<Input>) {
    let before = list.len();
    let mut stack = vec![folder.to_owned()];
    while let Some(path) = stack.pop() {
        if !path.is_dir() {
            list.push(Input::File(path));
            continue;
        }
        match entries(&path) {
            Ok(found) => stack.extend(found.into_iter().rev()),
            Err(error) => list.push(Input::Unreadable { path, why: why(&error) }),
        }
    }
    if list.len() == before {
        list.push(Input::Unreadable { path: folder.to_owned(), why: "no HTML files in this folder".to_owned() });
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_page = has_page_name(&entry.file_name());
        if entry.file_type()?.is_dir() || is_page && !path.is_dir() {
            found.push(path);
        }
    }
    found.sort_unstable_by(|a, b| a.file_name().cmp(&b.file_name()));
    Ok(found)
}

/// Whether a file of a folder is taken for a page: `.html`, `.htm`, `.xhtml`, in any case, also with `.gz` behind.
fn has_page_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    [".html", ".htm", ".xhtml"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages() {
        for name in ["a.html", "B.HTM", "c.xhtml", "d.html.gz", ".html", "e.Html.GZ"] {
            assert!(has_page_name(OsStr::new(name)), "{name}");
        }
        for name in ["a.txt", "b.gz", "html", "c.html.bak", "d.html.zst"] {
            assert!(!has_page_name(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn standard_input_once_only() {
        let dash = PathBuf::from("-");
        assert!(matches!(expand(&[dash.clone(), dash.clone()]), Err(Failure::Usage(_))));
        let inputs = expand(&[dash, "a.html".into()]).unwrap();
        assert_eq!(inputs.list, [Input::Stdin, Input::File("a.html".into())]);
        assert!(!inputs.single);
    }
}
