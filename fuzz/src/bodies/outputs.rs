//! What is written of a page for people to look at: nothing in it acts.

use rowsmith::options::{MarkdownFlavor, MarkdownOptions};
use rowsmith::{ArticleOptions, Page, PageOptions, PostsOptions, RecordsOptions};

use super::active::{Output, active};
use super::markdown::renderings;

/// Reads a page, twice, and looks at all that is written of it as HTML or Markdown.
///
/// # Panics
/// Where something in it acts, or two repetitions differ.
pub fn run(input: &[u8]) {
    let Some(written) = written(input) else { return };
    assert_eq!(Some(&written), self::written(input).as_ref());
    for Written { what, text } in &written {
        match what {
            What::Page => harmless(text, Output::Page, "page"),
            What::Clean => harmless(text, Output::Clean, "clean HTML"),
            What::Markdown => {
                for rendered in renderings(text) {
                    harmless(&rendered, Output::Rendered, text);
                }
            }
        }
    }
}

/// What is written of a page.
#[derive(PartialEq, Eq, Debug)]
struct Written {
    what: What,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// The page itself, to be looked at.
    Page,
    /// HTML of an article or a post.
    Clean,
    Markdown,
}

/// All that is written of a page for people; `None` if it is none.
fn written(input: &[u8]) -> Option<Vec<Written>> {
    // with an address or without, since addresses are written otherwise
    let options = match input.len() % 2 {
        0 => PageOptions::new(),
        _ => PageOptions::new().url("https://example.com/a/"),
    };
    let page = Page::parse(input, &options).ok()?;
    let mut written = vec![
        Written { what: What::Page, text: page.inspect(&RecordsOptions::new()) },
        Written { what: What::Page, text: page.shown(&RecordsOptions::new()).html },
    ];
    for flavor in [MarkdownFlavor::Gfm, MarkdownFlavor::CommonMark] {
        let markdown = MarkdownOptions::new().flavor(flavor);
        let article = page.article(&ArticleOptions::new().markdown(markdown));
        written.push(Written { what: What::Clean, text: article.html });
        written.push(Written { what: What::Markdown, text: article.markdown });
    }
    let posts = page.posts(&PostsOptions::new().html(true)).posts;
    written.extend(posts.into_iter().filter_map(|post| Some(Written { what: What::Clean, text: post.html? })));
    Some(written)
}

fn harmless(html: &str, output: Output, what: &str) {
    let found = active(html, output);
    assert!(found.is_empty(), "{found:?} in {what}\n{html}");
}
