//! Questions to pages in memory: parsing, wrappers, sites.

use rowsmith::dom::parse;
use rowsmith::site::sample::SitePage;
use rowsmith::types::AppliedPage;
use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
use rowsmith::{Error, Page, PageOptions};

/// A page about which only its name in results is known.
pub fn parsed(html: &[u8], source: &str) -> Result<Page, Error> {
    Page::parse(html, &PageOptions::new().source(source))
}

/// The wrapper of some pages. Those that cannot be parsed teach nothing.
pub fn learnt(pages: &[&[u8]], options: &LearnOptions) -> Wrapper {
    Wrapper::learn(&parsable(pages), options)
}

/// Those of the pages that can be parsed.
pub fn parsable(pages: &[&[u8]]) -> Vec<Page> {
    pages.iter().filter_map(|html| parsed(html, "").ok()).collect()
}

/// The result of a wrapper on a page.
pub fn applied(wrapper: &Wrapper, html: &[u8], source: &str) -> Result<AppliedPage, Error> {
    Ok(wrapper.apply(&parsed(html, source)?, &ApplyOptions::default()))
}

/// A page in the form that methods over the pages of a site take.
pub fn site_page(source: &str, html: &[u8]) -> Result<SitePage, Error> {
    Ok(SitePage { source: source.to_owned(), ..SitePage::new(parse(html, &Default::default())?) })
}
