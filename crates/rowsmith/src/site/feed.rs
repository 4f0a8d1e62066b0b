//! Web feeds: what RSS, Atom and JSON feeds say about a site's articles (FOREST 3.1).

use crate::dom::{Document, ParseOptions, parse, text};
use crate::error::Error;

/// An item of a feed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeedItem {
    /// The title, as plain text.
    pub title: String,
    /// The address of the article.
    pub link: Option<String>,
    /// The description, or the whole content, as plain text.
    pub description: String,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// The day on which it was published, such as `2024-01-05`, in the time zone of the feed if known.
    pub date: Option<String>,
}

/// The items of an RSS, Atom or JSON feed, in order.
///
/// # Errors
/// [`Error::NotAFeed`] for anything that is neither RSS, Atom nor JSON Feed.
///
/// ```
/// use rowsmith::sites::parse_feed;
///
/// let rss = br#"<rss version="2.0"><channel><title>The Pier</title><item><title>Low tide</title>
///     <link>https://pier.example/tide</link><pubDate>Fri, 05 Jan 2024 09:14:00 GMT</pubDate></item></channel></rss>"#;
/// let items = parse_feed(rss)?;
/// assert_eq!((items[0].title.as_str(), items[0].date.as_deref()), ("Low tide", Some("2024-01-05")));
/// assert!(parse_feed(b"<h1>Low tide</h1>").is_err());
/// # Ok::<(), rowsmith::Error>(())
/// ```
#[cfg(feature = "feeds")]
pub fn parse_feed(bytes: &[u8]) -> Result<Vec<FeedItem>, Error> {
    // the default creates random ids for items that have none
    let parser = feed_rs::parser::Builder::new().sanitize_content(false).id_generator(|_, _, _| String::new()).build();
    let feed = parser.parse(bytes).map_err(|e| Error::NotAFeed(e.to_string()))?;
    let shared: Vec<String> = feed.authors.into_iter().filter_map(|p| p.name).collect();
    Ok(feed
        .entries
        .into_iter()
        .map(|entry| {
            let description = entry.summary.map(|t| t.content).into_iter().chain(entry.content.and_then(|c| c.body));
            let description = description.map(|html| plain(&html)).max_by_key(String::len).unwrap_or_default();
            let authors: Vec<String> = entry.authors.into_iter().filter_map(|p| p.name).collect();
            FeedItem {
                title: entry.title.map(|t| plain(&t.content)).unwrap_or_default(),
                link: entry.links.into_iter().next().map(|l| l.href),
                description,
                authors: if authors.is_empty() { shared.clone() } else { authors },
                date: entry.published.or(entry.updated).map(|d| d.format("%Y-%m-%d").to_string()),
            }
        })
        .collect())
}

/// The text of an HTML fragment on one line.
fn plain(html: &str) -> String {
    let page = parse(html.as_bytes(), &ParseOptions { charset: Some("utf-8".into()), ..Default::default() });
    page.map(|p| text(&p, Document::ROOT).split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rss_and_atom_items() {
        let rss = br#"<rss version="2.0"><channel><title>S</title><item><title>One &amp; two</title>
            <link>http://a.example/1</link><description>&lt;p&gt;First &lt;b&gt;lines&lt;/b&gt;</description>
            <pubDate>Fri, 19 Dec 2025 09:14:00 GMT</pubDate></item></channel></rss>"#;
        let item = parse_feed(rss).unwrap().remove(0);
        assert_eq!((item.title.as_str(), item.description.as_str()), ("One & two", "First lines"));
        assert_eq!((item.link.as_deref(), item.date.as_deref()), (Some("http://a.example/1"), Some("2025-12-19")));
        let atom = br#"<feed xmlns="http://www.w3.org/2005/Atom"><title>S</title><entry><title>T</title>
            <link href="/2"/><author><name>Ann</name></author><updated>2024-01-05T10:00:00Z</updated></entry></feed>"#;
        let item = parse_feed(atom).unwrap().remove(0);
        assert_eq!((item.authors, item.date.as_deref()), (vec!["Ann".to_owned()], Some("2024-01-05")));
        assert!(matches!(parse_feed(b"<html>no"), Err(Error::NotAFeed(_))));
    }
}
