//! Checks what two renderers make of the Markdown: the elements and words of the clean HTML, and nothing else.

mod hostile;
mod random;

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::content::options::{Images, Links, MarkdownOptions};
use crate::content::read::tests::content;
use crate::content::{html, markdown};
use crate::dom::{AttrName, Document, ParseOptions, Tag, parse};

/// A page of which everything is kept, as Markdown and clean HTML. There is no base address, so that addresses stay as
/// they are.
fn written(body: &str) -> (String, String) {
    let content = content(body);
    (markdown(&content, MarkdownOptions::default()), html(&content))
}

fn by_pulldown(markdown: &str, tables: bool) -> String {
    let mut options = pulldown_cmark::Options::empty();
    options.set(pulldown_cmark::Options::ENABLE_TABLES, tables);
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, pulldown_cmark::Parser::new_ext(markdown, options));
    out
}

fn by_comrak(markdown: &str, tables: bool) -> String {
    let mut options = comrak::Options::default();
    options.extension.table = tables;
    // HTML is passed through, and so is every address
    options.render.r#unsafe = true;
    comrak::markdown_to_html(markdown, &options)
}

/// What a page shows.
#[derive(Debug, Default, PartialEq)]
struct Shown {
    /// The elements that Markdown can express.
    elements: BTreeSet<String>,
    /// Names and values of attributes.
    attributes: BTreeSet<(String, String)>,
    /// Its text without white space.
    text: String,
}

fn shown(html: &str) -> Shown {
    // an empty page cannot be parsed
    let document = parse(format!("<body>{html}").as_bytes(), &ParseOptions::default()).unwrap();
    let mut shown = Shown::default();
    for id in document.nodes() {
        match document.tag(id) {
            Tag::TEXT => shown.text.extend(document.raw_text(id).chars().filter(|c| !c.is_whitespace())),
            tag if id == Document::ROOT || matches!(tag, Tag::HTML | Tag::HEAD | Tag::BODY) => {}
            tag => {
                shown.elements.insert(document.tag_name(tag).to_owned());
                for (name, value) in document.attrs(id) {
                    let name = match name {
                        AttrName::HREF => "href",
                        AttrName::SRC => "src",
                        AttrName::ALT => "alt",
                        _ => "another",
                    };
                    shown.attributes.insert((name.to_owned(), decoded(value)));
                }
            }
        }
    }
    shown
}

/// An address without percent-encoding.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| tail.get(..2)).flatten().and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The elements that Markdown may produce for the elements of clean HTML.
fn allowed(elements: &BTreeSet<String>) -> BTreeSet<String> {
    let mut allowed = BTreeSet::from(["p".to_owned()]);
    for element in elements {
        let made: &[&str] = match element.as_str() {
            "b" | "strong" => &["strong"],
            "i" | "em" | "caption" | "figcaption" => &["em"],
            "code" | "kbd" => &["code"],
            "pre" => &["pre", "code"],
            "li" => &["ul", "ol", "li"],
            "table" => &["table", "thead", "tbody", "tr", "th", "td"],
            "br" => &["br"],
            "a" => &["a"],
            "img" => &["img"],
            "blockquote" => &["blockquote"],
            "h1" => &["h1"],
            "h2" => &["h2"],
            "h3" => &["h3"],
            "h4" => &["h4"],
            "h5" => &["h5"],
            "h6" => &["h6"],
            _ => &[],
        };
        allowed.extend(made.iter().map(|&name| name.to_owned()));
    }
    allowed
}

