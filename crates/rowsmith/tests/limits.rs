//! Whatever the input, a page ends in a result or a typed error: no panic, no abort, no hang. `cargo bench --bench
//! scaling -- hostile` measures the time and memory of each.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/hostile.rs"]
mod hostile;

use proptest::prelude::*;
use rowsmith::types::{RecordsPage, Warning};
use rowsmith::{Error, ItemOptions, Limits, Page, PageOptions, RecordsOptions, TablesOptions, Truncated};

fn run(bytes: &[u8]) -> Result<RecordsPage, Error> {
    let page = Page::parse(bytes, &PageOptions::new())?.records(&RecordsOptions::new());
    let json = serde_json::to_string(&page).expect("serialises");
    assert!(json.starts_with('{'));
    Ok(page)
}

fn run_within(bytes: &[u8], limits: Limits, all_regions: bool) -> Result<RecordsPage, Error> {
    let page = Page::parse(bytes, &PageOptions::new().limits(limits))?;
    Ok(page.records(&RecordsOptions::new().all_regions(all_regions)))
}

fn truncated(page: &RecordsPage) -> Truncated {
    let of = |w: &Warning| if let Warning::Truncated(t) = w { Some(*t) } else { None };
    page.warnings.iter().find_map(of).unwrap_or_default()
}

/// The first records of the page's main list, as texts.
fn cells(page: &RecordsPage) -> Vec<String> {
    let records = page.regions.first().map_or(&[][..], |r| &r.records);
    records.iter().take(3).map(|r| r.cells[0].as_ref().map_or(String::new(), |c| c.text.clone())).collect()
}

#[test]
fn every_hostile_input_ends() {
    for (name, make) in hostile::HOSTILE {
        if let Ok(page) = run(&make(50_000)) {
            assert!(page.regions.len() <= 1, "{name}");
        }
    }
}

#[test]
fn every_hostile_input_ends_with_all_regions() {
    for (_, make) in hostile::HOSTILE {
        let limits = Limits::new().max_output(10 << 20);
        let _ = run_within(&make(5_000), limits, true);
    }
}

#[test]
fn every_hostile_input_ends_within_small_limits() {
    for max in [0, 1, 2, 7, 60] {
        let limits = Limits::new()
            .max_bytes(max * 100)
            .max_nodes(max * 10)
            .max_depth(max)
            .max_names(max)
            .max_work(max as u64 * 20)
            .max_output(max * 100);
        for (_, make) in hostile::HOSTILE {
            let _ = run_within(&make(500), limits, true);
        }
    }
}

#[test]
fn the_tables_of_every_hostile_input_end() {
    for (name, make) in hostile::HOSTILE {
        let Ok(page) = Page::parse(&make(50_000), &PageOptions::new()) else { continue };
        for options in
            [TablesOptions::new(), TablesOptions::new().raw(true), TablesOptions::new().join(true).turn(true)]
        {
            let found = page.tables(&options);
            let texts = found.tables.iter().flat_map(|table| table.rows.iter().flatten());
            // results must not blow up: their size is bounded by that of the page
            let bytes: usize = texts.map(|text| text.len() + 1).sum();
            assert!(bytes <= 64 << 20, "{name}: {bytes}");
        }
    }
}

#[test]
fn the_item_of_every_hostile_input_ends() {
    for (_, make) in hostile::HOSTILE {
        let Ok(page) = Page::parse(&make(50_000), &PageOptions::new()) else { continue };
        let _ = page.item(&ItemOptions::new());
    }
}

#[test]
fn hostile_embedded_data_is_bounded_and_told() {
    let page = |json: &str| {
        let html = format!("<title>Lamp</title><h1>Lamp</h1><script type='application/ld+json'>{json}</script>");
        Page::parse(html.as_bytes(), &PageOptions::new()).unwrap().item(&ItemOptions::new())
    };
    let lamp = r#"{"@type":"Product","name":"Lamp","offers":{"price":5}}"#;
    let long = page(&format!("[{lamp}{}]", format!(",{lamp}").repeat((50 << 20) / lamp.len())));
    assert!(long.warnings.contains(&Warning::EmbeddedDataCut), "{:?}", long.warnings);
    let deep = page(&format!("{}{lamp}{}", r#"{"@graph":["#.repeat(10_000), "]}".repeat(10_000)));
    assert!(deep.warnings.contains(&Warning::EmbeddedDataCut), "{:?}", deep.warnings);
    let circle = page(
        r#"{"@graph":[{"@id":"a","@type":"Product","name":"Lamp","offers":{"@id":"b"},"hasVariant":{"@id":"a"}},
        {"@id":"b","@type":"Offer","price":5,"offers":{"@id":"b"},"itemOffered":{"@id":"a"}}]}"#,
    );
    assert_eq!(circle.item.and_then(|item| item.price).map(|price| price.amount), Some(5.0));
}

