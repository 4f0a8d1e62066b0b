//! The table model: which elements are tables, rows and cells, before they are laid out in a grid.
//!
//! Covers HTML tables, elements made into tables by ARIA roles or `display: table` styles, and definition lists.

use crate::dom::{AttrName, Document, NodeId, Tag, is_hidden};
use crate::tables::definitions::arrange;
use crate::tables::sheets::Displays;

/// Which kind of markup makes a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Markup {
    /// `table`, `tr`, `td`.
    Html,
    /// `role=table` or `grid`, with `row` and `cell`.
    Roles,
    /// `display: table` in the elements' own styles, or in a style sheet of the page by their class.
    Styles,
    /// `dl`, `dt`, `dd`: a row per group of terms and descriptions.
    Definitions,
}

/// Which part of a table a row is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Head,
    Body,
    Foot,
}

/// A table according to its elements.
#[derive(Debug)]
pub(crate) struct Model {
    /// The element.
    pub(crate) node: NodeId,
    pub(crate) markup: Markup,
    pub(crate) caption: Option<NodeId>,
    /// The rows in the order in which the standard forms them: those of `tfoot` come last.
    pub(crate) rows: Vec<SourceRow>,
    pub(crate) cells: Vec<SourceCell>,
    /// Tables directly within this one: their subtrees are not part of it.
    pub(crate) nested: Vec<NodeId>,
    /// Whether it is in something hidden that a script may open: a tab, a collapsed box.
    pub(crate) collapsed: bool,
}

/// A row: a range of [`Model::cells`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceRow {
    pub(crate) node: NodeId,
    pub(crate) section: Section,
    /// The number of its row group, at whose end all spans end.
    pub(crate) group: u32,
    pub(crate) first: u32,
    pub(crate) end: u32,
}

/// A cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceCell {
    pub(crate) node: NodeId,
    /// Where its content ends. In a definition list, successive descriptions of a term are one cell.
    pub(crate) end: NodeId,
    /// Whether it is a header: a `th`, or one by its role.
    pub(crate) header: bool,
    /// Whether it declares itself the header of its row.
    pub(crate) row_header: bool,
    pub(crate) colspan: u32,
    /// 0 means down to the end of the row group.
    pub(crate) rowspan: u32,
}

/// The role of an element in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Table(Markup),
    Group(Section),
    Row,
    Cell {
        header: bool,
        row_header: bool,
    },
    Caption,
    /// Anything else, whose content some kinds of markup look into.
    Other,
}

/// Finds all tables of a page in document order, including layout tables. Takes linear time: every element is looked at
/// once.
///
/// Tables, rows and cells that are hidden themselves are left out unless `hidden` asks for them. Tables inside
/// something hidden are kept, since readers open tabs and collapsed boxes.
pub(crate) fn models(document: &Document, hidden: bool) -> Vec<Model> {
    read(document, Document::ROOT, hidden, &Displays::read(document))
}

/// The tables of a subtree, including its root.
pub(crate) fn models_in(document: &Document, root: NodeId, hidden: bool) -> Vec<Model> {
    read(document, root, hidden, &Displays::default())
}

fn read(document: &Document, root: NodeId, hidden: bool, displays: &Displays<'_>) -> Vec<Model> {
    let end = document.end(root).0;
    let mut found: Vec<Model> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = root.0;
    // where the outermost hidden element ends
    let mut collapsed_end = 0;
    while at < end {
        let id = NodeId(at);
        while open.last().is_some_and(|o| o.end <= at) {
            open.pop();
        }
        if document.is_text(id) {
            at += 1;
            continue;
        }
        if matches!(document.tag(id), Tag::SCRIPT | Tag::STYLE | Tag::SVG | Tag::HEAD) {
            at = document.end(id).0;
            continue;
        }
        let part = part_of(document, id, open.last().map(|o| found[o.table].markup), displays);
        if !hidden && is_hidden(document, id) {
            if part != Part::Other {
                at = document.end(id).0;
                continue;
            }
            collapsed_end = collapsed_end.max(document.end(id).0);
        }
        match part {
            Part::Table(markup) => {
                // a definition list in a cell is content of that cell, and so is not cut from it, while the tables in such
                // a list are those of the table around it as well
                if markup != Markup::Definitions {
                    for outer in open.iter().rev() {
                        found[outer.table].nested.push(id);
                        if found[outer.table].markup != Markup::Definitions {
                            break;
                        }
                    }
                }
                open.push(Open {
                    table: found.len(),
                    end: document.end(id).0,
                    group: None,
                    groups: 0,
                    row_end: 0,
                    cell_end: 0,
                });
                found.push(Model {
                    node: id,
                    markup,
                    caption: None,
                    rows: Vec::new(),
                    cells: Vec::new(),
                    nested: Vec::new(),
                    collapsed: at < collapsed_end,
                });
            }
            _ => {
                if let Some(state) = open.last_mut() {
                    take(document, id, part, state, &mut found);
                }
            }
        }
        at += 1;
    }
    for model in &mut found {
        if model.markup == Markup::Definitions {
            arrange(document, model);
        }
        // the rows of the footer come last, wherever it is in the markup
        if model.rows.iter().any(|r| r.section == Section::Foot) {
            model.rows.sort_by_key(|r| r.section == Section::Foot);
        }
    }
    found
}

