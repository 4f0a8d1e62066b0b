//! The vocabulary of schema.org, as pages use it.

use crate::declared::{Data, Ids, ObjectAt, types};
use crate::item::facts::Facts;
use crate::item::text::{amount, count, folded, minutes, plain, plain_lines, same, words};
use crate::types::{Availability, Breadcrumb, ItemKind, ItemRating, Property, Variant};

/// The most variants that are kept.
const MOST_VARIANTS: usize = 500;

/// The kind of an object according to its types; `None` for types that no page is about as an item.
pub(crate) fn kind_of(object: &Data) -> Option<ItemKind> {
    types(object).find_map(|name| {
        Some(match name {
            "Product" | "ProductGroup" | "IndividualProduct" | "ProductModel" | "SomeProducts" => ItemKind::Product,
            "Recipe" => ItemKind::Recipe,
            "JobPosting" => ItemKind::Job,
            "Apartment" | "House" | "SingleFamilyResidence" | "RealEstateListing" | "Accommodation" | "Residence" => {
                ItemKind::RealEstate
            }
            "Vehicle" | "Car" | "Motorcycle" | "MotorizedBicycle" => ItemKind::Vehicle,
            "Book" | "Audiobook" => ItemKind::Book,
            "SoftwareApplication" | "MobileApplication" | "WebApplication" => ItemKind::App,
            "VideoGame" | "Game" => ItemKind::Game,
            "Course" => ItemKind::Course,
            "Event" => ItemKind::Event,
            name if name.ends_with("Event") && name != "PublicationEvent" => ItemKind::Event,
            _ => return None,
        })
    })
}

/// Reads an object.
pub(crate) fn facts_of(object: &Data, ids: &Ids<'_>) -> Facts {
    let named_value = |key: &str| values(object, key, ids).into_iter().find_map(named);
    let mut facts = Facts {
        kind: kind_of(object),
        name: named_value("name").or_else(|| named_value("title")).or_else(|| named_value("headline")),
        url: named_value("url"),
        brand: named_value("brand").or_else(|| named_value("manufacturer")),
        sku: named_value("sku").or_else(|| named_value("productID")),
        mpn: named_value("mpn"),
        gtin: ["gtin13", "gtin", "gtin12", "gtin14", "gtin8", "ean", "isbn", "upc"]
            .iter()
            .find_map(|key| digits(&named_value(key)?)),
        description: object
            .get("description")
            .and_then(|d| d.values().first()?.text())
            .map(plain)
            .filter(|text| !is_template(text)),
        images: images(object, ids),
        properties: properties(object, ids),
        author: named_value("author").or_else(|| named_value("creator")),
        yields: named_value("recipeYield").or_else(|| named_value("yield")),
        organization: named_value("hiringOrganization").or_else(|| named_value("organizer")),
        location: place(object, ids),
        ..Facts::default()
    };
    for (name, key) in [
        ("published", "datePublished"),
        ("published", "datePosted"),
        ("published", "releaseDate"),
        ("modified", "dateModified"),
        ("start", "startDate"),
        ("end", "endDate"),
        ("valid_through", "validThrough"),
    ] {
        if let Some(date) = named_value(key) {
            facts.dates.entry(name.to_owned()).or_insert(date);
        }
    }
    read_offers(object, ids, &mut facts);
    if let Some(rating) = values(object, "aggregateRating", ids).into_iter().next() {
        let figure = |key: &str| rating.get(key).and_then(|data| data.values().first()?.text());
        let best = figure("bestRating").and_then(amount);
        let value = figure("ratingValue").and_then(amount).filter(|&value| value > 0.0);
        facts.rating = value.map(|value| ItemRating { value, best });
        let counts = ["reviewCount", "ratingCount"].map(|key| figure(key).and_then(count).filter(|&n| n > 0));
        // people rate recipes without writing, and pages show the number of ratings
        facts.reviews = match facts.kind {
            Some(ItemKind::Recipe) => counts.into_iter().flatten().max(),
            _ => counts.into_iter().flatten().next(),
        };
    }
    facts.ingredients = ["recipeIngredient", "ingredients", "recipeingredient"]
        .iter()
        .map(|key| lines(&values(object, key, ids)))
        .find(|lines| !lines.is_empty())
        .unwrap_or_default();
    facts.steps = steps(object, ids);
    facts.total_time_minutes =
        time_of(object, "totalTime").or_else(|| Some(time_of(object, "prepTime")? + time_of(object, "cookTime")?));
    facts.variants = variants(object, ids);
    facts
}

