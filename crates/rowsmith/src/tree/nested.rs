//! Tree construction from nested rectangles (DEPTA 4.1, figure 4).

use crate::dom::layout::ElementBox;
use crate::tree::id::TreeId;
use crate::tree::page_tree::PageTree;

/// Builds the tree anew: each node, in the order of the page, becomes the last child of the nearest preceding node
/// (that node itself or one of its ancestors) whose rectangle contains its own. Texts, and elements without a box, have
/// the rectangle of the element around them; texts and images contain nothing. The numbers of nodes stay the same,
/// parents and ends change. O(n·depth), as in the paper.
pub fn nested_by_boxes(page: &mut PageTree, boxes: &[Option<ElementBox>]) {
    let count = page.tree.len();
    if count == 0 {
        return;
    }
    // rectangles inherited in the existing tree
    let mut rects: Vec<Option<ElementBox>> = boxes.to_vec();
    for id in page.tree.nodes().skip(1) {
        if rects[id].is_none() {
            rects[id] = rects[page.tree.parents[id]];
        }
    }
    let old_parents = page.tree.parents.clone();
    let mut chain: Vec<TreeId> = vec![TreeId::ROOT];
    for id in page.tree.nodes().skip(1) {
        // without a rectangle of its own it stays with its element as long as that is open
        let own = boxes[id].is_some();
        while chain.len() > 1 {
            let above = chain[chain.len() - 1];
            let holds = match (&rects[above], &rects[id]) {
                _ if !own && above == old_parents[id] => true,
                (Some(outer), Some(inner)) => outer.contains(inner) && !page.is_terminal(above),
                _ => above == old_parents[id],
            };
            if holds {
                break;
            }
            chain.pop();
        }
        page.tree.parents[id] = chain[chain.len() - 1];
        chain.push(id);
    }
    // children come after their parents: ends, and the document nodes that they stand for, are computed from the back
    for id in page.tree.nodes() {
        page.tree.ends[id] = id + 1;
    }
    for id in page.tree.nodes().skip(1).rev() {
        let parent = page.tree.parents[id];
        page.tree.ends[parent] = page.tree.ends[parent].max(page.tree.ends[id]);
        let end = page.spans[id].to;
        page.spans[parent].to = page.spans[parent].to.max(end);
    }
    // an element that lost its last content ends with its last node
    for id in page.tree.nodes().rev() {
        let next = page.tree.end(id);
        if next < page.tree.end_of_all() && page.spans[id].to > page.spans[next].from {
            page.spans[id].to = page.spans[next].from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn a_page_whose_rectangles_nest_as_its_tags_stays_as_it_is() {
        let document =
            parse(b"<div><p>a <b class=x>b</b></p><ul><li>c<li>d</ul></div>", &ParseOptions::default()).unwrap();
        let before = PageTree::new(&document);
        let mut after = PageTree::new(&document);
        // every element within its parent, siblings below each other
        let mut boxes = vec![None; before.tree.len()];
        for id in before.tree.nodes() {
            if !before.is_text(id) {
                let (y, height) = (id.index() as i32 * 10, (before.tree.end(id) - id) as i32 * 10);
                boxes[id] = Some(ElementBox { x: 0, y, width: 100, height, visible: true, font_size: 1.0 });
            }
        }
        nested_by_boxes(&mut after, &boxes);
        assert_eq!(after.tree, before.tree);
        assert_eq!(after.spans, before.spans);
    }
}
