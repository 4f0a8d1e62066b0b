//! The titles of the groups that a list is parted into: the day above its matches, the course above its dishes. They
//! stand between the records, so that no alignment finds them.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

use crate::dom::{AttrName, Document, Tag, heading_level};
use crate::recognize::ValueType;
use crate::records::columns::column_type;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::records::columns::texts::item_text;
use crate::records::record::Record;
use crate::tree::{PageTree, Span, TreeId};
use crate::types::{ColumnKind, Role, category};

/// The name of a column of titles.
const GROUP: &str = "group";
/// How probable it is that dates above records are theirs.
const IS_DATE: f64 = 0.9;
/// Fewer records are in no groups.
const LEAST_RECORDS: usize = 3;
/// The most groups, as a share of the records: what stands before each record is a part of it.
const MOST_GROUPS: f64 = 0.75;
/// The most texts and images of a title.
pub(crate) const MOST_TERMINALS: usize = 6;
/// The most of one that is no heading by its tag.
const MOST_OF_OTHERS: usize = 3;
/// The most characters of a title.
const LONGEST: usize = 120;
/// The most bytes of its text in the page, with white space, and the most nodes: what is larger is not looked at, however
/// often it is nested.
const MOST_BYTES: usize = 2000;
const MOST_NODES: usize = 60;
/// How many different titles there must be, as a share of all: "Advertisement" at every place is none.
const LEAST_DISTINCT: f64 = 0.5;
/// The share of the places between records at which a kind of titles may stand more than once.
const SEVERAL: f64 = 0.2;
/// The most levels of groups: year, month and day.
const LEVELS: usize = 3;
/// How much more a heading counts than another element that stands between records.
const HEADING: f64 = 1.5;
/// A column that says the same in this share of the records makes a title superfluous.
const SAID: f64 = 0.8;
/// The most texts and images between a title and the first record of its group: a head of its columns may stand there.
pub(crate) const MOST_BELOW: usize = 12;
/// The share of the groups that must begin right below their titles.
const RIGHT_BELOW: f64 = 0.6;
/// A title of more characters is cut to the first of its texts, if that tells groups apart.
const LONG: usize = 60;

/// Elements of one kind that stand between the records.
struct Between {
    /// Their tag.
    tag: Tag,
    /// The last such element before a record, by the number of the record.
    before: Vec<(usize, TreeId)>,
}

/// The title above each record.
pub(crate) type Titles = Vec<Option<TreeId>>;

/// The columns with the titles of the groups that the records stand in, outermost first; none if the list is in one
/// piece. `drafts` are the columns of the records themselves. Linear in the nodes around the records.
pub(crate) fn columns_of_groups(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    drafts: &[ColumnDraft],
) -> Vec<ColumnDraft> {
    let text = |id: TreeId| Some((id, title_text(document, page, id)?));
    let texts = |titles: Titles| titles.into_iter().map(|id| id.and_then(text)).collect();
    let levels = titles_of_groups(document, page, records).into_iter().map(texts).collect();
    group_columns(levels, drafts).into_iter().map(|(_, column)| column).collect()
}

/// The columns of titles, each with its level, without those that say what a column of the records says. The last one is the
/// date of the records if all its titles are dates and no column has one.
pub(crate) fn group_columns(
    levels: Vec<Vec<Option<(TreeId, String)>>>,
    drafts: &[ColumnDraft],
) -> Vec<(usize, ColumnDraft)> {
    let mut columns: Vec<(usize, ColumnDraft)> = Vec::new();
    let last = levels.len().saturating_sub(1);
    for (level, items) in levels.into_iter().enumerate() {
        if drafts.iter().any(|draft| says_the_same(draft, &items)) {
            continue;
        }
        let mut column = group_column(items);
        let has_date = drafts.iter().any(|draft| draft.role.is_some_and(|assigned| assigned.role == Role::Date));
        let name = if column.value_type == ValueType::Date && level == last && !has_date {
            column.role = Some(Assigned { role: Role::Date, probability: IS_DATE });
            Role::Date.name()
        } else {
            GROUP
        };
        // names that differ only in capitals are one to a person, and to databases
        let taken = |name: &str| {
            let mut all = drafts.iter().chain(columns.iter().map(|(_, column)| column));
            all.any(|draft| draft.name.to_lowercase() == name)
        };
        let numbered = (2u32..).map(|number| format!("{name}_{number}"));
        column.name = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default();
        columns.push((level, column));
    }
    columns
}

