//! Which columns are which attributes: the attributes of the schema are assigned together, and of several positions the
//! first counts.

use rustc_hash::FxHashSet;

use super::parts::{
    BESIDE_ROLE, Item, LEAST_RESORT, LEAST_ROLE, LEAST_WEIGHT, Labeller, Order, Position, SAME_NAME, SHORT, length,
    likeliest,
};
use crate::dom::{AttrName, Tag};
use crate::objects::annotate::Found;
use crate::objects::extraction::ObjectValue;
use crate::objects::schema::attribute::{Annotator, Choice, Recogniser};
use crate::objects::schema::value::value_of;
use crate::tree::TreeId;
use crate::types::{ColumnKind, Role, ValueKind};

/// A position in which less than this share is recognised is not used as a further one.
const HARDLY: f64 = 0.1;
/// A column is the only one of an attribute if the evidence for any other is less than this share of its own.
const HARDLY_ELSEWHERE: f64 = 0.34;
/// The evidence for an attribute that is worth as much as that for another, as a share of it.
const FITS_AS_WELL: f64 = 0.6;
/// The share of items in which an attribute is recognised where nearly all are taken for its values.
const RECOGNISED: f64 = 0.9;
/// A position dominates if it has this many different terms, and this many times those of any other.
const LEAST_TERMS: usize = 2;
const DOMINANT: usize = 2;
/// The least share of recognised items for a position to come before others.
const SURE: f64 = 0.8;
/// Among positions with nearly as much support as the best, the schema's choice (first, longest) decides.
const NEARLY: f64 = 0.75;
/// The lower of two prices is the current one only if it is at least this share of the other: shipping costs and
/// monthly rates are less.
const LEAST_RATIO: f64 = 0.15;
/// A column with a longer average text is not a place, unless something else indicates it.
const SHORT_PLACE: usize = 20;
/// If two attributes are found at the same place in the texts of this many records, one of them is wrong.
const SAME_PLACE: f64 = 0.2;
/// An image with at most this many pixels in either direction is an icon.
const ICON: f64 = 48.0;