/// Fails unless both renderers show the Markdown as the clean HTML has it.
fn check(body: &str) -> Result<(), TestCaseError> {
    let (markdown, html) = written(body);
    let wanted = shown(&html);
    let allowed = allowed(&wanted.elements);
    // descriptions lose brackets and white space
    let plain = |value: &str| value.replace(['[', ']'], "").split_whitespace().collect::<Vec<_>>().join(" ");
    let values: BTreeSet<String> = wanted.attributes.iter().map(|(_, value)| plain(value)).collect();
    // items get marks within cells, and without table support their bars are text
    let same_text = !wanted.elements.contains("table");
    for tables in [true, false] {
        for (name, rendered) in
            [("pulldown-cmark", by_pulldown(&markdown, tables)), ("comrak", by_comrak(&markdown, tables))]
        {
            let message = format!("{name}\n{body}\n{html}\n{markdown}\n{rendered}");
            let got = shown(&rendered);
            prop_assert!(got.elements.is_subset(&allowed), "{:?} {message}", got.elements);
            for (name, value) in &got.attributes {
                let known = match name.as_str() {
                    "href" | "src" | "alt" => values.contains(&plain(value)),
                    // the number of an item
                    _ => value.bytes().all(|b| b.is_ascii_digit()) && got.elements.contains("ol"),
                };
                prop_assert!(known, "{name} {value:?} {message}");
            }
            if same_text {
                prop_assert_eq!(&got.text, &wanted.text, "{}", message);
            }
        }
    }
    Ok(())
}

fn safe(body: &str) {
    check(body).unwrap();
}

const SCRIPT: &str = "&lt;script>alert(1)&lt;/script>";

#[test]
fn character_references_in_addresses_stay_what_they_are() {
    for scheme in
        ["javascript&amp;colon;", "javascript&amp;#58;", "javascript&amp;#x3a;", "&amp;#106;avascript&amp;#58;"]
    {
        safe(&format!("<p>a <a href='{scheme}alert(1)'>link</a> b"));
        safe(&format!("<p>a <img src='{scheme}alert(1)' alt=x> b"));
    }
    assert_eq!(written("<p>a <a href='/x?a=1&b=2&copy;'>b</a>").0, "a [b](/x?a=1&b=2%C2%A9)");
    assert_eq!(written("<p>a <a href='/x?a=1&amp;copy;'>b</a>").0, "a [b](/x?a=1&amp;copy;)");
}

#[test]
fn addresses_do_not_end_early() {
    for address in [
        "a)b(c",
        "a b",
        "a&lt;b>c",
        "a\\)b",
        "a`b",
        "a|b",
        "a&quot;b",
        "a\u{a0}b",
        "a\u{2028}b",
        "[a](b)",
        "*a*",
        "a\\",
        "a&amp;",
    ] {
        safe(&format!("<p>a <a href=\"/{address}\">link</a> `b` <img src=\"/{address}\" alt=x> <code>c</code>"));
    }
}

#[test]
fn descriptions_of_images_are_escaped() {
    for alt in [
        "&lt;img src=x onerror=alert(1)> \\",
        "](x) &lt;script>",
        "`",
        "\\",
        "&amp;lt;b>",
        "*a*",
        "![",
        "a|b",
        "&#13;&#10;&#10;- a",
    ] {
        safe(&format!("<p>a <img alt='{alt}' src=p.png> b `c`"));
        safe(&format!("<p>a <a href=/x><img alt='{alt}' src=p.png></a> b"));
    }
}

#[test]
fn emphasis_around_preformatted_text() {
    for tag in ["b", "em", "strong", "i", "code", "kbd", "a href=/x"] {
        let end = tag.split(' ').next().unwrap();
        safe(&format!("<p>a</p><{tag}><pre>{SCRIPT} b</pre></{end}><p>c</p>"));
        safe(&format!("<{tag}>a<pre>{SCRIPT} b</pre>c</{end}><p>{SCRIPT}</p>"));
    }
    assert_eq!(written("<b><pre>a</pre></b><p>b").0, "```\na\n```\n\nb");
}

#[test]
fn code_around_blocks() {
    for tag in ["code", "kbd"] {
        safe(&format!("<{tag}><p>{SCRIPT} a</p><p>*b* {SCRIPT}</p></{tag}>"));
        safe(&format!("<{tag}><div>{SCRIPT}</div>b</{tag}> c"));
        safe(&format!("<{tag}><ul><li>{SCRIPT}<li>b</ul></{tag}>"));
        safe(&format!("<{tag}><blockquote>{SCRIPT}</blockquote></{tag}>"));
    }
    assert_eq!(written("<code><p>a*</p><p>b</p></code>").0, "a\\*\n\nb");
}

