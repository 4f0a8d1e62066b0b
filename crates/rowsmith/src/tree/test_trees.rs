//! Trees for tests: written as text, or random.

use proptest::prelude::*;

use crate::tree::id::TreeId;
use crate::tree::types::Tree;

/// `r(a(b c) d)`: labels are single letters, leaves count as terminals.
pub(crate) fn tree(text: &str) -> Tree {
    let mut t = Tree::default();
    let mut open = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' => open.push(t.end_of_all() - 1),
            ')' => {
                let id: TreeId = open.pop().expect("balanced");
                t.ends[id] = t.end_of_all();
            }
            label => {
                let id = t.end_of_all();
                t.labels.push(u32::from(label));
                t.ends.push(id + 1);
                t.parents.push(open.last().copied().unwrap_or(TreeId::ROOT));
            }
        }
    }
    count_terminals(&mut t);
    t
}

fn count_terminals(t: &mut Tree) {
    let mut count = 0;
    t.terminals_before = vec![0];
    for id in t.nodes() {
        count += u32::from(t.size(id) == 1);
        t.terminals_before.push(count);
    }
}

/// A random tree of up to `max` nodes and three labels.
pub(crate) fn any_tree(max: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec((0u32..3, 0usize..4), 1..max).prop_map(|nodes| {
        let mut t = Tree::default();
        // each node goes up some levels from its predecessor
        let mut open: Vec<TreeId> = Vec::new();
        for &(label, up) in &nodes {
            let id = t.end_of_all();
            if id > TreeId::ROOT {
                open.truncate(open.len().saturating_sub(up).max(1));
            }
            t.labels.push(label);
            t.ends.push(id + 1);
            t.parents.push(open.last().copied().unwrap_or(TreeId::ROOT));
            open.push(id);
        }
        for id in t.nodes().skip(1).rev() {
            let parent = t.parents[id];
            t.ends[parent] = t.ends[parent].max(t.ends[id]);
        }
        count_terminals(&mut t);
        t
    })
}
