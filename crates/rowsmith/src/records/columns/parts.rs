//! Columns whose items are several values in one text, split into the values: "3 Zi. · 85 m² · 2. OG".
//!
//! A text is split where all items of its column are: at separators that most of them share, or before each of their
//! amounts. A part belongs with those of the other records that are the same: amounts by their unit, texts by their place
//! among the texts.

use std::collections::BTreeMap;

use crate::recognize::{ValueType, parse_number, value_type};
use crate::records::columns::column_type;
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::units::is_unit;
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnKind, category};

/// Separators that hardly stand within a value.
const STRONG: &[&str] = &["·", "•", "|", "⋅", "∙", "●", "▪", "┃", "｜"];
/// Separators that names and sentences have, too.
const WEAK: &[&str] = &[" / ", " – ", " — ", " - ", "; ", ", "];
/// More parts, or longer texts, are prose.
const MAX_PARTS: usize = 9;
const MAX_CHARS: usize = 160;
/// Texts of one item that get a column each; those behind go with the last.
const MAX_TEXTS: usize = 4;
/// Items that are looked at to judge a separator.
const SAMPLE: usize = 60;
/// A typed part is one of the column's where so many items have it.
const USUAL: f64 = 0.3;
/// Characters of a unit that tell it from others: "bath" and "baths" are one.
const UNIT: usize = 4;

/// What a part is, which says where it belongs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    /// A number and the beginning of its unit: an area, a distance, rooms.
    Measure(String),
    /// A number and the beginning of what it counts.
    Amount(String),
    /// A word and a number behind it: "Etage 3".
    Labelled(String),
    Year,
    Price,
    Date,
    /// Any other text, by its place among these.
    Text(usize),
}

/// Puts the parts of composite texts in the place of their columns: those with amounts, prices or dates among them, and
/// with `names` also two names with a bar or a dot between.
pub(crate) fn split_composites(page: &PageTree, columns: &mut Vec<ColumnDraft>, names: bool) {
    let mut out: Vec<ColumnDraft> = Vec::with_capacity(columns.len());
    for at in 0..columns.len() {
        let column = &columns[at];
        if column.kind != ColumnKind::Text {
            out.push(column.clone());
            continue;
        }
        let within: Vec<&ColumnDraft> = columns
            .iter()
            .enumerate()
            .filter(|(c, other)| *c != at && holds(page, column, other))
            .map(|(_, o)| o)
            .collect();
        let Some(mut parts) = parts_of(column, names) else {
            out.push(column.clone());
            continue;
        };
        let all = parts.len();
        parts.retain(|part| within.iter().all(|other| !says_the_same(part, other)));
        // parts that no element holds stand beside those that one does
        if within.is_empty() || parts.len() < all && !parts.is_empty() {
            out.extend(parts);
        } else {
            out.push(column.clone());
        }
    }
    *columns = out;
}

/// Whether texts of a column hold those of another.
fn holds(page: &PageTree, column: &ColumnDraft, other: &ColumnDraft) -> bool {
    let mut both = column.items.iter().zip(&other.items).filter_map(|(a, b)| Some((a.as_ref()?.0, b.as_ref()?.0)));
    other.kind == ColumnKind::Text && both.any(|(a, b): (TreeId, TreeId)| a != b && page.tree.contains(a, b))
}

/// Whether most items of a part are another column's, but for what separates them.
fn says_the_same(part: &ColumnDraft, other: &ColumnDraft) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (mut all, mut same) = (0, 0);
    for (a, b) in part.items.iter().zip(&other.items) {
        let Some((_, a)) = a else { continue };
        all += 1;
        same += usize::from(b.as_ref().is_some_and(|(_, b)| letters(a) == letters(b)));
    }
    same * 5 >= all * 4
}

