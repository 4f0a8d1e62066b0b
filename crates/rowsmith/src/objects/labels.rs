//! Which columns of the record extractor's table are which attributes: alignment by mutual supervision.
//!
//! The paper aligns by tag paths (section 3.5), which one optional element shifts. Here the positions are the columns
//! that partial tree alignment gives, and the paper's support, thresholds and choice of the first are of columns.

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, Tag, line};
use crate::objects::annotate::{
    Found, Surroundings, TextItem, annotate_text, context, is_after, is_before, joined, properties, without_struck,
};
use crate::objects::extraction::ObjectValue;
use crate::objects::hints::Hints;
use crate::objects::schema::attribute::{Annotator, Attribute, Choice, Recogniser};
use crate::objects::schema::domain_schema::Schema;
use crate::objects::schema::value::value_of;
use crate::recognize::number::amount_at;
use crate::records::ColumnDraft;
use crate::tree::{PageTree, TreeId};
use crate::types::ColumnKind;
use crate::types::Provenance;
use crate::types::Role;
use crate::types::Value;
use crate::types::ValueKind;

/// A column that is called what the schema calls the attribute is worth this, beside what its texts are worth; one
/// whose name holds the label, less.
const SAME_NAME: f64 = 0.3;
const NAME_WITHIN: f64 = 0.15;
/// What the name alone is worth, where nothing is recognised.
const NAME_ALONE: f64 = 2.0;
/// The same for names that elements around the items have, icons beside them and the like.
const HINTED: f64 = 0.8;
/// Characters on either side of a number that is an amount by itself.
const BESIDE_AMOUNT: usize = 16;
/// A value in pieces beside one in a text of its own.
const IN_PIECES: f64 = 0.75;
/// What few repeats cost the values of a distinct attribute: with four of five different, nothing.
const DISTINCT_ENOUGH: f64 = 0.8;
/// Another position of an attribute is one where it stands in other records: beside the first in at most this share of
/// its own.
const BESIDE: f64 = 0.2;
/// A position of which less than this share is recognised is none of several.
const HARDLY: f64 = 0.1;
/// A position of values of a lower mean weight does not stand before others: they are last resorts.
const LEAST_WEIGHT: f64 = 0.3;
/// A position dominates with so many different terms, and so many times those of any other.
const LEAST_TERMS: usize = 2;
const DOMINANT: usize = 2;
/// The share of a position's items that are recognised where it may stand before others.
const SURE: f64 = 0.8;
/// Of positions with nearly as much support as the best, the schema's choice (first, longest) decides.
const NEARLY: f64 = 0.75;
/// A lower price is the present one, if it is no less than this share of the other: shipping and monthly rates are
/// less.
const LEAST_RATIO: f64 = 0.15;
/// A column whose role is less probable than this is none of the attribute's by its role.
const LEAST_ROLE: f64 = 0.06;
/// The same where nothing else is.
const LEAST_RESORT: f64 = 0.003;
/// Less evidence than this share of records with a sure one is none.
const LEAST_SCORE: f64 = 0.25;
/// So few different texts in all records are rather badges than values.
const HARDLY_VARIED: f64 = 3.0;
/// Texts of fewer characters on average are no descriptions.
const DESCRIBES: usize = 40;
/// What each other attribute in half of its texts leaves of a place or a name.
const WITH_OTHERS: f64 = 0.4;
/// Longer texts on average are no place that hardly anything else speaks for.
const SHORT_PLACE: usize = 20;
/// Texts and characters of an address in pieces.
const MAX_ADDRESS_PARTS: usize = 14;
const MAX_ADDRESS: usize = 140;
/// What annotations are worth beside the probability of a role.
const BESIDE_ROLE: f64 = 0.4;
/// The share of a position's items that must be recognised where values stand that are short and differ, for the others
/// to be values, too: AMBER's repair, of which a third of the terms need be known.
const SOME_KNOWN: f64 = 0.34;
/// Texts of more characters on average are no such values.
const SHORT: usize = 80;
/// Where two attributes are found in one text, in so many of its records at the same place, one of them is wrong.
const SAME_PLACE: f64 = 0.2;
/// An image of so few pixels either way is an icon.
const ICON: f64 = 48.0;

