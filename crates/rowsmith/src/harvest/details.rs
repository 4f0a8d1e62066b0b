//! The pages of single records, and which of their contents are added to the row.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::harvest::address::{compared, followed};
use crate::harvest::fields::{Fields, Sample, pairs};
use crate::harvest::parts::{Parts, cut, join};
use crate::harvest::table::{Columns, append};
use crate::page::{ArticleOptions, ExtractOptions, ItemOptions, Page};
use crate::recognize::ValueType;
use crate::types::{
    Cell, Column, ColumnKind, ExtractPage, Kind, Post, Record, RecordRow, RecordsPage, RegionTable, article_table,
    item_table,
};

/// The prefix of the names of columns that come from the pages of records.
pub(super) const PREFIX: &str = "detail_";

/// The column with the time at which a page was fetched.
pub(super) const FETCHED: &str = "fetched";

/// To so many different records' links one page may answer that they redirect to; more have nothing of their own there.
const MOST_ALIKE: usize = 2;

/// How many bytes, without white space, may stand before the first post in the text of a thread: author, date, title.
const LONGEST_HEAD: usize = 160;

/// Where links may lead.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) start: &'a str,
    pub(super) hosts: &'a [String],
}

/// A page of rows that waits for the pages of its records.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Held {
    page: RecordsPage,
    /// The pages that are to be fetched, each with the rows that link to it.
    pending: VecDeque<Pending>,
    /// What was found for each row.
    found: BTreeMap<usize, Seen>,
    /// The pages of the rows, which are nobody's further parts, by what addresses are compared by.
    #[serde(default)]
    own: BTreeSet<String>,
    /// Whether there is no list, and its one row is an article.
    #[serde(default)]
    is_article: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Pending {
    address: String,
    rows: Vec<usize>,
    /// Whether it is a further part of the article that these rows have.
    #[serde(default)]
    is_part: bool,
}

/// What was seen on the page of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Seen {
    /// Its final address.
    address: String,
    /// The address that was asked for, if that redirects to another page.
    #[serde(default)]
    redirected: Option<String>,
    /// The object or article on it, or why there is none.
    pub(super) content: Result<RegionTable, String>,
    /// What may be labels and values.
    sample: Sample,
    /// The further parts of the article, if it has any.
    #[serde(default)]
    parts: Option<Parts>,
    /// When it was fetched.
    #[serde(default)]
    fetched: Option<String>,
}

impl Seen {
    /// Looks at a page that was asked for by this address.
    pub(super) fn of(address: &str, content: Result<&Page, String>, fetched: Option<String>) -> Seen {
        match content {
            Err(why) => {
                let (address, sample) = (address.to_owned(), Sample::default());
                Seen { address, redirected: None, content: Err(why), sample, parts: None, fetched }
            }
            Ok(page) => {
                let sample = Sample(pairs(page.document()));
                let Content { table: content, parts } = content_of(page, address);
                let (asked, address) = (address, page.url().unwrap_or(address).to_owned());
                let redirected = (compared(asked) != compared(&address)).then(|| asked.to_owned());
                // pairs may be fields of pages on which nothing else is found
                let content = match content {
                    Some(content) => Ok(content),
                    None if !sample.0.is_empty() => Ok(RegionTable::new(Vec::new(), vec![RecordRow::default()])),
                    None => Err("nothing found on the page".to_owned()),
                };
                Seen { address, redirected, content, sample, parts, fetched }
            }
        }
    }

    /// Takes note of which values the row has already.
    fn beside(&mut self, row: Option<&RecordRow>) {
        let of_page = self.content.iter().flat_map(|table| &table.records);
        let cells = row.into_iter().chain(of_page).flat_map(|row| row.cells.iter().flatten());
        let said: BTreeSet<String> = cells.map(|cell| folded(&cell.text)).collect();
        for pair in &mut self.sample.0 {
            pair.known = said.contains(&folded(&pair.value));
        }
    }
}

/// A text without its case and white space.
fn folded(text: &str) -> String {
    text.split_whitespace().flat_map(|word| word.chars()).flat_map(char::to_lowercase).collect()
}

