//! What a page's head says about its article: titles, description and address (which FOREST 5 suggests as signifiers).

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::dom::{AttrName, Document, Tag, line};

/// What the head of a page says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// The `<title>` unchanged; it may include the site's name.
    pub head_title: Option<String>,
    /// Titles in Open Graph, Twitter cards and JSON-LD.
    pub titles: Vec<String>,
    /// Descriptions in the same places and in `<meta name=description>`.
    pub descriptions: Vec<String>,
    /// The address of the page, canonical or by Open Graph.
    pub url: Option<String>,
    /// Names of authors, each with its source: that a site puts its own name into one source says nothing about
    /// another.
    pub authors: Vec<(String, String)>,
    /// Dates of publication as they are written.
    pub dates: Vec<String>,
    /// The types of the page in Open Graph and JSON-LD, in lower case.
    pub kinds: Vec<String>,
}

impl Hints {
    /// Reads the `<meta>`, `<link>`, `<title>` and JSON-LD of a page. Takes linear time.
    pub fn new(document: &Document) -> Hints {
        let mut hints = Hints::default();
        let mut head_title = None;
        for id in document.nodes() {
            match document.tag(id) {
                Tag::TITLE if head_title.is_none() => head_title = Some(line(document, id, document.end(id))),
                Tag::META => {
                    let name = document.attr(id, AttrName::PROPERTY).or_else(|| document.attr(id, AttrName::NAME));
                    if let Some((name, content)) = name.zip(document.attr(id, AttrName::CONTENT)) {
                        hints.meta(&name.to_ascii_lowercase(), content.trim());
                    }
                }
                Tag::LINK if document.attr(id, AttrName::REL).is_some_and(|r| r.eq_ignore_ascii_case("canonical")) => {
                    hints.url = document.attr(id, AttrName::HREF).map(str::to_owned).or(hints.url);
                }
                Tag::SCRIPT
                    if document
                        .attr(id, AttrName::TYPE)
                        .is_some_and(|t| t.eq_ignore_ascii_case("application/ld+json")) =>
                {
                    if let Ok(value) = serde_json::from_str::<Value>(document.raw_text(id).trim()) {
                        hints.json_ld(&value);
                    }
                }
                _ => {}
            }
        }
        hints.head_title = head_title.filter(|t| !t.is_empty());
        hints
    }

    fn meta(&mut self, name: &str, content: &str) {
        if content.is_empty() {
            return;
        }
        match name {
            "og:title" | "twitter:title" | "dc.title" | "citation_title" => self.titles.push(content.to_owned()),
            "og:description" | "twitter:description" | "description" | "dc.description" => {
                self.descriptions.push(content.to_owned());
            }
            "og:url" if self.url.is_none() => self.url = Some(content.to_owned()),
            "author" | "article:author" | "dc.creator" | "citation_author" | "parsely-author"
                if !content.contains("://") =>
            {
                self.authors.push((name.to_owned(), content.to_owned()));
            }
            "article:published_time"
            | "date"
            | "dc.date"
            | "dc.date.issued"
            | "citation_publication_date"
            | "parsely-pub-date"
            | "pubdate" => self.dates.push(content.to_owned()),
            "og:type" => self.kinds.push(content.to_ascii_lowercase()),
            _ => {}
        }
    }

    /// Finds the articles among JSON-LD objects, wherever they are nested.
    fn json_ld(&mut self, value: &Value) {
        let mut open = vec![value];
        let mut steps = 0;
        while let Some(value) = open.pop() {
            steps += 1;
            if steps > 10_000 {
                return;
            }
            match value {
                Value::Array(items) => open.extend(items.iter().rev()),
                Value::Object(fields) => {
                    let kinds = strings(fields.get("@type"));
                    if kinds
                        .iter()
                        .any(|k| k.ends_with("Article") || k.ends_with("BlogPosting") || k.ends_with("Report"))
                    {
                        self.titles.extend(strings(fields.get("headline")));
                        self.descriptions.extend(strings(fields.get("description")));
                        self.dates.extend(strings(fields.get("datePublished")));
                        self.authors
                            .extend(names(fields.get("author")).into_iter().map(|name| ("json-ld".to_owned(), name)));
                        self.kinds.extend(kinds.iter().map(|k| k.to_ascii_lowercase()));
                    } else {
                        open.extend(["@graph", "mainEntity", "mainEntityOfPage"].iter().filter_map(|k| fields.get(*k)));
                    }
                }
                _ => {}
            }
        }
    }
}

fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(s)) if !s.trim().is_empty() => vec![s.trim().to_owned()],
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(|s| s.trim().to_owned()).collect(),
        _ => Vec::new(),
    }
}

fn names(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => items.iter().flat_map(|v| names(Some(v))).collect(),
        Some(Value::Object(person)) => strings(person.get("name")),
        other => strings(other),
    }
}

/// An address without scheme, `www.`, query, fragment, `index.html` and final slash, for comparisons.
pub fn address_key(url: &str) -> String {
    let url = url.trim();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['#', '?']).next().unwrap_or_default();
    let rest = rest.trim_start_matches("www.").trim_end_matches('/');
    let rest = rest.strip_suffix("/index.html").or_else(|| rest.strip_suffix("/index.htm")).unwrap_or(rest);
    rest.to_lowercase()
}

/// The texts of links by the page that they lead to, as an [`address_key`] or only its path.
pub type AnchorTexts = FxHashMap<String, Vec<String>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn head_and_json_ld() {
        let html = r#"<title>A — Site</title><meta property=og:title content=A><link rel=canonical href=https://x.example/a>
            <script type=application/ld+json>{"@graph":[{"@type":"WebSite","name":"Site"},
            {"@type":["NewsArticle"],"headline":"A!","author":[{"name":"Ann"},"Bob"],"datePublished":"2024-01-05"}]}</script>"#;
        let hints = Hints::new(&parse(html.as_bytes(), &ParseOptions::default()).unwrap());
        assert_eq!(hints.head_title.as_deref(), Some("A — Site"));
        assert_eq!(hints.titles, ["A", "A!"]);
        let authors: Vec<&str> = hints.authors.iter().map(|a| a.1.as_str()).collect();
        assert_eq!(authors, ["Ann", "Bob"]);
        assert_eq!(hints.dates, ["2024-01-05"]);
        assert_eq!(hints.url.as_deref(), Some("https://x.example/a"));
    }

    #[test]
    fn addresses_are_compared_folded() {
        assert_eq!(address_key("https://www.a.example/x/index.html?y#z"), address_key("http://a.example/x/"));
    }
}
