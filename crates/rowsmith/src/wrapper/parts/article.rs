//! The article of a template: FOREST's pattern of its element with tolerant attributes, and what the pages of one
//! cluster tell about the contents and surroundings of that element.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::article::metadata::FieldModels;
use crate::dom::NodeId;
use crate::recognize::ValueType;
use crate::records::{ColumnDraft, Record};
use crate::site::fields::{FieldSlots, HeadAffixes};
use crate::site::places::{Slot, in_slot, slot};
use crate::site::sample::{ReadPage, text_hash};
use crate::site::templates::cluster_model::{Composed, FoundArticle, compose};
use crate::site::templates::template_texts::{Boilerplate, TemplateTexts};
use crate::tree::{PageTree, Span, TreeId};
use crate::types::ColumnKind;
use crate::types::{Metadata, PartKind};
use crate::wrapper::format::{ArticleRules, ColumnLocator, Part, Selectors, Statistics};
use crate::wrapper::parts::columns::Taken;
use crate::wrapper::parts::locate::{PageExample, learn_locator};
use crate::wrapper::prepared::Prepared;

/// What a cluster of pages tells about its articles.
pub(crate) struct ArticleModel<'m> {
    pub(crate) slots: &'m FieldSlots,
    pub(crate) template: &'m TemplateTexts,
    pub(crate) boilerplate: &'m Boilerplate,
}

/// The node of the comparison tree that an element is, or that contains it.
pub(crate) fn tree_node(page: &PageTree, element: NodeId) -> TreeId {
    let behind = page.spans.partition_point(|span| span.from <= element);
    let mut at = TreeId::new(behind).saturating_sub(1);
    while page.spans[at].to <= element || page.is_text(at) {
        match page.tree.parent(at) {
            Some(parent) => at = parent,
            None => break,
        }
    }
    at
}

/// How many texts of the template are kept.
const MAX_TEXTS: usize = 400;
/// How many places of each kind are kept.
const MAX_PLACES: usize = 64;

/// Whether a column of articles holds what the page says of itself.
pub(crate) fn is_metadata(column: &str) -> bool {
    Metadata::default().set(column, None)
}