/// The columns that a composite column is split into; `None` if it is not composite.
fn parts_of(column: &ColumnDraft, names: bool) -> Option<Vec<ColumnDraft>> {
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, t)| t.as_str()).collect();
    if texts.len() < 2 {
        return None;
    }
    let sample = &texts[..texts.len().min(SAMPLE)];
    let chars: usize = sample.iter().map(|t| t.chars().count()).sum();
    let types: Vec<ValueType> = sample.iter().map(|t| value_type(t)).collect();
    let typed = types.iter().filter(|t| **t != ValueType::Text).count();
    let prices = types.iter().filter(|t| **t == ValueType::Price).count();
    if chars > MAX_CHARS * sample.len() {
        return None;
    }
    let is_value = typed * 10 > sample.len() * 3 || column.value_type != ValueType::Text;
    // a price may stand before amounts in one text: "$450,000 3 bds 1,200 sqft"
    let amounts =
        (typed - prices) * 10 <= sample.len() * 3 && matches!(column.value_type, ValueType::Text | ValueType::Price);
    let cut = cut_of(sample, Cuts { weak: !is_value, amounts, names })?;
    let mut slots: BTreeMap<Shape, Slot> = BTreeMap::new();
    for (record, item) in column.items.iter().enumerate() {
        let Some((node, text)) = item else { continue };
        for (place, (shape, part)) in shaped(&cut.apply(text)).into_iter().enumerate() {
            let slot = slots.entry(shape).or_insert_with(|| Slot { places: 0, items: vec![None; column.items.len()] });
            match &mut slot.items[record] {
                Some((_, known)) => {
                    known.push_str(cut.joint());
                    known.push_str(part);
                }
                free => {
                    *free = Some((*node, part.to_owned()));
                    slot.places += place;
                }
            }
        }
    }
    let mut columns: Vec<(f64, ColumnDraft)> = slots
        .into_values()
        .map(|slot| {
            let filled = slot.items.iter().flatten().count().max(1);
            let mut part = ColumnDraft { items: slot.items, label: None, ..column.clone() };
            part.category = category(part.items.iter().flatten().map(|(_, t)| t.as_str()));
            part.value_type = column_type(&part);
            (slot.places as f64 / filled as f64, part)
        })
        .collect();
    columns.sort_by(|a, b| a.0.total_cmp(&b.0));
    (columns.len() >= 2).then(|| columns.into_iter().map(|(_, part)| part).collect())
}

/// The parts of a column that belong together.
struct Slot {
    /// The sum of their places in their texts.
    places: usize,
    items: Vec<Option<(TreeId, String)>>,
}

/// Where texts are cut.
#[derive(Clone, Copy)]
enum Cut {
    At(&'static str),
    BeforeAmounts,
}

impl Cut {
    fn apply(self, text: &str) -> Vec<&str> {
        let parts: Vec<&str> = match self {
            Cut::At(separator) => text.split(separator).collect(),
            Cut::BeforeAmounts => amounts(text),
        };
        parts.into_iter().map(str::trim).filter(|part| part.chars().any(char::is_alphanumeric)).collect()
    }

    fn joint(self) -> &'static str {
        match self {
            Cut::At(separator) if STRONG.contains(&separator) => " · ",
            Cut::At(separator) => separator,
            Cut::BeforeAmounts => " ",
        }
    }
}

/// Which cuts come into question. A value itself has no further parts but between strong separators.
struct Cuts {
    /// At separators that names and sentences have, too.
    weak: bool,
    /// Before amounts.
    amounts: bool,
    /// At strong separators also between two names.
    names: bool,
}

/// The cut that most texts share and that gives values, if there is one.
fn cut_of(sample: &[&str], Cuts { weak, amounts: before_amounts, names }: Cuts) -> Option<Cut> {
    let weak = if weak { WEAK } else { &[] };
    let cuts = STRONG.iter().chain(weak).map(|s| Cut::At(s)).chain(before_amounts.then_some(Cut::BeforeAmounts));
    cuts.into_iter().find(|&cut| {
        let have = match cut {
            Cut::At(separator) => sample.iter().filter(|t| t.contains(separator)).count(),
            Cut::BeforeAmounts => sample.iter().filter(|t| amounts(t).len() >= 2).count(),
        };
        have * 2 >= sample.len() && have >= 2 && gives_values(cut, sample, names)
    })
}

