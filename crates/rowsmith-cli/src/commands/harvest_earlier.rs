//! The table of an earlier harvest: rows that are kept, and rows that are compared.

use std::fs;
use std::path::{Path, PathBuf};

use rowsmith::harvest::{ChangeKind, Changes, Harvest, StartSummary, compare};
use rowsmith::types::{RecordsPage, RegionTable};
use tempfile::TempDir;

use crate::args::{Format, HarvestArgs, OutputArgs, Pick, Results};
use crate::common::failure::Failure;
use crate::common::notices;
use crate::output::json::json;
use crate::output::open::open;
use crate::output::page::Page;
use crate::output::part::beside;
use crate::output::place::{Destination, Place, settle};
use crate::output::reread::{can_be_reread, plain_values, reread, together};
use crate::output::sink::{check_folder, file_failure};
use crate::run::Run;

/// Columns of the output that say nothing of a record.
const NOT_COMPARED: [&str; 4] = ["source", "region", "fetched", "detail_fetched"];

/// The rows that an output has before the run.
#[derive(Default)]
pub(super) struct Before {
    /// As they are written.
    pub(super) pages: Vec<Page>,
    /// All of them.
    pub(super) table: Option<RegionTable>,
}

impl Before {
    /// Of the output of a run.
    pub(super) fn of(run: &Run, picks: &[Pick]) -> Result<Before, Failure> {
        refuse(run.format, run.shape.long || run.shape.typed, "--append")?;
        let Place::File(path) = &run.place else {
            return Err(Failure::Usage("--append needs a file: add '--out FILE'".to_owned()));
        };
        let pages = reread(path, run.format).map_err(Failure::Usage)?.unwrap_or_default();
        let mut table = together(pages.iter().flat_map(|page| page.tables.iter().cloned()));
        // columns have the names by which they are found
        for column in &mut table.columns {
            if let Some(pick) = picks.iter().find(|pick| pick.name == column.name) {
                column.name.clone_from(&pick.from);
            }
        }
        Ok(Before { table: (!pages.is_empty()).then_some(table), pages })
    }
}

impl Before {
    /// The columns of an output in a format that has numbers and dates as such.
    pub(super) fn types(&self, format: Format) -> Option<RegionTable> {
        let table = self.pages.first()?.tables.first()?;
        (format == Format::Parquet).then(|| RegionTable::new(table.columns.clone(), Vec::new()))
    }
}

fn refuse(format: Format, is_changed: bool, flag: &str) -> Result<(), Failure> {
    match can_be_reread(format) && !is_changed {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "{flag} is for tables in csv, tsv, jsonl, json and parquet, without --long and --typed"
        ))),
    }
}

/// The comparison of a run with an earlier table.
pub(super) struct Comparison {
    /// Where the rows of this run go.
    pub(super) rows: OutputArgs,
    /// Removed at the end: the place of the rows if they are not wanted.
    _scratch: Option<TempDir>,
    /// Where the earlier table is.
    path: PathBuf,
    /// Whether the rows of this run replace it.
    replaced: bool,
    /// The earlier table, once it was read.
    earlier: RegionTable,
    /// How it was written.
    format: Format,
    /// The columns of the output by their names as found.
    picks: Vec<Pick>,
    /// A copy of the earlier table, if the rows of this run replace it, which is there until the changes are written.
    copy: Option<PathBuf>,
    changes: Destination,
}

