//! Which column of links leads to the records' own pages: by what the addresses look like, and where that is not enough,
//! by what is on some of the pages.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::harvest::address::{Refusal, compared, followed};
use crate::harvest::details::{Bounds, Seen};
use crate::harvest::summary::NoDetails;
use crate::page::{ArticleOptions, ItemOptions, Page};
use crate::types::{Column, ColumnKind, RecordRow, RecordsPage, RegionTable, Role};

/// The share of records that must have the title's link; some teasers have none.
const LEAST_FILL: f64 = 0.8;
/// The share of the titles' links that must be such that may be followed; some records are on other hosts.
const LEAST_FOLLOWED: f64 = 0.5;
/// From this share of records on whose addresses repeat their titles, a column is certain.
const SURE: f64 = 0.5;
/// The most columns that are tried, and the number of records whose pages are looked at.
const MOST_COLUMNS: usize = 3;
const TRIED: usize = 2;

/// The column whose links identify the records: the title's link, else the first column of links that all records have.
/// In either case the links have to differ.
pub(super) fn link_column(columns: &[Column], records: &[RecordRow]) -> Option<usize> {
    let links = || (0..columns.len()).filter(|&at| columns[at].kind == ColumnKind::Link);
    let fill = |at: usize| Links::of(records, at, None).fill;
    let title = links().filter(|&at| is_of_title(&columns[at])).find(|&at| fill(at) >= LEAST_FILL);
    title.or_else(|| links().find(|&at| fill(at) >= 1.0))
}

/// The columns of a list whose links may lead to the records' own pages, best first, by their names: only one if nothing
/// else is possible, or if its addresses repeat the records' titles. `start` is the address of the list's page; links to
/// other hosts do not count unless they are among `hosts`. The column of the title's link, which comes first among those
/// that repeat no titles, is a learnt choice ([`Role::Url`]). Takes linear time.
///
/// ```
/// use rowsmith::harvest::detail_links;
/// use rowsmith::{Page, PageOptions, RecordsOptions};
///
/// let lamp = |name: &str| format!("<li><a href=/maker/ann>Made by Ann</a> <h3><a href=/lamp/{name}>{name}</a></h3> <b>$5</b>");
/// let html = format!("<ul>{}</ul>", ["brass-lamp", "oil-lamp", "lava-lamp"].map(lamp).concat());
/// let page = Page::parse(html.as_bytes(), &PageOptions::new().url("https://example.com/lamps"))?;
/// let found = page.records(&RecordsOptions::new());
/// let main = found.main().next().expect("a list");
/// let links = detail_links(main, "https://example.com/lamps", &[]);
/// let first = main.record(0).expect("three lamps");
/// assert_eq!(links.len(), 1);
/// assert_eq!(first.text(&links[0]), Some("/lamp/brass-lamp"));
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn detail_links(table: &RegionTable, start: &str, hosts: &[String]) -> Vec<String> {
    let found = candidates(&table.columns, &table.records, Bounds { start, hosts });
    found.into_iter().map(|at| table.columns[at].name.clone()).collect()
}

/// The links of a column; nothing if they are mostly alike.
#[derive(Default)]
struct Links {
    /// The share of records that have one.
    fill: f64,
    /// The share of links that may be followed.
    followed: f64,
}

impl Links {
    fn of(records: &[RecordRow], at: usize, bounds: Option<Bounds<'_>>) -> Links {
        let links: Vec<&str> =
            records.iter().filter_map(|record| Some(record.cells.get(at)?.as_ref()?.address())).collect();
        let different: BTreeSet<String> = links.iter().map(|link| compared(link)).collect();
        // nine of ten, since some pages show a record twice
        if different.len() * 10 < links.len() * 9 {
            return Links::default();
        }
        let is_followed = |link: &&&str| bounds.is_none_or(|b| followed(link, b.start, b.hosts).is_ok());
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let followed = links.iter().filter(is_followed).count();
        Links { fill: share(links.len(), records.len()), followed: share(followed, links.len()) }
    }
}

fn is_of_title(column: &Column) -> bool {
    column.role == Some(Role::Url) || column.name == "url"
}

/// What is known of a column of links before any page behind it.
struct Candidate {
    at: usize,
    /// The share of records whose address repeats their title.
    repeats: f64,
}