/// A table whose end has not been reached yet.
struct Open {
    /// Its index among those found.
    table: usize,
    end: u32,
    /// The row group that is open: its kind, its number, and where it ends.
    group: Option<(Section, u32, u32)>,
    groups: u32,
    row_end: u32,
    cell_end: u32,
}

/// Adds an element to the table that it belongs to.
fn take(document: &Document, id: NodeId, part: Part, state: &mut Open, found: &mut [Model]) {
    // everything in a cell is its content
    if id.0 < state.cell_end {
        return;
    }
    let end = document.end(id).0;
    let model = &mut found[state.table];
    match part {
        Part::Caption if model.caption.is_none() && id.0 >= state.row_end => model.caption = Some(id),
        Part::Group(section) if id.0 >= state.row_end => {
            state.groups += 1;
            state.group = Some((section, state.groups, end));
        }
        Part::Row if id.0 >= state.row_end => {
            if state.group.is_some_and(|(.., end)| id.0 >= end) {
                state.group = None;
                state.groups += 1;
            }
            let (section, group) =
                state.group.map_or((Section::Body, state.groups), |(section, number, _)| (section, number));
            state.row_end = end;
            let at = model.cells.len() as u32;
            model.rows.push(SourceRow { node: id, section, group, first: at, end: at });
        }
        // rows are made of these when the whole list is known
        Part::Cell { header, row_header } if model.markup == Markup::Definitions => {
            let end = document.end(id);
            model.cells.push(SourceCell { node: id, end, header, row_header, colspan: 1, rowspan: 1 });
            state.cell_end = end.0;
        }
        Part::Cell { header, row_header } if id.0 < state.row_end => {
            let span = |name, role| {
                let html = document.attr(id, name);
                html.or_else(|| document.attr_named(id, role)).map(leading_number)
            };
            let colspan = span(AttrName::COLSPAN, "aria-colspan").flatten().unwrap_or(1).clamp(1, 1000);
            let rowspan = span(AttrName::ROWSPAN, "aria-rowspan").flatten().unwrap_or(1).min(65534);
            let to = document.end(id);
            model.cells.push(SourceCell { node: id, end: to, header, row_header, colspan, rowspan });
            if let Some(row) = model.rows.last_mut() {
                row.end = model.cells.len() as u32;
            }
            state.cell_end = end;
        }
        _ => {}
    }
}

/// The number at the beginning of a text, by the standard's rules for parsing non-negative integers.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text);
    let digits = &text[..text.bytes().take_while(u8::is_ascii_digit).count()];
    if digits.is_empty() {
        return None;
    }
    Some(digits.parse().unwrap_or(u32::MAX))
}

