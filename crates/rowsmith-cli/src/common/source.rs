//! How a page is identified: its name, what is known about it, and where it was.

use std::fmt;
use std::ops::Deref;

use rowsmith::recognize::date::DateTime;
use serde::{Deserialize, Serialize};

/// What is known about a page from the place where it was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageContext {
    /// Its address, if links can be resolved against it.
    pub(crate) base_url: Option<String>,
    /// The charset from its HTTP header, or from the column that it was in, if that is a known one.
    pub(crate) charset: Option<String>,
    /// The address that the page itself says it was saved from; an address given by the user takes precedence.
    pub(crate) saved_from: Option<String>,
    /// What kind of data it is, if it is not a page but data that some commands read.
    pub(crate) data: Option<Data>,
    /// When it was fetched, if that is known.
    pub(crate) fetched: Option<DateTime>,
    /// Whether it is the page of a single record, which has no list that could be made longer.
    pub(crate) is_detail: bool,
}

/// Inputs that are not pages but contain rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Data {
    /// JSON.
    Json,
    /// A sitemap or feed.
    List,
}

/// The place of a page in an archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The file with the page, as the user named it.
    pub(crate) archive: String,
    /// The number of the record or row in the file, from 1.
    pub(crate) position: u64,
}

/// Identifies a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageSource {
    /// The name in results and messages: the input as the user named it, or the page's address.
    pub(crate) name: String,
    /// What is known about it.
    pub(crate) context: PageContext,
    /// Where it was, if it was in an archive.
    pub(crate) origin: Option<Origin>,
}

impl PageSource {
    /// A page outside of any archive.
    pub(crate) fn named(name: String) -> Self {
        PageSource { name, ..PageSource::default() }
    }

    /// A page of an archive.
    pub(crate) fn within(archive: &str, position: u64, name: String, mut context: PageContext) -> Self {
        context.base_url = context.base_url.filter(|url| is_base(url));
        PageSource { name, context, origin: Some(Origin { archive: archive.to_owned(), position }) }
    }

    /// Identifies the page across runs: a 64-bit hash of its name and its place (FNV-1a, which gives the same result
    /// everywhere and always).
    pub(crate) fn key(&self) -> u64 {
        let position = self.origin.as_ref().map_or(0, |origin| origin.position);
        let archive = self.origin.as_ref().map_or("", |origin| origin.archive.as_str());
        let parts = [archive.as_bytes(), &position.to_le_bytes(), self.name.as_bytes()];
        let bytes = parts.iter().flat_map(|part| part.iter().chain(&[0xff]));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Whether links can be resolved against an address.
pub(crate) fn is_base(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| !url.cannot_be_a_base())
}

impl Deref for PageSource {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for PageSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_pages_apart() {
        let within = |at| PageSource::within("a.warc", at, "http://x/".into(), PageContext::default());
        assert_ne!(within(1).key(), within(2).key());
        assert_ne!(within(1).key(), PageSource::named("http://x/".into()).key());
        assert_eq!(PageSource::named("a".into()).key(), 0x4177_1f3d_70f0_52bb, "the same always");
    }
}
