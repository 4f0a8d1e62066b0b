//! What a column says by itself: its texts, where they stand in the page's markup, and what that is called.

use rustc_hash::FxHashSet;

use crate::dom::{AttrName, Tag};
use crate::recognize::{ValueType, find_phone, find_price, learnt_number};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::sample::{Sampled, Surroundings};
use crate::records::columns::roles::vocabulary::{TOPICS, Topics, topics_of_text, topics_of_word};
use crate::tree::Span;
use crate::types::ColumnKind;

/// The features of a column by itself, before those of [topics](TOPICS).
pub(crate) const OWN: &[&str] = &[
    "is_text",
    "is_link",
    "is_image",
    "fill",
    "distinct",
    "constant",
    "length",
    "length_variety",
    "words",
    "letters",
    "digits",
    "capital",
    "sentence_end",
    "ellipsis",
    "type_price",
    "type_date",
    "type_number",
    "type_url",
    "holds_price",
    "holds_rating",
    "certain_rating",
    "holds_phone",
    "at_sign",
    "percent",
    "is_number",
    "magnitude",
    "integers",
    "rising",
    "year",
    "colon",
    "short_word",
    "unit_behind",
    "many_numbers",
    "parenthesised",
    "counts_up",
    "heading",
    "heading_level",
    "in_link",
    "tag_time",
    "tag_struck",
    "tag_strong",
    "tag_small",
    "tag_cell",
    "tag_first_cell",
    "tag_dt",
    "tag_dd",
    "tag_p",
    "tag_li",
    "tag_button",
    "tag_label",
    "tag_span",
    "tag_address",
    "tag_cite",
    "tag_em",
    "rel_author",
    "depth",
    "composite",
    "in_attribute",
    "first_child",
    "link_external",
    "link_query",
    "link_fragment",
    "link_script",
    "link_mail",
    "link_depth",
    "link_slug_words",
    "link_holds_image",
    "link_holds_heading",
    "link_text_length",
    "link_text_variety",
    "link_constant",
    "image_alt",
    "image_small",
    "image_vector",
    "image_in_link",
    "image_inline",
    "image_lazy",
];

/// How topics are looked for: in the names of the elements that hold an item alone, of those around up to the record, in
/// words that most texts have in common, in the label.
pub(crate) const TOPIC_PLACES: &[&str] = &["near", "around", "words", "label", "link"];

struct Row(Vec<f32>);

impl Row {
    fn put(&mut self, value: impl Into<f64>) {
        self.0.push(value.into() as f32);
    }
    fn flag(&mut self, value: bool) {
        self.0.push(f32::from(u8::from(value)));
    }
}

