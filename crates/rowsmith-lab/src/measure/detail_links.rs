//! Which links lead to the pages of records, by models of lists and columns that have not seen the site.

use std::collections::BTreeSet;
use std::io::Write;

use rayon::prelude::*;
use rowsmith::harvest::detail_links;
use rowsmith::records::{ColumnOptions, Options};
use rowsmith::types::RegionTable;
use rowsmith::{Page, PageOptions, RecordsOptions};
use serde_json::json;
use url::Url;

use super::message;
use crate::eval::data::{GoldPage, GoldRecord, domain_pages, record_pages};
use crate::eval::items::value_matches;
use crate::train::columns::column_models;
use crate::train::records::record_models;

/// The share of a list's records whose annotated link a column must have to be the right one.
const RIGHT: f64 = 0.9;

/// What is chosen on the list of a page.
struct Chosen<'g> {
    page: &'g GoldPage,
    /// The columns that may be it, best first, with the share of annotated links that each has.
    links: Vec<(String, f64)>,
    /// Whether any column is the right one.
    is_there: bool,
}

impl Chosen<'_> {
    fn is_right(&self) -> bool {
        self.links.first().is_some_and(|(_, share)| *share >= RIGHT)
    }

    fn is_among(&self) -> bool {
        self.links.iter().any(|(_, share)| *share >= RIGHT)
    }
}

/// Prints how often the link that leads to the records' own pages is the one that is annotated: of the lists at least half
/// of whose records have one, and of which two records or more are found.
///
/// # Errors
/// If the evaluation data is missing.
pub fn cross_validate(out: &mut dyn Write, failures: bool) -> Result<(), String> {
    let (records, columns) = (record_models()?, column_models()?);
    for (set, mut pages) in [("records", record_pages()?), ("domains", domain_pages()?)] {
        pages.retain(|page| !page.gold.debatable);
        let chosen: Vec<Chosen<'_>> = pages
            .par_iter()
            .filter_map(|page| {
                let columns = ColumnOptions::new().with_model(columns[page.fold].clone());
                let search = Options::new().with_model(records[page.fold].clone()).columns(columns);
                chosen(page, &RecordsOptions::new().search(search))
            })
            .collect();
        let there: Vec<&Chosen<'_>> = chosen.iter().filter(|of| of.is_there).collect();
        writeln!(out, "{set}: {} lists with links, {} in one column", chosen.len(), there.len()).map_err(message)?;
        let choices: [(&str, fn(usize) -> bool); 3] =
            [("no column", |n| n == 0), ("one column", |n| n == 1), ("several columns, to be tried", |n| n > 1)];
        for (what, is_of) in choices {
            let those: Vec<&&Chosen<'_>> = there.iter().filter(|of| is_of(of.links.len())).collect();
            let first = those.iter().filter(|of| of.is_right()).count();
            let among = those.iter().filter(|of| of.is_among()).count();
            writeln!(out, "  {what}: {}, of which the first is right {first}, one of them {among}", those.len())
                .map_err(message)?;
        }
        let right = there.iter().filter(|of| of.is_right()).count();
        writeln!(out, "  right: {:.3}", right as f64 / there.len().max(1) as f64).map_err(message)?;
        for of in there.iter().filter(|of| failures && !of.is_right()) {
            let line = json!({"page": of.page.key, "host": of.page.host, "links": of.links});
            writeln!(out, "  {line}").map_err(message)?;
        }
    }
    Ok(())
}

/// The choice on a page; `None` if its records have no links, or too few of them are found.
fn chosen<'g>(page: &'g GoldPage, options: &RecordsOptions) -> Option<Chosen<'g>> {
    let gold: Vec<&GoldRecord> = page.gold.regions.iter().filter(|of| of.main).flat_map(|of| &of.records).collect();
    let linked: Vec<&&GoldRecord> = gold.iter().filter(|of| of.fields.contains_key("url")).collect();
    let address = page.gold.url.clone().filter(|url| Url::parse(url).is_ok());
    // of many pages only the site is known; rewritten ones have none
    let address = address.or_else(|| page.host.contains('.').then(|| format!("https://{}/", page.host)))?;
    let parsed = Page::parse(&page.html, &PageOptions::new().url(address.as_str())).ok()?;
    let found = parsed.records(options);
    let table = found.main().next()?;
    let rows: Vec<(usize, &GoldRecord)> = table
        .records
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some((at, **linked.iter().find(|of| of.nodes == row.nodes)?)))
        .collect();
    if rows.len() < 2 || linked.len() * 2 < gold.len() {
        return None;
    }
    let links = detail_links(table, &address, &hosts_of_site(table, &page.host));
    let links = links.into_iter().map(|name| (table.column(&name).map_or(0.0, |at| share(table, at, &rows)), name));
    Some(Chosen {
        page,
        links: links.map(|(share, name)| (name, share)).collect(),
        is_there: (0..table.columns.len()).any(|at| share(table, at, &rows) >= RIGHT),
    })
}

/// The hosts of a site that a table links to: `www.example.com` and `shop.example.com` of `example.com`.
fn hosts_of_site(table: &RegionTable, site: &str) -> Vec<String> {
    let cells = table.records.iter().flat_map(|row| row.cells.iter().flatten());
    let hosts = cells.filter_map(|cell| Url::parse(cell.address()).ok()?.host_str().map(str::to_owned));
    let hosts: BTreeSet<String> = hosts
        .filter(|host| host.strip_suffix(site).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
        .collect();
    hosts.into_iter().collect()
}

/// The share of annotated links that a column has.
fn share(table: &RegionTable, column: usize, rows: &[(usize, &GoldRecord)]) -> f64 {
    let has = |(row, gold): &&(usize, &GoldRecord)| {
        let cell = table.records[*row].cells.get(column).and_then(Option::as_ref);
        cell.is_some_and(|cell| value_matches("url", &gold.fields["url"], cell.address()))
    };
    rows.iter().filter(has).count() as f64 / rows.len() as f64
}
