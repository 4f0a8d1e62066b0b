//! Learning wrappers: from pages to their templates.

use super::apply::{apply_part, page_host};
use super::cluster::templates_of;
use super::columns::learn_columns;
use super::format::{Part, PartKind, Selectors, Statistics, Template, VERSION, Wrapper};
use super::labels::PageLabels;
use super::locate::{PageExample, learn_locator};
use super::prototype::learn_prototype;
use super::recognition::{Outline, learn_recognition};
use super::selectors::add_selectors;
use super::statistics::{PageYield, add_statistics};
use crate::Budget;
use crate::dom::{Document, ParseOptions, join, parse};
use crate::records::{self, Record, align_with_seed, column_drafts, find_candidates, run_roots};
use crate::tree::{PageTree, TreeId};

/// How wrappers are learnt.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The search for the main list. Its least confidence is 0.1 in place of 0.25 here: whoever learns from a page says
    /// that there is something, and what several pages agree on is more than one of them shows.
    pub records: records::Options,
    /// Pages of a template that it is learnt from, at most; those with the surest lists. Default 20 (MiBAT 6.3).
    pub max_pages: usize,
}

impl Default for LearnOptions {
    fn default() -> Self {
        let records = records::Options { min_confidence: 0.1, ..records::Options::default() };
        LearnOptions { parse: ParseOptions::default(), records, max_pages: 20 }
    }
}

/// A page to learn from.
#[derive(Clone, Copy, Debug)]
pub struct LearnInput<'a> {
    /// Its HTML.
    pub bytes: &'a [u8],
    /// The host that it is from, if known; else the page is asked for its canonical address.
    pub host: Option<&'a str>,
    /// The charset of its HTTP header, which goes before that of the options.
    pub charset: Option<&'a str>,
}

/// A page with its records: an example of a part.
#[derive(Clone, Copy)]
pub struct Example<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its tree.
    pub page: &'a PageTree,
    /// Its records.
    pub records: &'a [Record],
}

/// What is known of a page while templates are learnt.
struct Learning {
    document: Document,
    page: PageTree,
    host: Option<String>,
    /// The main list with its confidence.
    list: Option<(Vec<Record>, f64)>,
}

/// Learns the templates of some pages: groups them, finds the main list of each page by search, lets the pages of a
/// group agree on one, and learns from it where records and columns are. Pages that cannot be parsed are left out.
///
/// All pages are in memory at once; give a sample of a large site. Time is that of `records` on each, and of applying
/// up to three wrappers to each.
///
/// ```
/// use rowsmith::wrapper::{ApplyOptions, LearnInput, LearnOptions, apply, learn};
/// let page = |names: &[&str]| -> String {
///     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
///     format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat())
/// };
/// let first = page(&["Chair", "Table", "Lamp", "Bed", "Sofa", "Desk"]);
/// let wrapper = learn(&[LearnInput { bytes: first.as_bytes(), host: None, charset: None }], &LearnOptions::default());
/// let second = apply(&wrapper, page(&["Shelf"]).as_bytes(), "page2.html", &ApplyOptions::default())?;
/// assert_eq!(second.regions[0].records[0].cells[0].as_ref().unwrap().text, "Shelf");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn learn(pages: &[LearnInput<'_>], options: &LearnOptions) -> Wrapper {
    let pages: Vec<Learning> = pages.iter().filter_map(|input| look_at(input, options)).collect();
    let labels: Vec<PageLabels<'_>> = pages.iter().map(|p| PageLabels::new(&p.document, &p.page)).collect();
    let outlines: Vec<Outline> = labels.iter().map(Outline::new).collect();
    let mut wrapper = Wrapper { rowsmith_wrapper: VERSION, templates: Vec::new() };
    for members in templates_of(&outlines) {
        let of: Vec<(&Learning, &PageLabels<'_>)> = members.iter().map(|&i| (&pages[i], &labels[i])).collect();
        let template = learn_template(&of, options, wrapper.templates.len() + 1);
        wrapper.templates.push(template);
    }
    wrapper
}

