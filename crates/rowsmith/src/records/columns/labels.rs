//! What the page itself calls its columns: header cells, labels before values.

use rustc_hash::FxHashMap;

use crate::dom::{Document, NodeId, Tag, is_formatting};
use crate::records::columns::column_type;
use crate::records::columns::draft::ColumnDraft;
use crate::records::record::Record;
use crate::tables::SourceTable;
use crate::tree::{PageTree, TreeId};
use crate::types::{Affixes, ColumnCategory, ColumnKind, category, common_affixes};

/// Longest label, in characters.
const MAX_LABEL: usize = 40;
/// Longest name of a column in the header of a table, in characters.
const MAX_HEADER: usize = 60;

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

/// Gives the columns of a table's rows the texts of the headers above their cells.
pub(crate) fn header_labels(document: &Document, page: &PageTree, records: &[Record], columns: &mut [ColumnDraft]) {
    let mut roots: Vec<TreeId> = records.iter().flat_map(|r| r.roots(&page.tree)).collect();
    roots.sort_unstable();
    // lists of many tables: what is said above each of them is looked at once
    let mut tables: FxHashMap<NodeId, Option<SourceTable>> = FxHashMap::default();
    for column in columns.iter_mut().filter(|c| c.kind == ColumnKind::Text && c.label.is_none()) {
        let Some((id, _)) = column.items.iter().flatten().next() else { continue };
        let root = roots[roots.partition_point(|&r| r <= *id).saturating_sub(1)];
        if page.tag(root) != Tag::TR {
            continue;
        }
        let mut chain = std::iter::successors(Some(*id), |&id| page.tree.parent(id));
        let cell = chain.by_ref().take_while(|&id| id >= root).find(|&id| matches!(page.tag(id), Tag::TD | Tag::TH));
        let table = chain.find(|&id| page.tag(id) == Tag::TABLE);
        let (Some(cell), Some(table)) = (cell, table) else { continue };
        let node = page.node(table);
        let table = tables.entry(node).or_insert_with(|| SourceTable::of(document, node));
        let name = table.as_ref().and_then(|table| table.header_of(page.node(cell)));
        column.label = name.map(|name| name.chars().take(MAX_HEADER).collect());
    }
}

/// Columns of one label that a further one is compared with.
const MAX_NAMESAKES: usize = 8;

/// Joins columns of one label that never stand in one record into the first of them: the cells below one header are one
/// column, whether they hold a text, a link or a text in bold.
pub(crate) fn join_namesakes(columns: &mut Vec<ColumnDraft>) {
    let mut first_of: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut kept: Vec<ColumnDraft> = Vec::with_capacity(columns.len());
    for column in columns.drain(..) {
        let label = column.label.clone().filter(|_| column.kind == ColumnKind::Text);
        let Some(label) = label else {
            kept.push(column);
            continue;
        };
        let namesakes = first_of.entry(label).or_default();
        let apart =
            |other: &ColumnDraft| !other.items.iter().zip(&column.items).any(|(a, b)| a.is_some() && b.is_some());
        match namesakes.iter().copied().find(|&at| apart(&kept[at])) {
            Some(at) => {
                let joined = &mut kept[at];
                for (item, other) in joined.items.iter_mut().zip(column.items) {
                    if item.is_none() {
                        *item = other;
                    }
                }
                joined.category = category(joined.items.iter().flatten().map(|(_, text)| text.as_str()));
                joined.value_type = column_type(joined);
            }
            None => {
                if namesakes.len() < MAX_NAMESAKES {
                    namesakes.push(kept.len());
                }
                kept.push(column);
            }
        }
    }
    *columns = kept;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::ValueType;

    fn column(label: &str, texts: &[&str]) -> ColumnDraft {
        let item = |text: &&str| (!text.is_empty()).then(|| (TreeId::ROOT, (*text).to_owned()));
        ColumnDraft {
            name: String::new(),
            label: Some(label.to_owned()),
            role: None,
            kind: ColumnKind::Text,
            category: ColumnCategory::Distinctive,
            value_type: ValueType::Text,
            items: texts.iter().map(item).collect(),
        }
    }

    #[test]
    fn columns_below_one_header_that_never_meet_are_one() {
        let joined = |mut columns: Vec<ColumnDraft>| -> Vec<String> {
            join_namesakes(&mut columns);
            let texts =
                |c: &ColumnDraft| c.items.iter().flatten().map(|(_, t)| t.as_str()).collect::<Vec<_>>().join(" ");
            columns.iter().map(texts).collect()
        };
        assert_eq!(joined(vec![column("No", &["1", "", "3"]), column("No", &["", "2", ""])]), ["1 2 3"]);
        assert_eq!(joined(vec![column("No", &["1", "", "3"]), column("No", &["", "2", "4"])]), ["1 3", "2 4"]);
        assert_eq!(joined(vec![column("No", &["1", ""]), column("Date", &["", "2"])]), ["1", "2"]);
    }
}