#[test]
fn line_breaks_in_code() {
    for start in ["- ", "> ", "---", "# ", "1. ", "```", "&lt;script>", "+ ", "===", "~~~", "    "] {
        safe(&format!("<p>a <code>b<br>{start}{SCRIPT} c</code> d"));
        safe(&format!("<p><code>b<br><br>{start}{SCRIPT} c</code>"));
    }
    assert_eq!(written("<p><code>a<br>- b</code>").0, "`a`  \n`- b`");
}

#[test]
fn bars_in_code_in_cells() {
    for code in ["a|b", "|", "a\\|b", "\\|", "`|`", "|&lt;script>|", "\\\\|"] {
        safe(&format!("<table><tr><th>x<th>y<tr><td><code>{code} {SCRIPT} c</code><td>\\|z `</table>"));
    }
    let table = written("<table><tr><th>x<th>y<tr><td><code>a|b</code><td>c</table>").0;
    assert_eq!(table, "| x | y |\n| --- | --- |\n| `a\\|b` | c |");
    assert!(
        by_comrak(&table, true).contains("<code>a|b</code>") && by_pulldown(&table, true).contains("<code>a|b</code>")
    );
}

#[test]
fn carriage_returns_in_preformatted_text() {
    safe(&format!("<ul><li>a<pre>b&#13;{SCRIPT}&#13;&#10;c&#13;&#13;{SCRIPT}</pre></ul>"));
    safe(&format!("<blockquote><pre>b&#13;{SCRIPT}</pre></blockquote>"));
}

#[test]
fn preformatted_text_deep_in_quotes() {
    for depth in [10, 22, 23, 24, 25, 26, 60] {
        safe(&format!("{}<pre>{SCRIPT} ``` a</pre>", "<blockquote>".repeat(depth)));
        safe(&format!("{}<pre>{SCRIPT} ``` a</pre>", "<ul><li>".repeat(depth)));
        safe(&format!("{}a<pre>{SCRIPT}", "<table><tr><td>".repeat(depth)));
    }
}

#[test]
fn fences_and_spans_are_longer_than_what_they_hold() {
    for ticks in ["`", "``", "```", "`````", "~~~"] {
        safe(&format!("<pre>a\n{ticks}\n{SCRIPT}\n{ticks}</pre><p><code>{ticks} {SCRIPT} {ticks}</code>"));
        safe(&format!("<p>{ticks}<code>{ticks}a</code><code>b{ticks} {SCRIPT}</code>{ticks}"));
    }
}

#[test]
fn what_begins_a_line_is_text() {
    for start in [
        "#",
        "##",
        "-",
        "--",
        "---",
        "- - -",
        "+",
        "*",
        "***",
        "1.",
        "12)",
        "=",
        "===",
        ">",
        "~~~",
        "```",
        "&lt;b>",
        "|",
        ":-",
        ":--:",
        "|-",
        "&amp;lt;",
        "&amp;#60;",
        "[a]: /b",
        "![a](b)",
        "_",
        "__",
        "\\",
        "&lt;http://a>",
        "\u{0}- a",
    ] {
        safe(&format!(
            "<p>{start} a<p>a<br>{start}<p>a<br>{start} b<ul><li>{start} a<li>{start}a</ul><blockquote>{start} a"
        ));
        safe(&format!("<h2>{start} a {start}</h2><table><tr><td>{start} a<td>a {start}<tr><td>b<td>c</table>"));
    }
    assert_eq!(written("<h2>a #</h2>").0, "## a \\#");
    assert_eq!(written("<p>a<br>--- b").0, "a  \n\\--- b");
}

