//! Pages and what is read from them.

use crate::content::kept::is_leaf;
use crate::content::options::MarkdownOptions;
use crate::content::{Addresses, Content, Form, Reading, html, markdown, plain, read};
use crate::dom::{Display, ParseOptions, Tag, display, is_hidden, parse};

/// The content of a page if everything visible is kept. There is no base address, so addresses stay as they are.
pub(crate) fn content(body: &str) -> Content {
    let document = parse(format!("<body>{body}").as_bytes(), &ParseOptions::default()).unwrap();
    let is_shown = |id| {
        let mut around = document.ancestors(id).filter(|&a| !document.is_text(a));
        document.is_text(id)
            && around.all(|a| {
                display(document.tag(a)) != Display::None && document.tag(a) != Tag::SVG && !is_hidden(&document, a)
            })
            || is_leaf(&document, id)
    };
    let marked: Vec<bool> = document.nodes().map(is_shown).collect();
    read(Reading { document: &document, addresses: Addresses::default(), title: None, form: Form::Document }, marked)
}

/// A page as text, Markdown and HTML.
fn rendered(body: &str) -> (String, String, String) {
    let content = content(body);
    (plain(&content), markdown(&content, MarkdownOptions::default()), html(&content))
}

/// A page as Markdown.
fn md(body: &str) -> String {
    rendered(body).1
}

#[test]
fn code_and_tables() {
    let (_, markdown, html) = rendered("<pre><code>walk --slowly\n  rest</code></pre><p>x");
    assert_eq!(markdown, "```\nwalk --slowly\n  rest\n```\n\nx");
    assert_eq!(html, "<pre><code>walk --slowly\n  rest</code></pre>\n<p>x</p>");
    let (text, markdown, _) = rendered("<table><tr><th>a<th>b<tr><td>1<td>2|3</table>");
    assert_eq!((text.as_str(), markdown.as_str()), ("a\tb\n1\t2|3", "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |"));
}

#[test]
fn lists_nest_and_text_is_escaped() {
    let markdown = md("<ol><li>one<ul><li>two</ul><li>three</ol><p># no *mark* 1. here");
    assert_eq!(markdown, "1. one\n   - two\n2. three\n\n\\# no \\*mark\\* 1. here");
}

#[test]
fn what_is_not_allowed_is_dissolved() {
    let (_, markdown, html) = rendered("<section class=x><div>a <span style=y>b</span></div><p>c</p></section>");
    assert_eq!((markdown.as_str(), html.as_str()), ("a b\n\nc", "<p>a b</p>\n<p>c</p>"));
}

#[test]
fn images_by_their_best_source() {
    let (_, markdown, html) = rendered("<p>a</p><img src=/x.png alt='An x' onload=y><p>b</p>");
    assert_eq!(markdown, "a\n\n![An x](/x.png)\n\nb");
    assert_eq!(html, "<p>a</p>\n<p><img src=\"/x.png\" alt=\"An x\"></p>\n<p>b</p>");
    let lazy = "<p>a<img src='data:image/gif;base64,R0' data-src=/big.jpg><noscript><img src=/big.jpg></noscript>";
    assert_eq!(md(lazy), "a![](/big.jpg)");
    assert_eq!(md("<p>a<img src=/1.gif width=1 height=1>"), "a");
    // every script that loads pictures late has an attribute of its own
    assert_eq!(md("<p>a<img src='data:image/gif;base64,R0' nitro-lazy-src=/b/c.jpg>"), "a![](/b/c.jpg)");
    assert_eq!(md("<p>a<img src='data:image/gif;base64,R0' ng-src='/b/{{name}}.jpg'>"), "a");
}

#[test]
fn a_picture_in_two_sizes_is_one() {
    let two = |first: &str, second: &str| md(&format!("<p>a<img src={first} alt=x><img src={second} alt=x>"));
    assert_eq!(two("/max/60/photo-4711.png", "/max/1994/photo-4711.png"), "a![x](/max/60/photo-4711.png)");
    // a short name, or none, tells nothing
    assert_eq!(two("/a/1.png", "/b/1.png"), "a![x](/a/1.png)![x](/b/1.png)".replace(")!", ") !"));
    assert_eq!(two("/files/attached-4711/", "/files/attached-4712/").matches("![").count(), 2);
}

