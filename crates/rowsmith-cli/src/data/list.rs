//! The entries of sitemaps and feeds as rows.

use feed_rs::model::Entry;
use quick_xml::Reader;
use quick_xml::events::Event;
use rowsmith::types::RegionTable;

use super::columns::{Item, Rows};

/// The entries of a sitemap or feed.
///
/// # Errors
/// If it is damaged, or has no entries.
pub(crate) fn table(bytes: &[u8], address: Option<&str>) -> Result<RegionTable, String> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).into_owned();
    let is_sitemap = start.contains("<urlset") || start.contains("<sitemapindex") || start.contains(":urlset");
    let rows = if is_sitemap { sitemap(bytes)? } else { feed(bytes, address)? };
    let table = rows.table("$".to_owned(), if is_sitemap { "sitemap" } else { "feed" }, true);
    match table.records.is_empty() {
        true => Err("the input is a sitemap or feed without entries".to_owned()),
        false => Ok(table),
    }
}

/// What a sitemap says about each address.
fn sitemap(bytes: &[u8]) -> Result<Rows, String> {
    let mut reader = Reader::from_reader(bytes);
    let (mut rows, mut path, mut text) = (Rows::default(), Vec::<String>::new(), String::new());
    let mut count = 0;
    loop {
        let event = reader.read_event();
        match event {
            Ok(Event::Start(tag)) => {
                path.push(String::from_utf8_lossy(tag.local_name().as_ref()).into_owned());
                text.clear();
                if path.len() == 2 {
                    rows.row(format!("$[{count}]"));
                    count += 1;
                }
            }
            Ok(Event::Text(part)) => text.push_str(&String::from_utf8_lossy(&part)),
            Ok(Event::CData(part)) => text.push_str(&String::from_utf8_lossy(&part)),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(c)) => text.push(c),
                _ => {
                    let name = String::from_utf8_lossy(&name).into_owned();
                    text.push_str(quick_xml::escape::resolve_xml_entity(&name).unwrap_or(""));
                }
            },
            Ok(Event::End(_)) => {
                let content = text.trim();
                if let [_, _, names @ ..] = path.as_slice()
                    && !names.is_empty()
                    && !content.is_empty()
                {
                    let name = if names == ["loc"] { "url".to_owned() } else { names.join(".") };
                    rows.put(&name, Item::text(content));
                }
                text.clear();
                path.pop();
            }
            Ok(Event::Eof) if path.is_empty() => return Ok(rows),
            Ok(Event::Eof) => return Err("the input is a truncated sitemap".to_owned()),
            Err(error) => return Err(format!("the input is a damaged sitemap: {error}")),
            Ok(_) => {}
        }
    }
}

/// What a feed says about each entry.
fn feed(bytes: &[u8], address: Option<&str>) -> Result<Rows, String> {
    // what an entry does not say is not made up: the default is a hash, or a random number
    let parser = feed_rs::parser::Builder::new().base_uri(address).id_generator(|_, _, _| String::new()).build();
    let feed = parser.parse(bytes).map_err(|error| format!("the input is a malformed feed: {error}"))?;
    let mut rows = Rows::default();
    for (at, entry) in feed.entries.into_iter().enumerate() {
        rows.row(format!("$[{at}]"));
        put_entry(&mut rows, entry);
    }
    Ok(rows)
}

fn put_entry(rows: &mut Rows, entry: Entry) {
    let mut put = |name: &str, text: Option<String>| {
        if let Some(text) = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) {
            rows.put(name, Item::text(text));
        }
    };
    let is_page = |link: &&feed_rs::model::Link| link.rel.as_deref().is_none_or(|rel| rel == "alternate");
    let link = entry.links.iter().find(is_page).or(entry.links.first());
    let authors: Vec<String> = entry.authors.iter().filter_map(|person| person.name.clone()).collect();
    let categories: Vec<String> = entry.categories.iter().map(|category| category.term.clone()).collect();
    let image = entry.media.iter().flat_map(|media| {
        let shown = media.thumbnails.iter().map(|thumbnail| thumbnail.image.uri.clone());
        shown.chain(media.content.iter().filter_map(|content| content.url.as_ref().map(ToString::to_string)))
    });
    put("title", entry.title.map(|title| title.content));
    put("url", link.map(|link| link.href.clone()));
    put("date", entry.published.or(entry.updated).map(|date| date.to_rfc3339()));
    put("author", Some(authors.join(", ")));
    put("summary", entry.summary.map(|summary| summary.content));
    put("category", Some(categories.join(", ")));
    put("image", image.into_iter().next());
    put("id", Some(entry.id));
    put("content", entry.content.and_then(|content| content.body));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &str) -> Vec<Vec<(String, String)>> {
        let table = table(list.as_bytes(), None).unwrap();
        let record = |record: rowsmith::types::Record<'_>| {
            record.iter().map(|item| (item.column.name.clone(), item.cell.text.clone())).collect()
        };
        table.records().map(record).collect()
    }

    #[test]
    fn entries_of_a_sitemap() {
        let map = "<?xml version='1.0'?><urlset xmlns='x' xmlns:image='i'><url><loc>https://x.example/?a=1&amp;b</loc>
            <lastmod>2024-01-02</lastmod><image:image><image:loc>https://x.example/i.png</image:loc></image:image></url>
            <url><loc>https://x.example/b</loc></url></urlset>";
        let rows = texts(map);
        assert_eq!(rows.len(), 2);
        let text = |name: &str| rows[0].iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str());
        assert_eq!((text("url"), text("lastmod")), (Some("https://x.example/?a=1&b"), Some("2024-01-02")));
        assert_eq!(text("image.loc"), Some("https://x.example/i.png"));
        assert!(table(b"<urlset></urlset>", None).is_err() && table(b"<urlset><url><loc>x", None).is_err());
    }

    #[test]
    fn an_entry_without_an_identifier_has_none() {
        let rss =
            "<rss version='2.0'><channel><title>t</title><item><description>a</description></item></channel></rss>";
        assert_eq!(texts(rss), [[("summary".to_owned(), "a".to_owned())]]);
        assert_eq!(texts(rss), texts(rss), "nothing is random");
    }

    #[test]
    fn entries_of_a_feed() {
        let rss = "<rss version='2.0'><channel><title>t</title><link>https://x.example/</link>
            <item><title>A &amp; B</title><link>https://x.example/a</link><guid>1</guid>
            <pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate><category>c</category></item></channel></rss>";
        let rows = texts(rss);
        let names: Vec<&str> = rows[0].iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["title", "url", "date", "category", "id"]);
        assert_eq!((rows[0][0].1.as_str(), rows[0][2].1.as_str()), ("A & B", "2024-01-02T03:04:05+00:00"));
    }
}
