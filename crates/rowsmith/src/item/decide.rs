//! Chooses each value of an object: the declared one or the shown one.

use std::collections::BTreeMap;

use crate::item::facts::Facts;
use crate::item::text::{agreement, covered, same};
use crate::item::verdict::Verdict;
use crate::item::{Searched, Seen};
use crate::types::{Availability, ItemKind, ItemPrice, ItemRating, PageItem, ValueEvidence, ValueSource};

/// A shown price with this score wins over a declared one that the page does not show anywhere.
const SURE_PRICE: f64 = 2.4;

/// Steps that the breadcrumbs of every shop page have.
const GENERIC: [&str; 7] = ["home", "start", "homepage", "shop", "store", "products", "all products"];

/// For each value, where it comes from.
#[derive(Default)]
struct Evidence(BTreeMap<String, ValueEvidence>);

impl Evidence {
    fn note(&mut self, field: &str, source: ValueSource, confidence: f64) {
        self.0.insert(field.to_owned(), ValueEvidence { source, confidence });
    }

    /// Records for a value which sources have it and whether they agree.
    fn of(&mut self, field: &str, declared: bool, shown: bool, agree: bool) {
        let (source, confidence) = match (declared, shown) {
            (true, true) if agree => (ValueSource::Both, 0.97),
            (true, true) => (ValueSource::Declared, 0.75),
            (true, false) => (ValueSource::Declared, 0.88),
            (false, true) => (ValueSource::Shown, 0.8),
            (false, false) => return,
        };
        self.note(field, source, confidence);
    }
}

/// Chooses all values.
pub(crate) fn decide(found: &Searched, verdict: &Verdict) -> PageItem {
    let Searched { declared_item, seen, by_labels, .. } = found;
    let facts = declared_item.facts.clone();
    let mut evidence = Evidence::default();
    let recipe = verdict.kind == ItemKind::Recipe;
    let mut item = PageItem { kind: verdict.kind, confidence: verdict.confidence, ..PageItem::default() };
    name(&mut item, &facts, seen, recipe && declared_item.own > 0.0, &mut evidence);
    item.url = facts.url.clone();
    if !recipe {
        prices(&mut item, &facts, seen, &mut evidence);
        availability(&mut item, &facts, seen, &mut evidence);
        let text = |declared: &Option<String>, shown: &Option<String>, field: &str, evidence: &mut Evidence| {
            let agree = matches!((declared, shown), (Some(a), Some(b)) if same(a, b));
            evidence.of(field, declared.is_some(), shown.is_some(), agree);
            declared.clone().or_else(|| shown.clone())
        };
        item.brand = text(&facts.brand, &seen.brand, "brand", &mut evidence);
        item.sku = text(&facts.sku, &seen.sku, "sku", &mut evidence);
        // the identifier that a page shows with a label is the one that people know; others belong to variants
        if let Some(shown) =
            seen.sku.as_ref().filter(|shown| facts.sku.as_ref().is_some_and(|declared| !same(declared, shown)))
        {
            item.sku = Some(shown.clone());
            evidence.note("sku", ValueSource::Shown, 0.7);
        }
        item.sku = item.sku.take().and_then(|sku| code_of(&sku));
        item.mpn = text(&facts.mpn, &seen.mpn, "mpn", &mut evidence);
        item.gtin = text(&facts.gtin, &seen.gtin, "gtin", &mut evidence);
        item.variants = facts.variants.clone();
        if item.sku.is_none()
            && let Some(code) = facts.url.as_deref().or(seen.url.as_deref()).and_then(code_in)
        {
            item.sku = Some(code);
            evidence.note("sku", ValueSource::Inferred, 0.6);
        }
        evidence.of("variants", !item.variants.is_empty(), false, false);
        evidence.of("properties", !facts.properties.is_empty(), !seen.described.is_empty(), false);
        let shown = seen.described.iter().filter(|property| !is_field(&property.name));
        item.properties = shown.cloned().collect();
        if item.properties.is_empty() {
            item.properties = facts.properties.clone();
        }
    }
    rating(&mut item, &facts, seen, recipe, &mut evidence);
    images(&mut item, &facts, declared_item.shared_image.as_ref(), seen, &mut evidence);
    breadcrumbs(&mut item, &facts, seen, &mut evidence);
    if recipe {
        lines(&mut item, &facts, seen, &mut evidence);
        item.total_time_minutes = facts.total_time_minutes.or(seen.time);
        let agree = facts.total_time_minutes == seen.time;
        evidence.of("total_time_minutes", facts.total_time_minutes.is_some(), seen.time.is_some(), agree);
        item.yields = facts.yields.clone().or_else(|| seen.yields.clone());
        evidence.of("yield", facts.yields.is_some(), seen.yields.is_some(), facts.yields == seen.yields);
    }
    item.author = facts.author.clone();
    evidence.of("author", item.author.is_some(), false, false);
    item.description = facts.description.clone().or_else(|| seen.description.clone());
    evidence.of("description", facts.description.is_some(), seen.description.is_some(), false);
    let shown = by_labels.clone().unwrap_or_default();
    evidence.of("organization", facts.organization.is_some(), shown.organization.is_some(), false);
    item.organization = facts.organization.or(shown.organization);
    evidence.of("location", facts.location.is_some(), shown.location.is_some(), false);
    item.location = facts.location.or(shown.location);
    item.dates = facts.dates;
    if let Some(start) = shown.start {
        item.dates.entry("start".to_owned()).or_insert(start);
    }
    item.evidence = evidence.0;
    item
}