#[test]
fn icons_and_what_stands_in_for_pictures_are_no_pictures() {
    assert_eq!(md("<div><img src=/check.svg alt=''><b>Fast</b></div>"), "**Fast**");
    assert_eq!(md("<div><img src=/i.png alt=Print width=16 height=16>Print</div>"), "Print");
    assert_eq!(md("<p>a</p><img src=/assets/spinner2.gif alt='A walk'><p>b"), "a\n\nb");
    assert_eq!(md("<p>Well <img src=/s.gif alt=':)' width=15 height=15> then"), "Well :) then");
    assert_eq!(md("<figure><img src=/plan.svg></figure><p>a"), "![](/plan.svg)\n\na");
}

#[test]
fn a_title_that_is_shown_twice_is_given_once() {
    let document = parse(b"<body><h1>A walk</h1><p>a<h1>A walk</h1><p>b", &ParseOptions::default()).unwrap();
    let reading =
        Reading { document: &document, addresses: Addresses::default(), title: Some("A walk"), form: Form::Document };
    let content = read(reading, vec![true; document.len()]);
    assert_eq!(markdown(&content, MarkdownOptions::default()), "# A walk\n\na\n\nb");
}

#[test]
fn the_title_opens_a_document_whatever_its_level() {
    let titled = |html: &str| {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let reading = Reading {
            document: &document,
            addresses: Addresses::default(),
            title: Some("A walk: by day"),
            form: Form::Document,
        };
        markdown(&read(reading, vec![true; document.len()]), MarkdownOptions::default())
    };
    // the name of the site is its first-level heading
    assert_eq!(
        titled("<h1><a href=/>The Daily</a></h1><h2>A walk <i>:</i> by day</h2><p>a<h2>b</h2>"),
        "# A walk *:* by day\n\na\n\n## b"
    );
    assert_eq!(titled("<p>Travel</p><h3>A walk: by day</h3><p>a"), "Travel\n\n# A walk: by day\n\na");
    // further on it is a heading of the text
    let far = "<p>a</p>".repeat(6) + "<h2>A walk: by day</h2>";
    assert!(titled(&far).ends_with("\n\n## A walk: by day"));
}

#[test]
fn what_edits_a_section_is_not_in_its_heading() {
    let edit = "<span class=mw-editsection>[<a href='/w/index.php?title=Kelp&amp;action=edit'>edit</a>]</span>";
    assert_eq!(md(&format!("<h2>Ecology{edit}</h2><p>a")), "## Ecology\n\na");
    assert_eq!(md(&format!("<div><h2>Ecology</h2>{edit}</div><p>a")), "## Ecology\n\na");
    assert_eq!(md("<h2>Ecology<span>[<a href=/notes>sic</a>]</span></h2>"), "## Ecology\\[[sic](/notes)\\]");
}

#[test]
fn a_heading_is_strong_by_itself() {
    assert_eq!(md("<h2><b>Low tide</b></h2><p>a"), "## Low tide\n\na");
    assert_eq!(md("<h2><b>Low</b> tide</h2><p>a"), "## **Low** tide\n\na");
}

#[test]
fn languages_of_code() {
    for html in [
        "<pre><code class=language-rust>fn f() {}</code></pre>",
        "<pre class='brush: rust'>fn f() {}</pre>",
        "<div class='highlight-rust notranslate'><div class=highlight><pre>fn f() {}</pre></div></div>",
        "<div class='highlight highlight-source-rust'><pre>fn f() {}</pre></div>",
        "<pre data-lang=Rust>fn f() {}</pre>",
        "<pre><code class='hljs rust'>fn f() {}</code></pre>",
        "<div class=code-block><div><span>Rust</span><button>Copy</button></div><pre><code>fn f() {}</code></pre></div>",
    ] {
        assert_eq!(md(html), "```rust\nfn f() {}\n```", "{html}");
    }
    assert_eq!(md("<pre><code class=language-text>a</code></pre>"), "```\na\n```");
}

#[test]
fn lines_of_code() {
    let wanted = "```\na\n\n  b\n```";
    for html in [
        "<pre>a\n\n  b</pre>",
        "<pre>a<br><br>  b</pre>",
        "<pre><code><span class=line><span class=ln>1</span><span class=cl>a\n</span></span><span class=line><span class=ln>2</span><span class=cl>\n</span></span><span class=line><span class=ln>3</span><span class=cl>  b\n</span></span></code></pre>",
        "<pre><div>a</div><div></div><div>  b</div></pre>",
        "<pre><code><span class=line>a</span>\n<span class=line></span>\n<span class=line>  b</span></code></pre>",
        "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>\n<span class=lineno>3</span>  b</pre>",
        "<table class=highlighttable><tr><td><pre>1\n2\n3</pre><td><pre>a\n\n  b</pre></table>",
        "<figure data-rehype-pretty-code-figure><pre><code><span data-line>a</span>\n<span data-line> </span>\n<span data-line>  b</span></code></pre></figure>",
    ] {
        let markdown = md(html).replace("\n \n", "\n\n");
        assert_eq!(markdown, wanted, "{html}");
    }
    let numbered = "<pre><div><span>1</span><div>a</div></div><div><span>2</span><div>b</div></div></pre>";
    assert_eq!(md(numbered), "```\na\nb\n```");
}

