//! The signs around numbers that stand in cells of their own: "$", "(902.1" and ")" of an account are one value.

use crate::tables::layout::Laid;

/// Signs of currencies before an amount.
const MONEY: [char; 8] = ['$', '€', '£', '¥', '₹', '₽', '₩', '₪'];

/// A cell with nothing but signs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// It belongs to the number on its right: "$", "(", "$ (".
    Opens,
    /// It belongs to the number on its left: ")", "%", "%)".
    Closes,
}

fn sign(text: &str) -> Option<Sign> {
    let opens = |c: char| MONEY.contains(&c) || c == '(' || c == ' ';
    let closes = |c: char| c == ')' || c == '%' || c == ' ';
    match () {
        () if text.is_empty() => None,
        () if text.chars().all(opens) => Some(Sign::Opens),
        () if text.chars().all(closes) => Some(Sign::Closes),
        () => None,
    }
}

/// Whether a text is what signs stand around: it begins with a number, or is the dash in the place of one.
fn is_figure(text: &str) -> bool {
    let text = text.trim_start_matches(['(', '-', '−', '+', '.', '$', ' ']);
    text.starts_with(|c: char| c.is_ascii_digit()) || matches!(text, "–" | "—") || text.is_empty()
}

/// Puts signs that have a column of their own to the numbers beside them, and leaves out these columns, and with them
/// those that only keep others apart. A currency that stands beside some of the numbers, as in the first and the last
/// row of an account, is left out, so that all of them are numbers. Takes time linear in the slots.
pub(crate) fn join_signs(laid: &mut Laid<'_>) {
    let width = laid.grid.width;
    if width < 3 || !laid.texts.iter().any(|cell| sign(&cell.text).is_some()) {
        return;
    }
    // how many columns of a cell stay
    let mut left: Vec<u32> = laid.grid.placed.iter().map(|placed| placed.width).collect();
    let mut out = vec![false; width];
    for x in 0..width {
        let Some(cells) = signs_of(laid, x, &left) else { continue };
        leave(laid, x, &mut left);
        out[x] = true;
        put_beside(laid, x, &cells);
    }
    if !out.contains(&true) {
        return;
    }
    for x in 0..width {
        if !out[x] && keeps_apart(laid, x, &left) {
            leave(laid, x, &mut left);
            out[x] = true;
        }
    }
    laid.leave_out(&out);
}

/// The cells of a column that has nothing but signs, each with the number that it belongs to; `None` for other columns.
fn signs_of(laid: &Laid<'_>, x: usize, left: &[u32]) -> Option<Vec<(usize, Sign, usize)>> {
    let mut cells: Vec<(usize, Sign, usize)> = Vec::new();
    for (y, at) in cells_of(laid, x) {
        let text = laid.texts[at].text.as_str();
        if text.is_empty() {
            continue;
        }
        let wide = laid.grid.placed[at].width > 1;
        if wide {
            // what spans the signs spans their numbers, too
            if left[at] < 2 {
                return None;
            }
            continue;
        }
        let of = sign(text)?;
        let beside = match of {
            Sign::Opens => Some(x + 1).filter(|&beside| beside < laid.grid.width),
            Sign::Closes => x.checked_sub(1),
        };
        let number = laid.grid.at(beside?, y).filter(|&number| is_figure(&laid.texts[number].text))?;
        if laid.texts[number].text.is_empty() {
            return None;
        }
        cells.push((at, of, number));
    }
    (!cells.is_empty()).then_some(cells)
}

/// Joins signs with their numbers.
fn put_beside(laid: &mut Laid<'_>, x: usize, cells: &[(usize, Sign, usize)]) {
    // the numbers above the first sign are those of headers
    let first = cells.first().map_or(0, |&(at, ..)| laid.grid.placed[at].y as usize);
    let is_number =
        |&(y, at): &(usize, usize)| y >= first && laid.texts[at].text.contains(|c: char| c.is_ascii_digit());
    let opening = cells.iter().filter(|&&(_, of, _)| of == Sign::Opens).count();
    let all = x + 1 < laid.grid.width && opening >= cells_of(laid, x + 1).filter(is_number).count();
    for &(at, of, number) in cells {
        let text = std::mem::take(&mut laid.texts[at].text);
        let text: String = text.chars().filter(|c| *c != ' ' && (all || !MONEY.contains(c))).collect();
        let number = &mut laid.texts[number].text;
        match of {
            Sign::Opens => number.insert_str(0, &text),
            Sign::Closes => number.push_str(&text),
        }
    }
}

/// Whether a column has no texts or images of its own.
fn keeps_apart(laid: &Laid<'_>, x: usize, left: &[u32]) -> bool {
    cells_of(laid, x).all(|(_, at)| {
        let cell = &laid.texts[at];
        let empty = cell.text.is_empty() && cell.images.is_empty() && cell.controls == 0;
        empty && !laid.model.cells[at].header || laid.grid.placed[at].width > 1 && left[at] > 1
    })
}

fn leave(laid: &Laid<'_>, x: usize, left: &mut [u32]) {
    let cells: Vec<usize> = cells_of(laid, x).map(|(_, at)| at).collect();
    for at in cells {
        left[at] = left[at].saturating_sub(1);
    }
}

/// The cells in a column, each once, with the row in which it begins.
fn cells_of<'l>(laid: &'l Laid<'_>, x: usize) -> impl Iterator<Item = (usize, usize)> + 'l {
    let begins = move |y: usize| laid.grid.at(x, y).filter(|&at| laid.grid.placed[at].y as usize == y);
    (0..laid.grid.height).filter_map(move |y| Some((y, begins(y)?)))
}
