//! What markup says about the items of a column without showing it: classes, labels of icons, names of test hooks.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::records::ColumnDraft;
use crate::tree::{PageTree, TreeId};

/// How many items of a column are looked at.
const SAMPLE: usize = 6;
/// How many elements around an item are looked at, as long as they contain nothing else.
const LEVELS: usize = 4;
/// The most nodes in an icon.
const ICON_NODES: usize = 8;
/// The most characters of an attribute that names something.
const MAX_NAME: usize = 60;

/// Looks at elements around and beside items.
pub(crate) struct Hints<'a> {
    document: &'a Document,
    page: &'a PageTree,
}

impl<'a> Hints<'a> {
    pub(crate) fn new(document: &'a Document, page: &'a PageTree) -> Hints<'a> {
        Hints { document, page }
    }

    /// What most items of a column have in common, as lower-case words: "search result floor area".
    pub(crate) fn of(&self, draft: &ColumnDraft) -> Vec<String> {
        let items: Vec<TreeId> = draft.items.iter().flatten().map(|(id, _)| *id).collect();
        let step = items.len().div_ceil(SAMPLE).max(1);
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        let mut looked_at = 0;
        for &item in items.iter().step_by(step) {
            looked_at += 1;
            let mut said: Vec<String> = Vec::new();
            self.around(item, &mut said);
            said.sort_unstable();
            said.dedup();
            for name in said {
                *counts.entry(name).or_default() += 1;
            }
        }
        let mut common: Vec<String> =
            counts.into_iter().filter(|(_, n)| n * 3 >= looked_at * 2).map(|(name, _)| name).collect();
        common.sort_unstable();
        common
    }

    /// What the elements that contain only an item say, and the icon before it.
    fn around(&self, item: TreeId, said: &mut Vec<String>) {
        let (tree, page) = (&self.page.tree, self.page);
        let mine = tree.terminals(item).max(1);
        let mut top = item;
        for id in std::iter::successors(Some(item), |&id| tree.parent(id)).take(LEVELS + 1) {
            if tree.terminals(id) > mine {
                break;
            }
            top = id;
            if !page.is_text(id) {
                self.named(page.node(id), said);
            }
        }
        let Some(parent) = tree.parent(top) else { return };
        let mut before = None;
        for child in tree.children(parent) {
            if child == top {
                break;
            }
            before = Some(child);
        }
        let icon = before.filter(|&id| {
            !page.is_text(id) && (tree.terminals(id) == 0 || tree.terminals(id) == 1 && self.is_picture(id))
        });
        if let Some(icon) = icon {
            let node = page.node(icon);
            let end = self.document.end(node);
            for id in (node.0..end.0).map(NodeId).filter(|&id| !self.document.is_text(id)).take(ICON_NODES) {
                self.named(id, said);
            }
        }
    }

    fn is_picture(&self, id: TreeId) -> bool {
        self.page.tree.subtree(id).any(|id| self.page.tag(id) == Tag::IMG)
    }

    /// The attributes of an element that name it.
    fn named(&self, node: NodeId, said: &mut Vec<String>) {
        for (name, value) in self.document.attrs(node) {
            let key = self.document.attr_name(name);
            let names = match name {
                AttrName::CLASS | AttrName::ID | AttrName::ITEMPROP | AttrName::ALT | AttrName::NAME => true,
                _ => {
                    matches!(key, "title" | "aria-label" | "src" | "xlink:href" | "data-name" | "data-icon")
                        || key.starts_with("data-")
                            && (key.ends_with("id") || key.contains("test") || key.contains("qa"))
                }
            };
            if !names || value.len() > 6 * MAX_NAME {
                continue;
            }
            // each class is a name of its own; of an address, only the file name counts
            let value = if key == "src" { value.rsplit('/').next().unwrap_or_default() } else { value };
            let apart = matches!(name, AttrName::CLASS | AttrName::ID | AttrName::ITEMPROP);
            let pieces = if apart { value.split_ascii_whitespace().collect() } else { vec![value] };
            said.extend(pieces.into_iter().filter(|p| p.len() <= MAX_NAME).map(words).filter(|w| !w.is_empty()));
        }
    }
}

/// The words of a name: "search-result__floorArea" has four.
fn words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        let begins = c.is_uppercase() && before.is_lowercase();
        if (!c.is_alphabetic() || begins) && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        if c.is_alphabetic() {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words() {
        assert_eq!(words("search-result__floorArea-2"), "search result floor area");
        assert_eq!(words("Anzahl Zimmer"), "anzahl zimmer");
        assert_eq!(words("--"), "");
    }
}