impl Held {
    /// Holds a page of rows; the links in the column at `link` lead to the pages of the records, some of which may have
    /// been `seen` already. Links that are not followed are counted.
    pub(super) fn new(page: RecordsPage, link: usize, bounds: Bounds<'_>) -> Held {
        let mut held =
            Held { page, pending: VecDeque::new(), found: BTreeMap::new(), own: BTreeSet::new(), is_article: false };
        let records = held.page.regions.first().map(|table| table.records.as_slice()).unwrap_or_default();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (row, record) in records.iter().enumerate() {
            let Some(cell) = record.cells.get(link).and_then(Option::as_ref) else { continue };
            match followed(cell.address(), bounds.start, bounds.hosts) {
                Ok(address) => {
                    let at = *known.entry(address.clone()).or_insert(held.pending.len());
                    match held.pending.get_mut(at) {
                        Some(pending) => pending.rows.push(row),
                        None => held.pending.push_back(Pending { address, rows: vec![row], is_part: false }),
                    }
                }
                Err(why) => {
                    held.found.insert(row, Seen::of(cell.address(), Err(format!("not followed: {why}")), None));
                }
            }
        }
        held.own = held.pending.iter().map(|pending| compared(&pending.address)).collect();
        held
    }

    /// Holds the article of a page, which was asked for by this address, until its further parts have arrived; `None` if
    /// it is no article or has no further parts.
    pub(super) fn article(page: &Page, asked: &str, fetched: Option<&str>) -> Option<Held> {
        let article = page.article(&ArticleOptions::new());
        let parts = Parts::begin(page, asked, &article).filter(|_| !article.text.is_empty())?;
        let mut table = article_table(&article);
        if let Some(fetched) = fetched {
            append(&mut table, FETCHED, ValueType::Date, fetched);
        }
        let address = page.url().unwrap_or(asked).to_owned();
        let row = RegionTable::new(Vec::new(), vec![RecordRow::default()]);
        let held = RecordsPage::new(address.clone(), vec![RegionTable { main: true, ..row }], article.warnings);
        let pending = Pending { address: parts.next.clone()?, rows: vec![0], is_part: true };
        let (sample, parts) = (Sample::default(), Some(parts));
        let seen = Seen { address, redirected: None, content: Ok(table), sample, parts, fetched: None };
        let (pending, found) = (VecDeque::from([pending]), BTreeMap::from([(0, seen)]));
        Some(Held { page: held, pending, found, own: BTreeSet::new(), is_article: true })
    }