/// Labels of what is a field of its own, or of what belongs to the shop and not to the object, in letters and digits.
const FIELDS: [&str; 13] = [
    "sku",
    "category",
    "categories",
    "tag",
    "tags",
    "price",
    "subtotal",
    "total",
    "quantity",
    "qty",
    "share",
    "pros",
    "cons",
];

fn is_field(label: &str) -> bool {
    let label: String = label.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    FIELDS.contains(&label.as_str())
}

/// The least length of a code that other words may follow.
const LEAST_CODE: usize = 5;

/// A code without the words behind it; `None` if the text says that there is none: "N/A".
fn code_of(text: &str) -> Option<String> {
    let letters: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    if ["na", "none", "null"].contains(&letters.as_str()) {
        return None;
    }
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let is_code = first.len() >= LEAST_CODE && first.bytes().any(|b| b.is_ascii_digit());
    Some(if is_code && words.next().is_some() { first.to_owned() } else { text.to_owned() })
}

/// The code that the last part of an address is or ends in: `/dp/B004SNMXRS`, `/itm/lamp-223820586800`.
fn code_in(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next()?.trim_end_matches('/');
    let last = path.rsplit('/').next()?.split('.').next()?;
    let mut codes = last.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        let letters = part.bytes().filter(u8::is_ascii_uppercase).count();
        let number = digits >= 5 && digits == part.len();
        number || digits > 0 && letters > 0 && digits + letters == part.len() && (7..=12).contains(&part.len())
    });
    codes.next_back().map(str::to_owned)
}

/// The most bytes behind a name that are no part of it.
const MOST_SIGN: usize = 6;

