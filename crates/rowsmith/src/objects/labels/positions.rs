//! What each column of a table may be: its items, what is recognised in them, and the evidence for each attribute.

use rustc_hash::FxHashSet;

use super::parts::{
    BESIDE_ROLE, Item, LEAST_RESORT, LEAST_ROLE, LEAST_WEIGHT, Labeller, MAX_ADDRESS, Position, SAME_NAME, bare_amount,
    length, same_letters, width,
};
use crate::dom::line;
use crate::objects::annotate::{
    Found, TextItem, annotate_text, context, is_after, joined, link_target, properties, without_struck,
};
use crate::objects::hints::Hints;
use crate::objects::schema::attribute::Attribute;
use crate::records::ColumnDraft;
use crate::tree::{Span, TreeId};
use crate::types::{ColumnKind, Role, ValueKind};

/// The weight of a column's name if it contains the label of an attribute.
const NAME_WITHIN: f64 = 0.15;
/// The weight of the name alone, if nothing is recognised in the texts.
const NAME_ALONE: f64 = 2.0;
/// The same for names from elements around the items, icons next to them and the like.
const HINTED: f64 = 0.8;
/// The weight of a value in pieces, compared with one in a text of its own.
const IN_PIECES: f64 = 0.75;
/// The penalty for repeated values of a distinct attribute. There is none if four of five differ.
const DISTINCT_ENOUGH: f64 = 0.8;
/// Weaker evidence is ignored unless at least this share of the records has certain evidence.
const LEAST_SCORE: f64 = 0.25;
/// If all records together have at most this many different texts, they are badges rather than values.
const HARDLY_VARIED: f64 = 3.0;
/// Columns with a shorter average text, in characters, are not descriptions.
const DESCRIBES: usize = 40;
/// The factor for titles that are links to something other than the object's own page.
const LINKED_ELSEWHERE: f64 = 0.4;
/// A link with a lower probability of its role is not known to be the object's own.
const SURE_LINK: f64 = 0.5;
/// How many elements around a text are looked at for its link.
const LINK_LEVELS: usize = 4;
/// The factor for a place or a name for each other attribute that is found in half of its texts.
const WITH_OTHERS: f64 = 0.4;

