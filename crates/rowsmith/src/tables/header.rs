//! Which rows of a table are headers, and what the columns are called.

use crate::recognize::{ValueType, head, value_type};
use crate::tables::layout::{Laid, RowFacts};

/// The rows above the first record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Header {
    /// Full-width rows above the headers: titles.
    pub(crate) titles: Vec<usize>,
    /// The header rows.
    pub(crate) rows: Vec<usize>,
    /// The first row below them.
    pub(crate) end: usize,
}

/// How many rows are looked at below a row that may be the header.
const SAMPLE: usize = 40;
/// The most bytes of a header, which may be repeated over a thousand columns.
const MOST_LABEL_BYTES: usize = 300;
/// The most header rows of a table; further ones are treated as data.
const MOST_LEVELS: usize = 6;

/// Finds the headers of a table.
pub(crate) fn find_header(laid: &Laid<'_>) -> Header {
    let mut header = Header::default();
    let height = laid.grid.height;
    let mut y = 0;
    // full-width and empty rows before anything else
    while y < height && (laid.rows[y].empty() || laid.rows[y].full) {
        if laid.rows[y].full {
            // next to an empty corner and above headers, it is the first level of headers
            if laid.rows[y].beside_corner && laid.rows.get(y + 1).is_some_and(RowFacts::all_headers) {
                break;
            }
            header.titles.push(y);
        }
        y += 1;
    }
    if y == height {
        return header;
    }
    let first = y;
    let head = (y..height).take_while(|&row| laid.in_head(row) || laid.rows[row].empty());
    let (last, levels) = head.fold((y, 0), |(_, levels), row| (row, levels + usize::from(!laid.rows[row].empty())));
    if laid.in_head(first) && last + 1 < height && levels <= MOST_LEVELS + 2 {
        while y < height && laid.in_head(y) {
            if laid.rows[y].full {
                header.titles.push(y);
            } else if !laid.rows[y].empty() {
                header.rows.push(y);
            }
            y += 1;
        }
        header.end = y;
        if !header.rows.is_empty() {
            return header;
        }
    }
    if says_header(laid, first) {
        let all =
            (first..height).all(|row| laid.rows[row].empty() || laid.rows[row].full || laid.rows[row].all_headers());
        while y < height && header.rows.len() < MOST_LEVELS {
            let facts = &laid.rows[y];
            let below = y > first && (under_spanning(laid, first, y) || !all && continues(laid, &header, y));
            if y == first || below {
                header.rows.push(y);
            } else if !(facts.begun == 0 || facts.empty() && y + 1 < height && under_spanning(laid, first, y + 1)) {
                break;
            }
            y += 1;
        }
        // a table that consists only of headers has one header row
        if header.rows.last().is_some_and(|&last| !has_rows_below(laid, last + 1)) {
            header.rows.truncate(1);
        }
        header.end = header.rows.last().map_or(first, |last| last + 1);
        return header;
    }
    if looks_like_header(laid, first) {
        header.rows.push(first);
        let mut next = first + 1;
        while next < height && header.rows.len() < 3 && under_spanning(laid, first, next) {
            header.rows.push(next);
            next += 1;
        }
        header.end = next;
        if has_rows_below(laid, next) {
            return header;
        }
        header.rows.clear();
    }
    header.end = first;
    header
}

fn has_rows_below(laid: &Laid<'_>, from: usize) -> bool {
    laid.rows.iter().skip(from).any(|row| !row.empty() && !row.full)
}

/// Whether the markup makes a row a header row: it has only `th`, or mostly `th` where rows below have fewer.
fn says_header(laid: &Laid<'_>, y: usize) -> bool {
    let facts = &laid.rows[y];
    if facts.headers == 0 || facts.headers == facts.row_headers && facts.filled > 1 && facts.headers < facts.filled {
        return false;
    }
    if facts.filled == 1 && facts.begun > 1 && laid.grid.width > 1 {
        // a single header in the corner, and nothing beside it: a row that begins with its own header, unless columns
        // follow
        return laid.rows.iter().skip(y + 1).take(SAMPLE).any(|row| row.headers > 1);
    }
    if facts.headers == facts.filled {
        return facts.filled > 1 || laid.grid.width == 1;
    }
    let below: Vec<_> = laid.rows[y + 1..].iter().filter(|row| !row.empty() && !row.full).take(SAMPLE).collect();
    let fewer = below.iter().filter(|row| row.headers * 2 <= facts.headers).count();
    2 * facts.headers > facts.filled && facts.headers > 1 && 10 * fewer >= 8 * below.len()
}

/// Whether a row is below the first header row but beside headers that span into it from there.
fn under_spanning(laid: &Laid<'_>, first: usize, y: usize) -> bool {
    let mut spanning = false;
    let mut split = false;
    for x in 0..laid.grid.width {
        let Some(at) = laid.grid.at(x, first) else { continue };
        let placed = laid.grid.placed[at];
        let down = (placed.y + placed.height) as usize;
        spanning |= down > y && !laid.texts[at].text.is_empty();
        split |= down <= y && placed.width > 1;
    }
    // a header above several columns, next to headers that span both rows: the next row is its second level
    spanning && split && !laid.rows[y].full || spanning && laid.rows[y].all_headers()
}

