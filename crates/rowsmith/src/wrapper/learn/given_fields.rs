//! The fields that a person pointed at: for each a selector, from the elements on one page or several.

use std::collections::BTreeSet;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::recognize::{ValueType, value_type};
use crate::records::{Assigned, Record, image_source};
use crate::selector::Selector;
use crate::site::sample::FieldNode;
use crate::tree::{PageTree, Span};
use crate::types::{ColumnKind, PartKind, Role};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, ColumnSelector, Part, is_same_name};
use crate::wrapper::learn::candidates::{Scope, of_column};
use crate::wrapper::learn::selectors::{Item, Wanted, value_of};
use crate::wrapper::parts::article::is_metadata;
use crate::wrapper::parts::item::page_area;
use crate::wrapper::parts::post_fields::is_field;

/// A page with what a person said of its fields.
pub(crate) struct GivenPage<'p> {
    pub(crate) document: &'p Document,
    pub(crate) fields: Vec<&'p FieldNode>,
    /// The records of the part on this page.
    pub(crate) records: Vec<Span>,
}

/// The certainty of what a person said.
const SAID: f64 = 1.0;
/// The number of records, or pages, on which a selector is chosen: of those with the field, and of others.
const ROWS: usize = 40;

/// Gives a part the fields that a person pointed at: a selector in the place of what was learnt, or a column of its own. A
/// field that all pages are said to lack is taken out. What a search found counts where nobody pointed at the field on any page.
/// Returns whether anything has changed.
pub(crate) fn give_fields(part: &mut Part, pages: &[GivenPage<'_>]) -> bool {
    let mut changed = false;
    for name in names_of(pages) {
        if part.kind == PartKind::Article && is_same_name(&name, "text") {
            changed |= give_text(part, pages, &name);
            continue;
        }
        let at = part.columns.iter().position(|column| is_same_name(&column.name, &name));
        let kind = at.map(|at| part.columns[at].kind);
        let examples = Examples::new(part.kind, pages, &name, kind);
        let Some(css) = examples.selector() else {
            changed |= examples.are_all_lacking() && take_out(part, at, name);
            continue;
        };
        changed = true;
        let Some(at) = at else {
            part.columns.push(own_column(part.kind, name, css, &examples));
            continue;
        };
        let column = &mut part.columns[at];
        column.dropped = false;
        column.selector.html_attribute = None;
        if column.selector.css == css {
            // what equals the learnt selector in a file counts as not edited
            column.selector.css.clear();
        }
        column.selector.edited = Some(css);
    }
    changed
}

/// Takes the element of an article from where a person pointed.
fn give_text(part: &mut Part, pages: &[GivenPage<'_>], name: &str) -> bool {
    let Some(css) = Examples::new(part.kind, pages, name, None).selector() else { return false };
    // a selector of records has no scope but the page, in which this one was chosen
    let css = css.replace(":scope", "body");
    if part.selectors.css == css {
        part.selectors.css.clear();
    }
    part.selectors.edited = Some(css);
    true
}

/// Takes out a column that no page has; of an article also what only the page's head says.
fn take_out(part: &mut Part, at: Option<usize>, name: String) -> bool {
    match at {
        Some(at) => {
            let column = &mut part.columns[at];
            let is_new = !column.dropped;
            column.dropped = true;
            (column.selector.edited, column.selector.own) = (None, false);
            is_new
        }
        None if part.kind == PartKind::Item || part.kind == PartKind::Article && is_metadata(&name) => {
            let mut column = ColumnLocator::new(name, ColumnKind::Text, ValueType::Text);
            (column.dropped, column.selector.own) = (true, part.kind == PartKind::Item);
            part.columns.push(column);
            true
        }
        None => false,
    }
}

/// The names of the fields, in the order in which they were pointed at.
fn names_of(pages: &[GivenPage<'_>]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let names = pages.iter().flat_map(|page| &page.fields).map(|field| field.name.trim().to_owned());
    names.filter(|name| !name.is_empty() && known.insert(name.to_lowercase())).collect()
}

/// The last that was said of a field on a page.
fn said_of<'p>(page: &GivenPage<'p>, name: &str) -> Option<&'p FieldNode> {
    page.fields.iter().rev().copied().find(|field| is_same_name(field.name.trim(), name))
}

/// An element that a person pointed at, within its record, or within the page.
struct Example<'p> {
    document: &'p Document,
    scope: Span,
    element: NodeId,
}

