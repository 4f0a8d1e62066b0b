//! Headers from a file, to send with requests.

use ureq::http::{HeaderName, HeaderValue};

/// Headers that belong to the connection, or that have a flag of their own.
const OTHERS: [&str; 8] = [
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "accept-encoding",
    "if-none-match",
    "if-modified-since",
    "user-agent",
];

/// A header that is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) name: HeaderName,
    pub(super) value: HeaderValue,
}

/// Reads a file with one header per line, as browsers show them: `Name: value`. Empty lines and those that begin with #
/// do not count.
///
/// # Errors
/// The number of the first line that is not of this form, and what is wrong with it.
pub(super) fn read(text: &str) -> Result<Vec<Header>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| header(line).map_err(|what| format!("line {}: {what}", at + 1))).collect()
}

fn header(line: &str) -> Result<Header, String> {
    let (name, value) = line.split_once(':').ok_or("a header is a name, a colon and a value")?;
    let name: HeaderName = name.trim().parse().map_err(|_| format!("{name:?} is not the name of a header"))?;
    // what is secret is not shown
    let mut value: HeaderValue =
        value.trim().parse().map_err(|_| format!("the value of {name} has characters that cannot be sent"))?;
    value.set_sensitive(true);
    if name == "user-agent" {
        return Err("the user agent is set with --user-agent".to_owned());
    }
    match OTHERS.contains(&name.as_str()) {
        true => Err(format!("{name} is set by rowsmith itself")),
        false => Ok(Header { name, value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_as_browsers_show_them() {
        let headers = read("# for the shop\nAuthorization: Basic YTpi\r\n\nX-Key:1:2\n").unwrap();
        let shown: Vec<_> = headers.iter().map(|h| (h.name.as_str(), h.value.to_str().unwrap())).collect();
        assert_eq!(shown, [("authorization", "Basic YTpi"), ("x-key", "1:2")]);
        for (text, what) in [
            ("a: b\nnonsense", "line 2: a header is"),
            ("a b: c", "not the name"),
            ("Host: x.example", "set by rowsmith itself"),
            ("User-Agent: x", "--user-agent"),
            ("X: a\u{1}b", "cannot be sent"),
        ] {
            assert!(read(text).unwrap_err().contains(what), "{text}");
        }
    }
}
