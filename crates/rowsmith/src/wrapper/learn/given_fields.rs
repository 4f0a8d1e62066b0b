//! The fields that a person pointed at: for each a selector, from the elements on one page or several.

use std::collections::BTreeSet;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::recognize::{ValueType, value_type};
use crate::records::Assigned;
use crate::selector::Selector;
use crate::site::sample::FieldNode;
use crate::tree::Span;
use crate::types::{ColumnCategory, ColumnKind, PartKind, Role};
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::{ColumnLocator, ColumnSelector, ColumnStatistics, Part};
use crate::wrapper::learn::candidates::of_column;
use crate::wrapper::learn::selectors::{Item, Wanted, value_of};
use crate::wrapper::parts::item::page_area;
use crate::wrapper::parts::post_fields::is_field;

/// A page with what a person said of its fields.
pub(crate) struct GivenPage<'p> {
    pub(crate) document: &'p Document,
    pub(crate) fields: &'p [FieldNode],
    /// The records of the part on this page.
    pub(crate) records: Vec<Span>,
}

/// The certainty of what a person said.
const SAID: f64 = 1.0;

/// Gives a part the fields that a person pointed at: a selector in the place of what was learnt, or a column of its own. A
/// field that is said to be on no page is taken out. Returns whether anything has changed.
pub(crate) fn give_fields(part: &mut Part, pages: &[GivenPage<'_>]) -> bool {
    let names = names_of(pages);
    let mut changed = false;
    for name in names {
        if part.kind == PartKind::Article && name == "text" {
            let (examples, others) = examples_of(part.kind, pages, &name);
            if let Some(css) = selector_of(&examples, &others) {
                // what equals the learnt selector in a file counts as not edited
                if part.selectors.css == css {
                    part.selectors.css.clear();
                }
                part.selectors.edited = Some(css);
                changed = true;
            }
            continue;
        }
        let at = part.columns.iter().position(|column| column.name == name);
        let (examples, others) = examples_of(part.kind, pages, &name);
        let Some(css) = selector_of(&examples, &others) else {
            let is_absent =
                pages.iter().flat_map(|page| page.fields).all(|field| field.name != name || field.element.is_none());
            if let Some(column) = at.map(|at| &mut part.columns[at]).filter(|_| is_absent) {
                changed |= !column.dropped;
                column.dropped = true;
            }
            continue;
        };
        changed = true;
        match at {
            Some(at) => {
                let column = &mut part.columns[at];
                column.dropped = false;
                if column.selector.css == css {
                    column.selector.css.clear();
                }
                column.selector.edited = Some(css);
            }
            None => part.columns.push(own_column(part.kind, name, css, &examples)),
        }
    }
    changed
}

/// The names of the fields, in the order in which they were pointed at.
pub(crate) fn names_of(pages: &[GivenPage<'_>]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let names = pages.iter().flat_map(|page| page.fields).map(|field| field.name.clone());
    names.filter(|name| !name.trim().is_empty() && known.insert(name.to_lowercase())).collect()
}

/// The last that was said of a field on a page.
fn element_of(page: &GivenPage<'_>, name: &str) -> Option<NodeId> {
    page.fields.iter().rev().find(|field| field.name == name)?.element
}

/// An element that a person pointed at, within its record, or within the page.
struct Example<'p> {
    document: &'p Document,
    scope: Span,
    element: NodeId,
}

/// A record, or a page, of whose field nothing was said.
struct Other<'p> {
    document: &'p Document,
    scope: Span,
}

fn examples_of<'p>(kind: PartKind, pages: &[GivenPage<'p>], name: &str) -> (Vec<Example<'p>>, Vec<Other<'p>>) {
    let (mut examples, mut others) = (Vec::new(), Vec::new());
    for page in pages {
        let document = page.document;
        let element = element_of(page, name);
        let scopes = match kind {
            PartKind::Article | PartKind::Item => vec![page_area(document)],
            PartKind::List | PartKind::Posts | PartKind::Objects => page.records.clone(),
        };
        for scope in scopes {
            match element.filter(|&element| element >= scope.from && element < scope.to) {
                Some(element) => examples.push(Example { document, scope, element }),
                None => others.push(Other { document, scope }),
            }
        }
    }
    (examples, others)
}