fn time_of(object: &Data, key: &str) -> Option<u64> {
    let given = object.get(key)?;
    let text = given.values().iter().find_map(|value| value.text().or_else(|| value.get("maxValue")?.text()))?;
    minutes(text).filter(|&minutes| minutes > 0)
}

/// The values of a member, with references followed.
fn values<'d>(object: &'d Data, key: &str, ids: &Ids<'d>) -> Vec<&'d Data> {
    let given = object.get(key).map(Data::values).unwrap_or_default();
    given.iter().map(|value| ids.resolve(value)).collect()
}

/// A text, or the name of an object.
fn named(value: &Data) -> Option<String> {
    let text = value.text().or_else(|| {
        let name = ["name", "@value", "value", "title"].iter().find_map(|key| value.get(key))?;
        name.values().first()?.text()
    });
    text.map(plain).filter(|text| {
        !text.is_empty() && !matches!(text.as_str(), "null" | "undefined" | "N/A" | "n/a") && !is_template(text)
    })
}

/// Whether a text is what a template would have put a value in place of: "{{ product.vendor }}".
fn is_template(text: &str) -> bool {
    [("{{", "}}"), ("{%", "%}"), ("${", "}"), ("<%", "%>")]
        .iter()
        .any(|(open, close)| text.split_once(open).is_some_and(|(_, rest)| rest.contains(close)))
}

fn images(object: &Data, ids: &Ids<'_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |text: Option<&str>| {
        if let Some(text) = text.map(str::to_owned).filter(|text| !found.contains(text) && found.len() < 100) {
            found.push(text);
        }
    };
    for image in values(object, "image", ids) {
        match image.text() {
            Some(text) => add(Some(text)),
            None => {
                let address = ["url", "contentUrl", "@id"].iter().find_map(|key| image.get(key));
                address.map(Data::values).unwrap_or_default().iter().for_each(|address| add(address.text()));
            }
        }
    }
    found
}

fn properties(object: &Data, ids: &Ids<'_>) -> Vec<Property> {
    let mut found = Vec::new();
    for property in values(object, "additionalProperty", ids) {
        let text = |key: &str| property.get(key).and_then(|d| d.values().first()?.text()).map(plain);
        if let (Some(name), Some(value)) = (text("name"), text("value")) {
            found.push(Property::new(name, value));
        }
    }
    // shops declare of a product what it has beside what they show of it, a colour of several and the weight of its parcel
    let describing = if kind_of(object) == Some(ItemKind::Product) { &[][..] } else { &DESCRIBING[..] };
    for &(key, name) in describing {
        let several: Vec<String> = values(object, key, ids).into_iter().filter_map(measured).collect();
        let value = Some(several.join(", ")).filter(|value| !value.is_empty());
        if let Some(value) = value.filter(|_| !found.iter().any(|property| property.name.eq_ignore_ascii_case(name))) {
            found.push(Property::new(name, value));
        }
    }
    found
}

/// Members that describe an object, and what they are called as its properties.
const DESCRIBING: [(&str, &str); 15] = [
    ("color", "Color"),
    ("vehicleModelDate", "Year"),
    ("modelDate", "Year"),
    ("mileageFromOdometer", "Mileage"),
    ("fuelType", "Fuel"),
    ("vehicleTransmission", "Transmission"),
    ("bodyType", "Body"),
    ("driveWheelConfiguration", "Drive"),
    ("numberOfDoors", "Doors"),
    ("vehicleInteriorColor", "Interior color"),
    ("employmentType", "Employment type"),
    ("numberOfRooms", "Rooms"),
    ("numberOfBedrooms", "Bedrooms"),
    ("floorSize", "Floor size"),
    ("numberOfPages", "Pages"),
];

/// The units of the codes of UN/CEFACT that pages use.
const UNITS: [(&str, &str); 12] = [
    ("KMT", "km"),
    ("SMI", "mi"),
    ("KGM", "kg"),
    ("GRM", "g"),
    ("LBR", "lb"),
    ("ONZ", "oz"),
    ("CMT", "cm"),
    ("MMT", "mm"),
    ("MTR", "m"),
    ("INH", "in"),
    ("MTK", "m²"),
    ("FTK", "sq ft"),
];

