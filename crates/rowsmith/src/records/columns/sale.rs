//! The price that is paid: of a price and a cheaper one that is called a sale's, the cheaper.

use std::cmp::Ordering;

use crate::dom::{AttrName, Document};
use crate::recognize::find_price;
use crate::records::columns::draft::{Assigned, ColumnDraft, with_role};
use crate::records::columns::instalments::instalment;
use crate::records::columns::roles::vocabulary::for_words_of_names;
use crate::records::columns::struck::{BEFORE, is_struck};
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnKind, Role};

/// Words of class names and labels that call a price the one of a sale. "Save" and "off" are of what is saved.
const SALE: [&str; 16] = [
    "sale",
    "special",
    "promo",
    "promotion",
    "promotional",
    "promocional",
    "reduced",
    "reduziert",
    "final",
    "angebot",
    "aktion",
    "oferta",
    "promocja",
    "promocyjna",
    "solde",
    "akce",
];
/// Words of class names that deny the others.
const NO: [&str; 3] = ["non", "no", "not"];
/// The share of records with both in which the sale's price is the lower one.
const LEAST_LOWER: f64 = 0.8;
/// How many elements around an item are looked at.
const LEVELS: usize = 3;
/// Items of a column whose names and texts are looked at.
const LOOKED_AT: usize = 8;
/// The share of prices that another column must say, too, to be the price in its place.
const LEAST_SAID: f64 = 0.9;
/// The most characters of a price: "$163/mo suggested payments with …" is not one.
const LONGEST: usize = 28;

/// Where one column is the price and another, called that of a sale, is lower in the records that have both: the lower
/// is the price of these records, and the other column keeps what was the price. It is the old price where no column is.
/// What says the price again is no old price.
pub(crate) fn paid_prices(
    document: &Document,
    page: &PageTree,
    columns: &mut [ColumnDraft],
    assigned: &mut [Option<Assigned>],
) {
    plain_price(columns, assigned, Role::Price);
    plain_price(columns, assigned, Role::OldPrice);
    sale_price(document, page, columns, assigned);
    let Some((price, old)) = with_role(assigned, Role::Price).zip(with_role(assigned, Role::OldPrice)) else { return };
    if lacks_cents(&columns[price], &columns[old]) {
        assigned[old] = assigned[price].take();
        return;
    }
    let Compared { higher, equal, .. } = compared(&columns[price], &columns[old]);
    if equal > 0 && higher == 0 {
        assigned[old] = None;
    }
}

/// Whether nearly all amounts of a column are those of another without their cents: "$99" of "$99.99" with raised cents.
fn lacks_cents(column: &ColumnDraft, whole: &ColumnDraft) -> bool {
    let amount = |item: &Item| Some(find_price(&item.as_ref()?.1)?.price.amount);
    let both = column.items.iter().zip(&whole.items).filter_map(|(part, whole)| amount(part).zip(amount(whole)));
    let (mut pieces, mut with_cents) = (0, 0);
    for (part, whole) in both {
        if part.total_cmp(&whole.floor()).is_ne() {
            return false;
        }
        pieces += 1;
        with_cents += usize::from(whole > part);
    }
    // $40 in place of $40.99 in one record is a sale
    with_cents > 0 && pieces as f64 >= LEAST_SAID * column.items.iter().flatten().count() as f64
}

/// Of two columns that say the same amounts the one without words is the price: "$99.99" rather than "Price $99.99". So it is with
/// the old price: "$99.99" rather than "$99.99 (-20 %)".
fn plain_price(columns: &[ColumnDraft], assigned: &mut [Option<Assigned>], role: Role) {
    let Some(price) = with_role(assigned, role) else { return };
    if is_plain(&columns[price]) {
        return;
    }
    let filled = columns[price].items.iter().flatten().count();
    let says_all = |c: &usize| {
        let Compared { lower, equal, higher } = compared(&columns[price], &columns[*c]);
        lower + higher == 0 && equal as f64 >= LEAST_SAID * filled as f64
    };
    let is_open = |a: Assigned| role == Role::Price && a.role == Role::OldPrice;
    let plain = (0..columns.len()).filter(|&c| assigned[c].is_none_or(is_open) && is_plain(&columns[c])).find(says_all);
    if let Some(plain) = plain {
        assigned[plain] = assigned[price].take();
    }
}

