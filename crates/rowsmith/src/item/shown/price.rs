//! Which of the prices on a page is the object's price, and which its previous one.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag, text};
use crate::item::shown::names::Called;
use crate::item::shown::view::View;
use crate::recognize::AnyOf;
use crate::recognize::{FoundPrice, find_price, parse_number};

/// The prices of the object as shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Prices {
    pub(crate) price: Option<Shown>,
    pub(crate) old: Option<Shown>,
    /// The number of prices on the page.
    pub(crate) count: usize,
    /// Those of them that are not in lists of other things, menus and the like.
    pub(crate) own: usize,
}

/// A price and its place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shown {
    pub(crate) node: NodeId,
    pub(crate) amount: f64,
    pub(crate) upper: Option<f64>,
    pub(crate) currency: Option<String>,
    pub(crate) text: String,
    /// The score for being the object's price.
    pub(crate) score: f64,
    struck: bool,
    /// Whether only the words before it say that it is a previous price, or that of others.
    worded: bool,
    /// Whether it is the price of a kilogram, a litre or the like, which stands beside the price of what is sold.
    per_unit: bool,
}

/// The longest element, in bytes of text, that is a price.
const MOST_BYTES: usize = 64;

/// The most prices that are looked at on one page.
const MOST_PRICES: usize = 2_000;

/// Names of elements that contain a previous price.
const OLD_NAMES: [&str; 15] = [
    "old",
    "was",
    "strike",
    "regular",
    "list-price",
    "listprice",
    "rrp",
    "msrp",
    "compare",
    "before",
    "original",
    "retail",
    "crossed",
    "uvp",
    "base-price",
];

/// Words right before a previous price, or one that others ask.
const OLD_WORDS: [&str; 29] = [
    "was",
    "were",
    "before",
    "rrp",
    "msrp",
    "srp",
    "list price",
    "list",
    "regular price",
    "original price",
    "old price",
    "retail price",
    "compare at",
    "uvp",
    "statt",
    "vorher",
    "bisher",
    "alter preis",
    "au lieu de",
    "avant",
    "prix conseillé",
    "antes",
    "prima",
    "prezzo di listino",
    "adviesprijs",
    "ord. pris",
    "ord.pris",
    "tidigare",
    "førpris",
];

/// Parts of names that say what an element has in it: "with-list-price".
const HAS: [&str; 3] = ["with", "has", "have"];

/// Units of what is sold by amount, and words before them.
const UNITS: [&str; 21] = [
    "kg", "g", "l", "lt", "ltr", "liter", "litre", "litro", "litr", "ml", "cl", "dl", "m", "m²", "m2", "qm", "lb",
    "lbs", "oz", "fl", "gal",
];
const PER: [&str; 9] = ["/", "per ", "pro ", "je ", "par ", "por ", "al ", "za ", "le "];

/// How much less the price of a unit counts than others.
const PER_UNIT: f64 = 1.3;

/// Class names of prices, in several languages.
static PRICE_NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["price", "prix", "preis", "precio"]));

/// Class names of the price that applies.
static NEW_NAMES: LazyLock<AnyOf> =
    LazyLock::new(|| AnyOf::new(&["sale", "special", "current", "now", "final", "discounted", "our-price"]));

/// Words next to amounts that are not a price of the object.
static OTHER_WORDS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "shipping",
        "delivery",
        "versand",
        "livraison",
        "envío",
        "/mo",
        "month",
        "monat",
        "mois",
        "installment",
        "save",
        "spar",
        "economi",
        "financ",
        "klarna",
        "afterpay",
        "coupon",
        "over $",
        "over £",
        "orders",
        "payments",
        "points",
        "gift",
        "cashback",
    ])
});

/// Class names of amounts that are not the object's price.
static OTHER_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "shipping",
        "installment",
        "saving",
        "monthly",
        "cart",
        "per-unit",
        "unit-price",
        "unitprice",
        "subscription",
        "bundle",
        "swatch",
        "tier",
        "header",
    ])
});

/// What the names of elements say about amounts in them, looked at when first needed: most pages have few prices.
struct Marks<'v> {
    view: &'v View<'v>,
    /// Which say that a bare number is a price.
    price: OnceCell<Called>,
    amounts: OnceCell<AmountMarks>,
}

