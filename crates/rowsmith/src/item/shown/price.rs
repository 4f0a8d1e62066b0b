//! Which of the prices on a page is the object's price, and which its previous one.

use std::cell::OnceCell;
use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag, text};
use crate::item::shown::names::Called;
use crate::item::shown::view::View;
use crate::recognize::AnyOf;
use crate::recognize::{find_price, parse_number};

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
                words.any(|word| OLD_NAMES.iter().any(|name| is_old(word, name)))
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
        let Some(mut shown) = price_at(view, &marks, id) else { continue };
        if found.last().is_some_and(|last| document.contains(last.node, id)) {
            continue;
        }
        shown.score = score(view, &marks, &shown, start, declared);
        found.push(shown);
    }
    let of_old = |shown: &Shown| shown.struck;
    let best = found
        .iter()
        .filter(|shown| !of_old(shown))
        .max_by(|a, b| a.score.total_cmp(&b.score).then(b.node.cmp(&a.node)));
    let best = best.filter(|shown| shown.score >= LEAST).cloned();
    let old = best.as_ref().and_then(|price| {
        let near = |shown: &&Shown| {
            let apart = shown.node.index().abs_diff(price.node.index());
            apart < NEAR && shown.amount > price.amount && shown.amount < 20.0 * price.amount
        };
        let mut olds: Vec<&Shown> = found.iter().filter(near).filter(|s| of_old(s) && view.is_own(s.node)).collect();
        olds.sort_by_key(|shown| (declared_old != Some(shown.amount), shown.node.index().abs_diff(price.node.index())));
        olds.first().map(|shown| (*shown).clone())
    });
    let own = found.iter().filter(|shown| view.is_own(shown.node)).count();
    Prices { price: best, old, count: found.len(), own }
}

/// Below this score no amount is the object's price.
const LEAST: f64 = 1.0;

/// How many nodes there may be between a price and the previous one.
const NEAR: usize = 60;

/// The price that a text is part of: that of the smallest enclosing element that has amount and currency.
fn price_at(view: &View<'_>, marks: &Marks<'_>, text: NodeId) -> Option<Shown> {
    let document = view.document;
    let mut around: Vec<(NodeId, String)> = Vec::new();
    for id in document.ancestors(text).take(5) {
        let line = match document.is_text(id) {
            true => crate::item::text::folded(document.raw_text(id)),
            false => match view.short(id, MOST_BYTES) {
                Some(line) => line,
                None => break,
            },
        };
        around.push((id, line));
    }
    if around.is_empty() {
        let line = crate::item::text::folded(document.raw_text(text));
        around.push((text, line));
    }
    let holds = around.iter().position(|(_, line)| find_price(line).is_some());
    let mut chosen: Option<(NodeId, String, f64, Option<f64>, Option<String>)> = None;
    if let Some(first) = holds {
        for (id, line) in &around[first..] {
            let Some(price) = find_price(line) else { break };
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
                    let cents = price.price.amount.trunc() == kept.2 && price.price.amount != kept.2;
                    if whole && cents {
                        chosen = Some(of);
                    } else {
                        break;
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
    let struck = view.is_struck(element)
        || document.subtree(element).any(|inner| matches!(document.tag(inner), Tag::DEL | Tag::S | Tag::STRIKE))
        || old_name && !new_name;
    Some(Shown { node: element, amount: amount.abs(), upper, currency, text, score: 0.0, struck })
}

/// An element, and those that contain little more than it.
fn little_more(view: &View<'_>, element: NodeId) -> Vec<NodeId> {
    let document = view.document;
    let size = document.raw_text(element).trim().len();
    let outer = document.ancestors(element).take(3);
    outer.take_while(|&id| document.raw_text(id).trim().len() <= size + 12).collect()
}

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
    let other = |id: NodeId| marks.amounts().others[view.number_of_name(id)];
    let others = document.ancestors(node).take(4).fold(0, |others, id| others | other(id));
    for _ in 0..others.count_ones() {
        score -= 0.8;
    }
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
