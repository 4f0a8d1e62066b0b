//! Dates as a whole, and alone.

use crate::dom::Document;
use crate::recognize::{ValueType, value_type};
use crate::records::columns::composite_text;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::record::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::{Affixes, Role, common_affixes};

/// How far up from a part of a date the whole is looked for.
const MAX_LEVELS: usize = 3;

/// Takes the element around a part of a date that is a date as a whole, where it is one in most records ("Mar" over "14",
/// a day beside its time), and words off its ends that all items have ("posted … by").
pub(crate) fn whole_dates(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    columns: &mut [ColumnDraft],
    assigned: &[Option<Assigned>],
) {
    let Some(date) = assigned.iter().position(|a| a.is_some_and(|a| a.role == Role::Date)) else { return };
    let column = &mut columns[date];
    let is_date = |text: &str| value_type(text) == ValueType::Date;
    for _ in 0..MAX_LEVELS {
        let wider: Vec<Option<(TreeId, String)>> = column
            .items
            .iter()
            .zip(records)
            .map(|(item, record)| {
                let (id, _) = item.as_ref()?;
                let inside = |id: TreeId| record.runs.iter().any(|&(first, end)| (first..end).contains(&id));
                let parent = page.tree.parent(*id).filter(|&p| inside(p))?;
                let text = composite_text(document, page, parent);
                is_date(&text).then_some((parent, text))
            })
            .collect();
        let filled = column.items.iter().flatten().count();
        if wider.iter().flatten().count() * 5 < filled * 4 || filled == 0 {
            break;
        }
        for (item, wider) in column.items.iter_mut().zip(wider) {
            if wider.is_some() {
                *item = wider;
            }
        }
    }
    without_words_around(column);
}

/// Takes off words that all texts begin or end with, unless they are part of the date.
fn without_words_around(column: &mut ColumnDraft) {
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, t)| t.as_str()).collect();
    if texts.len() < 3 {
        return;
    }
    let Affixes { leading, trailing } = common_affixes(&texts);
    let cut = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let value = words.get(leading..words.len().saturating_sub(trailing)).unwrap_or_default();
        value.join(" ").trim_matches(|c: char| c.is_whitespace() || "|·•–—,".contains(c)).to_owned()
    };
    let cuts: Vec<String> = texts.iter().map(|t| cut(t)).collect();
    let dates = |texts: &mut dyn Iterator<Item = &str>| texts.filter(|t| value_type(t) == ValueType::Date).count();
    let before = dates(&mut texts.iter().copied());
    if dates(&mut cuts.iter().map(String::as_str)) >= before.max(1) {
        for (item, text) in column.items.iter_mut().flatten().zip(cuts) {
            item.1 = text;
        }
    }
}
