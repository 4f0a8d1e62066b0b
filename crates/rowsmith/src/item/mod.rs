//! The object that a page is about: what the page declares about it in embedded data, what it shows, and which of the
//! two counts.
//!
//! `declared/` finds the page's own object among all that are declared; `shown/` finds values by position and
//! appearance; `kinds.rs` tells the kind of what is only shown by labels; `verdict.rs` tells whether the page is about an
//! object at all, by a learnt model over `evidence.rs`, and `decide.rs` chooses each value.

pub(crate) mod decide;
pub(crate) mod declared;
pub(crate) mod evidence;
pub(crate) mod facts;
pub(crate) mod kinds;
pub(crate) mod model;
pub(crate) mod prior;
pub(crate) mod shape;
pub(crate) mod shown;
pub(crate) mod text;
pub(crate) mod verdict;

pub use evidence::ITEM_FEATURES;
pub use model::ItemModel;
pub use verdict::LEAST_CONFIDENCE;

use std::cell::LazyCell;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use url::Url;

use crate::declared::{Bounds, Declared};
use crate::dom::{AttrName, Base, Document, NodeId, Tag, absolute};
use crate::item::decide::decide;
use crate::item::declared::{DeclaredItem, PageNames, declared_item};
use crate::item::kinds::{ShownKind, shown_kind};
use crate::item::shape::Shape;
use crate::item::shown::{
    Headline, View, description, find_headline, image, labelled, labels, money, price, rating, recipe, stock, time,
    trail,
};
use crate::item::verdict::Verdict;
use crate::types::{ItemRating, PageItem, Property};

/// Which parts of a page are used, and within which limits.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Use embedded data. Without it only what the page shows counts.
    pub declared: bool,
    /// Use what the page shows. Without it only embedded data counts.
    pub shown: bool,
    /// Limits on the embedded data.
    pub bounds: Bounds,
    /// The model of the verdict; `None` for the one included in the library.
    pub model: Option<Arc<ItemModel>>,
}

impl Default for Options {
    fn default() -> Self {
        Options { declared: true, shown: true, bounds: Bounds::default(), model: None }
    }
}

/// What a page shows of an object.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) headline: Option<Headline>,
    /// The address of the page, as given or declared.
    pub(crate) url: Option<String>,
    pub(crate) prices: price::Prices,
    pub(crate) stock: stock::Stock,
    pub(crate) rating: Option<ItemRating>,
    pub(crate) reviews: Option<u64>,
    pub(crate) images: Vec<String>,
    pub(crate) breadcrumbs: Vec<crate::types::Breadcrumb>,
    /// All labels with their values, and those that describe the object.
    pub(crate) properties: Vec<Property>,
    pub(crate) described: Vec<Property>,
    pub(crate) brand: Option<String>,
    pub(crate) sku: Option<String>,
    pub(crate) mpn: Option<String>,
    pub(crate) gtin: Option<String>,
    pub(crate) recipe: recipe::ShownRecipe,
    /// The time that a recipe takes, in minutes.
    pub(crate) time: Option<u64>,
    /// How much of it comes of a recipe.
    pub(crate) yields: Option<String>,
    pub(crate) description: Option<String>,
}

/// Everything that a page declares and shows of an object, whether it is about one or not.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    pub(crate) declared_item: DeclaredItem,
    pub(crate) seen: Seen,
    /// What labels of one kind tell of it, where nothing is declared.
    pub(crate) by_labels: Option<ShownKind>,
    pub(crate) shape: Shape,
    pub(crate) names: PageNames,
    /// Whether a part of the embedded data was left out.
    pub(crate) cut: bool,
}

/// Gathers what a page declares and shows. Takes time linear in the page and its embedded data.
pub(crate) fn search(document: &Document, address: Option<&Url>, options: &Options) -> Searched {
    let view = View::new(document);
    let names = names_of_page(document, &view, address);
    let declared = if options.declared { Declared::read(document, &options.bounds) } else { Declared::default() };
    let declared_item = if options.declared { declared_item(&declared, &names) } else { DeclaredItem::default() };
    let seen = if options.shown { find_shown(&view, &names, &declared_item) } else { Seen::default() };
    let by_labels = shown_kind(&declared_item, &seen);
    Searched { declared_item, seen, by_labels, shape: Shape::of(&view), names, cut: declared.cut }
}

impl Searched {
    /// Whether the page is about an object.
    pub(crate) fn verdict(&self, options: &Options) -> Verdict {
        Verdict::on(self, options.model.as_deref().unwrap_or_else(|| ItemModel::built_in()))
    }