/// A selector is as good as another if it finds the field in this share fewer of the other records.
const AS_OFTEN: f64 = 0.1;

/// The simplest selector whose first element in each scope is the one that was pointed at, among those that find something in
/// most others. `None` if there are no examples, or no selector finds all of them.
fn selector_of(examples: &[Example<'_>], others: &[Other<'_>]) -> Option<String> {
    let items: Vec<Item<'_>> = examples
        .iter()
        .map(|of| Item {
            document: of.document,
            scope: of.scope,
            item: Some(Wanted { element: of.element, value: String::new() }),
        })
        .collect();
    let mut best: Option<(usize, f64, u32, String)> = None;
    for proposed in of_column(&items) {
        let Ok(selector) = Selector::parse(&proposed.css) else { continue };
        let first = |document, scope: Span| selector.on(document).within(scope.from, scope.to, 1).first().copied();
        let hits = examples.iter().filter(|of| first(of.document, of.scope) == Some(of.element)).count();
        let found = others.iter().filter(|of| first(of.document, of.scope).is_some()).count();
        let share = found as f64 / others.len().max(1) as f64;
        let is_better = best.as_ref().is_none_or(|(most, often, cost, css)| {
            hits > *most
                || hits == *most
                    && (share > often + AS_OFTEN
                        || share > often - AS_OFTEN && (proposed.cost, &proposed.css) < (*cost, css))
        });
        if is_better && hits > 0 {
            best = Some((hits, share, proposed.cost, proposed.css));
        }
    }
    best.map(|(.., css)| css)
}

/// A column that a person added by pointing at its items.
fn own_column(part: PartKind, name: String, css: String, examples: &[Example<'_>]) -> ColumnLocator {
    let is_image = |of: &Example<'_>| {
        of.document.tag(of.element) == Tag::IMG || of.document.attr(of.element, AttrName::SRCSET).is_some()
    };
    let role = Role::ALL.iter().copied().find(|role| role.name() == name);
    let kind = match role.map(Role::kind) {
        Some(ColumnKind::Link) if examples.iter().all(|of| of.document.tag(of.element) == Tag::A) => ColumnKind::Link,
        _ if examples.iter().all(is_image) => ColumnKind::Image,
        _ => ColumnKind::Text,
    };
    let text = |of: &Example<'_>| value_of(of.document, of.element, kind, None);
    let types: Vec<ValueType> = examples.iter().map(|of| value_type(&text(of))).collect();
    let value_type = match kind {
        ColumnKind::Text => types.first().copied().filter(|first| types.iter().all(|other| other == first)),
        ColumnKind::Link | ColumnKind::Image => Some(ValueType::Url),
    };
    let role = role.filter(|role| role.kind() == kind);
    ColumnLocator {
        learnt_name: name.clone(),
        dropped: false,
        kind,
        category: ColumnCategory::Distinctive,
        value_type: value_type.unwrap_or_default(),
        role: role.map(|role| Assigned { role, probability: SAID }),
        label: None,
        selector: ColumnSelector {
            edited: Some(css),
            // a field of posts is one that could have been learnt
            own: part != PartKind::Posts || !is_field(&name),
            ..ColumnSelector::default()
        },
        example: None,
        seen: Vec::new(),
        paths: Default::default(),
        fewest: Default::default(),
        attribute: None,
        statistics: ColumnStatistics::default(),
        name,
    }
}

/// The records of a part on a page, as areas of the document.
pub(crate) fn areas(view: &crate::tree::PageTree, applied: &Applied) -> Vec<Span> {
    let area = |record: &crate::records::Record| {
        let run = record.runs.first()?;
        let last = run.roots(&view.tree).last()?;
        Some(Span { from: view.node(run.first), to: view.spans[last].to })
    };
    applied.records.iter().filter_map(area).collect()
}
