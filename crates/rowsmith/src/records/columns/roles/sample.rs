//! The items of a column that are looked at, and where they stand.

use crate::dom::{AttrName, Document, Tag};
use crate::recognize::{ValueType, find_rating, learnt_value_type};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::vocabulary::{Topics, topics_of_names};
use crate::records::record::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::ColumnKind;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Items of a column that are looked at; they are taken from all over it.
const SAMPLE: usize = 24;

/// The records of a table, and what is known of the page around their items.
pub(crate) struct Surroundings<'a> {
    pub(crate) document: &'a Document,
    pub(crate) page: &'a PageTree,
    /// The roots of the records' subtrees, in document order.
    roots: Vec<TreeId>,
    /// The topics of attributes seen so far: lists repeat their classes.
    topics: RefCell<FxHashMap<&'a str, Topics>>,
}

impl<'a> Surroundings<'a> {
    pub(crate) fn new(document: &'a Document, page: &'a PageTree, records: &[Record]) -> Self {
        let mut roots: Vec<TreeId> = records.iter().flat_map(|r| r.roots(&page.tree)).collect();
        roots.sort_unstable();
        Surroundings { document, page, roots, topics: RefCell::default() }
    }

    /// The root of the record's subtree that an item lies in.
    pub(crate) fn root_of(&self, item: TreeId) -> TreeId {
        self.roots.get(self.roots.partition_point(|&r| r <= item).saturating_sub(1)).copied().unwrap_or(item)
    }

    /// The item and its ancestors up to the root of its record.
    pub(crate) fn chain(&self, item: TreeId) -> impl Iterator<Item = TreeId> + '_ {
        let root = self.root_of(item);
        std::iter::successors(Some(item), |&id| self.page.tree.parent(id)).take_while(move |&id| id >= root)
    }

    /// What the names say that an element's author gave it.
    pub(crate) fn topics_of(&self, id: TreeId) -> Topics {
        if self.page.is_text(id) {
            return 0;
        }
        let node = self.page.node(id);
        let mut topics = 0;
        for name in [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP, AttrName::REL, AttrName::NAME] {
            if let Some(value) = self.document.attr(node, name) {
                topics |= *self.topics.borrow_mut().entry(value).or_insert_with(|| topics_of_names(value));
            }
        }
        topics
    }

    /// An attribute of an element; of a text nothing.
    pub(crate) fn attr(&self, id: TreeId, name: AttrName) -> Option<&'a str> {
        if self.page.is_text(id) { None } else { self.document.attr(self.page.node(id), name) }
    }
}

/// An item and its text, and what several features are made of.
pub(crate) struct Sampled<'a> {
    /// The number of its record.
    pub(crate) record: usize,
    pub(crate) id: TreeId,
    pub(crate) text: &'a str,
    /// The number of characters of the text.
    pub(crate) chars: usize,
    /// The type of the text; of links and images [`ValueType::Text`].
    pub(crate) value_type: ValueType,
    /// Whether the text is a rating, and if so, whether that is certain.
    pub(crate) rating: Option<bool>,
    /// The item and its ancestors up to the root of its record, with their tags.
    pub(crate) chain: Vec<(TreeId, Tag)>,
    /// The link around it, within its record.
    pub(crate) link: Option<TreeId>,
}

impl Sampled<'_> {
    /// Whether the item is or is in one of these elements.
    pub(crate) fn is_in(&self, tags: &[Tag]) -> bool {
        self.chain.iter().any(|(_, tag)| tags.contains(tag))
    }
}

/// Items from all over a column.
pub(crate) fn sample<'c>(around: &Surroundings<'_>, column: &'c ColumnDraft) -> Vec<Sampled<'c>> {
    let is_text = column.kind == ColumnKind::Text;
    let filled = || column.items.iter().enumerate().filter_map(|(record, item)| Some((record, item.as_ref()?)));
    let step = filled().count().div_ceil(SAMPLE).max(1);
    let sampled = filled().step_by(step).map(|(record, (id, text))| {
        let chain: Vec<(TreeId, Tag)> = around.chain(*id).map(|id| (id, around.page.tag(id))).collect();
        Sampled {
            record,
            id: *id,
            text,
            chars: text.chars().count(),
            value_type: if is_text { learnt_value_type(text) } else { ValueType::Text },
            rating: find_rating(text).map(|rating| rating.certain),
            link: chain.iter().find(|(_, tag)| *tag == Tag::A).map(|&(id, _)| id),
            chain,
        }
    });
    sampled.collect()
}
