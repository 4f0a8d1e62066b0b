//! What a run has done so far, stored beside its output, so that a later run can continue from there (`--resume`).
//!
//! It is a text file: a line of JSON that identifies the run, then one line per page, and after each batch of pages,
//! once the output with them is on the disk, a checkpoint with the length of the output. Anything after the last
//! checkpoint does not count.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::output::part::beside;

/// What happened to a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is in the output, with this many records.
    Written(u64),
    /// It failed.
    Failed,
}

/// A journal that is being written.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    pending: String,
    run: Vec<String>,
}

/// What earlier runs have done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Done {
    /// How often each page was done, by its [`crate::common::source::PageSource::key`].
    pub(crate) pages: HashMap<u64, u32>,
    /// The number of bytes of the output.
    pub(crate) bytes: u64,
    /// The number of bytes of the file of failures.
    pub(crate) failures: u64,
    /// The number of pages in the output.
    pub(crate) written: u64,
    /// The number of their records.
    pub(crate) records: u64,
    /// The number of pages that failed.
    pub(crate) failed: u64,
    /// The state that decides which page comes next, for a run whose pages follow from one another.
    pub(crate) state: Option<String>,
}

/// The line for a run whose pages follow from one another: everything that was done, and the state that decides which
/// page comes next.
#[derive(Serialize, Deserialize)]
pub(crate) struct Stated {
    /// The number of bytes of the output.
    pub(crate) bytes: u64,
    /// The number of bytes of the file of failures.
    pub(crate) failures: u64,
    /// The number of pages in the output.
    pub(crate) written: u64,
    /// The number of their records.
    pub(crate) records: u64,
    /// The number of pages that failed.
    pub(crate) failed: u64,
    /// The state that decides which page comes next.
    pub(crate) state: String,
}

/// A journal to continue with.
#[derive(Debug)]
pub(crate) struct Resumed {
    /// The journal, with its end at the last checkpoint.
    pub(crate) journal: Journal,
    /// What it says.
    pub(crate) done: Done,
}

#[derive(Serialize, Deserialize)]
struct Header {
    rowsmith_journal: u32,
    run: Vec<String>,
}

/// The line for a page, pending until a checkpoint confirms it.
struct PageLine {
    key: u64,
    fate: Fate,
}

/// Increased when older journals, or the part files beside them, can no longer be read.
const VERSION: u32 = 2;

impl Journal {
    /// The path of the journal for an output.
    pub(crate) fn path_of(out: &Path) -> PathBuf {
        beside(out, ".journal")
    }

    /// Begins a journal. `run` identifies the run in words that are the same when it is started again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(path: &Path, run: &[String]) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        let header = Header { rowsmith_journal: VERSION, run: run.to_owned() };
        writeln!(file, "{}", serde_json::to_string(&header)?)?;
        file.sync_all()?;
        Ok(Journal { file, path: path.to_owned(), pending: String::new(), run: run.to_owned() })
    }

    /// Continues with a journal; `None` if there is none, or if it was hardly begun.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another run; the message says what to do.
    pub(crate) fn resume(path: &Path, run: &[String]) -> io::Result<Option<Resumed>> {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        let wrong =
            |what: String| io::Error::other(format!("{what}; remove the journal '{}' to start over", path.display()));
        match serde_json::from_slice::<Header>(&line) {
            Ok(header) if header.rowsmith_journal != VERSION => {
                return Err(wrong("the run to resume was made by another version of rowsmith".to_owned()));
            }
            Ok(header) if header.run != run => {
                return Err(wrong(format!("the run to resume was a different one: {}", header.run.join(" "))));
            }
            Ok(_) => {}
            Err(_) => return Err(wrong("there is something else in its place".to_owned())),
        }
        let (mut end, mut at) = (line.len() as u64, line.len() as u64);
        let (mut done, mut lot) = (Done::default(), Vec::new());
        loop {
            line.clear();
            at += reader.read_until(b'\n', &mut line)? as u64;
            let Some(Ok(text)) = line.strip_suffix(b"\n").map(std::str::from_utf8) else { break };
            if let Some(stated) = text.strip_prefix("@ ") {
                let Ok(stated) = serde_json::from_str::<Stated>(stated) else { break };
                let Stated { bytes, failures, written, records, failed, state } = stated;
                done = Done { pages: HashMap::new(), bytes, failures, written, records, failed, state: Some(state) };
                end = at;
                continue;
            }
            let mut words = text.split(' ');
            let kind = words.next();
            let mut number = |radix| words.next().and_then(|word| u64::from_str_radix(word, radix).ok());
            match (kind, number(16), number(10)) {
                (Some("+"), Some(key), Some(records)) => lot.push(PageLine { key, fate: Fate::Written(records) }),
                (Some("-"), Some(key), _) => lot.push(PageLine { key, fate: Fate::Failed }),
                (Some("="), Some(bytes), Some(failures)) => {
                    lot.drain(..).for_each(|page: PageLine| done.add(page.key, page.fate));
                    (done.bytes, done.failures, end) = (bytes, failures, at);
                }
                _ => break,
            }
        }
        drop(reader);
        let mut file = file;
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        let journal = Journal { file, path: path.to_owned(), pending: String::new(), run: run.to_owned() };
        Ok(Some(Resumed { journal, done }))
    }

    /// Records a page; it counts from the next checkpoint on.
    pub(crate) fn page(&mut self, key: u64, fate: Fate) {
        let line = match fate {
            Fate::Written(records) => format!("+ {key:x} {records}\n"),
            Fate::Failed => format!("- {key:x}\n"),
        };
        self.pending.push_str(&line);
    }

    /// Records that all pages so far are in the output, which has this many bytes, and likewise for failures.
    pub(crate) fn checkpoint(&mut self, bytes: u64, failures: u64) -> io::Result<()> {
        self.pending.push_str(&format!("= {bytes:x} {failures}\n"));
        self.file.write_all(self.pending.as_bytes())?;
        self.pending.clear();
        self.file.sync_data()
    }

    /// Like [`Journal::checkpoint`], for a run whose pages follow from one another: the state replaces the whole
    /// content of the journal, in one step.
    pub(crate) fn replace(&mut self, stated: &Stated) -> io::Result<()> {
        self.pending.clear();
        let path = beside(&self.path, ".new");
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path)?;
        let header = Header { rowsmith_journal: VERSION, run: self.run.clone() };
        let lines = format!("{}\n@ {}\n", serde_json::to_string(&header)?, serde_json::to_string(stated)?);
        file.write_all(lines.as_bytes())?;
        file.sync_all()?;
        fs::rename(&path, &self.path)?;
        self.file = file;
        Ok(())
    }

    /// Removes the journal, since the run is complete.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

