//! What is said in parts is not said again as a whole: "by Ann on 5 May" beside the author and the date.

use rustc_hash::FxHashMap;

use crate::recognize::ValueType;
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnKind, Role};

/// A part with so much of the words of the whole is the whole without what stands around it.
const MOST: f64 = 0.6;

/// The share of records in which a whole may say something that neither its parts nor the other records say.
const MOST_OTHERWISE: f64 = 0.1;
/// A whole of more words is not read for what it says of a number in it.
const MOST_WORDS_AROUND: usize = 12;
/// The share of a part's items that must lie in the whole.
const LEAST_INSIDE: f64 = 0.9;

/// Longer texts, in words, are prose, and tables with more columns have other faults: the bounds keep the cost linear.
const MOST_WORDS: usize = 200;
const MOST_COLUMNS: usize = 80;

/// A column that others are parts of.
struct Whole {
    parts: Vec<Part>,
    /// Whether words stand before its parts in most records, which is what the records are: "BMW i4" of a list of these.
    is_led: bool,
}

/// A column within a whole.
struct Part {
    column: usize,
    /// The share of the whole's words that it has.
    share: f64,
    /// The share of the records in which it is text behind other parts in the same element: "ST-20" behind `<b>Benton</b>`.
    trails: f64,
}

/// Leaves out columns that stay and are the sum of others that stay and of the words that join these: of a single other, or of several of
/// which one has a role. A title goes to the part that says most of it, if that has no role of its own and is not the rest of a line, to
/// which the maker's name before it belongs.
pub(crate) fn without_wholes(
    page: &PageTree,
    columns: &[ColumnDraft],
    assigned: &mut [Option<Assigned>],
    kept: &mut [bool],
) {
    let is_text = |c: usize| columns[c].kind == ColumnKind::Text;
    // every column is compared with many
    let said: Vec<Said<'_>> = columns.iter().take(MOST_COLUMNS).map(Said::of).collect();
    for column in (0..columns.len().min(MOST_COLUMNS)).filter(|&c| is_text(c) && columns[c].label.is_none()) {
        if !kept[column] {
            continue;
        }
        let inner: Vec<usize> =
            (0..columns.len().min(MOST_COLUMNS)).filter(|&c| c != column && kept[c] && is_text(c)).collect();
        let Some(whole) = whole_of(page, &said, column, &inner, assigned) else { continue };
        let most = whole.parts.iter().max_by(|a, b| a.share.total_cmp(&b.share));
        match assigned[column] {
            None if whole.parts.len() == 1 || whole.parts.iter().any(|part| says_what_it_is(assigned[part.column])) => {
                kept[column] = false;
            }
            Some(role) if role.role == Role::Title && !whole.is_led => {
                let is_apart = |part: &&Part| part.share >= MOST && part.trails < 0.5;
                let has_brand =
                    whole.parts.iter().any(|part| assigned[part.column].is_some_and(|a| a.role == Role::Brand));
                let is_free = |part: &&Part| assigned[part.column].is_none_or(|a| a.role == Role::Text && !has_brand);
                if let Some(part) = most.filter(is_apart).filter(is_free) {
                    assigned[part.column] = Some(role);
                    assigned[column] = None;
                    kept[column] = false;
                }
            }
            _ => {}
        }
    }
}

/// Leaves out columns that stay and are a part of another that stays, and of which neither the page nor the roles tell what they are: a
/// word of a line that has an element of its own, the street of an address.
pub(crate) fn without_parts(
    page: &PageTree,
    columns: &[ColumnDraft],
    assigned: &[Option<Assigned>],
    kept: &mut [bool],
) {
    let texts: Vec<usize> =
        (0..columns.len().min(MOST_COLUMNS)).filter(|&c| columns[c].kind == ColumnKind::Text).collect();
    let is_unknown = |c: usize| assigned[c].is_none() && columns[c].label.is_none();
    let is_whole = |c: usize| match assigned[c] {
        None => columns[c].label.is_none(),
        Some(assigned) => assigned.role == Role::Location,
    };
    // a number is more to whoever reckons than the words around it
    let is_number = |c: usize| columns[c].value_type == ValueType::Number;
    let is_words = |c: usize| columns[c].value_type == ValueType::Text;
    let open = texts.iter().copied().filter(|&c| kept[c] && is_unknown(c) && (is_words(c) || is_number(c)));
    let open: Vec<usize> = open.collect();
    for &whole in &texts {
        if !kept[whole] || !is_whole(whole) {
            continue;
        }
        let parts = open.iter().copied().filter(|&c| c != whole && lies_in(page, &columns[c], &columns[whole]));
        let parts: Vec<usize> = parts.collect();
        // of several, each says what the whole says together
        let is_place = assigned[whole].is_some();
        if parts.len() == 1 || is_place {
            parts.into_iter().filter(|&part| is_place || is_words(part)).for_each(|part| kept[part] = false);
        }
    }
}