/// Chooses the name. Of a recipe that is surely the page's own the declared name goes before the headline, which may be that
/// of a story around it; unless it only has the site's name behind the headline.
fn name(item: &mut PageItem, facts: &Facts, seen: &Seen, declared_first: bool, evidence: &mut Evidence) {
    let shown = seen.headline.as_ref();
    let agree = match (&facts.name, shown) {
        (Some(declared), Some(shown)) => agreement(declared, &shown.text) > 0.6,
        _ => false,
    };
    let is_tailed = |declared: &str, head: &str| {
        [" - ", " | ", " – "].iter().any(|sign| declared.contains(sign)) && covered(head, declared) > 0.99
    };
    // "TrailMap 4+": a sign or a number behind the name
    let has_sign_behind = |declared: &str, head: &str| {
        head.strip_prefix(declared).is_some_and(|rest| {
            rest.starts_with(' ')
                && rest.len() <= MOST_SIGN
                && rest.ends_with(|c: char| !c.is_alphanumeric())
                && !rest.contains(char::is_alphabetic)
        })
    };
    let headline = shown.filter(|shown| match &facts.name {
        Some(declared) if has_sign_behind(declared, &shown.text) => false,
        Some(declared) if declared_first => is_tailed(declared, &shown.text),
        _ => facts.name.is_none() || agree || shown.agreement > 0.7,
    });
    item.name = headline.map(|shown| shown.text.clone()).or_else(|| facts.name.clone());
    match headline {
        Some(_) if agree => evidence.note("name", ValueSource::Both, 0.98),
        Some(_) => evidence.note("name", ValueSource::Shown, 0.85),
        None => evidence.of("name", facts.name.is_some(), agree, agree),
    }
}

fn prices(item: &mut PageItem, facts: &Facts, seen: &Seen, evidence: &mut Evidence) {
    let shown = seen.prices.price.as_ref();
    let agree = matches!((facts.price, shown), (Some(a), Some(b)) if (a - b.amount).abs() < 0.005);
    let by_sign = shown.and_then(|shown| shown.currency.clone());
    let currency = facts.currency.clone().or_else(|| by_sign.clone());
    let of = |amount: f64, text: Option<String>| ItemPrice::new(amount, currency.clone(), text);
    let shown_counts = shown.filter(|shown| agree || facts.price.is_none() || shown.score >= SURE_PRICE);
    match (shown_counts, facts.price) {
        (Some(shown), _) => {
            item.price = Some(of(shown.amount, Some(shown.text.clone())));
            item.price_high = shown.upper.map(|upper| of(upper, None));
            if item.price_high.is_some() {
                evidence.note("price_high", ValueSource::Shown, 0.8);
            }
            match agree {
                true => evidence.note("price", ValueSource::Both, 0.98),
                false => evidence.note("price", ValueSource::Shown, (0.55 + 0.1 * shown.score).clamp(0.5, 0.9)),
            }
        }
        (None, Some(declared)) => {
            item.price = Some(of(declared, facts.price_text.clone()));
            evidence.note("price", ValueSource::Declared, 0.85);
        }
        (None, None) => {}
    }
    if let Some(price) = &item.price {
        if item.price_high.is_none() && facts.price == Some(price.amount) {
            item.price_high = facts.price_high.map(|high| of(high, None));
            if item.price_high.is_some() {
                evidence.note("price_high", ValueSource::Declared, 0.8);
            }
        }
        let shown_old = seen.prices.old.as_ref().filter(|_| shown_counts.is_some());
        let old = shown_old
            .map(|old| (old.amount, Some(old.text.clone())))
            .or_else(|| facts.old_price.map(|old| (old, None)));
        if let Some((amount, text)) = old.filter(|(amount, _)| *amount > price.amount) {
            item.old_price = Some(of(amount, text));
            let agree = matches!((facts.old_price, shown_old), (Some(a), Some(b)) if (a - b.amount).abs() < 0.005);
            evidence.of(
                "old_price",
                facts.old_price.is_some() && (agree || shown_old.is_none()),
                shown_old.is_some(),
                agree,
            );
        }
        if currency.is_some() {
            let agree = facts.currency.is_some() && facts.currency == by_sign;
            evidence.of("currency", facts.currency.is_some(), by_sign.is_some(), agree);
        }
        item.currency = currency;
    }
}