impl<'v> Marks<'v> {
    fn new(view: &'v View<'v>) -> Marks<'v> {
        Marks { view, price: OnceCell::new(), amounts: OnceCell::new() }
    }

    fn price(&self) -> &Called {
        self.price.get_or_init(|| self.view.which_names(|name| name.contains("price")))
    }

    fn amounts(&self) -> &AmountMarks {
        self.amounts.get_or_init(|| AmountMarks::new(self.view))
    }
}

/// What they say about an amount that was found.
struct AmountMarks {
    /// It is a price, in several languages.
    prices: Called,
    /// A previous one.
    old: Called,
    /// The one that applies.
    new: Called,
    /// Which of [`OTHER_NAMES`] each different name holds, a bit each, which make it another amount.
    others: Vec<u32>,
}

impl AmountMarks {
    fn new(view: &View<'_>) -> AmountMarks {
        let is_old = |word: &str, name: &str| match name {
            "was" | "old" => {
                word.split('-').any(|part| part == name)
                    || word.starts_with("was") && word.len() < 9
                    || word.starts_with("old") && word.len() < 9
                    || word.ends_with("old") && word.contains("price")
            }
            _ => word.contains(name),
        };
        AmountMarks {
            prices: view.names_with(&PRICE_NAMES),
            old: view.which_names(|names| {
                let mut words = names.split(|c: char| !c.is_alphanumeric() && c != '-');
                let has = |word: &str| word.split('-').next().is_some_and(|first| HAS.contains(&first));
                words.any(|word| !has(word) && OLD_NAMES.iter().any(|name| is_old(word, name)))
            }),
            new: view.names_with(&NEW_NAMES),
            others: view.of_each_name(|name| OTHER_NAMES.all_in(name).fold(0, |which, word| which | 1 << word)),
        }
    }
}

/// Finds the prices. Takes time linear in the page and in the texts with digits.
pub(crate) fn find_prices(
    view: &View<'_>,
    headline: Option<NodeId>,
    declared: Option<f64>,
    declared_old: Option<f64>,
) -> Prices {
    let document = view.document;
    let marks = Marks::new(view);
    let mut found: Vec<Shown> = Vec::new();
    let start = headline.unwrap_or(view.body);
    for id in document.subtree(view.body).filter(|&id| document.is_text(id)) {
        if found.len() >= MOST_PRICES {
            break;
        }
        let raw = document.raw_text(id);
        if !raw.bytes().any(|b| b.is_ascii_digit()) || raw.len() > 400 || !view.is_seen(id) {
            continue;
        }
        // "25% off", which may stand right behind a price
        if raw.contains('%') && find_price(raw).is_none() {
            continue;
        }
        let Some(mut shown) = price_at(view, &marks, id) else { continue };
        // beside the price of an element there may be another one in it: "$39.00 <span>Was $49.00</span>"
        let other = |last: &Shown| find_price(raw).is_some_and(|own| !last.text.contains(raw[own.span].trim()));
        if found.last().is_some_and(|last| document.contains(last.node, id) && !other(last)) {
            continue;
        }
        shown.score = score(view, &marks, &shown, start, declared);
        found.push(shown);
    }
    let of_old = |shown: &Shown| shown.struck;
    let best_of = |counts: &dyn Fn(&Shown) -> bool| {
        let counting = found.iter().filter(|shown| counts(shown) && shown.score >= LEAST);
        let rank = |shown: &Shown| shown.score - if shown.per_unit { PER_UNIT } else { 0.0 };
        counting.max_by(|a, b| rank(a).total_cmp(&rank(b)).then(b.node.cmp(&a.node))).cloned()
    };
    // where "RRP $49.00" is all there is, it is the price
    let best = best_of(&|shown| !of_old(shown)).or_else(|| best_of(&|shown| shown.worded));
    let old = best.as_ref().and_then(|price| {
        let near = |shown: &&Shown| {
            let apart = shown.node.index().abs_diff(price.node.index());
            apart < NEAR && shown.amount > price.amount && shown.amount < 20.0 * price.amount
        };
        let higher = || found.iter().filter(near).filter(|shown| view.is_own(shown.node));
        let mut olds: Vec<&Shown> = higher().filter(|shown| of_old(shown)).collect();
        olds.sort_by_key(|shown| (declared_old != Some(shown.amount), shown.node.index().abs_diff(price.node.index())));
        let by_discount = || {
            let stated = discounts(view, price.node);
            higher().find(|old| !old.per_unit && old.upper.is_none() && is_reduced(old.amount, price.amount, &stated))
        };
        olds.first().copied().or_else(by_discount).cloned()
    });
    let own = found.iter().filter(|shown| view.is_own(shown.node)).count();
    Prices { price: best, old, count: found.len(), own }
}

