//! Matching a page with a pattern: what each wildcard consumes (Reis et al. 2004, section 4.3).

use crate::site::rtdm::distance::{EditCosts, INFINITE, Pairing, TreePair, rtdm_mapping};
use crate::site::rtdm::pattern::{Pattern, Wildcard};
use crate::tree::{ClassTable, TreeId};

/// Costs that make a match tight: what a wildcard consumes costs its size, so wildcards consume as little as they can.
struct MatchCosts<'a> {
    pattern: &'a Pattern,
    page: &'a Pattern,
    /// For each node of the pattern, the cost of removing its subtree.
    removals: Vec<u64>,
}

impl<'a> MatchCosts<'a> {
    fn new(pattern: &'a Pattern, page: &'a Pattern) -> Self {
        // an ordinary node must be present, and so must a `·` or `+`
        let removal = |id| match pattern.wildcard(id) {
            Some(w) if w.is_optional() => 1,
            _ => INFINITE,
        };
        MatchCosts { pattern, page, removals: pattern.tree.nodes().map(removal).collect() }
    }
}

impl EditCosts for MatchCosts<'_> {
    fn remove(&self, a: TreeId) -> u64 {
        self.removals[a]
    }

    /// A subtree that replaces no wildcard must follow one that a `+` or `*` consumes.
    fn insert(&self, after: Option<TreeId>, b: TreeId) -> u64 {
        match after.and_then(|a| self.pattern.wildcard(a)) {
            Some(w) if w.is_many() => self.page.tree.size(b) as u64,
            _ => INFINITE,
        }
    }

    fn pair(&self, a: TreeId, b: TreeId) -> Pairing {
        if self.pattern.wildcard(a).is_some() {
            return Pairing::Whole(self.page.tree.size(b) as u64);
        }
        if self.pattern.same(a, self.page, b) { Pairing::Below } else { Pairing::Whole(INFINITE) }
    }
}

/// What a wildcard of a pattern consumes: a run of sibling subtrees, `first..end` of the page's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consumed {
    /// The wildcard in the pattern.
    pub wildcard: TreeId,
    /// The first node.
    pub first: TreeId,
    /// The node after the last.
    pub end: TreeId,
}

/// How a page matches a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternMatch {
    /// The number of nodes that wildcards consume, plus the number of optional wildcards that consume nothing.
    pub cost: u64,
    /// For each node of the pattern, the node of the page that it is paired with (for wildcards, the first consumed
    /// one).
    pub nodes: Vec<Option<TreeId>>,
    /// What wildcards consume, in document order.
    pub consumed: Vec<Consumed>,
}

/// Matches a page with a pattern; `None` if the pattern does not accept it.
pub fn match_page(pattern: &Pattern, page: &Pattern, max_work: u64) -> Option<PatternMatch> {
    if pattern.tree.is_empty() || page.tree.is_empty() {
        return None;
    }
    let mut table = ClassTable::default();
    let classes_a = table.classes(&pattern.tree, |id| pattern.texts[id]);
    let classes_b = table.classes(&page.tree, |id| page.texts[id]);
    let trees = TreePair { a: &pattern.tree, b: &page.tree, classes_a: &classes_a, classes_b: &classes_b };
    let mapping = rtdm_mapping(trees, &MatchCosts::new(pattern, page), INFINITE, max_work);
    if mapping.cost >= INFINITE {
        return None;
    }
    let mut nodes = vec![None; pattern.tree.len()];
    let mut partner = vec![None; page.tree.len()];
    for &(a, b) in &mapping.pairs {
        nodes[a] = Some(b);
        partner[b] = Some(a);
    }
    let mut consumed: Vec<Consumed> = Vec::new();
    for &(a, b) in &mapping.pairs {
        let Some(wildcard) = pattern.wildcard(a) else { continue };
        let mut end = page.tree.end(b);
        if wildcard.is_many() {
            let mut siblings = page.tree.siblings_from(b).skip(1);
            while let Some(next) = siblings.next().filter(|&s| partner[s].is_none()) {
                end = page.tree.end(next);
            }
        }
        consumed.push(Consumed { wildcard: a, first: b, end });
    }
    consumed.sort_unstable_by_key(|c| c.first);
    Some(PatternMatch { cost: mapping.cost, nodes, consumed })
}