/// A column of titles.
fn group_column(items: Vec<Option<(TreeId, String)>>) -> ColumnDraft {
    let mut column = ColumnDraft {
        name: String::new(),
        label: None,
        role: None,
        kind: ColumnKind::Text,
        category: category(items.iter().flatten().map(|(_, text)| text.as_str())),
        value_type: ValueType::Text,
        items,
    };
    column.value_type = column_type(&column);
    column
}

/// Whether a column says what the titles say in nearly all records.
fn says_the_same(draft: &ColumnDraft, titles: &[Option<(TreeId, String)>]) -> bool {
    let both = draft.items.iter().zip(titles).filter_map(|(item, title)| Some((item.as_ref(), title.as_ref()?)));
    let (mut same, mut all) = (0, 0);
    for (item, (_, title)) in both {
        all += 1;
        same += usize::from(item.is_some_and(|(_, text)| text.trim().eq_ignore_ascii_case(title)));
    }
    same as f64 >= SAID * f64::from(all)
}

/// What a title says, without the marks of links to it; `None` if it says nothing, or too much for a title.
pub(crate) fn title_text(document: &Document, page: &PageTree, id: TreeId) -> Option<String> {
    if is_long(document, page, id) {
        return None;
    }
    let text = item_text(document, page, ColumnKind::Text, id);
    let marks: &[char] = &['¶', '§', '#', '🔗'];
    let text = text.trim().trim_end_matches(marks).trim_start_matches(marks).trim().trim_end_matches(':').trim_end();
    let says = text.contains(char::is_alphanumeric) && text.chars().count() <= LONGEST;
    says.then(|| text.to_owned())
}

/// Whether an element holds more text than any title, which is known without reading it.
fn is_long(document: &Document, page: &PageTree, id: TreeId) -> bool {
    let Span { from, to } = page.spans[id];
    document.raw_text_between(from, to).len() > MOST_BYTES
}

/// For each level of groups, outermost first, the title above each record.
pub(crate) fn titles_of_groups(document: &Document, page: &PageTree, records: &[Record]) -> Vec<Titles> {
    let Some(gaps) = gaps(page, records) else { return Vec::new() };
    let mut kinds: Vec<Between> = kinds_between(document, page, &gaps);
    // where they stand rules most kinds out before any text is read
    kinds.retain(|kind| part_records(page, kind, &gaps));
    kinds.iter_mut().for_each(|kind| narrow(document, page, kind));
    kinds.retain(|kind| tell_groups_apart(document, page, kind));
    let weight = |kind: &Between| kind.before.len() as f64 * if is_heading(kind.tag) { HEADING } else { 1.0 };
    // of several that stand at the same places, the outermost or first
    kinds.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.before.cmp(&b.before)));
    let mut levels: Vec<Between> = Vec::new();
    for kind in kinds {
        let is_next = levels.last().is_none_or(|inner| is_around(&kind, inner));
        if is_next && levels.len() < LEVELS {
            levels.push(kind);
        }
    }
    levels.iter().rev().map(|level| above_each(level, records.len())).collect()
}

/// The nodes before each record and after the one before it; for the first, those from the start of the smallest
/// element that holds all records. `None` if the records are too few, or not one after another.
fn gaps(page: &PageTree, records: &[Record]) -> Option<Vec<(TreeId, TreeId)>> {
    if records.len() < LEAST_RECORDS {
        return None;
    }
    let bounds = |record: &Record| Some((record.runs.first()?.first, record.runs.last()?.end));
    let bounds: Vec<(TreeId, TreeId)> = records.iter().map(bounds).collect::<Option<_>>()?;
    let container = page.tree.common_ancestor(bounds.first()?.0, bounds.last()?.1.saturating_sub(1));
    let mut from = container + 1;
    let mut gaps = Vec::with_capacity(bounds.len());
    for (first, end) in bounds {
        if first < from {
            return None;
        }
        gaps.push((from, first));
        from = end;
    }
    Some(gaps)
}

