//! The article of a page, from bytes to the result type.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/hostile.rs"]
mod hostile;

use rowsmith::types::{ArticlePage, Warning};
use rowsmith::{ArticleOptions, Limits, Page, PageOptions};

const LONG: &str = "The old path climbs through the beech wood, crosses the stream twice, and comes out on the open \
    moor, where on a clear morning you can see both the sea and the hills that we walked over the day before.";

fn of(html: &str) -> ArticlePage {
    Page::parse(html.as_bytes(), &PageOptions::new()).unwrap().article(&ArticleOptions::new())
}

/// A page with a menu, an article of `body` and a footer.
fn article(body: &str) -> ArticlePage {
    let menu = "<nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul></nav>";
    of(&format!(
        "<!DOCTYPE html><html lang=en><title>A long walk | The Daily</title><body>{menu}<main><article><h1>A long walk</h1>\
         <p>By <a rel=author href=/ann>Ann Bloggs</a> <time datetime=2024-01-05>5 January 2024</time></p>\
         <p>{LONG}</p>{body}<p>{LONG} Then it rained.</p></article></main>\
         <footer><p>© 2024 The Daily. <a href=/privacy>Privacy</a></p></footer>"
    ))
}

#[test]
fn text_and_metadata() {
    let page = article("");
    assert_eq!(page.metadata.title.as_deref(), Some("A long walk"));
    assert_eq!(page.metadata.author.as_deref(), Some("Ann Bloggs"));
    assert_eq!(page.metadata.date.as_deref(), Some("2024-01-05"));
    assert_eq!(page.metadata.language.as_deref(), Some("en"));
    assert!(page.text.contains("beech wood") && page.text.contains("Then it rained."), "{}", page.text);
    assert!(!page.text.contains("Privacy") && !page.text.contains("About us"), "{}", page.text);
    assert!(page.path.starts_with("/html[1]/body[1]/main[1]/article[1]"), "{}", page.path);
}

#[test]
fn a_text_is_given_once() {
    assert_eq!(article(&format!("<p>{LONG}</p>")).text.matches("climbs through").count(), 2);
}

#[test]
fn structure_is_kept_in_markdown() {
    let page = article(&format!(
        "<h2>What to take</h2><p>{LONG} Take:</p><ul><li>water, <b>a lot</b> of it, since there is none on the way up</li>\
         <li>a map of the <a href='/moor'>whole moor</a>, since the signs are gone</li></ul><blockquote><p>{LONG} So they \
         say.</p></blockquote>"
    ));
    for part in
        ["## What to take", "- water, **a lot** of it", "- a map of the [whole moor](/moor), since", "> The old path"]
    {
        assert!(page.markdown.contains(part), "{part}\n{}", page.markdown);
    }
}

#[test]
fn code_is_whole_whatever_holds_it() {
    let page = article("<div><code style='display:block'>let a = 1;<br>let b = 2;<br>let c = 3;</code></div>");
    assert!(page.markdown.contains("let a = 1;"), "{}", page.markdown);
}

#[test]
fn a_thread_is_written_as_posts() {
    let post = |name: &str, day: u32| {
        format!(
            "<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{name}: {LONG}</div>"
        )
    };
    let posts: String = ["ann", "bob", "cy", "dan"].iter().zip(5..).map(|(name, day)| post(name, day)).collect();
    let page = of(&format!("<title>Lamps</title><h1>Lamps</h1><div>{posts}</div>"));
    assert!(page.markdown.contains("> **dan** · 2024-01-08\n>\n> dan: The old path"), "{}", page.markdown);
    assert!(page.text.contains("dan: The old path"), "{}", page.text);
}

#[test]
fn nothing_in_the_html_runs() {
    let page = article(&format!(
        "<p onclick='x()' style='x'>{LONG} <a href='java\nscript:x()'>One</a> <a href=' JAVASCRIPT:x'>two</a> \
         <a href='https://example.org/?a&b' onmouseover=x>three</a> <img src='data:text/html,x' onerror=x> \
         <script>x()</script><svg><script>x</script></svg> 1 &lt;script&gt; 2</p>"
    ));
    let html = page.html.to_lowercase();
    for bad in ["<script", "onclick", "onmouseover", "onerror", "javascript:", "java\nscript", "style", "data:", "<svg"]
    {
        assert!(!html.contains(bad), "{bad}\n{html}");
    }
    assert!(html.contains("<a href=\"https://example.org/?a&amp;b\">three</a>"), "{html}");
    assert!(html.contains("1 &lt;script&gt; 2"), "{html}");
}

