//! Our tree is the same as html5ever's, node by node, on real and on difficult pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod common;
mod html5lib;

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use rowsmith::dom::{Document, ParseOptions, decode, parse, repaired};

/// One entry per node, in document order: `depth name attributes` or `depth "text"`. Comments are left out, and
/// adjacent texts are joined.
fn reference_tree(text: &str) -> Vec<String> {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
        ..Default::default()
    };
    let dom = parse_document(RcDom::default(), options).one(text);
    let mut out = Vec::new();
    let mut stack: Vec<(Handle, usize)> = vec![(dom.document.clone(), 0)];
    let mut touching = false;
    while let Some((node, depth)) = stack.pop() {
        match &node.data {
            NodeData::Element { name, attrs, .. } => {
                let attrs: String =
                    attrs.borrow().iter().map(|a| format!(" {}={:?}", a.name.local, &*a.value)).collect();
                out.push(format!("{depth} {}{attrs}", name.local));
                touching = false;
            }
            NodeData::Text { contents } => {
                let text = contents.borrow();
                let prefix = format!("{depth} \"");
                match out.last_mut() {
                    Some(last) if touching && last.starts_with(&prefix) => last.push_str(&text),
                    _ => out.push(prefix + &text),
                }
                touching = true;
            }
            _ => {}
        }
        stack.extend(node.children.borrow().iter().rev().map(|c| (c.clone(), depth + 1)));
    }
    // RcDom drops deep trees recursively
    std::mem::forget(dom);
    out
}

fn our_tree(page: &Document) -> Vec<String> {
    let mut depths = vec![1usize; page.len()];
    page.nodes()
        .map(|id| {
            if let Some(parent) = page.parent(id) {
                depths[id.index()] = depths[parent.index()] + 1;
            }
            let depth = depths[id.index()];
            if page.is_text(id) {
                return format!("{depth} \"{}", page.raw_text(id));
            }
            let attrs: String = page.attrs(id).map(|(n, v)| format!(" {}={v:?}", page.attr_name(n))).collect();
            format!("{depth} {}{attrs}", page.tag_name(page.tag(id)))
        })
        .collect()
}

fn compare(name: &str, bytes: &[u8]) {
    let decoded = decode(bytes, None).unwrap();
    let repaired = repaired(&decoded.text);
    let reference = reference_tree(&repaired);
    let ours = our_tree(&parse(bytes, &ParseOptions::default()).unwrap());
    for (i, (a, b)) in reference.iter().zip(&ours).enumerate() {
        assert_eq!(a, b, "{name}: node {i}");
    }
    assert_eq!(reference.len(), ours.len(), "{name}: number of nodes");
}

#[test]
fn bundled_pages_agree() {
    for (path, bytes) in common::bundled_pages() {
        compare(&path.display().to_string(), &bytes);
    }
}

#[test]
fn nasty_markup_agrees() {
    for html in [
        "<p>a<b>b<p>c</b>d",
        "<table>x<tr><td>1<td>2<b>y</table>z",
        "<table><tr><p>a</p>b<td>c</table>",
        "<a href=1>x<a href=2>y<div>z</a>w</div>",
        "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
        "<select><option>a<option>b<optgroup><option>c</select><input>",
        "<svg><foreignObject><p>a</foreignObject><title>t</title><![CDATA[x<y]]></svg>b",
        "<math><annotation-xml encoding='text/html'><p>a<table><td>b</table></annotation-xml></math>c",
        "<math><mi>a<annotation-xml encoding='text/html'><p>b</math>c",
        "<html lang=a><body class=b><html lang=c dir=d><body id=e class=f>x",
        "<template><p>hidden<table><tr></template><p>shown",
        "<frameset><frame src=a></frameset>",
        "a&amp;b&nbsp;&notit;&#x80;&#0;c\0d",
        "<pre>\n\nx</pre><textarea>\n<b></textarea><script>if(a<b)'</scr'+'ipt>'</script>y",
        "<div a=1 A=2 b='x&lt;y' c=\"&copy;z\" d>e</div>",
        "<b><i><u><p>1</b>2</i>3</u>4<p>5",
        "<noscript><p>a</noscript>b<noscript><iframe src=x /></noscript><h1>kept</h1>",
        "<!-- a --><p>x<!-- b -->y</p><!doctype html>\r\nz\rw",
        "<plaintext>a<b>c",
        "<p>1<table><td>2</p>3<caption>4",
        "</br></p><body></body>after<div>in",
    ] {
        compare(html, html.as_bytes());
    }
}

#[test]
fn real_pages_agree() {
    for set in ["records", "threads", "news", "text"] {
        for (path, bytes) in common::eval_pages(set) {
            compare(&path.display().to_string(), &bytes);
        }
    }
}
