//! Trees for tests: written as text, or random.

use proptest::prelude::*;

use crate::tree::types::Tree;

/// `r(a(b c) d)`: labels are single letters, leaves count as terminals.
pub(crate) fn tree(text: &str) -> Tree {
    let mut t = Tree::default();
    let mut open = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' => open.push(t.labels.len() - 1),
            ')' => {
                let id: usize = open.pop().expect("balanced");
                t.ends[id] = t.labels.len() as u32;
            }
            label => {
                let id = t.labels.len() as u32;
                t.labels.push(u32::from(label));
                t.ends.push(id + 1);
                t.parents.push(open.last().map_or(0, |&p| p as u32));
            }
        }
    }
    count_terminals(&mut t);
    t
}

fn count_terminals(t: &mut Tree) {
    let mut count = 0;
    t.terminals_before = vec![0];
    for id in 0..t.len() {
        count += u32::from(t.size(id) == 1);
        t.terminals_before.push(count);
    }
}

/// A random tree of up to `max` nodes and three labels.
pub(crate) fn any_tree(max: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec((0u32..3, 0usize..4), 1..max).prop_map(|nodes| {
        let mut t = Tree::default();
        // each node goes up some levels from its predecessor
        let mut open: Vec<usize> = Vec::new();
        for (id, &(label, up)) in nodes.iter().enumerate() {
            if id > 0 {
                open.truncate(open.len().saturating_sub(up).max(1));
            }
            t.labels.push(label);
            t.ends.push(id as u32 + 1);
            t.parents.push(open.last().map_or(0, |&p| p as u32));
            open.push(id);
        }
        for id in (1..t.len()).rev() {
            let parent = t.parents[id] as usize;
            t.ends[parent] = t.ends[parent].max(t.ends[id]);
        }
        count_terminals(&mut t);
        t
    })
}
