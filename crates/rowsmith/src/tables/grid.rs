//! Cells laid out in a grid, by the algorithm for forming a table of the HTML standard (4.9.12.1).

use crate::tables::model::Model;

/// The most slots per cell of a table, in addition to [`FREE_SLOTS`]; spans beyond that count as 1. Tables on real
/// pages have hardly more slots than cells, but `colspan=1000` in ten thousand rows would have ten million.
const SLOTS_A_CELL: usize = 16;
/// The number of slots that any table may have.
const FREE_SLOTS: usize = 1 << 17;

/// Marks a slot without a cell.
pub(crate) const NONE: u32 = u32::MAX;

/// A cell and its place: `width` by `height` slots from (`x`, `y`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A table as a grid: which cell is in each slot. Columns in which no cell begins are left out, since each is the same
/// as the one before it.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The cells of the model, with their places.
    pub(crate) placed: Vec<Placed>,
    /// The cells by slot, row by row.
    slots: Vec<u32>,
    /// Whether spans were cut because they would have made too many slots.
    pub(crate) cut: bool,
}

impl Grid {
    /// Lays out the grid. Takes time linear in the number of slots, which is bounded by a multiple of the number of
    /// cells.
    pub(crate) fn form(model: &Model) -> Grid {
        let height = model.rows.len();
        let mut slots_left = FREE_SLOTS + SLOTS_A_CELL * model.cells.len();
        let mut cut = false;
        let mut placed = vec![Placed { x: 0, y: 0, width: 0, height: 0 }; model.cells.len()];
        let widest = widest_row(model);
        // where the row group of each row ends
        let mut group_ends = vec![height; height];
        for y in (0..height.saturating_sub(1)).rev() {
            let same =
                model.rows[y].group == model.rows[y + 1].group && model.rows[y].section == model.rows[y + 1].section;
            group_ends[y] = if same { group_ends[y + 1] } else { y + 1 };
        }
        // the row down to which each column is taken by a cell from above
        let mut taken: Vec<u32> = Vec::new();
        let mut starts: Vec<bool> = Vec::new();
        for (y, row) in model.rows.iter().enumerate() {
            let mut x = 0;
            for at in row.first as usize..row.end as usize {
                let cell = model.cells[at];
                while x < taken.len() && taken[x] > y as u32 {
                    x += 1;
                }
                let to_end = group_ends[y] - y;
                let mut tall = if cell.rowspan == 0 { to_end } else { (cell.rowspan as usize).min(to_end) };
                let mut wide = (cell.colspan as usize).min(widest.max(1));
                if wide * tall > 1 && wide * tall > slots_left {
                    cut = true;
                    (wide, tall) = (1, 1);
                }
                slots_left = slots_left.saturating_sub(wide * tall);
                if taken.len() < x + wide {
                    taken.resize(x + wide, 0);
                    starts.resize(x + wide, false);
                }
                starts[x] = true;
                for slot in &mut taken[x..x + wide] {
                    *slot = (*slot).max((y + tall) as u32);
                }
                placed[at] = Placed { x: x as u32, y: y as u32, width: wide as u32, height: tall as u32 };
                x += wide;
            }
        }
        // drops columns in which no cell begins
        let mut kept_before = Vec::with_capacity(starts.len() + 1);
        let mut width = 0;
        for &begins in &starts {
            kept_before.push(width as u32);
            width += usize::from(begins);
        }
        kept_before.push(width as u32);
        for cell in &mut placed {
            let end = kept_before[(cell.x + cell.width) as usize];
            cell.x = kept_before[cell.x as usize];
            cell.width = end - cell.x;
        }
        // a table of many short rows and one long row would consist mostly of empty slots, so rows are cut to what
        // slots_left allows
        let most = ((FREE_SLOTS + 4 * SLOTS_A_CELL * model.cells.len()) / height.max(1)).max(1);
        if width > most {
            cut = true;
            width = most;
        }
        let mut slots = vec![NONE; width * height];
        for (at, cell) in placed.iter().enumerate() {
            for y in cell.y..(cell.y + cell.height).min(height as u32) {
                let row = y as usize * width;
                for x in cell.x as usize..((cell.x + cell.width) as usize).min(width) {
                    // where cells overlap, the later one is visible
                    slots[row + x] = at as u32;
                }
            }
        }
        Grid { width, height, placed, slots, cut }
    }

