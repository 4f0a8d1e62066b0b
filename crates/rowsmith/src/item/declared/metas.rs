//! What meta elements declare about the page's object: Open Graph, product meta, Twitter cards.

use crate::declared::Data;
use crate::item::declared::vocabulary::{availability, currency, digits};
use crate::item::facts::Facts;
use crate::item::text::{amount, plain};

/// Reads them.
pub(crate) fn from_metas(metas: &Data) -> Facts {
    let first = |names: &[&str]| names.iter().find_map(|name| metas.get(name)?.text());
    let price_of = |names: &[&str]| first(names).and_then(amount);
    Facts {
        name: first(&["og:title", "twitter:title"]).map(plain),
        url: first(&["og:url"]).map(str::to_owned),
        price: price_of(&["product:sale_price:amount", "product:price:amount", "og:price:amount"]),
        old_price: price_of(&["product:original_price:amount", "og:price:standard_amount"]),
        currency: first(&["product:price:currency", "og:price:currency", "product:sale_price:currency"])
            .and_then(currency),
        availability: first(&["product:availability", "og:availability"]).and_then(availability),
        brand: first(&["product:brand", "og:brand", "product:brand:name"]).map(plain),
        sku: first(&["product:retailer_item_id", "product:retailer_part_no", "product:sku"]).map(plain),
        mpn: first(&["product:mfr_part_no"]).map(plain),
        gtin: first(&["product:ean", "product:upc", "product:isbn", "product:gtin", "books:isbn", "book:isbn"])
            .and_then(digits),
        images: first(&["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"])
            .map(str::to_owned)
            .into_iter()
            .collect(),
        author: first(&["author"])
            .map(plain)
            .and_then(|author| person(&author, first(&["og:site_name"]), first(&["og:url"]))),
        description: first(&["og:description", "description", "twitter:description"]).map(plain),
        ..Facts::default()
    }
}

/// The author as declared, without "By"; `None` if it is the site.
fn person(author: &str, site: Option<&str>, address: Option<&str>) -> Option<String> {
    let name = ["By ", "by ", "Von ", "von ", "Por ", "por "].iter().find_map(|by| author.strip_prefix(by));
    let name = name.unwrap_or(author).trim();
    let letters = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (own, site) = (letters(name), letters(site.unwrap_or_default()));
    let rest = address.and_then(|url| url.split_once("//")).map_or("", |(_, rest)| rest);
    let host = letters(rest.split('/').next().unwrap_or_default());
    (!own.is_empty() && own != site && !host.contains(&own)).then(|| name.to_owned())
}
