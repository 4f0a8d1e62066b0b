//! Finding the elements of a page that a selector selects.

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::selector::model::{Combinator, Relation, Selector, Simple, Step, Test, Way};

/// How many elements are looked at for one selector on one page. Only a selector designed to be slow needs more.
const MAX_LOOKS: usize = 1 << 22;

/// A selector prepared for one page.
pub(crate) struct OnPage<'s, 'd> {
    document: &'d Document,
    ways: Vec<ReadyWay<'s>>,
}

struct ReadyWay<'s> {
    way: &'s Way,
    /// The tags of its steps; `None` for any.
    tags: Vec<Option<Tag>>,
}

impl Selector {
    /// Prepares the selector for a page.
    pub(crate) fn on<'s, 'd>(&'s self, document: &'d Document) -> OnPage<'s, 'd> {
        let ready = |way: &'s Way| {
            let tag = |step: &Step| match &step.tag {
                None => Some(None),
                Some(name) => document.find_tag(name).map(Some),
            };
            // a tag that the page does not have matches nothing
            Some(ReadyWay { way, tags: way.steps.iter().map(tag).collect::<Option<_>>()? })
        };
        OnPage { document, ways: self.ways.iter().filter_map(ready).collect() }
    }
}

impl OnPage<'_, '_> {
    /// The selected elements of the page, in document order.
    pub(crate) fn all(&self) -> Vec<NodeId> {
        self.within(Document::ROOT, self.document.end(Document::ROOT), usize::MAX)
    }

    /// The selected elements below `scope` and its siblings up to `end`, up to this many; `scope` itself only by
    /// `:scope`.
    pub(crate) fn within(&self, scope: NodeId, end: NodeId, most: usize) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut looks = 0;
        for at in (scope.index()..end.index()).map(|i| NodeId(i as u32)) {
            if self.document.is_text(at) {
                continue;
            }
            if self.ways.iter().any(|way| self.is_way(way, way.tags.len() - 1, at, (scope, end), &mut looks)) {
                found.push(at);
                if found.len() >= most {
                    break;
                }
            }
            if looks > MAX_LOOKS {
                break;
            }
        }
        found
    }

    /// Whether an element matches step `i` of a path, with all steps before it. The searched elements themselves match
    /// only `:scope`.
    fn is_way(&self, ready: &ReadyWay<'_>, i: usize, at: NodeId, area: (NodeId, NodeId), looks: &mut usize) -> bool {
        *looks += 1;
        let (scope, end) = area;
        let step = &ready.way.steps[i];
        let is_scope = step.tests.contains(&Test::Scope);
        let whole_page = scope == Document::ROOT;
        if !whole_page && is_scope != self.is_top(at, scope, end)
            || ready.tags[i].is_some_and(|tag| self.document.tag(at) != tag)
            || !step.tests.iter().all(|test| self.holds(test, at))
        {
            return false;
        }
        if i == 0 {
            return true;
        }
        if *looks > MAX_LOOKS {
            return false;
        }
        let parent = |id: NodeId| self.document.parent(id).filter(|p| whole_page || *p >= scope);
        match step.combinator {
            Combinator::Child => parent(at).is_some_and(|up| self.is_way(ready, i - 1, up, area, looks)),
            Combinator::Within => {
                std::iter::successors(parent(at), |&id| parent(id)).any(|up| self.is_way(ready, i - 1, up, area, looks))
            }
            Combinator::Next | Combinator::Later => {
                let Some(parent) = self.document.parent(at) else { return false };
                let before: Vec<NodeId> = self.siblings(parent).take_while(|&id| id < at).collect();
                let count = if step.combinator == Combinator::Next { 1 } else { usize::MAX };
                before.into_iter().rev().take(count).any(|id| self.is_way(ready, i - 1, id, area, looks))
            }
        }
    }

    /// Whether an element is one of the searched elements themselves.
    fn is_top(&self, at: NodeId, scope: NodeId, end: NodeId) -> bool {
        at == scope || at > scope && at < end && self.document.parent(at) == self.document.parent(scope)
    }

    fn siblings(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        self.document.children(parent).filter(|&id| !self.document.is_text(id))
    }

    fn holds(&self, test: &Test, at: NodeId) -> bool {
        let document = self.document;
        match test {
            Test::Id(id) => document.attr(at, AttrName::ID).is_some_and(|own| own.trim() == id),
            Test::Class(class) => {
                document.attr(at, AttrName::CLASS).is_some_and(|own| own.split_ascii_whitespace().any(|c| c == class))
            }
            Test::Attribute { name, relation, value } => {
                document.attr_named(at, name).is_some_and(|own| relation.holds(own, value))
            }
            Test::Scope => true,
            Test::Child { number, last } => self.is_nth(at, *number, *last, |_| true),
            Test::OfType { number, last } => self.is_nth(at, *number, *last, |id| document.tag(id) == document.tag(at)),
            Test::Not(simple) => !self.is_simple(simple, at),
        }
    }

    fn is_simple(&self, simple: &Simple, at: NodeId) -> bool {
        let document = self.document;
        simple.tag.as_ref().is_none_or(|tag| document.tag_name(document.tag(at)) == tag)
            && simple.tests.iter().all(|test| self.holds(test, at))
    }

    fn is_nth(&self, at: NodeId, number: usize, last: bool, counts: impl Fn(NodeId) -> bool) -> bool {
        let Some(parent) = self.document.parent(at) else { return number == 1 };
        match last {
            false => {
                self.siblings(parent).take_while(|&id| id <= at).filter(|&id| counts(id)).take(number + 1).count()
                    == number
            }
            true => {
                // children stand one behind the other: those before are not gone through
                let end = self.document.end(parent);
                let next = |&id: &NodeId| Some(self.document.end(id)).filter(|&next| next < end);
                let behind = std::iter::successors(Some(at), next).filter(|&id| !self.document.is_text(id));
                behind.filter(|&id| counts(id)).take(number + 1).count() == number
            }
        }
    }
}

impl Relation {
    fn holds(self, own: &str, value: &str) -> bool {
        match self {
            Relation::Present => true,
            Relation::Equal => own == value,
            Relation::Word => !value.is_empty() && own.split_ascii_whitespace().any(|word| word == value),
            Relation::Begins => !value.is_empty() && own.starts_with(value),
            Relation::Ends => !value.is_empty() && own.ends_with(value),
            Relation::Holds => !value.is_empty() && own.contains(value),
        }
    }
}
