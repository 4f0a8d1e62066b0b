//! Two prices in one item: what is paid, and the price before that is struck out beside it in the records that are on sale.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Document, NodeId, Tag, is_struck_out, line};
use crate::recognize::find_price;
use crate::records::columns::draft::{Assigned, ColumnDraft, with_role};
use crate::records::columns::roles::assignment::Judged;
use crate::records::columns::roles::vocabulary::for_words_of_names;
use crate::tree::{PageTree, Span, TreeId};
use crate::types::{ColumnKind, Role};

/// Longer items, in nodes of the page and in bytes of text, are more than prices.
const MOST_NODES: u32 = 64;
const MOST_BYTES: usize = 400;
/// The most amounts that an item is read for; a list of instalments has more.
const MOST_AMOUNTS: usize = 6;
/// How many elements around an item are looked at.
const LEVELS: usize = 4;
/// The share of a column's items that hold a price, if it is a column of prices.
const LEAST_PRICED: f64 = 0.6;
/// The share of the prices of records that are not on sale that another column must have, too, to be read in the price's place.
const LEAST_SAME: f64 = 0.9;
/// Words in class names of prices that no longer hold.
pub(crate) const BEFORE: [&str; 9] = ["old", "was", "before", "original", "rrp", "uvp", "msrp", "compare", "regular"];
/// Words in class names of what is drawn with a line through it.
const STRUCK: [&str; 5] = ["strike", "striked", "strikethrough", "crossed", "linethrough"];

/// What stands between an amount and what it is the price of so much of.
const PER: [&str; 6] = ["per ", "pro ", "je ", "par ", "por ", "al "];

/// Parts a column of prices whose items are one price in some records and two in others, the one before a sale and the one that is paid:
/// the price gets what is paid, the old price what is struck out. An item whose two prices cannot be told apart stays as it is.
pub(crate) fn part_sale_prices(
    document: &Document,
    page: &PageTree,
    columns: &mut Vec<ColumnDraft>,
    judged: &mut Judged,
    assigned: &mut Vec<Option<Assigned>>,
) {
    let Some(price) = with_role(assigned, Role::Price) else { return };
    let is_open = |c: usize| c == price || assigned[c].is_none_or(|a| matches!(a.role, Role::Text | Role::Number));
    let open = (0..columns.len()).filter(|&c| columns[c].kind == ColumnKind::Text && is_open(c));
    // the price itself, else what says the same where nothing is on sale
    let mut candidates: Vec<usize> = open.collect();
    candidates.sort_by_key(|&c| c != price);
    let found = candidates.into_iter().find_map(|c| {
        let parted = parted(document, page, &columns[c])?;
        (c == price || agree(&parted, &columns[price])).then_some((c, parted))
    });
    let Some((from, parted)) = found else { return };
    let old: Vec<Option<(TreeId, String)>> = parted.iter().map(|item| item.as_ref()?.old.clone()).collect();
    for (record, item) in parted.into_iter().enumerate() {
        let Some(Parted { paid, old }) = item else { continue };
        let has_none =
            |item: &Option<(TreeId, String)>| item.as_ref().is_none_or(|(_, text)| find_price(text).is_none());
        // "From:" of "From: £30"
        if old.is_some() || find_price(&paid.1).is_some() && has_none(&columns[price].items[record]) {
            columns[price].items[record] = Some(paid);
        }
    }
    if from != price {
        columns[from].items.fill(None);
        assigned[from] = None;
    }
    match with_role(assigned, Role::OldPrice) {
        Some(of_before) => {
            for (item, old) in columns[of_before].items.iter_mut().zip(old) {
                if old.is_some() {
                    *item = old;
                }
            }
        }
        None => {
            columns.push(ColumnDraft { label: None, role: None, items: old, ..columns[price].clone() });
            assigned.push(assigned[price].map(|a| Assigned { role: Role::OldPrice, ..a }));
            judged.roles.push(vec![0.0; Role::ALL.len()]);
            judged.wanted.push(1.0);
            judged.named.push(false);
        }
    }
}

/// An item of one or two prices.
struct Parted {
    paid: (TreeId, String),
    old: Option<(TreeId, String)>,
}

/// An amount with the smallest node that says it.
struct Amount {
    node: NodeId,
    text: String,
    value: f64,
    before: Before,
}

/// How surely an amount is called one that no longer holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Before {
    /// Nothing says so.
    No,
    /// A class name says so: "regular" is also what a price is called that is not on sale.
    Named,
    /// It is struck out.
    Struck,
}

