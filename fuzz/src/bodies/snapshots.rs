//! Pages with the layout that stands behind them.

use rowsmith::dom::layout::{Layout, Snapshot};
use rowsmith::dom::{ParseOptions, parse};
use rowsmith::{Page, PageOptions, RecordsOptions};

/// Reads a snapshot as it is, writes what was read, and reads that.
///
/// # Panics
/// Where what was written is read otherwise.
pub fn run(input: &[u8]) {
    let read = Snapshot::read(input);
    if let Some(Ok(snapshot)) = &read {
        let mut again = b"<p>".to_vec();
        snapshot.append(&mut again);
        assert_eq!(Snapshot::read(&again), Some(Ok(snapshot.clone())));
    }
    if let (Ok(document), Some(Ok(snapshot))) = (parse(input, &ParseOptions::default()), &read)
        && let Ok(layout) = Layout::of(&document, snapshot)
    {
        let page = layout.page();
        let _ = (page.right(), page.bottom());
    }
    if let Ok(page) = Page::parse(input, &PageOptions::new()) {
        let _ = page.records(&RecordsOptions::new());
        let _ = page.inspect(&RecordsOptions::new());
    }
    // and the layout of a page that it fits, in which numbers are what is hostile
    if let Ok(document) = parse(PAGE, &ParseOptions::default()) {
        let numbers: Vec<i32> =
            input.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        let boxes = numbers.chunks_exact(4).map(|four| {
            Some(rowsmith::dom::layout::ElementBox {
                x: four[0],
                y: four[1],
                width: four[2],
                height: four[3],
                visible: true,
                font_size: 16.0,
            })
        });
        let elements = document.nodes().filter(|&id| !document.is_text(id)).count();
        let boxes: Vec<_> = boxes.chain(std::iter::repeat(None)).take(elements).collect();
        let mut html = PAGE.to_vec();
        Snapshot::of(&document, boxes, (1280, 800)).append(&mut html);
        if let Ok(page) = Page::parse(&html, &PageOptions::new()) {
            let _ = page.records(&RecordsOptions::new());
        }
    }
}

const PAGE: &[u8] =
    b"<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>";
