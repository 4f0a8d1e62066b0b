//! Asking a page several questions, in any order.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/mod.rs"]
mod common;

use rowsmith::{ArticleOptions, ExtractOptions, Page, PageOptions, PostsOptions, RecordsOptions};

/// The answers of a page, each as JSON.
fn answers(page: &Page, order: [usize; 4]) -> [String; 4] {
    let mut answers = [const { String::new() }; 4];
    for question in order {
        answers[question] = match question {
            0 => serde_json::to_string(&page.records(&RecordsOptions::new().all_regions(true))),
            1 => serde_json::to_string(&page.posts(&PostsOptions::new().html(true))),
            2 => serde_json::to_string(&page.article(&ArticleOptions::new())),
            _ => serde_json::to_string(&page.extract(&ExtractOptions::new().markdown(true).html(true))),
        }
        .unwrap();
    }
    answers
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    for (path, bytes) in common::bundled_pages() {
        let parsed = || Page::parse(&bytes, &PageOptions::new().source("page").url("https://example.com/a")).unwrap();
        let page = parsed();
        let first = answers(&page, [0, 1, 2, 3]);
        assert_eq!(first, answers(&page, [3, 2, 1, 0]), "asked again: {}", path.display());
        assert_eq!(first, answers(&parsed(), [3, 2, 1, 0]), "asked in another order: {}", path.display());
        for question in 0..4 {
            let alone = answers(&parsed(), [question; 4]);
            assert_eq!(first[question], alone[question], "asked alone: {}", path.display());
        }
    }
}

#[test]
fn a_page_is_shared_among_threads() {
    let (_, bytes) = common::bundled_pages().find(|(path, _)| path.ends_with("shop.html")).unwrap();
    let page = Page::parse(&bytes, &PageOptions::new()).unwrap();
    let alone = answers(&Page::parse(&bytes, &PageOptions::new()).unwrap(), [0, 1, 2, 3]);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..4).map(|_| scope.spawn(|| answers(&page, [2, 0, 3, 1]))).collect();
        for asked in asked {
            assert_eq!(asked.join().unwrap(), alone);
        }
    });
}
