//! Warnings about a page as a whole: whether it is a shell or a wall instead of content.

use crate::dom::{AttrName, Document, EncodingSource, NodeId, Tag, text};
use crate::limits::Truncated;
use crate::tree::{PageTree, Span, TreeId};
use crate::types::Warning;

/// The warnings of one page; `nothing` is the warning to add if nothing was found.
///
/// Of 1,697 pages (all of `records`, `text`, `threads` and `news`) 11 get `ClientRendered` and 2 get `BotWall`. Each of
/// them was inspected by hand, and all are what the warning says.
pub(crate) fn page_warnings(
    document: &Document,
    page: &PageTree,
    truncated: Truncated,
    nothing: Option<Warning>,
) -> Vec<Warning> {
    let mut warnings = Vec::from_iter(nothing);
    let content = Content::of(document, page);
    if content.is_wall(document) {
        warnings.push(Warning::BotWall);
    } else if content.is_shell() {
        warnings.push(Warning::ClientRendered);
    }
    if truncated != Truncated::default() {
        warnings.push(Warning::Truncated(truncated));
    }
    warnings.extend(document.layout_error.clone().map(Warning::Layout));
    let source = document.source;
    if source.encoding_source == EncodingSource::Guessed || source.malformed {
        warnings.push(Warning::Encoding { encoding: source.encoding.into(), malformed: source.malformed });
    }
    warnings
}

/// Whether a page is a shell or a wall in place of content.
pub(crate) fn is_bare(document: &Document, page: &PageTree) -> bool {
    let content = Content::of(document, page);
    content.is_wall(document) || content.is_shell()
}

/// Whether a page shows so little compared with what its scripts hold that its list may be in the scripts: a shell, or
/// a shell with a menu.
pub(crate) fn may_be_filled(document: &Document, page: &PageTree) -> bool {
    let content = Content::of(document, page);
    let held = content.words < MENU_WORDS && content.script_bytes > HELD_PER_TEXT * content.bytes.max(LEAST_TEXT);
    !content.is_wall(document) && (content.is_shell() || held)
}

/// A shell shows fewer words than this. No page with content shows fewer than 34.
const SHELL_WORDS: usize = 20;
/// In a shell without scripts (they may have been stripped) there are at least this many elements for each text or
/// image.
const ELEMENTS_PER_TERMINAL: usize = 5;
/// A page with fewer words than this is a shell if its scripts hold the rest: it has menus and a footer, but the
/// content is in a blob of state.
const MENU_WORDS: usize = 200;
/// The scripts of such a page are at least this many times as long as its text.
const SCRIPTS_PER_TEXT: usize = 200;
/// Scripts that hold a page's list are this many times as long as the text that the page shows, which is counted as
/// [`LEAST_TEXT`] bytes at least. A list of eight records of two kilobytes each is recognised even if the page shows a
/// menu of two hundred bytes.
const HELD_PER_TEXT: usize = 8;
const LEAST_TEXT: usize = 100;
/// A `<noscript>` with fewer words asks the reader to enable scripts; one with more holds the content (17 forums of the
/// data).
const NOTICE_WORDS: usize = 50;
/// A wall explains itself in fewer words than this; the longest in the data has 227.
pub(crate) const WALL_WORDS: usize = 400;

/// Titles and first headings, in lower case, of challenges, error pages and consent walls. A title alone decides
/// nothing: an article may have the same title, but it has more than [`WALL_WORDS`] words. Without this list the two
/// walls in the data are taken for short pages.
const WALL_TITLES: &[&str] = &[
    "access denied",
    "access to this page has been denied",
    "are you a robot",
    "are you human",
    "antes de continuar",
    "attention required",
    "avant de continuer",
    "before you continue",
    "bevor sie fortfahren",
    "403 forbidden",
    "404 not found",
    "bot verification",
    "checking your browser",
    "ddos protection",
    "human verification",
    "just a moment",
    "not a bot",
    "not a robot",
    "one more step",
    "page not found",
    "pardon our interruption",
    "part of the yahoo family of brands",
    "please verify you are",
    "please wait",
    "prima di continuare",
    "request blocked",
    "robot check",
    "security check",
    "service unavailable",
    "too many requests",
    "unusual traffic",
    "verify you are human",
    "verifying you are human",
    "voordat je verdergaat",
    "we value your privacy",
];

/// Pages with this many words need no closer look.
const ENOUGH_WORDS: usize = if MENU_WORDS > WALL_WORDS { MENU_WORDS } else { WALL_WORDS };

/// How much there is to see on a page. Counting stops at [`ENOUGH_WORDS`].
struct Content {
    /// Words, including hidden ones (a page that is revealed by a script is not a shell), but not notices in
    /// `<noscript>`.
    words: usize,
    bytes: usize,
    terminals: usize,
    elements: usize,
    script_bytes: usize,
    has_script: bool,
    /// The body has an empty element with an id, into which an application is to be rendered.
    empty_root: bool,
}

