//! The text of an article's block on the pages of a cluster.

use rustc_hash::{FxHashMap, FxHashSet};

use super::hints::title_key;
use super::sample::SamplePage;
use crate::dom::{Document, NodeId, Tag, line, text_without};

/// Texts of the template: those that stand on more than half of the pages of a cluster, on two at least.
#[derive(Clone, Debug, Default)]
pub struct TemplateTexts(FxHashSet<u64>);

impl TemplateTexts {
    /// Counts the text fragments of a cluster. Linear.
    pub fn new(pages: &[&SamplePage]) -> TemplateTexts {
        let mut pages_with: FxHashMap<u64, usize> = FxHashMap::default();
        for page in pages {
            let distinct: FxHashSet<u64> = page.texts.iter().copied().filter(|&t| t != 0).collect();
            for text in distinct {
                *pages_with.entry(text).or_insert(0) += 1;
            }
        }
        TemplateTexts(pages_with.into_iter().filter(|&(_, n)| n > 1 && 2 * n > pages.len()).map(|(t, _)| t).collect())
    }

    /// Whether a text fragment of a page is the template's.
    pub fn contains(&self, text: u64) -> bool {
        self.0.contains(&text)
    }
}

/// Which nodes of a block are left out of its text.
#[derive(Clone, Debug)]
pub struct LeftOut(Vec<bool>);

impl LeftOut {
    /// Texts of the template, and a heading that repeats the title.
    pub fn new(page: &SamplePage, block: NodeId, template: &TemplateTexts, title: Option<&str>) -> LeftOut {
        let document = &page.document;
        let mut out = vec![false; document.len()];
        for id in 0..page.tree.len() {
            let (from, to) = page.view.spans[id];
            if document.contains(block, from) && template.contains(page.texts[id]) {
                let mut at = from;
                while at < to {
                    out[at.index()] = true;
                    at = document.end(at);
                }
            }
        }
        let title = title.map(title_key).filter(|t| !t.is_empty());
        if let Some(title) = title {
            let is_heading = |id: NodeId| matches!(document.tag(id), Tag::H1 | Tag::H2);
            let mut headings = document.subtree(block).filter(|&id| is_heading(id));
            // the article's own title stands before its text
            if let Some(first) = headings.next().filter(|&id| title_key(&line(document, id, document.end(id))) == title) {
                out[first.index()] = true;
            }
        }
        LeftOut(out)
    }

    /// Whether a subtree is left out.
    pub fn contains(&self, id: NodeId) -> bool {
        self.0[id.index()]
    }
}

/// The text of a block.
pub fn block_text(document: &Document, block: NodeId, left_out: &LeftOut) -> String {
    text_without(document, block, &|id| left_out.contains(id))
}

/// The number of terms of a page's own (in no text of the template) in a subtree, and of all its terms.
pub fn own_and_all(page: &SamplePage, block: NodeId, template: &TemplateTexts) -> (u32, u32) {
    let mut own = 0;
    for id in 0..page.tree.len() {
        let (from, to) = page.view.spans[id];
        if page.view.is_text(id) && page.document.contains(block, from) && !template.contains(page.texts[id]) {
            own += page.terms.starts[to.index()] - page.terms.starts[from.index()];
        }
    }
    (own, page.term_count(block))
}
