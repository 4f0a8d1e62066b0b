//! Pages in a real Chromium. Without one the tests print a note and pass; with `ROWSMITH_BROWSER_REQUIRED=1` they fail.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod files;
mod frames;
mod grow;
mod pages;
mod server;
mod tables;
mod trouble;

use std::time::Duration;

use rowsmith::dom::{Document, parse};
use rowsmith::types::ColumnKind;
use rowsmith_render::{Content, Options, Reach, RenderError, Rendered, Renderer, find_browser};

/// Options for pages on this machine, with limits that hold even under load.
pub(crate) fn options() -> Options {
    let local = Reach::Only(|address| address.is_loopback());
    Options { reach: local, timeout: Duration::from_secs(90), settle: Duration::from_secs(20), ..Options::default() }
}

/// A renderer, if there is a browser.
pub(crate) fn renderer(options: Options) -> Option<Renderer> {
    match find_browser(None) {
        Ok(_) => Some(Renderer::new(options).unwrap()),
        Err(why) if std::env::var_os("ROWSMITH_BROWSER_REQUIRED").is_some() => panic!("{why}"),
        Err(why) => {
            eprintln!("\n##### NOT TESTED: {why} #####\n");
            None
        }
    }
}

/// A page that is available as bytes.
pub(crate) fn stored(html: &str) -> Content {
    Content::Html { html: html.into(), url: "http://page.test/list".to_owned(), charset: Some("utf-8".to_owned()) }
}

/// The page of a snapshot, with its layout.
pub(crate) fn document(page: &Rendered) -> Document {
    let document = parse(&page.snapshot, &Default::default()).unwrap();
    assert!(document.layout.is_some(), "{:?}", document.layout_error);
    document
}

/// The first text column of the page's main list.
pub(crate) fn listed(page: &Rendered) -> Vec<String> {
    let read = rowsmith::Page::parse(&page.snapshot, &rowsmith::PageOptions::new()).unwrap();
    let records = read.records(&rowsmith::RecordsOptions::new());
    let main = records.regions.first().unwrap_or_else(|| panic!("no list: {:?}", records.warnings));
    let texts = main.columns.iter().position(|column| column.kind == ColumnKind::Text).unwrap();
    main.records.iter().map(|row| row.cells[texts].as_ref().unwrap().text.clone()).collect()
}

pub(crate) fn render(renderer: &Renderer, url: String) -> Result<Rendered, RenderError> {
    renderer.render(&Content::Address(url))
}
