//! Code as its highlighter shows it: without line numbers, buttons and labels, with its lines and spaces preserved.

use super::language::language;
use super::names::{classes, folded, has_class, has_class_word};
use crate::dom::{AttrName, Display, Document, NodeId, Tag, display, is_hidden};

/// A block of code.
pub(super) struct CodeBlock {
    pub(super) language: Option<String>,
    pub(super) text: String,
}

/// Class names of elements that contain line numbers or other things that are not part of the code.
const GUTTERS: &[&str] = &[
    "lnt",
    "ln",
    "lineno",
    "linenos",
    "linenodiv",
    "linenumber",
    "line-number",
    "line-numbers-rows",
    "linenumbers",
    "line-numbers",
    "gutter",
    "rouge-gutter",
    "hljs-ln-numbers",
    "hljs-ln-line-number",
    "blob-num",
    "js-line-number",
    "CodeMirror-gutter-wrapper",
    "CodeMirror-linenumber",
    "CodeMirror-gutters",
    "cm-gutters",
    "react-syntax-highlighter-line-number",
    "code-line-number",
    "crayon-nums",
    "lines-number",
    "line-num",
    "line_number",
    "linenum",
    "gl",
    "hover-info",
    "copy-btn",
    "copy-button",
    "copybtn",
    "btn-copy",
    "copy-code-button",
    "clipboard-copy",
    "code-copy",
    "prompt",
    "highlight-lines",
    "toolbar",
    "code-toolbar-item",
    "syntaxhighlighter-toolbar",
    "sr-only",
    "visually-hidden",
    "screen-reader-text",
    "anchor-line",
];

/// Class names of elements that are one line of code.
const LINES: &[&str] = &[
    "line",
    "code-line",
    "token-line",
    "cm-line",
    "CodeMirror-line",
    "view-line",
    "hljs-ln-line",
    "blob-code",
    "codeline",
];

/// Class names of elements that are a block of code without being a `pre`.
const BLOCKS: &[&str] = &[
    "CodeMirror",
    "cm-editor",
    "monaco-editor",
    "syntaxhighlighter",
    "crayon-syntax",
    "js-file-line-container",
    "highlighttable",
    "lntable",
    "rouge-table",
    "codehilitetable",
    "blob-wrapper",
    "hljs-ln",
    "crayon-table",
];

/// The code in an element, if it is a block of code: a `pre`, what highlighters turn it into, or a `code` with several
/// lines of its own. Takes time linear in its size.
pub(super) fn code_block(document: &Document, id: NodeId) -> Option<CodeBlock> {
    let inner = inner(document, id)?;
    let text = code_text(document, inner);
    let language = language(document, id, inner);
    Some(CodeBlock { language, text })
}

/// Whether an element is a block of code, be it a `pre` or not.
pub(crate) fn is_code_block(document: &Document, id: NodeId) -> bool {
    inner(document, id).is_some()
}

/// Whether an element is the title of code: its classes say so, and it has the name of a file or several words. A single word is
/// mostly the language, or a button.
pub(crate) fn is_code_title(document: &Document, id: NodeId) -> bool {
    !matches!(document.tag(id), Tag::PRE | Tag::CODE)
        && has_class_word(document, id, &["title", "caption", "filename"])
        && document.raw_text(id).len() <= MAX_TITLE
        && folded(document, id).contains([' ', '.', '/'])
}

/// The longest title of code, in bytes.
const MAX_TITLE: usize = 400;

/// The title within an element that is a block of code and more than its `pre`.
pub(super) fn title_within(document: &Document, id: NodeId) -> Option<NodeId> {
    if document.tag(id) == Tag::PRE {
        return None;
    }
    let before = document.subtree(id).skip(1).take_while(|&c| document.tag(c) != Tag::PRE);
    before.filter(|&c| !document.is_text(c)).find(|&c| is_code_title(document, c))
}

