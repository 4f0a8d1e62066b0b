//! The chosen blocks as text, Markdown and clean HTML.

pub(crate) mod address;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod plain;
pub(crate) mod walk;

pub use address::{Addresses, safe_address};
pub use html::html;
pub use markdown::markdown;
pub use plain::plain;
pub use walk::{Event, Kept, walk};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::dom::{ParseOptions, parse};

    /// A page with every block chosen, as text, Markdown and HTML.
    fn rendered(body: &str) -> (String, String, String) {
        let document = parse(body.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let chosen: Vec<usize> = (0..blocks.len()).collect();
        let kept = Kept::new(&document, &context, &blocks, &chosen);
        let addresses = Addresses::default();
        (plain(&document, &kept), markdown(&document, &kept, addresses), html(&document, &blocks, &kept, addresses))
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
        let (_, markdown, _) = rendered("<ol><li>one<ul><li>two</ul><li>three</ol><p># no *mark* 1. here");
        assert_eq!(markdown, "1. one\n   - two\n2. three\n\n\\# no \\*mark\\* 1. here");
    }

    #[test]
    fn what_is_not_allowed_is_dissolved() {
        let (_, markdown, html) = rendered("<section class=x><div>a <span style=y>b</span></div><p>c</p></section>");
        assert_eq!((markdown.as_str(), html.as_str()), ("a b\n\nc", "<p>a b</p>\n<p>c</p>"));
    }

    #[test]
    fn images_between_what_is_kept() {
        let (_, markdown, html) = rendered("<p>a</p><img src=/x.png alt='An x' onload=y><p>b</p><img src=z.png>");
        assert_eq!(markdown, "a\n\n![An x](/x.png)\n\nb");
        assert_eq!(html, "<p>a</p>\n<img src=\"/x.png\" alt=\"An x\"><p>b</p>");
    }
}
