//! Composing pages into a pattern that accepts all of them, and simplifying it (Reis et al. 2004, section 4.2).

use crate::site::rtdm::distance::{EditCosts, INFINITE, Pairing, TreePair, rtdm_mapping};
use crate::site::rtdm::pattern::{Pattern, PatternBuilder, Wildcard};
use crate::tree::{ClassTable, TreeId};

/// Unit costs, with nodes compared by [`Pattern::same`].
struct ComposeCosts<'a> {
    a: &'a Pattern,
    b: &'a Pattern,
}

impl EditCosts for ComposeCosts<'_> {
    fn remove(&self, a: TreeId) -> u64 {
        self.a.tree.size(a) as u64
    }

    fn insert(&self, _: Option<TreeId>, b: TreeId) -> u64 {
        self.b.tree.size(b) as u64
    }

    fn pair(&self, a: TreeId, b: TreeId) -> Pairing {
        if self.a.same(a, self.b, b) {
            return Pairing::Below;
        }
        Pairing::Whole((self.a.tree.size(a) + self.b.tree.size(b)) as u64 - 1)
    }
}

/// The composition of two patterns, which accepts whatever either accepts. O(n₁·n₂) in the worst case; see
/// [`rtdm_mapping`].
pub fn compose(a: &Pattern, b: &Pattern, max_work: u64) -> Pattern {
    if a.tree.is_empty() || b.tree.is_empty() {
        return if a.tree.is_empty() { b.clone() } else { a.clone() };
    }
    let mut table = ClassTable::default();
    let classes_a = table.classes(&a.tree, |id| a.texts[id]);
    let classes_b = table.classes(&b.tree, |id| b.texts[id]);
    let trees = TreePair { a: &a.tree, b: &b.tree, classes_a: &classes_a, classes_b: &classes_b };
    let mapping = rtdm_mapping(trees, &ComposeCosts { a, b }, INFINITE, max_work);
    let mut partner_of_a = vec![None; a.tree.len()];
    let mut partner_of_b = vec![None; b.tree.len()];
    for &(x, y) in &mapping.pairs {
        partner_of_a[x] = Some(y);
        partner_of_b[y] = Some(x);
    }
    let mut builder = PatternBuilder::default();
    // what remains to be written, last first
    let mut open = vec![Step::Pair(TreeId::ROOT, TreeId::ROOT)];
    while let Some(step) = open.pop() {
        match step {
            Step::Close => builder.close(),
            Step::Only(side, id) => builder.wildcard(optional(if side { b } else { a }, id)),
            Step::Pair(x, y) if a.same(x, b, y) => {
                builder.open(a.tree.labels[x], a.texts[x]);
                open.push(Step::Close);
                let steps = merged_children(a, b, (x, y), (&partner_of_a, &partner_of_b));
                open.extend(steps.into_iter().rev());
            }
            Step::Pair(x, y) => builder.wildcard(match (a.wildcard(x), b.wildcard(y)) {
                (Some(v), Some(w)) => v.or(w),
                (Some(w), None) | (None, Some(w)) => w,
                (None, None) => Wildcard::One,
            }),
        }
    }
    builder.finish()
}

enum Step {
    Pair(TreeId, TreeId),
    /// A subtree of only the first (`false`) or only the second pattern.
    Only(bool, TreeId),
    Close,
}

/// Represents a subtree that the other pattern does not have.
fn optional(pattern: &Pattern, id: TreeId) -> Wildcard {
    pattern.wildcard(id).map_or(Wildcard::Option, |w| w.or(Wildcard::Option))
}

/// The children of a pair of equal nodes in one order: those that are paired, and between them those of the first
/// pattern followed by those of the second.
fn merged_children(
    a: &Pattern,
    b: &Pattern,
    (x, y): (TreeId, TreeId),
    (partner_of_a, partner_of_b): (&[Option<TreeId>], &[Option<TreeId>]),
) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut others = b.tree.children(y).peekable();
    for child in a.tree.children(x) {
        let Some(partner) = partner_of_a[child] else {
            steps.push(Step::Only(false, child));
            continue;
        };
        while let Some(other) = others.next_if(|&o| o != partner) {
            steps.push(Step::Only(true, other));
        }
        others.next();
        steps.push(Step::Pair(child, partner));
    }
    debug_assert!(others.clone().all(|o| partner_of_b[o].is_none()));
    steps.extend(others.map(|o| Step::Only(true, o)));
    steps
}

