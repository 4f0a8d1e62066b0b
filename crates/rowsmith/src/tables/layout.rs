//! A table laid out as a grid, with its texts: the input of the rules on headers, rows and records.

use crate::dom::{AttrName, Document, NodeId};
use crate::tables::cells::{CellText, read_cell};
use crate::tables::grid::Grid;
use crate::tables::model::{Model, Section, SourceCell};

/// A grid with the texts of its cells.
pub(crate) struct Laid<'a> {
    pub(crate) document: &'a Document,
    pub(crate) model: &'a Model,
    pub(crate) grid: Grid,
    /// The contents of the cells of the model.
    pub(crate) texts: Vec<CellText>,
    /// Facts about each row.
    pub(crate) rows: Vec<RowFacts>,
}

/// Facts about a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowFacts {
    /// The number of cells that begin in it.
    pub(crate) begun: u32,
    /// How many of those have a text.
    pub(crate) filled: u32,
    /// How many of those with a text are headers.
    pub(crate) headers: u32,
    /// How many are headers of the row itself, by `scope=row`.
    pub(crate) row_headers: u32,
    /// How many of those with a text are bold.
    pub(crate) bold: u32,
    /// The number of cells with a text, including those that span into it from rows above.
    pub(crate) seen: u32,
    /// Whether it consists of one cell over the full width, or nearly so.
    pub(crate) full: bool,
    /// Whether that cell leaves the corner empty.
    pub(crate) beside_corner: bool,
    /// Whether it has a single text, at the left, which stands out.
    pub(crate) lone: bool,
    /// Whether only images and empty cells begin in it, with at least one image.
    pub(crate) pictures: bool,
}

impl RowFacts {
    /// Whether every text that begins here is a header.
    pub(crate) fn all_headers(&self) -> bool {
        self.filled > 0 && self.headers == self.filled && self.row_headers < self.filled.max(2)
    }

    /// Whether nothing begins here.
    pub(crate) fn empty(&self) -> bool {
        self.filled == 0
    }
}

