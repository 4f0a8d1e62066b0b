//! Features of a link from the classes and ids of elements.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId};

/// What the names of elements say.
#[derive(Clone, Copy, Default)]
pub(super) struct Named {
    pub(super) next: bool,
    pub(super) previous: bool,
    pub(super) page: bool,
    pub(super) more: bool,
    pub(super) disabled: bool,
}

/// The elements of a page by what their names say. Names recur from link to link, so each is read once.
pub(super) struct NamedElements<'d> {
    document: &'d Document,
    known: FxHashMap<&'d str, Named>,
}

impl<'d> NamedElements<'d> {
    pub(super) fn new(document: &'d Document) -> NamedElements<'d> {
        NamedElements { document, known: FxHashMap::default() }
    }

    /// What the class and the id of an element say.
    pub(super) fn of(&mut self, node: NodeId) -> Named {
        let values = [AttrName::CLASS, AttrName::ID].into_iter().filter_map(|name| self.document.attr(node, name));
        values
            .map(|value| *self.known.entry(value).or_insert_with(|| Named::read(value)))
            .fold(Named::default(), Named::or)
    }
}

impl Named {
    fn read(value: &str) -> Named {
        let value = value.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| value.contains(word));
        Named {
            next: says(&["next", "nxt", "older"]),
            previous: says(&["prev", "newer"]),
            page: says(&["pag", "nav-links"]),
            more: says(&["more"]),
            disabled: says(&["disabled", "inactive"]),
        }
    }

    pub(super) fn or(self, other: Named) -> Named {
        Named {
            next: self.next || other.next,
            previous: self.previous || other.previous,
            page: self.page || other.page,
            more: self.more || other.more,
            disabled: self.disabled || other.disabled,
        }
    }
}
