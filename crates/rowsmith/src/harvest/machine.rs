//! The state of a harvest, and its steps.

mod columns;
mod ends;
mod records;
mod upcoming;
mod wrapper;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::harvest::address::{compared, followed};
use crate::harvest::chain::Chain;
use crate::harvest::choice::Choice;
use crate::harvest::details::{Bounds, FETCHED, Held, PREFIX};
use crate::harvest::fields::{Fields, Sample};
use crate::harvest::given::Given;
use crate::harvest::keys::Keys;
use crate::harvest::lists::{Lists, Miss, Place};
use crate::harvest::login;
use crate::harvest::options::HarvestOptions;
use crate::harvest::repeats::Repeats;
use crate::harvest::since::Dates;
use crate::harvest::summary::{End, Summary};
use crate::harvest::table::{Columns, append};
use crate::page::Page;
use crate::recognize::ValueType;
use crate::recognize::date::DateTime;
use crate::types::{RecordsPage, RegionTable, Warning};
use crate::wrapper::MendedTemplate;

/// A list ends after this many consecutive pages without anything new. A single one may be due to a list that grew by a
/// page while it was read.
const IDLE: u32 = 2;
/// A list whose pages link to later pages ends after this many consecutive pages that fail.
const FAILED: u32 = 3;
/// Why a list ends with a page whose end is missing, and that links to no further one.
const CUT: &str = "its end is missing, so the list may go on";

/// All pages of one or more lists as one table. It says which page it wants, is given that page, and returns its new
/// rows. It is plain data, which can be stored as JSON and continued from there.
///
/// ```
/// use rowsmith::harvest::{Answer, End, Harvest, HarvestOptions};
/// use rowsmith::{Page, PageOptions};
///
/// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
/// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
/// let kept = serde_json::to_string(&harvest)?;
/// let request = harvest.next_request().expect("it begins with the start");
/// let page = Page::parse(html, &PageOptions::new().url(request.address)).expect("HTML");
/// assert_eq!(harvest.feed(Answer::Page(&page)).page.map(|found| found.records().count()), Some(3));
/// assert!(harvest.next_request().is_none());
/// assert_eq!(harvest.summary().starts[0].end, End::LastPage);
/// // as it was before
/// let mut again: Harvest = serde_json::from_str(&kept)?;
/// assert!(again.next_request().is_some());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Harvest {
    options: HarvestOptions,
    /// The starts that are still to come.
    starts: VecDeque<String>,
    chain: Option<Chain>,
    /// A page of rows for which it is found out which links lead to the pages of its records.
    choice: Option<Choice>,
    held: Option<Held>,
    waiting: Option<Request>,
    /// Pages of lists that were requested, or redirected to.
    visited: BTreeSet<String>,
    keys: Keys,
    /// The columns of the lists.
    columns: Columns,
    /// The columns of the rows returned so far, including those of the records' own pages.
    given: Columns,
    lists: Lists,
    /// The wrapper by which they are taken, if one was given.
    #[serde(default)]
    wrapper: Option<Given>,
    /// An earlier table, until the columns of this run are known.
    earlier: Option<RegionTable>,
    dates: Dates,
    /// The columns that identify records.
    key: Vec<String>,
    /// The column whose links lead to the records' own pages.
    detail_column: Option<String>,
    /// Columns that may be that one instead, if it is not certain.
    undecided: Vec<usize>,
    /// The first pages of records, until their fields are learnt.
    samples: Vec<Sample>,
    fields: Option<Fields>,
    #[serde(default)]
    repeats: Repeats,
    summary: Summary,
}

/// A page that is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Its address.
    pub address: String,
    /// What it is wanted for.
    pub purpose: Purpose,
}

/// What a page is wanted for.
///
/// Exhaustive on purpose: what is to be done with a page for a further purpose must be decided by whoever fetches it, and the
/// compiler names the places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// It is a page of a list.
    List,
    /// It is the page of a record.
    Detail,
}

