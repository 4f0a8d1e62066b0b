//! What a reader sees of a subtree, like a browser's `innerText`.

use std::borrow::Cow;

use crate::dom::document::{Document, NodeId};
use crate::dom::tags::{AttrName, Display, Tag, display, is_raw_text};

/// Whether an element is marked as not shown: by `hidden`, or by `display:none` or `visibility:hidden` in its own
/// `style`. Containers that frameworks stream content into (`<div hidden id="S:1">`) count as shown, since scripts move
/// their content to where it is shown. Ancestors are not looked at.
pub fn is_hidden(document: &Document, id: NodeId) -> bool {
    let mut hidden = false;
    let mut streamed = false;
    for (name, value) in document.attrs(id) {
        match name {
            AttrName::HIDDEN => hidden |= !value.eq_ignore_ascii_case("until-found"),
            AttrName::ID => streamed |= value.starts_with("S:"),
            AttrName::STYLE => hidden |= style_hides(value),
            _ => {}
        }
    }
    hidden && !streamed
}

/// Whether an element strikes out its text, by its kind or its own `style`. Names of classes and ancestors are not looked at.
pub(crate) fn is_struck_out(document: &Document, id: NodeId) -> bool {
    matches!(document.tag(id), Tag::S | Tag::DEL | Tag::STRIKE)
        || document.attr(id, AttrName::STYLE).is_some_and(|style| style.contains("line-through"))
}

fn style_hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        declaration.split_once(':').is_some_and(|(property, value)| {
            let value = value.trim().trim_end_matches("!important").trim_end();
            let property = property.trim();
            property.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none")
                || property.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden")
        })
    })
}

/// The text of a subtree as lines: blocks and `<br>` break the line, paragraphs leave an empty line, table cells are
/// separated by a tab, and white space is collapsed except in `<pre>`. Scripts, styles and hidden elements are left
/// out. Takes time linear in the size of the subtree.
///
/// ```
/// use rowsmith::dom::{Document, ParseOptions, parse, text};
///
/// let html = b"<h1>Trees</h1><table><tr><td>Oak<td>80 ft<tr><td>Elm<td>30 ft</table><script>grow()</script>";
/// let page = parse(html, &ParseOptions::default())?;
/// assert_eq!(text(&page, Document::ROOT), "Trees\nOak\t80 ft\nElm\t30 ft");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn text(document: &Document, id: NodeId) -> String {
    text_without(document, id, document.end(id), &[])
}

/// Like [`text`], of the nodes from `from` up to, but not including, `to` (siblings with their subtrees), without the
/// subtrees `cuts`, in document order.
pub fn text_without(document: &Document, from: NodeId, to: NodeId, cuts: &[NodeId]) -> String {
    if cuts.is_empty() { seen(document, from, to).into_owned() } else { walked(document, from, to, cuts) }
}

/// The text of the nodes from `from` up to, but not including, `to`: a slice of the page's, or else by a walk.
fn seen(document: &Document, from: NodeId, to: NodeId) -> Cow<'_, str> {
    let slice = document.shown().slice(document, from, to);
    slice.map_or_else(|| Cow::Owned(walked(document, from, to, &[])), Cow::Borrowed)
}

/// The same by a walk through the nodes.
pub(crate) fn walked(document: &Document, from: NodeId, to: NodeId, cuts: &[NodeId]) -> String {
    let most = if from < to { document.raw_text_between(from, to).len() } else { 0 };
    let mut writer = TextWriter { out: String::with_capacity(most.min(RESERVED)), ..TextWriter::default() };
    for at in document.siblings(from, to).filter(|at| cuts.binary_search(at).is_err()) {
        write_text(document, at, cuts, &mut writer, |_, is_shown, _| is_shown);
    }
    writer.finish()
}

/// What is set aside for a text at most, in bytes; what is not shown counts in its raw length, too.
const RESERVED: usize = 4_096;

/// The text of the nodes from `from` up to, but not including, `to` (siblings with their subtrees) on one line: every
/// break becomes a space.
///
/// ```
/// use rowsmith::dom::{ParseOptions, find_path, line, parse};
///
/// let page = parse(b"<ul><li>Oak<br>80 ft<li>Elm</ul>", &ParseOptions::default())?;
/// let first = find_path(&page, "/html/body/ul/li").expect("the list has items");
/// assert_eq!(line(&page, first, page.end(first)), "Oak 80 ft");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn line(document: &Document, from: NodeId, to: NodeId) -> String {
    let text = seen(document, from, to);
    if text.contains(['\n', '\t']) { one_line(&text) } else { text.into_owned() }
}