/// The items of a column with what is paid and what was; `None` unless some item has both, and more than cannot be told apart.
fn parted(document: &Document, page: &PageTree, column: &ColumnDraft) -> Option<Vec<Option<Parted>>> {
    // most columns are told by their texts, which is cheaper
    let texts = || column.items.iter().flatten().map(|(_, text)| text.as_str());
    let says_two = |text: &str| {
        find_price(text).is_some_and(|found| text[found.span.end..].contains(|c: char| c.is_ascii_digit()))
    };
    if !texts().any(says_two) {
        return None;
    }
    let mut amounts: Vec<Option<Vec<Amount>>> = Vec::with_capacity(column.items.len());
    for item in &column.items {
        let Some((id, text)) = item else {
            amounts.push(None);
            continue;
        };
        let span = page.spans[*id];
        // a range stays as it is
        let is_short = span.to.0 - span.from.0 <= MOST_NODES && text.len() <= MOST_BYTES;
        let read = if is_short { amounts_of(document, span) } else { None };
        amounts.push(Some(distinct(read.unwrap_or_default())));
    }
    let filled = amounts.iter().flatten().count();
    let priced = amounts.iter().flatten().filter(|amounts| !amounts.is_empty()).count();
    if !amounts.iter().flatten().any(|amounts| amounts.len() == 2) || (priced as f64) < LEAST_PRICED * filled as f64 {
        return None;
    }
    // how an amount is marked up where it stands alone
    let alone: FxHashSet<(Tag, &str)> = amounts
        .iter()
        .flatten()
        .filter(|amounts| amounts.len() == 1)
        .map(|amounts| markup(document, amounts[0].node))
        .collect();
    let pair = |id: TreeId, mut amounts: Vec<Amount>| {
        let second = amounts.pop().filter(|_| amounts.len() == 1)?;
        let first = amounts.pop()?;
        let usual = |amount: &Amount| alone.contains(&markup(document, amount.node));
        let is_plain = |amount: &Amount| !amount.text.contains(char::is_alphabetic);
        let (old, paid) = match first.before.cmp(&second.before) {
            Ordering::Greater => (first, second),
            Ordering::Less => (second, first),
            Ordering::Equal if !is_plain(&first) || !is_plain(&second) => return None,
            Ordering::Equal if usual(&second) && !usual(&first) => (first, second),
            Ordering::Equal if usual(&first) && !usual(&second) => (second, first),
            Ordering::Equal => return None,
        };
        let of = |amount: Amount| (id, amount.text);
        (old.value > paid.value).then(|| Parted { paid: of(paid), old: Some(of(old)) })
    };
    let (mut on_sale, mut unclear) = (0, 0);
    let parted = column.items.iter().zip(amounts).map(|(item, amounts)| {
        let ((id, text), amounts) = item.as_ref().zip(amounts)?;
        let has_several = amounts.len() > 1;
        let parted = pair(*id, amounts);
        on_sale += usize::from(parted.is_some());
        unclear += usize::from(parted.is_none() && has_several);
        Some(parted.unwrap_or_else(|| Parted { paid: (*id, text.clone()), old: None }))
    });
    let parted: Vec<Option<Parted>> = parted.collect();
    (on_sale > unclear).then_some(parted)
}

/// Whether the prices of what is not on sale are those of another column, whose other items are one of the two.
fn agree(parted: &[Option<Parted>], price: &ColumnDraft) -> bool {
    let value = |item: &(TreeId, String)| Some(find_price(&item.1)?.price.amount);
    let (mut same, mut all) = (0, 0);
    for (item, other) in parted.iter().zip(&price.items) {
        let (Some(item), Some(other)) = (item, other) else { continue };
        let (paid, old) = (value(&item.paid), item.old.as_ref().and_then(value));
        let Some(other) = value(other) else { continue };
        all += 1;
        same += usize::from(paid == Some(other) || old == Some(other));
    }
    all > 0 && same as f64 >= LEAST_SAME * all as f64
}