    /// Whether a table has the article that is held: a row with its title whose text begins as it does.
    pub(super) fn is_in(&self, table: &RegionTable) -> bool {
        let own = self.found.get(&0).and_then(|seen| seen.content.as_ref().ok()?.record(0));
        let Some(own) = own.filter(|own| own.text("text").is_some()) else { return false };
        let begins = |row: &Record<'_>| {
            let (text, begin) = (row.text("text").unwrap_or_default(), own.text("text").unwrap_or_default());
            row.text("title") == own.text("title") && folded(text).starts_with(&folded(begin))
        };
        (0..table.records.len()).filter_map(|at| table.record(at)).any(|row| begins(&row))
    }

    /// The number of rows whose links are not followed.
    pub(super) fn refused(&self) -> usize {
        self.found.values().filter(|seen| seen.content.is_err()).count()
    }

    /// The pages that are to be fetched, in order.
    pub(super) fn wanted(&self) -> impl Iterator<Item = &str> {
        self.pending.iter().map(|pending| pending.address.as_str())
    }

    /// The page that is to be fetched next.
    pub(super) fn next(&self) -> Option<&str> {
        self.wanted().next()
    }

    /// Takes what was found on that page, or why there is nothing.
    pub(super) fn take(&mut self, content: Result<&Page, String>, fetched: Option<String>) -> Result<(), String> {
        let Some(Pending { address, is_part, .. }) = self.pending.front() else { return Ok(()) };
        match is_part {
            true => self.take_part(content),
            false => {
                let seen = Seen::of(&address.clone(), content, fetched);
                self.taken(seen)
            }
        }
    }

    /// Takes the next part of an article, or the reason why there is none.
    fn take_part(&mut self, content: Result<&Page, String>) -> Result<(), String> {
        let rows = self.pending.front().map(|pending| pending.rows.clone()).unwrap_or_default();
        let parts = rows.first().and_then(|row| self.found.get_mut(row)?.parts.as_mut());
        let taken = parts.map(|parts| {
            let part = content.map(|page| parts.take(page));
            (parts.next.clone().filter(|_| part.is_ok()), part)
        });
        // only now: if the page cannot be looked at, it is still the one that is wanted
        self.pending.pop_front();
        let Some((next, part)) = taken else { return Ok(()) };
        for row in &rows {
            let Some(Ok(table)) = self.found.get_mut(row).map(|seen| &mut seen.content) else { continue };
            match &part {
                Ok(Some(text)) => join(table, text),
                Ok(None) => {}
                Err(why) => cut(table, why),
            }
        }
        let next = next.filter(|next| !self.own.contains(&compared(next)));
        self.pending.extend(next.map(|address| Pending { address, rows, is_part: true }));
        part.map(drop)
    }

    /// Takes what was seen on that page.
    pub(super) fn taken(&mut self, mut seen: Seen) -> Result<(), String> {
        let Some(Pending { rows, .. }) = self.pending.pop_front() else { return Ok(()) };
        let records = self.page.regions.first().map(|table| table.records.as_slice()).unwrap_or_default();
        seen.beside(rows.first().and_then(|&row| records.get(row)));
        let why = seen.content.as_ref().err().cloned();
        for &row in &rows {
            self.found.insert(row, seen.clone());
        }
        // behind the others, whose order is known already
        let part = seen.parts.and_then(|parts| parts.next).filter(|part| !self.own.contains(&compared(part)));
        self.pending.extend(part.map(|address| Pending { address, rows, is_part: true }));
        why.map_or(Ok(()), Err)
    }

    /// Leaves out what was found on pages that are no record's own: to which the links of several records redirect, such as a login, or
    /// those of any to a page of the list. The number of pages that are left out.
    pub(super) fn leave_out_shared(&mut self, is_list: impl Fn(&str) -> bool) -> usize {
        let mut asked: BTreeMap<String, BTreeSet<&String>> = BTreeMap::new();
        for seen in self.found.values().filter(|seen| seen.content.is_ok()) {
            if let Some(from) = &seen.redirected {
                asked.entry(compared(&seen.address)).or_default().insert(from);
            }
        }
        let alike: BTreeMap<String, usize> = asked.into_iter().map(|(address, from)| (address, from.len())).collect();
        // several records may have one page
        let mut left_out: BTreeSet<&String> = BTreeSet::new();
        for seen in self.found.values_mut().filter(|seen| seen.redirected.is_some() && seen.content.is_ok()) {
            let at = compared(&seen.address);
            let why = match alike.get(&at) {
                _ if is_list(&at) => "which is a page of the list".to_owned(),
                Some(alike) if *alike > MOST_ALIKE => format!("as {} others are", alike - 1),
                _ => continue,
            };
            seen.content = Err(format!("redirected to {}, {why}", seen.address));
            left_out.extend(&seen.redirected);
        }
        left_out.len()
    }

    /// What may be labels and values on the pages so far.
    pub(super) fn samples(&self) -> impl Iterator<Item = &Sample> {
        let of_records = self.found.values().filter(|seen| !self.is_article && seen.content.is_ok());
        of_records.map(|seen| &seen.sample)
    }

    /// The rows, with what was found on the pages of their records in additional columns.
    pub(super) fn finish(self, fields: Option<&Fields>) -> RecordsPage {
        let Held { mut page, mut found, is_article, .. } = self;
        let Some(table) = page.regions.first_mut() else { return page };
        if is_article {
            if let Some(Seen { content: Ok(article), .. }) = found.remove(&0) {
                *table = RegionTable { main: true, ..article };
            }
            return page;
        }
        let own =
            [column("address", ColumnKind::Link, ValueType::Url), column(FETCHED, ColumnKind::Text, ValueType::Date)];
        let mut columns = Columns(own.to_vec());
        let mut behind: Vec<Vec<Option<Cell>>> = Vec::new();
        for row in 0..table.records.len() {
            let Some(Seen { address, content, sample, fetched, .. }) = found.remove(&row) else {
                behind.push(Vec::new());
                continue;
            };
            let content = content.map(|content| match fields {
                Some(fields) => with_fields(content, fields.of(&sample)),
                None => content,
            });
            let mut content = content.unwrap_or_else(|why| {
                let error = Column::new("error", ColumnKind::Text, ValueType::Text);
                RegionTable::new(vec![error], vec![RecordRow::new(Vec::new(), vec![Some(Cell::text(why))])])
            });
            content.columns.iter_mut().for_each(|column| column.name.insert_str(0, PREFIX));
            let mut cells = columns.align(content).into_iter().next().map(|row| row.cells).unwrap_or_default();
            cells.resize(cells.len().max(2), None);
            cells[0] = Some(Cell { text: address.clone(), url: Some(address) });
            cells[1] = fetched.map(Cell::text);
            behind.push(cells);
        }
        let width = columns.0.len();
        behind.iter_mut().for_each(|cells| cells.resize(width, None));
        // an article has many columns of which pages use few
        let used: Vec<bool> = (0..width).map(|at| behind.iter().any(|cells| cells[at].is_some())).collect();
        for (record, cells) in table.records.iter_mut().zip(behind) {
            record.cells.extend(cells.into_iter().zip(&used).filter_map(|(cell, used)| used.then_some(cell)));
        }
        table.columns.extend(columns.0.into_iter().zip(&used).filter_map(|(column, used)| used.then_some(column)));
        page
    }
}