fn look_at(input: &LearnInput<'_>, options: &LearnOptions) -> Option<Learning> {
    let charset = input.charset.map(str::to_owned).or_else(|| options.parse.charset.clone());
    let document = parse(input.bytes, &ParseOptions { charset, limits: options.parse.limits }).ok()?;
    let page = PageTree::new(&document);
    let (ranked, _) = find_candidates(&document, &page, &options.records, options.parse.limits.max_work);
    let confidence = ranked.first().map_or(0.0, |r| r.confidence.unwrap_or(1.0));
    // several main lists of one kind are one list
    let mut records: Vec<Record> =
        ranked.iter().take_while(|r| r.main).flat_map(|r| trimmed(&page, &r.candidate.to_records())).collect();
    records.sort_by(|a, b| a.runs.cmp(&b.runs));
    let sure = !records.is_empty() && confidence >= options.records.min_confidence;
    let list = sure.then_some((records, confidence));
    let host = input.host.map(str::to_owned).or_else(|| page_host(&document));
    Some(Learning { document, page, host, list })
}

fn learn_template(pages: &[(&Learning, &PageLabels<'_>)], options: &LearnOptions, number: usize) -> Template {
    let mut hosts: Vec<String> = pages.iter().filter_map(|(p, _)| p.host.clone()).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let examples = agreed(pages, options);
    let part = (!examples.is_empty()).then(|| {
        let mut part = learn_part(PartKind::List, &examples, options);
        let yields: Vec<_> =
            pages.iter().map(|(_, labels)| apply_part(labels, &part, true, &budget(options))).collect();
        let of = |y: &'_ super::apply::Applied| y.fits.clone();
        let fits: Vec<Vec<f32>> = yields.iter().map(of).collect();
        let yields: Vec<PageYield<'_>> =
            yields.iter().zip(&fits).map(|(y, fits)| PageYield { fits, columns: &y.columns }).collect();
        add_statistics(&mut part, &yields);
        part
    });
    let nothing: &[Record] = &[];
    let with_records: Vec<(&PageLabels<'_>, Vec<Record>)> = pages
        .iter()
        .map(|(_, labels)| match &part {
            Some(part) => (*labels, apply_part(labels, part, true, &budget(options)).records),
            None => (*labels, nothing.to_vec()),
        })
        .collect();
    let borrowed: Vec<(&PageLabels<'_>, &[Record])> = with_records.iter().map(|(l, r)| (*l, r.as_slice())).collect();
    Template {
        name: match hosts.first() {
            Some(host) => format!("{host} {number}"),
            None => format!("template {number}"),
        },
        hosts,
        pages: pages.len() as u32,
        recognition: learn_recognition(&borrowed),
        parts: part.into_iter().collect(),
    }
}

fn budget(options: &LearnOptions) -> Budget {
    Budget::new(options.parse.limits.max_work)
}

/// Wrappers of so many pages are tried on the others; the best agreed on is taken.
const TRIED: usize = 3;
/// A page whose search agrees so far with the others' wrapper is an example as it was found.
const AGREED: f64 = 0.9;

/// The pages' lists that agree: search takes now and then another list on one page, but rarely on most.
fn agreed<'a>(pages: &[(&'a Learning, &PageLabels<'_>)], options: &LearnOptions) -> Vec<OwnedExample<'a>> {
    let pages_looked_at = pages.len().min(options.max_pages) as f64;
    let mut with_list: Vec<(usize, &Vec<Record>, f64)> = pages
        .iter()
        .enumerate()
        .filter_map(|(i, (p, _))| p.list.as_ref().map(|(records, confidence)| (i, records, *confidence)))
        .collect();
    with_list.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    with_list.truncate(options.max_pages);
    let mut best: Option<(f64, Vec<OwnedExample<'a>>)> = None;
    for &(seed, records, _) in with_list.iter().take(TRIED) {
        let learning = pages[seed].0;
        if with_list.len() == 1 {
            best = Some((with_list[0].2, vec![OwnedExample { learning, records: records.clone() }]));
            break;
        }
        let own = OwnedExample { learning, records: records.clone() };
        let part = learn_part(PartKind::List, std::slice::from_ref(&own), options);
        let mut support = 0.0;
        let mut examples = Vec::new();
        for &(i, records, confidence) in &with_list {
            if i == seed {
                support += confidence;
                examples.push(OwnedExample { learning: pages[i].0, records: records.clone() });
                continue;
            }
            let found = apply_part(pages[i].1, &part, true, &budget(options)).records;
            let agreement = agreement(&found, records);
            support += agreement * confidence;
            if agreement >= AGREED {
                examples.push(OwnedExample { learning: pages[i].0, records: records.clone() });
            } else if !found.is_empty() {
                examples.push(OwnedExample { learning: pages[i].0, records: found });
            }
        }
        if best.as_ref().is_none_or(|b| support > b.0) {
            best = Some((support, examples));
        }
    }
    // a few pages of many on which something looks like a list are articles
    best.filter(|b| b.0 >= options.records.min_confidence * pages_looked_at).map_or(Vec::new(), |b| b.1)
}

/// F1 of the records of two lists of one page.
fn agreement(a: &[Record], b: &[Record]) -> f64 {
    let common = a.iter().filter(|record| b.contains(record)).count();
    2.0 * common as f64 / (a.len() + b.len()).max(1) as f64
}

struct OwnedExample<'a> {
    learning: &'a Learning,
    records: Vec<Record>,
}

/// Learns a part of a template from examples of it.
fn learn_part(kind: PartKind, examples: &[OwnedExample<'_>], options: &LearnOptions) -> Part {
    let examples: Vec<Example<'_>> = examples
        .iter()
        .map(|e| Example { document: &e.learning.document, page: &e.learning.page, records: &e.records })
        .collect();
    learn_records(kind, &examples, options)
}

/// Learns a part of a template from pages with its records: what records look like, and where the items of their
/// columns are, the same for all pages.
pub fn learn_records(kind: PartKind, examples: &[Example<'_>], options: &LearnOptions) -> Part {
    let trimmed: Vec<Vec<Record>> = examples.iter().map(|e| trimmed(e.page, e.records)).collect();
    let labels: Vec<PageLabels<'_>> = examples.iter().map(|e| PageLabels::new(e.document, e.page)).collect();
    let pages: Vec<PageExample<'_, '_>> =
        labels.iter().zip(&trimmed).map(|(labels, records)| PageExample { labels, records }).collect();
    let records = learn_locator(&pages);
    let (columns, prototype) = columns_of(examples, &trimmed, options).unwrap_or_default();
    let selectors = Selectors::default();
    let mut part = Part { kind, selectors, records, columns, prototype, statistics: Statistics::default() };
    add_selectors(&mut part);
    part
}

/// Columns and prototype from the records of all examples at once.
fn columns_of(
    examples: &[Example<'_>],
    records: &[Vec<Record>],
    options: &LearnOptions,
) -> Option<(Vec<super::format::ColumnLocator>, Vec<super::format::PrototypeNode>)> {
    let documents: Vec<&Document> = examples.iter().map(|e| e.document).collect();
    let joined = join(&documents)?;
    let page = PageTree::new(&joined);
    let mut shift = 1;
    let mut all = Vec::new();
    for (example, records) in examples.iter().zip(records) {
        let moved =
            |record: &Record| Record { runs: record.runs.iter().map(|&(a, b)| (a + shift, b + shift)).collect() };
        all.extend(records.iter().map(moved));
        shift += example.page.tree.len();
    }
    let labels = PageLabels::new(&joined, &page);
    let work = budget(options);
    let (aligned, seed) = align_with_seed(&joined, &page, &all, &options.records.align, &work);
    let drafts = column_drafts(&joined, &page, &all, aligned, false);
    let mut prototype = learn_prototype(&labels, &all, &seed, &work);
    let columns = learn_columns(&labels, &all, &drafts, &mut prototype, &work);
    Some((columns, prototype))
}

/// The records without siblings that hold no text and no image at either end: rules, spacers.
fn trimmed(page: &PageTree, records: &[Record]) -> Vec<Record> {
    let trim = |&(first, end): &(TreeId, TreeId)| {
        let roots: Vec<TreeId> = run_roots(&page.tree, (first, end)).filter(|&r| page.tree.terminals(r) > 0).collect();
        Some((*roots.first()?, page.tree.end(*roots.last()?)))
    };
    let all = records.iter().map(|record| Record { runs: record.runs.iter().filter_map(trim).collect() });
    all.filter(|r| !r.runs.is_empty()).collect()
}
