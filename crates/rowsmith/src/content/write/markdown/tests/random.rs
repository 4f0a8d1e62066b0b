//! Pages made at random, read by two renderers as they were written.

use proptest::prelude::*;

use super::{by_comrak, by_pulldown, check, written};
use crate::dom::{NodeId, ParseOptions, Tag, parse};

/// The blocks of HTML with their texts, without white space: where each begins and ends.
fn blocks_of(html: &str) -> Vec<String> {
    let document = parse(format!("<body>{html}").as_bytes(), &ParseOptions::default()).unwrap();
    let mut found: Vec<String> = Vec::new();
    let mut open: Vec<(NodeId, Tag)> = Vec::new();
    let is_block = |tag: Tag| {
        matches!(
            tag,
            Tag::H1
                | Tag::H2
                | Tag::H3
                | Tag::H4
                | Tag::H5
                | Tag::H6
                | Tag::UL
                | Tag::OL
                | Tag::LI
                | Tag::BLOCKQUOTE
                | Tag::PRE
                | Tag::HR
        )
    };
    for id in document.nodes() {
        while let Some((_, tag)) = open.pop_if(|(close, _)| *close <= id) {
            found.push(format!("/{}", document.tag_name(tag)));
        }
        if document.is_text(id) {
            let text: String = document.raw_text(id).chars().filter(|c| !c.is_whitespace()).collect();
            match found.last_mut() {
                Some(last) if last.starts_with('"') => last.push_str(&text),
                _ if text.is_empty() => {}
                _ => found.push(format!("\"{text}")),
            }
        } else if is_block(document.tag(id)) {
            found.push(document.tag_name(document.tag(id)).to_owned());
            open.push((document.end(id), document.tag(id)));
        }
    }
    found.extend(open.into_iter().rev().map(|(_, tag)| format!("/{}", document.tag_name(tag))));
    found
}

/// Texts that Markdown could read as markup.
fn text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        "word",
        "7",
        "1.",
        "12)",
        " ",
        " ",
        "\n",
        "*",
        "**",
        "_",
        "`",
        "``",
        "```",
        "~",
        "~~~",
        "#",
        "##",
        "-",
        "---",
        "+",
        "=",
        "==",
        "|",
        "\\",
        "!",
        "[",
        "]",
        "(",
        ")",
        "[a](b)",
        ":",
        ":-",
        "&amp;",
        "&amp;lt;",
        "&amp;#60;",
        "&amp;colon;",
        ";",
        "&lt;",
        ">",
        "&lt;script>alert(1)&lt;/script>",
        "&lt;b>",
        "&lt;!--",
        "&quot;",
        "'",
        "“",
        "€",
        "é",
        "中",
        "\u{200b}",
        "\u{301}",
        "&nbsp;",
        "&#13;",
        "http://a.b",
        "javascript:a",
        "\t",
        "    ",
        "$",
        "^",
        "@",
        "lt;",
        "x",
    ]);
    prop::collection::vec(part, 1..8).prop_map(|parts| parts.concat())
}

fn attribute() -> impl Strategy<Value = String> {
    text().prop_map(|text| text.replace('\'', "&#39;"))
}

/// HTML from the elements that Markdown knows, in every nesting.
fn page() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => text(),
        1 => Just("<br>".to_owned()),
        1 => (attribute(), attribute()).prop_map(|(alt, source)| format!("<img alt='{alt}' src='/{source}'>")),
        1 => attribute().prop_map(|alt| format!("<img alt='{alt}' src='javascript&amp;colon;a'>")),
    ];
    leaf.prop_recursive(6, 60, 5, |inner| {
        let tag = prop::sample::select(vec![
            "p",
            "div",
            "span",
            "b",
            "strong",
            "i",
            "em",
            "code",
            "kbd",
            "pre",
            "ul",
            "ol",
            "li",
            "blockquote",
            "h1",
            "h2",
            "h6",
            "section",
            "figcaption",
            "b",
            "i",
            "code",
            "p",
            "label",
            "svg",
            "q",
        ]);
        let children = prop::collection::vec(inner, 1..5).prop_map(|children| children.concat());
        prop_oneof![
            8 => (tag, children.clone()).prop_map(|(tag, inner)| format!("<{tag}>{inner}</{tag}>")),
            1 => (attribute(), children.clone()).prop_map(|(to, inner)| format!("<a href='{to}'>{inner}</a>")),
            1 => (children.clone(), children.clone(), children.clone(), children)
                .prop_map(|(a, b, c, d)| format!("<table><tr><td>{a}<td>{b}<tr><td>{c}<td>{d}</table>")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_read_as_they_were_written(parts in prop::collection::vec(page(), 1..5)) {
        let (markdown, html) = written(&parts.concat());
        // a table that Markdown cannot express is written as its cells, and these readers know no formulas
        prop_assume!(!html.contains("<table") && !html.contains("class=\"math"));
        for rendered in [by_pulldown(&markdown, true), by_comrak(&markdown, true)] {
            prop_assert_eq!(blocks_of(&rendered), blocks_of(&html), "{}\n{}\n{}", markdown, rendered, html);
        }
    }

    #[test]
    fn renderers_show_what_the_clean_html_has(parts in prop::collection::vec(page(), 1..5)) {
        let body = parts.concat();
        // these readers know no formulas
        prop_assume!(!written(&body).1.contains("class=\"math"));
        check(&body)?;
    }
}
