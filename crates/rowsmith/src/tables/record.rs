//! Tables that are one record, with names on the left and values beside them: infoboxes and lists of properties.

use rustc_hash::FxHashSet;

use crate::recognize::{ValueType, value_type};
use crate::tables::grid::NONE;
use crate::tables::layout::Laid;

/// A property of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Property {
    /// The cell with its name.
    pub(crate) name: u32,
    /// The cell with its value.
    pub(crate) value: u32,
    /// The cell with the title of the group of properties that it belongs to.
    pub(crate) section: u32,
}

/// A table understood as one record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Vertical {
    /// The row that is the title of the whole.
    pub(crate) title: Option<usize>,
    pub(crate) properties: Vec<Property>,
    /// Full-width rows that are not titles: pictures with their captions, remarks.
    pub(crate) others: Vec<usize>,
}

/// Understands a table as one record if it has rows of a header and a value, and otherwise only titles and pictures.
pub(crate) fn vertical(laid: &Laid<'_>) -> Option<Vertical> {
    let mut found = Vertical::default();
    let (mut pairs, mut others, mut colons, mut bold) = (0, 0, 0, 0);
    let mut section = NONE;
    let marked = laid.rows.iter().any(|row| row.headers > 0 && !row.full);
    for (y, facts) in laid.rows.iter().enumerate() {
        if facts.empty() || facts.begun == 0 {
            continue;
        }
        if facts.full || facts.pictures || facts.filled == 1 && facts.begun == 1 {
            let titled = facts.headers > 0 || !marked && facts.bold > 0;
            match titled {
                true if found.title.is_none() && pairs == 0 && found.others.is_empty() => found.title = Some(y),
                true => section = (0..laid.grid.width).find_map(|x| laid.grid.at(x, y)).map_or(NONE, |at| at as u32),
                false => found.others.push(y),
            }
            continue;
        }
        // pairs of a name and a value, one or more per row
        let row = &laid.model.rows[y];
        // without those whose signs went to their numbers
        let cells: Vec<u32> = (row.first..row.end).filter(|&at| laid.grid.placed[at as usize].width > 0).collect();
        let text = |at: u32| laid.texts[at as usize].text.as_str();
        let is_name = |at: u32| {
            let (cell, read) = (&laid.model.cells[at as usize], &laid.texts[at as usize]);
            !read.text.is_empty() && laid.grid.placed[at as usize].height == 1 && (!marked || cell.header)
        };
        let is_pair = |pair: &[u32]| match *pair {
            [name, value] => is_name(name) && !(marked && laid.model.cells[value as usize].header),
            [alone] => text(alone).is_empty(),
            _ => false,
        };
        let several = cells.len() > 2 && cells[2..].iter().any(|&at| !text(at).is_empty());
        let all = cells.chunks(2).all(|pair| is_pair(pair) || pair.iter().all(|&at| text(at).is_empty()));
        let is_label = |pair: &[u32]| marked || text(pair[0]).ends_with([':', '：']) || text(pair[0]).is_empty();
        if !all || several && !cells.chunks(2).all(is_label) {
            // a value without a name continues the record
            others += usize::from(cells.first().is_some_and(|&at| !text(at).is_empty()) || several);
            continue;
        }
        for pair in cells.chunks(2) {
            let &[name, value] = pair else { continue };
            if text(name).is_empty() {
                continue;
            }
            pairs += 1;
            colons += usize::from(text(name).ends_with([':', '：']));
            bold += usize::from(laid.texts[name as usize].bold && !laid.texts[value as usize].bold);
            found.properties.push(Property { name, value, section });
        }
    }
    let named = marked || 10 * colons >= 8 * pairs || 10 * bold >= 9 * pairs && pairs >= 3;
    let short = found.properties.iter().all(|p| laid.texts[p.name as usize].text.len() <= 80);
    (pairs >= 2 && named && short && 10 * others <= pairs).then_some(found)
}

/// The least number of rows of a record that nothing marks as one.
const LEAST_PLAIN: usize = 4;