/// A text with one space in place of any white space, and none at its ends.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Writes the text of a subtree without the subtrees `cuts`. `enters` gets each node that is come to, whether it is shown, and the length
/// of what is written so far, and says whether the node is written.
pub(crate) fn write_text(
    document: &Document,
    top: NodeId,
    cuts: &[NodeId],
    writer: &mut TextWriter,
    mut enters: impl FnMut(NodeId, bool, usize) -> bool,
) {
    // the elements that are open, and where they end
    let mut open: Vec<(NodeId, Display, bool)> = Vec::new();
    let mut preformatted = document.ancestors(top).any(|a| matches!(document.tag(a), Tag::PRE | Tag::TEXTAREA));
    let end = document.end(top);
    let mut at = top;
    while at < end {
        while let Some(&(close, kind, was_preformatted)) = open.last() {
            if at < close {
                break;
            }
            writer.boundary(kind, false);
            preformatted = was_preformatted;
            open.pop();
        }
        let tag = document.tag(at);
        if tag == Tag::TEXT {
            if enters(at, cuts.binary_search(&at).is_err(), writer.out.len()) {
                writer.write(document.raw_text(at), preformatted);
            }
        } else {
            let kind = display(tag);
            // a caller asking for a <title> or <textarea> itself wants its text
            let asked_for = at == top && is_raw_text(tag);
            let left_out = at != top && (is_hidden(document, at) || cuts.binary_search(&at).is_ok());
            let is_shown = (kind != Display::None || asked_for) && !left_out;
            if !enters(at, is_shown, writer.out.len()) {
                at = document.end(at);
                continue;
            }
            match tag {
                Tag::BR => writer.line_break(),
                Tag::WBR => {}
                _ => {
                    writer.boundary(kind, true);
                    open.push((document.end(at), kind, preformatted));
                    preformatted |= matches!(tag, Tag::PRE | Tag::XMP | Tag::PLAINTEXT);
                }
            }
        }
        at = NodeId(at.0 + 1);
    }
    while let Some((_, kind, _)) = open.pop() {
        writer.boundary(kind, false);
    }
}

/// Collapses white space and breaks while text is written.
#[derive(Default)]
pub(crate) struct TextWriter {
    out: String,
    /// Line ends to write before the next character.
    breaks: usize,
    space: bool,
    cell: bool,
}

impl TextWriter {
    /// Called where an element with this display type begins (`opens`) or ends.
    pub(crate) fn boundary(&mut self, kind: Display, opens: bool) {
        match kind {
            Display::Block => self.breaks = self.breaks.max(1),
            Display::Paragraph => self.breaks = self.breaks.max(2),
            Display::Cell if !opens => self.cell = true,
            _ => {}
        }
    }

    /// Breaks the line.
    pub(crate) fn line_break(&mut self) {
        self.breaks += 1;
    }

    fn settle(&mut self) {
        if self.out.is_empty() {
            // no break before the first character
        } else if self.breaks > 0 {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.extend(std::iter::repeat_n('\n', self.breaks.min(2)));
        } else if self.cell {
            self.out.push('\t');
        } else if self.space {
            self.out.push(' ');
        }
        (self.breaks, self.cell, self.space) = (0, false, false);
    }

    /// Writes a text, with white space collapsed unless it is preformatted.
    pub(crate) fn write(&mut self, text: &str, preformatted: bool) {
        if preformatted {
            if !text.is_empty() {
                self.settle();
                self.out.push_str(text);
            }
            return;
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            while let Some(width) = folded_at(bytes, at) {
                self.space = true;
                at += width;
            }
            if at >= bytes.len() {
                return;
            }
            let word = at;
            while at < bytes.len() && folded_at(bytes, at).is_none() {
                at += 1;
            }
            self.settle();
            self.out.push_str(&text[word..at]);
        }
    }

    /// The text as far as it is written.
    pub(crate) fn written(self) -> String {
        self.out
    }

    /// The text.
    pub(crate) fn finish(mut self) -> String {
        let length = self.out.trim_end().len();
        self.out.truncate(length);
        self.out
    }
}

/// How many bytes the white space has that begins here: what CSS collapses, plus the no-break space, which nobody wants in
/// a table. `None` if there is none, which is so within a character, too.
fn folded_at(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => Some(1),
        0xc2 if bytes.get(at + 1) == Some(&0xa0) => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn seen(html: &str) -> String {
        text(&parse(html.as_bytes(), &ParseOptions::default()).expect("parses"), Document::ROOT)
    }

    #[test]
    fn blocks_break_and_inline_does_not() {
        assert_eq!(seen("<div>a<b>b</b> <i>c</i><div>d</div>e</div>"), "ab c\nd\ne");
        assert_eq!(seen("<p>a<p>b<br>c"), "a\n\nb\nc");
        assert_eq!(seen("<ul><li> one </li>\n<li>two</ul>"), "one\ntwo");
    }

    #[test]
    fn white_space_is_folded_but_not_in_pre() {
        assert_eq!(seen("<p> a \n b&nbsp;c "), "a b c");
        assert_eq!(seen("<pre>x\n  y</pre>z"), "x\n  y\nz");
    }

    #[test]
    fn cells_are_parted() {
        assert_eq!(seen("<table><tr><td>a<td>b<tr><td>c</table>"), "a\tb\nc");
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        assert_eq!(
            seen("a<script>x</script><style>y</style><b hidden>c</b><i style='color:red; DISPLAY : none'>d</i>e"),
            "ae"
        );
        assert_eq!(
            seen("<div hidden id='S:0'>streamed</div><noscript>kept</noscript><template>t</template>"),
            "streamed\nkept"
        );
    }

    #[test]
    fn a_line_has_no_breaks() {
        let page = parse(b"<p>a<br>b</p><p>c</p>", &ParseOptions::default()).expect("parses");
        assert_eq!(line(&page, Document::ROOT, page.end(Document::ROOT)), "a b c");
    }
}
