//! Sitemaps and feeds as lists of pages. What they name is fetched only if it is an `http` or `https` address, and
//! links of the pages are not followed.

use quick_xml::Reader;
use quick_xml::events::Event;
use url::Url;

use super::form::Form;
use super::inputs::{Input, is_list_name};
use super::load::Loaded;
use super::pages::{Found, Pages};
use super::shape::root;
use super::task::{Content, Task};
use super::tell::tell;
use crate::common::problem::Problem;
use crate::common::source::{PageContext, PageSource};

/// Whether a text begins like a sitemap, a feed of RSS or Atom, or a JSON feed.
pub(crate) fn is_list(start: &[u8]) -> bool {
    tell(start) == Form::List
}

/// Whether an address looks like that of a sitemap or feed, judging by its last part.
pub(crate) fn is_list_address(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let last = url.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty())).unwrap_or("");
    is_list_name(last.as_ref()) || ["feed", "feed.json", "rss", "atom"].contains(&last.to_ascii_lowercase().as_str())
}

/// The pages that a list names. `base` is its own address, if it has one.
///
/// # Errors
/// If it is malformed from the start, or names no page.
pub(crate) fn read(bytes: &[u8], name: &str, base: Option<&str>) -> Result<Box<dyn Pages>, Problem> {
    let base = base.and_then(|base| Url::parse(base).ok());
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).into_owned();
    let is_sitemap = root(start.trim_start_matches('\u{feff}'))
        .is_some_and(|root| matches!(root.rsplit(':').next(), Some("urlset" | "sitemapindex")));
    let mut named = if is_sitemap { sitemap(bytes) } else { feed(bytes, base.as_ref())? };
    named.retain_mut(|named| {
        let url = match &base {
            Some(base) => base.join(named.url.trim()),
            None => Url::parse(named.url.trim()),
        };
        match url {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {
                named.url = url.into();
                true
            }
            _ => false,
        }
    });
    if named.is_empty() {
        return Err(Problem::new("list", "a list of pages that names no page"));
    }
    let count = named.len();
    Ok(Box::new(List { name: name.to_owned(), named: named.into_iter(), count }))
}

/// The page at an address that looked like that of a list.
pub(crate) fn one_page(url: &str, context: PageContext, loaded: Loaded) -> Box<dyn Pages> {
    struct One(Option<Task>);
    impl Pages for One {
        fn next(&mut self) -> Option<Found> {
            self.0.take().map(Found::Page)
        }
    }
    let source = PageSource { context, ..PageSource::named(url.to_owned()) };
    Box::new(One(Some(Task::new(source, Content::Bytes(loaded)))))
}

struct Named {
    url: String,
    is_list: bool,
}

struct List {
    name: String,
    named: std::vec::IntoIter<Named>,
    count: usize,
}

impl Pages for List {
    fn next(&mut self) -> Option<Found> {
        let named = self.named.next()?;
        if named.is_list {
            return Some(Found::Input(Input::Url(named.url)));
        }
        let position = (self.count - self.named.len()) as u64;
        let source = PageSource::within(&self.name, position, named.url.clone(), PageContext::default());
        Some(Found::Page(Task::new(source, Content::Url(named.url))))
    }

    fn fraction(&self) -> Option<f64> {
        Some((self.count - self.named.len()) as f64 / self.count as f64)
    }
}

/// The addresses in a sitemap, or in an index of sitemaps, up to the first error.
fn sitemap(bytes: &[u8]) -> Vec<Named> {
    let mut reader = Reader::from_reader(bytes);
    let (mut named, mut path, mut text) = (Vec::new(), Vec::<Vec<u8>>::new(), String::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                path.push(tag.local_name().as_ref().to_vec());
                text.clear();
            }
            Ok(Event::Text(part)) => text.push_str(&String::from_utf8_lossy(&part)),
            Ok(Event::CData(part)) => text.push_str(&String::from_utf8_lossy(&part)),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(c)) => text.push(c),
                _ => {
                    text.push_str(quick_xml::escape::resolve_xml_entity(&String::from_utf8_lossy(&name)).unwrap_or(""))
                }
            },
            Ok(Event::End(_)) => {
                if let [.., parent, last] = path.as_slice()
                    && last == b"loc"
                    && (parent == b"url" || parent == b"sitemap")
                {
                    named.push(Named { url: std::mem::take(&mut text), is_list: parent == b"sitemap" });
                }
                path.pop();
            }
            Ok(Event::Eof) | Err(_) => return named,
            Ok(_) => {}
        }
    }
}

