//! Compares objects with the annotated records of a page, as the scorer does.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rowsmith::dom::{Document, NodeId, find_path};

use crate::eval::data::{Gold, GoldRecord};
use crate::eval::items::fold;

/// An extracted object: the paths of its subtrees, and its values by attribute.
pub struct Found {
    /// Element paths.
    pub nodes: Vec<String>,
    /// Attributes and texts.
    pub values: Vec<(String, String)>,
}

/// Counts of one attribute.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The number of annotated values.
    pub gold: usize,
    /// The number of values returned.
    pub predicted: usize,
    /// The number of those that are right, in the right object.
    pub right: usize,
}

/// Counts of one page.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    /// The number of annotated objects.
    pub gold: usize,
    /// The number of objects returned.
    pub predicted: usize,
    /// The number of objects that overlap an annotated one by at least half, one to one.
    pub right: usize,
    /// By name.
    pub attributes: BTreeMap<String, Attribute>,
}

/// Counts what is right. Values of attributes that the page's annotation does not have are ignored.
pub fn count(document: &Document, gold: &Gold, found: &[Found]) -> Counts {
    let mut leaves: Vec<(NodeId, usize)> =
        gold.leaves.iter().enumerate().filter_map(|(i, path)| Some((find_path(document, path)?, i))).collect();
    leaves.sort_unstable();
    let records: Vec<&GoldRecord> = gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records).collect();
    let mut owner: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, record) in records.iter().enumerate() {
        record.leaves.iter().for_each(|&leaf| owner.entry(leaf).or_default().push(at));
    }
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (i, object) in found.iter().enumerate() {
        let mut held: BTreeSet<usize> = BTreeSet::new();
        for node in object.nodes.iter().filter_map(|path| find_path(document, path)) {
            let (from, to) =
                (leaves.partition_point(|l| l.0 < node), leaves.partition_point(|l| l.0 < document.end(node)));
            held.extend(leaves[from..to].iter().map(|l| l.1));
        }
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        held.iter().flat_map(|l| owner.get(l).into_iter().flatten()).for_each(|&r| *common.entry(r).or_default() += 1);
        let overlap = |(record, both): (usize, usize)| {
            (both as f64 / (held.len() + records[record].leaves.len() - both) as f64, i, record)
        };
        pairs.extend(common.into_iter().map(overlap).filter(|p| p.0 >= 0.5));
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut matched: Vec<Option<usize>> = vec![None; records.len()];
    let mut used = vec![false; found.len()];
    for (_, i, record) in pairs {
        if !used[i] && matched[record].is_none() {
            used[i] = true;
            matched[record] = Some(i);
        }
    }
    let mut counts = Counts {
        gold: records.len(),
        predicted: found.len(),
        right: matched.iter().flatten().count(),
        ..Counts::default()
    };
    for (record, object) in records.iter().zip(&matched) {
        for (name, value) in &record.fields {
            let entry = counts.attributes.entry(name.clone()).or_default();
            entry.gold += 1;
            let text = object.and_then(|i| found[i].values.iter().find(|v| v.0 == *name));
            entry.right += usize::from(text.is_some_and(|(_, text)| is_value(name, &alternatives(value), text)));
        }
    }
    for (name, _) in found.iter().flat_map(|o| &o.values).filter(|v| !v.1.is_empty()) {
        if let Some(entry) = counts.attributes.get_mut(name) {
            entry.predicted += 1;
        }
    }
    counts
}

/// The name in the annotations of `domains` for an attribute of an included schema, if it differs (DOMAIN_NAMES in the
/// scorer).
pub fn name_in_gold<'n>(name: &'n str, gold: &Gold) -> &'n str {
    const NAMES: [(&str, &str); 11] = [
        ("size", "area"),
        ("agent", "seller"),
        ("dealer", "seller"),
        ("company", "seller"),
        ("employer", "seller"),
        ("added", "date"),
        ("posted", "date"),
        ("engine_size", "engine"),
        ("color", "colour"),
        ("living_area", "area"),
        ("contract_type", "contract"),
    ];
    let mut fields = gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records).map(|r| &r.fields);
    match NAMES.iter().find(|(schema, _)| *schema == name) {
        Some((_, theirs)) if !fields.any(|f| f.contains_key(name)) => theirs,
        _ => name,
    }
}

/// Attributes whose values are compared by their numbers (NUMBERS in the scorer).
const NUMBERS: [&str; 12] = [
    "bedrooms",
    "bathrooms",
    "rooms",
    "area",
    "land_area",
    "floor",
    "year",
    "mileage",
    "power",
    "engine",
    "doors",
    "deposit",
];

/// The texts that the annotation allows for a value.
pub fn alternatives(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Array(all) => all.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        other => other.as_str().map(str::to_owned).into_iter().collect(),
    }
}