/// Below this score no amount is the object's price.
const LEAST: f64 = 1.0;

/// How many nodes there may be between a price and the previous one.
const NEAR: usize = 60;

/// The percentages in short texts near a price: "-15 %", "25% off".
fn discounts(view: &View<'_>, price: NodeId) -> Vec<f64> {
    let document = view.document;
    let near = price.index().saturating_sub(NEAR)..(price.index() + NEAR).min(document.len());
    let percentage = |id: NodeId| {
        let before = document.raw_text(id).split_once('%')?.0.trim_end();
        let digits = before.len() - before.bytes().rev().take_while(u8::is_ascii_digit).count();
        before[digits..].parse::<f64>().ok()
    };
    let texts = near.map(|index| NodeId(index as u32)).filter(|&id| document.is_text(id) && view.is_seen(id));
    texts.filter(|&id| document.raw_text(id).len() < MOST_BYTES).filter_map(percentage).collect()
}

/// Whether a price is so much less than another one as a percentage says, rounded to either side.
fn is_reduced(old: f64, price: f64, stated: &[f64]) -> bool {
    let share = 100.0 * (1.0 - price / old);
    stated.iter().any(|&stated| stated > 0.0 && (share - stated).abs() < 1.0)
}

/// The price that a text is part of: that of the smallest enclosing element that has amount and currency.
fn price_at(view: &View<'_>, marks: &Marks<'_>, shown_by: NodeId) -> Option<Shown> {
    let document = view.document;
    let mut around: Vec<(NodeId, String)> = Vec::new();
    for id in document.ancestors(shown_by).take(5) {
        let line = match document.is_text(id) {
            true => crate::item::text::folded(document.raw_text(id)),
            false => match view.short(id, MOST_BYTES) {
                Some(line) => with_cents(view, id).unwrap_or(line),
                None => break,
            },
        };
        around.push((id, line));
    }
    if around.is_empty() {
        let line = crate::item::text::folded(document.raw_text(shown_by));
        around.push((shown_by, line));
    }
    // the element may be so large that it has another number, and a price that is none of this text
    let own = crate::item::text::folded(document.raw_text(shown_by));
    let holds = around.iter().position(|(_, line)| price_with(line, &own).is_some());
    let mut chosen: Option<(NodeId, String, f64, Option<f64>, Option<String>)> = None;
    if let Some(first) = holds {
        for (id, line) in &around[first..] {
            let Some(price) = price_with(line, &own) else { break };
            let of = (
                *id,
                line[price.span.clone()].to_owned(),
                price.price.amount,
                price.price.upper,
                price.price.currency.map(str::to_owned),
            );
            match &chosen {
                None => chosen = Some(of),
                // cents in an element of their own
                Some(kept) => {
                    let whole = price.span.len() * 2 > line.len();
                    let cents = kept.2.fract() == 0.0 && price.price.amount.trunc() == kept.2 && price.decimals <= 2;
                    let cents = cents && price.price.amount != kept.2;
                    let range = price.price.amount == kept.2 && price.price.upper.is_some() && kept.3.is_none();
                    match whole {
                        true if cents || range => chosen = Some(of),
                        // the same in an element that holds it alone
                        true if price.price.amount == kept.2 => {}
                        _ => break,
                    }
                }
            }
        }
    } else {
        // a bare number, if the page calls it a price
        let (id, line) = around.iter().find(|(id, _)| !document.is_text(*id))?;
        let number = parse_number(line.trim_end_matches(['.', '*', '-', '–', ',']).trim())?;
        let called = document.ancestors(*id).take(3).any(|a| view.is_called(a, marks.price()));
        if !called || number.unit.is_some() || number.value <= 0.0 {
            return None;
        }
        chosen = Some((*id, line.clone(), number.value, None, None));
    }
    let (node, text, amount, upper, currency) = chosen?;
    let element = if document.is_text(node) { document.parent(node)? } else { node };
    let elements = little_more(view, element);
    let is_called = |called: &Called| elements.iter().any(|&id| view.is_called(id, called));
    let (old_name, new_name) = (is_called(&marks.amounts().old), is_called(&marks.amounts().new));
    let drawn = view.is_struck(element) || view.is_struck(shown_by) || old_name && !new_name;
    let worded = !drawn && (says_old(view, element, &text) || is_old_behind(view, element));
    let struck = drawn || worded;
    let per_unit = is_per_unit(view, element, &text);
    Some(Shown { node: element, amount: amount.abs(), upper, currency, text, score: 0.0, struck, worded, per_unit })
}