/// What a cell says.
struct Item {
    node: TreeId,
    /// Of an element, its texts with a space between each.
    text: String,
    /// The same as a reader sees it, where it differs: "$12.99" of "$", "12", ".99".
    tight: Option<String>,
    found: Vec<Found>,
    /// Whether the schema's exclusions rule it out, by attribute.
    excluded: Vec<bool>,
}

/// A column and what it may be.
struct Position<'a> {
    draft: &'a ColumnDraft,
    items: Vec<Option<Item>>,
    /// By attribute, how much speaks for it, from 0 to 1: the mean weight of its annotations over all records.
    scores: Vec<f64>,
    /// By attribute, how much its name says.
    named: Vec<f64>,
    /// By attribute, how probable its role is.
    role: Vec<f64>,
    /// By attribute, the records with an annotation.
    annotated: Vec<usize>,
    /// The records that have something here.
    present: usize,
    /// Different texts among these, as a share.
    distinct: f64,
}

/// The positions of an attribute, the first of which counts in each record.
#[derive(Clone, Default)]
struct Order {
    kept: Vec<usize>,
    /// Where values are recognised beside these: better than none. They may be another attribute's, too.
    rest: Vec<usize>,
    /// Whether values are inferred at the first, however few are recognised: hardly any are elsewhere.
    dominant: bool,
}

/// What all steps need.
pub(crate) struct Labeller<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    pub(crate) schema: &'a Schema,
    pub(crate) surroundings: &'a Surroundings,
    pub(crate) language: Option<&'a str>,
}

impl Position<'_> {
    /// The mean weight of an attribute's annotations.
    fn weight(&self, attribute: usize) -> f64 {
        self.scores[attribute] * self.items.len() as f64 / self.annotated[attribute].max(1) as f64
    }

    /// Whether it hardly ever stands beside another position in one record.
    fn is_elsewhere(&self, other: &Position<'_>) -> bool {
        let both = self.items.iter().zip(&other.items).filter(|(a, b)| a.is_some() && b.is_some()).count();
        both as f64 <= BESIDE * self.present as f64
    }
}