/// The features of a column: [`OWN`], then for each place of [`TOPIC_PLACES`] all topics.
pub(crate) fn own_features(around: &Surroundings<'_>, column: &ColumnDraft, items: &[Sampled<'_>]) -> Vec<f32> {
    let mut row = Row(Vec::with_capacity(OWN.len() + TOPIC_PLACES.len() * TOPICS.len() + 24));
    let n = items.len().max(1) as f64;
    let share = |test: &dyn Fn(&Sampled<'_>) -> bool| items.iter().filter(|i| test(i)).count() as f64 / n;
    let mean = |value: &dyn Fn(&Sampled<'_>) -> f64| items.iter().map(value).sum::<f64>() / n;
    let is_text = column.kind == ColumnKind::Text;
    row.flag(is_text);
    row.flag(column.kind == ColumnKind::Link);
    row.flag(column.kind == ColumnKind::Image);
    row.put(column.items.iter().flatten().count() as f64 / column.items.len().max(1) as f64);
    texts(&mut row, items, is_text);
    let tag_share = |tags: &[Tag]| share(&|i| tags.contains(&holder(around, i)));
    let in_tag = |tags: &[Tag]| share(&|i| i.is_in(tags));
    let levels = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    row.put(in_tag(&levels));
    row.put(mean(&|i| {
        let level = i.chain.iter().find_map(|(_, tag)| levels.iter().position(|l| l == tag));
        level.map_or(0.0, |l| 7.0 - l as f64)
    }));
    row.put(share(&|i| i.link.is_some()));
    row.put(in_tag(&[Tag::TIME]));
    row.put(in_tag(&[Tag::DEL, Tag::S, Tag::STRIKE]));
    row.put(in_tag(&[Tag::B, Tag::STRONG]));
    row.put(in_tag(&[Tag::SMALL, Tag::SUB, Tag::SUP]));
    row.put(in_tag(&[Tag::TD, Tag::TH]));
    row.put(share(&|i| {
        let cell = i.chain.iter().find(|(_, tag)| matches!(*tag, Tag::TD | Tag::TH));
        cell.is_some_and(|&(cell, _)| around.page.tree.previous_sibling(cell).is_none())
    }));
    row.put(in_tag(&[Tag::DT]));
    row.put(in_tag(&[Tag::DD]));
    row.put(in_tag(&[Tag::P, Tag::BLOCKQUOTE]));
    row.put(tag_share(&[Tag::LI]));
    row.put(in_tag(&[Tag::BUTTON, Tag::SELECT, Tag::OPTION]));
    row.put(in_tag(&[Tag::LABEL]));
    row.put(tag_share(&[Tag::SPAN]));
    row.put(in_tag(&[Tag::ADDRESS]));
    row.put(in_tag(&[Tag::CITE]));
    row.put(in_tag(&[Tag::EM, Tag::I]));
    row.put(share(&|i| i.chain.iter().any(|&(id, _)| around.attr(id, AttrName::REL) == Some("author"))));
    row.put(mean(&|i| i.chain.len() as f64));
    row.put(share(&|i| around.page.tree.terminals(i.id) > 1));
    row.put(share(&|i| is_text && around.page.tree.terminals(i.id) == 0));
    row.put(share(&|i| around.page.tree.previous_sibling(i.id).is_none()));
    let link_topics = links(&mut row, around, items);
    images(&mut row, around, items, column.kind);
    topics(&mut row, around, column, items, &link_topics);
    row.0
}

/// What the texts are like; of links and images only how they differ.
fn texts(row: &mut Row, items: &[Sampled<'_>], is_text: bool) {
    let n = items.len().max(1) as f64;
    let distinct: FxHashSet<&str> = items.iter().map(|i| i.text).collect();
    row.put(distinct.len() as f64 / n);
    row.flag(distinct.len() == 1 && items.len() > 1);
    let items = if is_text { items } else { &[] };
    let texts: Vec<&str> = items.iter().map(|i| i.text).collect();
    let share = |test: &dyn Fn(&str) -> bool| texts.iter().filter(|t| test(t)).count() as f64 / n;
    let mean = |value: &dyn Fn(&str) -> f64| texts.iter().map(|t| value(t)).sum::<f64>() / n;
    let length = |t: &str| t.chars().count() as f64;
    let average = mean(&length);
    row.put((1.0 + average).ln());
    row.put(mean(&|t| (length(t) - average).powi(2)).sqrt() / average.max(1.0));
    row.put((1.0 + mean(&|t| t.split_whitespace().count() as f64)).ln());
    let part = |test: fn(char) -> bool| mean(&|t| t.chars().filter(|&c| test(c)).count() as f64 / length(t).max(1.0));
    row.put(part(char::is_alphabetic));
    row.put(part(|c| c.is_ascii_digit()));
    row.put(share(&|t| t.chars().next().is_some_and(char::is_uppercase)));
    row.put(share(&|t| t.ends_with(['.', '!', '?', '。'])));
    row.put(share(&|t| t.ends_with('…') || t.ends_with("...") || t.ends_with("[…]")));
    for wanted in [ValueType::Price, ValueType::Date, ValueType::Number, ValueType::Url] {
        row.put(items.iter().filter(|item| item.value_type == wanted).count() as f64 / n);
    }
    row.put(share(&|t| t.len() < 200 && find_price(t).is_some()));
    let ratings: Vec<bool> = items.iter().filter_map(|item| item.rating).collect();
    row.put(ratings.len() as f64 / n);
    row.put(ratings.iter().filter(|&&certain| certain).count() as f64 / n);
    row.put(share(&|t| t.len() < 60 && find_phone(t).is_some()));
    row.put(share(&|t| t.contains('@')));
    row.put(share(&|t| t.contains('%')));
    let numbers: Vec<Option<f64>> = texts.iter().map(|t| learnt_number(t).map(|n| n.value)).collect();
    let known: Vec<f64> = numbers.iter().copied().flatten().collect();
    row.put(known.len() as f64 / n);
    row.put(known.iter().map(|v| (1.0 + v.abs()).ln()).sum::<f64>() / known.len().max(1) as f64);
    row.put(known.iter().filter(|v| v.fract() == 0.0).count() as f64 / n);
    row.put(known.windows(2).filter(|p| p[1] > p[0]).count() as f64 / n);
    row.put(known.iter().filter(|v| (1900.0..2100.0).contains(*v) && v.fract() == 0.0).count() as f64 / n);
    row.put(share(&|t| t.contains([':', '：'])));
    row.put(share(&|t| !t.contains(' ') && t.chars().count() <= 3));
    row.put(share(&|t| t.starts_with(|c: char| c.is_ascii_digit()) && t.ends_with(char::is_alphabetic)));
    row.put(mean(&|t| t.split(|c: char| !c.is_ascii_digit()).filter(|p| !p.is_empty()).count().min(6) as f64));
    row.put(share(&|t| t.starts_with(['(', '[']) && t.ends_with([')', ']'])));
    let ordinals: Vec<Option<u64>> = texts.iter().map(|t| ordinal(t)).collect();
    let next =
        ordinals.windows(2).filter(|p| matches!((p[0], p[1]), (Some(a), Some(b)) if b > a && b - a <= MOST_SKIPPED));
    row.put(next.count() as f64 / n);
}

/// Sampled items leave others out between them.
const MOST_SKIPPED: u64 = 10;

/// The number in "#12", "12." or "No. 12".
fn ordinal(text: &str) -> Option<u64> {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    (text.chars().count() <= 10 && digits.len() <= 6).then(|| digits.parse().ok()).flatten()
}

/// The element that an item stands in directly.
fn holder(around: &Surroundings<'_>, item: &Sampled<'_>) -> Tag {
    item.chain.iter().find(|&&(id, _)| !around.page.is_text(id)).map_or(Tag::TEXT, |&(_, tag)| tag)
}

/// What the links say that items are, or stand in. Gives the topics of the words in their addresses.
fn links(row: &mut Row, around: &Surroundings<'_>, items: &[Sampled<'_>]) -> Vec<Topics> {
    let n = items.len().max(1) as f64;
    let links: Vec<Option<_>> = items.iter().map(|i| i.link).collect();
    let href = |link: Option<_>| link.and_then(|id| around.attr(id, AttrName::HREF)).unwrap_or_default().trim();
    let hrefs: Vec<&str> = links.iter().map(|&l| href(l)).collect();
    let share = |test: &dyn Fn(&str) -> bool| hrefs.iter().filter(|h| test(h)).count() as f64 / n;
    let external = |h: &str| h.starts_with("//") || h.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("http"));
    row.put(share(&external));
    row.put(share(&|h| h.contains('?')));
    row.put(share(&|h| h.contains('#')));
    row.put(share(&|h| h.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("javascript:")) || h == "#"));
    row.put(share(&|h| h.starts_with("mailto:") || h.starts_with("tel:")));
    let path = |h: &str| -> String {
        let rest = h.split_once("//").map_or(h, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
        rest.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase()
    };
    let paths: Vec<String> = hrefs.iter().map(|h| path(h)).collect();
    let depth = |p: &String| p.split('/').filter(|s| !s.is_empty()).count() as f64;
    row.put(paths.iter().map(depth).sum::<f64>() / n);
    // how many of the address's words are those of the item
    let slug = |item: &Sampled<'_>, path: &str| {
        let text = item.text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.chars().count() >= 3).collect();
        let found = words.iter().filter(|w| path.contains(**w)).count();
        if words.is_empty() { 0.0 } else { found as f64 / words.len() as f64 }
    };
    row.put(items.iter().zip(&paths).map(|(i, p)| slug(i, p)).sum::<f64>() / n);
    let holds = |tags: &[Tag]| {
        let inside = |&link: &Option<_>| {
            link.is_some_and(|id| around.page.tree.subtree(id).any(|x| tags.contains(&around.page.tag(x))))
        };
        links.iter().filter(|l| inside(l)).count() as f64 / n
    };
    row.put(holds(&[Tag::IMG, Tag::PICTURE, Tag::SVG]));
    row.put(holds(&[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6]));
    let text = |&link: &Option<_>| {
        let Some(id) = link else { return "" };
        let Span { from, to } = around.page.spans[id];
        around.document.raw_text_between(from, to).trim()
    };
    let texts: Vec<&str> = links.iter().map(text).filter(|text| !text.is_empty()).collect();
    row.put((1.0 + texts.iter().map(|text| text.len().min(400) as f64).sum::<f64>() / n).ln());
    // "Reply", "vote", "Log in": a link that is called the same in every record does something with it
    row.put(texts.iter().collect::<FxHashSet<_>>().len() as f64 / n);
    let distinct: FxHashSet<&str> = hrefs.iter().copied().collect();
    row.flag(distinct.len() == 1 && items.len() > 1 && !hrefs[0].is_empty());
    paths
        .iter()
        .map(|path| {
            let words = path.split(|c: char| !c.is_alphabetic()).filter(|w| w.len() > 2);
            // the last part of a path is the thing's own name
            words.take(3).fold(0, |t, word| t | topics_of_word(word))
        })
        .collect()
}