impl Done {
    fn add(&mut self, key: u64, fate: Fate) {
        *self.pages.entry(key).or_default() += 1;
        match fate {
            Fate::Written(records) => {
                self.written += 1;
                self.records += records;
            }
            Fate::Failed => self.failed += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn what_stands_behind_the_last_checkpoint_did_not_happen() {
        let folder = Folder::new("journal");
        let path = Journal::path_of(&folder.0.join("out.jsonl"));
        let run = ["records".to_owned(), "a".to_owned()];
        assert!(Journal::resume(&path, &run).unwrap().is_none());
        let mut journal = Journal::create(&path, &run).unwrap();
        journal.page(7, Fate::Written(3));
        journal.page(7, Fate::Written(2));
        journal.page(u64::MAX, Fate::Failed);
        journal.checkpoint(100, 20).unwrap();
        let whole = fs::read(&path).unwrap();
        let pages = HashMap::from([(7, 2), (u64::MAX, 1)]);
        let expected = Done { pages, bytes: 100, failures: 20, written: 2, records: 5, failed: 1, state: None };
        for torn in ["", "+ 8 1\n", "+ 8 1\n= c8 2", "rubbish\n= c8 20\n", "+ 8\n= c8 20\n"] {
            fs::write(&path, [&whole, torn.as_bytes()].concat()).unwrap();
            let Resumed { mut journal, done } = Journal::resume(&path, &run).unwrap().unwrap();
            assert_eq!(done, expected, "{torn:?}");
            journal.page(9, Fate::Failed);
            journal.checkpoint(100, 30).unwrap();
            let Resumed { done, .. } = Journal::resume(&path, &run).unwrap().unwrap();
            assert_eq!((done.failed, done.failures, done.pages.len()), (2, 30, 3));
        }
        let Resumed { mut journal, .. } = Journal::resume(&path, &run).unwrap().unwrap();
        let state = "{\"next\":\n7}".to_owned();
        let stated = Stated { bytes: 7, failures: 0, written: 3, records: 30, failed: 1, state: state.clone() };
        journal.replace(&stated).unwrap();
        journal.checkpoint(8, 0).unwrap();
        let Resumed { done, .. } = Journal::resume(&path, &run).unwrap().unwrap();
        assert_eq!((done.bytes, done.records, done.state, done.pages.len()), (8, 30, Some(state), 0));
        assert!(Journal::resume(&path, &run[..1]).unwrap_err().to_string().contains("a different one: records a"));
        fs::write(&path, "precious data\n").unwrap();
        assert!(Journal::resume(&path, &run).is_err());
        fs::write(&path, "{\"rowsmith_j").unwrap();
        assert!(Journal::resume(&path, &run).unwrap().is_none());
    }
}