#[test]
fn an_exclamation_mark_before_a_link() {
    safe("<p>Look!<a href=/x>here</a>");
    safe("<p>Look!<b><a href=/x>here</a></b>");
}

#[test]
fn a_reference_in_several_elements() {
    safe("<p>a &amp;<b>lt</b>;script>");
    safe("<p>a&amp;<b></b>l<span>t</span>;script>");
    safe("<p>a&amp;<b>#</b>60;script>");
}

/// A block that begins with a link around code was read as the definition of an address, and so was lost.
#[test]
fn code_in_a_link_that_looks_like_a_definition() {
    for html in [
        "<p><a href='/x'><code>]:</code></a>",
        "<ul><li><a href='/x'>a <b>b</b> <code>x]: y</code> c</a></ul>",
        "<h2><a href='/x'><code>]:</code></a></h2>",
    ] {
        safe(html);
    }
    // elsewhere code stays code
    assert_eq!(written("<p>a <a href='/x'><code>]:</code></a>").0, "a [`]:`](/x)");
}

/// A paragraph that begins with the mark of a note and a colon was read as the note itself.
#[test]
fn a_colon_after_the_mark_of_a_note() {
    let (markdown, _) =
        written("<p><sup><a href=#fn1>1</a></sup>: a</p><p>b</p><ol class=footnotes><li id=fn1>one<p>two</ol>");
    let mut options = comrak::Options::default();
    options.extension.footnotes = true;
    let rendered = comrak::markdown_to_html(&markdown, &options);
    assert!(rendered.contains("footnote-ref") && rendered.contains(": a</p>"), "{markdown}\n{rendered}");
}

#[test]
fn links_in_links() {
    safe("<a href=/x>a<table><tr><td><a href=/y>b</a></table></a>");
    safe("<a href=/x><h2>a</h2><p>b</p></a>");
}

#[test]
fn emphasis_is_read_as_it_was_meant() {
    for body in [
        "<p>a<b>b</b>c <b>(d)</b>e <i>f.</i>g",
        "<p><b>a</b><b>b</b> <i>c</i><i>d</i>",
        "<p><b>a</b><i>b</i> <i>c</i><b>d</b>",
        "<p><b>a <i>b</i> c</b> <i>d <b>e</b> f</i> <b><i>g</i></b>",
        "<p>a<b>b<i>c</i></b><i>d</i>e",
        "<p>*<b>a</b>* _<i>b</i>_ **<b>*c*</b>**",
        "<p><b>&quot;a&quot;</b>b<b>“c”</b>d<b>€</b>e",
    ] {
        safe(body);
    }
    let (markdown, _) = written("<p><b>Note:</b>a <b>b</b><b>c</b> <b>d <i>e</i></b> <i>f</i>");
    assert_eq!(markdown, "**Note**:a **bc** **d _e_** *f*");
    // simple readers take the underscore of `_**a**_` for a letter
    let (markdown, _) = written("<p><i><b>a</b></i> b <i><b>c</b> d</i> <i><b>e</b></i>f");
    assert_eq!(markdown, "**_a_** b _**c** d_ ***e***f".replace("***e***f", "**e**f"));
}

/// What a Markdown reader with the extension for formulas makes of them.
fn formulas(markdown: &str) -> Vec<String> {
    let mut options = pulldown_cmark::Options::empty();
    options.insert(pulldown_cmark::Options::ENABLE_MATH);
    options.insert(pulldown_cmark::Options::ENABLE_TABLES);
    let squeezed = |tex: &str| tex.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let found = pulldown_cmark::Parser::new_ext(markdown, options).filter_map(|event| match event {
        pulldown_cmark::Event::InlineMath(tex) | pulldown_cmark::Event::DisplayMath(tex) => Some(squeezed(&tex)),
        _ => None,
    });
    found.collect()
}