/// The role of an element, within a table of a certain kind of markup or outside of any.
fn part_of(document: &Document, id: NodeId, within: Option<Markup>, displays: &Displays<'_>) -> Part {
    match document.tag(id) {
        Tag::TABLE => return Part::Table(Markup::Html),
        Tag::THEAD => return Part::Group(Section::Head),
        Tag::TBODY => return Part::Group(Section::Body),
        Tag::TFOOT => return Part::Group(Section::Foot),
        Tag::TR => return Part::Row,
        Tag::CAPTION => return Part::Caption,
        tag @ (Tag::TD | Tag::TH) => {
            let scope = document.attr_named(id, "scope").map(str::trim);
            let says = |name: &str| scope.is_some_and(|s| s.eq_ignore_ascii_case(name));
            let role = document.attr(id, AttrName::ROLE);
            let row_header = says("row") || says("rowgroup") || role == Some("rowheader");
            let header =
                tag == Tag::TH || row_header || says("col") || says("colgroup") || role == Some("columnheader");
            return Part::Cell { header, row_header };
        }
        Tag::DT if within == Some(Markup::Definitions) => return Part::Cell { header: true, row_header: true },
        Tag::DD if within == Some(Markup::Definitions) => return Part::Cell { header: false, row_header: false },
        _ => {}
    }
    let (mut role, mut style) = (None, None);
    for (name, value) in document.attrs(id) {
        match name {
            AttrName::ROLE => role = Some(value.trim()),
            AttrName::STYLE => style = Some(value),
            _ => {}
        }
    }
    if let Some(role) = role {
        let part = match role {
            "table" | "grid" | "treegrid" => Part::Table(Markup::Roles),
            "rowgroup" => Part::Group(Section::Body),
            "row" => Part::Row,
            "cell" | "gridcell" => Part::Cell { header: false, row_header: false },
            "columnheader" => Part::Cell { header: true, row_header: false },
            "rowheader" => Part::Cell { header: true, row_header: true },
            _ => Part::Other,
        };
        if part != Part::Other && (within == Some(Markup::Roles) || matches!(part, Part::Table(_))) {
            return part;
        }
    }
    let Some(display) = style.and_then(table_display).or_else(|| displays.of(document, id)) else {
        // a box of the page is often displayed as a table by its class, and may hold lists
        let is_cell_of = within == Some(Markup::Styles) && displays.is_empty();
        let is_list =
            document.tag(id) == Tag::DL && !is_cell_of && !matches!(within, Some(Markup::Roles | Markup::Definitions));
        return if is_list { Part::Table(Markup::Definitions) } else { Part::Other };
    };
    let part = match display {
        "table" => Part::Table(Markup::Styles),
        "table-row-group" => Part::Group(Section::Body),
        "table-header-group" => Part::Group(Section::Head),
        "table-footer-group" => Part::Group(Section::Foot),
        "table-row" => Part::Row,
        "table-cell" => Part::Cell { header: false, row_header: false },
        "table-caption" => Part::Caption,
        _ => Part::Other,
    };
    if within == Some(Markup::Styles) || matches!(part, Part::Table(_)) { part } else { Part::Other }
}

/// The value of `display` in a style, if it is a table value.
pub(crate) fn table_display(style: &str) -> Option<&str> {
    // most styles have none
    memchr::memmem::find(style.as_bytes(), b"table")?;
    // the last one holds
    let mut displays = style.rsplit(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        (property.trim().eq_ignore_ascii_case("display"))
            .then(|| value.trim().trim_end_matches("!important").trim_end())
    });
    displays.next().filter(|value| value.starts_with("table"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn shape(html: &str) -> Vec<Vec<usize>> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let models = models(&document, false);
        models.iter().map(|m| m.rows.iter().map(|r| (r.end - r.first) as usize).collect()).collect()
    }

    #[test]
    fn rows_and_cells_of_each_table_are_its_own() {
        assert_eq!(
            shape("<table><tr><td>a<td><table><tr><td>x<tr><td>y</table><tr><td>b</table>"),
            [vec![2, 1], vec![1, 1]]
        );
    }

    #[test]
    fn footers_come_last_wherever_they_stand() {
        let html = "<table><tfoot><tr><td>f</tfoot><tbody><tr><td>a<td>b</table>";
        assert_eq!(shape(html), [vec![2, 1]]);
    }

    #[test]
    fn roles_and_styles_make_tables() {
        let roles = "<div role=table><div role=rowgroup><div role=row><span role=columnheader>A</span><span role=cell>B</span></div></div></div>";
        assert_eq!(shape(roles), [vec![2]]);
        let styles =
            "<div style='display: table'><p style='display:table-row'><b style='display:table-cell'>A</b></p></div>";
        assert_eq!(shape(styles), [vec![1]]);
        assert_eq!(shape("<div role=row><i role=cell>no table</i></div>"), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_page_that_a_class_displays_as_a_table_holds_lists() {
        let list = "<div class=page><dl><dt>Weight<dd>3 kg<dt>Height<dd>40 cm</dl></div>";
        assert!(shape(&format!("<style>.page{{display:table}}</style>{list}")).contains(&vec![2, 2]));
        // the last rule holds
        let rows = "<div class=t><p class=r><b class=c>A</b></p></div>";
        let sheet = "<style>.t{display:table}.r{display:table-row}.c{display:table-cell}";
        assert_eq!(shape(&format!("{sheet}</style>{rows}")), [vec![1]]);
        assert_eq!(shape(&format!("{sheet}.t{{display:flex}}</style>{rows}")), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn what_is_hidden_is_no_table() {
        assert_eq!(shape("<table style='display:none'><tr><td>a</table>"), Vec::<Vec<usize>>::new());
        // except for what can be expanded
        assert_eq!(shape("<div style='display:none'><table><tr><td>a</table></div>"), [vec![1]]);
        assert_eq!(shape("<table><tr hidden><td>a<td>b<tr><td>c</table>"), [vec![1]]);
    }

    #[test]
    fn spans_are_read_as_the_standard_says() {
        let read = |text| leading_number(text);
        assert_eq!(
            (read(" 2px"), read("+3"), read("-1"), read("x"), read("99999999999")),
            (Some(2), Some(3), None, None, Some(u32::MAX))
        );
    }
}
