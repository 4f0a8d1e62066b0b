//! Saved pages: their original address, from the comments of browsers and mirroring programs.

use crate::common::source::is_base;

/// Such a comment is within this many bytes from the beginning of a page.
const HEAD: usize = 8192;

/// The address from which a saved page says that it was saved. Only comments that programs write themselves are read;
/// what the page's author calls its address (`canonical`, `og:url`) may be another page.
pub(super) fn saved_from(page: &[u8]) -> Option<String> {
    let start = &page[..page.len().min(HEAD)];
    let comment = memchr::memmem::find(start, b"<!--")?;
    let text = String::from_utf8_lossy(&start[comment..]);
    let comments =
        text.split("<!--").skip(1).filter_map(|rest| rest.split_once("-->")).map(|(comment, _)| comment.trim());
    let address = comments
        .filter_map(|comment| browser(comment).or_else(|| single_file(comment)).or_else(|| httrack(comment, page)));
    address.into_iter().find(|address| is_web(address) && is_base(address))
}

fn is_web(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

/// `saved from url=(0035)https://…`, with the length of the address: browsers since Internet Explorer 5.
fn browser(comment: &str) -> Option<String> {
    let rest = comment.strip_prefix("saved from url=(")?;
    let (length, address) = rest.split_once(')')?;
    let length: usize = length.trim().parse().ok()?;
    // two hyphens in an address are written in another way, since they would end the comment
    let address = address.get(..length).unwrap_or(address);
    address.split_whitespace().next().map(str::to_owned)
}

/// `Page saved with SingleFile`, with a line for the address.
fn single_file(comment: &str) -> Option<String> {
    let lines = comment.strip_prefix("Page saved with SingleFile")?;
    lines.lines().find_map(|line| line.trim().strip_prefix("url:")).map(|address| address.trim().to_owned())
}

/// `Mirrored from www.example.com/a.html by HTTrack Website Copier/3.x`. The scheme is not stated: it is the one with
/// which the page refers to its own host elsewhere, or else `http`.
fn httrack(comment: &str, page: &[u8]) -> Option<String> {
    let (address, _) = comment.strip_prefix("Mirrored from ")?.split_once(" by HTTrack")?;
    let host = address.split('/').next().filter(|host| host.contains('.') && !host.contains(char::is_whitespace))?;
    let secure = memchr::memmem::find(page, format!("https://{host}").as_bytes()).is_some();
    Some(format!("{}://{address}", if secure { "https" } else { "http" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_programs_say_where_a_page_is_from() {
        let of = |page: &str| saved_from(page.as_bytes());
        let found = |address: &str| Some(address.to_owned());
        assert_eq!(
            of("<!DOCTYPE html>\n<!-- saved from url=(0028)https://x.example/list?a=1&b -->\n<html>"),
            found("https://x.example/list?a=1&b")
        );
        assert_eq!(
            of(
                "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://x.example/a?b#c \n saved date: Mon\n-->"
            ),
            found("https://x.example/a?b#c")
        );
        let mirrored = "<html>\n<!-- Mirrored from x.example/a/b.html by HTTrack Website Copier/3.x [XR&CO'2014] -->";
        assert_eq!(of(mirrored), found("http://x.example/a/b.html"));
        assert_eq!(of(&format!("{mirrored}<a href=https://x.example/c>")), found("https://x.example/a/b.html"));
        // after another comment
        assert_eq!(of("<!-- a --><!-- saved from url=(0017)http://x.example/ -->"), found("http://x.example/"));
    }

    #[test]
    fn nothing_else_is_an_address() {
        for page in [
            "",
            "<p>saved from url=(0017)http://x.example/",
            "<!-- saved from url=(0014)about:internet -->",
            "<!-- saved from url=(0020)file:///etc/passwd -->",
            "<!-- saved from url=(x)http://x.example/ -->",
            "<!-- saved from url=(0017)http://x.example/",
            "<!-- Mirrored from somewhere by HTTrack -->",
            "<link rel=canonical href=https://x.example/>",
        ] {
            assert_eq!(saved_from(page.as_bytes()), None, "{page}");
        }
    }
}
