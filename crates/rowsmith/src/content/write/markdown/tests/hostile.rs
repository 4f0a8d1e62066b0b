//! Texts and places that a page could choose so that something acts once its Markdown is shown.

use super::{by_comrak, by_pulldown};
use crate::content::options::{Images, Links, MarkdownFlavor, MarkdownOptions};
use crate::content::read::tests::content;
use crate::content::{html, markdown};
use crate::dom::{AttrName, ParseOptions, Tag, parse};

/// Whether rendered HTML contains anything active: scripts, handlers, script addresses.
fn is_active(html: &str) -> bool {
    let document = parse(format!("<body>{html}").as_bytes(), &ParseOptions::default()).unwrap();
    document.nodes().filter(|&id| !document.is_text(id)).any(|id| {
        matches!(
            document.tag(id),
            Tag::SCRIPT | Tag::IFRAME | Tag::SVG | Tag::OBJECT | Tag::EMBED | Tag::STYLE | Tag::FORM | Tag::BUTTON
        ) || document.attrs(id).any(|(name, value)| {
            let value: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            document.attr_name(name).starts_with("on")
                || (matches!(name, AttrName::HREF | AttrName::SRC)
                    && value.to_ascii_lowercase().starts_with("javascript:"))
        })
    })
}

/// Fails if a page with this body is active once it is written and rendered.
fn harmless(body: &str) {
    let content = content(body);
    for flavor in [MarkdownFlavor::Gfm, MarkdownFlavor::CommonMark] {
        for links in [Links::Inline, Links::Reference, Links::None] {
            for images in [Images::Inline, Images::Links, Images::Alt, Images::None] {
                let markdown =
                    markdown(&content, MarkdownOptions { flavor, links, images, ..MarkdownOptions::default() });
                for tables in [true, false] {
                    for rendered in [by_pulldown(&markdown, tables), by_comrak(&markdown, tables), html(&content)] {
                        assert!(!is_active(&rendered), "{body}\n{markdown}\n{rendered}");
                    }
                }
            }
        }
    }
}

/// Texts that a page could contain in order to be read as something active.
const HOSTILE: &[&str] = &[
    "&lt;script>alert(1)&lt;/script>",
    "&lt;img src=x onerror=alert(1)>",
    "&lt;svg onload=alert(1)>",
    "&lt;a href=javascript:alert(1)>a&lt;/a>",
    "&lt;iframe src=javascript:alert(1)>",
    "[a](javascript:alert(1))",
    "![a](javascript:alert(1))",
    "[a]: javascript:alert(1)",
    "[a]",
    "&lt;javascript:alert(1)>",
    "` &lt;script>alert(1)&lt;/script> `",
    "```&#10;&lt;script>alert(1)&lt;/script>",
    "~~~&#10;&lt;script>alert(1)&lt;/script>",
    "$ &lt;script>alert(1)&lt;/script> $",
    "\\) &lt;script>alert(1)&lt;/script>",
    "\\&lt;script>alert(1)&lt;/script>",
    "&#10;&#10;&lt;script>alert(1)&lt;/script>",
    "--> &lt;script>alert(1)&lt;/script>",
    "]( javascript:alert(1) )",
    "&quot; onmouseover=alert(1) x=&quot;",
    "\\",
    "|&lt;script>alert(1)&lt;/script>|",
    "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;",
    "[^1]: &lt;script>alert(1)&lt;/script>",
    "&gt; &lt;script>alert(1)&lt;/script>",
    "    &lt;script>alert(1)&lt;/script>",
];

/// The places of a page where such a text could be; `*` stands for the text.
const PLACES: &[&str] = &[
    "<p>a <script type=math/tex>*</script> b",
    "<p>a<script type='math/tex; mode=display'>x&#10;*</script><p>b",
    "<p>a <span class=math>\\(*\\)</span> `b`",
    "<p>a <math alttext=\"*\"><mi>x</mi></math> b",
    "<p>a <math><mtext>*</mtext><mi>*</mi></math> b",
    "<p>a <img class=latex alt=\"\\x *\" src=/x.png> b",
    "<p>a \\(*\\) $$*$$ `b`",
    "<table><tr><th>a<th>b<tr><td><script type=math/tex>*|*</script><td>*</table>",
    "<p>a<sup><a href=#fn1>1</a></sup><ol class=footnotes><li id=fn1>*<p>*</ol>",
    "<p>a<label>1</label><span class=sidenote>* * * *</span>",
    "<div class='admonition note'><p class=admonition-title>*</p><p>*</p></div>",
    "<div class=callout data-callout=\"*\"><p>*</p></div>",
    "<blockquote>[!note] *<br>*</blockquote>",
    "<pre><code class=\"language-*\">*</code></pre>",
    "<pre data-lang=\"*\">*</pre>",
    "<div class=highlight><span>*</span><pre>*</pre></div>",
    "<figure><img src=\"/*\" alt=\"*\"><figcaption>*</figcaption></figure>",
    "<p>a<img src=/b.png srcset=\"* 2x\" data-src=\"*\">",
    "<iframe src=\"https://www.youtube.com/embed/*\" title=\"*\"></iframe>",
    "<iframe src=\"javascript:*//www.youtube.com/embed/\"></iframe>",
    "<video src=\"javascript:alert(1)\" title=\"*\"></video><video src=\"*\" title=\"*\"></video>",
    "<details><summary>*</summary>*</details>",
    "<dl><dt>*<dd>*<dd>*</dl>",
    "<ul><li><input type=checkbox> *<li>*</ul>",
    "<p>a<sup>*</sup> b<sub>*</sub> <s>*</s> <del>*</del>",
    "<h2>*<a class=headerlink href=#x>*</a></h2>",
    "<p><a href=\"*\">*</a> <a href=\"javascript:alert(1)\">*</a>",
    "<table><caption>*</caption><tr><th colspan=3>*<tr><td rowspan=2>*<td>*<td>*<tr><td>*</table>",
];

#[test]
fn nothing_acts_wherever_it_stands() {
    for place in PLACES {
        for hostile in HOSTILE {
            harmless(&place.replace('*', hostile));
        }
    }
}
