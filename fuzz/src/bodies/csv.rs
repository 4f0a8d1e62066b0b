//! Rows as CSV: what was written is read back, and nothing in it is a formula for a spreadsheet.

use rowsmith_cli::fuzzing::csv;

/// Writes texts as CSV, twice, and reads them as spreadsheets do that part cells by commas or by semicolons.
///
/// # Panics
/// Where a cell would be run, or is not the text that was written, or two repetitions differ.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let cells: Vec<String> = text.split('\u{1f}').map(str::to_owned).collect();
    let (names, row) = cells.split_at(cells.len().min(2));
    let mut row = row.to_vec();
    row.resize(names.len(), String::new());
    let written = csv(names, std::slice::from_ref(&row));
    assert_eq!(written, csv(names, std::slice::from_ref(&row)));
    let written = std::str::from_utf8(&written).expect("texts are written as UTF-8");
    let read = parted(written, ',');
    let wanted: Vec<&str> = names.iter().chain(&row).map(String::as_str).collect();
    let plain = |cell: &str| cell.replace('\'', "");
    assert_eq!(
        read.iter().map(|cell| plain(cell)).collect::<Vec<_>>(),
        wanted.iter().map(|cell| plain(cell)).collect::<Vec<_>>()
    );
    for cell in &read {
        assert!(!is_formula(cell), "{cell:?} of {written:?}");
    }
    // where semicolons part cells, a line of a text is a row of its own, and quotes within it are letters
    for cell in written.split([';', '\n', '\r']) {
        let inside = cell.strip_prefix('"').unwrap_or(cell);
        assert!(!is_formula(inside.trim_start_matches(BLANK)), "{cell:?} of {written:?}");
    }
}

/// What stands before a formula and hides it from nobody: the writer passes over all of these together, in whatever order.
const BLANK: [char; 4] = ['\t', '\0', '\u{feff}', '\u{200b}'];

/// The cells of CSV, as RFC 4180 has it.
fn parted(text: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            letter if !quoted && (letter == separator || letter == '\n') => cells.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    cells
}

/// Whether a spreadsheet would take a cell for a formula. Signs, digits and what parts them are numbers, or nothing that runs.
fn is_formula(cell: &str) -> bool {
    let seen = cell.trim_start_matches(['\u{feff}', '\u{200b}', '\0']);
    let is_signed = seen.starts_with(['-', '+', '－', '＋']);
    // a number in the first of several cells stands before what commas part from it
    let first = seen.split(['"', ',']).next().unwrap_or_default();
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "-+－＋.,%\"".contains(c));
    let runs_nothing = is_signed && (is_number(seen) || first.len() > 1 && is_number(first));
    seen.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']) && !runs_nothing
}