#[test]
fn spans_are_cut_where_they_would_blow_a_table_up() {
    let rows = "<tr><td>a<td colspan=1000>b<td>c".repeat(10_000);
    let page = Page::parse(format!("<table>{rows}</table>").as_bytes(), &PageOptions::new()).unwrap();
    let found = page.tables(&TablesOptions::new().raw(true));
    assert_eq!(found.tables[0].rows.len(), 10_000);
    let slots: usize = found.tables[0].rows.iter().map(Vec::len).sum();
    assert!(slots < 5_000_000, "{slots}");
    assert!(found.warnings.iter().any(|w| matches!(w, Warning::Truncated(t) if t.work)), "{:?}", found.warnings);
}

#[test]
fn a_million_nested_elements() {
    for tag in ["<div>", "<b>", "<table><tr><td>", "<svg>", "<a href=x>", "<ul><li>"] {
        let page = run(tag.repeat(1_000_000 / tag.matches('<').count()).as_bytes()).unwrap();
        assert!(truncated(&page).depth || tag.starts_with("<a"), "{tag}");
    }
}

#[test]
fn content_below_the_depth_limit_is_kept() {
    let html = format!("{}<ul><li>a<li>b<li>c</ul>{}", "<div>".repeat(300), "</div>".repeat(300));
    let document = rowsmith::dom::parse(html.as_bytes(), &Default::default()).unwrap();
    assert!(document.source.truncated.depth);
    assert_eq!(document.raw_text(rowsmith::dom::Document::ROOT), "abc");
    // what closes the deep elements must close no others
    let html = format!("<p>{}x{}<ul><li>a<li>b</ul>", "<q>".repeat(300), "</q>".repeat(300));
    let document = rowsmith::dom::parse(html.as_bytes(), &Default::default()).unwrap();
    let list = rowsmith::dom::find_path(&document, "/html[1]/body[1]/ul[1]").unwrap();
    assert_eq!(document.raw_text(list), "ab");
}

#[test]
fn reopened_formatting_is_bounded() {
    let html: String = (0..2_000).map(|i| format!("<p><b id={i}>x</p>")).collect();
    let document = rowsmith::dom::parse(html.as_bytes(), &Default::default()).unwrap();
    assert!(document.len() < 2_000 * 20, "{} nodes", document.len());
    assert!(document.source.truncated.depth);
    // a page that leaves a few open is parsed as in browsers
    let html: String = (0..9).map(|i| format!("<p><b id={i}>x</p>")).collect();
    let document = rowsmith::dom::parse(html.as_bytes(), &Default::default()).unwrap();
    assert_eq!(document.len(), 3 + 9 * 2 + 45);
}

#[test]
fn hundreds_of_thousands_of_siblings() {
    for row in ["<div>x</div>", "<p>x", "<li>x", "x<br>"] {
        let page = run(row.repeat(200_000).as_bytes()).unwrap();
        assert_eq!(page.regions[0].records.len(), 200_000, "{row}");
    }
}

#[test]
fn fifty_megabytes_of_text() {
    let text = "word ".repeat(10 << 20);
    let html = format!("<ul><li>a</li><li>b</li></ul><p>{text}");
    let page = run(html.as_bytes()).unwrap();
    assert_eq!(truncated(&page), Truncated::default());
    let page = run(format!("<ul><li><b>a</b>{text}</li><li><b>b</b>x</li></ul>").as_bytes()).unwrap();
    assert!(page.regions.len() <= 1);
}

#[test]
fn no_content_is_an_error() {
    for empty in [&b""[..], b" \n\t ", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", b"\xff\xfe", b"\xff\xfe \0\n\0"] {
        assert_eq!(run(empty).unwrap_err(), Error::Empty, "{empty:?}");
    }
}

#[test]
fn other_formats_are_an_error() {
    for (bytes, name) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG image"),
        (b"%PDF-1.7\n<html>", "a PDF document"),
        (b"\x1f\x8b\x08\0\0\0", "gzip data"),
        (b"PK\x03\x04rest", "a ZIP archive (or an office document)"),
    ] {
        assert_eq!(run(bytes).unwrap_err(), Error::NotHtml(name));
    }
}

#[test]
fn utf_16_is_read() {
    let html = "<html><ul><li>ä1</li><li>ö2</li><li>ü3</li></ul>";
    for (big_endian, bom) in [(false, true), (true, true), (false, false), (true, false)] {
        let units: Vec<u16> = html.encode_utf16().collect();
        let head: &[u16] = if bom { &[0xfeff] } else { &[] };
        let bytes: Vec<u8> = head
            .iter()
            .chain(&units)
            .flat_map(|u| if big_endian { u.to_be_bytes() } else { u.to_le_bytes() })
            .collect();
        let page = run(&bytes).unwrap();
        assert_eq!(cells(&page), ["ä1", "ö2", "ü3"], "big endian {big_endian}, mark {bom}");
    }
}