/// Whether a text is a value: for a link the same address, for a price some of the same amounts and no others,
/// otherwise equal after folding, or one contained in the other and at least half as long.
pub fn is_value(name: &str, golds: &[String], text: &str) -> bool {
    if text.is_empty() {
        return false;
    }
    if name.ends_with("url") || name == "image" {
        return golds.iter().any(|gold| same_link(gold, text));
    }
    golds.iter().any(|gold| {
        let (wanted, here) = (amounts(gold), amounts(text));
        if (name.contains("price") || NUMBERS.contains(&name)) && !wanted.is_empty() {
            return !here.is_empty() && here.is_subset(&wanted);
        }
        let (a, b) = (fold(gold), fold(text));
        let (short, long) = if a.chars().count() <= b.chars().count() { (a, b) } else { (b, a) };
        let inside = format!(" {long} ").contains(&format!(" {short} "));
        !short.is_empty() && (short == long || inside && 2 * short.chars().count() >= long.chars().count())
    })
}

fn same_link(gold: &str, cell: &str) -> bool {
    let path = |address: &str| -> String {
        let address = address.trim();
        let behind = address.split_once("//").filter(|(scheme, _)| matches!(*scheme, "" | "http:" | "https:"));
        let path = match behind {
            Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
            None => address,
        };
        if path.is_empty() { "/".to_owned() } else { path.to_owned() }
    };
    let (gold, cell) = (gold.trim(), cell.trim());
    let mut relative = gold;
    while let Some(rest) = relative.strip_prefix("../").or_else(|| relative.strip_prefix("./")) {
        relative = rest;
    }
    !cell.is_empty() && (cell == gold || path(cell) == path(gold) || cell.ends_with(&format!("/{relative}")))
}

/// The amounts in a price, in hundredths: `1,299.00` and `1.299,00` are the same.
fn amounts(text: &str) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{a0}' | '\u{202f}' | ' ');
    for run in text.split(|c| !is_part(c)) {
        let chars: Vec<char> = run.chars().collect();
        let mut joined = String::new();
        for (i, &c) in chars.iter().enumerate() {
            let digits = chars[i + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
            let groups = matches!(c, '\'' | '\u{a0}' | '\u{202f}' | ' ') && digits == 3;
            if !groups || joined.is_empty() {
                joined.push(c);
            }
        }
        let trimmed = joined.trim_matches([' ', '.', ',', '\'', '\u{a0}', '\u{202f}']);
        let Some(first) = trimmed.split_whitespace().next() else { continue };
        let (whole, cents) = match first.rfind(['.', ',']) {
            Some(at) if (1..=2).contains(&(first.len() - at - 1)) && at > 0 => (&first[..at], &first[at + 1..]),
            _ => (first, ""),
        };
        let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
        let cents: u64 = format!("{cents}00")[..2].parse().unwrap_or(0);
        if let Ok(whole) = digits.parse::<u64>() {
            found.insert(whole.saturating_mul(100) + cents);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, parse};
    use serde_json::json;

    #[test]
    fn values_are_compared_as_the_scorer_does() {
        let is = |name: &str, gold: &str, text: &str| is_value(name, &[gold.to_owned()], text);
        assert!(is("price", "$1,299.00", "1.299,00 €") && is("price", "Was $20 now $15", "$15"));
        assert!(!is("price", "$15", "Was $20 now $15"));
        assert!(is("url", "https://a.org/x?y", "/x?y") && is("image", "../i/a.png", "https://b.org/i/a.png"));
        assert!(is("area", "85 m²", "Wohnfläche: 85,00 m²") && !is("rooms", "3", "4 rooms"));
        assert!(is("title", "Blue chair", "blue  chair!") && is("title", "Blue chair", "The blue chair"));
        assert!(!is("title", "Blue", "The very blue chair"));
    }

    #[test]
    fn objects_match_by_half_their_leaves() {
        let document = parse(b"<ul><li><b>a</b><i>1</i><li><b>b</b><i>2</i></ul>", &ParseOptions::default()).unwrap();
        let path = |li: usize, tag: &str| format!("/html[1]/body[1]/ul[1]/li[{li}]/{tag}[1]");
        let leaves = vec![path(1, "b"), path(1, "i"), path(2, "b"), path(2, "i")];
        let record = |leaves: &[usize], title: &str| GoldRecord {
            leaves: leaves.to_vec(),
            nodes: Vec::new(),
            fields: HashMap::from([("title".to_owned(), json!(title))]),
        };
        let records = vec![record(&[0, 1], "a"), record(&[2, 3], "b")];
        let regions = vec![crate::eval::data::GoldRegion { main: true, records }];
        let gold = Gold { kind: "collection".into(), debatable: false, url: None, leaves, regions };
        let found = |li: usize, title: &str| Found {
            nodes: vec![format!("/html[1]/body[1]/ul[1]/li[{li}]")],
            values: vec![("title".to_owned(), title.to_owned())],
        };
        let counts = count(&document, &gold, &[found(1, "a"), found(2, "x"), found(2, "b")]);
        assert_eq!((counts.gold, counts.predicted, counts.right), (2, 3, 2));
        assert_eq!(counts.attributes["title"], Attribute { gold: 2, predicted: 3, right: 1 });
    }
}
