//! Which columns become which attributes, on small lists.

use super::Labeller;
use crate::dom::{ParseOptions, Tag, parse};
use crate::objects::{Surroundings, domain};
use crate::records::{AlignOptions, ColumnOptions, Record, align, column_drafts};
use crate::tree::PageTree;
use crate::types::Role;

/// `attribute: text` of each value of the second object, for a list of five by a shipped schema; `roles` says how probable
/// the role of a column is that holds a text.
fn values(schema: &str, item: &dyn Fn(u32) -> String, roles: &[(&str, Role, f64)]) -> Vec<String> {
    let html = (1..=5).map(|n| format!("<li>{}</li>", item(n))).collect::<String>();
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let items = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI);
    let records: Vec<Record> = items.map(|id| Record::subtree(&page.tree, id)).collect();
    let aligned = align(&document, &page, &records, &AlignOptions::default());
    let drafts = column_drafts(&document, &page, &records, aligned, &ColumnOptions::plain());
    let of_columns: Vec<Vec<f64>> = drafts
        .iter()
        .map(|draft| {
            let mut of = vec![0.0; Role::ALL.len()];
            let holds = |text: &str| draft.items.iter().flatten().any(|(_, item)| item.contains(text));
            roles.iter().filter(|(text, ..)| holds(text)).for_each(|(_, role, p)| of[role.index()] = *p);
            of
        })
        .collect();
    let schema = domain(schema).unwrap().unwrap();
    let surroundings = &Surroundings::new(&page);
    let labeller = Labeller { document: &document, page: &page, schema: &schema, surroundings, language: None };
    let labelled = labeller.label(&drafts, records.len(), &of_columns);
    labelled[1].iter().map(|value| format!("{}: {}", schema.attributes[value.attribute].name, value.text)).collect()
}

#[test]
fn a_price_is_not_left_without_its_only_column() {
    // the convertible mark of Bosnia is written like kilometres
    let car = |n: u32| format!("<h3>Fast car {n}</h3><b>1{n}.700 KM</b>");
    let found = values("used-cars", &car, &[]);
    assert!(found.iter().any(|value| value.starts_with("price: 12.700")), "{found:?}");
    let car = |n: u32| format!("<h3>Fast car {n}</h3><b>1{n}.700 km</b><i>€ {n}.500</i>");
    let both = values("used-cars", &car, &[]);
    assert!(both.contains(&"price: € 2.500".to_owned()) && both.contains(&"mileage: 12.700 km".to_owned()), "{both:?}");
}

#[test]
fn one_word_on_all_objects_is_no_seller() {
    let car = |n: u32| format!("<h3>Fast car {n}</h3><b>€ {n}.500</b><i>Pro</i><p><u>Cars of Ann {n}</u></p>");
    let roles = [("Pro", Role::Seller, 0.6), ("Cars of Ann", Role::Seller, 0.3)];
    assert!(!values("used-cars", &car, &roles).contains(&"seller: Pro".to_owned()));
}

#[test]
fn a_link_elsewhere_is_seldom_the_title() {
    let home = |n: u32| {
        format!(
            "<a href=/flat/{n}><img src=/{n}.jpg></a><p class=t>Bright and quiet {n}</p><i><a href=/metro/{n}>Station {n}</a></i>\
             <b>€ {n}.500</b>"
        )
    };
    let roles = [("/flat/", Role::Url, 0.9), ("Bright", Role::Title, 0.3), ("Station", Role::Title, 0.15)];
    assert!(values("real-estate", &home, &roles).contains(&"title: Bright and quiet 2".to_owned()));
}
