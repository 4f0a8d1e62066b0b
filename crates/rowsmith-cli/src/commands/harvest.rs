//! `rowsmith harvest`: from the flags to the library's state machine, which drives the run, and from its pages to one
//! [`Page`] each.

use std::collections::HashMap;
use std::path::PathBuf;

use rowsmith::harvest::{
    Answer, End, Follow, Harvest, HarvestOptions, NoDetails, Outcome as Step, Purpose, Refusal, Request, Summary,
    UnknownKey,
};
use rowsmith::types::{RecordsPage, RegionTable, Warning};

use super::harvest_earlier::{Before, Comparison};
use super::harvest_replaced::Replaced;
use super::harvest_wrapper::{Repairs, given};
use crate::args::{Format, HarvestArgs, check_picks};
use crate::common::clock::now;
use crate::common::failure::Failure;
use crate::common::notices;
use crate::common::panics;
use crate::common::problem::Problem;
use crate::common::source::PageSource;
use crate::common::text::count;
use crate::output::columns::pick;
use crate::output::json::json;
use crate::output::page::{Page, Shared};
use crate::output::place::Place;
use crate::output::reread::plain_values;
use crate::run::{Extracted, Following, Outcome, Rows, Run, Said, Taken, refuse_overwriting};
use crate::sources::inputs::{self, Input, Inputs};
use crate::sources::load::Loaded;
use crate::sources::store::Store;
use crate::sources::{Content, Task};

/// How often a busy server is tried again.
#[cfg(feature = "fetch")]
const RETRIES: u32 = 3;
/// How often a list is continued that scripts fill.
#[cfg(feature = "render")]
const MORE: usize = 50;
/// How many rows a plan shows.
const EXAMPLES: usize = 3;

/// Runs the command.
pub(crate) fn harvest(args: &HarvestArgs) -> Result<Outcome, Failure> {
    check_picks(&args.columns).map_err(Failure::Usage)?;
    args.common.page.check().map_err(Failure::Usage)?;
    let named = inputs::expand(&args.inputs)?;
    let rows = Rows::tables("row", false);
    let mut comparison = args.diff.as_deref().map(|earlier| Comparison::new(args, earlier)).transpose()?;
    let output = comparison.as_ref().map_or(&args.common.output, |comparison| &comparison.rows);
    let mut run = Run::new(named, output, &args.common.run, &args.common.limits, rows)?;
    if let Place::Folder(folder) = &run.place {
        let what = format!("a harvest gives one table, but '{}' is a folder; name a file", folder.display());
        return Err(Failure::Usage(what));
    }
    let from = Inputs { arguments: args.from.clone(), lists: Vec::new() };
    let written = [
        ("--out", args.common.output.out.as_deref()),
        ("--failures", args.common.run.failures.as_deref()),
        ("--changes", args.changes.as_deref()),
    ];
    refuse_overwriting(&run.inputs, &[], &written)?;
    refuse_overwriting(&from, &[args.wrapper.as_deref()], &written)?;
    // the wrapper itself may be replaced by what it is repaired to, and the earlier table by the new one
    let repaired = ("--repair", args.repair.as_ref().and_then(Option::as_deref));
    refuse_overwriting(&from, &[], &[written[0], written[1], written[2], repaired])?;
    refuse_overwriting(&from, &[args.diff.as_deref()], &[written[1], written[2], repaired])?;
    // the table that a run adds to is read before it is written
    if args.append && !args.plan && matches!(run.place, Place::File(_)) {
        run.hold()?;
    }
    // only now nobody else writes the output
    if let Some(comparison) = &mut comparison {
        comparison.read(args)?;
    }
    let before = if args.append { Before::of(&run, &args.columns)? } else { Before::default() };
    // a table that grows has the same columns from the beginning
    run.shape.sources |= args.append;
    #[cfg(feature = "fetch")]
    {
        let retries = args.common.run.fetch.retries.unwrap_or(RETRIES);
        run.settings.fetcher = run.settings.fetcher.take().map(|fetcher| fetcher.with_retries(retries));
    }
    #[cfg(feature = "render")]
    {
        run.settings.rendering =
            run.settings.rendering.take().map(|rendering| rendering.with_more(if args.plan { 0 } else { MORE }));
    }
    // a list that has nothing since a day is none that failed
    run.needs_rows = args.since.is_none() && args.common.output.out.is_some();
    // the tables of all pages are one
    run.summary &= args.common.run.summary;
    let base = args.common.page.base_url.as_deref();
    let store = match args.from.is_empty() {
        true => None,
        false => Some(Store::open(&args.from, base, &run.settings)?),
    };
    let starts = starts(&run, args, store.as_ref())?;
    let addresses = starts.addresses.clone();
    let earlier = before.table.as_ref().into_iter().chain(comparison.as_ref().map(Comparison::earlier));
    let mut harvest = Harvest::new(addresses.clone(), options(args, earlier));
    if let Some(wrapper) = given(args)? {
        harvest.use_wrapper(wrapper, args.repair.is_some());
    }
    let typed = before.types(run.format);
    harvest.know(before.table);
    let Starts { files, .. } = starts;
    let (before, told) = (before.pages, Vec::new());
    let repairs = Repairs::default();
    let mut driver = Driver { harvest, before, typed, files, store, args, format: run.format, told, repairs };
    if args.plan {
        return plan(&run, &mut driver, addresses);
    }
    let replaced = if args.append { None } else { Replaced::keep(&run)? };
    let outcome = run.follow(&mut driver)?;
    // what cannot be written of the wrapper must not keep the rest from being told
    let is_alarm = std::mem::take(&mut driver.repairs).tell(&driver.harvest, args);
    let summary = driver.harvest.summary();
    // a column that the first page lacks may be on later ones
    let no_details = summary.no_details.as_ref().filter(|_| summary.details == 0);
    if !args.common.run.quiet {
        // what no further page came to tell
        driver.told.iter().for_each(|told| notices::line(&told.to_string()));
        lines(summary, args).iter().for_each(|line| notices::line(line));
        if let Some(why) = no_details {
            notices::line(&format!("no pages of records: {}", without_details(why)));
        }
    }
    let are_read = summary.starts.iter().all(rowsmith::harvest::StartSummary::is_complete);
    if let Some(replaced) = replaced {
        let is_as_asked = are_read && summary.failed == 0;
        let is_whole = is_as_asked && summary.starts.iter().all(rowsmith::harvest::StartSummary::is_whole);
        replaced.settle(is_whole, is_as_asked, summary.rows > 0)?;
    }
    if let Some(comparison) = comparison {
        comparison.tell(&driver.harvest, &run)?;
    }
    // those that lead to no page of their own are told only where all of a page have come
    let has_failed = summary.failed + summary.details_failed > 0;
    let complete = !is_alarm? && no_details.is_none() && summary.unknown_key.is_none() && are_read && !has_failed;
    Ok(if complete { outcome } else { Outcome::SomeFailed })
}