/// The kinds of elements that stand whole between records.
fn kinds_between(document: &Document, page: &PageTree, gaps: &[(TreeId, TreeId)]) -> Vec<Between> {
    let tree = &page.tree;
    let mut kinds: FxHashMap<u64, (Between, usize)> = FxHashMap::default();
    for (record, &(from, to)) in gaps.iter().enumerate() {
        for id in TreeId::between(from, to) {
            let terminals = tree.terminals(id);
            if page.is_text(id) || terminals == 0 || terminals > MOST_TERMINALS || tree.end(id) > to {
                continue;
            }
            if tree.size(id) > MOST_NODES || is_long(document, page, id) {
                continue;
            }
            let tag = page.tag(id);
            if !is_heading(tag) && terminals > MOST_OF_OTHERS {
                continue;
            }
            let new = || (Between { tag, before: Vec::new() }, 0);
            let (kind, several) = kinds.entry(looks(document, page, id)).or_insert_with(new);
            match kind.before.last_mut() {
                Some((last, element)) if *last == record => {
                    *element = id;
                    *several += usize::from(record > 0);
                }
                _ => kind.before.push((record, id)),
            }
        }
    }
    let once = |(kind, several): &(Between, usize)| *several as f64 <= SEVERAL * kind.before.len() as f64;
    kinds.into_values().filter(once).map(|(kind, _)| kind).collect()
}

/// Whether a tag is one of titles.
fn is_heading(tag: Tag) -> bool {
    heading_level(tag).is_some() || matches!(tag, Tag::DT | Tag::TH | Tag::SUMMARY | Tag::LEGEND | Tag::CAPTION)
}

/// What elements of one kind have in common: the tag, for rows whether they have several cells, and the first class,
/// without numbers, since later ones say whether a group is the first, open or hidden.
fn looks(document: &Document, page: &PageTree, id: TreeId) -> u64 {
    let class = document.attr(page.node(id), AttrName::CLASS).and_then(|class| class.split_ascii_whitespace().next());
    let mut hasher = FxHasher::default();
    page.tag(id).0.hash(&mut hasher);
    if page.tag(id) == Tag::TR {
        // one cell across the table, or the heads of its columns
        page.tree.children(id).take(2).count().hash(&mut hasher);
    }
    let letters = class.into_iter().flat_map(str::bytes).filter(|byte| !byte.is_ascii_digit());
    letters.for_each(|byte| byte.hash(&mut hasher));
    hasher.finish()
}

/// Puts in the place of each element the one text in it by which it differs from the others, if they have several:
/// "Soups" of "Soups", "Price", "12 dishes". Of long ones the first text that differs is the title.
fn narrow(document: &Document, page: &PageTree, kind: &mut Between) {
    let texts = |id: TreeId| {
        let texts = page.tree.subtree(id).filter(|&id| page.is_text(id));
        texts.map(|id| (id, item_text(document, page, ColumnKind::Text, id))).collect::<Vec<_>>()
    };
    let all: Vec<Vec<(TreeId, String)>> = kind.before.iter().map(|&(_, id)| texts(id)).collect();
    if all.len() < 2 || all.iter().any(|texts| texts.len() < 2) {
        return;
    }
    let words = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let mut in_how_many: FxHashMap<String, usize> = FxHashMap::default();
    for texts in &all {
        let said: FxHashSet<String> = texts.iter().map(|(_, text)| words(text)).collect();
        said.into_iter().for_each(|text| *in_how_many.entry(text).or_default() += 1);
    }
    let is_same = |text: &str| {
        let words = words(text);
        in_how_many.get(&words) == Some(&all.len()) && (words == text || words.contains(char::is_alphabetic))
    };
    let own: Vec<Vec<&(TreeId, String)>> =
        all.iter().map(|texts| texts.iter().filter(|(_, text)| !is_same(text)).collect()).collect();
    let length = |texts: &[&(TreeId, String)]| texts.iter().map(|(_, text)| text.chars().count()).sum::<usize>();
    let are_long = own.iter().any(|texts| length(texts) > LONG);
    if own.iter().all(|texts| texts.len() == 1 || are_long && !texts.is_empty()) {
        for ((_, id), own) in kind.before.iter_mut().zip(own) {
            *id = own[0].0;
        }
    }
}

/// Whether elements of a kind stand where titles of groups do: the first before the first record, most right above a
/// record, and some with several records below them. Only headings part a list into two.
fn part_records(page: &PageTree, kind: &Between, gaps: &[(TreeId, TreeId)]) -> bool {
    let count = kind.before.len();
    let starts = kind.before.first().is_some_and(|&(record, _)| record == 0);
    let least = if heading_level(kind.tag).is_some() { 2 } else { 3 };
    if !starts || count < least || count as f64 > MOST_GROUPS * gaps.len() as f64 {
        return false;
    }
    let before = |id: TreeId| page.tree.terminals_before[id] as usize;
    let below = |&(record, id): &(usize, TreeId)| before(gaps[record].1) - before(page.tree.end(id));
    let right_below = kind.before.iter().filter(|title| below(title) <= MOST_BELOW).count();
    right_below as f64 >= RIGHT_BELOW * count as f64
}

