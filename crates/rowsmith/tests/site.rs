//! Several pages of a site: one template, written for these tests.
#![allow(clippy::unwrap_used)]

#[path = "common/hostile.rs"]
mod hostile;

use rowsmith::sites::SiteResult;
use rowsmith::sites::parse_feed;
use rowsmith::sites::{PageKind, SiteMethod};
use rowsmith::{Limits, Page, PageOptions, Site, SiteOptions};

/// The words of an article; different articles share few.
fn words(article: usize, count: usize) -> String {
    let topic = ["harbour", "glacier", "violin", "orchard", "lantern", "meadow", "compass", "bakery"][article % 8];
    let sentence = |i: usize| {
        let w = (article * 31 + i * 7) % 97;
        format!("The {topic} keeper number {w} wrote about {topic} matters{i} in the year {}. ", 1800 + w)
    };
    (0..count).map(sentence).collect()
}

const NAMES: [&str; 3] = ["Ann Bloggs", "Jo Weber", "Ida Lund"];

fn article(n: usize) -> String {
    let paragraphs: String = (0..3 + n % 3).map(|i| format!("<p>{}</p>", words(n, 4 + i))).collect();
    format!(
        "<title>Story {n} of the coast - The Paper</title><div class=top><a href=/>The Paper</a><a href=/all>All</a></div>
         <main class=page><div class=head><h1>Story {n} of the coast</h1>
         <p class=line>By {} on 2024-0{}-1{}</p></div><div class=body>{paragraphs}</div>
         <div class=next><a href=/{}>Next story of the coast</a></div></main><div class=foot>All rights reserved</div>",
        NAMES[n % 3],
        1 + n % 9,
        n % 9,
        n + 1
    )
}

fn list() -> String {
    let items: String = (0..8)
        .map(|n| {
            format!("<div class=card><h2><a href=/{n}>Story {n} of the coast</a></h2><p>{}</p></div>", words(n, 2))
        })
        .collect();
    format!(
        "<title>The Paper</title><div class=top><a href=/>The Paper</a><a href=/all>All</a></div>
         <main class=page><div class=cards>{items}</div></main><div class=foot>All rights reserved</div>"
    )
}

fn site(pages: &[String], options: &SiteOptions) -> SiteResult {
    Site::articles(&parsed(pages), options)
}

fn parsed(pages: &[String]) -> Vec<Page> {
    let parse = |(n, html): (usize, &String)| {
        Page::parse(html.as_bytes(), &PageOptions::new().source(format!("{n}.html"))).unwrap()
    };
    pages.iter().enumerate().map(parse).collect()
}

fn check(result: &SiteResult, articles: std::ops::Range<usize>) {
    for n in articles {
        let found = &result.pages[n];
        assert_eq!(found.kind, PageKind::Article, "{n}");
        assert_eq!(found.page.metadata.title, Some(format!("Story {n} of the coast")));
        assert_eq!(found.page.metadata.author.as_deref(), Some(NAMES[n % 3]), "{n}");
        assert_eq!(found.page.metadata.date, Some(format!("2024-0{}-1{}", 1 + n % 9, n % 9)), "{n}");
        assert!(found.page.text.starts_with(words(n, 4).trim()), "{n}: {}", found.page.text);
        assert!(!found.page.text.contains("Next story") && !found.page.text.contains("rights"));
    }
}

#[test]
fn articles_come_out_and_lists_stay_apart_by_every_method() {
    let mut pages: Vec<String> = (0..8).map(article).collect();
    pages.push(list());
    for method in [SiteMethod::Both, SiteMethod::Forest, SiteMethod::Rtdm] {
        let result = site(&pages, &SiteOptions::new().method(method));
        check(&result, 0..8);
        let listing = &result.pages[8];
        assert_ne!(listing.cluster, result.pages[0].cluster, "{method:?}");
        assert_eq!(result.clusters[0].pages, (0..8).collect::<Vec<_>>());
    }
}