impl Comparison {
    /// What is compared, of which nothing is read yet.
    pub(super) fn new(args: &HarvestArgs, earlier: &Path) -> Result<Comparison, Failure> {
        let OutputArgs { format, out, long, width, color, typed } = &args.common.output;
        let out = out.as_ref().filter(|out| out.as_os_str() != "-");
        let scratch = match out {
            Some(_) => None,
            None => Some(tempfile::tempdir().map_err(|error| Failure::output("temporary folder", &error))?),
        };
        let place = match (out, &scratch) {
            (Some(out), _) => Some(out.clone()),
            (None, scratch) => scratch.as_ref().map(|folder| folder.path().join("rows.jsonl")),
        };
        // without --out, the format is that of the changes
        let (of_rows, of_changes) = match (out, &args.changes) {
            (Some(_), _) => (*format, None),
            (None, None) => (None, *format),
            (None, Some(_)) => (None, None),
        };
        let rows = OutputArgs { format: of_rows, out: place, long: *long, width: *width, color: *color, typed: *typed };
        let of_rows = settle(rows.format, rows.out.as_deref(), Results::Tables)?;
        refuse(of_rows.format, *long || *typed, "--diff")?;
        let changes = settle(of_changes, args.changes.as_deref(), Results::Tables)?;
        let is_same = |other: &Path| other == earlier || same_file(other, earlier);
        if args.changes.as_deref().is_some_and(|changes| is_same(changes) || Some(changes) == rows.out.as_deref()) {
            return Err(Failure::Usage("--changes would overwrite a table that --diff compares".to_owned()));
        }
        if let Place::File(path) = &changes.place {
            check_folder(path)?;
        }
        Ok(Comparison {
            replaced: rows.out.as_deref().is_some_and(is_same),
            rows,
            _scratch: scratch,
            path: earlier.to_owned(),
            earlier: RegionTable::new(Vec::new(), Vec::new()),
            format: of_rows.format,
            picks: args.columns.clone(),
            copy: None,
            changes,
        })
    }

    /// Reads the earlier table, unless nothing but a plan is wanted. This happens before the run, which may replace it, and once no
    /// other run can write it.
    pub(super) fn read(&mut self, args: &HarvestArgs) -> Result<(), Failure> {
        if args.plan {
            return Ok(());
        }
        let earlier = &self.path;
        let copy = self.replaced.then(|| beside(earlier, ".compared"));
        if let Some(copy) = copy.as_ref().filter(|copy| !copy.exists())
            && earlier.exists()
        {
            // appears as a whole
            let begun = beside(copy, ".new");
            fs::copy(earlier, &begun)
                .and_then(|_| fs::rename(&begun, copy))
                .map_err(|error| file_failure(copy, &error))?;
        }
        let format = settle(None, Some(earlier), Results::Tables)?.format;
        let format = if self.replaced { self.format } else { format };
        refuse(format, false, "--diff")?;
        let from = copy.as_deref().unwrap_or(earlier);
        self.earlier = match reread(from, format).map_err(Failure::Usage)? {
            Some(pages) => whole(pages),
            None if self.replaced => RegionTable::new(Vec::new(), Vec::new()),
            None => return Err(Failure::Usage(format!("there is no table '{}' to compare with", earlier.display()))),
        };
        (self.format, self.copy) = (format, copy);
        Ok(())
    }

    /// Compares, and writes the changes.
    pub(super) fn tell(mut self, harvest: &Harvest, run: &Run) -> Result<(), Failure> {
        // a run without rows leaves the earlier table as it is, which is no table of this run
        let now = match harvest.summary().rows {
            0 => None,
            _ => reread(run.place.path(), run.format).map_err(Failure::Usage)?.map(whole),
        };
        let mut now = now.unwrap_or_else(|| RegionTable::new(Vec::new(), Vec::new()));
        self.refuse_another(&now)?;
        if self.format == Format::Parquet {
            plain_values(&mut now, &self.earlier);
        }
        if run.format == Format::Parquet {
            plain_values(&mut self.earlier, &now);
        }
        let key: Vec<String> = harvest.key().iter().map(|name| self.named(name)).collect();
        let mut changes = compare(&self.earlier, &now, &key, &NOT_COMPARED.map(str::to_owned));
        let summary = harvest.summary();
        let is_whole = summary.failed == 0 && summary.starts.iter().all(StartSummary::is_whole);
        let gone = changes.count(ChangeKind::Gone);
        if !is_whole {
            changes.changes.retain(|change| change.kind != ChangeKind::Gone);
        }
        self.write(&changes, run)?;
        if let Some(copy) = self.copy.filter(|copy| copy.exists()) {
            fs::remove_file(&copy).map_err(|error| file_failure(&copy, &error))?;
        }
        if !run.quiet {
            said(&changes, is_whole, gone).iter().for_each(|line| notices::line(line));
        }
        Ok(())
    }