#[test]
fn formulas_of_every_kind_once_each() {
    for html in [
        "<p>a <script type=math/tex>x^2</script> b",
        "<p>a <span class=katex><span class=katex-mathml><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding=application/x-tex>x^2</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x2</span></span> b",
        "<p>a <span class=MathJax_Preview>x2</span><span class=MathJax>x2</span><script type=math/tex>x^2</script> b",
        "<p>a <math alttext='x^2'><msup><mi>x</mi><mn>2</mn></msup></math> b",
        "<p>a <img class=latex alt='x^2' src=/1.png> b",
        "<p>a <img src='https://latex.codecogs.com/svg.latex?x%5E2' alt=formula> b",
        "<p>a \\(x^2\\) b",
    ] {
        assert_eq!(md(html), "a $x^2$ b", "{html}");
    }
    assert_eq!(md("<p>a <math><msup><mi>x</mi><mn>2</mn></msup></math> b"), "a $x^{2}$ b");
    let numbered =
        "<math><mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable></math>";
    assert_eq!(md(&format!("<p>a {numbered} b")), "a $x \\text{(1)}$ b");
    // any service that draws formulas
    assert_eq!(md("<p>a <img src='/draw/%5Cfrac%7B1%7D%7B2%7D'> b"), "a $\\frac{1}{2}$ b");
    assert_eq!(md("<p>a <img src='/draw/50%25{x}' alt=half> b"), "a ![half](/draw/50%25{x}) b");
    assert_eq!(md("<p>a</p><script type='math/tex; mode=display'>x^2</script><p>b"), "a\n\n$$\nx^2\n$$\n\nb");
    // no formula without a script that would typeset it
    assert_eq!(md("<p>from $5 to $7"), "from \\$5 to \\$7");
}

#[test]
fn notes_stand_by_their_marks() {
    let wanted = "a[^1] b[^2]\n\n[^1]: one note\n\n[^2]: two note";
    for html in [
        "<p>a<sup id=r1><a href=#fn1>1</a></sup> b<sup id=r2><a href=#fn2>2</a></sup></p><section class=footnotes><hr><ol><li id=fn1><p>one note <a href=#r1>↩</a></p><li id=fn2><p>two note <a href=#r2>↩</a></p></ol></section>",
        "<p>a<sup>1</sup> b<sup>2</sup></p><hr><p><sup>1</sup> one note</p><p><sup>2</sup> two note</p>",
        "<p>a<sup>1</sup> b<sup>2</sup></p><h2>Footnotes</h2><ol><li>one note<li>two note</ol>",
        "<p>a<label for=s1>1</label><span class=sidenote>one note here</span> b<label for=s2>2</label><span class=sidenote>two note here</span></p>",
        "<p>a<a id=r1 href=#n1 role=doc-noteref><i>[</i>1<i>]</i></a> b<a id=r2 href=#n2 role=doc-noteref><i>[</i>2<i>]</i></a></p><aside><aside id=n1 role=doc-footnote><span class=label><span>[</span><a role=doc-backlink href=#r1>1</a><span>]</span></span><p>one note</p></aside><aside id=n2 role=doc-footnote><span class=label><span>[</span><a role=doc-backlink href=#r2>2</a><span>]</span></span><p>two note</p></aside></aside>",
        "<p>a<a href=#_ftn1 name=_ftnref1>[1]</a> b<a href=#_ftn2 name=_ftnref2>[2]</a></p><p><a href=#_ftnref1 name=_ftn1>[1]</a> one note</p><p><a href=#_ftnref2 name=_ftn2>[2]</a> two note</p>",
    ] {
        assert_eq!(md(html).replace(" here", ""), wanted, "{html}");
    }
    // a number that is raised but has no note
    assert_eq!(md("<p>10<sup>2</sup> metres"), "10<sup>2</sup> metres");
    // a list of pages
    assert_eq!(
        md("<p><a href=#p1>1</a> <a href=#p2>2</a></p><div id=p1>one</div><div id=p2>two</div>"),
        "1 2\n\none\n\ntwo"
    );
}

