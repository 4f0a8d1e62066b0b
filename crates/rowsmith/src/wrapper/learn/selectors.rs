//! CSS selectors for what a wrapper locates: the simplest ones that select, on the pages learnt from, what the wrapper
//! extracts there.

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, NodeId, line};
use crate::records::image_source;
use crate::selector::Selector;
use crate::tree::Span;
use crate::types::{ColumnKind, PartKind};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnSelector, Part, Selectors};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::learn::candidates::{Proposed, Scope, of_column, of_records, without};

/// What a part extracts on one page.
pub(crate) struct Given<'g, 'd> {
    pub(crate) labels: &'g PageLabels<'d>,
    pub(crate) applied: &'g Applied,
}

/// The number of pages on which a selector is chosen.
const PAGES: usize = 4;
/// The number of records, over all of these pages, on which the selector of a column is chosen.
const ROWS: usize = 40;
/// How many selectors are combined if there are several kinds of records.
const JOINED: usize = 4;
/// A selector at least this good needs no other one in addition.
const GOOD: f64 = 0.98;
/// A cheaper selector is preferred if it is worse by less than this.
const AS_GOOD: f64 = 0.004;
/// A selector that finds fewer of the items is not used for a column.
const LEAST: f64 = 0.3;

/// The records of a page, as elements.
pub(crate) struct Rows<'d> {
    pub(crate) document: &'d Document,
    /// The nodes of each record; `None` if it begins with a text.
    pub(crate) records: Vec<Option<Span>>,
}

/// Selectors of the records of a part, and of its columns within them, from what it extracts on some pages.
pub(crate) fn add_selectors(part: &mut Part, pages: &[Given<'_, '_>]) {
    if part.kind == PartKind::Item {
        // the page itself needs none
        return;
    }
    let with: Vec<&Given<'_, '_>> = pages.iter().filter(|page| !page.applied.records.is_empty()).collect();
    let stride = with.len().div_ceil(PAGES).max(1);
    let with: Vec<&Given<'_, '_>> = with.into_iter().step_by(stride).collect();
    let rows: Vec<Rows<'_>> = with.iter().map(|page| rows_of(page)).collect();
    let edited = part.selectors.edited.take();
    part.selectors = Selectors { edited, ..selector_of_records(&rows) };
    // the fields of an article are found without them
    if part.kind == PartKind::Article {
        return;
    }
    for c in 0..part.columns.len() {
        if !part.columns[c].above.is_empty() {
            // no selector within a record gives what stands above it
            continue;
        }
        let kind = part.columns[c].kind;
        let items = items_of(&with, &rows, c);
        let chosen = selector_of_column(&items, kind);
        let column = &mut part.columns[c].selector;
        if !column.own {
            *column = ColumnSelector { edited: column.edited.take(), ..chosen };
        }
    }
}

fn rows_of<'d>(page: &Given<'_, 'd>) -> Rows<'d> {
    let (document, view) = (page.labels.document, page.labels.page);
    let bounds = |record: &crate::records::Record| {
        let from = view.node(record.runs.first()?.first);
        let last = record.runs.first()?.roots(&view.tree).last()?;
        (!document.is_text(from)).then(|| Span { from, to: view.spans[last].to })
    };
    Rows { document, records: page.applied.records.iter().map(bounds).collect() }
}

/// How many of the wanted elements a selector selects.
#[derive(Clone, Copy, Default)]
struct Tally {
    hits: usize,
    given: usize,
    wanted: usize,
}

impl Tally {
    fn f1(self) -> f64 {
        2.0 * self.hits as f64 / (self.given + self.wanted).max(1) as f64
    }

    fn precision(self) -> f64 {
        self.hits as f64 / self.given.max(1) as f64
    }
}

/// A candidate and what it selects.
struct Tried {
    tally: Tally,
    proposed: Proposed,
}

