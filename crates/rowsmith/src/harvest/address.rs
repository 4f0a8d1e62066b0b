//! Which links are followed.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

/// Why a link is not followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// It leads to another host than the start, and that host is not allowed.
    OtherHost,
    /// It is not the address of a page.
    NoAddress,
    /// It is relative, and the address of the page that it is on is not known.
    Relative,
    /// It triggers an action instead of showing something: it logs out, fills a cart, deletes. Contains the word that
    /// says so.
    Deed(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OtherHost => f.write_str("it is on another host"),
            Refusal::NoAddress => f.write_str("it is not the address of a page"),
            Refusal::Relative => f.write_str("it is relative, and the address of its own page is not known"),
            Refusal::Deed(word) => write!(f, "it may trigger an action ({word:?})"),
        }
    }
}

/// Words for actions, which count as a whole path segment, a key in the query, or a value in it. A longer name that
/// contains one ("how-to-remove-stains") is not an action. Such links are rare among next pages and titles, so this
/// only guards against the worst.
const DEEDS: &[&str] = &[
    "addtobasket",
    "addtocart",
    "basket",
    "cart",
    "checkout",
    "delete",
    "destroy",
    "logoff",
    "logout",
    "remove",
    "signoff",
    "signout",
    "unsubscribe",
];

/// The word in an address that names an action.
fn deed(url: &Url) -> Option<&'static str> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| !matches!(c, '-' | '_')).collect::<String>().to_ascii_lowercase()
    };
    let find = |text: &str| {
        let text = plain(text);
        let stem = text.split('.').next().unwrap_or_default();
        DEEDS.iter().copied().find(|deed| *deed == stem)
    };
    let of_path = url.path().split('/').find_map(find);
    of_path.or_else(|| url.query_pairs().find_map(|(key, value)| find(&key).or_else(|| find(&value))))
}

/// A host without insignificant parts.
fn host(url: &Url) -> Option<&str> {
    url.host_str().map(|host| host.trim_start_matches("www."))
}

/// Where a link leads from a start, without its fragment.
///
/// # Errors
/// The reason why it is not followed.
pub(super) fn followed(link: &str, start: &str, hosts: &[String]) -> Result<String, Refusal> {
    let mut url = Url::parse(link).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => Refusal::Relative,
        _ => Refusal::NoAddress,
    })?;
    let start = Url::parse(start).map_err(|_| Refusal::NoAddress)?;
    if !matches!(url.scheme(), "http" | "https") && url.scheme() != start.scheme() {
        return Err(Refusal::NoAddress);
    }
    let allowed = |name: &str| hosts.iter().any(|host| host.trim_start_matches("www.").eq_ignore_ascii_case(name));
    if !host(&url).is_some_and(allowed) && (host(&url), url.port()) != (host(&start), start.port()) {
        return Err(Refusal::OtherHost);
    }
    // a list of baskets that the user has asked for is a list
    if let Some(word) = deed(&url)
        && deed(&start) != Some(word)
    {
        return Err(Refusal::Deed(word.to_owned()));
    }
    url.set_fragment(None);
    Ok(url.into())
}

/// An address in the form that is compared with others: without its fragment.
pub(super) fn compared(address: &str) -> String {
    match Url::parse(address) {
        Ok(mut url) => {
            url.set_fragment(None);
            url.into()
        }
        Err(_) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_hosts_and_deeds_are_not_followed() {
        let of = |link: &str| followed(link, "https://www.shop.example/list", &["Cdn.example".to_owned()]);
        for link in [
            "https://shop.example/list?page=2",
            "https://cdn.example/list",
            "https://shop.example/how-to-remove-stains",
            "https://shop.example/cart-wheels",
            "https://shop.example/go?to=removed",
        ] {
            assert_eq!(of(link).as_deref(), Ok(link));
        }
        assert_eq!(of("https://shop.example/a#b").as_deref(), Ok("https://shop.example/a"));
        for link in ["https://other.example/", "https://shop.example.evil.example/", "https://shop.example:8443/"] {
            assert_eq!(of(link), Err(Refusal::OtherHost), "{link}");
        }
        assert_eq!(of("/list/2"), Err(Refusal::Relative));
        for link in ["mailto:a@shop.example", "javascript:next()", "file:///etc/passwd"] {
            assert_eq!(of(link), Err(Refusal::NoAddress), "{link}");
        }
        for link in ["/logout", "/user/Log-out.php", "/list?action=delete&id=7", "/?add_to_cart=7", "/cart/"] {
            assert!(matches!(of(&format!("https://shop.example{link}")), Err(Refusal::Deed(_))), "{link}");
        }
        let baskets = "https://shop.example/basket/?page=2";
        assert!(followed(baskets, "https://shop.example/basket/", &[]).is_ok());
    }
}
