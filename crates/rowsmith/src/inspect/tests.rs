use crate::dom::{Document, NodeId, Tag};
use crate::inspect::markup::POLICY;
use crate::inspect::{ItemMark, Marks, RecordMark, RegionMark, marked_html};
use crate::tree::Span;
use crate::{Page, PageOptions, RecordsOptions};
use proptest::prelude::*;

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
    // the page is the same except for the marks
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
    // what looks like a script is text: when parsed again, there is none
    assert_eq!(active(&out), Vec::<String>::new(), "{out}");
    assert!(out.contains(POLICY));
}

/// Whatever in a file would run, load, send or lead somewhere if a browser opened it: elements and attributes, except
/// the two `<meta>` that we write ourselves.
fn active(html: &str) -> Vec<String> {
    let document = parse(html);
    let mut found = Vec::new();
    let (mut metas, mut titles) = (0, 0);
    for id in document.nodes().filter(|&id| !document.is_text(id)) {
        let name = document.tag_name(document.tag(id)).to_ascii_lowercase();
        let parent = document.parent(id).map(|id| document.tag_name(document.tag(id)));
        let ours = match &*name {
            "meta" => {
                metas += 1;
                let named = |name| document.attr_named(id, name).map(str::to_owned);
                match metas {
                    1 => named("charset") == Some("utf-8".to_owned()) && named("content").is_none(),
                    2 => named("content") == Some(POLICY.to_owned()),
                    _ => metas == 3 && named("name") == Some("referrer".to_owned()) && named("http-equiv").is_none(),
                }
            }
            "title" => {
                titles += 1;
                titles == 1 && parent == Some("head")
            }
            "style" => parent == Some("head"),
            "script" | "noscript" | "template" | "base" | "link" | "iframe" | "frame" | "frameset" | "object"
            | "embed" | "applet" | "portal" | "fencedframe" | "form" | "audio" | "video" | "source" | "track"
            | "use" | "image" | "feimage" | "animate" | "set" | "animatetransform" | "animatemotion"
            | "foreignobject" | "math" | "xmp" | "plaintext" | "noembed" | "noframes" | "marquee" | "bgsound"
            | "keygen" | "isindex" => false,
            _ => true,
        };
        if !ours {
            found.push(format!("<{name}>"));
        }
        for (attribute, value) in document.attrs(id) {
            let attribute = document.attr_name(attribute).to_ascii_lowercase();
            let harmless = match &*attribute {
                "href" => value == "#" && name == "a",
                "src" => value.to_ascii_lowercase().starts_with("data:image/png") && name == "img",
                "http-equiv" | "content" => name == "meta",
                "srcset" | "imagesrcset" | "srcdoc" | "action" | "formaction" | "data" | "poster" | "background"
                | "ping" | "manifest" | "codebase" | "code" | "archive" | "classid" | "longdesc" | "cite"
                | "usemap" | "profile" | "lowsrc" | "dynsrc" | "target" | "formtarget" | "values" | "from" | "to"
                | "by" | "attributename" | "is" | "autofocus" | "popovertarget" | "download" | "shadowrootmode" => {
                    false
                }
                "fill" | "stroke" => !value.contains("url("),
                other => !other.starts_with("on") && !other.contains(':'),
            };
            if !harmless {
                found.push(format!("<{name} {attribute}={value}>"));
            }
        }
    }
    found
}

/// Markup that must not become active: escaped as parsers that decode texts see it, and as it is.
const ALIVE: [&str; 12] = [
    "<meta http-equiv=refresh content=0;url=http://evil.example>",
    "<base href=http://evil.example/>",
    "<form action=http://evil.example><input name=a></form>",
    "<iframe src=http://evil.example></iframe>",
    "<link rel=stylesheet href=http://evil.example>",
    "<script>evil()</script>",
    "<img src=http://evil.example onerror=evil()>",
    "<a href=javascript:evil() onclick=evil()>x</a>",
    "<svg><use href=http://evil.example#a /><animate attributeName=href values=javascript:evil() /></svg>",
    "<object data=http://evil.example></object>",
    "<style>@import 'http://evil.example'</style>",
    "<math><maction actiontype=statusline xlink:href=javascript:evil()>x</maction></math>",
];

/// Elements whose content is text in one place and markup in another.
const RAW: [&str; 12] = [
    "style",
    "script",
    "noscript",
    "title",
    "textarea",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "template",
    "option",
];

/// Where an element may be: what comes before and after it.
const PLACES: [(&str, &str); 17] = [
    ("", ""),
    ("<svg>", "</svg>"),
    ("<math>", "</math>"),
    ("<svg><foreignObject>", "</foreignObject></svg>"),
    ("<svg><desc>", "</desc></svg>"),
    ("<svg><title>", "</title></svg>"),
    ("<svg><a><text>", "</text></a></svg>"),
    ("<math><mtext>", "</mtext></math>"),
    ("<math><mi><mglyph>", "</mglyph></mi></math>"),
    ("<math><annotation-xml encoding=text/html>", "</annotation-xml></math>"),
    ("<math><annotation-xml encoding=application/xhtml+xml><svg>", "</svg></annotation-xml></math>"),
    ("<select>", "</select>"),
    ("<table>", "</table>"),
    ("<table><tr><td><svg>", "</svg></td></tr></table>"),
    ("<x-card><font-face>", "</font-face></x-card>"),
    ("<button><p><svg><g>", "</g></svg></p></button>"),
    ("<svg><style>", "</style></svg>"),
];