/// Learns the article of a template from pages with the elements of their articles.
pub(crate) fn learn_article(pages: &[(&Prepared<'_>, NodeId)], model: &ArticleModel<'_>) -> Part {
    let of = |page: &Prepared<'_>, block: NodeId| {
        let tree = page.labels.page;
        vec![Record::subtree(&tree.tree, tree_node(tree, block))]
    };
    let records: Vec<Vec<Record>> = pages.iter().map(|&(page, block)| of(page, block)).collect();
    let examples: Vec<PageExample<'_, '_>> =
        pages.iter().zip(&records).map(|((page, _), records)| PageExample { labels: &page.labels, records }).collect();
    let (mut places, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (page, block) in pages {
        let (document, view) = (page.labels.document, page.labels.page);
        places.insert(slot(document, *block));
        for id in view.tree.nodes().filter(|&id| view.is_text(id)) {
            let Span { from, to } = view.spans[id];
            let text = document.raw_text_between(from, to);
            if document.contains(*block, from) && model.template.contains(text_hash(text)) {
                texts.insert(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }
    let slots = model.slots;
    let boilerplate: BTreeSet<&Slot> = model.boilerplate.0.iter().collect();
    let sources: BTreeSet<&String> = slots.author_sources.iter().collect();
    let rules = ArticleRules {
        places: places.into_iter().take(MAX_PLACES).collect(),
        texts: texts.into_iter().take(MAX_TEXTS).collect(),
        boilerplate: boilerplate.into_iter().take(MAX_PLACES).cloned().collect(),
        title_affixes: (slots.head_affixes.prefix.clone(), slots.head_affixes.suffix.clone()),
        author_sources: sources.into_iter().cloned().collect(),
        day_month_order: slots.order,
    };
    let fewest = |place: &Slot| {
        let counts = pages.iter().map(|(page, _)| in_slot(page.read(), place).len() as u32);
        counts.filter(|&n| n > 0).min().filter(|&n| n > 1)
    };
    let column = |name: &str, value_type: ValueType, places: &[Slot]| ColumnLocator {
        paths: places.iter().zip(1u16..).map(|(place, n)| (place.clone(), 1.0 / f32::from(n))).collect(),
        fewest: places.iter().filter_map(|place| Some((place.clone(), fewest(place)?))).collect(),
        ..ColumnLocator::new(name, ColumnKind::Text, value_type)
    };
    Part {
        kind: PartKind::Article,
        selectors: Selectors::default(),
        records: learn_locator(&examples),
        columns: vec![
            column("title", ValueType::Text, slots.title.as_slice()),
            column("author", ValueType::Text, &slots.author),
            column("date", ValueType::Date, slots.date.as_slice()),
            column("text", ValueType::Text, &[]),
        ],
        prototype: Vec::new(),
        article: Some(rules),
        objects: None,
        statistics: Statistics::default(),
    }
}

/// The slots of a part's columns, with what was learnt about heads.
fn slots_of(part: &Part, rules: &ArticleRules) -> FieldSlots {
    let places = |name: &str| -> Vec<Slot> {
        let column = part.columns.iter().find(|c| c.name == name);
        let mut places: Vec<(&String, f32)> = column.iter().flat_map(|c| &c.paths).map(|(p, s)| (p, *s)).collect();
        places.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        places.into_iter().map(|(place, _)| place.clone()).collect()
    };
    FieldSlots {
        title: places("title").into_iter().next(),
        date: places("date").into_iter().next(),
        author: places("author"),
        author_sources: rules.author_sources.iter().cloned().collect(),
        head_affixes: HeadAffixes { prefix: rules.title_affixes.0.clone(), suffix: rules.title_affixes.1.clone() },
        order: rules.day_month_order,
    }
}

/// Steps around the article's element that a page has in addition to the template.
#[derive(PartialEq, Debug)]
struct InsertedSteps {
    /// The number of steps of the template before them.
    at: usize,
    steps: Vec<String>,
}

/// The steps around the article's element that a page has in addition to the template, if that is the only difference.
fn inserted(known: &[String], place: &str) -> Option<InsertedSteps> {
    if known.iter().any(|k| k == place) {
        return None;
    }
    let place: Vec<&str> = place.split('/').collect();
    known.iter().find_map(|known| {
        let known: Vec<&str> = known.split('/').collect();
        let more = place.len().checked_sub(known.len()).filter(|&n| n > 0)?;
        let same = known.iter().zip(&place).take_while(|(a, b)| a == b).count();
        let rest = known.get(same..)?;
        (place.get(same + more..)? == rest).then(|| InsertedSteps {
            at: same,
            steps: place[same..same + more].iter().map(|s| s.to_string()).collect(),
        })
    })
}

/// Slots for a page on which elements were added around the article: those that the page lacks get these additional
/// steps.
fn moved(slots: FieldSlots, page: ReadPage<'_>, InsertedSteps { at, steps }: &InsertedSteps) -> FieldSlots {
    let there = |slot: &Slot| !in_slot(page, slot).is_empty();
    let moved = |slot: Slot| -> Slot {
        let known: Vec<&str> = slot.split('/').collect();
        if there(&slot) || known.len() <= *at {
            return slot;
        }
        let (before, behind) = known.split_at(*at);
        before
            .iter()
            .copied()
            .chain(steps.iter().map(String::as_str))
            .chain(behind.iter().copied())
            .collect::<Vec<_>>()
            .join("/")
    };
    FieldSlots {
        title: slots.title.map(moved),
        date: slots.date.map(moved),
        author: slots.author.into_iter().map(moved).collect(),
        ..slots
    }
}

/// The certainty of a field that is in the page's head and at no place of the template.
const FROM_HEAD: f32 = 0.5;

/// An article that was taken from a page by a wrapper.
pub(crate) struct TakenArticle {
    pub(crate) composed: Composed,
    /// Its columns, for the statistics.
    pub(crate) taken: Taken,
}

/// The article at an element of a page.
pub(crate) fn take_article(page: &Prepared<'_>, part: &Part, node: TreeId) -> TakenArticle {
    let empty = ArticleRules::default();
    let rules = part.article.as_ref().unwrap_or(&empty);
    let read = page.read();
    let block = page.labels.page.node(node);
    let mut slots = slots_of(part, rules);
    if let Some(more) = inserted(&rules.places, &slot(read.document, block)) {
        slots = moved(slots, read, &more);
    }
    let texts: FxHashSet<u64> = rules.texts.iter().map(|text| text_hash(text)).collect();
    let boilerplate: FxHashSet<Slot> = rules.boilerplate.iter().cloned().collect();
    let fields = slots.fields(read, None);
    // fewer than ever: what remains at this place belongs to something else
    let printed = |name: &str, places: &[Slot]| {
        let column = part.columns.iter().find(|c| c.name == name);
        let fewest = |place: &Slot| column.and_then(|c| c.fewest.get(place)).copied().unwrap_or(1);
        let there = places.iter().map(|place| (in_slot(read, place).len(), fewest(place))).find(|(n, _)| *n > 0);
        there.is_some_and(|(n, fewest)| n as u32 >= fewest)
    };
    let sure = |name: &str| match name {
        "title" => printed(name, slots.title.as_slice()),
        "author" => printed(name, &slots.author),
        "date" => printed(name, slots.date.as_slice()),
        _ => true,
    };
    let composed = compose(
        read,
        None,
        Some(FoundArticle {
            block: Some(block),
            fields,
            template: &TemplateTexts(texts),
            boilerplate: &Boilerplate(boilerplate),
        }),
        FieldModels::built_in(),
    );
    let metadata = &composed.metadata;
    let text = composed.line(read.document);
    let values = [("title", &metadata.title), ("author", &metadata.author), ("date", &metadata.date)];
    let drafts = part.columns.iter().map(|column| {
        let value = values.iter().find(|v| v.0 == column.name).and_then(|v| v.1.clone());
        let value = if column.name == "text" { Some(text.clone()).filter(|t| !t.is_empty()) } else { value };
        column.with_items(vec![value.map(|text| (node, text))])
    });
    let drafts: Vec<ColumnDraft> = drafts.collect();
    let sure = |draft: &ColumnDraft| match draft.items[0] {
        None => 0.0,
        Some(_) if sure(&draft.name) => 1.0,
        Some(_) => FROM_HEAD,
    };
    let certainty = drafts.iter().map(sure).collect();
    TakenArticle { composed, taken: Taken { drafts, certainty } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_has_around_its_article() {
        let known = ["body#./main#./article#.post".to_owned()];
        let steps = |of: &[&str]| of.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        assert_eq!(inserted(&known, "body#./main#./article#.post"), None);
        let wrapped = inserted(&known, "body#./main#./div#.a/div#.b/article#.post");
        assert_eq!(wrapped, Some(InsertedSteps { at: 2, steps: steps(&["div#.a", "div#.b"]) }));
        assert_eq!(inserted(&known, "body#./section#./article#.post"), None);
        assert_eq!(inserted(&known, "body#./div#.a/section#./article#.post"), None);
    }
}
