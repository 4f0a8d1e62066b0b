use crate::dom::{Document, NodeId, Tag};
use crate::inspect::markup::POLICY;
use crate::inspect::{ItemMark, Marks, RecordMark, RegionMark, marked_html};
use crate::{Page, PageOptions, RecordsOptions};

fn seen(html: &str) -> String {
    Page::parse(html.as_bytes(), &PageOptions::new().source("a <page>")).unwrap().inspect(&RecordsOptions::new())
}

fn list(rows: usize, row: impl Fn(usize) -> String) -> String {
    let rows: String = (1..=rows).map(row).collect();
    format!("<h1>Lamps</h1>{rows}")
}

#[test]
fn records_and_columns_are_labelled() {
    let out = seen(&list(5, |at| {
        format!("<div class=c><a href=/l/{at}>Lamp {at}</a> <b>${at}.50</b><p>A lamp for room {}</p></div>", at * 7)
    }));
    assert_eq!(out.matches(" data-rs-record=\"main\"").count(), 5, "{out}");
    for at in 1..=5 {
        assert!(out.contains(&format!("<rs-label data-rs=\"main\">{at}</rs-label>")), "{out}");
    }
    assert!(out.contains("main list 1</b>: 5 records") && out.contains("a &lt;page&gt; - Rowsmith"), "{out}");
    assert!(out.contains(" price\" title=\"price\""), "{out}");
    assert_eq!(out.matches("<rs-run").count(), out.matches("</rs-run>").count());
    // the page is the same but for the marks
    assert!(crate::dom::text(&parse(&out), body(&parse(&out))).contains("A lamp for room 35"));
    assert!(seen("<p>nothing here").contains("no list found"));
}

fn parse(html: &str) -> Document {
    crate::dom::parse(html.as_bytes(), &Default::default()).unwrap()
}

fn body(document: &Document) -> NodeId {
    document.nodes().find(|&id| document.tag(id) == Tag::BODY).unwrap()
}

#[test]
fn tables_stay_tables() {
    let out = seen(&format!(
        "<table>{}</table>",
        (1..=6).map(|at| format!("<tr><td>Row {at}<td>{at}.50<td>text {}", at * 3)).collect::<String>()
    ));
    let document = parse(&out);
    let count = |tag| document.nodes().filter(|&id| document.tag(id) == tag).count();
    assert_eq!((count(Tag::TABLE), count(Tag::TR), count(Tag::TD)), (1, 6, 18), "{out}");
    let label = document.nodes().find(|&id| document.tag_name(document.tag(id)) == "rs-label").unwrap();
    assert_eq!(document.parent(label).map(|id| document.tag(id)), Some(Tag::TD));
}

#[test]
fn nothing_runs_and_nothing_is_loaded() {
    let bad = "<base href=http://evil.example/><meta http-equiv=refresh content='0;http://evil.example'>\
        <link rel=stylesheet href=http://evil.example/s><script>evil()</script><body onload=evil()>\
        <img src=http://evil.example/i onerror=evil()><img src=DATA:image/png;base64,xx>\
        <img src='data:image/svg+xml,<svg onload=evil()>'><img srcset='http://evil.example/i 2x'>\
        <a href=javascript:evil()>a</a><a href=http://evil.example ping=http://evil.example>b</a>\
        <iframe src=http://evil.example srcdoc='<script>evil()</script>'></iframe><object data=http://evil.example></object>\
        <svg><use href='http://evil.example#a'/><a xlink:href=javascript:evil()><text>t</text></a>\
        <animate attributeName=href values=javascript:evil() /><style>x</style><script>evil()</script></svg>\
        <form action=http://evil.example><input type=image src=http://evil.example/f formaction=http://evil.example></form>\
        <video src=http://evil.example poster=http://evil.example></video><style>a{}</sty</style>\
        <noscript><p title='</noscript><script>evil()</script>'>n</noscript>\
        <math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=evil()&gt;'>\
        <textarea></textarea><xmp><script>evil()</script></xmp><plaintext><script>evil()</script>";
    let out = seen(bad);
    assert!(!out.contains("evil.example"), "{out}");
    // what looks like a script is text: parsed again, there is none
    let document = parse(&out);
    for id in document.nodes().filter(|&id| !document.is_text(id)) {
        let name = document.tag_name(document.tag(id));
        assert!(
            !matches!(name, "script" | "iframe" | "object" | "base" | "link" | "form" | "use" | "animate"),
            "{name}"
        );
        for (attribute, value) in document.attrs(id) {
            let attribute = document.attr_name(attribute);
            assert!(!attribute.starts_with("on") && attribute != "srcset", "{name} {attribute}={value}");
            assert!(attribute != "href" || value == "#", "{name} {attribute}={value}");
            assert!(attribute != "src" || value.to_lowercase().starts_with("data:image/png"), "{value}");
        }
    }
    assert!(out.contains(POLICY));
}

#[test]
fn marks_at_the_edges_of_a_page() {
    // a record that is a picture, and one that is a run of text
    let document = parse("<body>x<img><b>y</b> z");
    let ids: Vec<NodeId> = document.nodes().collect();
    let image = ids.iter().copied().find(|&id| document.tag(id) == Tag::IMG).unwrap();
    let end = document.end(Document::ROOT);
    let record = |from: NodeId, to: NodeId| RecordMark {
        roots: vec![(from, to)],
        items: vec![ItemMark { nodes: (from, to), column: 0 }],
    };
    let records = vec![record(image, document.end(image)), record(document.end(image), end)];
    let region = RegionMark { main: true, confidence: None, columns: vec!["a\"b".into()], records };
    let out = marked_html(&document, &Marks { regions: vec![region] }, "x");
    assert!(out.contains("<rs-label data-rs=\"main\">1</rs-label>") && out.contains("a&quot;b"), "{out}");
    assert!(out.contains("<img data-rs-record"), "{out}");
    assert_eq!(out.matches("<rs-run").count(), out.matches("</rs-run>").count(), "{out}");
}
