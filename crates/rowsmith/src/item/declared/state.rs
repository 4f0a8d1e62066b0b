//! The object in the state of an application, recognised by its shape: it has the page's name, and a price or a code.

use crate::declared::{Data, Declared, Form, ObjectAt};
use crate::item::declared::vocabulary::{availability, currency, digits};
use crate::item::facts::Facts;
use crate::item::text::{WordSet, amount, count, plain};
use crate::types::{Availability, ItemRating, Variant};

/// Reads the object with that name; `None` if there is none. Other declarations tell whether prices are in cents.
pub(crate) fn from_state(
    declared: &Declared,
    found: &[ObjectAt<'_>],
    name: Option<&str>,
    known: &Facts,
) -> Option<Facts> {
    let name = WordSet::of(name?);
    let mut best: Option<(f64, &Data)> = None;
    for at in found.iter().filter(|at| matches!(declared.blocks[at.block].form, Form::State | Form::Attribute)) {
        let Some(own) = named(at.object) else { continue };
        let agrees = WordSet::of(own).agreement(&name);
        if agrees < 0.75 {
            continue;
        }
        let telling = at.object.members().iter().filter(|member| is_telling(&key(&member.name))).count();
        if telling == 0 {
            continue;
        }
        let score = 2.0 * agrees + 0.2 * telling.min(8) as f64;
        if best.is_none_or(|(kept, _)| score > kept) {
            best = Some((score, at.object));
        }
    }
    best.map(|(_, object)| read(object, known))
}

fn named(object: &Data) -> Option<&str> {
    let keys = ["name", "title", "productname", "displayname", "productdisplayname", "producttitle"];
    object
        .members()
        .iter()
        .find(|member| keys.contains(&key(&member.name).as_str()))
        .and_then(|member| member.value.text())
}

/// The name of a member in the form that is compared.
fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

const PRICES: [&str; 10] = [
    "price",
    "currentprice",
    "saleprice",
    "finalprice",
    "sellingprice",
    "pricevalue",
    "priceamount",
    "offerprice",
    "unitprice",
    "value",
];
const OLD_PRICES: [&str; 8] =
    ["compareatprice", "oldprice", "listprice", "originalprice", "regularprice", "wasprice", "msrp", "baseprice"];
const SKUS: [&str; 6] = ["sku", "productid", "productcode", "itemnumber", "articlenumber", "partnumber"];
const BRANDS: [&str; 4] = ["brand", "brandname", "vendor", "manufacturer"];
const GTINS: [&str; 7] = ["gtin", "gtin13", "ean", "upc", "barcode", "ean13", "isbn"];

fn is_telling(key: &str) -> bool {
    let lists: [&[&str]; 5] = [&PRICES[..9], &OLD_PRICES, &SKUS, &BRANDS, &GTINS];
    lists.iter().any(|list| list.contains(&key)) || key == "variants"
}

fn read(object: &Data, known: &Facts) -> Facts {
    let text = |keys: &[&str]| {
        let of_key = |wanted: &str| {
            let member =
                object.members().iter().find(|member| key(&member.name) == wanted && member.value != Data::Null)?;
            let value = member.value.values().first()?;
            value
                .text()
                .or_else(|| ["name", "value", "amount", "current", "price"].iter().find_map(|k| value.get(k)?.text()))
        };
        keys.iter().find_map(|wanted| of_key(wanted))
    };
    // Shopify's product JSON has prices in cents, and says so by its members
    let cents = object.get("compare_at_price_varies").is_some() || object.get("price_varies").is_some();
    let scaled = |value: f64| match known.price {
        Some(price) if (value - 100.0 * price).abs() < 0.5 && price > 0.0 => value / 100.0,
        _ if cents => value / 100.0,
        _ => value,
    };
    let price = text(&PRICES[..9]).and_then(amount).map(scaled);
    let old_price =
        text(&OLD_PRICES).and_then(amount).map(scaled).filter(|&old| price.is_some_and(|price| old > price));
    let stock = |object: &Data| {
        let member = object.members().iter().find(|m| {
            matches!(
                key(&m.name).as_str(),
                "available" | "instock" | "isinstock" | "availability" | "availableforsale" | "stockstatus"
            )
        })?;
        match &member.value {
            Data::Bool(true) => Some(Availability::InStock),
            Data::Bool(false) => Some(Availability::OutOfStock),
            value => availability(value.text()?),
        }
    };
    let variants = object.members().iter().find(|member| key(&member.name) == "variants");
    let variants = variants.map(|member| member.value.values()).unwrap_or_default();
    let variants: Vec<Variant> = variants
        .iter()
        .filter(|v| v.is_object())
        .take(500)
        .filter_map(|variant| {
            let of = |name: &str| variant.get(name).and_then(|data| data.text());
            let name = ["title", "name", "public_title", "option1"].iter().find_map(|key| of(key))?;
            (name != "Default Title").then(|| Variant {
                name: plain(name),
                sku: of("sku").map(str::to_owned),
                price: of("price").and_then(amount).map(scaled),
                availability: stock(variant),
            })
        })
        .collect();
    let rating = text(&["ratingvalue", "averagerating", "rating", "reviewaverage"]).and_then(amount);
    Facts {
        price,
        old_price,
        currency: text(&["currency", "currencycode", "pricecurrency"]).and_then(currency),
        availability: stock(object),
        brand: text(&BRANDS).map(plain),
        sku: text(&SKUS).map(plain),
        mpn: text(&["mpn", "modelnumber", "manufacturerpartnumber"]).map(plain),
        gtin: text(&GTINS).and_then(digits),
        rating: rating.filter(|&value| value > 0.0 && value <= 10.0).map(|value| ItemRating { value, best: None }),
        reviews: text(&["reviewcount", "ratingcount", "numberofreviews", "reviewscount", "totalreviews"])
            .and_then(count)
            .filter(|&n| n > 0),
        variants,
        ..Facts::default()
    }
}
