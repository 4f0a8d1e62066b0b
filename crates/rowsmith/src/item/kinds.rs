//! The kind of an object that a page shows and does not declare, by its labels: those of a job, a home, a car or an event stand
//! beside its name on the pages of any site.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::item::Seen;
use crate::item::declared::DeclaredItem;
use crate::types::{ItemKind, Property};

/// The least number of different labels of a kind.
const LEAST_LABELS: usize = 3;
/// The least agreement of the heading with the title of the page.
const LEAST_AGREEMENT: f64 = 0.5;
/// The least score of a shown price that counts like a label.
const LEAST_PRICE: f64 = 1.5;

/// Labels of a kind: in the schemas of the domains, or in a file like these.
struct Vocabulary {
    kind: ItemKind,
    /// Attributes of which one must be labelled, since things of other kinds do not have them.
    telling: &'static [&'static str],
    /// Attributes that count beside these.
    further: &'static [&'static str],
    /// The attribute of each label, in lower case.
    attributes: FxHashMap<&'static str, &'static str>,
}

static VOCABULARIES: LazyLock<[Vocabulary; 4]> = LazyLock::new(|| {
    [
        Vocabulary {
            kind: ItemKind::Job,
            telling: &["salary", "contract"],
            further: &["company", "location", "date", "hours", "category"],
            attributes: attributes(include_str!("../objects/schema/domains/jobs.toml")),
        },
        Vocabulary {
            kind: ItemKind::RealEstate,
            telling: &["bedrooms", "bathrooms", "rooms"],
            further: &["price", "area", "land_area", "floor", "energy", "property_type", "deposit", "location"],
            attributes: attributes(include_str!("../objects/schema/domains/real-estate.toml")),
        },
        Vocabulary {
            kind: ItemKind::Vehicle,
            telling: &["mileage", "transmission"],
            further: &["price", "year", "fuel", "power", "engine", "body_type", "doors", "make", "model", "colour"],
            attributes: attributes(include_str!("../objects/schema/domains/used-cars.toml")),
        },
        Vocabulary {
            kind: ItemKind::Event,
            telling: &["venue", "tickets", "doors"],
            further: &["date", "time", "organizer", "price", "location"],
            attributes: attributes(include_str!("kinds/events.toml")),
        },
    ]
});

/// Labels that attributes of many kinds have.
const COMMON: [&str; 3] = ["type", "status", "size"];

/// The attribute of each label, of the lines with names and labels of a schema.
fn attributes(schema: &'static str) -> FxHashMap<&'static str, &'static str> {
    let mut attributes = FxHashMap::default();
    let mut attribute = "";
    for line in schema.lines() {
        if let Some(name) = line.strip_prefix("name = ") {
            attribute = name.trim_matches('"');
        } else if let Some(labels) = line.strip_prefix("labels = ") {
            let labels = labels.split('"').skip(1).step_by(2).filter(|label| !COMMON.contains(label));
            for label in labels {
                attributes.entry(label).or_insert(attribute);
            }
        }
    }
    attributes
}

/// An object that a page shows by labels of its kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ShownKind {
    pub(crate) kind: ItemKind,
    /// Who employs, or invites.
    pub(crate) organization: Option<String>,
    pub(crate) location: Option<String>,
    /// When an event is.
    pub(crate) start: Option<String>,
}

/// The kind by labels, of a page that declares no object of its own, is named after one thing, and sells nothing by a button.
pub(crate) fn shown_kind(declared_item: &DeclaredItem, seen: &Seen) -> Option<ShownKind> {
    let is_named = seen.headline.as_ref().is_some_and(|headline| headline.agreement >= LEAST_AGREEMENT);
    let is_other = declared_item.own > 0.0 || declared_item.declares_other || declared_item.shares_product();
    if !is_named || is_other || seen.stock.buy || seen.properties.len() + 1 < LEAST_LABELS {
        return None;
    }
    VOCABULARIES.iter().find_map(|vocabulary| vocabulary.read(seen))
}

impl Vocabulary {
    fn read(&self, seen: &Seen) -> Option<ShownKind> {
        let mut found: FxHashSet<&str> = FxHashSet::default();
        let of = |property: &Property| self.attributes.get(label(property).as_str()).copied();
        for property in &seen.properties {
            let Some(attribute) = of(property) else { continue };
            // one thing has one of each: the same label again is that of another thing
            let again = |other: &&Property| label(other) == label(property);
            if self.telling.contains(&attribute) && seen.properties.iter().filter(again).count() > 1 {
                return None;
            }
            found.insert(attribute);
        }
        if self.further.contains(&"price") && seen.prices.price.as_ref().is_some_and(|price| price.score > LEAST_PRICE)
        {
            found.insert("price");
        }
        let counts = |attribute: &&&str| self.telling.contains(*attribute) || self.further.contains(*attribute);
        let tells = self.telling.iter().any(|attribute| found.contains(attribute));
        if !tells || found.iter().filter(counts).count() < LEAST_LABELS {
            return None;
        }
        let value = |names: &[&str]| {
            let mut properties = seen.properties.iter();
            let property = properties.find(|property| of(property).is_some_and(|of| names.contains(&of)));
            property.map(|property| property.value.clone())
        };
        Some(ShownKind {
            kind: self.kind,
            organization: value(&["company", "organizer"]),
            location: value(&["venue", "location"]),
            start: value(&["date"]).filter(|_| self.kind == ItemKind::Event),
        })
    }
}

fn label(property: &Property) -> String {
    property.name.trim_end_matches(':').trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_the_domains() {
        let of = |kind: ItemKind, label: &str| {
            let vocabulary = VOCABULARIES.iter().find(|vocabulary| vocabulary.kind == kind)?;
            vocabulary.attributes.get(label).copied()
        };
        assert_eq!(of(ItemKind::Job, "gehalt"), Some("salary"));
        assert_eq!(of(ItemKind::RealEstate, "bedrooms"), Some("bedrooms"));
        assert_eq!(of(ItemKind::Vehicle, "laufleistung"), Some("mileage"));
        assert_eq!(of(ItemKind::Event, "lieu"), Some("venue"));
        for Vocabulary { telling, further, attributes, .. } in VOCABULARIES.iter() {
            let is_known = |name: &&str| attributes.values().any(|attribute| attribute == name);
            assert!(telling.iter().chain(*further).all(is_known), "{telling:?} {further:?}");
        }
    }
}