impl<'a> Laid<'a> {
    /// Lays out the grid and reads the texts. Takes time linear in the size of the table.
    pub(crate) fn new(document: &'a Document, model: &'a Model, raw: bool) -> Laid<'a> {
        let grid = Grid::form(model);
        // tables within cells are read as part of the cell only if they are small
        let cuts: Vec<NodeId> =
            model.nested.iter().copied().filter(|&n| document.end(n).0 - n.0 > SMALL_NESTED).collect();
        let texts: Vec<CellText> =
            model.cells.iter().map(|cell| read_cell(document, cell.node, cell.end, raw, &cuts)).collect();
        let mut laid = Laid { document, model, grid, texts, rows: Vec::new() };
        laid.tell_rows();
        laid
    }

    fn tell_rows(&mut self) {
        self.rows = (0..self.grid.height).map(|y| self.row_facts(y)).collect();
        self.tell_titles();
    }

    /// Leaves columns out, and with them the cells that are only in these.
    pub(crate) fn leave_out(&mut self, out: &[bool]) {
        self.grid.leave_out(out);
        self.tell_rows();
    }

    /// A single text at the left of a row is a title if it stands out, and if the rows around it do not begin the same
    /// way.
    fn tell_titles(&mut self) {
        let first = |y: usize| self.grid.at(0, y).filter(|&at| !self.texts[at].text.is_empty());
        let rows: Vec<usize> = (0..self.grid.height).filter(|&y| self.rows[y].filled > 1).collect();
        let alike = rows.iter().filter(|&&y| first(y).is_some_and(|at| self.stands_out(at))).count();
        if 3 * alike <= rows.len() {
            for row in &mut self.rows {
                row.full |= row.lone;
            }
        }
    }

    /// Whether a cell is a header or bold.
    fn stands_out(&self, at: usize) -> bool {
        self.model.cells[at].header || self.texts[at].bold
    }

    fn row_facts(&self, y: usize) -> RowFacts {
        let mut facts = RowFacts::default();
        let row = &self.model.rows[y];
        let mut images = false;
        for at in (row.first as usize..row.end as usize).filter(|&at| self.grid.placed[at].width > 0) {
            let (cell, text) = (&self.model.cells[at], &self.texts[at]);
            facts.begun += 1;
            images |= !text.images.is_empty();
            if text.text.is_empty() {
                continue;
            }
            facts.filled += 1;
            facts.headers += u32::from(cell.header);
            facts.row_headers += u32::from(cell.header && cell.row_header);
            facts.bold += u32::from(text.bold || cell.header);
        }
        facts.pictures = facts.filled == 0 && images;
        let mut last = None;
        let mut only = None;
        for x in 0..self.grid.width {
            let at = self.grid.at(x, y);
            if at == last {
                continue;
            }
            last = at;
            if let Some(at) = at.filter(|&at| !self.texts[at].text.is_empty()) {
                facts.seen += 1;
                only = Some(at);
            }
        }
        if let Some(at) = only.filter(|_| facts.seen == 1 && facts.filled == 1 && self.grid.width > 1) {
            let wide = self.grid.placed[at].width as usize;
            let whole = wide == self.grid.width;
            let nearly = facts.begun <= 2 && 3 * wide >= 2 * self.grid.width && wide > 1;
            let header = self.model.cells[at].header && (wide > 1 || facts.begun == 1) && 2 * wide >= self.grid.width;
            facts.full = whole || nearly || header;
            facts.beside_corner = facts.full && self.grid.placed[at].x > 0;
            facts.lone = !facts.full && self.grid.width > 2 && self.stands_out(at) && self.grid.placed[at].x == 0;
        }
        facts
    }

    /// The text in a slot.
    pub(crate) fn text(&self, x: usize, y: usize) -> &str {
        self.grid.at(x, y).map_or("", |at| self.texts[at].text.as_str())
    }

    /// The cell in a slot.
    pub(crate) fn cell(&self, x: usize, y: usize) -> Option<&SourceCell> {
        self.grid.at(x, y).map(|at| &self.model.cells[at])
    }

    /// The text of a row that has only one.
    pub(crate) fn only_text(&self, y: usize) -> &str {
        (0..self.grid.width).map(|x| self.text(x, y)).find(|text| !text.is_empty()).unwrap_or("")
    }

    /// Whether a row is in the table's head.
    pub(crate) fn in_head(&self, y: usize) -> bool {
        self.model.rows[y].section == Section::Head
    }

    /// Whether a row is in the table's foot.
    pub(crate) fn in_foot(&self, y: usize) -> bool {
        self.model.rows[y].section == Section::Foot
    }

    /// The background colour of a row, or that all its cells share.
    pub(crate) fn background(&self, y: usize) -> Option<&'a str> {
        let row = &self.model.rows[y];
        if let Some(colour) = background(self.document, row.node) {
            return Some(colour);
        }
        let mut cells = self.model.cells[row.first as usize..row.end as usize].iter();
        let first = background(self.document, cells.next()?.node)?;
        cells.all(|cell| background(self.document, cell.node) == Some(first)).then_some(first)
    }

    /// Whether the class of a row, or those of all its cells, calls it a header.
    pub(crate) fn called_header(&self, y: usize) -> bool {
        let called = |id: NodeId| {
            self.document.attr(id, AttrName::CLASS).is_some_and(|class| {
                class.split_ascii_whitespace().any(|token| {
                    let token = token.to_ascii_lowercase();
                    token.contains("head") || token.contains("hdr") || token == "th"
                })
            })
        };
        let row = &self.model.rows[y];
        let cells = &self.model.cells[row.first as usize..row.end as usize];
        called(row.node) || !cells.is_empty() && cells.iter().all(|cell| called(cell.node))
    }
}

/// A table within a cell is read as part of the cell if it has at most this many nodes. The bound keeps the nodes of
/// tables nested many times over from being read once for each level.
pub(crate) const SMALL_NESTED: u32 = 120;

/// The background colour of an element, from `bgcolor` or its own style.
fn background(document: &Document, id: NodeId) -> Option<&str> {
    if let Some(colour) = document.attr_named(id, "bgcolor") {
        return Some(colour.trim());
    }
    let style = document.attr(id, AttrName::STYLE)?;
    style.split(';').find_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let property = property.trim();
        (property.eq_ignore_ascii_case("background") || property.eq_ignore_ascii_case("background-color"))
            .then(|| value.trim())
    })
}