fn tally(selector: &Selector, rows: &[Rows<'_>]) -> Tally {
    let mut sum = Tally::default();
    for page in rows {
        let wanted: FxHashSet<NodeId> = page.records.iter().flatten().map(|record| record.from).collect();
        let given = selector.on(page.document).all();
        sum.hits += given.iter().filter(|node| wanted.contains(node)).count();
        sum.given += given.len();
        sum.wanted += page.records.len();
    }
    sum
}

fn selector_of_records(rows: &[Rows<'_>]) -> Selectors {
    let mut tried: Vec<Tried> = scored(of_records(rows), rows);
    let Some(best) = best_of(&tried) else { return Selectors::default() };
    let mut chosen = tried[best].proposed.css.clone();
    let mut found = tried[best].tally;
    if found.f1() < GOOD {
        // what is selected in excess may have other names
        let refined = scored(without(&tried[best].proposed, rows), rows);
        tried.extend(refined);
        if let Some(best) = best_of(&tried) {
            (found, chosen) = (tried[best].tally, tried[best].proposed.css.clone());
        }
    }
    // several kinds of records: alternatives are added as long as they help
    for _ in 1..JOINED {
        if found.f1() >= GOOD {
            break;
        }
        let joined = tried.iter().filter(|own| own.tally.precision() >= 0.9 && own.tally.hits > 0).filter_map(|own| {
            let css = format!("{chosen}, {}", own.proposed.css);
            let tally = tally(&Selector::parse(&css).ok()?, rows);
            Some(Tried { tally, proposed: Proposed { css, cost: own.proposed.cost } })
        });
        let joined: Vec<Tried> = joined.collect();
        match best_of(&joined) {
            Some(best) if joined[best].tally.f1() > found.f1() + 0.01 => {
                (found, chosen) = (joined[best].tally, joined[best].proposed.css.clone());
            }
            _ => break,
        }
    }
    let digits = |x: f64| (x * 1000.0).round() as f32 / 1000.0;
    let agreement = [digits(found.hits as f64 / found.wanted.max(1) as f64), digits(found.precision())];
    if found.hits == 0 {
        return Selectors::default();
    }
    Selectors { css: chosen, agreement, edited: None }
}

fn scored(proposed: Vec<Proposed>, rows: &[Rows<'_>]) -> Vec<Tried> {
    let tried = |proposed: Proposed| {
        let tally = tally(&Selector::parse(&proposed.css).ok()?, rows);
        Some(Tried { tally, proposed })
    };
    proposed.into_iter().filter_map(tried).collect()
}

/// The simplest among the best.
fn best_of(tried: &[Tried]) -> Option<usize> {
    let most = tried.iter().map(|of| of.tally.f1()).fold(0.0, f64::max);
    let good = tried.iter().enumerate().filter(|(_, of)| of.tally.f1() >= most - AS_GOOD && most > 0.0);
    good.min_by(|a, b| {
        let key = |of: &Tried| (of.proposed.cost, -((of.tally.f1() * 1e6) as i64));
        key(a.1).cmp(&key(b.1)).then_with(|| a.1.proposed.css.cmp(&b.1.proposed.css))
    })
    .map(|(i, _)| i)
}

/// The item of a column in a record, or that there is none.
pub(crate) struct Item<'d> {
    pub(crate) document: &'d Document,
    /// The record.
    pub(crate) scope: Span,
    pub(crate) item: Option<Wanted>,
}

/// What a selector has to select in a record.
pub(crate) struct Wanted {
    pub(crate) element: NodeId,
    /// The value taken from it.
    pub(crate) value: String,
}

/// The best selector of a column so far.
struct BestOfColumn {
    score: f64,
    /// The share of the items of which it takes exactly the value.
    exact: f64,
    proposed: Proposed,
}

fn items_of<'d>(pages: &[&Given<'_, 'd>], rows: &[Rows<'d>], column: usize) -> Vec<Item<'d>> {
    let mut items = Vec::new();
    for (page, rows) in pages.iter().zip(rows) {
        let Some(draft) = page.applied.columns.get(column) else { continue };
        for (scope, item) in rows.records.iter().zip(&draft.items) {
            let Some(scope) = *scope else { continue };
            let element = item.as_ref().and_then(|(id, text)| {
                let node = page.labels.page.node(*id);
                let node = if rows.document.is_text(node) { rows.document.parent(node)? } else { node };
                // for links, the target regardless of the shown text
                let target =
                    Some(value_of(rows.document, node, ColumnKind::Link, None)).filter(|text| !text.is_empty());
                let value = target.filter(|_| draft.kind == ColumnKind::Link).unwrap_or_else(|| text.clone());
                Some(Wanted { element: node, value })
            });
            items.push(Item { document: rows.document, scope, item: element });
        }
    }
    let stride = items.len().div_ceil(ROWS).max(1);
    items.into_iter().step_by(stride).collect()
}

