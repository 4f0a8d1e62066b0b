//! Formulas written as LaTeX in the text, for a script to typeset.

use std::cell::OnceCell;

use crate::content::tree::{Inline, InlineKind};
use crate::dom::{AttrName, Document, Tag};

/// The most characters in a formula within text.
const MAX_FORMULA: usize = 2000;

/// Environments that are formulas by themselves.
const ENVIRONMENTS: &[&str] =
    &["equation", "align", "aligned", "gather", "eqnarray", "multline", "alignat", "displaymath", "math"];

/// The formula that a whole line is, if its delimiters are those of a displayed formula.
pub(super) fn shown_alone(line: &[Inline]) -> bool {
    let mut texts = line.iter().filter(|inline| !matches!(&inline.kind, InlineKind::Text(t) if t.trim().is_empty()));
    match (texts.next().map(|inline| &inline.kind), texts.next()) {
        (Some(InlineKind::Text(text)), None) => {
            let text = text.trim();
            ["$$", "\\[", "\\begin{"].iter().any(|mark| text.starts_with(mark))
        }
        _ => false,
    }
}

/// The most characters of the number of a formula.
const MAX_NUMBER: usize = 8;

/// The number before a displayed formula, "(1)", and the formula.
pub(crate) fn without_number(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.trim_start().strip_prefix('(')?.split_once(')')?;
    let is_number = number.chars().count() <= MAX_NUMBER
        && number.contains(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    // a link to the formula's place stands between them
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '¶' | '#'));
    let is_shown = ["$$", "\\[", "\\begin{"].iter().any(|mark| rest.starts_with(mark));
    (is_number && is_shown).then_some((number, rest))
}

/// Takes the number off a line that is a displayed formula with its number.
pub(super) fn take_number(line: &mut [Inline]) -> Option<String> {
    let mut shown =
        line.iter_mut().filter(|inline| !matches!(&inline.kind, InlineKind::Text(text) if text.trim().is_empty()));
    let (Some(Inline { kind: InlineKind::Text(text), .. }), None) = (shown.next(), shown.next()) else { return None };
    let (number, formula) = without_number(text)?;
    let is_whole = ["$$", "\\]", "}"].iter().any(|mark| formula.trim_end().ends_with(mark));
    let (number, formula) = is_whole.then(|| (number.to_owned(), formula.to_owned()))?;
    *text = formula;
    Some(number)
}

/// Whether the page typesets formulas between single dollar signs: it loads MathJax or KaTeX.
pub(super) struct Typesetter<'a> {
    document: &'a Document,
    found: OnceCell<bool>,
}

impl<'a> Typesetter<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Typesetter { document, found: OnceCell::new() }
    }

    fn is_there(&self) -> bool {
        *self.found.get_or_init(|| {
            let names = |text: &str| {
                ["mathjax", "MathJax", "katex", "KaTeX", "temml"]
                    .iter()
                    .any(|n| memchr::memmem::find(text.as_bytes(), n.as_bytes()).is_some())
            };
            let document = self.document;
            document.nodes().any(|id| match document.tag(id) {
                Tag::SCRIPT => {
                    document.attr(id, AttrName::SRC).is_some_and(names)
                        || document.raw_text(id).len() < 20_000 && names(document.raw_text(id))
                }
                Tag::LINK => document.attr(id, AttrName::HREF).is_some_and(names),
                _ => false,
            })
        })
    }

    /// Splits the texts of a line into formulas and the rest.
    pub(super) fn split(&self, inlines: Vec<Inline>) -> Vec<Inline> {
        let may = |inline: &Inline| match &inline.kind {
            InlineKind::Text(text) => {
                text.contains('$') || text.contains("\\(") || text.contains("\\[") || text.contains("\\begin{")
            }
            InlineKind::Span(..) => true,
            _ => false,
        };
        if !inlines.iter().any(may) {
            return inlines;
        }
        let mut out = Vec::with_capacity(inlines.len());
        for inline in inlines {
            match inline.kind {
                InlineKind::Text(text) => {
                    let parts = self.parts(&text);
                    out.extend(parts.into_iter().map(|kind| Inline { node: inline.node, kind }));
                }
                InlineKind::Span(kind, inner) => {
                    let inner = self.split(inner);
                    out.push(Inline { node: inline.node, kind: InlineKind::Span(kind, inner) });
                }
                kind => out.push(Inline { node: inline.node, kind }),
            }
        }
        out
    }

    fn parts(&self, text: &str) -> Vec<InlineKind> {
        let mut out = Vec::new();
        let (mut from, mut at) = (0, 0);
        while let Some(found) = text[at..].find(['$', '\\']) {
            let start = at + found;
            match self.formula(&text[start..]) {
                Some((length, tex)) => {
                    if start > from {
                        out.push(InlineKind::Text(text[from..start].to_owned()));
                    }
                    out.push(InlineKind::Math(tex));
                    from = start + length;
                    at = from;
                }
                None => at = start + 1 + usize::from(text[start + 1..].starts_with('$')),
            }
            if at >= text.len() {
                break;
            }
        }
        if from < text.len() {
            out.push(InlineKind::Text(text[from..].to_owned()));
        }
        out
    }

    /// The formula at the beginning of a text, and its length including delimiters.
    fn formula(&self, text: &str) -> Option<(usize, String)> {
        // no formula is longer; this bounds the cost of unclosed delimiters
        let text = text.char_indices().nth(MAX_FORMULA).map_or(text, |(end, _)| &text[..end]);
        for (open, close) in [("$$", "$$"), ("\\(", "\\)"), ("\\[", "\\]")] {
            if let Some(rest) = text.strip_prefix(open) {
                let end = rest.find(close)?;
                let tex = rest[..end].trim();
                // escaped brackets are also used around words
                let is_formula = !tex.is_empty() && (open != "\\[" || tex.contains(['\\', '^', '_', '=']));
                return is_formula.then(|| (open.len() + end + close.len(), tex.to_owned()));
            }
        }
        if let Some(rest) = text.strip_prefix("\\begin{") {
            let (name, _) = rest.split_once('}')?;
            let known = ENVIRONMENTS.contains(&name.trim_end_matches('*'));
            let close = format!("\\end{{{name}}}");
            let length = text.find(&close)? + close.len();
            return (known && self.is_there()).then(|| (length, text[..length].to_owned()));
        }
        let rest = text.strip_prefix('$')?;
        let end = rest.find('$')?;
        let tex = &rest[..end];
        let after = rest[end + 1..].chars().next();
        let is_formula = !tex.is_empty()
            && !tex.starts_with(char::is_whitespace)
            && !tex.ends_with(char::is_whitespace)
            && !tex.ends_with('\\')
            && !after.is_some_and(char::is_alphanumeric)
            && self.is_there();
        is_formula.then(|| (end + 2, tex.to_owned()))
    }
}
