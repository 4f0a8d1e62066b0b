//! Cookies from a file: the text format of curl, wget and browsers' extensions, which began with Netscape's browser.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use cookie_store::{CookieStore, RawCookie};
use url::Url;

/// The cookies that are sent, including those that servers have set since.
pub(super) struct Cookies(Mutex<CookieStore>);

impl Cookies {
    /// Reads a file with one cookie per line, in seven columns between tabs: domain, whether it holds for the hosts below
    /// it, path, whether it is for https only, the end in seconds since 1970 (0 for none), name, value.
    ///
    /// # Errors
    /// The number of the first line that is not of this form, and what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Cookies, String> {
        let mut store = CookieStore::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_end_matches('\r');
            // a prefix for cookies that scripts cannot read; to us they are like others
            let line = line.strip_prefix("#HttpOnly_").unwrap_or(line);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            add(&mut store, line).map_err(|what| format!("line {}: {what}", at + 1))?;
        }
        Ok(Cookies(Mutex::new(store)))
    }

    /// The value of the header for a request; `None` without any cookie for the address.
    pub(super) fn header(&self, url: &Url) -> Option<String> {
        let store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pairs: Vec<String> = store.get_request_values(url).map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// Takes note of a cookie that a server sets. One that is not allowed there is left out.
    pub(super) fn set(&self, line: &str, url: &Url) {
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).parse(line, url);
    }
}

fn add(store: &mut CookieStore, line: &str) -> Result<(), String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[domain, below, path, secure, end, name, ref value @ ..] = columns.as_slice() else {
        return Err(format!("a cookie has seven columns between tabs, this line has {}", columns.len()));
    };
    let is = |column: &str| column.eq_ignore_ascii_case("true");
    let host = domain.trim_start_matches('.');
    let url = Url::parse(&format!("https://{host}/")).map_err(|_| format!("{domain:?} is not a domain"))?;
    let mut cookie = RawCookie::new(name.to_owned(), value.join("\t"));
    cookie.set_path(path.to_owned());
    cookie.set_secure(is(secure));
    if is(below) || domain.starts_with('.') {
        cookie.set_domain(host.to_owned());
    }
    let end: i64 =
        end.trim().parse().map_err(|_| format!("the end of a cookie is a number of seconds, not {end:?}"))?;
    if end > 0 && end <= now() {
        return Ok(());
    }
    store.insert_raw(&cookie, &url).map(|_| ()).map_err(|error| error.to_string())
}

/// Seconds since 1970.
fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &Cookies, url: &str) -> String {
        let mut parts: Vec<String> =
            cookies.header(&Url::parse(url).unwrap()).iter().flat_map(|h| h.split("; ").map(str::to_owned)).collect();
        parts.sort();
        parts.join("; ")
    }

    #[test]
    fn cookies_go_where_they_belong() {
        let cookies = Cookies::read(
            "# Netscape HTTP Cookie File\n\n.shop.example\tTRUE\t/\tFALSE\t0\tid\t42\r\n\
             #HttpOnly_www.shop.example\tFALSE\t/account\tTRUE\t4102444800\tkey\ta=b\n\
             .shop.example\tTRUE\t/\tFALSE\t1000\told\t1\n",
        )
        .unwrap();
        assert_eq!(sent(&cookies, "http://shop.example/"), "id=42");
        assert_eq!(sent(&cookies, "https://www.shop.example/account/orders"), "id=42; key=a=b");
        assert_eq!(sent(&cookies, "http://www.shop.example/account"), "id=42");
        assert_eq!(sent(&cookies, "https://evilshop.example/account"), "");
        let url = Url::parse("https://shop.example/").unwrap();
        cookies.set("id=43; Path=/; Domain=shop.example", &url);
        cookies.set("stolen=1; Domain=bank.example", &url);
        assert_eq!(
            (sent(&cookies, "https://shop.example/"), sent(&cookies, "https://bank.example/")),
            ("id=43".into(), String::new())
        );
    }

    #[test]
    fn what_is_no_file_of_cookies_is_told_with_its_line() {
        let error = |text: &str| Cookies::read(text).err().unwrap();
        assert!(error("# a\nid=42").starts_with("line 2: a cookie has seven columns"));
        assert!(error("x.example\tTRUE\t/\tFALSE\tsoon\tid\t42").contains("\"soon\""));
        assert!(error("a b\tTRUE\t/\tFALSE\t0\tid\t42").contains("not a domain"));
    }
}
