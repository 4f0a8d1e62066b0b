//! Title, author and date on the pages of a cluster: where the template prints them.
//!
//! A *slot* is a place of the template, identified by the tags, ids and classes on the path to it. The contents of one
//! slot on all pages are of the same kind, so pages of one template tell what a single page cannot: which heading is
//! the title, and whether a name is the author of the article or belongs to the site.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::article::fold::{contains_folded, fold};
use crate::article::metadata::author::{is_by, until_date, without_by};
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::context::DateContext;
use crate::recognize::date::{DayMonthOrder, find_date, find_date_in_attribute};
use crate::site::feed::FeedItem;
use crate::site::places::{Place, ShownElement, Slot, first_in_slot, in_slot, shown_line, slot};
use crate::site::sample::{ReadPage, SamplePage};
use crate::tree::{Span, TreeId};

/// What is known about an article besides its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The day of publication, such as `2024-01-05`.
    pub date: Option<String>,
}

/// Where the fields are on the pages of a cluster.
#[derive(Clone, Debug, Default)]
pub struct FieldSlots {
    pub(crate) title: Option<Slot>,
    pub(crate) date: Option<Slot>,
    /// Likeliest first; several, since templates put bylines in different places for different kinds of articles.
    pub(crate) author: Vec<Slot>,
    /// Sources of authors in the head that name different authors on different pages.
    pub(crate) author_sources: FxHashSet<String>,
    /// What the titles in the heads begin and end with.
    pub(crate) head_affixes: HeadAffixes,
    pub(crate) order: Option<DayMonthOrder>,
}

/// What the titles in the heads of a cluster begin and end with.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeadAffixes {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
}

/// A date on a page, in a short text or in machine-readable form.
struct PrintedDate {
    /// The element that it is in.
    element: NodeId,
    /// The text or element that says it.
    node: NodeId,
    /// Such as `2024-01-05`.
    day: String,
}

/// The first date in a slot of a page.
struct DateInSlot {
    slot: Slot,
    node: NodeId,
    day: String,
}

/// Longer texts are not titles.
const MAX_TITLE: usize = 300;
/// Longer texts are not bylines.
const MAX_NAME: usize = 80;
/// The most words in the names of one or two authors; in a place that is known to be a byline, any number is allowed.
const NAME_WORDS: usize = 6;

impl FieldSlots {
    /// Learns the slots of a cluster. Takes linear time, apart from sorting.
    pub fn learn(pages: &[&SamplePage], blocks: &[Option<NodeId>], items: &[Option<&FeedItem>]) -> FieldSlots {
        let pages = &pages.iter().map(|page| page.read()).collect::<Vec<_>>()[..];
        let mut slots = FieldSlots { head_affixes: head_affixes(pages), ..FieldSlots::default() };
        slots.title = slots.title_slot(pages, blocks, items);
        slots.order = slots.day_month_order(pages);
        slots.date = slots.date_slot(pages, blocks, items);
        slots.author_sources = varying_sources(pages);
        slots.author = slots.author_slots(pages, blocks, items);
        slots
    }