/// Attributes other than `src` in which images may have their sources.
const SOURCES: [&str; 6] = ["src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url"];

fn selector_of_column(items: &[Item<'_>], kind: ColumnKind) -> ColumnSelector {
    let wanted = items.iter().filter(|item| item.item.is_some()).count();
    if wanted == 0 {
        return ColumnSelector::default();
    }
    let mut best: Option<BestOfColumn> = None;
    for proposed in of_column(items, Scope::Record) {
        let Ok(selector) = Selector::parse(&proposed.css) else { continue };
        let (mut score, mut exact) = (0.0, 0.0);
        for Item { document, scope, item } in items {
            let given = selector.on(document).within(scope.from, scope.to, 1).first().copied();
            let text = given.map(|node| value_of(document, node, kind, None)).filter(|text| !text.is_empty());
            match (text, item) {
                (Some(text), Some(wanted)) if is_same(&text, &wanted.value) => {
                    score += 1.0;
                    exact += 1.0;
                }
                // more than the item, such as the text around an item without an element of its own
                (Some(text), Some(wanted)) if text.contains(wanted.value.as_str()) => score += 0.4,
                (Some(_), Some(_)) => score -= 0.1,
                (Some(_), None) => score -= 0.5,
                (None, _) => {}
            }
        }
        let (score, exact) = (score / wanted as f64, exact / wanted as f64);
        let is_better = best.as_ref().is_none_or(|other| {
            let of = &other.proposed;
            score > other.score + AS_GOOD
                || score > other.score - AS_GOOD && (proposed.cost, &proposed.css) < (of.cost, &of.css)
        });
        if is_better {
            best = Some(BestOfColumn { score, exact, proposed });
        }
    }
    let Some(BestOfColumn { exact, proposed: Proposed { css, .. }, .. }) = best.filter(|best| best.score >= LEAST)
    else {
        return ColumnSelector::default();
    };
    ColumnSelector {
        html_attribute: if kind == ColumnKind::Image { source_attribute(items, &css) } else { None },
        css,
        agreement: (exact * 1000.0).round() as f32 / 1000.0,
        ..ColumnSelector::default()
    }
}

/// The attribute in which most images have their source, if it is not `src`.
fn source_attribute(items: &[Item<'_>], css: &str) -> Option<String> {
    let selector = Selector::parse(css).ok()?;
    let has = |name: &str| {
        let of = |Item { document, scope, item }: &Item<'_>| {
            let node = selector.on(document).within(scope.from, scope.to, 1).first().copied();
            let own = node.and_then(|node| document.attr_named(node, name)).map(str::trim);
            item.as_ref().is_some_and(|wanted| own == Some(wanted.value.as_str()))
        };
        items.iter().filter(|item| of(item)).count()
    };
    let counts = SOURCES.map(|name| (has(name), name));
    // the first among those with the highest count
    let most = counts.iter().map(|c| c.0).max().unwrap_or_default();
    counts.iter().find(|c| c.0 == most).map(|c| c.1).filter(|name| most > 0 && *name != "src").map(str::to_owned)
}

/// The value taken from an element.
pub(crate) fn value_of(document: &Document, node: NodeId, kind: ColumnKind, attribute: Option<&str>) -> String {
    if let Some(name) = attribute {
        return document.attr_named(node, name).unwrap_or_default().trim().to_owned();
    }
    match kind {
        ColumnKind::Text => line(document, node, document.end(node)),
        ColumnKind::Link => document.attr(node, AttrName::HREF).unwrap_or_default().trim().to_owned(),
        ColumnKind::Image => image_source(document, node).unwrap_or_default().to_owned(),
    }
}

/// Whether two texts are the same except for white space.
fn is_same(a: &str, b: &str) -> bool {
    a == b || a.chars().filter(|c| !c.is_whitespace()).eq(b.chars().filter(|c| !c.is_whitespace()))
}
