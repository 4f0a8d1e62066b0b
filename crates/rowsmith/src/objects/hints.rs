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
            let mut names: Vec<String> = Vec::new();
            self.around(item, &mut names);
            names.sort_unstable();
            names.dedup();
            for name in names {
                *counts.entry(name).or_default() += 1;
            }
        }
        let mut common: Vec<String> =
            counts.into_iter().filter(|(_, n)| n * 3 >= looked_at * 2).map(|(name, _)| name).collect();
        common.sort_unstable();
        common
    }

    /// What the elements that contain only an item say, and the icons before it and them.
    fn around(&self, item: TreeId, names: &mut Vec<String>) {
        let (tree, page) = (&self.page.tree, self.page);
        let mine = tree.terminals(item).max(1);
        for id in std::iter::successors(Some(item), |&id| tree.parent(id)).take(LEVELS + 1) {
            if tree.terminals(id) > mine {
                break;
            }
            if !page.is_text(id) {
                self.named(page.node(id), names);
            }
            if let Some(icon) = self.icon_before(id) {
                self.icon(icon, names);
            }
        }
    }

    /// The element right before another, if it shows nothing but a picture.
    fn icon_before(&self, of: TreeId) -> Option<TreeId> {
        let (tree, page) = (&self.page.tree, self.page);
        let before = tree.previous_sibling(of)?;
        let shows_none = tree.terminals(before) == 0 || tree.terminals(before) == 1 && self.is_picture(before);
        (!page.is_text(before) && shows_none).then_some(before)
    }

    fn icon(&self, icon: TreeId, names: &mut Vec<String>) {
        let node = self.page.node(icon);
        let end = self.document.end(node);
        for id in (node.0..end.0).map(NodeId).filter(|&id| !self.document.is_text(id)).take(ICON_NODES) {
            self.named(id, names);
            // the drawing that an icon shows: "/icons.svg#bed"
            if self.document.tag_name(self.document.tag(id)) == "use" {
                let drawing = self.document.attr(id, AttrName::HREF).and_then(|href| href.rsplit(['#', '/']).next());
                names.extend(drawing.filter(|name| name.len() <= MAX_NAME).map(words).filter(|name| !name.is_empty()));
            }
        }
    }

    fn is_picture(&self, id: TreeId) -> bool {
        self.page.tree.subtree(id).any(|id| self.page.tag(id) == Tag::IMG)
    }

    /// The attributes of an element that name it.
    fn named(&self, node: NodeId, names: &mut Vec<String>) {
        for (name, value) in self.document.attrs(node) {
            let key = self.document.attr_name(name);
            let is_naming = match name {
                AttrName::CLASS | AttrName::ID | AttrName::ITEMPROP | AttrName::ALT | AttrName::NAME => true,
                _ => {
                    matches!(key, "title" | "aria-label" | "src" | "xlink:href" | "data-name" | "data-icon")
                        || key.starts_with("data-")
                            && (key.ends_with("id") || key.contains("test") || key.contains("qa"))
                }
            };
            if !is_naming || value.len() > 6 * MAX_NAME {
                continue;
            }
            // each class is a name of its own; of an address, only the file name counts
            let value = if key == "src" { value.rsplit('/').next().unwrap_or_default() } else { value };
            let apart = matches!(name, AttrName::CLASS | AttrName::ID | AttrName::ITEMPROP);
            let pieces = if apart { value.split_ascii_whitespace().collect() } else { vec![value] };
            let of_piece = |piece: &str| {
                let mut words = words(piece);
                // "price-test-id" is called a price, not an identifier
                for end in [" test id", " testid"] {
                    words.truncate(words.strip_suffix(end).map_or(words.len(), str::len));
                }
                words
            };
            let short = pieces.into_iter().filter(|piece| piece.len() <= MAX_NAME);
            names.extend(short.map(of_piece).filter(|words| !words.is_empty()));
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
    use crate::dom::{ParseOptions, parse};
    use crate::records::{AlignOptions, ColumnOptions, Record, align, column_drafts};

    #[test]
    fn names_have_words() {
        assert_eq!(words("search-result__floorArea-2"), "search result floor area");
        assert_eq!(words("Anzahl Zimmer"), "anzahl zimmer");
        assert_eq!(words("--"), "");
    }

    #[test]
    fn icons_beside_values_name_them() {
        let hinted = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let records: Vec<Record> = page
                .tree
                .nodes()
                .filter(|&id| page.tag(id) == Tag::LI)
                .map(|id| Record::subtree(&page.tree, id))
                .collect();
            let aligned = align(&document, &page, &records, &AlignOptions::default());
            let drafts = column_drafts(&document, &page, &records, aligned, &ColumnOptions::plain());
            Hints::new(&document, &page).of(&drafts[0])
        };
        // within an element that holds icon and value, which others stand beside
        let item =
            |n: u32| format!("<li><p><svg><use href='/i.svg#bed'></use></svg><b>{n}</b></p><i>text {n}</i></li>");
        assert_eq!(hinted(&[1, 2, 3].map(item).concat()), ["bed"]);
        let item = |n: u32| format!("<li><p><i class=icon-bath></i>{n}</p><i>text {n}</i></li>");
        assert_eq!(hinted(&[1, 2, 3].map(item).concat()), ["icon bath"]);
    }
}