/// The columns that may lead to the records' own pages, best first. If addresses repeat the titles, or there is one
/// column only, there is nothing to try out.
pub(super) fn candidates(columns: &[Column], records: &[RecordRow], bounds: Bounds<'_>) -> Vec<usize> {
    let title = title_column(columns, records);
    let repeats = |at: usize| {
        let repeated = records.iter().filter(|record| {
            let link = record.cells.get(at).and_then(Option::as_ref);
            let title = title.and_then(|title| record.cells.get(title)?.as_ref());
            link.zip(title).is_some_and(|(link, title)| share(&words(&title.text), &slug(link.address())) >= 0.5)
        });
        repeated.count() as f64 / records.len().max(1) as f64
    };
    let links = (0..columns.len()).filter(|&at| columns[at].kind == ColumnKind::Link);
    let may_lead = |at: &usize| {
        let links = Links::of(records, *at, Some(bounds));
        match is_of_title(&columns[*at]) {
            true => links.fill >= LEAST_FILL && links.followed >= LEAST_FOLLOWED,
            false => links.fill >= 1.0 && links.followed >= 1.0,
        }
    };
    let mut found: Vec<Candidate> = links.filter(may_lead).map(|at| Candidate { at, repeats: repeats(at) }).collect();
    let sure = |candidate: &Candidate| candidate.repeats >= SURE;
    found.sort_by_key(|candidate| (!sure(candidate), !is_of_title(&columns[candidate.at]), candidate.at));
    let certain = found.first().is_some_and(sure);
    found.into_iter().map(|candidate| candidate.at).take(if certain { 1 } else { MOST_COLUMNS }).collect()
}

/// Why there is no column that may lead to the records' own pages.
pub(super) fn no_details(columns: &[Column], records: &[RecordRow], bounds: Bounds<'_>) -> NoDetails {
    let Some(at) = link_column(columns, records) else { return NoDetails::NoLinks };
    let links = records.iter().filter_map(|record| Some(record.cells.get(at)?.as_ref()?.address()));
    let refused = links.filter(|link| followed(link, bounds.start, bounds.hosts) == Err(Refusal::OtherHost));
    let hosts = refused.filter_map(|link| Some(url::Url::parse(link).ok()?.host_str()?.to_owned()));
    let hosts: BTreeSet<String> = hosts.collect();
    match hosts.is_empty() {
        true => NoDetails::NoLinks,
        false => NoDetails::OtherHosts { column: columns[at].name.clone(), hosts: hosts.into_iter().collect() },
    }
}

/// The column that says what a record is called: the one with that role, or else the first with a text in all records.
fn title_column(columns: &[Column], records: &[RecordRow]) -> Option<usize> {
    let texts = || (0..columns.len()).filter(|&at| columns[at].kind == ColumnKind::Text);
    let full = |at: &usize| records.iter().all(|record| record.cells.get(*at).is_some_and(Option::is_some));
    texts().find(|&at| columns[at].role == Some(Role::Title)).or_else(|| texts().find(full))
}

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The words of an address behind its host.
fn slug(address: &str) -> BTreeSet<String> {
    let url = url::Url::parse(address);
    let path = url.as_ref().map_or(address, url::Url::path);
    words(path.trim_end_matches('/').rsplit('/').next().unwrap_or_default())
}

/// The share of some words that others have, too.
pub(super) fn share(of: &BTreeSet<String>, among: &BTreeSet<String>) -> f64 {
    of.intersection(among).count() as f64 / of.len().max(1) as f64
}

/// A choice that waits for pages of some records.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Choice {
    /// The rows that are held until it is made.
    pub(super) page: RecordsPage,
    columns: Vec<Tried>,
    wanted: VecDeque<Probe>,
    /// What was seen meanwhile, by the address that was asked for.
    pub(super) seen: BTreeMap<String, Seen>,
}

/// A column that is tried.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Tried {
    at: usize,
    /// How much of the records' titles their pages have in their headlines.
    says: f64,
    headlines: BTreeSet<String>,
}

/// A page that is wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Probe {
    address: String,
    tried: usize,
    title: String,
}

impl Choice {
    /// A choice between columns; `None` if there is nothing to choose, or the records say nothing that could be found
    /// again on their pages.
    pub(super) fn new(page: &RecordsPage, columns: &[usize], bounds: Bounds<'_>) -> Option<Choice> {
        let table = page.regions.first().filter(|_| columns.len() > 1)?;
        let title = title_column(&table.columns, &table.records)?;
        let mut wanted = VecDeque::new();
        let titled = table.records.iter().filter_map(|row| Some((row, row.cells.get(title)?.as_ref()?)));
        let address = |row: &RecordRow, at: usize| {
            followed(row.cells.get(at)?.as_ref()?.address(), bounds.start, bounds.hosts).ok()
        };
        // first those whose links all may be followed, so that no column is tried more often than others
        let (mut whole, partly): (Vec<_>, Vec<_>) =
            titled.partition(|(row, _)| columns.iter().all(|&at| address(row, at).is_some()));
        whole.extend(partly);
        for (row, title) in whole.into_iter().take(TRIED) {
            for (tried, &at) in columns.iter().enumerate() {
                if let Some(address) = address(row, at) {
                    wanted.push_back(Probe { address, tried, title: title.text.clone() });
                }
            }
        }
        let columns = columns.iter().map(|&at| Tried { at, says: 0.0, headlines: BTreeSet::new() }).collect();
        (!wanted.is_empty()).then(|| Choice { page: page.clone(), columns, wanted, seen: BTreeMap::new() })
    }

