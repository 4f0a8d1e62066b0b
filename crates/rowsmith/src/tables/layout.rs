//! A table laid out and read: what the rules on headers, rows and records look at.

use crate::dom::{AttrName, Document, NodeId};
use crate::tables::cells::{CellText, read_cell};
use crate::tables::grid::Grid;
use crate::tables::model::{Model, Section, SourceCell};

/// A formed table with its texts.
pub(crate) struct Laid<'a> {
    pub(crate) document: &'a Document,
    pub(crate) model: &'a Model,
    pub(crate) grid: Grid,
    /// The cells of the model, read.
    pub(crate) texts: Vec<CellText>,
    /// What is known of each row.
    pub(crate) rows: Vec<RowFacts>,
}

/// What is known of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowFacts {
    /// Cells that begin in it.
    pub(crate) begun: u32,
    /// Those of them with a text.
    pub(crate) filled: u32,
    /// Those with a text that are headers.
    pub(crate) headers: u32,
    /// Headers of the row itself, by `scope=row`.
    pub(crate) row_headers: u32,
    /// Those with a text that are bold.
    pub(crate) bold: u32,
    /// Cells with a text, those from rows above included.
    pub(crate) seen: u32,
    /// Whether one cell is all that it has, over the full width or nearly so.
    pub(crate) full: bool,
    /// Whether that cell leaves the corner free.
    pub(crate) beside_corner: bool,
    /// Whether it has one text alone, at the left, which stands out.
    pub(crate) lone: bool,
    /// Whether it begins nothing but images and empty cells, and some image.
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
    /// Forms and reads a table. Linear in its size.
    pub(crate) fn new(document: &'a Document, model: &'a Model, raw: bool) -> Laid<'a> {
        let grid = Grid::form(model);
        // tables within cells are read with them only where they are small
        let cuts: Vec<NodeId> =
            model.nested.iter().copied().filter(|&n| document.end(n).0 - n.0 > SMALL_NESTED).collect();
        let texts: Vec<CellText> = model.cells.iter().map(|cell| read_cell(document, cell.node, raw, &cuts)).collect();
        let mut laid = Laid { document, model, grid, texts, rows: Vec::new() };
        laid.rows = (0..laid.grid.height).map(|y| laid.row_facts(y)).collect();
        laid.tell_titles();
        laid
    }

    /// A text alone in its row, at the left, is a title if it stands out there, and the rows around it do not begin so.
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
        for at in row.first as usize..row.end as usize {
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

    /// The text of a row that is one text.
    pub(crate) fn only_text(&self, y: usize) -> &str {
        (0..self.grid.width).map(|x| self.text(x, y)).find(|text| !text.is_empty()).unwrap_or("")
    }

    /// Whether a row stands in the head.
    pub(crate) fn in_head(&self, y: usize) -> bool {
        self.model.rows[y].section == Section::Head
    }

    /// Whether a row stands in the foot.
    pub(crate) fn in_foot(&self, y: usize) -> bool {
        self.model.rows[y].section == Section::Foot
    }

    /// The background that a row has, or all of its cells.
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

/// Nodes of a table within a cell that is read with it. Each node is read at most so many times divided by the nodes of the
/// smallest table.
const SMALL_NESTED: u32 = 120;

/// The colour behind an element, by `bgcolor` or its own style.
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
