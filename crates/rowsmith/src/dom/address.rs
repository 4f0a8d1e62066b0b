//! The base address of a page's links, and making links absolute.

use url::Url;

use crate::dom::document::Document;
use crate::dom::tags::{AttrName, Tag};
use crate::error::Error;

/// What the links of a page are resolved against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Base {
    url: Url,
    /// The folder that a browser saved beside the page. Files in it had other addresses on the web, which are unknown.
    asset_folder: Option<String>,
}

impl Base {
    /// The address itself.
    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// A link made absolute; `None` if it is not an address, and for a file that was saved with the page.
    pub(crate) fn join(&self, link: &str) -> Option<Url> {
        if self.was_saved_beside(link) { None } else { self.url.join(link).ok() }
    }

    /// Whether a link leads to a file that a browser saved with the page.
    pub(crate) fn was_saved_beside(&self, link: &str) -> bool {
        let path = link.trim_start().trim_start_matches("./");
        self.asset_folder
            .as_deref()
            .is_some_and(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }
}

impl From<Url> for Base {
    fn from(url: Url) -> Base {
        Base { url, asset_folder: None }
    }
}

/// A link made absolute: unchanged if it already is, otherwise resolved against the base if that is known.
pub(crate) fn absolute(base: Option<&Base>, link: &str) -> Option<String> {
    match base {
        Some(base) => base.join(link).map(String::from),
        None => {
            let has_scheme = link.split_once(':').is_some_and(|(scheme, _)| {
                scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
            });
            has_scheme.then(|| link.to_owned())
        }
    }
}

/// The address of a page as given by the caller.
pub(crate) fn address_of(given: Option<&str>) -> Result<Option<Url>, Error> {
    given.map(|text| Url::parse(text).map_err(|_| Error::BadBaseUrl(text.to_owned()))).transpose()
}

/// The addresses that a page declares for itself in its head: canonical ones and `og:url`. Takes time linear in the
/// size of the head.
pub(crate) fn declared_addresses(document: &Document) -> impl Iterator<Item = &str> {
    let head = document.nodes().take_while(|&id| document.tag(id) != Tag::BODY);
    let address = |id| match document.tag(id) {
        Tag::LINK if document.attr(id, AttrName::REL)?.eq_ignore_ascii_case("canonical") => {
            document.attr(id, AttrName::HREF)
        }
        Tag::META if document.attr(id, AttrName::PROPERTY)? == "og:url" => document.attr(id, AttrName::CONTENT),
        _ => None,
    };
    head.filter_map(address).map(str::trim)
}

/// The base of a page's links: `<base href>`, resolved against the page's address; without it, the address itself.
pub(crate) fn base_of(document: &Document, address: Option<&Url>) -> Option<Base> {
    let element =
        document.nodes().find(|&id| document.tag(id) == Tag::BASE && document.attr(id, AttrName::HREF).is_some());
    let declared = element.and_then(|id| document.attr(id, AttrName::HREF)).and_then(|href| match address {
        Some(address) => address.join(href.trim()).ok(),
        None => Url::parse(href.trim()).ok(),
    });
    let url = declared.or_else(|| address.cloned())?;
    Some(Base { url, asset_folder: document.asset_folder.clone() })
}