impl Labeller<'_> {
    /// Assigns columns to attributes, with the best first for each. Attributes with the most certain column are
    /// assigned first. A column taken by one attribute is not given to those that are disjoint with it.
    pub(super) fn assign(&self, positions: &[Position<'_>], attributes: &[usize]) -> Vec<(usize, Order)> {
        let mut open: Vec<(usize, Order)> =
            attributes.iter().map(|&a| (a, self.order(positions, a, &|_| true))).collect();
        let mut taken: Vec<(usize, usize)> = Vec::new();
        let mut out: Vec<(usize, Order)> = Vec::new();
        let mut gave_way: FxHashSet<usize> = FxHashSet::default();
        loop {
            open.retain(|(_, order)| !order.kept.is_empty());
            let score = |(a, order): &(usize, Order)| {
                let p = &positions[order.kept[0]];
                p.scores[*a].max(p.role[*a])
            };
            let is_above = |(a, _): &(usize, Order)| self.schema.attributes[*a].above.is_some();
            // attributes that depend on others come after these
            let next = (0..open.len()).min_by(|&x, &y| {
                let (x, y) = (&open[x], &open[y]);
                is_above(x).cmp(&is_above(y)).then(score(y).total_cmp(&score(x))).then(x.0.cmp(&y.0))
            });
            let Some(next) = next else { break };
            let (attribute, mut order) = open.remove(next);
            let needed = self.needed(positions, attribute, &order, &open);
            if !needed.is_empty() && gave_way.insert(attribute) {
                let mine = |at: usize| order.kept.contains(&at) || order.rest.contains(&at);
                let free = |at: usize| !needed.contains(&at) && mine(at);
                open.push((attribute, self.order(positions, attribute, &free)));
                continue;
            }
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

    /// The columns of an attribute that are the only ones of attributes that every object has and that are recognised there in
    /// nearly all: of one that fits about as well, if this attribute is optional, and of amounts that stand before it in the schema.
    fn needed(
        &self,
        positions: &[Position<'_>],
        attribute: usize,
        order: &Order,
        open: &[(usize, Order)],
    ) -> Vec<usize> {
        let attributes = &self.schema.attributes;
        if !self.has_roles() {
            return Vec::new();
        }
        let is_only = |(other, theirs): &(usize, Order)| {
            let &at = theirs.kept.first().filter(|at| order.kept.contains(at))?;
            let position = &positions[at];
            let score = |at: usize| positions[at].scores[*other];
            let elsewhere = theirs.kept[1..].iter().chain(&theirs.rest).map(|&at| score(at)).fold(0.0, f64::max);
            let recognised = position.annotated[*other] as f64 >= RECOGNISED * position.present as f64;
            let fits = recognised && score(at) >= FITS_AS_WELL * position.scores[attribute];
            let first = *other < attribute && attributes[*other].value.is_amount() && recognised;
            let needs = attributes[*other].regular
                && self.schema.are_disjoint(*other, attribute)
                && elsewhere < HARDLY_ELSEWHERE * score(at)
                && (first || fits && !attributes[attribute].regular);
            (needs && self.meet(position, *other, attribute)).then_some(at)
        };
        open.iter().filter_map(is_only).collect()
    }

    /// Whether the schema has roles of columns, for which the markup around items is helpful.
    pub(super) fn has_roles(&self) -> bool {
        self.schema.attributes.iter().any(|a| a.role.is_some())
    }

    /// Whether two attributes are found at the same place of a column's texts.
    pub(super) fn meet(&self, position: &Position<'_>, a: usize, b: usize) -> bool {
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

    /// The columns that may be an attribute, in order of preference.
    pub(super) fn order(&self, positions: &[Position<'_>], attribute: usize, free: &dyn Fn(usize) -> bool) -> Order {
        let schema = &self.schema.attributes[attribute];
        let keep = self.schema.thresholds.of(schema).keep;
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
        // several values of an attribute are not in the prose beside them
        let is_short = |at: usize| length(&positions[at]) <= SHORT.max(length(&positions[chosen]));
        // then the positions that have it where the first has nothing
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
                // this one comes before the usual one, as a sale price does
                kept.insert(0, at);
            } else if schema.multiple && is_short(at)
                || recognised && kept.iter().all(|&k| positions[at].is_elsewhere(&positions[k]))
            {
                kept.push(at);
            } else if sure && schema.value != ValueKind::Text || recognised && !schema.units.is_empty() {
                rest.push(at);
            }
        }
        let dominant = schema.regular && self.dominates(positions, chosen, attribute);
        Order { kept, rest, dominant }
    }

    /// A column with a location and only what belongs to a location, if the best column is a part of it: the column of
    /// both city and district.
    pub(super) fn whole_of(
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

    /// If no other column fits an attribute with a role: the column whose role is at least slightly probable and more
    /// so than any other's, with short texts in most records that differ and are not amounts.
    pub(super) fn last_resort(
        &self,
        positions: &[Position<'_>],
        attribute: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let schema = &self.schema.attributes[attribute];
        if schema.value != ValueKind::Text {
            return None;
        }
        let longest = if schema.role == Some(Role::Location) { SHORT_PLACE } else { SHORT };
        let fits = |at: &usize| {
            let p = &positions[*at];
            let of_another = (0..self.schema.attributes.len()).any(|a| {
                let other = &self.schema.attributes[a];
                // titles name types of homes and makes of cars
                let may_meet = schema.role == Some(Role::Title) && !self.schema.are_disjoint(a, attribute);
                let typed = other.role.is_none() && !other.value.is_address() && !may_meet;
                typed && p.annotated[a] * 2 >= p.present.max(1)
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

    /// Whether a position of a regular attribute has far more annotations than any other, not counting positions within
    /// or around it. Every object has the attribute somewhere, so this must be the place, however small the gazetteer
    /// is.
    pub(super) fn dominates(&self, positions: &[Position<'_>], chosen: usize, attribute: usize) -> bool {
        let first = &positions[chosen];
        // different terms: a word repeated in all records is not evidence
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

    /// Whether the numbers of one column are lower than those of another next to them, in nearly all records that have
    /// both; `None` if too few have both, or if it varies.
    pub(super) fn compare(&self, a: &Position<'_>, b: &Position<'_>, attribute: usize) -> Option<bool> {
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
                // 12 next to 12.99 is the same number without its cents
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

    /// Assigns links and images according to what they contain, and to whether they differ from record to record.
    pub(super) fn judge_links(&self, positions: &mut [Position<'_>], attribute: usize, values: &[Vec<ObjectValue>]) {
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
        // the values that distinguish objects: a link around one leads to the object
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

    pub(super) fn image_weight(&self, node: TreeId, source: &str) -> f64 {
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
}
