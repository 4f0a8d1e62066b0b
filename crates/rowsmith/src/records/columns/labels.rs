//! What the page itself calls its columns: header cells, labels before values.

use crate::dom::{AttrName, Document, Tag, is_formatting, line};
use crate::records::columns::draft::ColumnDraft;
use crate::records::record::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::{Affixes, ColumnCategory, ColumnKind, common_affixes};

/// Longest label, in characters.
const MAX_LABEL: usize = 40;

/// Takes the constant prefix or suffix off a Comparable column and makes it the label: where it ends in a colon, or whatever
/// it is (`always`).
pub(crate) fn split_label(column: &mut ColumnDraft, always: bool) {
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, t)| t.as_str()).collect();
    let Affixes { leading: prefix, trailing: suffix } = common_affixes(&texts);
    let Some(first) = texts.first() else { return };
    let words: Vec<&str> = first.split_whitespace().collect();
    let colon = |words: &[&str]| words.last().is_some_and(|w| w.ends_with([':', '：']));
    // the label ends with the first colon of what is common: "Released: the" has a value that begins with "the"
    let labelled = (1..=prefix).find(|&n| colon(&words[..n]));
    let (prefix, suffix) = match labelled {
        Some(n) => (n, 0),
        None if always => (prefix, suffix),
        None => return,
    };
    let label = if prefix > 0 { &words[..prefix] } else { &words[words.len() - suffix..] };
    let label = label.join(" ").trim_matches([':', '：', ' ']).to_owned();
    if label.is_empty() || label.chars().count() > MAX_LABEL {
        return;
    }
    column.label.get_or_insert(label);
    for (_, text) in column.items.iter_mut().flatten() {
        let words: Vec<&str> = text.split_whitespace().collect();
        *text = words[prefix..words.len() - suffix].join(" ");
    }
}

/// The value behind a label and its colon: of "Price: $1" and the label "Price" "$1".
pub(crate) fn without_label<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(label)?.trim_start().strip_prefix([':', '：'])?.trim_start();
    (!rest.is_empty()).then_some(rest)
}

/// Folds a column of equal texts like "Price:" into the column it stands before.
pub(crate) fn fold_labels(page: &PageTree, columns: &mut Vec<ColumnDraft>) {
    let mut c = 0;
    while c + 1 < columns.len() {
        let label = &columns[c];
        let Some((node, text)) = label.items.iter().flatten().next() else { break };
        let in_dt = std::iter::successors(Some(*node), |&id| page.tree.parent(id))
            .skip(1)
            .find(|&id| !is_formatting(page.tag(id)) && page.tag(id) != Tag::SPAN)
            .is_some_and(|id| page.tag(id) == Tag::DT);
        let name = text.trim_end_matches([':', '：']).trim_end();
        let is_label = label.kind == ColumnKind::Text
            && label.category == ColumnCategory::Identical
            && (in_dt || name.len() < text.len())
            && !name.is_empty()
            && name.chars().count() <= MAX_LABEL;
        // the labelled item is the next text of the record, in nearly every record that has the label
        let follows = |next: &ColumnDraft| {
            let both = label
                .items
                .iter()
                .zip(&next.items)
                .filter(|(l, n)| matches!((l, n), (Some((l, _)), Some((n, _))) if l < n));
            both.count() * 10 >= label.items.iter().flatten().count() * 8
        };
        let labelled = (c + 1..columns.len()).find(|&d| columns[d].kind == ColumnKind::Text);
        match labelled.filter(|&d| is_label && columns[d].label.is_none() && follows(&columns[d])) {
            Some(d) => {
                columns[d].label = Some(name.to_owned());
                columns.remove(c);
            }
            None => c += 1,
        }
    }
}

/// Gives the columns of a table's rows the texts of the `th` above their cells.
pub(crate) fn header_labels(document: &Document, page: &PageTree, records: &[Record], columns: &mut [ColumnDraft]) {
    let mut roots: Vec<TreeId> = records.iter().flat_map(|r| r.roots(&page.tree)).collect();
    roots.sort_unstable();
    let headers = roots.first().map(|&r| table_headers(document, page, r)).unwrap_or_default();
    if headers.is_empty() {
        return;
    }
    for column in columns.iter_mut().filter(|c| c.kind == ColumnKind::Text && c.label.is_none()) {
        let Some((id, _)) = column.items.iter().flatten().next() else { continue };
        let root = roots[roots.partition_point(|&r| r <= *id).saturating_sub(1)];
        let mut chain = std::iter::successors(Some(*id), |&id| page.tree.parent(id)).take_while(|&id| id >= root);
        let Some(cell) = chain.find(|&id| matches!(page.tag(id), Tag::TD | Tag::TH)) else { continue };
        let Some(row) = page.tree.parent(cell) else { continue };
        let before = page.tree.children(row).take_while(|&c| c != cell);
        let index: usize = before.map(|c| colspan(document, page, c)).sum();
        column.label = headers.get(index).filter(|h| !h.is_empty()).cloned();
    }
}

/// The cells of the header row of the table that a row stands in, one entry a column; empty if there is none.
fn table_headers(document: &Document, page: &PageTree, row: TreeId) -> Vec<String> {
    if page.tag(row) != Tag::TR {
        return Vec::new();
    }
    let above = std::iter::successors(Some(row), |&id| page.tree.parent(id));
    let Some(table) = above.into_iter().find(|&id| page.tag(id) == Tag::TABLE) else { return Vec::new() };
    // the first row decides: a row of th with data below is a header, a row of td is none
    let first_row = page.tree.subtree(table).find(|&id| page.tag(id) == Tag::TR);
    let Some(first_row) = first_row.filter(|&id| {
        let mut cells = page.tree.children(id).filter(|&c| matches!(page.tag(c), Tag::TD | Tag::TH));
        id != row
            && cells.clone().count() >= 2
            && cells.clone().filter(|&c| page.tag(c) == Tag::TH).count() * 2 > cells.by_ref().count()
    }) else {
        return Vec::new();
    };
    let mut headers = Vec::new();
    for cell in page.tree.children(first_row).filter(|&c| matches!(page.tag(c), Tag::TD | Tag::TH)) {
        let (from, to) = page.spans[cell];
        let text: String = line(document, from, to).chars().take(60).collect();
        headers.extend(std::iter::repeat_n(text, colspan(document, page, cell)));
    }
    headers
}

fn colspan(document: &Document, page: &PageTree, cell: TreeId) -> usize {
    let span = document.attr(page.node(cell), AttrName::COLSPAN).and_then(|v| v.trim().parse().ok());
    span.unwrap_or(1usize).clamp(1, 1000)
}