#[test]
fn boxes_that_stand_out() {
    for html in [
        "<div class='admonition note'><p class=admonition-title>Note</p><p>text</p></div>",
        "<div class='markdown-alert markdown-alert-note'><p class=markdown-alert-title>Note</p><p>text</p></div>",
        "<div class=callout data-callout=note><div class=callout-title><div>Note</div></div><div><p>text</p></div></div>",
        "<blockquote><p>[!NOTE] Note<br>text</p></blockquote>",
    ] {
        assert_eq!(md(html), "> [!note] Note\n> text", "{html}");
    }
    assert_eq!(md("<blockquote><p>a<p>b</blockquote>"), "> a\n>\n> b");
    // what it is, not how it looks
    let folded = "<details class='details admonition warning'><summary>Careful</summary><p>text</p></details>";
    assert_eq!(md(folded).lines().next(), Some("> [!warning] Careful"));
}

#[test]
fn lists_of_tasks_and_terms() {
    assert_eq!(md("<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>"), "- [x] a\n- [ ] b");
    assert_eq!(md("<dl><dt>a<dd>b<dd>c</dl>"), "**a**\n\nb\n\nc");
    assert_eq!(md("<details><summary>a</summary><p>b</details>"), "**a**\n\nb");
}

#[test]
fn tables_are_whole_and_layout_is_dissolved() {
    let table = "<table><tr><th colspan=2>a<tr><td rowspan=2>1<td align=right>2<tr><td align=right>3</table>";
    assert_eq!(md(table), "| a |  |\n| --- | ---: |\n| 1 | 2 |\n| 1 | 3 |");
    let wide = "<table><tr><th>a<th colspan=2>b<tr><td>1<td>2<td>3</table>";
    assert_eq!(md(wide), "| a | b | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |");
    assert_eq!(md("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"), "a\n\nb\n\nc\n\nd");
    assert_eq!(md("<table><tr><td><h2>a</h2><p>b<p>c<td>d</table>"), "## a\n\nb\n\nc\n\nd");
}

#[test]
fn keys_by_which_columns_are_sorted_are_no_text() {
    let table = "<table><tr><th>Player<th>Sum<tr><td><span class=sortkey>Cantona, Eric</span>Eric Cantona\
        <td>a<span style='display: none'>01992</span> <span style='display: none'><math><mi>x</mi></math></span>";
    let document = parse(format!("<body>{table}").as_bytes(), &ParseOptions::default()).unwrap();
    let marked: Vec<bool> = document.nodes().map(|id| document.is_text(id)).collect();
    let reading = Reading { document: &document, addresses: Addresses::default(), title: None, form: Form::Document };
    let written = markdown(&read(reading, marked), MarkdownOptions::default());
    assert_eq!(written, "| Player | Sum |\n| --- | --- |\n| Eric Cantona | a $x$ |");
}

#[test]
fn anchors_and_invisible_signs_are_left_out() {
    assert_eq!(
        md("<h2 id=a>A<a class=headerlink href=#a>¶</a></h2><p>so\u{ad}ft <a href=#a>here</a>"),
        "## A\n\nsoft here"
    );
    assert_eq!(md("<p>H<sub>2</sub>O <del>old</del>"), "H<sub>2</sub>O ~~old~~");
}

#[test]
fn tables_of_contents_lead_nowhere() {
    let contents = "<ul><li><a href=#a>A</a><ul><li><a href=#b>B</a></ul><li>2. <a href=#c>C</a></ul><p>text";
    assert_eq!(md(contents), "text");
    assert_eq!(md("<ul><li><a href=#a>A</a><li><a href=#b>B</a><li>C</ul>"), "- A\n- B\n- C");
}

#[test]
fn what_is_embedded_is_a_link() {
    let frame = "<p>a</p><iframe src=https://www.youtube.com/embed/abc title='A film'></iframe><iframe src=https://ads.example/></iframe>";
    assert_eq!(md(frame), "a\n\n[A film](https://www.youtube.com/watch?v=abc)");
}

#[test]
fn the_example_of_the_documents_is_true() {
    let document = include_str!("../../../../../docs/MARKDOWN.md");
    let between = |open: &str, close: &str| {
        let (_, rest) = document.split_once(open).unwrap();
        rest.split_once(close).unwrap().0.to_owned()
    };
    let html = between("```html\n", "\n```\n");
    assert_eq!(md(&html), between("````markdown\n", "\n````\n"));
}