/// A text, or a value with its unit.
fn measured(value: &Data) -> Option<String> {
    let of = |key: &str| value.get(key).and_then(|data| data.values().first()?.text()).map(plain);
    let amount = named(value)?;
    let unit = of("unitText").or_else(|| {
        let code = of("unitCode")?;
        UNITS.iter().find(|(known, _)| *known == code).map(|(_, unit)| (*unit).to_owned())
    });
    Some(unit.map_or_else(|| amount.clone(), |unit| format!("{amount} {unit}")))
}

fn place(object: &Data, ids: &Ids<'_>) -> Option<String> {
    let place =
        ["jobLocation", "location", "address"].iter().find_map(|key| values(object, key, ids).into_iter().next())?;
    let address = place.get("address").map_or(place, |address| ids.resolve(address));
    if let Some(text) = address.text() {
        return Some(plain(text));
    }
    let parts = ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
    let parts: Vec<String> = parts.iter().filter_map(|key| named(address.get(key)?)).collect();
    let whole = parts.join(", ");
    // the name of a hall or an office, before where it is
    let name = place.get("address").and_then(|_| named(place)).filter(|name| !whole.contains(name.as_str()));
    match (parts.is_empty(), name) {
        (true, _) => named(place),
        (false, Some(name)) => Some(format!("{name}, {whole}")),
        (false, None) => Some(whole),
    }
}

/// Prices, currency and availability.
fn read_offers(object: &Data, ids: &Ids<'_>, facts: &mut Facts) {
    let mut offers: Vec<&Data> = Vec::new();
    let mut open: Vec<&Data> = values(object, "offers", ids);
    open.extend(values(object, "baseSalary", ids));
    open.reverse();
    // the offers of a group are listed at its variants
    if open.is_empty() {
        for variant in values(object, "hasVariant", ids).into_iter().take(MOST_VARIANTS).rev() {
            open.extend(values(variant, "offers", ids));
        }
    }
    while let Some(offer) = open.pop() {
        if offers.len() >= MOST_VARIANTS {
            break;
        }
        if !offer.is_object() {
            continue;
        }
        let inner = values(offer, "offers", ids);
        if offer.get("price").is_none() && offer.get("lowPrice").is_none() && !inner.is_empty() {
            open.extend(inner.into_iter().rev());
        } else {
            offers.push(offer);
        }
    }
    let specifications = |offer: &&Data| -> Vec<Data> {
        let given = offer.get("priceSpecification").or_else(|| offer.get("value"));
        given.map(Data::values).unwrap_or_default().to_vec()
    };
    let text_of = |data: &Data, key: &str| data.get(key).and_then(|d| d.values().first()?.text().map(str::to_owned));
    let mut prices: Vec<f64> = Vec::new();
    for offer in &offers {
        let specified = specifications(offer);
        let is_list = |data: &Data| {
            text_of(data, "priceType")
                .is_some_and(|t| ["ListPrice", "SRP", "StrikethroughPrice", "MSRP"].iter().any(|k| t.ends_with(k)))
        };
        let own = ["price", "lowPrice"].iter().find_map(|key| text_of(offer, key)).filter(|_| !is_list(offer));
        let given = own.or_else(|| {
            specified
                .iter()
                .filter(|s| !is_list(s))
                .find_map(|s| text_of(s, "price").or_else(|| text_of(s, "minValue")).or_else(|| text_of(s, "value")))
        });
        if let Some(price) = given.as_deref().and_then(amount) {
            if facts.price.is_none() {
                facts.price_text = given;
            }
            facts.price = facts.price.or(Some(price));
            prices.push(price);
        }
        facts.old_price = facts
            .old_price
            .or_else(|| specified.iter().filter(|s| is_list(s)).find_map(|s| amount(&text_of(s, "price")?)));
        let high = text_of(offer, "highPrice").or_else(|| specified.iter().find_map(|s| text_of(s, "maxValue")));
        facts.price_high = facts.price_high.or_else(|| high.as_deref().and_then(amount));
        let money = text_of(offer, "priceCurrency")
            .or_else(|| text_of(offer, "currency"))
            .or_else(|| specified.iter().find_map(|s| text_of(s, "priceCurrency")));
        facts.currency = facts.currency.take().or_else(|| currency(&money?));
        facts.availability = facts.availability.or_else(|| availability(&text_of(offer, "availability")?));
        facts.sku = facts.sku.take().or_else(|| text_of(offer, "sku"));
        facts.gtin = facts.gtin.take().or_else(|| digits(&text_of(offer, "gtin13")?));
        facts.mpn = facts.mpn.take().or_else(|| text_of(offer, "mpn"));
    }
    // with several offers, it is available if any is
    if offers
        .iter()
        .any(|offer| text_of(offer, "availability").and_then(|a| availability(&a)) == Some(Availability::InStock))
    {
        facts.availability = Some(Availability::InStock);
    }
    let highest = prices.iter().copied().fold(f64::MIN, f64::max);
    if prices.len() > 1 && facts.price.is_some_and(|price| highest > price) {
        facts.price_high = facts.price_high.or(Some(highest));
    }
    if facts.price_high.is_some() && facts.price_high <= facts.price {
        facts.price_high = None;
    }
}