fn column(name: &str, kind: ColumnKind, value: ValueType) -> Column {
    Column::new(format!("{PREFIX}{name}"), kind, value)
}

/// A table of one row with further columns, as far as it does not have them.
fn with_fields(mut content: RegionTable, fields: RegionTable) -> RegionTable {
    let cells = fields.records.into_iter().next().map(|row| row.cells).unwrap_or_default();
    for (column, cell) in fields.columns.into_iter().zip(cells) {
        if content.column(&column.name).is_none() && !matches!(column.name.as_str(), "address" | FETCHED | "error") {
            content.columns.push(column);
            content.records.iter_mut().for_each(|row| row.cells.push(cell.clone()));
        }
    }
    content
}

/// The content of a record's page.
struct Content {
    /// The object that it is about, or else its article.
    table: Option<RegionTable>,
    /// The article's further parts.
    parts: Option<Parts>,
}

fn content_of(page: &Page, asked: &str) -> Content {
    if let Some(item) = page.item(&ItemOptions::new()).item {
        return Content { table: Some(item_table(&item)), parts: None };
    }
    let article = page.article(&ArticleOptions::new());
    let found = page.extract(&ExtractOptions::new());
    if found.kind == Kind::Thread && is_said_by_posts(&article.text, &found.posts) {
        return Content { table: Some(thread_table(&found)), parts: None };
    }
    if article.text.is_empty() {
        return Content { table: None, parts: None };
    }
    Content { table: Some(article_table(&article)), parts: Parts::begin(page, asked, &article) }
}

/// Whether the text of a page begins with its first post, or is empty. An article with comments has a text of its own
/// before them, even where the page is taken for a thread.
fn is_said_by_posts(text: &str, posts: &[Post]) -> bool {
    let Some(first) = posts.first() else { return false };
    let begin: String = folded(&first.body).chars().take(60).collect();
    text.is_empty() || folded(text).find(&begin).is_some_and(|at| at <= LONGEST_HEAD)
}

/// A thread as a row: its title, its first post, the number of its posts on the page, and the bodies of the others.
fn thread_table(found: &ExtractPage) -> RegionTable {
    let (first, others) =
        found.posts.split_first().map_or((None, [].as_slice()), |(first, others)| (Some(first), others));
    let replies: Vec<&str> = others.iter().map(|post| post.body.as_str()).filter(|body| !body.is_empty()).collect();
    let of_first = |field: fn(&Post) -> Option<&String>| first.and_then(field).cloned();
    let values = [
        ("title", ValueType::Text, found.title().map(str::to_owned)),
        ("author", ValueType::Text, of_first(|post| post.author.as_ref())),
        ("date", ValueType::Date, of_first(|post| post.date.as_ref().or(post.date_text.as_ref()))),
        ("text", ValueType::Text, of_first(|post| Some(&post.body))),
        ("posts", ValueType::Number, Some(found.posts.len().to_string())),
        ("replies", ValueType::Text, Some(replies.join("\n\n"))),
    ];
    let filled = values.into_iter().filter_map(|(name, value_type, text)| {
        let cell = Cell::text(text.filter(|text| !text.is_empty())?);
        Some((Column::new(name, ColumnKind::Text, value_type), Some(cell)))
    });
    let (columns, cells) = filled.unzip();
    RegionTable::new(columns, vec![RecordRow::new(Vec::new(), cells)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Articles of a site with comments lost their texts to these.
    #[test]
    fn an_article_with_comments_is_no_thread() {
        let post = Post { body: "The small  one is best, I have had it for years.".into(), ..Post::default() };
        let posts = [post, Post::default()];
        assert!(is_said_by_posts("Ann: the small one is best, I have had it for years. Bob: thanks.", &posts));
        assert!(is_said_by_posts("", &posts));
        assert!(!is_said_by_posts("Lamps are lit in the evening, and nobody knows who lights them.", &posts));
        let article =
            format!("{}The small one is best, I have had it for years.", "Lamps are lit in the evening. ".repeat(9));
        assert!(!is_said_by_posts(&article, &posts));
        assert!(!is_said_by_posts("", &[]));
    }
}