/// A record, or a page, in which nobody pointed at the field.
struct Other<'p> {
    document: &'p Document,
    scope: Span,
}

/// What a person said of a field on all pages.
struct Examples<'p> {
    part: PartKind,
    pointed: Vec<Example<'p>>,
    /// Where nothing was said.
    others: Vec<Other<'p>>,
    /// Where the field is said to be absent.
    lacking: Vec<Other<'p>>,
    /// Whether nobody pointed at it, and its elements are what a search found.
    is_guess: bool,
}

/// Some of many, evenly spaced.
fn sampled<T>(all: Vec<T>) -> Vec<T> {
    let stride = all.len().div_ceil(ROWS).max(1);
    all.into_iter().step_by(stride).collect()
}

impl<'p> Examples<'p> {
    /// `kind` is what the values of the column are taken from, if there is one already.
    fn new(part: PartKind, pages: &[GivenPage<'p>], name: &str, kind: Option<ColumnKind>) -> Examples<'p> {
        let (mut pointed, mut others, mut lacking) = (Vec::new(), Vec::new(), Vec::new());
        let is_pointed_at = |field: &FieldNode| field.element.is_some() && !field.is_guess;
        let is_guess = !pages.iter().filter_map(|page| said_of(page, name)).any(is_pointed_at);
        for page in pages {
            let document = page.document;
            let said = said_of(page, name).filter(|field| is_guess || !field.is_guess);
            let scopes = match part {
                PartKind::Article | PartKind::Item => vec![page_area(document)],
                PartKind::List | PartKind::Posts | PartKind::Objects => page.records.clone(),
            };
            let element = said.and_then(|field| field.element);
            for scope in scopes {
                let inside = element.filter(|&element| element >= scope.from && element < scope.to);
                match inside.map(|element| with_value(document, element, scope, kind)) {
                    Some(element) => pointed.push(Example { document, scope, element }),
                    None if said.is_some() && element.is_none() => lacking.push(Other { document, scope }),
                    None => others.push(Other { document, scope }),
                }
            }
        }
        Examples { part, pointed: sampled(pointed), others: sampled(others), lacking: sampled(lacking), is_guess }
    }

    /// Whether the field is said to be on none of the pages.
    fn are_all_lacking(&self) -> bool {
        self.pointed.is_empty() && self.others.is_empty() && !self.lacking.is_empty()
    }

    /// The best selector of the field. `None` if nobody pointed at it, or no selector leads to any of its elements.
    fn selector(&self) -> Option<String> {
        let item = |of: &Example<'p>| Item {
            document: of.document,
            scope: of.scope,
            item: Some(Wanted { element: of.element, value: String::new() }),
        };
        let items: Vec<Item<'_>> = self.pointed.iter().map(item).collect();
        let scope = match self.part {
            PartKind::Article | PartKind::Item => Scope::Page,
            PartKind::List | PartKind::Posts | PartKind::Objects => Scope::Record,
        };
        let mut best: Option<Rated> = None;
        for proposed in of_column(&items, scope) {
            let Ok(selector) = Selector::parse(&proposed.css) else { continue };
            let first = |document: &Document, scope: Span| -> Option<NodeId> {
                selector.on(document).within(scope.from, scope.to, 1).first().copied()
            };
            let some = |of: &&Other<'_>| first(of.document, of.scope).is_some();
            let rated = Rated {
                right: self.pointed.iter().filter(|of| first(of.document, of.scope) == Some(of.element)).count(),
                wrong: self.lacking.iter().filter(some).count(),
                often: self.others.iter().filter(some).count() as f64 / self.others.len().max(1) as f64,
                cost: proposed.cost,
                css: proposed.css,
            };
            // a guess that finds something where nothing is, is none
            let is_one = rated.right > 0 && !(self.is_guess && rated.wrong > 0);
            if is_one && best.as_ref().is_none_or(|best| rated.is_better(best)) {
                best = Some(rated);
            }
        }
        best.map(|best| best.css)
    }
}

/// A selector is as good as another if it finds the field in this share fewer of the other records.
const AS_OFTEN: f64 = 0.1;

/// A selector and what it selects.
struct Rated {
    /// How many of the elements that were pointed at it finds.
    right: usize,
    /// In how many records it finds something although they are said to lack the field.
    wrong: usize,
    /// The share of the other records in which it finds anything.
    often: f64,
    cost: u32,
    css: String,
}

impl Rated {
    /// Whether this finds more of what was pointed at, less of what is not there, more of the rest, or the same more simply.
    fn is_better(&self, other: &Rated) -> bool {
        if (self.right, other.wrong) != (other.right, self.wrong) {
            return (self.right, other.wrong) > (other.right, self.wrong);
        }
        self.often > other.often + AS_OFTEN
            || self.often > other.often - AS_OFTEN && (self.cost, &self.css) < (other.cost, &other.css)
    }
}

/// The element that has the value of a column at or around the one that was pointed at, or within it: of links and pictures, the
/// nearest one with an address.
fn with_value(document: &Document, element: NodeId, scope: Span, kind: Option<ColumnKind>) -> NodeId {
    let has = |id: NodeId| match kind {
        None | Some(ColumnKind::Text) => true,
        Some(ColumnKind::Link) => document.attr(id, AttrName::HREF).is_some(),
        Some(ColumnKind::Image) => image_source(document, id).is_some(),
    };
    let mut around = document.ancestors(element).take_while(|&id| id >= scope.from);
    let within = || (element.0..document.end(element).0).map(NodeId).find(|&id| !document.is_text(id) && has(id));
    if has(element) { element } else { within().or_else(|| around.find(|&id| has(id))).unwrap_or(element) }
}

/// A column that a person added by pointing at its items.
fn own_column(part: PartKind, name: String, css: String, examples: &Examples<'_>) -> ColumnLocator {
    let all = |is: &dyn Fn(&Example<'_>) -> bool| examples.pointed.iter().all(is);
    let is_image = |of: &Example<'_>| {
        of.document.tag(of.element) == Tag::IMG || of.document.attr(of.element, AttrName::SRCSET).is_some()
    };
    let role = Role::ALL.iter().copied().find(|role| role.name() == name);
    let wants_address = role.map(Role::kind) == Some(ColumnKind::Link);
    let kind = match wants_address && all(&|of| of.document.tag(of.element) == Tag::A) {
        true => ColumnKind::Link,
        false if all(&is_image) => ColumnKind::Image,
        false => ColumnKind::Text,
    };
    let text = |of: &Example<'_>| value_of(of.document, of.element, kind, None);
    let types: Vec<ValueType> = examples.pointed.iter().map(|of| value_type(&text(of))).collect();
    let value_type = match kind {
        ColumnKind::Text => types.first().copied().filter(|first| types.iter().all(|other| other == first)),
        ColumnKind::Link | ColumnKind::Image => Some(ValueType::Url),
    };
    let selector = match examples.is_guess {
        // as if it had been learnt
        true => ColumnSelector { css, agreement: 1.0, ..ColumnSelector::default() },
        // a field of posts is one that could have been learnt
        false => {
            let own = part != PartKind::Posts || !is_field(&name);
            ColumnSelector { edited: Some(css), own, ..ColumnSelector::default() }
        }
    };
    ColumnLocator {
        role: role.filter(|role| role.kind() == kind).map(|role| Assigned { role, probability: SAID }),
        selector,
        ..ColumnLocator::new(name, kind, value_type.unwrap_or_default())
    }
}

/// The records of a part on a page, as areas of the document.
pub(crate) fn areas(view: &PageTree, applied: &Applied) -> Vec<Span> {
    let area = |record: &Record| {
        let run = record.runs.first()?;
        let last = run.roots(&view.tree).last()?;
        Some(Span { from: view.node(run.first), to: view.spans[last].to })
    };
    applied.records.iter().filter_map(area).collect()
}
