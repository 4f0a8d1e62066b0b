//! Candidates for the selectors of records and columns, preferring meaningful names to positions, and few steps to
//! many.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, NodeId};
use crate::selector::Selector;
use crate::selector::parse::escaped;
use crate::wrapper::learn::selectors::{Item, Rows};

/// A selector and its cost apart from what it selects: steps, positions, names that look generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proposed {
    pub(crate) css: String,
    pub(crate) cost: u32,
}

/// How many elements, of records and of columns, selectors are made from.
const SAMPLES: usize = 6;
/// The most selectors that are tried.
const MOST: usize = 240;
/// How many enclosing elements are looked at.
const LEVELS: usize = 8;

/// The cost of a tag alone, which says little.
const TAG: u32 = 8;
/// The cost of a meaningful class or id.
const NAME: u32 = 3;
/// The cost of a meaningful attribute.
const ATTRIBUTE: u32 = 4;
/// The cost of a position among siblings.
const POSITION: u32 = 14;
/// The cost of a further step.
const STEP: u32 = 3;

/// Words for the momentary state or the position of an element, rather than for what it is.
const STATES: [&str; 16] = [
    "active", "first", "last", "odd", "even", "selected", "current", "hover", "open", "visible", "hidden", "show",
    "left", "right", "clearfix", "loaded",
];

/// The cost of a class or id.
fn cost_of_name(name: &str) -> u32 {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let words: Vec<&str> = name.split(['-', '_']).filter(|word| !word.is_empty()).collect();
    let is_state = words.iter().any(|word| STATES.contains(&word.to_ascii_lowercase().as_str()));
    // letters and digits mixed in one word, or capitals inside it without a second word
    let mixed = |word: &&str| {
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let capitals = word.bytes().skip(1).filter(u8::is_ascii_uppercase).count();
        word.len() >= 4 && letters > 0 && (digits >= 2 || digits > 0 && capitals > 0 || capitals >= 3)
    };
    let made = words.iter().any(mixed) || words.first().is_some_and(|w| ["css", "sc", "jsx"].contains(w)) && digits > 0;
    let utility = name.contains([':', '[', '/']) || words.len() == 2 && words[0].len() <= 3 && digits > 0;
    NAME + if made { 8 } else { 0 }
        + if is_state || utility { 5 } else { 0 }
        + digits.min(3) as u32
        + name.len() as u32 / 16
}

