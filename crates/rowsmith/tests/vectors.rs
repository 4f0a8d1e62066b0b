//! What others have tried on sanitisers, and more of our own ([`own`]), in pages: nothing that is written of them acts. What is looked at
//! is the HTML of articles and posts, Markdown by two renderers that let HTML through, and pages that are written again (`inspect`, the
//! studio's).
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/active.rs"]
mod active;
#[path = "vectors/own.rs"]
mod own;
#[path = "common/whole.rs"]
mod whole;

use std::path::Path;

use active::{Output, active};
use rowsmith::content::{MarkdownFlavor, MarkdownOptions, html, markdown};
use rowsmith::{ArticleOptions, Page, PageOptions, PostsOptions, RecordsOptions};
use whole::whole_content;

/// The texts of a file of others.
fn published(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn all() -> Vec<String> {
    let files = ["ammonia.jsonl", "bleach.jsonl", "brs-kb.jsonl"];
    files.into_iter().flat_map(published).chain(own::vectors()).collect()
}

/// Places of a page: `*` is the text as markup, `@` as text or the value of an attribute.
const PLACES: [&str; 14] = [
    "<p>a *</p><p>b</p>",
    "<p>a @ b</p><p>@</p>",
    "<h2>@</h2><blockquote><p>@</p>*</blockquote>",
    "<pre><code>@</code></pre><p>a <code>@</code> <kbd>*</kbd>",
    "<table><caption>@</caption><tr><th>@<th>b<tr><td>*<td>@</table>",
    "<ul><li>@<li>*<ol><li>@</ol></ul>",
    "<p><a href=\"@\">@</a> <img src=\"@\" alt=\"@\" title=\"@\"> <b>@</b><i>@</i></p>",
    "<svg>*</svg><p>a</p>",
    "<math><mtext>*</mtext><annotation encoding=application/x-tex>@</annotation></math><p>a $@$ b</p>",
    "<noscript>*</noscript><style>*</style><p>a</p>",
    "<figure><img src=x.png><figcaption>@</figcaption></figure><details><summary>@</summary>*</details>",
    "<p class=\"@\" id=\"@\" style=\"@\">a</p><pre class=\"language-@\"><code class=\"@\">b</code></pre>",
    "<p>a<sup><a href=#fn1>1</a></sup></p><ol class=footnotes><li id=fn1>@ *</ol>",
    "<div class='admonition @'><p class=admonition-title>@</p><p>*</p></div><dl><dt>@<dd>*</dl>",
];

/// A text at a place.
fn placed(place: &str, vector: &str) -> String {
    let quoted = vector.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let parts: Vec<String> = place.split('*').map(|part| part.replace('@', &quoted)).collect();
    parts.join(vector)
}

/// What acts in what was written of a page of which everything is kept.
fn in_content(html_of_page: &str) -> Vec<String> {
    let content = whole_content(html_of_page.as_bytes()).unwrap();
    let mut found = labelled("article -f html", active(&html(&content), Output::Clean));
    for flavor in [MarkdownFlavor::Gfm, MarkdownFlavor::CommonMark] {
        found.extend(in_markdown(&markdown(&content, MarkdownOptions::new().flavor(flavor))));
    }
    found
}

fn in_markdown(markdown: &str) -> Vec<String> {
    use pulldown_cmark::Options;
    let mut found = Vec::new();
    for extended in [true, false] {
        let mut options = Options::empty();
        let extensions = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        options.set(extensions | Options::ENABLE_TASKLISTS, extended);
        let mut rendered = String::new();
        pulldown_cmark::html::push_html(&mut rendered, pulldown_cmark::Parser::new_ext(markdown, options));
        found.extend(labelled("Markdown by pulldown-cmark", active(&rendered, Output::Rendered)));
        let mut options = comrak::Options::default();
        options.extension.table = extended;
        options.extension.footnotes = extended;
        options.extension.strikethrough = extended;
        options.extension.tasklist = extended;
        options.render.r#unsafe = true;
        let rendered = comrak::markdown_to_html(markdown, &options);
        found.extend(labelled("Markdown by comrak", active(&rendered, Output::Rendered)));
    }
    found
}

/// What acts in all that is written of a page, as its users get it.
fn in_page(body: &str) -> Vec<String> {
    let text = "The movement was built in 1894, and stopped in the winter of 2013, when salt water reached the tower. "
        .repeat(3);
    let items: String =
        (1..=4).map(|at| format!("<li class=item><a href=/{at}>Item {at}</a> <b>${at}.00</b> {body}</li>")).collect();
    let post =
        |at: usize| format!("<div class=post><a href=/u/{at}>ann{at}</a> <i>{at} May 2024</i><p>{text}{body}</div>");
    let pages = [
        format!("<title>a</title><h1>The clock</h1><p>{text}</p>{body}<p>{text}</p>"),
        format!("<title>a</title><h1>Items</h1><ul>{items}</ul>"),
        format!("<h1>Thread</h1><div>{}{}{}</div>", post(1), post(2), post(3)),
    ];
    let mut found = Vec::new();
    for (at, html) in pages.iter().enumerate() {
        let page =
            Page::parse(html.as_bytes(), &PageOptions::new().source(body).url("https://example.com/a/")).unwrap();
        found.extend(labelled("inspect", active(&page.inspect(&RecordsOptions::new()), Output::Page)));
        match at {
            0 => {
                let article = page.article(&ArticleOptions::new());
                found.extend(labelled("article", active(&article.html, Output::Clean)));
                found.extend(in_markdown(&article.markdown));
            }
            1 => found.extend(labelled("shown", active(&page.shown(&RecordsOptions::new()).html, Output::Page))),
            _ => {
                for post in page.posts(&PostsOptions::new().html(true)).posts {
                    found.extend(labelled("posts", active(post.html.as_deref().unwrap_or_default(), Output::Clean)));
                }
            }
        }
    }
    found
}

fn labelled(what: &str, found: Vec<String>) -> Vec<String> {
    found.into_iter().map(|found| format!("{what}: {found}")).collect()
}

/// Looks at every page, in two threads, and fails with those in which something acts.
fn none_acts(pages: &[String], look: impl Fn(&str) -> Vec<String> + Sync) {
    let (first, second) = pages.split_at(pages.len() / 2);
    let wrong_in = |pages: &[String]| {
        let looked = pages.iter().map(|page| (page, look(page)));
        looked
            .filter(|(_, found)| !found.is_empty())
            .map(|(page, found)| format!("{found:?}\n{page}"))
            .collect::<Vec<_>>()
    };
    let wrong = std::thread::scope(|threads| {
        let other = threads.spawn(|| wrong_in(second));
        [wrong_in(first), other.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), pages.len(), wrong[..wrong.len().min(10)].join("\n\n"));
}

#[test]
fn what_acts_is_found() {
    for vector in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a href=javascript:alert(1)>a</a>",
        "<base href=/x>",
    ] {
        assert!(!active(vector, Output::Clean).is_empty(), "{vector}");
        assert!(!in_markdown(vector).is_empty(), "{vector}");
        let policy =
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">";
        assert!(!active(&format!("{policy}{vector}"), Output::Page).is_empty(), "{vector}");
        assert_eq!(active(policy, Output::Page), Vec::<String>::new());
    }
    assert!(!in_markdown("[a](javascript:alert(1))").is_empty());
}

/// Whether all that there is to look at is looked at (`VECTORS=all`), which takes minutes, and not a part of it.
fn everything() -> bool {
    std::env::var_os("VECTORS").is_some_and(|value| value == "all")
}

/// Each vector at some places, others for the next one.
fn pages(vectors: &[String], places_each: usize) -> Vec<String> {
    let at = |(at, vector): (usize, &String)| {
        let places = (0..places_each).map(|nth| PLACES[(at * places_each + nth) % PLACES.len()]);
        places.map(|place| placed(place, vector)).collect::<Vec<_>>()
    };
    vectors.iter().enumerate().flat_map(at).collect()
}

#[test]
fn articles_and_markdown_of_all_vectors() {
    let vectors = all();
    assert!(vectors.len() > 6000, "{}", vectors.len());
    none_acts(&pages(&vectors, if everything() { PLACES.len() } else { 3 }), in_content);
}

#[test]
fn every_output_of_vectors() {
    let step = if everything() { 1 } else { 5 };
    let vectors: Vec<String> = all().into_iter().step_by(step).collect();
    none_acts(&pages(&vectors, 1), in_page);
}