    /// The fields of a page.
    pub fn fields(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Fields {
        Fields { title: self.title_of(page, item), author: self.author_of(page, item), date: self.date_of(page, item) }
    }

    /// The elements of title, date and author on a page, if they are printed in slots.
    pub fn elements(&self, page: ReadPage<'_>) -> Vec<NodeId> {
        let slots = self.title.iter().chain(&self.date).chain(&self.author);
        slots.filter_map(|slot| first_in_slot(page, slot)).map(|shown| shown.id).collect()
    }

    /// The titles of a page according to its head and the feed.
    fn named_titles(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Vec<String> {
        let mut titles: Vec<String> = item.iter().map(|i| i.title.clone()).collect();
        titles.extend(page.hints.titles.iter().cloned());
        titles.extend(page.hints.head_title.as_deref().map(|t| self.without_affixes(t)));
        titles.retain(|t| !fold(t).is_empty());
        titles
    }

    fn without_affixes(&self, title: &str) -> String {
        let title = title.strip_prefix(self.head_affixes.prefix.as_str()).unwrap_or(title);
        title.strip_suffix(self.head_affixes.suffix.as_str()).unwrap_or(title).trim().to_owned()
    }

    fn title_slot(
        &self,
        pages: &[ReadPage<'_>],
        blocks: &[Option<NodeId>],
        items: &[Option<&FeedItem>],
    ) -> Option<Slot> {
        let mut votes: BTreeMap<Slot, f64> = BTreeMap::new();
        for (i, &page) in pages.iter().enumerate() {
            let document = page.document;
            let named: Vec<String> = self.named_titles(page, items[i]).iter().map(|t| fold(t)).collect();
            let mut seen: FxHashSet<Slot> = FxHashSet::default();
            for id in document.nodes() {
                let is_heading = matches!(document.tag(id), Tag::H1 | Tag::H2 | Tag::H3);
                let text = document.raw_text(id);
                if document.is_text(id) || page.levels[id.index()] < 2 || text.len() > 4 * MAX_TITLE {
                    continue;
                }
                if text.trim().is_empty() || !is_heading && !has_own_text(document, id) {
                    continue;
                }
                let key = fold(&shown_line(document, id));
                if key.is_empty() || key.len() > MAX_TITLE {
                    continue;
                }
                let equal = named.contains(&key);
                let in_link = document.ancestors(id).any(|a| document.tag(a) == Tag::A)
                    || document.children(id).any(|c| document.tag(c) == Tag::A);
                let before = blocks[i].is_some_and(|b| id < document.end(b));
                let mut vote = 0.0;
                if equal {
                    vote = 2.0 + f64::from(u8::from(is_heading)) + f64::from(u8::from(document.tag(id) == Tag::H1));
                } else if document.tag(id) == Tag::H1 {
                    vote = 0.5;
                }
                if in_link {
                    vote *= 0.5;
                }
                if !before {
                    vote *= 0.5;
                }
                if vote > 0.0 {
                    let slot = slot(document, id);
                    if seen.insert(slot.clone()) {
                        *votes.entry(slot).or_insert(0.0) += vote;
                    }
                }
            }
        }
        let (slot, vote) = votes.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
        (vote >= 1.0 * pages.len() as f64).then_some(slot)
    }

    fn title_of(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Option<String> {
        let named = self.named_titles(page, item);
        let printed = self.title.as_ref().and_then(|slot| first_in_slot(page, slot)).map(|shown| shown.text);
        printed.filter(|t| !fold(t).is_empty()).or_else(|| named.into_iter().next())
    }

    fn context(&self) -> DateContext<'_> {
        DateContext { order: self.order, ..Default::default() }
    }

    /// Whether the day or the month comes first, from all dates that a cluster prints.
    fn day_month_order(&self, pages: &[ReadPage<'_>]) -> Option<DayMonthOrder> {
        let mut dates = Vec::new();
        for &page in pages {
            for id in page.view.tree.nodes() {
                let Span { from, to } = page.view.spans[id];
                let text = page.document.raw_text_between(from, to);
                if page.view.is_text(id) && text.len() <= MAX_NAME {
                    dates.extend(find_date(text.trim()).map(|f| f.date));
                }
            }
        }
        DayMonthOrder::decide(&dates, None)
    }

    /// The dates on a page in elements that are `wanted`.
    fn printed_dates<'p>(
        &'p self,
        page: ReadPage<'p>,
        wanted: impl Fn(NodeId) -> bool + 'p,
    ) -> impl Iterator<Item = PrintedDate> + 'p {
        let document = page.document;
        let mut covered = NodeId(0);
        let of = move |id: TreeId| {
            let context = self.context();
            let node = page.view.node(id);
            if node < covered {
                return None;
            }
            let element = if document.is_text(node) { document.parent(node).unwrap_or(node) } else { node };
            let attribute = (page.view.tag(id) == Tag::TIME)
                .then(|| document.attr(node, AttrName::DATETIME))
                .flatten()
                .and_then(|value| find_date_in_attribute("datetime", value));
            let date = if attribute.is_some() {
                covered = document.end(node);
                attribute.and_then(|d| d.date.resolve(&context))
            } else if page.view.is_text(id) && wanted(element) {
                let Span { from, to } = page.view.spans[id];
                let text = line(document, from, to);
                if text.len() > 2 * MAX_NAME {
                    return None;
                }
                find_date(&text).and_then(|f| f.date.resolve(&context))
            } else {
                None
            };
            let day = date.map(|d| d.to_iso()).filter(|iso| iso.len() >= 10 && wanted(element))?;
            Some(PrintedDate { element, node, day: day[..10].to_owned() })
        };
        page.view.tree.nodes().filter_map(of)
    }

    /// The first date in each slot.
    fn dates_by_slot(&self, page: ReadPage<'_>) -> Vec<DateInSlot> {
        let mut seen: FxHashSet<Slot> = FxHashSet::default();
        let in_slot = |PrintedDate { element, node, day }| DateInSlot { slot: slot(page.document, element), node, day };
        let dates = self.printed_dates(page, |_| true).map(in_slot);
        dates.filter(|date| seen.insert(date.slot.clone())).collect()
    }

    /// The days of publication according to the head and the feed.
    fn named_dates(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Vec<String> {
        let context = self.context();
        let read = |text: &String| {
            let found = find_date_in_attribute("datetime", text).or_else(|| find_date(text))?;
            let iso = found.date.resolve(&context)?.to_iso();
            (iso.len() >= 10).then(|| iso[..10].to_owned())
        };
        let mut days: Vec<String> = page.hints.dates.iter().filter_map(read).collect();
        days.extend(item.and_then(|i| i.date.clone()));
        days
    }

    /// The slot of the date: it occurs on most pages, has the same day as head or feed, is near the title, and has the
    /// earliest day.
    fn date_slot(
        &self,
        pages: &[ReadPage<'_>],
        blocks: &[Option<NodeId>],
        items: &[Option<&FeedItem>],
    ) -> Option<Slot> {
        let mut votes: BTreeMap<Slot, f64> = BTreeMap::new();
        let mut days: BTreeMap<Slot, FxHashSet<String>> = BTreeMap::new();
        for (i, &page) in pages.iter().enumerate() {
            let named = self.named_dates(page, items[i]);
            let title = self.title.as_ref().and_then(|slot| first_in_slot(page, slot)).map(|shown| shown.id);
            let printed = self.dates_by_slot(page);
            let earliest = printed.iter().map(|date| &date.day).min().cloned();
            for DateInSlot { slot, node, day } in printed {
                let mut vote = 1.0;
                if named.contains(&day) {
                    vote += 2.0;
                }
                // close to the title, between title and text or around them
                let near = [title, blocks[i]].into_iter().flatten().map(|n| n.0.abs_diff(node.0)).min();
                vote += 1.0 / (1.0 + f64::from(near.unwrap_or(1000)) / 20.0);
                let inside = blocks[i].is_some_and(|b| page.document.contains(b, node));
                if inside {
                    vote *= 0.5;
                }
                if Some(&day) == earliest.as_ref() {
                    vote += 0.25;
                }
                *votes.entry(slot.clone()).or_insert(0.0) += vote;
                days.entry(slot).or_default().insert(day);
            }
        }
        // a day that is on every page belongs to the template, or is that of a rebuild
        let varies = |slot: &Slot| pages.len() < 3 || days.get(slot).is_some_and(|d| d.len() > 1);
        let likely = votes.into_iter().filter(|(slot, vote)| varies(slot) && *vote > 0.6 * pages.len() as f64);
        likely.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(slot, _)| slot)
    }

    fn date_of(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Option<String> {
        let named = self.named_dates(page, item);
        let place = self.date.as_ref().and_then(|slot| Place::new(page.document, slot));
        let printed = place.and_then(|place| self.printed_dates(page, move |id| place.holds(page, id)).next());
        let printed = printed.map(|date| date.day);
        printed.or_else(|| named.into_iter().next())
    }

    /// Names of authors that the head or the feed give for the page itself.
    fn named_authors(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Vec<String> {
        let from_head = page.hints.authors.iter().filter(|(source, _)| self.author_sources.contains(source));
        let mut names: Vec<String> = from_head.map(|(_, name)| name.clone()).collect();
        names.extend(item.iter().flat_map(|i| i.authors.iter().cloned()));
        names
    }

    /// The slots of the byline: once on a page, with what the head or the feed say, or marked as an author. A name that
    /// is the same on all pages is that of the site, unless it is between title and text.
    fn author_slots(
        &self,
        pages: &[ReadPage<'_>],
        blocks: &[Option<NodeId>],
        items: &[Option<&FeedItem>],
    ) -> Vec<Slot> {
        let mut votes: BTreeMap<Slot, SlotNames> = BTreeMap::new();
        for (i, &page) in pages.iter().enumerate() {
            let document = page.document;
            let named: Vec<String> = self.named_authors(page, items[i]).iter().map(|n| fold(n)).collect();
            let title = self.title_of(page, items[i]).map(|t| fold(&t)).unwrap_or_default();
            let heading = self.title.as_ref().and_then(|slot| first_in_slot(page, slot)).map(|shown| shown.id);
            let mut on_page: BTreeMap<Slot, SlotOnPage> = BTreeMap::new();
            for ShownElement { id: node, text } in short_lines(page) {
                let inside = blocks[i].is_some_and(|b| document.contains(b, node));
                if inside && in_text(page, blocks[i], node) {
                    continue;
                }
                let Some(name) = name_in(&text, NAME_WORDS) else { continue };
                let key = fold(name);
                let agrees = named.contains(&key);
                let marked = marked_as_author(document, node);
                let led = without_by(&text).len() < text.trim().len();
                // after the text come the names of those who comment
                let behind = blocks[i].is_some_and(|b| node >= document.end(b));
                if key.is_empty() || key == title || !agrees && !led && (!marked || behind) {
                    continue;
                }
                let slot = slot(document, node);
                let entry = on_page.entry(slot.clone()).or_default();
                entry.names += 1;
                if entry.names == 1 {
                    entry.vote =
                        2.0 * f64::from(u8::from(agrees)) + f64::from(u8::from(marked)) + f64::from(u8::from(led));
                    let between = blocks[i].zip(heading).is_some_and(|(b, h)| h < node && node < b);
                    let names = votes.entry(slot).or_default();
                    names.between += u32::from(between);
                    names.pages += 1;
                    names.names.insert(key);
                }
            }
            for (slot, of_page) in on_page {
                if let Some(names) = votes.get_mut(&slot) {
                    names.vote += of_page.vote / f64::from(of_page.names);
                    names.alone += u32::from(of_page.names == 1);
                }
            }
        }
        let likely = votes.into_iter().filter(|(_, v)| {
            let often = 5 * v.pages as usize >= pages.len() && 3 * v.alone >= 2 * v.pages;
            often && v.vote >= 0.6 * f64::from(v.pages) && (v.names.len() > 1 || 2 * v.between > v.pages)
        });
        // names differ from article to article; a badge does not
        let weight = |v: &SlotNames| v.vote * (1.0 + v.names.len() as f64 / f64::from(v.pages));
        let mut likely: Vec<(Slot, SlotNames)> = likely.collect();
        if likely.iter().any(|(_, v)| v.names.len() > 1) {
            likely.retain(|(_, v)| v.names.len() > 1);
        }
        let likely = likely.into_iter();
        let mut likely: Vec<(f64, Slot)> = likely.map(|(slot, v)| (weight(&v), slot)).collect();
        likely.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        likely.into_iter().map(|(_, slot)| slot).collect()
    }

    fn author_of(&self, page: ReadPage<'_>, item: Option<&FeedItem>) -> Option<String> {
        let named = self.named_authors(page, item);
        let mut printed = self.author.iter().flat_map(|slot| in_slot(page, slot));
        if let Some(name) = printed.find_map(|shown| name_in(&shown.text, 4 * NAME_WORDS).map(str::to_owned)) {
            // in the spelling of the head, without what the page adds around it
            let key = fold(&name);
            return Some(named.into_iter().find(|n| fold(n) == key).unwrap_or(name));
        }
        let shown = page.document.raw_text(Document::ROOT);
        named.into_iter().find(|name| contains_folded(shown, &fold(name)))
    }
}

/// What a slot contains on one page.
#[derive(Default)]
struct SlotOnPage {
    /// How much the first name there looks like the author's.
    vote: f64,
    /// The number of names.
    names: u32,
}

/// What a slot contains on the pages of a cluster.
#[derive(Default)]
struct SlotNames {
    vote: f64,
    pages: u32,
    /// The number of pages on which it is the only one.
    alone: u32,
    /// The number of pages on which it is between title and text.
    between: u32,
    names: FxHashSet<String>,
}

/// Whether an element of a block is so deep, or within such an element, that it was not put there by a template.
fn in_text(page: ReadPage<'_>, block: Option<NodeId>, id: NodeId) -> bool {
    let document = page.document;
    let quoted = |n: NodeId| matches!(document.tag(n), Tag::BLOCKQUOTE | Tag::FIGURE | Tag::TABLE | Tag::PRE | Tag::LI);
    block.is_some_and(|b| {
        page.levels[id.index()] > page.levels[b.index()] + 4
            || document.ancestors(id).take_while(|&n| n != b).any(quoted)
    })
}

/// Whether an element has a text of its own, not only elements.
fn has_own_text(document: &Document, id: NodeId) -> bool {
    document.children(id).any(|c| document.is_text(c) && !document.raw_text(c).trim().is_empty())
}

/// Elements with a short text of their own, in document order.
fn short_lines(page: ReadPage<'_>) -> Vec<ShownElement> {
    let document = page.document;
    let mut lines = Vec::new();
    for id in document.nodes() {
        if document.is_text(id) || page.levels[id.index()] < 2 || !has_own_text(document, id) {
            continue;
        }
        if document.raw_text(id).len() > 4 * MAX_NAME {
            continue;
        }
        let text = shown_line(document, id);
        if !text.is_empty() && text.len() <= MAX_NAME {
            lines.push(ShownElement { id, text });
        }
    }
    lines
}

/// Words that are next to names but not part of them.
const ROLES: [&str; 4] = ["author", "authors", "contributor", "contributors"];

/// The name in a byline: what follows "By" or a label with a colon, up to a separator or a date, with at most this many
/// words.
fn name_in(text: &str, most: usize) -> Option<&str> {
    let mut rest = without_by(text);
    if let Some((label, name)) = rest.split_once(':')
        && label.split_whitespace().count() <= 2
    {
        rest = name.trim();
    }
    let end = rest.find(['|', '•', '·', '—', '(', ';']).unwrap_or(rest.len());
    let rest = rest[..end].split(" on ").next().unwrap_or_default();
    // "Posted 5 May" is not a name, "By Ann 5 May" contains one
    if find_date(rest).is_some() && without_by(text).len() == text.trim().len() {
        return None;
    }
    let rest = until_date(rest).trim().trim_end_matches([',', '-', '–']).trim_end();
    let words = rest.split_whitespace().count();
    let letters = rest.chars().filter(|c| c.is_alphabetic()).count();
    let length = rest.chars().count();
    let is_label = is_by(rest) || rest.split_whitespace().any(|word| ROLES.contains(&fold(word).as_str()));
    ((1..=most).contains(&words) && 4 * letters > length && letters >= 2 && !is_label).then_some(rest)
}

/// Whether the markup calls an element an author: `rel=author`, `itemprop=author`, or the word in a class or id of the
/// element or of one of the two elements around it.
fn marked_as_author(document: &Document, id: NodeId) -> bool {
    document.ancestors(id).take(3).any(|node| {
        [AttrName::REL, AttrName::ITEMPROP, AttrName::CLASS, AttrName::ID].iter().any(|&name| {
            document.attr(node, name).is_some_and(|value| {
                let value = value.to_ascii_lowercase();
                value.split(|c: char| !c.is_ascii_alphabetic()).any(|w| w == "author" || w == "byline")
            })
        })
    })
}

/// Sources of authors in the heads that do not have the same author on all pages.
fn varying_sources(pages: &[ReadPage<'_>]) -> FxHashSet<String> {
    let mut names: FxHashMap<&str, FxHashSet<String>> = FxHashMap::default();
    for page in pages {
        for (source, name) in &page.hints.authors {
            names.entry(source).or_default().insert(fold(name));
        }
    }
    names.into_iter().filter(|(_, n)| n.len() > 1).map(|(source, _)| source.to_owned()).collect()
}

/// What all `<title>`s of a cluster begin and end with, cut at word boundaries together with the separators.
fn head_affixes(pages: &[ReadPage<'_>]) -> HeadAffixes {
    let titles: Vec<&str> = pages.iter().filter_map(|p| p.hints.head_title.as_deref()).collect();
    let [first, rest @ ..] = titles.as_slice() else { return HeadAffixes::default() };
    if rest.is_empty() || rest.iter().all(|t| t == first) {
        return HeadAffixes::default();
    }
    let common = |a: &[char], b: &[char]| a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let forward: Vec<char> = first.chars().collect();
    let backward: Vec<char> = first.chars().rev().collect();
    let (mut prefix, mut suffix) = (forward.len(), backward.len());
    for title in rest {
        prefix = prefix.min(common(&forward, &title.chars().collect::<Vec<_>>()));
        suffix = suffix.min(common(&backward, &title.chars().rev().collect::<Vec<_>>()));
    }
    // a separator has to separate the site's name from the title
    let separator = |c: &char| !c.is_alphanumeric() && !c.is_whitespace();
    let prefix = forward[..prefix].iter().rposition(separator).map_or(0, |at| at + 1);
    let tail: Vec<char> = forward[forward.len() - suffix..].to_vec();
    let suffix: String = match tail.iter().position(separator) {
        Some(at) => tail[at..].iter().collect(),
        None => String::new(),
    };
    HeadAffixes { prefix: forward[..prefix].iter().collect(), suffix }
}