    /// Refuses to compare the rows with a table that has none of their columns. A table that the run has replaced is no longer there to
    /// be named.
    fn refuse_another(&self, now: &RegionTable) -> Result<(), Failure> {
        let names = |table: &RegionTable| -> Vec<String> {
            let names = table.columns.iter().map(|column| column.name.clone());
            names.filter(|name| !NOT_COMPARED.contains(&name.as_str())).collect()
        };
        let (before, now_has) = (names(&self.earlier), names(now));
        let is_empty = self.earlier.records.is_empty() || now.records.is_empty();
        if self.replaced || is_empty || before.iter().any(|name| now_has.contains(name)) {
            return Ok(());
        }
        let why = format!(
            "it has none of the columns of these rows ({}) to compare them by; it has: {}",
            now_has.join(", "),
            before.join(", ")
        );
        Err(Failure::File { place: self.path.display().to_string(), why })
    }

    /// The earlier table, once it was read.
    pub(super) fn earlier(&self) -> &RegionTable {
        &self.earlier
    }

    /// The name that a column has in the output.
    fn named(&self, found: &str) -> String {
        self.picks.iter().find(|pick| pick.from == found).map_or(found, |pick| &pick.name).to_owned()
    }

    fn write(&self, changes: &Changes, run: &Run) -> Result<(), Failure> {
        let Destination { format, place } = &self.changes;
        let shape = crate::output::writers::Shape { sources: false, ..run.shape };
        let mut sink = open(*format, place, shape, None)?;
        let mut table = changes.table();
        for own in NOT_COMPARED {
            if let Some(at) = table.column(own) {
                table.columns.remove(at);
                table.records.iter_mut().filter(|row| at < row.cells.len()).for_each(|row| drop(row.cells.remove(at)));
            }
        }
        let result = RecordsPage::new("changes", vec![table], Vec::new());
        let failed = |why| Failure::Output { place: place.path().display().to_string(), why };
        let line = json(*format, &result).map_err(failed)?;
        let RecordsPage { source, regions: tables, .. } = result;
        let page =
            Page { source, tables, titles: Vec::new(), shared: Vec::new(), warnings: Vec::new(), line, kind: None };
        sink.page(&page, None)?;
        sink.finish().map(drop)
    }
}

fn whole(pages: Vec<Page>) -> RegionTable {
    together(pages.into_iter().flat_map(|page| page.tables))
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// The differences in words.
fn said(changes: &Changes, is_whole: bool, gone: usize) -> Vec<String> {
    let of = |kind| changes.count(kind);
    let by = match changes.key.is_empty() {
        // there was no earlier row
        true if changes.same == 0 && gone == 0 => String::new(),
        true => "; matched by all of their values, so a changed row is one that is gone and one that is new".to_owned(),
        false => format!("; matched by {}", changes.key.join(", ")),
    };
    let (new, changed) = (of(ChangeKind::New), of(ChangeKind::Changed));
    let told = match is_whole {
        true => format!("{gone} gone"),
        false => format!("{gone} not seen, which may still be there, since not every list was read to its end"),
    };
    let mut lines = vec![format!("{new} new, {changed} changed, {told}, {} the same{by}", changes.same)];
    let only = [(&changes.only_now, "new"), (&changes.only_before, "gone")];
    let shown = |names: &[String]| {
        let names = names.iter().filter(|name| !NOT_COMPARED.contains(&name.as_str()));
        names.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    for (names, what) in only.map(|(names, what)| (shown(names), what)) {
        // an empty table has no columns to compare with
        if !names.is_empty() && changes.same as usize + changed > 0 {
            lines.push(format!("columns that are {what}, which are not compared: {names}"));
        }
    }
    lines
}
