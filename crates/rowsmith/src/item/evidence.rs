//! Features that tell whether a page is about one object: what it declares, what was found on it, and what kind of page
//! it looks like.

use crate::item::Searched;
use crate::item::declared::own::path_of;
use crate::item::prior::prior;
use crate::types::ItemKind;

/// The names and meanings of the features, in order.
pub const ITEM_FEATURES: &[(&str, &str)] = &[
    ("prior", "A first guess by weights set by hand."),
    ("own", "How certain it is that a declared object is the page's own."),
    ("own_product", "That object is a product, a vehicle or a home."),
    ("own_recipe", "That object is a recipe."),
    ("own_other", "That object is something else."),
    ("others", "Logarithm of the number of further declared objects."),
    ("declares_other", "The page declares itself an article, a list or a discussion."),
    ("shared_product", "What is shared is called a product."),
    ("shared_article", "What is shared is called an article."),
    ("shared_site", "What is shared is called a site."),
    ("shared_else", "What is shared is called something else."),
    ("declared_price", "A price is declared."),
    ("declared_code", "A number of the product is declared."),
    ("declared_stock", "The availability is declared."),
    ("declared_brand", "A brand is declared."),
    ("declared_rating", "A rating is declared."),
    ("declared_images", "Logarithm of the number of declared images."),
    ("declared_variants", "Logarithm of the number of declared variants."),
    ("declared_description", "A description is declared."),
    ("declared_lines", "Logarithm of the number of declared ingredients and steps."),
    ("declared_place", "An organization or a place is declared."),
    ("declared_crumbs", "Logarithm of the number of declared breadcrumbs."),
    ("headline", "How well the heading agrees with the page's title; -1 without a heading."),
    ("headline_length", "Logarithm of the heading's length."),
    ("price", "How likely the best price is that of the object."),
    ("price_behind", "Logarithm of the number of nodes from the heading to the price; -1 if there is none."),
    ("price_agrees", "The declared price is shown."),
    ("old_price", "A previous price is shown."),
    ("prices", "Logarithm of the number of prices on the page."),
    ("prices_own", "Share of these that are not in lists of other things."),
    ("buy", "There is something to buy it with."),
    ("buy_words", "That says so in words."),
    ("buttons", "Logarithm of the number of buttons to buy something with."),
    ("stock", "The availability is shown."),
    ("rating", "A rating is shown."),
    ("reviews", "A number of reviews is shown."),
    ("crumbs", "Logarithm of the number of shown breadcrumbs."),
    ("properties", "Logarithm of the number of shown properties."),
    ("labelled", "How many of brand and numbers are labelled."),
    ("ingredients", "Logarithm of the number of shown ingredients."),
    ("steps", "Logarithm of the number of shown steps."),
    ("measured", "The ingredients are measured."),
    ("chars", "Logarithm of the number of characters."),
    ("long", "Logarithm of the number of characters in prose."),
    ("long_share", "Share of the characters in prose."),
    ("linked_share", "Share of the characters in links."),
    ("related_share", "Share of the characters in lists of other things."),
    ("frame_share", "Share of the characters in menus, footers and sidebars."),
    ("links", "Logarithm of the number of links."),
    ("images", "Logarithm of the number of images."),
    ("titles", "Logarithm of the number of headings of the first level."),
    ("headings", "Logarithm of the number of headings of the second and third level."),
    ("paragraphs", "Logarithm of the number of paragraphs."),
    ("list_entries", "Logarithm of the number of entries of lists."),
    ("table_rows", "Logarithm of the number of rows of tables."),
    ("fields", "Logarithm of the number of fields to fill in."),
    ("times", "Logarithm of the number of dates for programs."),
    ("address_depth", "The number of segments in the page's address; -1 without an address."),
    ("address_words", "The number of words in the last of these segments."),
    ("address_digits", "The number of digits in the last of these segments."),
    ("address_item", "A segment before the last is a word for one object."),
    ("address_list", "A segment is a word for a list."),
];

/// Segments of addresses that stand before the name of an object.
const ITEM_SEGMENTS: [&str; 20] = [
    "product", "products", "p", "dp", "item", "items", "itm", "recipe", "recipes", "rezept", "rezepte", "recette",
    "recettes", "receta", "recetas", "ricette", "produkt", "produit", "producto", "job",
];

/// Segments of the addresses of lists.
const LIST_SEGMENTS: [&str; 14] = [
    "category",
    "categories",
    "search",
    "tag",
    "tags",
    "c",
    "catalog",
    "list",
    "forum",
    "forums",
    "page",
    "archive",
    "news",
    "blog",
];

