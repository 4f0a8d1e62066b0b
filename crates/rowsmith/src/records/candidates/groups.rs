//! Page-wide groups, their parts, and what surrounds their members. They find lists whose records have several parents,
//! which the papers do not look for (22 % of the main lists of `records`).

use rustc_hash::FxHashMap;

use crate::records::candidates::share::holds_enough;
use crate::records::facts::PageFacts;
use crate::records::record::{Candidate, Generator};
use crate::tree::{Run, TreeId};

/// The most parts of one group at one level that become candidates; the largest are taken.
const MAX_PARTS: usize = 6;
/// How many levels members are lifted.
const MAX_LIFT: usize = 6;

/// Groups of two or more elements with data: those with the same tag path; with the same path and class; with the same
/// tag and class at any depth (the outermost, and the innermost if they are nested). Then the parts of each group below
/// common ancestors, and every group lifted to the ancestors that contain one member each. Takes time linear in nodes
/// times depth.
pub fn page_groups(facts: &PageFacts<'_>, out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    for (generator, members) in groups(facts) {
        let enough = of_enough(facts, &members);
        if enough {
            add_parts(facts, &members, out);
        }
        lift(facts, &members, out);
        if enough {
            out.push(Candidate::of_subtrees(tree, &members, generator));
        }
    }
}

fn of_enough(facts: &PageFacts<'_>, members: &[TreeId]) -> bool {
    holds_enough(facts, members.iter().map(|&id| Run::subtree(&facts.page.tree, id)))
}

/// The groups, in an order that does not depend on hashing.
fn groups(facts: &PageFacts<'_>) -> Vec<(Generator, Vec<TreeId>)> {
    let tree = &facts.page.tree;
    // groups by first appearance; paths, and paths with classes, already are numbers
    let mut by_path = vec![u32::MAX; facts.path_counts.len()];
    let mut by_signature = vec![u32::MAX; facts.signature_counts.len()];
    let mut by_class: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut kinds: Vec<(Generator, u32)> = Vec::new();
    let mut entries: Vec<(u32, TreeId)> = Vec::new();
    let mut add = |known: &mut u32, generator: Generator, id: TreeId| {
        if *known == u32::MAX {
            *known = kinds.len() as u32;
            kinds.push((generator, 0));
        }
        kinds[*known as usize].1 += 1;
        entries.push((*known, id));
    };
    for id in tree.nodes().skip(1) {
        if facts.page.is_text(id) || tree.terminals(id) == 0 {
            continue;
        }
        add(&mut by_path[facts.paths[id] as usize], Generator::PathGroup, id);
        let class = facts.class_sets[id];
        if class != 0 {
            add(&mut by_signature[facts.signatures[id] as usize], Generator::ClassGroup, id);
            let known = by_class.entry((tree.labels[id], class)).or_insert(u32::MAX);
            add(known, Generator::TagClassGroup, id);
        }
    }
    let mut groups: Vec<(Generator, Vec<TreeId>)> = Vec::with_capacity(kinds.len());
    groups.extend(kinds.iter().map(|&(g, n)| (g, Vec::with_capacity(if n > 1 { n as usize } else { 0 }))));
    for (group, id) in entries {
        if kinds[group as usize].1 > 1 {
            groups[group as usize].1.push(id);
        }
    }
    let mut all = Vec::new();
    for (generator, members) in groups.into_iter().filter(|(_, members)| members.len() > 1) {
        let outermost = outermost(facts, &members);
        if outermost.len() < members.len() {
            let innermost = innermost(facts, &members);
            if innermost.len() >= 2 {
                all.push((generator, innermost));
            }
        }
        if outermost.len() >= 2 {
            all.push((generator, outermost));
        }
    }
    all
}

/// The members that are in no other member.
fn outermost(facts: &PageFacts<'_>, members: &[TreeId]) -> Vec<TreeId> {
    let mut end = TreeId::ROOT;
    let keep = |&&id: &&TreeId| {
        let outer = id >= end;
        if outer {
            end = facts.page.tree.end(id);
        }
        outer
    };
    members.iter().filter(keep).copied().collect()
}