fn sale_price(document: &Document, page: &PageTree, columns: &mut [ColumnDraft], assigned: &mut [Option<Assigned>]) {
    let Some(price) = with_role(assigned, Role::Price) else { return };
    let is_sale = |column: &ColumnDraft| {
        let label = column.label.as_deref().is_some_and(has_sale_word);
        label || most_items(column, |id, _| is_named_sale(document, page, id))
    };
    if is_sale(&columns[price]) {
        return;
    }
    let is_lower = |c: &usize| {
        let Compared { lower, equal, higher } = compared(&columns[price], &columns[*c]);
        lower > 0 && lower as f64 >= LEAST_LOWER * (lower + equal + higher) as f64
    };
    let is_short = |column: &ColumnDraft| most_items(column, |_, text| text.chars().count() <= LONGEST);
    let is_rate = |column: &ColumnDraft| most_items(column, |id, text| instalment(document, page, id, text).is_some());
    let is_open = |c: &usize| assigned[*c].is_none_or(|a| matches!(a.role, Role::OldPrice | Role::Number));
    let open = || (0..columns.len()).filter(|&c| c != price && columns[c].kind == ColumnKind::Text).filter(is_open);
    // what is struck out where another column is lower, and the same elsewhere
    let struck = |c: &usize| {
        let mut lower = 0;
        let mut both = columns[price].items.iter().zip(&columns[*c].items);
        let is_paid = both.all(|(price, other)| match compare(price, other) {
            Some(Ordering::Less) => {
                lower += 1;
                price.as_ref().is_some_and(|(id, _)| is_struck(document, page, *id))
            }
            Some(Ordering::Equal) => true,
            _ => other.is_none(),
        });
        is_paid && lower > 0
    };
    let is_former = |column: &ColumnDraft| most_items(column, |id, _| is_named_former(document, page, id));
    let price_is_former = is_former(&columns[price]);
    let is_paid = |c: &usize| {
        let of_now = is_sale(&columns[*c]) || price_is_former && is_plain(&columns[*c]) && !is_former(&columns[*c]);
        is_lower(c) && of_now || struck(c)
    };
    let is_named = |c: &usize| is_short(&columns[*c]) && is_paid(c) && !is_rate(&columns[*c]);
    let Some(named) = open().find(is_named) else { return };
    // "$173" within "Special price $173"
    let same = |c: &usize| {
        let Compared { lower, equal, higher } = compared(&columns[named], &columns[*c]);
        lower + higher == 0 && equal == columns[named].items.iter().flatten().count() && is_plain(&columns[*c])
    };
    let sale = open().find(same).unwrap_or(named);
    let old = with_role(assigned, Role::OldPrice).filter(|&old| old != sale);
    let mut before = std::mem::take(&mut columns[price].items);
    for (record, item) in before.iter_mut().enumerate() {
        if item.is_none() {
            // what is only on sale has no other price
            *item = columns[sale].items[record].take();
            continue;
        }
        match compare(item, &columns[sale].items[record]) {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => {
                columns[sale].items[record] = None;
                continue;
            }
            _ => continue,
        }
        let repeats_old = old.is_some_and(|old| compare(item, &columns[old].items[record]) == Some(Ordering::Equal));
        std::mem::swap(item, &mut columns[sale].items[record]);
        if repeats_old {
            columns[sale].items[record] = None;
        }
    }
    columns[price].items = before;
    columns[price].label = None;
    columns[sale].label = None;
    assigned[sale] = match old {
        None => assigned[price].map(|a| Assigned { role: Role::OldPrice, ..a }),
        Some(_) => None,
    };
}