fn images(row: &mut Row, around: &Surroundings<'_>, items: &[Sampled<'_>], kind: ColumnKind) {
    let n = items.len().max(1) as f64;
    let share = |test: &dyn Fn(&Sampled<'_>) -> bool| {
        if kind == ColumnKind::Image { items.iter().filter(|i| test(i)).count() as f64 / n } else { 0.0 }
    };
    let size = |i: &Sampled<'_>| {
        let number = |name| around.attr(i.id, name).and_then(|v| v.trim_end_matches("px").trim().parse::<f64>().ok());
        number(AttrName::WIDTH).into_iter().chain(number(AttrName::HEIGHT)).reduce(f64::min)
    };
    row.put(share(&|i| around.attr(i.id, AttrName::ALT).is_some_and(|a| a.chars().count() > 8)));
    row.put(share(&|i| size(i).is_some_and(|s| s <= 40.0)));
    row.put(share(&|i| {
        let file = i.text.split('?').next().unwrap_or_default();
        file.ends_with(".svg") || file.ends_with(".gif")
    }));
    row.put(share(&|i| i.link.is_some()));
    row.put(share(&|i| i.text.starts_with("data:")));
    row.put(share(&|i| around.attr(i.id, AttrName::SRC) != Some(i.text)));
}

/// For each place the share of items for which a topic is found there.
fn topics(row: &mut Row, around: &Surroundings<'_>, column: &ColumnDraft, items: &[Sampled<'_>], links: &[Topics]) {
    let n = items.len().max(1) as f32;
    let mut put = |all: &[Topics]| {
        let mut counts = [0u32; TOPICS.len()];
        for &topics in all {
            let mut left = topics;
            while left != 0 {
                counts[left.trailing_zeros() as usize] += 1;
                left &= left - 1;
            }
        }
        row.0.extend(counts.map(|count| count as f32 / n));
    };
    let mut near = Vec::with_capacity(items.len());
    let mut outer = Vec::with_capacity(items.len());
    for item in items {
        let alone = around.page.tree.terminals(item.id).max(1);
        let (mut close, mut far) = (0, 0);
        for &(id, _) in &item.chain {
            let topics = around.topics_of(id);
            if around.page.tree.terminals(id) <= alone { close |= topics } else { far |= topics }
        }
        near.push(close);
        outer.push(far);
    }
    put(&near);
    put(&outer);
    put(&vec![common_words(column, items); items.len()]);
    put(&vec![column.label.as_deref().map_or(0, topics_of_text); items.len()]);
    put(links);
}

/// The topics of words that most of the texts have.
fn common_words(column: &ColumnDraft, items: &[Sampled<'_>]) -> Topics {
    if column.kind != ColumnKind::Text {
        return 0;
    }
    let texts: Vec<Topics> = items
        .iter()
        .map(|item| {
            let short: String = item.text.chars().take(80).collect();
            topics_of_text(&short)
        })
        .collect();
    (0..TOPICS.len())
        .filter(|bit| texts.iter().filter(|&&t| t >> bit & 1 == 1).count() * 2 > items.len())
        .fold(0, |all, bit| all | 1 << bit)
}
