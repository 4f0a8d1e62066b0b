//! What is written of a page for people to look at: nothing in it acts.

use rowsmith::options::{MarkdownFlavor, MarkdownOptions};
use rowsmith::{ArticleOptions, Page, PageOptions, PostsOptions, RecordsOptions};

use super::active::{Output, active};
use super::markdown::renderings;

/// Reads a page and looks at all that is written of it as HTML or Markdown.
///
/// # Panics
/// Where something in it acts.
pub fn run(input: &[u8]) {
    // with an address or without, since addresses are written otherwise
    let options = match input.len() % 2 {
        0 => PageOptions::new(),
        _ => PageOptions::new().url("https://example.com/a/"),
    };
    let Ok(page) = Page::parse(input, &options) else { return };
    harmless(&page.inspect(&RecordsOptions::new()), Output::Page, "inspect");
    harmless(&page.shown(&RecordsOptions::new()).html, Output::Page, "shown");
    for flavor in [MarkdownFlavor::Gfm, MarkdownFlavor::CommonMark] {
        let markdown = MarkdownOptions::new().flavor(flavor);
        let article = page.article(&ArticleOptions::new().markdown(markdown));
        harmless(&article.html, Output::Clean, "article");
        for rendered in renderings(&article.markdown) {
            harmless(&rendered, Output::Rendered, &article.markdown);
        }
    }
    for post in page.posts(&PostsOptions::new().html(true)).posts {
        harmless(post.html.as_deref().unwrap_or_default(), Output::Clean, "posts");
    }
}

fn harmless(html: &str, output: Output, what: &str) {
    let found = active(html, output);
    assert!(found.is_empty(), "{found:?} in {what}\n{html}");
}