/// The pages of a feed's entries.
fn feed(bytes: &[u8], base: Option<&Url>) -> Result<Vec<Named>, Problem> {
    let parser = feed_rs::parser::Builder::new().base_uri(base).build();
    let feed = parser.parse(bytes).map_err(|error| Problem::new("list", format!("a malformed feed: {error}")))?;
    let page = |entry: feed_rs::model::Entry| {
        let is_page = |link: &&feed_rs::model::Link| link.rel.as_deref().is_none_or(|rel| rel == "alternate");
        let link = entry.links.iter().find(is_page).or(entry.links.first())?;
        Some(Named { url: link.href.clone(), is_list: false })
    };
    Ok(feed.entries.into_iter().filter_map(page).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str, base: Option<&str>) -> Vec<String> {
        let mut pages = read(list.as_bytes(), "list", base).unwrap();
        let found = std::iter::from_fn(|| pages.next());
        found
            .map(|found| match found {
                Found::Page(task) => task.source.name,
                Found::Input(input) => format!("list {}", input.name()),
                Found::Nested(nested) => panic!("{}", nested.name),
            })
            .collect()
    }

    #[test]
    fn sitemaps() {
        let map = "\u{feff}<?xml version='1.0'?><!-- a > b --><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'
            xmlns:image='i'><url><loc> https://x.example/?a=1&amp;b=&#50; </loc><image:image><image:loc>https://x.example/i
            </image:loc></image:image></url><url><loc><![CDATA[/b]]></loc></url><url><loc>file:///etc/passwd</loc></url>
            </urlset>";
        assert!(is_list(map.as_bytes()));
        assert_eq!(
            names(map, Some("https://x.example/sitemap.xml")),
            ["https://x.example/?a=1&b=2", "https://x.example/b"]
        );
        assert_eq!(names(map, None), ["https://x.example/?a=1&b=2"]);
        let index = "<sitemapindex><sitemap><loc>http://x.example/1.xml.gz</loc></sitemap><sitemap><loc>http://x";
        assert_eq!(names(index, None), ["list http://x.example/1.xml.gz"]);
        assert!(read(b"<urlset></urlset>", "list", None).is_err());
    }

    #[test]
    fn feeds() {
        let rss = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>t</title><link>https://x.example/</link>
            <item><title>a</title><link>https://x.example/a</link></item>
            <item><title>b</title><link>https://x.example/b</link></item></channel></rss>";
        assert_eq!(names(rss, None), ["https://x.example/a", "https://x.example/b"]);
        let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title><entry><title>a</title>
            <link rel=\"self\" href=\"https://x.example/self\"/><link rel=\"alternate\" href=\"https://x.example/a\"/>
            </entry></feed>";
        assert_eq!(names(atom, None), ["https://x.example/a"]);
        let json = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "t",
            "items": [{"id": "1", "url": "https://x.example/a", "content_text": "a"}]}"#;
        assert_eq!(names(json, None), ["https://x.example/a"]);
        assert!([rss, atom, json].iter().all(|list| is_list(list.as_bytes())));
        assert!(read(b"<rss><channel>", "list", None).is_err());
    }

    #[test]
    fn pages_are_no_lists() {
        for page in ["<!DOCTYPE html><html>", "<?xml version='1.0'?><html xmlns='x'>", "<p>", "", "{\"a\": 1}", "<!--"]
        {
            assert!(!is_list(page.as_bytes()), "{page}");
        }
        for (address, is) in [
            ("https://x.example/sitemap.xml", true),
            ("https://x.example/blog/feed/", true),
            ("https://x.example/a.rss?x=1", true),
            ("https://x.example/feeds", false),
            ("https://x.example/", false),
        ] {
            assert_eq!(is_list_address(address), is, "{address}");
        }
    }
}
