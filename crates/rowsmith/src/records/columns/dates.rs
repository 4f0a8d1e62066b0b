//! Dates as a whole, and alone.

use crate::dom::Document;
use crate::recognize::date::find_date;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::texts::composite_text;
use crate::records::record::Record;
use crate::tree::{PageTree, Run, TreeId};
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
    // nothing but a date, and more of it than before
    let is_whole = |text: &str, part: &str| {
        let outside = |span: std::ops::Range<usize>| [&text[..span.start], &text[span.end..]].concat();
        text.len() > part.len()
            && find_date(text).is_some_and(|found| {
                let more = date_of(part).is_none_or(|before| found.span.len() > before.len());
                more && !outside(found.span).contains(char::is_alphanumeric)
            })
    };
    for _ in 0..MAX_LEVELS {
        let wider: Vec<Option<(TreeId, String)>> = column
            .items
            .iter()
            .zip(records)
            .map(|(item, record)| {
                let (id, part) = item.as_ref()?;
                let inside = |id: TreeId| record.runs.iter().any(|&Run { first, end }| (first..end).contains(&id));
                let parent = page.tree.parent(*id).filter(|&p| inside(p))?;
                let text = composite_text(document, page, parent);
                is_whole(&text, part).then_some((parent, text))
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

/// The part of a text that is a date.
fn date_of(text: &str) -> Option<&str> {
    find_date(text).map(|found| &text[found.span])
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
    let as_before = |(text, cut): (&&str, &String)| date_of(text).is_some() && date_of(text) == date_of(cut);
    if texts.iter().zip(&cuts).all(as_before) {
        for (item, text) in column.items.iter_mut().flatten().zip(cuts) {
            item.1 = text;
        }
    }
}
