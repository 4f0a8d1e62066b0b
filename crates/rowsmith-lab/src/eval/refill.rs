//! Result pages with known locations: real markup of shops, with names of places instead of titles.
//!
//! Markup, prices, repetition and noise are real, the values generated: a fifth are invented names, which no gazetteer
//! contains, and two fifths follow a street, as in the paper. Every page has a list of places in its menu, all from its
//! region, as its objects are.

use super::data::{GoldPage, record_pages};

/// A refilled page.
pub struct Refilled {
    pub html: String,
    pub fold: usize,
    /// For each annotated record: the paths of its leaves, and its location if it has one.
    pub records: Vec<(Vec<String>, Option<String>)>,
    /// Whether any record has an old price in addition to the current one.
    pub old_prices: bool,
}

/// A generator of numbers that gives the same ones on every machine.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The published list: the 2,010 most populous places of the United Kingdom.
pub fn places() -> Vec<&'static str> {
    include_str!("../../data/uk-places.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
}

/// A part of a list, always the same for the same seed; a smaller part is contained in a larger one.
pub fn share_of(places: &[&'static str], percent: usize, seed: u64) -> Vec<String> {
    let mut numbers = Numbers::new(seed);
    let mut order: Vec<(usize, &str)> = places.iter().map(|&p| (numbers.below(1 << 30), p)).collect();
    order.sort_unstable();
    order[..places.len() * percent / 100].iter().map(|&(_, p)| p.to_owned()).collect()
}

const STREETS: &[&str] =
    &["Walton Street", "Mill Lane", "Station Road", "Church Road", "The Old Barn", "Victoria Avenue", "Orchard Close"];
const ENDINGS: &[&str] = &["combe", "thorpe", "wick", "mere", "stow"];

/// The category pages with prices whose titles can be replaced.
pub fn refilled() -> Result<Vec<Refilled>, String> {
    let places = places();
    Ok(record_pages()?.iter().filter_map(|page| refill(page, &places)).collect())
}

fn refill(page: &GoldPage, places: &[&'static str]) -> Option<Refilled> {
    if page.gold.kind != "collection" || page.gold.debatable {
        return None;
    }
    let gold: Vec<_> = page.gold.regions.iter().filter(|r| r.main).flat_map(|r| &r.records).collect();
    if !gold.iter().any(|r| r.fields.contains_key("price")) {
        return None;
    }
    let seed = page.key.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
    let mut numbers = Numbers::new(seed);
    // every site has its region
    let region: Vec<&str> = (0..60).map(|_| places[numbers.below(places.len())]).collect();
    let mut html = String::from_utf8_lossy(&page.html).into_owned();
    let mut records = Vec::new();
    let mut replaced = 0;
    let mut known: Vec<(String, String)> = Vec::new();
    for record in &gold {
        let leaves = record.leaves.iter().filter_map(|&i| page.gold.leaves.get(i).cloned()).collect();
        let title = record.fields.get("title").and_then(|t| t.as_str().map(str::to_owned));
        let value = title.and_then(|title| {
            if let Some((_, value)) = known.iter().find(|(t, _)| *t == title) {
                return Some(value.clone());
            }
            let place = region[numbers.below(region.len())];
            let stem: String = place.chars().take_while(|c| c.is_alphabetic()).take(5).collect();
            let name = match numbers.below(5) {
                0 => format!("{stem}{}", ENDINGS[numbers.below(ENDINGS.len())]),
                _ => place.to_owned(),
            };
            let value = match numbers.below(5) {
                0 | 1 => format!("{}, {name}", STREETS[numbers.below(STREETS.len())]),
                _ => name,
            };
            let changed = replace_text(&mut html, &title, &value);
            changed.then(|| {
                known.push((title, value.clone()));
                value
            })
        });
        replaced += usize::from(value.is_some());
        records.push((leaves, value));
    }
    if replaced * 10 < gold.len() * 9 {
        return None;
    }
    // the menu of places, after everything else so that no element path changes
    let links = (0..50).map(|i| format!("<li><a href=/in/{i}>{}</a></li>", region[numbers.below(region.len())]));
    let menu = format!("<nav><ul>{}</ul></nav>", links.collect::<String>());
    let end = html.rfind("</body>").unwrap_or(html.len());
    html.insert_str(end, &menu);
    let old_prices = gold.iter().any(|r| r.fields.contains_key("old_price"));
    Some(Refilled { html, fold: page.fold, records, old_prices })
}

/// Replaces a text wherever it is the complete text between tags; returns whether it was found.
fn replace_text(html: &mut String, from: &str, to: &str) -> bool {
    let escaped = from.replace('&', "&amp;");
    for wanted in [from, escaped.as_str()] {
        let mut at = 0;
        let mut found = false;
        while let Some(skip) = html[at..].find(wanted) {
            let start = at + skip;
            let end = start + wanted.len();
            let opens = html[..start].trim_end().ends_with('>');
            let closes = html[end..].trim_start().starts_with('<');
            if opens && closes && !wanted.is_empty() {
                html.replace_range(start..end, to);
                found = true;
                at = start + to.len();
            } else {
                at = end;
            }
        }
        if found {
            return true;
        }
    }
    false
}
