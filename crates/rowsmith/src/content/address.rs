//! Which addresses are allowed in the output.

use std::borrow::Cow;

use crate::dom::Base;

/// Resolves and checks addresses.
#[derive(Clone, Copy, Default)]
pub struct Addresses<'a> {
    /// The base of relative addresses, if known.
    pub(crate) base: Option<&'a Base>,
}

impl Addresses<'_> {
    /// The address of a link, made absolute if possible.
    pub fn link(&self, address: &str) -> Option<String> {
        self.of(address, &["http", "https", "mailto", "tel"])
    }

    /// The address of a link that leads to another page. Links within the page refer to its own identifiers, which its
    /// other formats do not have.
    pub fn outward(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.starts_with('#') {
            return None;
        }
        let link = self.link(address)?;
        if let (Some(base), Some((page, _))) = (self.base, link.split_once('#'))
            && base.url().as_str().split('#').next() == Some(page)
        {
            return None;
        }
        Some(link)
    }

    /// The same for an image.
    pub fn image(&self, address: &str) -> Option<String> {
        self.of(address, &["http", "https"])
    }

    fn of(&self, address: &str, schemes: &[&str]) -> Option<String> {
        let address = safe_address(address, schemes)?;
        match self.base {
            Some(base) if !base.was_saved_beside(&address) => {
                base.join(&address).filter(|u| schemes.contains(&u.scheme())).map(String::from)
            }
            _ => Some(address.into_owned()),
        }
    }
}

/// An address as browsers would read it, if it is relative or has one of the schemes; `None` for `javascript:`, `data:`
/// and anything else, even if disguised with white space.
pub fn safe_address<'a>(address: &'a str, schemes: &[&str]) -> Option<Cow<'a, str>> {
    let trimmed = address.trim_matches(|c: char| c <= ' ' || c.is_whitespace());
    if trimmed.is_empty() {
        return None;
    }
    // browsers ignore these anywhere in an address
    let stripped: Cow<'a, str> = if trimmed.contains(['\t', '\n', '\r']) || trimmed.contains(char::is_control) {
        trimmed.chars().filter(|c| !c.is_control()).collect::<String>().into()
    } else {
        trimmed.into()
    };
    let head = stripped.split(['/', '?', '#']).next().unwrap_or_default();
    match head.split_once(':') {
        Some((scheme, _)) => schemes.iter().any(|s| scheme.eq_ignore_ascii_case(s)).then_some(stripped),
        None => Some(stripped),
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn only_addresses_that_lead_to_pages() {
        let ok = |a: &str| safe_address(a, &["http", "https"]).is_some();
        for good in ["https://a/b", "/a:b", "a?b=c:d", "#x", "//host/x", " HTTP://x ", "a/b:c"] {
            assert!(ok(good), "{good}");
        }
        for bad in [
            "javascript:x()",
            " java\nscript:x",
            "\u{1}JavaScript:x",
            "data:text/html,x",
            "vbscript:x",
            "",
            "java\u{0}script:x",
        ] {
            assert!(!ok(bad), "{bad:?}");
        }
    }

    #[test]
    fn resolved_where_the_base_is_known() {
        let base = Base::from(Url::parse("https://example.org/a/").unwrap());
        let addresses = Addresses { base: Some(&base) };
        assert_eq!(addresses.link("b").as_deref(), Some("https://example.org/a/b"));
        assert_eq!(addresses.link("javascript:x"), None);
        assert_eq!(Addresses::default().image("x.png").as_deref(), Some("x.png"));
        assert_eq!(addresses.image("mailto:x@y"), None);
    }
}