/// Whether the parts that a cut gives are values, which the same parts of other texts are, too.
fn gives_values(cut: Cut, sample: &[&str], names: bool) -> bool {
    let split: Vec<Vec<&str>> = sample.iter().map(|text| cut.apply(text)).collect();
    if split.iter().any(|parts| parts.len() > MAX_PARTS) {
        return false;
    }
    let mut of: BTreeMap<Shape, usize> = BTreeMap::new();
    for parts in &split {
        for (shape, _) in shaped(parts) {
            *of.entry(shape).or_default() += 1;
        }
    }
    let usual = |n: usize| n as f64 >= USUAL * sample.len() as f64 && n >= 2;
    let of_usual = |wanted: &dyn Fn(&Shape) -> bool| of.iter().any(|(shape, n)| usual(*n) && wanted(shape));
    let measured = of_usual(&|shape| matches!(shape, Shape::Measure(_)));
    let telling = measured || of_usual(&|shape| matches!(shape, Shape::Year | Shape::Price | Shape::Date));
    let all: usize = of.values().sum();
    let amounts: usize =
        of.iter().filter(|(s, _)| matches!(s, Shape::Measure(_) | Shape::Amount(_))).map(|(_, n)| n).sum();
    let prices: usize = of.get(&Shape::Price).copied().unwrap_or_default();
    let mut counts: Vec<usize> = split.iter().map(Vec::len).collect();
    counts.sort_unstable();
    let usual_count = counts[counts.len() / 2];
    let even = counts.iter().filter(|&&n| n == usual_count).count() * 5 >= counts.len() * 4;
    match cut {
        Cut::At(separator) if STRONG.contains(&separator) => telling || names && even && usual_count == 2,
        Cut::At(" / ") => measured && usual_count > 2,
        // commas and dashes part names and sentences, too
        Cut::At(_) => measured && amounts * 4 >= all * 3,
        Cut::BeforeAmounts => measured && amounts + prices == all,
    }
}

/// The parts with what they are; several of one shape are one text further on each.
fn shaped<'t>(parts: &[&'t str]) -> Vec<(Shape, &'t str)> {
    let mut texts = 0;
    let mut seen: Vec<Shape> = Vec::new();
    parts
        .iter()
        .map(|part| {
            let known = shape(part).filter(|shape| !seen.contains(shape));
            let shape = known.unwrap_or_else(|| {
                texts += 1;
                Shape::Text(texts.min(MAX_TEXTS) - 1)
            });
            seen.push(shape.clone());
            (shape, *part)
        })
        .collect()
}

/// What a part is by itself; `None` for texts.
fn shape(part: &str) -> Option<Shape> {
    if let Some(number) = parse_number(part)
        && number.unit.is_none()
    {
        let is_year = number.decimals == 0 && (1900.0..2100.0).contains(&number.value) && part.len() == 4;
        return Some(if is_year { Shape::Year } else { Shape::Amount(String::new()) });
    }
    match value_type(part) {
        ValueType::Price => return Some(Shape::Price),
        ValueType::Date => return Some(Shape::Date),
        ValueType::Text | ValueType::Number | ValueType::Url => {}
    }
    let is_amount = |c: char| c.is_ascii_digit() || ".,'’ \u{a0}\u{202f}½¼¾+-/".contains(c);
    if part.starts_with(|c: char| c.is_ascii_digit()) {
        let unit = part.trim_start_matches(is_amount);
        let short = unit.chars().count() <= 24 && !unit.contains(|c: char| c.is_ascii_digit());
        let start: String = unit.to_lowercase().chars().take(UNIT).collect::<String>().trim_end().to_owned();
        return short.then(|| if is_unit(unit) { Shape::Measure(start) } else { Shape::Amount(start) });
    }
    let word = part.trim_end_matches(|c: char| is_amount(c) || c == ':');
    let short = word.len() < part.len() && word.chars().count() <= 16 && !word.contains(|c: char| c.is_ascii_digit());
    short.then(|| Shape::Labelled(word.to_lowercase()))
}

