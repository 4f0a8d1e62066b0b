//! Page-wide groups: elements of one tag path, or of one tag path and class, wherever they are. They find the lists
//! that lie under several parents, which the papers do not look for (22 % of the main lists of `records`).

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Generator, Record};
use crate::dom::{AttrName, Document};
use crate::tree::{PageTree, TreeId};

/// All groups of two or more elements with data. Linear in the number of nodes.
pub fn page_groups(document: &Document, page: &PageTree) -> Vec<Candidate> {
    let tree = &page.tree;
    let mut by_path: FxHashMap<u64, Vec<TreeId>> = FxHashMap::default();
    let mut by_class: FxHashMap<u64, Vec<TreeId>> = FxHashMap::default();
    let mut paths = vec![0u64; tree.len()];
    for id in 0..tree.len() {
        let above = tree.parent(id).map_or(0, |p| paths[p]);
        paths[id] = hash(above, u64::from(tree.labels[id]));
        if page.is_text(id) || tree.terminals(id) == 0 {
            continue;
        }
        by_path.entry(paths[id]).or_default().push(id);
        if let Some(class) = document.attr(page.node(id), AttrName::CLASS) {
            let mut words: Vec<&str> = class.split_ascii_whitespace().collect();
            words.sort_unstable();
            let class = words.iter().fold(1, |h, w| w.bytes().fold(hash(h, 0), |h, b| hash(h, u64::from(b))));
            by_class.entry(hash(paths[id], class)).or_default().push(id);
        }
    }
    let mut groups: Vec<(TreeId, Candidate)> = Vec::new();
    for (map, generator) in [(by_path, Generator::PathGroup), (by_class, Generator::ClassGroup)] {
        for members in map.into_values().filter(|m| m.len() >= 2) {
            let records = members.iter().map(|&m| Record::subtree(tree, m)).collect();
            groups.push((members[0], Candidate { records, generator }));
        }
    }
    // a map has no order, a result must
    groups.sort_by_key(|(first, c)| (*first, c.generator, c.records.len()));
    groups.into_iter().map(|(_, c)| c).collect()
}

fn hash(hash: u64, value: u64) -> u64 {
    crate::tree::mix(hash, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn lists_under_several_parents_are_one_group() {
        let html = "<div><p class='a b'>1</p><p>2</p></div><div><p class='b a'>3</p></div><div><i>x</i></div>";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let sizes: Vec<(&str, usize)> =
            page_groups(&document, &page).iter().map(|c| (c.generator.name(), c.records.len())).collect();
        assert_eq!(sizes, [("path-group", 3), ("path-group", 3), ("class-group", 2)]);
    }
}