#[test]
fn every_hostile_input_ends() {
    for (name, make) in hostile::HOSTILE {
        if let Ok(page) = Page::parse(&make(20_000), &PageOptions::new()) {
            assert!(page.article(&ArticleOptions::new()).confidence.is_finite(), "{name}");
        }
        let limits = Limits::new().max_bytes(700).max_nodes(70).max_depth(7).max_names(7).max_work(70).max_output(700);
        if let Ok(page) = Page::parse(&make(500), &PageOptions::new().limits(limits)) {
            let _ = page.article(&ArticleOptions::new());
        }
    }
}

#[test]
fn pages_without_text() {
    for html in ["<p>", "<title>x</title>", "<script>x</script>", "<img src=a>"] {
        assert_eq!(of(html).text, "", "{html}");
    }
}

/// A thread: the author of the first post is the author of the page, though every post has one.
#[test]
fn the_author_of_a_thread_wrote_the_first_post() {
    let post = |number: u32, author: &str, body: &str| {
        format!(
            "<div class='post n{number}' id=p{number}><div class=who><a href='/u/{author}'>{author}</a></div>\
             <div class=when><a href='#p{number}'>Jan {number}, 2024 at 10:1{number}</a></div>\
             <div class=text>{body}</div><div class=foot><a href='/reply'>Reply</a></div></div>"
        )
    };
    let posts = [
        post(1, "annabel", "How do you keep cast iron pans from rusting? Mine turned brown over night after washing."),
        post(2, "bertram", "Dry it on the stove right away, then rub a little oil into it while it is still warm."),
        post(3, "cecily", "Never leave it in the sink. A thin layer of oil is enough, too much gets sticky."),
        post(4, "dorian", "I use flax seed oil and bake it upside down for an hour, three times in a row."),
        post(5, "annabel", "Thanks to all of you, I will try the oven this weekend and tell you how it went."),
    ];
    let html = format!(
        "<!doctype html><title>Cast iron</title><nav><a href=/>Home</a> <a href=/new>New threads</a></nav>\
         <h1>Cast iron</h1><main>{}</main><footer>Terms and privacy</footer>",
        posts.concat()
    );
    let page = of(&html);
    assert_eq!(page.metadata.author.as_deref(), Some("annabel"));
}

#[test]
fn a_table_in_a_folded_box_is_whole_if_most_of_it_is_chosen() {
    let prose = "The season began in the old hall by the river, where the team had played for thirty years before a crowd \
        that came in all weathers, and it ended there as well, in the spring, with a defeat that nobody had expected.";
    let row = |n: u32| {
        let report = format!(
            "In game {n} the home side led for most of the evening, and lost the lead in the last minutes of play."
        );
        format!("<tr><td>{n}<td>@ Boston<td>{report}<td>{n} - 4")
    };
    let rows: String = (1..9).map(row).collect();
    let found = article(&format!(
        "<p>{prose}</p><h2>Games</h2><div style='display:none'><table class=wikitable>\
         <tr><th>Game<th>Opponent<th>Report<th>Score{rows}</table></div><p>{prose}</p>"
    ));
    let whole = found.markdown.contains("| Game | Opponent | Report | Score |");
    let none = !found.markdown.contains("the home side led");
    assert!(whole || none, "a table is whole or is left out: {}", found.markdown);
}

#[test]
fn a_line_of_a_page_that_scripts_fill_is_no_article() {
    let page = of("<title>Shop</title><body><h2>Shop</h2><ul><li>I'm shopping for...</li></ul><div id=app></div>");
    assert_eq!((page.text.as_str(), page.warnings.as_slice()), ("", &[Warning::NoArticleFound][..]));
}

#[test]
fn a_page_of_menus_has_no_article_and_says_so() {
    let links = |names: &[&str]| names.iter().map(|name| format!("<li><a href=/{name}>{name}</a>")).collect::<String>();
    let page = of(&format!(
        "<title>All parts | The Daily</title><nav><ul>{}</ul></nav><footer><p>© 2024 The Daily. \
         <a href=/privacy>Privacy</a></p><ul>{}</ul></footer>",
        links(&["Home", "News", "About us"]),
        links(&["Terms", "Jobs"])
    ));
    assert!(page.confidence < 0.2 && page.text.is_empty() && page.markdown.is_empty(), "{page:?}");
    assert_eq!(page.warnings, [Warning::NoArticleFound]);
    assert!(page.metadata.title.is_some());
    assert!(article("").warnings.is_empty());
}