/// The members that contain no other member.
fn innermost(facts: &PageFacts<'_>, members: &[TreeId]) -> Vec<TreeId> {
    let next = members.iter().skip(1).copied().chain([TreeId::MAX]);
    members.iter().zip(next).filter(|&(&id, next)| next >= facts.page.tree.end(id)).map(|(&id, _)| id).collect()
}

/// The members below one ancestor, for every number of levels up: the single lists that a page-wide group consists of.
fn add_parts(facts: &PageFacts<'_>, members: &[TreeId], out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    let mut ancestors: Vec<TreeId> = members.to_vec();
    let mut level = 0;
    loop {
        level += 1;
        for ancestor in &mut ancestors {
            *ancestor = tree.parents[*ancestor];
        }
        // members are in document order, so those below one ancestor are adjacent
        let mut parts: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for i in 1..=members.len() {
            if i == members.len() || ancestors[i] != ancestors[start] {
                if i - start >= 2 {
                    parts.push((start, i));
                }
                start = i;
            }
        }
        if parts.len() == 1 && parts[0].1 - parts[0].0 == members.len() {
            return;
        }
        let terminals =
            |&(from, to): &(usize, usize)| -> usize { members[from..to].iter().map(|&m| tree.terminals(m)).sum() };
        if level > 1 {
            parts.sort_by_key(|p| std::cmp::Reverse(terminals(p)));
            parts.truncate(MAX_PARTS);
        }
        for (from, to) in parts {
            if !of_enough(facts, &members[from..to]) {
                continue;
            }
            out.push(Candidate::of_subtrees(tree, &members[from..to], Generator::Part));
        }
    }
}

/// The members replaced by their ancestors, level by level, as long as each ancestor contains one member.
fn lift(facts: &PageFacts<'_>, members: &[TreeId], out: &mut Vec<Candidate>) {
    let tree = &facts.page.tree;
    let mut lifted = members.to_vec();
    for _ in 0..MAX_LIFT {
        let before: usize = lifted.iter().map(|&id| tree.terminals(id)).sum();
        for (i, member) in lifted.iter_mut().enumerate() {
            let parent = tree.parents[*member];
            let holds = |j: usize| members.get(j).is_some_and(|&m| tree.contains(parent, m));
            if parent == TreeId::ROOT || holds(i + 1) || i > 0 && holds(i - 1) {
                return;
            }
            *member = parent;
        }
        let after: usize = lifted.iter().map(|&id| tree.terminals(id)).sum();
        if after > before && of_enough(facts, &lifted) {
            out.push(Candidate::of_subtrees(tree, &lifted, Generator::Lifted));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::tree::PageTree;

    /// `generator number-of-records` for all candidates.
    fn found(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let mut out = Vec::new();
        page_groups(&facts, &mut out);
        out.iter().map(|c| format!("{} {}", c.generator.name(), c.len())).collect()
    }

    #[test]
    fn lists_under_several_parents_are_one_group() {
        let found = found("<div><p class='a b'>1</p><p>2</p></div><div><p class='b a'>3</p></div><div><i>x</i></div>");
        for expected in ["path-group 3", "class-group 2", "tag-class-group 2", "part 2"] {
            assert!(found.iter().any(|f| f == expected), "{expected} in {found:?}");
        }
    }

    #[test]
    fn members_are_lifted_to_what_is_theirs_alone() {
        let found = found("<ul><li><b class=x>1</b>a</li><li><b class=x>2</b>b</li><li>c</li></ul>");
        assert!(found.contains(&"lifted 2".to_owned()), "{found:?}");
    }

    #[test]
    fn nested_members_give_outermost_and_innermost() {
        let found = found("<div class=c>1<div class=c>2</div></div><div class=c>3</div><div class=c>4</div>");
        assert_eq!(found.iter().filter(|f| f.starts_with("tag-class-group 3")).count(), 2, "{found:?}");
    }
}
