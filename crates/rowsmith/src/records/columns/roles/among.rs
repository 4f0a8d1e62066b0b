//! What a column is among the others of its table.

use crate::dom::{AttrName, Tag};
use crate::recognize::{ValueType, find_price};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::sample::{Sampled, Surroundings};
use crate::tree::TreeId;
use crate::types::ColumnKind;

/// The features of a column among the others.
pub(crate) const AMONG: &[&str] = &[
    "columns",
    "records",
    "place",
    "place_in_kind",
    "place_in_type",
    "same_type",
    "longest",
    "length_rank",
    "heading_first",
    "longest_linked",
    "text_share",
    "other_prices",
    "dearer",
    "cheaper",
    "within",
    "holds",
    "holds_count",
    "main_link",
    "in_main_link",
    "main_link_words",
    "alt_text",
    "has_price",
    "has_date",
    "has_heading",
    "link_of_heading",
    "link_of_longest",
    "first_text",
    "image_place",
    "distinct_rank",
    "fill_rank",
    "row_is_tr",
    "after_rating",
    "rating_beside",
];

const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

/// Columns that are compared with one another.
const MOST: usize = 60;

/// Per column the features of [`AMONG`].
pub(crate) fn features_among(
    around: &Surroundings<'_>,
    columns: &[ColumnDraft],
    samples: &[Vec<Sampled<'_>>],
) -> Vec<Vec<f32>> {
    let n = columns.len();
    let count = |c: usize| samples[c].len().max(1) as f64;
    let share =
        |c: usize, test: &dyn Fn(&Sampled<'_>) -> bool| samples[c].iter().filter(|i| test(i)).count() as f64 / count(c);
    let is = |c: usize, kind: ColumnKind| columns[c].kind == kind;
    let fill: Vec<f64> =
        columns.iter().map(|c| c.items.iter().flatten().count() as f64 / c.items.len().max(1) as f64).collect();
    let length: Vec<f64> = (0..n)
        .map(|c| {
            if !is(c, ColumnKind::Text) {
                return 0.0;
            }
            samples[c].iter().map(|i| i.chars as f64).sum::<f64>() / count(c)
        })
        .collect();
    let types: Vec<ValueType> = (0..n)
        .map(|c| {
            if !is(c, ColumnKind::Text) {
                return ValueType::Url;
            }
            [ValueType::Price, ValueType::Date, ValueType::Number]
                .into_iter()
                .find(|&t| share(c, &|i| i.value_type == t) > 0.5)
                .unwrap_or(ValueType::Text)
        })
        .collect();
    let distinct: Vec<f64> = (0..n)
        .map(|c| {
            let mut texts: Vec<&str> = samples[c].iter().map(|i| i.text).collect();
            texts.sort_unstable();
            texts.dedup();
            texts.len() as f64 / count(c)
        })
        .collect();
    let heading: Vec<bool> =
        (0..n).map(|c| is(c, ColumnKind::Text) && share(c, &|i| i.is_in(&HEADINGS)) > 0.5).collect();
    let linked: Vec<bool> = (0..n).map(|c| is(c, ColumnKind::Text) && share(c, &|i| i.link.is_some()) > 0.5).collect();
    // the link that most records have and that differs most
    let main_link = (0..n)
        .filter(|&c| is(c, ColumnKind::Link))
        .max_by(|&a, &b| (fill[a] * distinct[a]).total_cmp(&(fill[b] * distinct[b])).then(b.cmp(&a)));
    let longest = |of: &dyn Fn(usize) -> bool| {
        (0..n).filter(|&c| of(c) && fill[c] > 0.4).max_by(|&a, &b| length[a].total_cmp(&length[b]).then(b.cmp(&a)))
    };
    let longest_text = longest(&|c| is(c, ColumnKind::Text));
    let longest_linked = longest(&|c| linked[c]);
    let first_heading = (0..n).find(|&c| heading[c] && fill[c] > 0.4);
    let all_text: f64 = (0..n).map(|c| length[c] * fill[c]).sum::<f64>().max(1.0);
    let prices: Vec<usize> = (0..n).filter(|&c| types[c] == ValueType::Price).collect();
    let ratings: Vec<f64> = (0..n).map(|c| share(c, &|i| i.rating == Some(true))).collect();
    let compared = n.min(MOST);
    let ids: Vec<Vec<Option<TreeId>>> =
        columns.iter().map(|c| c.items.iter().map(|item| item.as_ref().map(|(id, _)| *id)).collect()).collect();
    // items that are single texts hold nothing
    let tree = &around.page.tree;
    let holds = |id: TreeId| tree.end(id).index() > id.index() + 1;
    let composite: Vec<bool> = ids.iter().map(|ids| ids.iter().flatten().any(|&id| holds(id))).collect();
    let row_is_tr = samples.iter().flatten().next().is_some_and(|i| around.page.tag(around.root_of(i.id)) == Tag::TR);
    (0..n)
        .map(|c| {
            let item = |d: usize, record: usize| columns[d].items.get(record).and_then(Option::as_ref);
            let before = |test: &dyn Fn(usize) -> bool| (0..c).filter(|&d| test(d)).count() as f64;
            let amount =
                |d: usize, record: usize| item(d, record).and_then(|i| find_price(&i.1)).map(|p| p.price.amount);
            let against = |dearer: bool| {
                let found = samples[c].iter().filter(|i| {
                    let Some(own) = find_price(i.text).map(|p| p.price.amount) else { return false };
                    prices.iter().any(|&d| {
                        d != c
                            && amount(d, i.record).is_some_and(|other| if dearer { own > other } else { own < other })
                    })
                });
                if types[c] == ValueType::Price { found.count() as f64 / count(c) } else { 0.0 }
            };
            // the share of the items with another column's item of the same record inside them, or around them
            let nested = |d: usize, inside: bool| {
                let is_nested = |i: &&Sampled<'_>| {
                    let other = ids[d].get(i.record).copied().flatten();
                    other.is_some_and(|other| {
                        let (outer, inner) = if inside { (i.id, other) } else { (other, i.id) };
                        outer != inner && tree.contains(outer, inner)
                    })
                };
                samples[c].iter().filter(is_nested).count() as f64 / count(c)
            };
            let texts = (0..compared).filter(|&d| d != c && is(d, ColumnKind::Text));
            let own_text = is(c, ColumnKind::Text);
            let within = if own_text {
                texts.clone().filter(|&d| composite[d]).map(|d| nested(d, false)).fold(0.0, f64::max)
            } else {
                0.0
            };
            let holding: Vec<f64> =
                if own_text && composite[c] { texts.map(|d| nested(d, true)).collect() } else { Vec::new() };
            let link_of = |d: Option<usize>| match d.filter(|_| is(c, ColumnKind::Link)) {
                Some(d) => nested(d, true),
                None => 0.0,
            };
            let main_href = |i: &Sampled<'_>| main_link.and_then(|m| item(m, i.record)).map(|l| l.1.as_str());
            let in_main = share(c, &|i| {
                let own = i.link.and_then(|l| around.attr(l, AttrName::HREF));
                own.is_some() && own.map(str::trim) == main_href(i)
            });
            let slug = samples[c]
                .iter()
                .map(|i| if own_text { main_href(i).map_or(0.0, |h| slug_share(i.text, h)) } else { 0.0 })
                .sum::<f64>()
                / count(c);
            let alt = share(c, &|i| {
                own_text
                    && (0..compared).any(|d| {
                        is(d, ColumnKind::Image)
                            && item(d, i.record)
                                .is_some_and(|image| around.attr(image.0, AttrName::ALT).map(str::trim) == Some(i.text))
                    })
            });
            let rank = |values: &[f64], among: &dyn Fn(usize) -> bool| {
                (0..n).filter(|&d| among(d) && values[d] > values[c]).count() as f64
            };
            let row = [
                (n as f64).ln(),
                (columns[c].items.len() as f64).ln(),
                c as f64 / n as f64,
                before(&|d| columns[d].kind == columns[c].kind && fill[d] > 0.3),
                before(&|d| types[d] == types[c] && columns[d].kind == columns[c].kind),
                (0..n).filter(|&d| types[d] == types[c] && columns[d].kind == columns[c].kind).count() as f64,
                f64::from(u8::from(longest_text == Some(c))),
                rank(&length, &|d| is(d, ColumnKind::Text)).min(9.0),
                f64::from(u8::from(first_heading == Some(c))),
                f64::from(u8::from(longest_linked == Some(c))),
                length[c] * fill[c] / all_text,
                prices.iter().filter(|&&d| d != c).count() as f64,
                against(true),
                against(false),
                within,
                holding.iter().copied().fold(0.0, f64::max),
                holding.iter().filter(|&&h| h > 0.5).count() as f64,
                f64::from(u8::from(main_link == Some(c))),
                in_main,
                slug,
                alt,
                f64::from(u8::from(!prices.is_empty())),
                f64::from(u8::from(types.contains(&ValueType::Date))),
                f64::from(u8::from(first_heading.is_some())),
                link_of(first_heading),
                link_of(longest_linked),
                f64::from(u8::from(own_text && before(&|d| is(d, ColumnKind::Text)) == 0.0)),
                before(&|d| is(d, ColumnKind::Image)),
                rank(&distinct, &|d| columns[d].kind == columns[c].kind).min(9.0),
                rank(&fill, &|d| columns[d].kind == columns[c].kind).min(9.0),
                f64::from(u8::from(row_is_tr)),
                f64::from(u8::from(
                    (0..c).next_back().is_some_and(|d| ratings[d] > 0.5) || c >= 2 && ratings[c - 2] > 0.5,
                )),
                (0..n).filter(|&d| d != c).map(|d| ratings[d]).fold(0.0, f64::max),
            ];
            row.map(|v| v as f32).to_vec()
        })
        .collect()
}

/// The share of a text's words that its link's address has.
fn slug_share(text: &str, href: &str) -> f64 {
    let (text, href) = (text.to_lowercase(), href.to_lowercase());
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.chars().count() >= 3).collect();
    let found = words.iter().filter(|w| href.contains(**w)).count();
    if words.is_empty() { 0.0 } else { found as f64 / words.len() as f64 }
}
