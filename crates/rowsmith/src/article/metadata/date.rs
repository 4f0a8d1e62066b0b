//! The date of publication: from machine-readable data, or else the date printed near the title.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::metadata::sources::{Source, Sources};
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::context::DateContext;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::{DateTime, DayMonthOrder, Precision, find_date, find_date_in_attribute};

/// How many blocks before and after the title a date may be.
const REACH: (usize, usize) = (8, 20);

/// The date of publication declared in the page's head. [`Sources::of_head`] is sufficient for it.
pub fn declared(document: &Document, sources: &Sources) -> Option<DateTime> {
    let language = document.attr(Document::ROOT, AttrName::LANG);
    let by_source = |source: Source| {
        sources.dates.iter().filter(move |d| d.source == source).find_map(|d| read("content", &d.value, None, language))
    };
    let declared = [Source::JsonLd, Source::OpenGraph, Source::JsonLdPage, Source::Catalogue, Source::Meta];
    declared.into_iter().find_map(by_source)
}

/// The date of publication in the page's body, near the block of the title.
pub fn by_title(
    document: &Document,
    context: &Context,
    blocks: &Blocks,
    sources: &Sources,
    title: Option<usize>,
) -> Option<DateTime> {
    let language = document.attr(Document::ROOT, AttrName::LANG);
    let is_near = |node: NodeId| {
        if context.has(node, bit::NAV | bit::FOOTER | bit::COMMENT | bit::REVIEW | bit::ASIDE) {
            return false;
        }
        let at = blocks.range(document, node).start;
        title.is_none_or(|title| at + REACH.0 >= title && at <= title + REACH.1)
    };
    let micro = sources.dates.iter().filter(|d| d.source == Source::Microdata);
    if let Some(date) = micro
        .filter(|d| d.node.is_none_or(|n| document.tag(n) == Tag::META || is_near(n)))
        .find_map(|d| read("datetime", &d.value, None, language))
    {
        return Some(date);
    }
    // the earliest of those near the title: later ones say when it was changed
    let marked = sources.dates.iter().filter(|d| d.source == Source::Marked && d.node.is_some_and(is_near));
    let marked: Vec<DateTime> = marked.filter_map(|d| read("datetime", &d.value, None, language)).take(2).collect();
    if let Some(date) = marked.into_iter().min_by_key(DateTime::unix_seconds) {
        return Some(date);
    }
    printed(document, context, blocks, title?, language)
}

fn read(attribute: &str, value: &str, order: Option<DayMonthOrder>, language: Option<&str>) -> Option<DateTime> {
    let found = find_date_in_attribute(attribute, value).or_else(|| find_date(value))?;
    let context = DateContext { order, language, ..DateContext::default() };
    found.date.resolve(&context).filter(|d| d.precision >= Precision::Day)
}

/// The first date in a short text near the title.
fn printed(
    document: &Document,
    context: &Context,
    blocks: &Blocks,
    title: usize,
    language: Option<&str>,
) -> Option<DateTime> {
    let range = title.saturating_sub(REACH.0)..(title + REACH.1 + 1).min(blocks.len());
    let mut raw: Vec<(usize, RawDate)> = Vec::new();
    for at in range {
        let block = blocks.list[at];
        if context.has(block.first, bit::NAV | bit::FOOTER | bit::COMMENT | bit::ASIDE | bit::SELECT) {
            continue;
        }
        let text = line(document, block.first, block.end);
        if text.len() <= 160
            && let Some(found) = find_date(&text)
            && matches!(found.date, RawDate::Absolute(_) | RawDate::Numeric(_))
        {
            raw.push((at, found.date));
        }
    }
    let order = DayMonthOrder::decide(raw.iter().map(|(_, date)| date), language);
    let resolve = |date: &RawDate| {
        let context = DateContext { order, language, ..DateContext::default() };
        date.resolve(&context).filter(|d| d.precision >= Precision::Day)
    };
    let dates: Vec<(usize, DateTime)> = raw.iter().filter_map(|(at, date)| Some((*at, resolve(date)?))).collect();
    // after the title rather than before it
    let first = dates.iter().find(|(at, _)| *at >= title).or(dates.last())?;
    let second = dates.iter().find(|(at, _)| *at > first.0 && *at <= first.0 + 2);
    let earliest = second.filter(|s| s.1.unix_seconds() < first.1.unix_seconds()).unwrap_or(first);
    Some(earliest.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;
    use crate::dom::{ParseOptions, parse};

    fn of(html: &str) -> Option<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let sources = Sources::new(&document, &context, &blocks, &Metas::new(&document), &JsonLd::new(&document));
        let date = declared(&document, &sources);
        date.or_else(|| by_title(&document, &context, &blocks, &sources, Some(0))).map(|d| d.to_iso())
    }

    #[test]
    fn data_goes_before_print() {
        let html =
            "<meta property=article:published_time content='2024-01-05T10:00:00Z'><h1>Walk</h1><p>6 January 2024";
        assert_eq!(of(html).as_deref(), Some("2024-01-05T10:00:00Z"));
    }

    #[test]
    fn the_earlier_of_two_is_when_it_was_published() {
        assert_eq!(
            of("<h1>Walk</h1><p>Updated 6 Feb 2024<p>Published 5 Jan 2024<p>Text").as_deref(),
            Some("2024-01-05")
        );
        assert_eq!(of("<h1>Walk</h1><time datetime=2024-01-05>then</time>").as_deref(), Some("2024-01-05"));
        assert_eq!(of("<h1>Walk</h1><p>Text"), None);
    }
}