impl Content {
    fn of(document: &Document, page: &PageTree) -> Content {
        let mut content = Content {
            words: 0,
            bytes: 0,
            terminals: 0,
            elements: page.tree.len(),
            script_bytes: 0,
            has_script: false,
            empty_root: false,
        };
        let mut id = TreeId::ROOT;
        // a page with this many words is neither a shell nor a wall, whatever else is on it
        while id < page.tree.end_of_all() && content.words < ENOUGH_WORDS {
            if page.tag(id) == Tag::NOSCRIPT && words(document.raw_text(page.node(id))) < NOTICE_WORDS {
                content.elements -= page.tree.size(id);
                id = page.tree.end(id);
                continue;
            }
            content.terminals += usize::from(page.is_terminal(id));
            if page.is_text(id) {
                let Span { from: mut at, to } = page.spans[id];
                while at < to {
                    let text = document.raw_text(at);
                    content.words += words(text);
                    content.bytes += text.len();
                    at = document.end(at);
                }
            }
            id += 1;
        }
        if content.words >= ENOUGH_WORDS {
            return content;
        }
        for id in document.nodes() {
            let tag = document.tag(id);
            if tag == Tag::SCRIPT {
                content.has_script = true;
                content.script_bytes += document.raw_text(id).len();
            } else if matches!(tag, Tag::DIV | Tag::MAIN | Tag::SECTION)
                && document.attr(id, AttrName::ID).is_some()
                && document.parent(id).is_some_and(|p| document.tag(p) == Tag::BODY)
            {
                content.empty_root |= document.children(id).next().is_none();
            }
        }
        content
    }

    fn is_shell(&self) -> bool {
        if self.words < SHELL_WORDS {
            let hollow = self.elements > 20 && self.terminals * ELEMENTS_PER_TERMINAL < self.elements;
            let nothing = self.terminals == 0 && (self.has_script || self.elements > 4);
            if hollow || nothing || self.has_script && self.empty_root {
                return true;
            }
        }
        self.words < MENU_WORDS && self.script_bytes > SCRIPTS_PER_TEXT * self.bytes.max(100)
    }

    fn is_wall(&self, document: &Document) -> bool {
        if self.words >= WALL_WORDS {
            return false;
        }
        let first = |tag| document.nodes().find(|&id| document.tag(id) == tag);
        [Tag::TITLE, Tag::H1].into_iter().filter_map(first).any(|id| is_wall_title(document, id))
    }
}

fn is_wall_title(document: &Document, id: NodeId) -> bool {
    let title = text(document, id).to_lowercase();
    WALL_TITLES.iter().any(|wall| title.contains(wall))
}

/// Counts words between white space; in a script without spaces, two characters count as a word.
fn words(text: &str) -> usize {
    let dense = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')).count();
    text.split_whitespace().count() + dense / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn warned(html: &str) -> Vec<Warning> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        page_warnings(&document, &PageTree::new(&document), Truncated::default(), None)
    }

    #[test]
    fn shells_are_told() {
        for html in [
            "<div id=root></div><script src=app.js></script>",
            "<noscript>You need to enable JavaScript to run this app.</noscript><div id=app></div><script src=x></script>",
            "<title>Shop</title><body><script>boot()</script>",
            &format!("<h1>Shop</h1><script>{}</script>", "state=1;".repeat(10_000)),
            &format!("<h1>Shop</h1>{}", "<div><span></span></div>".repeat(20)),
        ] {
            assert_eq!(warned(html), [Warning::ClientRendered], "{html:.200}");
        }
    }

    #[test]
    fn walls_are_told() {
        for html in [
            "<title>Just a moment...</title><script>x</script><p>Checking",
            "<title>Before you continue</title><p>We use cookies and data to<ul><li>Deliver<li>Track<li>Measure</ul>",
            "<title>x</title><h1>Bevor Sie fortfahren</h1><p>Alle akzeptieren",
            "<h1>Access Denied</h1><p>You don't have permission to access this server.",
        ] {
            assert_eq!(warned(html), [Warning::BotWall], "{html}");
        }
    }

    #[test]
    fn short_and_scripted_pages_are_not() {
        let words = "word ".repeat(600);
        for html in [
            "<ul><li>a<li>b<li>c</ul>",
            "<p>Hello</p><script src=x></script>",
            "<table><tr><td>1<td>2<td>3<tr><td>4<td>5<td>6<tr><td>7<td>8<td>9</table>",
            "<div><img src=a></div><div><img src=b></div><script>x</script>",
            &format!("<h1>Page not found: a story</h1><p>{words}"),
            &format!("<noscript>Enable JavaScript</noscript><p>{words}<script>{}</script>", "x".repeat(500_000)),
        ] {
            assert_eq!(warned(html), [], "{html:.200}");
        }
    }
}