/// The element that contains the code, within the one that is the block.
fn inner(document: &Document, id: NodeId) -> Option<NodeId> {
    match document.tag(id) {
        Tag::PRE | Tag::XMP => {
            let content = document.subtree(id).find(|&c| has_class(document, c, &["cm-content", "CodeMirror-code"]));
            Some(content.unwrap_or_else(|| only_code(document, id)))
        }
        Tag::CODE => is_block(document, id).then_some(id),
        tag @ (Tag::DIV | Tag::FIGURE | Tag::TABLE | Tag::SECTION) => {
            if has_class(document, id, BLOCKS) || document.attr_named(id, "data-rehype-pretty-code-figure").is_some() {
                return Some(widest(document, id));
            }
            let named = || {
                classes(document, id).any(|class| {
                    matches!(
                        class,
                        "highlight"
                            | "chroma"
                            | "codehilite"
                            | "code-block"
                            | "code-wrapper"
                            | "code-toolbar"
                            | "expressive-code"
                            | "codeblock"
                            | "sourceCode"
                    ) || class.starts_with("language-")
                        || class.starts_with("highlight-")
                        || class.starts_with("prism-code")
                })
            };
            if !named() {
                return None;
            }
            // everything in it that is code, if nothing in it is prose
            let pres = document.subtree(id).filter(|&c| document.tag(c) == Tag::PRE).take(3).count();
            let prose = document
                .subtree(id)
                .any(|c| matches!(document.tag(c), Tag::P | Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::UL | Tag::OL));
            let tables = document.subtree(id).any(|c| document.tag(c) == Tag::TABLE) || tag == Tag::TABLE;
            let fits = !prose && (pres == 1 || (pres == 2 && tables));
            fits.then(|| widest(document, id))
        }
        _ => None,
    }
}

/// The one `code` within a `pre` that contains everything except labels and buttons.
fn only_code(document: &Document, id: NodeId) -> NodeId {
    let mut codes = document.subtree(id).filter(|&c| document.tag(c) == Tag::CODE);
    match (codes.next(), codes.next()) {
        (Some(code), None) if 2 * document.raw_text(code).trim().len() >= document.raw_text(id).trim().len() => code,
        _ => id,
    }
}

/// The `pre`, or the lines of an editor, with most of the text of a block.
fn widest(document: &Document, id: NodeId) -> NodeId {
    let content = document
        .subtree(id)
        .find(|&c| has_class(document, c, &["cm-content", "CodeMirror-code", "view-lines", "crayon-pre"]));
    content.unwrap_or_else(|| {
        let pres = document.subtree(id).filter(|&c| document.tag(c) == Tag::PRE && !has_class(document, c, GUTTERS));
        let numbers = |c: NodeId| document.raw_text(c).chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        let best = pres.filter(|&c| !numbers(c)).max_by_key(|&c| (document.raw_text(c).len(), std::cmp::Reverse(c)));
        best.map_or(id, |pre| only_code(document, pre))
    })
}

/// Whether a `code` outside any `pre` is a block: its classes say so, or it has lines of its own and nothing next to
/// it.
fn is_block(document: &Document, id: NodeId) -> bool {
    if document.subtree(id).any(|c| document.tag(c) == Tag::PRE) {
        return false;
    }
    if has_class(document, id, &["block", "code-block", "codeblock", "hljs"]) && alone(document, id) {
        return true;
    }
    let breaks = document
        .subtree(id)
        .filter(|&c| document.tag(c) == Tag::BR || has_class(document, c, LINES) || (document.tag(c) == Tag::DIV));
    let preserves = document.attr(id, AttrName::STYLE).is_some_and(|s| {
        s.contains("white-space") && s.contains("pre") || s.contains("display:block") || s.contains("display: block")
    });
    alone(document, id) && (breaks.take(2).count() >= 2 || preserves && document.raw_text(id).trim().contains('\n'))
}

/// Whether there is no text next to an element.
fn alone(document: &Document, id: NodeId) -> bool {
    document.parent(id).is_some_and(|p| {
        display(document.tag(p)) != Display::Inline
            && document.children(p).filter(|&c| document.is_text(c)).all(|c| document.raw_text(c).trim().is_empty())
    })
}

/// Whether an element within code is not part of it.
fn is_beside(document: &Document, id: NodeId) -> bool {
    match document.tag(id) {
        Tag::BUTTON | Tag::SCRIPT | Tag::STYLE | Tag::SVG | Tag::TEXTAREA | Tag::SELECT | Tag::TEMPLATE => return true,
        Tag::TEXT => return false,
        _ => {}
    }
    has_class(document, id, GUTTERS)
        || is_hidden(document, id)
        || document.attr_named(id, "data-line-number").is_some()
            && document.raw_text(id).trim().len() <= 6
            && is_number(document, id)
        || document
            .attr(id, AttrName::STYLE)
            .is_some_and(|s| s.contains("user-select:none") || s.contains("user-select: none"))
}