/// Whether a row of headers continues those above it as a further level, rather than being headers of rows or of a
/// group.
fn continues(laid: &Laid<'_>, header: &Header, y: usize) -> bool {
    let facts = &laid.rows[y];
    if !facts.all_headers() || facts.full || !has_rows_below(laid, y + 1) {
        return false;
    }
    // a row that repeats another is not a level
    let same = |other: usize| (0..laid.grid.width).all(|x| laid.text(x, y) == laid.text(x, other));
    if header.rows.iter().any(|&other| same(other)) {
        return false;
    }
    // numbers below headers of every column are a record, even if they are in header cells
    let complete = header.rows.last().is_some_and(|&above| laid.rows[above].filled as usize == laid.grid.width);
    let row = &laid.model.rows[y];
    let cells = &laid.texts[row.first as usize..row.end as usize];
    let figures = cells.iter().filter(|cell| cell.text.contains(|c: char| c.is_ascii_digit())).count();
    if complete && 2 * figures > facts.filled as usize {
        return false;
    }
    // a single header below headers of every column is that of a group
    facts.filled > 1 || header.rows.iter().any(|&above| laid.rows[above].begun < laid.grid.width as u32)
}

/// Whether a row without header cells is nevertheless a header row, judging by its look or by what is below it.
fn looks_like_header(laid: &Laid<'_>, y: usize) -> bool {
    let facts = &laid.rows[y];
    if facts.row_headers > 0 || facts.filled < 2 || 10 * facts.filled < 6 * facts.begun {
        return false;
    }
    let below: Vec<usize> =
        (y + 1..laid.grid.height).filter(|&row| !laid.rows[row].empty() && !laid.rows[row].full).take(SAMPLE).collect();
    if below.is_empty() {
        return false;
    }
    let few = |count: usize| 4 * count <= below.len();
    let bold = |row: usize| laid.rows[row].filled > 0 && laid.rows[row].bold == laid.rows[row].filled;
    // a header among cells that are not is that of its row, except where all are bold and no row below has one
    if facts.headers > 0 && !(bold(y) && few(below.iter().filter(|&&row| laid.rows[row].headers > 0).count())) {
        return false;
    }
    if bold(y) && few(below.iter().filter(|&&row| bold(row)).count()) {
        return true;
    }
    if laid.called_header(y) && few(below.iter().filter(|&&row| laid.called_header(row)).count()) {
        return true;
    }
    if let Some(colour) = laid.background(y)
        && few(below.iter().filter(|&&row| laid.background(row) == Some(colour)).count())
        && below.len() > 1
    {
        return true;
    }
    names_the_rest(laid, y, &below) || periods_above_numbers(laid, y, &below)
}

/// Whether a row has years that follow each other, above numbers that are none: "Station | 2020 | 2021".
fn periods_above_numbers(laid: &Laid<'_>, y: usize, below: &[usize]) -> bool {
    let mut years: Vec<i32> = Vec::new();
    let mut last = None;
    for x in 0..laid.grid.width {
        let Some(at) = laid.grid.at(x, y).filter(|&at| last != Some(at)) else { continue };
        last = Some(at);
        let text = laid.texts[at].text.as_str();
        let Some(year) = year(text) else {
            // names of the rows, and what is no number at the end: "Change"
            if text.is_empty() || value_type(text) == ValueType::Text && text.len() <= 60 {
                continue;
            }
            return false;
        };
        years.push(year);
        let texts = || below.iter().map(|&row| laid.text(x, row)).filter(|text| !text.is_empty());
        let numbers = texts().filter(|text| value_type(text) != ValueType::Text).count();
        if numbers < 2
            || 2 * numbers < texts().count()
            || 2 * texts().filter(|text| self::year(text).is_some()).count() >= numbers
        {
            return false;
        }
    }
    let step = years.get(1).map_or(0, |second| second - years[0]);
    step != 0 && years.windows(2).all(|pair| pair[1] - pair[0] == step)
}

/// A year, alone or behind the letters of a business year: "2023", "FY 2023".
fn year(text: &str) -> Option<i32> {
    let digits = text.strip_prefix("FY").unwrap_or(text).trim();
    let plain = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|year| plain && (1700..2200).contains(year))
}

/// Whether the texts of a row are of another kind than those below: words above numbers, or plain texts above links.
fn names_the_rest(laid: &Laid<'_>, y: usize, below: &[usize]) -> bool {
    if below.len() < 2 {
        return false;
    }
    let mut named = 0;
    for x in 0..laid.grid.width {
        let text = laid.text(x, y);
        if text.is_empty() {
            continue;
        }
        if text.len() > 60 || value_type(text) != ValueType::Text {
            return false;
        }
        let column =
            || below.iter().filter_map(|&row| laid.grid.at(x, row)).filter(|&at| !laid.texts[at].text.is_empty());
        let filled = column().count();
        let numbers = column().filter(|&at| value_type(&laid.texts[at].text) != ValueType::Text).count();
        let linked = column().filter(|&at| laid.texts[at].linked > 0).count();
        let plain = laid.grid.at(x, y).is_some_and(|at| laid.texts[at].linked == 0);
        named += usize::from(filled >= 2 && (10 * numbers >= 8 * filled || plain && 10 * linked >= 9 * filled));
    }
    let filled = (0..laid.grid.width).filter(|&x| !laid.text(x, y).is_empty()).count();
    named >= 1 && 10 * filled >= 8 * laid.grid.width
}

/// The headers of a column from top to bottom. One that spans several rows is listed once, and no text is repeated
/// within a row.
pub(crate) fn levels(laid: &Laid<'_>, header: &Header, x: usize) -> Vec<String> {
    let mut levels: Vec<String> = Vec::new();
    let mut last = None;
    for &y in &header.rows {
        let Some(at) = laid.grid.at(x, y) else { continue };
        if last == Some(at) {
            continue;
        }
        last = Some(at);
        let text = &laid.texts[at].text;
        let text = head(text, MOST_LABEL_BYTES).trim_end();
        if !text.is_empty() && levels.last().is_none_or(|last| last != text) {
            levels.push(text.to_owned());
        }
    }
    levels
}
