//! The kinds of pages and everything on them, from bytes to result.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "common/hostile.rs"]
mod hostile;

use rowsmith::options::ExtractSearch;
use rowsmith::schema::domain;
use rowsmith::types::ExtractPage;
use rowsmith::types::Kind;
use rowsmith::{ArticleOptions, Error, ExtractOptions, Limits, Page, PageOptions, PostsOptions, RecordsOptions};

fn extract(html: &str) -> ExtractPage {
    parsed(html.as_bytes()).extract(&ExtractOptions::new())
}

fn parsed(bytes: &[u8]) -> Page {
    Page::parse(bytes, &PageOptions::new()).unwrap()
}

const SENTENCES: [&str; 4] = [
    "The old bridge over the river was closed on Monday, after engineers had found cracks in two of its five pillars.",
    "Nobody knows yet how long the repair will take, but the mayor said that it would not be done before the winter.",
    "Until then the ferry, which had been out of service since spring, carries cyclists and walkers free of charge.",
    "Shopkeepers on the eastern bank fear for their trade, and have asked the council for lower rents until it is over.",
];

fn article(end: &str) -> String {
    let text: String = (0..12).map(|i| format!("<p>{} {}</p>", SENTENCES[i % 4], SENTENCES[(i + 1) % 4])).collect();
    format!(
        "<!doctype html><html lang=en><title>Bridge closed</title><nav><a href=/>Home</a> <a href=/local>Local</a></nav>\
         <article><h1>Bridge closed</h1><p>By <a rel=author href=/ann>Ann Lee</a>, <time datetime=2024-03-04>4 March 2024\
         </time></p>{text}</article>{end}<footer>About us, terms and privacy</footer>"
    )
}

const COMMENTS: [(&str, &str); 4] = [
    ("marla", "I cross it twice a day, and it shook in every storm. That nobody looked at the pillars is beyond me."),
    ("old_stove", "The ferry takes forty people at most. In the morning there are two hundred, so bring a book."),
    (
        "tomb",
        "My shop is on the eastern bank. Since Monday I have seen three customers, and two of them asked the way.",
    ),
    ("pia", "They said before the winter when they closed the tunnel, too. That was four years ago."),
];

fn comments() -> String {
    let comment = |(i, (who, what)): (usize, &(&str, &str))| {
        format!(
            "<li class=comment id=c{i}><div class=by><a class=who href=/u/{who}>{who}</a> <a class=when href=#c{i}>{d} March \
             2024, 10:0{i}</a></div><div class=said><p>{what}</p></div><a href=#reply{i}>Reply</a></li>",
            d = i + 5
        )
    };
    format!(
        "<section><h2>Comments</h2><ol>{}</ol></section>",
        COMMENTS.iter().enumerate().map(comment).collect::<String>()
    )
}

#[test]
fn the_examples() {
    for (path, bytes) in common::bundled_pages() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let kind = match name.as_str() {
            "shop.html" | "timetable.html" => Kind::List,
            "thread.html" => Kind::Thread,
            _ => continue,
        };
        let asked = parsed(&bytes);
        let page = asked.extract(&ExtractOptions::new());
        assert_eq!(page.kind, kind, "{name}: {:?}", page.kinds);
        match kind {
            Kind::List => assert_eq!(page.regions, asked.records(&RecordsOptions::new()).regions),
            _ => assert_eq!(page.posts, asked.posts(&PostsOptions::new()).posts),
        }
        assert!(page.metadata.title.is_some() && !page.text.is_empty(), "{name}");
    }
}

#[test]
fn an_article_and_its_comments() {
    let page = extract(&article(&comments()));
    assert_eq!(page.kind, Kind::Article, "{:?}", page.kinds);
    let header = (page.metadata.title.as_deref(), page.metadata.author.as_deref(), page.metadata.date.as_deref());
    assert_eq!(header, (Some("Bridge closed"), Some("Ann Lee"), Some("2024-03-04")));
    assert!(page.text.contains("The old bridge") && !page.text.contains("terms and privacy"));
    let authors: Vec<&str> = page.posts.iter().filter_map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, COMMENTS.map(|(who, _)| who));
    assert!(page.regions.iter().all(|region| !region.main));
}