/// The amounts of an item in reading order, each in the smallest node that says it; `None` where they are a range or too many.
fn amounts_of(document: &Document, Span { from, to }: Span) -> Option<Vec<Amount>> {
    let mut amounts = Vec::new();
    let mut at = from;
    while at < to {
        let end = document.end(at).min(to);
        let text = line(document, at, end);
        let Some(found) = find_price(&text) else {
            // "$20 – $30"
            if !amounts.is_empty() && matches!(text.trim(), "-" | "–" | "—" | "to" | "bis" | "~") {
                return None;
            }
            at = end;
            continue;
        };
        let is_inner = |id: NodeId| find_price(&line(document, id, document.end(id))).is_some();
        if !document.is_text(at) && document.children(at).any(is_inner) {
            at = NodeId(at.0 + 1);
            continue;
        }
        if found.price.upper.is_some() || find_price(&text[found.span.end..]).is_some() || amounts.len() == MOST_AMOUNTS
        {
            return None;
        }
        // "8,30 €/kg" is no price of the thing
        let behind = text[found.span.end..].trim_start().to_lowercase();
        if !behind.starts_with('/') && !PER.iter().any(|per| behind.starts_with(per)) {
            amounts.push(Amount { node: at, value: found.price.amount, before: before(document, at, from), text });
        }
        at = end;
    }
    Some(amounts)
}

/// Whether an item is struck out, by an element in it or one that holds little more.
pub(crate) fn is_struck(document: &Document, page: &PageTree, id: TreeId) -> bool {
    let Span { from, to } = page.spans[id];
    let around = document.ancestors(from).take(LEVELS).find(|&id| of_element(document, id) == Before::Struck);
    let is_little = |around: NodeId| document.end(around).0 - around.0 <= MOST_NODES;
    around.is_some_and(is_little)
        || (from.0..to.0.min(from.0 + MOST_NODES)).any(|node| of_element(document, NodeId(node)) == Before::Struck)
}

/// How the elements of the item around an amount call it.
fn before(document: &Document, amount: NodeId, item: NodeId) -> Before {
    let around = std::iter::successors(Some(amount), |&id| document.parent(id)).take_while(|&id| id >= item);
    around.map(|id| of_element(document, id)).max().unwrap_or(Before::No)
}

/// How an element calls an amount in it.
fn of_element(document: &Document, id: NodeId) -> Before {
    if document.is_text(id) {
        return Before::No;
    }
    let class = document.attr(id, AttrName::CLASS).unwrap_or_default();
    let mut is_struck = is_struck_out(document, id) || class.contains("line-through");
    let mut is_named = false;
    for_words_of_names(class, |word| {
        is_struck |= STRUCK.contains(&word);
        is_named |= BEFORE.contains(&word);
    });
    match (is_struck, is_named) {
        (true, _) => Before::Struck,
        (_, true) => Before::Named,
        _ => Before::No,
    }
}

/// The different amounts, each as the shortest text says it: a price is often said again for those who do not see it. "$99" is a piece
/// of "$99.99" whose cents are raised. What is struck out once and not elsewhere is struck out; a name that only one of them has says
/// nothing, since a list is often made with a place for either price.
fn distinct(amounts: Vec<Amount>) -> Vec<Amount> {
    let mut distinct: Vec<Amount> = Vec::new();
    for amount in amounts {
        let is_same = |other: &Amount| other.value.total_cmp(&amount.value).is_eq();
        // of "$49.99" that is struck out and "$49" neither is a piece of the other
        let is_piece = |part: &Amount, whole: &Amount| {
            let is_struck = |amount: &Amount| amount.before == Before::Struck;
            part.value.total_cmp(&whole.value.floor()).is_eq() && is_struck(part) == is_struck(whole)
        };
        let same = |other: &Amount| is_same(other) || is_piece(other, &amount) || is_piece(&amount, other);
        match distinct.iter_mut().find(|other| same(other)) {
            Some(other) => {
                let before = match other.before.max(amount.before) {
                    Before::Struck => Before::Struck,
                    _ => other.before.min(amount.before),
                };
                let is_better =
                    if is_same(other) { amount.text.len() < other.text.len() } else { amount.value > other.value };
                if is_better {
                    *other = amount;
                }
                other.before = before;
            }
            None => distinct.push(amount),
        }
    }
    distinct
}

