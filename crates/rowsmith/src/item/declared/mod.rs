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

/// What the page declares.
#[derive(Debug, Default)]
pub(crate) struct Said {
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

impl Said {
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
pub(crate) fn said(declared: &Declared, names: &PageNames) -> Said {
    let found = objects(&declared.blocks, MOST_OBJECTS);
    let ids = Ids::new(&found);
    let mut said = Said::default();
    let metas = declared.of(Form::Meta).next().map(|block| &block.data);
    said.og_type = metas.and_then(|metas| metas.get("og:type")).and_then(|data| data.text()).map(str::to_lowercase);
    let Own { facts, score, others, declares_other } = own_object(declared, &found, &ids, names);
    said.own = score;
    said.others = others;
    said.declares_other = declares_other;
    said.facts = facts;
    let name = said.facts.name.clone().or_else(|| names.headings.first().cloned());
    if let Some(state) = state::from_state(declared, &found, name.as_deref(), &said.facts) {
        said.facts.fill(state);
    }
    if let Some(metas) = metas {
        let from_metas = metas::from_metas(metas);
        said.shared_image = from_metas.images.first().cloned();
        // recipes are identified by the picture used for sharing
        if said.facts.kind == Some(ItemKind::Recipe)
            && let Some(image) = from_metas.images.first().filter(|image| !said.facts.images.contains(*image))
        {
            said.facts.images.insert(0, image.clone());
        } else if said.facts.kind == Some(ItemKind::Recipe)
            && let Some(at) = said.facts.images.iter().position(|image| from_metas.images.first() == Some(image))
        {
            said.facts.images.swap(0, at);
        }
        said.facts.fill(from_metas);
    }
    if said.facts.breadcrumbs.is_empty() {
        said.facts.breadcrumbs = vocabulary::breadcrumbs(&found, &ids);
    }
    said
}
