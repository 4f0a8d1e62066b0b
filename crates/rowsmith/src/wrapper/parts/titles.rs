//! Columns with the titles of the groups that records stand in. The titles stand between the records, so that the
//! column is found by what the elements of the titles are, and not by a place in a record.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::records::columns::group_titles::{
    MOST_BELOW, MOST_TERMINALS, Titles, group_columns, title_text, titles_of_groups,
};
use crate::records::{ColumnDraft, Record};
use crate::tree::{Run, TreeId};
use crate::wrapper::format::ColumnLocator;
use crate::wrapper::labels::{PageLabels, path_hashes, step_hashes};

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
            // a title stands right above the first record of its group
            let mut of_title: FxHashMap<TreeId, String> = FxHashMap::default();
            for (title, record) in titles.iter().zip(*records) {
                if let (Some(title), Some(run)) = (*title, record.runs.first()) {
                    let path = || page.path_text(above_both(page, title, run.first), title);
                    of_title.entry(title).or_insert_with(path);
                }
            }
            elements.extend(of_title.into_values());
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
/// [`ColumnLocator::above`]. Linear in the nodes before the last record, times the depth for those that look like a title.
pub(crate) fn take_titles(
    page: &PageLabels<'_>,
    records: &[Record],
    above: &[String],
) -> Vec<Option<(TreeId, String)>> {
    let known: FxHashSet<u64> = above.iter().map(|path| path_hashes(path).full).collect();
    let last_steps: FxHashSet<u64> =
        above.iter().filter_map(|path| path.rsplit('/').next()).map(|step| step_hashes(step).full).collect();
    let tree = &page.page.tree;
    let mut last: Option<(TreeId, String)> = None;
    let mut at = TreeId::ROOT + 1;
    let mut items = Vec::with_capacity(records.len());
    for record in records {
        if let (Some(Run { first, .. }), Some(end)) = (record.runs.first().copied(), record.runs.last()) {
            let before = |id: TreeId| tree.terminals_before[id] as usize;
            // from the record upwards, as far as a title may be from it; what begins there and ends later holds the record
            let near = TreeId::between(at, first)
                .rev()
                .take_while(|&id| before(first) - before(id) <= MOST_BELOW + MOST_TERMINALS);
            let is_title = |&id: &TreeId| {
                last_steps.contains(&page.steps[id])
                    && tree.end(id) <= first
                    && before(first) - before(tree.end(id)) <= MOST_BELOW
                    && (1..=MOST_TERMINALS).contains(&tree.terminals(id))
                    && known.contains(&page.path(above_both(page, id, first), id).full)
            };
            let mut titles = near.filter(is_title);
            let title = titles.find_map(|id| Some((id, title_text(page.document, page.page, id)?)));
            last = title.or(last);
            at = at.max(end.end);
        }
        items.push(last.clone());
    }
    items
}

/// The element above the smallest one that holds both a title and the first record below it. A path from there says where a
/// title stands among the records, whatever else on the page looks like it.
fn above_both(page: &PageLabels<'_>, title: TreeId, record: TreeId) -> TreeId {
    let tree = &page.page.tree;
    tree.parent(tree.common_ancestor(title, record)).unwrap_or(TreeId::ROOT)
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
        // a list in one piece, which no search could tell; and one without titles below another heading
        assert_eq!(groups(&page(&[("Round five", &["Ajax - AZ", "PSV - Twente"])]), &wrapper), ["Round five"; 2]);
        let none = "<section><h3 class=day>Opening hours</h3></section><section><ul><li class=game><a href='/a'>Ajax - AZ</a> \
                    <b>2:1</b><li class=game><a href='/b'>PSV - NEC</a> <b>2:1</b></ul></section>";
        let html = format!("<nav class=top><a href=/>Home</a></nav><h3>Games</h3><main class=games>{none}</main>");
        let none = Page::parse(html.as_bytes(), &PageOptions::new()).unwrap();
        assert_eq!(groups(&none, &wrapper), ["-"; 2]);
    }

    #[test]
    fn elements_that_hold_records_are_no_titles() {
        let dish = |name: &&str| {
            format!(
                "<div class=dish><h4><a href='/{name}'>{name} of the day</a></h4><p>With {name}</p><b>€ 5</b></div>"
            )
        };
        let part = |title: &str, dishes: &[&str]| {
            let dishes: String = dishes.iter().map(dish).collect();
            format!("<section><div>{title}</div><div>{dishes}</div></section>")
        };
        let menu = |parts: &[String]| {
            let html = format!("<nav class=top><a href=/>Home</a></nav><main class=menu>{}</main>", parts.concat());
            Page::parse(html.as_bytes(), &PageOptions::new()).unwrap()
        };
        let parts = [
            part("Soups", &["onion", "carrot", "leek"]),
            part("Mains", &["pie", "trout"]),
            part("Cakes", &["apple", "plum", "cherry", "fig"]),
        ];
        let wrapper = Wrapper::learn(&[menu(&parts)], &LearnOptions::new());
        assert_eq!(groups(&menu(&parts[..2]), &wrapper), ["Soups", "Soups", "Soups", "Mains", "Mains"]);
    }

    #[test]
    fn a_column_that_the_page_calls_group_keeps_its_name() {
        let row = |name: &str, group: &str| format!("<tr><td><a href='/{name}'>{name}</a><td>{group}<td>$ 5.00");
        let rows = |title: &str, names: [&str; 3]| {
            let rows: String = names.iter().zip(["x", "y", "z"]).map(|(name, group)| row(name, group)).collect();
            format!("<tr><th colspan=3>{title}{rows}")
        };
        let parts = [
            rows("North", ["ann", "bob", "cem"]),
            rows("South", ["dora", "emil", "finn"]),
            rows("West", ["gus", "hal", "ina"]),
        ];
        let html = format!("<h1>People</h1><table><tr><th>Name<th>Group<th>Fee{}</table>", parts.concat());
        let page = Page::parse(html.as_bytes(), &PageOptions::new()).unwrap();
        let wrapper = Wrapper::learn(&[page], &LearnOptions::new());
        let text = serde_json::to_string(&wrapper).unwrap();
        assert!(serde_json::from_str::<Wrapper>(&text).is_ok(), "{text}");
    }
}