/// What became of a request.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Answer<'a> {
    /// The page, parsed with its final address.
    Page(&'a Page),
    /// A page of a list whose end is missing: its records count, and so it does among the pages that failed, since the list may go on
    /// behind them. Of a record it is a page like others.
    Cut(&'a Page),
    /// Why the page could not be had.
    Failed(&'a str),
    /// That there is no such page (an answer of 404 or 410), as an error: nothing is behind it.
    Absent(&'a str),
}

/// The result of an answer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Fed {
    /// What happened to the page.
    pub outcome: Outcome,
    /// The new rows of a page of a list, in document order. If the records' own pages are fetched, they come with the
    /// last of these. The table has the columns of all pages so far, in a fixed order with new ones last.
    pub page: Option<RecordsPage>,
    /// What was repaired in the wrapper that was given, for this page; see [`Harvest::use_wrapper`].
    pub repaired: Vec<MendedTemplate>,
}

impl Fed {
    /// A page that says nothing about a wrapper.
    fn new(outcome: Outcome, page: Option<RecordsPage>) -> Fed {
        Fed { outcome, page, repaired: Vec::new() }
    }
}

/// What happened to a page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It is a page of the list.
    Rows {
        /// The number of new records.
        new: u64,
        /// The number of records that were known already.
        duplicates: u64,
        /// How the records were found.
        by: TakenBy,
    },
    /// It is the page of a record, and was added to its row.
    Detail,
    /// Nothing was taken from it, and the list ends.
    NotTaken(End),
    /// It could not be fetched, or has no records; the list continues after it.
    PassedOver(String),
    /// The page of a record could not be fetched, or has no content.
    DetailFailed(String),
    /// No page was wanted.
    NotAsked,
}

/// How the records of a page were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum TakenBy {
    /// By the wrapper learnt from previous pages, or the one that was given.
    Wrapper,
    /// By a search on the page.
    Search,
}

impl Harvest {
    /// A harvest that begins with these addresses, one after the other. A record that occurs in several lists is one
    /// row.
    ///
    /// ```
    /// use rowsmith::harvest::{Harvest, HarvestOptions, Purpose};
    ///
    /// let mut harvest = Harvest::new(["https://example.com/lamps", "https://example.com/desks"], HarvestOptions::new());
    /// let first = harvest.next_request().expect("there are two");
    /// assert_eq!((first.address.as_str(), first.purpose), ("https://example.com/lamps", Purpose::List));
    /// ```
    pub fn new<S: Into<String>>(starts: impl IntoIterator<Item = S>, options: HarvestOptions) -> Harvest {
        Harvest {
            options,
            starts: starts.into_iter().map(Into::into).collect(),
            chain: None,
            choice: None,
            held: None,
            waiting: None,
            visited: BTreeSet::new(),
            keys: Keys::default(),
            columns: Columns::default(),
            given: Columns::default(),
            lists: Lists::default(),
            wrapper: None,
            earlier: None,
            dates: Dates::default(),
            key: Vec::new(),
            detail_column: None,
            undecided: Vec::new(),
            samples: Vec::new(),
            fields: None,
            repeats: Repeats::default(),
            summary: Summary::default(),
        }
    }

    /// Takes note of the rows of an earlier harvest, which are not taken again: all further rows are to be appended to
    /// them. To be called before the first page. The lists are still read to their ends, since new records may stand
    /// anywhere.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::types::RegionTable;
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let take = |html: &str, earlier: Option<RegionTable>| {
    ///     let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    ///     harvest.know(earlier);
    ///     let start = harvest.next_request().expect("it begins with the start");
    ///     let page = Page::parse(html.as_bytes(), &PageOptions::new().url(start.address)).ok()?;
    ///     harvest.feed(Answer::Page(&page)).page?.regions.pop()
    /// };
    /// let three = "<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b>";
    /// let yesterday = take(three, None).expect("a list");
    /// let today = take(&format!("{three}<li><a href=/4>Four</a> <b>$4</b>"), Some(yesterday)).expect("a list");
    /// assert_eq!(today.records().map(|row| row.text("title").unwrap_or("?")).collect::<Vec<_>>(), ["Four"]);
    /// ```
    pub fn know(&mut self, earlier: impl Into<Option<RegionTable>>) {
        self.earlier = earlier.into().map(|mut table| {
            let own: Vec<bool> = table.columns.iter().map(|column| !column.name.starts_with(PREFIX)).collect();
            let keep = |at: usize| own.get(at).copied().unwrap_or(false);
            let mut at = 0..;
            table.columns.retain(|_| at.next().is_some_and(keep));
            for row in &mut table.records {
                let mut at = 0..;
                row.cells.retain(|_| at.next().is_some_and(keep));
            }
            table
        });
    }

    /// The names of the columns that identify a record, once the first list is known: those of
    /// [`key`](HarvestOptions::key), or else the column of links that was found to. None if a record is identified by
    /// all of its cells.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// let start = harvest.next_request().expect("it begins with the start");
    /// harvest.feed(Answer::Page(&Page::parse(html, &PageOptions::new().url(start.address))?));
    /// assert_eq!(harvest.key(), ["url"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn key(&self) -> &[String] {
        &self.key
    }

