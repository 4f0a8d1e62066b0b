//! The `<meta>` elements of a page.

use crate::dom::{AttrName, Document, Tag};

/// The names (`name`, `property`, `itemprop`, in lower case) and contents of all `<meta>` elements, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metas(pub Vec<(String, String)>);

impl Metas {
    /// Collects them. Takes linear time.
    pub fn new(document: &Document) -> Metas {
        let mut metas = Vec::new();
        for id in document.nodes().filter(|&id| document.tag(id) == Tag::META) {
            let Some(content) = document.attr(id, AttrName::CONTENT).map(str::trim).filter(|c| !c.is_empty()) else {
                continue;
            };
            for name in [AttrName::PROPERTY, AttrName::NAME, AttrName::ITEMPROP] {
                for name in document.attr(id, name).unwrap_or_default().split_ascii_whitespace() {
                    metas.push((name.to_ascii_lowercase(), content.to_owned()));
                }
            }
        }
        Metas(metas)
    }

    /// The first content with this name.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, content)| content.as_str())
    }

    /// All contents with this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(n, _)| n == name).map(|(_, content)| content.as_str())
    }
}
