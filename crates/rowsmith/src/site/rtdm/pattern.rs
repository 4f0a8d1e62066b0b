//! Node extraction patterns: trees whose leaves may be wildcards (Reis et al. 2004, section 4.2).

use crate::tree::{Tree, TreeId};

/// What a wildcard stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wildcard {
    /// `·`: one subtree.
    One,
    /// `+`: one or more sibling subtrees.
    Plus,
    /// `?`: at most one.
    Option,
    /// `*`: any number.
    Any,
}

const FIRST: u32 = u32::MAX - 3;

impl Wildcard {
    const ALL: [Wildcard; 4] = [Wildcard::One, Wildcard::Plus, Wildcard::Option, Wildcard::Any];

    /// Its label in a tree.
    pub fn label(self) -> u32 {
        FIRST + self as u32
    }

    /// The wildcard with a label.
    pub fn of(label: u32) -> Option<Wildcard> {
        label.checked_sub(FIRST).map(|i| Wildcard::ALL[i as usize])
    }

    /// Whether it may stand for nothing.
    pub fn is_optional(self) -> bool {
        matches!(self, Wildcard::Option | Wildcard::Any)
    }

    /// Whether it may stand for several subtrees.
    pub fn is_many(self) -> bool {
        matches!(self, Wildcard::Plus | Wildcard::Any)
    }

    /// The wildcard with these two properties.
    pub fn with(optional: bool, many: bool) -> Wildcard {
        match (optional, many) {
            (false, false) => Wildcard::One,
            (false, true) => Wildcard::Plus,
            (true, false) => Wildcard::Option,
            (true, true) => Wildcard::Any,
        }
    }

    /// The least wildcard that stands for whatever either stands for: `+` and `?` give `*`.
    pub fn or(self, other: Wildcard) -> Wildcard {
        Wildcard::with(self.is_optional() || other.is_optional(), self.is_many() || other.is_many())
    }
}

/// A node extraction pattern. A page's tree is a pattern without wildcards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// The tree, whose labels are those of the pages' trees, or wildcards.
    pub tree: Tree,
    /// The hash of the text of each text fragment; 0 for other nodes.
    pub texts: Vec<u64>,
}

impl Pattern {
    /// The wildcard at a node.
    pub fn wildcard(&self, id: TreeId) -> Option<Wildcard> {
        Wildcard::of(self.tree.labels[id])
    }

    /// Whether two nodes of patterns are equal: wildcards of one kind, or ordinary nodes with the same label and text.
    pub fn same(&self, id: TreeId, other: &Pattern, other_id: TreeId) -> bool {
        self.tree.labels[id] == other.tree.labels[other_id] && self.texts[id] == other.texts[other_id]
    }

    /// The number of wildcards.
    pub fn wildcards(&self) -> usize {
        self.tree.labels.iter().filter(|&&l| Wildcard::of(l).is_some()).count()
    }
}

/// Builds patterns in preorder.
#[derive(Default)]
pub(crate) struct PatternBuilder {
    pattern: Pattern,
    open: Vec<TreeId>,
}

impl PatternBuilder {
    pub(crate) fn open(&mut self, label: u32, text: u64) {
        let id = self.pattern.tree.end_of_all();
        self.pattern.tree.labels.push(label);
        self.pattern.tree.ends.push(id + 1);
        self.pattern.tree.parents.push(self.open.last().copied().unwrap_or(TreeId::ROOT));
        self.pattern.texts.push(text);
        self.open.push(id);
    }

    pub(crate) fn close(&mut self) {
        if let Some(id) = self.open.pop() {
            self.pattern.tree.ends[id] = self.pattern.tree.end_of_all();
        }
    }

    pub(crate) fn wildcard(&mut self, wildcard: Wildcard) {
        self.open(wildcard.label(), 0);
        self.close();
    }

    pub(crate) fn finish(mut self) -> Pattern {
        while !self.open.is_empty() {
            self.close();
        }
        self.pattern.tree.terminals_before = vec![0; self.pattern.tree.len() + 1];
        self.pattern
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A pattern as text: wildcards as the paper writes them.
    pub(crate) fn shown(pattern: &Pattern) -> String {
        let mut out = String::new();
        let mut ends: Vec<TreeId> = Vec::new();
        for id in pattern.tree.nodes() {
            while ends.last() == Some(&id) {
                ends.pop();
                out.push(')');
            }
            if id > TreeId::ROOT && !out.ends_with('(') {
                out.push(' ');
            }
            match pattern.wildcard(id) {
                Some(w) => out.push(['·', '+', '?', '*'][w as usize]),
                None => out.push(char::from_u32(pattern.tree.labels[id]).filter(|c| c.is_alphabetic()).unwrap_or('x')),
            }
            if pattern.tree.size(id) > 1 {
                out.push('(');
                ends.push(pattern.tree.end(id));
            }
        }
        out.extend(ends.iter().map(|_| ')'));
        out
    }

    /// A pattern from text: `r(a · b(? *))`.
    pub(crate) fn pattern(text: &str) -> Pattern {
        let mut tree = crate::tree::test_trees::tree(text);
        for label in &mut tree.labels {
            *label = match char::from_u32(*label) {
                Some('·') => Wildcard::One.label(),
                Some('+') => Wildcard::Plus.label(),
                Some('?') => Wildcard::Option.label(),
                Some('*') => Wildcard::Any.label(),
                _ => *label,
            };
        }
        let texts = vec![0; tree.len()];
        tree.terminals_before = vec![0; tree.len() + 1];
        Pattern { tree, texts }
    }

    #[test]
    fn quantifiers_are_promoted() {
        use Wildcard::*;
        assert_eq!((One.or(Option), Option.or(One), One.or(Plus)), (Option, Option, Plus));
        assert_eq!((Plus.or(Option), Plus.or(Any), Any.or(One)), (Any, Any, Any));
        assert_eq!(Wildcard::ALL.map(|w| Wildcard::of(w.label())), Wildcard::ALL.map(Some));
        assert_eq!(Wildcard::of(0), None);
    }
}