fn options<'t>(args: &HarvestArgs, earlier: impl Iterator<Item = &'t RegionTable>) -> HarvestOptions {
    let of_tables = earlier.flat_map(|table| &table.columns).map(|column| column.name.clone());
    let picked = args.stable.or(&args.columns).iter().map(|pick| pick.from.clone());
    let mut options = HarvestOptions::new();
    (options.max_pages, options.max_rows) = (args.max_pages, args.max_rows);
    options.hosts = args.hosts.clone();
    options.min_confidence = args.min_confidence;
    (options.key, options.since) = (args.key.clone(), args.since);
    options.now = now();
    options.details = of_tables.chain(picked).collect();
    options.follow = match &args.follow {
        Some(column) => Follow::Column(column.clone()),
        None if args.details => Follow::Details,
        None => Follow::Nothing,
    };
    options
}

/// The starts of a harvest.
struct Starts {
    addresses: Vec<String>,
    /// The starts that are files, by their addresses.
    files: HashMap<String, PathBuf>,
}

fn starts(run: &Run, args: &HarvestArgs, store: Option<&Store>) -> Result<Starts, Failure> {
    let mut starts = Starts { addresses: Vec::new(), files: HashMap::new() };
    for input in run.inputs.iter() {
        let address = match &input {
            Input::Url(url) => url.clone(),
            Input::File(path) => match store.and_then(|store| store.address_of(path)) {
                Some(address) => address,
                None => {
                    let address = args.common.page.base_url.clone().unwrap_or_else(|| input.name());
                    if starts.files.insert(address.clone(), path.clone()).is_some() {
                        let what = "--base-url can be the address of only one file; name one, or use --from";
                        return Err(Failure::Usage(what.to_owned()));
                    }
                    address
                }
            },
            Input::Stdin => {
                return Err(Failure::Usage("a page from standard input has no address; name a file".to_owned()));
            }
            Input::Unreadable { path, why } => return Err(Failure::Usage(format!("'{}': {why}", path.display()))),
        };
        starts.addresses.push(address);
    }
    Ok(starts)
}