    /// The object, with absolute addresses where possible.
    pub(crate) fn item(&self, verdict: &Verdict, base: Option<&Base>) -> PageItem {
        let mut item = decide(self, verdict);
        resolve(&mut item, &self.names, base);
        item
    }
}

/// How many characters of a title or heading are compared; names are not longer.
const MOST_OF_NAME: usize = 400;

/// What the page calls itself.
fn names_of_page(document: &Document, view: &View<'_>, address: Option<&Url>) -> PageNames {
    let title = document.nodes().find(|&id| document.tag(id) == Tag::TITLE && !inside_drawing(document, id));
    // names are compared with those of all declared objects
    let short = |text: String| text.chars().take(MOST_OF_NAME).collect::<String>();
    let title = title.map(|id| short(text::folded(document.raw_text(id)))).filter(|title| !title.is_empty());
    let headings = document.subtree(view.body).filter(|&id| document.tag(id) == Tag::H1).take(6);
    let headings: Vec<String> = headings.map(|id| short(view.line(id))).filter(|text| !text.is_empty()).collect();
    let canonical = document.nodes().filter(|&id| document.tag(id) == Tag::LINK).find_map(|id| {
        let is = document.attr(id, AttrName::REL)?.eq_ignore_ascii_case("canonical");
        document.attr(id, AttrName::HREF).filter(|href| is && !href.trim().is_empty()).map(str::to_owned)
    });
    PageNames { headings, title, url: canonical.or_else(|| address.map(|url| url.as_str().to_owned())) }
}

fn inside_drawing(document: &Document, id: NodeId) -> bool {
    document.ancestors(id).any(|outer| document.tag(outer) == Tag::SVG)
}

/// Finds all shown values.
fn find_shown(view: &View<'_>, names: &PageNames, declared_item: &DeclaredItem) -> Seen {
    let facts = &declared_item.facts;
    let headline = find_headline(view, names.title.as_deref(), facts.name.as_deref());
    let at = headline.as_ref().map(|headline| headline.node);
    let start = at.unwrap_or(view.body);
    let mut prices = price::find_prices(view, at, facts.price, facts.old_price);
    let language = view.document.attr(Document::ROOT, AttrName::LANG);
    for shown in prices.price.iter_mut().chain(&mut prices.old) {
        shown.currency = money::currency_there(&shown.text, shown.currency.as_deref(), language, names.url.as_deref());
    }
    let shown_rating = rating::find_shown_rating(view, start);
    let labels::Labelled { all: properties, described } = labels::find_properties(view, at);
    let texts = LazyCell::new(|| labelled::labelled_texts(view, start));
    let labelled = |words: &[&str]| {
        let value = labelled::labelled(&properties, words).or_else(|| labelled::labelled_text(&texts, words));
        value.map(str::to_owned)
    };
    let name = headline.as_ref().map_or("", |headline| headline.text.as_str());
    Seen {
        url: names.url.clone(),
        prices,
        stock: stock::find_stock(view, start),
        reviews: rating::find_reviews(view, start, shown_rating.as_ref().map(|shown| shown.node)),
        rating: shown_rating.map(|shown| shown.rating),
        images: image::find_images(view, start, name),
        breadcrumbs: trail::find_trail(view, at),
        brand: labelled(&labelled::BRAND).or_else(|| labels::called_brand(view, start)),
        sku: labelled(&labelled::SKU).or_else(|| {
            labelled(&labelled::CODE).filter(|code| code.contains(char::is_numeric) && !code.contains(' '))
        }),
        mpn: labelled(&labelled::MPN).or_else(|| labelled(&labelled::MODEL)),
        gtin: labelled(&labelled::GTIN).and_then(|text| declared::vocabulary::digits(&text)),
        recipe: recipe::find_recipe(view),
        time: time::find_time(view, at),
        yields: recipe::find_yield(view, at),
        description: match facts.description {
            Some(_) => None,
            None => at.and_then(|at| description::find_description(view, at)),
        },
        properties,
        described,
        headline,
    }
}

/// Makes addresses absolute if possible.
fn resolve(item: &mut PageItem, names: &PageNames, base: Option<&Base>) {
    let whole = |link: &str| absolute(base, link.trim()).unwrap_or_else(|| link.trim().to_owned());
    item.url = item.url.take().or_else(|| names.url.clone()).map(|url| whole(&url));
    for image in &mut item.images {
        *image = whole(image);
    }
    let mut kept: FxHashSet<String> = FxHashSet::default();
    item.images.retain(|image| kept.insert(image.clone()));
    for crumb in &mut item.breadcrumbs {
        crumb.url = crumb.url.take().map(|url| whole(&url));
    }
}

#[cfg(test)]
mod tests;