    /// The pages that are to be fetched, in order.
    pub(super) fn wanted(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().map(|probe| probe.address.as_str())
    }

    /// The page that is to be fetched next.
    pub(super) fn next(&self) -> Option<&str> {
        self.wanted().next()
    }

    /// Takes that page, or why there is none.
    pub(super) fn take(&mut self, content: Result<&Page, String>, fetched: Option<String>) -> Result<(), String> {
        let Some(Probe { address, tried, title }) = self.wanted.front().cloned() else { return Ok(()) };
        let headline = content.as_ref().ok().map(|page| headline(page));
        let seen = Seen::of(&address, content, fetched);
        // only now: if the page cannot be looked at, it is still the one that is wanted
        self.wanted.pop_front();
        if let (Some(headline), Some(tried)) = (headline, self.columns.get_mut(tried)) {
            tried.says += share(&words(&title), &words(&headline));
            tried.headlines.insert(headline);
        }
        let why = seen.content.as_ref().err().cloned();
        self.seen.insert(address, seen);
        why.map_or(Ok(()), Err)
    }

    /// The column that is chosen: the one whose pages are called most like their records; among equals the first.
    pub(super) fn made(&self) -> usize {
        let says = |tried: &Tried| if tried.headlines.len() > 1 || self.columns.len() == 1 { tried.says } else { 0.0 };
        let best = self.columns.iter().map(says).fold(0.0, f64::max);
        let first = self.columns.iter().find(|tried| says(tried) >= best - 0.1);
        first.map_or(0, |tried| tried.at)
    }
}

/// What a page is called.
fn headline(page: &Page) -> String {
    let name = page.item(&ItemOptions::new()).item.and_then(|item| item.name);
    let title = || page.article(&ArticleOptions::new()).title().map(str::to_owned);
    name.or_else(title).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::ValueType;
    use crate::types::Cell;

    fn table(roles: &[Option<Role>], rows: &[&[&str]]) -> (Vec<Column>, Vec<RecordRow>) {
        let column = |(at, role): (usize, &Option<Role>)| {
            let kind = if at == 0 { ColumnKind::Text } else { ColumnKind::Link };
            Column { role: *role, ..Column::new(format!("c{at}"), kind, ValueType::Text) }
        };
        let row = |row: &&[&str]| RecordRow::new(Vec::new(), row.iter().map(|text| Some(Cell::text(*text))).collect());
        (roles.iter().enumerate().map(column).collect(), rows.iter().map(row).collect())
    }

    #[test]
    fn an_address_that_repeats_the_title_is_certain() {
        let bounds = Bounds { start: "https://x.example/", hosts: &[] };
        let (columns, rows) = table(
            &[Some(Role::Title), Some(Role::Url), None],
            &[
                &["Oak desk", "https://x.example/shop/1", "https://x.example/p/oak-desk"],
                &["Red lamp", "https://x.example/shop/2", "https://x.example/p/red-lamp"],
            ],
        );
        assert_eq!(candidates(&columns, &rows, bounds), [2]);
        // without such an address both are tried, the title's link first
        let (columns, rows) = table(
            &[Some(Role::Title), None, Some(Role::Url)],
            &[
                &["Oak desk", "https://x.example/shop/1", "https://x.example/p/1"],
                &["Red lamp", "https://x.example/shop/2", "https://x.example/p/2"],
            ],
        );
        assert_eq!(candidates(&columns, &rows, bounds), [2, 1]);
        // some records are on other hosts
        let (columns, rows) = table(
            &[Some(Role::Title), Some(Role::Url)],
            &[
                &["Oak desk", "https://x.example/p/1"],
                &["Red lamp", "https://y.example/p/2"],
                &["Old bed", "https://x.example/p/3"],
            ],
        );
        assert_eq!(candidates(&columns, &rows, bounds), [1]);
        // links to one page, or elsewhere, lead to no record's own
        let (columns, rows) = table(
            &[Some(Role::Title), None, None],
            &[
                &["Oak desk", "https://x.example/login", "https://y.example/p/1"],
                &["Red lamp", "https://x.example/login", "https://y.example/p/2"],
            ],
        );
        assert!(candidates(&columns, &rows, bounds).is_empty());
        let hosts = vec!["y.example".to_owned()];
        assert_eq!(no_details(&columns, &rows, bounds), NoDetails::OtherHosts { column: "c2".into(), hosts });
        assert_eq!(no_details(&columns[..2], &rows, bounds), NoDetails::NoLinks);
    }
}