/// The state machine, and the source of its pages.
struct Driver<'a> {
    harvest: Harvest,
    /// The rows that the output has already.
    before: Vec<Page>,
    /// Its columns, if it has numbers and dates as such: those of further rows are written like them.
    typed: Option<RegionTable>,
    files: HashMap<String, PathBuf>,
    store: Option<Store>,
    args: &'a HarvestArgs,
    format: Format,
    /// The messages about the page whose rows are held.
    told: Vec<Warning>,
    /// What was repaired in the wrapper.
    repairs: Repairs,
}

impl Driver<'_> {
    fn task(&self, Request { address, purpose }: Request) -> Task {
        let mut task = self.task_at(address);
        task.source.context.is_detail = purpose == Purpose::Detail;
        task
    }

    fn task_at(&self, address: String) -> Task {
        match (self.files.get(&address), &self.store) {
            (Some(path), _) => {
                let mut source = PageSource::named(address);
                source.context.base_url = self.args.common.page.base_url.clone();
                Task::new(source, Content::File(path.clone()))
            }
            (None, Some(store)) if self.is_in_archive(&address) => store.page(&address),
            (None, _) => Task::at(address),
        }
    }

    fn is_fetched(&self, address: &str) -> bool {
        !self.files.contains_key(address) && !self.is_in_archive(address)
    }

    /// Whether a page is taken from what --from names.
    fn is_in_archive(&self, address: &str) -> bool {
        self.store.as_ref().is_some_and(|store| !self.args.fetch_missing || store.has_whole(address))
    }

    fn parse(&self, source: &PageSource, loaded: &Loaded) -> Result<rowsmith::Page, Problem> {
        let options = self.args.common.page.options(source, self.args.common.limits.limits(), None);
        rowsmith::Page::parse(&loaded.bytes, &options).map_err(|error| Problem::of_page(error.to_string()))
    }

    fn extracted(&self, mut page: RecordsPage, told: Vec<Warning>) -> Result<Extracted, String> {
        page.warnings.splice(0..0, told);
        let mut notices = pick(&mut page.regions, self.args.stable.or(&self.args.columns), "column");
        notices.extend(self.harvest.summary().unknown_key.as_ref().map(UnknownKey::to_string));
        if let Some(typed) = &self.typed {
            page.regions.iter_mut().for_each(|table| plain_values(table, typed));
        }
        let line = json(self.format, &page)?;
        let shared = page.regions.iter().map(|_| Shared { name: "rows".to_owned(), wrapper: String::new() });
        let shared = shared.collect();
        let RecordsPage { source, regions, warnings, .. } = page;
        let page = Page { source, tables: regions, titles: Vec::new(), shared, warnings, line, kind: None };
        Ok(Extracted { page, notices })
    }
}