    /// The page that is wanted now; the same until it is passed to [`Harvest::feed`]. `None` when the harvest has
    /// ended.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, End, Harvest, HarvestOptions};
    ///
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// assert_eq!(harvest.next_request(), harvest.next_request());
    /// harvest.feed(Answer::Failed("the server answered 404"));
    /// assert_eq!(harvest.next_request(), None);
    /// assert!(matches!(&harvest.summary().starts[0].end, End::Failed { why, .. } if why.ends_with("404")));
    /// ```
    pub fn next_request(&mut self) -> Option<Request> {
        if self.waiting.is_none() {
            self.waiting = self.wanted();
        }
        self.waiting.clone()
    }

    fn wanted(&mut self) -> Option<Request> {
        let of_record = self.choice.as_ref().map_or_else(|| self.held.as_ref().and_then(Held::next), Choice::next);
        if let Some(address) = of_record {
            return Some(Request { address: address.to_owned(), purpose: Purpose::Detail });
        }
        loop {
            let chain = match self.chain.take() {
                Some(chain) => chain,
                None => {
                    self.keys.begin_list();
                    Chain::new(self.starts.pop_front()?)
                }
            };
            let address = chain.next.clone();
            // only a start can be refused here; the address of a next page is checked earlier
            let end = self
                .limit()
                .or_else(|| self.visited.contains(&compared(&address)).then(|| End::Cycle(address.clone())));
            match end {
                Some(end) => self.end(chain, end),
                None => {
                    self.visited.insert(compared(&address));
                    self.chain = Some(chain);
                    return Some(Request { address, purpose: Purpose::List });
                }
            }
        }
    }