type Item = Option<(TreeId, String)>;

/// In how many records a column has a lower, equal or higher amount than another.
struct Compared {
    lower: usize,
    equal: usize,
    higher: usize,
}

fn compared(price: &ColumnDraft, other: &ColumnDraft) -> Compared {
    let mut compared = Compared { lower: 0, equal: 0, higher: 0 };
    for (price, other) in price.items.iter().zip(&other.items) {
        match compare(price, other) {
            Some(Ordering::Less) => compared.lower += 1,
            Some(Ordering::Equal) => compared.equal += 1,
            Some(Ordering::Greater) => compared.higher += 1,
            None => {}
        }
    }
    compared
}

/// How the second amount is beside the first; `None` unless both are amounts.
fn compare(price: &Item, other: &Item) -> Option<Ordering> {
    let amount = |item: &Item| Some(find_price(&item.as_ref()?.1)?.price.amount);
    amount(other)?.partial_cmp(&amount(price)?)
}

/// Whether most items are an amount without words, but for a currency's.
fn is_plain(column: &ColumnDraft) -> bool {
    column.kind == ColumnKind::Text
        && most_items(column, |_, text| {
            find_price(text).is_some_and(|found| {
                let around = [&text[..found.span.start], &text[found.span.end..]];
                !around.iter().any(|text| text.contains(char::is_alphanumeric))
            })
        })
}

/// Whether most of the items that are looked at fulfil a condition.
fn most_items(column: &ColumnDraft, test: impl Fn(TreeId, &str) -> bool) -> bool {
    let items: Vec<_> = column.items.iter().flatten().take(LOOKED_AT).collect();
    items.iter().filter(|(id, text)| test(*id, text)).count() * 2 > items.len()
}

/// Whether an element that holds the item and no other text has a name of a sale.
fn is_named_sale(document: &Document, page: &PageTree, item: TreeId) -> bool {
    classes_around(document, page, item).any(has_sale_word)
}

/// Whether an element that holds the item and no other text has a name of a price before a sale.
fn is_named_former(document: &Document, page: &PageTree, item: TreeId) -> bool {
    classes_around(document, page, item).any(|class| has_word(class, |word| BEFORE.contains(&word)))
}

/// The classes of the elements that hold an item and no other text.
fn classes_around<'d>(document: &'d Document, page: &PageTree, item: TreeId) -> impl Iterator<Item = &'d str> {
    let alone = page.tree.terminals(item).max(1);
    let around = std::iter::successors(Some(item), |&id| page.tree.parent(id)).take(LEVELS);
    around
        .filter(|&id| !page.is_text(id))
        .take_while(move |&id| page.tree.terminals(id) <= alone)
        .filter_map(|id| document.attr(page.node(id), AttrName::CLASS))
}

/// Whether names speak of a sale. "non-sale-price" is the price where there is none.
fn has_sale_word(names: &str) -> bool {
    let mut names = names.split_whitespace().filter(|name| !has_word(name, |word| NO.contains(&word)));
    names.any(|name| has_word(name, |word| SALE.contains(&word)))
}