fn variants(object: &Data, ids: &Ids<'_>) -> Vec<Variant> {
    let given = values(object, "hasVariant", ids);
    let mut own = values(object, "offers", ids);
    if let [only] = own.as_slice() {
        own = values(only, "offers", ids);
    }
    let given = if given.len() > 1 {
        given
    } else if own.len() > 1 {
        own
    } else {
        return Vec::new();
    };
    let mut found: Vec<Variant> = Vec::new();
    for variant in given.into_iter().take(MOST_VARIANTS) {
        let mut facts = Facts::default();
        read_offers(variant, ids, &mut facts);
        let text = |key: &str| variant.get(key).and_then(|d| d.values().first().and_then(named));
        let choice: Vec<String> = ["color", "size", "material", "pattern"].iter().filter_map(|key| text(key)).collect();
        let name = if choice.is_empty() { text("name").or_else(|| text("sku")) } else { Some(choice.join(" / ")) };
        let price = facts.price.or_else(|| amount(&text("price")?));
        let availability = facts.availability.or_else(|| availability(&text("availability")?));
        if let Some(name) = name {
            found.push(Variant { name, sku: text("sku").or(facts.sku), price, availability });
        }
    }
    // offers of several sellers are not variants
    let first = found.first().map(|v| v.name.clone());
    if found.iter().all(|variant| Some(&variant.name) == first.as_ref()) { Vec::new() } else { found }
}

/// The texts of a list, one per line; a single text is split at its line ends.
fn lines(values: &[&Data]) -> Vec<String> {
    let mut found = Vec::new();
    for value in values {
        if let Some(text) = value.text().or_else(|| value.get("name")?.text()) {
            match values.len() {
                1 => found.extend(plain_lines(text)),
                _ => found.push(plain(text)),
            }
        }
    }
    found.retain(|line| !line.is_empty());
    found
}

/// The steps of a recipe: texts, objects with a text, or sections of these.
fn steps(object: &Data, ids: &Ids<'_>) -> Vec<String> {
    let given = ["recipeInstructions", "instructions", "step"]
        .iter()
        .map(|key| values(object, key, ids))
        .find(|g| !g.is_empty());
    let Some(given) = given else { return Vec::new() };
    let mut alone = given.len() == 1;
    let mut open: Vec<&Data> = given.into_iter().rev().collect();
    let mut found: Vec<String> = Vec::new();
    while let Some(step) = open.pop() {
        if found.len() >= MOST_VARIANTS {
            break;
        }
        if let Data::List(list) = step {
            alone &= list.len() < 2;
            open.extend(list.iter().rev());
            continue;
        }
        let inner = values(step, "itemListElement", ids);
        let inner = if inner.is_empty() { values(step, "steps", ids) } else { inner };
        let objects = inner.iter().any(|data| data.is_object());
        let title = step.get("name").and_then(named);
        if !inner.is_empty() && (objects || step.get("text").is_none()) {
            alone &= inner.len() < 2;
            found.extend(title);
            open.extend(inner.into_iter().rev());
            continue;
        }
        let text = step
            .text()
            .or_else(|| ["text", "description", "name"].iter().find_map(|key| step.get(key)?.values().first()?.text()));
        if let Some(text) = text {
            // a step may have a title in addition to its text
            let whole = plain(text);
            if let Some(title) = title.filter(|title| !only_counts(title) && !begins_alike(&whole, title)) {
                found.push(title);
            }
            match alone {
                true => found.extend(plain_lines(text).into_iter().flat_map(|line| enumerated(&line))),
                // an entry of a list is one step, whatever line ends it has
                false => {
                    let says_more = |line: &String| !only_counts(line);
                    found.push(plain_lines(text).into_iter().filter(says_more).collect::<Vec<_>>().join(" "));
                }
            }
        }
    }
    found.retain(|step| !step.is_empty() && !only_counts(step));
    found
}