/// Whether all elements of a kind say something, and different things.
fn tell_groups_apart(document: &Document, page: &PageTree, kind: &Between) -> bool {
    let texts = kind.before.iter().map(|&(_, id)| title_text(document, page, id));
    let Some(texts) = texts.collect::<Option<Vec<String>>>() else { return false };
    let differ = texts.iter().collect::<FxHashSet<_>>().len();
    differ >= 2 && differ as f64 >= LEAST_DISTINCT * texts.len() as f64
}

/// Whether the titles of one kind stand above some of those of another.
fn is_around(outer: &Between, inner: &Between) -> bool {
    let mut inner_ones = inner.before.iter();
    outer.before.len() < inner.before.len()
        && outer.before.iter().all(|&(record, id)| {
            inner_ones
                .by_ref()
                .find(|(other, _)| *other >= record)
                .is_some_and(|&(other, below)| other == record && id < below)
        })
}

/// The title above each record.
fn above_each(level: &Between, records: usize) -> Titles {
    let mut titles = level.before.iter().peekable();
    let mut above = None;
    let title = |record: usize| {
        if let Some((_, id)) = titles.next_if(|(first, _)| *first == record) {
            above = Some(*id);
        }
        above
    };
    (0..records).map(title).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    /// The titles of the groups of all `li` of a page: a level a line.
    fn titles(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let items = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI);
        let records: Vec<Record> = items.map(|id| Record::subtree(&page.tree, id)).collect();
        let said = |column: ColumnDraft| {
            let texts: Vec<&str> = column.items.iter().map(|item| item.as_ref().map_or("-", |(_, t)| t)).collect();
            format!("{}: {}", column.name, texts.join(" "))
        };
        columns_of_groups(&document, &page, &records, &[]).into_iter().map(said).collect()
    }

    #[test]
    fn records_under_headings_have_these_as_groups() {
        let html = "<h2>Menu</h2><h3>Soups</h3><ul><li>a<li>b</ul><p>So good</p><h3>Cakes ¶</h3><ul><li>c<li>d</ul>";
        assert_eq!(titles(html), ["group: Soups Soups Cakes Cakes"]);
        let day = |class: &str, name: &str, count: u32| {
            format!("<div class='{class}'><p>{name}</p><p>{count} of 9</p></div>")
        };
        let section = |day: String, items: &str| format!("<section>{day}<ul>{items}</ul></section>");
        let monday = section(day("day first", "Mo", 2), "<li>a<li>b");
        let tuesday = section(day("day", "Tu", 1), "<li>c");
        let friday = section(day("day", "Fr", 1), "<li>d");
        assert_eq!(titles(&[&*monday, &tuesday, &friday].concat()), ["group: Mo Mo Tu Fr"]);
        // two may be parts of anything
        assert_eq!(titles(&(monday + &tuesday)), Vec::<String>::new());
    }

    #[test]
    fn outer_groups_come_first() {
        let html = "<h2>2024</h2><h3>May</h3><ul><li>a<li>b</ul><h3>June</h3><ul><li>c</ul>\
                    <h2>2025</h2><h3>May</h3><ul><li>d<li>e</ul>";
        assert_eq!(titles(html), ["group: 2024 2024 2024 2025 2025", "group_2: May May June May May"]);
    }

    #[test]
    fn what_stands_between_records_otherwise_is_no_title() {
        let none = Vec::<String>::new();
        // a heading above all, one for each record, the same everywhere, not before the first
        assert_eq!(titles("<h2>All</h2><ul><li>a<li>b<li>c</ul>"), none);
        assert_eq!(titles("<h3>A</h3><ul><li>a</ul><h3>B</h3><ul><li>b</ul><h3>C</h3><ul><li>c</ul>"), none);
        let same = "<h3>Advertisement</h3><ul><li>a<li>b</ul><h3>Advertisement</h3><ul><li>c<li>d</ul>";
        assert_eq!(titles(same), none);
        let far = "<p>no title</p>".repeat(20);
        let html = format!("<h3>A</h3>{far}<ul><li>a<li>b</ul><h3>B</h3>{far}<ul><li>c</ul>");
        assert_eq!(titles(&html), none);
        assert_eq!(titles("<ul><li>a<li>b</ul><h3>More</h3><ul><li>c<li>d</ul><h3>Most</h3><ul><li>e</ul>"), none);
    }
}
