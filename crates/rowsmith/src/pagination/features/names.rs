//! Features of a link from the classes and ids of elements.

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

impl Named {
    pub(super) fn of(document: &Document, node: NodeId) -> Named {
        let mut named = Named::default();
        for name in [AttrName::CLASS, AttrName::ID] {
            let value = document.attr(node, name).unwrap_or_default().to_ascii_lowercase();
            named.next |= value.contains("next") || value.contains("nxt") || value.contains("older");
            named.previous |= value.contains("prev") || value.contains("newer");
            named.page |= value.contains("pag") || value.contains("nav-links");
            named.more |= value.contains("more");
            named.disabled |= value.contains("disabled") || value.contains("inactive");
        }
        named
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
