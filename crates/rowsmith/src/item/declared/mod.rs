//! What embedded data says about the object of a page.

pub(crate) mod metas;
pub(crate) mod own;
pub(crate) mod state;
pub(crate) mod vocabulary;

use crate::declared::{Declared, Form, Ids, objects};
use crate::item::declared::own::{Own, own_object};
use crate::item::facts::Facts;
use crate::types::ItemKind;

/// The most objects of embedded data that are looked at.
const MOST_OBJECTS: usize = 60_000;

/// What the page declares of the object that it is about.
#[derive(Debug, Default)]
pub(crate) struct DeclaredItem {
    /// The values of its own object, from all sources together.
    pub(crate) facts: Facts,
    /// How certain it is that an object of an item type is the page's own: the score of the best one, 0 if there is
    /// none.
    pub(crate) own: f64,
    /// What `og:type` calls the page.
    pub(crate) og_type: Option<String>,
    /// The picture used when the page is shared.
    pub(crate) shared_image: Option<String>,
    /// Whether the page declares itself an article, a list or a discussion.
    pub(crate) declares_other: bool,
    /// The number of declared objects of item types other than its own.
    pub(crate) others: usize,
}

impl DeclaredItem {
    /// Whether what is shared is called a product.
    pub(crate) fn shares_product(&self) -> bool {
        let og = self.og_type.as_deref().unwrap_or_default();
        matches!(og, "product" | "og:product" | "product.item" | "product:item" | "product:product")
    }
}

/// What a page says about itself apart from its object, for judging declared objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageNames {
    /// Its first headings.
    pub(crate) headings: Vec<String>,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its address, as given or declared.
    pub(crate) url: Option<String>,
}

/// Reads what a page declares about its object. Takes time linear in the embedded data.
pub(crate) fn declared_item(declared: &Declared, names: &PageNames) -> DeclaredItem {
    let found = objects(&declared.blocks, MOST_OBJECTS);
    let ids = Ids::new(&found);
    let mut item = DeclaredItem::default();
    let metas = declared.of(Form::Meta).next().map(|block| &block.data);
    item.og_type = metas.and_then(|metas| metas.get("og:type")).and_then(|data| data.text()).map(str::to_lowercase);
    let Own { facts, score, others, declares_other } = own_object(declared, &found, &ids, names);
    item.own = score;
    item.others = others;
    item.declares_other = declares_other;
    item.facts = facts;
    let name = item.facts.name.clone().or_else(|| names.headings.first().cloned());
    if let Some(state) = state::from_state(declared, &found, name.as_deref(), &item.facts) {
        item.facts.fill(state);
    }
    if let Some(metas) = metas {
        let from_metas = metas::from_metas(metas);
        item.shared_image = from_metas.images.first().cloned();
        // recipes are identified by the picture used for sharing
        if item.facts.kind == Some(ItemKind::Recipe)
            && let Some(image) = from_metas.images.first().filter(|image| !item.facts.images.contains(*image))
        {
            item.facts.images.insert(0, image.clone());
        } else if item.facts.kind == Some(ItemKind::Recipe)
            && let Some(at) = item.facts.images.iter().position(|image| from_metas.images.first() == Some(image))
        {
            item.facts.images.swap(0, at);
        }
        item.facts.fill(from_metas);
    }
    if item.facts.breadcrumbs.is_empty() {
        item.facts.breadcrumbs = vocabulary::breadcrumbs(&found, &ids);
    }
    item
}