/// Whether the words around a price say that it is that of a unit: "£28.41 / l", "1 kg = 9,90 €".
fn is_per_unit(view: &View<'_>, element: NodeId, price: &str) -> bool {
    let says = |line: &str| {
        let Some((before, behind)) = line.split_once(price) else { return false };
        let behind = behind.trim_start().to_lowercase();
        let unit = PER
            .iter()
            .find_map(|per| behind.strip_prefix(per))
            .map(|unit| unit.trim_start_matches(|c: char| c.is_ascii_digit() || " .,".contains(c)));
        let is_unit =
            |word: &str| UNITS.contains(&word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        unit.is_some_and(is_unit) || before.trim_end().ends_with('=')
    };
    let lines = view.document.ancestors(element).take(3).map_while(|id| view.short(id, MOST_BYTES));
    lines.take_while(|line| line.matches(price).count() == 1).any(|line| says(&line))
}

/// Whether the text behind a price, in an element of its own, says that it is a previous one, where texts stand behind their prices: none
/// before the first price, and one behind the last.
fn is_old_behind(view: &View<'_>, element: NodeId) -> bool {
    let document = view.document;
    let Some(parent) = document.parent(element) else { return false };
    let mut parts = document.children(parent).filter(|&id| view.texts(id) > 0);
    let (Some(first), Some(second)) = (parts.next(), parts.next()) else { return false };
    let says = || view.short(second, MOST_BYTES).map(|text| text.to_lowercase());
    first == element
        && says().is_some_and(|text| OLD_WORDS.contains(&text.trim_end_matches(':')))
        && parts.last().and_then(|last| view.short(last, MOST_BYTES)).is_none_or(|last| find_price(&last).is_none())
}

/// The first price in a line that a text of the line is a part of.
fn price_with(line: &str, text: &str) -> Option<FoundPrice> {
    let is_digit = |c: char| c.is_ascii_digit();
    // "3" is no part of "39"
    let whole = |part: &Range<usize>| {
        let before = text.starts_with(is_digit) && line[..part.start].ends_with(is_digit);
        let behind = text.ends_with(is_digit) && line[part.end..].starts_with(is_digit);
        !before && !behind
    };
    let parts = line.match_indices(text).map(|(at, _)| at..at + text.len());
    let parts: Vec<Range<usize>> = parts.filter(whole).collect();
    let mut at = 0;
    while let Some(mut found) = find_price(line.get(at..)?) {
        found.span = found.span.start + at..found.span.end + at;
        if parts.is_empty() || parts.iter().any(|part| part.start < found.span.end && found.span.start < part.end) {
            return Some(found);
        }
        at = found.span.end;
    }
    None
}

/// The text of an element with its raised cents behind a point, `$39<sup>99</sup>`, and without raised marks of notes; `None` if it has
/// neither.
fn with_cents(view: &View<'_>, id: NodeId) -> Option<String> {
    let document = view.document;
    let mut line = String::new();
    let mut any = false;
    for text in document.subtree(id).filter(|&id| document.is_text(id) && view.is_seen(id)) {
        let raw = document.raw_text(text);
        let raised = document.parent(text).is_some_and(|parent| document.tag(parent) == Tag::SUP);
        let cents = raised && raw.len() == 2 && raw.bytes().all(|b| b.is_ascii_digit());
        // a mark of a note stands behind cents
        let has_cents = line.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(['.', ',']);
        if cents && line.ends_with(|c: char| c.is_ascii_digit()) {
            any = true;
            if has_cents {
                continue;
            }
            line.push('.');
        }
        line.push_str(raw);
    }
    any.then(|| crate::item::text::folded(&line))
}

/// Whether words before an amount say that it is a previous price, or that of others: "Was $49.00", "RRP $49.00".
fn says_old(view: &View<'_>, element: NodeId, price: &str) -> bool {
    let document = view.document;
    for id in document.ancestors(element).take(4) {
        let Some(line) = view.short(id, MOST_BYTES) else { return false };
        let Some((before, behind)) = line.split_once(price) else { return false };
        // the same again is for those who do not see it
        let has_other = |text: &str| find_price(text).is_some_and(|other| &text[other.span] != price);
        if has_other(before) || has_other(behind) {
            return false;
        }
        let before = before.to_lowercase();
        let before = before.trim_end().trim_end_matches([':', '.']);
        let ends = |word: &str| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
        if OLD_WORDS.iter().any(|word| ends(word)) {
            return true;
        }
    }
    false
}

/// How far the text of an element may be longer than that of the price in it, in bytes: "Regular Price".
const LITTLE: usize = 24;

/// An element, and those that contain little more than it, and no other price.
fn little_more(view: &View<'_>, element: NodeId) -> Vec<NodeId> {
    let document = view.document;
    let size = document.raw_text(element).trim().len();
    let alone = |id: NodeId| {
        let text = document.raw_text(id).trim();
        let mut prices = 0;
        let mut at = 0;
        while text.len() <= size + LITTLE && prices < 2 {
            let Some(found) = text.get(at..).and_then(find_price) else { break };
            prices += 1;
            at += found.span.end;
        }
        text.len() <= size + LITTLE && prices < 2
    };
    document.ancestors(element).take(6).take_while(|&id| id == element || alone(id)).collect()
}

/// Whether a box with the object and others together is around a price.
fn in_bundle(view: &View<'_>, node: NodeId, start: NodeId) -> bool {
    let mut around =
        view.document.ancestors(node).take(MOST_AROUND).take_while(|&id| !view.document.contains(id, start));
    around.any(|id| view.names(id).contains("bundle"))
}

/// How many elements around a price may be such a box.
const MOST_AROUND: usize = 9;

fn score(view: &View<'_>, marks: &Marks<'_>, shown: &Shown, start: NodeId, declared: Option<f64>) -> f64 {
    let document = view.document;
    let node = shown.node;
    let mut score = 0.0;
    if node > start {
        score += 2.0 * (-((node.index() - start.index()) as f64) / 250.0).exp();
    } else {
        score += 1.0 * (-((start.index() - node.index()) as f64) / 60.0).exp();
    }
    let is_called = |called: &Called| document.ancestors(node).take(4).any(|id| view.is_called(id, called));
    score += if is_called(&marks.amounts().prices) { 1.2 } else { 0.0 };
    score += if document
        .ancestors(node)
        .take(2)
        .any(|a| document.attr(a, AttrName::ITEMPROP).is_some_and(|p| p == "price" || p == "lowPrice"))
    {
        1.0
    } else {
        0.0
    };
    score += if is_called(&marks.amounts().new) { 0.4 } else { 0.0 };
    // a heading that is a price and nothing else
    let heading = matches!(document.tag(node), Tag::H2 | Tag::H3 | Tag::H4);
    score += if heading && document.raw_text(node).trim().len() <= shown.text.len() + 2 { 0.6 } else { 0.0 };
    let other = |id: NodeId| marks.amounts().others[view.number_of_name(id)];
    let others = document.ancestors(node).take(4).fold(0, |others, id| others | other(id));
    for _ in 0..others.count_ones() {
        score -= 0.8;
    }
    score -= if in_bundle(view, node, start) { 1.2 } else { 0.0 };
    score -= if view.is_linked(node) { 1.0 } else { 0.0 };
    score -= if view.is_related(node) { 4.0 } else { 0.0 };
    score -= if view.is_frame(node) { 2.0 } else { 0.0 };
    // the line that it is in
    let of_line = |id: NodeId| Some(text(document, id)).filter(|text| text.len() < 120 && !text.contains('\n'));
    let lines = document.ancestors(node).take(3).filter(|&id| document.raw_text(id).len() < 600).map_while(of_line);
    let block = lines.last().unwrap_or_default().to_lowercase();
    score -= if OTHER_WORDS.is_in(&block) { 1.2 } else { 0.0 };
    score -= if shown.currency.is_none() { 0.3 } else { 0.0 };
    score -= if shown.amount == 0.0 { 1.5 } else { 0.0 };
    // an amount in the middle of a sentence does not count
    score -= if block.len() > 60 && shown.text.len() * 4 < block.len() { 0.8 } else { 0.0 };
    if let Some(declared) = declared
        && (declared - shown.amount).abs() < 0.005
    {
        score += 2.5;
    }
    score
}