impl Labeller<'_> {
    /// The values of every record; `roles` has how probable each role of each column is.
    pub(crate) fn label(&self, drafts: &[ColumnDraft], records: usize, roles: &[Vec<f64>]) -> Vec<Vec<ObjectValue>> {
        let mut values: Vec<Vec<ObjectValue>> = (0..records).map(|_| Vec::new()).collect();
        if records == 0 {
            return values;
        }
        let hints = Hints::new(self.document, self.page);
        let none = Vec::new();
        let mut positions: Vec<Position<'_>> = drafts
            .iter()
            .enumerate()
            .map(|(at, draft)| self.position(draft, records, roles.get(at).unwrap_or(&none), &hints))
            .collect();
        // links are told by what they hold, so texts come first
        let is_link = |a: &Attribute| a.value.is_address();
        let count = self.schema.attributes.len();
        let texts: Vec<usize> = (0..count).filter(|&a| !is_link(&self.schema.attributes[a])).collect();
        for (attribute, chosen) in self.assign(&positions, &texts) {
            self.read(&positions, attribute, &chosen, &mut values);
        }
        for attribute in (0..count).filter(|&a| is_link(&self.schema.attributes[a])) {
            self.judge_links(&mut positions, attribute, &values);
            let order = self.order(&positions, attribute, &|_| true);
            self.read(&positions, attribute, &order, &mut values);
        }
        for row in &mut values {
            row.sort_by_key(|v| (v.attribute, v.node));
        }
        values
    }

    fn position<'d>(&self, draft: &'d ColumnDraft, records: usize, roles: &[f64], hints: &Hints<'_>) -> Position<'d> {
        let attributes = &self.schema.attributes;
        let is_text = draft.kind == ColumnKind::Text;
        let said = if is_text && self.has_roles() { hints.of(draft) } else { Vec::new() };
        let label = draft.label.as_deref().unwrap_or_default();
        let names: Vec<f64> = attributes
            .iter()
            .map(|a| {
                let given = if a.role.is_some() && is_guess(&draft.name) { "" } else { draft.name.as_str() };
                let named = [given, label].map(|name| name_weight(a, name));
                let named = named[0] + named[1] * f64::from(u8::from(named[0] == 0.0));
                let hinted = said.iter().map(|name| name_weight(a, name)).fold(0.0, f64::max);
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
            // what is short describes nothing
            if attribute.role == Some(Role::Text) && chars < DESCRIBES {
                position.role[at] = 0.0;
            }
            let score = position.scores[at].min(1.0) * BESIDE_ROLE;
            let repeats = attribute.distinct && position.distinct * position.present as f64 <= 1.0;
            let named = if attribute.whole { position.named[at].max(0.0) } else { 0.0 };
            let role = if repeats { 0.0 } else { position.role[at] };
            // a word or two that places have, too, are no evidence by themselves
            let weak = attribute.whole && role < LEAST_ROLE && named == 0.0 && score < LEAST_SCORE * BESIDE_ROLE;
            if weak {
                position.annotated[at] = 0;
                position.scores[at] = 0.0;
                continue;
            }
            position.scores[at] = score + named + role;
            if matches!(attribute.role, Some(Role::Location | Role::Seller)) {
                // a text of several values is none of them
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

    fn item(&self, kind: ColumnKind, node: TreeId, text: &str, names: &[f64], by_name: &[bool]) -> Item {
        let attributes = &self.schema.attributes;
        if kind != ColumnKind::Text {
            let excluded = vec![false; attributes.len()];
            return Item { node, text: text.to_owned(), tight: None, found: Vec::new(), excluded };
        }
        let (document, page) = (self.document, self.page);
        // of an element, what its first text stands in
        let first = page.tree.subtree(node).find(|&id| page.is_text(id)).unwrap_or(node);
        let pieces = !page.is_text(node) && page.tree.terminals(node) > 1;
        let apart = (pieces || page.is_text(node)).then(|| joined(document, page, node, page.tree.end(node)));
        // of an item that is a part of its text, nothing else of that
        let whole = |of: &str| !self.has_roles() || same_letters(of, text);
        let apart = apart.filter(|apart| !apart.is_empty() && apart != text && whole(apart));
        let unstruck = without_struck(document, page.spans[node]).filter(|rest| !rest.is_empty());
        let unstruck = unstruck.filter(|_| {
            let (from, to) = page.spans[node];
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
                && weight >= NAME_WITHIN
                && let Some(span) = bare_amount(&attributes[attribute], &text)
            {
                found.push(Found { attribute, span, weight: weight * NAME_ALONE });
            }
        }
        Item { node, text, tight, found, excluded }
    }

    /// Which columns are which attribute, the best first in each; attributes with the surest column first. What is taken by
    /// one is not given to those it is disjoint with.
    fn assign(&self, positions: &[Position<'_>], attributes: &[usize]) -> Vec<(usize, Order)> {
        let mut open: Vec<(usize, Order)> =
            attributes.iter().map(|&a| (a, self.order(positions, a, &|_| true))).collect();
        let mut taken: Vec<(usize, usize)> = Vec::new();
        let mut out: Vec<(usize, Order)> = Vec::new();
        loop {
            open.retain(|(_, order)| !order.kept.is_empty());
            let score = |(a, order): &(usize, Order)| {
                let p = &positions[order.kept[0]];
                p.scores[*a].max(p.role[*a])
            };
            let is_above = |(a, _): &(usize, Order)| self.schema.attributes[*a].above.is_some();
            // those that are above others after these
            let next = (0..open.len()).min_by(|&x, &y| {
                let (x, y) = (&open[x], &open[y]);
                is_above(x).cmp(&is_above(y)).then(score(y).total_cmp(&score(x))).then(x.0.cmp(&y.0))
            });
            let Some(next) = next else { break };
            let (attribute, mut order) = open.remove(next);
            if let Some(lower) = self.schema.attributes[attribute].above {
                let lower =
                    out.iter().find(|(a, _)| *a == lower).map(|(_, order)| order.kept.clone()).unwrap_or_default();
                let is_above =
                    |l: usize, at: usize| self.compare(&positions[l], &positions[at], attribute) == Some(true);
                order.kept.retain(|&at| lower.iter().any(|&l| is_above(l, at)));
                order.rest.retain(|&at| lower.iter().any(|&l| is_above(l, at)));
            }
            let free = |attribute: usize, at: usize, taken: &[(usize, usize)]| {
                taken.iter().all(|&(other, column)| {
                    column != at
                        || !self.schema.are_disjoint(other, attribute)
                        || !self.meet(&positions[at], other, attribute)
                })
            };
            order.rest.retain(|&at| free(attribute, at, &taken));
            taken.extend(order.kept.iter().map(|&at| (attribute, at)));
            for (other, theirs) in open.iter_mut().filter(|(a, _)| self.schema.are_disjoint(*a, attribute)) {
                if !self.has_roles() {
                    theirs.kept.retain(|&at| free(*other, at, &taken));
                } else if theirs.kept.iter().any(|&at| order.kept.contains(&at) && !free(*other, at, &taken)) {
                    *theirs = self.order(positions, *other, &|at| free(*other, at, &taken));
                }
            }
            if !order.kept.is_empty() || !order.rest.is_empty() {
                out.push((attribute, order));
            }
        }
        out
    }

    /// Whether the schema has roles of columns, which the markup around its items helps to tell.
    fn has_roles(&self) -> bool {
        self.schema.attributes.iter().any(|a| a.role.is_some())
    }

    /// Whether two attributes are found at the same place of a column's texts.
    fn meet(&self, position: &Position<'_>, a: usize, b: usize) -> bool {
        let attributes = &self.schema.attributes;
        if !self.has_roles() || attributes[a].whole || attributes[b].whole {
            return true;
        }
        let (mut both, mut same) = (0, 0);
        for item in position.items.iter().flatten() {
            if let (Some(a), Some(b)) = (likeliest(item, a), likeliest(item, b)) {
                both += 1;
                same += usize::from(a.span.start < b.span.end && b.span.start < a.span.end);
            }
        }
        both == 0 || same as f64 > SAME_PLACE * both as f64
    }

    /// The columns that may be an attribute.
    fn order(&self, positions: &[Position<'_>], attribute: usize, free: &dyn Fn(usize) -> bool) -> Order {
        let schema = &self.schema.attributes[attribute];
        let (_, keep) = self.schema.thresholds.of(schema);
        let total = positions.first().map_or(1, |p| p.items.len()).max(1) as f64;
        let mut order: Vec<usize> = (0..positions.len())
            .filter(|&at| {
                let p = &positions[at];
                let some = !schema.units.is_empty() && p.annotated[attribute] >= 2;
                let enough = p.annotated[attribute] as f64 / total > keep || p.role[attribute] >= LEAST_ROLE || some;
                p.scores[attribute] > 0.0 && enough && free(at)
            })
            .collect();
        order.sort_by(|&a, &b| {
            positions[b].scores[attribute].total_cmp(&positions[a].scores[attribute]).then(a.cmp(&b))
        });
        if order.is_empty() && schema.role.is_some() {
            order.extend(self.last_resort(positions, attribute, free));
        }
        let Some(&best) = order.first() else { return Order::default() };
        let nearly = |at: usize| positions[at].scores[attribute] >= NEARLY * positions[best].scores[attribute];
        let chosen = match schema.choose {
            Choice::First if schema.role.is_some() => self.whole_of(positions, best, attribute, free),
            Choice::First => {
                let named = |at: usize| positions[at].named[attribute] < SAME_NAME;
                order.iter().copied().filter(|&at| nearly(at)).min_by_key(|&at| (named(at), at)).unwrap_or(best)
            }
            Choice::Longest => {
                let longest = order.iter().copied().filter(|&at| nearly(at));
                longest.max_by_key(|&at| (length(&positions[at]), usize::MAX - at)).unwrap_or(best)
            }
            Choice::Lowest | Choice::Highest => best,
        };
        // then, the positions that hold it where the first has nothing
        let (mut kept, mut rest) = (vec![chosen], Vec::new());
        for &at in order.iter().filter(|&&at| at != chosen) {
            let better = matches!(schema.choose, Choice::Lowest | Choice::Highest).then(|| {
                let less = self.compare(&positions[at], &positions[chosen], attribute)?;
                Some(less == (schema.choose == Choice::Lowest))
            });
            let share = positions[at].annotated[attribute] as f64 / positions[at].present.max(1) as f64;
            let sure = share >= SURE && positions[at].weight(attribute) > LEAST_WEIGHT;
            let recognised = share > HARDLY || positions[at].role[attribute] >= LEAST_ROLE;
            if better.flatten() == Some(true) && sure {
                // stands before the usual one, as a sale price does
                kept.insert(0, at);
            } else if schema.multiple || recognised && kept.iter().all(|&k| positions[at].is_elsewhere(&positions[k])) {
                kept.push(at);
            } else if sure && schema.value != ValueKind::Text || recognised && !schema.units.is_empty() {
                rest.push(at);
            }
        }
        let dominant = schema.regular && self.dominates(positions, chosen, attribute);
        Order { kept, rest, dominant }
    }

    /// The column that holds a location and nothing but what is said of locations, where the best is a part of it: of city
    /// and district both.
    fn whole_of(
        &self,
        positions: &[Position<'_>],
        best: usize,
        attribute: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> usize {
        if self.schema.attributes[attribute].role != Some(Role::Location) {
            return best;
        }
        let holds = |outer: usize, inner: usize| {
            let pairs = positions[outer].items.iter().zip(&positions[inner].items);
            let both = pairs.filter_map(|(a, b)| Some((a.as_ref()?.node, b.as_ref()?.node)));
            let (mut all, mut inside) = (0, 0);
            for (a, b) in both {
                all += 1;
                inside += usize::from(a != b && self.page.tree.contains(a, b));
            }
            inside * 5 >= all * 4 && all > 0
        };
        let says = |at: usize| {
            let p = &positions[at];
            p.role[attribute] >= LEAST_ROLE || p.annotated[attribute] * 3 > p.present
        };
        let texts = || (0..positions.len()).filter(|&at| positions[at].draft.kind == ColumnKind::Text);
        let wider = texts().filter(|&at| {
            let p = &positions[at];
            at != best
                && free(at)
                && says(at)
                && length(p) <= SHORT
                && p.present * 5 >= positions[best].present * 4
                && holds(at, best)
                && texts().filter(|&c| c != at && holds(at, c)).all(says)
        });
        wider.max_by_key(|&at| length(&positions[at])).unwrap_or(best)
    }

    /// Where nothing else is an attribute whose columns have a role: the column that hardly fits the role and any other
    /// less, of short texts in most records that differ, and that are no amounts.
    fn last_resort(&self, positions: &[Position<'_>], attribute: usize, free: &dyn Fn(usize) -> bool) -> Option<usize> {
        let schema = &self.schema.attributes[attribute];
        if schema.value != ValueKind::Text {
            return None;
        }
        let longest = if schema.role == Some(Role::Location) { SHORT_PLACE } else { SHORT };
        let fits = |at: &usize| {
            let p = &positions[*at];
            let of_another = (0..self.schema.attributes.len()).any(|a| {
                let other = &self.schema.attributes[a];
                other.role.is_none() && !other.value.is_address() && p.annotated[a] * 2 >= p.present.max(1)
            });
            let wordy = p.items.iter().flatten().filter(|i| i.text.starts_with(char::is_alphabetic)).count();
            p.draft.kind == ColumnKind::Text
                && p.role[attribute] >= LEAST_RESORT
                && p.present * 5 >= p.items.len() * 3
                && p.distinct * p.present as f64 >= 3.0
                && wordy * 5 >= p.present * 4
                && length(p) <= longest
                && !of_another
                && free(*at)
        };
        let role = |at: usize| positions[at].role[attribute] * positions[at].distinct;
        (0..positions.len()).filter(fits).max_by(|&a, &b| role(a).total_cmp(&role(b)).then(b.cmp(&a)))
    }

    /// Whether a position of a regular attribute has far more annotations than any other, those within or around it left
    /// out. Every object has the attribute somewhere, so then this is where, with a gazetteer of whatever size.
    fn dominates(&self, positions: &[Position<'_>], chosen: usize, attribute: usize) -> bool {
        let first = &positions[chosen];
        // different terms: one word that all records repeat is no evidence
        let terms = |p: &Position<'_>| -> usize {
            let found = p.items.iter().flatten().filter_map(|item| {
                let found = item.found.iter().find(|f| f.attribute == attribute)?;
                Some(item.text.get(found.span.clone())?.to_lowercase())
            });
            found.collect::<FxHashSet<String>>().len()
        };
        let related = |p: &Position<'_>| {
            let both = p.items.iter().zip(&first.items).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
            let (mut count, mut inside) = (0, 0);
            for (a, b) in both {
                let tree = &self.page.tree;
                let within = tree.contains(a.node, b.node) || tree.contains(b.node, a.node);
                count += 1;
                inside += usize::from(within || a.text.contains(&b.text) || b.text.contains(&a.text));
            }
            inside * 2 > count
        };
        let others = positions.iter().enumerate().filter(|(at, p)| *at != chosen && p.draft.kind == first.draft.kind);
        let most = others.filter(|(_, p)| !related(p)).map(|(_, p)| terms(p)).max().unwrap_or(0);
        let usual = first.present * 5 >= first.items.len() * 4;
        let mine = terms(first);
        usual && mine >= LEAST_TERMS.max(first.present / 20) && mine >= DOMINANT * most
    }

    /// Whether the numbers of one column are lower than those of another beside them, in nearly all records that have
    /// both; `None` where too few have, or it depends.
    fn compare(&self, a: &Position<'_>, b: &Position<'_>, attribute: usize) -> Option<bool> {
        let schema = &self.schema.attributes[attribute];
        let number = |item: &Option<Item>| {
            let item = item.as_ref()?;
            let found = item.found.iter().find(|f| f.attribute == attribute)?;
            value_of(schema, item.text.get(found.span.clone())?, self.language)?.number()
        };
        let (mut lower, mut higher, mut both) = (0, 0, 0);
        for (x, y) in a.items.iter().zip(&b.items) {
            if let (Some(x), Some(y)) = (number(x), number(y)) {
                both += 1;
                // 12 beside 12.99 is the same without its cents
                let differ = x.trunc() != y.trunc();
                lower += usize::from(differ && x < y && x >= LEAST_RATIO * y);
                higher += usize::from(differ && x > y && y >= LEAST_RATIO * x);
            }
        }
        if both == 0 || lower + higher == 0 {
            return None;
        }
        // equal prices side by side say nothing
        if higher == 0 && lower * 10 >= both {
            Some(true)
        } else if lower == 0 && higher * 10 >= both {
            Some(false)
        } else {
            None
        }
    }

    /// Links and images by what they hold, and whether they differ from record to record.
    fn judge_links(&self, positions: &mut [Position<'_>], attribute: usize, values: &[Vec<ObjectValue>]) {
        let schema = &self.schema.attributes[attribute];
        let has = |wanted: Recogniser| {
            schema.annotators.iter().any(|a| matches!(a, Annotator::Recogniser(r) if *r == wanted))
        };
        let wanted = schema.value.column_kind();
        let is_recognised = match wanted {
            ColumnKind::Link => has(Recogniser::Url),
            ColumnKind::Image => has(Recogniser::Image),
            ColumnKind::Text => false,
        };
        if !is_recognised {
            return;
        }
        // the values that tell objects apart: a link around one leads to the object
        let telling = |v: &ObjectValue| {
            let a = &self.schema.attributes[v.attribute];
            a.distinct && a.value == ValueKind::Text
        };
        let tree = &self.page.tree;
        for position in positions.iter_mut().filter(|p| p.draft.kind == wanted) {
            let mut sum = 0.0;
            for (item, row) in position.items.iter_mut().zip(values) {
                let Some(item) = item else { continue };
                let weight = if wanted == ColumnKind::Link {
                    let holds = |id: TreeId| tree.contains(item.node, id) || tree.contains(id, item.node);
                    let within = |most: usize| tree.subtree(item.node).take(most);
                    let heading = within(32).any(|id| {
                        matches!(self.page.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6)
                    });
                    let image = within(64).any(|id| self.page.tag(id) == Tag::IMG);
                    if row.iter().any(|v| telling(v) && holds(v.node)) {
                        1.0
                    } else if heading || image {
                        0.95
                    } else {
                        0.5
                    }
                } else {
                    self.image_weight(item.node, &item.text)
                };
                item.found.push(Found { attribute, span: 0..item.text.len(), weight });
                position.annotated[attribute] += 1;
                sum += weight;
            }
            let distinct = if schema.distinct { position.distinct } else { 1.0 };
            let score = sum / position.items.len().max(1) as f64 * (0.1 + 0.9 * distinct);
            let role = position.role[attribute];
            position.scores[attribute] = if schema.role.is_some() { score * BESIDE_ROLE + role } else { score };
        }
    }

    fn image_weight(&self, node: TreeId, source: &str) -> f64 {
        let side = |name| {
            let value = self.document.attr(self.page.node(node), name)?;
            value.trim_end_matches("px").trim().parse::<f64>().ok()
        };
        let is_icon =
            side(AttrName::WIDTH).is_some_and(|w| w <= ICON) || side(AttrName::HEIGHT).is_some_and(|h| h <= ICON);
        let path = source.split(['?', '#']).next().unwrap_or_default();
        let drawn = path.len() >= 4 && path.get(path.len() - 4..).is_some_and(|e| e.eq_ignore_ascii_case(".svg"));
        let inline = source.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
        if is_icon || drawn || inline { 0.3 } else { 1.0 }
    }

    /// Reads the values of one attribute from its columns, the first of them in each record unless it is multi-valued.
    fn read(&self, positions: &[Position<'_>], attribute: usize, order: &Order, values: &mut [Vec<ObjectValue>]) {
        let schema = &self.schema.attributes[attribute];
        let (infer, _) = self.schema.thresholds.of(schema);
        for (record, row) in values.iter_mut().enumerate() {
            for &at in order.kept.iter().chain(&order.rest) {
                let position = &positions[at];
                let Some(item) = &position.items[record] else { continue };
                let total = position.items.len() as f64;
                let support = position.annotated[attribute] as f64 / total;
                let found = likeliest(item, attribute);
                // of the records that have something at the position
                let known = position.annotated[attribute] as f64 / position.present.max(1) as f64;
                let by_role = position.role[attribute] >= LEAST_RESORT && schema.role.is_some();
                let repaired = schema.regular
                    && schema.whole
                    && schema.role.is_some()
                    && known >= SOME_KNOWN
                    && length(position) <= SHORT;
                let inferable = order.dominant || known > infer || by_role || repaired;
                let first = Some(&at) == order.kept.first() || by_role;
                let inferred = inferable && first && !item.excluded[attribute];
                let Some((text, value)) = self.value(item, attribute, found, inferred) else { continue };
                let (node, text) = match schema.role {
                    Some(Role::Location) => self.whole_address(item.node, text),
                    _ => (item.node, text),
                };
                let provenance = match found {
                    Some(_) if support > infer => Provenance::Annotated,
                    Some(_) => Provenance::Kept,
                    None => Provenance::Inferred,
                };
                let column = Some(at);
                row.push(ObjectValue { attribute, node, text, value, provenance, support, column });
                if !schema.multiple {
                    break;
                }
            }
        }
    }
}

impl Labeller<'_> {
    /// The address that an item is a part of: what stands around it in elements of their own, a comma between each.
    fn whole_address(&self, node: TreeId, text: String) -> (TreeId, String) {
        let (tree, page) = (&self.page.tree, self.page);
        let (mut best, mut address) = (node, text);
        for id in std::iter::successors(tree.parent(node), |&id| tree.parent(id)) {
            if tree.terminals(id) > MAX_ADDRESS_PARTS {
                break;
            }
            let (from, to) = page.spans[id];
            if self.document.raw_text_between(from, to).len() > 8 * MAX_ADDRESS {
                break;
            }
            let whole = joined(self.document, page, id, tree.end(id));
            let Some(at) = whole.find(&address).filter(|_| whole.chars().count() <= MAX_ADDRESS) else { break };
            let (before, behind) = (whole[..at].trim_end(), whole[at + address.len()..].trim_start());
            let apart = ends_in_comma(&address) || before.ends_with(',') || behind.starts_with(',');
            if !before.is_empty() && !before.ends_with(',') && !behind.starts_with(',') {
                break;
            }
            if before.is_empty() && behind.is_empty() {
                best = id;
            } else if apart {
                (best, address) = (id, whole);
            } else {
                break;
            }
        }
        (best, address)
    }

    /// What an item says of an attribute, normalised; of one in which nothing is recognised all of it, if that may be
    /// `inferred`.
    fn value(
        &self,
        item: &Item,
        attribute: usize,
        found: Option<&Found>,
        inferred: bool,
    ) -> Option<(String, Option<Value>)> {
        let schema = &self.schema.attributes[attribute];
        if schema.role.is_some() && schema.value == ValueKind::Text && (found.is_some() || inferred) {
            let text = item.text.trim_matches(|c: char| c.is_whitespace() || "·•|,;–—⋅∙".contains(c));
            return (!text.is_empty()).then(|| (text.to_owned(), None));
        }
        let mut text = match found {
            Some(found) if !schema.whole => item.text.get(found.span.clone()).unwrap_or(&item.text),
            Some(_) => item.text.as_str(),
            None if inferred && schema.role.is_some() && schema.value.is_amount() => {
                item.text.get(bare_amount(schema, &item.text)?).unwrap_or_default()
            }
            None if inferred => item.text.as_str(),
            None => return None,
        };
        let mut value = value_of(schema, text, self.language);
        // "$ 12 .99" is written as the page has it, and is 12.99
        if let Some(tight) = item.tight.as_deref()
            && let Some(read) = value_of(schema, tight, self.language)
            && value.as_ref().is_none_or(|v| v.number() < read.number() && starts_alike(v, &read))
        {
            value = Some(read);
            text = item.text.as_str();
        }
        Some((text.to_owned(), value))
    }

    /// The value of an attribute in an item of a column that is known to be the attribute's. `inferred` tells whether items in
    /// which nothing is recognised are values, too.
    pub(crate) fn read_item(
        &self,
        kind: ColumnKind,
        attribute: usize,
        (node, text): (TreeId, &str),
        inferred: bool,
    ) -> Option<ObjectValue> {
        let attributes = self.schema.attributes.len();
        let (names, others) = (vec![0.0; attributes], (0..attributes).map(|a| a != attribute).collect::<Vec<_>>());
        let item = self.item(kind, node, text, &names, &others);
        let found = likeliest(&item, attribute);
        let inferred = inferred && !item.excluded[attribute] || kind != ColumnKind::Text;
        let (text, value) = self.value(&item, attribute, found, inferred)?;
        let provenance = if found.is_some() { Provenance::Annotated } else { Provenance::Inferred };
        Some(ObjectValue { attribute, node, text, value, provenance, support: 0.0, column: None })
    }
}

/// Where an item says most of an attribute.
fn likeliest(item: &Item, attribute: usize) -> Option<&Found> {
    let found = item.found.iter().filter(|f| f.attribute == attribute);
    found.max_by(|x, y| x.weight.total_cmp(&y.weight).then(y.span.start.cmp(&x.span.start)))
}

/// Whether the one number is the other without its cents.
fn starts_alike(a: &Value, b: &Value) -> bool {
    matches!((a.number(), b.number()), (Some(a), Some(b)) if a.trunc() == b.trunc())
}

/// The only number of a text that is an amount and little else: "22,106", "from 31.9 M".
fn bare_amount(attribute: &Attribute, text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let before = &text[..start];
    let amount = amount_at(text, start)?;
    let rest = &text[amount.end..];
    let short = before.chars().count() <= BESIDE_AMOUNT && rest.chars().count() <= BESIDE_AMOUNT;
    let behind = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let ruled_out = is_after(before, &attribute.not_after) || is_before(behind, &attribute.not_before);
    (short && !ruled_out && !rest.contains(|c: char| c.is_ascii_digit())).then_some(start..amount.end)
}

fn ends_in_comma(text: &str) -> bool {
    text.trim_end().ends_with(',')
}

/// Whether two texts are the same but for spaces.
fn same_letters(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    letters(a) == letters(b)
}

fn length(position: &Position<'_>) -> usize {
    let chars: usize = position.items.iter().flatten().map(|i| i.text.chars().count()).sum();
    chars / position.present.max(1)
}

/// Whether a column is called after what its items look like, not by the page.
fn is_guess(name: &str) -> bool {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    matches!(name, "title" | "date" | "price" | "number" | "text" | "description" | "url" | "image")
}

/// `old_price_2` as `old price`.
fn spaced(name: &str) -> String {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    name.replace(['_', '-'], " ").to_lowercase()
}

/// How much the name of a column speaks for an attribute; below zero, what is left of its texts' weight.
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
