//! Data in scripts and attributes of a page.

use rowsmith::options::StateUse;
use rowsmith::{ItemOptions, Page, PageOptions, PostsOptions, RecordsOptions};

use super::chosen;

/// What stands before and behind the data.
const PLACES: [(&str, &str); 10] = [
    ("<title>Lamp</title><h1>Lamp</h1><script type='application/ld+json'>", "</script>"),
    ("<div id=__next></div><script id=__NEXT_DATA__ type=application/json>", "</script>"),
    ("<div id=app></div><script>window.__STATE__ = ", "</script>"),
    ("<div id=app></div><script>self.__next_f.push([1,", "])</script>"),
    ("<div id=__nuxt></div><script>window.__NUXT__=", "</script>"),
    ("<script type=application/json data-nuxt-data>", "</script>"),
    ("<script>window.x = JSON.parse('", "')</script>"),
    ("<div id=app data-page='", "'></div>"),
    ("<p>a<!--", "-->"),
    ("<div itemscope itemtype=https://schema.org/Product>", "</div>"),
];

/// Puts the data into a page, at a place that the first byte chooses, and reads it by the questions that look there.
///
/// # Panics
/// Where two repetitions differ.
pub fn run(input: &[u8]) {
    let Some(((before, behind), data)) = chosen(input, &PLACES) else { return };
    let html = [before.as_bytes(), data, behind.as_bytes()].concat();
    let answers = || {
        let page = Page::parse(&html, &PageOptions::new().url("https://example.com/lamp")).ok()?;
        let records = page.records(&RecordsOptions::new().state(StateUse::Everything));
        let item = page.item(&ItemOptions::new());
        let posts = page.posts(&PostsOptions::new().html(true));
        Some(serde_json::to_string(&(records, item, posts)).expect("plain data"))
    };
    assert_eq!(answers(), answers());
}