#[test]
fn no_text_becomes_markup_wherever_it_stands() {
    assert!(ALIVE.iter().all(|alive| !active(&format!("<body>{alive}")).is_empty()), "what is to be found is found");
    for (before, behind) in PLACES {
        for raw in RAW {
            for alive in ALIVE {
                let escaped = alive.replace('<', "&lt;").replace('>', "&gt;");
                for inner in [alive, &escaped, &format!("<![CDATA[{alive}]]>"), &format!("--></{raw}>{alive}<!--")] {
                    let html = format!("<p>a</p>{before}<{raw}>{inner}</{raw}>{behind}<p>b</p>");
                    let out = seen(&html);
                    assert_eq!(active(&out), Vec::<String>::new(), "{html}\n{out}");
                }
            }
        }
    }
}

#[test]
fn drawings_keep_their_shapes_and_their_styles_stay_text() {
    let out = seen(
        "<p>a</p><svg viewBox='0 0 9 9'><style>&lt;base href=//evil.example&gt; .a{fill:red}</style><a><g class=a \
         fill='url(http://evil.example)'><path d=M0 /><text>t</text></g></a><title>x</title></svg><p>b</p>",
    );
    assert!(out.contains("<g><g class=\"a\"><path d=\"M0\"></path><text>t</text></g></g></svg>"), "{out}");
    let head = out.split("</head>").next().unwrap();
    assert!(head.contains("<style><base href=//evil.example> .a{fill:red}</style>"), "{out}");
    assert_eq!(active(&out), Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Pieces of hostile markup in any order: none of them is active in the output.
    #[test]
    fn whatever_a_page_says_nothing_in_it_is_active(
        pieces in proptest::collection::vec((0..RAW.len(), 0..PLACES.len(), 0..ALIVE.len(), 0..9), 1..14)
    ) {
        let mut html = String::from("<p>a");
        for (raw, place, alive, form) in pieces {
            let (raw, (before, behind), alive) = (RAW[raw], PLACES[place], ALIVE[alive]);
            match form {
                0 => html.push_str(before),
                1 => html.push_str(behind),
                2 => html.push_str(&format!("<{raw}>")),
                3 => html.push_str(&format!("</{raw}>")),
                4 => html.push_str(alive),
                5 => html.push_str(&alive.replace('<', "&lt;")),
                6 => html.push_str(&format!("<![CDATA[{alive}]]>")),
                7 => html.push_str(&format!("<!--{alive}-->")),
                _ => html.push_str(&format!("<b title=\"{}\" data-x='</{raw}>{alive}'>", alive.replace('"', ""))),
            }
        }
        let out = seen(&html);
        prop_assert_eq!(active(&out), Vec::<String>::new(), "{}\n{}", html, out);
    }
}

#[test]
fn marks_at_the_edges_of_a_page() {
    // a record that is a picture, and one that is a run of text
    let document = parse("<body>x<img><b>y</b> z");
    let ids: Vec<NodeId> = document.nodes().collect();
    let image = ids.iter().copied().find(|&id| document.tag(id) == Tag::IMG).unwrap();
    let end = document.end(Document::ROOT);
    let record = |from: NodeId, to: NodeId| RecordMark {
        roots: vec![Span { from, to }],
        items: vec![ItemMark { nodes: Span { from, to }, column: 0 }],
    };
    let records = vec![record(image, document.end(image)), record(document.end(image), end)];
    let region = RegionMark { main: true, confidence: None, columns: vec!["a\"b".into()], records };
    let out = marked_html(&document, &Marks { regions: vec![region] }, "x");
    assert!(out.contains("<rs-label data-rs=\"main\">1</rs-label>") && out.contains("a&quot;b"), "{out}");
    assert!(out.contains("<img data-rs-record"), "{out}");
    assert_eq!(out.matches("<rs-run").count(), out.matches("</rs-run>").count(), "{out}");
}

#[test]
fn sheets_name_no_other_sheets() {
    for import in ["@import", "@IMPORT", "@\\69mport", "@i\\6D port", "@\\import", "@@import"] {
        let sheet = super::safe::style_sheet(&format!("{import} 'x'; @media print {{}} a{{}}"));
        let (_, after) = sheet.split_once("no-").unwrap();
        assert!(after.to_lowercase().ends_with("port 'x'; @media print {} a{}"), "{sheet}");
    }
    assert_eq!(super::safe::style_sheet("@i\\"), "@i\\");
    let deep = format!("@{}", "\\".repeat(1_000_000));
    assert_eq!(super::safe::style_sheet(&deep), deep);
}
