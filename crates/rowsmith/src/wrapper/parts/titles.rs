//! Columns with the titles of the groups that records stand in. The titles stand between the records, so that the
//! column is found by what the elements of the titles are, and not by a place in a record.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::records::columns::group_titles::{Titles, group_columns, title_text, titles_of_groups};
use crate::records::{ColumnDraft, Record};
use crate::tree::TreeId;
use crate::wrapper::format::ColumnLocator;
use crate::wrapper::labels::{PageLabels, path_hashes};

/// How many elements around that of a title its path has; a text has one more.
const AROUND: usize = 1;

/// The columns of titles of a list, outermost first, from the pages that it is learnt from. `drafts` are the columns of
/// all their records, in the order of the pages.
pub(crate) fn learn_titles(pages: &[(&PageLabels<'_>, &[Record])], drafts: &[ColumnDraft]) -> Vec<ColumnLocator> {
    let found: Vec<Vec<Titles>> =
        pages.iter().map(|(page, records)| titles_of_groups(page.document, page.page, records)).collect();
    let levels = found.iter().map(Vec::len).max().unwrap_or(0);
    let mut elements: Vec<BTreeSet<String>> = vec![BTreeSet::new(); levels];
    let mut items: Vec<Vec<Option<(TreeId, String)>>> = vec![Vec::new(); levels];
    for ((page, records), found) in pages.iter().zip(found) {
        // a page with fewer levels has the inner ones
        let missing = levels - found.len();
        for (level, (elements, items)) in elements.iter_mut().zip(&mut items).enumerate() {
            let Some(titles) = level.checked_sub(missing).and_then(|level| found.get(level)) else {
                items.extend(std::iter::repeat_n(None, records.len()));
                continue;
            };
            elements.extend(titles.iter().flatten().map(|&id| page.path_text(top_of(page, id), id)));
            let text = |id: &Option<TreeId>| id.and_then(|id| Some((id, title_text(page.document, page.page, id)?)));
            items.extend(titles.iter().map(text));
        }
    }
    let columns = group_columns(items, drafts);
    let learnt = columns.into_iter().map(|(level, draft)| ColumnLocator {
        category: draft.category,
        role: draft.role,
        above: elements[level].iter().cloned().collect(),
        ..ColumnLocator::new(draft.name, draft.kind, draft.value_type)
    });
    learnt.collect()
}

/// For each record of a further page, the last element above it that is one of those; `above` as in
/// [`ColumnLocator::above`]. Linear in the nodes before the last record.
pub(crate) fn take_titles(
    page: &PageLabels<'_>,
    records: &[Record],
    above: &[String],
) -> Vec<Option<(TreeId, String)>> {
    let known: FxHashSet<u64> = above.iter().map(|path| path_hashes(path).full).collect();
    let mut last: Option<(TreeId, String)> = None;
    let mut at = TreeId::ROOT + 1;
    let mut items = Vec::with_capacity(records.len());
    for record in records {
        if let (Some(first), Some(end)) = (record.runs.first(), record.runs.last()) {
            let titles = TreeId::between(at, first.first).rev();
            let mut titles = titles.filter(|&id| known.contains(&page.path(top_of(page, id), id).full));
            let title = titles.find_map(|id| Some((id, title_text(page.document, page.page, id)?)));
            last = title.or(last);
            at = at.max(end.end);
        }
        items.push(last.clone());
    }
    items
}

/// The element below which the path of a title begins.
fn top_of(page: &PageLabels<'_>, id: TreeId) -> TreeId {
    let tree = &page.page.tree;
    let steps = 1 + AROUND + usize::from(page.page.is_text(id));
    (0..steps).fold(id, |id, _| tree.parent(id).unwrap_or(TreeId::ROOT))
}

#[cfg(test)]
mod tests {
    use crate::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    use crate::{Page, PageOptions};

    /// A page with matches under their days.
    fn page(days: &[(&str, &[&str])]) -> Page {
        let game = |teams: &&str| format!("<li class=game><a href='/{teams}'>{teams}</a> <b>2:1</b></li>");
        let day = |(day, games): &(&str, &[&str])| {
            let games: String = games.iter().map(game).collect();
            format!("<section><h3 class=day>{day}</h3><ul>{games}</ul></section>")
        };
        let days: String = days.iter().map(day).collect();
        let html = format!("<nav class=top><a href=/>Home</a></nav><h3>Games</h3><main class=games>{days}</main>");
        Page::parse(html.as_bytes(), &PageOptions::new()).unwrap()
    }

    fn groups(page: &Page, wrapper: &Wrapper) -> Vec<String> {
        let applied = wrapper.apply(page, &ApplyOptions::new());
        let table = &applied.regions[0];
        let at = table.column("group").unwrap();
        table.records.iter().map(|row| row.cells[at].as_ref().map_or("-".into(), |cell| cell.text.clone())).collect()
    }

    #[test]
    fn titles_of_groups_are_learnt_and_taken_on_further_pages() {
        let learnt =
            page(&[("Round one", &["Ajax - PSV", "Twente - NEC"]), ("Round two", &["AZ - Ajax", "PSV - NEC"])]);
        let wrapper = Wrapper::learn(&[learnt], &LearnOptions::new());
        let wrapper: Wrapper = serde_json::from_str(&serde_json::to_string(&wrapper).unwrap()).unwrap();
        let further = page(&[("Round three", &["Ajax - NEC"]), ("Round four", &["PSV - AZ", "NEC - AZ"])]);
        assert_eq!(groups(&further, &wrapper), ["Round three", "Round four", "Round four"]);
        // a list in one piece, which no search could tell
        assert_eq!(groups(&page(&[("Round five", &["Ajax - AZ", "PSV - Twente"])]), &wrapper), ["Round five"; 2]);
    }
}
