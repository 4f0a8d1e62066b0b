//! A folder of documents as an output.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::{Names, file_name, page_names};
use super::page::Page;
use super::place::Place;
use super::sink::{Sink, file_failure};
use super::target::Target;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// A folder with a document per page, named after the page.
pub(crate) struct DocumentFolder {
    folder: PathBuf,
    names: Names,
    /// The extension of the documents.
    ending: &'static str,
}

impl DocumentFolder {
    /// Opens the folder, and creates it if necessary.
    pub(crate) fn open(folder: &Path, ending: &'static str) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| file_failure(folder, &error))?;
        Ok(DocumentFolder { folder: folder.to_owned(), names: Names::default(), ending })
    }
}

impl Sink for DocumentFolder {
    fn page(&mut self, page: &Page, _: Option<&Origin>) -> Result<(), Failure> {
        let wanted = page_names(&page.source, file_name);
        let name = self.names.take(&wanted, |name, number| format!("{name}~{number}"));
        let path = self.folder.join(format!("{name}.{}", self.ending));
        let mut target = Target::open(&Place::File(path), None)?;
        target.write(|out| {
            out.write_all(page.line.as_bytes())?;
            out.write_all(b"\n")
        })?;
        target.commit()
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        Ok(0)
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;
    use crate::output::writers::samples;

    #[test]
    fn a_folder_has_a_file_a_page() {
        let folder = Folder::new("document-folder");
        let out = folder.0.join("new/notes");
        let mut sink = Box::new(DocumentFolder::open(&out, "md").unwrap());
        for (source, line) in [("x/a.html", "1"), ("y/a.html.gz", "2"), ("https://x.example/b?c", "3")] {
            sink.page(&Page { line: line.to_owned(), ..samples::page(source) }, None).unwrap();
        }
        sink.finish().unwrap();
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(["a.md", "y-a.md", "b.md"].map(read), ["1\n", "2\n", "3\n"]);
        assert_eq!(fs::read_dir(&out).unwrap().count(), 3);
    }
}
