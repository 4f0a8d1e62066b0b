//! Tables that are one record: names on the left, values beside them, as in infoboxes and lists of properties.

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
    /// The cell with the title of the properties that it stands among.
    pub(crate) section: u32,
}

/// A table read as one record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Vertical {
    /// The row that titles the whole.
    pub(crate) title: Option<usize>,
    pub(crate) properties: Vec<Property>,
    /// Rows over the full width that are no titles: pictures with their captions, remarks.
    pub(crate) others: Vec<usize>,
}

/// Reads a table as one record, if it is one: rows of a header and a value, and nothing but titles and pictures beside.
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
        let mut cells = laid.model.rows[y].first..laid.model.rows[y].end;
        let (Some(name), Some(value)) = (cells.next(), cells.next()) else {
            others += 1;
            continue;
        };
        let (name_cell, value_cell) = (&laid.model.cells[name as usize], &laid.model.cells[value as usize]);
        let (name_text, value_text) = (&laid.texts[name as usize], &laid.texts[value as usize]);
        let more = cells.any(|at| !laid.texts[at as usize].text.is_empty());
        let is_pair = !more && !name_text.text.is_empty() && (!marked || name_cell.header && !value_cell.header);
        if !is_pair || laid.grid.placed[name as usize].height > 1 {
            // a value without a name goes on with the record
            others += usize::from(!name_text.text.is_empty() || more);
            continue;
        }
        pairs += 1;
        colons += usize::from(name_text.text.ends_with([':', '：']));
        bold += usize::from(name_text.bold && !value_text.bold);
        found.properties.push(Property { name, value, section });
    }
    let named = marked || 10 * colons >= 8 * pairs || 10 * bold >= 9 * pairs && pairs >= 3;
    let short = found.properties.iter().all(|p| laid.texts[p.name as usize].text.len() <= 80);
    (pairs >= 2 && named && short && 10 * others <= pairs).then_some(found)
}

/// Whether the columns of a table without column headers are its records: rows that are of one sort each, in columns that
/// are not.
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
