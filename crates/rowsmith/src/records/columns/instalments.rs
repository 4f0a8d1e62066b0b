//! The price beside what is paid of it each month: "$1,899" beside "$159/mo".

use crate::dom::{Document, NodeId, line, one_line};
use crate::recognize::{find_price, head};
use crate::records::columns::draft::{Assigned, ColumnDraft, with_role};
use crate::tree::{PageTree, Span, TreeId};
use crate::types::{ColumnKind, Role};

/// A price is at least this many times one of its instalments: two of them may be half of it each.
const LEAST_TIMES: f64 = 1.9;
/// The share of the amounts of a price that must be higher than an instalment beside it, for both to be what they are called.
const LEAST_HIGHER: f64 = 0.8;
/// How many nodes behind an amount are looked at for what it is paid by, and how many bytes of their text.
const NODES_BEHIND: u32 = 8;
const BYTES_BEHIND: usize = 40;
/// What stands behind an amount that is paid each month, in small letters.
const MONTHLY: [&str; 24] = [
    "mo",
    "month",
    "per month",
    "a month",
    "monthly",
    "monat",
    "pro monat",
    "im monat",
    "mtl",
    "monatlich",
    "mois",
    "par mois",
    "mes",
    "al mes",
    "mês",
    "por mês",
    "ao mês",
    "mnd",
    "per maand",
    "mies",
    "miesięcznie",
    "měsíčně",
    "mån",
    "в месяц",
];
/// What may stand between the number of instalments and one of them: "12x de R$ 99".
const OF: [&str; 4] = ["de", "of", "à", "da"];

/// Where the column of the price has what is paid each month, and another column of the same record a higher amount: that is the price,
/// and the column that it is taken from is no old price.
pub(crate) fn whole_prices(
    document: &Document,
    page: &PageTree,
    columns: &mut [ColumnDraft],
    assigned: &mut [Option<Assigned>],
) {
    let Some(price) = with_role(assigned, Role::Price) else { return };
    let instalments: Vec<Option<f64>> = columns[price]
        .items
        .iter()
        .map(|item| item.as_ref().and_then(|(id, text)| instalment(document, page, *id, text)))
        .collect();
    if instalments.iter().all(Option::is_none) {
        return;
    }
    // what has a name of its own is something else: a deposit
    let is_open = |c: &usize| match assigned[*c] {
        Some(assigned) => assigned.role == Role::OldPrice,
        None => *c != price && columns[*c].kind == ColumnKind::Text && columns[*c].label.is_none(),
    };
    let open = (0..columns.len()).filter(is_open);
    let higher = |column: &ColumnDraft| {
        let both = instalments.iter().zip(&column.items).filter_map(|(rate, item)| {
            let (id, text) = item.as_ref()?;
            let amount = find_price(text)?.price.amount;
            let is_price = instalment(document, page, *id, text).is_none();
            Some(is_price && amount >= LEAST_TIMES * (*rate)?)
        });
        let (mut higher, mut all) = (0, 0);
        both.for_each(|is_higher| {
            higher += usize::from(is_higher);
            all += 1;
        });
        (higher as f64 >= LEAST_HIGHER * f64::from(all)).then_some(higher).filter(|&higher| higher > 0)
    };
    // the first of those that say most: what is paid stands before what was
    let known = open.filter_map(|c| Some((c, higher(&columns[c])?)));
    let Some((whole, _)) = known.reduce(|best, next| if next.1 > best.1 { next } else { best }) else { return };
    let mut prices = std::mem::take(&mut columns[price].items);
    let mut taken = 0;
    for (record, item) in prices.iter_mut().enumerate().filter(|(record, _)| instalments[*record].is_some()) {
        let other = &mut columns[whole].items[record];
        if other.as_ref().is_some_and(|(_, text)| find_price(text).is_some()) {
            std::mem::swap(item, other);
            taken += 1;
        }
    }
    columns[price].items = prices;
    columns[price].label = None;
    columns[whole].label = None;
    let left = columns[whole].items.iter().flatten().count();
    if 2 * taken >= left {
        assigned[whole] = None;
    }
}