#[test]
fn posts_beside_something_else_need_the_confidence_that_the_caller_sets() {
    let beside = |html: &str, posts_beside: f64| {
        let search = ExtractSearch::new().posts_beside(posts_beside);
        parsed(html.as_bytes()).extract(&ExtractOptions::new().search(search))
    };
    let html = article(&comments());
    let confidence = extract(&html).posts_confidence.unwrap();
    assert_eq!(beside(&html, confidence - 0.01).posts.len(), 4);
    assert_eq!(beside(&html, confidence + 0.01).posts.len(), 0);
    // where the page is a thread, its kind says that there are posts
    let thread = common::bundled_pages().find(|(path, _)| path.ends_with("thread.html")).unwrap().1;
    assert!(!beside(&String::from_utf8(thread).unwrap(), 1.0).posts.is_empty());
}

#[test]
fn the_text_is_that_of_article() {
    let html = article("");
    let page = extract(&html);
    let alone = parsed(html.as_bytes()).article(&ArticleOptions::new());
    assert_eq!((page.kind, &page.text, page.text_confidence), (Kind::Article, &alone.text, alone.confidence));
    assert_eq!((page.markdown, page.html, page.posts.len()), (None, None, 0));
    let page = parsed(html.as_bytes()).extract(&ExtractOptions::new().markdown(true).html(true));
    assert_eq!((page.markdown, page.html), (Some(alone.markdown), Some(alone.html)));
}

#[test]
fn an_empty_shell_is_nothing() {
    let page = extract("<!doctype html><title>App</title><div id=root></div><script src=/app.js></script>");
    assert_eq!((page.kind, page.posts.len(), page.regions.len()), (Kind::Nothing, 0, 0), "{:?}", page.kinds);
    assert!(page.warnings.iter().any(|w| w.to_string().contains("shell")), "{:?}", page.warnings);
}

#[test]
fn objects_of_a_domain() {
    let schema = domain("products").unwrap().unwrap();
    let shop = common::bundled_pages().find(|(path, _)| path.ends_with("shop.html")).unwrap().1;
    let page = parsed(&shop).extract(&ExtractOptions::new().schema(&schema));
    assert!(page.areas.unwrap()[0].records.len() > 4);
    assert_eq!(extract("<p>x").areas, None);
}

#[test]
fn what_was_asked_wrongly_is_an_error() {
    let error = |bytes: &[u8], options: PageOptions| Page::parse(bytes, &options).map(|_| ());
    assert_eq!(error(b"<p>x", PageOptions::new().url("nowhere")), Err(Error::BadBaseUrl("nowhere".to_owned())));
    assert_eq!(error(b" ", PageOptions::new()), Err(Error::Empty));
}

/// Small sizes; `tests/limits.rs` has large ones, for each extractor.
#[test]
fn hostile_pages_end() {
    let limits = Limits::new().max_work(1 << 20);
    for (name, make) in hostile::HOSTILE {
        if let Ok(page) = Page::parse(&make(5_000), &PageOptions::new().limits(limits)) {
            let page = page.extract(&ExtractOptions::new());
            let sum = page.kinds.list + page.kinds.thread + page.kinds.article + page.kinds.item + page.kinds.nothing;
            assert!((sum - 1.0).abs() < 0.01, "{name}: {:?}", page.kinds);
        }
    }
}

/// The model in the library was trained on these pages, so this only checks that the parts are put together correctly.
#[test]
fn real_pages_hold_what_their_extractors_find() {
    for set in ["threads", "news"] {
        // the pages that the models in the library were trained on
        let known = |path: &std::path::Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !["forum-", "posts-"].iter().any(|later| name.starts_with(later))
        };
        let pages: Vec<_> = common::eval_pages(set).filter(|(path, _)| known(path)).step_by(9).take(8).collect();
        let right = pages.iter().filter(|(path, bytes)| {
            let name = path.display().to_string();
            let page = parsed(bytes).extract(&ExtractOptions::new());
            assert_eq!(page.text, parsed(bytes).article(&ArticleOptions::new()).text, "{name}");
            if page.kind == Kind::Thread {
                let alone = parsed(bytes).posts(&PostsOptions::new());
                assert!(alone.posts.is_empty() || alone.posts == page.posts, "{name}");
            }
            page.kind == if set == "threads" { Kind::Thread } else { Kind::Article }
        });
        let right = right.count();
        assert!(right * 10 >= pages.len() * 8, "{set}: {right} of {}", pages.len());
    }
}
