//! The data that a page holds in addition to its text, read without running anything: JSON-LD, microdata and RDFa, meta
//! elements, attributes with JSON, and data literals in scripts.
//!
//! All of it becomes one plain tree, [`Data`], in blocks that record their place and form. Nothing here knows what the
//! data means; code for one kind of page looks for what it needs by shape ([`objects`]).

pub(crate) mod attributes;
pub(crate) mod bounds;
pub(crate) mod data;
pub(crate) mod graph;
pub(crate) mod literal;
pub(crate) mod markup;
pub(crate) mod metas;
pub(crate) mod scripts;

pub use bounds::Bounds;
pub use data::{Data, Member};
pub use graph::{Ids, ObjectAt, objects, types};

use crate::declared::bounds::Allowance;
use crate::dom::{Document, NodeId};

/// The forms in which pages hold data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// A script of JSON-LD.
    JsonLd,
    /// Attributes `itemscope` and `itemprop`.
    Microdata,
    /// Attributes `typeof` and `property`.
    Rdfa,
    /// `<meta>` elements: Open Graph, Twitter cards, product meta.
    Meta,
    /// A script of JSON, or an object within a script.
    State,
    /// An attribute of an element.
    Attribute,
}

/// One piece of embedded data.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its form.
    pub form: Form,
    /// The script or element that holds it.
    pub node: NodeId,
    /// The page's name for it: a variable or function, the `id` of a script, the name of an attribute.
    pub name: Option<String>,
    /// The data itself: an object or a list.
    pub data: Data,
}

/// All embedded data of a page, in document order within each form.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Declared {
    /// The pieces.
    pub blocks: Vec<Block>,
    /// Whether a limit was exceeded and something was left out.
    pub cut: bool,
}

impl Declared {
    /// Reads the embedded data of a page. Takes time linear in its size, within the limits, whatever a page holds:
    /// damaged data is read as far as possible.
    pub fn read(document: &Document, bounds: &Bounds) -> Declared {
        let allowance = Allowance::new(bounds);
        let mut blocks = Vec::new();
        scripts::read(document, &allowance, &mut blocks);
        markup::read(document, markup::MICRODATA, &allowance, &mut blocks);
        markup::read(document, markup::RDFA, &allowance, &mut blocks);
        metas::read(document, &allowance, &mut blocks);
        attributes::read(document, &allowance, &mut blocks);
        blocks.sort_by_key(|block| block.form);
        Declared { blocks, cut: allowance.is_cut() }
    }

    /// The pieces in one form.
    pub fn of(&self, form: Form) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.form == form)
    }
}

#[cfg(test)]
mod tests;