/// Whether nearly all items of a column lie within few words of the other.
fn lies_in(page: &PageTree, part: &ColumnDraft, whole: &ColumnDraft) -> bool {
    let (mut filled, mut inside) = (0, 0);
    for (item, whole) in part.items.iter().zip(&whole.items) {
        let Some((id, _)) = item else { continue };
        filled += 1;
        let is_inside = |(around, text): &&(TreeId, String)| {
            around != id && page.tree.contains(*around, *id) && words(text).len() <= MOST_WORDS_AROUND
        };
        inside += usize::from(whole.as_ref().filter(is_inside).is_some());
    }
    filled > 0 && inside as f64 >= LEAST_INSIDE * f64::from(filled)
}

/// Whether a part has a role that the whole cannot have as well: an address is more than its place.
fn says_what_it_is(assigned: Option<Assigned>) -> bool {
    assigned.is_some_and(|assigned| assigned.role != Role::Location)
}

/// The items of a column, each with its words; nothing of columns of addresses.
struct Said<'c> {
    items: Vec<Option<(TreeId, Vec<&'c str>)>>,
}

impl<'c> Said<'c> {
    fn of(column: &'c ColumnDraft) -> Said<'c> {
        let item = |(id, text): &'c (TreeId, String)| (*id, words(text));
        match column.kind {
            ColumnKind::Text => Said { items: column.items.iter().map(|i| i.as_ref().map(item)).collect() },
            _ => Said { items: Vec::new() },
        }
    }
}

/// The parts of a column among these, if it says nothing else but what nearly all records say.
fn whole_of(
    page: &PageTree,
    said: &[Said<'_>],
    column: usize,
    inner: &[usize],
    assigned: &[Option<Assigned>],
) -> Option<Whole> {
    let items = &said[column].items;
    let filled = items.iter().flatten().count();
    let mut found: FxHashMap<usize, Part> = FxHashMap::default();
    let mut left: Vec<Vec<&str>> = Vec::with_capacity(filled);
    let (mut parted, mut led) = (0, 0);
    for (record, item) in items.iter().enumerate() {
        let Some((whole, words)) = item else { continue };
        if words.len() > MOST_WORDS {
            return None;
        }
        let mut is_said = vec![false; words.len()];
        let mut parts: Vec<(TreeId, usize, &[&str])> = inner
            .iter()
            .filter_map(|&c| said[c].items[record].as_ref().map(|(id, words)| (*id, c, words.as_slice())))
            .filter(|(id, c, _)| id != whole && (page.tree.contains(*whole, *id) || assigned[*c].is_some()))
            .collect();
        parts.sort_by_key(|(id, _, _)| *id);
        parted += usize::from(!parts.is_empty());
        let mut before: Option<TreeId> = None;
        for (id, part, part_words) in parts {
            if let Some(at) = place_of(part_words, words) {
                let parent = page.tree.parent(id).filter(|_| page.is_text(id) && is_said[..at].contains(&true));
                let trails = parent.zip(before).is_some_and(|(parent, before)| page.tree.contains(parent, before));
                before = Some(id);
                let new = is_said[at..at + part_words.len()].iter_mut().map(|said| !std::mem::replace(said, true));
                let new = new.filter(|new| *new).count();
                let part = found.entry(part).or_insert(Part { column: part, share: 0.0, trails: 0.0 });
                part.share += new as f64 / words.len().max(1) as f64 / filled as f64;
                part.trails += f64::from(u8::from(trails)) / filled as f64;
            }
        }
        led += usize::from(is_said.first().is_some_and(|said| !said));
        left.push(words.iter().copied().zip(is_said).filter(|(_, said)| !said).map(|(word, _)| word).collect());
    }
    // what is in no part would be lost; of one part alone nearly all may be the whole, and then the rest tells it apart
    let otherwise = if found.len() > 1 { MOST_OTHERWISE } else { 0.0 };
    let is_enough = |records: usize| records as f64 >= (1.0 - otherwise) * filled as f64;
    if !is_enough(parted) || filled < 2 {
        return None;
    }
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for words in &left {
        let mut once = words.clone();
        once.sort_unstable();
        once.dedup();
        once.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    // what some records say and others do not tells them apart, and a sign belongs to its number
    let joins = |word: &&str| counts[word] == filled && word.starts_with(char::is_alphanumeric);
    let said = left.iter().filter(|words| words.iter().all(joins)).count();
    is_enough(said).then(|| Whole { parts: found.into_values().collect(), is_led: led * 2 > filled })
}

/// Where words stand among others, one after the other.
fn place_of(part: &[&str], words: &[&str]) -> Option<usize> {
    if part.is_empty() { None } else { words.windows(part.len()).position(|window| window == part) }
}

/// The words of a text, and the signs that say something by themselves: "€", "%", "★". Of prose one more than [`MOST_WORDS`].
fn words(text: &str) -> Vec<&str> {
    let says_nothing = |c: char| c.is_ascii_punctuation() && !"$%#+-<>~/".contains(c) || "–—·•…«»“”‘’„‹›".contains(c);
    let mut words = Vec::new();
    for run in text.split(|c: char| c.is_whitespace() || says_nothing(c)) {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let end = match first.is_alphanumeric() {
                true => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            words.push(&rest[..end]);
            if words.len() > MOST_WORDS {
                return words;
            }
            rest = &rest[end..];
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::records::columns::roles::fitting::column_of;

    /// A list with columns, each the name of an element or `#text` for the text that the `div` has of its own.
    struct List {
        page: PageTree,
        drafts: Vec<ColumnDraft>,
        assigned: Vec<Option<Assigned>>,
    }

    impl List {
        fn new(html: &str, columns: &[(&str, Option<Role>)]) -> List {
            let document = parse(html.as_bytes(), &ParseOptions::default()).expect("parses");
            let page = PageTree::new(&document);
            let records: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI).collect();
            let item = |record: TreeId, name: &str| {
                let of_div = |id: TreeId| {
                    page.tree.parent(id).is_some_and(|parent| matches!(page.tag(parent), Tag::DIV | Tag::H6))
                };
                let is_it = |&id: &TreeId| match page.is_text(id) {
                    true => name == "#text" && of_div(id),
                    false => document.tag_name(page.tag(id)) == name,
                };
                let id = page.tree.subtree(record).find(is_it)?;
                let node = page.node(id);
                Some((id, crate::dom::line(&document, node, document.end(node))))
            };
            let draft = |(name, _): &(&str, Option<Role>)| {
                let items: Vec<Option<(TreeId, String)>> = records.iter().map(|&record| item(record, name)).collect();
                let texts: Vec<&str> = items.iter().flatten().map(|(_, text)| text.as_str()).collect();
                let column = column_of(&texts);
                ColumnDraft { items, ..column }
            };
            let drafts = columns.iter().map(draft).collect();
            let assign = |role: Role| Assigned { role, probability: 1.0 };
            let assigned = columns.iter().map(|(_, role)| role.map(assign)).collect();
            List { page, drafts, assigned }
        }
    }

    /// Which columns stay, and which have a role.
    fn stays(html: &str, columns: &[(&str, Option<Role>)]) -> Vec<(bool, Option<Role>)> {
        let List { page, drafts, mut assigned } = List::new(html, columns);
        let mut kept = vec![true; columns.len()];
        without_wholes(&page, &drafts, &mut assigned, &mut kept);
        kept.into_iter().zip(assigned).map(|(kept, assigned)| (kept, assigned.map(|assigned| assigned.role))).collect()
    }

    #[test]
    fn a_whole_that_its_parts_say_is_left_out() {
        let html = "<li><div>by <h4>Ann</h4> on <h5>5 May</h5></div><li><div>by <h4>Bob</h4> on <h5>6 May</h5></div>";
        let (author, date) = (Some(Role::Author), Some(Role::Date));
        assert_eq!(
            stays(html, &[("div", None), ("h4", author), ("h5", date)]),
            [(false, None), (true, author), (true, date)]
        );
        // parts of which nothing is known say less than the whole
        assert_eq!(stays(html, &[("div", None), ("h4", None), ("h5", None)])[0], (true, None));
        // a day is said nowhere else
        assert_eq!(stays(html, &[("div", None), ("h4", author)])[0], (true, None));
        // one part alone is the whole without its label
        assert_eq!(
            stays("<li><div>by <h4>Ann</h4></div><li><div>by <h4>Bob</h4></div>", &[("div", None), ("h4", None)])[0],
            (false, None)
        );
        // a sign is no label
        let signed = "<li><div>-<h4>5 °C</h4></div><li><div>-<h4>7 °C</h4></div>";
        assert_eq!(stays(signed, &[("div", None), ("h4", None)])[0], (true, None));
        // nor is a word that some records lack
        let sold = "<li><div>sold <h4>Dune</h4></div>".repeat(9) + "<li><div><h4>Emma</h4></div>";
        assert_eq!(stays(&sold, &[("div", None), ("h4", None)])[0], (true, None));
        // nor what one record alone has behind its part
        let names = "<li><div><h4>Ada</h4></div>".repeat(19) + "<li><div><h4>A.NET</h4> (A sharp)</div>";
        assert_eq!(stays(&names, &[("div", None), ("h4", Some(Role::Title))])[0], (true, None));
        // and a record that has the whole only
        let third = format!("{html}<li><div>by nobody</div>");
        assert_eq!(stays(&third, &[("div", None), ("h4", author), ("h5", date)])[0], (true, None));
        // an address is more than its town
        let html =
            "<li><div><h5>5 High Street</h5>, <h4>Hull</h4></div><li><div><h5>7 Low Road</h5>, <h4>York</h4></div>";
        assert_eq!(stays(html, &[("div", None), ("h4", Some(Role::Location)), ("h5", None)])[0], (true, None));
    }

    #[test]
    fn a_title_is_without_what_stands_behind_it() {
        let title = Some(Role::Title);
        let html = "<li><div><h4>Small kitchen radios</h4> <h5>(4)</h5></div><li><div><h4>Lamps for desks</h4> <h5>(11)</h5></div>";
        assert_eq!(stays(html, &[("div", title), ("h4", None), ("h5", None)])[..2], [(false, None), (true, title)]);
        // a maker's name belongs to the model behind it, unless both have an element
        let html =
            "<li><div><h5>Fender</h5> <h4>Player Strat</h4></div><li><div><h5>Ibanez</h5> <h4>Standard RG</h4></div>";
        let brand = Some(Role::Brand);
        assert_eq!(stays(html, &[("div", title), ("h5", brand), ("h4", None)])[2], (true, title));
        let html = html.replace("<h4>", "").replace("</h4>", "");
        assert_eq!(stays(&html, &[("div", title), ("h5", brand), ("#text", None)])[0], (true, title));
        // however many elements are around both
        let html = html.replace("<div>", "<div><h6>").replace("</div>", "</h6></div>");
        assert_eq!(stays(&html, &[("div", title), ("h5", brand), ("#text", None)])[0], (true, title));
        // what stands before it in all records is what they are
        let html = "<li><div>BMW i4 <h4>Tempomat</h4></div><li><div>BMW i4 <h4>Pano</h4></div>";
        assert_eq!(stays(html, &[("div", title), ("h4", None)]), [(true, title), (true, None)]);
    }

    #[test]
    fn a_part_of_which_nothing_is_known_is_left_out() {
        let stays = |html: &str, columns: &[(&str, Option<Role>)]| {
            let list = List::new(html, columns);
            let mut kept = vec![true; columns.len()];
            without_parts(&list.page, &list.drafts, &list.assigned, &mut kept);
            kept
        };
        let html = "<li><div><h4>Edited</h4> by Ann</div><li><div><h4>Moved</h4> by Bob</div>";
        assert_eq!(stays(html, &[("div", None), ("h4", None)]), [true, false]);
        assert_eq!(stays(html, &[("div", None), ("h4", Some(Role::Category))]), [true, true]);
        let html = "<li><div><h4>1</h4> silver badge</div><li><div><h4>6</h4> silver badges</div>";
        assert_eq!(stays(html, &[("div", None), ("h4", None)]), [true, true], "a number");
        // several say together what the whole says
        let html =
            "<li><div><h4>16 Posts</h4> <h5>2 Topics</h5></div><li><div><h4>9 Posts</h4> <h5>3 Topics</h5></div>";
        assert_eq!(stays(html, &[("div", None), ("h4", None), ("h5", None)]), [true, true, true]);
        assert_eq!(stays(html, &[("div", Some(Role::Location)), ("h4", None), ("h5", None)]), [true, false, false]);
    }
}
