//! The whole of a text whose paragraphs stand in columns of their own.

use crate::dom::Document;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::texts::composite_text;
use crate::records::record::Record;
use crate::tree::{PageTree, Run, Span, TreeId};
use crate::types::Role;

/// Paragraphs have as many characters on average.
const PARAGRAPH: usize = 40;
/// How far up from a paragraph the whole text is looked for.
const MAX_LEVELS: usize = 4;

/// Replaces the items of the column of texts by the elements around them that hold paragraphs alone: of a review its
/// second paragraph, too, which stands in another column or, where records differ, in none.
///
/// How far up is decided for the whole list, by the most records; an element that holds an item of another role (the date,
/// the title) does not count.
pub(crate) fn join_paragraphs(
    document: &Document,
    page: &PageTree,
    of: &[Record],
    columns: &mut [ColumnDraft],
    assigned: &[Option<Assigned>],
) {
    let role = |c: usize| assigned[c].map(|a| a.role);
    let Some(text) = (0..columns.len()).find(|&c| role(c) == Some(Role::Text)) else { return };
    let others: Vec<usize> = (0..columns.len())
        .filter(|&c| role(c).is_some_and(|r| !matches!(r, Role::Text | Role::Image | Role::Url)))
        .collect();
    let records = columns[text].items.len();
    let climbed: Vec<Vec<TreeId>> = (0..records)
        .map(|record| {
            let Some((item, _)) = columns[text].items[record].as_ref() else { return Vec::new() };
            let taken: Vec<TreeId> =
                others.iter().filter_map(|&c| columns[c].items[record].as_ref().map(|(id, _)| *id)).collect();
            let inside = |id: TreeId| of[record].runs.iter().any(|&Run { first, end }| (first..end).contains(&id));
            whole_texts(page, document, *item, &taken, &inside)
        })
        .collect();
    // the level that most records allow
    let filled = climbed.iter().filter(|levels| !levels.is_empty()).count();
    let level = (1..=MAX_LEVELS)
        .rev()
        .find(|&level| climbed.iter().filter(|levels| levels.len() > level).count() * 5 >= filled * 4 && filled > 0);
    let Some(level) = level else { return };
    if !climbed.iter().any(|levels| levels.len() > level && grows(page, levels[0], levels[level])) {
        return;
    }
    for (record, levels) in climbed.iter().enumerate() {
        if let Some(&whole) = levels.get(level).or(levels.last()) {
            columns[text].items[record] = Some((whole, composite_text(document, page, whole)));
        }
    }
}

/// The item, and the elements around it that hold nothing but prose.
fn whole_texts(
    page: &PageTree,
    document: &Document,
    item: TreeId,
    taken: &[TreeId],
    inside: &dyn Fn(TreeId) -> bool,
) -> Vec<TreeId> {
    let mut levels = vec![item];
    let mut at = item;
    while let Some(parent) = page.tree.parent(at).filter(|&id| levels.len() <= MAX_LEVELS && inside(id)) {
        if taken.iter().any(|&id| page.tree.contains(parent, id)) || !adds_prose(page, document, at, parent) {
            break;
        }
        levels.push(parent);
        at = parent;
    }
    levels
}

fn grows(page: &PageTree, from: TreeId, to: TreeId) -> bool {
    page.tree.terminals(to) > page.tree.terminals(from)
}

/// Whether what an element holds beside one of its children are paragraphs.
fn adds_prose(page: &PageTree, document: &Document, child: TreeId, parent: TreeId) -> bool {
    let (mut texts, mut length) = (0usize, 0usize);
    for id in page.tree.subtree(parent).filter(|&id| page.is_text(id) && !page.tree.contains(child, id)) {
        texts += 1;
        let Span { from, to } = page.spans[id];
        length += document.raw_text_between(from, to).trim().chars().count();
    }
    length >= texts * PARAGRAPH
}