/// Whether a pattern accepts a page.
pub fn accepts(pattern: &Pattern, page: &Pattern) -> bool {
    match_page(pattern, page, u64::MAX).is_some()
}

/// Unit costs under which wildcards consume at no cost: for pages that a pattern does not accept.
struct LooseCosts<'a> {
    pattern: &'a Pattern,
    page: &'a Pattern,
}

impl EditCosts for LooseCosts<'_> {
    fn remove(&self, a: TreeId) -> u64 {
        if self.pattern.wildcard(a).is_some() { 1 } else { self.pattern.tree.size(a) as u64 }
    }

    fn insert(&self, after: Option<TreeId>, b: TreeId) -> u64 {
        match after.and_then(|a| self.pattern.wildcard(a)) {
            Some(Wildcard::Plus | Wildcard::Any) => 1,
            _ => self.page.tree.size(b) as u64,
        }
    }

    fn pair(&self, a: TreeId, b: TreeId) -> Pairing {
        if self.pattern.wildcard(a).is_some() {
            return Pairing::Whole(1);
        }
        if self.pattern.tree.labels[a] == self.page.tree.labels[b] {
            return Pairing::Below;
        }
        Pairing::Whole((self.pattern.tree.size(a) + self.page.tree.size(b)) as u64)
    }
}

/// The nodes of a page that most likely correspond to the nodes of a pattern that does not accept the page: texts may
/// differ, and nodes may be missing.
pub fn nearest_nodes(pattern: &Pattern, page: &Pattern, max_work: u64) -> Vec<Option<TreeId>> {
    let mut nodes = vec![None; pattern.tree.len()];
    if pattern.tree.is_empty() || page.tree.is_empty() {
        return nodes;
    }
    let mut table = ClassTable::default();
    let classes_a = table.classes(&pattern.tree, |_| 0);
    let classes_b = table.classes(&page.tree, |_| 0);
    let trees = TreePair { a: &pattern.tree, b: &page.tree, classes_a: &classes_a, classes_b: &classes_b };
    for (a, b) in rtdm_mapping(trees, &LooseCosts { pattern, page }, INFINITE, max_work).pairs {
        nodes[a] = Some(b);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::rtdm::pattern::tests::pattern;

    fn matched(p: &str, page: &str) -> Option<Vec<[usize; 3]>> {
        let found = match_page(&pattern(p), &pattern(page), u64::MAX)?;
        Some(found.consumed.iter().map(|c| [c.wildcard, c.first, c.end].map(TreeId::index)).collect())
    }

    #[test]
    fn wildcards_consume_what_they_may() {
        assert_eq!(matched("r(a · c)", "r(a b(x) c)"), Some(vec![[2, 2, 4]]));
        assert_eq!(matched("r(a · c)", "r(a c)"), None);
        assert_eq!(matched("r(a ? c)", "r(a c)"), Some(vec![]));
        assert_eq!(matched("r(a + c)", "r(a b b(x) d c)"), Some(vec![[2, 2, 6]]));
        assert_eq!(matched("r(a + c)", "r(a c)"), None);
        assert_eq!(matched("r(a * c)", "r(a c)"), Some(vec![]));
        assert_eq!(matched("r(a · c)", "r(a b b c)"), None);
        assert_eq!(matched("r(a *)", "r(a)"), Some(vec![]));
    }

    #[test]
    fn the_match_is_tight() {
        // the star takes the first two, since the last has to be the ordinary b
        assert_eq!(matched("r(* b)", "r(b a b)"), Some(vec![[1, 1, 3]]));
        // ordinary nodes go before wildcards
        assert_eq!(matched("r(? b ?)", "r(b)"), Some(vec![]));
    }

    #[test]
    fn the_nearest_nodes_of_a_page_that_is_not_accepted() {
        let nodes = nearest_nodes(&pattern("r(a(·) b(+))"), &pattern("r(n a(x) b(y z) f)"), u64::MAX);
        assert_eq!([nodes[1], nodes[3]], [2, 4].map(|id| Some(TreeId::new(id))));
    }
}