/// The features of a page, one for each of [`ITEM_FEATURES`].
pub(crate) fn item_evidence(found: &Searched) -> Vec<f32> {
    let Searched { declared_item, seen, shape, names, .. } = found;
    let facts = &declared_item.facts;
    let own = (declared_item.own > 0.0).then_some(facts.kind).flatten();
    let sold = |kind: ItemKind| matches!(kind, ItemKind::Product | ItemKind::Vehicle | ItemKind::RealEstate);
    let og = declared_item.og_type.as_deref().unwrap_or_default();
    let og_product = declared_item.shares_product();
    let (og_article, og_site) = (og.contains("article"), og.contains("website"));
    let headline = seen.headline.as_ref();
    let price = seen.prices.price.as_ref();
    let behind = headline.zip(price).map_or(-1.0, |(headline, price)| {
        let apart = price.node.index() as f64 - headline.node.index() as f64;
        if apart < 0.0 { -log(-apart) } else { log(apart) }
    });
    let agrees = facts.price.zip(price).is_some_and(|(declared, shown)| (declared - shown.amount).abs() < 0.005);
    let all = shape.chars as f64;
    let share = |part: usize| if all > 0.0 { part as f64 / all } else { 0.0 };
    let address = Address::of(names.url.as_deref());
    let row = [
        prior(declared_item, seen),
        declared_item.own,
        is(own.is_some_and(sold)),
        is(own == Some(ItemKind::Recipe)),
        is(own.is_some_and(|kind| kind != ItemKind::Recipe && !sold(kind))),
        count(declared_item.others),
        is(declared_item.declares_other),
        is(og_product),
        is(og_article),
        is(og_site),
        is(!og.is_empty() && !og_product && !og_article && !og_site),
        is(facts.price.is_some()),
        is(facts.sku.is_some() || facts.gtin.is_some() || facts.mpn.is_some()),
        is(facts.availability.is_some()),
        is(facts.brand.is_some()),
        is(facts.rating.is_some() || facts.reviews.is_some()),
        count(facts.images.len()),
        count(facts.variants.len()),
        is(facts.description.is_some()),
        count(facts.ingredients.len() + facts.steps.len()),
        is(facts.organization.is_some() || facts.location.is_some()),
        count(facts.breadcrumbs.len()),
        headline.map_or(-1.0, |headline| headline.agreement),
        headline.map_or(0.0, |headline| count(headline.text.chars().count())),
        price.map_or(0.0, |price| price.score),
        behind,
        is(agrees),
        is(seen.prices.old.is_some()),
        count(seen.prices.count),
        if seen.prices.count > 0 { seen.prices.own as f64 / seen.prices.count as f64 } else { 0.0 },
        is(seen.stock.buy),
        is(seen.stock.buy_words),
        count(shape.buttons),
        is(seen.stock.stated.is_some()),
        is(seen.rating.is_some()),
        is(seen.reviews.is_some()),
        count(seen.breadcrumbs.len()),
        count(seen.properties.len()),
        [&seen.brand, &seen.sku, &seen.mpn, &seen.gtin].iter().filter(|value| value.is_some()).count() as f64,
        count(seen.recipe.ingredients.len()),
        count(seen.recipe.steps.len()),
        is(seen.recipe.is_measured()),
        count(shape.chars),
        count(shape.long),
        share(shape.long),
        share(shape.linked),
        share(shape.related),
        share(shape.frame),
        count(shape.links),
        count(shape.images),
        count(shape.titles),
        count(shape.headings),
        count(shape.paragraphs),
        count(shape.list_entries),
        count(shape.table_rows),
        count(shape.fields),
        count(shape.times),
        address.depth,
        address.words,
        address.digits,
        is(address.is_item),
        is(address.is_list),
    ];
    row.map(|x| x as f32).to_vec()
}

/// What an address says about its page.
struct Address {
    depth: f64,
    words: f64,
    digits: f64,
    is_item: bool,
    is_list: bool,
}

impl Address {
    fn of(url: Option<&str>) -> Address {
        let Some(url) = url else {
            return Address { depth: -1.0, words: 0.0, digits: 0.0, is_item: false, is_list: false };
        };
        let path = path_of(url).to_ascii_lowercase();
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let last = segments.last().copied().unwrap_or_default();
        let before = &segments[..segments.len().saturating_sub(1)];
        Address {
            depth: segments.len() as f64,
            words: last.split(['-', '_', '+']).filter(|word| word.len() > 1).count() as f64,
            digits: last.bytes().filter(u8::is_ascii_digit).count() as f64,
            is_item: before.iter().any(|segment| ITEM_SEGMENTS.contains(segment)),
            is_list: segments.iter().any(|segment| LIST_SEGMENTS.contains(segment)),
        }
    }
}

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

fn count(n: usize) -> f64 {
    log(n as f64)
}

fn log(x: f64) -> f64 {
    (1.0 + x).ln()
}
