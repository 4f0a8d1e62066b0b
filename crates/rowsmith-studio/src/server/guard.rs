//! Decides which requests are answered: only those with the token, to this numeric address, from the studio's own
//! pages.

use std::net::SocketAddr;

use tiny_http::{Header, Method, Request};

use super::reply::Reply;

/// Checks requests.
pub(crate) struct Guard {
    host: String,
    token: String,
}

/// A request that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Inner {
    /// The path after the token.
    pub(crate) path: String,
    /// The query string.
    pub(crate) query: String,
}

impl Guard {
    /// With a token of 128 random bits.
    ///
    /// # Errors
    /// If the operating system provides no random numbers.
    pub(crate) fn new(address: SocketAddr) -> Result<Guard, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Guard { host: address.to_string(), token })
    }

    /// The address for the person.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// Accepts a request, or returns the refusal. A host name that resolves to this machine is not accepted, so that no
    /// page can point its own name here; and a request that changes something must come from a page at this address.
    pub(crate) fn admit(&self, request: &Request) -> Result<Inner, Reply> {
        let of = |name: &str| headers(request, name);
        let method = request.method();
        self.check(method, request.url(), &of("Host"), &of("Origin"), &of("Sec-Fetch-Site"))
    }

    fn check(&self, method: &Method, url: &str, host: &[&str], origin: &[&str], site: &[&str]) -> Result<Inner, Reply> {
        if host != [self.host.as_str()] {
            return Err(Reply::failed(403, "this address is not available under that name"));
        }
        let own = format!("http://{}", self.host);
        if !origin.is_empty() && origin != [own.as_str()]
            || site.iter().any(|site| !matches!(*site, "same-origin" | "none"))
        {
            return Err(Reply::failed(403, "pages from elsewhere are not answered"));
        }
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let inner = path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let Some((_, inner)) = inner.filter(|(token, _)| same(token, &self.token)) else {
            return Err(Reply::failed(404, "there is nothing here; the address that was printed has a token in it"));
        };
        match method {
            Method::Get => {}
            // browsers send the origin with all of these
            Method::Post if !origin.is_empty() => {}
            Method::Post => return Err(Reply::failed(403, "only pages at this address may change something")),
            _ => return Err(Reply::failed(405, "only GET and POST are answered")),
        }
        Ok(Inner { path: inner.to_owned(), query: query.to_owned() })
    }
}

fn headers<'r>(request: &'r Request, name: &str) -> Vec<&'r str> {
    let is = |header: &&Header| header.field.as_str().as_str().eq_ignore_ascii_case(name);
    request.headers().iter().filter(is).map(|header| header.value.as_str()).collect()
}

/// Compares two texts in a time that does not reveal where they differ.
fn same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_let_in() {
        let guard = Guard { host: "127.0.0.1:4000".into(), token: "0123456789abcdef0123456789abcdef".into() };
        let url = format!("/{}/api/state?x=1", guard.token);
        let own = "http://127.0.0.1:4000";
        let asked = |method: Method, url: &str, host: &[&str], origin: &[&str], site: &[&str]| {
            guard.check(&method, url, host, origin, site).map_err(|reply| reply.status())
        };
        let host = &["127.0.0.1:4000"][..];
        let inner = Inner { path: "api/state".into(), query: "x=1".into() };
        assert_eq!(asked(Method::Get, &url, host, &[], &[]), Ok(inner.clone()));
        assert_eq!(asked(Method::Post, &url, host, &[own], &["same-origin"]), Ok(inner));
        // another name, no name, two names
        for wrong in [&["evil.example:4000"][..], &["localhost:4000"], &["127.0.0.1"], &[], &["127.0.0.1:4000", "x"]] {
            assert_eq!(asked(Method::Get, &url, wrong, &[], &[]), Err(403), "{wrong:?}");
        }
        for wrong in ["http://evil.example", "null", "https://127.0.0.1:4000", "http://127.0.0.1:4001"] {
            assert_eq!(asked(Method::Get, &url, host, &[wrong], &[]), Err(403), "{wrong}");
        }
        assert_eq!(asked(Method::Get, &url, host, &[], &["cross-site"]), Err(403));
        assert_eq!(asked(Method::Post, &url, host, &[], &[]), Err(403), "no origin at all");
        assert_eq!(asked(Method::Put, &url, host, &[own], &[]), Err(405));
        for wrong in ["/", "/api/state", "/0123456789abcdef0123456789abcdee/api/state", "//api/state", "api", ""] {
            assert_eq!(asked(Method::Get, wrong, host, &[], &[]), Err(404), "{wrong}");
        }
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let token = || Guard::new(SocketAddr::from(([127, 0, 0, 1], 1))).unwrap().token;
        let (one, other) = (token(), token());
        assert!(one.len() == 32 && one != other);
    }
}
