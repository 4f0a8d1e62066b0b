//! Definition lists as tables: names and values, or terms and what is said about them.

use rustc_hash::FxHashMap;

use crate::dom::{Document, NodeId};
use crate::tables::found::Found;
use crate::tables::layout::Laid;
use crate::tables::model::{Markup, Model, Section, SourceCell, SourceRow};
use crate::tables::record::Vertical;
use crate::types::TableForm;

/// Forms the rows of a definition list, whose terms and descriptions are in the order of the document: by the HTML
/// standard (4.4.9) a group is one or more terms followed by one or more descriptions. Each group becomes a row of two
/// cells; a term without a description is a row of its own, as is a description without a term.
pub(crate) fn arrange(document: &Document, model: &mut Model) {
    let parts = std::mem::take(&mut model.cells);
    let mut at = 0;
    while at < parts.len() {
        let terms = run_of(&parts[at..], true);
        let values = run_of(&parts[at + terms..], false);
        let first = model.cells.len() as u32;
        for run in [&parts[at..at + terms], &parts[at + terms..at + terms + values]] {
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                model.cells.push(SourceCell { end: document.end(last.node), ..*first });
            }
        }
        let (section, group) = (Section::Body, model.rows.len() as u32);
        model.rows.push(SourceRow { node: parts[at].node, section, group, first, end: model.cells.len() as u32 });
        at += terms + values;
    }
}

/// The number of terms, or of descriptions, at the beginning.
fn run_of(parts: &[SourceCell], terms: bool) -> usize {
    parts.iter().take_while(|part| part.header == terms).count()
}

/// The number of words from which on a value explains its term.
const SENTENCE_WORDS: usize = 7;
/// The most properties that become columns.
const MOST_PROPERTIES: usize = 60;

/// Whether a definition list that reads as one record is one, with a column per term, or a list of terms, with a row
/// for each: terms that are explained in sentences, and quantities ("40 g" of bacon), name no columns.
pub(crate) fn form_of(laid: &Laid<'_>, record: &Vertical) -> TableForm {
    let text = |cell: u32| laid.texts[cell as usize].text.as_str();
    let explains = |value: &str| value.split_whitespace().nth(SENTENCE_WORDS - 1).is_some();
    let pairs = record.properties.len();
    let explained = record.properties.iter().filter(|property| explains(text(property.value))).count();
    let counted = record.properties.iter().filter(|p| text(p.name).starts_with(|c: char| c.is_ascii_digit())).count();
    let named = pairs <= MOST_PROPERTIES && 2 * explained < pairs && 2 * counted < pairs;
    if named { TableForm::Record } else { TableForm::Rows }
}

/// The names of the columns of a list of terms.
pub(crate) const COLUMN_NAMES: [&str; 2] = ["term", "description"];

/// The longest term, in bytes.
const MOST_TERM_BYTES: usize = 80;

/// The confidence that a definition list holds data: several terms, each with a short name, and values that are no
/// menus, forms or posts. Takes linear time.
pub(crate) fn list_confidence(laid: &Laid<'_>) -> Option<f64> {
    let (mut pairs, mut heavy, mut controls, mut named) = (0, 0, 0, 0);
    for row in &laid.model.rows {
        let [term, value] = &laid.texts[row.first as usize..row.end as usize] else { continue };
        if term.text.is_empty() || value.text.is_empty() {
            continue;
        }
        pairs += 1;
        // the legend of icons says the same twice
        let names = term.text.chars().any(char::is_alphanumeric) && term.text != value.text;
        named += usize::from(names && term.text.len() <= MOST_TERM_BYTES && term.blocks <= 2);
        let menu = value.links.len() > 3 && 10 * value.linked > 6 * value.text.len();
        heavy += usize::from(menu || value.blocks > 12 || value.text.len() > 1_500);
        controls += (term.controls + value.controls) as usize;
    }
    let whole = 10 * pairs >= 8 * laid.model.rows.len();
    let plain = 4 * heavy < pairs && 2 * controls <= pairs && 10 * named >= 9 * pairs;
    (pairs >= 2 && whole && plain).then_some(if pairs >= 3 { 0.85 } else { 0.6 })
}

/// The number of lists that begin with the same terms from which on each is part of a record: the profiles beside posts,
/// the facts below each result.
const REPEATED: usize = 3;

/// Leaves out definition lists that are content of a cell of a data table, and those that come again and again. The
/// records that these are parts of are lists of the page, which `records` finds. Takes linear time.
pub(crate) fn keep_single(document: &Document, found: &mut Vec<Found>) {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for table in found.iter().filter(|table| table.markup == Markup::Definitions) {
        *counts.entry(beginning(table)).or_default() += 1;
    }
    if counts.is_empty() {
        return;
    }
    let mut around_end = NodeId(0);
    found.retain(|table| {
        if table.markup != Markup::Definitions {
            around_end = around_end.max(document.end(table.node));
            return true;
        }
        table.node >= around_end && counts.get(&beginning(table)).is_none_or(|&count| count < REPEATED)
    });
}

/// The first term of a list.
fn beginning(list: &Found) -> String {
    let label = list.columns.first().and_then(|column| column.label.clone());
    let first = || list.cells.first().map(|cell| cell.text.clone());
    label.or_else(first).unwrap_or_default()
}