impl Following for Driver<'_> {
    fn before(&mut self) -> Vec<Extracted> {
        let pages = std::mem::take(&mut self.before).into_iter();
        pages.map(|page| Extracted { page, notices: Vec::new() }).collect()
    }

    fn upcoming(&mut self, most: usize, known: usize) -> Vec<Task> {
        let requests = self.harvest.upcoming(most).into_iter().skip(known);
        requests.map(|request| self.task(request)).collect()
    }

    fn take(&mut self, source: &PageSource, loaded: Result<Loaded, Problem>) -> Result<Taken, String> {
        let told = |loaded: &Loaded| -> Vec<Warning> {
            let damage = loaded.damage.clone().map(Warning::DamagedInput);
            damage.into_iter().chain(loaded.note.clone().map(Warning::Other)).collect()
        };
        let wanted = self.harvest.next_request();
        // where the list goes on stands at the end of its page
        let max_bytes = self.args.common.limits.max_bytes;
        let is_list = wanted.as_ref().is_some_and(|request| request.purpose == Purpose::List);
        let loaded = match loaded {
            Ok(loaded) if is_list && loaded.interrupted && self.is_fetched(&source.name) => {
                Err(Problem::new("network", loaded.damage.unwrap_or_default()))
            }
            loaded => loaded,
        };
        // what an archive has of a page that cannot be had again is better than nothing
        let loaded = loaded.or_else(|problem| {
            let address = wanted.as_ref().map_or(&*source.name, |wanted| &wanted.address);
            let store = self.store.as_ref().filter(|_| self.args.fetch_missing);
            store.and_then(|store| store.cut(address)).ok_or(problem)
        });
        let cut = loaded.as_ref().ok().filter(|loaded| is_list && loaded.is_cut(max_bytes)).map(|loaded| {
            let why = loaded.damage.as_deref().unwrap_or("it is longer than --max-bytes");
            Problem::new("damaged", format!("its end is missing, so the list may go on: {why}"))
        });
        self.told.extend(loaded.as_ref().map(told).unwrap_or_default());
        let fed = loaded.and_then(|loaded| {
            let fetched = source.context.fetched.filter(|_| self.args.times);
            let fed = panics::catch(|| {
                Ok(self.parse(source, &loaded).map(|page| {
                    let answer = if cut.is_some() { Answer::Cut(&page) } else { Answer::Page(&page) };
                    match fetched {
                        Some(fetched) => self.harvest.feed_at(answer, fetched),
                        None => self.harvest.feed(answer),
                    }
                }))
            });
            fed.unwrap_or_else(|why| Err(Problem::of_page(why)))
        });
        let (fed, problem) = match fed {
            Ok(fed) => (fed, None),
            // also after a panic the harvest has to learn that there is no such page
            Err(problem) if self.harvest.next_request() == wanted => {
                let is_absent = matches!(problem.reason.as_ref(), "http-404" | "http-410");
                let answer = if is_absent { Answer::Absent(&problem.why) } else { Answer::Failed(&problem.why) };
                (self.harvest.feed(answer), Some(problem))
            }
            Err(problem) => return Ok(Taken { page: None, problem: Some(problem) }),
        };
        // what a page without records links to may be no page at all
        let problem = problem.filter(|_| !matches!(fed.outcome, Step::NotTaken(End::NoRecords(_))));
        self.told.extend(self.repairs.add(fed.repaired, &self.harvest, self.args));
        let says_nothing = match fed.outcome {
            Step::DetailFailed(why) if problem.is_none() => Some(Problem::new("nothing-found", why)),
            _ => None,
        };
        // pages without anything new are not part of the table
        let (page, empty): (Option<_>, Option<_>) = match fed.page {
            Some(page) if page.records().next().is_some() => (Some(page), None),
            page => (None, page),
        };
        // what is told of it goes with the next one
        self.told.extend(empty.into_iter().flat_map(|page| page.warnings));
        let told = if page.is_some() { std::mem::take(&mut self.told) } else { Vec::new() };
        let page = page.map(|page| self.extracted(page, told)).transpose()?;
        Ok(Taken { page, problem: problem.or(says_nothing).or(cut) })
    }

    fn progress(&self) -> Said {
        let Summary { pages, rows, details, .. } = self.harvest.summary();
        let of_records = if *details > 0 { format!("  {details} details") } else { String::new() };
        let what = format!("{}  {}{of_records}", count(*pages as usize, "page"), count(*rows as usize, "row"));
        Said { what, pages: pages + details, done: self.harvest.share_done() }
    }

    fn state(&self) -> Result<String, String> {
        serde_json::to_string(&self.harvest).map_err(|error| error.to_string())
    }

    fn restore(&mut self, state: &str) -> Result<(), String> {
        self.harvest = serde_json::from_str(state).map_err(|error| format!("the journal cannot be read: {error}"))?;
        Ok(())
    }
}

/// Why no pages of records are followed, and what helps.
fn without_details(why: &NoDetails) -> String {
    match why {
        NoDetails::OtherHosts { hosts, .. } => format!("{why}; allow them with '--hosts {}'", hosts.join(",")),
        _ => format!("{why}; name one with --follow"),
    }
}

/// The summary: one line per start and one in total.
fn lines(summary: &Summary, args: &HarvestArgs) -> Vec<String> {
    let starts = summary.starts.iter().map(|start| {
        let (pages, rows) = (count(start.pages as usize, "page"), count(start.rows as usize, "row"));
        let of = start.total.map(|total| format!(" of the {total} that the page states")).unwrap_or_default();
        let advice = match start.end {
            End::Drift(_) if args.wrapper.is_some() && args.repair.is_none() => {
                "; it fits no template of the wrapper, which --repair learns again"
            }
            End::Drift(_) if args.wrapper.is_some() => "; it fits no template of the wrapper",
            End::NotFollowed { why: Refusal::Relative, .. } => "; give it with --base-url",
            End::LastPage if !start.is_complete() => {
                "; the list is not whole: it goes on by something that is no link to a next page, or was not recognised as one"
            }
            _ => "",
        };
        format!("{}: {rows}{of} on {pages}; {}{advice}", start.address, start.end)
    });
    let mut lines: Vec<String> = starts.collect();
    let counts = [
        (summary.duplicates, ["duplicate record left out", "duplicate records left out"]),
        (summary.known, ["record that the table has already", "records that the table has already"]),
        (summary.older, ["older record left out", "older records left out"]),
        (summary.failed, ["page of a list failed", "pages of lists failed"]),
        (summary.details, ["page of a record", "pages of records"]),
        (summary.details_failed, ["page of a record failed", "pages of records failed"]),
    ];
    let counts = counts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, [one, several])| format!("; {number} {}", if *number == 1 { one } else { several }));
    let (pages, rows) = (count(summary.pages as usize, "page"), count(summary.rows as usize, "row"));
    lines.push(format!("{rows} on {pages}{}", counts.collect::<String>()));
    lines
}