fn is_number(document: &Document, id: NodeId) -> bool {
    document.raw_text(id).trim().bytes().all(|b| b.is_ascii_digit())
}

/// An element at the beginning of a line that contains only a number.
struct Numbered {
    start: usize,
    end: usize,
    number: u32,
}

/// The text of code, with its lines separated as they are shown.
fn code_text(document: &Document, top: NodeId) -> String {
    let mut out = String::new();
    // whether a line has ended and nothing has followed yet
    let mut pending = false;
    let mut open: Vec<(NodeId, bool, usize)> = Vec::new();
    let mut numbered: Vec<Numbered> = Vec::new();
    let end = document.end(top);
    let mut at = NodeId(top.0 + 1);
    while at <= end {
        while let Some(&(close, is_line, start)) = open.last() {
            if at < close {
                break;
            }
            open.pop();
            if is_line {
                // a line may include its line end
                pending |= !out[start..].ends_with('\n');
            } else if out.len() - start <= 6
                && (start == 0 || out[..start].ends_with('\n'))
                && let Ok(number) = out[start..].trim().parse()
            {
                numbered.push(Numbered { start, end: out.len(), number });
            }
        }
        if at >= end {
            break;
        }
        let tag = document.tag(at);
        if tag == Tag::TEXT {
            let text = document.raw_text(at);
            let parts = text.contains('\n') && text.trim().is_empty();
            let mut kept = text;
            if pending {
                out.push('\n');
                pending = false;
                // the line end between two elements that are lines
                if parts || text.starts_with('\n') {
                    let from = text.find('\n').map_or(0, |n| n + 1);
                    kept = &text[from..];
                    if parts && open.last().is_none_or(|(_, is_line, _)| !is_line) && !kept.contains('\n') {
                        kept = "";
                        // what follows begins a line anyway
                    }
                }
            }
            out.extend(kept.chars().filter(|&c| c != '\0'));
            at = NodeId(at.0 + 1);
            continue;
        }
        if is_beside(document, at) {
            at = document.end(at);
            continue;
        }
        if tag == Tag::BR {
            if pending {
                out.push('\n');
                pending = false;
            }
            out.push('\n');
            at = NodeId(at.0 + 1);
            continue;
        }
        let is_line = (!matches!(display(tag), Display::Inline | Display::None | Display::Cell) && tag != Tag::PRE)
            || has_class(document, at, LINES)
            || document.attr_named(at, "data-line").is_some() && tag == Tag::SPAN;
        if is_line {
            if pending || !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            pending = false;
        }
        open.push((document.end(at), is_line, out.len()));
        at = NodeId(at.0 + 1);
    }
    without_numbers(&mut out, &numbered);
    let out = out.replace("\r\n", "\n").replace('\r', "\n").replace('\u{a0}', " ");
    let lines = out.trim_matches('\n').trim_end();
    // drop a first line of only white space
    let lines = match lines.split_once('\n') {
        Some((first, rest)) if first.trim().is_empty() => rest,
        _ => lines,
    };
    lines.to_owned()
}

/// Removes line numbers, if every line with text begins with an element that contains the next number.
fn without_numbers(out: &mut String, numbered: &[Numbered]) {
    // an element that is a line by itself does not belong to the code
    let apart = |found: &Numbered| out[found.end..].starts_with('\n');
    let alone = numbered.iter().filter(|found| apart(found)).count();
    let lines = out.lines().filter(|line| !line.trim().is_empty()).count().saturating_sub(alone);
    // an element within another may contain the same number
    let mut ranges: Vec<&Numbered> = Vec::new();
    for found in numbered {
        if ranges.last().is_none_or(|last| found.start >= last.end) {
            ranges.push(found);
        }
    }
    let counts = ranges.windows(2).all(|pair| pair[1].number == pair[0].number + 1);
    if ranges.len() < 2 || !counts || ranges.len() < lines {
        return;
    }
    for found in ranges.iter().rev() {
        let end = found.end + usize::from(out[found.end..].starts_with('\n'));
        out.replace_range(found.start..end, "");
    }
}