/// The ways to refer to an element by itself: its tag, alone, with each of its names, and with two of its classes.
fn own_names(document: &Document, node: NodeId, is_common: &dyn Fn(&str) -> bool) -> Vec<Proposed> {
    let tag = document.tag_name(document.tag(node));
    let mut out = vec![Proposed { css: tag.to_owned(), cost: TAG }];
    let mut classes: Vec<Proposed> = Vec::new();
    for (name, value) in document.attrs(node) {
        match name {
            AttrName::CLASS => {
                let distinct: BTreeSet<&str> = value.split_ascii_whitespace().collect();
                for class in distinct.into_iter().filter(|class| is_common(&format!(".{class}"))) {
                    classes.push(Proposed { css: format!(".{}", escaped(class)), cost: cost_of_name(class) });
                }
            }
            AttrName::ID => {
                let id = value.trim();
                let stem: String = id.chars().take_while(|c| !c.is_ascii_digit()).collect();
                if is_common(&format!("#{id}")) && !id.is_empty() {
                    out.push(Proposed { css: format!("#{}", escaped(id)), cost: cost_of_name(id) });
                } else if stem.len() >= 2 && stem.len() < id.len() {
                    out.push(Proposed { css: format!("{tag}[id^={}]", quoted(&stem)), cost: ATTRIBUTE + 2 });
                }
            }
            AttrName::ITEMPROP | AttrName::ROLE | AttrName::REL if value.len() <= 40 => {
                let name = document.attr_name(name);
                out.push(Proposed { css: format!("{tag}[{name}={}]", quoted(value)), cost: ATTRIBUTE });
            }
            _ => {
                let name = document.attr_name(name);
                let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
                if plain && (name.starts_with("data-") || ["datetime", "itemscope", "title"].contains(&name)) {
                    out.push(Proposed { css: format!("{tag}[{name}]"), cost: ATTRIBUTE + 2 });
                }
            }
        }
    }
    classes.sort_by(|a, b| a.cost.cmp(&b.cost).then_with(|| a.css.cmp(&b.css)));
    classes.truncate(5);
    for (i, class) in classes.iter().enumerate() {
        out.push(Proposed { css: format!("{tag}{}", class.css), cost: class.cost });
        for other in classes.iter().skip(i + 1).take(2) {
            out.push(Proposed { css: format!("{tag}{}{}", class.css, other.css), cost: class.cost + other.cost });
        }
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The surroundings of an element as beginnings of selectors, from nearby outwards, up to `top`.
fn surroundings(document: &Document, node: NodeId, top: Option<NodeId>) -> Vec<Proposed> {
    let mut out = vec![Proposed { css: String::new(), cost: 0 }];
    let is_within = |id: &NodeId| top.is_none_or(|top| *id > top);
    let up: Vec<NodeId> =
        document.ancestors(node).filter(|id| *id != node).take_while(is_within).take(LEVELS).collect();
    let tag = |id: NodeId| document.tag_name(document.tag(id)).to_owned();
    for (level, &id) in up.iter().enumerate() {
        if document.parent(id).is_none() {
            break;
        }
        let mut names = own_names(document, id, &|_| true);
        names.sort_by_key(|name| name.cost);
        names.truncate(if level < 3 { 4 } else { 2 });
        for Proposed { css, cost } in names {
            let cost = cost + STEP + level as u32;
            out.push(Proposed { css: format!("{css} "), cost });
            match level {
                0 => out.push(Proposed { css: format!("{css} > "), cost: cost + 1 }),
                1 => out.push(Proposed { css: format!("{css} > {} > ", tag(up[0])), cost: cost + STEP }),
                2 => out.push(Proposed {
                    css: format!("{css} > {} > {} > ", tag(up[1]), tag(up[0])),
                    cost: cost + 2 * STEP,
                }),
                _ => {}
            }
        }
    }
    out
}

/// Combines beginnings and ends, cheapest first.
fn crossed(surroundings: &[Proposed], names: &[Proposed], out: &mut BTreeMap<String, u32>) {
    for around in surroundings {
        for own in names {
            let css = format!("{}{}", around.css, own.css);
            let cost = around.cost + own.cost;
            out.entry(css).and_modify(|known| *known = cost.min(*known)).or_insert(cost);
        }
    }
}

fn cheapest(all: BTreeMap<String, u32>, most: usize) -> Vec<Proposed> {
    let mut all: Vec<Proposed> = all.into_iter().map(|(css, cost)| Proposed { css, cost }).collect();
    all.sort_by(|a, b| a.cost.cmp(&b.cost).then_with(|| a.css.cmp(&b.css)));
    all.truncate(most);
    all
}

/// Candidates for the selector of records.
pub(crate) fn of_records(rows: &[Rows<'_>]) -> Vec<Proposed> {
    let heads: Vec<(&Document, NodeId)> =
        rows.iter().flat_map(|page| page.records.iter().flatten().map(|record| (page.document, record.from))).collect();
    // names that a tenth of the records have belong to a kind of record, not to a single one
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for &(document, node) in &heads {
        let classes = document.attr(node, AttrName::CLASS).unwrap_or_default().split_ascii_whitespace();
        let distinct: BTreeSet<&str> = classes.collect();
        for class in distinct {
            *counts.entry(format!(".{class}")).or_default() += 1;
        }
        if let Some(id) = document.attr(node, AttrName::ID) {
            *counts.entry(format!("#{}", id.trim())).or_default() += 1;
        }
    }
    let least = (heads.len() / 10).max(1);
    // among several records, an id belongs to a single one
    let is_common = |name: &str| {
        let count = counts.get(name).copied().unwrap_or(0);
        count >= least && (!name.starts_with('#') || count > 1 || heads.len() == 1)
    };
    let mut all = BTreeMap::new();
    let stride = heads.len().div_ceil(SAMPLES).max(1);
    let mut kinds: FxHashSet<(String, String)> = FxHashSet::default();
    for &(document, node) in heads.iter().step_by(stride) {
        let names = own_names(document, node, &is_common);
        let around = surroundings(document, node, None);
        let key = (format!("{names:?}"), format!("{:?}", around.iter().take(12).collect::<Vec<_>>()));
        if kinds.insert(key) {
            crossed(&around, &names, &mut all);
        }
    }
    cheapest(all, MOST)
}

/// Variants of the selector that exclude what it selects too much: by names that only that has, or as the first or last
/// of its siblings.
pub(crate) fn without(best: &Proposed, rows: &[Rows<'_>]) -> Vec<Proposed> {
    let Ok(selector) = Selector::parse(&best.css) else { return Vec::new() };
    let (mut own, mut others): (BTreeSet<String>, BTreeMap<String, usize>) = Default::default();
    for page in rows {
        let wanted: FxHashSet<NodeId> = page.records.iter().flatten().map(|record| record.from).collect();
        for node in selector.on(page.document).all() {
            for class in page.document.attr(node, AttrName::CLASS).unwrap_or_default().split_ascii_whitespace() {
                if wanted.contains(&node) {
                    own.insert(class.to_owned());
                } else {
                    *others.entry(class.to_owned()).or_default() += 1;
                }
            }
        }
    }
    let mut classes: Vec<(usize, String)> =
        others.into_iter().filter(|(class, _)| !own.contains(class)).map(|(class, n)| (n, class)).collect();
    classes.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let named = classes.iter().take(6).map(|(_, class)| format!(".{}", escaped(class)));
    let tests: Vec<String> = named.chain([":first-child", ":last-child", "[class]"].map(str::to_owned)).collect();
    let mut out = Vec::new();
    for (i, test) in tests.iter().enumerate() {
        out.push(Proposed { css: format!("{}:not({test})", best.css), cost: best.cost + 5 });
        for other in tests.iter().skip(i + 1) {
            out.push(Proposed { css: format!("{}:not({test}):not({other})", best.css), cost: best.cost + 10 });
        }
    }
    out
}

/// What a selector of a column looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Records, in which an id names a single one of them.
    Record,
    /// Pages, on which an id names the same thing on each.
    Page,
}

/// A position behind more siblings of one tag than this says nothing, except of a cell in its row.
const FEW_SIBLINGS: usize = 100;

/// Candidates for the selector of a column, within its records or pages.
pub(crate) fn of_column(items: &[Item<'_>], within: Scope) -> Vec<Proposed> {
    let with: Vec<(&Item<'_>, NodeId)> =
        items.iter().filter_map(|item| Some((item, item.item.as_ref()?.element))).collect();
    let mut all = BTreeMap::new();
    let stride = with.len().div_ceil(SAMPLES).max(1);
    for &(Item { document, scope, .. }, node) in with.iter().step_by(stride) {
        if node == scope.from {
            all.insert(":scope".to_owned(), 0);
            continue;
        }
        if node < scope.from {
            continue;
        }
        let is_common = |name: &str| match name.strip_prefix('#') {
            Some(id) => within == Scope::Page && !id.bytes().any(|b| b.is_ascii_digit()),
            None => true,
        };
        let mut names = own_names(document, node, &is_common);
        let tag = document.tag_name(document.tag(node)).to_owned();
        let siblings = |id: NodeId| {
            let parent = document.parent(id)?;
            let of_type: Vec<NodeId> = document
                .children(parent)
                .filter(|&c| !document.is_text(c) && document.tag(c) == document.tag(id))
                .collect();
            Some((of_type.iter().position(|&c| c == id)? + 1, of_type.len()))
        };
        if document.attr(node, AttrName::CLASS).is_none() {
            names.push(Proposed { css: format!("{tag}:not([class])"), cost: TAG + 3 });
        }
        if let Some((number, count)) = siblings(node) {
            let is_cell = tag == "td" || tag == "th";
            if count > 1 && (number <= FEW_SIBLINGS || is_cell) {
                let of_name = if is_cell { POSITION - 6 } else { POSITION };
                names.push(Proposed { css: format!("{tag}:nth-of-type({number})"), cost: of_name });
            }
            if number == count && count <= FEW_SIBLINGS {
                names.push(Proposed { css: format!("{tag}:last-of-type"), cost: POSITION });
            }
        }
        let mut around = surroundings(document, node, Some(scope.from));
        if document.parent(node) == Some(scope.from) {
            around.push(Proposed { css: ":scope > ".to_owned(), cost: STEP });
        }
        crossed(&around, &names, &mut all);
        // the whole path down, with positions where there are several
        let up: Vec<NodeId> =
            document.ancestors(node).filter(|id| *id != node).take_while(|id| *id > scope.from).collect();
        let mut way = String::new();
        let mut cost = 0;
        for &id in up.iter().rev().chain([&node]) {
            let name = document.tag_name(document.tag(id));
            let step = match siblings(id) {
                Some((number, count)) if count > 1 => {
                    cost += POSITION;
                    format!("{name}:nth-of-type({number})")
                }
                _ => name.to_owned(),
            };
            cost += STEP + 2;
            way.push_str(&format!(" > {step}"));
        }
        let are_few = |id: &NodeId| siblings(*id).is_none_or(|(number, _)| number <= FEW_SIBLINGS);
        if up.len() <= LEVELS
            && up.iter().chain([&node]).all(are_few)
            && document.parent(*up.last().unwrap_or(&node)) == Some(scope.from)
        {
            all.entry(format!(":scope{way}")).or_insert(cost + 6);
        }
    }
    cheapest(all, MOST / 2)
}

#[cfg(test)]
mod tests {
    use super::cost_of_name;

    #[test]
    fn names_that_carry_cost_less_than_those_that_are_made() {
        for (carries, made) in
            [("product-card", "css-1x2y3z"), ("price", "odd"), ("title", "Title__a8Fk2"), ("card", "w-50")]
        {
            assert!(cost_of_name(carries) < cost_of_name(made), "{carries} {made}");
        }
    }
}