#[test]
fn nul_bytes_are_dropped_or_replaced() {
    let page = run(b"<ul><li>a\0b</li><li>c\0d</li><li>e</li>\0</ul>\0").unwrap();
    assert_eq!(cells(&page), ["ab", "cd", "e"]);
    assert!(run(&[0; 1000]).is_ok());
}

#[test]
fn limits_are_told() {
    let list: String = (0..500).map(|i| format!("<li><b>{i}</b><i>x</i></li>")).collect();
    let of = |limits| truncated(&run_within(list.as_bytes(), limits, false).unwrap());
    let default = Limits::default();
    assert!(of(default.max_bytes(200)).bytes);
    assert!(of(default.max_nodes(200)).nodes);
    assert!(of(default.max_depth(3)).depth);
    let named = run_within(b"<x-y z-z=1>a", default.max_names(3), false).unwrap();
    assert!(truncated(&named).names);
    assert!(of(default.max_output(200)).output);
    let uneven: String = (0..50).map(|i| format!("<li>{}</li>", "<b>x</b><i><u>y</u></i>".repeat(i % 4))).collect();
    let worked = run_within(uneven.as_bytes(), default.max_work(2), false).unwrap();
    assert!(truncated(&worked).work);
    assert_eq!(of(default), Truncated::default());
}

#[test]
fn pages_are_cut_by_their_memory() {
    let nodes = |page: &str, max_memory| {
        let limits = Limits::new().max_memory(max_memory);
        let found = run_within(page.as_bytes(), limits, false).unwrap();
        (truncated(&found).nodes, found.regions.first().map_or(0, |region| region.records.len()))
    };
    let tags = "<p>x".repeat(100_000);
    assert_eq!(nodes(&tags, None), (false, 100_000));
    let (cut, records) = nodes(&tags, Some(100 << 20));
    assert!(cut && (10_000..100_000).contains(&records), "{records}");
    let (cut, fewer) = nodes(&tags, Some(50 << 20));
    assert!(cut && fewer < records, "{fewer}");
    assert!(nodes(&tags, Some(1)).0);
    // text costs little, and a page of it is read whole
    let text = format!("<ul><li>a<li>b<li>c</ul><p>{}", "word ".repeat(1 << 20));
    assert!(!nodes(&text, Some(100 << 20)).0);
    // without a word on memory it is bounded as well
    assert!(nodes(&"<p>".repeat(2_000_000), None).0);
}

/// Fragments that are difficult for tree builders.
fn piece() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "a",
        "b",
        "i",
        "font",
        "nobr",
        "p",
        "div",
        "span",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "caption",
        "colgroup",
        "col",
        "tbody",
        "tr",
        "td",
        "th",
        "select",
        "option",
        "optgroup",
        "button",
        "form",
        "input",
        "br",
        "hr",
        "img",
        "svg",
        "g",
        "foreignObject",
        "desc",
        "title",
        "math",
        "mi",
        "annotation-xml",
        "template",
        "noscript",
        "iframe",
        "script",
        "style",
        "textarea",
        "pre",
        "h1",
        "h2",
        "frameset",
        "frame",
        "html",
        "head",
        "body",
        "plaintext",
        "ruby",
        "rt",
        "object",
        "marquee",
        "x-y",
    ]);
    let attr = prop::sample::select(vec![
        "",
        " class=a",
        " class='a b'",
        " id=1",
        " href=x",
        " src=y",
        " hidden",
        " style=display:none",
        " colspan=9999",
        " rowspan=0",
        " itemprop=name",
        " datetime=2024-01-01",
        " encoding=text/html",
        " =",
        " a=1 a=2",
        " /",
    ]);
    let text = prop::sample::select(vec![
        "x",
        " ",
        "Price:",
        "$ 20",
        "1 May 2024",
        "by Ann",
        "&amp;",
        "&#0;",
        "&notit;",
        "\0",
        "<",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<!doctype html>",
        "</",
        "<?",
        "ä",
        "\u{a0}",
        "\u{200b}",
        "\n",
        "</p>",
        "</br>",
    ]);
    prop_oneof![
        4 => (tag.clone(), attr).prop_map(|(t, a)| format!("<{t}{a}>")),
        3 => tag.prop_map(|t| format!("</{t}>")),
        4 => text.prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tag_soup_never_panics(pieces in prop::collection::vec(piece(), 0..60), repeat in 1usize..6, depth in 0usize..9) {
        let html = pieces.concat().repeat(repeat);
        for max_depth in [256, depth] {
            let limits = Limits::new().max_depth(max_depth);
            if let Ok(page) = run_within(html.as_bytes(), limits, true) {
                prop_assert!(serde_json::to_string(&page).is_ok());
            }
        }
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = run(&bytes);
    }
}