impl Labeller<'_> {
    pub(super) fn position<'d>(
        &self,
        draft: &'d ColumnDraft,
        records: usize,
        roles: &[f64],
        hints: &Hints<'_>,
    ) -> Position<'d> {
        let attributes = &self.schema.attributes;
        let is_text = draft.kind == ColumnKind::Text;
        let hinted_names = if is_text && self.has_roles() { hints.of(draft) } else { Vec::new() };
        let label = draft.label.as_deref().unwrap_or_default();
        let names: Vec<f64> = attributes
            .iter()
            .map(|a| {
                let given = if a.role.is_some() && is_guess(&draft.name) { "" } else { draft.name.as_str() };
                let named = [given, label].map(|name| name_weight(a, name));
                let named = named[0] + named[1] * f64::from(u8::from(named[0] == 0.0));
                let hinted = hinted_names.iter().map(|name| name_weight(a, name)).fold(0.0, f64::max);
                if named == 0.0 { hinted * HINTED } else { named }
            })
            .collect();
        let role: Vec<f64> = attributes
            .iter()
            .map(|a| {
                let of = a.role.filter(|role| role.kind() == draft.kind);
                of.and_then(|role| roles.get(role.index())).copied().filter(|p| *p >= LEAST_RESORT).unwrap_or(0.0)
            })
            .collect();
        let named = spaced(&draft.name);
        let by_name: Vec<bool> =
            attributes.iter().map(|a| a.unless.iter().any(|unless| unless.is_match(&named))).collect();
        let mut position = Position {
            draft,
            items: Vec::with_capacity(records),
            scores: vec![0.0; attributes.len()],
            named: names.clone(),
            role,
            annotated: vec![0; attributes.len()],
            present: 0,
            distinct: 0.0,
        };
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for cell in &draft.items {
            let Some((node, text)) = cell else {
                position.items.push(None);
                continue;
            };
            position.present += 1;
            seen.insert(text);
            let item = self.item(draft.kind, *node, text, &names, &by_name);
            for attribute in 0..attributes.len() {
                let here = item.found.iter().filter(|f| f.attribute == attribute);
                if let Some(best) = here.map(|f| f.weight).reduce(f64::max) {
                    position.scores[attribute] += best;
                    position.annotated[attribute] += 1;
                }
            }
            position.items.push(Some(item));
        }
        position.distinct = seen.len() as f64 / position.present.max(1) as f64;
        for (score, attribute) in position.scores.iter_mut().zip(attributes) {
            *score /= records as f64;
            if attribute.distinct {
                *score *= (position.distinct / DISTINCT_ENOUGH).min(1.0);
            }
        }
        let chars = length(&position);
        for (at, attribute) in attributes.iter().enumerate().filter(|(_, a)| a.role.is_some()) {
            // a short text describes nothing
            if attribute.role == Some(Role::Text) && width(&position) < DESCRIBES {
                position.role[at] = 0.0;
            }
            let score = position.scores[at].min(1.0) * BESIDE_ROLE;
            let named = if attribute.whole { position.named[at].max(0.0) } else { 0.0 };
            // one word on all objects, such as "Pro", names nobody
            let differs = attribute.distinct || attribute.role == Some(Role::Seller) && named == 0.0;
            let repeats = differs && position.distinct * position.present as f64 <= 1.0;
            let role = if repeats { 0.0 } else { position.role[at] };
            // one or two words that places also contain are not evidence by themselves
            let weak = attribute.whole && role < LEAST_ROLE && named == 0.0 && score < LEAST_SCORE * BESIDE_ROLE;
            if weak {
                position.annotated[at] = 0;
                position.scores[at] = 0.0;
                continue;
            }
            position.scores[at] = score + named + role;
            if matches!(attribute.role, Some(Role::Location | Role::Seller)) {
                // a text with several values is not any one of them
                let half = |a: usize| position.annotated[a] * 2 >= position.present.max(1);
                let others = (0..attributes.len()).filter(|&a| {
                    let other = &attributes[a];
                    let typed = matches!(other.value, ValueKind::Text | ValueKind::Number | ValueKind::Price);
                    a != at && typed && other.role.is_none() && self.schema.are_disjoint(a, at) && half(a)
                });
                position.scores[at] *= WITH_OTHERS.powi(others.count() as i32);
                if chars > MAX_ADDRESS {
                    position.scores[at] = 0.0;
                }
            }
            if attribute.whole && position.distinct * position.present as f64 <= HARDLY_VARIED {
                position.scores[at] *= 0.5;
            }
        }
        position
    }

    /// Lowers the evidence that texts are titles where most of them are links to something other than the object's own page, if
    /// that is known by a link's role.
    pub(super) fn doubt_other_links(&self, positions: &mut [Position<'_>], roles: &[Vec<f64>]) {
        let attributes = &self.schema.attributes;
        let Some(title) = attributes.iter().position(|a| a.role == Some(Role::Title)) else { return };
        let probability = |at: usize| roles.get(at).and_then(|of| of.get(Role::Url.index())).copied().unwrap_or(0.0);
        let links = (0..positions.len()).filter(|&at| positions[at].draft.kind == ColumnKind::Link);
        let own = links.max_by(|&a, &b| probability(a).total_cmp(&probability(b)).then(b.cmp(&a)));
        let Some(own) = own.filter(|&at| probability(at) >= SURE_LINK).map(|at| positions[at].draft) else { return };
        let (tree, page) = (&self.page.tree, self.page);
        let target = |node: TreeId| {
            let mut around = std::iter::successors(Some(node), |&id| tree.parent(id)).take(LINK_LEVELS);
            around.find_map(|id| link_target(self.document, page, id))
        };
        for position in positions.iter_mut().filter(|p| p.draft.kind == ColumnKind::Text && p.annotated[title] > 0) {
            let of_both = position.items.iter().zip(&own.items).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
            let elsewhere =
                of_both.filter(|(item, (_, own))| target(item.node).is_some_and(|target| target != own)).count();
            if elsewhere * 2 > position.present {
                position.scores[title] *= LINKED_ELSEWHERE;
            }
        }
    }

    pub(super) fn item(&self, kind: ColumnKind, node: TreeId, text: &str, names: &[f64], by_name: &[bool]) -> Item {
        let attributes = &self.schema.attributes;
        if kind != ColumnKind::Text {
            let excluded = vec![false; attributes.len()];
            return Item { node, text: text.to_owned(), tight: None, found: Vec::new(), excluded };
        }
        let (document, page) = (self.document, self.page);
        // for an element, the surroundings of its first text
        let first = page.tree.subtree(node).find(|&id| page.is_text(id)).unwrap_or(node);
        let pieces = !page.is_text(node) && page.tree.terminals(node) > 1;
        let apart = (pieces || page.is_text(node)).then(|| joined(document, page, node, page.tree.end(node)));
        // for an item that is part of its text, only that part
        let whole = |of: &str| !self.has_roles() || same_letters(of, text);
        let apart = apart.filter(|apart| !apart.is_empty() && apart != text && whole(apart));
        let unstruck = without_struck(document, page.spans[node]).filter(|rest| !rest.is_empty());
        let unstruck = unstruck.filter(|_| {
            let Span { from, to } = page.spans[node];
            whole(&line(document, from, to))
        });
        let tight = apart.is_some().then(|| text.to_owned());
        let text = unstruck.or(apart).unwrap_or_else(|| text.to_owned());
        let properties = properties(document, page, node);
        let (before, behind) = context(document, page, node);
        let inner = self.surroundings.item(first, &text, &properties);
        let own = self.surroundings.item(node, &text, &properties);
        let heading = inner.heading || own.heading;
        let place = TextItem { heading, link: inner.link || own.link, before: &before, behind: &behind, ..inner };
        let mut found = annotate_text(self.schema, place, &|a| !by_name[a]);
        if let Some(tight) = &tight {
            let place = TextItem { text: tight, ..place };
            let fresh = |a: usize| {
                !by_name[a] && attributes[a].value != ValueKind::Text && found.iter().all(|f| f.attribute != a)
            };
            let whole = annotate_text(self.schema, place, &fresh);
            found.extend(whole.into_iter().map(|f| Found { span: 0..text.len(), ..f }));
            for f in found.iter_mut().filter(|f| attributes[f.attribute].value != ValueKind::Text) {
                f.weight *= IN_PIECES;
            }
        }
        let excluded: Vec<bool> = attributes
            .iter()
            .zip(by_name)
            .map(|(a, &by_name)| by_name || a.unless.iter().any(|unless| unless.is_match(&text)))
            .collect();
        for (attribute, &weight) in names.iter().enumerate().filter(|(a, w)| **w != 0.0 && !excluded[*a]) {
            let mut known = found.iter_mut().filter(|f| f.attribute == attribute).peekable();
            if weight < 0.0 {
                known.for_each(|f| f.weight *= -weight);
            } else if known.peek().is_some() {
                known.for_each(|f| f.weight *= 1.0 + weight);
            } else if attributes[attribute].value == ValueKind::Text {
                found.push(Found { attribute, span: 0..text.len(), weight: weight * NAME_ALONE });
            } else if self.has_roles()
                && attributes[attribute].value.is_amount()
                && weight >= NAME_WITHIN * HINTED
                && let Some(span) = bare_amount(&attributes[attribute], &text)
            {
                found.push(Found { attribute, span, weight: weight * NAME_ALONE });
            }
        }
        Item { node, text, tight, found, excluded }
    }
}

/// Whether the name of a column comes from the look of its items and not from the page.
fn is_guess(name: &str) -> bool {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    matches!(name, "title" | "date" | "price" | "number" | "text" | "description" | "url" | "image")
}

/// `old_price_2` as `old price`.
fn spaced(name: &str) -> String {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    name.replace(['_', '-'], " ").to_lowercase()
}

/// How much the name of a column counts as evidence for an attribute; if negative, the factor for the weight of its
/// texts.
fn name_weight(attribute: &Attribute, name: &str) -> f64 {
    let name = spaced(name);
    let within = |label: &String| format!(" {name} ").contains(&format!(" {label} "));
    if attribute.labels.contains(&name) {
        SAME_NAME
    } else if is_after(&name, &attribute.rather_not_after) || is_after(&name, &attribute.not_after) {
        -LEAST_WEIGHT
    } else if attribute.labels.iter().any(within) {
        NAME_WITHIN
    } else {
        0.0
    }
}
