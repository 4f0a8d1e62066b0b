//! Files of wrappers, as people may have changed them.

use std::sync::LazyLock;

use rowsmith::wrapper::{Applier, ApplyOptions, ExportForm, Wrapper};
use rowsmith::{Page, PageOptions};

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let list = |names: &[&str]| {
        let items: String =
            names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
        format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{items}</ul>")
    };
    let thread =
        "<div class=post><b class=by>Ann</b><i>1 May 2024</i><p>Lamps are fine, and more of them are finer.</div>"
            .repeat(4);
    let pages = [list(&["Chair", "Table", "Lamp", "Bed"]), list(&["Shelf"]), thread, "<p>nothing".to_owned()];
    let pages = pages.iter().map(|html| Page::parse(html.as_bytes(), &PageOptions::new().url("https://example.com/")));
    pages.collect::<Result<_, _>>().expect("they are HTML")
});

/// Reads a wrapper, writes and reads it again, applies it to pages and exports it.
///
/// # Panics
/// Where the wrapper that was written is not the one that was read, or gives other rows.
pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(wrapper) = Wrapper::from_json(text) else { return };
    let written = wrapper.to_json().expect("plain data");
    let again = Wrapper::from_json(&written);
    assert_eq!(again.as_ref(), Ok(&wrapper), "{written}");
    let applier = Applier::new(&wrapper);
    for page in PAGES.iter() {
        let rows = |page: &Page| serde_json::to_string(&applier.apply(page, &ApplyOptions::new())).expect("plain data");
        assert_eq!(rows(page), rows(page));
    }
    for form in [ExportForm::Crawl4ai, ExportForm::Scrapy, ExportForm::Parsel, ExportForm::Autopagerize] {
        let _ = wrapper.export(form);
    }
}