/// Prints what would be followed.
fn plan(run: &Run, driver: &mut Driver<'_>, addresses: Vec<String>) -> Result<Outcome, Failure> {
    use std::fmt::Write;
    let mut outcome = Outcome::AllWell;
    let wrapper = given(driver.args)?;
    for address in addresses {
        let options = options(driver.args, std::iter::empty());
        let mut harvest = Harvest::new([address.clone()], HarvestOptions::new());
        if let Some(wrapper) = &wrapper {
            harvest.use_wrapper(wrapper.clone(), false);
        }
        let Some(request) = harvest.next_request() else { continue };
        let Task { mut source, content, .. } = driver.task(request);
        let page = content.load(&mut source.context, &run.settings).and_then(|loaded| driver.parse(&source, &loaded));
        let page = match page {
            Ok(page) => page,
            Err(problem) => {
                notices::error(&address, &problem.why);
                outcome = Outcome::SomeFailed;
                continue;
            }
        };
        let mut following = Harvest::new([address.clone()], options);
        if let Some(wrapper) = &wrapper {
            following.use_wrapper(wrapper.clone(), false);
        }
        following.next_request();
        following.feed(Answer::Page(&page));
        let fed = harvest.feed(Answer::Page(&page));
        let Some(found) = fed.page else {
            match harvest.next_request() {
                Some(part) => {
                    show(&format!(
                        "{address}\n  no list, but an article in several parts\n  next     {}\n",
                        part.address
                    ))?;
                }
                None => {
                    let why = match (&wrapper, &driver.args.repair) {
                        (None, _) => "no list found",
                        (Some(_), None) => "it has no list of the wrapper",
                        (Some(_), Some(_)) => "it has no list of the wrapper, which would be learnt again",
                    };
                    notices::error(&address, why);
                    outcome = Outcome::SomeFailed;
                }
            }
            continue;
        };
        if let Some(unknown) = &following.summary().unknown_key {
            notices::error(&address, &unknown.to_string());
            outcome = Outcome::SomeFailed;
        }
        let names = |page: &RecordsPage| -> Vec<String> {
            page.regions.iter().flat_map(|table| &table.columns).map(|column| column.name.clone()).collect()
        };
        let mut text = String::new();
        let records = found.records().count();
        let total = found.pagination.total.map(|total| format!(" of {total}")).unwrap_or_default();
        // writing to a string cannot fail
        let _ = writeln!(text, "{address}\n  {}{total} on this page", count(records, "record"));
        let _ = writeln!(text, "  columns  {}", names(&found).join(", "));
        let next = match harvest.next_request() {
            Some(request) => request.address,
            None => harvest.summary().starts.last().map(|start| format!("none: {}", start.end)).unwrap_or_default(),
        };
        let _ = writeln!(text, "  next     {next}");
        if let Some(column) = following.detail_column() {
            let first = found.records().find_map(|record| record.get(column)).map(|cell| cell.address().to_owned());
            let _ = writeln!(text, "  details  by {column:?}: {}", first.unwrap_or_else(|| "no such link".to_owned()));
        } else if driver.args.details {
            let why = following.summary().no_details.as_ref().map(without_details);
            let _ = writeln!(text, "  details  none: {}", why.unwrap_or_default());
        }
        for (number, record) in found.records().take(EXAMPLES).enumerate() {
            let _ = writeln!(text, "  row {}", number + 1);
            for item in record.iter() {
                let _ = writeln!(text, "    {}: {}", item.column.name, item.cell.text);
            }
        }
        show(&text)?;
    }
    Ok(outcome)
}

fn show(text: &str) -> Result<(), Failure> {
    use crate::common::terminal::Shown;
    use std::io::Write;
    Shown::new(std::io::stdout().lock()).write_all(text.as_bytes()).map_err(|error| Failure::stdout(&error))
}