    /// Leaves columns out; a cell that is only in these has no width any more.
    pub(crate) fn leave_out(&mut self, out: &[bool]) {
        let mut kept_before = Vec::with_capacity(self.width + 1);
        let mut width = 0;
        for &left in out {
            kept_before.push(width as u32);
            width += usize::from(!left);
        }
        kept_before.push(width as u32);
        let before = |x: u32| kept_before[(x as usize).min(self.width)];
        for cell in &mut self.placed {
            let end = before(cell.x + cell.width);
            cell.x = before(cell.x);
            cell.width = end - cell.x;
        }
        let kept = self.slots.iter().enumerate().filter(|(at, _)| !out[at % self.width]);
        self.slots = kept.map(|(_, &cell)| cell).collect();
        self.width = width;
    }

    /// The cells of a row, slot by slot; [`NONE`] if there is none.
    pub(crate) fn row(&self, y: usize) -> &[u32] {
        &self.slots[y * self.width..(y + 1) * self.width]
    }

    /// The cell in a slot.
    pub(crate) fn at(&self, x: usize, y: usize) -> Option<usize> {
        let cell = self.slots[y * self.width + x];
        (cell != NONE).then_some(cell as usize)
    }
}

/// The slots of the widest row among those with more than one cell. A single `colspan=100` over a table of five columns
/// is only as wide as the table.
fn widest_row(model: &Model) -> usize {
    let widths = model.rows.iter().map(|row| {
        let cells = &model.cells[row.first as usize..row.end as usize];
        if cells.len() < 2 { cells.len() } else { cells.iter().map(|c| c.colspan as usize).sum() }
    });
    widths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse, text};
    use crate::tables::model::models;

    fn formed(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let models = models(&document, false);
        let grid = Grid::form(&models[0]);
        let word = |&cell: &u32| match cell {
            NONE => "-".to_owned(),
            cell => text(&document, models[0].cells[cell as usize].node),
        };
        (0..grid.height).map(|y| grid.row(y).iter().map(word).collect::<Vec<_>>().join("")).collect()
    }

    #[test]
    fn spans_are_repeated() {
        assert_eq!(formed("<table><tr><td rowspan=2>a<td>b<td>c<tr><td colspan=2>d</table>"), ["abc", "add"]);
        assert_eq!(formed("<table><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>"), ["ab", "ac", "de"]);
    }

    #[test]
    fn spans_end_with_the_row_group_and_the_table() {
        assert_eq!(formed("<table><tr><td rowspan=9>a<td>b<tbody><tr><td>c<td>d</table>"), ["ab", "cd"]);
    }

    #[test]
    fn cells_that_overlap_and_rows_that_are_ragged() {
        // c spans into the slot that b takes from above: the later one is visible
        assert_eq!(formed("<table><tr><td>a<td rowspan=2>b<td>x<tr><td colspan=2>c<td>d</table>"), ["abx", "ccd"]);
        assert_eq!(formed("<table><tr><td>a<tr><td>b<td>c<tr></table>"), ["a-", "bc", "--"]);
    }

    #[test]
    fn wide_spans_are_no_wider_than_the_table() {
        assert_eq!(formed("<table><tr><td>a<td>b<tr><td colspan=1000>c</table>"), ["ab", "cc"]);
        // columns in which no cell begins are the same as those before them
        assert_eq!(formed("<table><tr><td colspan=3>a<td>b<tr><td colspan=3>c<td>d</table>"), ["ab", "cd"]);
    }

    #[test]
    fn slots_are_bounded() {
        let html = format!("<table>{}</table>", "<tr><td>a<td colspan=1000 rowspan=60000>b".repeat(2000));
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let grid = Grid::form(&models(&document, false)[0]);
        assert!(grid.cut && grid.slots.len() <= 4 * (FREE_SLOTS + SLOTS_A_CELL * 4000));
    }
}
