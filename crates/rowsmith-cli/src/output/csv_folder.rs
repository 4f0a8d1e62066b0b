//! A folder of CSV files as an output.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::{Names, file_name, page_names};
use super::page::Page;
use super::place::Place;
use super::sink::{Sink, file_failure};
use super::target::Target;
use super::writers::csv;
use crate::common::failure::Failure;
use crate::common::source::Origin;

/// A folder of CSV files, one per table: `list.csv`, and `list-2.csv` for the second table of the page; with a wrapper,
/// one per template, or part of a template.
pub(crate) struct CsvFolder {
    folder: PathBuf,
    names: Names,
    /// The files of templates, written as the pages come.
    shared: Vec<SharedFile>,
}

/// The file of a template, or of one of its parts.
struct SharedFile {
    /// The name of the template, and of its part.
    name: String,
    target: Target,
}

impl CsvFolder {
    /// Opens the folder, and creates it if necessary.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| file_failure(folder, &error))?;
        Ok(CsvFolder { folder: folder.to_owned(), names: Names::default(), shared: Vec::new() })
    }

    /// The name of a file: one of `wanted` if it is free.
    fn file(&mut self, wanted: &[String]) -> PathBuf {
        self.folder.join(self.names.take(wanted, |name, number| format!("{name}~{number}")) + ".csv")
    }

    /// Appends records to the file of their template.
    fn add_shared(&mut self, row: csv::SharedRows<'_>) -> Result<(), Failure> {
        let name = &row.shared.name;
        let at = match self.shared.iter().position(|file| file.name == *name) {
            Some(at) => at,
            None => {
                let path = self.file(&[file_name(name)]);
                let mut target = Target::open(&Place::File(path), None)?;
                target.write(|out| csv::begin_shared(out, row.table))?;
                self.shared.push(SharedFile { name: name.clone(), target });
                self.shared.len() - 1
            }
        };
        self.shared[at].target.write(|out| csv::shared_rows(out, &row))
    }
}

impl Sink for CsvFolder {
    fn page(&mut self, page: &Page, origin: Option<&Origin>) -> Result<(), Failure> {
        for (at, table) in page.tables.iter().enumerate() {
            if let Some(shared) = page.shared.get(at) {
                self.add_shared(csv::SharedRows { source: &page.source, origin, shared, table })?;
                continue;
            }
            let suffix = if at == 0 { String::new() } else { format!("-{}", at + 1) };
            let path = self.file(&page_names(&page.source, |name| format!("{}{suffix}", file_name(name))));
            let mut target = Target::open(&Place::File(path), None)?;
            target.write(|out| csv::table(out, table))?;
            target.commit()?;
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<u64, Failure> {
        Ok(0)
    }

    fn finish(self: Box<Self>) -> Result<Option<PathBuf>, Failure> {
        self.shared.into_iter().try_for_each(|file| file.target.commit())?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;
    use crate::output::page::Shared;
    use crate::output::writers::samples;

    #[test]
    fn a_folder_has_a_file_a_table() {
        let folder = Folder::new("csv-folder");
        let out = folder.0.join("new/rows");
        let mut sink = Box::new(CsvFolder::open(&out).unwrap());
        let table = |text: &str| samples::region(&["a"], &[&[text]]);
        sink.page(&samples::page_of("x/list.html", vec![table("1"), table("2")], vec![]), None).unwrap();
        sink.page(&samples::page_of("y/list.html.gz", vec![table("3")], vec![]), None).unwrap();
        sink.page(&samples::page_of("list-2.html", vec![table("4")], vec![]), None).unwrap();
        sink.page(&samples::page_of("none.html", vec![], vec![]), None).unwrap();
        sink.finish().unwrap();
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(
            ["list.csv", "list-2.csv", "y-list.csv", "list-2~2.csv"].map(read),
            ["1", "2", "3", "4"].map(|t| format!("a\n{t}\n"))
        );
        assert_eq!(fs::read_dir(&out).unwrap().count(), 4);
    }

    #[test]
    fn a_folder_has_a_file_a_template() {
        let folder = Folder::new("csv-shared");
        let out = folder.0.join("rows");
        let page = |source: &str, name: &str, text: &str| {
            let mut page =
                samples::page_of(source, vec![samples::region(&["title", "source"], &[&[text, "x"]])], vec![]);
            page.shared = vec![Shared { name: name.to_owned(), wrapper: "v1".to_owned() }];
            page
        };
        let origin = Origin { archive: "a.warc".into(), position: 3 };
        // a second run replaces what the first has written
        for _ in 0..2 {
            let mut sink = Box::new(CsvFolder::open(&out).unwrap());
            sink.page(&page("1.html", "shop/1 list", "Chair"), Some(&origin)).unwrap();
            sink.page(&page("2.html", "blog", "News"), None).unwrap();
            sink.page(&page("3.html", "shop/1 list", "Desk"), None).unwrap();
            sink.finish().unwrap();
            let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
            assert_eq!(
                read("shop_1 list.csv"),
                "source,archive,position,record,wrapper,title,source_2\n1.html,a.warc,3,1,v1,Chair,x\n3.html,,,1,v1,Desk,x\n"
            );
            assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
        }
    }
}
