//! Tree construction from nested rectangles (DEPTA 4.1, figure 4).

use crate::dom::layout::ElementBox;
use crate::tree::page_tree::PageTree;
use crate::tree::types::TreeId;

/// Builds the tree anew: each node, in the order of the page, becomes the last child of the nearest node before it (itself
/// or upwards) whose rectangle holds its own. Texts, and elements without a box, have that of the element around them;
/// texts and images hold nothing. Numbers of nodes stay, parents and ends change. O(n·depth), as printed.
pub fn nested_by_boxes(page: &mut PageTree, boxes: &[Option<ElementBox>]) {
    let count = page.tree.len();
    if count == 0 {
        return;
    }
    // rectangles by the tree that there is
    let mut rects: Vec<Option<ElementBox>> = boxes.to_vec();
    for id in 1..count {
        if rects[id].is_none() {
            rects[id] = rects[page.tree.parents[id] as usize];
        }
    }
    let old_parents = page.tree.parents.clone();
    let mut chain: Vec<TreeId> = vec![0];
    for id in 1..count {
        // without a rectangle of its own it stays with its element, as long as that is open
        let own = boxes[id].is_some();
        while chain.len() > 1 {
            let above = chain[chain.len() - 1];
            let holds = match (&rects[above], &rects[id]) {
                _ if !own && above == old_parents[id] as usize => true,
                (Some(outer), Some(inner)) => outer.contains(inner) && !page.is_terminal(above),
                _ => above == old_parents[id] as usize,
            };
            if holds {
                break;
            }
            chain.pop();
        }
        page.tree.parents[id] = chain[chain.len() - 1] as u32;
        chain.push(id);
    }
    // children come behind their parents: ends, and what of the document they stand for, follow from the back
    for id in 0..count {
        page.tree.ends[id] = id as u32 + 1;
    }
    for id in (1..count).rev() {
        let parent = page.tree.parents[id] as usize;
        page.tree.ends[parent] = page.tree.ends[parent].max(page.tree.ends[id]);
        let end = page.spans[id].1;
        page.spans[parent].1 = page.spans[parent].1.max(end);
    }
    // an element that lost its last content ends where its last node does
    for id in (0..count).rev() {
        let next = page.tree.end(id);
        if next < count && page.spans[id].1 > page.spans[next].0 {
            page.spans[id].1 = page.spans[next].0;
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
        for id in 0..before.tree.len() {
            if !before.is_text(id) {
                let (y, height) = (id as i32 * 10, (before.tree.end(id) - id) as i32 * 10);
                boxes[id] = Some(ElementBox { x: 0, y, width: 100, height, visible: true, font_size: 1.0 });
            }
        }
        nested_by_boxes(&mut after, &boxes);
        assert_eq!(after.tree, before.tree);
        assert_eq!(after.spans, before.spans);
    }
}