/// The element that an amount stands in and what it is called.
fn markup(document: &Document, amount: NodeId) -> (Tag, &str) {
    let element = if document.is_text(amount) { document.parent(amount).unwrap_or(amount) } else { amount };
    (document.tag(element), document.attr(element, AttrName::CLASS).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::records::columns::cards::columns_of_cards;

    /// The columns of prices of three shop cards with these.
    fn prices(prices: [&str; 3]) -> Vec<String> {
        columns_of_cards(prices).into_iter().filter(|column| column.contains(['$', '€'])).collect()
    }

    #[test]
    fn the_old_price_is_apart_though_only_some_records_have_one() {
        let amount = |amount: &str| format!("<span class=amount><bdi><span class=sign>$</span>{amount}</bdi></span>");
        let sale = |old: &str, new: &str| {
            format!("<span class=price><del>{}</del> <ins>{}</ins></span>", amount(old), amount(new))
        };
        let plain = format!("<span class=price>{}</span>", amount("30.00"));
        let found = prices([&plain, &sale("49.00", "40.00"), &sale("59.00", "50.00")]);
        assert_eq!(found, ["price: $30.00 | $40.00 | $50.00", "old_price: - | $49.00 | $59.00"]);
    }

    #[test]
    fn prices_said_again_for_those_who_do_not_see_them_are_said_once() {
        let sale = |old: &str, new: &str| {
            format!(
                "<span class=price><del aria-hidden=true><span class=amount>${old}</span></del> \
                 <span class=screen-reader-text>Original price was: ${old}.</span><ins aria-hidden=true><span class=amount>${new}</span></ins>\
                 <span class=screen-reader-text>Current price is: ${new}.</span></span>"
            )
        };
        let plain = "<span class=price><span class=amount>$30.00</span></span>";
        let found = prices([plain, &sale("49.00", "40.00"), plain]);
        assert_eq!(found, ["price: $30.00 | $40.00 | $30.00", "old_price: - | $49.00 | -"]);
    }

    #[test]
    fn without_a_mark_the_price_is_what_is_marked_up_as_where_nothing_is_on_sale() {
        let sale = "<div class=x2><span><span class=x3>€ 349</span><span class=x4>€ 340</span></span></div>";
        let plain = "<div class=x2><span class=x4>€ 220</span></div>";
        let found = prices([plain, sale, plain]);
        assert_eq!(found, ["price: € 220 | € 340 | € 220", "old_price: - | € 349 | -"]);
    }

    #[test]
    fn an_old_price_with_cents_is_no_other_form_of_a_price_without() {
        let sale = "<span class=price><del>$49.99</del> <ins>$49</ins></span>";
        let found = prices(["<span class=price>$30</span>", sale, "<span class=price>$20</span>"]);
        assert_eq!(found, ["price: $30 | $49 | $20", "old_price: - | $49.99 | -"]);
    }

    #[test]
    fn a_range_among_them_keeps_no_other_from_being_parted() {
        let sale = "<span class=price><del><span class=amount>$49.00</span></del> <ins><span class=amount>$40.00</span></ins></span>";
        let range = "<span class=price><span class=amount>$20.00</span> – <span class=amount>$30.00</span></span>";
        let found = prices([range, sale, sale]);
        assert_eq!(found, ["price: $20.00 – $30.00 | $40.00 | $40.00", "old_price: - | $49.00 | $49.00"]);
    }

    #[test]
    fn a_price_that_is_regular_in_one_place_and_of_a_sale_in_another_is_paid() {
        let card = |sale: &str, regular: &str| {
            format!(
                "<div class=price><div class=price__regular><span class=price-item--regular>{sale}</span></div><div class=price__sale>\
                 <span><s class=price-item--regular>{regular}</s></span><span class=price-item--sale>{sale}</span></div></div>"
            )
        };
        let found = prices([&card("$40.00", "$49.00"), &card("$30.00", ""), &card("$20.00", "$25.00")]);
        assert_eq!(found[..2], ["price: $40.00 | $30.00 | $20.00", "old_price: $49.00 | - | $25.00"]);
    }

    #[test]
    fn raised_cents_and_prices_of_units_are_no_other_price() {
        let card = |whole: &str, cents: &str| {
            format!(
                "<div class=price><span class=p aria-hidden=true><i><u>$</u><u class=integer>{whole}</u></i><i>.{cents}</i></span>\
                 <span class=sr-only>Price $ {whole}.{cents}</span></div>"
            )
        };
        let cards = [card("99", "99"), card("79", "00"), card("32", "99")];
        let found = prices([&cards[0], &cards[1], &cards[2]]);
        assert_eq!(found[0], "price: $99.99 | $79.00 | $32.99");
        assert!(!found.iter().any(|column| column.starts_with("old_price")), "{found:?}");
        let plain = "<div class=x2><span class=x4>€ 1,20</span></div>";
        let unit = "<div class=x2><span><span class=x4>€ 2,49</span><span class=x3>€ 8,30/kg</span></span></div>";
        assert!(!prices([plain, unit, plain]).iter().any(|column| column.starts_with("old_price")));
    }

    #[test]
    fn a_range_is_one_price() {
        let range = "<span class=price><span class=amount>$20.00</span> – <span class=amount>$30.00</span></span>";
        let plain = "<span class=price><span class=amount>$30.00</span></span>";
        assert!(!prices([plain, range, plain]).iter().any(|column| column.starts_with("old_price")));
    }
}
