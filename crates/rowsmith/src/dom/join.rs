//! Joins several documents into one, so that methods for one page work on all pages of a template at once.

use std::sync::OnceLock;

use html5ever::LocalName;

use crate::dom::arena::Attr;
use crate::dom::document::Document;
use crate::dom::tags::{AttrName, NameTable, Tag};

/// Builds a document whose root has the roots of the given documents as children, in order. The nodes of each document
/// are numbered consecutively, starting at 1 plus the number of nodes in the documents before it. Takes linear time.
/// `None` if there are too many nodes to number.
pub(crate) fn join(documents: &[&Document]) -> Option<Document> {
    let first = documents.first()?;
    let nodes: usize = documents.iter().map(|d| d.len()).sum();
    let texts: usize = documents.iter().map(|d| d.text.len()).sum();
    let attr_texts: usize = documents.iter().map(|d| d.attr_text.len()).sum();
    if nodes.max(texts).max(attr_texts) >= u32::MAX as usize / 2 {
        return None;
    }
    let mut out = Document {
        tags: vec![Tag::HTML],
        ends: vec![nodes as u32 + 1],
        parents: vec![0],
        text_starts: vec![0],
        attr_ranges: vec![(0, 0)],
        text: String::with_capacity(texts),
        attrs: Vec::new(),
        attr_text: String::with_capacity(attr_texts),
        tag_names: NameTable::tags(),
        attr_names: NameTable::attributes(),
        source: first.source,
        shown: OnceLock::new(),
        asset_folder: first.asset_folder.clone(),
        layout: None,
        layout_error: None,
    };
    for document in documents {
        let shift = out.tags.len() as u32;
        let (text, attr_text, attrs) = (out.text.len() as u32, out.attr_text.len() as u32, out.attrs.len() as u32);
        let renumber = |names: &mut NameTable, from: &[LocalName]| -> Vec<u32> {
            from.iter().map(|name| names.intern(name)).collect()
        };
        let tags = renumber(&mut out.tag_names, &document.tag_names.names);
        let names = renumber(&mut out.attr_names, &document.attr_names.names);
        out.tags.extend(document.tags.iter().map(|tag| Tag(tags[tag.0 as usize])));
        out.ends.extend(document.ends.iter().map(|end| end + shift));
        let parents = document.parents.iter().enumerate();
        out.parents.extend(parents.map(|(i, parent)| if i == 0 { 0 } else { parent + shift }));
        out.text_starts.extend(document.text_starts[..document.len()].iter().map(|start| start + text));
        out.attr_ranges.extend(document.attr_ranges.iter().map(|&(start, len)| (start + attrs, len)));
        out.attrs.extend(document.attrs.iter().map(|attr| Attr {
            name: AttrName(names[attr.name.0 as usize]),
            start: attr.start + attr_text,
            len: attr.len,
        }));
        out.text.push_str(&document.text);
        out.attr_text.push_str(&document.attr_text);
    }
    out.text_starts.push(out.text.len() as u32);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ElementPaths, NodeId, ParseOptions, line, parse};
    use crate::tree::PageTree;

    #[test]
    fn every_node_is_as_it_was() {
        let pages = ["<p class=a>x<my-tag q=1>y</my-tag>", "<div r=2>z<other-tag s=3>w", "<p>"];
        let documents: Vec<Document> =
            pages.iter().map(|html| parse(html.as_bytes(), &ParseOptions::default()).unwrap()).collect();
        let joined = join(&documents.iter().collect::<Vec<_>>()).unwrap();
        let mut shift = 1;
        let mut tree_shift = 1;
        let tree = PageTree::new(&joined);
        for document in &documents {
            for id in document.nodes() {
                let moved = NodeId(id.0 + shift);
                assert_eq!(document.tag_name(document.tag(id)), joined.tag_name(joined.tag(moved)));
                assert_eq!(document.raw_text(id), joined.raw_text(moved));
                let attrs = |d: &Document, id| -> Vec<(String, String)> {
                    d.attrs(id).map(|(n, v)| (d.attr_name(n).to_owned(), v.to_owned())).collect()
                };
                assert_eq!(attrs(document, id), attrs(&joined, moved));
            }
            let own = PageTree::new(document);
            for id in own.tree.nodes() {
                assert_eq!(own.node(id).0 + shift, tree.node(id + tree_shift).0);
            }
            shift += document.len() as u32;
            tree_shift += own.tree.len();
        }
        assert_eq!(line(&joined, NodeId(0), NodeId(joined.len() as u32)), "xy zw");
        assert!(ElementPaths::new(&joined).path(NodeId(1)).starts_with("/html[1]/html[1]"));
    }
}
