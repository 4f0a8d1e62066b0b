//! Posts of a page's state as they are serialised.

use std::borrow::Cow;

use crate::Budget;
use crate::dom::{Base, Document, NodeId, ParseOptions, Tag, absolute, escape, line, one_line, parse, text};
use crate::output::posts::bytes_of;
use crate::posts::clean_html;
use crate::recognize::date::context::DateContext;
use crate::recognize::date::{DateTime, DayMonthOrder, find_date, parse_date, parse_unix};
use crate::state::posts::StatePost;
use crate::state::text::{plain, without_references};
use crate::types::posts::{RATING, SCORE};
use crate::types::{NamedCell, Post};

/// What is needed to write them.
pub(crate) struct StatePostWriter<'a> {
    /// The base of links, if known.
    pub(crate) base: Option<&'a Base>,
    /// When the page was fetched.
    pub(crate) now: Option<DateTime>,
    /// The page's language.
    pub(crate) language: Option<&'a str>,
    /// Whether to write HTML.
    pub(crate) html: bool,
    /// The number of bytes left of [`Limits::max_output`](crate::Limits).
    pub(crate) output: &'a Budget,
}

impl StatePostWriter<'_> {
    /// Writes the posts until the output limit is reached.
    pub(crate) fn posts(&self, posts: &[StatePost<'_>]) -> Vec<Post> {
        let found: Vec<_> = posts.iter().filter_map(|post| Some(find_date(post.date?)?.date)).collect();
        let order = DayMonthOrder::decide(&found, self.language);
        let dates = DateContext { reference: self.now, order, language: self.language, ages: true };
        // whole numbers in all posts: fractions say how well a post suits a search
        let are_whole = posts.iter().filter_map(|post| post.score).all(|score| score.parse::<i64>().is_ok());
        let written = posts.iter().map(|post| {
            let score = post.score.filter(|_| are_whole).map(|score| NamedCell::text(SCORE, score));
            let mut written = self.post(post, &dates);
            written.cells.extend(score);
            written
        });
        written.take_while(|post| self.output.spend(bytes_of(post))).collect()
    }

    fn post(&self, post: &StatePost<'_>, dates: &DateContext<'_>) -> Post {
        let address = |text: &str| absolute(self.base, text).unwrap_or_else(|| text.to_owned());
        let date = post.date.and_then(|text| parse_unix(text).or_else(|| parse_date(text, dates)));
        let shown = |text: Option<&str>| text.map(plain).filter(|text| !text.is_empty());
        let body = Body::of(&post.body);
        Post {
            number: shown(post.number),
            title: shown(post.title),
            author: post.author.clone(),
            author_url: post.author_url.map(address),
            date: date.map(|date| date.to_iso()),
            date_text: post.date.map(one_line).filter(|text| !text.is_empty()),
            body: body.text(),
            html: self.html.then(|| body.html()),
            quotes: body.quotes(),
            url: post.url.map(address),
            parent: post.parent,
            cells: post.rating.map(|stars| NamedCell::text(RATING, stars)).into_iter().collect(),
            ..Post::default()
        }
    }
}

/// The text of a post, as HTML or plain.
enum Body<'a> {
    Html(Box<Document>),
    Plain(Cow<'a, str>),
}

/// Whether what stands behind a `<` is an element of HTML, and not that of a type or a formula.
fn is_tag(behind: &str) -> bool {
    let name = behind.strip_prefix('/').unwrap_or(behind);
    let end = name.bytes().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(name.len());
    let is_closed = name[end..].starts_with(['>', '/']) || name[end..].starts_with(char::is_whitespace);
    is_closed && TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(&name[..end]))
}

/// Elements of which bodies are made.
const TAGS: [&str; 46] = [
    "a",
    "article",
    "aside",
    "b",
    "blockquote",
    "br",
    "center",
    "code",
    "del",
    "details",
    "div",
    "em",
    "figure",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "script",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "table",
    "u",
    "ul",
    "video",
];

impl Body<'_> {
    fn of<'a>(body: &'a str) -> Body<'a> {
        let last = body.rfind('>').unwrap_or(0);
        let is_marked = body[..last].match_indices('<').any(|(at, _)| is_tag(&body[at + 1..]));
        if !is_marked {
            let is_escaped = body.contains('&') && body.contains(';');
            return Body::Plain(if is_escaped { Cow::Owned(without_references(body)) } else { Cow::Borrowed(body) });
        }
        let page = parse(format!("<body>{body}").as_bytes(), &ParseOptions::new().charset("utf-8"));
        page.map_or(Body::Plain(Cow::Borrowed(body)), |document| Body::Html(Box::new(document)))
    }

    fn text(&self) -> String {
        match self {
            Body::Html(document) => text(document, Document::ROOT),
            Body::Plain(body) => body.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n"),
        }
    }

    fn html(&self) -> String {
        match self {
            Body::Html(document) => {
                let body = document.nodes().find(|&id| document.tag(id) == Tag::BODY).unwrap_or(Document::ROOT);
                clean_html(document, NodeId(body.0 + 1), document.end(body), &[])
            }
            Body::Plain(body) => {
                let mut out = String::with_capacity(body.len());
                escape(body.trim(), "&<>\"", &mut out);
                out
            }
        }
    }

    fn quotes(&self) -> Vec<String> {
        let Body::Html(document) = self else { return Vec::new() };
        let is_quote = |id: &NodeId| document.tag(*id) == Tag::BLOCKQUOTE;
        let outer =
            document.nodes().filter(is_quote).filter(|&id| !document.ancestors(id).skip(1).any(|up| is_quote(&up)));
        outer.map(|id| line(document, id, document.end(id))).filter(|quote| !quote.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_lines_whatever_they_are_written_in() {
        for (body, text, html) in [
            ("<p>Hi &amp; hello</p><p>1 &lt; 2</p>", "Hi & hello\n\n1 < 2", "<p>Hi &amp; hello</p><p>1 &lt; 2</p>"),
            ("1 < 2 and 3 > 2\n\nyes ", "1 < 2 and 3 > 2\n\nyes", "1 &lt; 2 and 3 &gt; 2\n\nyes"),
            ("Tom &amp; Ann", "Tom & Ann", "Tom &amp; Ann"),
            ("&gt; Which?\n\nThe small one.", "> Which?\n\nThe small one.", "&gt; Which?\n\nThe small one."),
            ("Use Vec<String>, not Box<T>", "Use Vec<String>, not Box<T>", "Use Vec&lt;String&gt;, not Box&lt;T&gt;"),
            ("a<script>alert(1)</script><img src=x onerror=alert(1)>", "a", "a<img src=\"x\">"),
        ] {
            let body = Body::of(body);
            assert_eq!((body.text().as_str(), body.html().as_str()), (text, html));
        }
        let quoted = Body::of("<blockquote>Which <blockquote>no</blockquote> lamp?</blockquote><p>This.");
        assert_eq!(quoted.quotes(), ["Which no lamp?"]);
    }
}