/// The amount of an item that is paid each month, by its own words or by those that go on behind it.
pub(crate) fn instalment(document: &Document, page: &PageTree, id: TreeId, text: &str) -> Option<f64> {
    let found = find_price(text)?;
    let own = text[found.span.end..].trim();
    let is_one = match own.is_empty() {
        true => is_monthly(&behind(document, page, id, text)),
        false => is_monthly(own),
    };
    (is_one || is_one_of_several(&text[..found.span.start])).then_some(found.price.amount)
}

/// The text that follows an item: in its element, which may say more, or behind that.
fn behind(document: &Document, page: &PageTree, id: TreeId, text: &str) -> String {
    let Span { from, to } = page.spans[id];
    let element = line(document, from, to);
    if let Some(at) = element.find(text)
        && let rest = element[at + text.len()..].trim_start()
        && !rest.is_empty()
    {
        return head(rest, BYTES_BEHIND).to_owned();
    }
    let end = NodeId((to.0 + NODES_BEHIND).min(document.len() as u32));
    let text = if to < end { document.raw_text_between(to, end) } else { "" };
    one_line(head(text.trim_start(), BYTES_BEHIND))
}

/// Whether a text begins with what says that an amount is paid each month: "/mo.", " per month for 12 months".
fn is_monthly(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_slashed = lower.starts_with('/');
    let words = lower.trim_start_matches('/').trim_start();
    MONTHLY.iter().any(|monthly| {
        let rest = words.strip_prefix(monthly);
        // "mo" alone begins much
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic)) && (is_slashed || monthly.len() > 3)
    })
}

/// Whether a text ends in a number of instalments: "or 12x of".
fn is_one_of_several(text: &str) -> bool {
    let text = text.trim_end();
    let of = OF.iter().find_map(|of| text.strip_suffix(of)?.strip_suffix(' ')).unwrap_or(text).trim_end();
    let number = of.strip_suffix(['x', 'X', '×']).map(str::trim_end);
    number.is_some_and(|text| text.ends_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::columns::cards::columns_of_cards;

    #[test]
    fn what_is_paid_each_month_is_no_price_beside_the_whole() {
        let card = |price: &str, rate: &str| {
            format!(
                "<span class=price>{price}</span><div class=rate><b class=price>{rate}</b><i>/mo</i> suggested</div>"
            )
        };
        let cards = [card("$1,899.00", "$159"), card("$3,196.95", "$267"), card("$899.00", "$75")];
        let found = columns_of_cards([&cards[0], &cards[1], &cards[2]]);
        assert!(found.contains(&"price: $1,899.00 | $3,196.95 | $899.00".to_owned()), "{found:?}");
        assert!(!found.iter().any(|column| column.starts_with("old_price")), "{found:?}");
    }

    #[test]
    fn a_rate_that_is_a_part_of_a_text_is_no_price_either() {
        let card = |price: &str, rate: &str| {
            format!(
                "<span class=sum>{price}</span><a class=promo><b><u>$</u>{rate}</b><b>/mo</b> suggested payments with 12-month \
                 special financing. <i>Learn how.</i></a>"
            )
        };
        let cards = [card("$1,899.00", "159"), card("$3,196.95", "267"), card("$899.00", "75")];
        let found = columns_of_cards([&cards[0], &cards[1], &cards[2]]);
        assert!(found.contains(&"price: $1,899.00 | $3,196.95 | $899.00".to_owned()), "{found:?}");
    }

    #[test]
    fn where_only_a_rate_is_named_it_is_the_price() {
        let cards = ["$1,200/mo", "$950/mo", "$1,450/mo"].map(|rent| format!("<b class=price>{rent}</b>"));
        let found = columns_of_cards([&cards[0], &cards[1], &cards[2]]);
        assert!(found.contains(&"price: $1,200/mo | $950/mo | $1,450/mo".to_owned()), "{found:?}");
    }

    #[test]
    fn words_of_instalments() {
        for text in ["/mo.", "/ month", "per month for 12", "/mês", "pro Monat"] {
            assert!(is_monthly(text), "{text}");
        }
        for text in ["", "more", "/model", "mo", "months ago"] {
            assert!(!is_monthly(text), "{text}");
        }
        for text in ["12x", "ou 12x de ", "3 × "] {
            assert!(is_one_of_several(text), "{text}");
        }
        for text in ["", "Xbox", "from ", "box de "] {
            assert!(!is_one_of_several(text), "{text}");
        }
    }
}