    /// Takes the page that was wanted, or the reason why there is none, and returns what is new on it. A page is looked
    /// at once. It costs as much as applying a wrapper; on the first pages, and where the wrapper fails, also as much
    /// as [`Page::records`] and learning.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions, Outcome};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = |number: u32, names: [&str; 3]| {
    ///     let items = names.map(|name| format!("<li class=tree><a href=/{name}>{name}</a> <b>$45</b>")).concat();
    ///     let html = format!("<ul>{items}</ul><p class=pager><a rel=next href='/trees?page={}'>Next page</a>", number + 1);
    ///     Page::parse(html.as_bytes(), &PageOptions::new().url(format!("https://example.com/trees?page={number}")))
    /// };
    /// let mut harvest = Harvest::new(["https://example.com/trees?page=1"], HarvestOptions::new());
    /// harvest.next_request();
    /// harvest.feed(Answer::Page(&page(1, ["Oak", "Elm", "Ash"])?));
    /// harvest.next_request();
    /// // one of them moved while the list was read
    /// let fed = harvest.feed(Answer::Page(&page(2, ["Ash", "Yew", "Fir"])?));
    /// assert!(matches!(fed.outcome, Outcome::Rows { new: 2, duplicates: 1, .. }));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn feed(&mut self, answer: Answer<'_>) -> Fed {
        self.fed(answer, None)
    }

    /// The same with the time at which the page was fetched, which stands beside its rows: as `fetched` behind the columns
    /// of the list, and as `detail_fetched` for the page of a record.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::recognize::date::DateTime;
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// let start = harvest.next_request().expect("it begins with the start");
    /// let page = Page::parse(html, &PageOptions::new().url(start.address))?;
    /// let fetched = DateTime::from_unix(1_780_000_000).expect("a time");
    /// let found = harvest.feed_at(Answer::Page(&page), fetched).page.expect("three rows");
    /// assert!(found.records().all(|row| row.text("fetched") == Some("2026-05-28T20:26:40Z")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn feed_at(&mut self, answer: Answer<'_>, fetched: DateTime) -> Fed {
        self.fed(answer, Some(fetched.to_iso()))
    }

    fn fed(&mut self, answer: Answer<'_>, fetched: Option<String>) -> Fed {
        let none = |outcome| Fed::new(outcome, None);
        let Some(Request { address, purpose }) = self.waiting.take() else { return none(Outcome::NotAsked) };
        match (purpose, self.chain.take()) {
            (Purpose::Detail, chain) => {
                self.chain = chain;
                self.detail(answer, fetched)
            }
            (Purpose::List, None) => none(Outcome::NotAsked),
            (Purpose::List, Some(mut chain)) => match answer {
                Answer::Absent(_) if chain.empty.is_some() => {
                    // an empty page that links to none was the end
                    let end = chain.empty.take().map_or(End::LastPage, End::NoRecords);
                    self.end(chain, end.clone());
                    none(Outcome::NotTaken(end))
                }
                Answer::Failed(why) | Answer::Absent(why) => none(self.failed(chain, address, why)),
                Answer::Page(page) | Answer::Cut(page) => {
                    let is_cut = matches!(answer, Answer::Cut(_));
                    // until the page was looked at, it is still the one that is wanted
                    self.chain = Some(chain.clone());
                    self.waiting = Some(Request { address: address.clone(), purpose });
                    self.list(chain, &address, page, is_cut, fetched)
                }
            },
        }
    }

    /// The results so far.
    ///
    /// ```
    /// use rowsmith::harvest::{Harvest, HarvestOptions};
    ///
    /// let harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// assert_eq!((harvest.summary().pages, harvest.summary().starts.len()), (0, 0));
    /// ```
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The column whose links lead to the records' own pages, once the first list is known and if these pages are asked
    /// for.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Follow, Harvest, HarvestOptions, Purpose};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
    /// let mut options = HarvestOptions::new();
    /// options.follow = Follow::Details;
    /// let mut harvest = Harvest::new(["https://example.com/list"], options);
    /// let start = harvest.next_request().expect("it begins with the start");
    /// harvest.feed(Answer::Page(&Page::parse(html, &PageOptions::new().url(start.address))?));
    /// assert_eq!(harvest.detail_column(), Some("url"));
    /// let detail = harvest.next_request().expect("three pages are to come");
    /// assert_eq!((detail.address.as_str(), detail.purpose), ("https://example.com/1", Purpose::Detail));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn detail_column(&self) -> Option<&str> {
        self.detail_column.as_deref()
    }

    /// The share of the harvest that is done, 0 to 1, by the number of records that the current list states; lists that
    /// are still to come count as much as those that were read. `None` if the list does not state it.
    ///
    /// ```
    /// use rowsmith::harvest::{Answer, Harvest, HarvestOptions};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<p>1-3 of 12 results</p><ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b>\
    ///     </ul><a rel=next href='/list?page=2'>Next</a>";
    /// let mut harvest = Harvest::new(["https://example.com/list"], HarvestOptions::new());
    /// assert_eq!(harvest.share_done(), None);
    /// let start = harvest.next_request().expect("it begins with the start");
    /// harvest.feed(Answer::Page(&Page::parse(html, &PageOptions::new().url(start.address))?));
    /// assert_eq!(harvest.share_done(), Some(0.25));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn share_done(&self) -> Option<f64> {
        let chain = self.chain.as_ref()?;
        let waiting = self.held.as_ref().map_or(0, |held| held.wanted().count() as u64);
        let share = chain.rows.saturating_sub(waiting) as f64 / chain.total?.max(1) as f64;
        let (read, to_come) = (self.summary.starts.len() as f64, self.starts.len() as f64);
        Some((read + share.min(1.0)) / (read + 1.0 + to_come))
    }

    /// The number of starts that are no lists but articles.
    fn articles(&self) -> u64 {
        self.summary.starts.iter().filter(|start| start.end == End::Article).count() as u64
    }

    fn list(&mut self, mut chain: Chain, asked: &str, page: &Page, is_cut: bool, fetched: Option<String>) -> Fed {
        let address = page.url().unwrap_or(asked).to_owned();
        let links = page.pagination();
        let place = Place { before: chain.pages, goes_on: links.next.is_some() };
        let list = match self.arrived(&chain, asked, &address) {
            Some(end) => Err(end),
            None => self.taken(page, place).map_err(|miss| match miss {
                Miss::NoRecords => End::NoRecords(address.clone()),
                Miss::Other => End::Drift(address.clone()),
            }),
        };
        // where nothing comes behind an empty page, that page was the end
        let list = list.map_err(|end| chain.empty.clone().map_or(end, End::NoRecords));
        (self.chain, self.waiting) = (None, None);
        if is_cut && chain.pages > 0 && matches!(list, Err(End::NoRecords(_) | End::Drift(_))) {
            // its records may be in what is missing
            return Fed::new(self.failed(chain, asked.to_owned(), CUT), None);
        }
        chain.missed += u64::from(is_cut);
        self.summary.failed += u64::from(is_cut);
        let (list, repaired) = match list {
            Ok(list) => list,
            Err(End::NoRecords(empty)) if chain.pages > 0 && chain.empty.is_none() && !chain.has_all() => {
                return Fed::new(self.over(chain, empty, &links), None);
            }
            Err(end @ (End::NoRecords(_) | End::Drift(_))) if chain.pages == 0 && self.wrapper.is_none() => {
                let Some(new) = self.article(page, asked, fetched.as_deref()) else {
                    self.end(chain, end.clone());
                    return Fed::new(Outcome::NotTaken(end), None);
                };
                (chain.pages, chain.rows, chain.seen) = (1, new, Some(new));
                self.end(chain, End::Article);
                let outcome = Outcome::Rows { new, duplicates: 0, by: TakenBy::Search };
                return Fed::new(outcome, None);
            }
            Err(end) => {
                self.end(chain, end.clone());
                return Fed::new(Outcome::NotTaken(end), None);
            }
        };
        let by = list.by;
        let asks = (chain.pages == 0 && login::asks_for_password(page, &list.table))
            .then(|| Warning::Other(login::ASKS.into()));
        let about = RegionTable { columns: Vec::new(), records: Vec::new(), ..list.table.clone() };
        let records = self.columns.align(list.table);
        if self.summary.pages == self.articles()
            && let Err(end) = self.begin(&chain, &records, &address)
        {
            self.end(chain, end.clone());
            return Fed { repaired, ..Fed::new(Outcome::NotTaken(end), None) };
        }
        let columns::Sifted { rows, duplicates, known, older, repeats, is_past } = self.sifted(records);
        let over = chain.empty.take();
        if let Some(end) = over.clone().filter(|_| repeats).map(End::NoRecords) {
            self.end(chain, end.clone());
            return Fed { repaired, ..Fed::new(Outcome::NotTaken(end), None) };
        }
        let new = rows.len() as u64;
        let summary = &mut self.summary;
        // its records are missing, since there are further ones behind it
        chain.missed += u64::from(over.is_some());
        summary.failed += u64::from(over.is_some());
        let over = over
            .map(|empty| Warning::Other(format!("there are no records on {empty}, from where the list goes on here")));
        (summary.pages, summary.rows) = (summary.pages + 1, summary.rows + new);
        summary.duplicates += duplicates;
        (summary.known, summary.older) = (summary.known + known, summary.older + older);
        summary.searched += u64::from(by == TakenBy::Search);
        chain.total = chain.total.or(links.total);
        (chain.pages, chain.rows, chain.failed) = (chain.pages + 1, chain.rows + new, 0);
        chain.seen = chain.seen.map(|seen| seen + new + duplicates + known + older);
        chain.idle = if repeats { chain.idle + 1 } else { 0 };
        chain.is_past = is_past;
        let bounds = Bounds { start: &chain.start, hosts: &self.options.hosts };
        let mut table = RegionTable { main: true, columns: self.columns.0.clone(), records: rows, ..about };
        if let Some(fetched) = fetched {
            append(&mut table, FETCHED, ValueType::Date, &fetched);
        }
        let found = RecordsPage::new(address, vec![table], list.warnings.into_iter().chain(asks).chain(over).collect());
        let found = RecordsPage { pagination: links.clone(), ..found };
        let link = self.detail_column.as_deref().and_then(|name| self.columns.of(name)).filter(|_| new > 0);
        let page = match link {
            None => Some(self.arranged(found)),
            Some(link) => {
                let undecided = std::mem::take(&mut self.undecided);
                self.choice = Choice::new(&found, &undecided, bounds);
                match &self.choice {
                    Some(_) => None,
                    None => self.hold(found, link, &chain.start, BTreeMap::new()),
                }
            }
        };
        // its own links stand at its end, but the page before it may have linked to later ones, and these links hold on
        let behind = is_cut.then(|| chain.behind(asked, |known| self.visited.contains(known))).flatten();
        let behind = behind.map(|next| (next, chain.clone()));
        let next = match (self.next_of(&mut chain, &links), behind) {
            (Err(End::LastPage), Some((next, before))) => {
                chain = before;
                Ok(next)
            }
            (Err(End::LastPage), None) if is_cut => Err(End::Failed { address: asked.to_owned(), why: CUT.to_owned() }),
            (next, _) => next,
        };
        match next {
            Ok(next) => {
                chain.next = next;
                self.chain = Some(chain);
            }
            Err(end) => self.end(chain, end),
        }
        Fed { outcome: Outcome::Rows { new, duplicates, by }, page, repaired }
    }

    /// Why a page reached by a redirect does not count.
    fn arrived(&mut self, chain: &Chain, asked: &str, address: &str) -> Option<End> {
        let arrived = compared(address);
        if arrived == compared(asked) {
            return None;
        }
        if let Err(why) = followed(address, &chain.start, &self.options.hosts) {
            return Some(End::NotFollowed { address: address.to_owned(), why });
        }
        (!self.visited.insert(arrived)).then(|| End::Cycle(address.to_owned()))
    }
}