/// A text of nothing but amounts, each with its unit or its currency: "5 rum varav 4 sovrum 100 kvm". Empty for another.
fn amounts(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        // a further group of a number begins none
        let goes_on = before.is_ascii_digit() || ".,'’-/½(".contains(before);
        let in_number = matches!(before, ' ' | '\u{a0}' | '\u{202f}')
            && text[..at].trim_end().ends_with(|c: char| c.is_ascii_digit())
            && text[at..].bytes().take_while(u8::is_ascii_digit).count() == GROUP;
        if c.is_ascii_digit() && !goes_on && !in_number {
            // the sign of a currency begins its amount
            let sign = text[..at].trim_end().char_indices().next_back().filter(|(_, c)| SIGNS.contains(*c));
            starts.push(sign.map_or(at, |(sign, _)| sign));
        }
        before = c;
    }
    if starts.first() != Some(&0) || text.len() > MAX_CHARS {
        return Vec::new();
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    let parts: Vec<&str> = starts.iter().zip(ends).map(|(&from, to)| text[from..to].trim()).collect();
    let has_unit = |part: &&str| {
        let unit = part.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || ".,'’½/-+".contains(c));
        unit.starts_with(char::is_alphabetic) && unit.chars().count() <= 20 && !GOING_ON.contains(&unit)
    };
    let is_amount = |part: &&str| has_unit(part) || value_type(part) == ValueType::Price;
    if parts.len() >= 2 && parts.iter().all(is_amount) { parts } else { Vec::new() }
}

/// Digits of a further group of a number.
const GROUP: usize = 3;
/// Signs of currencies that stand before their amounts.
const SIGNS: &str = "$€£¥₹₩₽₴₺";

/// Words between two numbers of one value.
const GOING_ON: &[&str] = &["of", "out of", "to", "von", "de", "sur", "bis", "до", "из"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ColumnCategory;

    fn split(texts: &[&str]) -> Vec<String> {
        let items = texts.iter().map(|text| Some((TreeId::ROOT, (*text).to_owned()))).collect();
        let column = ColumnDraft {
            name: String::new(),
            label: None,
            role: None,
            kind: ColumnKind::Text,
            category: ColumnCategory::Distinctive,
            value_type: ValueType::Text,
            items,
        };
        let show =
            |c: &ColumnDraft| c.items.iter().map(|i| i.as_ref().map_or("-", |i| &i.1)).collect::<Vec<_>>().join(" ¦ ");
        parts_of(&column, true).map(|parts| parts.iter().map(show).collect()).unwrap_or_default()
    }

    #[test]
    fn amounts_belong_together_by_their_units() {
        assert_eq!(
            split(&["3 Zi. · 85 m² · 2. OG", "2 Zi. · 60,5 m²", "85 m² · EG"]),
            ["3 Zi. ¦ 2 Zi. ¦ -", "85 m² ¦ 60,5 m² ¦ 85 m²", "- ¦ - ¦ EG", "2. OG ¦ - ¦ -"]
        );
        assert_eq!(
            split(&["2016 | 122.448 km | Diesel", "2018 | 9 km | Petrol"]),
            ["2016 ¦ 2018", "122.448 km ¦ 9 km", "Diesel ¦ Petrol"]
        );
        assert_eq!(
            split(&["5 rum varav 4 sovrum 100 kvm", "3 rum 71.5 kvm"]),
            ["5 rum varav ¦ 3 rum", "4 sovrum ¦ -", "100 kvm ¦ 71.5 kvm"]
        );
        assert_eq!(
            split(&["$450,000 3 bds 1,200 sqft", "$90,000 2 bds 800 sqft"]),
            ["$450,000 ¦ $90,000", "3 bds ¦ 2 bds", "1,200 sqft ¦ 800 sqft"]
        );
    }

    #[test]
    fn texts_belong_together_by_their_places() {
        assert_eq!(split(&["Ultra • Berlin, Germany", "Mindly • Linz"]), ["Ultra ¦ Mindly", "Berlin, Germany ¦ Linz"]);
    }

    #[test]
    fn one_value_stays_one() {
        for texts in [
            &["Jan 5, 2024", "Feb 6, 2024"][..],
            &["Oak - a tree", "Elm - another"],
            &["Main St 5, Oxford", "High St 7, Bath"],
            &["4.5 out of 5 stars", "3 out of 5 stars"],
            &["one", "two"],
            &["12 000 km away", "9 000 km away"],
        ] {
            assert_eq!(split(texts), [] as [&str; 0], "{texts:?}");
        }
    }
}