fn has_word(names: &str, test: impl Fn(&str) -> bool) -> bool {
    let mut has = false;
    for_words_of_names(names, |word| has |= test(word));
    has
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::columns::cards::columns_of_cards;

    /// The columns of prices of three shop cards with these.
    fn columns(prices: [&str; 3]) -> Vec<String> {
        columns_of_cards(prices).into_iter().filter(|line| line.contains('$')).collect()
    }

    #[test]
    fn what_is_paid_in_a_sale_is_the_price() {
        let of = |price: &str, sale: &str| {
            let sale = if sale.is_empty() { String::new() } else { format!("<b class=sale-price>{sale}</b>") };
            format!("<span class=price>{price}</span>{sale}")
        };
        let cards = [of("$30.00", ""), of("$40.00", "$25.00"), of("$50.00", "$45.00")];
        let found = columns([&cards[0], &cards[1], &cards[2]]);
        assert_eq!(found, ["price: $30.00 | $25.00 | $45.00", "old_price: - | $40.00 | $50.00"]);
    }

    #[test]
    fn what_is_struck_out_where_another_price_is_lower_is_the_old_one() {
        // as one theme prints the regular price of all, and the lower one of what is on sale
        let of = |regular: &str, paid: &str| format!("<span class=price>{regular}</span><b class=paid>{paid}</b>");
        let cards = [of("$30.00", "$30.00"), of("<s>$40.00</s>", "$25.00"), of("<s>$50.00</s>", "$45.00")];
        let found = columns([&cards[0], &cards[1], &cards[2]]);
        assert!(found.contains(&"price: $30.00 | $25.00 | $45.00".to_owned()), "{found:?}");
    }

    #[test]
    fn a_price_that_is_called_former_is_the_old_one_where_another_is_lower() {
        // as one theme of shops prints the recommended price, where there is one, and the one that is paid
        let of = |rrp: &str, paid: &str| {
            format!(
                "<div class=price-section><span class='price price--rrp'>{rrp}</span></div>\
                 <div class=price-section><span class='price price--withoutTax'>{paid}</span></div>"
            )
        };
        let cards = [of("$30.00", "$28.00"), of("$40.00", "$25.00"), of("$50.00", "$45.00")];
        let found = columns([&cards[0], &cards[1], &cards[2]]);
        assert_eq!(found, ["price: $28.00 | $25.00 | $45.00", "old_price: $30.00 | $40.00 | $50.00"]);
    }

    #[test]
    fn a_price_is_a_piece_of_another_only_in_nearly_all_records() {
        let draft = |texts: [&str; 3]| ColumnDraft {
            name: String::new(),
            label: None,
            role: None,
            kind: ColumnKind::Text,
            category: crate::types::ColumnCategory::Distinctive,
            value_type: crate::recognize::ValueType::Price,
            items: texts.iter().map(|text| (!text.is_empty()).then(|| (TreeId::ROOT, (*text).to_owned()))).collect(),
        };
        let price = draft(["$40", "$50", "$60"]);
        assert!(lacks_cents(&price, &draft(["$40.99", "$50.00", "$60.95"])));
        assert!(!lacks_cents(&price, &draft(["$40.99", "", ""])));
        assert!(!lacks_cents(&price, &draft(["$40", "$50", "$60"])));
        assert!(!lacks_cents(&price, &draft(["$40.99", "$59.00", "$60.95"])));
    }

    #[test]
    fn what_is_only_on_sale_has_a_price() {
        let card = |price: &str, sale: &str| format!("{price}<b class=sale-price>{sale}</b>");
        let price = |amount: &str| format!("<span class=price>{amount}</span>");
        let cards = [card(&price("$30.00"), "$20.00"), card(&price("$40.00"), "$25.00"), card("", "$15.00")];
        let found = columns([&cards[0], &cards[1], &cards[2]]);
        assert_eq!(found, ["price: $20.00 | $25.00 | $15.00", "old_price: $30.00 | $40.00 | -"]);
    }

    #[test]
    fn a_price_said_again_is_no_old_price() {
        let of = |price: &str| format!("<span class=hidden>Price {price}</span><b class=price>{price}</b>");
        let cards = [of("$30.00"), of("$40.00"), of("$50.00")];
        let found = columns([&cards[0], &cards[1], &cards[2]]);
        assert!(found.contains(&"price: $30.00 | $40.00 | $50.00".to_owned()), "{found:?}");
        assert!(!found.iter().any(|column| column.starts_with("old_price")), "{found:?}");
    }

    #[test]
    fn names_of_sales() {
        for name in ["special-price", "salePrice", "Sale Price:", "product__price--sale"] {
            assert!(has_sale_word(name), "{name}");
        }
        for name in ["wholesale", "save", "regular-price", "price", "price--non-sale"] {
            assert!(!has_sale_word(name), "{name}");
        }
    }
}