fn availability(item: &mut PageItem, facts: &Facts, seen: &Seen, evidence: &mut Evidence) {
    let shown = seen.stock.stated;
    // what is declared may be the same for all pages of a shop; a button that cannot be pressed is that of this one
    let is_gone = shown == Some(Availability::OutOfStock) && seen.stock.gone_button;
    if is_gone && facts.availability == Some(Availability::InStock) {
        item.availability = shown;
        evidence.note("availability", ValueSource::Shown, 0.75);
        return;
    }
    item.availability = facts.availability.or(shown);
    evidence.of("availability", facts.availability.is_some(), shown.is_some(), facts.availability == shown);
    if item.availability.is_none() && seen.stock.buy {
        item.availability = Some(Availability::InStock);
        evidence.note("availability", ValueSource::Inferred, 0.8);
    }
}

fn rating(item: &mut PageItem, facts: &Facts, seen: &Seen, recipe: bool, evidence: &mut Evidence) {
    // one that is only shown, without a number of reviews anywhere, is mostly that of something else
    let is_counted = facts.rating.is_some() || facts.reviews.is_some() || seen.reviews.is_some();
    let seen_rating = seen.rating.filter(|_| is_counted);
    let agree = matches!((facts.rating, seen_rating), (Some(a), Some(b)) if (a.value - b.value).abs() < 0.11);
    // what is shown is rounded; for recipes the declared value is the usual one
    let shown = seen_rating.filter(|_| facts.rating.is_none() || agree && !recipe);
    item.rating = shown
        .or(facts.rating)
        .map(|rating| ItemRating { best: rating.best.or(facts.rating.and_then(|r| r.best)), ..rating });
    evidence.of("rating", facts.rating.is_some(), seen_rating.is_some(), agree);
    item.reviews = facts.reviews.or(seen.reviews);
    evidence.of("reviews", facts.reviews.is_some(), seen.reviews.is_some(), facts.reviews == seen.reviews);
}

/// The most declared pictures of which the second may be shown in place of the first.
const MOST_OF_ONE: usize = 3;

/// An address without its scheme and host, but with its query.
fn without_host(address: &str) -> &str {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.find('/').filter(|_| rest.len() < address.len()).map_or(rest, |at| &rest[at..])
}

fn images(item: &mut PageItem, facts: &Facts, shared: Option<&String>, seen: &Seen, evidence: &mut Evidence) {
    let file = |address: &str| {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default().to_owned()
    };
    let agree = facts.images.first().is_some_and(|first| seen.images.iter().any(|shown| file(shown) == file(first)));
    item.images = facts.images.clone();
    // of the shared picture and the declared one, whichever is shown; a longer list is one picture in many sizes
    let is_shown = |address: &String| seen.images.iter().any(|shown| file(shown) == file(address));
    if (2..=MOST_OF_ONE).contains(&item.images.len())
        && shared.is_some_and(|shared| Some(shared) == item.images.first())
        && !is_shown(&item.images[0])
        && is_shown(&item.images[1])
    {
        item.images.swap(0, 1);
    }
    // of a recipe's picture the size that is shown
    if item.kind == ItemKind::Recipe
        && let Some(first) = item.images.first()
        && !file(first).is_empty()
        && !seen.images.iter().any(|shown| without_host(shown) == without_host(first))
        && let Some(shown) = seen.images.iter().find(|shown| file(shown) == file(first))
    {
        item.images.insert(0, shown.clone());
    }
    for image in &seen.images {
        let known = item.images.iter().any(|kept| kept == image || file(kept) == file(image));
        if !known && (facts.images.is_empty() || item.images.len() < 12) {
            item.images.push(image.clone());
        }
    }
    evidence.of("images", !facts.images.is_empty(), !seen.images.is_empty(), agree);
}

