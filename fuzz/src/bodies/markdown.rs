//! Markdown and clean HTML of a page of which everything is kept: what two renderers make of the Markdown has the elements of the
//! clean HTML, and nothing in either acts.

use std::collections::BTreeSet;

use rowsmith::content::{MarkdownFlavor, MarkdownOptions, html, markdown};
use rowsmith::dom::{ParseOptions, Tag, parse};

use super::active::{Output, active};
use super::whole::whole_content;

/// Writes a page as Markdown, twice, and looks at what renderers make of it.
///
/// # Panics
/// Where something acts, an element is there that the clean HTML does not have, or two repetitions differ.
pub fn run(input: &[u8]) {
    let Some(content) = whole_content(input) else { return };
    let clean = html(&content);
    let again = whole_content(input).expect("there was one before");
    assert_eq!(clean, html(&again));
    let found = active(&clean, Output::Clean);
    assert!(found.is_empty(), "{found:?} in HTML\n{clean}");
    let allowed = allowed(&elements(&clean));
    for flavor in [MarkdownFlavor::Gfm, MarkdownFlavor::CommonMark] {
        let written = |content| markdown(content, MarkdownOptions::new().flavor(flavor));
        let markdown = written(&content);
        assert_eq!(markdown, written(&again));
        for rendered in renderings(&markdown) {
            let found = active(&rendered, Output::Rendered);
            assert!(found.is_empty(), "{found:?}\n{markdown}\n{rendered}");
            let more: Vec<String> = elements(&rendered).difference(&allowed).cloned().collect();
            assert!(more.is_empty(), "{more:?} are not in the clean HTML\n{clean}\n{markdown}\n{rendered}");
        }
    }
}

/// What renderers that let HTML through make of Markdown: two of them, by CommonMark alone and with what GitHub reads.
pub(crate) fn renderings(markdown: &str) -> [String; 4] {
    [pulldown(markdown, false), pulldown(markdown, true), comrak(markdown, false), comrak(markdown, true)]
}

fn pulldown(markdown: &str, extended: bool) -> String {
    use pulldown_cmark::Options;
    let mut options = Options::empty();
    options.set(
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS,
        extended,
    );
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, pulldown_cmark::Parser::new_ext(markdown, options));
    out
}

fn comrak(markdown: &str, extended: bool) -> String {
    let mut options = comrak::Options::default();
    options.extension.table = extended;
    options.extension.footnotes = extended;
    options.extension.strikethrough = extended;
    options.extension.tasklist = extended;
    options.render.r#unsafe = true;
    comrak::markdown_to_html(markdown, &options)
}

/// The names of the elements in HTML that was written here or by a renderer.
fn elements(html: &str) -> BTreeSet<String> {
    let Ok(document) = parse(format!("<!DOCTYPE html><body>{html}").as_bytes(), &ParseOptions::default()) else {
        return BTreeSet::new();
    };
    let tags = document.nodes().filter(|&id| !document.is_text(id)).map(|id| document.tag(id));
    let tags = tags.filter(|tag| ![Tag::HTML, Tag::HEAD, Tag::BODY].contains(tag));
    tags.map(|tag| document.tag_name(tag).to_owned()).collect()
}

/// What Markdown may make of the elements of clean HTML.
fn allowed(clean: &BTreeSet<String>) -> BTreeSet<String> {
    let mut allowed = BTreeSet::from(["p".to_owned()]);
    for element in clean {
        let made: &[&str] = match element.as_str() {
            "figcaption" | "caption" | "summary" | "dt" => &["em", "strong"],
            // what has no form of its own is written as a list
            "li" | "dl" | "dd" => &["ul", "ol", "li", "input", "p"],
            "table" => &["table", "thead", "tbody", "tr", "th", "td", "ul", "li", "strong", "em"],
            "pre" => &["pre", "code"],
            "del" | "s" => &["del"],
            "blockquote" => &["blockquote", "strong"],
            // notes are indented by four; who knows no notes reads that as code
            "section" => &["section", "div", "sup", "a", "ol", "li", "ul", "pre", "code"],
            "sup" => &["sup", "a"],
            _ => &[],
        };
        allowed.insert(element.clone());
        allowed.extend(made.iter().map(|&name| name.to_owned()));
    }
    allowed
}