/// Replaces repetitions by wildcards of variable size: a `·` or `+` next to `?`s becomes a `+`, and a run of `?`s, or
/// of `?`s with a `*`, becomes a `*`. Wildcards with at most `gap` ordinary nodes between them are merged with these.
/// The result accepts what the pattern did. Takes linear time.
pub fn simplify(pattern: &Pattern, gap: usize) -> Pattern {
    let tree = &pattern.tree;
    let mut builder = PatternBuilder::default();
    if tree.is_empty() {
        return builder.finish();
    }
    enum Next {
        Node(TreeId),
        Merged(Wildcard),
        Close,
    }
    let mut open = vec![Next::Node(TreeId::ROOT)];
    while let Some(next) = open.pop() {
        let id = match next {
            Next::Close => {
                builder.close();
                continue;
            }
            Next::Merged(wildcard) => {
                builder.wildcard(wildcard);
                continue;
            }
            Next::Node(id) => id,
        };
        builder.open(tree.labels[id], pattern.texts[id]);
        open.push(Next::Close);
        let children: Vec<TreeId> = tree.children(id).collect();
        let mut merged = Vec::with_capacity(children.len());
        let mut at = 0;
        while at < children.len() {
            let Some(first) = pattern.wildcard(children[at]) else {
                merged.push(Next::Node(children[at]));
                at += 1;
                continue;
            };
            // as long as wildcards closely follow each other
            let (mut last, mut ordinary, mut looked) = (at, 0, at + 1);
            let (mut optional, mut runs) = (first.is_optional(), first.is_many());
            let mut pending_mandatory = false;
            while looked < children.len() {
                match pattern.wildcard(children[looked]) {
                    Some(w) => {
                        optional &= w.is_optional() && !pending_mandatory;
                        runs = true;
                        (last, ordinary, pending_mandatory) = (looked, 0, false);
                    }
                    None => {
                        ordinary += tree.size(children[looked]);
                        pending_mandatory = true;
                        if ordinary > gap {
                            break;
                        }
                    }
                }
                looked += 1;
            }
            if last == at {
                merged.push(Next::Node(children[at]));
            } else {
                merged.push(Next::Merged(Wildcard::with(optional, runs)));
            }
            at = last + 1;
        }
        open.extend(merged.into_iter().rev());
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::rtdm::matching::accepts;
    use crate::site::rtdm::pattern::tests::{pattern, shown};
    use crate::tree::test_trees::any_tree;
    use proptest::prelude::*;

    fn composed(a: &str, b: &str) -> String {
        shown(&compose(&pattern(a), &pattern(b), u64::MAX))
    }

    #[test]
    fn rules_of_composition() {
        assert_eq!(composed("r(a b)", "r(a b)"), "r(a b)");
        assert_eq!(composed("r(a b)", "r(a c)"), "r(a ·)");
        assert_eq!(composed("r(a b(x))", "r(a)"), "r(a ?)");
        assert_eq!(composed("r(a ?)", "r(a b)"), "r(a ?)");
        assert_eq!(composed("r(a +)", "r(a)"), "r(a *)");
        assert_eq!(composed("r(a +)", "r(a ?)"), "r(a *)");
        assert_eq!(composed("r(·)", "r(?)"), "r(?)");
    }

    #[test]
    fn runs_become_wildcards_of_variable_size() {
        let simple = |text| shown(&simplify(&pattern(text), 0));
        assert_eq!(simple("r(a · ? ? b)"), "r(a + b)");
        assert_eq!(simple("r(? ? ?)"), "r(*)");
        assert_eq!(simple("r(? * b ?)"), "r(* b ?)");
        assert_eq!(simple("r(a(·) b(?))"), "r(a(·) b(?))");
        assert_eq!(shown(&simplify(&pattern("r(? b ? c(d e) ?)"), 1)), "r(+ c(d e) ?)");
    }

    proptest! {
        #[test]
        fn accepts_every_page_of_its_cluster(trees in prop::collection::vec(any_tree(20), 1..6), gap in 0usize..4) {
            let pages: Vec<Pattern> = trees
                .into_iter()
                .map(|mut tree| {
                    tree.labels[0] = 9; // all pages are <html>
                    let texts = vec![0; tree.len()];
                    Pattern { tree, texts }
                })
                .collect();
            let mut pattern = pages[0].clone();
            for page in &pages[1..] {
                pattern = compose(&pattern, page, u64::MAX);
            }
            for page in &pages {
                prop_assert!(accepts(&pattern, page));
                prop_assert!(accepts(&simplify(&pattern, gap), page));
            }
        }
    }
}