fn breadcrumbs(item: &mut PageItem, facts: &Facts, seen: &Seen, evidence: &mut Evidence) {
    let names = |crumbs: &[crate::types::Breadcrumb]| crumbs.iter().map(|c| c.name.to_lowercase()).collect::<Vec<_>>();
    let agree = !seen.breadcrumbs.is_empty() && names(&seen.breadcrumbs) == names(&facts.breadcrumbs);
    let shown = !seen.breadcrumbs.is_empty();
    // declared breadcrumbs that lead from the start page directly to the object say nothing
    let name = item.name.clone().unwrap_or_default();
    let tells = |crumb: &crate::types::Breadcrumb| {
        !GENERIC.contains(&crumb.name.to_lowercase().as_str()) && agreement(&crumb.name, &name) < 0.6
    };
    if !shown && !facts.breadcrumbs.iter().any(tells) {
        return;
    }
    item.breadcrumbs = if shown { seen.breadcrumbs.clone() } else { facts.breadcrumbs.clone() };
    match (shown, agree) {
        (true, true) => evidence.note("breadcrumbs", ValueSource::Both, 0.97),
        (true, false) => evidence.note("breadcrumbs", ValueSource::Shown, 0.8),
        (false, _) => evidence.of("breadcrumbs", !facts.breadcrumbs.is_empty(), false, false),
    }
}

/// Two lists with more bytes than this are not compared line by line; no recipe has as many.
const MOST_COMPARED: usize = 64 << 10;
/// The most pairs of lines that are compared.
const MOST_PAIRS: usize = 10_000;

/// Whether two lists are short enough to compare each line of one with each of the other.
fn comparable(declared: &[String], shown: &[String]) -> bool {
    let bytes: usize = declared.iter().chain(shown).map(String::len).sum();
    bytes <= MOST_COMPARED && declared.len().saturating_mul(shown.len()) <= MOST_PAIRS
}

/// Whether what is shown is what is declared, split into more parts or with additional ones.
fn parted(declared: &[String], shown: &[String]) -> bool {
    let (a, b) = (declared.join(" "), shown.join(" "));
    shown.len() > declared.len() && declared.len() < 4 && covered(&a, &b) > 0.9 && b.len() < 6 * a.len().max(1)
}

/// Whether what is shown contains everything declared, line by line, and more numbers.
fn more_shown(declared: &[String], shown: &[String]) -> bool {
    if !comparable(declared, shown) {
        return false;
    }
    let numbers = |lines: &[String]| lines.iter().filter(|line| line.chars().any(char::is_numeric)).count();
    let also_shown = declared.iter().filter(|line| shown.iter().any(|other| covered(line, other) > 0.9)).count();
    shown.len() >= declared.len()
        && shown.len() <= 3 * declared.len()
        && 10 * also_shown >= 9 * declared.len()
        && numbers(shown) > numbers(declared)
}

fn lines(item: &mut PageItem, facts: &Facts, seen: &Seen, evidence: &mut Evidence) {
    let choose = |declared: &Vec<String>, shown: &Vec<String>, says_more: bool| {
        // one long text is better taken from the page if it is shown there in parts
        let is_whole = declared.is_empty() || declared.len() == 1 && shown.len() > 2;
        if is_whole || says_more { shown.clone() } else { declared.clone() }
    };
    let (ingredients, steps) = (&seen.recipe.ingredients, &seen.recipe.steps);
    // amounts or lines may be shown that the embedded data lacks; more of steps are notes and advertisements
    let says_more = more_shown(&facts.ingredients, ingredients) || parted(&facts.ingredients, ingredients);
    item.ingredients = choose(&facts.ingredients, ingredients, says_more);
    item.steps = choose(&facts.steps, steps, false);
    for (field, declared, shown, chosen) in [
        ("ingredients", &facts.ingredients, &seen.recipe.ingredients, &item.ingredients),
        ("steps", &facts.steps, &seen.recipe.steps, &item.steps),
    ] {
        if chosen.is_empty() {
            continue;
        }
        let agree = declared.len() == shown.len() && declared.iter().zip(shown).all(|(a, b)| agreement(a, b) > 0.8);
        evidence.of(field, chosen == declared, chosen == shown || agree, agree);
    }
}
