//! A domain schema, ready to annotate with.

use crate::objects::schema::attribute::Attribute;
use crate::objects::schema::attribute::Thresholds;
use crate::objects::schema::gazetteer::CaseRule;
use crate::objects::schema::gazetteer::Gazetteer;
use crate::objects::schema::gazetteer::Gazetteers;
/// A domain schema, ready for annotating. [`parse`](Schema::parse) reads one from its file.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The name of the domain.
    pub name: String,
    /// The word for one object.
    pub object: String,
    /// The attribute types.
    pub attributes: Vec<Attribute>,
    /// The attributes that may be the pivot, in order of preference; the one that covers most objects wins.
    pub pivots: Vec<usize>,
    /// Pairs of attributes of which no value can be both.
    pub disjoint: Vec<(usize, usize)>,
    /// The thresholds of the method.
    pub thresholds: Thresholds,
    /// The terms of all gazetteers, ready for searching.
    pub gazetteers: Gazetteers,
}

/// The thresholds of AMBER that differ by attribute.
#[derive(Clone, Copy)]
pub(crate) struct AttributeThresholds {
    /// Θ^infer.
    pub(crate) infer: f64,
    /// Θ^keep.
    pub(crate) keep: f64,
}

impl Thresholds {
    /// The thresholds of an attribute.
    pub(crate) fn of(&self, attribute: &Attribute) -> AttributeThresholds {
        if attribute.regular {
            AttributeThresholds { infer: self.infer_regular, keep: self.keep_regular }
        } else {
            AttributeThresholds { infer: self.infer_optional, keep: self.keep_optional }
        }
    }
}

impl Schema {
    /// The index of the attribute with this name.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    ///
    /// let products = domain("products").expect("it is shipped")?;
    /// let price = products.attribute("price").expect("products have one");
    /// assert!(products.attributes[price].regular);
    /// assert_eq!(products.attribute("bedrooms"), None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| a.name == name)
    }

    /// Whether no value can be of both attributes.
    pub(crate) fn are_disjoint(&self, a: usize, b: usize) -> bool {
        self.disjoint.contains(&(a.min(b), a.max(b)))
    }

    /// Replaces all gazetteers of the attribute at an index by these terms, as learning does.
    ///
    /// ```
    /// use rowsmith::schema::domain;
    ///
    /// let mut products = domain("products").expect("it is shipped")?;
    /// let brand = products.attribute("brand").expect("products have one");
    /// products.set_terms(brand, vec!["Lumen".to_owned(), "Oak & Sons".to_owned()]);
    /// assert_eq!(products.attributes[brand].term_lists[0].terms, ["Lumen", "Oak & Sons"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn set_terms(&mut self, attribute: usize, terms: Vec<String>) {
        let Some(target) = self.attributes.get_mut(attribute) else { return };
        let case = target.term_lists.first().map_or(CaseRule::Smart, |g| g.case);
        target.term_lists = vec![Gazetteer { name: format!("{}.txt", target.name), terms, case }];
        self.gazetteers = Gazetteers::of(self.attributes.iter().map(|a| a.term_lists.as_slice()));
    }
}
