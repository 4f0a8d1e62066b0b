//! HTTP responses in archives: which of them are pages.

use rowsmith::recognize::date::DateTime;

use super::http::Head;
use super::skipped::Skipped;
use super::task::{Content, Task};
use crate::common::source::{PageContext, PageSource};

/// A response as stored in an archive.
pub(super) struct Response {
    /// Its head.
    pub(super) head: Head,
    /// The whole message, or only the body.
    pub(super) message: Vec<u8>,
    /// Where in the message the body begins.
    pub(super) at: usize,
    /// What is wrong with it.
    pub(super) damage: Option<String>,
    /// Whether its end is missing.
    pub(super) is_cut: bool,
    /// When it was fetched.
    pub(super) fetched: Option<DateTime>,
}

/// Whether a response with this head is a page; others are counted.
pub(super) fn is_page(head: &Head, skipped: &Skipped) -> bool {
    if !(200..300).contains(&head.status) {
        skipped.add(&format!("HTTP {}", head.status));
        return false;
    }
    if head.is_html() == Some(false) {
        skipped.add("not HTML by their content type");
        return false;
    }
    true
}

/// The page in a response from an archive.
pub(super) fn page(response: Response, address: &str, archive: &str, position: u64) -> Task {
    let Response { head, message, at, damage, is_cut, fetched } = response;
    let context = PageContext { base_url: Some(address.to_owned()), fetched, ..PageContext::default() };
    let source = PageSource::within(archive, position, address.to_owned(), context);
    Task::new(source, Content::Response { head, message, at, damage, is_cut })
}

/// The form in which addresses of pages are compared if a list of pages may have been written before redirects: without
/// scheme, "www." and fragment.
pub(super) fn page_key(address: &str) -> &str {
    let address = address.split('#').next().unwrap_or(address);
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.strip_prefix("www.").unwrap_or(address).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_before_and_after_redirects_are_known_alike() {
        for address in ["https://x.example/a", "http://www.x.example/a/", "https://x.example/a#b"] {
            assert_eq!(page_key(address), "x.example/a");
        }
        assert_ne!(page_key("https://x.example/a?b=1"), page_key("https://x.example/a"));
    }
}