#[test]
fn formulas_are_read_as_they_were_written() {
    for tex in [
        "x^2",
        "a_{i}*b_{j}",
        "\\frac{1}{2}",
        "a < b",
        "\\{x\\mid x>0\\}",
        "f(x)=\\begin{cases} 1 & x \\\\ 0 & y \\end{cases}",
        "\\text{a b}",
        "5\\%",
    ] {
        let escaped = tex.replace('&', "&amp;").replace('<', "&lt;");
        let markdown = written(&format!("<p>one <script type=math/tex>{tex}</script> two</p><p>$3 and $4</p>")).0;
        let squeezed: String = tex.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(formulas(&markdown), std::slice::from_ref(&squeezed), "{markdown}");
        let shown = written(&format!(
            "<p>one</p><span class=katex-display><math alttext='{escaped}'><mi>x</mi></math></span><p>two"
        ))
        .0;
        assert_eq!(formulas(&shown), [squeezed], "{shown}");
    }
}

/// Parts of a formula were emphasis to readers that do not know formulas.
#[test]
fn signs_in_formulas_are_no_emphasis() {
    let of = |tex: &str| written(&format!("<p>one <script type=math/tex>{tex}</script> two")).0;
    for tex in ["a*b*c", "x^{a}_{b}y^{c}_{d}", "(*a*)", "**a**b", "A*r=\"*r", "x*∂y*z"] {
        let markdown = of(tex);
        let events = pulldown_cmark::Parser::new(&markdown);
        let tags: Vec<_> = events.filter(|event| matches!(event, pulldown_cmark::Event::Start(_))).collect();
        assert_eq!(tags.len(), 1, "{markdown}");
        let squeezed: String = tex.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(formulas(&markdown), [squeezed], "{markdown}");
    }
    // nor from one to the next
    let two = "<p><script type=math/tex>x^{a}_{b}*c</script> and <script type=math/tex>y^{c}_{d}*e</script>";
    let markdown = written(two).0;
    let events = pulldown_cmark::Parser::new(&markdown);
    assert_eq!(events.filter(|event| matches!(event, pulldown_cmark::Event::Start(_))).count(), 1, "{markdown}");
    let shown = written("<p>one</p><script type='math/tex; mode=display'>*d*F = J</script><p>two").0;
    assert_eq!(formulas(&shown), ["{}*d*F=J"], "{shown}");
    for same in ["x_{i}y_{j}", "\\begin{align*}a\\end{align*}", "\\sum_{i}^{n}x_i", "\\hspace*{1cm}b"] {
        assert!(of(same).contains(same), "{}", of(same));
    }
}

#[test]
fn notes_struck_text_and_tasks_are_read_as_such() {
    let (markdown, _) = written(
        "<ul><li><input type=checkbox checked>a <s>b</s> c<sup><a href=#fn1>1</a></sup></ul><ol class=footnotes><li id=fn1>one<p>two</ol>",
    );
    let mut options = comrak::Options::default();
    options.extension.footnotes = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    let rendered = comrak::markdown_to_html(&markdown, &options);
    for part in ["checked", "<del>b</del>", "footnote-ref", "<p>one</p>", "<p>two "] {
        assert!(rendered.contains(part), "{part}\n{markdown}\n{rendered}");
    }
}

#[test]
fn links_and_images_as_asked() {
    let content = content("<p><a href=/x>one</a> <a href=/y>two</a> <a href=/x>three</a> <img src=/i.png alt=pic>");
    let as_asked = |links, images| markdown(&content, MarkdownOptions { links, images, ..MarkdownOptions::default() });
    let by_number = as_asked(Links::Reference, Images::Inline);
    assert_eq!(by_number, "[one][1] [two][2] [three][1] ![pic](/i.png)\n\n[1]: /x\n[2]: /y");
    assert!(by_pulldown(&by_number, true).contains("<a href=\"/x\">three</a>"));
    assert_eq!(as_asked(Links::None, Images::Alt), "one two three pic");
    assert_eq!(as_asked(Links::None, Images::None), "one two three");
    assert_eq!(as_asked(Links::Inline, Images::Links), "[one](/x) [two](/y) [three](/x) [pic](/i.png)");
}
