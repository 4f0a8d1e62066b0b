//! Labels in cells that repeat the header of the column, for narrow screens where the headers are not shown.

use crate::dom::line;
use crate::tables::header::{Header, levels};
use crate::tables::layout::Laid;

/// How many nodes of a cell may be, or come before, the label.
const NEAR: usize = 6;

/// Leaves out the labels of the columns in which nearly every cell begins with one. Takes linear time.
pub(crate) fn leave_out_labels(laid: &mut Laid<'_>, header: &Header) {
    for x in 0..laid.grid.width {
        let Some(label) = levels(laid, header, x).pop() else { continue };
        let label = name(&label).to_lowercase();
        let is_label = |text: &str| name(text).to_lowercase() == label;
        let (mut filled, mut labelled) = (0, Vec::new());
        for y in header.end..laid.grid.height {
            let Some(at) = laid.grid.at(x, y).filter(|&at| laid.grid.placed[at].y as usize == y) else { continue };
            let text = laid.texts[at].text.as_str();
            if text.is_empty() {
                continue;
            }
            filled += 1;
            let begins = text.get(..label.len()).is_some_and(|begin| begin.to_lowercase() == label);
            if begins && has_label(laid, at, is_label) {
                labelled.push(at);
            }
        }
        if labelled.len() < 2 || 10 * labelled.len() < 8 * filled {
            continue;
        }
        for at in labelled {
            let text = &mut laid.texts[at].text;
            *text = text[label.len()..].trim_start_matches([':', '：', ' ']).trim_start().to_owned();
        }
    }
}

/// Whether a cell has the label in an element near its beginning, and more than that.
fn has_label(laid: &Laid<'_>, at: usize, is_label: impl Fn(&str) -> bool) -> bool {
    let document = laid.document;
    let cell = laid.model.cells[at];
    let mut elements = document.subtree(cell.node).skip(1).take(NEAR).filter(|&id| !document.is_text(id));
    elements.any(|id| is_label(&line(document, id, document.end(id)))) && !is_label(&laid.texts[at].text)
}

/// A label without its colon.
fn name(text: &str) -> &str {
    text.trim().trim_end_matches([':', '：']).trim_end()
}