/// Understands a table of two columns as one record though nothing marks its names: they are short words, all of them
/// different, and beside them are short values of several kinds.
pub(crate) fn plain_record(laid: &Laid<'_>) -> Option<Vertical> {
    let mut found = Vertical::default();
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let (mut figures, mut words) = (0, 0);
    for (y, facts) in laid.rows.iter().enumerate().filter(|(_, facts)| !facts.empty()) {
        if facts.full && found.properties.is_empty() && found.title.is_none() {
            found.title = Some(y);
            continue;
        }
        let row = &laid.model.rows[y];
        let cells = row.end - row.first;
        if laid.grid.width != 2 || cells != 2 || facts.filled != 2 || facts.headers > 0 {
            return None;
        }
        let (name, value) = (&laid.texts[row.first as usize], &laid.texts[row.first as usize + 1]);
        let begins = name.text.starts_with(|c: char| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase());
        let plain = begins
            && name.text.len() <= 40
            && name.text.split_whitespace().count() <= 4
            && !name.text.contains(|c: char| c.is_numeric() || "?!.;,".contains(c))
            && [name, value].iter().all(|cell| cell.blocks == 0 && cell.controls == 0 && cell.images.is_empty())
            && name.linked == 0
            && value.text.len() <= 80
            && names.insert(&name.text);
        if !plain {
            return None;
        }
        match value.text.contains(char::is_numeric) {
            true => figures += 1,
            false => words += 1,
        }
        found.properties.push(Property { name: row.first, value: row.first + 1, section: NONE });
    }
    let linked: usize = found.properties.iter().map(|pair| laid.texts[pair.value as usize].linked.min(1)).sum();
    let several = figures >= 2 && words >= 1;
    (found.properties.len() >= LEAST_PLAIN && several && 2 * linked <= found.properties.len()).then_some(found)
}

/// The records of a table that has several, one below the other, each with the same names: where each begins among the
/// properties. `None` if it is one record.
pub(crate) fn several_records(laid: &Laid<'_>, record: &Vertical) -> Option<Vec<usize>> {
    let name = |at: usize| laid.texts[record.properties[at].name as usize].text.as_str();
    let mut starts: Vec<usize> = Vec::new();
    for (at, property) in record.properties.iter().enumerate() {
        let begins = starts
            .last()
            .is_none_or(|&start| name(at) == name(start) || property.section != record.properties[at - 1].section);
        if begins {
            starts.push(at);
        }
    }
    let end = |of: usize| starts.get(of + 1).copied().unwrap_or(record.properties.len());
    let names = |of: usize| (starts[of]..end(of)).map(name).collect::<Vec<_>>();
    let first: FxHashSet<&str> = names(0).into_iter().collect();
    let alike = |names: &[&str]| {
        let shared = names.iter().filter(|name| first.contains(**name)).count();
        names.len() >= 2 && 3 * shared >= 2 * names.len().max(first.len())
    };
    (starts.len() >= 2 && (0..starts.len()).all(|of| alike(&names(of)))).then_some(starts)
}

/// Whether the columns of a table without column headers are its records: each row is of one type, and the columns are
/// not.
pub(crate) fn is_transposed(laid: &Laid<'_>) -> bool {
    let rows: Vec<usize> = (0..laid.grid.height).filter(|&y| !laid.rows[y].empty() && !laid.rows[y].full).collect();
    let width = laid.grid.width;
    let begins = |&&y: &&usize| laid.cell(0, y).is_some_and(|cell| cell.header);
    if width < 3 || rows.len() < 2 || rows.iter().filter(begins).count() < rows.len() {
        return false;
    }
    let sort = |x: usize, y: usize| Some(laid.text(x, y)).filter(|text| !text.is_empty()).map(value_type);
    let even_rows = rows.iter().filter(|&&y| all_same((1..width).filter_map(|x| sort(x, y)))).count();
    let even_columns = (1..width).filter(|&x| all_same(rows.iter().filter_map(|&y| sort(x, y)))).count();
    10 * even_rows >= 8 * rows.len() && 2 * even_columns < width - 1
}

fn all_same(mut sorts: impl Iterator<Item = ValueType>) -> bool {
    let first = sorts.next();
    sorts.all(|sort| Some(sort) == first)
}
