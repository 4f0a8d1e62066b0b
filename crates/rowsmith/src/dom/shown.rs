//! The text of a whole page, folded once, in which the text of a subtree is a slice.
//!
//! All extractors ask for texts of elements, of most elements more than once, and of what is around them. Walking and folding a subtree
//! each time costs several times what the whole page costs once.

use crate::dom::document::{Document, NodeId};
use crate::dom::tags::Tag;
use crate::dom::text::{TextWriter, write_text};

/// The text of a page as [`text`](crate::dom::text) writes it, with the place of each node in it.
#[derive(Debug)]
pub(crate) struct ShownText {
    text: String,
    /// Where in the text each node begins, before the break or space that parts it from what is before; and the end of the text.
    starts: Vec<u32>,
    /// The outermost subtrees that are not in the text, in order.
    absent: Vec<Absent>,
}

/// A subtree that is not in the text of the page.
#[derive(Clone, Copy, Debug)]
struct Absent {
    from: NodeId,
    end: NodeId,
    /// Whether it is shown, in preformatted text: the white space of its ends cannot be told from what parts it from others.
    preformatted: bool,
}

impl ShownText {
    /// Writes the text of a page. Takes time linear in its size.
    pub(crate) fn of(document: &Document) -> ShownText {
        let mut writer = TextWriter::default();
        let mut starts = Vec::with_capacity(document.len() + 1);
        let mut absent: Vec<Absent> = Vec::new();
        write_text(document, Document::ROOT, &[], &mut writer, |at, is_shown, length| {
            // what was passed over since the node before has no text
            starts.resize(at.index() + 1, length as u32);
            let preformatted = matches!(document.tag(at), Tag::PRE | Tag::XMP | Tag::PLAINTEXT);
            if !is_shown || preformatted {
                absent.push(Absent { from: at, end: document.end(at), preformatted: is_shown });
            }
            is_shown && !preformatted
        });
        // with the white space at its end, where a slice may end
        let text = writer.written();
        starts.resize(document.len() + 1, text.len() as u32);
        absent.shrink_to_fit();
        ShownText { text, starts, absent }
    }

    /// The text of the nodes from `from` up to, but not including, `to`; `None` if it is no slice of the page's: if these are no
    /// siblings with their subtrees, if a part is preformatted, or if it is asked for although it is not shown.
    pub(crate) fn slice(&self, document: &Document, from: NodeId, to: NodeId) -> Option<&str> {
        if from >= to {
            return Some("");
        }
        if document.end(from) != to && !are_siblings(document, from, to) {
            return None;
        }
        let next = self.absent.partition_point(|absent| absent.end <= from);
        for absent in self.absent[next..].iter().take_while(|absent| absent.from < to) {
            let is_asked_for = absent.from <= from || document.parent(absent.from) == document.parent(from);
            if is_asked_for || absent.preformatted {
                return None;
            }
        }
        let range = self.starts[from.index()] as usize..self.starts[to.index()] as usize;
        Some(self.text[range].trim_start_matches([' ', '\n', '\t']).trim_end())
    }
}

/// Whether these nodes are siblings with their subtrees: what ends between others would part their texts.
fn are_siblings(document: &Document, from: NodeId, to: NodeId) -> bool {
    let within = document.parent(from).is_some_and(|parent| to <= document.end(parent));
    within && document.siblings(from, to).last().is_some_and(|last| document.end(last) == to)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::dom::text::{text_without, walked};
    use crate::dom::{Document, NodeId, ParseOptions, parse};

    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "<div>",
            "</div>",
            "<p>",
            "<b>",
            "</b>",
            "<i hidden>",
            "</i>",
            "<div style='display:none'>",
            "<br>",
            "<table><tr><td>",
            "<td>",
            "</table>",
            "<pre>",
            "</pre>",
            "<script>x</script>",
            "<title>t</title>",
            "<textarea> u\n v</textarea>",
            "<ul><li>",
            "</ul>",
            "a",
            " b ",
            "\u{3000}c\u{3000}",
            "&nbsp;",
            "\n",
            " d\n  e ",
            "<wbr>",
            "<svg><text>f</text></svg>",
            "<xmp> g\n h</xmp>",
            "<noscript>i</noscript>",
            "<div hidden id=S:1>",
            "<body hidden>",
        ])
    }

    proptest! {
        #[test]
        fn slices_are_what_a_walk_writes(pieces in prop::collection::vec(piece(), 0..40)) {
            let page = parse(format!("x{}", pieces.concat()).as_bytes(), &ParseOptions::default()).unwrap();
            for from in page.nodes() {
                for to in page.nodes().skip(from.index()).chain([NodeId(page.len() as u32)]) {
                    prop_assert_eq!(text_without(&page, from, to, &[]), walked(&page, from, to, &[]));
                }
            }
        }
    }

    #[test]
    fn a_whole_page_has_its_text() {
        let page = parse(b"<p>a<pre> b </pre>c<b hidden>d</b>", &ParseOptions::default()).expect("parses");
        assert_eq!(text_without(&page, Document::ROOT, page.end(Document::ROOT), &[]), "a\n\n b\nc");
    }
}
