//! Sample pages of a site: parsed, with trees whose labels are the same for all of them.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};
use url::Url;

use crate::dom::{Document, NodeId, Tag};
use crate::records::Record;
use crate::site::hints::Hints;
use crate::site::terms::{PageTerms, Vocabulary};
use crate::tree::{PageTree, Span, Tree, TreeId};
use crate::types::PartKind;

/// What the pages of a site share: terms and labels.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Terms.
    pub vocabulary: Vocabulary,
    labels: FxHashMap<String, u32>,
}

impl Site {
    /// A copy with the same labels and no terms.
    pub fn labels_only(self) -> Site {
        Site { labels: self.labels, ..Site::default() }
    }

    /// The label of a tag: for tags of HTML the number that they have on every page, for others one by name.
    fn label(&mut self, document: &Document, tag: Tag) -> u32 {
        if (tag.0 as usize) < Tag::KNOWN.len() {
            return tag.0;
        }
        let next = (Tag::KNOWN.len() + self.labels.len()) as u32;
        *self.labels.entry(document.tag_name(tag).to_owned()).or_insert(next)
    }
}

/// What is needed to read fields and blocks, from a page of a sample or any other.
#[derive(Clone, Copy, Debug)]
pub struct ReadPage<'a> {
    /// The parsed page.
    pub document: &'a Document,
    /// Its comparison tree.
    pub view: &'a PageTree,
    /// What its head says.
    pub hints: &'a Hints,
    /// The level of every node of the document; see [`levels`].
    pub levels: &'a [u16],
}

/// A parsed page in the form that methods over many pages take. Clones share the page.
#[derive(Clone, Debug)]
pub struct SitePage {
    /// The name of the page in results.
    pub source: String,
    /// The parsed page.
    pub document: Arc<Document>,
    /// Its comparison tree.
    pub view: Arc<PageTree>,
    /// Its address, if known.
    pub address: Option<Url>,
    /// What a person said of it.
    pub given: Given,
}

/// What a person said of a page.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// What the page holds.
    pub part: Option<PartKind>,
    /// The records of its list, or its posts; empty if none were given.
    pub records: Vec<Record>,
    /// Where its fields are.
    pub fields: Vec<FieldNode>,
}

/// Where a field is on a page.
#[derive(Clone, Debug)]
pub struct FieldNode {
    /// The name of the field.
    pub name: String,
    /// Its element; `None` if the page lacks the field.
    pub element: Option<NodeId>,
    /// Whether nobody pointed at it, and a search found it.
    pub is_guess: bool,
}

impl SitePage {
    /// A page about which nothing else is known.
    pub fn new(document: Document) -> SitePage {
        let view = Arc::new(PageTree::new(&document));
        SitePage { source: String::new(), document: Arc::new(document), view, address: None, given: Given::default() }
    }
}

/// A page of a site.
#[derive(Debug)]
pub struct SamplePage {
    /// The parsed page.
    pub document: Arc<Document>,
    /// Its comparison tree, whose `spans` lead to the document.
    pub view: Arc<PageTree>,
    /// The same tree, with labels shared across the site.
    pub tree: Tree,
    /// The hash of the text of every text fragment of the tree; 0 for elements.
    pub texts: Vec<u64>,
    /// Its terms.
    pub terms: PageTerms,
    /// What its head says.
    pub hints: Hints,
    /// The level of every node of the document: 0 for `<html>`, 1 for `<body>`.
    pub levels: Vec<u16>,
}

impl SamplePage {
    /// Computes everything about a page that the methods need. Takes linear time.
    pub fn new(page: &SitePage, site: &mut Site) -> SamplePage {
        let (document, view) = (Arc::clone(&page.document), Arc::clone(&page.view));
        let mut tree = view.tree.clone();
        for label in &mut tree.labels {
            *label = site.label(&document, Tag(*label));
        }
        let text_of = |id: TreeId| {
            let Span { from, to } = view.spans[id];
            if view.is_text(id) { text_hash(document.raw_text_between(from, to)) } else { 0 }
        };
        let texts = tree.nodes().map(text_of).collect();
        let terms = PageTerms::new(&document, &mut site.vocabulary);
        let hints = Hints::new(&document);
        let levels = levels(&document);
        SamplePage { document, view, tree, texts, terms, hints, levels }
    }

    /// The parts of the page that are needed to read fields.
    pub fn read(&self) -> ReadPage<'_> {
        ReadPage { document: &self.document, view: &self.view, hints: &self.hints, levels: &self.levels }
    }

    /// The number of terms in a subtree.
    pub fn term_count(&self, id: NodeId) -> u32 {
        self.terms.count(&self.document, id)
    }
}

/// The level of every node of a document: 0 for `<html>`, 1 for `<body>`.
pub fn levels(document: &Document) -> Vec<u16> {
    let mut levels = vec![0u16; document.len()];
    for id in document.nodes().skip(1) {
        levels[id.index()] = document.parent(id).map_or(0, |p| levels[p.index()].saturating_add(1));
    }
    levels
}

/// A hash of a text that does not depend on white space; never 0.
pub fn text_hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    for word in text.split_whitespace() {
        hasher.write(word.as_bytes());
        hasher.write_u8(b' ');
    }
    hasher.finish().max(1)
}
