//! Pages without an address: for the browser they are at an address whose host does not exist, and what they may load
//! is provided to them.
//!
//! So such a page is like any other page on the web, which cannot read files. Its requests to its own host go to the
//! gate, which answers from one folder.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use url::Url;

/// The address of such pages. There is no such host (RFC 6761).
pub(crate) const ADDRESS: &str = "http://page.invalid/";
/// Its host.
pub(crate) const HOST: &str = "page.invalid";

/// An address as seen from a page: for a page without an address, files in its folder are named by their path.
pub(crate) fn seen_from_page(url: Url) -> String {
    let url = String::from(url);
    match url.strip_prefix(ADDRESS) {
        Some("") => "./".to_owned(),
        Some(path) => path.to_owned(),
        None => url,
    }
}

/// The charset of a page without a header: UTF-8 if it is valid UTF-8 and not just ASCII, else what the browser
/// guesses.
pub(crate) fn charset(html: &[u8]) -> Option<String> {
    (!html.is_ascii() && std::str::from_utf8(html).is_ok()).then(|| "utf-8".to_owned())
}

/// A file provided to a page.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Served {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: &'static str,
}

/// The file at the path of an address in a folder or below it, with at most this many bytes; `None` for any other.
pub(crate) fn serve(folder: &Path, path: &str, max_bytes: usize) -> Option<Served> {
    let folder = folder.canonicalize().ok()?;
    let mut file: PathBuf = folder.clone();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let part = decoded(part)?;
        if part.starts_with('.') || part.contains(['/', '\\', ':', '\0']) {
            return None;
        }
        file.push(part);
    }
    // a symbolic link may lead anywhere; its target decides
    let file = file.canonicalize().ok().filter(|file| file.starts_with(&folder))?;
    let hidden = file.strip_prefix(&folder).ok()?.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
    // nothing that could block is opened
    if hidden || !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(&file).ok()?.take(max_bytes as u64 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() <= max_bytes).then(|| Served { bytes, kind: kind(&file) })
}

/// Decodes the percent-encoding of an address.
fn decoded(part: &str) -> Option<String> {
    let mut out = Vec::new();
    let mut bytes = part.bytes();
    while let Some(byte) = bytes.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        out.push(match byte {
            b'%' => (digit(bytes.next())? * 16 + digit(bytes.next())?) as u8,
            byte => byte,
        });
    }
    String::from_utf8(out).ok()
}

/// The media type of a file, by its extension.
fn kind(file: &Path) -> &'static str {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match &*ending {
        "html" | "htm" | "xhtml" => "text/html",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "xml" => "text/xml",
        "txt" => "text/plain",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_what_lies_beside_and_below_is_served() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("site");
        fs::create_dir_all(folder.join("sub/.git")).unwrap();
        for (name, text) in [
            ("secret.txt", "no"),
            ("site/a b.css", "a"),
            ("site/sub/b.js", "b"),
            ("site/.env", "no"),
            ("site/sub/.git/config", "no"),
        ] {
            fs::write(around.path().join(name), text).unwrap();
        }
        let text = |path: &str| serve(&folder, path, 10).map(|served| String::from_utf8(served.bytes).unwrap());
        assert_eq!(text("/a%20b.css").as_deref(), Some("a"));
        assert_eq!(text("/sub/b.js").as_deref(), Some("b"));
        assert_eq!(serve(&folder, "/sub/b.js", 10).unwrap().kind, "text/javascript");
        assert_eq!(serve(&folder, "/sub/b.js", 0), None);
        for path in [
            "/",
            "/sub",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/sub/..%2f..%2fsecret.txt",
            "/.env",
            "/%2eenv",
            "/sub/.git/config",
            "/none",
            "/%",
            "/%zz",
            "/%00",
            "/..\\secret.txt",
            "//etc/passwd",
            "/%2fetc%2fpasswd",
        ] {
            assert_eq!(text(path), None, "{path}");
        }
        #[cfg(unix)]
        {
            let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
            link("../secret.txt", "out.txt");
            link(".env", "hidden.txt");
            link("sub/b.js", "in.js");
            assert_eq!((text("/out.txt"), text("/hidden.txt")), (None, None));
            assert_eq!(text("/in.js").as_deref(), Some("b"));
        }
    }

    #[test]
    fn links_of_pages_without_an_address_stay_relative() {
        let seen = |url: &str| seen_from_page(Url::parse(url).unwrap());
        assert_eq!(seen("http://page.invalid/sub/a.html?b#c"), "sub/a.html?b#c");
        assert_eq!(seen("http://page.invalid"), "./");
        assert_eq!(seen("http://page.invalid.example/a"), "http://page.invalid.example/a");
    }

    #[test]
    fn utf8_is_told() {
        assert_eq!(charset("größer".as_bytes()).as_deref(), Some("utf-8"));
        assert_eq!((charset(b"plain"), charset(b"gr\xf6\xdfer")), (None, None));
    }
}
