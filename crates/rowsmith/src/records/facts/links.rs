//! What links say about the list that they are in: language menus, share bars and tables of contents lead elsewhere
//! than records do.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId};
use crate::records::facts::text_hash::hash_text;

/// A link, as far as its attributes describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The hash of its target.
    pub target: u64,
    /// The hash of the target's folder: the target up to its last slash.
    pub folder: u64,
    /// The hash of the host, if the target has one.
    pub host: Option<u64>,
    /// Whether it leads to a place on this page, or to a script.
    pub within: bool,
    /// Whether it declares the language of its target.
    pub other_language: bool,
}

impl Link {
    /// Describes an `a` with this target.
    pub(crate) fn new(document: &Document, node: NodeId, target: &str) -> Link {
        let target = target.trim();
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let has_language =
            document.attr(node, AttrName::LANG).is_some() || document.attr_named(node, "hreflang").is_some();
        Link {
            target: hash_text(target, 3),
            folder: hash_text(path.trim_end_matches('/').rsplit_once('/').map_or("", |(folder, _)| folder), 4),
            host: host(target).map(|host| hash_text(host, 5)),
            within: target.starts_with('#') || target.starts_with("javascript:"),
            other_language: has_language,
        }
    }
}

/// The host in an address, without `www.`.
pub(crate) fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("//")?;
    let is_scheme = scheme.is_empty() || scheme.eq_ignore_ascii_case("http:") || scheme.eq_ignore_ascii_case("https:");
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    is_scheme.then(|| host.strip_prefix("www.").unwrap_or(host)).filter(|host| !host.is_empty())
}

/// The hash of the page's own host: that of its declared address, or else the most common host among its absolute
/// links.
pub(crate) fn own_host(declared: Option<&str>, links: impl Iterator<Item = Link>) -> Option<u64> {
    if let Some(address) = declared.and_then(host) {
        return Some(hash_text(address, 5));
    }
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    links.filter_map(|l| l.host).for_each(|host| *counts.entry(host).or_default() += 1);
    counts.into_iter().max_by_key(|&(host, count)| (count, host)).map(|(host, _)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_addresses() {
        assert_eq!(host("https://www.example.org/a?b"), Some("example.org"));
        assert_eq!(host("//example.org:80"), Some("example.org"));
        assert_eq!(host("/a//b"), None);
        assert_eq!(host("mailto:a@b"), None);
        assert_eq!(host("https://"), None);
    }
}