#[test]
fn pages_behind_the_sample_are_like_those_in_it() {
    let mut pages: Vec<String> = (0..9).map(article).collect();
    pages.push(list());
    let result = site(&pages, &SiteOptions::new().sample(4));
    check(&result, 0..9);
    assert_eq!(result.clusters[0].pages, (0..9).collect::<Vec<_>>());
}

#[test]
fn the_feed_helps() {
    let feed = parse_feed(
        b"<rss version='2.0'><channel><title>The Paper</title><item><title>Story 1 of the coast</title>
          <description>The glacier keeper</description></item></channel></rss>",
    );
    let pages: Vec<String> = (0..5).map(article).collect();
    let result = site(&pages, &SiteOptions::new().feed(feed.unwrap()));
    check(&result, 0..5);
}

#[test]
fn no_pages_one_page_and_equal_pages() {
    assert!(site(&[], &SiteOptions::default()).pages.is_empty());
    let one = site(&[article(1)], &SiteOptions::default());
    assert!(one.pages[0].page.text.contains("glacier"));
    assert_eq!(site(&[article(1), article(1), article(1)], &SiteOptions::default()).pages.len(), 3);
}

#[test]
fn hostile_pages_end() {
    let limits = Limits::new().max_nodes(20_000).max_work(2_000_000).max_bytes(1 << 19);
    let request = SiteOptions::new().limits(limits);
    for (name, make) in hostile::HOSTILE {
        let page = |n: usize| String::from_utf8_lossy(&make(n)).into_owned();
        let result = site(&[page(4000), page(1500), article(0), article(1)], &request);
        assert_eq!(result.pages.len(), 4, "{name}");
    }
}

#[test]
fn an_article_that_is_there_twice_keeps_its_text() {
    for copies in [2, 3] {
        let result = site(&vec![article(1); copies], &SiteOptions::default());
        for page in &result.pages {
            let found = page;
            assert_eq!(found.kind, PageKind::Article);
            assert!(found.page.text.contains(words(1, 4).trim()), "{}", found.page.text);
        }
    }
}

/// A page of reviews, whose headings lead to the shops.
fn review(n: usize) -> String {
    let products: String = (0..4)
        .map(|i| {
            format!("<h3><a href=https://shop.example/{n}{i}>Lamp {n}{i}</a></h3><p>{}</p>", words(10 * n + i + 20, 9))
        })
        .collect();
    let body = format!("<p>{}</p>{products}</div>", words(n, 6));
    article(n).replace("<div class=body>", &format!("<div class=body>{body}<div class=end>"))
}

#[test]
fn reviews_whose_headings_are_links_are_articles() {
    let result = site(&(0..4).map(review).collect::<Vec<_>>(), &SiteOptions::default());
    for (n, page) in result.pages.iter().enumerate() {
        let found = page;
        assert_eq!(found.kind, PageKind::Article, "{n}");
        assert!(found.page.text.contains(words(10 * n + 23, 9).trim()), "{n}: {}", found.page.text);
    }
}

#[test]
fn a_box_within_the_text_that_is_on_one_page_alone_is_left_out() {
    let related = "<aside class=related-posts><h4>Related articles</h4><ul><li><a href=/a>Ten ways to mend a net</a>\
        <li><a href=/b>Where the boats lie in winter</a><li><a href=/c>A walk along the mole</a></ul></aside>";
    let mut pages: Vec<String> = (0..5).map(article).collect();
    pages[2] =
        pages[2].replace("</div>\n         <div class=next>", &format!("{related}</div>\n         <div class=next>"));
    assert!(pages[2].contains("mend a net"));
    let text = |method: SiteMethod| {
        let result = site(&pages, &SiteOptions::new().method(method));
        check(&result, 0..5);
        result.pages[2].page.text.clone()
    };
    // the block contains it, but the page by itself knows better
    assert!(text(SiteMethod::Forest).contains("mend a net"));
    assert!(!text(SiteMethod::Both).contains("mend a net"));
}