/// Whether a line says nothing but which step it is: "Step 2:", "step2", "3."; "Bake 30min" says more.
fn only_counts(line: &str) -> bool {
    let has_unit = |(a, b): (char, char)| a.is_numeric() && b.is_alphabetic();
    line.chars().any(char::is_numeric)
        && words(line).len() <= 2
        && !line.chars().zip(line.chars().skip(1)).any(has_unit)
}

/// Splits a text that numbers its steps: "1. Mix. 2. Bake. 3. Eat."
fn enumerated(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    for number in 1..100 {
        let next = [format!("{}.", number + 1), format!("{})", number + 1)];
        let Some(behind) = rest.strip_prefix(&format!("{number}")).and_then(|r| r.strip_prefix(['.', ')'])) else {
            break;
        };
        let end = next.iter().filter_map(|sign| behind.find(&format!(" {sign}"))).min();
        parts.push(behind[..end.unwrap_or(behind.len())].trim().to_owned());
        rest = end.map_or("", |end| behind[end..].trim_start());
    }
    if parts.len() > 1 && rest.is_empty() { parts } else { vec![text.to_owned()] }
}

/// Whether a text begins with a title, or with the beginning of it if it was truncated.
fn begins_alike(text: &str, title: &str) -> bool {
    let (text, title) = (words(text), words(title));
    let shared = text.iter().zip(&title).take_while(|(a, b)| a == b).count();
    shared == title.len() || shared == text.len()
}

/// The breadcrumbs of a page; if there are several, the longest.
pub(crate) fn breadcrumbs(found: &[ObjectAt<'_>], ids: &Ids<'_>) -> Vec<Breadcrumb> {
    let mut best: Vec<Breadcrumb> = Vec::new();
    for at in found.iter().filter(|at| types(at.object).any(|name| name == "BreadcrumbList")) {
        let mut steps: Vec<(f64, Breadcrumb)> = Vec::new();
        for (index, step) in values(at.object, "itemListElement", ids).into_iter().take(30).enumerate() {
            let place = step.get("position").and_then(|d| amount(d.text()?)).unwrap_or(index as f64 + 1.0);
            let item = step.get("item").map(|item| ids.resolve(item));
            let name = step.get("name").and_then(named).or_else(|| named(item?));
            let url = item
                .and_then(|item| item.text().or_else(|| ["@id", "url"].iter().find_map(|key| item.get(key)?.text())));
            if let Some(name) = name.filter(|name| !name.starts_with("http")) {
                steps.push((place, Breadcrumb::new(folded(&name), url.map(str::to_owned))));
            }
        }
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut trail: Vec<Breadcrumb> = steps.into_iter().map(|(_, step)| step).collect();
        trail.dedup_by(|a, b| same(&a.name, &b.name));
        if trail.len() > best.len() {
            best = trail;
        }
    }
    best
}

/// The availability that a text states.
pub(crate) fn availability(text: &str) -> Option<Availability> {
    let word: String = text.rsplit(['/', '#', ':']).next()?.chars().filter(|c| c.is_alphanumeric()).collect();
    Some(match word.to_ascii_lowercase().as_str() {
        "instock"
        | "instoreonly"
        | "onlineonly"
        | "limitedavailability"
        | "available"
        | "true"
        | "availablefororder"
        | "lowstock" => Availability::InStock,
        "outofstock" | "soldout" | "oos" | "false" | "unavailable" | "outstock" | "notavailable" | "reserved" => {
            Availability::OutOfStock
        }
        "preorder" | "presale" => Availability::PreOrder,
        "backorder" | "madetoorder" => Availability::BackOrder,
        "discontinued" => Availability::Discontinued,
        _ => return None,
    })
}

/// The code of a currency.
pub(crate) fn currency(text: &str) -> Option<String> {
    let text = text.trim();
    let code = text.to_ascii_uppercase();
    if code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()) {
        return Some(code);
    }
    crate::recognize::parse_price(&format!("{text} 1")).and_then(|price| price.currency).map(str::to_owned)
}

/// The digits of a code, if there are eight to fourteen.
pub(crate) fn digits(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let code = (8..=14).contains(&kept.len())
        && kept.bytes().enumerate().all(|(at, b)| b.is_ascii_digit() || at == 9 && kept.len() == 10 && b == b'X');
    code.then_some(kept)
}
